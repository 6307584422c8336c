"""Level file -> Puzzle. Every complaint names the file, the line and the value.

A level file is a YAML mapping that holds the family's native format unchanged::

    puzzle: spacewreck
    title: Eight rooms
    level: |
      8 12
      ...
    expect: {states: 9, moves: 14, shortest: 3, first_solution: R3L5L8}

It is data from strangers: it names a family, never code. The document is composed, not loaded, so
that every value keeps its line.
"""

from __future__ import annotations

import functools
import importlib
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from stategraph.errors import InputError, LevelError
from stategraph.rules.drawing import Drawing, text_drawing
from stategraph.rules.family import Family
from stategraph.rules.puzzle import PlainPuzzle

GROUP = "stategraph.puzzles"
KEYS = ("puzzle", "title", "level", "expect", "demand")


@dataclass(frozen=True)
class Level:
    """A level, read.

    Attributes
    ----------
    family : Family or None
        None for a puzzle that is a plain object
    puzzle : PlainPuzzle
    name : str
        ``family/name`` of a bundled level, else the file
    file : str
        where it came from, as messages name it
    title : str
    text : str
        the whole file
    expect : dict
        the known answers that the file states
    expect_span : (int, int) or None
        where in `text` their key begins, and their value ends
    demand : dict
        what its designer demands
    demand_lines : dict
        the line of each demand in the file
    graph : StateGraph or None
        its state graph, where the level was read from a saved one
    """

    family: Family | None
    puzzle: PlainPuzzle
    name: str
    file: str
    title: str = ""
    text: str = ""
    expect: Mapping[str, Any] = field(default_factory=dict)
    expect_span: tuple[int, int] | None = None
    demand: Mapping[str, Any] = field(default_factory=dict)
    demand_lines: Mapping[str, int] = field(default_factory=dict)
    graph: Any = None

    def describe(self, state: Any) -> str:
        """Return `state` in words, as the family puts it."""
        return repr(state) if self.family is None else self.family.text(self.puzzle, state)

    def draw(self, state: Any) -> Drawing:
        """Return `state` as a picture."""
        return (
            text_drawing(repr(state))
            if self.family is None
            else self.family.draw(self.puzzle, state)
        )


# -------------------------------------------------------------------------------------- families


@functools.cache
def _entry_points() -> dict[str, Any]:
    from importlib.metadata import entry_points

    found: dict[str, Any] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        found.setdefault(entry.name, entry)
    return found


def families() -> list[str]:
    """Return the names of the installed families, sorted."""
    return list(_entry_points())


def family(name: str) -> Family:
    """Return an installed family; ``InputError`` when there is none of that name."""
    if name not in _entry_points():
        raise InputError(
            f"there is no puzzle family {name!r}; installed: {', '.join(families()) or 'none'}"
        )
    return _entry_points()[name].load()


def bundled(name: str) -> list[Path]:
    """Return the bundled level files of a family, sorted by name."""
    owner = named(name)
    folder = owner.levels if isinstance(owner, Family) else None
    return [] if folder is None else sorted(folder.glob("*.yaml"))


def installed(given: Family) -> bool:
    """Return whether a level file can name this very family."""
    return given.name in families() and family(given.name) is given


def named(puzzle: str) -> Family | PlainPuzzle:
    """Return the installed family of that name, or what ``module:name`` names.

    The working folder is searched for the module too.
    """
    return _by_path(puzzle) if ":" in puzzle else family(puzzle)


