"""The verb ``render``: a picture of the state graph."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from stategraph.cli import graphs, option_values, paths
from stategraph.cli.graphs import Expansion, by_option
from stategraph.cli.levels import LevelRequest
from stategraph.cli.outputs import form_if, output_option, picture, rim_option, theme_option
from stategraph.cli.parsing import Options, option, part, switch
from stategraph.cli.paths import PathChoice, StateChoice, order_option
from stategraph.cli.terminal import say
from stategraph.errors import InputError
from stategraph.files import is_file, write
from stategraph.readable import Record

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.pictures.views import Beyond

SUMMARY = "draw the state graph"
HELP = """\
Draw the state graph. Green house: the start; red double circle: the goal; thick orange: the
solution, or another path; grey: dead states; square: stuck; dashed box: dead-end cycle; dashed
arrow: trap move. Hover over a state in the SVG to read it in words. EXPR: see 'help ask'.

With --by "player, keys", a box is all states that agree in these. Dashed: only some have the move.

A view shows a part of a large graph, and says below the picture how much it leaves out:
  solution    all shortest solutions as one corridor, and the traps beside it
  dead-ends   trap moves, and the dead regions behind them
  around      the states near one of them
  components  the strongly connected components: the phases of play
  chapters    the states that every solution passes, and what lies between
  map         every state a point, coloured by the moves left, or by another --colour
  profile     the number of states by distance from the start and from the goal

  $ stategraph render spacewreck/eight-rooms -o eight.svg
  $ stategraph render spacewreck/eight-rooms --highlight "can reach dead" -o doom.svg
  $ stategraph render psychopath/warehouse --view solution --slack 2 -o ways.svg
  $ stategraph render psychopath/first-push --view around --after R --boards -o near.png
"""


# The default of --radius.
DEFAULT_RADIUS = 2


class View(Options):
    """The options that select the states of a picture."""

    TITLE = "what is shown"

    view: str | None = option(
        "--view VIEW",
        "whole or one of the views above (default: by size, whole, map or profile)",
        choices=option_values.VIEWS,
    )
    slack: int = option(
        "--slack K", "solution: with detours of up to K moves more", option_values.number, default=0
    )
    path: PathChoice = part(PathChoice)
    order: str = order_option()
    state: StateChoice = part(StateChoice)
    highlight: str | None = option(
        "--highlight EXPR",
        'paint the states in which this holds: "rocket = 3 and not dead"',
    )
    radius: int | None = option(
        "--radius R", "around: the states up to R moves away (default: 2)", option_values.count
    )
    unreachable: bool = switch(
        "--unreachable",
        "whole: also the states that play never reaches, if the family knows them",
    )
    force: bool = switch("--force", "whole: draw up to 20,000 states one by one")


class PictureStyle(Options):
    """The look of a picture."""

    TITLE = "how it looks"

    theme: str = theme_option()
    boards: bool | None = option(
        "--boards",
        "draw up to 60 states as boards",
        action=argparse.BooleanOptionalAction,
    )
    rim: bool = rim_option()
    colour: str | None = option(
        "--colour NUMBER",
        "colour states by %(choices)s",
        choices=option_values.NUMBERS,
    )
    draw_goal: str | None = option(
        "--draw-goal HOW",
        "%(choices)s: draw the goal once, per move into it, or not at all",
        choices=option_values.GOALS,
    )
    style: str = option(
        "--style STYLE",
        "roles (default): colours by role; distance: columns by distance from the start",
        choices=("roles", "distance"),
        default="roles",
    )
    layout: str | None = option(
        "--layout LAYOUT",
        "pin the layout: %(choices)s (default: by size)",
        choices=option_values.LAYOUTS,
    )
    deadline: float = option(
        "--deadline S",
        "seconds until a plainer layout is used (default: 10)",
        option_values.positive,
        default=10.0,
    )


class Request(LevelRequest):
    """The options of ``render``."""

    expansion: Expansion = part(Expansion, by=by_option(*graphs.ANY))
    output: str | None = output_option(
        "FILE.svg, .png, .pdf or .dot; without it a new file, LEVEL.svg, whose name is printed"
    )
    view: View = part(View)
    look: PictureStyle = part(PictureStyle)


def answer(request: Request) -> int:
    """Draw a level's state graph into a file."""
    from stategraph.pictures import FORMATS

    form = form_if(request.output, FORMATS) or "svg"
    request = _settled(request)
    level, time_limit = request.load(), request.source.time_limit
    output = request.output or _new_file(level)
    path = paths.named_path(request.view.path, request.view.order, level, time_limit)
    if path is None:
        paths.refuse_order(request.view.order, "needs --solution K")
    graph = graphs.expand(request.expansion, level)
    drawn_path = path and paths.drawn_path(level, graph, path)
    if isinstance(drawn_path, int):
        return drawn_path
    options = _options(request, level, graph)
    write(output, picture(level, graph, form, way=drawn_path, **options))
    if request.output is None:
        say(output)
    return graphs.whole_or_stopped(level, graph, "; the picture shows the known part")


