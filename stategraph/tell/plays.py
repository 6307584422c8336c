"""Record and text of ``plays``: how recorded and simulated players behave on a level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.analysis.trap_reasons import Reasons, reasons_of
from stategraph.design import measure_all
from stategraph.players import ABOUT, PLAYERS
from stategraph.players.play_statistics import Estimate, Judged, Median, Regret, estimate, median
from stategraph.players.simulated_player import in_moves
from stategraph.readable import Record, count
from stategraph.tell import units
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import after, columns, first_of, state_in_words
from stategraph.tell.records import closed, record_of
from stategraph.tell.trap_reasons import by_reason, cause_of

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.players import Attempts, Line, Replays

# maximum number of entries in a list
MAX_ENTRIES = 5

# maximum number of states of a level for which the sentence is computed, as simulating the players
# on 11,520 states took 142 s
MAX_STATES_PLAYED = 10_000

# columns of the table of simulated players
TABLE = (
    "player", "won", "95%", "attempts", "over", "lost", "went on", "taken back", "trap moves",
)  # fmt: skip


@dataclass(frozen=True)
class Simulated:
    """The plays of a simulated player.

    Attributes
    ----------
    name : str
    graph : ArrayGraph
        in the player's units if the level has them
    plays : list of Attempts
        paths through `graph`
    found : Judged
        the statistics of their last attempts
    win_chance : float or None
        exact; None if the player has memory, or if there are too many states
    """

    name: str
    graph: ArrayGraph
    plays: list[Attempts]
    found: Judged
    win_chance: float | None

    def in_moves(self) -> list[Line]:
        """Return the last attempt of each play as a path of single moves."""
        return [in_moves(self.graph, play.line) for play in self.plays]


def record(
    level: Level,
    graph: ArrayGraph,
    replays: Replays | None,
    summary: Judged | None,
    simulated: Sequence[Simulated],
) -> Record:
    """Return the record of players' behaviour on a level."""
    values: Record = {
        "puzzle": puzzle_name(level),
        "level": level.name,
        "shortest": analysis.shortest(graph),
        "recorded": None,
        "blind": _random_play(graph),
        "simulated": {player.name: _record_of_simulated(player) for player in simulated},
    }
    if replays is not None and summary is not None:
        values["recorded"] = {
            **figures(graph, summary),
            "broken": replays.broken,
            "of_other_levels": replays.others,
            "cut_after_the_win": replays.cut,
        }
    return closed(values)


def wins_in_words(level: Level, graph: ArrayGraph) -> str:
    """Return how often simulated players win, as a sentence; see `PLAYER_METRICS`.

    The sentence is "" for an incomplete graph, and for a graph with more than `MAX_STATES_PLAYED`
    states.
    """
    if not graph.complete or len(graph) > MAX_STATES_PLAYED:
        return ""
    chances = measure_all(level, graph, ["beginner_wins", "expert_wins"])
    beginner, expert = chances["beginner_wins"], chances["expert_wins"]
    return f"Simulated players: a beginner wins {beginner:.0f}% of plays, an expert {expert:.0f}%."


def _record_of_simulated(player: Simulated) -> Record:
    """Return the statistics of a simulated player, with paths measured in the player's units."""
    quotient = player.graph.quotient
    return {
        "about": ABOUT[player.name],
        **record_of(PLAYERS[player.name]),
        "by": None if quotient is None else quotient.kind,
        **figures(player.graph, player.found),
        "attempts": record_of(median(play.attempts for play in player.plays)),
        "win_chance": None if player.win_chance is None else float(f"{player.win_chance:.9g}"),
    }


def _random_play(graph: ArrayGraph) -> Record | None:
    """Return exact values for uniformly random play, or None if they are unknown or undefined."""
    if graph.goal is None:
        return None
    play = analysis.play_at_random(graph)
    if not play.trusted:
        return None
    wins, moves = (float(f"{float(x[0]):.9g}") for x in (play.wins, play.moves))
    return {"win_chance": wins, "expected_moves": moves}


