"""solve: the shortest length of the whole graph, by every search, on every engine."""

from __future__ import annotations

import json
import logging
import os
import random
import subprocess
import sys

import boards
import known
import pytest
from effort import examples, sampled
from hypothesis import given, settings
from hypothesis import strategies as st
from stategraph_puzzles.psychopath.pruning import pushable, walled
from stategraph_puzzles.psychopath.rules import psychopath
from toys import counter

from stategraph import level_files, load
from stategraph.analysis import first_solution, moves_to_goal, shortest
from stategraph.cli import parser
from stategraph.engines.limits import Budget, Limits, Reason, Stop
from stategraph.errors import InputError, RuleError
from stategraph.expand import expand
from stategraph.machine.backends import MISSING
from stategraph.machine.deadline import OutOfTime
from stategraph.machine.python_backend import SLOWER
from stategraph.metrics import summary
from stategraph.rules import NO_FAMILY, Family, Grid, One, Puzzle, Set
from stategraph.search import (
    astar,
    background_search,
    compiled_states,
    lazy_astar,
    optimal_searches,
    search_context,
)
from stategraph.search import solve as solving
from stategraph.search.solution import Solution
from stategraph.search.solve import SEARCHES, best_searches, solve, states_before_search

FAMILIES = ("labyrinth", "pacman", "pledge", "psychopath", "sokoban", "spacewreck")


@pytest.fixture(params=["direct", "native"])
def on_engine(request):
    """Name each engine; the native code is interpreted, as compiling takes seconds."""
    if request.param == "native":
        request.getfixturevalue("interpreted")
    return request.param


def allowed(puzzle, family):
    """Return the searches that a puzzle allows."""
    found = ["astar", "ida"]
    if getattr(puzzle, "obstacles", None):
        found.append("lazy")
    if family.pushing(puzzle) is not None:
        found.append("pushing")
    if family.backward(puzzle) is not None:
        found.append("bidirectional")
    return found


def assert_shortest(puzzle, family=NO_FAMILY, engine="direct", graph=None):
    """Compare every search with the whole graph."""
    graph = graph or expand(puzzle, engine="direct")
    length = shortest(graph)
    for search in allowed(puzzle, family):
        if search == "ida" and length is None:
            continue  # the bound may rise forever
        found = solve(puzzle, search, engine=engine, order="moves", family=family)
        assert found.proven
        assert (found.solvable, found.length) == (length is not None, length)
        if length is None:
            assert found.moves is None
        else:
            assert found.first
            assert found.moves == first_solution(graph, "moves").labels


# ------------------------------------------------------------------------------- known answers


@pytest.mark.parametrize("name", sampled(FAMILIES, 2))
def test_every_small_bundled_level(name, on_engine):
    for level in known.bundled(name):
        if level.expect["states"] <= examples(600) and (level.expect["shortest"] or 0) <= 45:
            assert_shortest(level.puzzle, level.family, on_engine)


@pytest.mark.parametrize("name", sampled([name for name in FAMILIES if name != "sokoban"], 3))
def test_every_known_answer(name, on_engine):
    for level in known.cases(name):
        if level.expect["states"] <= examples(400) and (level.expect["shortest"] or 0) <= 45:
            assert_shortest(level.puzzle, level.family, on_engine)


@pytest.mark.long
@pytest.mark.parametrize("name", ["psychopath/warehouse", "spacewreck/eight-rooms"])
def test_compiled(name):
    level = load(name)
    assert_shortest(level.puzzle, level.family, "native")


def test_one_of_them_compiled():
    ship = load("spacewreck/eight-rooms")
    found = solve(ship.puzzle, "astar", engine="native", family=ship.family)
    assert (found.proven, found.length) == (True, ship.expect["shortest"])


# ------------------------------------------------------------------------------- random levels


def push_blocks(rng, most=5):
    """Return a random push-block board."""
    width, height = rng.randint(2, most), rng.randint(1, most)
    tiles = rng.choices("__ppX", k=width * height)
    for mark, cell in zip("ue", rng.sample(range(width * height), 2), strict=True):
        tiles[cell] = mark
    if rng.random() < 0.2:
        tiles[rng.randrange(len(tiles))] = "P"
    rows = ["".join(tiles[k : k + width]) for k in range(0, len(tiles), width)]
    return rows if sum(row.count("u") for row in rows) == 1 else push_blocks(rng, most)


