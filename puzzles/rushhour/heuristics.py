"""A heuristic for Rush Hour."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stategraph.rules import DEAD, Puzzle, State, Table

from .rules import RED, Parking, Place


def way_out(puzzle: Puzzle) -> Callable[[State], int]:
    """Add the cells from A to the edge and the moves that the other cars need to clear A's row.

    Admissible and consistent: a move slides one car by one cell. If a car can never leave A's row,
    the state is dead.
    """
    board: Parking = puzzle.board
    lane, away = board.lanes[RED], board.exit
    row, tails = lane[0][0][0], [cells[-1][1] for cells in lane]
    ahead = [car for car in board.lanes if car != RED and _is_ahead(board, car, row, tails[0])]
    barred = away < 0 or any(_bars(puzzle, car) for car in ahead)
    remaining = Table([DEAD if barred else away - place for place in range(len(lane))])
    ahead = [car for car in ahead if not board.is_across(car)]
    # a car that stands to the left of A does not block it
    clear = {
        car: Table([_moves_to_clear(board.lanes[car], row, tail) for tail in tails])
        for car in ahead
    }

    def estimate(state: State) -> int:
        moves = remaining[state[RED]]
        for car in ahead:
            moves = moves + clear[car][state[RED], state[car]]
        return min(moves, DEAD)

    return estimate


def _is_ahead(board: Parking, car: str, row: int, tail: int) -> bool:
    """Return whether a car can reach a cell of A's row to the right of column `tail`."""
    return any(r == row and c > tail for cells in board.lanes[car] for r, c in cells)


def _bars(puzzle: Puzzle, car: str) -> bool:
    """Return whether a car in A's row stands to the right of A; it can never leave."""
    lanes, start = puzzle.board.lanes, puzzle.start
    first, own = lanes[car][start[car]][0], lanes[RED][start[RED]][0]
    return puzzle.board.is_across(car) and first[1] > own[1]


def _moves_to_clear(lane: Sequence[Sequence[Place]], row: int, tail: int) -> list[int]:
    """Return, by position of a car, the moves it needs to leave A's row to the right of `tail`."""
    free = [k for k, cells in enumerate(lane) if all(r != row or c <= tail for r, c in cells)]
    return [min((abs(k - to) for to in free), default=DEAD) for k in range(len(lane))]
