"""The READMEs and the page of documents, cut into blocks of commands, of Python, of files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
READMES = [
    ROOT / "README.md",
    *sorted(set((ROOT / "docs").glob("*.md")) - {ROOT / "docs" / "contents.md"}),
    *sorted(
        path
        for folder in ("stategraph", "puzzles", "tests")
        for path in (ROOT / folder).rglob("README.md")
    ),
]


class Block(NamedTuple):
    """A fenced block: its README, its number there, the line above it, its language, its text."""

    readme: Path
    number: int
    above: str
    kind: str
    text: str

    @property
    def file(self) -> str:
        """The name of the file that this block is, or nothing."""
        name = re.search(r"`([\w.]+\.\w+)`:$", self.above)
        return name[1] if name else ""

    def __str__(self) -> str:
        return f"{self.readme.relative_to(ROOT)}-{self.number}"


def blocks(readme: Path) -> list[Block]:
    text = readme.read_text("utf-8")
    found = []
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        above = text[: match.start()].rstrip("\n").rpartition("\n")[2]
        found.append(Block(readme, len(found) + 1, above, match[1], match[2]))
    return found


BLOCKS = [block for readme in READMES for block in blocks(readme)]


def commands(block: Block) -> list[tuple[str, str]]:
    """Return the (command, output) pairs of a console block."""
    parts = [part.partition("\n") for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]]
    return [(line.removeprefix("stategraph "), output) for line, _, output in parts]


def like(output: str) -> str:
    """Return the pattern of an output in which a line of three dots is any number of lines."""
    return "".join(
        "(?:.*\n)*" if line == "...\n" else re.escape(line)
        for line in output.splitlines(keepends=True)
    )


def lay_files(readme: Path, folder: Path) -> None:
    for block in BLOCKS:
        if block.readme == readme and block.file:
            (folder / block.file).write_text(block.text, "utf-8")