PUSH_BLOCK = level_files.family("psychopath")


def test_thousands_of_push_block_levels():
    rng, solvable = random.Random(1), 0
    for _ in range(examples(600)):
        puzzle = psychopath(push_blocks(rng))
        graph = expand(puzzle, Limits(states=2_000), engine="direct")
        if graph.complete:
            solvable += graph.goal is not None
            assert_shortest(puzzle, PUSH_BLOCK, "direct", graph)
    assert solvable > examples(600) // 3


@pytest.mark.long
def test_push_block_levels_when_patience_is_short(monkeypatch):
    monkeypatch.setattr(lazy_astar, "FIRST_STATES", 1)
    monkeypatch.setattr(lazy_astar, "GROWTH", 2)
    asked = []
    shut_off = lazy_astar._shut_off
    monkeypatch.setattr(
        lazy_astar, "_shut_off", lambda *given: asked.append(shut_off(*given)) or asked[-1]
    )
    rng = random.Random(6)
    for _ in range(400):
        assert_shortest(psychopath(push_blocks(rng)), PUSH_BLOCK)
    assert any(asked)
    assert not all(asked)


@pytest.mark.long
def test_push_block_levels_when_memory_is_scarce(monkeypatch):
    monkeypatch.setattr(astar, "MIN_STATES_TO_DROP", 0)
    rng = random.Random(7)
    for _ in range(400):
        assert_shortest(psychopath(push_blocks(rng)), PUSH_BLOCK)


def test_push_block_levels_with_compiled_rules_interpreted(on_engine):
    rng = random.Random(2)
    for _ in range(12):
        puzzle = psychopath(push_blocks(rng, 4))
        assert_shortest(puzzle, PUSH_BLOCK, on_engine)


@given(boards.boards("  123%", "PQ", (3, 4)))
@settings(max_examples=examples(150))
def test_pacman_levels(rows):
    family = level_files.family("pacman")
    assert_shortest(family.read("\n".join(boards.framed(rows, "%")), {}), family)


@st.composite
def ships(draw):
    """Return a text of Spacewreck."""
    rooms = draw(st.integers(2, 7))
    colour, room = st.sampled_from(["red", "blue"]), st.integers(1, rooms)
    ways = draw(st.lists(st.tuples(room, room, colour), max_size=16))
    lines = [
        f"{rooms} {len(ways)}",
        " ".join(draw(st.lists(colour, min_size=rooms - 1, max_size=rooms - 1))),
        f"{draw(room)} {draw(room)}",
        *(f"{a} {b} {shade}" for a, b, shade in ways),
    ]
    return "\n".join(lines)


@given(ships())
@settings(max_examples=examples(150))
def test_spacewreck_levels(text):
    family = level_files.family("spacewreck")
    assert_shortest(family.read(text, {}), family)


# --------------------------------------------------------------------------------------- laws


def test_pruning_changes_no_solution():
    rng, pruned = random.Random(3), 0
    for _ in range(examples(1_200)):
        puzzle = psychopath(push_blocks(rng, 4))
        less = PUSH_BLOCK.prune(puzzle)
        pruned += less.board.size < puzzle.board.size
        before, after = (summary(expand(p, engine="direct")) for p in (puzzle, less))
        for name in ("solvable", "shortest", "shortest_count", "first_solution"):
            assert before[name] == after[name]
    assert pruned > examples(1_200) // 6


def test_what_cannot_be_pushed_never_moves_and_nobody_stands_outside():
    rng, fixed, outside = random.Random(4), 0, 0
    for _ in range(500):
        puzzle = psychopath(push_blocks(rng, 4))
        start = puzzle.start
        pushed, reached = pushable(puzzle.board, start.blocks, start.player)
        held = start.blocks.difference(pushed)
        fixed, outside = fixed + len(held), outside + puzzle.board.size - len(reached)
        graph = expand(puzzle, engine="direct")
        for state in map(graph.state, graph):
            assert held <= state.blocks
            assert state.player in reached
    assert fixed > 500
    assert outside > 500


