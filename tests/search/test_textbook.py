"""Comparisons of three searches: published counts, literal transcriptions, limits, the verb."""

from __future__ import annotations

import csv
import heapq
import json
import re
from itertools import count
from pathlib import Path
from xml.etree import ElementTree

import known
import pytest
from effort import examples, sampled
from hypothesis import given, settings
from hypothesis import strategies as st
from stategraph_puzzles.pacman import family as pacman
from toys import PLAIN_PUZZLES, counter, plain, ship

from stategraph import level_files, load
from stategraph.analysis import moves_to_goal
from stategraph.engines.limits import Budget, Limits
from stategraph.errors import RuleError
from stategraph.expand import expand
from stategraph.rules import One, Puzzle
from stategraph.search import comparison, textbook
from stategraph.search.algorithm_properties import THEORY
from stategraph.search.comparison import ALGORITHMS, compare
from stategraph.search.comparison import run as run_search
from stategraph.search.custom_search import CustomResult

# ------------------------------------------------- the definitions, word for word, on any puzzle


def literal_breadth_first(puzzle):
    """Return (depth, distinct, all): a state is counted when first generated."""
    if puzzle.is_goal(puzzle.start):
        return 0, 1, 1
    depth, queue = {puzzle.start: 0}, [puzzle.start]
    for state in queue:
        for _, new in puzzle.moves(state):
            if new in depth:
                continue
            depth[new] = depth[state] + 1
            if puzzle.is_goal(new):
                return depth[new], len(depth), len(depth)
            queue.append(new)
    return None, len(depth), len(depth)


def literal_deepening(puzzle):
    """Return (depth, distinct, all): rounds with an explicit stack, popped in reverse."""
    generated, before = 0, 0
    for limit in count():
        fewest, stack = {puzzle.start: 0}, [(puzzle.start, 0)]
        generated += 1
        while stack:
            state, made = stack.pop()
            if puzzle.is_goal(state):
                return made, len(fewest), generated
            if made == limit:
                continue
            for _, new in puzzle.moves(state):
                if new not in fewest or made + 1 < fewest[new]:
                    fewest[new] = made + 1
                    generated += 1
                    stack.append((new, made + 1))
        if len(fewest) == before:
            return None, len(fewest), generated
        before = len(fewest)
    raise AssertionError


class Entry:
    """A state on the heap; entries are compared only by moves + heuristic."""

    def __init__(self, total, made, state):
        self.total, self.made, self.state = total, made, state

    def __lt__(self, other):
        return self.total < other.total


def literal_astar(puzzle, guess):
    """Return (depth, distinct, all): generated once, never re-opened, the root not marked."""
    heap, marked, generated = [Entry(guess(puzzle.start), 0, puzzle.start)], set(), 1
    while heap:
        entry = heapq.heappop(heap)
        if puzzle.is_goal(entry.state):
            return entry.made, generated, generated
        for _, new in puzzle.moves(entry.state):
            if new not in marked:
                marked.add(new)
                generated += 1
                made = entry.made + 1
                heapq.heappush(heap, Entry(made + guess(new), made, new))
    return None, generated, generated


def counts(found):
    assert found.stopped == ""
    return found.depth, found.distinct, found.generated


class Rows:
    """A puzzle given by the moves of each state, with any number of goals."""

    start = 0

    def __init__(self, rows, goals):
        self.rows, self.goals = rows, goals

    def moves(self, state):
        return [(f"m{k}", to) for k, to in enumerate(self.rows[state])]

    def is_goal(self, state):
        return state in self.goals


@st.composite
def graphs(draw):
    """Draw a graph of up to 9 states, some of them goals, and a heuristic for each state."""
    n = draw(st.integers(1, 9))
    states = st.integers(0, n - 1)
    rows = draw(st.lists(st.lists(states, max_size=4), min_size=n, max_size=n))
    guesses = draw(st.lists(st.integers(0, 4), min_size=n, max_size=n))
    return Rows(rows, draw(st.sets(states, max_size=3))), guesses


@settings(max_examples=examples(200))
@given(graphs())
def test_each_search_does_what_its_definition_says(case):
    puzzle, guesses = case
    assert counts(textbook.breadth_first(puzzle)) == literal_breadth_first(puzzle)
    assert counts(textbook.iterative_deepening(puzzle)) == literal_deepening(puzzle)
    assert counts(textbook.astar(puzzle, guesses.__getitem__)) == literal_astar(
        puzzle, guesses.__getitem__
    )


