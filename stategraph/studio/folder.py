"""The files that a studio may open, save, rename and delete: the level files of one folder.

The name of a file is its path in the folder, such as ``mine/first.yaml``; ``pack.xsb#3`` is a level
of a file with several. To change a file, a client sends the hash of the text that it read before.
So changes that others have made since then are never overwritten.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from stategraph import files
from stategraph.errors import InputError, LevelError, OutputError, StategraphError
from stategraph.files.locks import locked
from stategraph.level_files import (
    family,
    is_yaml,
    parse_level,
    read_level,
    without_expect,
)
from stategraph.level_files.contents import bundled_levels
from stategraph.level_files.families import bundled_names, bundled_path
from stategraph.level_files.family_recognition import pack_family, text_family
from stategraph.level_files.native_files import as_level_file, parts_lost, with_level
from stategraph.level_files.pack_files import boards_in, numbers, split
from stategraph.load import parse
from stategraph.readable import Record
from stategraph.studio.imported_texts import levels_in, listed, shown

# Maximum size of a level file in bytes.
MAX_LEVEL_BYTES = 2**20

PLAYS = "plays.jsonl"

# Maximum size of the file of plays in bytes.
MAX_PLAYS_BYTES = 16 * 2**20

# Maximum number of files that are listed, and of files in native formats among them.
MAX_FILES, MAX_NATIVE_FILES = 1000, 200

# Maximum number of parts in a file's path, including the file.
MAX_DEPTH = 20

# Maximum number of deleted files that can be restored, until the server ends.
MAX_RESTORED = 20

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
    """An opened level: its name, its text, and a hash by which changes of the file are detected.

    ``note`` names the parts of a level that a saved file omits.
    """

    name: str
    text: str
    seen: str
    note: str = ""


class Folder:
    """A folder of level files, and the bundled levels, which can be read only."""

    def __init__(self, root: Path):
        self.root = root.resolve()
        self._deleted: dict[str, bytes] = {}  # the latest deleted files, by name

    @property
    def key(self) -> str:
        """A short hash of the folder's path."""
        return seen(str(self.root))[:16]

    def names(self) -> list[str]:
        """Return the sorted names of the level files in the folder and its subfolders."""
        return [name for name in self._visible() if is_yaml(name)][:MAX_FILES]

    def first(self) -> str:
        """Return the first level file of `names` that can be read, or else the first of them.

        Without files, return an empty text.
        """
        names = self.names()
        for name in names:
            # the reader of a user-defined family may raise any exception
            with contextlib.suppress(Exception):
                text = self.open(name).text
                if "puzzle" in text and parse_level(text, name):
                    return name
        return next(iter(names), "")

    def native(self) -> list[Record]:
        """Return the names of the files in native formats, and the levels inside each of them.

        The list ``levels`` is empty for a file with a single level.
        """
        levels = {name: self._native_levels(name) for name in self._visible()}
        known = [name for name in levels if levels[name] is not None]
        return [{"name": name, "levels": levels[name]} for name in known[:MAX_NATIVE_FILES]]

    def _native_levels(self, name: str) -> list[Record] | None:
        """Return the levels of a native file, [] for a single level, or None for another file."""
        if not _may_be_native(name):
            return None
        with contextlib.suppress(OSError, InputError):
            path = self._path(name)
            status = path.stat()
            return _levels_of(path, status.st_mtime_ns, status.st_size)
        return None

    def _visible(self) -> list[str]:
        """Return the sorted names of all files that are not hidden."""
        inside = (path.relative_to(self.root) for path in self.root.rglob("*"))
        names = (path.as_posix() for path in inside if not _hidden(path))
        return sorted(name for name in names if files.is_file(self.root / name))

    def open(self, name: str) -> Opened:
        """Return a level file of the folder, or a bundled level ``family/name``.

        Content that the level reads from another file is copied into its text, so that it can be
        edited. A level in its family's native format becomes a level file. If the file holds
        several levels, `name` may select one of them; the default is the first.
        """
        bundled = self._bundled(name)
        if bundled is not None:
            text = files.read_text(bundled, MAX_LEVEL_BYTES)
            return Opened(name, shown(text, str(bundled)), seen(text))
        path, number = self._place(name)
        text = files.read_text(path, MAX_LEVEL_BYTES)
        if is_yaml(path.name):
            return Opened(name, shown(text, str(path)), seen(text))
        file = path.relative_to(self.root).as_posix()
        if number is None and (boards := boards_in(file, text)):
            number = numbers(boards)[0]
            name = f"{file}#{number}" if len(boards) > 1 else file
        level = as_level_file(parse(text, number=number, file=file))
        return Opened(name, level, seen(text))

    def contents(self, name: str) -> Record:
        """Return the text of a file of the folder, and the list of its levels."""
        path = self._path(name)
        text = files.read_text(path, MAX_LEVEL_BYTES)
        return {"text": text, **levels_in(text, name)}

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
        name = self._checked(name)
        path, number = self._place(name)
        if len(text.encode("utf-8", "replace")) > MAX_LEVEL_BYTES:
            raise InputError(f"{name}: more than {MAX_LEVEL_BYTES:,} bytes")
        with locked(self.root):
            there = files.read_text(path, MAX_LEVEL_BYTES) if files.is_file(path) else ""
            new_text, note = self._file_text(name, text, there)
            if there != new_text and seen(there) != known_mark and (there or known_mark):
                raise Changed(name, self._level_text(name, there), known_mark)
            files.make_folder(path.parent)
            files.write(path, new_text.encode("utf-8"))
        return Opened(name, text, seen(new_text), note)

    def rename(self, name: str, new_name: str, known_mark: str) -> Opened:
        """Rename a level file, unless it has changed or the new name is taken.

        A file of several levels keeps them all.
        """
        path, number = self._own(name)
        if not Path(new_name).suffix and new_name:
            new_name += path.suffix
        new_name = self._checked(new_name)
        target = self._path(new_name)
        both_yaml = is_yaml(path.name) and is_yaml(target.name)
        if not both_yaml and target.suffix.lower() != path.suffix.lower():
            raise InputError(f"{new_name}: a new name keeps the ending {path.suffix}")
        with locked(self.root):
            text = self._unchanged(path, name, known_mark)
            _reserve(target, new_name)
            path.replace(target)
        renamed = new_name if number is None else f"{new_name}#{number}"
        return Opened(renamed, self.open(renamed).text, seen(text))

    def delete(self, name: str, known_mark: str) -> None:
        """Delete a level file, unless it has changed or holds several levels.

        `restore` writes it again.
        """
        path, number = self._own(name)
        if number is not None or self._native_levels(name):
            raise InputError(f"{name}: a file with several levels is not deleted here")
        with locked(self.root):
            self._unchanged(path, name, known_mark)
            content = files.read(path, MAX_LEVEL_BYTES)
            try:
                path.unlink()
            except OSError as error:
                raise OutputError(f"cannot delete {name}: {error.strerror}") from None
            self._deleted[name] = content
            while len(self._deleted) > MAX_RESTORED:
                del self._deleted[next(iter(self._deleted))]

    def restore(self, name: str) -> Opened:
        """Write a deleted file again, byte by byte, unless its name is taken."""
        if name not in self._deleted:
            raise InputError(f"{name} was not deleted here; save the level instead")
        path = self._path(name)
        with locked(self.root):
            _reserve(path, name)
            files.write(path, self._deleted.pop(name))
        return self.open(name)

    def _checked(self, name: str) -> str:
        """Return the name of a file to write, with an ending; refuse unsuitable names."""
        if not name:
            raise InputError("write a file name first, such as my-level.yaml")
        if not Path(name).suffix:
            name = f"{name}.yaml"
        path, parts = self._place(name)[0], Path(name).parts
        if not is_yaml(path.name) and not _may_be_native(path.name):
            raise InputError(f"{name}: the name of a level file ends in .yaml")
        if _hidden(Path(name)):
            raise InputError(f"{name}: hidden files and folders cannot be saved")
        if len(parts) > MAX_DEPTH:
            raise InputError(f"a file lies at most {MAX_DEPTH - 1} folders deep")
        return name

    def _own(self, name: str) -> tuple[Path, int | None]:
        """Return the path of a level file and the number of its level; refuse links."""
        path, number = self._place(name)
        if path != self.root / _file_of(name, number):
            raise InputError(f"{name} is a link, which is neither renamed nor deleted here")
        file = path.relative_to(self.root).as_posix()
        is_level_file = is_yaml(file) or self._native_levels(file) is not None
        if not files.is_file(path) or _hidden(Path(file)) or not is_level_file:
            raise InputError(f"{name!r} names no level file of the folder")
        return path, number

    def _unchanged(self, path: Path, name: str, known_mark: str) -> str:
        """Return the text of a file; raise `Changed` if it is not the one that was read before."""
        text = files.read_text(path, MAX_LEVEL_BYTES)
        if seen(text) != known_mark:
            raise Changed(name, self._level_text(name, text), seen(text))
        return text

    def _file_text(self, name: str, text: str, there: str) -> tuple[str, str]:
        """Return the text of a file after a level is saved in it, and a note on missing parts."""
        path, number = self._place(name)
        if is_yaml(path.name):
            return text, ""
        file = path.relative_to(self.root).as_posix()
        try:
            level = parse_level(text, name)
        except LevelError as error:
            remedy = "a name that ends in .yaml keeps a level that is not valid yet"
            raise LevelError(f"{error.reason}; {remedy}", error.line).located(name) from None
        new_text = with_level(there, file, number, level)
        lost = parts_lost(level, parse(new_text, number=number, file=file))
        note = f"{path.suffix} has no place for: {', '.join(lost)}." if lost else ""
        return new_text, note

    def _level_text(self, name: str, there: str) -> str:
        """Return the level of a file as text, or an empty text."""
        if not there or is_yaml(self._place(name)[0].name):
            return there
        try:
            return self.open(name).text
        except StategraphError:
            return ""

    def keep(self, play: object) -> None:
        """Append a play to the folder's file of plays."""
        with locked(self.root):
            self._append([json.dumps(play, ensure_ascii=False)])

    def plays(self) -> str:
        """Return the text of the folder's file of plays, or "" without such a file."""
        path = self.root / PLAYS
        return files.read_text(path, MAX_PLAYS_BYTES) if files.is_file(path) else ""

    def bring(self, name: str, text: str) -> int:
        """Add the plays in the text of a file to the folder's plays, and return their number.

        Plays that the folder has already are left out. Raises ``InputError`` if the text has no
        plays.
        """
        from stategraph.players.recorded_plays import parse_plays  # takes long to import

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

    def bundled(self) -> list[str]:
        """Return the names of the bundled levels."""
        return bundled_names()

    def _bundled(self, name: str) -> Path | None:
        return None if files.is_file(self.root / name) else bundled_path(name)

    def _place(self, name: str) -> tuple[Path, int | None]:
        """Return the path of a level's file in the folder, and the level's number in the file."""
        _, number = split(str(self.root / name))
        return self._path(_file_of(name, number)), number

    def _path(self, name: str) -> Path:
        """Return the path of a file in the folder; raise ``InputError`` if it is outside."""
        relative = Path(name)
        if not name.isprintable() or not name or relative.is_absolute() or ".." in relative.parts:
            raise InputError(f"{name!r} names no file of the folder")
        try:
            path = (self.root / relative).resolve()  # follows links
        except (OSError, RuntimeError):  # a loop of links
            raise InputError(f"{name!r} names no file of the folder") from None
        if not path.is_relative_to(self.root) or path == self.root:
            raise InputError(f"{name!r} names no file of the folder")
        return path


