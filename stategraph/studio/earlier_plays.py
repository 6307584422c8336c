"""Plays of earlier versions of a level: their ends there, and the same moves in this version.

::

    version 2   ── plays with its key ──► won there, or not
                          └─ same moves ─► this version: to the end, a win, or up to move 7
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.errors import StategraphError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level, parse_level
from stategraph.players import Play, level_key
from stategraph.players.recorded_plays import Follow, labels_of
from stategraph.readable import Record
from stategraph.rules.svg import printable

# Maximum number of plays of a version that are sent one by one.
MAX_PLAYS = 12


def earlier_plays(
    level: Level, graph: ArrayGraph, plays: Sequence[Play], versions: Sequence[tuple[str, str]]
) -> list[Record]:
    """Return the plays of other versions of a level, version by version.

    Parameters
    ----------
    level, graph
        this version, and its complete graph
    plays : sequence of Play
    versions : sequence of (str, str)
        the names and texts of the other versions

    Returns
    -------
    list of dict
        for each version with plays: its ``version``, the number of its ``plays``, how many of them
        ``won`` in it, and how many ``play_on`` to their end and ``win_here`` in this version.
        ``ghosts`` has the first plays: their ``moves``, whether they ``won``, and ``fails``, the
        number of the first move that cannot be played in this version, or 0
    """
    follow, found = Follow(graph), []
    for name, text in versions:
        try:
            old = parse_level(text, level.file)
        except StategraphError:
            continue  # a version that is not a level has no plays
        key = level_key(old)
        ghosts = [_ghost(old, follow, play) for play in plays if play.level == key]
        if ghosts and key != level_key(level):
            found.append(_summary(name, ghosts))
    return found


def _ghost(old: Level, follow: Follow, play: Play) -> Record:
    """Return the moves of a play, its end in its own version, and its end in this version."""
    labels = labels_of(old, play)
    nodes = follow.path(labels)
    wins_here = nodes[-1] == follow.graph.goal
    fails = 0 if wins_here or len(nodes) > len(labels) else len(nodes)
    moves = [printable(label) for label in labels]
    return {"moves": moves, "won": _wins(old, labels), "fails": fails, "wins_here": wins_here}


def _wins(level: Level, labels: Sequence[str]) -> bool:
    """Return whether moves reach the goal by the rules of a level."""
    state, puzzle = level.puzzle.start, level.puzzle
    for label in labels:
        after = dict(puzzle.moves(state)).get(label)
        if puzzle.is_goal(state) or after is None:
            break
        state = after
    return bool(puzzle.is_goal(state))


def _summary(name: str, ghosts: list[Record]) -> Record:
    return {
        "version": name,
        "plays": len(ghosts),
        "won": sum(ghost["won"] for ghost in ghosts),
        "play_on": sum(not ghost["fails"] for ghost in ghosts),
        "win_here": sum(ghost["wins_here"] for ghost in ghosts),
        "ghosts": ghosts[:MAX_PLAYS],
    }