def test_walls_for_what_cannot_matter():
    puzzle = walled(psychopath(["p__u", "_pp_", "_pp_", "__pe"]))
    assert puzzle.board.lines == ("X__u", "_XX_", "_XX_", "__pe")
    puzzle = walled(psychopath(["u_Xp", "_eX_", "XXXX", "pP__"]))
    assert puzzle.board.lines == ("u_XX", "_eXX", "XXXX", "XXXX")
    # a block that could be pushed, but only from a cell that the player cannot reach
    assert walled(psychopath(["upp_e"])).board.lines == ("uXXXX",)
    assert walled(psychopath(["up_pe"])).board.lines == ("up_pe",)


def test_fewer_obstacles_are_never_farther():
    rng, nearer = random.Random(5), 0
    for _ in range(500):
        puzzle = psychopath(push_blocks(rng, 4))
        some = [cell for cell in puzzle.start.blocks if rng.random() < 0.6]
        fewer = puzzle.starting(puzzle.start.but(blocks=some))
        few, all_ = (shortest(expand(p, engine="direct")) for p in (fewer, puzzle))
        assert all_ is None or (few is not None and few <= all_)
        nearer += few != all_
    assert nearer > 50


@pytest.mark.parametrize("name", ["pacman", "spacewreck"])
def test_undoing_moves(name):
    family = level_files.family(name)
    for level in known.bundled(name):
        if level.expect["states"] > 1_000:
            continue
        goals, back = family.backward(level.puzzle)
        assert all(map(level.puzzle.is_goal, goals))
        graph = expand(level.puzzle)
        for node in graph:
            state = graph.state(node)
            if not level.puzzle.is_goal(state):
                for _, new in level.puzzle.moves(state):
                    assert new in goals or not level.puzzle.is_goal(new)
                    assert state in [before for _, before in back.moves(new)]


@pytest.mark.parametrize("name", FAMILIES)
def test_only_admissible_heuristics_are_used(name):
    family = level_files.family(name)
    assert set(family.admissible) <= set(family.heuristics)
    for level in known.bundled(name):
        if level.expect["states"] > 1_000:
            continue
        graph = expand(level.puzzle)
        left = moves_to_goal(graph).tolist()
        for admissible in family.admissible:
            guess = family.heuristics[admissible](level.puzzle)
            assert all(far < 0 or guess(graph.state(u)) <= far for u, far in enumerate(left))


def test_a_guess_may_be_inconsistent():
    # from a to c the heuristic falls by 3 in one move
    ways = {"s": "ab", "a": "c", "b": "d", "d": "c", "c": "e", "e": "g"}
    guesses = {"s": 0, "a": 3, "b": 0, "c": 0, "d": 0, "e": 0, "g": 0}
    puzzle = Ways(ways)

    class Guessing(Family):
        name = "guessing"
        heuristics = {"given": lambda puzzle: guesses.__getitem__}
        admissible = ("given",)

        def read(self, text, options):
            raise NotImplementedError

    for search in ("astar", "ida"):
        assert solve(puzzle, search, family=Guessing()).moves == ("a", "c", "e", "g")


def test_a_start_of_many_dead_boxes(on_engine):
    # two boxes in corners: the sum of their estimates exceeds 32 bits
    puzzle = level_files.family("sokoban").read("######\n#$  $#\n# @..#\n######", {})
    found = solve(puzzle, "astar", engine=on_engine, family=level_files.family("sokoban"))
    assert (found.moves, found.solvable, found.why) == (None, False, "")


class Ways:
    """A puzzle of letters; the label of a move is the letter that it leads to."""

    start = "s"

    def __init__(self, ways):
        self.ways = ways

    def moves(self, state):
        return [(to, to) for to in self.ways.get(state, "")]

    def is_goal(self, state):
        return state == "g"


def test_states_of_several_types():
    class Mixed:
        start = "s"

        def moves(self, state):
            ways = {"s": [("a", 1), ("b", (2,))], (2,): [("c", 3.5)]}
            return ways.get(state, [])

        def is_goal(self, state):
            return state == 3.5

    for search in ("astar", "ida"):
        assert solve(Mixed(), search).moves == ("b", "c")


