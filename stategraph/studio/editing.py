"""Edits of a level's text, as the page requests them by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stategraph.design import board_edits, line_pieces, plan_edits
from stategraph.errors import InputError
from stategraph.level_files import (
    native_text,
    parse_level,
    with_demand,
    with_native_text,
    with_settings,
    with_title,
)
from stategraph.rules.family import Family
from stategraph.rules.floor_plans import FloorPlan
from stategraph.rules.puzzle import Puzzle
from stategraph.rules.signs import Rows
from stategraph.studio.editable_board import editable_family

# Maximum absolute coordinate of an object on a drawing, in cells.
MAX_COORDINATE = 1_000


def edited(text: str, file: str, edit: Mapping[str, object]) -> str:
    """Return the text after an edit.

    An edit has a ``name`` and arguments such as ``at``, ``to`` and ``sign``.
    """
    if edit.get("name") == "title":
        return with_title(text, file, str(edit.get("title")))
    if edit.get("name") == "demand":
        return with_demand(text, file, str(edit.get("metric")), _interval(edit))
    owner = editable_family(text, file)
    if not owner.signs:
        return _planned(text, file, edit)
    native = native_text(text, file)
    board = owner.grid(native)
    rows = _line_edit(owner, board, edit) or _board_after(owner, board, edit)
    rows = line_pieces.without_fragments(rows, owner, str(edit.get("sign", "")))
    return with_native_text(text, file, owner.regrid(native, rows))


def _planned(text: str, file: str, edit: Mapping[str, object]) -> str:
    """Return the text of a level with a floor plan after an edit."""
    level = parse_level(text, file)
    family, plan = level.family, level.family.plan(level.puzzle)
    if plan is None:
        raise InputError(f"levels of {family.name} are changed as text")
    puzzle = Puzzle.of(family.replan(level.puzzle, _plan_after(plan, edit)))
    new_text = with_native_text(text, file, family.write(puzzle, puzzle.start))
    return with_settings(new_text, file, family.settings(puzzle))


def _plan_after(plan: FloorPlan, edit: Mapping[str, object]) -> FloorPlan:
    name, kind = edit.get("name"), str(edit.get("kind"))
    if name == "add spot":
        return plan_edits.add_spot(plan, kind, _place(edit))
    if name == "add link":
        return plan_edits.add_link(plan, _number(edit, "tail"), _number(edit, "head"), kind)
    if name == "clear":
        return plan_edits.clear(plan)
    number = _number(edit, "number")
    if name == "paint spot":
        return plan_edits.paint_spot(plan, number, kind)
    if name == "move spot":
        return plan_edits.move_spot(plan, number, _place(edit))
    if name == "erase spot":
        return plan_edits.erase_spot(plan, number)
    if name == "paint link":
        return plan_edits.paint_link(plan, number, kind)
    if name == "erase link":
        return plan_edits.erase_link(plan, number)
    if name == "put":
        return plan_edits.put(plan, str(edit.get("who")), number)
    raise InputError(f"unknown edit {name!r}")


def _line_edit(owner: Family, board: Rows, edit: Mapping[str, object]) -> Rows | None:
    """Return the board after an edit of a piece on a line of cells; None for other edits."""
    name, lines = edit.get("name"), line_pieces.line_signs(owner)
    if name == "paint" and edit.get("sign") in lines:
        return line_pieces.drawn(board, owner, _cells(edit), str(edit.get("sign")))
    if name == "move":
        row, column = source = board_edits.within(board, _cell(edit, "at"))
        if board[row][column] in lines:
            return line_pieces.moved(board, owner, source, _cell(edit, "to"))
    return None


def _board_after(owner: Family, board: Rows, edit: Mapping[str, object]) -> Rows:
    name = edit.get("name")
    if name == "paint":
        return board_edits.paint_all(board, owner, _cells(edit), str(edit.get("sign")))
    if name == "clear":
        return board_edits.clear(board, owner)
    if name == "shift":
        return _shifted(owner, board, *_cell(edit, "to"))
    if name == "fill":
        return board_edits.fill(board, owner, _cell(edit, "at"), str(edit.get("sign")))
    if name == "erase":
        return board_edits.erase(board, owner, _cell(edit, "at"))
    if name == "move":
        return board_edits.move(board, owner, _cell(edit, "at"), _cell(edit, "to"))
    if name == "resize":
        return _resized(owner, board, *_cell(edit, "to"))
    if name == "mirror":
        return board_edits.mirror(board, owner)
    if name == "turn":
        return board_edits.turn(board, owner)
    raise InputError(f"unknown edit {name!r}")


def _resized(owner: Family, board: Rows, height: int, width: int) -> Rows:
    """Return the resized board; new cells are walls if the family has walls.

    If the last row or column consists of walls and the board shrinks, it does so again afterwards.
    """
    new_board = board_edits.resize(board, owner, height, width)
    rows, columns = range(len(board)), range(len(board[0]))
    wall = _wall(owner)
    if height < len(board) and all(sign == wall for sign in board[-1]):
        rows = range(height - 1)
    if width < len(board[0]) and all(row[-1] == wall for row in board):
        columns = range(width - 1)
    return _walled(owner, new_board, rows, columns)


def _shifted(owner: Family, board: Rows, down: int, right: int) -> Rows:
    """Return the shifted board; vacated cells become walls if the family has walls."""
    height, width = len(board), len(board[0])
    rows, columns = range(down, height + down), range(right, width + right)
    return _walled(owner, board_edits.shift(board, owner, down, right), rows, columns)


def _walled(owner: Family, board: Rows, rows: range, columns: range) -> Rows:
    """Return the board with walls outside the given rows and columns, if the family has walls.

    Some formats do not store bare ground at the rim. Without walls, such ground would be lost when
    the text is read again.
    """
    wall = _wall(owner)
    if wall is None:
        return board
    return [
        [sign if r in rows and c in columns else wall for c, sign in enumerate(row)]
        for r, row in enumerate(board)
    ]


def _wall(owner: Family) -> str | None:
    return next((sign.text for sign in owner.signs if sign.parts == ("wall",)), None)


def _cells(edit: Mapping[str, object]) -> list[tuple[int, int]]:
    """Return the cells of a brush stroke, or the single cell of an edit."""
    cells = edit.get("cells", [edit.get("at")])
    if not isinstance(cells, list) or not 0 < len(cells) <= board_edits.MAX_CELLS:
        raise InputError(f"cells must be a list of 1 to {board_edits.MAX_CELLS:,} cells")
    return [_cell({"at": each}, "at") for each in cells]


def _cell(edit: Mapping[str, object], name: str) -> tuple[int, int]:
    """Return the cell that an edit has as its argument `name`."""
    cell = edit.get(name)
    if not (isinstance(cell, list) and len(cell) == 2 and all(type(n) is int for n in cell)):
        raise InputError(f"{name} must be two numbers")
    return cell[0], cell[1]


def _interval(edit: Mapping[str, object]) -> object:
    """Return the demanded value of an edit: a number, an interval, or None to remove the demand."""
    ends = {"at least": edit.get("least"), "at most": edit.get("most")}
    ends = {name: end for name, end in ends.items() if end is not None}
    if any(type(end) not in (int, float) for end in ends.values()):
        raise InputError("least and most must be numbers")
    numbers = list(ends.values())
    if len(numbers) < 2:
        return ends or None
    return numbers[0] if numbers[0] == numbers[1] else numbers


def _number(edit: Mapping[str, object], name: str) -> int:
    """Return the integer that an edit has as its argument `name`."""
    number = edit.get(name)
    if type(number) is not int:
        raise InputError(f"{name} must be a number")
    return number


def _place(edit: Mapping[str, object]) -> tuple[float, float]:
    """Return the position on the drawing that an edit has as ``at``, in cells."""
    place = edit.get("at")
    if not (isinstance(place, list) and len(place) == 2 and all(map(_is_near, place))):
        raise InputError("at must be two numbers")
    return float(place[0]), float(place[1])


def _is_near(coordinate: Any) -> bool:
    return type(coordinate) in (int, float) and abs(coordinate) <= MAX_COORDINATE
