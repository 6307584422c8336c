"""Polished levels: elements that each step removes, and demands that still hold."""

import json
from random import Random

import pytest
from effort import some

from stategraph import load
from stategraph.analysis import first_solution
from stategraph.cli import main
from stategraph.design import board_edits, demand
from stategraph.engines.limits import Limits
from stategraph.errors import InputError, LevelError
from stategraph.expand import expand
from stategraph.invent import constraints, level_of, maker, polished, wishes
from stategraph.invent.board_mutations import rim
from stategraph.level_files import family, read_native
from stategraph.rules.puzzle import Puzzle

PSYCHOPATH, SPACEWRECK = family("psychopath"), family("spacewreck")

# Rocket wins at once, or is lost in room 3 and goes round; Lucky may win, too.
ROUND = """\
6 6
red red red red red
1 2
1 3 red
1 6 red
2 6 red
3 4 red
4 5 red
5 3 red
"""


def plays(puzzle):
    """Return all shortest solutions, the number of trap moves and of dead states, by hand."""
    after, open_, ways = {}, [puzzle.start], {puzzle.start: [()]}
    won, solutions = set(), []
    while open_:
        late, follow = [], {}
        for state in open_:
            if puzzle.is_goal(state):
                won.add(state)
                solutions += ways[state]
                after[state] = []
                continue
            after[state] = list(puzzle.moves(state))
            for label, to in after[state]:
                if to not in ways:
                    follow.setdefault(to, []).extend((*way, label) for way in ways[state])
        late = list(follow)
        if solutions:
            follow = {state: [] for state in late}
        ways |= follow
        open_ = late
    alive, size = set(won), -1
    while size < len(alive):
        size = len(alive)
        alive |= {s for s, moves in after.items() if any(to in alive for _, to in moves)}
    traps = sum(to not in alive for state in alive for _, to in after[state])
    return set(solutions), traps, len(after) - len(alive)


def polish(level, *demands, most=1, keep=(), solution=None):
    asked = wishes(demands or [demand("unique", True)], (), "0", 10_000)
    meant = solution or first_solution(expand(level.puzzle)).labels
    return polished(maker(level, keep), asked, meant, most)


def played(found, level):
    return plays(level_of(level.family, found.draft).puzzle)


def test_each_step_takes_what_is_there_for_nothing():
    level = read_native(SPACEWRECK, ROUND, "round.txt")
    found = polish(level, solution=("R6",))
    assert [(step.kind, *step.edits) for step in found.steps] == [
        ("closed", "without corridor 2→6 red"),
        ("shortened", "without corridor 3→4 red"),
        ("decoration", "without corridor 4→5 red"),
        ("decoration", "without corridor 5→3 red"),
    ]
    assert found.closing.proven
    assert played(found, level) == ({("R6",)}, 1, 1)
    assert found.steps[0].proof.lost and found.steps[2].proof.same


def test_what_is_kept_stays():
    level = read_native(SPACEWRECK, ROUND, "round.txt")
    kept = ("1→3", "2→6", "3→4", "4→5", "5→3")
    keep = [f"corridor {way} red" for way in kept]
    found = polish(level, solution=("R6",), keep=keep)
    assert found.closing.draft is None and found.closing.proven and found.steps == ()


def test_a_solution_that_is_meant_may_be_longer_than_others():
    level = read_native(PSYCHOPATH, "3 2\n0\nu_e\n___\n", "wide.txt")
    found = polish(level, solution=("D", "R", "R", "U"), most=1)
    assert [step.edits for step in found.steps][:1] == [("0:1: wall instead of floor",)]
    assert played(found, level)[0] == {("D", "R", "R", "U")}


def small(seed):
    """Return a level by chance: a board of a few cells that can be solved, or None."""
    random = Random(seed)
    cells = random.choices(list("____pX"), k=8)
    cells[random.randrange(4)], cells[random.randrange(4, 8)] = "u", "e"
    text = "4 2\n0\n" + "".join(cells[:4]) + "\n" + "".join(cells[4:]) + "\n"
    level = read_native(PSYCHOPATH, text, "small.txt")
    return level if plays(level.puzzle)[0] else None


def closes_with_one(level, solution):
    """Return whether a single sign that is painted leaves this shortest solution alone."""
    rows = PSYCHOPATH.grid(level.text)
    fixed = rim(rows, PSYCHOPATH)
    for r, row in enumerate(rows):
        for c in range(len(row)):
            for sign in PSYCHOPATH.signs if (r, c) not in fixed else ():
                made = board_edits.paint(rows, PSYCHOPATH, (r, c), sign.text)
                try:
                    puzzle = Puzzle.of(PSYCHOPATH.read(PSYCHOPATH.regrid(level.text, made), {}))
                except LevelError:
                    continue
                if plays(puzzle)[0] == {solution}:
                    return True
    return False


