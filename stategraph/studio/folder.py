"""The files that a studio may open and save, which are the level files of one folder.

The name of a file is its path in the folder, such as ``mine/first.yaml``. To save a file, a client
sends the hash of the text that it read before. So changes that others have made since then are
never overwritten.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from stategraph import files
from stategraph.errors import InputError, OutputError, StategraphError
from stategraph.files.locks import locked
from stategraph.level_files import (
    family,
    is_yaml,
    read_level,
    self_contained,
    without_expect,
    written,
)
from stategraph.level_files.contents import bundled_levels
from stategraph.level_files.families import bundled_names, bundled_path, family_names
from stategraph.level_files.pack import split
from stategraph.load import collect, load
from stategraph.players.play_files import parse_plays

# Maximum size of a level file in bytes.
MAX_LEVEL_BYTES = 2**20

PLAYS = "plays.jsonl"

# Maximum size of the file of plays in bytes.
MAX_PLAYS_BYTES = 16 * 2**20

# Maximum number of parts in a file's path, including the file.
MAX_DEPTH = 20

# The title of a new level.
UNTITLED = "Untitled"


class Changed(StategraphError):
    """Raised if a file has changed since it was read; ``text`` is its current content."""

    def __init__(self, name: str, text: str, known_mark: str):
        changed = f"{name} changed on disk since it was opened"
        super().__init__(changed if known_mark else f"there is another file {name} already")
        self.text = text


@dataclass(frozen=True)
class Opened:
    """An opened level: its name, its text, and a hash by which changes of the file are detected."""

    name: str
    text: str
    seen: str


class Folder:
    """A folder of level files, and the bundled levels, which can be read only."""

    def __init__(self, root: Path):
        self.root = root.resolve()

    @property
    def key(self) -> str:
        """A short hash of the folder's path."""
        return seen(str(self.root))[:16]

    def names(self) -> list[str]:
        """Return the sorted names of the level files in the folder and its subfolders."""
        paths = (path for path in self.root.rglob("*.y*ml") if is_yaml(path.name))
        inside = (
            path for path in paths if not any(part.startswith(".") for part in path.parts[1:])
        )
        return sorted(path.relative_to(self.root).as_posix() for path in inside)[:1000]

    def open(self, name: str) -> Opened:
        """Return a level file of the folder, or a bundled level ``family/name``.

        Content that the level reads from another file is copied into its text, so that it can be
        edited. A file in a family's own format, such as a game, is opened as a new level. If the
        file holds several levels, `name` may select one of them; the default is the first.
        """
        path = self._bundled(name) or self._path(name)
        file = Path(split(str(path))[0])
        if files.is_file(file) and not is_yaml(file.name):
            level = load(collect([str(path)])[0])
            start, title = level.puzzle.start, level.title or file.stem
            return Opened("", written(level.family, level.puzzle, start, title), "")
        text = files.read_text(path, MAX_LEVEL_BYTES)
        return Opened(name, _shown(text, path), seen(text))

    def template(self, name: str) -> Opened:
        """Return a small bundled level of a family as a new level.

        Solvable levels with more than two moves are preferred, and among them levels with trap
        moves.
        """
        levels = bundled_levels(family(name).name)
        if not levels:
            raise InputError(f"family {name!r} brings no level to start from")
        worth = [level for level in levels if (level.expect.get("shortest") or 0) > 2] or levels
        worth = [level for level in worth if level.expect.get("trap_moves")] or worth
        text = without_expect(min(worth, key=lambda one: (len(one.text), one.name)))
        text = re.sub(r"\A(#.*\n)+", "", text)
        return Opened("", re.sub(r"^title:.*$", f"title: {UNTITLED}", text, flags=re.M), "")

    def save(self, name: str, text: str, known_mark: str) -> Opened:
        """Write a whole level file.

        Parameters
        ----------
        name : str
            path in the folder
        text : str
            the new content
        known_mark : str
            the hash `seen` of the content that was read; empty for a new file

        Raises
        ------
        Changed
            if the file on disk has another content
        """
        if not name:
            raise InputError("write a file name first, such as my-level.yaml")
        if not Path(name).suffix:
            name = f"{name}.yaml"
        path, parts = self._path(name), Path(name).parts
        if not is_yaml(path.name):
            raise InputError(f"{name}: the name of a level file ends in .yaml")
        if any(part.startswith(".") for part in parts):
            raise InputError(f"{name}: hidden files and folders cannot be saved")
        if len(parts) > MAX_DEPTH:
            raise InputError(f"a file lies at most {MAX_DEPTH - 1} folders deep")
        if len(text.encode("utf-8", "replace")) > MAX_LEVEL_BYTES:
            raise InputError(f"{name}: more than {MAX_LEVEL_BYTES:,} bytes")
        there = files.read_text(path, MAX_LEVEL_BYTES) if files.is_file(path) else ""
        if there != text and seen(there) != known_mark and (there or known_mark):
            raise Changed(name, there, known_mark)
        files.make_folder(path.parent)
        files.write(path, text.encode("utf-8"))
        return Opened(name, text, seen(text))

    def keep(self, play: object) -> None:
        """Append a play to the folder's file of plays."""
        with locked(self.root):
            self._append([json.dumps(play, ensure_ascii=False)])

    def plays(self) -> str:
        """Return the text of the folder's file of plays, or "" if there is none."""
        path = self.root / PLAYS
        return files.read_text(path, MAX_PLAYS_BYTES) if files.is_file(path) else ""

    def bring(self, name: str, text: str) -> int:
        """Add the plays in the text of a file to the folder's plays, and return their number.

        Plays that the folder has already are left out. Raises ``InputError`` if the text has no
        plays.
        """
        plays = list(parse_plays(text, name))
        if name.lower().endswith(".csv"):
            keys = ("level", "player", "moves", "times")
            lines = [json.dumps({key: getattr(play, key) for key in keys}) for play in plays]
        else:
            lines = [line.strip() for line in text.split("\n") if line.strip()]
        with locked(self.root):
            known = set(self.plays().split("\n"))
            new = [line for line in dict.fromkeys(lines) if line not in known]
            self._append(new)
        return len(new)

    def _append(self, lines: list[str]) -> None:
        """Append lines to the file of plays, which must not be a link to a file elsewhere."""
        try:
            with files.open_no_follow(self.root / PLAYS, "ab") as file:
                file.write("".join(f"{line}\n" for line in lines).encode())
        except OSError as error:
            raise OutputError(f"cannot write {PLAYS}: {error.strerror}") from None

    def families(self) -> list[str]:
        """Return the families that have levels to start from."""
        return family_names()

    def bundled(self) -> list[str]:
        """Return the names of the bundled levels."""
        return bundled_names()

    def _bundled(self, name: str) -> Path | None:
        return None if files.is_file(self.root / name) else bundled_path(name)

    def _path(self, name: str) -> Path:
        """Return the path of a file in the folder; raise ``InputError`` if it is outside."""
        relative = Path(name)
        if not name.isprintable() or not name or relative.is_absolute() or ".." in relative.parts:
            raise InputError(f"{name!r} names no file of the folder")
        path = (self.root / relative).resolve()  # follows links
        if not path.is_relative_to(self.root) or path == self.root:
            raise InputError(f"{name!r} names no file of the folder")
        return path


def _shown(text: str, path: Path) -> str:
    """Return the text of a level file for editing; a valid level is made self-contained."""
    try:
        return self_contained(text, str(path))
    except StategraphError:
        return text


def seen(text: str) -> str:
    """Return the hash of a text, by which changes are detected."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def meant(name: str) -> tuple[Folder, str]:
    """Return the folder and the first level for a folder, file, bundled level or family."""
    path = Path(name)
    if files.is_folder(path):
        return Folder(path), ""
    if files.is_file(split(name)[0]):
        return Folder(path.parent), path.name
    if bundled_path(name) is not None:
        return Folder(Path()), name
    if below := [level for level in bundled_names() if level.startswith(f"{name}/")]:
        solvable = (level for level in below if read_level(level).expect.get("shortest"))
        return Folder(Path()), next(solvable, below[0])
    raise InputError(f"{name}: there is no such level, family or folder")
