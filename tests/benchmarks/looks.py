"""Levels per second: the plain loop over levels compared with the evaluation in `invent`.

    python tests/benchmarks/looks.py [FAMILY ...] [--levels 480]

The plain loop reads a level, expands it and computes all metrics. A look asks for no more than is
wished for: here that a solution has 8 to 200 moves, then the two axes. Both are given the same
levels, made by chance, and take turns; a second look at them finds all shapes met. The seconds are
of CPU, the table is in Markdown.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from stategraph.design import demand
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.invent import Draft, Maker, Wishes, level_of, maker, search, wishes
from stategraph.level_files.contents import starter
from stategraph.load import load
from stategraph.metrics import measure_level

STATES = 50_000

# The measured case, its family or first level, the size of its levels, and the number of each
# element. Without a size, all levels are mutations of the first level.
CASES: dict[str, tuple[str, tuple[int, ...] | None, dict]] = {
    "push-block 8x8, four blocks": ("psychopath", (8, 8), {"block": (4, 4), "exit": (1, 1)}),
    "Sokoban 8x8, three boxes": ("sokoban", (8, 8), {"box": (3, 3), "goal": (3, 3)}),
    "Spacewreck, 15 rooms": ("spacewreck", (15,), {}),
    "Pacman 6x6": ("pacman", (6, 6), {}),
    "PuzzleScript, causeway": ("puzzlescript/causeway", None, {"crate": (1, 3)}),
}

# One of this many levels goes through the plain loop, which is slow; some more run first, to have
# its modules loaded.
PART, WARM = 8, 3


def drafts(made: Maker, asked: Wishes, count: int) -> list[Draft]:
    """Return levels: mutations of results of a short search, and every third from scratch."""
    found = [one.draft for one in search(made, asked, seed=1, evaluations=64).archive]
    parents = found or [made.like]
    return [
        made.changed(parents[k % len(parents)], Random(k))
        if k % 3 or made.size is None
        else made.fresh(Random(k))
        for k in range(count)
    ]


def plainly(made: Maker, draft: Draft) -> None:
    """Read a level, expand it, measure everything."""
    try:
        level = level_of(made.family, draft)
    except LevelError:
        return
    measure_level(level, expand(level.puzzle, Limits(states=STATES)), slow=True)


def measured(name: str, size: tuple[int, ...] | None, counts: dict, levels: int) -> list[float]:
    """Return how many levels a second go through the plain loop, and are looked at, twice."""
    first = load(name) if "/" in name else starter(name)
    made = maker(first, counts=counts, size=size)
    asked = wishes([demand("shortest", [8, 200])], ("shortest", "trap_moves"), "shortest", STATES)
    given, seconds = drafts(made, asked, levels), [0.0, 0.0, 0.0]
    for draft in given[1 : WARM + 1]:
        plainly(made, draft)
    rounds = [(1, given), (0, given[::PART]), (2, given)]
    for kind, some in rounds:
        began = time.process_time()
        for draft in some:
            asked.look(made, draft) if kind else plainly(made, draft)
        seconds[kind] = (time.process_time() - began) / len(some)
    return [1 / one for one in seconds]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("families", nargs="*", metavar="FAMILY")
    parser.add_argument("--levels", type=int, default=480)
    args = parser.parse_args()
    print("| | plain loop | looks | looks, all shapes met | times as many |")
    print("|---|---|---|---|---|")
    for name, (level, size, counts) in CASES.items():
        if not args.families or level.partition("/")[0] in args.families:
            plain, first, again = measured(level, size, counts, args.levels)
            print(
                f"| {name} | {plain:.3g} | {first:.0f} | {again:.0f} | {again / plain:.3g} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
