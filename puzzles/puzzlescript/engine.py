"""The reference engine in Python: the effect of a turn on a level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .board import Board, Cells, Layout, Plan
from .game import Condition, Game, Rules


class PassResult(NamedTuple):
    """The cells and commands after a turn's rules and movements.

    ``undone`` is True if the turn must be undone, because no player moved although the game
    requires it.
    """

    cells: Cells
    commands: tuple[str, ...]
    undone: bool = False


class Turn(NamedTuple):
    """The result of one turn or tick."""

    cells: Cells
    target: Cells
    won: bool
    again: bool


class Endless(Exception):
    """Ticks follow each other forever."""


class Engine(Layout):
    """A game on a board of one size.

    Attributes
    ----------
    shows_messages : bool
        a turn that shows a message skips the test for ``win``; when the player has closed it, only
        the win conditions are tested
    """

    def __init__(self, game: Game, width: int, height: int, shows_messages: bool = True):
        super().__init__(game, width, height)
        self.shows_messages = shows_messages
        self.early, self.late = self._planned(game.early), self._planned(game.late)

    def _planned(self, rules: Rules) -> list[list[Plan]]:
        return [[Plan(self, instruction) for instruction in group] for group in rules.groups]

    # one turn

    def start(self, cells: Cells) -> Turn:
        """Return the start of a level, before the ticks that may follow."""
        if not self.game.starts_with_rules:
            return Turn(cells, cells, False, False)
        return self._turn(cells, cells, 0, looks=False)

    def move(self, cells: Cells, target: Cells, direction: int) -> Turn:
        """Return the result of a key and all ticks after it, so ``again`` is False.

        Raises
        ------
        Endless
            the ticks never end
        """
        return self.settle(self.turn(cells, target, direction))

    def settle(self, turn: Turn) -> Turn:
        """Run all ticks that follow a turn, and return the result."""
        visited = set()
        while turn.again and not turn.won:
            if turn in visited:
                raise Endless
            visited.add(turn)
            turn = self._turn(turn.cells, turn.target, 0, looks=True)
        return turn._replace(again=False)

    def turn(self, cells: Cells, target: Cells, direction: int, wins: bool = True) -> Turn:
        """Return the result of one key (0: a tick); if `wins` is False, the turn cannot win."""
        return self._turn(cells, target, direction, wins)

    def restart(self, target: Cells) -> Turn:
        """Return the level after ``restart``, in a turn that can neither restart again nor win."""
        if not self.game.starts_with_rules:
            return Turn(target, target, False, False)
        return self._turn(target, target, 0, looks=False, restarts=False)

    def _turn(
        self, cells: Cells, target: Cells, direction: int, looks: bool, restarts: bool = True
    ) -> Turn:
        passed = self._pass(cells, direction)
        if passed.undone:
            return Turn(cells, target, False, False)
        new_cells, commands, has_tick = passed.cells, passed.commands, False
        message = self.shows_messages and "message" in commands
        if "cancel" in commands:
            return Turn(cells, target, message and self.holds(cells), False)
        if "restart" in commands and restarts:
            commands, message = (), False
            new_cells, target, _, has_tick = self.restart(target)
        if not message and looks and ("win" in commands or self.holds(new_cells)):
            return Turn(new_cells, target, True, False)
        if "checkpoint" in commands:
            target = new_cells
        if "again" in commands and new_cells != cells:
            has_tick, target = self._try_tick(new_cells, target)
        return Turn(new_cells, target, message and self.holds(new_cells), has_tick)

    def _try_tick(self, cells: Cells, target: Cells) -> tuple[bool, Cells]:
        """Return whether a tick would change something, and the next target of ``restart``."""
        new_cells, commands, _ = self._pass(cells, 0)
        if "cancel" in commands:
            return len(commands) > 1, target
        if "restart" in commands or "win" in commands or new_cells != cells:
            return True, target
        return False, new_cells if "checkpoint" in commands else target

    def holds(self, cells: Cells) -> bool:
        """Return whether all win conditions hold; False if the game has none."""
        return bool(self.game.wins) and all(_holds(wins, cells) for wins in self.game.wins)

    def _pass(self, cells: Cells, direction: int) -> PassResult:
        """Return the cells and commands after rules and movements."""
        board = Board(self, cells)
        players = board.push(direction) if direction else []
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
                return PassResult(cells, (), True)
        return PassResult(tuple(board.cells), tuple(board.commands))


def _holds(wins: Condition, cells: Cells) -> bool:
    things = _with(wins.what, cells)
    both = things if wins.on is None else _with(wins.on, things)
    if wins.kind == "all":
        return len(both) == len(things)
    return bool(both) == (wins.kind == "some")


def _with(thing: tuple[int, bool], cells: Sequence[int]) -> list[int]:
    """Return the cells that hold some object of a mask, or all of them."""
    mask, whole = thing
    if whole:
        return [cell for cell in cells if cell & mask == mask]
    return [cell for cell in cells if cell & mask]
