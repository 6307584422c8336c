"""The verb ``calibrate``: the user's playtests compared with all metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.cli import graphs
from stategraph.cli.graphs import Expansion, GraphsRequest, refused_by
from stategraph.cli.outputs import PICTURES, form_if, output_option
from stategraph.cli.parsing import Options, option, part
from stategraph.cli.terminal import DONE, UNKNOWN, Answer, remark, worst
from stategraph.errors import InputError
from stategraph.files import write

if TYPE_CHECKING:
    from stategraph.difficulty.calibration import Calibration, Measured, Playtests


SUMMARY = "compare your playtests with all numbers"
HELP = """\
Compare your playtests with all metrics of their levels: rank correlations with 95% intervals, and
the correlation that the best metric reaches by chance.

PLAYS.csv has one row for each play. The column level has the name of a level or of its file. Other
columns are solved (0 or 1, or a share), seconds, moves and rating; any of them may be missing.

With fewer than 12 levels, a shipped model (of solved or of seconds) is adjusted to your players;
one level is enough. With at least 12 levels, a small model is fitted to the first of these columns,
and checked on levels left out one by one. -o writes it for 'stategraph difficulty --model'. --plot
draws its predictions for left-out levels against the results of players.

  $ stategraph calibrate plays.csv levels/
  $ stategraph calibrate plays.csv levels/ -o mine.json --plot mine.svg
"""


class Plays(Options):
    """The file of playtests. It is the first argument, in front of the levels."""

    plays: str = option("PLAYS.csv", "level, solved, seconds, moves, rating")


class Request(GraphsRequest, Plays):
    """The options of ``calibrate``."""

    expansion: Expansion = part(
        Expansion,
        by=refused_by("numbers are those of the player's own units, which it finds itself"),
    )
    output: str | None = output_option("the model", metavar="MINE.json")
    plot: str | None = option("--plot FILE", "FILE.svg, .png or .pdf: estimates against results")


def answer(request: Request) -> Answer:
    """Compare the metrics with the results of players, and write the model and the plot."""
    from stategraph.difficulty.calibration import calibrated, read_playtests
    from stategraph.tell import calibrate as tell

    form = form_if(request.plot, PICTURES)
    plays, levels, codes = read_playtests(request.plays), [], []
    for _, level, error in request.each(lambda name: _measured(request, name, plays)):
        codes.append(error.code if level is None else UNKNOWN if level.unknown else DONE)
        levels += [] if level is None else [level]
    for line in tell.unmatched(request.plays, plays, levels):
        remark(line)
    calibration = calibrated(plays, levels)

    def then() -> int:
        if request.output and calibration.model is None:
            remark(f"{request.output}: not written, because no model was fitted")
        elif request.output and calibration.model is not None:
            write(request.output, tell.model_file(calibration.model))
        if request.plot is not None and form is not None:
            _plot(request.plot, calibration, form)
        return worst(codes)

    return Answer(lambda: tell.record(calibration), lambda: tell.words(calibration), then)


def _measured(request: Request, name: str, plays: dict[str, Playtests]) -> Measured:
    """Return the metrics of a level with playtests, and print why a level is left out."""
    from stategraph.difficulty.calibration import beside

    level = request.load(name)
    numbers = beside(plays, level, lambda: graphs.in_units(request.expansion, level))
    if numbers.called is not None and numbers.numbers is None:
        remark(f"{level.file}: left out: {numbers.why}")
    return numbers


def _plot(file: str, calibration: Calibration, form: str) -> None:
    """Plot the cross-validated predictions against the results of players."""
    from stategraph.pictures.plots.scatter import scatter_picture

    if calibration.said is None:
        raise InputError(f"{file}: there are too few levels for a model to draw")
    outcome, results = next(iter(calibration.people.items()))
    says = "estimates of the model for levels left out"
    points = [
        (level, "levels", float(x), float(y))
        for level, x, y in zip(calibration.levels, calibration.said, results, strict=True)
        if x == x and y == y
    ]
    write(file, scatter_picture(points, says, outcome, form, []))