def _reserve(path: Path, name: str) -> None:
    """Create an empty file, so that no other file is replaced; refuse a name that is taken."""
    files.make_folder(path.parent)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except FileExistsError:
        raise InputError(f"there is another file {name} already") from None
    except OSError as error:
        raise OutputError(f"cannot write {name}: {error.strerror}") from None


def _file_of(name: str, number: int | None) -> str:
    """Return the file of a level's name that ends in ``#number``; without a number, the name."""
    return name if number is None else name.rpartition("#")[0]


def _may_be_native(name: str) -> bool:
    """Return whether a file with this name may hold levels in a native format."""
    return Path(name).suffix.lower() == ".txt" or pack_family(name) is not None


def _hidden(path: Path) -> bool:
    """Return whether a part of a relative path begins with a dot."""
    return any(part.startswith(".") for part in path.parts)


@functools.lru_cache(maxsize=2 * MAX_NATIVE_FILES)
def _levels_of(path: Path, changed: int, size: int) -> list[Record] | None:
    """Return the levels of a native file, [] for a single level, or None if it is not a level.

    `changed` and `size` are those of the file, so that the file is read again after a change.
    """
    if size > MAX_LEVEL_BYTES:
        return None
    text = files.read_text(path, MAX_LEVEL_BYTES)
    owner = text_family(path.name, text)
    if owner is None:
        return None
    try:
        boards = boards_in(path.name, text)
    except InputError:  # reported when the file is opened
        return []
    return listed(boards) if len(boards) > 1 else []


def seen(text: str) -> str:
    """Return the hash of a text, by which changes are detected."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def folder_and_level(name: str) -> tuple[Folder, str]:
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
    raise InputError(f"{name}: no such level, family or folder")
