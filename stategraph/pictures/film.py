"""A path through a state graph, board after board: an animated GIF, or a strip of boards."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from stategraph.errors import InputError
from stategraph.laws import states_along
from stategraph.pictures.picture import saved
from stategraph.rules.drawing import BLACK, WHITE, Drawing

if TYPE_CHECKING:
    from stategraph.analysis import GraphPath
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.variables import State


# maximum number of boards in a strip; more would be too small to see
MAX_BOARDS = 48

# longer side of a board in pixels
FRAME_PIXELS = 240

# in milliseconds: duration of each board of a film, and of the last board
STEP_MS, END_MS = 600, 2000


def film(
    level: Level,
    graph: ArrayGraph,
    path: GraphPath,
    form: str,
    tell: Callable[[str], None] = lambda text: None,
    rim: bool = False,
    pushes: bool = False,
) -> bytes:
    """Return the boards of a path as "svg", "png" or "pdf", or as an animated "gif".

    Each board marks the move that led to it. With `pushes`, only the first board, the boards after
    pushes and the last board are shown. A strip leaves out some boards of a long path; then `tell`
    is called with a message.

    Raises
    ------
    InputError
        if `pushes` is set, and no move of the path is a push
    """
    states = states_along(level.puzzle, graph, path)
    positions = _after_pushes(level, states) if pushes else list(range(len(states)))
    chosen = positions if form == "gif" else [positions[k] for k in choose(len(positions))]
    if len(chosen) < len(positions):
        tell(f"{len(chosen)} of {len(positions)} boards are shown; a .gif shows all")
    captions = ["start", *(f"{k}. {label}" for k, label in enumerate(path.labels, 1))]
    boards = [
        level.draw_move(states[k - 1], states[k], rim) if k else level.draw(states[k], rim)
        for k in chosen
    ]
    return film_picture(boards, [captions[k] for k in chosen], form)


def _after_pushes(level: Level, states: list[State]) -> list[int]:
    """Return the indices of the first state, of all states after pushes, and of the last state.

    A push changes a variable that does not belong to the player.
    """
    walked = level.family.walkers(level.puzzle)
    variables = level.puzzle.variables
    pushable = [name for name in (variables.kinds if variables else ()) if name not in walked]
    values = [[getattr(state, name) for name in pushable] for state in states]
    pushed = [k for k in range(1, len(states)) if values[k] != values[k - 1]]
    if not pushed:
        raise InputError("no move of this path is a push")
    return sorted({0, *pushed, len(states) - 1})


def film_picture(drawings: Sequence[Drawing], captions: Sequence[str], form: str) -> bytes:
    """Return captioned drawings as a film ("gif") or as a strip ("svg", "png" or "pdf")."""
    if form == "gif":
        return _gif(drawings, captions)
    picture = strip(drawings, captions)
    side = max(max(drawing.width, drawing.height) for drawing in drawings)
    scale = min(FRAME_PIXELS / side, 4000 / max(picture.width, picture.height))
    return saved(picture, form, scale)


def choose(steps: int, most: int = MAX_BOARDS) -> list[int]:
    """Return at most `most` evenly spaced steps of ``0..steps-1``, with both ends.

    >>> choose(5, most=3)
    [0, 2, 4]
    """
    if steps <= most:
        return list(range(steps))
    return [k * (steps - 1) // (most - 1) for k in range(most)]


def strip(drawings: Sequence[Drawing], captions: Sequence[str]) -> Drawing:
    """Return several drawings side by side in rows, each with its caption below."""
    wide, tall = max(d.width for d in drawings), max(d.height for d in drawings)
    line = max(wide, tall) / 8  # height of a caption
    per_row = min(
        len(drawings), max(1, round((len(drawings) * 2.0 * (tall + 2 * line) / wide) ** 0.5))
    )
    rows = -(-len(drawings) // per_row)
    gap = wide / 12
    picture = Drawing(per_row * (wide + gap) + gap, rows * (tall + 2 * line) + gap)
    picture.rect(0, 0, picture.width, picture.height, WHITE)
    for k, (drawing, caption) in enumerate(zip(drawings, captions, strict=True)):
        x, y = gap + k % per_row * (wide + gap), gap + k // per_row * (tall + 2 * line)
        picture.place(drawing, x, y)
        picture.text(
            x + drawing.width / 2, y + drawing.height + 0.8 * line, caption, 0.9 * line, BLACK
        )
    return picture


def _gif(drawings: Sequence[Drawing], captions: Sequence[str]) -> bytes:
    from PIL import Image

    frames = []
    for drawing, caption in zip(drawings, captions, strict=True):
        framed = strip([drawing], [caption])
        painted = saved(framed, "png", 1.5 * FRAME_PIXELS / max(framed.width, framed.height))
        frames.append(
            Image.open(io.BytesIO(painted))
            .convert("RGB")
            .convert("P", palette=Image.Palette.ADAPTIVE, colors=64)
        )
    out = io.BytesIO()
    times = [STEP_MS] * (len(frames) - 1) + [END_MS]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return out.getvalue()
