"""The mutable board of a turn: instructions change it, and movements are resolved on it.

The board stores its objects twice: by cell, to change them, and by object, to find matches. A
*plane* is an int that represents a set of cells: bit k belongs to cell k. The plane of all matches
of a row of cells is the AND of shifted planes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from .game import (
    ACTION,
    ALL_DIRECTIONS,
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Game,
    Instruction,
    Pattern,
)

MAX_ROUNDS = 200

Cells = tuple[int, ...]
# a match of one row: the first cell of each part
Match = tuple[int, ...]


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the 1 bits of a mask, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Layout:
    """The cells of boards of one size, and their neighbours.

    Attributes
    ----------
    game : Game
    width, height : int
    full : int
        the plane of all cells
    step : dict of int to int
        offset from a cell to the next one, by direction
    by_rows : list of int
        rank of each cell when cells are counted row by row
    neighbour : dict of int to list of int
        the next cell of each cell, by direction; -1: none
    """

    def __init__(self, game: Game, width: int, height: int):
        self.game, self.width, self.height = game, width, height
        self.full = (1 << width * height) - 1
        self.step = {UP: -1, DOWN: 1, LEFT: -height, RIGHT: height}
        self.by_rows = [k % height * width + k // height for k in range(width * height)]
        self._inside: dict[tuple[int, int], int] = {}
        self._last_cells: Cells | None = None
        self._last_planes: list[int] = []
        self.neighbour = {
            direction: [self.next(k, direction) for k in range(width * height)]
            for direction in self.step
        }

    def next(self, cell: int, direction: int) -> int:
        """Return the next cell in a direction, or -1 if it would be outside the board."""
        x, y = divmod(cell, self.height)
        x, y = (
            x + (direction == RIGHT) - (direction == LEFT),
            y + (direction == DOWN) - (direction == UP),
        )
        inside = 0 <= x < self.width and 0 <= y < self.height
        return x * self.height + y if inside else -1

    def planes(self, cells: Cells) -> list[int]:
        """Return the plane of each object. Those of the last cells are stored for other keys."""
        if self._last_cells is not cells:
            cells_of: dict[int, int] = {}
            for cell, mask in enumerate(cells):
                cells_of[mask] = cells_of.get(mask, 0) | 1 << cell
            planes = [0] * len(self.game.names)
            for mask, places in cells_of.items():
                for thing in bits(mask):
                    planes[thing] |= places
            self._last_cells, self._last_planes = cells, planes
        return list(self._last_planes)

    def inside(self, direction: int, length: int) -> int:
        """Return the plane of cells with room for a row of `length` cells in a direction."""
        if (direction, length) not in self._inside:
            plane = 0
            for x, y in product(range(self.width), range(self.height)):
                room = {UP: y + 1, DOWN: self.height - y, LEFT: x + 1, RIGHT: self.width - x}[
                    direction
                ]
                plane |= (room >= length) << x * self.height + y
            self._inside[direction, length] = plane
        return self._inside[direction, length]


class Plan:
    """An instruction prepared for boards of one size.

    Attributes
    ----------
    rows : list of (first, parts)
        the plane of the cells where the row has room, and for each part a list of
        (shift, Wanted)
    """

    def __init__(self, layout: Layout, instruction: Instruction):
        direction = instruction.direction
        self.instruction, self.direction, self.step = instruction, direction, layout.step[direction]
        self.by_rows = layout.by_rows if direction in (LEFT, RIGHT) else None
        self.rows = []
        for row in instruction.rows:
            room = layout.inside(direction, sum(map(len, row)))
            parts = [[_wanted(pattern) for pattern in part] for part in row]
            rooms = [layout.inside(direction, len(part)) for part in row]
            self.rows.append((room, parts, rooms))
        self.patterns = instruction.rows
        self.changes, self.commands = instruction.changes, instruction.commands


# the planes of one pattern: (objects that must be present, objects that must be absent, sets of
# objects with at least one present, movements that must be present, movements that must be absent)
Wanted = tuple[
    tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...]
]


def _wanted(pattern: Pattern) -> Wanted:
    return (
        tuple(bits(pattern.present)),
        tuple(bits(pattern.missing)),
        tuple(tuple(bits(mask)) for mask in pattern.any_of),
        tuple(bits(pattern.moving)),
        tuple(bits(pattern.still)),
    )


class Board:
    """A level during a turn.

    Attributes
    ----------
    cells, moves : list of int
        objects and movements of each cell
    planes, moving : list of int
        the plane of each object, and of each movement
    commands : list of str
        the queue
    """

    def __init__(self, layout: Layout, cells: Cells):
        game = layout.game
        self.layout, self.cells, self.moves = layout, list(cells), [0] * len(cells)
        self.planes, self.moving = layout.planes(cells), [0] * (5 * len(game.layers))
        self.commands: list[str] = []
        # marks: for each cell and layer, the first rigid group that moved this layer
        self.marks: dict[int, int] = {}
        self.marked: dict[int, int] = {}

    def set_cell(self, cell: int, mask: int) -> None:
        """Set the objects of a cell."""
        place = 1 << cell
        for thing in bits(self.cells[cell] ^ mask):
            self.planes[thing] ^= place
        self.cells[cell] = mask

    def set_moves(self, cell: int, mask: int) -> None:
        """Set the movements of a cell."""
        place = 1 << cell
        for movement in bits(self.moves[cell] ^ mask):
            self.moving[movement] ^= place
        self.moves[cell] = mask

    def push(self, direction: int) -> list[int]:
        """Give the players a movement; return their cells."""
        mask, whole = self.layout.game.player
        players = []
        for cell, objects in enumerate(self.cells):
            if objects & mask and (not whole or objects & mask == mask):
                players.append(cell)
                moves = 0
                for thing in bits(objects & mask):
                    moves |= direction << 5 * self.layout.game.layer_of[thing]
                self.set_moves(cell, moves)
        return players

    # rules

    def apply(self, groups: list[list[Plan]], jumps: dict[int, int], banned: set[int]) -> None:
        """Run a list of groups, with its loops."""
        k = jumped = 0
        changed = False
        while k < len(groups):
            if k not in banned:
                changed = self._group(groups[k], k) or changed
            if not (changed and k in jumps):
                k += 1
                if not (k == len(groups) and changed and k in jumps):
                    continue
            k, changed, jumped = jumps[k], False, jumped + 1
            if jumped > MAX_ROUNDS:
                return

    def _group(self, group: list[Plan], number: int) -> bool:
        """Run one group until nothing changes; return whether something did."""
        changed, idle = False, 0
        for _ in range(MAX_ROUNDS):
            for plan in group:
                if self._instruction(plan, number):
                    changed, idle = True, 0
                else:
                    idle += 1
                    if idle >= len(group):
                        return changed
        return changed

    def _instruction(self, plan: Plan, number: int) -> bool:
        """Apply one instruction to all its matches; return whether something changed."""
        row_matches = []
        for row in plan.rows:
            places = self._matches(plan, *row)
            if not places:
                return False
            row_matches.append(places)
        changed = False
        if plan.changes:
            if len(row_matches) == 1:
                tuples: Iterator[tuple[Match, ...]] = ((match,) for match in row_matches[0])
            else:
                tuples = (match_of_rows[::-1] for match_of_rows in product(*reversed(row_matches)))
            first = True
            for match_of_rows in tuples:
                if first or self._still(plan, match_of_rows):
                    changed = self._replace(plan, match_of_rows, number) or changed
                first = False
        if plan.commands:
            self._queue(plan.commands)
        return changed

    def _matches(
        self, plan: Plan, room: int, parts: list[list[Wanted]], rooms: list[int]
    ) -> list[Match]:
        """Return the matches of a row, in the order in which they are applied."""
        first = self._plane(parts[0], plan.step, room)
        if not first:
            return []
        places = list(bits(first))
        if plan.by_rows:
            places.sort(key=plan.by_rows.__getitem__)
        if len(parts) == 1:
            return [(place,) for place in places]
        planes = []
        for part, fits in zip(parts[1:], rooms[1:], strict=True):
            plane = self._plane(part, plan.step, fits)
            if not plane:
                return []
            planes.append((len(part), plane))
        return [
            match
            for place in places
            for match in self._gaps((place,), place, len(parts[0]), planes, plan.direction)
        ]

    def _gaps(
        self, match: Match, place: int, length: int, planes: list[tuple[int, int]], direction: int
    ) -> Iterator[Match]:
        """Extend a match of a row's first parts by each match of its remaining parts."""
        if not planes:
            yield match
            return
        step, neighbour = self.layout.step[direction], self.layout.neighbour[direction]
        at = place + step * (length - 1)
        while (at := neighbour[at]) >= 0:
            if planes[0][1] >> at & 1:
                yield from self._gaps((*match, at), at, planes[0][0], planes[1:], direction)

    def _plane(self, part: list[Wanted], step: int, plane: int) -> int:
        """Return the cells of `plane` at which a part of a row matches."""
        planes, moving, shift = self.planes, self.moving, 0
        for present, missing, any_of, moves, still in part:
            cells = -1
            for k in moves:
                cells &= moving[k]
            for k in present:
                cells &= planes[k]
            for choice in any_of:
                any_plane = 0
                for k in choice:
                    any_plane |= planes[k]
                cells &= any_plane
            for k in missing:
                cells &= ~planes[k]
            for k in still:
                cells &= ~moving[k]
            plane &= cells >> shift if shift >= 0 else cells << -shift
            if not plane:
                return 0
            shift += step
        return plane

    def _still(self, plan: Plan, match_of_rows: tuple[Match, ...]) -> bool:
        """Return whether all rows still match in the cells of a match found earlier."""
        cells, moves, step = self.cells, self.moves, plan.step
        for row, match in zip(plan.patterns, match_of_rows, strict=True):
            for part, cell in zip(row, match, strict=True):
                for pattern in part:
                    objects, moved = cells[cell], moves[cell]
                    if (
                        objects & pattern.present != pattern.present
                        or objects & pattern.missing
                        or moved & pattern.moving != pattern.moving
                        or moved & pattern.still
                    ):
                        return False
                    for mask in pattern.any_of:
                        if not objects & mask:
                            return False
                    cell += step
        return True

    def _replace(self, plan: Plan, match_of_rows: tuple[Match, ...], number: int) -> bool:
        """Replace the cells of a match; return whether something changed."""
        changed, rigid = False, plan.instruction.rigid
        for row, match in zip(plan.patterns, match_of_rows, strict=True):
            for part, cell in zip(row, match, strict=True):
                for pattern in part:
                    objects, moved = self.cells[cell], self.moves[cell]
                    mask = objects & ~pattern.clear | pattern.put
                    moves = moved & ~pattern.stop | pattern.start
                    if mask != objects:
                        self.set_cell(cell, mask)
                        changed = True
                    if moves != moved:
                        self.set_moves(cell, moves)
                        changed = True
                    if rigid and pattern.touched and self._mark(cell, pattern.touched, number):
                        changed = True
                    cell += plan.step
        return changed

    def _mark(self, cell: int, touched: int, number: int) -> bool:
        """Mark layers of a cell as moved by a rigid group; return whether any mark is new."""
        layers = [layer // 5 for layer in bits(touched) if layer % 5 == 0]
        size = len(self.layout.game.layers)
        keys = [cell * size + layer for layer in layers]
        if all(key in self.marks for key in keys):
            return False
        for key in keys:
            self.marks.setdefault(key, number)
        return True

    def _queue(self, commands: tuple[str, ...]) -> None:
        """Queue the commands of a rule that matched."""
        if "cancel" in self.commands:
            return
        if "restart" in self.commands and "cancel" not in commands:
            return
        if "cancel" in commands or "restart" in commands:
            self.commands.clear()
        self.commands += [word for word in commands if word not in self.commands]

    # movement

    def resolve(self) -> set[int]:
        """Resolve all movements; return the rigid groups whose movements failed."""
        moves = self.moves
        busy = [cell for cell, moved in enumerate(moves) if moved]
        moved = bool(busy)
        while moved:
            moved = False
            for cell in busy:
                if moves[cell] and self._move(cell):
                    moved = True
        stuck = self._stuck(busy)
        for cell in busy:
            self.moves[cell] = 0
        self.moving = [0] * len(self.moving)
        self.marks.clear()
        return stuck

    def _move(self, cell: int) -> bool:
        """Move the objects that can leave a cell, layer by layer; return whether any moved."""
        layout, cells = self.layout, self.cells
        remaining, any_moved, layer = self.moves[cell], False, 0
        while remaining:
            direction = remaining & ALL_DIRECTIONS
            if direction:
                mask = layout.game.layers[layer]
                to = cell if direction == ACTION else layout.neighbour[direction][cell]
                if to == cell or (to >= 0 and not cells[to] & mask):
                    things = cells[cell] & mask
                    if things and to != cell:
                        self.set_cell(to, cells[to] | things)
                        self.set_cell(cell, cells[cell] & ~mask)
                    self.moves[cell] &= ~(direction << 5 * layer)
                    any_moved = True
            remaining, layer = remaining >> 5, layer + 1
        return any_moved

    def _stuck(self, busy: list[int]) -> set[int]:
        """Return the rigid groups whose movements failed, at most one group per cell."""
        size, stuck = len(self.layout.game.layers), set()
        for cell in busy:
            for layer in range(size):
                if (
                    self.moves[cell] >> 5 * layer & ALL_DIRECTIONS
                    and cell * size + layer in self.marks
                ):
                    stuck.add(self.marks[cell * size + layer])
                    break
        return stuck
