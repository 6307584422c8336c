"""Under a limit every value of every verb is the unlimited one, or null and listed as unknown."""

from __future__ import annotations

import json
from typing import Any

from effort import everything
from hypothesis import given, settings
from hypothesis import strategies as st

# What a record tells of itself, not of the level.
ABOUT = {
    *("unknown", "at_least", "stopped", "complete", "left_out"),
    *("reason", "seconds", "states_seen", "search"),
}

# Counts of what was seen so far, by the verbs that tell them; they can only grow.
SO_FAR = {
    "analyse": {"states", "moves"},
    "export": {"states", "moves"},
    "search": {"distinct_states", "all_states"},
    "audit-heuristic": {
        *("states", "moves", "states_with_known_truth", "exact_states", "dead_states"),
        *("too_many_states", "falling_moves", "falling_moves_into_dead_states"),
    },
}

# What shows something of what was seen so far: witnesses, and statistics of it.
SEEN = {
    "analyse": {"largest_dead_end_cycles", "nearest_trap_moves"},
    "audit-heuristic": {"nearest_too_many", "nearest_falling", "mean_gap", "largest_gap", "gaps"},
    "search": set(),
    "solve": {"solution", "solution_moves"},
    "ablate": {"enough"},  # more may be left out, too
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

    return text(ways), text(ways[: -draw(st.integers(1, 2))])


def held(verb: str, path: str, part: Any, whole: Any, unknown: frozenset[str]) -> list[str]:
    """Return where the record of a limited run says what the unlimited one does not."""
    if isinstance(part, dict) and isinstance(whole, dict):
        unknown = frozenset(part.get("unknown", unknown))
        wrong = [
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


def _held(verb, path, name, part, whole, unknown):
    if name in SO_FAR.get(verb, ()) and isinstance(part, int):
        return [] if part <= whole else [f"{path}: {part} so far, but {whole} in all"]
    if part is None and whole is not None:
        return [] if name in unknown else [f"{path}: null and not listed, {whole!r} without limit"]
    if name in unknown:
        unsaid = part is None or (name == "verdict" and part == "unknown")
        return [] if unsaid else [f"{path}: listed as unknown, and says {part!r}"]
    return held(verb, path, part, whole, unknown)


LEVEL, OTHER = object(), object()

VERBS = [
    ("analyse", LEVEL),
    ("solve", LEVEL),
    ("solve", LEVEL, "--search", "astar"),
    ("solve", LEVEL, "--all", "3"),
    ("solve", LEVEL, "--classes"),
    ("solve", LEVEL, "--sample", "2"),
    ("query", LEVEL),
    ("query", LEVEL, "--node", "1"),
    ("query", LEVEL, "--after", "..."),
    ("verify", LEVEL, "..."),
    ("diff", LEVEL, OTHER),
    ("ablate", LEVEL, "--jobs", "1"),
    ("hardest", LEVEL),
    ("table", LEVEL, OTHER),
    ("search", LEVEL, "--repeat", "1", "--algorithms", "bfs,astar"),
    ("export", LEVEL, "-o", "graph.npz"),
]


@settings(max_examples=60 if everything() else 3)
@given(levels=ships(), most=st.integers(1, 12))
def test_what_a_limit_leaves_open_is_null_and_listed(levels, most, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = {LEVEL: tmp_path / "one.txt", OTHER: tmp_path / "other.txt"}
    for file, text in zip(files.values(), levels, strict=True):
        file.write_text(text)
    wrong = []
    play = ["--puzzle", "spacewreck"]
    whole = json.loads(run("analyse", files[LEVEL], *play, "--json").out)
    moves = "".join((whole["first_solution_moves"] or [])[:2])
    for verb in VERBS:
        words = [files.get(word, moves if word == "..." else word) for word in verb]
        told = [run(*words, *play, "--json", *limit) for limit in ((), ("--max-states", str(most)))]
        if not all(got.out for got in told):  # there is no node 1
            continue
        full, part = (json.loads(got.out) for got in told)
        wrong += held(
            verb[0],
            " ".join(word for word in verb if isinstance(word, str)),
            part,
            full,
            frozenset(),
        )
    assert not wrong, "\n".join([f"--max-states {most}", *levels, *wrong])
