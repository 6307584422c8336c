"""Rules of Rush Hour: slide cars along their lanes until car A stands at the right edge.

::

    . . B .         B+ slides B down by one cell, B- slides it up
    A A B .         A+ slides A to the right: no move, since B stands there
    . . . .

A move slides one car by one cell. A turn is a series of moves of the same car, by any number of
cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from stategraph.rules import Goal, LevelError, One, Puzzle, Rule, State, Table, each

Place = tuple[int, int]
Lane = list[list[Place]]

RED = "A"


def rush_hour(
    cars: Mapping[str, Sequence[Place]], walls: Collection[Place], height: int, width: int
) -> Puzzle:
    """Return the puzzle.

    Parameters
    ----------
    cars : dict of str to sequence of (row, column)
        the cells of each car, from the left or the top; `A` must leave
    walls : collection of (row, column)
    height, width : int
        the size of the board

    Raises
    ------
    LevelError
        if car A is missing, or stands upright
    """
    if RED not in cars:
        raise LevelError(f"car {RED} is missing")
    if cars[RED][0][0] != cars[RED][-1][0]:
        raise LevelError(f"car {RED} stands upright, and leaves at the right edge")
    board = Parking(cars, walls, height, width)
    start = {car: board.lanes[car].index(list(cells)) for car, cells in sorted(cars.items())}
    places = {car: One(len(lane)) for car, lane in board.lanes.items()}
    rules, goal = _rules(board)
    return Puzzle(start, rules, goal, board=board, **places)


class Parking:
    """The board of a level: the lane of each car, and the walls.

    Attributes
    ----------
    lanes : dict of str to list of lists of (row, column)
        the cells that a car covers at each of its places, from the left or the top
    walls : frozenset of (row, column)
    height, width : int
    """

    def __init__(
        self,
        cars: Mapping[str, Sequence[Place]],
        walls: Collection[Place],
        height: int,
        width: int,
    ):
        self.height, self.width, self.walls = height, width, frozenset(walls)
        self.lanes = {car: self._lane(list(cells)) for car, cells in sorted(cars.items())}

    @property
    def exit(self) -> int:
        """The position of car A at the right edge; -1 if a wall blocks its lane before the edge."""
        lane = self.lanes[RED]
        return len(lane) - 1 if lane[-1][-1][1] == self.width - 1 else -1

    def is_across(self, car: str) -> bool:
        """Return whether a car slides horizontally."""
        cells = self.lanes[car][0]
        return cells[0][0] == cells[-1][0]

    def _lane(self, cells: list[Place]) -> Lane:
        down = int(cells[0][0] != cells[-1][0])
        lane = [cells]
        for sign in (-1, 1):
            moved = cells
            while True:
                moved = [(r + sign * down, c + sign * (1 - down)) for r, c in moved]
                if not all(map(self._is_open, moved)):
                    break
                lane.append(moved)
        return sorted(lane)

    def _is_open(self, place: Place) -> bool:
        row, column = place
        return 0 <= row < self.height and 0 <= column < self.width and place not in self.walls


def parkings(occupied: Collection[Place], height: int, width: int) -> list[list[Place]]:
    """Return all lines of two or three free cells, on each of which a new car can stand."""
    free = {(r, c) for r in range(height) for c in range(width)}.difference(occupied)
    lanes = (
        [(r + k * down, c + k * (1 - down)) for k in range(length)]
        for r, c in sorted(free)
        for length in (2, 3)
        for down in (0, 1)
    )
    return [lane for lane in lanes if free.issuperset(lane)]


def slides(board: Parking, state: State) -> Iterator[tuple[str, State]]:
    """Yield the label and the target of each move of a car in its lane, ignoring other cars."""
    for car, lane in board.lanes.items():
        for sign, step in ("+", 1), ("-", -1):
            if 0 <= state[car] + step < len(lane):
                yield car + sign, state.but(**{car: state[car] + step})


def _rules(board: Parking) -> tuple[list[Rule], Goal]:
    """Return the rule of sliding, and the goal."""
    lanes, away = board.lanes, board.exit
    crash = {
        (a, b): Table([[not set(x).isdisjoint(y) for y in lanes[b]] for x in lanes[a]])
        for a in lanes
        for b in lanes
        if a != b
    }
    # only cars whose lanes cross can collide
    near = {a: [b for b in lanes if a != b and crash[a, b].high] for a in lanes}

    def slide(s):
        for car in each(lanes):
            for sign, step in each([("+", 1), ("-", -1)]):
                to = s[car] + step
                if 0 <= to < len(lanes[car]) and not any(
                    crash[car, o][to, s[o]] for o in near[car]
                ):
                    yield car + sign, s.but(**{car: to})

    def goal(s):
        return s[RED] == away

    return [slide], goal
