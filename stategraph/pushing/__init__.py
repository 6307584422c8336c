"""A solver for puzzles in which a player pushes single blocks: Sokoban, push-block mazes.

The `pushing` method of a family describes such a puzzle with `Pushing`. Then `stategraph.search`
uses this package for levels that are too large to expand::

    family.pushing(puzzle) ──► Pushing ──┬─ proof     a shortest solution, by pushes
                                         ├─ sat_search  a shortest solution, by a SAT solver
                                         ├─ finder    some solution soon, then shorter ones
                                         └─ refuter   lower bounds, beside another search
"""

from stategraph.pushing.solver import Pushing

__all__ = ["Pushing"]
