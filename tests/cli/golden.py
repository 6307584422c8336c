"""The shape of every JSON answer: its keys and their types.

    python tests/cli/golden.py      record the shapes again, after an intended change

A shape is a type (``"int"``), a list of the types that occur (``["int", "null"]``), a list
(``{"list": SHAPE}``) or an object (``{"keys": {NAME: SHAPE}}``). Names of data are ``"*"``.
"""

from __future__ import annotations

import contextlib
import io
import json
import shlex
import tempfile
from pathlib import Path
from typing import Any

from stategraph.cli import main
from stategraph.level_files import family_names

FILE = Path(__file__).with_suffix(".json")

LEVELS = {
    "labyrinth": ("labyrinth/first-shift", "labyrinth/locked-in"),
    "pacman": ("pacman/passing-place", "pacman/after-you"),
    "pledge": ("pledge/ferry", "pledge/no-gate"),
    "psychopath": ("psychopath/first-push", "psychopath/two-in-a-row"),
    "puzzlescript": ("puzzlescript/one-star", "puzzlescript/never"),
    "rushhour": ("rushhour/four-by-four", "rushhour/two-in-a-row"),
    "sokoban": ("sokoban/first-push", "sokoban/corner"),
    "spacewreck": ("spacewreck/eight-rooms", "spacewreck/no-way-out"),
}

# {out} is a folder, {plays} a file of plays; every command gets --json
OF_A_LEVEL = (
    "solve {level}",
    "solve {level} --steps",
    "solve {level} --explain",
    "solve {level} --all 3",
    "solve {level} --sample 2",
    "solve {level} --minimise moves",
    "solve {level} --classes",
    "solve {level} --by turns",
    "solve {level} --max-states 3",
    "analyse {level}",
    "analyse {level} --by turns",
    "analyse {level} --max-states 3",
    "ask {level} 'how many states: dead'",
    "ask {level} 'can reach goal'",
    "query {level}",
    "query {level} --node 1",
    "verify {level} ''",
    "check {level}",
    "diff {level} {level}",
    "ablate {level}",
    "plays {level} --plays 3",
    "hardest {level}",
    "difficulty {level}",
    "table {level}",
    "audit-heuristic {level}",
    "expand {level} -o {out}/graph.npz",
    "export {level} -o {out}/graph.json",
    "hints {level} -o {out}/level.hints",
)
ONCE = (
    "explain muse",
    "list",
    "solve no/such-level",
    "polish spacewreck/eight-rooms",
    "repair spacewreck/no-way-out --want 'solvable: true'",
    "invent spacewreck --evaluations 40 -o {out}/invented",
    "invent spacewreck --size 7 --evaluations 64 --pack 3 -o {out}/pack",
)


def commands(family: str) -> list[str]:
    """Return the commands of one family; ``""`` selects commands without a level."""
    if not family:
        return list(ONCE)
    return [text.replace("{level}", level) for level in LEVELS[family] for text in OF_A_LEVEL]


def answer(command: str, folder: Path) -> tuple[int, str]:
    """Run a command with --json in this process; return its exit code and its output."""
    words = [word.replace("{out}", str(folder)) for word in shlex.split(command)]
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(io.StringIO()):
        try:
            code = main([*words, "--json"])
        except SystemExit as stop:
            code = int(stop.code or 0)
    return code, shown.getvalue()


def shape(value: Any) -> Any:
    """Return the shape of a JSON value."""
    if isinstance(value, dict):
        if any(not name.replace("_", "").isalpha() or "/" in name for name in value):
            return {"keys": {"*": merged([shape(each) for each in value.values()])}}
        return {"keys": {name: shape(value[name]) for name in sorted(value)}}
    if isinstance(value, list):
        return {"list": merged([shape(each) for each in value])}
    return "null" if value is None else type(value).__name__


def merged(shapes: list[Any]) -> Any:
    """Return one shape, or the list of different ones."""
    different = {json.dumps(each, sort_keys=True): each for each in shapes}
    return [different[text] for text in sorted(different)] if len(different) != 1 else shapes[0]


def record(command: str, folder: Path) -> Any:
    """Return [exit code, shape of each JSON text printed]."""
    code, text = answer(command, folder)
    decoder, values = json.JSONDecoder(), []
    while text := text.lstrip():
        value, end = decoder.raw_decode(text)
        values.append(shape(value))
        text = text[end:]
    return [code, *values]


def recorded() -> dict[str, Any]:
    """Return the recorded shapes, by command; the file stores equal shapes once."""
    file = json.loads(FILE.read_text("utf-8"))
    return {
        command: [code, *(file["shapes"][each] for each in shapes)]
        for command, (code, *shapes) in file["answers"].items()
    }


def write(answers: dict[str, list[Any]]) -> None:
    """Record answers; each shape is a line of the file."""
    shapes: dict[str, int] = {}
    numbered = {
        command: [code, *(shapes.setdefault(json.dumps(each), len(shapes)) for each in found)]
        for command, (code, *found) in answers.items()
    }
    unique = ",\n".join(shapes)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in numbered.items())
    text = '{"shapes": [\n' + unique + '\n],\n"answers": {\n' + lines + "\n}}\n"
    FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    assert sorted(LEVELS) == sorted(family_names())
    with tempfile.TemporaryDirectory() as temporary:
        write(
            {
                command: record(command, Path(temporary))
                for family in ("", *LEVELS)
                for command in commands(family)
            }
        )
