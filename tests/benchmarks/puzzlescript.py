"""Speed of PuzzleScript games: a table of the games whose levels were recorded whole.

``python tests/benchmarks/puzzlescript.py [FILE.json] [NAME ...]`` measures the largest level of
each game whose name contains such a word. It prints the states and moves, and the work of plain
Python and of the compiled engine in a second of processor time. FILE is a list of whole levels,
with ``games.json`` and ``visible.json`` beside it. *Moves* change something; *keys* are all that
are played.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from stategraph_puzzles.puzzlescript.game import Game
from stategraph_puzzles.puzzlescript.rules import GameLevel, puzzle

from stategraph.engines.direct import Plain
from stategraph.engines.limits import Budget, Limits
from stategraph.engines.native import Native
from stategraph.native.templates.expand import Graph, Progress
from stategraph.native.templates.expand import Limits as Run
from stategraph.native.templates.state_tables import Table
from stategraph.rules.puzzle import Puzzle

FOLDER = Path(__file__).parents[1] / "cases" / "puzzlescript"

# Plain Python expands SOME states; the compiled engine runs for SECONDS.
SOME, SECONDS = 100, 0.3

# The states of small levels are played several times in one call.
FEWEST = 500

# Names of games have at most this many characters.
LONGEST = 44


class Speed(NamedTuple):
    """Work done in a second of processor time."""

    states: float
    moves: float
    keys: float


def plain(made: Puzzle) -> Speed:
    """Measure plain Python on the first states."""
    run = Plain(made)
    began = time.process_time()
    run.run(Budget(Limits()), pause=SOME)
    took = time.process_time() - began
    keys = run.head * len(made.own_moves.labels)  # type: ignore[union-attr]
    return Speed(run.head / took, len(run.targets) / took, keys / took)


def compiled(made: Puzzle) -> Speed:
    """Measure the compiled engine: all states are expanded again and again, in place."""
    native = Native(made)
    graph = native.expand(Budget(Limits()))
    states = graph.states
    states = np.tile(states, (-(-FEWEST // len(states)), 1))  # or calls would be measured
    n = len(states)
    moves, times = 0, 0
    began = time.process_time()
    while time.process_time() - began < SECONDS or not times:
        moves += replayed(native, states)
        times += 1
    took = time.process_time() - began
    keys = times * n * len(made.own_moves.labels)  # type: ignore[union-attr]
    return Speed(times * n / took, moves / took, keys / took)


def replayed(native: Native, states) -> int:
    """Make all moves of all states; return how many there are."""
    n, most, batch = len(states), native.rules.program.most, native.rules.batch
    index = np.zeros(1 << (2 * n + 2).bit_length(), np.int32)
    room = np.concatenate([states, np.zeros((n * most + 1, states.shape[1]), np.int64)])
    labels = np.zeros(n * most + most, native.rules.program.labels.dtype)
    found = native.rules.run(
        "expand",
        Table(room, index, False),
        Graph(np.zeros(n, np.uint32), np.zeros(n * most + most, np.int32), labels),
        Progress(0, n, 0, -1),
        Run(n, len(room), 1 << 40, batch, most),
        np.empty(batch * most + 1, np.int64),
    )
    return int(found[2])


def largest(path: Path) -> list[dict]:
    """Return the largest whole level of each game of a file, in the order of the file."""
    found: dict[str, dict] = {}
    for entry in json.loads(path.read_text("utf-8")):
        kept = found.setdefault(entry["name"], entry)
        if entry["states"] > kept["states"]:
            found[entry["name"]] = entry
    return list(found.values())


def main(words: list[str]) -> None:
    """Print the table, the fastest game first."""
    path = Path(words.pop(0)) if words[:1] and words[0].endswith(".json") else FOLDER / "truth.json"
    games, plays = (
        json.loads((path.parent / f"{name}.json").read_text("utf-8"))
        for name in ("games", "visible")
    )
    source = {play["index"]: play["source"] for play in plays}
    rows = []
    for entry in largest(path):
        name = f"{shorter(entry['name'].removesuffix('.txt'))} {entry['level']}"
        if words and not any(word in name for word in words):
            continue
        text = games[entry["name"]] if entry["kind"] == "demo" else source[entry["index"]]
        made = puzzle(GameLevel(Game(text), entry["level"]))
        if made.own_moves is None or made.start.outcome:
            continue
        rows.append((name, entry, plain(made), compiled(made)))
    rows.sort(key=lambda row: -row[3].keys)
    print("| level | states | moves | plain: keys/s | compiled: keys/s | times | states/s |")
    print("|---" * 7 + "|")
    for name, entry, slow, fast in rows:
        size = f"{entry['states']:,} | {entry['moves']:,}"
        print(f"| {name} | {size} | {told(slow, fast)}")
    slow, fast = (
        Speed(*(statistics.median(row[k][j] for row in rows) for j in range(3))) for k in (2, 3)
    )
    print(f"| median of {len(rows)} | | | {told(slow, fast)}")


def shorter(name: str) -> str:
    """Return a name for a cell of a table."""
    name = name.replace("|", "/")
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"


def told(slow: Speed, fast: Speed) -> str:
    """Return the cells of a row with speeds."""
    times = f"{fast.keys / slow.keys:,.0f}"
    return f"{slow.keys:,.0f} | {fast.keys:,.0f} | {times} | {fast.states:,.0f} |"


if __name__ == "__main__":
    main(sys.argv[1:])
