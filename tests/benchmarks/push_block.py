"""Scale: searches for shortest solutions of push-block levels that are too big to expand.

    python tests/benchmarks/push_block.py [--seconds 60] [--searches bfs astar lazy ida] [--only N]
    python tests/benchmarks/push_block.py --at-random 8 [--seconds 6]
    python tests/benchmarks/push_block.py --make 120

The first line measures every search on the boards of push_block.txt, of 20x20 cells with 10 to 200
blocks. Each runs in a separate process, stopped after some seconds; the table is in Markdown. The
second counts how many boards of the given seeds the lazy search solves. The third makes
push_block.txt anew: it applies a number of mutations to a random board, and keeps those that do
not make its shortest solution shorter.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stategraph.engines.limits import Limits
    from stategraph.search.solution import Solution

FILE = Path(__file__).with_suffix(".txt")

SIZE, MEMORY = 20, 6 * 2**30

STYLES = ("open", "segments", "rooms")

SEARCHES = ("lazy", "astar", "ida", "bfs")

Rows = list[list[str]]

# ----------------------------------------------------------------------------------- the boards


def board(style: str, blocks: int, seed: int) -> list[str] | None:
    """Return the rows of a board, or None if `blocks` blocks do not fit.

    `style` is "open" (single walls), "segments" (pieces of wall) or "rooms" (blocks stand about
    the doors, most of all). The player begins near one corner, the exit is near the opposite one.
    """
    rng = random.Random(f"{style} {blocks} {seed}")
    rows = [["_"] * SIZE for _ in range(SIZE)]
    {"open": _single_walls, "segments": _segments, "rooms": _rooms}[style](rng, rows)
    doors = [(r, c) for r in range(SIZE) for c in range(SIZE) if rows[r][c] == "D"]
    for r, c in doors:
        rows[r][c] = "_"
    start = rng.randrange(3), rng.randrange(3)
    end = SIZE - 1 - rng.randrange(3), SIZE - 1 - rng.randrange(3)
    rows[start[0]][start[1]], rows[end[0]][end[1]] = "u", "e"
    free = [(r, c) for r in range(SIZE) for c in range(SIZE) if rows[r][c] == "_"]
    near = [(r, c) for r, c in free if any(abs(r - a) + abs(c - b) <= 1 for a, b in doors)]
    rng.shuffle(near)
    rng.shuffle(free)
    places = list(dict.fromkeys([*near[: blocks * 2 // 3], *free]))[:blocks]
    for r, c in places:
        rows[r][c] = "p"
    return ["".join(row) for row in rows] if len(places) == blocks else None


def _single_walls(rng: random.Random, rows: Rows) -> None:
    for _ in range(rng.randint(20, 60)):
        rows[rng.randrange(SIZE)][rng.randrange(SIZE)] = "X"


def _segments(rng: random.Random, rows: Rows) -> None:
    for _ in range(rng.randint(14, 26)):
        r, c = rng.randrange(SIZE), rng.randrange(SIZE)
        down, right = rng.choice([(0, 1), (1, 0)])
        for k in range(rng.randint(2, 7)):
            if r + down * k < SIZE and c + right * k < SIZE:
                rows[r + down * k][c + right * k] = "X"


def _rooms(rng: random.Random, rows: Rows) -> None:
    def cut(top: int, left: int, bottom: int, right: int) -> None:
        """Part a room by a wall with one or two doors, and so on."""
        height, width = bottom - top, right - left
        if (height < 5 and width < 5) or rng.random() < 0.08:
            return
        if height >= width and height >= 5:
            at = rng.randrange(top + 2, bottom - 2)
            door = rng.randrange(left, right)
            for c in range(left, right):
                rows[at][c] = "X"
            for c in {door, rng.randrange(left, right)}:
                rows[at][c] = "D"
            cut(top, left, at, right)
            cut(at + 1, left, bottom, right)
        elif width >= 5:
            at = rng.randrange(left + 2, right - 2)
            door = rng.randrange(top, bottom)
            for r in range(top, bottom):
                rows[r][at] = "X"
            for r in {door, rng.randrange(top, bottom)}:
                rows[r][at] = "D"
            cut(top, left, bottom, at)
            cut(top, at + 1, bottom, right)

    cut(0, 0, SIZE, SIZE)


# Origins of the boards of the file: blocks, style, seed.
ORIGINS = [
    (10, "rooms", 36), (20, "rooms", 20), (30, "rooms", 6), (45, "segments", 8),
    (60, "segments", 2), (80, "segments", 1), (100, "segments", 2), (100, "open", 1),
    (125, "open", 3), (150, "segments", 14), (175, "open", 4), (200, "rooms", 1),
]  # fmt: skip

# States that the lazy search may keep for a new board.
KEPT = 200_000


def longer(rows: list[str], steps: int, rng: random.Random) -> list[str]:
    """Return the board after `steps` mutations, none of which made its solution shorter."""
    best = _length(rows)
    for _ in range(steps):
        new = _changed(rows, rng)
        length = _length(new)
        if length >= best:
            rows, best = new, length
    return rows


def _length(rows: list[str]) -> int:
    """Return the length of a shortest solution, -1 if the state limit stops the search."""
    from stategraph.engines.limits import Limits

    found = solve_by("lazy", rows, Limits(states=KEPT))
    return -1 if found.length is None else found.length


def _changed(rows: list[str], rng: random.Random) -> list[str]:
    """Return the board with one to three blocks or walls elsewhere."""
    new = [list(row) for row in rows]
    for _ in range(rng.choice([1, 1, 2, 3])):
        places = {
            mark: [(r, c) for r in range(SIZE) for c in range(SIZE) if new[r][c] == mark]
            for mark in "_pX"
        }
        if rng.random() < 0.75 or not (places["X"] and places["_"]):
            (a, b), (c, d) = rng.choice(places["p"]), rng.choice(places["_"] + places["X"])
        else:
            (a, b), (c, d) = rng.choice(places["X"]), rng.choice(places["_"])
        new[a][b], new[c][d] = new[c][d], new[a][b]
    return ["".join(row) for row in new]


def make(steps: int, only: list[int] | None) -> None:
    """Make boards of the file again: those with the given numbers of blocks, or all."""
    made = boards()
    for blocks, style, seed in ORIGINS:
        if only and blocks not in only:
            continue
        rows = board(style, blocks, seed)
        assert rows is not None
        name, rng = f"{style} {blocks}", random.Random(f"longer {style} {blocks} {seed}")
        made[name] = longer(rows, steps, rng)
        print(name, _length(rows), _length(made[name]), flush=True)
        text = "\n\n".join("\n".join([name, *rows]) for name, rows in made.items())
        FILE.write_text(f"{text}\n", "utf-8")


def boards() -> dict[str, list[str]]:
    """Return the rows of each board of the file by name."""
    parts = FILE.read_text("utf-8").rstrip("\n").split("\n\n")
    return {name: rows.split("\n") for name, _, rows in (part.partition("\n") for part in parts)}


# ---------------------------------------------------------------------------- one measurement


def solve_by(search: str, rows: list[str], limits: Limits, engine: str = "auto") -> Solution:
    """Search a board."""
    from stategraph_puzzles.psychopath import family
    from stategraph_puzzles.psychopath.rules import psychopath

    from stategraph.search.solve import solve

    return solve(psychopath(rows), search, limits, engine=engine, family=family)


def measure(search: str, name: str, seconds: float) -> dict[str, object]:
    """Solve one board in this process."""
    from stategraph.engines.limits import Limits

    rows = boards()[name]
    for warm in (search,) if search == "bfs" else (search, "ida"):
        solve_by(warm, rows, Limits(seconds=1), "native")  # imports and compiles
    began = time.perf_counter()
    found = solve_by(search, rows, Limits(seconds=seconds, memory=MEMORY))
    return {
        "length": found.length,
        "known": found.solvable is not None,
        "states": found.states_seen,
        "seconds": time.perf_counter() - began,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,  # Python and all
    }


def at_random(seeds: int, seconds: float) -> None:
    """Count the solved boards among random ones, to avoid selection."""
    from stategraph.engines.limits import Limits

    print("| blocks | boards | solved | proven to have no solution | unknown |")
    print("|---|---|---|---|---|")
    for blocks in (10, 30, 60, 100, 150, 200):
        made = [board(style, blocks, seed) for seed in range(seeds) for style in STYLES]
        found = [solve_by("lazy", rows, Limits(seconds=seconds)) for rows in made if rows]
        solved = sum(one.solvable is True for one in found)
        unknown = sum(one.solvable is None for one in found)
        none = len(found) - solved - unknown
        print(f"| {blocks} | {len(found)} | {solved} | {none} | {unknown} |", flush=True)


# ------------------------------------------------------------------------------------ the table


def child(*words: object) -> dict[str, object]:
    """Run one measurement in a separate process."""
    line = [sys.executable, __file__, "--child", *map(str, words)]
    return json.loads(subprocess.run(line, capture_output=True, check=True).stdout)


def cell(run: dict[str, object]) -> str:
    """Return the table cell for one search on a board."""
    cost = f"{run['states']:,} states, {run['seconds']:.2f} s, {run['megabytes']:,.0f} MB"
    return cost if run["known"] else f"unknown: {cost}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--searches", nargs="*", default=list(SEARCHES), choices=SEARCHES)
    parser.add_argument("--only", type=int, nargs="*", help="boards with these numbers of blocks")
    parser.add_argument("--at-random", type=int, metavar="SEEDS")
    parser.add_argument("--make", type=int, metavar="STEPS")
    parser.add_argument("--child", nargs="*")
    args = parser.parse_args()
    if args.child:
        search, name, seconds = args.child
        print(json.dumps(measure(search, name, float(seconds))))
    elif args.make:
        make(args.make, args.only)
    elif args.at_random:
        at_random(args.at_random, args.seconds)
    else:
        report(args)


def report(args: argparse.Namespace) -> None:
    """Print the table."""
    print("| board | blocks | shortest | " + " | ".join(args.searches) + " |")
    print("|---|---|---|" + "---|" * len(args.searches))
    for name in boards():
        if args.only and int(name.split()[1]) not in args.only:
            continue
        runs = [child(search, name, args.seconds) for search in args.searches]
        lengths = {run["length"] for run in runs if run["known"]}
        assert len(lengths) <= 1, f"the searches disagree: {lengths}"
        length = next(iter(lengths), "unknown")
        print(
            f"| {name.replace(' ', ' | ')} | {length} | " + " | ".join(map(cell, runs)) + " |",
            flush=True,
        )


if __name__ == "__main__":
    main()
