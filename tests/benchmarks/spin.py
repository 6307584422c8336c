"""The six families as models for SPIN, the model checker; and SPIN's searches.

A model is written from a level. It has one process that chooses among the moves; the guard and
the effect of a move are embedded C over constant tables, the fastest form in SPIN. Cells are
numbered from 1, and 0 is "none": a state of zeros has no move. Every state that wins
becomes the state of zeros, so that SPIN stores as many states as our graphs have; it counts the
start among its transitions, one more than our moves.

In the C text, ``now`` is the state.
"""

from __future__ import annotations

import json
import re
import resource
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from by_hand import BACK, OPEN, PATH, SLOT, number_cells, parts, slides_into, step

COMMON = ("-DSAFETY", "-DNOFAIR", "-DNOREDUCE", "-DMEMLIM=12000")

# how SPIN's search is compiled; the fastest counts
SEARCHES = {
    "depth first, -O2": ("-O2", *COMMON),
    "depth first, -O3": ("-O3", "-march=native", "-DNOCOMP", *COMMON),
    "breadth first, -O3": ("-O3", "-DNOCOMP", "-DBFS", *COMMON),
}


@dataclass
class Model:
    """A model to be written as Promela.

    Attributes
    ----------
    variables : str
        the declarations of the state
    tables : dict of str to nested lists of int
    moves : list of (str, str)
        for each: the C expression that allows it, the C statements that make it
    functions : str
        in C
    """

    variables: str
    tables: dict[str, Any]
    moves: list[tuple[str, str]]
    functions: str = ""

    def write(self, folder: Path) -> None:
        """Write ``model.pml``, and ``tables.h`` beside it: large tables exceed SPIN's buffers."""
        tables = [table(name, values) for name, values in self.tables.items()]
        (folder / "tables.h").write_text("\n".join([*tables, self.functions, ""]))
        moves = "\n".join(
            f"  :: d_step {{ c_expr {{ {may} }} -> c_code {{ {do} }} }}" for may, do in self.moves
        )
        (folder / "model.pml").write_text(
            f'{self.variables}\nc_code {{\n\\#include "tables.h"\n}}\n'
            f"active proctype puzzle()\n{{\nend: do\n{moves}\n  od\n}}\n"
        )


def table(name: str, values: Any) -> str:
    """Return the C text of a constant table, of as many dimensions as the lists are nested."""
    sizes, inner = "", values
    while isinstance(inner, (list, tuple)):
        sizes, inner = f"{sizes}[{len(inner)}]", inner[0]
    filled = json.dumps(values).translate(str.maketrans("[]", "{}"))
    return f"static const int {name}{sizes} = {filled};"


# ------------------------------------------------------------------------------------ families


def spacewreck(rooms: int, colours: Sequence[str], start: Any, corridors: Any) -> Model:
    """Rooms are short numbers; a corridor is one of the k-th of its room and colour."""
    shades = sorted({*colours, *(shade for _, _, shade in corridors)})
    ways: dict[tuple[int, str], list[int]] = {}
    for here, to, shade in sorted(set(corridors)):
        ways.setdefault((here, shade), []).append(to)
    longest = max(map(len, ways.values()))
    to = [
        [(ways.get((room, shade), []) + [0] * longest)[:longest] for shade in shades]
        for room in range(rooms + 1)
    ]
    moves = []
    for me, other in (("rocket", "lucky"), ("lucky", "rocket")):
        for k in range(longest):
            way = f"to[now.{me}][colour[now.{other}]][{k}]"
            won = f"if (now.{me} == {rooms}) now.rocket = now.lucky = 0;"
            moves.append((way, f"now.{me} = {way}; {won}"))
    return Model(
        f"short rocket = {start[0]}, lucky = {start[1]};",
        {"to": to, "colour": [0, *map(shades.index, colours), 0]},
        moves,
    )


def psychopath(rows: Sequence[str]) -> Model:
    """Return `push_block`, won on an exit."""
    return push_block(rows, "Xx", "u", "pP", "eP", "goals >> now.player & 1")


def sokoban(rows: Sequence[str]) -> Model:
    """Return `push_block`, won when no box is off the goals."""
    return push_block(rows, "#", "@+", "$*", ".*+", "!(now.blocks & ~goals)")


