"""Expansion of rule lines into plain rules, in the order in which they are tried.

::

    [ > Player | Crate ] -> [ > Player | > Crate ]

    down  [ crate | up player ]    -> [ up crate | up player ]          an up rule, reversed
    down  [ down player | crate ]  -> [ down player | down crate ]
    right [ crate | left player ]  -> ...
    right [ right player | crate ] -> ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from stategraph.rules import LevelError

from .game_reader import Source
from .rule_lines import (
    AMBIGUOUS,
    RELATIVE,
    Cell,
    Rule,
    Side,
    entries,
    parsed,
)

# meaning of the words of `RELATIVE` by the direction of a rule; AXES holds sets of directions
ABSOLUTE = {
    "up": ("up", "down", "left", "right"),
    "down": ("down", "up", "right", "left"),
    "left": ("left", "right", "down", "up"),
    "right": ("right", "left", "up", "down"),
}
AXES = {
    "up": ("vertical'", "horizontal''"),
    "down": ("vertical'", "horizontal''"),
    "left": ("horizontal'", "vertical''"),
    "right": ("horizontal'", "vertical''"),
}
DIRECTION_NAMES = AMBIGUOUS | {
    f"{axis}{mark}": AMBIGUOUS[axis] for axis in ("horizontal", "vertical") for mark in ("'", "''")
}
MAX_RIGID_GROUPS = 30
# limit for a whole game; the largest of 240 published games has 8,000 rules
MAX_WRITTEN_OUT = 50_000


@dataclass(frozen=True)
class Group:
    """The rules of one line and of the following lines with a ``+``."""

    line: int
    rules: tuple[Rule, ...]


def groups(source: Source) -> tuple[list[Group], list[tuple[int, bool]]]:
    """Return the groups of all expanded rules, and the lines of loops (True: start)."""
    found: list[list[Rule]] = []
    loops: list[tuple[int, bool]] = []
    count = 0
    for number, text in source.rules:
        if text in ("startloop", "endloop"):
            opens = text == "startloop"
            if opens == (bool(loops) and loops[-1][1]):
                raise LevelError(f"{text} without its other half: loops are not nested", number)
            loops.append((number, opens))
            continue
        rule = parsed(source, text.lstrip("+ \t"), number)
        if rule is None:
            continue
        if not text.startswith("+"):
            found.append([])
        elif not found:
            raise LevelError("a + joins a rule to the one above, but it is the first rule", number)
        if rule.right or rule.commands:
            written = written_out(source, rule)
            found[-1] += written
            if (count := count + len(written)) > MAX_WRITTEN_OUT:
                raise _too_many(number)
    if loops and loops[-1][1]:
        raise LevelError("startloop without endloop", loops[-1][0])
    made = [Group(rules[0].line, tuple(rules)) for rules in found if rules]
    rigid = [group for group in made if any(rule.rigid and not rule.late for rule in group.rules)]
    if len(rigid) > MAX_RIGID_GROUPS:
        raise LevelError(f"more than {MAX_RIGID_GROUPS} rigid groups", rigid[MAX_RIGID_GROUPS].line)
    return made, loops


def _changed(side: Side, change: Callable[[str, str], list[tuple[str, str]]]) -> Side:
    """Return a side with each entry replaced by the entries that `change` returns for it."""
    return tuple(
        tuple(tuple(new for way, name in cell for new in change(way, name)) for cell in row)
        for row in side
    )


def _renamed(rule: Rule, change: Callable[[str, str], list[tuple[str, str]]]) -> Rule:
    return replace(rule, left=_changed(rule.left, change), right=_changed(rule.right, change))


def written_out(source: Source, rule: Rule) -> list[Rule]:
    """Return the plain rules of a rule; the last one of equal rules remains."""
    made: list[Rule] = []
    for direction in _directions(rule):
        one = _absolute(replace(rule, directions=(direction,)))
        one = _objects(source, _turned_over(one))
        for moved in _without_ambiguity(one):
            made += _without_properties(source, moved)
    made = [_standing(source, one) for one in made]
    counts = any(len(row) > 1 for row in rule.left)
    last = {
        (one.directions if counts else (), one.left, one.right): k for k, one in enumerate(made)
    }
    return [made[k] for k in sorted(last.values())]


def _check_count(choices: Iterable[int], line: int) -> None:
    """Reject a rule with too many combinations before expanding it."""
    if prod(choices) > MAX_WRITTEN_OUT:
        raise _too_many(line)


def _too_many(line: int) -> LevelError:
    return LevelError(
        f"more than {MAX_WRITTEN_OUT:,} rules without properties and words such as moving: "
        "name fewer objects or directions",
        line,
    )


def _directions(rule: Rule) -> tuple[str, ...]:
    """Return the directions that make a difference."""
    wide = any(len(row) > 1 for row in rule.left)
    relative = any(way in RELATIVE for way, _ in entries(rule.left + rule.right))
    return rule.directions if wide or relative else rule.directions[:1]


def _absolute(rule: Rule) -> Rule:
    """Return a rule without words relative to its direction."""
    direction = rule.directions[0]
    meaning = dict(zip(RELATIVE, ABSOLUTE[direction] + AXES[direction], strict=True))
    return _renamed(rule, lambda way, name: [(meaning.get(way, way), name)])


def _turned_over(rule: Rule) -> Rule:
    """Return an up or left rule reversed into a down or right one; not with an ellipsis."""
    turned = {"up": "down", "left": "right"}.get(rule.directions[0])
    if turned is None or ("...", "") in entries(rule.left):
        return rule
    left, right = (tuple(row[::-1] for row in side) for side in (rule.left, rule.right))
    return replace(rule, directions=(turned,), left=left, right=right)


def _objects(source: Source, rule: Rule) -> Rule:
    """Return a rule with aggregates and synonyms replaced by objects."""

    def change(way: str, name: str) -> list[tuple[str, str]]:
        if name in source.aggregates:
            if way == "no":
                raise LevelError(f"no {name}: several objects cannot be denied at once", rule.line)
            return [(way, part) for part in source.aggregates[name]]
        return [(way, source.synonyms.get(name, name))]

    return _renamed(rule, change)


def _without_ambiguity(rule: Rule) -> list[Rule]:
    """Return the rules with words such as ``moving`` replaced by single directions.

    The last ambiguous cell varies slowest; within one cell, the first word does.
    """
    places = [
        list(dict.fromkeys((i, j, way, name) for way, name in cell if way in DIRECTION_NAMES))
        for i, row in enumerate(rule.left)
        for j, cell in enumerate(row)
    ]
    order = [place for places_of_cell in reversed(places) for place in places_of_cell]
    _check_count((len(DIRECTION_NAMES[way]) for _, _, way, _ in order), rule.line)
    made = []
    for choice in product(*(DIRECTION_NAMES[way] for _, _, way, _ in order)):
        chosen = dict(zip(order, choice, strict=True))
        made.append(_bound_ways(rule, chosen))
    return made


def _bound_ways(rule: Rule, chosen: dict[tuple[int, int, str, str], str]) -> Rule:
    """Return a rule with the chosen directions at the left, and bound ones at the right."""
    by_name: dict[tuple[str, str], list[str]] = {}
    by_way: dict[str, list[str]] = {}
    for (_, _, way, name), direction in chosen.items():
        by_name.setdefault((way, name), []).append(direction)
        by_way.setdefault(way, []).append(direction)

    def bound(i: int, j: int, way: str, name: str) -> str:
        if (i, j, way, name) in chosen:
            return chosen[i, j, way, name]
        for known in (by_name.get((way, name), []), by_way.get(way, [])):
            if len(known) == 1:
                return known[0]
        if way in DIRECTION_NAMES:
            shown = way.strip("'")
            raise LevelError(
                f"{shown} {name}: which direction does it take on the right?", rule.line
            )
        return way

    left, right = (
        tuple(
            tuple(
                tuple((bound(i, j, way, name), name) for way, name in cell)
                for j, cell in enumerate(row)
            )
            for i, row in enumerate(side)
        )
        for side in (rule.left, rule.right)
    )
    return replace(rule, left=left, right=right)


def _without_properties(source: Source, rule: Rule) -> list[Rule]:
    """Return the rules with properties replaced by objects, except those that stay a mask."""
    rule = _renamed(
        rule,
        lambda way, name: [
            (way, part)
            for part in (source.properties.get(name, (name,)) if way == "no" else (name,))
        ],
    )
    loose = _loose(source, rule)
    places = [
        (i, j, name)
        for i, row in enumerate(rule.left)
        for j, cell in enumerate(row)
        for name in dict.fromkeys(name for way, name in cell if way != "no")
        if name in source.properties and (name in loose or one_layer(source, name) is None)
    ]
    _check_count((len(source.properties[name]) for _, _, name in places), rule.line)
    made = []
    for choice in product(*(source.properties[name] for _, _, name in places)):
        made.append(_bound_names(source, rule, dict(zip(places, choice, strict=True)), loose))
    return made


def _loose(source: Source, rule: Rule) -> set[str]:
    """Return properties on the right of a cell whose left side lacks them."""
    return {
        name
        for was, is_ in zip(rule.left, rule.right, strict=False)
        for a, b in zip(was, is_, strict=True)
        for way, name in b
        if name in source.properties and way != "no" and name not in {n for w, n in a if w != "no"}
    }


def _bound_names(
    source: Source, rule: Rule, chosen: dict[tuple[int, int, str], str], loose: set[str]
) -> Rule:
    """Return a rule with the objects chosen for properties at the left, bound ones at the right."""
    by_name: dict[str, list[str]] = {}
    for (_, _, name), thing in chosen.items():
        by_name.setdefault(name, []).append(thing)

    def bound(i: int, j: int, way: str, name: str) -> str:
        if way == "no" or name not in source.properties:
            return name
        if (i, j, name) in chosen:
            return chosen[i, j, name]
        if len(by_name.get(name, [])) == 1:
            return by_name[name][0]
        if name in loose or name in by_name or one_layer(source, name) is None:
            raise LevelError(f"{name}: which object is it on the right?", rule.line)
        return name

    left = tuple(
        tuple(
            tuple((way, chosen.get((i, j, name), name) if way != "no" else name) for way, name in c)
            for j, c in enumerate(row)
        )
        for i, row in enumerate(rule.left)
    )
    right = tuple(
        tuple(tuple((way, bound(i, j, way, name)) for way, name in c) for j, c in enumerate(row))
        for i, row in enumerate(rule.right)
    )
    return replace(rule, left=left, right=right)


def one_layer(source: Source, name: str) -> int | None:
    """Return the layer shared by all objects of a property; None if there are several."""
    layers = {source.things[member].layer for member in source.properties[name]}
    return layers.pop() if len(layers) == 1 else None


def _standing(source: Source, rule: Rule) -> Rule:
    """Return a rule whose objects, put on layers new to their cell, are stationary."""
    if rule.late or not rule.right:
        return rule

    def cell(was: Cell, is_: Cell) -> Cell:
        touched = {
            source.things[member].layer
            for way, name in was
            if way != "..."
            for member in source.members(name, rule.line)
        }
        return tuple(
            ("stationary", name)
            if not way and name in source.things and source.things[name].layer not in touched
            else (way, name)
            for way, name in is_
        )

    right = tuple(
        tuple(cell(a, b) for a, b in zip(was, is_, strict=True))
        for was, is_ in zip(rule.left, rule.right, strict=True)
    )
    return replace(rule, right=right)
