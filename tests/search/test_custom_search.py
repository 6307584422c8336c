"""User-defined searches, the states that searches saw, and the four questions."""

from __future__ import annotations

import csv
import json
import time
import tracemalloc

import pytest
from doctor import Slow
from effort import sampled_rows

from stategraph import load
from stategraph.analysis.exploration import explored
from stategraph.cli import graphs
from stategraph.engines.limits import Budget, Limits
from stategraph.expand import expand
from stategraph.search import comparison
from stategraph.search.algorithm_properties import THEORY, answers, peak
from stategraph.search.custom_search import CustomResult
from stategraph.search.unproven_solutions import by_heuristic

SEARCHES = """
def breadth(problem):
    ahead, met = [(problem.start, [])], {problem.start}
    for state, path in ahead:
        if problem.is_goal(state):
            return path
        new = [(to, [*path, label]) for label, to in problem.moves(state) if to not in met]
        met.update(to for to, _ in new)
        ahead += new

def depth(problem):
    ahead, met = [(problem.start, [])], {problem.start}
    while ahead:
        state, path = ahead.pop()
        if problem.is_goal(state):
            return path
        for label, to in problem.moves(state):
            if to not in met:
                met.add(to)
                ahead.append((to, [*path, label]))

def gives_up(problem):
    return None

def endless(problem):
    while True:
        problem.moves(problem.start)

def idle(problem):
    while True:
        pass

def text(problem):
    return "RRR"

def illegal(problem):
    return ["R", "north"]

def short(problem):
    return ["R"]

def raises(problem):
    return [][1]

def estimates(problem):
    return [problem.guess(problem.start)]

def stray(problem):
    return problem.moves(3)

number = 7
"""
LEVELS = ("psychopath/first-push", "spacewreck/minefield", "pacman/one-for-both", "sokoban/corner")