def push_block(
    rows: Sequence[str], walls: str, player: str, blocks: str, goals: str, won: str
) -> Model:
    """The player is a byte, the blocks are the bits of one word of 64."""
    cells = numbered(rows, walls)
    marks = {cell: rows[r][c] for (r, c), cell in cells.items()}
    moves = []
    for d in range(4):
        to, behind = f"step[{d}][now.player]", f"step[{d}][step[{d}][now.player]]"
        pushed = f"({behind} && !(now.blocks >> {behind} & 1))"
        moves.append((
            f"{to} && (!(now.blocks >> {to} & 1) || {pushed})",
            f"int to = {to}; if (now.blocks >> to & 1) now.blocks ^= 1UL << to | 1UL << {behind};"
            f" now.player = to; if ({won}) now.player = now.blocks = 0;",
        ))  # fmt: skip
    word = {kind: sum(1 << c for c in marks if marks[c] in kind) for kind in (blocks, goals)}
    return Model(
        f"byte player = {next(c for c in marks if marks[c] in player)};\n"
        f'c_state "unsigned long blocks" "Global" "{word[blocks]}UL"',
        {"step": steps(cells, "DLRU")},
        moves,
        f"static const unsigned long goals = {word[goals]}UL;",
    )


def pacman(rows: Sequence[str]) -> Model:
    """The agents are bytes, the food is the bits of a short number."""
    cells = numbered(rows, "%")
    marks = {0: "", **{cell: rows[r][c] for (r, c), cell in cells.items()}}
    foods = [cell for cell, mark in marks.items() if mark and mark in "123"]
    bit = [1 << foods.index(cell) if cell in foods else 0 for cell in marks]
    tables = {"step": steps(cells, "URDL"), "food": bit}
    moves = []
    for me, other, poison in (("Q", "P", "1"), ("P", "Q", "2")):
        tables[f"poison_{me}"] = [bit[cell] * (marks[cell] == poison) for cell in marks]
        for d in range(4):
            to = f"step[{d}][now.{me}]"
            may = f"{to} && {to} != now.{other} && !(now.left & poison_{me}[{to}])"
            eat = f"now.left &= ~food[now.{me}]; if (!now.left) now.P = now.Q = 0;"
            moves.append((may, f"now.{me} = {to}; {eat}"))
    p, q = (next(cell for cell in marks if marks[cell] == agent) for agent in "PQ")
    return Model(f"byte P = {p}, Q = {q}; short left = {(1 << len(foods)) - 1};", tables, moves)


def labyrinth(
    rows: Sequence[Sequence[int]], spare: int, start: tuple[int, int], goal: tuple[int, int]
) -> Model:
    """The player is a byte, the last number outside; so are the spare and every tile."""
    height, width = len(rows), len(rows[0])
    cells = {(r, c): r * width + c + 1 for r in range(height) for c in range(width)}
    outside, entry, leave = len(cells) + 1, cells[start], cells[goal]
    here = "now.tiles[now.player - 1]"
    moves = [
        (
            f"now.player == {outside} && opened[0][now.tiles[{entry - 1}]]",
            f"now.player = {entry};",
        ),
        ("now.player", "slide(&now.player, &now.spare, now.tiles);"),
        (
            f"now.player == {leave} && opened[3][{here}]",
            zero("player", "spare"),
        ),
    ]
    for d, way in enumerate("DLRU"):
        to = f"step[{d}][now.player]"
        into = f"opened[{'DLRU'.index(BACK[way])}][now.tiles[{to} - 1]]"
        moves.append((f"{to} && opened[{d}][{here}] && {into}", f"now.player = {to};"))
    tiles = [tile for row in rows for tile in row]
    return Model(
        f"byte player = {outside}, spare = {spare}; {tiles_declared(tiles)}",
        {
            "step": [[*way, 0] for way in steps(cells, "DLRU")],
            "opened": [[int(way in ways) for ways in OPEN] for way in "DLRU"],
        },
        moves,
        f"""static void slide(unsigned char *player, unsigned char *spare, unsigned char *tiles)
{{
    int in = *player != {outside}, row = (in ? *player - 1 : {entry - 1}) / {width};
    int column = *player - 1 - row * {width}, right = row % 2 == 0;
    unsigned char *first = tiles + row * {width}, new = *spare;
    *spare = right ? first[{width - 1}] : first[0];
    memmove(first + right, first + !right, {width - 1});
    first[right ? 0 : {width - 1}] = new;
    if (in) *player = row * {width} + (column + (right ? 1 : {width - 1})) % {width} + 1;
}}""",
    )


