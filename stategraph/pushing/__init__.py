"""A solver for puzzles in which a player pushes single blocks: Sokoban, push-block mazes.

A family says with `Pushing` that its puzzle is one. `stategraph.search` then uses this package for
levels that are too large to expand::

    family.pushing(puzzle) ──► Pushing ──┬─ proof     a shortest solution, by pushes
                                         ├─ sat_search  the same, by a SAT solver
                                         ├─ finder    some solution soon, then shorter ones
                                         └─ refuter   lower bounds, beside another search
"""

from stategraph.pushing.solver import Pushing

__all__ = ["Pushing"]
