"""The verbs that exchange state graphs with other programs: export, import."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.ask import asking_verb, puzzle_name
from stategraph.cli.options import DONE, UNKNOWN
from stategraph.cli.terminal import check_folder, remark, say, say_json, shown, write_all

if TYPE_CHECKING:
    from stategraph.levels import Level


def add_verbs(verbs: Any) -> None:
    """Add the verbs to the parser."""
    out = asking_verb(
        verbs, "export", run_export, "write the state graph for other programs", EXPORT
    )
    out.add_argument("-o", dest="output", metavar="FILE", required=True, help="where to write it")
    taken = options.add_verb(verbs, "import", run_import, "take a graph from elsewhere", IMPORT)
    taken.add_argument("level", metavar="FILE", help="the graph")
    taken.add_argument(
        "-o", dest="output", metavar="FILE", help="where to write it (default: FILE.npz)"
    )
    options.add_ends(taken)
    options.add_json(taken)


EXPORT = """\
Expand the whole state graph and write it for other programs. The name tells the format:

  .graphml         networkx, yEd, Gephi, Cytoscape, igraph
  .gexf            Gephi
  .json            node-link JSON: networkx, D3
  .aut             Aldebaran: CADP, mCRL2, LTSmin; without the states' texts
  .csv, .parquet   two tables, FILE.nodes.csv and FILE.edges.csv: spreadsheets, data frames
  .dot             Graphviz
  .npz             as `expand` keeps it

All but .gexf and .dot are read back, and every verb takes them instead of a level. A state has its
number, its text and its variables, the moves from the start and to the goal, and its role; a move
has its source, its target and its label. For large graphs take .parquet, .csv or .aut: .graphml,
.gexf and .json need up to 10 kB of memory for each state.

  $ stategraph export spacewreck/eight-rooms -o eight.graphml
  $ stategraph export psychopath/warehouse -o warehouse.csv
"""


def run_export(args: argparse.Namespace) -> int:
    """Write a level's state graph in another format."""
    from stategraph import formats

    formats.named(args.output)  # before the work
    check_folder(args.output)
    level = options.load(args)
    graph = options.expand(args, level)
    return _write(args, dataclasses.replace(level, graph=graph), args.output)


IMPORT = """\
Take a directed graph from elsewhere: .graphml, .json, .aut, .csv or .parquet (a pair of tables, or
one of edges with the columns source, target and label). It is written in any format of `export`, by
default .npz, which every verb takes and reads fastest. They take the graph's own file too.

Nodes and edges are named and labelled as in the file; without labels, a move is named by the node
it leads to. What cannot be reached from the start is left out, and so are the goal's own moves.
--goal given more than once makes one goal of several nodes.

  $ stategraph import plan.graphml --start home --goal work -o plan.npz
  $ stategraph analyse plan.aut --goal 5 --goal 7
"""


def run_import(args: argparse.Namespace) -> int:
    """Read a graph from elsewhere and write it anew."""
    from stategraph import formats
    from stategraph.errors import InputError

    output = args.output or _beside(args.level)
    formats.named(output)
    formats.named(args.level)
    check_folder(output)
    with shown(f"reading {args.level}"):
        level = formats.read(args.level, args.start, args.goals, remark)
    if args.output is None and Path(output).exists():
        raise InputError(f"{output} exists already: -o {output} writes over it")
    return _write(args, level, output)


def _beside(path: str) -> str:
    """Return the name of a saved graph beside a file."""
    bare = Path(path).with_suffix("")
    return str(bare.with_suffix("") if bare.suffix in (".nodes", ".edges") else bare) + ".npz"


def _write(args: argparse.Namespace, level: Level, output: str) -> int:
    """Write ``level.graph`` and say so."""
    from stategraph import formats

    graph, files = level.graph, formats.files(output, level, remark)
    with shown(f"writing {', '.join(files)}"):
        write_all(files)
    if args.json:
        record = {"states": len(graph), "moves": graph.number_of_edges(), "files": list(files)}
        say_json({"puzzle": puzzle_name(level), "complete": graph.complete, **record})
    else:
        say(f"{', '.join(files)}: {len(graph):,} states, {graph.number_of_edges():,} moves")
    if graph.complete:
        return DONE
    remark(f"{level.file}: stopped at the {graph.stopped}; what was seen is written")
    return UNKNOWN