@settings(max_examples=examples(200))
@given(graphs())
def test_all_find_the_shortest_without_a_guess(case):
    puzzle, _ = case
    shortest = textbook.breadth_first(puzzle).depth
    assert textbook.iterative_deepening(puzzle).depth == shortest
    assert textbook.astar(puzzle, lambda state: 0).depth == shortest


def test_astar_may_make_a_detour_by_a_consistent_guess():
    """The detour 0 1 2 3 5 has low heuristic values, so it reaches state 5 before 0 4 6 5."""
    rows = [[1, 4], [2], [3], [5], [6], [7], [5], []]
    guesses = [1, 0, 0, 0, 2, 1, 2, 0]
    assert all(guesses[a] <= 1 + guesses[b] for a, row in enumerate(rows) for b in row)
    puzzle = Rows(rows, {7})
    assert textbook.breadth_first(puzzle).depth == 4
    assert textbook.astar(puzzle, guesses.__getitem__).depth == 5
    assert "detour" in THEORY["astar"].optimal


@pytest.mark.parametrize("name", sampled(level_files.family_names(), 2))
def test_on_bundled_levels_of_every_family(name):
    tried = 0
    for level in known.bundled(name):
        if level.expect["states"] > 300:
            continue
        tried += 1
        guesses = list(level.family.heuristics.values())
        guess = guesses[0](level.puzzle) if guesses else lambda state: 0
        puzzle = level.puzzle
        assert counts(textbook.breadth_first(puzzle)) == literal_breadth_first(puzzle)
        assert counts(textbook.iterative_deepening(puzzle)) == literal_deepening(puzzle)
        assert counts(textbook.astar(puzzle, guess)) == literal_astar(puzzle, guess)
        assert textbook.breadth_first(puzzle).depth == level.expect["shortest"]
    assert tried >= 3


def test_the_compiled_rounds_count_what_the_plain_ones_do(monkeypatch):
    puzzle = load("pacman/taking-turns").puzzle
    plainly = textbook.iterative_deepening(puzzle)
    monkeypatch.setattr("stategraph.machine.kernel.MIN_ITEMS_TO_COMPILE", 0)
    assert textbook.iterative_deepening(puzzle) == plainly


def test_a_round_in_many_slices(monkeypatch):
    puzzle = load("pacman/passing-place").puzzle
    whole = textbook.iterative_deepening(puzzle)
    monkeypatch.setattr("stategraph.search.textbook.STATES_PER_CHECK", 0)
    assert textbook.iterative_deepening(puzzle) == whole


# --------------------------------------------------------------------------------- published counts


def test_published_counts():
    puzzle = known.case("pacman", "source-test5").puzzle
    guess = pacman.heuristics["farthest-food"](puzzle)
    assert textbook.breadth_first(puzzle) == CustomResult(13, 308, 308)
    assert textbook.iterative_deepening(puzzle) == CustomResult(13, 264, 2451)
    assert textbook.astar(puzzle, guess) == CustomResult(13, 271, 271)


# ------------------------------------------------------------------------------------------ corners


def test_a_start_that_wins():
    puzzle = Puzzle({"n": 0}, [], lambda s: s.n == 0, n=One(1))
    for found in (
        textbook.breadth_first(puzzle),
        textbook.iterative_deepening(puzzle),
        textbook.astar(puzzle, lambda s: 0),
    ):
        assert found == CustomResult(0, 1, 1)


def test_no_solution():
    puzzle = plain("a", "a on b, b back a")
    assert textbook.breadth_first(puzzle) == CustomResult(None, 2, 2)
    assert textbook.iterative_deepening(puzzle) == CustomResult(None, 2, 1 + 2 + 2)
    # the start is not marked, so it is generated once more
    assert textbook.astar(puzzle, lambda s: 0) == CustomResult(None, 3, 3)


@pytest.mark.parametrize("search", [textbook.breadth_first, textbook.iterative_deepening])
def test_a_limit_is_no_verdict(search):
    puzzle = counter(50)
    assert search(puzzle, Budget(Limits(states=51))).depth == 50
    found = search(puzzle, Budget(Limits(states=20)))
    assert (found.depth, found.stopped) == (None, "limit of 20 states")
    assert found.distinct <= 20


def test_a_limit_of_astar():
    puzzle = counter(50)
    assert textbook.astar(puzzle, lambda s: 50 - s.n, Budget(Limits(states=51))).depth == 50
    assert (
        textbook.astar(puzzle, lambda s: 0, Budget(Limits(states=20))).stopped
        == "limit of 20 states"
    )


