"""Plays of people that were brought back: their losses by reason, and their moves in each state.

::

    plays.jsonl ──► replays ─┬─► statistics, losses by reason, heat on the board
                             └─► for each state: its moves, how often, and how the plays ended
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from stategraph.analysis import dead
from stategraph.analysis.heat import heat_of_plays
from stategraph.analysis.trap_reasons import reasons_of
from stategraph.difficulty import difficulty
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.metrics.units import in_units
from stategraph.pictures.heat import heat_drawing
from stategraph.players import Line, replay_plays, statistics_of
from stategraph.players.play_statistics import Judged, outcome_of
from stategraph.players.recorded_plays import parse_plays
from stategraph.readable import Record, count
from stategraph.rules.svg import printable
from stategraph.studio.earlier_plays import earlier_plays
from stategraph.tell.difficulty import sentence
from stategraph.tell.plays import MAX_STATES_PLAYED, percent, wins_in_words
from stategraph.tell.trap_reasons import by_reason, cause_of

WON, LOST, STOPPED = range(3)


def people(
    level: Level, graph: ArrayGraph, plays: str, versions: Sequence[tuple[str, str]] = ()
) -> Record:
    """Return a summary of plays of a level, given as JSON lines.

    `versions` has the names and texts of other versions of the level.

    - ``words``: how the plays ended, beside the estimated difficulty;
    - ``losses``: for each reason, the number of lost plays, the reason in words, and the source
      state and the label of the most frequent fatal move;
    - ``visited``: the states that plays visited;
    - ``heat``: the board with the number of visits of each cell, as SVG, or "";
    - ``moves``: for each state, its moves with the numbers of plays that won, lost and stopped. A
      play counts once for each move;
    - ``earlier``: the plays of other versions; see `earlier_plays`.

    Examples
    --------
    >>> from stategraph.expand import expand
    >>> from stategraph.level_files import read_level
    >>> level = read_level("spacewreck/eight-rooms")
    >>> found = people(level, expand(level.puzzle), '{"moves": ["R3", "L5", "L8"]}')
    >>> found["moves"]["0"], found["words"][0]
    ([['R3', 1, 0, 0]], '1 play: 1 won, 0 lost, 0 stopped.')
    """
    if not graph.complete:
        raise InputError("plays are compared with a complete graph only")
    recorded = list(parse_plays(plays, "plays.jsonl"))
    replays = replay_plays(level, graph, recorded)
    earlier = earlier_plays(level, graph, recorded, versions)
    unknown = replays.others - sum(entry["plays"] for entry in earlier)
    others = [f"{count(unknown, 'play')} of other levels or of unknown versions."] * (unknown > 0)
    broken = [f"{count(len(replays.broken), 'play')} cannot be played."] * bool(replays.broken)
    if not replays.lines:
        return {"plays": 0, "words": others + broken, "losses": [], "visited": [], "heat": "",
                "moves": {}, "earlier": earlier}  # fmt: skip
    judged = statistics_of(graph, replays.lines)
    return {
        "plays": judged.n,
        "words": [_ends(judged), *others, *broken, *_estimates(level, graph, judged)],
        "losses": _losses(level, graph, judged),
        "visited": sorted(judged.visits),
        "heat": _heat(level, graph, judged),
        "moves": _moves(graph, replays.lines),
        "earlier": earlier,
    }


def _ends(judged: Judged) -> str:
    ends = (judged.won.count, "won"), (judged.lost.count, "lost"), (judged.stopped.count, "stopped")
    text = ", ".join(f"{number} {verb}" for number, verb in ends)
    seconds = "" if judged.seconds.value is None else f" Half took {judged.seconds.value:.3g} s."
    return f"{count(judged.n, 'play')}: {text}.{seconds}"


def _estimates(level: Level, graph: ArrayGraph, judged: Judged) -> list[str]:
    """Return the share of plays that failed, beside estimates of this share."""
    failed = judged.won.n - judged.won.count
    lines = [f"Not won: {percent(failed / judged.n)} of plays."]
    if len(graph) > MAX_STATES_PLAYED:
        return lines
    found = difficulty(level, in_units(level, graph) or graph)
    if found.estimate is not None:
        lines.append(f"Estimated difficulty: {sentence(found)}.")
    return [*lines, wins_in_words(level, graph)]


def _losses(level: Level, graph: ArrayGraph, judged: Judged) -> list[Record]:
    moves = {_move(graph, node, label): times for (node, label), times in judged.fatal.items()}
    reasons = reasons_of(level, graph)
    if reasons is None:
        groups = [(-1, Counter({move: times})) for move, times in moves.items()]
    else:
        groups = by_reason(reasons, graph, moves)
    losses = []
    for number, times in groups:
        move = min(times, key=lambda each: (-times[each], each))
        cause = "no known pattern" if reasons is None else cause_of(level, reasons, number)
        losses.append(
            {
                "count": times.total(),
                "text": printable(cause),
                "node": int(graph.sources[move]),
                "label": printable(graph.label(move)),
            }
        )
    return losses


def _move(graph: ArrayGraph, node: int, label: str) -> int:
    moves = range(*graph.offsets[node : node + 2].tolist())
    return next(move for move in moves if graph.label(move) == label)


def _heat(level: Level, graph: ArrayGraph, judged: Judged) -> str:
    """Return the board with the visits of each cell; "" if actors have no cells."""
    board = level.draw(level.puzzle.start)
    with suppress(InputError):
        return heat_drawing(level, board, heat_of_plays(level, graph, judged.visits)).svg()
    return ""


def _moves(graph: ArrayGraph, lines: Sequence[Line]) -> dict[str, list[list[object]]]:
    is_dead: np.ndarray = dead(graph)
    times: dict[int, dict[str, list[int]]] = defaultdict(dict)
    for line in lines:
        outcome = outcome_of(graph, is_dead, line)
        end = WON if outcome.won else STOPPED if outcome.lost_at is None else LOST
        for node, label in dict.fromkeys(zip(line.nodes, line.labels, strict=False)):
            times[node].setdefault(label, [0, 0, 0])[end] += 1
    return {
        str(node): [
            [printable(label), *ends]
            for label, ends in sorted(moves.items(), key=lambda pair: (-sum(pair[1]), pair[0]))
        ]
        for node, moves in times.items()
    }
