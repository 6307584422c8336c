"""Scale: state graphs in memory and in a store, up to hundreds of millions of states.

    python tests/benchmarks/large.py [--puzzles cube tiles] [--states 10000000] [--folder DIR]
        [--where memory store workers] [--resume]

Each run is a separate process. A line has CPU seconds (user and system, all processes), seconds on
the clock, and states per CPU second. It also has the peak private memory of the process, without
pages of files and without workers, in total and per state, and the bytes of states and of moves on
disk. If the numbers of states per layer are known, all expanded layers are compared. `--resume`
continues a store that was left in DIR, for example by a killed process. ``workers`` are two
processes, for boards.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import levels
import ship_layers

from stategraph.engines.limits import Limits
from stategraph.engines.memory import own_memory
from stategraph.expand import expand
from stategraph.load import load
from stategraph.rules import One, Puzzle, Table, Tuple, each
from stategraph.store import fill, manifest, processes
from stategraph.store.writer import Writer, sweep

# States by the moves from the solved one: of the 3 x 4 sliding-tile puzzle with the gap in a
# corner, OEIS A090166; of the 2 x 2 x 2 cube in quarter turns.
TILES = [
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802, 71167,
    119888, 198363, 323206, 515778, 811000, 1248011, 1885279, 2782396, 4009722, 5621354, 7647872,
    10065800, 12760413, 15570786, 18171606, 20299876, 21587248, 21841159, 20906905, 18899357,
    16058335, 12772603, 9515217, 6583181, 4242753, 2503873, 1350268, 643245, 270303, 92311, 27116,
    5390, 1115, 86, 18,
]  # fmt: skip
CUBE = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276]


def tiles(height: int = 3, width: int = 4) -> Puzzle:
    """Return the sliding-tile puzzle, from its solved state on; it is never over."""
    size = height * width
    steps = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}

    def beside(cell: int, down: int, right: int) -> int:
        row, column = cell // width + down, cell % width + right
        return row * width + column if 0 <= row < height and 0 <= column < width else -1

    to = {
        way: Table([beside(cell, *ahead) for cell in range(size)]) for way, ahead in steps.items()
    }

    def slide(s: Any) -> Any:
        for way in each(list(steps)):
            tile = to[way][s.gap]
            if tile >= 0:
                moved = s.tiles.put(s.gap, s.tiles[tile]).put(tile, 0)
                yield way, s.but(gap=tile, tiles=moved)

    begin = dict(gap=0, tiles=tuple(range(size)))
    return Puzzle(begin, [slide], lambda s: False, gap=One(size), tiles=Tuple(size, size))


def cube() -> Puzzle:
    """Return the 2 x 2 x 2 cube with one corner held fast, in quarter turns; it is never over."""
    # for each turn: the source of the corner in each place, and the twist of that corner
    turns = {
        "U": ([3, 0, 1, 2, 4, 5, 6], [0, 0, 0, 0, 0, 0, 0]),
        "R": ([4, 1, 2, 0, 6, 5, 3], [2, 0, 0, 1, 1, 0, 2]),
        "F": ([1, 5, 2, 3, 0, 4, 6], [1, 2, 0, 0, 2, 1, 0]),
    }
    for name, (places, twists) in list(turns.items()):
        back = [places.index(place) for place in range(7)]
        turns[f"{name}'"] = back, [-twists[place] % 3 for place in back]

    def turn(s: Any) -> Any:
        for name, (places, twists) in turns.items():
            corners, twisted = s.corners, s.twists
            for place, (source, twist) in enumerate(zip(places, twists, strict=True)):
                corners = corners.put(place, s.corners[source])
                twisted = twisted.put(place, (s.twists[source] + twist) % 3)
            yield name, s.but(corners=corners, twists=twisted)

    begin = dict(corners=tuple(range(7)), twists=(0,) * 7)
    kinds = {"corners": Tuple(7, 7), "twists": Tuple(7, 3)}
    return Puzzle(begin, [turn], lambda s: False, **kinds)


# States of 30 bits: almost every word of 30 bits is a pair of rooms.
SHIP = levels.ship(32_766, 1, 5)

PUZZLES = {
    "cube": (cube, CUBE),
    "tiles": (tiles, TILES),
    "pacman": (lambda: levels.puzzle("pacman", levels.LARGE["pacman"]), None),
    "banquet": (lambda: levels.puzzle("pacman", (levels.dining_room(20, 11),)), None),
    "sokoban": (lambda: levels.puzzle("sokoban", levels.LARGE["sokoban"]), None),
    "ship": (lambda: levels.puzzle("spacewreck", SHIP), None),
}

# The family and the rows of boards that workers can expand.
BOARDS = {
    "pacman": ("pacman", levels.LARGE["pacman"][0]),
    "banquet": ("pacman", levels.dining_room(20, 11)),
    "sokoban": ("sokoban", levels.LARGE["sokoban"][0]),
}

# Most bytes of memory, without mapped files, of an expansion into a store.
STORE_MEMORY = 8 << 30


class Watched:
    """The CPU seconds and the most own memory of what runs in its block."""

    def __enter__(self) -> Watched:
        self.most, self._done = own_memory(), threading.Event()
        self._before, self._cpu, self._began = self.most, _cpu(), time.monotonic()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds, self.clock = _cpu() - self._cpu, time.monotonic() - self._began
        self._done.set()
        self._thread.join()
        self.memory = self.most - self._before

    def _watch(self) -> None:
        while not self._done.wait(0.05):
            self.most = max(self.most, own_memory())


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def measured(name: str, where: str, states: int, folder: Path) -> dict[str, Any]:
    """Expand a puzzle up to a number of states, in memory or into a store."""
    puzzle, known = PUZZLES[name][0](), PUZZLES[name][1]
    if name == "ship":
        counted = ship_layers.count(SHIP, states)
        known = [n for n, _ in counted]
    expand(puzzle, Limits(states=50_000), engine="native")  # compiled before
    with Watched() as watched:
        if where == "memory":
            graph, counts = expand(puzzle, Limits(states=states), engine="native"), None
        elif where == "store":
            graph, counts = _stored(puzzle, name, states, folder)
        else:
            graph, counts = _shared(name, states, folder)
    whole = counts[: len(counts) - (not graph.complete)] if counts else []
    if known is not None and whole != known[: len(whole)]:
        raise SystemExit(f"{name}: the layers {whole} differ from the published ones")
    if name == "ship" and graph.complete and graph.number_of_edges() != sum(m for _, m in counted):
        raise SystemExit(f"{name}: {graph.number_of_edges()} moves, unlike the C program")
    on_disk = {p.stem: p.stat().st_size for p in folder.glob("*.npy")} if counts else {}
    moves = on_disk.get("targets", 0) + on_disk.get("labels", 0)
    return {
        "states": len(graph),
        "moves": graph.number_of_edges(),
        "seconds": watched.seconds,
        "clock": watched.clock,
        "memory": watched.memory,
        "disk": [on_disk.get("states", 0) + on_disk.get("offsets", 0), moves],
        "levels": len(whole),
        "compared": known is not None and bool(whole),
    }


def _stored(puzzle: Puzzle, name: str, states: int, folder: Path) -> tuple[Any, list[int]]:
    folder.mkdir(parents=True, exist_ok=True)
    told = manifest.Manifest(name, "", name, "", True, "", manifest.packing(puzzle.variables))
    if manifest.is_store(folder):
        told = manifest.read(folder)
        print(f"{name}: continues from {told.expanded:,} states", file=sys.stderr)
    writer = Writer(folder, told)
    limits = Limits(states=states, memory=STORE_MEMORY)
    graph = expand(puzzle, limits, engine="native", keeper=writer)
    writer.finish(graph)
    sweep(folder, writer.manifest)
    return graph, writer.levels


def _shared(name: str, states: int, folder: Path) -> tuple[Any, list[int]]:
    folder.mkdir(parents=True, exist_ok=True)
    family, rows = BOARDS[name]
    board = folder.with_suffix(".txt")
    board.write_text("\n".join(rows) + "\n")
    try:
        level = load(str(board), family)
    finally:
        board.unlink()
    with processes.local(2) as pool:
        made = fill(folder, level, Limits(states=states), engine="native", resume=True, pool=pool)
    return made.graph, manifest.read(folder).levels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", nargs="+", choices=PUZZLES, default=list(PUZZLES))
    parser.add_argument("--states", nargs="+", type=int, default=[1_000_000, 10_000_000])
    parser.add_argument(
        "--where", nargs="+", choices=("memory", "store", "workers"), default=["memory", "store"]
    )
    parser.add_argument("--folder", type=Path, default=None)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        name, where, states, folder = args.one
        print(json.dumps(measured(name, where, int(states), Path(folder))))
        return
    print("| puzzle | where | states | moves | CPU s | s | states/s | own memory, B a state "
          "| disk, B a state | disk, B a move | levels as published |")  # fmt: skip
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="stategraph-large-", dir=args.folder) as made:
        for name in args.puzzles:
            for states in args.states:
                for where in args.where:
                    if where == "workers" and name not in BOARDS:
                        continue
                    folder = (args.folder or Path(made)) / name
                    if not args.resume:
                        shutil.rmtree(folder, ignore_errors=True)
                    print(_line(name, where, states, folder), flush=True)
                    if args.folder is None:
                        shutil.rmtree(folder, ignore_errors=True)


def _line(name: str, where: str, states: int, folder: Path) -> str:
    words = [sys.executable, __file__, "--one", name, where, str(states), str(folder)]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    run = json.loads(done.stdout)
    n, m = run["states"], run["moves"]
    disk = [
        f"{size / of:.1f}" if size else "" for size, of in zip(run["disk"], (n, m), strict=True)
    ]
    cells = [
        name, where, f"{n:,}", f"{m:,}", f"{run['seconds']:.1f}", f"{run['clock']:.0f}",
        f"{n / run['seconds']:,.0f}",
        f"{run['memory'] / n:.1f}", *disk, f"{run['levels']}" if run["compared"] else "",
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
