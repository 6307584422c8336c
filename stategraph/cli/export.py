"""The verb ``export``: a state graph in a file or folder, in the format that the name selects.

A graph from another program counts as a LEVEL. So converting such a graph to another format is also
an export. ``expand``, ``hints`` and ``import`` are old names of this verb.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import graphs, option_values
from stategraph.cli.graphs import Expansion, GraphRequest, by_option, refused_by
from stategraph.cli.levels import Ends, Source
from stategraph.cli.outputs import json_option, output_option, write_graph
from stategraph.cli.parsing import Options, Verb, option, part, switch
from stategraph.cli.terminal import DONE, Answer, Progress, remark, remarks_on, say, status_line
from stategraph.errors import InputError, LevelError
from stategraph.files import check_folder, is_file, write, write_all

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

SUMMARY = "write the state graph: a file for any verb, for other programs, for a game"
HELP = """\
Expand the whole state graph and write it; a graph in a file is converted. The name of the
file selects the format:

  .npz                 for every verb, which takes it instead of a level
  .graphml, .gml       networkx, yEd, Gephi, Cytoscape, igraph; .gexf: Gephi
  .json                node-link JSON: networkx, D3
  .csv, .parquet       two tables, FILE.nodes.csv and FILE.edges.csv: spreadsheets, data frames
  .aut, .dot           CADP, mCRL2, LTSmin (without the states' texts); Graphviz
  .hints, .hints.json  for a game: moves left and the best move of each state, or that it is dead
  .txt, .puzzlescript  the level itself as a PuzzleScript game: Sokoban, Psychopath

  $ stategraph export psychopath/warehouse -o warehouse.npz
  $ stategraph export psychopath/warehouse -o warehouse.csv
  $ stategraph export psychopath/many-traps -o many-traps.hints
  $ stategraph export --reader javascript > hints.js
  $ stategraph export plan.graphml --start home --goal work -o plan.npz

Every verb can read these graphs except .gexf and .dot. For large graphs use .npz, .parquet, .csv or
.aut; the others need up to 10 kB of memory per state. A graph of another program may be a pair of
tables, or a table of edges with the columns source, target and label. States that the start does
not reach are left out, and so are moves of the goal.

With --by walks, a .npz file is expanded by pushes, without the states between them. A graph that
exceeds memory, or whose expansion may be interrupted, is stored in a folder during the expansion:

  $ stategraph export psychopath/warehouse --store warehouse
  $ stategraph export --store warehouse --resume
  $ stategraph export psychopath/warehouse --store warehouse --workers 4 --distances
"""


IMPORT = """\
Export a graph from elsewhere, by default to FILE.npz; see: stategraph export --help

  $ stategraph import plan.graphml --start home --goal work -o plan.npz
"""

# The filename extensions of PuzzleScript games.
GAMES = (".txt", ".puzzlescript")


# The filename extensions of hints for games.
HINTS = (".hints", ".hints.json")


# A level, its graph, and the files that hold it.
Kept = tuple["Level", "ArrayGraph", list[str]]


class Store(Options):
    """The options of a store that holds the graph, and of the processes that fill it."""

    TITLE = "a store: the graph in a folder, written while it is expanded"

    folder: str | None = option("--store DIR", "keep the graph in this folder")
    resume: bool = switch("--resume", "continue a stopped store; LEVEL may be left out")
    repair: bool = switch("--repair", "recompute the damaged parts of a store")
    distances: bool = switch("--distances", "store the distance of each state to the goal, too")
    workers: int | None = option(
        "--workers N",
        "expand with N processes of this machine, which share --max-memory",
        option_values.count,
        alone="who",
    )
    cluster: str | None = option(
        "--cluster ADDRESS",
        "expand with the workers of a Dask scheduler, tcp://host:8786, which see DIR, too",
        alone="who",
    )


class SavingRequest(GraphRequest):
    """The options for saving a graph."""

    expansion: Expansion = part(Expansion, by=by_option(*graphs.ANY))
    symmetry: bool = switch(
        "--symmetry", "FILE.npz: store one state of each class of symmetric states"
    )
    store: Store = part(Store)


class Request(SavingRequest):
    """The options of ``export``."""

    output: str | None = output_option("where to write it")
    reader: str | None = option(
        "--reader LANGUAGE",
        "print a program that looks states up in FILE.hints: python, javascript or c",
        choices=option_values.READERS,
    )


class ImportRequest(Options):
    """The options of ``import``, the old name of ``export`` for a graph from another program."""

    level: str = option("FILE", "the graph")
    output: str | None = output_option("where to write it (default: FILE.npz)")
    ends: Ends = part(Ends)
    json: bool = json_option()


def answer(request: Request) -> Answer | int:
    """Write a level's state graph, or print the source code of a program that reads hints."""
    output = request.output
    if request.reader is not None:
        return _reader(request.reader, request.level, output)
    if output is not None and output.endswith(HINTS):
        if request.expansion.by.text is not None:
            raise InputError("--by: a game looks single states up")
        return _hints(request, output)
    if output is not None and Path(output).suffix in GAMES:
        return _game(request, output)
    if output is None or output.endswith(".npz"):
        return _saved(request, output)
    return _exported(request, output)


def _saved(request: Request, output: str | None) -> Answer:
    """Save a graph in stategraph's own format."""
    from stategraph.tell import export as tell
    from stategraph.tell import symmetry as tell_symmetry

    level, graph, files = save(request, output)
    return Answer(
        lambda: {**tell.record(level, graph), **tell_symmetry.record(graph), "files": files},
        lambda: [*tell.words(graph, files), *tell_symmetry.reduction_in_words(graph)],
        lambda: graphs.whole_or_stopped(level, graph, "; the known part is kept"),
    )


def _exported(request: Request, output: str) -> Answer:
    """Write a graph in a format of other programs."""
    from stategraph import formats
    from stategraph.tell import export as tell

    if formats.find(output) is None:  # before the work
        endings = ", ".join([*formats.FORMATS, *HINTS, *GAMES])
        raise InputError(f"{output}: the name must end in {endings}")
    if request.symmetry or request.store.folder is not None:
        raise InputError(f"{output}: --symmetry and --store need FILE.npz")
    check_folder(output)
    level = request.load()
    graph = request.expand(level)
    files = write_graph(output, level, graph)
    return Answer(
        lambda: {**tell.record(level, graph), "files": files},
        lambda: tell.words(graph, files),
        lambda: graphs.whole_or_stopped(level, graph, "; the known part is written"),
    )


def _reader(language: str, level: str | None, output: str | None) -> int:
    """Print the source code of a program that reads hints."""
    from stategraph.formats import hints

    if level is not None or output is not None:
        raise InputError("--reader prints the program of all levels: no LEVEL, and no -o")
    say(hints.reader(language).rstrip("\n"))
    return DONE


def _hints(request: GraphRequest, output: str) -> Answer:
    """Write the hints of a level, with which a game warns and helps its player."""
    from stategraph.formats import hints
    from stategraph.tell import export as tell

    check_folder(output)
    level = request.load()
    graph = request.expand(level)
    with status_line(f"writing {output}"):
        write_all(hints.files(output, graph, level.heading))
    return Answer(
        lambda: {**tell.record(level, graph), "files": [output]},
        lambda: tell.words(graph, [output]),
        lambda: graphs.whole_or_stopped(level, graph, "; unproven values are unknown"),
    )


def answer_import(request: ImportRequest) -> Answer | int:
    """Export a graph from another program."""
    from stategraph import formats

    formats.format_of(request.level)
    output = request.output or _saved_beside(request.level)
    source = Source(ends=request.ends)
    return answer(Request(request.level, source, request.json, output=output))


OLD_HINTS = """\
Write hints for a game: the old name of 'stategraph export' to FILE.hints or FILE.hints.json.

  $ stategraph hints psychopath/many-traps -o many-traps.hints
"""


class HintsRequest(GraphRequest):
    """The options of ``hints``, the old name of ``export`` for games."""

    expansion: Expansion = part(Expansion, by=refused_by("a game looks single states up"))
    output: str | None = output_option("where to write it: FILE.hints or .json")
    reader: str | None = option(
        "--reader LANGUAGE", "print the program that reads it", choices=option_values.READERS
    )


def answer_hints(request: HintsRequest) -> Answer | int:
    """Write the hints of a level, or print the source code of a program that reads hints."""
    output = request.output
    if request.reader is not None:
        return _reader(request.reader, request.level, output)
    if output is None or not output.endswith((".hints", ".json")):
        raise InputError("-o FILE.hints, or FILE.json, says where to write the hints")
    return _hints(request, output)


OLD_VERBS = (
    Verb("import", "", IMPORT, ImportRequest, answer_import),
    Verb("hints", "", OLD_HINTS, HintsRequest, answer_hints),
)


def _saved_beside(path: str) -> str:
    """Return a graph file's name next to `path`, or raise ``InputError`` if the file exists."""
    bare = Path(path).with_suffix("")
    name = str(bare.with_suffix("") if bare.suffix in (".nodes", ".edges") else bare) + ".npz"
    if is_file(name):
        raise InputError(f"{name} exists already: -o {name} writes over it")
    return name


def _game(request: Request, output: str) -> Answer:
    """Write a level as a PuzzleScript game."""
    level = request.load()
    if request.expansion.by.text is not None:
        raise InputError(
            f"{output}: a playable page shows single states and cannot be combined with --by"
        )
    check_folder(output)
    if Path(level.file.partition("#")[0]).resolve() == Path(output).resolve():
        raise InputError(f"{output}: the game would replace its own level; name another file")
    title = level.heading
    try:
        text = level.family.puzzlescript(level.puzzle, level.puzzle.start, title)
    except LevelError as error:
        raise error.located(level.file) from None
    write(output, text.encode())
    return Answer(
        lambda: {"puzzle": level.family.name, "files": [output]},
        lambda: [f"wrote {output}: {title}"],
    )


def save(request: SavingRequest, output: str | None) -> Kept:
    """Save the graph of a level in a file, or in the requested store."""
    by, folder = request.expansion.by.text, request.store.folder
    if request.symmetry and by is not None:
        raise InputError("--symmetry cannot be combined with --by")
    if folder is not None and (request.symmetry or by is not None):
        raise InputError("--store keeps every state and cannot be combined with --symmetry or --by")
    _check_store(request, output)
    if folder is not None:
        return _stored(request, folder)
    assert output is not None
    return _saved_in_file(request, output)


def _check_store(request: SavingRequest, output: str | None) -> None:
    """Reject options that need a store when there is none, or that contradict a store."""
    store = request.store
    names = "resume", "repair", "distances", "workers", "cluster"
    given_options = [name for name in names if vars(store)[name]]
    if store.folder is None and given_options:
        raise InputError(f"--{given_options[0]} needs --store DIR")
    if request.expansion.engine == "direct" and (store.workers or store.cluster):
        raise InputError("workers run compiled rules: --engine direct cannot be combined with them")
    if (store.folder is None) == (output is None):
        raise InputError("export takes -o FILE or --store DIR")


def _saved_in_file(request: SavingRequest, output: str) -> Kept:
    """Expand a level, and write its graph to a file."""
    check_folder(output)
    level = request.load()
    if request.symmetry:
        graph = _folded(request.expansion, level)
    else:
        graph = request.expand(level, without_steps=True)
    return level, graph, write_graph(output, level, graph)


def _folded(expansion: Expansion, level: Level) -> ArrayGraph:
    """Expand a level, and keep one state of each class of symmetric states."""
    from stategraph.analysis.symmetry_reduction import symmetry_reduced

    if level.graph is not None:
        raise InputError(f"{level.file}: it is a graph already: --symmetry expands a level")
    renamings = level.family.renamings(level.puzzle)
    return graphs.timed(
        level,
        lambda progress: symmetry_reduced(
            level.puzzle, renamings, expansion.limits, engine=expansion.engine, progress=progress
        ),
    )


def _stored(request: SavingRequest, folder: str) -> Kept:
    """Fill a store."""
    from stategraph import store
    from stategraph.tell import export as tell

    store_options = request.store
    if store_options.repair:
        with status_line(f"looking at {folder}"):
            repaired_parts = store.repair(folder)
        for line in tell.repair_in_words(folder, repaired_parts):
            remark(line)
    request.source.time_limit.lift()  # closes the store properly
    level = None if request.level is None else request.load()
    start_time = time.monotonic()
    with remarks_on(folder), Progress() as progress, _pool(request) as pool:
        filled_store = store.fill(
            folder,
            level,
            request.expansion.limits,
            engine=request.expansion.engine,
            resume=store_options.resume or store_options.repair,
            progress=lambda filled: progress.show(
                tell.progress(filled, time.monotonic() - start_time)
            ),
            pool=pool,
        )
        assert filled_store.graph is not None
        if store_options.distances and filled_store.graph.complete:
            store.keep_distances(folder, pool)
    return filled_store, filled_store.graph, [folder]


def _pool(request: SavingRequest) -> AbstractContextManager[Any]:
    """Return a context manager that starts the workers of the options, if they request any."""
    from stategraph.store import cluster, processes

    if request.store.cluster:
        return cluster.remote(request.store.cluster)
    if request.store.workers:
        return processes.local(request.store.workers, request.expansion.budget.max_memory)
    return nullcontext()
