"""The verb ``render``: the state graph, drawn."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options
from stategraph.cli.outputs import output_form, picture
from stategraph.errors import InputError
from stategraph.files import write

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level

HELP = """\
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


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "render", run, "draw the state graph", HELP)
    options.add_level(made)
    options.add_limits(made)
    made.add_argument(
        "-o", dest="output", metavar="FILE", required=True, help="FILE.svg, .png, .pdf or .dot"
    )
    _add_view(made)
    _add_looks(made)


def _add_view(render: argparse.ArgumentParser) -> None:
    """Add what decides which states a picture shows."""
    group = render.add_argument_group("what is shown")
    group.add_argument(
        "--view",
        metavar="VIEW",
        choices=options.Known(_views),
        help="%(choices)s (default: the whole graph of up to 500 states, above that a view that "
        "suits the size)",
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
        "--draw-goal",
        metavar="HOW",
        choices=options.Known(_ways_to_draw_goals),
        help="%(choices)s: draw the goal once, once for every move into it, or not at all "
        "(default: by their number)",
    )
    group.add_argument(
        "--style",
        choices=("roles", "distance"),
        default="roles",
        help="roles (default): what each state is; distance: columns by moves from the start in "
        "the colours of the Spacewreck document",
    )
    group.add_argument(
        "--layout",
        metavar="LAYOUT",
        choices=options.Known(_layouts),
        help="pin the layout: %(choices)s (default: by size)",
    )
    group.add_argument(
        "--deadline",
        metavar="S",
        type=options.positive_seconds,
        default=10.0,
        help="seconds, of most of which a layout is given up for a plainer one (default: 10)",
    )


def _views() -> Sequence[str]:
    from stategraph.pictures import VIEWS

    return VIEWS


def _layouts() -> Sequence[str]:
    from stategraph.pictures import LAYOUTS

    return LAYOUTS


def _ways_to_draw_goals() -> Sequence[str]:
    from stategraph.pictures.diagram import GOALS

    return GOALS


def run(args: argparse.Namespace) -> int:
    """Draw a level's state graph into a file."""
    from stategraph.pictures import FORMATS

    form = output_form(args.output, FORMATS)
    if args.slack and args.view != "solution":
        raise InputError("--slack goes with --view solution")
    if args.view != "around" and (args.after, args.state, args.node) != (None, None, None):
        raise InputError("--after, --state and --node go with --view around")
    goal = _drawn_goal(args)
    level = inputs.load(args)
    graph = inputs.expand(args, level)
    how = dict(goal=goal, layout=args.layout, deadline=args.deadline, force=args.force)
    how["theme"] = "distance" if args.style == "distance" else args.theme
    how["boards"] = level.draw if args.boards else None
    how |= _asked(args, level, graph)
    write(args.output, picture(level, graph, form, view=args.view, **how))
    return inputs.whole_or_stopped(level, graph, "; the picture shows what was seen")


def _drawn_goal(args: argparse.Namespace) -> str | None:
    """Return how the goal is drawn: as --draw-goal says, or a --goal, its old spelling.

    Such a word is taken from the --goal options, which name nodes.
    """
    from stategraph.pictures.diagram import GOALS

    if args.draw_goal is not None:
        return args.draw_goal
    how = [word for word in args.goals if word in GOALS]
    args.goals = [word for word in args.goals if word not in GOALS]
    return how[-1] if how else None


def _asked(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> dict[str, int]:
    """Return what the view takes."""
    if args.view == "around":
        return dict(state=inputs.asked_node(args, level, graph), radius=args.radius)
    return dict(slack=args.slack) if args.view == "solution" else {}
