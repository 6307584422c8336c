"""The film of a path in a page: its boards, which ``film.js`` shows one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph.pictures.film import choose
from stategraph.report.page_boards import Boards

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.variables import State

# maximum number of boards in a film
MAX_FRAMES = 40


@dataclass(frozen=True)
class Frame:
    """A board of a film, after move `step`; `moves` are the moves since the previous frame."""

    step: int
    moves: tuple[str, ...]
    board: Markup


@dataclass(frozen=True)
class Film:
    """The boards of a path; a long path has only some of its boards."""

    frames: list[Frame]
    labels: tuple[str, ...]

    @property
    def left_out(self) -> int:
        """Number of boards that are not shown."""
        return len(self.labels) + 1 - len(self.frames)


def film_of(boards: Boards, states: Sequence[State], labels: tuple[str, ...]) -> Film:
    """Return the boards of the states of a path, or evenly chosen ones if the path is long."""
    steps = choose(len(states), MAX_FRAMES)
    frames = []
    for previous_step, step in zip([-1, *steps], steps, strict=False):
        description = f"After move {step}" if step else "At the start"
        moves = labels[max(previous_step, 0) : step]
        previous = states[step - 1] if step else None
        board = boards.board(states[step], description, previous=previous)
        frames.append(Frame(step, moves, board))
    return Film(frames, labels)
