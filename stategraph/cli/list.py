"""The verb ``list``, formerly ``table``: families, bundled levels, and metrics of levels."""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.cli import graphs, option_values
from stategraph.cli.graphs import Expansion, GraphsRequest, by_option, slow_option
from stategraph.cli.levels import levels_option
from stategraph.cli.outputs import PICTURES, TABLES, form_if, output_option
from stategraph.cli.parsing import Verb, option, part
from stategraph.cli.terminal import DONE, UNKNOWN, remark, say_exactly, say_json, say_lines, worst
from stategraph.errors import InputError, did_you_mean
from stategraph.files import write
from stategraph.readable import Record

SUMMARY = "families, bundled levels, tables of metrics"
HELP = """\
List the installed families and their bundled levels with the known answers in their files. With
--metrics, --plot, --order or -o, or for levels and folders, print metrics, a row for each level.

  $ stategraph list
  $ stategraph list spacewreck --json
  $ stategraph list sokoban --metrics pushes,shortest,difficulty
  $ stategraph list levels/ -o levels.csv
  $ stategraph list spacewreck psychopath --plot shortest muse -o muse.svg
  $ stategraph list levels/ --order difficulty -o order.svg

In a table, "-" means that a value does not exist; an empty cell is an unknown value (exit 3). A
level that cannot be read is left out (exit 2). --metrics main prints the main columns; a file has
all by default. --order difficulty puts levels from the easiest to the hardest for
people, with intervals, jumps and near-twins, and what each teaches first; -o draws that.
"""


# The value of --metrics that selects the main columns.
MAIN = ["main"]


class TableRequest(GraphsRequest):
    """The options of a table of levels."""

    levels: list[str] = levels_option("*")
    expansion: Expansion = part(Expansion, by=by_option("symmetry"))
    output: str | None = output_option(
        "FILE.csv, .parquet, .json or .html; with --plot FILE.svg, .png or .pdf"
    )
    metrics: list[str] | None = option(
        "--metrics A,B",
        "these columns: main, or metrics, pushes, turns, difficulty (a percentile)",
        option_values.words,
        complete=option_values.columns,
    )
    plot: list[str] | None = option("--plot X Y", "draw one metric against another", nargs=2)
    order: str | None = option(
        "--order", "put levels in order of difficulty for people", choices=("difficulty",)
    )
    slow: bool = slow_option()

    @property
    def columns(self) -> list[str]:
        """The columns that --metrics names, or [] for the default columns."""
        return [] if self.metrics in (None, MAIN) else list(self.metrics or ())


class Request(TableRequest):
    """The options of ``list``."""


def answer(request: Request) -> int:
    """Print families with the answers that their level files state, or compute a table."""
    from stategraph.level_files.families import family_names

    computes = request.metrics or request.plot or request.order or request.output
    names = request.levels
    if computes or not set(names) <= set(family_names()) and _are_levels(names):
        return answer_table(request)
    return _listed(request, names or family_names())


def _are_levels(names: list[str]) -> bool:
    """Return whether names are levels or folders. A single unknown word counts as a family."""
    from pathlib import Path

    return len(names) > 1 or "/" in names[0] or Path(names[0]).exists()


def _listed(request: Request, names: list[str]) -> int:
    """Print the families, and the known answers that their level files give."""
    from stategraph.level_files.contents import contents
    from stategraph.tell.level import words

    contents_by_family = {name: contents(name) for name in names}
    if request.json:
        say_json(contents_by_family)
    else:
        for name, family_contents in contents_by_family.items():
            say_lines([f"{name}: {family_contents['summary']}", *words(family_contents["levels"])])
    return DONE


TABLE = """\
Compute metrics, a row for each level: the old name of 'stategraph list' with --metrics.

  $ stategraph table spacewreck
"""


