"""Files that verbs write: the format that a name asks for, and graphs, games and levels."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli.exits import DONE
from stategraph.cli.terminal import say_json, say_lines, shown
from stategraph.errors import InputError, LevelError
from stategraph.files import check_folder, is_file, write, write_all

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level


# Formats of pictures that are no graphs, and of tables.
PICTURES = ("svg", "png", "pdf")
FILMS = (*PICTURES, "gif")
TABLES = ("csv", "parquet", "json", "html")

# The endings of PuzzleScript games.
GAMES = (".txt", ".puzzlescript")


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
    from stategraph.analysis.folded import Folded
    from stategraph.analysis.quotient import VariableQuotient
    from stategraph.analysis.symmetry import Orbits
    from stategraph.cli.remarks import remarks_on

    loose = isinstance(graph.quotient, (Orbits, VariableQuotient))
    if output.endswith(".npz") and loose and not isinstance(graph.quotient, Folded):
        raise InputError(
            f"{output}: classes of states are no level to be kept; name another format"
        )
    with remarks_on(output):
        files = formats.files(output, dataclasses.replace(level, graph=graph))
    with shown(f"writing {', '.join(files)}"):
        write_all(files)
    return list(files)


def is_game(output: str) -> bool:
    """Return whether a file of that name is a PuzzleScript game."""
    return Path(output).suffix in GAMES


def write_game(args: argparse.Namespace, level: Level) -> int:
    """Write a level as a PuzzleScript game, and say so."""
    if args.by is not None:
        raise InputError(f"{args.output}: a game is the level itself, and goes without --by")
    check_folder(args.output)
    title = level.title or level.name
    try:
        text = level.family.puzzlescript(level.puzzle, level.puzzle.start, title)
    except LevelError as error:
        raise error.located(level.file) from None
    write(args.output, text.encode())
    if args.json:
        say_json({"puzzle": level.family.name, "files": [args.output]})
    else:
        say_lines([f"wrote {args.output}: {title}"])
    return DONE


def saved_beside(path: str) -> str:
    """Return the name of a saved graph beside a file; ``InputError`` where there is one already."""
    bare = Path(path).with_suffix("")
    found = str(bare.with_suffix("") if bare.suffix in (".nodes", ".edges") else bare) + ".npz"
    if is_file(found):
        raise InputError(f"{found} exists already: -o {found} writes over it")
    return found


def check_level(path: str, level: Level) -> None:
    """Complain, before all the work, where a level like this cannot be written to a path."""
    from stategraph import levels

    check_folder(path)
    levels.check_format(path, level)


def write_level(path: str, level: Level, puzzle: Any, state: Any, title: str) -> None:
    """Write the level that starts in `state`, in the format that the path asks for."""
    from stategraph.levels import text_for

    title = f"{level.title or level.name}, {title}"
    write(path, text_for(path, level.family, puzzle, state, title).encode())
