"""Random mutations of a board, using the signs of its family.

::

    put     a sign into a cell            swap    two cells
    move    an element to another cell    mirror  a part of the board, left to right
    take    the upper element out         turn    a square part by a quarter

>>> from random import Random
>>> from stategraph.level_files.families import family
>>> sokoban = family("sokoban")
>>> board = sokoban.grid("######\\n#@$ .#\\n######")
>>> "/".join(map("".join, mutated(board, sokoban, Random(8), frozenset())))
'######/#@  *#/######'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from random import Random

from stategraph.design import board_edits
from stategraph.design.board_edits import Place
from stategraph.rules.family import Family
from stategraph.rules.signs import Rows, Sign

WALL = "wall"

# Number of attempts to find a mutation that has an effect and preserves the kept cells.
MAX_ATTEMPTS = 20

# Share of walls on a new board, and the largest number of each other element.
WALL_SHARE, MAX_OF_ELEMENT = 0.15, 2


def mutated(rows: Rows, family: Family, random: Random, protected: Collection[Place]) -> Rows:
    """Return a board after one mutation that preserves the cells in `protected`.

    A rim of walls is preserved, too. If no mutation is found, return the board itself.
    """
    fixed = {*protected, *rim(rows, family)}
    free = [(r, c) for r, row in enumerate(rows) for c in range(len(row)) if (r, c) not in fixed]
    for _ in range(MAX_ATTEMPTS if free else 0):
        mutant = random.choice(CHANGES)(rows, family, random, free)
        if mutant != rows and all(mutant[r][c] == rows[r][c] for r, c in fixed):
            return mutant
    return rows


def rim(rows: Rows, family: Family) -> list[Place]:
    """Return the wall cells on the rim of a board."""
    walls = {sign.text for sign in family.signs if WALL in sign.parts}
    last, end = len(rows) - 1, len(rows[0]) - 1
    return [
        (r, c)
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
        if text in walls and (r in (0, last) or c in (0, end))
    ]


def _put(rows: Rows, family: Family, random: Random, free: list[Place]) -> Rows:
    return board_edits.paint(rows, family, random.choice(free), random.choice(family.signs).text)


def _move(rows: Rows, family: Family, random: Random, free: list[Place]) -> Rows:
    bare = family.signs[0].text
    things = [(r, c) for r, c in free if rows[r][c] != bare]
    if not things:
        return rows
    return board_edits.move(rows, family, random.choice(things), random.choice(free))


def _take(rows: Rows, family: Family, random: Random, free: list[Place]) -> Rows:
    row, column = random.choice(free)
    by_text = {sign.text: sign for sign in family.signs}
    under = by_text[rows[row][column]].under
    signs_without = (sign.text for sign in family.signs if sign.parts == under)
    return board_edits.paint(rows, family, (row, column), next(signs_without, family.signs[0].text))


def _swap(rows: Rows, family: Family, random: Random, free: list[Place]) -> Rows:
    (a, b), (c, d) = random.choice(free), random.choice(free)
    swapped = [list(row) for row in rows]
    swapped[a][b], swapped[c][d] = rows[c][d], rows[a][b]
    return swapped


def _mirror_part(rows: Rows, family: Family, random: Random, free: list[Place]) -> Rows:
    height, width = random.randint(1, len(rows)), random.randint(2, max(2, len(rows[0])))
    return _with_part(rows, random, height, width, lambda part: board_edits.mirror(part, family))


def _turn_part(rows: Rows, family: Family, random: Random, free: list[Place]) -> Rows:
    side = random.randint(2, max(2, min(len(rows), len(rows[0]))))
    return _with_part(rows, random, side, side, lambda part: board_edits.turn(part, family))


def _with_part(
    rows: Rows, random: Random, height: int, width: int, change: Callable[[Rows], Rows]
) -> Rows:
    """Return a board in which `change` was applied to a random part of the given size."""
    if height > len(rows) or width > len(rows[0]):
        return rows
    top, left = random.randint(0, len(rows) - height), random.randint(0, len(rows[0]) - width)
    part = change([row[left : left + width] for row in rows[top : top + height]])
    new_rows = [list(row) for row in rows]
    for r, row in enumerate(part):
        new_rows[top + r][left : left + width] = row
    return new_rows


# Mutations that should be frequent are listed several times.
CHANGES = (_put, _put, _put, _move, _move, _move, _move, _take, _swap, _mirror_part, _turn_part)


def random_board(
    size: tuple[int, int],
    family: Family,
    random: Random,
    counts: Mapping[str, tuple[int, int]],
) -> Rows:
    """Return a random board of (height, width) cells, including the outer walls.

    Elements are placed on empty ground. The number of each is in the range (least, most) given by
    `counts`. By default, this number is at most two, and unique elements occur once. If a family
    has no empty ground, such as a family of sliding tiles, every cell gets a uniformly random sign.
    """
    height, width = size
    bare = family.signs[0].text
    if all(not sign.parts or not _is_tile(sign) for sign in family.signs):
        rows = board_edits.clear([[bare] * width for _ in range(height)], family)
        return _with_things(rows, family, random, counts)
    tiles = [sign.text for sign in family.signs if not sign.alone]
    return [[random.choice(tiles) for _ in range(width)] for _ in range(height)]


def _is_tile(sign: Sign) -> bool:
    """Return whether a sign shows ground without an element on it."""
    return sign.parts == (sign.text,) and not sign.alone


def _with_things(
    rows: Rows, family: Family, random: Random, counts: Mapping[str, tuple[int, int]]
) -> Rows:
    """Add random elements to the empty ground of a board, walls first."""
    bare = family.signs[0].text
    for sign in sorted(family.signs, key=lambda sign: WALL not in sign.parts):
        if len(sign.parts) != 1:
            continue
        cells = [(r, c) for r, row in enumerate(rows) for c, text in enumerate(row) if text == bare]
        if sign.parts == (WALL,):
            number = random.randint(0, int(2 * WALL_SHARE * len(cells)))
        else:
            usual = 1, 1 if sign.alone else MAX_OF_ELEMENT
            number = random.randint(*counts.get(sign.parts[0], usual))
        for place in random.sample(cells, min(number, len(cells))):
            rows = board_edits.paint(rows, family, place, sign.text)
    return rows


def element_counts(rows: Rows, family: Family) -> Counter[str]:
    """Count the elements of each kind on a board, without the walls of the rim.

    >>> from stategraph.level_files.families import family
    >>> sokoban = family("sokoban")
    >>> element_counts(sokoban.grid("#####\\n#@*##\\n#####"), sokoban)["box"]
    1
    """
    parts = {sign.text: sign.parts for sign in family.signs}
    counts = Counter(dict.fromkeys((part for sign in family.signs for part in sign.parts), 0))
    counts.update(part for row in rows for text in row for part in parts[text])
    counts[WALL] -= len(rim(rows, family))
    return counts
