"""Reader of PuzzleScript files: objects, legend, layers, rules, win conditions and levels.

Names are in small letters; boards are printed in the letters of the file. Every item keeps its line
number, from 1, for errors. Rules remain text here; `stategraph_puzzles.puzzlescript.rule_lines`
parses them.

PuzzleScript plays some incorrect sources and only warns. This reader does the same: warnings go to
`Source.warnings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

from stategraph.rules import LevelError

SECTIONS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")
HEADING = re.compile(rf"\s*({'|'.join(SECTIONS)})(?!\w)")
# in the section LEVELS, any word that begins with "message" starts a message
MESSAGE = re.compile(r"\s*message(?P<glued>\w)?", re.IGNORECASE)
MESSAGE_IN_RULE = re.compile(r"message(?!\w)", re.IGNORECASE)
RAW = re.compile(r"\s*(title|author|homepage)(?!\w)", re.IGNORECASE)
SPRITE_ROW = re.compile(r"[.\d]+$")
SIZE = 5

# maximum sizes of a file; no published game reaches a fifth of any of them
MAX_LINE_LENGTH = 10_000
MAX_RULES = 5_000
MAX_CELLS = 40_000


@dataclass
class Thing:
    """An object: its name, its layer and its drawing.

    Attributes
    ----------
    name : str
    line : int
    colours : list of str
        as written
    sprite : list of str
        up to five rows of five digits or dots; empty if the first colour fills the cell
    layer : int
        -1: not assigned yet
    """

    name: str
    line: int
    colours: list[str] = field(default_factory=list)
    sprite: list[str] = field(default_factory=list)
    layer: int = -1


@dataclass(frozen=True)
class LevelRows:
    """A level: the number of its first line, and its rows as written (None for a message)."""

    line: int
    rows: tuple[str, ...] | None


@dataclass
class Source:
    """The content of a file.

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
        line number and text, in small letters, without comments
    wins : list of (int, list of str)
    levels : list of LevelRows
    warnings : list of (int, str)
        line number and text of each warning
    legend_lines : dict of str to int
        the line that defines each name of the legend
    written : dict of str to str
        each name of one character, as OBJECTS or LEGEND writes it first
    """

    prelude: dict[str, str] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)
    synonyms: dict[str, str] = field(default_factory=dict)
    aggregates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    properties: dict[str, tuple[str, ...]] = field(default_factory=dict)
    layers: list[list[str]] = field(default_factory=list)
    rules: list[tuple[int, str]] = field(default_factory=list)
    wins: list[tuple[int, list[str]]] = field(default_factory=list)
    levels: list[LevelRows] = field(default_factory=list)
    warnings: list[tuple[int, str]] = field(default_factory=list)
    legend_lines: dict[str, int] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)

    def warn(self, line: int, text: str) -> None:
        """Store a warning once."""
        if (line, text) not in self.warnings[-20:]:
            self.warnings.append((line, text))

    def knows(self, name: str) -> bool:
        """Return whether a name is defined."""
        return any(
            name in names
            for names in (self.things, self.synonyms, self.aggregates, self.properties)
        )

    def members(self, name: str, line: int) -> tuple[str, ...]:
        """Return the objects that a name represents, in the order written."""
        if name in self.things:
            return (name,)
        if name in self.synonyms:
            return (self.synonyms[name],)
        for names in (self.aggregates, self.properties):
            if name in names:
                return names[name]
        raise LevelError(f"{name} is not defined in OBJECTS or LEGEND", line)


def source(text: str) -> Source:
    """Return the content of a file.

    Raises
    ------
    LevelError
        with the line of the error
    """
    content = Source()
    lines: dict[str, list[tuple[int, str]]] = {name: [] for name in ("prelude", *SECTIONS)}
    sections = ["prelude"]
    for number, line, section in _lines(text):
        if section != sections[-1]:
            _in_order(sections, section, number, lines[sections[-1]])
        lines[section].append((number, line))
    last = text.count("\n") + 1
    for name in SECTIONS:
        if name not in sections:
            _refuse_misspelt(name, lines[sections[-1]])
            raise LevelError(f"missing: the section {name.upper()}", last)
    for _, line in lines["prelude"]:
        words = line.split(None, 1)
        if words:
            content.prelude[words[0].lower()] = words[1].strip() if words[1:] else ""
    _refuse_clock(lines["prelude"])
    for _, line in (*lines["objects"], *lines["legend"]):
        for name in re.findall(r"(?<![^\s=])[^\s=](?![^\s=])", line):
            content.written.setdefault(name.lower(), name)
    _read_objects(content, _small(lines["objects"]))
    _read_legend(content, _small(lines["legend"]))
    _read_layers(content, _small(lines["collisionlayers"]))
    content.rules = [
        (number, line.strip()) for number, line in _small(lines["rules"]) if line.strip()
    ]
    if len(content.rules) > MAX_RULES:
        raise LevelError(
            f"more than {MAX_RULES:,} rules: leave some out", content.rules[MAX_RULES][0]
        )
    content.wins = [(n, line.split()) for n, line in _small(lines["winconditions"]) if line.strip()]
    _read_levels(content, lines["levels"])
    return content


def _in_order(
    sections: list[str], section: str, number: int, before: list[tuple[int, str]]
) -> None:
    """Record the heading of a section; sections must be in PuzzleScript's order.

    `before` has the lines of the section above it.
    """
    expected = SECTIONS[len(sections) - 1 :][:1]  # the prelude has no heading
    if (section,) != expected:
        if expected:
            _refuse_misspelt(expected[0], before)
        next_section = expected[0].upper() if expected else "nothing"
        raise LevelError(f"{section.upper()} out of order: expected {next_section} here", number)
    sections.append(section)


def _refuse_misspelt(section: str, lines: list[tuple[int, str]]) -> None:
    """Raise ``LevelError`` for the line that looks most like the heading of a section, if any."""
    by_text = {line.strip().lower(): (number, line.strip()) for number, line in lines}
    for text in get_close_matches(section, by_text, 1):
        number, written = by_text[text]
        raise LevelError(f"{written!r} is not a heading; did you mean {section.upper()}?", number)


def _refuse_clock(lines: list[tuple[int, str]]) -> None:
    for number, line in lines:
        if line.lower().split()[:1] == ["realtime_interval"]:
            raise LevelError("realtime_interval: time is an input, and cannot be expanded", number)


def _small(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(number, line.lower()) for number, line in lines]


def _lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the number, text and section of each line, without headings and comments.

    Empty lines are yielded too, since an empty line ends an object or a level. A line that contains
    only a comment is skipped.
    """
    section, depth = "prelude", 0
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        before = depth
        if len(raw) > MAX_LINE_LENGTH:
            raise LevelError(
                f"a line of more than {MAX_LINE_LENGTH:,} characters: split it", number
            )
        line, depth = _without_comments(raw, depth, section)
        if not line.strip() and (raw.strip() or before):
            continue
        heading = None if section == "levels" else HEADING.match(line.lower())
        if heading:
            section = heading[1]
            yield number, "", section
        elif not line.lstrip().startswith("="):
            yield number, line, section


