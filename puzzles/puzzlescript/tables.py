"""Number tables that describe a level to the kernel, `stategraph_puzzles.puzzlescript.kernel`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from .behaviour_bounds import Possible
from .board import Plan, bits
from .engine import Engine
from .game import ALL_DIRECTIONS, Pattern
from .kernel import numbers as k

COMMANDS = {
    "cancel": k.CANCEL,
    "restart": k.RESTART,
    "again": k.AGAIN,
    "checkpoint": k.CHECKPOINT,
    "win": k.WIN,
    "message": k.MESSAGE,
}
KINDS = ("all", "some", "no")


class Packing(NamedTuple):
    """The layout of packed states of a level.

    Attributes
    ----------
    width : int
        words
    bit_of : dict of (thing, cell) to int
        the bit, counted through all words, for an object in a cell
    single : (thing, word, shift, mask, cells) or None
        an object that is always in one cell: the field with its index among `cells`
    outcome : (int, int)
        the word and the shift of the two bits of the outcome
    kept : tuple of int
        the objects of each cell that never change
    target : sequence of (word, shift, word, shift, mask)
        for each field of objects: its place in the level, and in the target of ``restart``; empty
        if the target is `restart` in every state
    restart, won, endless : tuple of int
        packed states
    """

    width: int
    bit_of: Mapping[tuple[int, int], int]
    single: tuple[int, int, int, int, Sequence[int]] | None
    outcome: tuple[int, int]
    kept: Sequence[int]
    target: Sequence[tuple[int, int, int, int, int]]
    restart: Sequence[int]
    won: Sequence[int]
    endless: Sequence[int]


# maximum number of integers stored for the matches of one instruction; games need far fewer
MAX_MATCH_NUMBERS = 1 << 20


def plane_words(engine: Engine) -> int:
    """Return the number of words of a plane."""
    return -(-engine.width * engine.height // k.WORD)


def compilable(engine: Engine) -> bool:
    """Return whether the kernel's limit suffices for all possible matches of a game on a board."""
    plans = (plan for group in (*engine.early, *engine.late) for plan in group)
    return all(_room_for_matches(engine, plan) <= MAX_MATCH_NUMBERS for plan in plans)


def _room_for_matches(engine: Engine, plan: Plan) -> int:
    """Return an upper bound on how many numbers the matches of an instruction need."""
    cells, longest = engine.width * engine.height, max(engine.width, engine.height)
    return sum(cells * longest ** (len(row) - 1) * len(row) for row in plan.patterns)


