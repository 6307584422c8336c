"""The verb ``export``: a state graph in a format of other programs; ``import`` is its old name.

A graph that somebody else made is a LEVEL like any other, so that to take it from its file and
write it in another format is to export it.
"""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options, runs
from stategraph.cli.outputs import is_game, saved_beside, write_game, write_graph
from stategraph.cli.terminal import say_json, say_lines
from stategraph.files import check_folder

HELP = """\
Expand the whole state graph and write it for other programs, or take a directed graph from
elsewhere and write it anew. The name tells the format:

  .graphml         networkx, yEd, Gephi, Cytoscape, igraph
  .gexf            Gephi
  .json            node-link JSON: networkx, D3
  .aut             Aldebaran: CADP, mCRL2, LTSmin; without the states' texts
  .csv, .parquet   two tables, FILE.nodes.csv and FILE.edges.csv: spreadsheets, data frames
  .dot             Graphviz
  .npz             as `expand` keeps it

  .txt, .puzzlescript   the level itself as a PuzzleScript game, for its editor: Sokoban, Psychopath

All but .gexf and .dot are read back, and every verb takes them instead of a level. A state has its
number, its text and its variables, the moves from the start and to the goal, and its role; a move
has its source, its target and its label. For large graphs take .parquet, .csv or .aut: .graphml,
.gexf and .json need up to 10 kB of memory for each state.

A graph from elsewhere may be a pair of tables, or one of edges with the columns source, target and
label. Nodes and edges are named and labelled as in its file; without labels, a move is named by the
node it leads to. What cannot be reached from the start is left out, and so are the goal's own
moves. --goal given more than once makes one goal of several nodes.

  $ stategraph export spacewreck/eight-rooms -o eight.graphml
  $ stategraph export psychopath/warehouse -o warehouse.csv
  $ stategraph export sokoban/corner -o corner.txt
  $ stategraph export plan.graphml --start home --goal work -o plan.npz
  $ stategraph analyse plan.aut --goal 5 --goal 7
"""

IMPORT = """\
Export a graph from elsewhere, by default to FILE.npz; see: stategraph export --help

  $ stategraph import plan.graphml --start home --goal work -o plan.npz
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser, and its old name, which --help does not list."""
    made = options.add_asking_verb(
        verbs, "export", run, "write the state graph for other programs", HELP, by=options.ANY
    )
    options.add_output(made, "where to write it", required=True)
    old = options.add_verb(verbs, "import", _import, "", IMPORT)
    old.add_argument("level", metavar="FILE", help="the graph")
    options.add_output(old, "where to write it (default: FILE.npz)")
    old.set_defaults(puzzle=None, trust=False, by=None)
    options.add_ends(old)
    options.add_json(old)


def run(args: argparse.Namespace) -> int:
    """Write a level's state graph in another format."""
    from stategraph import formats
    from stategraph.tell import graph as tell

    if is_game(args.output):
        return write_game(args, inputs.load(args))
    formats.named(args.output)  # before the work
    check_folder(args.output)
    level = inputs.load(args)
    graph = runs.expand(args, level)
    files = write_graph(args.output, level, graph)
    if args.json:
        say_json({**tell.record(level, graph), "files": files})
    else:
        say_lines(tell.words(graph, files))
    return runs.whole_or_stopped(level, graph, "; what was seen is written")


def _import(args: argparse.Namespace) -> int:
    """Export a graph from elsewhere."""
    from stategraph import formats

    formats.named(args.level)
    args.output = args.output or saved_beside(args.level)
    return run(args)