# ------------------------------------------------------------------------------ which is the first


def test_the_first_by_text_and_move_by_move(on_engine):
    def rule(s):
        for label, to in (("1", 1), ("10", 2)):
            if s.x == 0:
                yield label, s.but(x=to)
        for label, here in (("2", 1), ("1", 2)):
            if s.x == here:
                yield label, s.but(x=3)

    puzzle = Puzzle(dict(x=0), [rule], lambda s: s.x == 3, x=One(4))
    for search in ("astar", "ida"):
        found = solve(puzzle, search, engine=on_engine, order="moves")
        assert (found.moves, found.first) == (("1", "2"), True)
        # as text 10, 1 comes first: no claim if a label is a prefix of another
        found = solve(puzzle, search, engine=on_engine)
        assert not found.first
        assert found.unknown == ("first_solution", "first_solution_moves")


@pytest.mark.parametrize("most, first", [(2, True), (1, False)])
def test_nothing_is_the_first_where_labels_are_too_many_to_be_sorted(
    interpreted, monkeypatch, most, first
):
    monkeypatch.setattr(compiled_states, "MAX_SORTED_LABELS", most)

    def rule(s):
        yield "b", s.but(x=s.x + 1)
        yield "a", s.but(x=s.x + 1)

    puzzle = Puzzle(dict(x=0), [rule], lambda s: s.x == 2, x=One(3))
    for order in ("moves", "text"):
        found = solve(puzzle, "ida", engine="native", order=order)
        assert (found.length, found.first) == (2, first)
        assert found.moves == ("a", "a") or not first


def test_one_of_the_shortest_where_the_first_takes_too_long(run, monkeypatch):
    monkeypatch.setattr("stategraph.search.run.MAX_VISITED_STATES", 5)
    monkeypatch.setattr("stategraph.pushing.cost_bounded.Proof.first", lambda *given: None)
    monkeypatch.setattr("stategraph.search.python_states.STATES_PER_CHECK", 1)
    level = load("psychopath/warehouse")
    found = solve(level, "lazy")
    assert not found.first
    assert len(found.moves) == level.expect["shortest"]
    told = run("solve", "psychopath/warehouse", "--search", "lazy", "--json")
    record = json.loads(told.out)
    assert record["solution"] == found.text
    assert record["first_solution"] is None
    assert record["unknown"] == ["first_solution", "first_solution_moves"]
    told = run("solve", "psychopath/warehouse", "--search", "lazy")
    assert "a shortest solution, perhaps not the first" in told.err


# -------------------------------------------------------------------------------- refusals


def test_what_makes_no_sense_is_refused():
    for search in ("lazy", "bidirectional"):
        with pytest.raises(InputError, match=search):
            solve(counter(), search)
    with pytest.raises(ValueError, match="search must be"):
        solve(counter(), "uphill")
    with pytest.raises(RuleError, match="without declared variables"):
        solve(Ways({"s": "g"}), "astar", engine="native")

    class Mistaken(Family):
        name = "mistaken"
        admissible = ("walk",)

        def read(self, text, options):
            raise NotImplementedError

        def backward(self, puzzle):
            return ["g"], puzzle

    with pytest.raises(InputError, match="'walk' is called admissible, but is not a heuristic"):
        solve(Ways({"s": "g"}), "astar", family=Mistaken())
    with pytest.raises(InputError, match="bidirectional"):
        solve(Ways({"s": "g"}), "bidirectional", family=Mistaken())


def two_at_once(rows):
    """Return push-block with rules that also allow pushing two blocks in a row."""
    board = Grid(rows, "X")

    def walk(s):
        for way, to in board.around(s.player):
            train = to
            for _ in range(2):
                if train >= 0 and train in s.blocks:
                    train = board.step[way][train]
            if train >= 0 and train not in s.blocks:
                blocks = s.blocks - to + train if to in s.blocks else s.blocks
                yield way, s.but(player=to, blocks=blocks)

    exits = board.find("e")
    return Puzzle(
        dict(player=min(board.find("u")), blocks=board.find("pP")),
        [walk],
        lambda s: s.player in exits,
        board=board,
        walker="player",
        obstacles="blocks",
        player=One(board),
        blocks=Set(board),
    )


