"""The verb ``render``: the state graph, drawn."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, looks, options, runs, ways
from stategraph.cli.drawn import picture
from stategraph.cli.outputs import output_form
from stategraph.files import write

HELP = """\
Draw the state graph. The start is a green house at the left, the goal a red double circle; x grows
with the moves from the start. Orange and thick: the first shortest solution. Grey: dead states;
square: stuck; dashed boxes: dead-end cycles; dashed arrows: trap moves, after which nothing wins.
Point at a state in the SVG to see it in words.

With --solution another way is drawn thick: the K-th shortest solution, or these moves, whether they
win or not; with --trap the way into a trap. Of a profile it is a line through moves from the start
and moves left, as far as it can win.

With --by "player, keys", states that agree in these variables are one box, with how many they are
and how many of them are dead. A solid arrow: every state of the box has such a move; a dashed one:
some have, so that a path of dashed arrows need not be playable.

Of a large graph a view shows a part, and says below the picture how much it leaves out:
  solution    all shortest solutions as one corridor, and the traps beside it
  dead-ends   trap moves, and the dead regions behind them
  around      the states near one of them (--after, --state, --node)
  components  the strongly connected components: the phases of play
  chapters    the states that every solution passes, and what lies between
  map         every state a point, as far from the others as there are moves: rings, arms,
              bottlenecks and dead regions; coloured by the moves left, or by another --colour
  profile     how many states lie how far from the start and from the goal

  $ stategraph render spacewreck/eight-rooms -o eight.svg
  $ stategraph render spacewreck/eight-rooms --highlight "can reach dead" -o doom.svg
  $ stategraph render psychopath/warehouse --view solution --slack 2 -o ways.svg
  $ stategraph render psychopath/snake --view map --colour moves_from_start -o map.png
  $ stategraph render psychopath/first-push --by blocks -o blocks.svg
  $ stategraph render psychopath/first-push --view around --after R --boards -o near.png
  $ stategraph render spacewreck/eight-rooms --solution R3R1R3L5L8 -o detour.svg
  $ stategraph render spacewreck/eight-rooms --unreachable -o all.svg
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "render", run, "draw the state graph", HELP)
    options.add_level(made)
    options.add_limits(made, by=options.ANY)
    options.add_output(made, "FILE.svg, .png, .pdf or .dot", required=True)
    looks.add_view(made)
    looks.add_looks(made)


def run(args: argparse.Namespace) -> int:
    """Draw a level's state graph into a file."""
    from stategraph.pictures import FORMATS

    form = output_form(args.output, FORMATS)
    looks.settle(args)
    level = inputs.load(args)
    named = ways.named(args, level)
    if named is None:
        ways.refuse_order(args, "goes with --solution K")
    graph = runs.expand(args, level)
    way = named and ways.drawn(args, level, graph, named)
    if isinstance(way, int):
        return way
    write(args.output, picture(level, graph, form, way=way, **looks.looks(args, level, graph)))
    return runs.whole_or_stopped(level, graph, "; the picture shows what was seen")
