"""The verb ``plays``: statistics of recorded and simulated plays of a level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.cli import graphs, option_values
from stategraph.cli.graphs import Expansion, GraphRequest
from stategraph.cli.levels import collect, load
from stategraph.cli.outputs import (
    CURVES,
    PICTURES,
    explored_option,
    form_if,
    heat_board,
    output_option,
    picture,
    write_curves,
)
from stategraph.cli.parsing import option, part, switch
from stategraph.cli.terminal import DONE, UNKNOWN, Answer, remark, status_line
from stategraph.errors import InputError, did_you_mean
from stategraph.files import write_all

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.players import Judged, Line
    from stategraph.tell.bots import Scored
    from stategraph.tell.plays import Simulated

SUMMARY = "statistics of plays of people, bots and models"
HELP = """\
Print statistics of the plays of a level, each with its number of plays and a 95% interval:

- how many plays win, and how many moves longer they are than a shortest solution
- the trap moves that lose plays first, and how many moves players continue after them
- the states where plays stop, and the states that they visit most
- the moves that players take back, and the chapters in which most plays end

FILE is plays.jsonl from the page of a level, a .csv table with the columns level, player, moves and
optionally times, or a folder of such files. Players are identified by a hash of their name, unless
--names is given. --simulate adds simulated players, with a seed; without FILE all of them play. The
answer describes each of them. -o paints the visits of the walkers onto the board. --graph colours
the state graph by visits of the recorded plays, or else of the first simulated player. --explored
writes the share of the map that each play has seen, move by move.

--bot MODULE:FUNCTION scores a program on LEVEL and on every FILE, which then names a level. Printed
are the share of wins, the moves over the shortest solution, the first fatal moves, and the regret
per move: the extra moves compared with best moves, averaged over the moves before play is lost.
The function takes a level and returns a player: a function of a state, its legal labels and a
random.Random, which returns one of the labels within --bot-seconds.

  $ stategraph plays psychopath/snake
  $ stategraph plays psychopath/snake plays.jsonl --simulate beginner,expert
  $ stategraph plays psychopath/snake plays/ --simulate none -o heat.svg --graph graph.svg
  $ stategraph plays psychopath/snake plays/ --explored explored.csv
  $ stategraph plays psychopath/first-push --bot stategraph.gym.learners:value_iteration
  $ stategraph plays spacewreck psychopath/snake --bot mybots:clever --plays 100 --json
"""


# Maximum number of broken plays that are reported one by one.
MAX_BROKEN_SHOWN = 5

# Default number of plays of a bot.
BOT_PLAYS = 20

# The default of --bot-seconds.
BOT_SECONDS = 60.0


class Request(GraphRequest):
    """The options of ``plays``."""

    expansion: Expansion = part(Expansion)
    files: list[str] = option(
        "FILE", "plays.jsonl, a table .csv, or a folder of these", nargs="*", words=True
    )
    simulate: str | None = option(
        "--simulate PLAYERS",
        "all, none, or some of beginner, expert, forgetful (default without FILE: all)",
    )
    plays: int | None = option(
        "--plays N", f"plays of each (default: 200; of a bot {BOT_PLAYS})", option_values.count
    )
    seed: int | None = option("--seed N", "draws the plays (default: 0)", option_values.seed)
    bot: str | None = option(
        "--bot MODULE:FUNCTION",
        "score this bot on LEVEL and every FILE, which are levels then: a function that makes "
        "of a level a function of a state, its labels and a random.Random, which returns a label",
    )
    bot_seconds: float | None = option(
        "--bot-seconds S",
        f"seconds for loading the bot, and for each play (default: {BOT_SECONDS:g})",
        option_values.positive,
    )
    names: bool = switch("--names", "name players, instead of hashes")
    output: str | None = output_option(
        "FILE.svg, .png or .pdf: the board with where the walkers were"
    )
    graph: str | None = option("--graph FILE", "the state graph, coloured by visits")
    explored: str | None = explored_option()


def answer(request: Request) -> Answer | int:
    """Return the statistics of plays."""
    from stategraph.pictures import FORMATS
    from stategraph.players import read_plays, replay_plays, statistics_of
    from stategraph.tell import plays as tell

    forms = form_if(request.output, PICTURES), form_if(request.graph, FORMATS)
    form_if(request.explored, CURVES)
    if request.bot is not None:
        return _bot_scores(request, request.bot, forms)
    if request.bot_seconds is not None:
        raise InputError("--bot-seconds needs --bot")
    if request.names and not request.files:
        raise InputError("--names needs a FILE of recorded plays")
    names = _players(request)
    level, read = request.load(), read_plays(request.files)
    graph = request.expand(level)
    if not graph.complete:
        return graphs.whole_or_stopped(level, graph)
    replays = replay_plays(level, graph, read, request.names) if request.files else None
    for line in replays.broken[:MAX_BROKEN_SHOWN] if replays else ():
        remark(line)
    recorded = statistics_of(graph, replays.lines) if replays else None
    simulated = _simulated(request, level, graph, names)
    if request.output or request.graph or request.explored:
        lines = {player.name: player.in_moves() for player in simulated}
        first = next((statistics_of(graph, player_lines) for player_lines in lines.values()), None)
        _draw(request, level, graph, forms, recorded or first)
        recorded_lines = replays.lines if replays else []
        _write_explored(request, level, graph, {"recorded": recorded_lines, **lines})
    return Answer(
        lambda: tell.record(level, graph, replays, recorded, simulated),
        lambda: tell.words(level, graph, replays, recorded, simulated),
    )


def _players(request: Request) -> list[str]:
    """Return the names of the simulated players that --simulate selects."""
    from stategraph.players import PLAYERS

    choice = request.simulate or ("none" if request.files else "all")
    names = {"all": list(PLAYERS), "none": []}.get(choice, choice.split(","))
    for name in names:
        if name not in PLAYERS:
            suggestion = did_you_mean(name, PLAYERS)
            raise InputError(f"--simulate: {name!r} is not one of {', '.join(PLAYERS)}{suggestion}")
    for option_name, value in ("plays", request.plays), ("seed", request.seed):
        if not names and value is not None:
            raise InputError(f"--{option_name} needs simulated players, such as --simulate all")
    return names


def _simulated(
    request: Request, level: Level, graph: ArrayGraph, names: list[str]
) -> list[Simulated]:
    """Simulate plays of a level, counted in the player's units if the level has them."""
    from stategraph.metrics.units import in_units
    from stategraph.players import DEFAULT_PLAYS, PLAYERS, simulated, statistics_of, win_chance
    from stategraph.tell.plays import Simulated

    units = (in_units(level, graph) if names else None) or graph
    players = []
    for name in names:
        how = PLAYERS[name], request.plays or DEFAULT_PLAYS, request.seed or 0
        plays = simulated(level, units, *how)
        chance = win_chance(level, units, PLAYERS[name])
        players.append(
            Simulated(name, units, plays, statistics_of(units, [p.line for p in plays]), chance)
        )
    return players


