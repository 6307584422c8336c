"""Symmetries as renamings of packed states, against renamings of plain values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stategraph.rules.candidate_symmetries import Symmetry
from stategraph.variables import Tuple, Variables


@given(st.data())
def test_the_positions_of_a_sequence_are_renamed(data):
    """Sequences of more than one word too: 30 values of three bits take two words."""
    length = data.draw(st.integers(1, 30))
    variables = Variables({"a": Tuple(length, 6), "b": Tuple(length, 6)})
    values = st.tuples(*[st.integers(0, 5)] * length)
    state = variables.state({"a": data.draw(values), "b": data.draw(values)})
    table = tuple(data.draw(st.permutations(range(length))))
    image = Symmetry("exchanged", variables, ("b", "a"), (table, table)).of(state)
    for name, source in ("a", state.b), ("b", state.a):
        assert [getattr(image, name)[to] for to in table] == list(source)
