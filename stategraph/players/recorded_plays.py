"""Recorded plays: files of plays, and their replays on the state graph of their level.

The files are JSON lines, CSV tables, and folders with such files.

::

    {"level": "3f2a...", "player": "Ada", "moves": ["R3", "L5"], "times": [812, 1530]}

    level,player,moves,times
    eight-rooms,Ada,R3 L5,812 1530

Only ``moves`` is required. It is a list of labels, or a text in players' notation. ``times`` are
milliseconds since the start of the play. All other keys are ignored.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from stategraph.errors import InputError, MovesError
from stategraph.files import is_folder, read_text
from stategraph.graph import ArrayGraph
from stategraph.laws import replay
from stategraph.level_files import Level

if TYPE_CHECKING:
    from stategraph.readable import Record

ENDINGS = (".jsonl", ".csv")

# Number of letters of a hash that replaces a name.
HASH_LETTERS = 8


@dataclass(frozen=True)
class Play:
    """A play as read from a file.

    Attributes
    ----------
    where : str
        ``file:line``
    level : str
        empty if the file does not state it
    player : str
        the name; empty if the file does not state it
    moves : str or tuple of str
        a text in players' notation, or labels
    times : tuple of float
        for each move, the milliseconds since the start of the play; empty if the file has no times
    """

    where: str
    level: str
    player: str
    moves: str | tuple[str, ...]
    times: tuple[float, ...] = ()

    @property
    def hashed(self) -> str:
        """A hash of the player's name, which is shown instead of the name."""
        if not self.player:
            return ""
        return hashlib.sha256(self.player.encode("utf-8", "surrogatepass")).hexdigest()[
            :HASH_LETTERS
        ]


def level_key(level: Level) -> str:
    """Return the key that identifies a level in stored plays: a hash of the level's text."""
    return hashlib.sha256(level.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def level_names(level: Level) -> set[str]:
    """Return the names by which plays may name a level; plays without a name are of any level."""
    name, file = PurePath(level.name), PurePath(level.file).name
    return {level_key(level), level.name, name.name, name.stem, level.title, level.file, file, ""}


def read_plays(names: Sequence[str]) -> list[Play]:
    """Return the plays of the given files, and of all files in the given folders, in order.

    Raises
    ------
    InputError
        if a file does not contain plays, or a line is wrong; the message names file and line
    """
    files = [file for name in names for file in _files(name)]
    return [play for file in files for play in parse_plays(read_text(file), file)]


def _files(name: str) -> list[str]:
    if is_folder(name):
        names = sorted(str(p) for p in Path(name).iterdir() if p.suffix.lower() in ENDINGS)
        if not names:
            raise InputError(f"{name}: the folder holds no {' or '.join(ENDINGS)} file")
        return names
    if Path(name).suffix.lower() not in ENDINGS:
        raise InputError(f"{name}: plays are in {' or '.join(ENDINGS)} files, or a folder of them")
    return [name]


def parse_plays(text: str, file: str) -> Iterator[Play]:
    """Yield the plays in the text of a file; raise ``InputError`` as `read_plays`."""
    if file.lower().endswith(".csv"):
        rows = csv.DictReader(io.StringIO(text), strict=True)
        if "moves" not in (rows.fieldnames or ()):
            raise InputError(f"{file}:1: the column 'moves' is missing")
        try:
            for row in rows:
                yield _of_row(row, f"{file}:{rows.line_num}")
        except csv.Error as error:
            raise InputError(f"{file}:{rows.line_num}: {error}") from None
        return
    for line, record in enumerate(text.split("\n"), 1):
        if record.strip():
            yield _of_json(record, f"{file}:{line}")


def _of_json(text: str, source: str) -> Play:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{source}: is not a line of JSON") from None
    if not isinstance(record, dict) or "moves" not in record:
        raise InputError(f"{source}: 'moves' is missing")
    moves = record["moves"]
    if not isinstance(moves, str):
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise InputError(f"{source}: 'moves' are neither a text nor a list of texts")
        moves = tuple(moves)
    times = record.get("times") or []
    if not isinstance(times, list) or not all(map(_is_time, times)):
        raise InputError(f"{source}: 'times' is not a list of milliseconds")
    return _play(record, moves, tuple(map(float, times)), source)


def _is_time(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value < 1e15  # type: ignore[operator]


def _of_row(row: Record, source: str) -> Play:
    if None in row.values() or None in row:
        raise InputError(f"{source}: has another number of columns than the first line")
    try:
        times = tuple(map(float, row.get("times", "").split()))
    except ValueError:
        times = (-1.0,)
    if not all(map(_is_time, times)):
        raise InputError(f"{source}: 'times' are not milliseconds: {row['times']!r}")
    return _play(row, row["moves"].strip(), times, source)


def _play(row: Record, moves: Any, times: tuple[float, ...], source: str) -> Play:
    for name in ("level", "player"):
        if not isinstance(row.get(name) or "", str):
            raise InputError(f"{source}: {name!r} is not a text: {row[name]!r}")
    return Play(source, row.get("level") or "", row.get("player") or "", moves, times)


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