def test_a_limit_of_seconds():
    puzzle = load("pacman/two-storeys").puzzle
    for found in compare("x", puzzle, ["bfs", "ids", "astar"], limits=Limits(seconds=0.01)):
        assert found.found.stopped == "limit of 0.01 seconds"
        assert found.seconds < 5


def test_rules_that_break_their_contract():
    def bad(s):
        yield "+", s.but(n=9)

    with pytest.raises(RuleError, match=r"state \(n=0\)"):
        textbook.breadth_first(Puzzle({"n": 0}, [bad], lambda s: False, n=One(2)))

    class Lists:
        start = [0]

        def moves(self, state):
            return []

        def is_goal(self, state):
            return False

    with pytest.raises(RuleError, match="not hashable"):
        textbook.breadth_first(Lists())


def test_an_inadmissible_guess_may_find_a_longer_way():
    puzzle = Rows([[1, 2], [3], [4], [5], [3], []], {3})
    assert textbook.breadth_first(puzzle).depth == 2
    assert textbook.astar(puzzle, [0, 9, 0, 0, 0, 0].__getitem__).depth == 3


def test_compare_repeats_and_keeps_order():
    rows = compare("ship", ship(), ["astar", "bfs"], repeat=2)
    assert [(row.level, row.algorithm) for row in rows] == [("ship", "astar"), ("ship", "bfs")]
    assert all(row.found.depth == 3 and row.seconds > 0 for row in rows)
    assert compare("door", PLAIN_PUZZLES[0], ["bfs"], repeat=1)[0].found.depth is not None


def test_the_mean_of_all_runs_is_told_and_nothing_that_is_no_search_is_timed(monkeypatch):
    clock, done = iter([0.0, 1.0, 10.0, 12.0, 20.0, 26.0, 30.0, 34.0]), []
    monkeypatch.setattr(comparison.time, "perf_counter", lambda: done.append("at") or next(clock))
    monkeypatch.setattr(comparison, "load_machine_code", lambda: done.append("load"))
    (bfs,) = compare("ship", ship(), ["bfs"], repeat=3)
    (ids,) = compare("ship", ship(), ["ids"], repeat=1)
    assert (bfs.seconds, ids.seconds) == ((1.0 + 2.0 + 6.0) / 3, 4.0)
    assert done == ["at"] * 6 + ["load"] + ["at"] * 2


def test_a_run_that_meets_a_limit_is_not_repeated_and_nothing_seen_is_kept(monkeypatch):
    runs = []
    whole = comparison.run
    monkeypatch.setattr(comparison, "run", lambda *given: runs.append(1) or whole(*given))
    (row,) = compare("count", counter(50), ["bfs"], repeat=4, limits=Limits(states=20))
    assert (len(runs), row.found.stopped, len(row.found.seen)) == (1, "limit of 20 states", 0)
    (row,) = compare("count", counter(50), ["bfs"], repeat=4)
    assert (len(runs), row.found.depth, len(row.found.seen)) == (1 + 4, 50, 0)


# ----------------------------------------------------------------------------------------- the verb

SMALL = ["pacman/first-meal", "pacman/passing-place"]


def test_the_table(run):
    got = run("search", *SMALL, "--repeat", 1)
    assert (got.code, got.err) == (0, "")
    head, *rows = got.out.splitlines()
    assert re.split("  +", head) == [
        "level", "algorithm", "depth", "distinct states", "all states", "seconds",
    ]  # fmt: skip
    assert [row.split()[:5] for row in rows] == [
        ["pacman/first-meal", "bfs", "5", "132", "132"],
        ["pacman/first-meal", "ids", "5", "121", "278"],
        ["pacman/first-meal", "astar", "5", "92", "92"],
        ["pacman/passing-place", "bfs", "12", "59", "59"],
        ["pacman/passing-place", "ids", "12", "28", "319"],
        ["pacman/passing-place", "astar", "12", "50", "50"],
    ]
    assert len({len(line) for line in [head, *rows]}) == 1


