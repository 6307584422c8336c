"""The verbs that draw: render, board, film, demo."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.ask import numbers, puzzle_name
from stategraph.cli.options import DONE, NO, UNKNOWN
from stategraph.cli.report import Folder
from stategraph.cli.terminal import folder, remark, say, write
from stategraph.errors import InputError, MovesError

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import StateGraph
    from stategraph.levels import Level

# Repeated from stategraph.pictures, whose import would slow every verb.
FORMATS = ("svg", "png", "pdf", "dot")
GOALS = ("one", "split", "none")


def add_verbs(verbs: Any) -> None:
    """Add the verbs to the parser."""
    render = options.add_verb(verbs, "render", run_render, "draw the state graph", RENDER)
    options.add_level(
        render,
        goal="one, split or none: draw the goal once, once for every move into it, or not at all "
        "(default: by their number); any other word",
    )
    options.add_limits(render)
    render.add_argument(
        "-o", dest="output", metavar="FILE", required=True, help="FILE.svg, .png, .pdf or .dot"
    )
    _add_view(render)
    _add_looks(render)
    board = options.add_verb(verbs, "board", run_board, "draw the board of a state", BOARD)
    options.add_level(board)
    board.add_argument(
        "--after", metavar="MOVES", default="", help="after these moves (default: at the start)"
    )
    board.add_argument(
        "-o", dest="output", metavar="FILE", required=True, help="FILE.svg, .png or .pdf"
    )
    film = options.add_verb(
        verbs, "film", run_film, "draw the first solution, board after board", FILM
    )
    options.add_level(film)
    options.add_limits(film)
    options.add_order(film)
    film.add_argument(
        "-o", dest="output", metavar="FILE", required=True, help="FILE.svg, .png, .pdf or .gif"
    )
    demo = options.add_verb(
        verbs, "demo", run_demo, "solve, analyse and draw every bundled level", DEMO
    )
    demo.add_argument(
        "-o", dest="output", metavar="DIR", default="outputs", help="where (default: outputs)"
    )
    options.add_words(demo, "families", "FAMILY", "only these families")


def _add_view(render: argparse.ArgumentParser) -> None:
    """Add what decides which states a picture shows."""
    group = render.add_argument_group("what is shown")
    group.add_argument(
        "--view",
        choices=("whole", "solution", "dead-ends", "around", "components", "chapters", "profile"),
        help="default: the whole graph of up to 500 states, above that a view that suits the size",
    )
    group.add_argument(
        "--slack",
        metavar="K",
        type=options.number,
        default=0,
        help="solution: with detours of up to K moves more",
    )
    options.add_state(group)
    group.add_argument(
        "--radius",
        metavar="R",
        type=options.count,
        default=2,
        help="around: the states up to R moves away (default: 2)",
    )
    group.add_argument(
        "--force", action="store_true", help="whole: draw up to 20,000 states one by one"
    )


def _add_looks(render: argparse.ArgumentParser) -> None:
    """Add what decides how a picture looks."""
    group = render.add_argument_group("how it looks")
    group.add_argument(
        "--theme", choices=("light", "dark", "print"), default="light", help="default: light"
    )
    group.add_argument("--boards", action="store_true", help="draw up to 60 states as boards")
    group.add_argument(
        "--style",
        choices=("roles", "distance"),
        default="roles",
        help="roles (default): what each state is; distance: columns by moves from the start in "
        "the colours of the Spacewreck document",
    )
    group.add_argument(
        "--layout", choices=("dot", "fast", "layered"), help="pin the layout (default: by size)"
    )
    group.add_argument(
        "--deadline",
        metavar="S",
        type=options.positive_seconds,
        default=10.0,
        help="seconds, of most of which a layout is given up for a plainer one (default: 10)",
    )


# --------------------------------------------------------------------------------------- render

RENDER = """\
Draw the state graph. The start is a green house at the left, the goal a red double circle; x grows
with the moves from the start. Orange and thick: the first shortest solution. Grey: dead states;
square: stuck; dashed boxes: dead-end cycles; dashed arrows: trap moves, after which nothing wins.
Point at a state in the SVG to see it in words.

Of a large graph a view shows a part, and says below the picture how much it leaves out:
  solution    all shortest solutions as one corridor, and the traps beside it
  dead-ends   trap moves, and the dead regions behind them
  around      the states near one of them (--after, --state, --node)
  components  the strongly connected components: the phases of play
  chapters    the states that every solution passes, and what lies between
  profile     how many states lie how far from the start and from the goal

  $ stategraph render spacewreck/eight-rooms -o eight.svg
  $ stategraph render psychopath/warehouse --view solution --slack 2 -o ways.svg
  $ stategraph render psychopath/first-push --view around --after R --boards -o near.png
"""


def run_render(args: argparse.Namespace) -> int:
    """Draw a level's state graph into a file."""
    form = options.output_form(args.output, FORMATS)
    if args.slack and args.view != "solution":
        raise InputError("--slack goes with --view solution")
    if args.view != "around" and (args.after, args.state, args.node) != (None, None, None):
        raise InputError("--after, --state and --node go with --view around")
    goal = _drawn_goal(args)
    level = options.load(args)
    graph = options.expand(args, level)
    how = dict(goal=goal, layout=args.layout, deadline=args.deadline, force=args.force)
    how["theme"] = "distance" if args.style == "distance" else args.theme
    how["boards"] = level.draw if args.boards else None
    how |= _asked(args, level, graph)
    write(args.output, _picture(level, graph, form, view=args.view, **how))
    if graph.complete:
        return DONE
    remark(f"{level.file}: stopped at the {graph.stopped}; the picture shows what was seen")
    return UNKNOWN