def test_obstacles_that_move_two_at_a_time():
    # the obstacle may be a considered block that lazy A* mistakes for another one
    assert solve(two_at_once(["_p_p_", "_upeX"]), "lazy").solvable is False
    rng = random.Random(8)
    for _ in range(examples(150)):
        assert_shortest(two_at_once(push_blocks(rng)))


def test_a_walker_is_one_and_obstacles_are_a_set():
    for names in ({"walker": "y"}, {"obstacles": "x"}, {"walker": "z"}):
        with pytest.raises(ValueError, match="is not a variable of the kind"):
            Puzzle({"x": 0, "y": ()}, [], lambda s: False, x=One(2), y=Set(2), **names)


def test_every_search_may_be_asked_for():
    assert ("auto", "bfs", *optimal_searches.SEARCHES) == SEARCHES


def test_the_best_search():
    assert best_searches(counter(), NO_FAMILY) == ()
    for name, names in {
        "labyrinth": ("astar",), "pacman": ("astar",), "pledge": (),
        "psychopath": ("pushing", "lazy"), "sokoban": ("pushing",), "spacewreck": ("astar",),
    }.items():  # fmt: skip
        level = known.bundled(name)[0]
        assert best_searches(level.puzzle, level.family) == names


def test_a_crowded_board_is_expanded_less_far():
    blocks = ["u" + "p" * 59 + "e", "_" * 61]
    assert (states_before_search(psychopath(blocks)), states_before_search(counter())) == (
        solving.MAX_EXPANDED_STATES,
        solving.MAX_EXPANDED_STATES,
    )
    assert states_before_search(psychopath(["u" + "p" * 60 + "e"])) < solving.MAX_EXPANDED_STATES


def test_a_start_that_wins_and_a_puzzle_without_a_solution():
    for search in ("astar", "bfs"):
        assert solve(counter(0), search).moves == ()
        found = solve(Ways({"s": "ab", "a": "s"}), search)
        assert (found.moves, found.solvable, found.first) == (None, False, False)
        assert found.unknown == ()


def test_rules_that_are_misread_are_an_error_that_names_the_state(monkeypatch):
    monkeypatch.setattr("stategraph.native.surroundings.objection", lambda code: None)

    def rule(s):
        if type(s.x) is int:  # not the type of a symbol
            yield "+", s.but(x=1)

    puzzle = Puzzle(dict(x=0), [rule], lambda s: s.x == 4, x=One(5))
    with pytest.raises(RuleError, match=r"differ .* state \(x=0"):
        solve(puzzle, "astar", engine="native")


@pytest.mark.parametrize("search", sampled(["astar", "ida"]))
def test_rules_that_are_misread_far_from_the_start_are_an_error(interpreted, monkeypatch, search):
    """The search in Python before the native one does not reach these states."""
    monkeypatch.setattr("stategraph.native.surroundings.objection", lambda code: None)

    def rule(s):
        yield "+", s.but(x=s.x + 1)
        if type(s.x) is int and s.x > 400:  # not the type of a symbol
            yield "back", s.but(x=0)

    puzzle = Puzzle(dict(x=0), [rule], lambda s: s.x == 600, x=One(601))
    with pytest.raises(RuleError, match=r"differ .* state \(x=[45]"):
        solve(puzzle, search, engine="native")


def test_plain_python_begins_again_after_rules_were_misread(monkeypatch, caplog):
    monkeypatch.setattr("stategraph.native.surroundings.objection", lambda code: None)
    monkeypatch.setattr(search_context, "MIN_STATES_FOR_NATIVE", 3)

    def rule(s):
        if type(s.x) is int and s.x < 9:
            yield "+", s.but(x=s.x + 1)

    puzzle = Puzzle(dict(x=0), [rule], lambda s: s.x == 9, x=One(10))
    found = solve(puzzle, "astar")
    assert (found.proven, found.length) == (True, 9)
    assert "Plain Python begins again" in caplog.messages[0]


