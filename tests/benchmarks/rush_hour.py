"""How near does a search for levels come to the hardest boards of Rush Hour, 51 turns?

    python tests/benchmarks/rush_hour.py [--evaluations 2000] [--seed 0] [--jobs 1]

A turn moves one car by any number of cells. The family is that of puzzles/README.md, extended for
searches: cars come, go and move, and their letters name the actor.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random
from string import ascii_uppercase
from types import ModuleType
from typing import Any

from stategraph_puzzles.rushhour.rules import parkings

from stategraph.invent import Draft, maker, search, wishes
from stategraph.load import load

README = Path(__file__).parents[2] / "puzzles" / "README.md"
START = "..BCC.\n..B..D\nAAB..D\n.EE..F\n.....F\nGG....\n"

# A turn more than there are switches of cars.
AXES, BEST, STATES = ("shortest", "states"), "least_switches", 20_000

# Of 6x6 boards without walls; M. Fogleman, Solving Rush Hour, the puzzle (2018).
HARDEST = "GBB.L.\nGHI.LM\nGHIAAM\nCCCK.M\n..JKDD\nEEJFF.\n"


def family(name: str = "rushhour") -> Any:
    """Return the family of the README, extended for searches."""
    blocks = README.read_text("utf-8").split("```python\n")[1:]
    code = next(block.partition("```")[0] for block in blocks if "Rush Hour" in block)
    sys.modules[name] = module = ModuleType(name)
    exec(compile(code, str(README), "exec"), module.__dict__)
    rush_hour = module.__dict__["rush_hour"]

    class Searched(module.__dict__["RushHour"]):
        write = module.__dict__["RushHour"].text

        @staticmethod
        def actor(label: str) -> str:
            return label[0]

        def changes(self, puzzle: Any, random: Random) -> Any:
            """Return the board with a car more, a car less, or another one in its stead."""
            lanes, height, width = puzzle.board
            cars = {car: lanes[car][puzzle.start[car]] for car in lanes}
            what = random.choice([*cars, "a new one"])
            if what in cars and what != "A":
                del cars[what]
            if what not in lanes or random.random() < 0.8:
                taken = {cell for cells in cars.values() for cell in cells}
                letter = next(letter for letter in ascii_uppercase if letter not in cars)
                if room := parkings(taken, height, width):
                    cars[letter] = random.choice(room)
            return rush_hour(cars, height, width)

    return Searched()


def main() -> None:
    """Search, and print each board that is better than all before."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (("evaluations", 2000), ("seed", 0), ("jobs", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    begun = Path("rushhour-start.txt")
    begun.write_text(START)
    level, best = load(str(begun), family()), 0
    begun.unlink()

    def told(found: Any) -> None:
        nonlocal best
        top = max(found.archive, key=lambda one: one.seen.score, default=None)
        if top is not None and top.seen.score > best:
            best = int(top.seen.score)
            used = f"{found.levels} boards, {time.process_time():.0f} s of CPU"
            print(f"{best + 1} turns, {top.seen.values['shortest']} steps; {used}")
            print(top.draft.text, flush=True)

    asked = wishes([], AXES, BEST, STATES)
    made = maker(level)
    hardest = asked.look(made, Draft(HARDEST))
    print(f"the hardest board there is: {hardest.score + 1:g} turns")
    found = search(
        made, asked, seed=args.seed, evaluations=args.evaluations, jobs=args.jobs, on_progress=told
    )
    print(f"{best + 1} turns among {found.levels} boards, {time.process_time():.0f} s of CPU")


if __name__ == "__main__":
    main()
