"""Examples of the READMEs and of the page of documents show the real output.

- Every console block is run, and its output compared; a line ``...`` replaces omitted lines.
- Every python block is run, those of one README one after the other in one namespace, and the
  comments behind ``print`` must match its output.
- A block under a line that ends in ```name.yaml`:`` is a file of that name, which the other blocks
  of its README find.
- ``<!-- long -->`` above a block leaves it to the long tests.
- A block that needs an extra which is not installed is skipped, with the words that say so.
"""

from __future__ import annotations

import ast
import re
import shlex

import pytest
from package_order import ORDER
from readmes import BLOCKS, READMES, ROOT, blocks, commands, lay_files, like

from stategraph.errors import InputError

CONSOLE = [
    pytest.param(
        block,
        id=str(block),
        marks=[pytest.mark.long] * (block.above == "<!-- long -->"),
    )
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
        links = re.findall(r"\]\(([^)#]*\.md)", page.read_text("utf-8"))
        ahead += {(page.parent / link).resolve() for link in links} - found
    assert found >= set(READMES)


def test_every_verb_has_its_line(run):
    page = (ROOT / "stategraph/cli/README.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page.split("## What stands for")[0], re.M)
    shown = re.findall(r"^    ([a-z-]+)(?: |$)", run("--help").out, re.M)
    assert sorted(shown) == sorted(re.findall(r"`([a-z-]+)`", " ".join(rows)))


def test_the_architecture_lists_every_package_and_names_files_that_exist():
    page = (ROOT / "stategraph/README.md").read_text("utf-8")
    assert len(page.splitlines()) <= 150
    listed = re.findall(r"^\| `(\w+)` \|", page, re.M)
    assert listed == [room for room in ORDER if room != "__main__"]
    parts = {path.stem for path in (ROOT / "stategraph").iterdir() if list(path.glob("*.py"))}
    parts |= {path.stem for path in (ROOT / "stategraph").glob("[!_]*.py")}
    assert set(listed) == parts
    files = re.findall(r"`([\w/]+(?:\.\w+|/))`", page.split("## Where to add")[1])
    assert len(files) > 20
    places = (ROOT, ROOT / "stategraph", ROOT / "stategraph/analysis")
    assert [name for name in files if not any((at / name).exists() for at in places)] == []


def test_every_file_begins_with_its_content():
    """The site lists each file with this line."""
    for path in sorted((ROOT / "stategraph").rglob("*.py")):
        first = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0]
        assert first.endswith((".", ":")) and len(first) <= 100, path
    for path in sorted((ROOT / "stategraph").rglob("*.js")):
        assert path.read_text("utf-8").startswith(("// ", "/* ")), path