def _new_file(level: Level) -> str:
    """Return a picture's file name in the working folder, or raise ``InputError`` if it exists."""
    from stategraph.report.folder import file_name

    name = f"{file_name(level)}.svg"
    if is_file(name):
        raise InputError(f"{name} exists already: name a file by -o")
    return name


def _settled(request: Request) -> Request:
    """Reject contradicting options, and return the request with old spellings replaced.

    A --goal with a value of --draw-goal is the old spelling of --draw-goal. Any other --goal names
    a node.
    """
    view, look = request.view, request.look
    _check_looks(view, look)
    if view.slack and view.view != "solution":
        raise InputError("--slack needs --view solution")
    if view.radius is not None and view.view != "around":
        raise InputError("--radius needs --view around")
    if view.view in ("map", "profile"):
        for name in ("boards", "draw_goal", "layout"):
            if vars(look)[name]:
                option_name = name.replace("_", "-")
                raise InputError(
                    f"--{option_name} needs a diagram, which --view {view.view} is not"
                )
    if view.view != "around" and view.state.given:
        raise InputError("--after, --state, --node and --where need --view around")
    if look.draw_goal is not None:
        return request
    goals = request.source.ends.goals
    styles = [word for word in goals if word in option_values.GOALS]
    ends = replace(request.source.ends, goals=[goal for goal in goals if goal not in styles])
    return replace(
        request,
        source=replace(request.source, ends=ends),
        look=replace(look, draw_goal=styles[-1] if styles else None),
    )


def _check_looks(view: View, look: PictureStyle) -> None:
    """Reject options that would have no visible effect."""
    from stategraph.pictures.node_boards import BOARDED

    if view.highlight is not None and look.colour is not None:
        raise InputError("--highlight cannot be combined with --colour: both fill the states")
    if view.highlight is not None and view.view == "profile":
        raise InputError("--highlight fills single states, which a profile does not show")
    if look.style != "roles" and look.theme != "light":
        raise InputError(
            f"--style {look.style} has its own colours and cannot be combined with --theme"
        )
    if view.force and view.view not in (None, "whole"):
        raise InputError("--force needs --view whole")
    if look.rim and not (view.view in BOARDED if look.boards is None else look.boards):
        raise InputError("--rim needs --boards")


def _options(request: Request, level: Level, graph: ArrayGraph) -> Record:
    """Return the options of ``pictures.render``."""
    view, look = request.view, request.look
    boards = level.has_boards if look.boards is None else look.boards
    by = request.expansion.by.text
    has_cell_names = view.view == "dead-ends" or by is not None  # words name cells
    options: Record = dict(
        view=view.view,
        goal=look.draw_goal,
        layout=look.layout,
        deadline=look.deadline,
        force=view.force,
        theme="distance" if look.style == "distance" else look.theme,
        boards=partial(level.draw, rim=look.rim or has_cell_names) if boards else None,
        boards_asked=bool(look.boards),
    )
    if view.highlight is not None:
        options |= _highlighted(view.highlight, level, graph)
    if view.unreachable:
        options["beyond"] = _beyond(request, level, graph)
    if view.view == "around":
        node = paths.chosen_node(view.state, level, graph, request.source.time_limit)
        options |= dict(state=node, radius=view.radius or DEFAULT_RADIUS)
    if look.colour is not None:
        from stategraph.pictures.options import colours

        options |= dict(colour=colours(graph, look.colour, view.view), meaning=look.colour)
    return options | (dict(slack=view.slack) if view.view == "solution" else {})


def _highlighted(text: str, level: Level, graph: ArrayGraph) -> Record:
    """Return drawing options that colour the states in which an expression holds, and the title."""
    from stategraph.readable import count

    nodes = paths.states_where(level, graph, text).nonzero()[0].tolist()
    title = f"{level.heading}, yellow where {text} ({count(len(nodes), 'state')})"
    return dict(colour=dict.fromkeys(nodes, 1.0), title=title)


def _beyond(request: Request, level: Level, graph: ArrayGraph) -> list[Beyond]:
    """Return the unreachable states, or raise ``InputError`` if they are unknown or too many."""
    from stategraph.pictures.view_choice import DRAWABLE
    from stategraph.pictures.views import never_reached

    if request.view.view not in (None, "whole") or request.look.layout in ("dot", "fast"):
        raise InputError("--unreachable needs --view whole and the built-in layout")
    if graph.quotient is not None:
        raise InputError("--unreachable shows states, not classes of states")
    unreached = never_reached(level.family, level.puzzle, graph)
    if unreached is None:
        raise InputError(f"{level.file}: the states that play never reaches are not known")
    if len(unreached) + len(graph) > DRAWABLE:
        raise InputError(
            f"{level.file}: {len(unreached):,} states that play never reaches are too many to draw"
        )
    return unreached
