"""The direct engine: pauses, the garbage collector, and errors of the rules."""

from __future__ import annotations

import gc

import pytest
from toys import counter, one_rule

from stategraph.engines.direct import Plain, no_garbage
from stategraph.engines.limits import PAUSED, Budget, Limits
from stategraph.expand import expand
from stategraph.rules import One


@pytest.mark.parametrize("pauses", [(5, 7, 90), (7, 5), (3, 3), (1, 0)])
def test_a_run_with_pauses_gives_the_same_graph(pauses):
    """A pause at a state that is already expanded has no effect: the run continues to its end."""
    puzzle = counter(100)
    run = Plain(puzzle)
    for pause in pauses:
        stopped = run.run(Budget(Limits()), pause=pause)
        assert stopped == (PAUSED if run.head == pause else None)
    assert run.run(Budget(Limits())) is None
    assert run.graph(None).targets.tolist() == expand(puzzle, engine="direct").targets.tolist()


@pytest.mark.parametrize("collecting", [True, False])
def test_the_garbage_collector_is_as_before(collecting):
    was = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        with pytest.raises(KeyError), no_garbage():
            assert not gc.isenabled()
            raise KeyError
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if was else gc.disable)()


def test_an_error_of_the_rules_names_its_state():
    def rule(s):
        assert 12 // (3 - s.x)
        yield "on", s.but(x=s.x + 1)

    with pytest.raises(ZeroDivisionError) as error:
        expand(one_rule(rule, x=One(9)), engine="direct")
    assert error.value.__notes__ == ["in state (x=3)"]