def test_rules_that_cannot_be_compiled_run_as_plain_python(monkeypatch, caplog):
    def rule(s):
        yield "+", s.but(x={k: k + 1 for k in range(9)}[s.x])

    puzzle = Puzzle(dict(x=0), [rule], lambda s: s.x == 9, x=One(10))
    monkeypatch.setattr(search_context, "MIN_STATES_FOR_NATIVE", 3)
    with caplog.at_level(logging.INFO, "stategraph"):
        assert len(solve(puzzle, "astar").moves) == 9
    assert "runs as plain Python" in caplog.messages[0]


def test_it_is_told_once_that_there_is_no_compiler(monkeypatch, caplog):
    monkeypatch.setattr(search_context, "MIN_STATES_FOR_NATIVE", 1)
    monkeypatch.setattr("stategraph.machine.backends.backend", lambda: None)
    level = load("psychopath/warehouse")
    with caplog.at_level(logging.INFO, "stategraph"):
        found = solve(level, "lazy")
    assert found.length == level.expect["shortest"]
    assert caplog.messages == [SLOWER % MISSING]


# ------------------------------------------------------------------------------------- results


def test_a_graph_that_was_stopped_is_all_that_is_known_of_it(run, tmp_path):
    path = str(tmp_path / "cut.npz")
    assert run("expand", "psychopath/many-traps", "-o", path, "--max-states", 40).code == 3
    found = solve(load(path))
    assert (found.search, found.moves, found.states_seen) == ("bfs", None, 40)
    assert (found.solvable, found.proven, found.graph is None) == (None, False, False)
    for search in SEARCHES:
        if search not in ("auto", "bfs"):
            with pytest.raises(InputError, match=f"a graph is searched by bfs, not by {search}"):
                solve(load(path), search)


def test_no_search_begins_when_the_seconds_are_over():
    found = solve(load("psychopath/warehouse"), limits=Limits(seconds=0.0))
    assert (found.search, found.why) == ("bfs", "limit of 0 seconds")
    assert found.graph is not None


def test_a_search_whose_seconds_are_over_is_the_last_one_that_had_its_turn(monkeypatch):
    monkeypatch.setattr(solving, "MAX_EXPANDED_STATES", 1)
    monkeypatch.setattr(solving, "best_searches", lambda *given: ("ida", "astar"))

    def late(*given):
        raise OutOfTime("over")

    monkeypatch.setattr("stategraph.search.run.shortest_solution", late)
    found = solve(load("psychopath/many-traps"), limits=Limits(seconds=60.0))
    assert (found.search, found.moves, found.solvable) == ("astar", None, None)


@pytest.mark.parametrize("search", ["astar", "ida"])
def test_an_interrupted_search_reports_what_it_has_proven(search):
    def interrupted_at(least):
        def tell(found, at_least):
            if at_least >= least:
                raise KeyboardInterrupt

        return solve(counter(9), search, tell=tell)

    with pytest.raises(KeyboardInterrupt):  # every start that does not win needs a move
        interrupted_at(1)
    for least in (2, 5):
        found = interrupted_at(least)
        assert (found.interrupted, found.at_least, found.solvable) == (True, least, None)


@pytest.mark.parametrize("name", ["sokoban/next-door", "psychopath/warehouse"])
def test_any_solution_has_the_lower_bound_of_the_heuristics(name):
    level = load(name)
    puzzle = Puzzle.of(level.family.prune(level.puzzle))
    guesses = [level.family.heuristics[one](puzzle) for one in level.family.admissible]
    found = solve(level, "any")
    assert found.moves is not None
    assert found.at_least >= max(guess(puzzle.start) for guess in guesses) > 1


def test_a_solver_of_formulas_is_asked_where_blocks_are_pushed_to_get_to_an_exit():
    level = load("psychopath/first-push")
    found = solve(level, "sat")
    assert (found.proven, found.length, found.search) == (True, level.expect["shortest"], "sat")
    for name in ("sokoban/next-door", "spacewreck/eight-rooms"):
        with pytest.raises(InputError, match="search sat: no board"):
            solve(load(name), "sat")


def test_a_search_beside_another_never_keeps_a_process_alive():
    assert background_search.BackgroundSearch(0.0).daemon


