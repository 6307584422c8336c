"""A compiled game: objects are bits, rules are instructions, levels are tuples of cells.

A cell is an int: bit k represents object k, numbered layer by layer. Movements are an int with five
bits per layer. Cells are numbered by columns: ``x * height + y``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stategraph.rules import LevelError

from . import expansion
from .expansion import Group
from .game_reader import LevelRows, source
from .rule_lines import ELLIPSIS, Cell, Row, Rule

UP, DOWN, LEFT, RIGHT, ACTION = 1, 2, 4, 8, 16
KEYS = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT, "action": ACTION}
ALL_DIRECTIONS = 31


@dataclass(frozen=True)
class Pattern:
    """The condition and the change of one cell in an instruction; all are bit masks.

    Attributes
    ----------
    present, missing : int
        objects
    any_of : tuple of int
        masks of which each needs at least one object
    moving, still : int
        movements
    clear, put, stop, start : int
        objects removed and added, movements removed and added
    touched : int
        the movements of the layers that a rigid instruction marks
    """

    present: int = 0
    missing: int = 0
    any_of: tuple[int, ...] = ()
    moving: int = 0
    still: int = 0
    clear: int = 0
    put: int = 0
    stop: int = 0
    start: int = 0
    touched: int = 0

    @property
    def changes(self) -> bool:
        """Return whether the pattern can change a cell."""
        return bool(self.clear or self.put or self.stop or self.start or self.touched)


@dataclass(frozen=True)
class Instruction:
    """One expanded rule.

    Attributes
    ----------
    direction : int
    rows : tuple of tuple of tuple of Pattern
        rows of parts of cells: an ellipsis separates two parts
    commands : tuple of str
    rigid : bool
    changes : bool
    """

    direction: int
    rows: tuple[tuple[tuple[Pattern, ...], ...], ...]
    commands: tuple[str, ...]
    rigid: bool
    changes: bool


@dataclass(frozen=True)
class Rules:
    """A list of groups of instructions; after group k a loop may jump to group ``jumps[k]``."""

    groups: tuple[tuple[Instruction, ...], ...]
    jumps: dict[int, int]


@dataclass(frozen=True)
class Condition:
    """A win condition: ``all``, ``some`` or ``no`` things, optionally on other things.

    Things are given as (mask, whole): if `whole`, a cell must hold all objects of the mask, else
    any of them.
    """

    kind: str
    what: tuple[int, bool]
    on: tuple[int, bool] | None


class Game:
    """A game in the form that the engine plays.

    Attributes
    ----------
    text : str
        the whole file
    source : Source
    names : list of str
        names of the objects, by bit
    layer_of : list of int
    layers : list of int
        masks of objects
    player : (int, bool)
        a mask, and True if a cell must hold the whole mask
    early, late : Rules
    wins : tuple of Condition
    can_be_won : bool
        whether the game has win conditions, or a rule that says ``win``
    remembers : bool
        whether the target of ``restart`` is part of a state
    ground : int
        the mask of the backgrounds
    glyphs : dict of int to str
        a glyph for each set of objects; of several, the first one in the file
    """

    def __init__(self, text: str):
        self.text = text
        self.source = content = source(text)
        self.names = [name for layer in content.layers for name in layer]
        self.bit = {name: 1 << k for k, name in enumerate(self.names)}
        self.layer_of = [content.things[name].layer for name in self.names]
        self.layers = [sum(self.bit[name] for name in layer) for layer in content.layers]
        self.player = self._things("player", 1) if content.knows("player") else (0, False)
        groups, loops = expansion.groups(content)
        self.early = self._rules(groups, loops, late=False)
        self.late = self._rules(groups, loops, late=True)
        self.wins = tuple(self._condition(words, line) for line, words in content.wins)
        commands = {c for g in groups for rule in g.rules for c in rule.commands}
        self.remembers = {"restart", "checkpoint"} <= commands
        self.can_be_won = bool(self.wins) or "win" in commands
        self.starts_with_rules = "run_rules_on_level_start" in content.prelude
        self.wants_movement = "require_player_movement" in content.prelude
        self.has_action = "noaction" not in content.prelude
        self.ground = self._things("background", 1)[0] if content.knows("background") else 0
        self.glyphs = self._glyphs()

    def _things(self, name: str, line: int) -> tuple[int, bool]:
        return self.mask(self.source.members(name, line)), name in self.source.aggregates

    def _glyphs(self) -> dict[int, str]:
        content = self.source
        glyphs: dict[int, str] = {}
        for mark in [*content.things, *content.synonyms, *content.aggregates]:
            if len(mark) == 1:
                glyphs.setdefault(self._glyph(mark, 1), mark)
        return glyphs

    def mask(self, names: Iterable[str]) -> int:
        """Return the mask of some objects."""
        mask = 0
        for name in names:
            mask |= self.bit[name]
        return mask

    # the rules

    def _rules(self, groups: list[Group], loops: list[tuple[int, bool]], late: bool) -> Rules:
        instructions, lines = [], []
        for group in groups:
            rules = [rule for rule in group.rules if rule.late == late]
            if not rules:
                continue
            instructions.append(tuple(filter(None, map(self._instruction, rules))))
            lines.append(rules[0].line)
        return Rules(tuple(instructions), _jumps(lines, loops))

    def _instruction(self, rule: Rule) -> Instruction | None:
        """Convert an expanded rule to masks; return None if the rule can never match."""
        rows = []
        for k, row in enumerate(rule.left):
            into: Row | tuple[None, ...] = rule.right[k] if rule.right else (None,) * len(row)
            parts: list[list[Pattern]] = [[]]
            for was, is_ in zip(row, into, strict=True):
                if was == ELLIPSIS:
                    parts.append([])
                    continue
                pattern = self._pattern(was, is_, rule.line)
                if pattern is None:
                    return None
                parts[-1].append(pattern)
            rows.append(tuple(map(tuple, parts)))
        return Instruction(
            KEYS[rule.directions[0]],
            tuple(rows),
            rule.commands,
            rule.rigid,
            any(pattern.changes for row in rows for part in row for pattern in part),
        )

    def _layer(self, name: str, line: int) -> int:
        things = self.source.things
        layer = things[name].layer if name in things else expansion.one_layer(self.source, name)
        if layer is None:
            raise LevelError(f"{name} names objects of several layers", line)
        return layer

    def _pattern(self, was: Cell, is_: Cell | None, line: int) -> Pattern | None:
        """Return the pattern of a cell of a rule, or None if no cell can match the pattern."""
        present = missing = moving = still = 0
        any_of = []
        used: set[int] = set()
        for modifier, name in was:
            mask = self.mask(self.source.members(name, line))
            if modifier == "no":
                missing |= mask
                continue
            layer = self._layer(name, line)
            if layer in used:
                return None
            used.add(layer)
            if name in self.source.things:
                present |= mask
            else:
                any_of.append(mask)
            if modifier == "stationary":
                still |= ALL_DIRECTIONS << 5 * layer
            elif modifier:
                moving |= KEYS[modifier] << 5 * layer
        if present & missing:
            return None
        condition = (present, missing, tuple(any_of), moving, still)
        if is_ is None:
            return Pattern(*condition)
        return Pattern(*condition, *self._change(is_, present, moving, used, line))

    def _change(
        self, is_: Cell, present: int, moving: int, used: set[int], line: int
    ) -> tuple[int, int, int, int, int]:
        """Return masks (clear, put, stop, start, touched) of a cell on the right side of a rule."""
        clear = put = stop = start = touched = 0
        new_layers: set[int] = set()
        for modifier, name in is_:
            if modifier == "no":
                clear |= self.mask(self.source.members(name, line))
                continue
            layer = self._layer(name, line)
            if layer in new_layers:
                raise LevelError(f"{name}: its layer holds another object in this cell", line)
            new_layers.add(layer)
            if name in self.source.things:
                put |= self.bit[name]
                clear |= self.layers[layer]
            if modifier:
                touched |= ALL_DIRECTIONS << 5 * layer
            if modifier == "stationary":
                stop |= ALL_DIRECTIONS << 5 * layer
            elif modifier:
                start |= KEYS[modifier] << 5 * layer
        if present & ~put:
            clear |= present
        if moving & ~start:
            stop |= moving
        for layer in used - new_layers:
            clear |= self.layers[layer]
            touched |= ALL_DIRECTIONS << 5 * layer
        return clear, put, stop | touched, start, touched

    # winning, and levels

    def _condition(self, words: list[str], line: int) -> Condition:
        kind = {"any": "some"}.get(words[0], words[0])
        if (
            kind not in ("all", "some", "no")
            or len(words) not in (2, 4)
            or words[2:3]
            not in (
                [],
                ["on"],
            )
        ):
            raise LevelError("a win condition is: all/some/no THING, perhaps: on THING", line)
        on = self._things(words[3], line) if words[3:] else None
        return Condition(kind, self._things(words[1], line), on)

    def cells(self, level: LevelRows) -> tuple[int, int, tuple[int, ...]]:
        """Return (width, height, cells) of a drawn level."""
        assert level.rows is not None
        rows, width = level.rows, len(level.rows[0])
        cells = []
        for x in range(width):
            for y, row in enumerate(rows):
                cells.append(self._glyph(row[min(x, len(row) - 1)], level.line + y))
        return width, len(rows), self._with_background(cells, level.line)

    def _glyph(self, mark: str, line: int) -> int:
        if mark in self.source.properties:
            raise LevelError(f"{mark} may be several objects: levels want one", line)
        if not self.source.knows(mark):
            raise LevelError(f"{mark} is not in the legend", line)
        objects, layers = 0, set()
        for name in self.source.members(mark, line):
            layer = self.source.things[name].layer
            if layer not in layers:
                objects |= self.bit[name]
            layers.add(layer)
        return objects

    def _with_background(self, cells: list[int], line: int) -> tuple[int, ...]:
        if not self.source.knows("background"):
            raise LevelError("missing: an object named background", line)
        first = self.source.members("background", line)[0]
        layer = self.layers[self.source.things[first].layer]
        background = next((cell & layer for cell in cells if cell & layer), self.bit[first])
        return tuple(cell if cell & layer else cell | background for cell in cells)


def _jumps(lines: list[int], loops: list[tuple[int, bool]]) -> dict[int, int]:
    """Map the last group of each loop to its first; `lines` holds the line of each group.

    If a loop ends after the last group, the key is the number of groups.
    """
    jumps, target = {}, 0
    for line, opens in loops:
        at = next((k for k, first in enumerate(lines) if first >= line), None)
        if opens:
            target = len(lines) if at is None else at
        elif at is not None:
            jumps[at - 1] = target
        elif target < len(lines):
            jumps[len(lines)] = target
    return jumps
