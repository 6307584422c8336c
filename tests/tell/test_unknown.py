"""Under a limit every value of every verb is the unlimited one, or null and listed as unknown."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import boards
import pytest
from effort import everything, sampled
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

ENGINES = "stategraph.engines"

# An example takes a second; to make one that fails smaller would take minutes.
PHASES = (Phase.explicit, Phase.generate)

# What a record tells of itself, not of the level.
ABOUT = {
    *("unknown", "at_least", "stopped", "complete", "left_out"),
    *("reason", "seconds", "states_seen", "search"),
}

# Counts of what was seen so far, by the verbs that tell them; they can only grow.
SO_FAR = {
    "analyse": {"states", "moves"},
    "export": {"states", "moves"},
    "expand": {"states", "moves"},
    "ask": {"of"},
    "search": {"distinct_states", "all_states"},
    "audit-heuristic": {
        *("states", "moves", "states_with_known_truth", "exact_states", "dead_states"),
        *("too_many_states", "falling_moves", "falling_moves_into_dead_states"),
    },
}

# What shows something of what was seen so far: witnesses, and statistics of it.
SEEN = {
    "analyse": {"largest_dead_end_cycles", "nearest_trap_moves", "way", "cycle", "trapped_after"},
    "audit-heuristic": {"nearest_too_many", "nearest_falling", "mean_gap", "largest_gap", "gaps"},
    "search": set(),
    "solve": {"solution", "solution_moves"},
    "ablate": {"enough"},  # more may be left out, too
    "check": {"witness", "undecided"},
    "ask": {"witness", "loop"},
    "difficulty": {"why"},
}


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


def held(verb: str, path: str, part: Any, whole: Any, unknown: frozenset[str]) -> list[str]:
    """Return where the record of a limited run says what the unlimited one does not."""
    if isinstance(part, dict) and isinstance(whole, dict):
        if part.get("proven") is False or part.get("error"):  # it says so itself
            return []
        unknown = frozenset(part.get("unknown", unknown))
        wrong = _too_much(path, part.get("at_least"), whole)
        wrong += [
            line
            for name in part.keys() - ABOUT - SEEN.get(verb, set())
            if name in whole
            for line in _held(verb, f"{path}/{name}", name, part[name], whole[name], unknown)
        ]
        missing = whole.keys() - part.keys() - ABOUT
        return wrong + [f"{path}: no {name}" for name in missing if missing and not unknown]
    if isinstance(part, list) and isinstance(whole, list) and len(part) == len(whole):
        pairs = enumerate(zip(part, whole, strict=True))
        return [line for k, (a, b) in pairs for line in held(verb, f"{path}/{k}", a, b, unknown)]
    return [] if part == whole else [f"{path}: {part!r}, but {whole!r} without the limit"]


def _too_much(path: str, least: Any, whole: dict[str, Any]) -> list[str]:
    """Return the lower bounds of a record that exceed the value of the whole graph."""
    if isinstance(least, int):  # of a solution, an answer or a demand
        least = {next(name for name in ("shortest", "value", "found") if name in whole): least}
    bounds = least if isinstance(least, dict) else {}
    known = {name: (bound, whole.get(name)) for name, bound in bounds.items()}
    return [
        f"{path}/at_least/{name}: {bound}, but {true} without the limit"
        for name, (bound, true) in known.items()
        if bound is not None and true is not None and bound > true
    ]


def _held(verb, path, name, part, whole, unknown):
    if name in SO_FAR.get(verb, ()) and isinstance(part, int):
        if "--by" in path:  # classes that were seen may turn out to be one
            return []
        return [] if part <= whole else [f"{path}: {part} so far, but {whole} in all"]
    if part is None and whole is not None:
        return [] if name in unknown else [f"{path}: null and not listed, {whole!r} without limit"]
    if name in unknown:
        unsaid = part is None or (name == "verdict" and part == "unknown")
        return [] if unsaid else [f"{path}: listed as unknown, and says {part!r}"]
    return held(verb, path, part, whole, unknown)


# Verbs that print nothing if a limit is met.
SILENT = {"plays"}

LEVEL, OTHER = object(), object()

VERBS = [
    ("analyse", LEVEL),
    ("analyse", LEVEL, "--after", "..."),
    ("solve", LEVEL),
    ("solve", LEVEL, "--search", "astar"),
    ("solve", LEVEL, "--search", "ida"),
    ("solve", LEVEL, "--search", "lazy"),
    ("solve", LEVEL, "--search", "bidirectional"),
    ("solve", LEVEL, "--all", "3"),
    ("solve", LEVEL, "--classes"),
    ("solve", LEVEL, "--sample", "2"),
    ("solve", LEVEL, "--after", "...", "--steps"),
    ("query", LEVEL),
    ("query", LEVEL, "--node", "1"),
    ("query", LEVEL, "--node", "7"),
    ("query", LEVEL, "--after", "..."),
    ("verify", LEVEL, "..."),
    ("diff", LEVEL, OTHER),
    ("ablate", LEVEL, "--jobs", "1"),
    ("ablate", LEVEL, "--jobs", "1", "--same", "play"),
    ("check", LEVEL, OTHER, "--rules", "rules.yaml"),
    ("audit-heuristic", LEVEL),
    ("hardest", LEVEL),
    ("table", LEVEL, OTHER),
    ("search", LEVEL, "--repeat", "1", "--algorithms", "bfs,astar"),
    ("analyse", LEVEL, "--by", "walks"),
    ("analyse", LEVEL, "--by", "turns"),
    ("analyse", LEVEL, "--by", "symmetry"),
    ("solve", LEVEL, "--by", "turns"),
    ("solve", LEVEL, "--by", "walks"),
    ("verify", LEVEL, "...", "--by", "walks"),
    ("query", LEVEL, "--node", "1", "--by", "turns"),
    ("check", LEVEL, "--rules", "rules.yaml", "--by", "turns"),
    ("solve", LEVEL, "--search", "pushing"),
    ("solve", LEVEL, "--search", "sat"),
    ("ask", LEVEL, "can reach goal"),
    ("ask", LEVEL, "always can reach goal"),
    ("ask", LEVEL, "EG not goal"),
    ("ask", LEVEL, "some shortest solution passes made = 2"),
    ("ask", LEVEL, "fewest moves to dead"),
    ("ask", LEVEL, "most moves before goal"),
    ("ask", LEVEL, "how many states: trap"),
    ("ask", LEVEL, "how many shortest solutions pass made = 2"),
    ("plays", LEVEL, "--simulate", "wary", "--plays", "20", "--seed", "1"),
    ("difficulty", LEVEL),
    ("export", LEVEL, "-o", "graph.npz"),
    ("expand", LEVEL, "-o", "graph.npz"),
]

RULES = """demand:
  solvable: true
  shortest: {at most: 4}
  states: {at most: 9}
  trap_moves: 0
  dead_states: {at least: 1}
  mean_degree: {at least: 1.5}
  unique_up_to_order: true
  needed: all
