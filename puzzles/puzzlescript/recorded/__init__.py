"""Replay of recorded plays and levels.

Command line: ``python -m stategraph_puzzles.puzzlescript.recorded FILE.json``.

A file holds a list of entries. A play has a ``source``, a ``level``, its ``inputs`` (0 up, 1 left,
2 down, 3 right, 4 action, "undo", "restart", "tick") and the ``expected`` level after them. An
entry for a whole level holds numbers: ``states``, ``moves``, ``shortest`` and others. Its source
may be in two files beside it: in ``games.json`` under its ``name``, or in ``visible.json`` under
its ``index``. An entry with only a ``source`` must be rejected.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stategraph.rules import LevelError

from ..board import Cells, bits
from ..engine import Endless, Engine, Turn
from ..game import ACTION, DOWN, LEFT, RIGHT, UP, Game
from ..rules import GameLevel, Played

# the won state of `level_counts`, which represents all of them
WON = "won"

KEYS = {0: UP, 1: LEFT, 2: DOWN, 3: RIGHT, 4: ACTION}


class Session:
    """A play as in the engine's own tests: after a win, the next level is loaded."""

    def __init__(self, game: Game, level: int):
        self.game = game
        self._load(level)

    def _load(self, level: int) -> None:
        level_rows = self.game.source.levels[level]
        self.level, self.over = level, False
        width, height, cells = self.game.cells(level_rows)
        self.engine = Engine(self.game, width, height, shows_messages=False)
        self.cells = self.target = cells
        self.past: list[Cells] = []
        self._settle(self.engine.start(cells))

    def _settle(self, turn: Turn) -> None:
        """Adopt the result of a turn, then run its ticks, or load the next level after a win."""
        ticks = 0
        while True:
            self.cells, self.target = turn.cells, turn.target
            if turn.won:
                self._next()
                return
            if not turn.again or ticks > 10_000:
                return
            ticks += 1
            turn = self.engine.turn(self.cells, self.target, 0, not self.over)

    def _next(self) -> None:
        levels = self.game.source.levels
        if self.level + 1 < len(levels) and levels[self.level + 1].rows is not None:
            self._load(self.level + 1)
        else:
            self.over = True

    def press(self, key: int | str) -> None:
        """Play one input."""
        if key == "undo":
            if "noundo" not in self.game.source.prelude:
                while self.past and self.past[-1] == self.cells:
                    self.past.pop()
                if self.past:
                    self.cells = self.past.pop()
        elif key == "restart":
            if "norestart" not in self.game.source.prelude:
                self.past.append(self.cells)
                self._settle(self.engine.restart(self.target))
        elif key == "tick":
            self._settle(self.engine.turn(self.cells, self.target, 0, not self.over))
        elif key != 4 or self.game.has_action:
            assert isinstance(key, int)
            self.past.append(self.cells)
            self._settle(self.engine.turn(self.cells, self.target, KEYS[key], not self.over))

    def text(self) -> str:
        """Return the level in the notation of the recordings."""
        numbers: dict[str, int] = {}
        parts = []
        for k, cell in enumerate(self.cells):
            names = " ".join(sorted(self.game.names[thing] for thing in bits(cell)))
            parts.append(f"{numbers[names]}," if names in numbers else f"{names}:{len(numbers)},")
            numbers.setdefault(names, len(numbers))
            if (k + 1) % self.engine.width == 0:
                parts.append("\n")
        return "".join(parts)


def play_faults(entry: Mapping[str, Any]) -> list[str]:
    """Replay a recorded play, and return the differences from the recording."""
    session = Session(Game(entry["source"]), int(entry["level"]))
    for key in entry["inputs"]:
        session.press(key)
    faults = []
    if session.text() != entry["expected"]:
        faults.append(f"final level: {session.text()!r}, recorded {entry['expected']!r}")
    if session.level != entry.get("final_level", session.level):
        faults.append(f"final level number: {session.level}, recorded {entry['final_level']}")
    return faults


