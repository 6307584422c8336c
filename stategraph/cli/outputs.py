"""What the options name to be written: formats by the end of a file's name, pictures, levels."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli.terminal import remark, shown
from stategraph.errors import InputError
from stategraph.files import check_folder, write_all

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level


def output_form(output: str, known: Sequence[str]) -> str:
    """Return the format that the end of a file's name asks for, one of those `known`.

    Complain now, before all the work, where there is no folder to write it into.
    """
    form = Path(output).suffix.lower().removeprefix(".")
    if form not in known:
        raise InputError(
            f"{output}: the name must end in {', '.join('.' + name for name in known)}"
        )
    check_folder(output)
    return form


def write_graph(output: str, level: Level, graph: ArrayGraph) -> list[str]:
    """Write a state graph in the format that the name asks for, and return the files' names."""
    from stategraph import formats

    files = formats.files(output, dataclasses.replace(level, graph=graph), remark)
    with shown(f"writing {', '.join(files)}"):
        write_all(files)
    return list(files)


def picture(level: Level, graph: ArrayGraph, form: str, **how: Any) -> bytes:
    """Return a picture of the state graph, with remarks on what was left out."""
    from stategraph import pictures

    how |= dict(describe=level.describe, title=level.title or level.name)
    return pictures.render(graph, form, tell=lambda text: remark_on(level, text), **how)


def remark_on(level: Level, text: str) -> None:
    """Print what the drawing of a level's picture remarked; a missing ``dot`` is told once."""
    from stategraph.pictures.render import NO_DOT

    remark(text if text == NO_DOT else f"{level.name}: {text}")


def film(level: Level, graph: ArrayGraph, way: Way, form: str) -> bytes:
    """Return the boards of a way; of a long one, unless it is animated, some of them."""
    from stategraph.laws import states_along
    from stategraph.pictures.boards import choose, film_picture

    states = states_along(level.puzzle, graph, way)
    shown = list(range(len(states))) if form == "gif" else choose(len(states))
    if len(shown) < len(states):
        remark(f"{level.name}: {len(shown)} of {len(states)} boards are shown; a .gif shows all")
    captions = ["start", *(f"{k}. {label}" for k, label in enumerate(way.labels, 1))]
    return film_picture([level.draw(states[k]) for k in shown], [captions[k] for k in shown], form)