@pytest.mark.long
def test_all_files_at_once(run, tmp_path):
    files = [tmp_path / f"costs.{form}" for form in ("csv", "json", "svg", "png", "pdf")]
    outputs = [word for file in files for word in ("-o", file)]
    got = run("search", *SMALL, "spacewreck/no-way-out", "--repeat", 1, "--json", *outputs)
    assert got.code == 0
    records = json.loads(got.out)
    assert len(records) == 9
    assert json.loads(files[1].read_text()) == records
    with files[0].open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["all_states"] for row in rows] == [str(r["all_states"]) for r in records]
    assert [row["depth"] for row in rows][-3:] == [""] * 3
    assert [record["solvable"] for record in records] == [True] * 6 + [False] * 3
    picture = files[2].read_text()
    ElementTree.fromstring(picture)
    for words in ("breadth-first search", "iterative deepening", "A*", "seconds", "first-meal"):
        assert words in picture
    assert "no-way-out" not in picture  # it has no depth
    assert files[3].read_bytes().startswith(b"\x89PNG")
    assert files[4].read_bytes().startswith(b"%PDF")


def test_choosing_algorithms(run):
    got = run("search", "pledge/ferry", "--algorithms", "astar,bfs", "--repeat", 1, "--json")
    assert [record["algorithm"] for record in json.loads(got.out)] == ["astar", "bfs"]
    assert (
        "pledge/levels/ferry.yaml: the family has no heuristic; A* estimates 0 moves left"
        in got.err
    )
    got = run("search", "pledge/ferry", "--algorithms", "bfs", "--repeat", 1)
    assert got.err == ""


def test_limits_are_told(run):
    got = run("search", "pacman/orchard", "--max-states", 100, "--algorithms", "bfs,ids")
    assert got.code == 3
    assert [row.split()[2] for row in got.out.splitlines()[1:]] == ["unknown"] * 2
    assert got.err.count("stopped at the limit of 100 states") == 2


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--algorithms", "bfs,bsf"], "'bsf' is not one of bfs, ids, astar"),
        (["--repeat", 0], "'0' is not a number of at least 1"),
        (["-o", "costs.txt"], "costs.txt: the name must end in .csv"),
        (
            ["--heuristic", "walk"],
            "unknown heuristic 'walk'; pacman has farthest-food, farthest-pair",
        ),
    ],
)
def test_complaints(run, words, complaint):
    got = run("search", "pacman/first-meal", *words)
    assert (got.code, got.out) == (2, "")
    assert complaint in got.err


def test_the_name_of_a_family_stands_for_its_levels(run):
    got = run("search", "spacewreck", "--algorithms", "bfs", "--repeat", 1, "--json")
    assert [row["level"] for row in json.loads(got.out)] == [
        f"spacewreck/{path.stem}" for path in level_files.bundled("spacewreck")
    ]


def test_a_level_that_cannot_be_read_stops_all(run, tmp_path):
    got = run("search", "pacman/first-meal", "pacman/none", "-o", tmp_path / "x.csv")
    assert (got.code, got.out) == (2, "")
    assert not (tmp_path / "x.csv").exists()


@pytest.mark.long
def test_the_readmes_table_is_right():
    """The times depend on the machine, but depths and counts do not."""
    readme = Path(__file__).parents[2] / "stategraph" / "search" / "README.md"
    text = readme.read_text("utf-8")
    rows = re.findall(r"^(pacman/[\w-]+) +(\w+) +(\d+) +([\d,]+) +([\d,]+) +[\d.e-]+$", text, re.M)
    assert len(rows) == 15
    for name, algorithm, *numbers in rows:
        level = load(name)
        if level.expect["states"] > 20_000 and algorithm != "bfs":
            continue  # takes seconds
        guess = pacman.heuristics["farthest-food"](level.puzzle)
        (row,) = compare(name, level.puzzle, [algorithm], guess, repeat=1)
        assert list(counts(row.found)) == [int(word.replace(",", "")) for word in numbers]


def test_breadth_first_counts_as_the_graph_does():
    graph = expand(load("pacman/orchard").puzzle)
    found = textbook.breadth_first(load("pacman/orchard").puzzle)
    assert found.generated == graph.goal + 1
    assert found.depth == moves_to_goal(graph)[0]


# --------------------------------------------------------------------- searches that only find


def test_searches_that_find_a_solution_see_what_they_say():
    level = load("psychopath/first-push")
    guess = level.family.heuristics["walk"](level.puzzle)
    breadth = textbook.breadth_first(level.puzzle)
    for name in ALGORITHMS:
        found = run_search(name, level.puzzle, guess)
        assert found.depth >= breadth.depth
        assert len(set(found.seen)) == len(found.seen)
        assert abs(len(found.seen) - found.distinct) <= 1  # A* may generate the start again
    assert (
        textbook.greedy(level.puzzle, guess).distinct
        < textbook.breadth_first(level.puzzle).distinct
    )
    assert counts(textbook.astar(level.puzzle, guess, weight=0)) == counts(
        textbook.astar(level.puzzle, lambda state: 0)
    )