def _bot_scores(request: Request, name: str, forms: tuple[str | None, str | None]) -> Answer:
    """Run a bot on the levels that LEVEL and FILE name, and return its scores."""
    from stategraph.level_files.families import import_object
    from stategraph.tell import bots as tell

    if request.simulate is not None or request.names:
        raise InputError("--bot cannot be combined with --simulate or --names")
    make = import_object(name, "--bot")
    names_given = [level for level in (request.level, *request.files) if level is not None]
    names: list[str | None] = [*collect(request.source, names_given)] or [None]
    if (any(forms) or request.explored) and len(names) > 1:
        raise InputError("-o, --graph and --explored draw the plays on one LEVEL")
    scores = [_scored(request, load(request.source, level), name, make) for level in names]
    _draw(request, scores[0].level, scores[0].graph, forms, scores[0].found)
    return Answer(
        lambda: [tell.record(name, score) for score in scores],
        lambda: tell.words(scores),
        DONE if all(score.found for score in scores) else UNKNOWN,
    )


def _scored(request: Request, level: Level, name: str, make: object) -> Scored:
    """Run the bot that ``make(level)`` returns on a level, and return its scores."""
    from stategraph.level_files import StoredGraph
    from stategraph.players import bot_plays, make_bot, statistics_of
    from stategraph.tell.bots import Scored

    graph = request.expand(level)
    if not graph.complete:
        graphs.whole_or_stopped(level, graph)
        return Scored(level, graph, None)
    with status_line(f"{level.name}: {name}"):
        seconds = request.bot_seconds or BOT_SECONDS
        bot = make_bot(name, make, StoredGraph.of(level, graph), seconds)
        how = (name, bot, request.plays or BOT_PLAYS, request.seed or 0, seconds)
        lines = bot_plays(level, graph, *how)
    _write_explored(request, level, graph, {name: lines})
    return Scored(level, graph, statistics_of(graph, lines))


def _draw(
    request: Request,
    level: Level,
    graph: ArrayGraph,
    forms: tuple[str | None, str | None],
    statistics: Judged | None,
) -> None:
    """Draw how often actors occupy each cell of the board, and how often plays visit each state."""
    from stategraph.analysis.heat import heat_of_plays

    board, graph_form = forms
    if not (board or graph_form):
        return
    if statistics is None:
        raise InputError("no plays to draw: name a FILE, or players to --simulate")
    pictures: dict[str, bytes] = {}
    if request.output and board:
        pictures[request.output] = heat_board(
            level, heat_of_plays(level, graph, statistics.visits), board
        )
    if request.graph and graph_form:
        visits = {node: float(count) for node, count in statistics.visits.items()}
        how = dict(colour=visits, meaning="visits", describe=level.describe)
        pictures[request.graph] = picture(level, graph, graph_form, **how)
    write_all(pictures)


def _write_explored(
    request: Request, level: Level, graph: ArrayGraph, plays: dict[str, list[Line]]
) -> None:
    """If --explored is given, write the share of the graph that the plays explored."""
    from stategraph.analysis.exploration import explored
    from stategraph.tell.exploration import Explorer

    if request.explored is None:
        return
    curves: list[Explorer] = []
    for player, lines in plays.items():
        explorations = explored(level, graph, [line.nodes for line in lines])
        numbered_lines = enumerate(zip(lines, explorations, strict=True), 1)
        curves += [
            Explorer(level.name, line.player or player, k, exploration)
            for k, (line, exploration) in numbered_lines
        ]
    write_curves(request.explored, curves, "moves")
