"""The six families as a Python programmer would write them for speed, without stategraph.

A function for each family takes a level and returns its start and ``moves(state)``, a list of pairs
(label, next state). States are tuples of small numbers, and a set of cells is the bits of one
number. Tables replace all repeated computations. Every state that wins is `WON`; no level begins
there.

`search` keeps what our graphs keep, all states and all labelled moves, in lists and one dict;
`network` keeps them in a ``networkx.MultiDiGraph``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx

State = tuple[Any, ...]
Moves = Callable[[Any], list[tuple[str, State]]]

WON: State = ()

STEPS = {"D": (1, 0), "L": (0, -1), "R": (0, 1), "U": (-1, 0)}
BACK = {"D": "U", "L": "R", "R": "L", "U": "D"}

# where the tiles 0 to 9, a crossroad, a block and the slot are open
OPEN = ("RD", "LD", "UR", "LU", "LRD", "LUD", "LUR", "URD", "UD", "LR", "LURD", "", "")
SLOT = 12

# which of a tile's nine cells, row by row, are path
MIDDLES = {"U": 1, "L": 3, "R": 5, "D": 7}
PATH = [[k in {4, *map(MIDDLES.get, ways)} and ways != "" for k in range(9)] for ways in OPEN]


def search(
    start: State, moves: Moves, most: float = float("inf")
) -> tuple[list[State], list[list[tuple[str, int]]]]:
    """Return the states, breadth first, and for each expanded one its (label, number of state).

    It stops when a state is due for expansion and there are `most` states already.
    """
    numbers, states, graph = {start: 0}, [start], []
    for state in states:
        if len(states) >= most:
            break
        row = []
        for label, new in moves(state) if state else ():
            number = numbers.get(new)
            if number is None:
                number = numbers[new] = len(states)
                states.append(new)
            row.append((label, number))
        graph.append(row)
    return states, graph


def network(start: State, moves: Moves, most: float = float("inf")) -> nx.MultiDiGraph:
    """Return the graph of all states; it stops where `search` does."""
    import networkx as nx

    graph, states = nx.MultiDiGraph(), [start]
    graph.add_node(start)
    for state in states:
        if len(states) >= most:
            break
        for label, new in moves(state) if state else ():
            if new not in graph:
                states.append(new)
            graph.add_edge(state, new, key=label)
    return graph


# ------------------------------------------------------------------------------------ families


def spacewreck(
    rooms: int, colours: Sequence[str], start: State, corridors: Iterable[tuple[int, int, str]]
) -> tuple[State, Moves]:
    """Two crew members, corridors of colours: the state is both rooms."""
    colour = [None, *colours]
    ways: dict[tuple[int, str], list[int]] = {}
    for here, to, shade in sorted(set(corridors)):
        ways.setdefault((here, shade), []).append(to)
    rocket_ways, lucky_ways = (
        [
            {c: [(f"{name}{to}", to) for to in ways.get((here, c), ())] for c in set(colours)}
            for here in range(rooms)
        ]
        for name in "RL"
    )

    def moves(state):
        rocket, lucky = state
        found = [
            (label, (to, lucky) if to < rooms else WON)
            for label, to in rocket_ways[rocket][colour[lucky]]
        ]
        found += [
            (label, (rocket, to) if to < rooms else WON)
            for label, to in lucky_ways[lucky][colour[rocket]]
        ]
        return found

    return start, moves


def psychopath(rows: Sequence[str]) -> tuple[State, Moves]:
    """Push blocks out of the way to an exit: the state is the player and the blocks' bits."""
    cells = number_cells(rows, "Xx")
    ways = push_ways(cells)
    exits = {cell for (r, c), cell in cells.items() if rows[r][c] in "eP"}

    def moves(state):
        player, blocks = state
        found = []
        for way, to, here, behind in ways[player]:
            if not blocks & here:
                found.append((way, WON if to in exits else (to, blocks)))
            elif behind and not blocks & behind:
                found.append((way, WON if to in exits else (to, blocks ^ (here | behind))))
        return found

    return player_and_blocks(rows, cells, "u", "pP"), moves


