"""A PuzzleScript file read: its objects, legend, layers, rules, win conditions and levels.

Names are written in small letters. Everything keeps the number of its line, from 1, for errors.
Rules are left as `RuleLine`; `puzzles.puzzlescript.expansion` writes them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from stategraph.rules import LevelError

SECTIONS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")
HEADING = re.compile(rf"\s*({'|'.join(SECTIONS)})(?!\w)")
MESSAGE = re.compile(r"\s*message(?!\w)", re.IGNORECASE)
RAW = re.compile(r"\s*(title|author|homepage)(?!\w)", re.IGNORECASE)
SPRITE_ROW = re.compile(r"[.\d]{1,5}\s*$")
WIDE_ROW = re.compile(r"\s*[.\d]{6,}\s*$")
SIZE = 5


@dataclass
class Thing:
    """An object: its name, its layer, and how it is drawn.

    Attributes
    ----------
    name : str
    line : int
    colours : list of str
        as written
    sprite : list of str
        up to five rows of five digits or dots; none where the first colour fills the cell
    layer : int
        -1: none yet
    """

    name: str
    line: int
    colours: list[str] = field(default_factory=list)
    sprite: list[str] = field(default_factory=list)
    layer: int = -1


@dataclass(frozen=True)
class Drawn:
    """A level: the number of its first line, and its rows as written; None: a message."""

    line: int
    rows: tuple[str, ...] | None


@dataclass
class Source:
    """All that a file says.

    Attributes
    ----------
    prelude : dict of str to str
    things : dict of str to Thing
        in the order written
    synonyms : dict of str to str
        names of one object
    aggregates, properties : dict of str to tuple of str
        names of several objects, in the order written
    layers : list of list of str
        the objects of each layer
    rules : list of (int, str)
        line number and text, small letters, without remarks
    wins : list of (int, list of str)
    levels : list of Drawn
    """

    prelude: dict[str, str] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)
    synonyms: dict[str, str] = field(default_factory=dict)
    aggregates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    properties: dict[str, tuple[str, ...]] = field(default_factory=dict)
    layers: list[list[str]] = field(default_factory=list)
    rules: list[tuple[int, str]] = field(default_factory=list)
    wins: list[tuple[int, list[str]]] = field(default_factory=list)
    levels: list[Drawn] = field(default_factory=list)

    def knows(self, name: str) -> bool:
        """Return whether a name is defined."""
        return any(
            name in names
            for names in (self.things, self.synonyms, self.aggregates, self.properties)
        )

    def members(self, name: str, line: int) -> tuple[str, ...]:
        """Return the objects that a name stands for, in the order written."""
        if name in self.things:
            return (name,)
        if name in self.synonyms:
            return (self.synonyms[name],)
        for names in (self.aggregates, self.properties):
            if name in names:
                return names[name]
        raise LevelError(f"{name} is not defined", line)


def source(text: str) -> Source:
    """Return what a file says.

    Raises
    ------
    LevelError
        with the line that is wrong
    """
    made = Source()
    lines: dict[str, list[tuple[int, str]]] = {name: [] for name in ("prelude", *SECTIONS)}
    seen: list[str] = []
    for number, line, section in _lines(text):
        if section not in seen[-1:]:
            _in_order(seen, section, number)
        lines[section].append((number, line))
    last = text.count("\n") + 1
    for name in SECTIONS:
        if name not in seen:
            raise LevelError(f"missing: the section {name.upper()}", last)
    for _, line in lines["prelude"]:
        words = line.split(None, 1)
        if words:
            made.prelude[words[0].lower()] = words[1].strip() if words[1:] else ""
    _refuse_clock(lines["prelude"])
    _read_objects(made, _small(lines["objects"]))
    _read_legend(made, _small(lines["legend"]))
    _read_layers(made, _small(lines["collisionlayers"]))
    made.rules = [(number, line.strip()) for number, line in _small(lines["rules"]) if line.strip()]
    made.wins = [(n, line.split()) for n, line in _small(lines["winconditions"]) if line.strip()]
    _read_levels(made, lines["levels"])
    return made


def _in_order(seen: list[str], section: str, number: int) -> None:
    """Note a section that begins; it must follow the one before it."""
    if section != "prelude":
        expected = SECTIONS[len([name for name in seen if name != "prelude"]) :][:1]
        if (section,) != expected:
            wanted = expected[0].upper() if expected else "nothing"
            raise LevelError(f"{section.upper()} out of order: here {wanted} is wanted", number)
    seen.append(section)


def _refuse_clock(lines: list[tuple[int, str]]) -> None:
    for number, line in lines:
        if line.lower().split()[:1] == ["realtime_interval"]:
            raise LevelError("realtime_interval: time is an input, and cannot be expanded", number)


def _small(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(number, line.lower()) for number, line in lines]


def _lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the number, the text and the section of each line, headings and remarks left out.

    An empty line is yielded, since it ends objects and levels; a line that is nothing but a
    remark is none.
    """
    section, depth = "prelude", 0
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        before = depth
        line, depth = _without_remarks(raw, depth, section)
        if not line.strip() and (raw.strip() or before):
            continue
        heading = None if section == "levels" else HEADING.match(line.lower())
        if heading:
            section = heading[1]
            yield number, "", section
        elif not line.lstrip().startswith("="):
            yield number, line, section


