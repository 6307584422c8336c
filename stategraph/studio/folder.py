"""The files that a studio may open and save: level files of one folder, and nothing outside it.

A file is named by its path in the folder, ``mine/first.yaml``. Whoever saves says what they had
read, so that what somebody else wrote meanwhile is never lost.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from stategraph import files
from stategraph.errors import InputError, StategraphError
from stategraph.levels import family, is_yaml, self_contained, without_expect, written
from stategraph.levels.contents import bundled_levels
from stategraph.levels.families import bundled_names, bundled_path, family_names
from stategraph.levels.pack import split
from stategraph.load import collect, load

# So many bytes may a level have here.
LARGEST = 2**20

PLAYS = "plays.jsonl"

# How a new level is called.
UNTITLED = "Untitled"


class Changed(StategraphError):
    """Raised where a file is not what whoever saves it had read; ``text`` is what it holds now."""

    def __init__(self, name: str, text: str, known: str):
        changed = f"{name} changed on disk since it was opened"
        super().__init__(changed if known else f"there is another file {name} already")
        self.text = text


@dataclass(frozen=True)
class Opened:
    """A level's text, where it came from, and a hash of it by which a change is noticed."""

    name: str
    text: str
    seen: str


class Folder:
    """A folder of level files, and the bundled levels, which can be read only."""

    def __init__(self, root: Path):
        self.root = root.resolve()

    def names(self) -> list[str]:
        """Return the level files in the folder and below it, sorted."""
        found = (path for path in self.root.rglob("*.y*ml") if is_yaml(path.name))
        inside = (
            path for path in found if not any(part.startswith(".") for part in path.parts[1:])
        )
        return sorted(path.relative_to(self.root).as_posix() for path in inside)[:1000]

    def open(self, name: str) -> Opened:
        """Return a level file of the folder, or a bundled level ``family/name``.

        What it reads from a file beside it is written into its text, where it can be changed. A
        level in a family's own format, as of a game, is opened as a new one: of several in a file
        the first, unless `name` names one.
        """
        path = self._bundled(name) or self._path(name)
        file = Path(split(str(path))[0])
        if files.is_file(file) and not is_yaml(file.name):
            level = load(collect([str(path)])[0])
            start, title = level.puzzle.start, level.title or file.stem
            return Opened("", written(level.family, level.puzzle, start, title), "")
        text = files.read_text(path, LARGEST)
        return Opened(name, _shown(text, path), seen(text))

    def template(self, name: str) -> Opened:
        """Return a small bundled level of a family as a new one: with traps, where any has them."""
        levels = bundled_levels(family(name).name)
        if not levels:
            raise InputError(f"family {name!r} brings no level to start from")
        worth = [one for one in levels if (one.expect.get("shortest") or 0) > 2] or levels
        worth = [one for one in worth if one.expect.get("trap_moves")] or worth
        text = without_expect(min(worth, key=lambda one: (len(one.text), one.name)))
        text = re.sub(r"\A(#.*\n)+", "", text)
        return Opened("", re.sub(r"^title:.*$", f"title: {UNTITLED}", text, flags=re.M), "")

    def save(self, name: str, text: str, known: str) -> Opened:
        """Write a level file, whole; `known` is the `seen` of what it was, empty of a new one.

        Raises
        ------
        Changed
            where the file holds something else
        """
        path = self._path(name)
        if not is_yaml(path.name):
            raise InputError(f"{name}: the name of a level file ends in .yaml")
        if len(text.encode("utf-8", "replace")) > LARGEST:
            raise InputError(f"{name}: more than {LARGEST:,} bytes")
        there = files.read_text(path, LARGEST) if files.is_file(path) else ""
        if there != text and seen(there) != known and (there or known):
            raise Changed(name, there, known)
        files.make_folder(path.parent)
        files.write(path, text.encode("utf-8"))
        return Opened(name, text, seen(text))

    def keep(self, play: object) -> None:
        """Add a play to the folder's file of plays."""
        line = json.dumps(play, ensure_ascii=False) + "\n"
        with (self.root / PLAYS).open("a", encoding="utf-8") as file:
            file.write(line)

    def families(self) -> list[str]:
        """Return the families of which there are levels to start from."""
        return family_names()

    def bundled(self) -> list[str]:
        """Return the names of the bundled levels."""
        return bundled_names()

    def _bundled(self, name: str) -> Path | None:
        return None if files.is_file(self.root / name) else bundled_path(name)

    def _path(self, name: str) -> Path:
        """Return the path of a file in the folder; ``InputError`` where it would lie outside."""
        wanted = Path(name)
        if not name.isprintable() or not name or wanted.is_absolute() or ".." in wanted.parts:
            raise InputError(f"{name!r} names no file of the folder")
        path = (self.root / wanted).resolve()  # where links lead
        if not path.is_relative_to(self.root) or path == self.root:
            raise InputError(f"{name!r} names no file of the folder")
        return path


def _shown(text: str, path: Path) -> str:
    """Return the text of a level file as it is edited: all in one, if it is a level yet."""
    try:
        return self_contained(text, str(path))
    except StategraphError:
        return text


def seen(text: str) -> str:
    """Return the hash of a text by which a change of it is noticed."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def meant(name: str) -> tuple[Folder, str]:
    """Return the folder that a user names, or that of a level, and the level to begin with."""
    path = Path(name)
    if files.is_folder(path):
        return Folder(path), ""
    if files.is_file(split(name)[0]):
        return Folder(path.parent), path.name
    if bundled_path(name) is not None:
        return Folder(Path()), name
    if below := [level for level in bundled_names() if level.startswith(f"{name}/")]:
        return Folder(Path()), below[0]
    raise InputError(f"{name}: there is no such level, family or folder")
