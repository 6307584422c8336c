"""Replays of recorded plays on the state graph of their level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

from stategraph.errors import MovesError
from stategraph.graph import ArrayGraph
from stategraph.laws import replay
from stategraph.level_files import Level
from stategraph.players.play_files import Play, level_key


@dataclass(frozen=True)
class Line:
    """A play as a path through the graph; a winning play ends at the goal.

    Attributes
    ----------
    player : str
        empty if unknown
    nodes : tuple of int
        the states of the path, starting with node 0
    labels : tuple of str
        one fewer than `nodes`
    milliseconds : float or None
        the duration
    """

    player: str
    nodes: tuple[int, ...]
    labels: tuple[str, ...]
    milliseconds: float | None = None


@dataclass(frozen=True)
class Replays:
    """The result of replaying plays on a level.

    Attributes
    ----------
    lines : list of Line
    broken : list of str
        an error message for each play that cannot be replayed, with its file and line
    others : int
        the number of plays of other levels
    cut : int
        the number of plays with moves after the win; these moves are left out
    """

    lines: list[Line]
    broken: list[str]
    others: int
    cut: int = 0


def replay_plays(
    level: Level, graph: ArrayGraph, plays: Iterable[Play], names: bool = False
) -> Replays:
    """Return the plays of a level, replayed. O(moves of all plays).

    A play belongs to the level if it names no level, or if it names this level by the hash of its
    text, by name, by title or by file.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the complete graph of the states of the level
    plays : iterable of Play
    names : bool
        whether to identify players by name; otherwise by a hash of the name

    Returns
    -------
    Replays
    """
    level_names = {level_key(level), level.name, level.title, level.file, PurePath(level.file).name}
    level_names |= {PurePath(level.name).name, PurePath(level.name).stem, ""}
    follow = _Follow(level, graph)
    lines, broken, other_plays, cut = [], [], 0, 0
    for play in plays:
        if play.level not in level_names:
            other_plays += 1
            continue
        try:
            nodes, labels, unplayed = follow.way(play)
        except MovesError as error:
            broken.append(f"{play.where}: {error}")
            continue
        cut += unplayed > 0
        times = play.times[: len(labels)]
        time = times[-1] if times else None
        lines.append(Line(play.player if names else play.hashed, nodes, labels, time))
    return Replays(lines, broken, other_plays, cut)


class _Follow:
    """Follows moves on a graph; the moves of each state are cached."""

    def __init__(self, level: Level, graph: ArrayGraph):
        self._level, self._graph = level, graph
        self._moves: dict[int, dict[str, int]] = {}

    def way(self, play: Play) -> tuple[tuple[int, ...], tuple[str, ...], int]:
        """Return the states and moves of a play up to a win, and the number of moves after the win.

        Raises ``MovesError`` if a move is illegal.
        """
        labels: tuple[str, ...]
        if isinstance(play.moves, str):
            read = replay(self._level.puzzle, self._level.family.labels(play.moves))
            labels = (*read.labels, *([read.rest] if read.rest else []))
        else:
            labels = play.moves
        nodes = [0]
        for k, label in enumerate(labels):
            if nodes[-1] == self._graph.goal:
                return tuple(nodes), tuple(labels[:k]), len(labels) - k
            if (target := self._after(nodes[-1]).get(label)) is None:
                raise MovesError(f"move {k + 1}, {label!r}, cannot be played")
            nodes.append(target)
        return tuple(nodes), tuple(labels), 0

    def _after(self, node: int) -> dict[str, int]:
        if node not in self._moves:
            self._moves[node] = dict(self._graph.moves(node))
        return self._moves[node]
