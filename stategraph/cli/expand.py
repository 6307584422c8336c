"""The verb ``expand``: a state graph kept in a file."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options, runs, stores
from stategraph.cli.outputs import write_graph
from stategraph.cli.terminal import say_json, say_lines
from stategraph.errors import InputError
from stategraph.files import check_folder

HELP = """\
Expand the whole state graph and keep it in a file, which every verb then takes instead of a level.

With --symmetry, of states that a symmetry of the level makes of each other one alone is ever kept:
less memory, and as much time or more. What is told of such a file is told of classes; solutions and
traps are moves of the level all the same.

With --by walks, the graph between pushes is built without its steps; what is kept is a graph like
any other, and no level.

  $ stategraph expand psychopath/warehouse -o warehouse.npz
  $ stategraph analyse warehouse.npz
  $ stategraph expand sokoban/too-late --symmetry -o half.npz
  $ stategraph expand psychopath/warehouse --by walks -o pushes.npz

What is beyond memory, or may be interrupted, is kept in a folder while it is expanded:

  $ stategraph expand psychopath/warehouse --store warehouse
  $ stategraph expand --store warehouse --resume

and by several processes, or machines that share the folder, with the very same numbers:

  $ stategraph expand psychopath/warehouse --store warehouse --workers 4
  $ stategraph expand psychopath/warehouse --store /shared/warehouse --cluster tcp://10.0.0.7:8786

With --distances, how far each state is from the goal is kept there too, for all verbs:

  $ stategraph expand psychopath/warehouse --store warehouse --workers 4 --distances
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(
        verbs, "expand", run, "expand once, and keep the graph in a file or a folder", HELP, by=()
    )
    made.add_argument(
        "--symmetry",
        action="store_true",
        help="keep one state of each class of symmetric ones, from the beginning",
    )
    made.set_defaults(without_steps=True)
    options.add_output(made, "where to keep it", "FILE.npz")
    stores.add_store(made)


def run(args: argparse.Namespace) -> int:
    """Expand a level and save its graph."""
    from stategraph.tell import graph as tell
    from stategraph.tell import symmetry as tell_symmetry

    if args.symmetry and args.by is not None:
        raise InputError("--symmetry goes without --by")
    if args.store is not None and (args.symmetry or args.by is not None):
        raise InputError("--store keeps every state: it goes without --symmetry and --by")
    level, graph, files = stores.stored(args) if stores.store(args) else _saved(args)
    if args.json:
        say_json({**tell.record(level, graph), **tell_symmetry.record(graph)})
    else:
        say_lines([*tell.words(graph, files), *tell_symmetry.kept(graph)])
    return runs.whole_or_stopped(level, graph, "; what was seen is kept")


def _saved(args: argparse.Namespace) -> tuple[Any, Any, Any]:
    """Expand a level into a file; return it, its graph, and the names of the files."""
    from stategraph.formats.npz import SUFFIX

    if not args.output.endswith(SUFFIX):
        raise InputError(f"{args.output}: the name must end in {SUFFIX}")
    check_folder(args.output)
    level = inputs.load(args)
    graph = runs.folded(args, level) if args.symmetry else runs.expand(args, level)
    return level, graph, write_graph(args.output, level, graph)