@pytest.mark.parametrize("seed", range(12))
def test_the_solutions_that_are_promised_stay_and_no_fewer_changes_close(seed):
    level = small(seed)
    if level is None:
        return
    before = plays(level.puzzle)
    found = polish(level)
    after = played(found, level)
    if before[0] == {found.solution}:
        assert found.closing.edits == () and after[0] == before[0]
    elif found.closing.draft is None:
        assert not closes_with_one(level, found.solution) and after[0] == before[0]
    else:
        assert len(found.closing.edits) == 1 and after[0] == {found.solution}
    start = found.closing.draft or maker(level).like
    closed = plays(level_of(PSYCHOPATH, start).puzzle)
    assert after[1] == closed[1] and after[2] <= closed[2]


def test_the_verb_tells_each_step_and_writes_a_level_that_checks(tmp_path, capsys):
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    native = ROUND.replace("\n", "\n  ").rstrip()
    old.write_text(f"puzzle: spacewreck\nlevel: |\n  {native}\ndemand: {{unique: true}}\n")
    assert main(["polish", str(old), "--solution", "R6", "-o", str(new)]) == 0
    said = capsys.readouterr().out
    assert (
        "removes unintended solutions: without corridor 2→6 red\n  different state graphs" in said
    )
    assert "4 steps; R6 is a shortest solution" in said
    assert main(["check", str(new)]) == 0
    assert "  all shortest solutions and trap moves stay the same\n4 steps" in said
    assert main(["polish", str(old), "--keep", "corridor 2→6 red", "--solution", "R6"]) == 1
    assert "unintended solutions remain: no single change is enough; " in capsys.readouterr().out
    assert main(["polish", str(old), "--solution", "R6", "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    assert [one["proof"]["solutions_lost"] == [] for one in steps] == [False, True, True, True]
    assert main(["polish", str(new), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["steps"] == [] and found["closed"] is True and found["unknown"] == []


def test_what_cannot_be_polished_is_said(capsys):
    assert main(["polish", "psychopath/two-in-a-row"]) == 2
    assert "it has no solution" in capsys.readouterr().err
    assert main(["polish", "psychopath/first-push", "--max-states", "9"]) == 3
    assert main(["polish", "psychopath/first-push", "--solution", "R"]) == 2
    assert "'R' is not a solution" in capsys.readouterr().err


def test_a_level_that_is_polished_is_polished_no_more():
    level = load("psychopath/first-push")
    keep = demand("unique_up_to_order", False)
    found = polish(level, keep)
    assert found.closing.edits == () and found.steps == ()


def test_levels_without_an_element_are_counted_too():
    level = load("pacman/passing-place")
    found = polish(level, demand("solvable", True))
    removals = sum(step.kind == "decoration" for step in found.steps)
    elements = len(level.family.elements(level.puzzle)) - removals
    assert removals > 0 and found.tried > found.closing.tried + elements


@pytest.mark.parametrize("cell", ["٢:2", "2:٢", "²:2", "1_0:2"])
def test_a_cell_to_keep_is_written_in_ascii_digits(cell):
    with pytest.raises(InputError, match=f"unknown element '{cell}'"):
        maker(load("psychopath/first-push"), [cell])


SMALL = ["sokoban/first-push", "sokoban/two-to-put-away", "sokoban/spare-goal"]
SMALL += ["sokoban/next-door", "pacman/first-meal", "pacman/passing-place", "pacman/two-gates"]


def polished_levels(run, monkeypatch, names):
    """Compare the answers of `polish` with and without a workspace that expansions share."""
    answers = [run("polish", name, "--max-states", 1000).out for name in names]

    def fresh(puzzle, states, until_goal=False):
        return expand(puzzle, Limits(states=states), until_goal=until_goal, engine="direct")

    monkeypatch.setattr(constraints, "expanded", fresh)
    assert answers == [run("polish", name, "--max-states", 1000).out for name in names]
    return answers


@pytest.mark.long
def test_the_answer_is_that_of_expansions_that_share_no_arrays(run, monkeypatch):
    answers = polished_levels(run, monkeypatch, some(SMALL, 3))
    assert "\n3 steps; " in answers[0]


# Larger levels of each family, which take 1 to 6 seconds each.
LARGER = [
    "labyrinth/nine-tiles", "pacman/taking-turns", "pledge/two-by-two", "psychopath/notebook-4",
    "puzzlescript/one-star", "spacewreck/eight-rooms",
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", LARGER)
def test_larger_levels_have_the_answer_of_such_expansions(name, run, monkeypatch):
    polished_levels(run, monkeypatch, [name])