def level_faults(entry: Mapping[str, Any], text: str) -> list[str]:
    """Return the differences between the numbers of a whole level and the recorded ones."""
    counts = level_counts(GameLevel(Game(text), entry["level"]))
    return [
        f"{name}: {value}, recorded {entry[name]}"
        for name, value in counts.items()
        if name in entry and entry[name] != value
    ]


def level_counts(puzzle: GameLevel) -> dict[str, object]:
    """Expand a whole level and return its numbers, such as the number of states."""
    successors: dict[Played, dict[str, Played]] = {}
    start = WON if puzzle.is_goal(puzzle.start) else puzzle.start
    depth: dict[Played, int] = {start: 0}
    queue = [start]
    for state in queue:
        moves = () if state == WON else puzzle.moves(state)
        successors[state] = {label: WON if puzzle.is_goal(to) else to for label, to in moves}
        for label in sorted(successors[state]):
            to = successors[state][label]
            if to not in depth:
                depth[to] = depth[state] + 1
                queue.append(to)
    path_counts = dict.fromkeys(queue, 0)
    path_counts[start] = 1
    predecessors: dict[Played, list[Played]] = {state: [] for state in queue}
    for state in queue:
        for to in successors[state].values():
            predecessors[to].append(state)
            if depth[to] == depth[state] + 1:
                path_counts[to] += path_counts[state]
    alive: list[Played] = [WON] if WON in depth else []
    visited = set(alive)
    for state in alive:
        for origin in predecessors[state]:
            if origin not in visited:
                visited.add(origin)
                alive.append(origin)
    return {
        "states": len(queue),
        "moves": sum(map(len, successors.values())),
        "shortest": depth.get(WON),
        "first": _first(start, successors, predecessors) if WON in depth else None,
        "shortest_count": path_counts.get(WON, 0),
        "dead": len(queue) - len(alive),
        "depth": max(far for state, far in depth.items() if state != WON),
        "winning_moves": len(predecessors.get(WON, [])),
        "width": puzzle.engine.width,
        "height": puzzle.engine.height,
    }


def _first(
    start: Played,
    successors: Mapping[Played, Mapping[str, Played]],
    predecessors: Mapping[Played, Sequence[Played]],
) -> str:
    """Return the first of the shortest solutions in text order."""
    distance: dict[Played, int] = {WON: 0}
    queue: list[Played] = [WON]
    for state in queue:
        for origin in predecessors[state]:
            if origin not in distance:
                distance[origin] = distance[state] + 1
                queue.append(origin)
    state, labels = start, ""
    while state != WON:
        label = min(
            k
            for k, to in successors[state].items()
            if distance.get(to, len(distance)) == distance[state] - 1
        )
        labels, state = labels + label, successors[state][label]
    return labels


def faults(entry: Mapping[str, Any], folder: Path) -> list[str]:
    """Return the differences for one entry of a file of recordings in a folder."""
    try:
        if "inputs" in entry:
            return play_faults(entry)
        if "states" in entry:
            return level_faults(entry, _source(entry, folder))
        GameLevel(Game(entry["source"]))
    except LevelError as error:
        return [] if set(entry) & {"random", "realtime"} else [f"refused: {error}"]
    except Endless:
        return ["ticks never end"]
    return ["not refused"]


def _source(entry: Mapping[str, Any], folder: Path) -> str:
    """Return the source of a whole level; raise `LookupError` if the folder does not contain it."""
    if "source" in entry:
        return str(entry["source"])
    if entry["kind"] == "demo":
        games = json.loads((folder / "games.json").read_text(encoding="utf-8"))
        return str(games[entry["name"]])
    plays = json.loads((folder / "visible.json").read_text(encoding="utf-8"))
    sources: dict[int, str] = {play["index"]: play["source"] for play in plays}
    return sources[entry["index"]]