def _drawn_goal(args: argparse.Namespace) -> str | None:
    """Take from the --goal options the one that says how the goal is drawn."""
    how = [word for word in args.goals if word in GOALS]
    args.goals = [word for word in args.goals if word not in GOALS]
    return how[-1] if how else None


def _asked(args: argparse.Namespace, level: Level, graph: StateGraph) -> dict[str, int]:
    """Return what the view takes."""
    from stategraph.cli.look import asked_node

    if args.view == "around":
        return dict(state=asked_node(args, level, graph), radius=args.radius)
    return dict(slack=args.slack) if args.view == "solution" else {}


def _picture(level: Level, graph: StateGraph, form: str, **how: Any) -> bytes:
    from stategraph import pictures

    def tell(text: str) -> None:
        remark(f"{level.name}: {text}")

    title = level.title or level.name
    return pictures.render(graph, form, describe=level.describe, title=title, tell=tell, **how)


# -------------------------------------------------------------------------------- board, film

BOARD = """\
Draw the board of one state: at the start, or after some moves.

  $ stategraph board spacewreck/eight-rooms --after R3L5 -o board.svg
"""


def run_board(args: argparse.Namespace) -> int:
    """Draw one state."""
    from stategraph.laws import replay
    from stategraph.pictures.boards import board_picture

    form = options.output_form(args.output, ("svg", "png", "pdf"))
    level = options.load(args)
    played = replay(level.puzzle, args.after)
    if played.rest:
        raise MovesError(
            f"--after: {played.rest!r} cannot be played; legal there: {' '.join(played.legal)}"
        )
    write(args.output, board_picture(level.draw(played.states[-1]), form))
    return DONE


FILM = """\
Draw the first shortest solution: every board of it in a strip, or one after the other in a GIF.

  $ stategraph film spacewreck/eight-rooms -o film.gif
"""


def run_film(args: argparse.Namespace) -> int:
    """Draw the first solution."""
    from stategraph import analysis

    form = options.output_form(args.output, ("svg", "png", "pdf", "gif"))
    level = options.load(args)
    graph = options.expand(args, level, until_goal=True)
    if not analysis.solutions_known(graph):
        remark(f"{level.file}: stopped at the {graph.stopped}")
        return UNKNOWN
    if graph.goal is None:
        remark(f"{level.file}: there is no solution to film")
        return NO
    write(args.output, _film(level, graph, analysis.first_solution(graph, args.order), form))
    return DONE


def _film(level: Level, graph: StateGraph, way: Way, form: str) -> bytes:
    from stategraph.pictures.boards import choose, film_picture

    states = options.states_along(level, graph, way)
    shown = list(range(len(states))) if form == "gif" else choose(len(states))
    if len(shown) < len(states):
        remark(f"{level.name}: {len(shown)} of {len(states)} boards are shown; a .gif shows all")
    captions = ["start", *(f"{k}. {label}" for k, label in enumerate(way.labels, 1))]
    return film_picture([level.draw(states[k]) for k in shown], [captions[k] for k in shown], form)


# ----------------------------------------------------------------------------------------- demo

DEMO = """\
Solve, analyse and draw every bundled level: a table on the terminal, and for each level
DIR/FAMILY/NAME.svg with its state graph, NAME.board.svg with its board, NAME.film.svg with its
solution and NAME.json with its numbers; and in DIR/report the pages of `stategraph report`.

  $ stategraph demo -o outputs
"""


def run_demo(args: argparse.Namespace) -> int:
    """Run the main job on every bundled level."""
    from stategraph import levels

    pages = Folder(Path(args.output) / "report")
    for name in args.families or levels.families():
        place = Path(args.output) / name
        folder(place)
        say(name)
        for path in levels.bundled(name):
            _demonstrate(f"{name}/{path.stem}", place / path.stem, pages)
    pages.finish()
    say(f"pictures and numbers are in {args.output}/, and reports in {args.output}/report")
    return DONE


def _demonstrate(name: str, target: Path, pages: Folder) -> None:
    """Solve, analyse and draw one bundled level."""
    import json
    import sys

    from stategraph import analysis, levels
    from stategraph.expand import expand
    from stategraph.pictures.boards import board_picture

    level = levels.load(name)
    graph = expand(level.puzzle)
    record = {**numbers(level, graph), "puzzle": name}
    solution = "no path" if record["shortest"] is None else f"{record['shortest']} moves"
    short, gone = name.partition("/")[2], record["dead_states"]
    say(f"  {short:<28}{len(graph):>9,} states{solution:>11}{gone:>9,} dead")
    sys.stdout.flush()
    write(target.with_suffix(".json"), (json.dumps(record, indent=2) + "\n").encode())
    write(target.with_suffix(".svg"), _picture(level, graph, "svg"))
    write(target.with_suffix(".board.svg"), board_picture(level.draw(level.puzzle.start), "svg"))
    if graph.goal is not None:
        write(
            target.with_suffix(".film.svg"),
            _film(level, graph, analysis.first_solution(graph), "svg"),
        )
    pages.add(level, graph, {**record, "puzzle": puzzle_name(level)})
