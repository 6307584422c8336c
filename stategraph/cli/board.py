"""The verb ``board``: a drawing of a state, a path or a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.cli import graphs, option_values, paths
from stategraph.cli.graphs import Expansion, refused_by
from stategraph.cli.levels import Beginning, LevelRequest, load
from stategraph.cli.outputs import PICTURES, form_if, json_option, output_option, rim_option
from stategraph.cli.parsing import option, part, switch
from stategraph.cli.paths import PathChoice, order_option
from stategraph.cli.terminal import DONE, NO, remark, say_json, say_lines
from stategraph.errors import InputError
from stategraph.files import write

if TYPE_CHECKING:
    from stategraph.level_files import Level
    from stategraph.rules.drawing import Drawing


SUMMARY = "draw the board of a state"
HELP = """\
Draw the board of one state: the start, or the one that --after or --state names. Without -o, it is
printed as text.
With --arrows, the board shows a path: the first solution, or the path of --solution or --trap.
With --heat, each cell shows how often the player's pieces are on it: in states that can still win
(alive), in dead states (dead), on all shortest solutions (solutions), or on average if moves are
made at random (visits). `never` crosses the cells that they never visit, and `lost` counts the
other pieces in dead states. --of names other variables; --json prints the numbers.

  $ stategraph board psychopath/first-push
  $ stategraph board spacewreck/eight-rooms --after R3L5 -o board.svg
  $ stategraph board psychopath/first-push --rim -o board.svg
  $ stategraph board psychopath/snake --arrows -o solution.svg
  $ stategraph board psychopath/snake --trap 1 -o trap.svg
  $ stategraph board psychopath/snake --heat lost -o heat.svg
  $ stategraph board psychopath/snake --heat alive --of blocks -o heat.svg
"""


class Request(LevelRequest):
    """The options of ``board``."""

    beginning: Beginning = part(Beginning)
    rim: bool = rim_option()
    arrows: bool = switch("--arrows", "draw the first solution on the board")
    path: PathChoice = part(PathChoice)
    order: str = order_option()
    heat: str | None = option(
        "--heat KIND", "paint numbers onto the cells", choices=option_values.HEATS
    )
    of: str | None = option("--of VARIABLES", "of --heat: whose places are counted, as in P,Q")
    json: bool = json_option()
    expansion: Expansion = part(Expansion, by=refused_by("it draws a single state"))
    output: str | None = output_option("FILE.svg, .png or .pdf; without it the board is printed")

    @property
    def has_path(self) -> bool:
        """True if a path is drawn on the board."""
        return self.arrows or self.path.given


def answer(request: Request) -> int:
    """Draw a state, a path or a heat map to a file. Without a file, print the state as text."""
    from stategraph.pictures.picture import board_picture

    form = form_if(request.output, PICTURES)
    _check(request)
    level = load(request.source, request.level, request.beginning)
    if request.output is None or form is None:
        from stategraph.tell.board_text import board_in_words

        start = level.puzzle.start
        say_lines(board_in_words(level, start) or level.describe(start).split("\n"))
        return DONE
    drawing = _drawn(request, level)
    if isinstance(drawing, int):
        return drawing
    write(request.output, board_picture(drawing, form))
    return DONE


def _check(request: Request) -> None:
    """Reject options that contradict each other, or that need a picture when none is drawn."""
    if request.output is None and (request.has_path or request.heat is not None):
        raise InputError("--arrows and --heat draw a picture: add -o FILE.svg, .png or .pdf")
    if request.has_path and request.heat is not None:
        raise InputError("--heat and --arrows cannot be combined")
    if not request.has_path:
        paths.refuse_order(request.order, "needs --arrows, or --solution K")
    for name, value in ("of", request.of), ("json", request.json):
        if value and request.heat is None:
            raise InputError(f"--{name} needs --heat")


def _drawn(request: Request, level: Level) -> Drawing | int:
    """Return the drawn board, or an exit code if the incomplete graph does not determine it."""
    if not level.has_boards and (request.has_path or request.heat):
        raise InputError(f"{level.file}: it has no board to paint on")
    if request.has_path:
        return _with_path(request, level)
    if request.heat is not None:
        return _with_heat(request, level, request.heat)
    return level.draw(level.puzzle.start, request.rim)


def _with_path(request: Request, level: Level) -> Drawing | int:
    """Return the board with a path of moves on it, or an exit code if the path does not exist."""
    from stategraph.laws import states_along
    from stategraph.pictures.path_arrows import arrows_drawing

    graph, path = paths.chosen_path(request.path, request.order, level, request.expansion)
    if isinstance(path, int):
        return path
    trap_length = len(path) if request.path.trap is not None else None
    states = states_along(level.puzzle, graph, path)
    return arrows_drawing(level, states, trap_length, request.rim)


def _with_heat(request: Request, level: Level, kind: str) -> Drawing | int:
    """Return the board with a heat map, or an exit code if the numbers are unknown."""
    from stategraph.analysis import solvable
    from stategraph.analysis.heat import OF_SOLUTIONS, heat
    from stategraph.pictures.heat import heat_drawing
    from stategraph.tell import heat as tell

    graph = graphs.expand(request.expansion, level)
    if not graph.complete:
        return graphs.whole_or_stopped(level, graph)
    if kind in OF_SOLUTIONS and not solvable(graph):
        remark(f"{level.file}: no solution, so --heat {kind} has no numbers")
        return NO
    heat_map = heat(level, graph, kind, request.of.split(",") if request.of else ())
    if request.json:
        say_json(tell.record(level, heat_map))
    return heat_drawing(level, level.draw(level.puzzle.start), heat_map, request.rim)
