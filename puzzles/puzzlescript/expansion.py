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

# the meaning of each word of `RELATIVE` for each direction of a rule: ABSOLUTE for single
# directions, AXES for words that mean two directions
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
# maximum number of expanded rules of a game; the largest of 240 published games has 8,000
MAX_PLAIN_RULES = 50_000


@dataclass(frozen=True)
class Group:
    """The rules of one line and of the following lines with a ``+``."""

    line: int
    rules: tuple[Rule, ...]


def groups(source: Source) -> tuple[list[Group], list[tuple[int, bool]]]:
    """Return the groups of expanded rules, and (line, is_start) for each line of a loop's ends."""
    rule_groups: list[list[Rule]] = []
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
            rule_groups.append([])
        elif not rule_groups:
            raise LevelError("a + joins a rule to the one above, but it is the first rule", number)
        if rule.right or rule.commands:
            expansion_of_rule = plain_rules(source, rule)
            rule_groups[-1] += expansion_of_rule
            if (count := count + len(expansion_of_rule)) > MAX_PLAIN_RULES:
                raise _too_many(number)
    if loops and loops[-1][1]:
        raise LevelError("startloop without endloop", loops[-1][0])
    expanded = [Group(rules[0].line, tuple(rules)) for rules in rule_groups if rules]
    rigid = [
        group for group in expanded if any(rule.rigid and not rule.late for rule in group.rules)
    ]
    if len(rigid) > MAX_RIGID_GROUPS:
        raise LevelError(f"more than {MAX_RIGID_GROUPS} rigid groups", rigid[MAX_RIGID_GROUPS].line)
    return expanded, loops


def _map_side(side: Side, change: Callable[[str, str], list[tuple[str, str]]]) -> Side:
    """Return a side with each entry replaced by the entries that `change` returns for it."""
    return tuple(
        tuple(
            tuple(new for modifier, name in cell for new in change(modifier, name)) for cell in row
        )
        for row in side
    )


def _map_rule(rule: Rule, change: Callable[[str, str], list[tuple[str, str]]]) -> Rule:
    return replace(rule, left=_map_side(rule.left, change), right=_map_side(rule.right, change))


def plain_rules(source: Source, rule: Rule) -> list[Rule]:
    """Expand a rule into plain rules; of equal plain rules only the last one remains."""
    rules: list[Rule] = []
    for direction in _directions(rule):
        plain = _absolute(replace(rule, directions=(direction,)))
        plain = _objects(source, _reversed(plain))
        for moved in _without_ambiguity(plain):
            rules += _without_properties(source, moved)
    rules = [_standing(source, plain) for plain in rules]
    counts = any(len(row) > 1 for row in rule.left)
    last = {
        (plain.directions if counts else (), plain.left, plain.right): k
        for k, plain in enumerate(rules)
    }
    return [rules[k] for k in sorted(last.values())]


def _check_count(choices: Iterable[int], line: int) -> None:
    """Reject a rule with too many combinations before expanding it."""
    if prod(choices) > MAX_PLAIN_RULES:
        raise _too_many(line)


def _too_many(line: int) -> LevelError:
    return LevelError(
        f"more than {MAX_PLAIN_RULES:,} rules without properties and words such as moving: "
        "name fewer objects or directions",
        line,
    )


def _directions(rule: Rule) -> tuple[str, ...]:
    """Return the directions of a rule, or only the first if the rule does not depend on it."""
    wide = any(len(row) > 1 for row in rule.left)
    relative = any(modifier in RELATIVE for modifier, _ in entries(rule.left + rule.right))
    return rule.directions if wide or relative else rule.directions[:1]


def _absolute(rule: Rule) -> Rule:
    """Return a rule in which absolute directions replace relative words such as ``>``."""
    direction = rule.directions[0]
    meaning = dict(zip(RELATIVE, ABSOLUTE[direction] + AXES[direction], strict=True))
    return _map_rule(rule, lambda modifier, name: [(meaning.get(modifier, modifier), name)])


def _reversed(rule: Rule) -> Rule:
    """Convert an up or left rule to a down or right rule, unless it has an ellipsis."""
    turned = {"up": "down", "left": "right"}.get(rule.directions[0])
    if turned is None or ("...", "") in entries(rule.left):
        return rule
    left, right = (tuple(row[::-1] for row in side) for side in (rule.left, rule.right))
    return replace(rule, directions=(turned,), left=left, right=right)


def _objects(source: Source, rule: Rule) -> Rule:
    """Return a rule with aggregates and synonyms replaced by objects."""

    def change(modifier: str, name: str) -> list[tuple[str, str]]:
        if name in source.aggregates:
            if modifier == "no":
                raise LevelError(f"no {name}: several objects cannot be denied at once", rule.line)
            return [(modifier, part) for part in source.aggregates[name]]
        return [(modifier, source.synonyms.get(name, name))]

    return _map_rule(rule, change)