def pledge(tiles: Sequence[Sequence[int]], start: Any, heading: str, home: Any, cap: int) -> Model:
    """The cell is a short number, all else are bytes; a tick is one move, for it has no choice."""
    height, width, across = len(tiles), len(tiles[0]), 3 * len(tiles[0]) + 4
    tile_of, part = parts(height, width)
    begin, end = ((row + 2) * across + column + 2 for row, column in (start, home))
    slides = {label: [0] * height * width for label in ("SD", "SL", "SR", "SU")}
    carried = {}
    for slot, ways in enumerate(slides_into(height, width, across)):
        for label, tile, by in ways:
            slides[label][slot], carried[label] = tile + 1, by
    won = f"if (now.cell == {end}) {{ {zero('cell', 'heading', 'count', 'slot')} }}"
    moves = [("now.cell", f"tick(&now.cell, &now.heading, &now.count, now.tiles); {won}")]
    for k, label in enumerate(slides):
        may = f"now.cell && slides[{k}][now.slot]"
        moves.append((may, f"slide({carried.get(label, 0)}, slides[{k}][now.slot] - 1, &now.cell,"
                           " &now.slot, now.tiles);"))  # fmt: skip
    flat = [tile for row in tiles for tile in row]
    return Model(
        f"short cell = {begin}; byte heading = {'URDL'.index(heading)}, count = 0,"
        f" slot = {flat.index(SLOT)}; {tiles_declared(flat)}",
        {
            "slides": list(slides.values()),
            "tile_of": tile_of,
            "part": part,
            "path": [[int(is_path) for is_path in cells] for cells in PATH],
            "gate": [int(k in (begin, end) and tile_of[k] < 0) for k in range(len(part))],
            "ahead": [-across, 1, across, -1],
        },
        moves,
        PLEDGE.replace("CAP", str(cap)).replace("SLOT", str(SLOT)),
    )


PLEDGE = """static int is_free(int cell, unsigned char *tiles)
{ return tile_of[cell] < 0 ? gate[cell] : path[tiles[tile_of[cell]]][part[cell]]; }
static void tick(short *cell, unsigned char *heading, unsigned char *count, unsigned char *tiles)
{
    int left = (*heading + 3) % 4;
    if (*count > 0 && is_free(*cell + ahead[left], tiles)) {
        *cell += ahead[left], *heading = left, *count -= 1;
    } else if (is_free(*cell + ahead[*heading], tiles)) {
        *cell += ahead[*heading];
    } else {
        *heading = (*heading + 1) % 4;
        *count = *count < CAP ? *count + 1 : CAP - 3;
    }
}
static void slide(int by, int tile, short *cell, unsigned char *slot, unsigned char *tiles)
{
    if (tile_of[*cell] == tile) *cell += by;
    tiles[*slot] = tiles[tile], tiles[tile] = SLOT, *slot = tile;
}"""


# ------------------------------------------------------------------------------------- writing


def numbered(rows: Sequence[str], walls: str) -> dict[tuple[int, int], int]:
    """Return the number of each place without a wall, from 1."""
    return {place: cell + 1 for place, cell in number_cells(rows, walls).items()}


def steps(cells: dict[tuple[int, int], int], ways: str) -> list[list[int]]:
    """Return, for each direction, the neighbour of each cell; 0: none. Cell 0 has none."""
    return [[0, *(step(cells, place, way) or 0 for place in cells)] for way in ways]


def zero(*names: str) -> str:
    """Return the statements that make all of a state zero: these variables and the tiles."""
    names = " = ".join(f"now.{name}" for name in names)
    return f"{names} = 0; memset((char *) now.tiles, 0, sizeof now.tiles);"


def tiles_declared(tiles: Sequence[int]) -> str:
    """Return the declaration of the tiles."""
    return f"byte tiles[{len(tiles)}] = {{{', '.join(map(str, tiles))}}};"


# ------------------------------------------------------------------------------------- running


def missing() -> str:
    """Return which of the programs that it takes is not installed; empty if all are."""
    return next((name for name in ("spin", "cc") if shutil.which(name) is None), "")


def build(model: Model, folder: Path, searches: int | None = None) -> dict[str, Path]:
    """Return programs for the first `searches` of the `SEARCHES` of a model, made in `folder`."""
    model.write(folder)
    subprocess.run(["spin", "-a", "model.pml"], cwd=folder, check=True, capture_output=True)
    programs = {}
    for k, (name, options) in enumerate([*SEARCHES.items()][:searches]):
        programs[name] = folder / f"pan{k}"
        line = ["cc", *options, "-w", "-o", programs[name], "pan.c"]
        subprocess.run(line, cwd=folder, check=True, capture_output=True)
    return programs


def run(program: Path, states: int) -> dict[str, float]:
    """Return the counts of a search, its CPU seconds and bytes; the level has `states` states.

    RuntimeError
        when it did not search everything
    """
    slots = states.bit_length() + 1  # as many, and not more than half of them filled
    line = [program, f"-m{states + 10}", f"-w{slots}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run(line, cwd=program.parent, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if "errors: 0" not in told or "error: " in told or "Search not completed" in told:
        raise RuntimeError(told)
    stored, transitions, megabytes = (
        float(re.search(rf"^\s*(\S+)\s+{what}", told, re.MULTILINE)[1])
        for what in ("states, stored", "transitions", r"(total actual )?memory usage( \(|\n)")
    )
    return {
        "seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "states": stored,
        "moves": transitions - 1,
        "peak": megabytes * 2**20,
    }
