"""A level of a game as a puzzle: a state is the objects of all cells, a move one key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from puzzles.puzzlescript.engine import Endless, Engine
from puzzles.puzzlescript.game import ACTION, DOWN, LEFT, RIGHT, UP, Game
from stategraph.rules import LevelError

# the one state of a level that is won, and the one behind a move whose ticks never end
WON, ENDLESS = "won", "endless"
KEYS = {"D": DOWN, "L": LEFT, "R": RIGHT, "U": UP, "X": ACTION}


class PuzzleScript:
    """One level of a game.

    A state is a tuple of the objects of each cell, ``x * height + y``, as bits; in games with
    both checkpoints and ``restart`` it is that and the level that ``restart`` leads back to.
    Two states are words: ``won``, and ``endless`` behind a move whose ticks never end.

    Parameters
    ----------
    game : Game
    level : int or None
        messages count, as in the game; None: the first level that is no message
    """

    def __init__(self, game: Game, level: int | None):
        levels = game.source.levels
        drawn = [k for k, one in enumerate(levels) if one.rows is not None]
        if not drawn:
            raise LevelError("the game has no level")
        chosen = drawn[0] if level is None else level
        if not 0 <= chosen < len(levels):
            raise LevelError(f"level {chosen}: the game has levels 0 to {len(levels) - 1}")
        if chosen not in drawn:
            raise LevelError(f"level {chosen} is a message", levels[chosen].line)
        self.game, self.level = game, chosen
        width, height, cells = game.cells(levels[chosen])
        self.engine, self._first = Engine(game, width, height), cells
        self.labels = [label for label in KEYS if label != "X" or game.has_action]
        try:
            turn = self.engine.played_out(self.engine.start(cells))
        except Endless:
            raise LevelError("the ticks at its start never end", levels[chosen].line) from None
        self.start: Any = WON if turn.won else self._state(turn.cells, turn.target)

    def _state(self, cells: Any, target: Any) -> Any:
        return (cells, target) if self.game.remembers else cells

    def cells(self, state: Any) -> Any:
        """Return the objects of each cell of a state that is neither won nor endless."""
        return state[0] if self.game.remembers else state

    def moves(self, state: Any) -> Iterator[tuple[str, Any]]:
        """Yield what each key that changes something leads to."""
        if state in (WON, ENDLESS):
            return
        cells, target = state if self.game.remembers else (state, self._first)
        for label in self.labels:
            try:
                turn = self.engine.move(cells, target, KEYS[label])
            except Endless:
                yield label, ENDLESS
                continue
            if turn.won:
                yield label, WON
            elif (to := self._state(turn.cells, turn.target)) != state:
                yield label, to

    def is_goal(self, state: Any) -> bool:
        """Return whether the level is won."""
        return bool(state == WON)
