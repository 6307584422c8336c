"""How fast PuzzleScript games are played: a table of the whole levels among the recordings.

``python tests/benchmarks/puzzlescript.py [NAME ...]`` prints, of each level whose game has such a
name in its own, the states and moves, what plain Python and the compiled engine do in a second of
processor time, and the median over all. *Moves* change something; *keys* are all that are played.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from puzzles.puzzlescript.game import Game
from puzzles.puzzlescript.rules import Played, puzzle
from stategraph.engines.limits import Budget, Limits
from stategraph.engines.native import Native
from stategraph.engines.plain import Plain
from stategraph.rules.puzzle import Puzzle

FOLDER = Path(__file__).parents[1] / "cases" / "puzzlescript"

# Plain Python expands so many states; the compiled engine runs for so many seconds.
SOME, SECONDS = 100, 0.3


class Speed(NamedTuple):
    """What is done in a second of processor time."""

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
    states, n = graph.states, len(graph)
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
    size = 1 << (2 * n + 2).bit_length()
    index, degrees = np.zeros(size, np.int32), np.zeros(n, np.uint32)
    room = np.concatenate([states, np.zeros((n * most + 1, states.shape[1]), np.int64)])
    targets, labels = np.zeros(n * most + most, np.int32), np.zeros(n * most + most, np.uint16)
    slots = np.empty(batch * most + 1, np.int64)
    found = native.rules.run(
        "expand", room, index, 0, degrees, targets, labels, 0, n, 0, -1, n, len(room),
        1 << 40, batch, most, slots,
    )  # fmt: skip
    return int(found[2])


def main() -> None:
    """Print the table."""
    games, plays, truth = (
        json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
        for name in ("games", "visible", "truth")
    )
    source = {play["index"]: play["source"] for play in plays}
    print("| level | states | moves | plain: states/s | compiled: states/s | moves/s | keys/s |")
    print("| --- " * 7 + "|")
    rows = []
    for entry in truth:
        name = f"{entry['name'].removesuffix('.txt')} {entry['level']}"
        if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
            continue
        text = games[entry["name"]] if entry["kind"] == "demo" else source[entry["index"]]
        made = puzzle(Played(Game(text), entry["level"]))
        if made.own_moves is None or made.start.outcome:
            continue
        slow, fast = plain(made), compiled(made)
        rows.append((slow, fast))
        size = f"{entry['states']:,} | {entry['moves']:,}"
        print(f"| {name} | {size} | {slow.states:,.0f} | {fast.states:,.0f} | "
              f"{fast.moves:,.0f} | {fast.keys:,.0f} |", flush=True)  # fmt: skip
    middle = [statistics.median(fast[k] for _, fast in rows) for k in range(3)]
    slow_middle = statistics.median(slow.states for slow, _ in rows)
    shown = " | ".join(f"{value:,.0f}" for value in middle)
    print(f"| median of {len(rows)} | | | {slow_middle:,.0f} | {shown} |")


if __name__ == "__main__":
    main()
