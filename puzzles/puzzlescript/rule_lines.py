"""Parser of rule lines: text becomes a `Rule`, with PuzzleScript's tolerance for errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from stategraph.rules import LevelError

from .game_reader import Source

Cell = tuple[tuple[str, str], ...]
Row = tuple[Cell, ...]
Side = tuple[Row, ...]

ELLIPSIS: Cell = (("...", ""),)
ORTHOGONAL = ("up", "down", "left", "right")
AMBIGUOUS = {
    "moving": (*ORTHOGONAL, "action"),
    "orthogonal": ORTHOGONAL,
    "horizontal": ("left", "right"),
    "vertical": ("up", "down"),
}
PREFIXES = {name: (name,) for name in ORTHOGONAL} | {
    name: AMBIGUOUS[name] for name in ("orthogonal", "horizontal", "vertical")
}
RELATIVE = (">", "<", "^", "v", "parallel", "perpendicular")
WORDS = {*ORTHOGONAL, *RELATIVE, *AMBIGUOUS, "action", "stationary", "no", "random", "randomdir"}
SOUND = re.compile(r"sfx\d+")
COMMANDS = ("cancel", "restart", "win", "again", "checkpoint")


@dataclass(frozen=True)
class Rule:
    """A rule of a file, or one of its expansions.

    Attributes
    ----------
    line : int
    directions : tuple of str
        exactly one for an expanded rule
    left, right : tuple of rows
        a row is a tuple of cells, a cell a tuple of (direction word or empty, name)
    commands : tuple of str
    late, rigid : bool
    """

    line: int
    directions: tuple[str, ...]
    left: Side
    right: Side
    commands: tuple[str, ...] = ()
    late: bool = False
    rigid: bool = False


def parsed(source: Source, text: str, line: int) -> Rule | None:
    """Return the rule of a line, or None for a line that PuzzleScript ignores.

    PuzzleScript plays a line with misplaced words or brackets, and warns. This parser does the same
    with the line's tokens, one after another.
    """
    if "->" not in text:
        raise LevelError("a rule needs -> between its left and right side", line)
    tokens = _tokens(text)
    start = tokens.index("[") if "[" in tokens else len(tokens)
    if "->" in tokens[:start]:
        raise LevelError("a rule needs a [ row ] before the ->, and commands behind it", line)
    directions, flags = _prefix(tokens[:start], line)
    sides = _Sides(source, line)
    if not sides.read(tokens[start:]):
        return None
    left, right = tuple(sides.left), tuple(sides.right)
    if not right and not sides.commands:
        source.warn(line, "the rule has no row behind the ->, and no command: it does nothing")
    _same_shape(left, right, line)
    rule = Rule(
        line,
        tuple(directions) or ORTHOGONAL,
        left,
        right,
        tuple(dict.fromkeys(sides.commands)),
        "late" in flags,
        "rigid" in flags,
    )
    _refuse_movement_late(rule)
    return rule


def _tokens(text: str) -> list[str]:
    for mark in ("[", "]", "|", "->", "..."):
        text = text.replace(mark, f" {mark} ")
    return text.split()


def _prefix(words: list[str], line: int) -> tuple[list[str], set[str]]:
    """Return the directions and the flags before the first row."""
    directions: list[str] = []
    flags = set()
    for word in words:
        if word in PREFIXES:
            directions += PREFIXES[word]
        elif word == "random":
            raise LevelError("random: chance cannot be expanded", line)
        elif word in ("late", "rigid"):
            flags.add(word)
        else:
            raise LevelError(f"{word}: a rule begins with directions and [ rows ]", line)
    return directions, flags


class _Sides:
    """The rows of both sides of a rule and its commands, read token by token.

    Attributes
    ----------
    left, right : list of Row
    commands : list of str
    """

    def __init__(self, source: Source, line: int):
        self.source, self.line = source, line
        self.left: list[Row] = []
        self.right: list[Row] = []
        self.commands: list[str] = []
        self._open = self._behind_arrow = False
        self._row: list[Cell] = []
        self._cell: list[tuple[str, str]] = []
        self._way = ""

    def read(self, tokens: list[str]) -> bool:
        """Read all tokens; return False if PuzzleScript leaves the rule out."""
        unclosed = 0
        last_row = len(tokens) - 1 - tokens[::-1].index("]") if "]" in tokens else -1
        for k, token in enumerate(tokens):
            if token == "[":
                unclosed += 1
                self._begin_row(unclosed)
            elif token == "]":
                unclosed -= 1
                if unclosed < 0:
                    self._warn("a ] without its [: PuzzleScript leaves the whole rule out")
                    return False
                self._end_row()
            elif token == "->":
                self._arrow()
            elif token == "message":
                self._command(token, k < last_row)
                break  # the rest of the line is the message
            elif token in COMMANDS or SOUND.fullmatch(token):
                self._command(token, k < last_row)
            elif self._open:
                self._content(token)
            else:
                self._outside(token)
        if self._open:
            self._warn("a [ without its ]: the text behind it is left out")
        return True

    def _warn(self, text: str) -> None:
        self.source.warn(self.line, text)

    def _begin_row(self, unclosed: int) -> None:
        if self._cell or self._way:
            raise LevelError("the [ and ] of a rule do not match", self.line)
        if unclosed > 1:
            self._warn("one [ too many: rows cannot be nested")
        self._open = True

    def _end_cell(self) -> None:
        if self._way:
            raise LevelError(f"{self._way} stands before the name of an object", self.line)
        cell = tuple(self._cell)
        if ELLIPSIS[0] in cell and cell != ELLIPSIS:
            raise LevelError("... stands alone between two |", self.line)
        self._row.append(cell)
        self._cell = []

    def _end_row(self) -> None:
        self._end_cell()
        row = tuple(self._row)
        if ELLIPSIS in (row[0], row[-1]) or row.count(ELLIPSIS) > 2:
            raise LevelError("... stands between two cells, at most twice in a row", self.line)
        (self.right if self._behind_arrow else self.left).append(row)
        self._row, self._open = [], False

    def _arrow(self) -> None:
        if self._open:
            self._warn("-> inside [ ] is left out: close the row before it")
        elif self._behind_arrow:
            raise LevelError("a rule has one ->", self.line)
        else:
            self._behind_arrow = True

    def _command(self, word: str, before_a_row: bool) -> None:
        if not self._behind_arrow:
            raise LevelError(f"{word}: commands stand behind the -> and its rows", self.line)
        # a message may hold a ]
        before_a_row = before_a_row and len(self.right) < len(self.left)
        if (self._open or before_a_row) and not SOUND.fullmatch(word):
            self._warn(f"{word} counts as a command: write it behind the last row")
        self.commands.append(word)

    def _content(self, word: str) -> None:
        """Read a word of a cell."""
        if word == "|":
            self._end_cell()
        elif word == "...":
            self._cell.append(ELLIPSIS[0])
        elif word in WORDS and not (word == "v" and self.source.knows(word) and self._way):
            if self._way:
                text = f"{self._way} {word}: an object has one direction"
                raise LevelError(text, self.line)
            if word in ("random", "randomdir"):
                raise LevelError(f"{word}: chance cannot be expanded", self.line)
            self._way = word
        elif self.source.knows(word):
            self._cell.append((self._way, word))
            self._way = ""
        else:
            raise LevelError(f"{word} is not defined in OBJECTS or LEGEND", self.line)

    def _outside(self, word: str) -> None:
        """Ignore a word that is between or after rows, although it may only be inside a row."""
        if word not in WORDS and word not in ("|", "...") and not self.source.knows(word):
            raise LevelError(f"{word} is not a command", self.line)
        self._warn(f"{word} stands outside of [ ] and is left out")


def _same_shape(left: Side, right: Side, line: int) -> None:
    """Reject a rule whose two sides differ in rows, cells or ellipses."""
    if not right:
        return
    if [len(row) for row in left] != [len(row) for row in right] or any(
        (a == ELLIPSIS) != (b == ELLIPSIS)
        for was, is_ in zip(left, right, strict=False)
        for a, b in zip(was, is_, strict=False)
    ):
        raise LevelError("both sides of a rule have the same rows and cells", line)


def _refuse_movement_late(rule: Rule) -> None:
    if rule.late:
        for modifier, _ in entries(rule.left + rule.right):
            if modifier not in ("", "no", "..."):
                raise LevelError(f"{modifier}: nothing moves in a late rule", rule.line)


def entries(side: Side) -> Iterator[tuple[str, str]]:
    """Return all (direction word, name) of a side."""
    return (entry for row in side for cell in row for entry in cell)
