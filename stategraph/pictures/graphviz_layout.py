"""Layout and drawing of diagrams by Graphviz's program ``dot``."""

from __future__ import annotations

import base64
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from stategraph.machine import deadline as command_deadline
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.dot import dot_text
from stategraph.pictures.dot_svg import improved
from stategraph.pictures.raster import blank
from stategraph.pictures.themes import Theme
from stategraph.rules.drawing import Drawing

# longer side of a board drawn by Graphviz, in pixels
BOARD_PIXELS = 120


class NoPictureError(Exception):
    """Graphviz did not produce a picture; the message says why."""


class FailedError(NoPictureError):
    """Graphviz failed before its time limit."""


def graphviz_svg(
    diagram: Diagram,
    theme: Theme,
    boards: Mapping[int, Drawing],
    layout: str,
    deadline: float,
) -> bytes:
    """Return a diagram drawn by Graphviz as SVG.

    Parameters
    ----------
    diagram : Diagram
    theme : Theme
    boards : Mapping
        drawings of some states, by state number
    layout : {"dot", "fast"}
    deadline : float
        time limit for Graphviz in seconds

    Raises
    ------
    NoPictureError
        if ``dot`` fails, is too slow or cannot be run
    """
    with tempfile.TemporaryDirectory(prefix="stategraph-") as folder:
        images = _images(boards, folder)
        end = time.monotonic() + deadline  # writing the images does not count

        def run(loose: bool) -> bytes:
            text = dot_text(diagram, layout == "fast", loose, theme, images)
            return run_dot(text, max(0.001, end - time.monotonic()), folder)

        try:
            svg = run(loose=False)
        except FailedError:  # loose labels help against failures, not against timeouts
            svg = run(loose=True)
    svg = improved(svg, theme.paper)
    for state, name in images.items():
        picture = base64.b64encode(boards[state].svg().encode())
        svg = svg.replace(f'"{name}"'.encode(), b'"data:image/svg+xml;base64,' + picture + b'"')
    return svg


def _images(boards: Mapping[int, Drawing], folder: str) -> dict[int, str]:
    """Write an empty image for each board and return their names.

    Graphviz only needs the sizes of the images. The boards replace them afterwards.
    """
    names = {state: f"board{state}.png" for state in boards}
    for state, name in names.items():
        Path(folder, name).write_bytes(blank(boards[state].svg(BOARD_PIXELS).encode(), dots=1))
    return names


def has_dot() -> bool:
    """Return whether Graphviz's ``dot`` is installed."""
    return shutil.which("dot") is not None


def run_dot(text: str, seconds: float, folder: str | None = None) -> bytes:
    """Return DOT `text` drawn as SVG.

    ``dot`` runs in a child process. The process is stopped after `seconds`, or earlier at the
    deadline of the command. Image files are read from `folder`.

    Raises
    ------
    NoPictureError
        if ``dot`` fails (`FailedError`), is too slow or cannot be run
    """
    remaining = command_deadline.seconds_left()
    seconds = seconds if remaining is None else min(seconds, remaining)
    try:
        result = subprocess.run(
            ["dot", "-Tsvg"],
            input=text.encode(),
            capture_output=True,
            timeout=seconds,
            cwd=folder,
        )
    except subprocess.TimeoutExpired:
        raise NoPictureError(f"did not finish in {seconds:.3g} s") from None
    except OSError as error:
        raise NoPictureError(f"could not be run: {error.strerror}") from None
    if result.returncode or not result.stdout:
        raise FailedError("failed")
    return result.stdout
