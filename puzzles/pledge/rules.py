"""Rules of Pledge: knights walk home along walls and count their turns; tiles may slide.

While the count is 0, a knight walks straight on. At a wall the knight turns right, counts 1, and
follows the wall with the left hand. Right turns add 1 and left turns subtract 1, until the count is
0 again. Because of the count, the knight leaves an island that plain wall following would circle
forever.

With several knights, a tick is one step of every knight that is not at home, in their order. They
pass each other, or each is a wall to the knights that step while it stands there::

    ··R▶ ◀B··    pass:  ··B◀ ▶R··   block:  ··R▼ ◀B··   R is blocked by B and turns,
                                            ··R▼ ▲B··   then B is blocked by R and turns
"""

from __future__ import annotations

from typing import Any

from stategraph.rules import (
    Cells,
    Goal,
    Grid,
    LevelRules,
    One,
    Puzzle,
    Rule,
    Table,
    Tuple,
    each,
)

from .board import BACK, DRAWN, HEADINGS, PATH, SLOT, STEP, Board


def pledge(board: Board) -> Puzzle:
    """Return the puzzle of a board; tiles slide only if the board has a slot."""
    start: dict[str, object] = {}
    kinds: dict[str, Any] = {}
    for knight in board.knights:
        cell, heading, count = knight.names
        start[cell] = board.number(knight.start)
        start[heading] = HEADINGS.index(knight.heading)
        start[count] = 0
        kinds[cell] = One(board, *("{}:{}".format(*gate) for gate in board.gates))
        kinds[heading] = One(0, *HEADINGS)
        kinds[count] = One(board.cap + 1)
    if board.slides:
        start.update(slot=board.tiles.index(SLOT), tiles=board.tiles)
        kinds.update(slot=One(board.grid), tiles=Tuple(board.grid.size, 0, *DRAWN))
    return Puzzle(start, _level_rules(board), facts={"cap": board.cap}, board=board, **kinds)


def _level_rules(board: Board) -> LevelRules:
    """Return the rules of a board: a function together with the tables and numbers it takes."""
    ends = tuple((knight.names[0], board.number(knight.home)) for knight in board.knights)
    alone = not board.knights[0].colour
    slides = (board.grid, _tile_of(board), board.width) if board.slides else None
    constants = _of_one(board) if alone else _of_several(board)
    return LevelRules(_rules, ends, alone, constants, slides)


def _rules(ends: Any, alone: bool, constants: Any, slides: Any) -> tuple[list[Rule], Goal]:
    """Return the rules and the goal of a board."""

    def at_home(s):
        return all(getattr(s, cell) == home for cell, home in ends)

    rules = [walking(*constants) if alone else marching(*constants)]
    if slides is not None:
        rules.append(sliding(tuple(cell for cell, _ in ends), *slides))
    return rules, at_home


def _of_one(board: Board) -> tuple[Any, ...]:
    """Return the constants of `walking`."""
    size = board.size
    paths = Cells(k for k, place in enumerate(board.places) if board.is_path(place, board.tiles))
    gates = Cells(range(size, size + len(board.gates)))
    moving = (_tile_of(board), _part(board)) if board.slides else None
    return size, board.cap, Table(_ahead(board)), gates, paths, moving


def walking(
    size: int,
    cap: int,
    ahead: Table,
    gates: Cells,
    paths: Cells,
    moving: tuple[Table, Table] | None,
) -> Rule:
    """Return the rule of a single knight: turn left and step, or step ahead, or turn right.

    If tiles slide, `moving` is a pair of tables: the tile of each cell, and the position of each
    cell on its tile.
    """

    def free(s, cell):
        if moving is None:
            return cell in gates or cell in paths
        tile_of, part = moving
        return cell in gates or (cell < size and PATH[s.tiles[tile_of[cell]], part[cell]])

    def tick(s):
        left, right = (s.heading + 3) % 4, (s.heading + 1) % 4
        if s.count > 0 and free(s, to := ahead[left, s.cell]):
            yield "L", s.but(cell=to, heading=left, count=s.count - 1)
        elif free(s, to := ahead[s.heading, s.cell]):
            yield "F", s.but(cell=to)
        elif s.count < cap:
            yield "R", s.but(heading=right, count=s.count + 1)
        else:
            # cap - 3 means the same heading as cap + 1
            yield "R", s.but(heading=right, count=cap - 3)

    return tick


# The action of a knight in a tick. Rows: the knight's situation. Columns: the cells that are free,
# neither, ahead, left, or both.
STAYS, STEPS, LEFT, RIGHT = range(4)
DOES = Table(
    [
        [STAYS] * 4,  # at home
        [RIGHT, STEPS, RIGHT, STEPS],  # away, count 0
        [RIGHT, STEPS, LEFT, LEFT],  # away, count above 0
    ]
)
# the new heading, and the direction of the step (4: no step), each by action and heading
TURNED = Table([[0, 1, 2, 3], [0, 1, 2, 3], [3, 0, 1, 2], [1, 2, 3, 0]])
GOES = Table([[4, 4, 4, 4], [0, 1, 2, 3], [3, 0, 1, 2], [4, 4, 4, 4]])
COUNTS = Table([0, 0, -1, 1])