def figures(graph: ArrayGraph, summary: Judged) -> Record:
    """Return all statistics of a set of plays."""

    def state(node: int) -> str:
        return repr(graph.state(node))

    return {
        "plays": summary.n,
        "players": summary.players,
        **record_of(summary, "won", "lost", "stopped"),
        "moves_over_the_shortest": record_of(summary.over),
        "moves_after_being_lost": record_of(summary.went_on),
        "moves_taken_back": record_of(summary.taken_back),
        "seconds": record_of(summary.seconds),
        "regret": record_of(summary.regret, per_move=summary.regret.per_move),
        "first_trap_moves": [
            {"from": node, "state": state(node), "label": label, **share.record()}
            for node, label, share in summary.traps
        ],
        "ends": [
            {"node": node, "state": state(node), **share.record()} for node, share in summary.ends
        ],
        "visited": [
            {"node": node, "state": state(node), "visits": k, **share.record()}
            for node, k, share in summary.visited
        ],
        "taken_back": [
            {"from": node, "label": label, "times": k} for node, label, k in summary.back
        ],
        "chapters": [
            {"gate": node, "state": state(node), **share.record()}
            for node, share in summary.chapters
        ],
    }


def words(
    level: Level,
    graph: ArrayGraph,
    replays: Replays | None,
    summary: Judged | None,
    simulated: Sequence[Simulated],
) -> list[str]:
    """Return players' behaviour on a level as text."""
    least = analysis.shortest(graph)
    solution_text = "no solution" if least is None else f"shortest solution {count(least, 'move')}"
    lines = [f"{level.title or level.name}: {solution_text}"]
    if replays is not None and summary is not None:
        lines += _of_recorded(level, graph, replays, summary)
    if simulated:
        lines += [
            f"simulated players, by {units.noun(simulated[0].graph)}:",
            *(f"  {row}" for row in _table(level, simulated)),
        ]
        lines += [
            f"  {player.name}: {ABOUT[player.name]}{_exact_chance(player)}" for player in simulated
        ]
    if (blind := _random_play(graph)) is not None:
        lines.append(
            f"who moves at random wins with chance {blind['win_chance']:.3g}, and makes "
            f"{blind['expected_moves']:.3g} moves until play is won or lost (exact)"
        )
    return lines


def _of_recorded(level: Level, graph: ArrayGraph, replays: Replays, summary: Judged) -> list[str]:
    """Return the text about recorded plays: how they end, and at which states players fail."""
    player_text = f" by {count(summary.players, 'player')}" if summary.players else ""
    lines = [f"recorded: {count(summary.n, 'play')}{player_text}"]
    if replays.others:
        lines.append(f"  {count(replays.others, 'play')} of other levels left out")
    if replays.broken:
        lines.append(f"  {count(len(replays.broken), 'play')} left out, as moves cannot be played")
    if replays.cut:
        lines.append(f"  {count(replays.cut, 'play')} cut after the win, where more moves follow")
    return lines + _ends(summary) + _places(level, graph, summary) if summary.n else lines


def _ends(summary: Judged) -> list[str]:
    rows = [
        ("won", _share(summary.won)),
        ("lost", _share(summary.lost)),
        ("stopped", f"{_share(summary.stopped)}, though they could win"),
        ("moves over the shortest", _median(summary.over)),
        ("moves after being lost", _median(summary.went_on)),
        ("moves taken back at once", _median(summary.taken_back)),
        ("regret per move", _regret(summary.regret)),
        ("seconds", _median(summary.seconds)),
    ]
    return [f"  {row}" for row in columns([row for row in rows if row[1]], left=2)]


def _places(level: Level, graph: ArrayGraph, summary: Judged) -> list[str]:
    """Return lists of states and moves: where plays are lost, end, return often, or go back."""
    lost_by = _lost_by(level, graph, summary)
    shown = first_of(min(len(lost_by), MAX_ENTRIES), len(lost_by))
    lines = _list(f"lost first by{shown}", lost_by)
    lines += _list(
        "ended without winning",
        [
            f"{_share(share)}: {_after(graph, node)}: {state_in_words(level, graph.state(node))}"
            for node, share in summary.ends
        ],
    )
    lines += _list(
        "visited most",
        [
            f"{count(k, 'time')}, by {_share(share)}: {_after(graph, node)}"
            for node, k, share in summary.visited
        ],
    )
    lines += _list(
        "taken back most",
        [f"{count(k, 'time')}: {_after(graph, node)}: {label}" for node, label, k in summary.back],
    )
    return lines + _list("ended most in chapters", _chapters(graph, summary))


