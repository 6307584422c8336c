"""What a picture shows, and how it looks: the options that say it, and what they come to."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any

from stategraph.cli import known, options, quantities, states
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.pictures.views import Beyond


# The view around a state shows the states up to so many moves away.
RADIUS = 2


def add_view(parser: argparse.ArgumentParser) -> None:
    """Add what decides which states a picture shows."""
    group = parser.add_argument_group("what is shown")
    group.add_argument(
        "--view",
        metavar="VIEW",
        choices=known.VIEWS,
        help="%(choices)s (default: the whole graph of up to 500 states that do not "
        "crowd, the map of up to 20,000 states or classes by walks, above that the profile)",
    )
    group.add_argument(
        "--slack",
        metavar="K",
        type=quantities.number,
        default=0,
        help="solution: with detours of up to K moves more",
    )
    options.add_way(group)
    options.add_order(group)
    options.add_state(group)
    group.add_argument(
        "--highlight",
        metavar="EXPR",
        help="paint the states in which this holds, in the language of 'stategraph ask': "
        '"rocket = 3 and not dead"',
    )
    group.add_argument(
        "--radius",
        metavar="R",
        type=quantities.count,
        help="around: the states up to R moves away (default: 2)",
    )
    group.add_argument(
        "--unreachable",
        action="store_true",
        help="whole: and beside it the states that play never reaches, where the family can name "
        "them",
    )
    group.add_argument(
        "--force", action="store_true", help="whole: draw up to 20,000 states one by one"
    )


def add_looks(parser: argparse.ArgumentParser) -> None:
    """Add what decides how a picture looks."""
    group = parser.add_argument_group("how it looks")
    add_theme(group)
    group.add_argument(
        "--boards",
        action=argparse.BooleanOptionalAction,
        help="draw up to 60 states as boards (default: in the views solution and dead-ends)",
    )
    options.add_rim(group)
    group.add_argument(
        "--colour",
        metavar="NUMBER",
        choices=known.NUMBERS,
        help="fill every state that is drawn by itself by a number: %(choices)s",
    )
    group.add_argument(
        "--draw-goal",
        metavar="HOW",
        choices=known.GOALS,
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
        choices=known.LAYOUTS,
        help="pin the layout: %(choices)s (default: by size)",
    )
    group.add_argument(
        "--deadline",
        metavar="S",
        type=quantities.positive_seconds,
        default=10.0,
        help="seconds, of most of which a layout is given up for a plainer one (default: 10)",
    )


def add_theme(parser: Any) -> None:
    """Add --theme."""
    parser.add_argument(
        "--theme", choices=("light", "dark", "print"), default="light", help="default: light"
    )


def add_painting(parser: argparse.ArgumentParser) -> None:
    """Add what draws the states that a search saw."""
    group = parser.add_argument_group("what a search saw")
    group.add_argument(
        "--picture",
        metavar="FILE",
        help="draw the state graph, coloured by when a search saw each state: FILE.svg, "
        ".png, .pdf or .dot",
    )
    add_theme(group)


def settle(args: argparse.Namespace) -> None:
    """Make of the options what they come to; ``InputError`` where they contradict each other."""
    _check_looks(args)
    if args.slack and args.view != "solution":
        raise InputError("--slack goes with --view solution")
    if args.radius is not None and args.view != "around":
        raise InputError("--radius goes with --view around")
    if args.view in ("map", "profile"):
        for name in ("boards", "draw_goal", "layout"):
            if getattr(args, name):
                spelled = name.replace("_", "-")
                raise InputError(f"--{spelled} goes with diagrams, and --view {args.view} is none")
    if args.view != "around" and (
        (args.after, args.state, args.node, args.where) != (None, None, None, None)
    ):
        raise InputError("--after, --state, --node and --where go with --view around")
    if args.draw_goal is None:
        # a --goal that says how is the old spelling of --draw-goal; any other names a node
        how = [word for word in args.goals if word in known.GOALS]
        args.goals = [word for word in args.goals if word not in known.GOALS]
        args.draw_goal = how[-1] if how else None


def _check_looks(args: argparse.Namespace) -> None:
    """Complain of looks that would not show."""
    from stategraph.pictures.node_boards import BOARDED

    if args.highlight is not None and args.colour is not None:
        raise InputError("--highlight goes without --colour: both fill the states")
    if args.highlight is not None and args.view == "profile":
        raise InputError("--highlight fills single states, which a profile does not show")
    if args.style != "roles" and args.theme != "light":
        raise InputError(f"--style {args.style} has colours of its own, and goes without --theme")
    if args.force and args.view not in (None, "whole"):
        raise InputError("--force goes with --view whole")
    if args.rim and not (args.view in BOARDED if args.boards is None else args.boards):
        raise InputError("--rim goes with --boards")


def looks(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> dict[str, Any]:
    """Return what ``pictures.render`` is asked for."""
    how = dict(view=args.view, goal=args.draw_goal, layout=args.layout)
    how |= dict(deadline=args.deadline, force=args.force)
    how["theme"] = "distance" if args.style == "distance" else args.theme
    wanted = level.has_boards if args.boards is None else args.boards
    drawn = partial(level.draw, rim=args.rim)
    how |= dict(boards=drawn if wanted else None, boards_asked=bool(args.boards))
    if args.highlight is not None:
        how |= _highlighted(args.highlight, level, graph)
    if args.unreachable:
        how["beyond"] = _beyond(args, level, graph)
    if args.view == "around":
        how |= dict(state=states.asked_node(args, level, graph), radius=args.radius or RADIUS)
    if args.colour is not None:
        from stategraph.pictures.asked import colours

        how |= dict(colour=colours(graph, args.colour, args.view), meaning=args.colour)
    return how | (dict(slack=args.slack) if args.view == "solution" else {})


def _highlighted(text: str, level: Level, graph: ArrayGraph) -> dict[str, Any]:
    """Return what paints the states in which something holds, and the title that says so."""
    from stategraph.tell.phrases import count

    nodes = states.chosen(level, graph, text).nonzero()[0].tolist()
    title = f"{level.title or level.name}, yellow where {text} ({count(len(nodes), 'state')})"
    return dict(colour=dict.fromkeys(nodes, 1.0), title=title)


def _beyond(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> list[Beyond]:
    """Return the states that play never reaches; ``InputError`` where they are not to be had."""
    from stategraph.pictures.choice import DRAWABLE
    from stategraph.pictures.views import never_reached

    if args.view not in (None, "whole") or args.layout in ("dot", "fast"):
        raise InputError("--unreachable goes with --view whole and our own layout")
    if graph.quotient is not None:
        raise InputError("--unreachable goes with the states themselves, not with classes of them")
    found = never_reached(level.family, level.puzzle, graph)
    if found is None:
        raise InputError(f"{level.file}: which states play never reaches is not known")
    if len(found) + len(graph) > DRAWABLE:
        raise InputError(
            f"{level.file}: {len(found):,} states that play never reaches are too many to draw"
        )
    return found
