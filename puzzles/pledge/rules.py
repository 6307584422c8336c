"""Pledge: knights walk home along the walls, counting their turns; tiles may slide under them.

A knight's rule: while the count is 0 he goes straight on; at a wall he turns right, counts 1, and
follows that wall with his left hand, adding his right turns and taking off the left ones, until the
count is 0 again. That is how he gets away from an island that plain wall following would circle for
ever.

Of several knights, each of a colour, all who are not at home take such a step in every tick, in
their order. They pass each other, or each is a wall to those who step while he stands there::

    ··R▶ ◀B··    pass:  ··B◀ ▶R··   block:  ··R▼ ◀B··   the red one meets the blue one and turns,
                                            ··R▼ ▲B··   in the same tick the blue one meets him
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from puzzles.pledge.board import BACK, DRAWN, HEADINGS, PATH, SLOT, STEP, Board
from stategraph.rules import Cells, One, Puzzle, Table, Tuple, each

# A rule: from a state to labels and states.
Rule = Callable[[Any], Iterator[tuple[str, Any]]]


def pledge(board: Board) -> Puzzle:
    """Return the puzzle: on a board with a slot tiles slide, on any other only knights move."""
    ends = [(knight.names[0], board.number(knight.home)) for knight in board.knights]

    def at_home(s):
        return all(getattr(s, cell) == home for cell, home in ends)

    start: dict[str, Any] = {}
    kinds: dict[str, Any] = {}
    for knight in board.knights:
        cell, heading, count = knight.names
        start[cell] = board.number(knight.start)
        start[heading] = HEADINGS.index(knight.heading)
        start[count] = 0
        kinds[cell] = One(board, *("{}:{}".format(*gate) for gate in board.gates))
        kinds[heading] = One(0, *HEADINGS)
        kinds[count] = One(board.cap + 1)
    alone = not board.knights[0].colour
    rules = [walking(board) if alone else marching(board)]
    if board.slides:
        rules.append(sliding(board))
        start.update(slot=board.tiles.index(SLOT), tiles=board.tiles)
        kinds.update(slot=One(board.grid), tiles=Tuple(board.grid.size, 0, *DRAWN))
    return Puzzle(start, rules, at_home, facts={"cap": board.cap}, board=board, **kinds)


def walking(board: Board) -> Rule:
    """Return the tick of the only knight: he steps on, turns left and steps, or turns right."""
    size, cap = board.size, board.cap
    ahead, tile_of, part = Table(_ahead(board)), _tile_of(board), _part(board)
    gates = Cells(range(size, size + len(board.gates)))
    paths = Cells(k for k, place in enumerate(board.places) if board.is_path(place, board.tiles))

    def free(s, cell):
        if not board.slides:
            return cell in gates or cell in paths
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
            # the same heading as cap + 1
            yield "R", s.but(heading=right, count=cap - 3)

    return tick


# What a knight does in a tick, by whether he is away and has counted, and by what is free.
STAYS, STEPS, LEFT, RIGHT = range(4)
DOES = Table(
    [
        [STAYS] * 4,  # he is at home
        [RIGHT, STEPS, RIGHT, STEPS],  # count 0: nothing is free, the front, the left, both
        [RIGHT, STEPS, LEFT, LEFT],  # a larger one
    ]
)
# his heading then, by what he does and his heading; and which way he goes, if any
TURNED = Table([[0, 1, 2, 3], [0, 1, 2, 3], [3, 0, 1, 2], [1, 2, 3, 0]])
GOES = Table([[4, 4, 4, 4], [0, 1, 2, 3], [3, 0, 1, 2], [4, 4, 4, 4]])
COUNTS = Table([0, 0, -1, 1])


def marching(board: Board) -> Rule:
    """Return the tick of knights with colours: each who is not at home does as `walking` says.

    It asks nothing, it looks all up: the ways through four knights' questions would multiply.
    """
    knights, cap, homes = board.knights, board.cap, [board.number(k.home) for k in board.knights]
    beside, ground, cells = _ahead(board), _ground(board), range(board.size + len(board.gates))
    ahead = Table(beside)
    # where a knight gets to in each of the four ways, or staying; into a wall he never steps
    step = Table([*([min(to, cells[-1]) for to in way] for way in beside), cells])
    away = [Table([cell != home for cell in cells]) for home in homes]
    # who is at home stands in nobody's way
    stands = [Table([-1 if cell == home else cell for cell in cells]) for home in homes]

    def free(s, cell, others):
        found = ground(s, cell)
        for other in others:
            found = found * (cell != other)
        return found

    def march(s):
        now = {name: s[name] for knight in knights for name in knight.names}
        for k, knight in enumerate(knights):
            cell, heading, count = (now[name] for name in knight.names)
            others = [stands[j][now[other.colour]] for j, other in enumerate(knights)
                      if board.blocks and j != k]  # fmt: skip
            left, front = (free(s, ahead[w, cell], others) for w in ((heading + 3) % 4, heading))
            does = DOES[away[k][cell] * (1 + (count > 0)), 2 * left + front]
            cell = step[GOES[does, heading], cell]
            count = count + COUNTS[does] - 4 * (does == RIGHT) * (count == cap)
            changed = cell, TURNED[does, heading], count * away[k][cell]
            now.update(zip(knight.names, changed, strict=True))
        yield "T", s.but(**now)

    return march


def sliding(board: Board) -> Rule:
    """Return the slides of tiles into the slot, which carry the knights who stand on them."""
    grid, cells = board.grid, [knight.names[0] for knight in board.knights]
    tile_of = _tile_of(board)
    # how far the number of a knight's cell changes when his tile slides
    carry = {way: 3 * (row * board.width + column) for way, (row, column) in STEP.items()}

    def slide(s):
        standing = [(name, cell := getattr(s, name), tile_of[cell]) for name in cells]
        for way in each(BACK):
            tile = grid.step[BACK[way]][s.slot]
            if tile >= 0:
                tiles = s.tiles.put(s.slot, s.tiles[tile]).put(tile, SLOT)
                changed = {"slot": tile, "tiles": tiles}
                for name, cell, under in standing:
                    if under == tile:
                        changed[name] = cell + carry[way]
                yield f"S{way}", s.but(**changed)

    return slide


def _ahead(board: Board) -> list[list[int]]:
    """Return for U, R, D and L the number of what lies that way of each cell and gate."""
    spots = [board.spot(number) for number in range(board.size + len(board.gates))]
    return [
        [board.number((row + down, column + right)) for row, column in spots]
        for down, right in STEP.values()
    ]


def _tile_of(board: Board) -> Table:
    """Return of every cell the tile that it lies on; a gate lies on none."""
    width, gates = board.grid.width, len(board.gates)
    return Table([*(r // 3 * width + c // 3 for r, c in board.places), *[-1] * gates])


def _part(board: Board) -> Table:
    """Return which of its tile's nine cells each cell is."""
    return Table([r % 3 * 3 + c % 3 for r, c in board.places])


def _ground(board: Board) -> Callable[[Any, Any], Any]:
    """Return the function that gives 1 for a cell or gate that is path in a state, 0 for a wall."""
    gates = len(board.gates)
    if not board.slides:
        paths = [board.is_path(place, board.tiles) for place in board.places]
        known = Table([*paths, *[1] * gates, 0])
        return lambda s, cell: known[cell]
    # a gate is path and the ring wall, whatever tile they are said to lie on
    tile_of = Table([*_tile_of(board).flat[: board.size], *[0] * (gates + 1)])
    part = Table([*_part(board).flat, *[9] * gates, 10])
    path = Table([[*PATH.flat[9 * tile : 9 * tile + 9], 1, 0] for tile in range(SLOT + 1)])
    return lambda s, cell: path[s.tiles[tile_of[cell]], part[cell]]