def _without_ambiguity(rule: Rule) -> list[Rule]:
    """Return the rules with words such as ``moving`` replaced by single directions.

    The order is that of nested loops: the last ambiguous cell belongs to the outermost loop. Within
    one cell, the first word does.
    """
    places = [
        list(
            dict.fromkeys(
                (i, j, modifier, name) for modifier, name in cell if modifier in DIRECTION_NAMES
            )
        )
        for i, row in enumerate(rule.left)
        for j, cell in enumerate(row)
    ]
    order = [place for places_of_cell in reversed(places) for place in places_of_cell]
    _check_count((len(DIRECTION_NAMES[modifier]) for _, _, modifier, _ in order), rule.line)
    rules = []
    for choice in product(*(DIRECTION_NAMES[modifier] for _, _, modifier, _ in order)):
        direction_of = dict(zip(order, choice, strict=True))
        rules.append(_bind_directions(rule, direction_of))
    return rules


def _bind_directions(rule: Rule, direction_of: dict[tuple[int, int, str, str], str]) -> Rule:
    """Replace direction words by the chosen directions, and use the same ones on the right side."""
    by_name: dict[tuple[str, str], list[str]] = {}
    by_modifier: dict[str, list[str]] = {}
    for (_, _, modifier, name), direction in direction_of.items():
        by_name.setdefault((modifier, name), []).append(direction)
        by_modifier.setdefault(modifier, []).append(direction)

    def bound(i: int, j: int, modifier: str, name: str) -> str:
        if (i, j, modifier, name) in direction_of:
            return direction_of[i, j, modifier, name]
        for directions in (by_name.get((modifier, name), []), by_modifier.get(modifier, [])):
            if len(directions) == 1:
                return directions[0]
        if modifier in DIRECTION_NAMES:
            word = modifier.strip("'")
            raise LevelError(
                f"{word} {name}: which direction does it take on the right?", rule.line
            )
        return modifier

    left, right = (
        tuple(
            tuple(
                tuple((bound(i, j, modifier, name), name) for modifier, name in cell)
                for j, cell in enumerate(row)
            )
            for i, row in enumerate(side)
        )
        for side in (rule.left, rule.right)
    )
    return replace(rule, left=left, right=right)


def _without_properties(source: Source, rule: Rule) -> list[Rule]:
    """Return the rules in which objects replace properties, unless a mask can express these."""
    rule = _map_rule(
        rule,
        lambda modifier, name: [
            (modifier, part)
            for part in (source.properties.get(name, (name,)) if modifier == "no" else (name,))
        ],
    )
    loose = _loose(source, rule)
    places = [
        (i, j, name)
        for i, row in enumerate(rule.left)
        for j, cell in enumerate(row)
        for name in dict.fromkeys(name for modifier, name in cell if modifier != "no")
        if name in source.properties and (name in loose or one_layer(source, name) is None)
    ]
    _check_count((len(source.properties[name]) for _, _, name in places), rule.line)
    rules = []
    for choice in product(*(source.properties[name] for _, _, name in places)):
        rules.append(_bind_names(source, rule, dict(zip(places, choice, strict=True)), loose))
    return rules


def _loose(source: Source, rule: Rule) -> set[str]:
    """Return the properties that are on the right side of a cell, but not on its left side."""
    return {
        name
        for was, is_ in zip(rule.left, rule.right, strict=False)
        for a, b in zip(was, is_, strict=True)
        for modifier, name in b
        if name in source.properties
        and modifier != "no"
        and name not in {n for w, n in a if w != "no"}
    }


def _bind_names(
    source: Source, rule: Rule, object_of: dict[tuple[int, int, str], str], loose: set[str]
) -> Rule:
    """Replace properties by the chosen objects, and use the same objects on the right side."""
    by_name: dict[str, list[str]] = {}
    for (_, _, name), thing in object_of.items():
        by_name.setdefault(name, []).append(thing)

    def bound(i: int, j: int, modifier: str, name: str) -> str:
        if modifier == "no" or name not in source.properties:
            return name
        if (i, j, name) in object_of:
            return object_of[i, j, name]
        if len(by_name.get(name, [])) == 1:
            return by_name[name][0]
        if name in loose or name in by_name or one_layer(source, name) is None:
            raise LevelError(f"{name}: which object is it on the right?", rule.line)
        return name

    left = tuple(
        tuple(
            tuple(
                (modifier, object_of.get((i, j, name), name) if modifier != "no" else name)
                for modifier, name in c
            )
            for j, c in enumerate(row)
        )
        for i, row in enumerate(rule.left)
    )
    right = tuple(
        tuple(
            tuple((modifier, bound(i, j, modifier, name)) for modifier, name in c)
            for j, c in enumerate(row)
        )
        for i, row in enumerate(rule.right)
    )
    return replace(rule, left=left, right=right)


def one_layer(source: Source, name: str) -> int | None:
    """Return the layer shared by all objects of a property; None for several layers."""
    layers = {source.things[member].layer for member in source.properties[name]}
    return layers.pop() if len(layers) == 1 else None


def _standing(source: Source, rule: Rule) -> Rule:
    """Make objects on the right stationary if the left side does not use their layer."""
    if rule.late or not rule.right:
        return rule

    def cell(was: Cell, is_: Cell) -> Cell:
        touched = {
            source.things[member].layer
            for modifier, name in was
            if modifier != "..."
            for member in source.members(name, rule.line)
        }
        return tuple(
            ("stationary", name)
            if not modifier and name in source.things and source.things[name].layer not in touched
            else (modifier, name)
            for modifier, name in is_
        )

    right = tuple(
        tuple(cell(a, b) for a, b in zip(was, is_, strict=True))
        for was, is_ in zip(rule.left, rule.right, strict=True)
    )
    return replace(rule, right=right)
