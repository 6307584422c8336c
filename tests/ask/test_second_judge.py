"""CTL compared with an independent model checker, which `make test-all` installs."""

from __future__ import annotations

import pytest
from effort import everything
from hypothesis import given
from hypothesis import strategies as st
from second_judge import PYTHON, SecondJudge
from toys import unique_labels

from stategraph.ask import where
from stategraph.graph.state_graph import StateGraph
from stategraph.level_files import Level
from stategraph.rules import Puzzle
from stategraph.rules.family import NO_FAMILY


@pytest.fixture(scope="module")
def judge():
    if not PYTHON.exists():
        remedy = f"{PYTHON} is missing: `make test-all` installs it"
        pytest.fail(remedy) if everything() else pytest.skip(remedy)
    with SecondJudge() as made:
        yield made


def formulas() -> st.SearchStrategy[tuple]:
    """Return random CTL over the atoms n0 to n7, each of which holds in one state."""
    unary = st.sampled_from(["not", "EX", "AX", "EF", "AF", "EG", "AG"])
    binary = st.sampled_from(["and", "or", "EU", "AU"])
    return st.recursive(
        st.integers(0, 7),
        lambda part: st.tuples(unary, part) | st.tuples(binary, part, part),
        max_leaves=10,
    )


def text(asked) -> str:
    if isinstance(asked, int):
        return f"node = {asked}"
    kind, *parts = asked
    said = [f"({text(part)})" for part in parts]
    if kind in ("EU", "AU"):
        return f"{kind[0]}[{said[0]} U {said[1]}]"
    return f"{kind} {said[0]}" if len(said) == 1 else f"{said[0]} {kind} {said[1]}"


@given(unique_labels(), formulas())
def test_another_model_checker_agrees(judge, case, asked):
    # it knows endless runs alone, and so does this graph: no goal, and a loop where no move is
    graph = case.graph.copy()
    graph.add_node("out of reach")
    for node in list(graph):
        if not graph.out_degree(node):
            graph.add_edge(node, node, key="stay")
    made = StateGraph.from_networkx(graph, case.start, "out of reach")
    arrows = [(u, v) for u in range(len(made)) for _, v in made.moves(u)]
    level = Level(NO_FAMILY, Puzzle.of(case.puzzle()), name="case", file="case")
    ours = set(where(level, made, text(asked)).nonzero()[0].tolist())
    assert ours == judge.holds(sorted(set(arrows)), len(made), asked)