def _by_path(path: str) -> Family | PlainPuzzle:
    module_name, _, name = path.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found = getattr(importlib.import_module(module_name), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise InputError(f"--puzzle {path}: {error}") from error
    if not isinstance(found, (Family, PlainPuzzle)):
        raise InputError(f"--puzzle {path} is neither a Family nor has start, moves and is_goal")
    return found


# -------------------------------------------------------------------------------------- loading


def load(level: str | None, puzzle: str | None = None) -> Level:
    """Return the level that a user names.

    Parameters
    ----------
    level : str or None
        a YAML level file, a native file (with `puzzle`), ``-`` for standard input, or a bundled
        ``family/name``; an existing file wins over a bundled name. None goes with a `puzzle` that
        is a plain object.
    puzzle : str, optional
        a family's name, or ``module:name``

    Raises
    ------
    InputError
        when there is no such level or family, or it cannot be read
    """
    given = None if puzzle is None else named(puzzle)
    if given is not None and not isinstance(given, Family):
        if level is not None:
            raise InputError(f"--puzzle {puzzle} is a puzzle in itself and takes no level")
        return Level(None, given, name=str(puzzle), file=str(puzzle))
    if not level:
        raise InputError("no LEVEL given")
    name, file, text = _find(level)
    if given is not None and not is_yaml(file):
        return _native(given, name, file, text)
    made = parse_yaml(text, file, name)
    if given is not None and made.family is not given:
        raise LevelError(f"is a level of another family than {puzzle}", 1).located(file)
    return made


def collect(names: Iterable[str], puzzle: str | None = None) -> list[str]:
    """Return the levels that several names stand for, in order.

    A folder stands for the level files and saved graphs in it and below it, sorted (with `puzzle`,
    for all its files); a family's name for its bundled levels; anything else for itself.
    """
    found: list[str] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.is_file())
            shown = (file for file in files if not file.name.startswith("."))
            levels = [
                str(file) for file in shown if puzzle or is_yaml(file.name) or file.suffix == ".npz"
            ]
        elif name in families() and not path.exists():
            levels = [f"{name}/{file.stem}" for file in bundled(name)]
        else:
            levels = [name]
        if not levels:
            raise InputError(f"{name} holds no level file")
        found += levels
    return found


def is_yaml(file: str) -> bool:
    """Return whether a file is a YAML level by its name."""
    return Path(file).suffix.lower() in (".yaml", ".yml")


def _find(level: str) -> tuple[str, str, str]:
    """Return the (name, file, text) of a level."""
    if level == "-":
        if sys.stdin is None:
            raise InputError("LEVEL is -, and standard input is closed")
        return "-", "<stdin>", _decode(sys.stdin.buffer.read(), "<stdin>")
    path = Path(level)
    if not path.is_file():
        path = _bundled_path(level) or path
    try:
        return level, str(path), _decode(path.read_bytes(), str(path))
    except FileNotFoundError:
        raise InputError(f"{level}: there is no such file, nor such a bundled level") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{level}: {getattr(error, 'strerror', None) or error}") from None


def _bundled_path(level: str) -> Path | None:
    name, _, rest = level.partition("/")
    if not re.fullmatch(r"[\w.-]+", rest) or name not in families():
        return None
    return next((path for path in bundled(name) if path.stem == rest), None)