def sokoban(rows: Sequence[str]) -> tuple[State, Moves]:
    """Push every box onto a goal: the state is the player and the boxes' bits."""
    cells = number_cells(rows, "#")
    ways = push_ways(cells)
    goals = sum(1 << cell for (r, c), cell in cells.items() if rows[r][c] in ".*+")

    def moves(state):
        player, boxes = state
        found = []
        for way, to, here, behind in ways[player]:
            if not boxes & here:
                found.append((way, (to, boxes)))
            elif behind and not boxes & behind:
                pushed = boxes ^ (here | behind)
                found.append((way, (to, pushed) if pushed & ~goals else WON))
        return found

    return player_and_blocks(rows, cells, "@+", "$*"), moves


def pacman(rows: Sequence[str]) -> tuple[State, Moves]:
    """Two agents eat all the food: the state is both cells and the bits of the food left."""
    cells = number_cells(rows, "%")
    mark = {cell: rows[r][c] for (r, c), cell in cells.items()}
    foods = [cell for cell in mark if mark[cell] in "123"]
    ways = {
        agent: [
            [
                (agent + way, to, 1 << foods.index(to) if to in foods else 0, mark[to] == poison)
                for way in "URDL"
                if (to := step(cells, place, way)) is not None
            ]
            for place in cells
        ]
        for agent, poison in (("Q", "1"), ("P", "2"))
    }
    ways_of_p, ways_of_q = ways["P"], ways["Q"]

    def moves(state):
        p, q, left = state
        found = []
        for label, to, food, poison in ways_of_q[q]:
            if to != p:
                if not left & food:
                    found.append((label, (p, to, left)))
                elif not poison:
                    found.append((label, (p, to, left ^ food) if left != food else WON))
        for label, to, food, poison in ways_of_p[p]:
            if to != q:
                if not left & food:
                    found.append((label, (to, q, left)))
                elif not poison:
                    found.append((label, (to, q, left ^ food) if left != food else WON))
        return found

    p, q = (next(cell for cell in mark if mark[cell] == agent) for agent in "PQ")
    return (p, q, (1 << len(foods)) - 1), moves


def labyrinth(
    rows: Sequence[Sequence[int]], spare: int, start: tuple[int, int], goal: tuple[int, int]
) -> tuple[State, Moves]:
    """Walk through tiles and slide rows: the state is the player (-1: outside), spare and tiles."""
    height, width = len(rows), len(rows[0])
    entry, leave = start[0] * width + start[1], goal[0] * width + goal[1]
    places = {(r, c): r * width + c for r in range(height) for c in range(width)}
    # (direction, neighbour, the tiles that can be left in it, and those that can be entered)
    below, above = (
        [
            [
                (way, to, leading(way), leading(BACK[way]))
                for way in ways
                if (to := step(places, place, way)) is not None
            ]
            for place in places
        ]
        for ways in ("DLR", "U")
    )
    up, down = leading("U"), leading("D")

    def slid(player, spare, tiles):
        row = (entry if player < 0 else player) // width
        first, last = row * width, row * width + width - 1
        column = player - first
        if row % 2 == 0:
            pushed = (*tiles[:first], spare, *tiles[first:last], *tiles[last + 1 :])
            return player if player < 0 else first + (column + 1) % width, tiles[last], pushed
        pushed = (*tiles[:first], *tiles[first + 1 : last + 1], spare, *tiles[last + 1 :])
        return player if player < 0 else first + (column - 1) % width, tiles[first], pushed

    def moves(state):
        player, spare, tiles = state
        if player < 0:
            entered = [("E", (entry, spare, tiles))] if down[tiles[entry]] else []
            return [*entered, ("S", slid(player, spare, tiles))]
        tile = tiles[player]
        found = [
            (way, (to, spare, tiles))
            for way, to, out, into in below[player]
            if out[tile] and into[tiles[to]]
        ]
        found.append(("S", slid(player, spare, tiles)))
        for way, to, out, into in above[player]:
            if out[tile] and into[tiles[to]]:
                found.append((way, (to, spare, tiles)))
        if player == leave and up[tile]:
            found.append(("X", WON))
        return found

    return (-1, spare, tuple(tile for row in rows for tile in row)), moves


