"""Edits of a floor plan with the tools of a designer: each returns a new plan.

A plan consists of spots and links, see `stategraph.rules.floor_plans`. `Family.plan` converts a
puzzle to a plan, and `Family.replan` converts back.

>>> from stategraph import load
>>> ship = load("spacewreck/eight-rooms")
>>> plan = ship.family.plan(ship.puzzle)
>>> len(plan.spots), len(plan.links), plan.people
(8, 12, {'Rocket': 0, 'Lucky': 1})
>>> plan = erase_spot(plan, 5)        # together with the three corridors of room 6
>>> len(plan.spots), len(plan.links)
(7, 9)
>>> put(plan, "Lucky", 0).people
{'Rocket': 0, 'Lucky': 0}
"""

from __future__ import annotations

import math
from dataclasses import replace

from stategraph.errors import InputError
from stategraph.rules.floor_plans import FloorPlan, Link, Place, Spot

# maximum number of spots of a plan that is edited on its drawing
MAX_SPOTS = 200

# least distance between spots, in cells
MIN_SPOT_DISTANCE = 1.9


def add_spot(plan: FloorPlan, kind: str, at: Place) -> FloorPlan:
    """Insert a spot into the plan, before the last spot, which is the goal."""
    _known(plan, kind)
    _free(plan, at)
    if len(plan.spots) >= MAX_SPOTS:
        raise InputError(f"a plan of more than {MAX_SPOTS} {plan.spot}s is edited as text")
    place = len(plan.spots) - 1
    used = {spot.name for spot in plan.spots}
    name = f"{plan.spot.capitalize()}{place + 1}" if any(used) else ""
    while name and name in used:
        name += "b"
    spots = (*plan.spots[:place], Spot(kind, at, name), plan.spots[place])
    return _renumbered(plan, spots, [k if k < place else k + 1 for k in range(len(plan.spots))])


def erase_spot(plan: FloorPlan, number: int) -> FloorPlan:
    """Return the plan without a spot and its links."""
    _spot(plan, number)
    if number == len(plan.spots) - 1:
        raise InputError(f"play ends in this {plan.spot}")
    here = [person for person, where in plan.people.items() if where == number]
    if here:
        raise InputError(f"{' and '.join(here)} begin{'s' * (len(here) == 1)} here")
    spots = plan.spots[:number] + plan.spots[number + 1 :]
    numbers = [None if k == number else k - (k > number) for k in range(len(plan.spots))]
    return _renumbered(plan, spots, numbers)


def clear(plan: FloorPlan) -> FloorPlan:
    """Return the plan with only the start spots of people and the goal, without links."""
    spots = sorted({*plan.people.values(), len(plan.spots) - 1})
    numbers = [spots.index(k) if k in spots else None for k in range(len(plan.spots))]
    unlinked = replace(plan, links=())
    return _renumbered(unlinked, tuple(plan.spots[k] for k in spots), numbers)


def paint_spot(plan: FloorPlan, number: int, kind: str) -> FloorPlan:
    """Change the kind of a spot of the plan. The last spot has no kind."""
    _known(plan, kind)
    if number == len(plan.spots) - 1:
        raise InputError(f"play ends in this {plan.spot}, which has no colour")
    return _with_spot(plan, number, replace(_spot(plan, number), kind=kind))


def move_spot(plan: FloorPlan, number: int, at: Place) -> FloorPlan:
    """Return the plan with a spot moved to another position."""
    _free(plan, at, number)
    return _with_spot(plan, number, replace(_spot(plan, number), at=at))


def put(plan: FloorPlan, person: str, number: int) -> FloorPlan:
    """Return the plan with a person starting at another spot."""
    _spot(plan, number)
    if person not in plan.people:
        raise InputError(f"unknown actor {person!r}")
    return replace(plan, people=plan.people | {person: number})


def add_link(plan: FloorPlan, tail: int, head: int, kind: str) -> FloorPlan:
    """Add a link to the plan; raise ``InputError`` if there is an equal link."""
    _known(plan, kind)
    _spot(plan, tail)
    _spot(plan, head)
    if any((link.tail, link.head, link.kind) == (tail, head, kind) for link in plan.links):
        raise InputError(f"this {plan.link} is there already")
    return replace(plan, links=(*plan.links, Link(tail, head, kind)))


def erase_link(plan: FloorPlan, number: int) -> FloorPlan:
    """Return the plan without a link."""
    _link(plan, number)
    return replace(plan, links=plan.links[:number] + plan.links[number + 1 :])


def paint_link(plan: FloorPlan, number: int, kind: str) -> FloorPlan:
    """Return the plan with a link of another kind."""
    _known(plan, kind)
    link = replace(_link(plan, number), kind=kind)
    return replace(plan, links=(*plan.links[:number], link, *plan.links[number + 1 :]))


def _renumbered(plan: FloorPlan, spots: tuple[Spot, ...], numbers: list[int | None]) -> FloorPlan:
    """Renumber the spots of a plan: ``numbers[k]`` is the new number of spot k, or None."""
    links = [
        replace(link, tail=tail, head=head)
        for link in plan.links
        if (tail := numbers[link.tail]) is not None and (head := numbers[link.head]) is not None
    ]
    people = {
        person: k for person, where in plan.people.items() if (k := numbers[where]) is not None
    }
    return replace(plan, spots=spots, links=tuple(links), people=people)


def _with_spot(plan: FloorPlan, number: int, spot: Spot) -> FloorPlan:
    return replace(plan, spots=(*plan.spots[:number], spot, *plan.spots[number + 1 :]))


def _spot(plan: FloorPlan, number: int) -> Spot:
    if not 0 <= number < len(plan.spots):
        raise InputError(f"there is no {plan.spot} {number + 1}")
    return plan.spots[number]


def _link(plan: FloorPlan, number: int) -> Link:
    if not 0 <= number < len(plan.links):
        raise InputError(f"there is no {plan.link} {number + 1}")
    return plan.links[number]


def _known(plan: FloorPlan, kind: str) -> None:
    if kind not in plan.kinds:
        raise InputError(f"{kind!r} is not one of {', '.join(plan.kinds)}")


def _free(plan: FloorPlan, at: Place, but: int = -1) -> None:
    """Raise ``InputError`` if another spot is too near to a position."""
    near = (
        math.dist(spot.at, at) < MIN_SPOT_DISTANCE for k, spot in enumerate(plan.spots) if k != but
    )
    if any(near):
        raise InputError(f"another {plan.spot} is there already")