def _without_remarks(raw: str, depth: int, section: str) -> tuple[str, int]:
    """Return a line without what stands in parentheses, and how many are open at its end."""
    if not depth and (
        (section == "prelude" and RAW.match(raw)) or (section == "levels" and MESSAGE.match(raw))
    ):
        return raw, 0
    kept = ""
    for k, mark in enumerate(raw):
        if mark == "(":
            depth += 1
        elif mark == ")":
            depth = max(depth - 1, 0)
        elif not depth:
            message = section == "rules" and re.search(r"(^|[\]\s])$", kept)
            if message and MESSAGE.match(raw, k) and "]" in kept:
                return kept + raw[k:], 0
            kept += mark
    return kept, depth


def _read_objects(made: Source, lines: list[tuple[int, str]]) -> None:
    """Read names, colours and sprites; a blank line or a fifth row ends an object."""
    thing: Thing | None = None
    for number, line in lines:
        words = line.split()
        if not words:
            thing = None
        elif thing is None:
            thing = _named_object(made, words, number)
        elif not thing.colours:
            thing.colours = words
        elif SPRITE_ROW.match(line.strip()):
            thing.sprite.append(line.strip())
            if len(thing.sprite) == SIZE:
                thing = None
        elif thing.sprite or WIDE_ROW.match(line):
            raise LevelError(f"a row of a sprite is five of . and 0 to 9, not {line!r}", number)
        else:
            thing = _named_object(made, words, number)
    for thing in made.things.values():
        if not thing.colours:
            raise LevelError(f"{thing.name} has no colour", thing.line)


def _named_object(made: Source, words: list[str], number: int) -> Thing:
    name = words[0]
    if made.knows(name):
        raise LevelError(f"{name} is defined twice", number)
    made.things[name] = thing = Thing(name, number)
    for synonym in words[1:]:
        if made.knows(synonym):
            raise LevelError(f"{synonym} is defined twice", number)
        made.synonyms[synonym] = name
    return thing


def _read_legend(made: Source, lines: list[tuple[int, str]]) -> None:
    for number, line in lines:
        if not line.strip():
            continue
        left, equals, right = line.strip().partition("=")
        words, name = right.split(), left.strip()
        if not equals or not name or len(left.split()) != 1 or len(words) % 2 == 0:
            raise LevelError(f"the legend wants: name = name and/or name ..., not {line!r}", number)
        joined = set(words[1::2])
        if len(joined) > 1 or joined - {"and", "or"}:
            raise LevelError("names of the legend are joined by either and or or", number)
        _define(made, name, words[::2], "".join(joined), number)


def _define(made: Source, name: str, parts: list[str], joined: str, number: int) -> None:
    members = tuple(dict.fromkeys(m for part in parts for m in made.members(part, number)))
    if made.knows(name) and (joined or made.members(name, number) != members):
        raise LevelError(f"{name} is defined twice", number)
    if not joined:
        kinds = (made.aggregates, made.properties)
        kind = next((kind for kind in kinds if parts[0] in kind), None)
        if kind is None:
            made.synonyms[name] = members[0]
        else:
            kind[name] = members
        return
    wrong = made.properties if joined == "and" else made.aggregates
    for part in parts:
        if part in wrong:
            raise LevelError(f"{name}: {part} cannot be joined by {joined}", number)
    (made.aggregates if joined == "and" else made.properties)[name] = members


def _read_layers(made: Source, lines: list[tuple[int, str]]) -> None:
    for number, line in lines:
        names = line.replace(",", " ").split()
        if not names:
            continue
        for name in names:
            if name in made.aggregates:
                raise LevelError(f"{name} is several objects in one cell, on no one layer", number)
            for member in made.members(name, number):
                made.things[member].layer = len(made.layers)
        made.layers.append(
            list(dict.fromkeys(m for name in names for m in made.members(name, number)))
        )
    for thing in made.things.values():
        if thing.layer < 0:
            raise LevelError(f"{thing.name} is on no layer of COLLISIONLAYERS", thing.line)
    made.layers = [
        [name for name in layer if made.things[name].layer == k]
        for k, layer in enumerate(made.layers)
    ]


def _read_levels(made: Source, lines: list[tuple[int, str]]) -> None:
    rows: list[str] = []
    first = 0
    for number, line in [*lines, (0, "")]:
        if line.strip() and not MESSAGE.match(line):
            rows.append(line.strip().lower())
            first = first or number
            continue
        if rows:
            made.levels.append(Drawn(first, tuple(rows)))
            rows, first = [], 0
        if line.strip():
            made.levels.append(Drawn(number, None))
