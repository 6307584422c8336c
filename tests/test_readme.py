"""What the READMEs show is what a reader gets."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S)


def examples(text: str) -> list[tuple[str, str]]:
    """Return the (command, output) pairs of the console blocks."""
    found = []
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("stategraph "):
                found.append((command.removeprefix("stategraph "), output))
    return found


TOUR = examples(README)
FAMILIES = [
    (path.parent.name, *example)
    for path in sorted((ROOT / "puzzles").glob("*/README.md"))
    for example in examples(path.read_text("utf-8"))
]


@pytest.fixture
def rush_hour(tmp_path, monkeypatch):
    """Save the README's own family and level as the README says."""
    program = next(block for block in blocks(README, "python") if "class RushHour" in block)
    (tmp_path / "rushhour.py").write_text(program)
    level = re.search(r"`jam\.txt`:\n\n```\n(.*?)```", README, re.S)[1]
    (tmp_path / "jam.txt").write_text(level)
    monkeypatch.chdir(tmp_path)
    return program


@pytest.mark.parametrize(("command", "output"), TOUR, ids=[command for command, _ in TOUR])
def test_the_tour_shows_real_output(run, rush_hour, command, output):
    assert run(*shlex.split(command)).out == output


@pytest.mark.parametrize(
    ("family", "command", "output"), FAMILIES, ids=[command for _, command, _ in FAMILIES]
)
def test_each_family_shows_real_output(run, tmp_path, monkeypatch, family, command, output):
    monkeypatch.chdir(tmp_path)
    assert run(*shlex.split(command)).out == output


def test_there_is_something_to_compare():
    assert len(TOUR) >= 8
    assert {family for family, _, _ in FAMILIES} == {
        "labyrinth", "pacman", "pledge", "psychopath", "spacewreck",
    }  # fmt: skip


def test_the_sixth_family_is_an_afternoons_work(rush_hour):
    assert len(rush_hour.splitlines()) <= 60


def test_the_python_example_runs(capsys):
    program = next(block for block in blocks(README, "python") if "first_solution" in block)
    exec(compile(program, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed == re.findall(r"# (?!a networkx)(.*)$", program, re.M)


def test_every_picture_and_page_is_there():
    for readme in (ROOT / "README.md", *(ROOT / "puzzles").glob("*/README.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", readme.read_text("utf-8")):
            if not target.startswith("https://"):
                assert (readme.parent / target).exists(), (readme, target)
