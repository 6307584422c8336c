"""What the READMEs, and the page of documents, show is what a reader gets.

- Every console block is run, and its output compared; a line ``...`` stands for lines left out.
- Every python block is run, those of one README one after the other in one namespace, and what it
  prints is what its comments behind ``print`` say.
- A block under a line that ends in ```name.yaml`:`` is a file of that name, which the other blocks
  of its README find.
- ``<!-- long -->`` above a block leaves it to the long tests.
- A block that needs an extra which is not installed is skipped, with the words that say so.
"""

from __future__ import annotations

import re
import shlex

import pytest
from readmes import BLOCKS, READMES, ROOT, blocks, commands, lay_files, like
from rooms import ORDER

from stategraph.errors import InputError

CONSOLE = [
    pytest.param(block, id=str(block), marks=[pytest.mark.long] * (block.above == "<!-- long -->"))
    for block in BLOCKS
    if block.kind == "console"
]


@pytest.mark.parametrize("block", CONSOLE)
def test_commands_print_what_is_shown(run, tmp_path, monkeypatch, block):
    monkeypatch.chdir(tmp_path)
    lay_files(block.readme, tmp_path)
    for command, output in commands(block):
        shown = run(*shlex.split(command))
        _skip_without_extra(shown.err)
        assert shown.out == output or re.fullmatch(like(output), shown.out), command


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_python_prints_what_is_shown(tmp_path, monkeypatch, capsys, readme):
    monkeypatch.chdir(tmp_path)
    lay_files(readme, tmp_path)
    known = {"__name__": "readme"}
    for block in blocks(readme):
        if block.kind == "python":
            try:
                exec(compile(block.text, str(block), "exec"), known)
            except InputError as error:
                _skip_without_extra(str(error))
                raise
            said = re.findall(r"^\s*print\(.*\)\s+# (.*)$", block.text, re.M)
            assert capsys.readouterr().out.splitlines() == said


def _skip_without_extra(said):
    if re.search(r" needs? .*stategraph\[\w+\]", said):
        pytest.skip(said.strip())


def test_there_is_something_to_compare():
    shown = {block.readme.parent for block in BLOCKS if block.kind == "console"}
    families = {path.parent for path in (ROOT / "puzzles").glob("*/__init__.py")}
    assert shown >= families | {ROOT, ROOT / "puzzles"}
    assert sum(len(commands(block)) for block in BLOCKS if block.kind == "console") >= 40


def test_the_front_page_is_short():
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 120


def test_a_seventh_family_is_an_afternoons_work():
    (family,) = (block for block in BLOCKS if block.file == "rushhour.py")
    assert len(family.text.splitlines()) <= 60


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_picture_and_page_is_there(readme):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", readme.read_text("utf-8")):
        if not target.startswith("https://"):
            assert (readme.parent / target).exists(), target


def test_from_the_front_page_every_other_is_found():
    found, ahead = set(), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        found.add(page)
        links = re.findall(r"\]\(([^)#]*(?:README|documents)\.md)", page.read_text("utf-8"))
        ahead += {(page.parent / link).resolve() for link in links} - found
    assert found == set(READMES)


def test_every_verb_has_its_line(run):
    page = (ROOT / "stategraph/cli/README.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page.split("## What stands for")[0], re.M)
    shown = re.findall(r"^    ([a-z-]+)(?: |$)", run("--help").out, re.M)
    assert sorted(shown) == sorted(re.findall(r"`([a-z-]+)`", " ".join(rows)))


def test_the_architecture_lists_every_room_and_names_files_that_exist():
    rooms, questions = (
        (ROOT / "stategraph/README.md").read_text("utf-8").split("## Which file answers")
    )
    listed = re.findall(r"^\| `(\w+)` \|", rooms, re.M)
    assert listed == [room for room in ORDER if room != "__main__"]
    parts = {path.stem for path in (ROOT / "stategraph").iterdir() if list(path.glob("*.py"))}
    parts |= {path.stem for path in (ROOT / "stategraph").glob("[!_]*.py")}
    assert set(listed) == parts
    files = re.findall(r"`([\w/]+(?:\.py|/))`", questions)
    assert files
    assert [name for name in files if not (ROOT / "stategraph" / name).exists()] == []


def test_every_file_is_named_where_its_room_is_described():
    rooms = ROOT / "stategraph"
    every = (rooms / "README.md").read_text("utf-8")
    missing = []
    for room in (path for path in rooms.iterdir() if list(path.glob("*.py"))):
        own = room / "README.md"
        page = every + (own.read_text("utf-8") if own.exists() else "")
        for path in sorted(room.rglob("*")):
            if path.suffix in (".py", ".js") and path.name[0] != "_":
                named = path.relative_to(rooms).as_posix(), path.relative_to(room).as_posix()
                alike = f"`{path.parent.relative_to(rooms).as_posix()}/`, a file for each" in page
                if room.name == "cli":  # for each verb
                    alike = "def add_verb(" in path.read_text("utf-8")
                if not (alike or any(f"`{name}`" in page for name in (*named, path.name))):
                    missing.append(named[0])
    assert missing == []