def _without_comments(raw: str, depth: int, section: str) -> tuple[str, int]:
    """Return a line without parenthesised comments, and the number of open parentheses."""
    if not depth and (
        (section == "prelude" and RAW.match(raw)) or (section == "levels" and MESSAGE.match(raw))
    ):
        return raw, 0
    if not depth and "(" not in raw and ")" not in raw:
        return raw, 0
    marks: list[str] = []
    in_rule = section == "rules"
    behind_row = False
    for k, mark in enumerate(raw):
        if mark == "(":
            depth += 1
        elif mark == ")":
            depth = max(depth - 1, 0)
        elif not depth:
            # the text of a message may hold parentheses
            starts_word = behind_row and (marks[-1] == "]" or marks[-1].isspace())
            if starts_word and MESSAGE_IN_RULE.match(raw, k):
                return "".join(marks) + raw[k:], 0
            behind_row = behind_row or (in_rule and mark == "]")
            marks.append(mark)
    return "".join(marks), depth


def _read_objects(content: Source, lines: list[tuple[int, str]]) -> None:
    """Read names, colours and sprites; a blank line or a fifth row ends an object."""
    thing: Thing | None = None
    for number, line in lines:
        words = line.split()
        if not words:
            thing = None
        elif thing is None:
            thing = _named_object(content, words, number)
        elif not thing.colours:
            thing.colours = words
        elif SPRITE_ROW.match(line.strip()):
            _add_row(content, thing, line.strip(), number)
            if len(thing.sprite) == SIZE:
                thing = None
        elif thing.sprite:
            raise LevelError(f"a row of a sprite is five of . and 0 to 9, not {line!r}", number)
        else:
            thing = _named_object(content, words, number)
    for thing in content.things.values():
        if not thing.colours:
            raise LevelError(f"{thing.name} has no colour", thing.line)


def _add_row(content: Source, thing: Thing, row: str, number: int) -> None:
    """Add a row to a sprite.

    PuzzleScript cuts a long row. The rest of the object's fifth row is read as a second name.
    """
    thing.sprite.append(row[:SIZE])
    if surplus := row[SIZE:]:
        content.warn(number, f"a row of a sprite has five cells: {surplus!r} is left out")
        if len(thing.sprite) == SIZE:
            _add_synonym(content, surplus, thing.name, number)