def test_where_states_are_limited_a_finder_runs_after_the_searches(monkeypatch):
    monkeypatch.setattr(solving, "MAX_EXPANDED_STATES", 1)
    some = Solution(("right",), True, None, False, "end", "auto", 1)
    for met in (some, None):
        monkeypatch.setattr(solving, "_find_any", lambda asked, met=met: met)
        monkeypatch.setattr(solving, "best_searches", lambda *given: ("astar",))
        found = solve(load("psychopath/many-traps"), limits=Limits(states=2))
        assert not found.proven
        assert found == some if met else found.why == "limit of 2 states"


def test_a_solution_says_in_words_what_is_proven_of_it():
    moves = ("R3", "L5")
    for record, words in {
        (moves, True, 2, True, ""): "R3L5, 2 moves",
        (moves, True, 2, False, ""): "R3L5, 2 moves, perhaps not the first",
        (moves, True, 2, False, "end"): "R3L5, 2 moves, perhaps not the first, stopped at the end",
        (moves, True, None, False, "end"): "R3L5, 2 moves, perhaps not the best, "
        "stopped at the end",
        (None, False, None, False, ""): "none",
        (None, None, None, False, "end"): "unknown, stopped at the end",
    }.items():
        found = Solution(*record, "astar", 1_234)
        assert repr(found) == f"<Solution: {words} (astar, 1,234 states)>"
        assert found.proven == (record[4] == "")
        assert found.found == (None if record[0] is None else 2)


# --------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize("search", ["astar", "lazy", "ida"])
def test_a_limit_makes_the_answer_unknown(search):
    puzzle = load("psychopath/behind-the-door").puzzle
    for limits, reason in (
        (Limits(seconds=0.0), "seconds"),
        (Limits(memory=2**20), "memory"),
        (Limits(states=3), "3 states"),
    ):
        found = solve(puzzle, search, limits, engine="native", family=PUSH_BLOCK)
        assert (found.moves, found.solvable, found.length) == (None, None, None)
        assert {"solvable", "shortest", "first_solution"} <= set(found.unknown)
        assert reason in found.why
        assert f"stopped at the {found.why}" in repr(found)


def test_no_memory_is_kept_back_for_analyses(monkeypatch):
    monkeypatch.setattr("stategraph.engines.limits.held_memory", lambda: 0)
    limits, puzzle = Limits(memory=32 * 500), counter(499)
    assert "memory" in expand(puzzle, limits).stopped
    assert solve(puzzle, "astar", limits, engine="direct").length == 499


def test_a_small_table_changes_no_answer(monkeypatch):
    monkeypatch.setattr(optimal_searches, "TABLE_STATES", 32)
    level = load("psychopath/warehouse")
    for engine in ("direct", "native"):
        found = solve(level, "ida", engine=engine)
        assert found.moves == tuple(level.expect["first_solution"])


def test_the_states_kept_stay_within_the_limit():
    puzzle = PUSH_BLOCK.read(LOOSE, {})
    for most in (1, 5, 50):
        found = solve(puzzle, "astar", Limits(states=most))
        assert found.why == f"limit of {most:,} state{'s' if most > 1 else ''}"


def test_more_states_than_can_be_numbered_are_no_proof(monkeypatch):
    level = load("pacman/orchard")
    monkeypatch.setattr("stategraph.engines.limits.MAX_NODES", 9)
    for search in ("astar", "bidirectional"):
        for limits in (Limits(), Limits(states=10**18)):
            found = solve(level, search, limits)
            assert (found.moves, found.why) == (None, "limit of 9 states")


LOOSE = "7 6\n0\n_______\n_p_p_p_\n___u___\n_p_p_p_\n_____XX\n_____Xe"


# --------------------------------------------------------------------------------- command line


def test_solve_says_what_it_found(run):
    told = run("solve", "psychopath/warehouse", "--search", "lazy")
    assert (told.code, len(told.out.strip())) == (0, 15)
    assert told.err == ""
    told = run("solve", "psychopath/warehouse", "--search", "ida", "--json")
    record = json.loads(told.out)
    assert (record["shortest"], record["solution"]) == (15, record["first_solution"])
    assert record["unknown"] == []
    told = run("solve", "psychopath/first-push", "--search", "astar", "--steps")
    assert told.out.splitlines()[1] == "start"
    assert run("solve", "psychopath/two-in-a-row", "--search", "lazy").out == "NO-PATH\n"