def test_depth_first_goes_down_the_newest_state():
    def step(s):
        if s.n < 4:
            yield "a", s.but(n=2 * s.n)
            yield "b", s.but(n=2 * s.n + 1)

    tree = Puzzle(dict(n=1), [step], lambda s: s.n == 6, n=One(9))
    found = textbook.depth_first(tree)
    assert [state.n for state in found.seen] == [1, 2, 3, 6, 7]
    assert (found.depth, found.distinct) == (2, 5)


def test_a_heuristic_of_ones_own_and_a_picture_of_what_was_seen(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_guess.py").write_text("def none(puzzle):\n    return lambda state: 0\n")
    words = ["search", "psychopath/first-push", "--repeat", 1, "--heuristic", "my_guess:none"]
    got = run(*words, "--algorithms", "greedy", "--picture", "seen.dot")
    assert got.code == 0 and got.err == ""
    assert "what greedy best-first search saw" in (tmp_path / "seen.dot").read_text()
    two = ["spacewreck/eight-rooms", "--picture", "x.svg"]
    for more in (two, ["--heuristic", "my_guess:no"], ["--heuristic", "wlk"]):
        got = run(*words, *more)
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)


# ------------------------------------------------------------- waiting and seen states, by hand


def literal_best_first(puzzle, rank, guess):
    """Return (depth, distinct, most waiting, states seen); the least rank is expanded first."""
    heap = [Entry(rank(0, guess(puzzle.start)), 0, puzzle.start)]
    marked, seen, most = set(), [puzzle.start], 1
    while heap:
        entry = heapq.heappop(heap)
        if puzzle.is_goal(entry.state):
            return entry.made, len(seen), most, list(dict.fromkeys(seen))
        for _, new in puzzle.moves(entry.state):
            if new not in marked:
                marked.add(new)
                seen.append(new)
                made = entry.made + 1
                heapq.heappush(heap, Entry(rank(made, guess(new)), made, new))
        most = max(most, len(heap))
    return None, len(seen), most, list(dict.fromkeys(seen))


@settings(max_examples=examples(150))
@given(graphs())
def test_best_first_searches_differ_in_their_rank_alone(case):
    puzzle, guesses = case
    guess = guesses.__getitem__
    turn = count(0, -1)
    ranks = {
        "dfs": lambda made, left: next(turn),
        "greedy": lambda made, left: left,
        "astar": lambda made, left: made + left,
        "wastar": lambda made, left: made + 2 * left,
    }
    for name, rank in ranks.items():
        found = run_search(name, puzzle, guess)
        known = found.depth, found.distinct, found.waiting, list(found.seen)
        assert known == literal_best_first(puzzle, rank, guess), name
    threefold = run_search("wastar", puzzle, guess, weight=3)
    assert (threefold.depth, threefold.distinct, threefold.waiting) == literal_best_first(
        puzzle, lambda made, left: made + 3 * left, guess
    )[:3]


def literal_most_waiting(puzzle, rounds):
    """Return the largest stack of iterative deepening within 0, 1, ... `rounds` - 1 moves."""
    most = 1
    for limit in range(rounds):
        fewest, stack = {puzzle.start: 0}, [(puzzle.start, 0)]
        while stack:
            most = max(most, len(stack))
            state, made = stack.pop()
            if puzzle.is_goal(state):
                break
            if made == limit:
                continue
            for _, new in puzzle.moves(state):
                if new not in fewest or made + 1 < fewest[new]:
                    fewest[new] = made + 1
                    stack.append((new, made + 1))
    return most


@settings(max_examples=examples(200))
@given(graphs())
def test_iterative_deepening_keeps_one_stack(case):
    puzzle, _ = case
    found = textbook.iterative_deepening(puzzle)
    # without a goal, the limit of the last round adds no new state
    depths = literal_depths(puzzle)
    last = max(depths.values()) + 1 if found.depth is None else found.depth
    assert found.waiting == literal_most_waiting(puzzle, last + 1)
    if found.depth is None:
        assert set(found.seen) == set(depths)
    assert all(depths[state] <= last for state in found.seen)
    assert len(found.seen) == found.distinct


def literal_depths(puzzle):
    """Return the moves from the start to each state, winning ones expanded too."""
    depth, queue = {puzzle.start: 0}, [puzzle.start]
    for state in queue:
        for _, new in puzzle.moves(state):
            if new not in depth:
                depth[new] = depth[state] + 1
                queue.append(new)
    return depth
