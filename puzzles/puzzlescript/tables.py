"""Records that describe a level to the kernel, `stategraph_puzzles.puzzlescript.kernel`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .behaviour_bounds import Possible
from .board import Plan, bits
from .engine import Engine
from .game import ALL_DIRECTIONS, Pattern
from .kernel import numbers as k
from .kernel.records import Board, Fields, Instructions, Rules, Single, Wins
from .kernel.records import Game as Constants

COMMANDS = {
    "cancel": k.CANCEL,
    "restart": k.RESTART,
    "again": k.AGAIN,
    "checkpoint": k.CHECKPOINT,
    "win": k.WIN,
    "message": k.MESSAGE,
}
KINDS = {"all": k.ALL, "some": k.SOME, "no": k.NO}


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
    restart, endless : tuple of int
        packed states
    """

    width: int
    bit_of: Mapping[tuple[int, int], int]
    single: tuple[int, int, int, int, Sequence[int]] | None
    outcome: tuple[int, int]
    kept: Sequence[int]
    target: Sequence[tuple[int, int, int, int, int]]
    restart: Sequence[int]
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
    constants : Game
    """

    def __init__(
        self, engine: Engine, directions: Sequence[int], bounds: Possible, packing: Packing
    ):
        self.engine, self.game, self.packing = engine, engine.game, packing
        self.cells, self.layers = engine.width * engine.height, len(self.game.layers)
        self.plane_words = plane_words(engine)
        self._code: list[int] = []
        self._instructions: list[tuple[int, ...]] = []
        self._rooms: dict[int, int] = {}
        self._sets: dict[int, int] = {}
        self._patterns: dict[Pattern, int] = {}
        self._most = 0  # largest upper bound of any instruction's stored matches
        groups = bounds.early, bounds.late
        self._name_sets(plan for rules in groups for group in rules for plan in group)
        self.objects = len(self.game.names)
        self._movements = self.objects + len(self._sets)
        self.constants = self._constants(directions, bounds)

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

    def _list(self, numbers: Sequence[int]) -> int:
        """Append a list to `code`, its length first; return its index."""
        return self._add([len(numbers), *numbers])

    def _add(self, numbers: Iterable[int]) -> int:
        begin = len(self._code)
        self._code.extend(numbers)
        return begin

    def _constants(self, directions: Sequence[int], bounds: Possible) -> Constants:
        game, packing, cells = self.game, self.packing, range(self.cells)
        jumps = game.early.jumps, game.late.jumps
        early, late = map(self._rules, (bounds.early, bounds.late), jumps)
        packed = _array([[self._packed(thing, c) for c in cells] for thing in self._things])
        spots = np.full((2, 64 * packing.width), -1, np.int64)
        for place, bit in packing.bit_of.items():
            spots[:, bit] = place
        single = packing.single or (-1, 0, 0, 0, ())
        words = range(self.plane_words)
        return Constants(
            cells=self.cells,
            layers=self.layers,
            movements=self._movements,
            wants_movement=int(game.wants_movement),
            has_rigid=int(any(plan.rigid for group in game.early.groups for plan in group)),
            starts_with_rules=int(game.starts_with_rules),
            player=self._group_of(*game.player),
            outcome_word=packing.outcome[0],
            outcome_shift=packing.outcome[1],
            directions=_array(direction.bit_length() - 1 for direction in directions),
            moved=_array(bounds.moving),
            word=_array(c // k.WORD for c in cells),
            bit=_array(1 << c % k.WORD for c in cells),
            next_cell=_array([[self.engine.next(c, 1 << way) for way in range(4)] for c in cells]),
            by_rows=_array(sorted(cells, key=self.engine.by_rows.__getitem__)),
            layer_of=_array(game.layer_of),
            derived=_array(self._list(self._sets_with(thing)) for thing in self._things),
            packed_word=packed[..., 0].copy(),
            packed_bits=packed[..., 1].copy(),
            thing_at=spots[0],
            cell_at=spots[1],
            single=Single(*single[:4], _array(single[4])),
            level=_fields((word, shift, mask) for word, shift, _, _, mask in packing.target),
            target=_fields((word, shift, mask) for _, _, word, shift, mask in packing.target),
            restart=_array(packing.restart),
            endless=_array(packing.endless),
            rooms=_array(room >> k.WORD * word & k.FULL for room in self._rooms for word in words),
            instructions=Instructions(*_columns(self._instructions, len(Instructions._fields))),
            early=early,
            late=late,
            wins=self._wins(),
            code=_array(self._code),
        )  # fmt: skip

    def _sets_with(self, thing: int) -> list[int]:
        """Return the planes of the sets that contain an object."""
        return [plane for mask, plane in self._sets.items() if mask >> thing & 1]

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

    def _group_of(self, mask: int, whole: bool) -> int:
        """Write a set of objects and whether a cell must hold all of them or any of them."""
        things = list(bits(mask))
        return self._add([int(whole), len(things), *things])

    # rules

    def _rules(self, groups: Sequence[Sequence[Plan]], jumps: Mapping[int, int]) -> Rules:
        """Write a list of groups, except empty groups at which no loop ends."""
        numbers = [number for number, group in enumerate(groups) if group or number in jumps]
        targets = [
            bisect_left(numbers, jumps[number]) if number in jumps else -1
            for number in [*numbers, len(groups)]
        ]
        lists = (self._list(list(map(self._instruction, groups[number]))) for number in numbers)
        return Rules(_array(lists), _array(targets))

    def _instruction(self, plan: Plan) -> int:
        """Write an instruction, and return its number."""
        rows, needs = [], set()
        for row, (room, _, rooms) in zip(plan.patterns, plan.rows, strict=True):
            parts = []
            for number, (part, inside) in enumerate(zip(row, rooms, strict=True)):
                patterns = [self._pattern(pattern) for pattern in part]
                for q in patterns:
                    needs |= set(self._code[q + 1 : q + 1 + self._code[q]])
                plane = self._room(inside if number else room)
                parts.append(self._add([plane, len(patterns), *patterns]))
            rows.append(self._list(parts))
        self._most = max(self._most, _room_for_matches(self.engine, plan))
        commands = 0
        for word in plan.commands:
            commands |= COMMANDS.get(word, k.OTHER)
        direction = plan.direction.bit_length() - 1
        ordered = sorted(needs, reverse=True)  # movements first: most often empty
        self._instructions.append(
            (int(plan.instruction.rigid), plan.step, direction, int(plan.by_rows is not None),
             commands, int(plan.changes), self._list(ordered), self._list(rows))
        )  # fmt: skip
        return len(self._instructions) - 1

    def _room(self, plane: int) -> int:
        """Return the number of a constant plane."""
        return self._rooms.setdefault(plane, len(self._rooms))

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

    def _wins(self) -> Wins:
        """Write the win conditions."""
        return Wins(*_columns((
            (KINDS[win.kind], self._group_of(*win.what), self._group_of(*win.on) if win.on else 0)
            for win in self.game.wins
        ), 3))  # fmt: skip

    # what changes

    def board(self) -> Board:
        """Return a new board before any turn: only objects that never change are on it."""
        grid, width, rows = (self.cells, self.layers), self.packing.width, self._most_rows()
        planes = self._movements + 6 * self.layers
        shapes = {
            "planes": planes * self.plane_words, "counts": planes, "at": grid, "moving": grid,
            "marks": grid, "banned": len(self.game.early.groups) + 1, "pushed": self.plane_words,
            "here": self.plane_words, "found": 3 * self.plane_words, "listed": self.cells,
            "matches": self._most, "first_match": rows, "n_matches": rows, "choice": rows,
            "queue": 1, "broken": 1, "marked": 1, "begun": 1,
        }  # fmt: skip
        sizes = {name: shapes.get(name, width) for name in Board._fields}
        board = Board(**{name: np.zeros(size, np.int64) for name, size in sizes.items()})
        for c, objects in enumerate(self.packing.kept):
            for thing in bits(objects):
                board.at[c, self.game.layer_of[thing]] = thing + 1
                for plane in (thing, *self._sets_with(thing)):
                    board.planes[plane * self.plane_words + c // k.WORD] |= 1 << c % k.WORD
                    board.counts[plane] += 1
        return board

    def _most_rows(self) -> int:
        groups = (*self.game.early.groups, *self.game.late.groups)
        return max((len(instruction.rows) for group in groups for instruction in group), default=0)


def _array(numbers: Iterable[Any]) -> np.ndarray:
    return np.array(list(numbers), np.int64)


def _columns(rows: Iterable[Sequence[int]], count: int) -> np.ndarray:
    """Return the columns of a table of numbers, which may have no rows."""
    return np.ascontiguousarray(_array(rows).reshape(-1, count).T)


def _fields(fields: Iterable[tuple[int, int, int]]) -> Fields:
    return Fields(*_columns(((word, shift, _signed(mask)) for word, shift, mask in fields), 3))


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def _movements_of(movements: int, layer: int) -> int:
    return movements >> 5 * layer & ALL_DIRECTIONS