@pytest.fixture
def mine(tmp_path, monkeypatch):
    (tmp_path / "somesearches.py").write_text(SEARCHES, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


def own(name):
    space: dict = {}
    exec(SEARCHES, space)
    return {name: space[name]}


@pytest.mark.parametrize("name", LEVELS)
def test_ones_own_breadth_first_sees_what_the_rules_say(name):
    puzzle = load(name).puzzle
    found = comparison.run("breadth", puzzle, own=own("breadth"))
    state, made, seen = puzzle.start, 1, [puzzle.start]
    queue, met = [puzzle.start], {puzzle.start}
    for state in queue:
        if puzzle.is_goal(state):
            break
        for _, to in puzzle.moves(state):
            made += 1
            if to not in met:
                met.add(to)
                queue.append(to)
                seen.append(to)
    assert (found.depth, found.generated) == (Slow(puzzle).shortest, made)
    assert (list(found.seen), found.distinct) == (seen, len(seen))


@pytest.mark.parametrize("algorithm", THEORY)
@pytest.mark.parametrize("name", LEVELS)
def test_the_questions_are_answered_truly(name, algorithm):
    puzzle = load(name).puzzle
    truth = Slow(puzzle).shortest
    found = comparison.run(algorithm, puzzle)
    told = answers(found, truth, True)
    assert told.complete == (found.depth is not None or truth is None) == True  # noqa: E712
    assert told.optimal == (None if truth is None else found.depth == truth)
    assert algorithm not in ("bfs", "ids", "astar") or told.optimal is not False
    assert 1 <= found.waiting <= found.generated


def test_a_stopped_search_proves_nothing():
    found = comparison.run("bfs", load(LEVELS[0]).puzzle, budget=Budget(Limits(states=5)))
    told = answers(found, 7, True)
    assert (told.complete, told.optimal, told.over) == (None, None, None)


def test_what_is_answered_of_every_run():
    found, none, cut = (
        CustomResult(5, 9, 9),
        CustomResult(None, 9, 9),
        CustomResult(None, 9, 9, "limit of 9 states"),
    )
    for run, shortest, known, complete, optimal, over in [
        (found, 5, True, True, True, 0),
        (found, 3, True, True, False, 2),
        (found, 3, False, True, None, None),
        (found, None, False, True, None, None),
        (none, None, True, True, None, None),
        (none, 3, True, False, None, None),
        (none, 3, False, None, None, None),
        (none, None, False, None, None, None),
        (cut, 3, True, None, None, None),
        (cut, None, True, None, None, None),
    ]:
        told = answers(run, shortest, known, 77)
        assert (told.complete, told.optimal, told.over) == (complete, optimal, over)
        assert told.bytes == 77


def test_the_peak_of_memory_is_that_of_the_work_alone():
    def work():
        bytearray(1 << 20)  # freed at once
        return bytearray(1 << 10)

    assert 1 << 20 <= peak(work) < 1.1 * (1 << 20)
    with pytest.raises(ZeroDivisionError):
        peak(lambda: 1 // 0)
    assert not tracemalloc.is_tracing()


def test_the_most_that_wait_are_counted():
    """In breadth-first search, the count is the longest queue after an expansion."""
    puzzle = load("psychopath/first-push").puzzle
    queue, met, most = [puzzle.start], {puzzle.start}, 1
    while True:
        new = [to for _, to in puzzle.moves(queue.pop(0)) if to not in met]
        if any(map(puzzle.is_goal, new)):
            break
        met.update(new)
        queue += new
        most = max(most, len(queue))
    assert comparison.run("bfs", puzzle).waiting == most


# ----------------------------------------------------------------------------------------- the verb


def test_the_verb_asks_the_questions(run, mine):
    line = ["search", LEVELS[0], "--repeat", 1, "--algorithms", "bfs", "--questions"]
    line += ["--algorithm", "somesearches:depth", "--algorithm", "somesearches:gives_up"]
    out = run(*line).out
    assert "yes here: 7 moves, and no solution is shorter; in theory: always" in out
    assert "no: it missed the solution" in out
    bfs, depth, none = (row["questions"] for row in json.loads(run(*line, "--json").out))
    assert (bfs["complete"], bfs["optimal"], bfs["bytes"]) == (True, True, None)
    assert (none["complete"], none["optimal"], none["theory"]) == (False, None, None)
    assert depth["bytes"] > 0 and depth["states_remembered"] is None


def test_the_questions_of_an_unsolvable_level_and_of_an_unknown_one(run, mine):
    """The graph shows whether a search without a solution was complete or wrong, if it is known."""

    def asked(level, *more):
        line = ["search", level, "--repeat", 1, "--algorithms", "bfs", "--questions", "--json"]
        made = run(*line, "--algorithm", "somesearches:gives_up", *more)
        return [row["questions"]["complete"] for row in json.loads(made.out)]

    assert asked("spacewreck/no-way-out") == [True, True]
    assert asked(LEVELS[0]) == [True, False]
    assert asked(LEVELS[0], "--max-states", 5) == [None, None]


@pytest.mark.parametrize(
    "search, complaint",
    [
        ("text", "it returns a list of labels or None, not a str"),
        ("illegal", "its move 2, 'north', cannot be played; legal there: "),
        ("short", "its 1 moves do not win"),
        ("estimates", "its move 1, 5, cannot be played"),
        ("raises", "somesearches.py:43: IndexError: list index out of range"),
        ("stray", "somesearches.py:49: TypeError: moves(3): this is not a state"),
        ("number", "is not a function of a problem"),
        ("nothing", "has no 'nothing'"),
    ],
)
def test_a_bad_search_is_told_in_one_line(run, mine, search, complaint):
    made = run("search", LEVELS[0], "--algorithms", "bfs", "--algorithm", f"somesearches:{search}")
    assert (made.code, made.out) == (2, "")
    assert complaint in made.err
    assert len(made.err.splitlines()) == 1


@pytest.mark.parametrize(
    "search, limit", sampled_rows([("endless", "seconds"), ("idle", "seconds")])
)
def test_an_endless_search_is_stopped(run, mine, search, limit):
    line = ["search", LEVELS[0], "--algorithms", "bfs", "--repeat", 1, "--questions", "--json"]
    made = run(*line, "--algorithm", f"somesearches:{search}", f"--max-{limit}", 0.4)
    assert made.code == 3
    row = json.loads(made.out)[1]
    assert (row["solvable"], row["questions"]["complete"]) == (None, None)
    assert set(row["questions"]["unknown"]) == {"complete", "optimal"}
    assert row["questions"]["bytes"] is None


def test_the_weight_is_heeded_in_the_table(run):
    line = ["search", "psychopath/carousels", "--algorithms", "wastar", "--repeat", 1, "--json"]
    rows = [json.loads(run(*line, "--weight", w).out)[0]["all_states"] for w in (0, 1, 9)]
    (bfs,) = comparison.compare("x", load("psychopath/carousels").puzzle, ["astar"], repeat=1)
    assert rows[0] == bfs.found.generated
    assert len(set(rows)) > 1


# --------------------------------------------------------------------------- observed searches


@pytest.mark.parametrize("name", ["psychopath/first-push", "pacman/one-for-both"])
def test_explored_is_what_a_count_by_hand_says(name):
    level = load(name)
    graph = expand(level.puzzle)
    walkers = level.family.walkers(level.puzzle)
    nodes = [0, *(to for _, to in graph.moves(0)), 0, len(graph) - 1]
    (found,) = explored(level, graph, [nodes])
    assert found.states == [len(set(nodes[: k + 1])) for k in range(len(nodes))]
    cells = [{graph.state(node)[name] for name in walkers} for node in nodes]
    assert found.cells == [len(set().union(*cells[: k + 1])) for k in range(len(nodes))]
    everywhere = {graph.state(node)[name] for node in graph for name in walkers}
    won = {to[name] for node in graph if node != graph.goal
           for _, to in level.puzzle.moves(graph.state(node)) for name in walkers}  # fmt: skip
    assert (found.of_states, found.of_cells) == (len(graph), len(everywhere | won))


def test_a_whole_search_has_seen_the_whole_map(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = ["search", "spacewreck/no-way-out", "--algorithms", "bfs,dfs", "--repeat", 1]
    assert run(*line, "--explored", "e.csv", "--heat", "h.svg", "--picture", "p.svg").code == 0
    rows = list(csv.DictReader((tmp_path / "e.csv").read_text("utf-8").splitlines()))
    for who in ("bfs", "dfs"):
        last = [row for row in rows if row["who"] == who][-1]
        assert last["states"] == last["of_states"] and last["cells"] == last["of_cells"]
    made = {path.name for path in tmp_path.iterdir()}
    assert made == {"e.csv", "h-bfs.svg", "h-dfs.svg", "p-bfs.svg", "p-dfs.svg"}
    assert b"in the states that were seen" in (tmp_path / "h-bfs.svg").read_bytes()


def test_searches_of_one_name_have_files_of_their_own(run, tmp_path, monkeypatch):
    for module in ("heated", "warmed"):
        (tmp_path / f"{module}.py").write_text("def bfs(problem):\n    return None\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    line = ["search", "spacewreck/no-way-out", "--algorithms", "bfs", "--repeat", 1]
    own = ["--algorithm", "heated:bfs", "--algorithm", "warmed:bfs"]
    assert run(*line, *own, "--heat", "h.svg").code == 0
    made = {path.name for path in tmp_path.glob("*.svg")}
    assert made == {"h-bfs.svg", "h-heated.bfs.svg", "h-warmed.bfs.svg"}


def test_what_was_seen_of_half_a_map_is_not_written_and_the_table_is_there(
    run, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    line = ["search", "psychopath/snake", "--algorithms", "bfs", "--repeat", 1, "--max-states", 50]
    made = run(*line, "--explored", "e.csv", "--heat", "h.svg", "--picture", "p.svg")
    assert (made.code, list(tmp_path.iterdir())) == (3, [])
    assert made.out.startswith("level") and "unknown" in made.out
    assert "stopped at the limit of 50 states; what searches saw needs the whole graph" in made.err


def test_curves_that_cannot_be_written_are_refused_before_the_work(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(graphs, "expand", None)  # a call would fail
    for file, code in ("nodir/e.csv", 4), ("e.txt", 2):
        assert run("plays", "psychopath/first-push", "--explored", file).code == code


def test_plays_have_curves_too(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = ["plays", "psychopath/first-push", "--simulate", "beginner", "--plays", 2, "--explored"]
    assert run(*line, "e.json").code == run(*line, "e.svg").code == 0
    records = json.loads((tmp_path / "e.json").read_text("utf-8"))
    assert [(one["who"], one["play"]) for one in records] == [("beginner", 1), ("beginner", 2)]
    for one in records:
        assert sorted(one["states"]) == one["states"] and one["states"][0] == 1
        assert all(b - a in (0, 1) for a, b in zip(one["cells"], one["cells"][1:], strict=False))
    assert b"<svg" in (tmp_path / "e.svg").read_bytes()
    assert run(*line, "e.txt").code == 2


def test_of_several_levels_there_is_no_one_picture(run):
    for option in ("--picture", "--heat"):
        made = run("search", "spacewreck", option, "x.svg")
        assert (made.code, f"{option} needs exactly one LEVEL" in made.err) == (2, True)


# --------------------------------------------------------------------------------- in ``solve``

GUESSES = """
def nothing(puzzle):
    return lambda state: 0

def nine(puzzle):
    return lambda state: 9

def words(puzzle):
    return lambda state: "many"
"""


def solved(run, *words):
    got = run("solve", "psychopath/first-push", "--json", *words)
    return got.code, json.loads(got.out) if got.out else got.err


def test_solve_plays_what_a_search_of_ones_own_finds_and_calls_it_proven_by_nothing(run, mine):
    code, record = solved(run, "--algorithm", "somesearches:breadth")
    assert (code, record["found"], record["proven"], record["shortest"]) == (0, 7, False, None)
    assert record["solution"] and record["first_solution"] is None
    assert {"shortest", "first_solution"} <= set(record["unknown"])
    code, record = solved(run, "--algorithm", "somesearches:gives_up")
    assert (code, record["solvable"]) == (3, None) and "solvable" in record["unknown"]
    code, record = solved(run, "--algorithm", "somesearches:endless", "--max-seconds", "0.2")
    assert (code, record["solvable"]) == (3, None)


def test_solve_by_a_heuristic_is_proven_where_the_family_calls_it_admissible(run, mine, tmp_path):
    (tmp_path / "someguesses.py").write_text(GUESSES, "utf-8")
    truth = solved(run)[1]
    for search in ("astar", "lazy", "ida"):
        code, record = solved(run, "--search", search, "--heuristic", "walk")
        assert (code, record["shortest"], record["proven"]) == (0, truth["shortest"], True)
        for guess in ("nothing", "nine"):
            words = ("--search", search, "--heuristic", f"someguesses:{guess}")
            code, record = solved(run, *words)
            assert (code, record["proven"], record["shortest"]) == (0, False, None)
            assert record["found"] >= truth["shortest"] and record["at_least"] == 0


def test_the_seconds_of_a_search_by_a_heuristic_count_from_where_the_caller_says():
    level = load("psychopath/first-push")
    nothing = lambda puzzle: lambda state: 0  # noqa: E731
    for since, solved in ((None, True), (time.monotonic(), True), (time.monotonic() - 99, False)):
        limits = Limits(seconds=60.0, since=since)
        found = by_heuristic(level, "nothing", nothing, "astar", limits)
        assert (found.moves is not None) is solved


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--heuristic", "walk"), "needs --search astar, lazy, ida, not auto"),
        (("--search", "bfs", "--heuristic", "walk"), "not bfs"),
        (("--search", "astar", "--heuristic", "nobody"), "unknown heuristic 'nobody'"),
        (("--search", "astar", "--heuristic", "someguesses:words"), "not a whole number"),
        (("--algorithm", "somesearches:illegal"), "cannot be played"),
        (("--algorithm", "somesearches:breadth", "--any"), "cannot be repeated"),
        (
            ("--algorithm", "somesearches:breadth", "--all", "2"),
            "cannot be combined with several solutions",
        ),
        (("--algorithm", "somesearches:breadth", "--minimise", "moves"), "with --minimise"),
        (
            ("--algorithm", "somesearches:breadth", "--by", "symmetry"),
            "cannot be combined with --by",
        ),
        (
            ("--heuristic", "walk", "--classes"),
            "--heuristic cannot be combined with several solutions",
        ),
    ],
)
def test_what_solve_refuses_of_ones_own(run, mine, tmp_path, words, complaint):
    (tmp_path / "someguesses.py").write_text(GUESSES, "utf-8")
    code, err = solved(run, *words)
    assert code == 2 and complaint in err