def answer_table(request: TableRequest) -> int:
    """Print or write the metrics of many levels, or put the levels in order of difficulty."""
    from stategraph.formats.tables import table_bytes
    from stategraph.metrics import COLUMNS
    from stategraph.tell import main_numbers

    _check_metrics(request)
    if request.order:
        return _in_order(request)
    form = form_if(request.output, TABLES if request.plot is None else PICTURES)
    columns = ["level", *request.columns] if request.columns else None
    rows, failed_rows, codes = [], [], []
    for name, row, error in request.each(lambda name: _row(request, name)):
        if row is None:
            failed_rows.append({"level": name, "error": error})
            codes.append(error.code)
        else:
            rows.append(row)
            codes.append(DONE if row["complete"] else UNKNOWN)
    if request.json:
        say_exactly([*rows, *failed_rows])
    elif form is None and rows:
        say_lines(main_numbers.table(rows, columns))
    if request.output is not None and form is not None and rows:
        plot = request.plot
        content = (
            _scatter(rows, plot, form) if plot else table_bytes(rows, columns or COLUMNS, form)
        )
        write(request.output, content)
    return worst(codes)


OLD_VERBS = (Verb("table", "", TABLE, TableRequest, answer_table),)


def _check_metrics(request: TableRequest) -> None:
    """Reject unknown metrics, and metrics that cannot be drawn, before a long computation."""
    from stategraph.design import PLAYER_METRICS, number_names
    from stategraph.metrics import COLUMNS
    from stategraph.metrics.units import HEADLINES

    for name in request.plot or ():
        if name not in HEADLINES and name not in number_names():
            raise InputError(f"--plot: {name!r} is not a metric with a number")
    if request.plot and request.output is None:
        raise InputError("--plot needs -o FILE.svg, .png or .pdf")
    allowed = [*COLUMNS, *PLAYER_METRICS]
    for name in request.columns:
        if name not in allowed:
            raise InputError(f"--metrics: unknown metric {name!r}{did_you_mean(name, allowed)}")


def _row(request: TableRequest, name: str) -> Record:
    """Return the metrics of a level as a table row, restricted to --metrics if given."""
    from stategraph.design.player_metrics import measure_all, needs_player_units
    from stategraph.metrics import analyse

    level = request.load(name)
    graph = request.expand(level)
    graphs.whole_or_stopped(level, graph)
    row = analyse(level, graph, slow=request.slow).row()
    if player_metrics := [metric for metric in _named(request) if needs_player_units(metric)]:
        player_values = measure_all(level, graph, player_metrics)
        row |= {metric: player_values[metric] for metric in player_metrics}
        row["unknown"] = list(dict.fromkeys([*row["unknown"], *player_values["unknown"]]))
    if request.columns:
        names = dict.fromkeys(("level", "complete", *_named(request), "unknown"))
        row = {metric: row[metric] for metric in names}
    return row


def _named(request: TableRequest) -> list[str]:
    """Return the metrics that --metrics and --plot name."""
    return [*request.columns, *(request.plot or ())]


def _scatter(rows: list[Record], axes: Sequence[str], form: str) -> bytes:
    """Plot one metric against another with a point per level, and print which levels have none."""
    from stategraph.pictures.plots.scatter import scatter_picture

    x, y = axes
    points = [
        (row["level"], row.get("family") or "", float(row[x]), float(row[y]))
        for row in rows
        if row[x] is not None and row[y] is not None
    ]
    drawn_levels = {point[0] for point in points}
    undrawn = [row["level"] for row in rows if row["level"] not in drawn_levels]
    if undrawn:
        remark(f"--plot: {len(undrawn)} of {len(rows)} levels have no such value")
    return scatter_picture(points, x, y, form, undrawn)


def _in_order(request: TableRequest) -> int:
    """Print or draw many levels in order of difficulty, and return the exit code."""
    from stategraph.difficulty import Difficulty, difficulty
    from stategraph.difficulty.level_order import ordered
    from stategraph.tell import level_order as tell

    if _named(request) or request.expansion.by.text is not None or request.slow:
        raise InputError(
            "--order difficulty cannot be combined with --metrics, --plot, --by or --slow"
        )
    form = form_if(request.output, PICTURES)

    def ask(name: str) -> Difficulty:
        level = request.load(name)
        return difficulty(level, graphs.in_units(request.expansion, level))

    estimates, codes = [], []
    for _, estimate, error in request.each(ask, numbered=True):
        codes.append(error.code if estimate is None else UNKNOWN if estimate.unknown else DONE)
        estimates += [] if estimate is None else [estimate]
    pack = ordered(estimates)
    if request.json:
        say_json(tell.record(pack))
    elif form is None:
        say_lines(tell.words(pack))
    if request.output is not None and form is not None and estimates:
        from stategraph.pictures.plots.order import order_picture

        write(request.output, order_picture(pack, form))
    return worst(codes)