class Tables:
    """The tables of a level.

    Attributes
    ----------
    plane_words : int
    fixed, changing : list of int
        the initial contents of G and S
    """

    def __init__(
        self, engine: Engine, directions: Sequence[int], bounds: Possible, packing: Packing
    ):
        self.engine, self.game, self.packing = engine, engine.game, packing
        self.cells, self.layers = engine.width * engine.height, len(self.game.layers)
        self.plane_words = plane_words(engine)
        self.fixed = [0] * k.HEAD
        self._rooms: dict[int, int] = {}
        self._sets: dict[int, int] = {}
        self._patterns: dict[Pattern, int] = {}
        self._most = 0  # largest upper bound of any instruction's stored matches
        groups = bounds.early, bounds.late
        self._name_sets(plan for rules in groups for group in rules for plan in group)
        self.objects = len(self.game.names)
        self._movements = self.objects + len(self._sets)
        self._board(directions, bounds.moving)
        jumps = self.game.early.jumps, self.game.late.jumps
        for at, rules, jump in zip((k.EARLY, k.LATE), groups, jumps, strict=True):
            self._rules(at, rules, jump)
        self._wins()
        self.changing = self._scratch()

    def _name_sets(self, plans: Iterable[Plan]) -> None:
        """Assign a plane to each set of objects on one layer that a pattern tests."""
        for plan in plans:
            for row in plan.patterns:
                for pattern in (cell_pattern for part in row for cell_pattern in part):
                    for mask in (*pattern.any_of, *self._by_layers(pattern.missing)):
                        if mask & (mask - 1):
                            self._sets.setdefault(mask, len(self.game.names) + len(self._sets))

    def _by_layers(self, mask: int) -> list[int]:
        return [mask & layer for layer in self.game.layers if mask & layer]

    def _put(self, head: int, numbers: Iterable[int]) -> None:
        """Append numbers to G, and store their offset in the head of G."""
        self.fixed[head] = self._add(numbers)

    def _add(self, numbers: Iterable[int]) -> int:
        begin = len(self.fixed)
        self.fixed.extend(numbers)
        return begin

    def _board(self, directions: Sequence[int], moving: Sequence[int]) -> None:
        engine, game, packing = self.engine, self.game, self.packing
        rigid = any(instruction.rigid for group in game.early.groups for instruction in group)
        flags = (
            k.WANTS_MOVEMENT * game.wants_movement
            + k.WHOLE_PLAYER * game.player[1]
            + k.RIGID * rigid
            + k.STARTS_WITH_RULES * game.starts_with_rules
        )
        self.fixed[: k.MOVED] = [
            self.cells, self.layers, packing.width, self._movements, len(directions),
            flags, *packing.outcome, len(moving),
        ]  # fmt: skip
        self._put(k.MOVED, moving)
        self._put(k.DIRECTIONS, (direction.bit_length() - 1 for direction in directions))
        places = [(c // k.WORD, 1 << c % k.WORD) for c in range(self.cells)]
        self._put(k.PLACE, (number for place in places for number in place))
        self._put(
            k.NEXT,
            (engine.next(c, 1 << direction) for c in range(self.cells) for direction in range(4)),
        )
        self._put(k.BY_ROWS, sorted(range(self.cells), key=engine.by_rows.__getitem__))
        self._put(k.LAYER_OF, game.layer_of)
        sets = [
            [p for mask, p in self._sets.items() if mask >> thing & 1] for thing in self._things
        ]
        lists = [self._add(planes) for planes in sets]
        self._put(k.DERIVED, [*lists, lists[-1] + len(sets[-1])])
        pairs = [(thing, c) for thing in self._things for c in range(self.cells)]
        self._put(k.PACKED, (number for pair in pairs for number in self._packed(*pair)))
        spots = [-1] * (64 * packing.width)
        for (thing, c), bit in packing.bit_of.items():
            spots[bit] = thing * self.cells + c
        self._put(k.SPOT, spots)
        single = packing.single
        self._put(k.SINGLE, [-1] if single is None else [*single[:4], *single[4]])
        fields = [(a, b, c, d, _signed(mask)) for a, b, c, d, mask in packing.target]
        self._put(k.TARGET, [len(fields), *(number for field in fields for number in field)])
        self._put(k.PLAYER, self._group_of(*game.player))

    def _packed(self, thing: int, c: int) -> tuple[int, int]:
        """Return the word and the bits that change with an object in a cell; -1 if none."""
        single, bit = self.packing.single, self.packing.bit_of.get((thing, c))
        if single is not None and thing == single[0]:
            _, word, shift, _, cells = single
            return (word, _signed(cells.index(c) << shift)) if c in cells else (-1, 0)
        return (-1, 0) if bit is None else (bit // 64, _signed(1 << bit % 64))

    @property
    def _things(self) -> range:
        return range(self.objects)

    def _group_of(self, mask: int, whole: bool) -> list[int]:
        """Encode a set of objects and whether a cell must hold all of them or any of them."""
        things = list(bits(mask))
        return [int(whole), len(things), *things]

    # rules

    def _rules(self, head: int, groups: Sequence[Sequence[Plan]], jumps: Mapping[int, int]) -> None:
        """Write a list of groups, except empty groups at which no loop ends."""
        numbers = [number for number, group in enumerate(groups) if group or number in jumps]
        instructions = [[self._instruction(plan) for plan in groups[number]] for number in numbers]
        lists = [self._add([len(group), *group]) for group in instructions]
        targets = [
            bisect_left(numbers, jumps[number]) if number in jumps else -1
            for number in [*numbers, len(groups)]
        ]
        self._put(head, [len(numbers), *targets, *lists])

    def _instruction(self, plan: Plan) -> int:
        rows, needs = [], set()
        for row, (room, _, rooms) in zip(plan.patterns, plan.rows, strict=True):
            parts = []
            for number, (part, inside) in enumerate(zip(row, rooms, strict=True)):
                patterns = [self._pattern(pattern) for pattern in part]
                for q in patterns:
                    needs |= set(self.fixed[q + 1 : q + 1 + self.fixed[q]])
                plane = self._room(inside if number else room)
                parts.append(self._add([plane, len(patterns), *patterns]))
            rows.append(self._add([len(parts), *parts]))
        self._most = max(self._most, _room_for_matches(self.engine, plan))
        commands = 0
        for word in plan.commands:
            commands |= COMMANDS.get(word, k.OTHER)
        direction = plan.direction.bit_length() - 1
        ordered = sorted(needs, reverse=True)  # movements first: most often empty
        return self._add(
            [int(plan.instruction.rigid), plan.step, direction, int(plan.by_rows is not None),
             commands, int(plan.changes), len(rows), len(ordered), *ordered, *rows]
        )  # fmt: skip

    def _room(self, plane: int) -> int:
        """Write a constant plane, unless this was done before, and return its offset in G."""
        if plane not in self._rooms:
            words = (plane >> k.WORD * word & k.FULL for word in range(self.plane_words))
            self._rooms[plane] = self._add(words)
        return self._rooms[plane]

    def _pattern(self, pattern: Pattern) -> int:
        if pattern not in self._patterns:
            self._patterns[pattern] = self._add(self._written(pattern))
        return self._patterns[pattern]

    def _written(self, pattern: Pattern) -> list[int]:
        layers = range(self.layers)
        must = [self._movement(movement) for movement in bits(pattern.moving)]
        must += [*bits(pattern.present), *map(self._set, pattern.any_of)]
        never = list(map(self._set, self._by_layers(pattern.missing)))
        never += [self._movements + 6 * at + 5 for at in layers if _movements_of(pattern.still, at)]
        objects = [number for at in layers for number in self._objects(pattern, at)]
        moves = []
        for at in layers:
            stop, start = _movements_of(pattern.stop, at), _movements_of(pattern.start, at)
            if stop or start:
                moves += [at, stop, start]
        touched = [at for at in layers if _movements_of(pattern.touched, at)]
        return [
            len(must), *must, len(never), *never,
            len(objects) // 2, *objects, len(moves) // 3, *moves, len(touched), *touched,
        ]  # fmt: skip

    def _movement(self, movement: int) -> int:
        """Return the plane of one movement of a layer."""
        return self._movements + 6 * (movement // 5) + movement % 5

    def _set(self, mask: int) -> int:
        """Return the plane of an object, or of a set of objects."""
        return self._sets[mask] if mask & (mask - 1) else mask.bit_length() - 1

    def _objects(self, pattern: Pattern, at: int) -> list[int]:
        """Return the objects that a pattern puts or removes on a layer, as (layer, code)."""
        layer = self.game.layers[at]
        if pattern.put & layer:
            return [at, (pattern.put & layer).bit_length()]
        if layer and pattern.clear & layer == layer:
            return [at, 0]
        return [number for thing in bits(pattern.clear & layer) for number in (at, -thing - 1)]

    def _wins(self) -> None:
        numbers = [len(self.game.wins)]
        for condition in self.game.wins:
            numbers += [
                KINDS.index(condition.kind),
                int(condition.on is not None),
                *self._group_of(*condition.what),
            ]
            if condition.on is not None:
                numbers += self._group_of(*condition.on)
        self._put(k.WINS, numbers)

    # what changes

    def _scratch(self) -> list[int]:
        """Return S before any turn: only objects that never change are on the board."""
        planes, packing = self._movements + 6 * self.layers, self.packing
        grid = self.cells * self.layers
        row = packing.width
        sizes = {
            k.PLANES: planes * self.plane_words, k.COUNTS: planes, k.AT: grid, k.MOVING: grid,
            k.MARKS: grid, k.CURRENT: row, k.GIVEN: 4 * row, k.TICK: row, k.TRIED: row,
            k.BASE: row, k.LAP: row, k.ORIGIN: row, k.BANNED: len(self.game.early.groups) + 1,
            k.PUSHED: self.plane_words, k.HERE: self.plane_words, k.FOUND: 3 * self.plane_words,
            k.LISTS: self.cells + 2 * self._most_rows(), k.TURNS: self._most_rows(),
            k.MATCHES: self._most, k.QUEUE: 1, k.BROKEN: 1, k.MARKED: 1, k.BEGUN: 1,
        }  # fmt: skip
        begin = 0
        for head, size in sizes.items():
            self.fixed[head] = begin
            begin += size
        numbers = [0] * begin
        offset = self.fixed[k.GIVEN]
        numbers[offset + row : offset + 4 * row] = [
            *packing.restart,
            *packing.won,
            *packing.endless,
        ]
        for c, objects in enumerate(packing.kept):
            for thing in bits(objects):
                numbers[self.fixed[k.AT] + c * self.layers + self.game.layer_of[thing]] = thing + 1
                for plane in (thing, *(p for mask, p in self._sets.items() if mask >> thing & 1)):
                    at = self.fixed[k.PLANES] + plane * self.plane_words + c // k.WORD
                    numbers[at] |= 1 << c % k.WORD
                    numbers[self.fixed[k.COUNTS] + plane] += 1
        return numbers

    def _most_rows(self) -> int:
        groups = (*self.game.early.groups, *self.game.late.groups)
        return max((len(instruction.rows) for group in groups for instruction in group), default=0)

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """Return G and a fresh S as arrays (n,) int64."""
        return np.array(self.fixed, np.int64), np.array(self.changing, np.int64)


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def _movements_of(movements: int, layer: int) -> int:
    return movements >> 5 * layer & ALL_DIRECTIONS
