"""The engine: what a turn does to a level.

The objects of a level are held twice: by cell, to change them, and by object, to find where an
instruction matches: a plane is an int whose bit k tells of cell k, and all places where a row of
cells matches are an AND of shifted planes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from puzzles.puzzlescript.game import (
    ACTION,
    ALL_WAYS,
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Condition,
    Game,
    Instruction,
    Pattern,
    Rules,
)

MOST_ROUNDS = 200

Cells = tuple[int, ...]
# where the parts of one row match: the first cell of each
Match = tuple[int, ...]


class Passed(NamedTuple):
    """What a turn without its commands makes: the cells and the commands.

    ``taken_back``: nobody moved, where somebody had to.
    """

    cells: Cells
    commands: tuple[str, ...]
    taken_back: bool = False


class Turn(NamedTuple):
    """What one turn or tick makes."""

    cells: Cells
    target: Cells
    won: bool
    again: bool


class Endless(Exception):
    """Ticks follow each other for ever."""


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits of a mask, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Engine:
    """A game on a board of one size.

    Attributes
    ----------
    game : Game
    width, height : int
    shows_messages : bool
        a turn that shows a message is not looked at for a win; when the player has closed it, the
        win conditions alone are
    """

    def __init__(self, game: Game, width: int, height: int, shows_messages: bool = True):
        self.game, self.width, self.height = game, width, height
        self.shows_messages = shows_messages
        self.full = (1 << width * height) - 1
        self.step = {UP: -1, DOWN: 1, LEFT: -height, RIGHT: height}
        self.by_rows = [k % height * width + k // height for k in range(width * height)]
        self._inside: dict[tuple[int, int], int] = {}
        self._neighbour = {
            way: [self.next(k, way) for k in range(width * height)] for way in self.step
        }
        self.early, self.late = self._planned(game.early), self._planned(game.late)

    def next(self, cell: int, way: int) -> int:
        """Return the next cell, -1: none."""
        x, y = divmod(cell, self.height)
        x, y = x + (way == RIGHT) - (way == LEFT), y + (way == DOWN) - (way == UP)
        inside = 0 <= x < self.width and 0 <= y < self.height
        return x * self.height + y if inside else -1

    def inside(self, way: int, length: int) -> int:
        """Return the plane of the cells from which `length` cells lie on the board."""
        if (way, length) not in self._inside:
            plane = 0
            for x, y in product(range(self.width), range(self.height)):
                room = {UP: y + 1, DOWN: self.height - y, LEFT: x + 1, RIGHT: self.width - x}[way]
                plane |= (room >= length) << x * self.height + y
            self._inside[way, length] = plane
        return self._inside[way, length]

    def _planned(self, rules: Rules) -> list[list[Plan]]:
        return [[Plan(self, instruction) for instruction in group] for group in rules.groups]

    # one turn

    def start(self, cells: Cells) -> Turn:
        """Return how a level starts, before ticks that wait."""
        if not self.game.starts_with_rules:
            return Turn(cells, cells, False, False)
        return self._turn(cells, cells, 0, looks=False)

    def move(self, cells: Cells, target: Cells, way: int) -> Turn:
        """Return what a key makes, with all ticks after it; ``again`` is False.

        Raises
        ------
        Endless
            the ticks never end
        """
        return self.played_out(self.turn(cells, target, way))

    def played_out(self, turn: Turn) -> Turn:
        """Return what ticks that wait make of a turn."""
        seen = set()
        while turn.again and not turn.won:
            if turn in seen:
                raise Endless
            seen.add(turn)
            turn = self._turn(turn.cells, turn.target, 0, looks=True)
        return turn._replace(again=False)

    def turn(self, cells: Cells, target: Cells, way: int, wins: bool = True) -> Turn:
        """Return what one key (0: none, a tick) makes; with `wins` False nothing is won."""
        return self._turn(cells, target, way, wins)

    def restarted(self, target: Cells) -> Turn:
        """Return how a level starts again; nothing restarts meanwhile, and nothing is won."""
        if not self.game.starts_with_rules:
            return Turn(target, target, False, False)
        return self._turn(target, target, 0, looks=False, restarts=False)

    def _turn(
        self, cells: Cells, target: Cells, way: int, looks: bool, restarts: bool = True
    ) -> Turn:
        passed = self._pass(cells, way)
        if passed.taken_back:
            return Turn(cells, target, False, False)
        after, commands, again = passed.cells, passed.commands, False
        message = self.shows_messages and "message" in commands
        if "cancel" in commands:
            return Turn(cells, target, message and self.holds(cells), False)
        if "restart" in commands and restarts:
            commands, message = (), False
            after, target, _, again = self.restarted(target)
        if not message and looks and ("win" in commands or self.holds(after)):
            return Turn(after, target, True, False)
        if "checkpoint" in commands:
            target = after
        if "again" in commands and after != cells:
            again, target = self._tried(after, target)
        return Turn(after, target, message and self.holds(after), again)

    def _tried(self, cells: Cells, target: Cells) -> tuple[bool, Cells]:
        """Return whether a tick would do something, and where restart then leads."""
        after, commands, _ = self._pass(cells, 0)
        if "cancel" in commands:
            return len(commands) > 1, target
        if "restart" in commands or "win" in commands or after != cells:
            return True, target
        return False, after if "checkpoint" in commands else target

    def holds(self, cells: Cells) -> bool:
        """Return whether all win conditions hold; False where there are none."""
        return bool(self.game.wins) and all(_holds(wins, cells) for wins in self.game.wins)

    def _pass(self, cells: Cells, way: int) -> Passed:
        """Return what rules and movements make of a level."""
        board = Board(self, cells)
        players = board.push(way) if way else []
        began = list(board.moves)
        banned: set[int] = set()
        while True:
            board.apply(self.early, self.game.early.jumps, banned)
            stuck = board.resolve() - banned
            if not stuck:
                break
            banned |= stuck
            board = Board(self, cells)
            for cell, moves in enumerate(began):
                board.set_moves(cell, moves)
        board.apply(self.late, self.game.late.jumps, set())
        if players and self.game.wants_movement:
            mask = self.game.player[0]
            if all(board.cells[cell] & mask for cell in players):
                return Passed(cells, (), True)
        return Passed(tuple(board.cells), tuple(board.commands))


def _holds(wins: Condition, cells: Cells) -> bool:
    what, on = wins.what, wins.on
    if wins.kind == "all":
        return on is None or all(_held(cell, on) for cell in cells if _held(cell, what))
    some = any(_held(cell, what) and (on is None or _held(cell, on)) for cell in cells)
    return some == (wins.kind == "some")


def _held(cell: int, thing: tuple[int, bool]) -> bool:
    mask, whole = thing
    return cell & mask == mask if whole else bool(cell & mask)


class Plan:
    """An instruction on a board of one size: each row's parts with their planes.

    Attributes
    ----------
    rows : list of (first, parts)
        the plane of the cells where the row has room, and for each part a list of
        (shift, Wanted)
    """

    def __init__(self, engine: Engine, instruction: Instruction):
        way = instruction.direction
        self.instruction, self.way, self.step = instruction, way, engine.step[way]
        self.by_rows = engine.by_rows if way in (LEFT, RIGHT) else None
        self.rows = []
        for row in instruction.rows:
            room = engine.inside(way, sum(map(len, row)))
            parts = [[_wanted(pattern) for pattern in part] for part in row]
            rooms = [engine.inside(way, len(part)) for part in row]
            self.rows.append((room, parts, rooms))
        self.patterns = instruction.rows
        self.changes, self.commands = instruction.changes, instruction.commands


# (objects present, objects missing, sets of objects of which one is present, movements present,
# movements missing), all as numbers of planes
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
    """A level while a turn runs.

    Attributes
    ----------
    cells, moves : list of int
        objects and movements of each cell
    planes, moving : list of int
        the same by object and by movement
    commands : list of str
        the queue
    """

    def __init__(self, engine: Engine, cells: Sequence[int]):
        game = engine.game
        self.engine, self.cells, self.moves = engine, list(cells), [0] * len(cells)
        self.planes, self.moving = [0] * len(game.names), [0] * (5 * len(game.layers))
        self.commands: list[str] = []
        # by (cell, layer), the rigid group that moved it first; and the groups of each cell
        self.marks: dict[int, int] = {}
        self.marked: dict[int, int] = {}
        planes = self.planes
        where: dict[int, int] = {}
        for cell, mask in enumerate(self.cells):
            where[mask] = where.get(mask, 0) | 1 << cell
        for mask, places in where.items():
            for thing in bits(mask):
                planes[thing] |= places

    def set_cell(self, cell: int, mask: int) -> None:
        """Put other objects into a cell."""
        place = 1 << cell
        for thing in bits(self.cells[cell] ^ mask):
            self.planes[thing] ^= place
        self.cells[cell] = mask

    def set_moves(self, cell: int, mask: int) -> None:
        """Give a cell other movements."""
        place = 1 << cell
        for way in bits(self.moves[cell] ^ mask):
            self.moving[way] ^= place
        self.moves[cell] = mask

    def push(self, way: int) -> list[int]:
        """Move the players; return their cells."""
        mask, whole = self.engine.game.player
        found = []
        for cell, held in enumerate(self.cells):
            if held & mask and (not whole or held & mask == mask):
                found.append(cell)
                moves = 0
                for thing in bits(held & mask):
                    moves |= way << 5 * self.engine.game.layer_of[thing]
                self.set_moves(cell, moves)
        return found

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
            if jumped > MOST_ROUNDS:
                return

    def _group(self, group: list[Plan], number: int) -> bool:
        """Run one group until nothing changes; return whether something did."""
        changed, idle = False, 0
        for _ in range(MOST_ROUNDS):
            for plan in group:
                if self._instruction(plan, number):
                    changed, idle = True, 0
                else:
                    idle += 1
                    if idle >= len(group):
                        return changed
        return changed

    def _instruction(self, plan: Plan, number: int) -> bool:
        """Apply one instruction wherever it matches; return whether something changed."""
        found = []
        for row in plan.rows:
            places = self._matches(plan, *row)
            if not places:
                return False
            found.append(places)
        changed = False
        if plan.changes:
            if len(found) == 1:
                tuples: Iterator[tuple[Match, ...]] = ((match,) for match in found[0])
            else:
                tuples = (chosen[::-1] for chosen in product(*reversed(found)))
            first = True
            for chosen in tuples:
                if first or self._still(plan, chosen):
                    changed = self._replace(plan, chosen, number) or changed
                first = False
        if plan.commands:
            self._queue(plan.commands)
        return changed

    def _matches(
        self, plan: Plan, room: int, parts: list[list[Wanted]], rooms: list[int]
    ) -> list[Match]:
        """Return where a row matches, in the order in which it is applied."""
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
            for match in self._gaps((place,), place, len(parts[0]), planes, plan.way)
        ]

    def _gaps(
        self, match: Match, place: int, length: int, planes: list[tuple[int, int]], way: int
    ) -> Iterator[Match]:
        """Yield a match of the first parts of a row with each match of the others behind it."""
        if not planes:
            yield match
            return
        step, neighbour = self.engine.step[way], self.engine._neighbour[way]
        at = place + step * (length - 1)
        while (at := neighbour[at]) >= 0:
            if planes[0][1] >> at & 1:
                yield from self._gaps((*match, at), at, planes[0][0], planes[1:], way)

    def _plane(self, part: list[Wanted], step: int, found: int) -> int:
        """Return the cells from which a part of a row matches, among those `found`."""
        planes, moving, shift = self.planes, self.moving, 0
        for present, missing, any_of, moves, still in part:
            here = -1
            for k in moves:
                here &= moving[k]
            for k in present:
                here &= planes[k]
            for choice in any_of:
                some = 0
                for k in choice:
                    some |= planes[k]
                here &= some
            for k in missing:
                here &= ~planes[k]
            for k in still:
                here &= ~moving[k]
            found &= here >> shift if shift >= 0 else here << -shift
            if not found:
                return 0
            shift += step
        return found

    def _still(self, plan: Plan, chosen: tuple[Match, ...]) -> bool:
        """Return whether all rows still match where they did."""
        cells, moves, step = self.cells, self.moves, plan.step
        for row, match in zip(plan.patterns, chosen, strict=True):
            for part, cell in zip(row, match, strict=True):
                for pattern in part:
                    held, moved = cells[cell], moves[cell]
                    if (
                        held & pattern.present != pattern.present
                        or held & pattern.missing
                        or moved & pattern.moving != pattern.moving
                        or moved & pattern.still
                    ):
                        return False
                    for mask in pattern.any_of:
                        if not held & mask:
                            return False
                    cell += step
        return True

    def _replace(self, plan: Plan, chosen: tuple[Match, ...], number: int) -> bool:
        """Replace the cells of a match; return whether something changed."""
        changed, rigid = False, plan.instruction.rigid
        for row, match in zip(plan.patterns, chosen, strict=True):
            for part, cell in zip(row, match, strict=True):
                for pattern in part:
                    held, moved = self.cells[cell], self.moves[cell]
                    mask = held & ~pattern.clear | pattern.put
                    moves = moved & ~pattern.stop | pattern.start
                    if mask != held:
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
        """Mark layers of a cell as moved by a rigid group, unless all of them are marked."""
        layers = [layer // 5 for layer in bits(touched) if layer % 5 == 0]
        size = len(self.engine.game.layers)
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
        """Let everything move that can; return the rigid groups of what could not."""
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
        """Move what can leave a cell, layer by layer; return whether something did."""
        engine, cells = self.engine, self.cells
        left, done, layer = self.moves[cell], False, 0
        while left:
            way = left & ALL_WAYS
            if way:
                mask = engine.game.layers[layer]
                to = cell if way == ACTION else engine._neighbour[way][cell]
                if to == cell or (to >= 0 and not cells[to] & mask):
                    things = cells[cell] & mask
                    if things and to != cell:
                        self.set_cell(to, cells[to] | things)
                        self.set_cell(cell, cells[cell] & ~mask)
                    self.moves[cell] &= ~(way << 5 * layer)
                    done = True
            left, layer = left >> 5, layer + 1
        return done

    def _stuck(self, busy: list[int]) -> set[int]:
        """Return the rigid groups of movements left over, of each cell the first."""
        size, stuck = len(self.engine.game.layers), set()
        for cell in busy:
            for layer in range(size):
                if self.moves[cell] >> 5 * layer & ALL_WAYS and cell * size + layer in self.marks:
                    stuck.add(self.marks[cell * size + layer])
                    break
        return stuck