def test_progress_tells_what_is_kept_and_no_moves(run, monkeypatch):
    shown = []
    monkeypatch.setattr(
        "stategraph.cli.terminal.Progress.show", lambda self, text: shown.append(text)
    )
    assert run("solve", "pacman/orchard", "--search", "astar").code == 0
    assert shown[0].startswith("astar: ") and shown[0].endswith(" states kept")


def test_solve_refuses_in_a_line(run, tmp_path):
    for line in (
        ["psychopath/warehouse", "--search", "bidirectional"],
        ["pacman/orchard", "--search", "lazy"],
        ["pacman/orchard", "--search", "astar", "--all", "2"],
    ):
        told = run("solve", *line)
        assert (told.code, told.out, len(told.err.splitlines())) == (2, "", 1)


def test_solve_is_unknown_at_a_limit(run):
    told = run("solve", "pacman/two-storeys", "--search", "astar", "--max-states", "9")
    assert (told.code, told.out) == (3, "UNKNOWN\n")
    record = json.loads(
        run("solve", "pacman/two-storeys", "--search", "astar", "--max-states", "9", "--json").out
    )
    assert record["solvable"] is None
    assert record["shortest"] is None
    assert {"solvable", "shortest"} <= set(record["unknown"])


def test_auto_expands_what_fits_and_searches_what_does_not(run, monkeypatch):
    first = first_solution(expand(load("psychopath/many-traps").puzzle)).text
    assert run("solve", "psychopath/many-traps").out == f"{first}\n"
    monkeypatch.setattr(solving, "MAX_EXPANDED_STATES", 100)
    told = run("solve", "psychopath/many-traps")
    assert (told.code, told.out) == (0, f"{first}\n")
    assert "stopped at the limit of 100 states; searching by pushing and lazy" in told.err
    # a lower limit of the user takes precedence
    assert run("solve", "psychopath/many-traps", "--max-states", "50").code == 3
    assert run("solve", "psychopath/many-traps", "--search", "bfs").out == f"{first}\n"


def test_auto_searches_where_memory_ends_but_not_where_time_does(run, monkeypatch):
    ends = [Stop(Reason.MEMORY, 1 << 20)]
    with monkeypatch.context() as patch:
        patch.setattr(Budget, "exhausted", lambda *given: ends.pop() if ends else None)
        told = run("solve", "psychopath/warehouse")
    assert (told.code, len(told.out.strip())) == (0, 15)
    assert "stopped at the limit of 1 MiB of memory; searching by pushing and lazy" in told.err
    told = run("solve", "psychopath/warehouse", "--max-seconds", "0")
    assert (told.code, told.out) == (3, "UNKNOWN\n")


def test_all_searches_can_be_asked_for():
    verb = next(action for action in parser()._actions if action.choices).choices["solve"]
    told = verb.format_help()
    for search in SEARCHES:
        assert verb.parse_args(["x", "--search", search]).search == search
        assert search in told


@pytest.mark.long
def test_memory_stays_within_fifty_bytes_a_state(tmp_path):
    environment = {**os.environ, "STATEGRAPH_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, env=environment, check=True
    )
    assert float(done.stdout) < 50


SCRIPT = """
import resource
from stategraph.expand import Limits
from stategraph.rules import One, Puzzle
from stategraph.search.solve import solve

def rule(s):
    for dx, dy in ((0, 1), (1, 0), (0, 1023), (1023, 0), (5, 7)):
        yield f"{dx},{dy}", s.but(x=(s.x + dx) % 1024, y=(s.y + dy) % 1024)

puzzle = Puzzle({"x": 0, "y": 0}, [rule], lambda s: False, x=One(1024), y=One(1 << 20))
solve(puzzle, "astar", Limits(states=100_000), engine="native")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = solve(puzzle, "astar", engine="native")
assert found.states_seen == 1 << 20 and found.proven
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / found.states_seen)
"""
