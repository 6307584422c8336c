"""What an editor changes of levels that are no boards: spots on a drawing, and links between them.

A family whose levels are such plans gives the `FloorPlan` of a puzzle and takes it back; every
editing of plans follows from that (`stategraph.design.plans`)::

    8 12                                                  (1) ──green──► (3)
    pink green blue ...    ── family.plan(puzzle) ──►      ▲              │
    1 2                                                   Rocket         pink
    1 3 green              ◄── family.replan(puzzle, plan)
    ...
"""

from __future__ import annotations

from dataclasses import dataclass

# Where something is on a drawing, in cells: right, down.
Place = tuple[float, float]


@dataclass(frozen=True)
class Spot:
    """A place that links join.

    Attributes
    ----------
    kind : str
        one of the plan's kinds; empty where it has none
    at : (float, float)
    name : str
        as its designer calls it; empty: by its number
    """

    kind: str
    at: Place
    name: str = ""


@dataclass(frozen=True)
class Link:
    """A way from one spot to another.

    Attributes
    ----------
    tail, head : int
        the numbers of the spots, from 0
    kind : str
        one of the plan's kinds
    way : tuple of (float, float)
        how it is drawn; empty where it never was
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
        the last is where play ends, and has no kind
    links : tuple of Link
    people : dict of str to int
        who begins at which spot, by name
    kinds : tuple of str
        of spots and links; a designer may add more in the text
    spot, link : str
        what its designer calls them: room, corridor
    """

    spots: tuple[Spot, ...]
    links: tuple[Link, ...]
    people: dict[str, int]
    kinds: tuple[str, ...]
    spot: str = "spot"
    link: str = "link"
