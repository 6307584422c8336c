"""Plays replayed on the state graph of their level: the states that each passed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

from stategraph.errors import MovesError
from stategraph.graph import ArrayGraph
from stategraph.laws import replay
from stategraph.levels import Level
from stategraph.players.reading import Play, level_key


@dataclass(frozen=True)
class Line:
    """A play on the graph, up to the goal where it gets there.

    Attributes
    ----------
    player : str
        empty where that is not known
    nodes : tuple of int
        the states passed, the start first
    labels : tuple of str
        one fewer
    milliseconds : float or None
        how long it took
    """

    player: str
    nodes: tuple[int, ...]
    labels: tuple[str, ...]
    milliseconds: float | None = None


@dataclass(frozen=True)
class Replays:
    """The plays of a level, those that break, and how many are of other levels.

    Attributes
    ----------
    lines : list of Line
    broken : list of str
        what is wrong with each play that does not replay, with its file and line
    others : int
    """

    lines: list[Line]
    broken: list[str]
    others: int


def replayed(
    level: Level, graph: ArrayGraph, plays: Iterable[Play], names: bool = False
) -> Replays:
    """Return the plays that are of a level, replayed. O(moves of all plays).

    A play is of the level where it names it: by the hash of its text, its name, its title or its
    file; or where it names none. Players are told apart by a hash of their name, unless `names`.
    The graph is that of the level's states, and whole.
    """
    known = {level_key(level), level.name, level.title, level.file, PurePath(level.file).name}
    known |= {PurePath(level.name).name, PurePath(level.name).stem, ""}
    follow = _Follow(level, graph)
    lines, broken, others = [], [], 0
    for play in plays:
        if play.level not in known:
            others += 1
            continue
        try:
            nodes, labels = follow.way(play)
        except MovesError as error:
            broken.append(f"{play.where}: {error}")
            continue
        times = play.times[: len(labels)]
        time = times[-1] if times else None
        lines.append(Line(play.player if names else play.hashed, nodes, labels, time))
    return Replays(lines, broken, others)


class _Follow:
    """Follows moves on a graph; the moves of each state are looked up once."""

    def __init__(self, level: Level, graph: ArrayGraph):
        self._level, self._graph = level, graph
        self._moves: dict[int, dict[str, int]] = {}

    def way(self, play: Play) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Return the states and moves of a play; ``MovesError`` where it breaks."""
        labels: tuple[str, ...]
        if isinstance(play.moves, str):
            read = replay(self._level.puzzle, self._level.family.labels(play.moves))
            labels = (*read.labels, *([read.rest] if read.rest else []))
        else:
            labels = play.moves
        nodes = [0]
        for k, label in enumerate(labels):
            if nodes[-1] == self._graph.goal:
                labels = labels[:k]
                break
            if (to := self._after(nodes[-1]).get(label)) is None:
                raise MovesError(f"move {k + 1}, {label!r}, cannot be played")
            nodes.append(to)
        return tuple(nodes), tuple(labels)

    def _after(self, node: int) -> dict[str, int]:
        if node not in self._moves:
            self._moves[node] = dict(self._graph.moves(node))
        return self._moves[node]
