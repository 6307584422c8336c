"""Does a search for levels find more than chance does? Cells filled and the best value, by seeds.

    python tests/benchmarks/invented.py [FAMILY ...] [--evaluations 512] [--seeds 10]

Each search of `stategraph.invent` is compared with one that makes every level from scratch, with
the same demands and as many levels. The table is in Markdown: least, median and most over the
seeds, and in how many of them the search had more, as many, less.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from statistics import median

from stategraph.invent import maker, search, wishes
from stategraph.level_files.contents import starter

AXES, BEST, STATES = ("shortest", "trap_moves"), "shortest", 5_000

# Family -> (size of new levels, of which elements how many).
ASKED = {
    "spacewreck": ((10,), {}),
    "sokoban": ((6, 7), {"box": (2, 2), "goal": (2, 2)}),
    "psychopath": ((7, 7), {"block": (2, 5), "exit": (1, 1)}),
    "pacman": ((5, 6), {}),
}

HEAD = "| family | | by search | by chance | more, as many, less |"


MEASURES = ("shapes of stories", "cells filled", "longest shortest solution")


def found(family: str, evaluations: int, seed: int, by_chance: bool) -> tuple[float, ...]:
    """Return the values of `MEASURES`; cells of different shapes with the same axes count once."""
    size, counts = ASKED[family]
    made = maker(starter(family), counts=counts, size=size)
    asked = wishes([], AXES, BEST, STATES)
    archive = search(made, asked, seed=seed, evaluations=evaluations, random_only=by_chance).archive
    shapes, cells = ({cell[part] for cell in archive.cells} for part in (0, 1))
    return len(shapes), len(cells), max((one.seen.score for one in archive), default=0)


def row(family: str, what: str, search: Sequence[float], chance: Sequence[float]) -> str:
    """Return a line of the table."""
    pairs = list(zip(search, chance, strict=True))
    more, less = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
    duels = f"{more}, {len(pairs) - more - less}, {less}"
    return f"| {family} | {what} | {spread(search)} | {spread(chance)} | {duels} |"


def spread(values: Sequence[float]) -> str:
    """Return the least, the median and the most."""
    return ", ".join(f"{value:g}" for value in (min(values), median(values), max(values)))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("families", nargs="*", default=list(ASKED), metavar="FAMILY")
    parser.add_argument("--evaluations", type=int, default=512)
    parser.add_argument("--seeds", type=int, default=10)
    args = parser.parse_args()
    print(HEAD, "|---|---|---|---|---|", sep="\n", flush=True)
    for family in args.families:
        began = time.process_time()
        tried = {
            by_chance: [found(family, args.evaluations, k, by_chance) for k in range(args.seeds)]
            for by_chance in (False, True)
        }
        searched, random = (list(zip(*tried[each], strict=True)) for each in (False, True))
        for name, measure, one, other in zip(
            (family, "", ""), MEASURES, searched, random, strict=True
        ):
            print(row(name, measure, one, other), flush=True)
        parser_note = f"{family}: {time.process_time() - began:.0f} s of CPU"
        print(parser_note, file=__import__("sys").stderr)


if __name__ == "__main__":
    main()