def _chapters(graph: ArrayGraph, summary: Judged) -> list[str]:
    """Return the chapters in which plays end, with the most frequent first.

    The list is empty if a level has only one chapter.
    """
    total = len(summary.chapters) - 1
    ended = [
        (share.count - next_share.count, number, node)
        for number, ((node, share), (_, next_share)) in enumerate(pairwise(summary.chapters), 1)
    ]
    ended.sort(key=lambda one: (-one[0], one[1]))
    return [
        f"{_share(estimate(plays, summary.n))}: chapter {number} of {total}, {_after(graph, node)}"
        for plays, number, node in ended
        if plays and total > 1
    ]


def _lost_by(level: Level, graph: ArrayGraph, summary: Judged) -> list[str]:
    """Return why plays are lost: a line per reason, with the most frequent first fatal move."""
    reasons = reasons_of(level, graph)
    if reasons is None:
        return [f"{_share(k)}: {_after(graph, node)}: {label}" for node, label, k in summary.traps]
    return [
        f"{counts.total()} of {summary.lost.count}: {cause_of(level, reasons, number)}; "
        f"{_most(graph, counts)}"
        for number, counts in _by_reason(graph, reasons, summary)
    ]


def _by_reason(
    graph: ArrayGraph, reasons: Reasons, summary: Judged
) -> list[tuple[int, Counter[int]]]:
    """Group the first fatal moves of plays by reason, and count each move."""
    times = {}
    for (node, label), number in summary.fatal.items():
        moves = range(*graph.offsets[node : node + 2].tolist())
        times[next(move for move in moves if graph.label(move) == label)] = number
    return by_reason(reasons, graph, times)


def _most(graph: ArrayGraph, counts: Counter[int]) -> str:
    """Return the most frequent move as text, with its count if there are other moves."""
    move, times = min(counts.items(), key=lambda one: (-one[1], one[0]))
    text = f"{_after(graph, int(graph.sources[move]))}: {graph.label(move)}"
    if len(counts) == 1:
        return text
    return f"most often ({times}) {text}" if times > 1 else f"such as {text}"


def _list(head: str, lines: list[str]) -> list[str]:
    return [f"  {head}:", *(f"    {line}" for line in lines[:MAX_ENTRIES])] if lines else []


def _after(graph: ArrayGraph, node: int) -> str:
    return after(analysis.path_to(graph, node).labels)


def _table(level: Level, simulated: Sequence[Simulated]) -> list[str]:
    rows: list[tuple[str, ...]] = [TABLE]
    for player in simulated:
        summary = player.found
        first, *_ = [*_lost_by(level, player.graph, summary), "-"]
        first = first.partition("; ")[0]
        interval = f"{percent(summary.won.low)} to {percent(summary.won.high)}"
        medians = [
            plain(estimate) for estimate in (summary.over, summary.went_on, summary.taken_back)
        ]
        attempts = plain(median(play.attempts for play in player.plays))
        losses = f"{summary.lost.count} of {summary.n}"
        won = f"{summary.won.count} of {summary.n}"
        cells = (player.name, won, interval, attempts, medians[0], losses, *medians[1:], first)
        rows.append(cells)
    return columns(rows, left=len(TABLE))


def _exact_chance(player: Simulated) -> str:
    """Return the exact chance that a simulated player wins as text, or "" if it is unknown."""
    if player.win_chance is None:
        return ""
    return f"; it wins with chance {player.win_chance:.3g} (exact)"


def _share(estimate: Estimate) -> str:
    """Return a share and its confidence interval as text."""
    interval = f"{percent(estimate.low)} to {percent(estimate.high)}"
    return f"{estimate.count} of {estimate.n} ({percent(estimate.share)}; {interval})"


def _regret(regret: Regret) -> str:
    """Return the average regret per move as text, or "" if it is unknown."""
    average = regret.per_move
    return (
        ""
        if average is None
        else f"{average:.3g} (of {count(regret.moves, 'move')} before play was lost)"
    )


def percent(share: float | None) -> str:
    """Return a share in percent."""
    return "-" if share is None else f"{100 * share:.0f}%"


def plain(estimate: Median) -> str:
    """Return a median as text, without its interval."""
    return "-" if estimate.value is None else f"{estimate.value:g}"


def _median(estimate: Median) -> str:
    """Return a median and its interval as text, or "" without a median."""
    if estimate.value is None:
        return ""
    interval = "" if estimate.low is None else f"; {estimate.low:g} to {estimate.high:g}"
    return f"median {estimate.value:g} (of {estimate.n}{interval})"
