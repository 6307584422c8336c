"""The relaxed problem of Pledge: a single knight that may choose each move.

The knight steps ahead or turns left and steps, whenever the cell there is path, and turns right at
any time. The count does not matter. Tiles slide as in the level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from stategraph.rules import DEAD, State
from stategraph.rules.nearest_distances import steps_to

from .board import BACK, HEADINGS, SLOT, STEP, Board, Place

# with more situations of the knight and the tiles than this, the distances are not computed
MAX_SITUATIONS = 300_000

Tiles = tuple[int, ...]
Situation = tuple[Place, int, Tiles]  # the knight's place and heading, and the tiles


def moves_at_will(board: Board) -> Callable[[State], int] | None:
    """Return the fewest moves home if the knight could choose each move; None if too large.

    The distances are exact for this relaxed problem, so they are lower bounds for the level.
    """
    knight, numbers = board.knights[0], range(board.grid.size)
    arrangements = _arrangements(board, MAX_SITUATIONS // (4 * (board.size + len(board.gates))))
    if arrangements is None:
        return None
    paths = {
        tiles: {*board.gates, *(place for place in board.places if board.is_path(place, tiles))}
        for tiles in arrangements
    }

    def before(situation: Situation) -> Iterator[Situation]:
        place, heading, tiles = situation
        row, column = place
        yield place, (heading + 3) % 4, tiles  # a turn to the right
        down, right = STEP[HEADINGS[heading]]
        if (behind := (row - down, column - right)) in paths[tiles]:
            yield behind, heading, tiles  # a step ahead
            yield behind, (heading + 1) % 4, tiles  # a turn to the left and a step
        for source, (down, right), after in arrangements[tiles]:  # a slide back
            carried = board.holds(place) and board.tile(place, numbers) == source
            to = (row + 3 * down, column + 3 * right) if carried else place
            yield to, heading, after

    ends = ((knight.home, heading, tiles) for heading in range(4) for tiles in arrangements)
    left = steps_to(ends, before)

    def moves(state: State) -> int:
        tiles = tuple(board.tiles_of(state))
        return left.get((board.spot(state["cell"]), state["heading"], tiles), DEAD)

    return moves


def _arrangements(board: Board, most: int) -> dict[Tiles, list[tuple[int, Place, Tiles]]] | None:
    """Return all arrangements of the tiles, each with its slides; None if there are too many.

    A slide is the number of its tile, its step in tiles, and the arrangement after it.
    """
    start = tuple(board.tiles)
    slides: dict[Tiles, list[tuple[int, Place, Tiles]]] = {start: []}
    queue = [start]
    for tiles in queue if board.slides else []:  # the queue grows
        if len(slides) > most:
            return None
        slot = tiles.index(SLOT)
        for direction, back in BACK.items():
            if (tile := board.grid.step[back][slot]) < 0:
                continue
            after = _swapped(tiles, tile, slot)
            slides[tiles].append((tile, STEP[direction], after))
            if after not in slides:
                slides[after] = []
                queue.append(after)
    return slides


def _swapped(tiles: Sequence[int], one: int, other: int) -> Tiles:
    """Return the tiles with two of them exchanged."""
    swapped = list(tiles)
    swapped[one], swapped[other] = tiles[other], tiles[one]
    return tuple(swapped)