def _decode(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = data[error.start]
        raise LevelError(f"is not UTF-8 text (byte 0x{byte:02x} at offset {error.start})").located(
            file
        ) from None


def _native(given: Family, name: str, file: str, text: str) -> Level:
    try:
        return Level(given, given.read(text, {}), name, file, text=text)
    except LevelError as error:
        raise error.located(file) from None


# -------------------------------------------------------------------------------------- YAML


_ODD_NUMBER = re.compile(r"[-+]?0[0-9_]+|.*[_:].*")  # octal, or in base 60


class _Composer(yaml.SafeLoader):
    """Refuses what no level needs: tags, and aliases, which can blow a small file up."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()
        odd = "anchors and aliases" if getattr(event, "anchor", None) else None
        if getattr(event, "tag", None) is not None:
            odd = f"tags (here {event.tag!r})"
        if odd:
            raise yaml.MarkedYAMLError(
                problem=f"{odd} are not allowed", problem_mark=event.start_mark
            )
        return super().compose_node(parent, index)


def parse_yaml(text: str, file: str, name: str = "") -> Level:
    """Return the level that a YAML `text` holds; ``LevelError`` with its line when it is wrong."""
    text = text.removeprefix("\ufeff")
    root = _compose(text, file)
    if not isinstance(root, yaml.MappingNode) or not any(
        k.value == "puzzle" for k, _ in root.value
    ):
        raise LevelError(
            "is no level file (no 'puzzle:'); a native file needs --puzzle FAMILY", 1
        ).located(file)
    nodes = _mapping(root, file)
    owner = _family_of(nodes["puzzle"], file)
    lines = {key: _line(node) for key, node in nodes.items()}
    allowed = KEYS + owner.options
    for key in nodes:
        if key not in allowed:
            raise LevelError(
                f"unknown key {key!r}; known: {', '.join(allowed)}", lines[key]
            ).located(file)
    if "level" not in nodes:
        raise LevelError("there is no 'level:'", 1).located(file)
    block = nodes["level"]
    if not isinstance(block, yaml.ScalarNode) or block.style != "|":
        raise LevelError("'level' must be a literal block: 'level: |'", lines["level"]).located(
            file
        )
    options = {key: _value(nodes[key], file) for key in owner.options if key in nodes}
    try:
        puzzle = owner.read(block.value, options)
    except LevelError as error:
        raise error.located(file, skipped=lines["level"], lines=lines) from None
    expect_key = next((key for key, _ in root.value if key.value == "expect"), None)
    return Level(
        owner,
        puzzle,
        name or file,
        file,
        title=_text(nodes["title"], file, "the title") if "title" in nodes else "",
        text=text,
        expect=_dict(nodes.get("expect"), "expect", file),
        expect_span=None
        if expect_key is None
        else (expect_key.start_mark.index, _end(nodes["expect"])),
        demand=_dict(nodes.get("demand"), "demand", file),
        demand_lines=_lines(nodes.get("demand"), file),
    )


Lined = tuple[Mapping[str, Any], Mapping[str, int]]


def parse_mapping(text: str, file: str, keys: Mapping[str, int]) -> dict[str, Any]:
    """Return what a YAML text holds that is a mapping with some of the `keys`.

    The value of a key of depth 1 is (mapping, line of each of its keys); of one of depth 2 a
    mapping of such pairs. ``LevelError`` with its line for anything else.
    """
    root = _compose(text.removeprefix("\ufeff"), file)
    if not isinstance(root, yaml.MappingNode):
        raise LevelError(f"must be a mapping with {', '.join(keys)}", 1).located(file)
    nodes = _mapping(root, file)
    for key, node in nodes.items():
        if key not in keys:
            reason = f"unknown key {key!r}; known: {', '.join(keys)}"
            raise LevelError(reason, _line(node)).located(file)

    def read(node: Any, key: str, depth: int) -> Any:
        if depth == 1:
            return _dict(node, key, file), _lines(node, file)
        _dict(node, key, file)
        return {name: read(value, name, depth - 1) for name, value in _mapping(node, file).items()}

    return {key: read(node, key, keys[key]) for key, node in nodes.items()}


def _lines(node: Any, file: str) -> dict[str, int]:
    """Return the line of each value of a mapping node."""
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {key: _line(value) for key, value in _mapping(node, file).items()}


# -------------------------------------------------------------------------------------- writing


def written(family: Family, puzzle: Any, state: Any, title: str = "") -> str:
    """Return the level file of the level that starts in `state`.

    ``LevelError`` when the family's format cannot say that state.

    >>> ship = load("spacewreck/both-arrive")
    >>> written(ship.family, ship.puzzle, ship.puzzle.start).splitlines()[:3]
    ['puzzle: spacewreck', 'level: |', '  5 8']
    """
    text = family.write(puzzle, state)
    head = {"puzzle": family.name, **({"title": title} if title else {})}
    # a block whose first row begins with blanks has to say how far it is indented
    mark = "|2" if text.startswith(" ") else "|"
    rows = "".join(f"  {row}\n" for row in text.removesuffix("\n").split("\n"))
    return f"{_dump(head)}level: {mark}\n{rows}{_dump(dict(family.settings(puzzle)))}"


def _dump(values: dict[str, Any]) -> str:
    """Return a line for each of the values."""
    options: dict[str, Any] = dict(default_flow_style=True, allow_unicode=True, width=10**9)
    return "".join(
        f"{key}: {yaml.safe_dump([value], **options).strip()[1:-1]}\n"
        for key, value in values.items()
    )


def _compose(text: str, file: str) -> Any:
    if odd := re.search("[\x85\u2028\u2029]", text):
        # YAML would count these as line ends, and every later line number be wrong
        where = _line_at(text, odd.start())
        raise LevelError(f"character {odd[0]!r} is not allowed in a level file", where).located(
            file
        )
    try:
        return yaml.compose(text, Loader=_Composer)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = error.problem or error.context or "is not YAML"
        if "|" in text and reason.startswith("expected <block end>"):
            reason += "; a 'level: |' whose first row begins with blanks needs 'level: |2'"
        line = None if mark is None else mark.line + 1
        hint = "" if is_yaml(file) else " (a native file needs --puzzle FAMILY)"
        raise LevelError(reason + hint, line).located(file) from None
    except yaml.reader.ReaderError as error:
        where = _line_at(text, error.position)
        raise LevelError(
            f"character {chr(error.character)!r} is not allowed in YAML", where
        ).located(file) from None
    except (OverflowError, ValueError):  # an escape such as "\U00110000"
        escapes = re.finditer(r"\\U([0-9a-fA-F]{8})", text)
        beyond = (e.start() for e in escapes if int(e[1], 16) > sys.maxunicode)
        where = _line_at(text, next(beyond, 0))
        raise LevelError("an escape that is no character", where).located(file) from None
    except RecursionError:
        raise LevelError("is nested too deeply").located(file) from None


def _line_at(text: str, position: int) -> int:
    return len(re.findall(r"\r\n|\r|\n", text[:position])) + 1


def _end(node: Any) -> int:
    """Return where the text of a node ends; comments behind a block do not belong to it."""
    if isinstance(node, yaml.MappingNode) and node.value and not node.flow_style:
        return _end(node.value[-1][1])
    if isinstance(node, yaml.SequenceNode) and node.value and not node.flow_style:
        return _end(node.value[-1])
    return node.end_mark.index


def _line(node: Any) -> int:
    return node.start_mark.line + 1


def _mapping(node: Any, file: str) -> dict[str, Any]:
    """Return key -> value node of a mapping node; no key twice, and only texts as keys."""
    found: dict[str, Any] = {}
    for key, value in node.value:
        name = _text(key, file, "a key")
        if name in found:
            raise LevelError(f"key {name!r} is there twice", _line(key)).located(file)
        found[name] = value
    return found


def _value(node: Any, file: str) -> Any:
    """Return the Python value of a node: mapping, list, text, number, truth value or None."""
    if isinstance(node, yaml.MappingNode):
        return {key: _value(value, file) for key, value in _mapping(node, file).items()}
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, file) for item in node.value]
    kind = node.tag.removeprefix("tag:yaml.org,2002:")
    if kind not in ("str", "int", "float", "bool", "null"):  # a date, say, stays a text
        return _text(node, file)
    if kind == "int" and _ODD_NUMBER.fullmatch(node.value):
        raise LevelError(f"{node.value[:40]!r} must be a plain number", _line(node)).located(file)
    try:
        value = yaml.SafeLoader("").construct_object(node)
    except (ValueError, yaml.YAMLError):
        raise LevelError(f"{node.value[:40]!r} is not of type {kind}", _line(node)).located(
            file
        ) from None
    return _text(node, file) if isinstance(value, str) else value


def _text(node: Any, file: str, what: str = "this") -> str:
    """Return the text of a scalar node."""
    if not isinstance(node, yaml.ScalarNode):
        raise LevelError(f"{what} must be a text", _line(node)).located(file)
    if half := re.search("[\ud800-\udfff]", node.value):
        raise LevelError(f"holds {half[0]!r}, which is half a character", _line(node)).located(file)
    return node.value


def _dict(node: Any, key: str, file: str) -> dict[str, Any]:
    if node is None:
        return {}
    if node.tag.endswith(":null"):
        return {}
    if not isinstance(node, yaml.MappingNode):
        raise LevelError(f"'{key}' must be a mapping", _line(node)).located(file)
    return _value(node, file)


def _family_of(node: Any, file: str) -> Family:
    if not isinstance(node, yaml.ScalarNode) or not re.fullmatch(r"[\w-]+", node.value):
        raise LevelError("'puzzle' must be the name of a family", _line(node)).located(file)
    try:
        return family(node.value)
    except InputError as error:
        raise LevelError(str(error), _line(node)).located(file) from None