def pledge(
    tiles: Sequence[Sequence[int]],
    start: tuple[int, int],
    heading: str,
    home: tuple[int, int],
    cap: int,
) -> tuple[State, Moves]:
    """A knight follows the wall, tiles slide: (cell, heading, count, slot, tiles).

    Two rings lie around the cells, so that a step ahead of the first one is a cell too.
    """
    across = 3 * len(tiles[0]) + 4
    tile_of, part = parts(len(tiles), len(tiles[0]))
    ahead = (-across, 1, across, -1)  # U R D L
    begin, end = ((row + 2) * across + column + 2 for row, column in (start, home))
    gates = {cell for cell in (begin, end) if tile_of[cell] < 0}
    slides = slides_into(len(tiles), len(tiles[0]), across)

    def free(cell, tiles):
        on = tile_of[cell]
        return PATH[tiles[on]][part[cell]] if on >= 0 else cell in gates

    def tick(cell, heading, count, slot, tiles):
        left = (heading + 3) % 4
        if count > 0 and free(cell + ahead[left], tiles):
            to = cell + ahead[left]
            return "L", (to, left, count - 1, slot, tiles) if to != end else WON
        to = cell + ahead[heading]
        if free(to, tiles):
            return "F", (to, heading, count, slot, tiles) if to != end else WON
        return "R", (cell, (heading + 1) % 4, count + 1 if count < cap else cap - 3, slot, tiles)

    def moves(state):
        cell, heading, count, slot, tiles = state
        found = [tick(cell, heading, count, slot, tiles)]
        for label, tile, carried in slides[slot]:
            new = list(tiles)
            new[slot], new[tile] = tiles[tile], SLOT
            to = cell + carried if tile_of[cell] == tile else cell
            found.append((label, (to, heading, count, tile, tuple(new))))
        return found

    flat = tuple(tile for row in tiles for tile in row)
    return (begin, "URDL".index(heading), 0, flat.index(SLOT), flat), moves


# -------------------------------------------------------------------------------------- boards


def number_cells(rows: Sequence[str], walls: str) -> dict[tuple[int, int], int]:
    """Return the number of each place without a wall, row by row."""
    places = [(r, c) for r, row in enumerate(rows) for c, m in enumerate(row) if m not in walls]
    return {place: cell for cell, place in enumerate(places)}


def step(cells: dict[tuple[int, int], int], place: tuple[int, int], way: str) -> int | None:
    """Return the neighbouring cell of a place in a direction; None if it does not exist."""
    return cells.get((place[0] + STEPS[way][0], place[1] + STEPS[way][1]))


def push_ways(cells: dict[tuple[int, int], int]) -> list[list[tuple[str, int, int, int]]]:
    """Return, for each cell, (direction, neighbour, its bit, bit of the cell behind it or 0)."""
    ways = []
    for place in cells:
        ways.append([])
        for way, (down, right) in STEPS.items():
            to = step(cells, place, way)
            if to is not None:
                behind = step(cells, (place[0] + down, place[1] + right), way)
                ways[-1].append((way, to, 1 << to, 0 if behind is None else 1 << behind))
    return ways


def player_and_blocks(
    rows: Sequence[str], cells: dict[tuple[int, int], int], player: str, blocks: str
) -> State:
    """Return the cell of the player and the bits of the blocks' cells."""
    marks = {cell: rows[r][c] for (r, c), cell in cells.items()}
    return (
        next(cell for cell in marks if marks[cell] in player),
        sum(1 << cell for cell in marks if marks[cell] in blocks),
    )


def leading(way: str) -> list[bool]:
    """Return, for each tile, whether it is open in a direction."""
    return [way in ways for ways in OPEN]


def parts(height: int, width: int) -> tuple[list[int], list[int]]:
    """Return of each of Pledge's cells its tile, -1 in the rings, and which of the nine it is."""
    rows, columns = range(-2, 3 * height + 2), range(-2, 3 * width + 2)
    inside = [
        (r, c) if 0 <= r < 3 * height and 0 <= c < 3 * width else None
        for r in rows
        for c in columns
    ]
    return (
        [place[0] // 3 * width + place[1] // 3 if place else -1 for place in inside],
        [place[0] % 3 * 3 + place[1] % 3 if place else 0 for place in inside],
    )


def slides_into(height: int, width: int, across: int) -> list[list[tuple[str, int, int]]]:
    """Return, of each slot, (label, the tile that slides, how far a knight on it is carried)."""
    places = {(r, c): r * width + c for r in range(height) for c in range(width)}
    return [
        [
            (f"S{way}", tile, 3 * (STEPS[way][0] * across + STEPS[way][1]))
            for way in "DLRU"
            if (tile := step(places, place, BACK[way])) is not None
        ]
        for place in places
    ]