def _named_object(content: Source, words: list[str], number: int) -> Thing | None:
    """Return a new object with the names on a line, or None if the line has no name."""
    name = words[0]
    if not (name[0].isalnum() or name[0] == "_"):
        content.warn(
            number, f"{name} is not a name: the line is left out; did a blank line end a sprite?"
        )
        return None
    if content.knows(name):
        raise LevelError(f"{name} is defined twice", number)
    content.things[name] = thing = Thing(name, number)
    for synonym in words[1:]:
        _add_synonym(content, synonym, name, number)
    return thing


def _add_synonym(content: Source, synonym: str, name: str, number: int) -> None:
    if content.knows(synonym):
        raise LevelError(f"{synonym} is defined twice", number)
    content.synonyms[synonym] = name


def _read_legend(content: Source, lines: list[tuple[int, str]]) -> None:
    for number, line in lines:
        if not line.strip():
            continue
        left, equals, right = line.strip().partition("=")
        words, name = right.split(), left.strip()
        if not equals or not name or len(left.split()) != 1 or len(words) % 2 == 0:
            raise LevelError(f"the legend needs: name = name and/or name ..., not {line!r}", number)
        joined = set(words[1::2])
        if len(joined) > 1 or joined - {"and", "or"}:
            raise LevelError("names of the legend are joined by either and or or", number)
        _define(content, name, words[::2], "".join(joined), number)


def _define(content: Source, name: str, parts: list[str], joined: str, number: int) -> None:
    members = tuple(dict.fromkeys(m for part in parts for m in content.members(part, number)))
    if content.knows(name) and (joined or content.members(name, number) != members):
        raise LevelError(f"{name} is defined twice", number)
    content.legend_lines[name] = number
    if not joined:
        kinds = (content.aggregates, content.properties)
        kind = next((kind for kind in kinds if parts[0] in kind), None)
        if kind is None:
            content.synonyms[name] = members[0]
        else:
            kind[name] = members
        return
    wrong = content.properties if joined == "and" else content.aggregates
    for part in parts:
        if part in wrong:
            raise LevelError(f"{name}: {part} cannot be joined by {joined}", number)
    (content.aggregates if joined == "and" else content.properties)[name] = members


def _read_layers(content: Source, lines: list[tuple[int, str]]) -> None:
    for number, line in lines:
        names = line.replace(",", " ").split()
        if not names:
            continue
        for name in names:
            if name in content.aggregates:
                raise LevelError(f"{name} is several objects of a cell, on several layers", number)
            for member in content.members(name, number):
                content.things[member].layer = len(content.layers)
        content.layers.append(
            list(dict.fromkeys(m for name in names for m in content.members(name, number)))
        )
    for thing in content.things.values():
        if thing.layer < 0:
            raise LevelError(f"{thing.name} is on no layer of COLLISIONLAYERS", thing.line)
    content.layers = [
        [name for name in layer if content.things[name].layer == k]
        for k, layer in enumerate(content.layers)
    ]
    _warn_of_shared_layers(content)


def _warn_of_shared_layers(content: Source) -> None:
    """Warn of each aggregate with two objects of one layer: a cell never holds both."""
    for name, members in content.aggregates.items():
        first_of_layer: dict[int, str] = {}
        for member in members:
            other = first_of_layer.setdefault(content.things[member].layer, member)
            if other != member:
                text = f"{name}: {other} and {member} are on one layer, so no cell holds both"
                content.warn(content.legend_lines[name], text)


def _read_levels(content: Source, lines: list[tuple[int, str]]) -> None:
    rows: list[tuple[int, str]] = []
    for number, line in [*lines, (0, "")]:
        message = MESSAGE.match(line)
        if line.strip() and not message:
            rows.append((number, line.strip().lower()))
            continue
        if rows:
            content.levels.append(level_rows(content, rows))
            rows = []
        if message:
            if message["glued"]:
                content.warn(number, "a blank is missing behind message: the line is a message")
            content.levels.append(LevelRows(number, None))


def level_rows(content: Source, rows: list[tuple[int, str]]) -> LevelRows:
    """Return a level of some rows, each with its line number.

    The first row gives the width. PuzzleScript extends a shorter row by repeating its last glyph,
    and cuts a longer row.
    """
    first, width = rows[0][0], len(rows[0][1])
    if width * len(rows) > MAX_CELLS:
        raise LevelError(f"a level of more than {MAX_CELLS:,} cells: draw a smaller one", first)
    for number, row in rows:
        if len(row) != width:
            became = "cut" if len(row) > width else "continued with its last glyph"
            content.warn(
                number,
                f"a row of {len(row)} cells in a level that is {width} wide is {became}: "
                "make all rows of a level equally long",
            )
            break
    return LevelRows(first, tuple(row for _, row in rows))
