"""Pictures of PuzzleScript levels: the game's own sprites of 5 x 5 pixels, in its own colours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from stategraph.rules import Drawing
from stategraph.rules.drawing import stamp

from .board import bits
from .game import Game
from .game_reader import SIZE, Thing

# the sixteen colours of Arne Niklas Jansson's palette, under PuzzleScript's names
COLOURS = {
    "black": "#000000",
    "white": "#ffffff",
    "grey": "#9d9d9d",
    "darkgrey": "#697175",
    "lightgrey": "#cccccc",
    "red": "#be2633",
    "darkred": "#732930",
    "lightred": "#e06f8b",
    "brown": "#a46422",
    "darkbrown": "#493c2b",
    "lightbrown": "#eeb62f",
    "orange": "#eb8931",
    "yellow": "#f7e26b",
    "green": "#44891a",
    "darkgreen": "#2f484e",
    "lightgreen": "#a3ce27",
    "blue": "#1d57f7",
    "lightblue": "#b2dcef",
    "darkblue": "#1b2632",
    "purple": "#342a97",
    "pink": "#de65e2",
    "transparent": "",
}

# Pixels overlap the row below, so that no line of the backdrop shows between them. The backdrop is
# slightly smaller than the board, so that it is not visible at the rim either.
OVERLAP, RIM = 0.5 / SIZE, 0.02

Pixels = tuple[tuple[str, ...], ...]


def draw(game: Game, width: int, height: int, cells: Sequence[int]) -> Drawing:
    """Return a picture of the board; adjacent pixels of one colour in a row form one rectangle."""
    drawing = Drawing(width, height)
    drawing.rect(RIM, RIM, width - 2 * RIM, height - 2 * RIM, COLOURS["black"])
    for y in range(height):
        _row(drawing, game, tuple(cells[y::height]), y, y == height - 1)
    return drawing


@stamp
def _row(drawing: Drawing, game: Game, cells: tuple[int, ...], y: int, lowest: bool) -> None:
    sprites = {cell: _stacked(game, cell) for cell in set(cells)}
    for row in range(SIZE):
        line = [colour for cell in cells for colour in sprites[cell][row]]
        start, tall = 0, 1 / SIZE + (0 if lowest and row == SIZE - 1 else OVERLAP)
        for k in range(1, len(line) + 1):
            if k == len(line) or line[k] != line[start]:
                if line[start]:
                    place = start / SIZE, y + row / SIZE
                    drawing.rect(*place, (k - start) / SIZE, tall, line[start])
                start = k


def _stacked(game: Game, cell: int) -> Pixels:
    """Return the pixels of all objects in a cell, the last layer on top."""
    pixels = [[""] * SIZE for _ in range(SIZE)]
    for thing in bits(cell):
        for y, row in enumerate(_sprite(game, thing)):
            for x, colour in enumerate(row):
                pixels[y][x] = colour or pixels[y][x]
    return tuple(map(tuple, pixels))


@lru_cache(4096)
def _sprite(game: Game, thing: int) -> Pixels:
    """Return the pixels of an object; an empty text is a transparent pixel."""
    definition: Thing = game.source.things[game.names[thing]]
    colours = [_colour(word) for word in definition.colours]
    rows = definition.sprite or ["0" * SIZE] * SIZE
    rows = [row.ljust(SIZE, ".") for row in rows] + ["." * SIZE] * (SIZE - len(rows))
    return tuple(
        tuple(colours[int(m)] if m != "." and int(m) < len(colours) else "" for m in row)
        for row in rows
    )


def _colour(word: str) -> str:
    """Return the colour that a word names; an unknown word becomes a conspicuous pink."""
    if re.fullmatch(r"#([0-9a-f]{3}|[0-9a-f]{6})", word):
        return word
    return COLOURS.get(word.replace("gray", "grey"), COLOURS["pink"])