"""


class Stops:
    """Stops a run at a number of states, or when it looks at something for the so many-th time."""

    def __init__(self, monkeypatch):
        self._what, self._left = "", 0
        clock, memory = "limits.Budget._late", "limits.held_memory"
        monkeypatch.setattr(f"{ENGINES}.{clock}", lambda *_: self._over("seconds"))
        monkeypatch.setattr(f"{ENGINES}.{memory}", lambda: self._over("memory") << 60)
        for room in ("engines.plain", "search.plain", "search.numbered"):
            monkeypatch.setattr(f"stategraph.{room}.STRIDE", 1)

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
    """Return what stops runs."""
    return Stops(monkeypatch)


def claims_nothing(out):
    """Return whether an answer is empty, or the record of a level whose demands are unknown."""
    return not out or all(each["holds"] is None for each in json.loads(out) if "holds" in each)


def differences(verb, whole, part):
    """Return where one verb says more within a limit than is so; both runs are given."""
    name = " ".join(word for word in verb if isinstance(word, str))
    if whole.code == 2 and part.code == 2:  # it is not for this family, or for graphs
        return []
    if whole.code == 2 and part.code == 3 and claims_nothing(part.out):
        return []
    if "--node" in verb and (2 in (whole.code, part.code) or not part.out):  # it was not seen
        return []
    if whole.code not in (0, 1) or part.code not in (0, 1, 3):
        return [f"{name}: ends with {whole.code} and {part.code}: {whole.err}{part.err}"]
    if part.code == 3 and not part.out:  # nothing at all is said
        silent = verb[0] in SILENT or "--by" in verb
        return [] if silent else [f"{name}: says nothing"]
    return held(verb[0], name, json.loads(part.out), json.loads(whole.out), frozenset())


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


# Levels of at most 30 states: each is cut at every number of them.
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


def unproven(record: Any) -> list[str]:
    """Return the names that a record lists as unknown, in all its parts."""
    if isinstance(record, dict):
        parts = [name for part in record.values() for name in unproven(part)]
        return [*(record.get("unknown") or []), *parts]
    return [name for part in record for name in unproven(part)] if isinstance(record, list) else []


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
        for most in every if everything() else [every[number % len(every)]]:
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
