"""The recorded output of the commands, for small levels.

    python tests/cli/transcript.py      record the texts again, after an intended change

Seconds and bytes differ between runs; their digits are recorded as #.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import sys
import tempfile
from pathlib import Path

from stategraph.cli import main

FILE = Path(__file__).with_suffix(".txt")

EIGHT, SIX, PUSH = "spacewreck/eight-rooms", "spacewreck/no-way-out", "psychopath/first-push"

RATED = [
    "both-arrive", "eight-rooms", "long-way", "merry-go-round", "million-ways", "minefield",
    "rooms-with-letters", "text-or-moves", "invented/back-to-the-door",
    "invented/beside-the-exit", "invented/one-right-corridor", "invented/round-the-ring",
    "invented/six-rooms",
]  # fmt: skip
LEVELS = " ".join(f"spacewreck/{name}" for name in RATED)

# The files that commands read.
FILES = {
    "plays.csv": (
        "level,player,moves\n"
        + "".join(f"{EIGHT},{who},{moves}\n" for who, moves in [
            ("ann", "R3 L5 L8"), ("ann", "L4 R3 L7 R6 R3"), ("bob", "R3 R1 R3 L5 L8"),
            ("bob", "R3 R1 R3 R1"), ("cy", "R3 L5 L5"), ("dee", "L4 R3 L7"),
        ])
    ),
    "ship.yaml": "puzzle: spacewreck\nlevel: |\n  4 5\n  red green red\n  1 2\n"
    "  1 3 green\n  2 3 red\n  3 4 red\n  1 4 green\n  3 1 red\n",
    "other.yaml": "puzzle: spacewreck\nlevel: |\n  4 5\n  red green red\n  1 2\n"
    "  1 3 green\n  2 3 red\n  3 4 green\n  2 1 red\n  3 1 red\n",
    "rules.yaml": "demand: {shortest: [2, 4], dead_states: 0, needed: all,"
    " ask: [can reach goal, never dead]}\n",
    "rated.csv": "level,solved,rating\n"
    + "".join(f"spacewreck/{name},{k % 4 / 3},{len(name) + k}\n" for k, name in enumerate(RATED)),
}  # fmt: skip

COMMANDS = f"""
solve {EIGHT}
solve {EIGHT} --all 5 --json
solve {EIGHT} --minimise lucky
solve {EIGHT} --minimise lucky --json
solve {EIGHT} --pareto lucky,rocket
solve {EIGHT} --pareto lucky,rocket --json
solve {EIGHT} --avoid 'rocket = 3' --minimise moves
solve {SIX}
solve {SIX} --minimise moves --json
solve ship.yaml --classes
solve ship.yaml --classes --json
solve labyrinth/nine-tiles --classes
solve ship.yaml --sample 2
solve {EIGHT} --by turns
solve {EIGHT} --by turns --json
solve {EIGHT} --after L4 --by turns
solve sokoban/corner
solve {EIGHT} --max-states 3
analyse {EIGHT}
analyse {EIGHT} --by moves
analyse {EIGHT} --by moves --all
analyse {SIX}
analyse {PUSH}
analyse sokoban/corner
analyse ship.yaml
analyse {EIGHT} --by turns
analyse {EIGHT} --max-states 5
analyse {PUSH} --by walks
analyse labyrinth/first-shift --by symmetry
analyse {EIGHT} --cost lucky
solve sokoban/next-door --pareto pushes,moves
solve sokoban/next-door --by walks --json
ask {EIGHT} 'can reach dead'
ask {EIGHT} 'must reach goal'
ask {EIGHT} 'most moves before goal'
ask {EIGHT} 'most moves before (goal or dead)'
ask {EIGHT} 'fewest moves to dead'
ask {EIGHT} 'how many states: dead'
ask {EIGHT} 'how many shortest solutions pass rocket = 3'
ask {EIGHT} 'always can reach goal'
ask {EIGHT} 'can reach dead' --max-states 4
query {EIGHT}
query {EIGHT} --after L4R3L7R6
query {EIGHT} --after L4R3L7R6 --json
query {EIGHT} --after R3 --json
query {EIGHT} --after R3L5L8 --json
query sokoban/corner --json
query {EIGHT} --where dead
query {PUSH} --node 3 --by walks
query {EIGHT} --after R3 --max-states 4 --json
verify {EIGHT} R3R1R3L5L8
verify {EIGHT} R3L5
verify {EIGHT} L4R3L7
check {EIGHT} --rules rules.yaml
check {EIGHT} --rules rules.yaml --json
check {EIGHT} ship.yaml {SIX} --rules rules.yaml
diff {EIGHT} ship.yaml
diff ship.yaml other.yaml
diff other.yaml ship.yaml --json
diff ship.yaml other.yaml --by turns
diff {EIGHT} {EIGHT} --max-states 4
ablate {EIGHT}
ablate {EIGHT} --json
ablate other.yaml
ablate ship.yaml --minimal -
plays {EIGHT} plays.csv
plays {EIGHT} plays.csv --json --simulate none
plays {EIGHT} --plays 20 --simulate beginner,expert
hardest {EIGHT}
hardest {EIGHT} --json
hardest sokoban/corner
hardest {EIGHT} --max-states 4
difficulty {EIGHT} {PUSH}
difficulty {EIGHT}
difficulty {EIGHT} --json
list {EIGHT} ship.yaml {SIX}
table {EIGHT} {SIX} --max-states 4
audit-heuristic {PUSH}
audit-heuristic {PUSH} --json
audit-heuristic {EIGHT} --json
audit-heuristic {PUSH} --max-states 20
audit-heuristic sokoban/long-way-round
search {EIGHT} --algorithms bfs,astar
search {EIGHT} --questions
search {SIX} --questions --json
export {EIGHT} -o whole.npz
analyse whole.npz
analyse spacewreck/both-arrive --by symmetry
expand {EIGHT} --max-states 4 -o part.npz
query part.npz --node 1
solve part.npz
calibrate rated.csv {LEVELS}
calibrate rated.csv {LEVELS} --json
calibrate rated.csv {EIGHT} spacewreck/minefield spacewreck/long-way spacewreck/both-arrive
calibrate rated.csv {EIGHT} spacewreck/minefield
repair {SIX} --want 'solvable: true'
polish {EIGHT}
polish {EIGHT} --most 1 --json
polish {EIGHT} --most 1
verify {EIGHT} R3R1R3L5L8 --json
analyse {EIGHT} --by rocket
analyse {EIGHT} --by rocket --json
analyse {SIX} --by rocket --json
analyse {EIGHT} --by rocket --max-states 4 --json
query {EIGHT} --state 'rocket=6, lucky=6'
query {EIGHT} --state 'rocket=6, lucky=6' --json
query {EIGHT} --state 'rocket=6, lucky=7' --max-states 4 --json
query {EIGHT} --after L4R3L7R6 --max-states 4 --json
table {LEVELS}
table {LEVELS} --order difficulty
verify {EIGHT} R3L5 --json
verify {EIGHT} R9 --json
verify {EIGHT} R3L5L8 --max-states 3 --json
ask sokoban/corner 'most moves before goal'
ask {EIGHT} 'most moves before start'
ask {EIGHT} 'must reach goal' --fair
export {EIGHT} --by turns -o turns.json --json
export spacewreck/no-way-out --by turns -o none.json --json
"""


def commands() -> list[str]:
    """Return the commands."""
    return [line for line in COMMANDS.splitlines() if line]


def write_files(folder: Path) -> None:
    """Write the files that the commands read."""
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")


def masked(text: str) -> str:
    """Return a text without the parts that differ between runs."""
    text = re.sub(r"\S*/puzzles/", "puzzles/", text)
    text = re.sub(r"^(\S+/\S+ +(?:bfs|ids|astar) .*?) +[\d.e-]+$", r"\1 #", text, flags=re.M)
    for pattern in (r"[\d.e-]+(?= s\b)", r"[\d,]+(?= KiB)", r'(?<="seconds": )[\d.e-]+'):
        text = re.sub(pattern, "#", text)
    return text


def said(command: str, folder: Path) -> str:
    """Run a command in this process and a folder; return its output and exit code."""
    shown = io.StringIO()
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(shown),
        contextlib.redirect_stderr(shown),
    ):
        try:
            code = main(shlex.split(command))
        except SystemExit as stop:
            code = int(stop.code or 0)
    text = shown.getvalue()
    if text.startswith(("[", "{")):  # JSON, possibly followed by a remark
        value, end = json.JSONDecoder().raw_decode(text)
        rows = value.items() if isinstance(value, dict) else enumerate(value)
        lines = [f"{name}: {json.dumps(row, ensure_ascii=False)}\n" for name, row in rows]
        text = "".join(lines) + text[end:].lstrip()
    return masked(f"{text}exit code {code}\n")


def recorded() -> dict[str, str]:
    """Return the recorded texts, by command."""
    parts = re.split(r"^\$ (.*)\n", FILE.read_text("utf-8"), flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        here = Path(temporary)
        write_files(here)
        texts = {command: said(command, here) for command in commands()}
    FILE.write_text("".join(f"$ {name}\n{text}" for name, text in texts.items()), "utf-8")
    sys.stdout.write(f"{FILE}: {len(texts)} commands\n")
