"""Under a limit every value of every verb is the unlimited one, or null and listed as unknown."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import boards
import pytest
from effort import everything, sampled
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from limited import LEVEL, OTHER, RULES, VERBS, differences, unproven

ENGINES = "stategraph.engines"

# An example takes a second; shrinking a failing one would take minutes.
PHASES = (Phase.explicit, Phase.generate)


@st.composite
def ships(draw):
    """Draw a small Spacewreck level in its native format, and it without one corridor or two."""
    rooms = draw(st.integers(3, 6))
    colours = st.sampled_from(["red", "green"])
    room = st.integers(1, rooms)
    inner = st.integers(1, rooms - 1)
    ways = draw(st.lists(st.tuples(inner, room, colours), min_size=2, max_size=10, unique=True))
    paint = [draw(colours) for _ in range(rooms - 1)]
    start = draw(inner), draw(inner)

    def text(some):
        rows = [(rooms, len(some)), paint, start, *some]
        return "".join(" ".join(map(str, row)) + "\n" for row in rows)

    return "spacewreck", text(ways), text(ways[: -draw(st.integers(1, 2))])


@st.composite
def two_boards(draw, family: str, drawn: st.SearchStrategy[list[str]], marks: str, wall: str):
    """Draw a framed board, and it with other things on one or two of its cells."""
    rows = boards.framed(draw(drawn), wall)
    cells = [(y, x) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in marks]
    other = [list(row) for row in rows]
    for y, x in draw(st.lists(st.sampled_from(cells), max_size=2)) if cells else ():
        other[y][x] = draw(st.sampled_from(marks))
    return family, "\n".join(rows) + "\n", "\n".join(map("".join, other)) + "\n"


@st.composite
def rides(draw):
    """Draw a Labyrinth of two or three tiles, and it with another tile to slide in."""
    tiles = st.integers(0, 9).map(str)
    form = draw(st.sampled_from(["{};{}", "{}\n{}", "{};{};{}"]))
    rows = form.format(*draw(st.tuples(tiles, tiles, tiles)))
    return "labyrinth", f"{rows}\n{draw(tiles)}\n", f"{rows}\n{draw(tiles)}\n"


LEVELS = st.one_of(
    ships(),
    two_boards("psychopath", boards.boards("____XXppp", "ue", (3, 3)), "_Xp", "X"),
    two_boards("sokoban", boards.boards("    ##", "@$.", (3, 4)), " #", "#"),
    two_boards("pacman", boards.boards("  %12", "PQ", (2, 3)), " %12", "%"),
    rides(),
)


class Stops:
    """Stops a run at a number of states, or when it checks for the n-th time."""

    def __init__(self, monkeypatch):
        self._what, self._left = "", 0
        clock, memory = "limits.Budget._late", "limits.held_memory"
        monkeypatch.setattr(f"{ENGINES}.{clock}", lambda *_: self._over("seconds"))
        monkeypatch.setattr(f"{ENGINES}.{memory}", lambda: self._over("memory") << 60)
        for room in ("engines.direct", "search.python_states", "search.numbered_states"):
            monkeypatch.setattr(f"stategraph.{room}.STATES_PER_CHECK", 1)

    def _over(self, what):
        self._left -= what == self._what
        return what == self._what and self._left < 0

    @contextlib.contextmanager
    def at(self, what, number):
        """Give the options of a run that stops there."""
        self._what, self._left = what, number
        options = {"states": ("--max-states", number), "seconds": ("--max-seconds", 999)}
        yield options.get(what, ("--max-memory", "1T"))
        self._what = ""


@pytest.fixture
def stops(monkeypatch):
    """Return an object that stops runs."""
    return Stops(monkeypatch)


@pytest.mark.long
@settings(max_examples=20 if everything() else 2, phases=PHASES)
@given(drawn=LEVELS, what=st.sampled_from(["states", "seconds", "memory"]), most=st.integers(1, 25))
def test_what_a_limit_leaves_open_is_null_and_listed(
    drawn, what, most, run, stops, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    family, *texts = drawn
    files = {LEVEL: "one.txt", OTHER: "other.txt"}
    for file, text in zip(files.values(), texts, strict=True):
        Path(file).write_text(text, "utf-8")
    Path("rules.yaml").write_text(RULES)
    play, wrong = ("--puzzle", family, "--json"), []
    first = json.loads(run("analyse", "one.txt", *play).out)
    files["..."] = "".join((first["first_solution_moves"] or [])[:2])
    for verb in VERBS:
        words = [*(files.get(word, word) for word in verb), *play]
        whole = run(*words)
        with stops.at(what, most) as limit:
            wrong += differences(verb, whole, run(*words, *limit))
    assert not wrong, "\n".join([f"{what} {most} {family}", *texts, *wrong])


@pytest.mark.long
@settings(max_examples=10 if everything() else 1, phases=PHASES)
@given(drawn=LEVELS, most=st.integers(1, 25))
def test_so_it_is_of_a_graph_that_was_saved_in_part(drawn, most, run, tmp_path, monkeypatch):
    family, *texts = drawn
    for folder, limit in (("whole", ()), ("part", ("--max-states", most))):
        (tmp_path / folder).mkdir(exist_ok=True)
        monkeypatch.chdir(tmp_path / folder)
        Path("rules.yaml").write_text(RULES.replace("  needed: all\n", ""))
        for name, text in zip(("one", "other"), texts, strict=True):
            Path(f"{name}.txt").write_text(text, "utf-8")
            run("expand", f"{name}.txt", "--puzzle", family, "-o", f"{name}.npz", *limit)
    first = json.loads(run("analyse", tmp_path / "whole" / "one.npz", "--json").out)
    moves = "".join((first["first_solution_moves"] or [])[:2])
    files = {LEVEL: "one.npz", OTHER: "other.npz", "...": moves}
    wrong = []
    for verb in VERBS:
        told = []
        for folder in ("whole", "part"):
            monkeypatch.chdir(tmp_path / folder)
            told.append(run(*(files.get(word, word) for word in verb), "--json"))
        wrong += differences(verb, *told)
    assert not wrong, "\n".join([f"{most} {family}", *texts, *wrong])


# Levels of at most 30 states: each is cut at every number of them, for every third verb.
TINY = {
    "spacewreck": ("eight-rooms",),
    "psychopath": ("block-on-exit",),
    "sokoban": ("corner",),
    "pacman": ("one-for-both", "narrow-corridor"),
    "labyrinth": ("closed-door", "straight-up", "locked-in"),
    "pledge": ("straight-home", "ferry"),
    "puzzlescript": ("one-star",),
}
TINY_NAMES = [f"{family}/{name}" for family, names in TINY.items() for name in names]


@pytest.mark.parametrize("name", sampled(TINY_NAMES))
def test_every_verb_at_every_number_of_states(name, run, stops, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("rules.yaml").write_text(RULES)
    first = json.loads(run("analyse", name, "--json").out)
    files = {LEVEL: name, OTHER: "spacewreck/eight-rooms"}
    files["..."] = "".join((first["first_solution_moves"] or [])[:2])
    every, wrong = range(1, first["states"]), []
    for number, verb in enumerate(VERBS):
        words = [*(files.get(word, word) for word in verb), "--json"]
        whole = run(*words)
        if whole.code in (0, 1):
            known = {"why"} if "--search" in verb else set()  # only a graph shows that
            unknown = set(unproven(json.loads(whole.out))) - known
            wrong += [f"{' '.join(words)}: {one} unknown" for one in unknown]
        cuts = every[number % 3 :: 3] if everything() else [every[number % len(every)]]
        for most in cuts:
            with stops.at("states", most) as limit:
                found = differences(verb, whole, run(*words, *limit))
            wrong += [f"{most} states: {line}" for line in found]
    assert not wrong, "\n".join([name, *wrong])


@pytest.mark.parametrize("most", [14, 15, 16])
def test_a_solution_whose_cause_a_limit_hides_is_told_once(run, stops, tmp_path, monkeypatch, most):
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text("%%%%%\n%Q P%\n%%%%%\n", "utf-8")
    Path("other.txt").write_text("%%%%%\n%Q P%\n2%%%%\n", "utf-8")
    with stops.at("seconds", most) as limit:
        got = run("diff", "one.txt", "other.txt", "--puzzle", "pacman", "--json", *limit)
    assert len(json.loads(got.out)["solutions_lost"] or [None]) == 1
