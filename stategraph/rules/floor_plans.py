"""Floor plans of levels that are not boards: spots on a drawing, and links between them.

A family whose levels are such plans converts a puzzle to a `FloorPlan` and back; every edit of a
plan uses these (`stategraph.design.plan_edits`)::

    8 12                                                  (1) ──green──► (3)
    pink green blue ...    ── family.plan(puzzle) ──►      ▲              │
    1 2                                                   Rocket         pink
    1 3 green              ◄── family.replan(puzzle, plan)
    ...
"""

from __future__ import annotations

from dataclasses import dataclass

# a position on a drawing, in cells: right, down
Place = tuple[float, float]


@dataclass(frozen=True)
class Spot:
    """A place that links join.

    Attributes
    ----------
    kind : str
        one of the plan's kinds, or empty
    at : (float, float)
    name : str
        its name for designers; empty to use its number
    """

    kind: str
    at: Place
    name: str = ""


@dataclass(frozen=True)
class Link:
    """A link from one spot to another.

    Attributes
    ----------
    tail, head : int
        the numbers of the spots, from 0
    kind : str
        one of the plan's kinds
    way : tuple of (float, float)
        its path on the drawing; empty if it was never drawn
    """

    tail: int
    head: int
    kind: str
    way: tuple[Place, ...] = ()


@dataclass(frozen=True)
class FloorPlan:
    """A level as spots and links.

    Attributes
    ----------
    spots : tuple of Spot
        the last one is the goal, and has an empty kind
    links : tuple of Link
    people : dict of str to int
        the start of each person, by name
    kinds : tuple of str
        kinds of spots and links; a designer may add more in the text
    spot, link : str
        the designer's words for them: room, corridor
    """

    spots: tuple[Spot, ...]
    links: tuple[Link, ...]
    people: dict[str, int]
    kinds: tuple[str, ...]
    spot: str = "spot"
    link: str = "link"