def _of_several(board: Board) -> tuple[Any, ...]:
    """Return the constants of `marching`."""
    homes = [board.number(knight.home) for knight in board.knights]
    neighbours_by_direction, cells = _ahead(board), range(board.size + len(board.gates))
    # the cell or gate reached by a step in each direction, and in the last row by staying; the rule
    # never steps into a wall, so the value for walls does not matter
    step = Table(
        [
            *([min(to, cells[-1]) for to in neighbours] for neighbours in neighbours_by_direction),
            cells,
        ]
    )
    away = tuple(Table([cell != home for cell in cells]) for home in homes)
    # a knight at home does not block others, so its cell counts as -1
    stands = tuple(
        Table([-1 if cell == home else cell for cell in cells], within=(-1, cells[-1]))
        for home in homes
    )
    names = tuple(knight.names for knight in board.knights)
    return (
        names,
        board.cap,
        board.blocks,
        Table(neighbours_by_direction),
        step,
        away,
        stands,
        _ground(board),
    )


def marching(
    knights: tuple[tuple[str, str, str], ...],
    cap: int,
    blocks: bool,
    ahead: Table,
    step: Table,
    away: tuple[Table, ...],
    stands: tuple[Table, ...],
    ground: tuple[Table, ...],
) -> Rule:
    """Return the rule of several knights: each knight that is not at home acts as in `walking`.

    The rule uses tables instead of conditions, because the branches of four knights' conditions
    would multiply.
    """

    def free(s, cell, knight_cells):
        if len(ground) == 1:
            is_free = ground[0][cell]
        else:
            tile_of, part, path = ground
            is_free = path[s.tiles[tile_of[cell]], part[cell]]
        for other in knight_cells:
            is_free = is_free * (cell != other)
        return is_free

    def march(s):
        values = {name: s[name] for names in knights for name in names}
        for k, names in enumerate(knights):
            cell, heading, count = (values[name] for name in names)
            knight_cells = [stands[j][values[other[0]]] for j, other in enumerate(knights)
                      if blocks and j != k]  # fmt: skip
            left, front = (
                free(s, ahead[w, cell], knight_cells) for w in ((heading + 3) % 4, heading)
            )
            does = DOES[away[k][cell] * (1 + (count > 0)), 2 * left + front]
            cell = step[GOES[does, heading], cell]
            count = count + COUNTS[does] - 4 * (does == RIGHT) * (count == cap)
            changed = cell, TURNED[does, heading], count * away[k][cell]
            values.update(zip(names, changed, strict=True))
        yield "T", s.but(**values)

    return march


def sliding(cells: tuple[str, ...], grid: Grid, tile_of: Table, width: int) -> Rule:
    """Return the rule that slides a tile into the slot, together with the knights on the tile."""
    # the change of a knight's cell number when its tile slides
    carry = {direction: 3 * (row * width + column) for direction, (row, column) in STEP.items()}

    def slide(s):
        standing = [(name, cell := getattr(s, name), tile_of[cell]) for name in cells]
        for direction in each(BACK):
            tile = grid.step[BACK[direction]][s.slot]
            if tile >= 0:
                tiles = s.tiles.put(s.slot, s.tiles[tile]).put(tile, SLOT)
                changed = {"slot": tile, "tiles": tiles}
                for name, cell, knight_tile in standing:
                    if knight_tile == tile:
                        changed[name] = cell + carry[direction]
                yield f"S{direction}", s.but(**changed)

    return slide


def _ahead(board: Board) -> list[list[int]]:
    """Return one list each for U, R, D and L: the number of the neighbour of each cell and gate."""
    spots = [board.spot(number) for number in range(board.size + len(board.gates))]
    return [
        [board.number((row + down, column + right)) for row, column in spots]
        for down, right in STEP.values()
    ]


def _tile_of(board: Board) -> Table:
    """Return the tile of every cell; -1 for a gate."""
    width, gates = board.grid.width, len(board.gates)
    return Table([*(r // 3 * width + c // 3 for r, c in board.places), *[-1] * gates])


def _part(board: Board) -> Table:
    """Return the position of each cell in its tile, 0..8."""
    return Table([r % 3 * 3 + c % 3 for r, c in board.places])


def _ground(board: Board) -> tuple[Table, ...]:
    """Return tables that determine whether a cell or gate is path (1) or wall (0) in a state.

    Without a slot, one table holds the answer for each cell. With a slot there are three tables:
    the tile of each cell, the position of each cell on its tile, and the answer for each kind of
    tile and position.
    """
    gates = len(board.gates)
    if not board.slides:
        paths = [board.is_path(place, board.tiles) for place in board.places]
        return (Table([*paths, *[1] * gates, 0]),)
    # positions 9 (a gate: path) and 10 (the ring: wall) have the same value for every tile, so any
    # tile may be entered here
    tile_of = Table([*_tile_of(board).flat[: board.size], *[0] * (gates + 1)])
    part = Table([*_part(board).flat, *[9] * gates, 10])
    path = Table([[*PATH.flat[9 * tile : 9 * tile + 9], 1, 0] for tile in range(SLOT + 1)])
    return tile_of, part, path
