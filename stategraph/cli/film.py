"""The verb ``film``: the boards along a path, by default the first solution, as an animation."""

from __future__ import annotations

from functools import partial

from stategraph.cli.graphs import Expansion, by_option
from stategraph.cli.levels import Beginning, LevelRequest, load
from stategraph.cli.outputs import FILMS, output_form, output_option, remark_of_picture, rim_option
from stategraph.cli.parsing import part, switch
from stategraph.cli.paths import PathChoice, chosen_path, order_option
from stategraph.cli.terminal import DONE
from stategraph.files import write

SUMMARY = "draw the first solution, board after board"
HELP = """\
Draw the first shortest solution, another one, the moves of --solution, or the path into a trap:
all boards in a strip, or one after the other in a GIF.

  $ stategraph film spacewreck/eight-rooms -o film.gif
  $ stategraph film psychopath/snake --solution 3 -o third.svg
  $ stategraph film psychopath/snake --trap 1 -o trap.svg
  $ stategraph film sokoban/too-late --pushes -o pushes.gif
"""


class Request(LevelRequest):
    """The options of ``film``."""

    expansion: Expansion = part(Expansion, by=by_option())
    order: str = order_option()
    beginning: Beginning = part(Beginning)
    path: PathChoice = part(PathChoice)
    rim: bool = rim_option()
    pushes: bool = switch(
        "--pushes", "only the boards after pushes, with the first and the last one"
    )
    output: str = output_option("FILE.svg, .png, .pdf or .gif", required=True)


def answer(request: Request) -> int:
    """Draw a film of the first solution, or of another path."""
    from stategraph.pictures.film import film

    form = output_form(request.output, FILMS)
    level = load(request.source, request.level, request.beginning)
    graph, path = chosen_path(request.path, request.order, level, request.expansion)
    if isinstance(path, int):
        return path
    tell = partial(remark_of_picture, level)
    rim = request.rim or request.expansion.by.text is not None  # its labels name cells
    write(request.output, film(level, graph, path, form, tell, rim, request.pushes))
    return DONE
