"""Fixed questions on small graphs, cut at every number of states: all answers stay true."""

from __future__ import annotations

import pytest
from toys import plain, ship

from stategraph.analysis import moves_from_start
from stategraph.ask import ask, where
from stategraph.ask.costs import weighed
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.level_files import Level
from stategraph.rules import Puzzle
from stategraph.rules.family import NO_FAMILY

PUZZLES = {
    "ship": ship(),
    "ladder": plain("a", "a R b, a L c, b R d, c L d, d R e, c R f, f L f, e R g, e L a", "g"),
    "traps": plain("a", "a R b, a L x, b R c, b L y, c R g, c L z, y R z, z L y, x R b", "g"),
    "corridor": plain("a", "a R b, b R c, c R d, d R e, e L g", "g"),
    "hopeless": plain("a", "a R b, b R c, c R d, d R a, d L e", "g"),
}

STATES = [
    *("goal", "dead", "stuck", "trap", "left <= 2", "left > 1", "made >= 2", "node = 3"),
    *("left + made <= 4", "left - made <= 1", "made - left >= 0", "left + left <= 5"),
    *("3 - left >= 1", "left - left = 0", "not dead and left <= 3", "dead or left >= 2"),
    *("can reach goal", "can reach dead", "always can reach goal", "must reach goal"),
    *("can avoid goal forever", "EX goal", "AX not dead", "EX (left = 1)", "AX (left > 2)"),
    *("can reach goal with only best", "can reach dead without best"),
    *("can reach dead with only (best and move R*)", "can reach goal with only (move R* and best)"),
    *("can reach dead with only (best or move L*)", "can reach goal with only (to left <= 2)"),
    *("every solution passes node = 1", "some solution passes node = 2"),
    *("every shortest solution passes node = 2", "some shortest solution passes made = 2"),
]

NUMBERS = [
    f"{what} ({state})"
    for what in ("how many states:", "fewest moves to", "most moves before")
    for state in ("goal", "dead", "made = 2", "left = 1", "node = 3", "made >= 1 and dead")
] + ["how many shortest solutions pass (node = 1)", "how many shortest solutions pass (made = 2)"]
# A state shows these properties itself; its first occurrence is the nearest.
EXACT = ("fewest moves to (made = 2)", "fewest moves to (node = 3)")


def cuts(puzzle):
    """Return the level, the whole graph, and its parts, the last of which is the whole."""
    level = Level(NO_FAMILY, Puzzle.of(puzzle), name="case", file="case")
    whole = expand(level.puzzle)
    return level, whole, [expand(level.puzzle, Limits(states=k)) for k in range(1, len(whole) + 1)]


def sayable(part, question):
    """Return whether a part of the graph contains the moves that a question names."""
    labels = {name[0] for name in part.label_names}
    return all(label in labels for label in "RL" if f"move {label}*" in question)


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
@pytest.mark.parametrize("fair", [False, True], ids=["all runs", "fair runs"])
def test_what_holds_in_a_part_holds_in_the_whole(puzzle, fair):
    """Proofs remain as more states become known, and the whole graph leaves nothing open."""
    level, whole, parts = cuts(puzzle)
    for question in STATES:
        truth = where(level, whole, question, fair=fair)
        known = (set(), set())
        for part in (part for part in parts if sayable(part, question)):
            proven = tuple(
                {whole.find(part.state(int(node))) for node in mask.nonzero()[0]}
                for mask in (
                    where(level, part, question, fair=fair),
                    where(level, part, f"not ({question})", fair=fair),
                )
            )
            assert known[0] <= proven[0] and known[1] <= proven[1], question
            known = proven
        assert known[0] == {whole.find(whole.state(int(node))) for node in truth.nonzero()[0]}
        assert len(known[0]) + len(known[1]) == len(whole), question


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
@pytest.mark.parametrize("fair", [False, True], ids=["all runs", "fair runs"])
def test_an_answer_of_a_part_is_that_of_the_whole(puzzle, fair):
    level, whole, parts = cuts(puzzle)
    for question in STATES:
        truth = ask(level, whole, question, fair=fair)
        known = None
        for part in (part for part in parts if sayable(part, question)):
            found = ask(level, part, question, fair=fair)
            assert found.answer in (None, truth.answer), question
            assert known is None or found.answer == known, question
            assert found.holds_in in (None, truth.holds_in)
            known = found.answer
            if found.run is not None:
                played(whole, found)


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_a_number_of_a_part_is_that_of_the_whole(puzzle):
    level, whole, parts = cuts(puzzle)
    for question in NUMBERS:
        truth = ask(level, whole, question)
        known = None
        for part in parts:
            found = ask(level, part, question)
            assert found.answer in (None, truth.answer), question
            assert found.value in (None, truth.value), question
            assert found.at_least is None or truth.value is None or found.at_least <= truth.value
            assert known is None or found.value == known, question
            known = found.value
            if question in EXACT and found.answer:
                assert known is not None, question
            if found.run is not None:
                nodes = played(whole, found)
                if question.startswith("fewest") and found.value is not None:
                    assert len(nodes) - 1 == found.value
        assert known == truth.value, question


def played(graph, found):
    """Return the nodes of the moves of an answer, played one by one in a graph."""
    nodes = [0]
    for label in (*found.witness, *(found.loop or ())):
        (to,) = [v for name, v in graph.moves(nodes[-1]) if name == label]
        nodes.append(to)
    if found.loop:
        assert nodes[-1] == nodes[len(found.witness)]
    return nodes


def test_a_bound_of_moves_left_is_a_bound_of_sums_and_differences():
    """Three states of the corridor are known: the start is at least 3 moves from the goal."""
    level, _, parts = cuts(PUZZLES["corridor"])
    for text, holds in {
        "left >= 3": True,
        "3 - left <= 0": True,
        "left - 3 >= 0": True,
        "left + left >= 6": True,
        "left + left >= 7": False,
        "left - left = 0": False,
        "4 - left <= 0": False,
    }.items():
        assert where(level, parts[2], text)[0] == holds, text


def test_a_next_state_that_shows_an_answer_is_a_proven_one():
    """The first move leads to a state that may be dead; the second move wins."""
    level = Level(
        NO_FAMILY, Puzzle.of(plain("a", "a L x, a R b, x L y, b R g, y L z", "g")), "", ""
    )
    part = expand(level.puzzle, Limits(states=5))
    assert part.goal is not None and not part.complete
    assert ask(level, part, "EX (can reach goal)").witness == ("R", "R")


EARLY = plain("a", "a R g, a L b, b R c, c R d, d R e, e L g", "g")


@pytest.mark.parametrize("puzzle", [*PUZZLES.values(), EARLY], ids=[*PUZZLES, "early"])
def test_a_part_knows_the_shortest_solution_if_no_path_beyond_it_is_as_short(puzzle):
    level, whole, parts = cuts(puzzle)
    truth = weighed(level, whole, ["moves"])
    sure = 0
    for part in parts:
        found = weighed(level, part, ["moves"])
        depths = moves_from_start(part)[part.frontier].tolist()
        ways = [len(one.way) for one in found.found]
        near = [depth for depth in depths if not ways or depth + 1 <= ways[0]]
        assert found.known is (part.complete or bool(ways) and not near)
        assert weighed(level, part, ["best"]).known is part.complete
        if found.known:
            sure += not part.complete
            assert [(one.costs, one.count, one.way.text) for one in found.found] == [
                (one.costs, one.count, one.way.text) for one in truth.found
            ]
    assert sure or puzzle is not EARLY
