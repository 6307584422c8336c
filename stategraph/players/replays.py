"""Replays of recorded plays on the state graph of their level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stategraph.errors import MovesError
from stategraph.graph import ArrayGraph
from stategraph.laws import replay
from stategraph.level_files import Level
from stategraph.players.play_files import Play, level_names


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
    """
    names_of_level, follow = level_names(level), Follow(graph)
    lines, broken, other_plays, cut = [], [], 0, 0
    for play in plays:
        if play.level not in names_of_level:
            other_plays += 1
            continue
        try:
            labels = labels_of(level, play)
            nodes = follow.path(labels)
            made = len(nodes) - 1
            if made < len(labels) and nodes[-1] != graph.goal:
                raise MovesError(f"move {made + 1}, {labels[made]!r}, cannot be played")
        except MovesError as error:
            broken.append(f"{play.where}: {error}")
            continue
        cut += made < len(labels)
        times = play.times[:made]
        time = times[-1] if times else None
        lines.append(Line(play.player if names else play.hashed, nodes, labels[:made], time))
    return Replays(lines, broken, other_plays, cut)


def labels_of(level: Level, play: Play) -> tuple[str, ...]:
    """Return the moves of a play as labels.

    A text of moves is read by the rules of the level. From the first move that cannot be played,
    the rest of the text is one label.
    """
    if not isinstance(play.moves, str):
        return play.moves
    read = replay(level.puzzle, level.family.labels(play.moves))
    return (*read.labels, *([read.rest] if read.rest else []))


class Follow:
    """Follows moves on a graph; the moves of each state are cached."""

    def __init__(self, graph: ArrayGraph):
        self.graph = graph
        self._moves: dict[int, dict[str, int]] = {}

    def path(self, labels: Iterable[str]) -> tuple[int, ...]:
        """Return the states of a play up to a win, or up to a move that cannot be played."""
        nodes = [0]
        for label in labels:
            target = self._after(nodes[-1]).get(label)
            if target is None or nodes[-1] == self.graph.goal:
                break
            nodes.append(target)
        return tuple(nodes)

    def _after(self, node: int) -> dict[str, int]:
        if node not in self._moves:
            self._moves[node] = dict(self.graph.moves(node))
        return self._moves[node]
