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


def examples(text: str) -> list[list[tuple[str, str]]]:
    """Return the (command, output) pairs of each console block."""
    found = []
    for block in blocks(text, "console"):
        parts = [part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.M)[1:]]
        found.append([(line.removeprefix("stategraph "), output) for line, _, output in parts])
    return found


TOUR = examples(README)
FAMILIES = [
    (path.parent.name, example)
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
    rules = re.search(r"`rules\.yaml`:\n\n```yaml\n(.*?)```", README, re.S)[1]
    (tmp_path / "rules.yaml").write_text(rules)
    monkeypatch.chdir(tmp_path)
    return program


@pytest.mark.parametrize("block", TOUR, ids=lambda block: block[0][0])
def test_the_tour_shows_real_output(run, rush_hour, block):
    for command, output in block:
        assert run(*shlex.split(command)).out == output


@pytest.mark.parametrize(
    ("family", "block"), FAMILIES, ids=lambda part: part if isinstance(part, str) else ""
)
def test_each_family_shows_real_output(run, tmp_path, monkeypatch, family, block):
    monkeypatch.chdir(tmp_path)
    for command, output in block:
        assert run(*shlex.split(command)).out == output


def test_there_is_something_to_compare():
    assert sum(map(len, TOUR)) >= 8
    assert {family for family, _ in FAMILIES} == {
        "labyrinth", "pacman", "pledge", "psychopath", "sokoban", "spacewreck",
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
