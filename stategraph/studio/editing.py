"""Edits of a level's text, by the names under which the page asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from stategraph.design import edits, plans
from stategraph.errors import InputError, LevelError
from stategraph.levels import (
    family,
    native_text,
    parse_level,
    with_native_text,
    with_settings,
)
from stategraph.levels.strict_yaml import compose
from stategraph.rules.family import Family
from stategraph.rules.painting import Rows
from stategraph.rules.plans import FloorPlan

# So far from its corner, in cells, something may stand on a drawing.
FARTHEST = 1_000


def board_of(text: str, file: str) -> dict[str, Any]:
    """Return what of a level file, which need not be a level yet, can be changed on its picture.

    ``rows`` is its board, and ``signs`` what that is painted with; ``plan`` are its spots and
    links, `stategraph.rules.plans`, on its drawing. Both are empty where there is no such thing.
    """
    owner = _family(text, file)
    made: dict[str, Any] = {"family": owner.name, "rows": [], "signs": [], "plan": None}
    if owner.signs:
        signs = [
            {"text": one.text, "name": one.name, "parts": list(one.parts), "alone": one.alone}
            for one in owner.signs
        ]
        return made | {"rows": owner.grid(native_text(text, file)), "signs": signs}
    return made | {"plan": _plan_of(text, file)}


def _plan_of(text: str, file: str) -> dict[str, Any] | None:
    """Return the plan of a level with its drawing as SVG; None where it is none, or no level."""
    try:
        level = parse_level(text, file)
    except LevelError:
        return None
    plan = level.family.plan(level.puzzle)
    if plan is None:
        return None
    drawing = level.draw(level.puzzle.start)
    return {**asdict(plan), "picture": drawing.svg(), "size": [drawing.width, drawing.height]}


def edited(text: str, file: str, edit: Mapping[str, Any]) -> str:
    """Return the text after an edit: its ``name``, its ``at`` and ``to`` cells, its ``sign``."""
    owner = _family(text, file)
    if not owner.signs:
        return _planned(text, file, edit)
    native = native_text(text, file)
    rows = _board_after(owner, owner.grid(native), edit)
    return with_native_text(text, file, owner.regrid(native, rows))


def _planned(text: str, file: str, edit: Mapping[str, Any]) -> str:
    """Return the text of a plan after an edit."""
    level = parse_level(text, file)
    family, plan = level.family, level.family.plan(level.puzzle)
    if plan is None:
        raise InputError(f"levels of {family.name} are changed as text")
    puzzle: Any = family.replan(level.puzzle, _plan_after(plan, edit))
    made = with_native_text(text, file, family.write(puzzle, puzzle.start))
    return with_settings(made, file, family.settings(puzzle))


def _plan_after(plan: FloorPlan, edit: Mapping[str, Any]) -> FloorPlan:
    name, kind = edit.get("name"), str(edit.get("kind"))
    if name == "add spot":
        return plans.add_spot(plan, kind, _place(edit))
    if name == "add link":
        return plans.add_link(plan, _number(edit, "tail"), _number(edit, "head"), kind)
    if name == "clear":
        return plans.clear(plan)
    number = _number(edit, "number")
    if name == "paint spot":
        return plans.paint_spot(plan, number, kind)
    if name == "move spot":
        return plans.move_spot(plan, number, _place(edit))
    if name == "erase spot":
        return plans.erase_spot(plan, number)
    if name == "paint link":
        return plans.paint_link(plan, number, kind)
    if name == "erase link":
        return plans.erase_link(plan, number)
    if name == "put":
        return plans.put(plan, str(edit.get("who")), number)
    raise InputError(f"there is no edit {name!r}")


def _board_after(owner: Family, board: Rows, edit: Mapping[str, Any]) -> Rows:
    name = edit.get("name")
    if name == "paint":
        return edits.paint_all(board, owner, _cells(edit), str(edit.get("sign")))
    if name == "clear":
        return edits.clear(board, owner)
    if name == "shift":
        return _shifted(owner, board, *_cell(edit, "to"))
    if name == "fill":
        return edits.fill(board, owner, _cell(edit, "at"), str(edit.get("sign")))
    if name == "erase":
        return edits.erase(board, owner, _cell(edit, "at"))
    if name == "move":
        return edits.move(board, owner, _cell(edit, "at"), _cell(edit, "to"))
    if name == "resize":
        return _resized(owner, board, *_cell(edit, "to"))
    if name == "mirror":
        return edits.mirror(board, owner)
    if name == "turn":
        return edits.turn(board, owner)
    raise InputError(f"there is no edit {name!r}")


def _resized(owner: Family, board: Rows, height: int, width: int) -> Rows:
    """Return the board with another size, grown by walls where the family has such."""
    made = edits.resize(board, owner, height, width)
    return _walled(owner, made, range(len(board)), range(len(board[0])))


def _shifted(owner: Family, board: Rows, down: int, right: int) -> Rows:
    """Return the board with everything moved, and walls where it was, where there are such."""
    height, width = len(board), len(board[0])
    rows, columns = range(down, height + down), range(right, width + right)
    return _walled(owner, edits.shift(board, owner, down, right), rows, columns)


def _walled(owner: Family, board: Rows, rows: range, columns: range) -> Rows:
    """Return the board with walls outside some rows and columns, where the family has walls.

    Bare ground at the rim is no part of a text in some formats, and would be lost again.
    """
    wall = next((sign.text for sign in owner.signs if sign.parts == ("wall",)), None)
    if wall is None:
        return board
    return [
        [sign if r in rows and c in columns else wall for c, sign in enumerate(row)]
        for r, row in enumerate(board)
    ]


def _cells(edit: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return the cells of a stroke of the brush, or the one cell of an edit."""
    given = edit.get("cells", [edit.get("at")])
    if not isinstance(given, list) or not 0 < len(given) <= edits.MOST_CELLS:
        raise InputError(f"cells must be a list of 1 to {edits.MOST_CELLS:,} cells")
    return [_cell({"at": each}, "at") for each in given]


def _cell(edit: Mapping[str, Any], name: str) -> tuple[int, int]:
    """Return the two numbers of an edit under a name."""
    given = edit.get(name)
    if not (isinstance(given, list) and len(given) == 2 and all(type(n) is int for n in given)):
        raise InputError(f"{name} must be two numbers")
    return given[0], given[1]


def _number(edit: Mapping[str, Any], name: str) -> int:
    """Return the number of an edit under a name."""
    given = edit.get(name)
    if type(given) is not int:
        raise InputError(f"{name} must be a number")
    return given


def _place(edit: Mapping[str, Any]) -> tuple[float, float]:
    """Return where on the drawing an edit is made, in cells."""
    given = edit.get("at")
    if not (isinstance(given, list) and len(given) == 2 and all(map(_is_near, given))):
        raise InputError("at must be two numbers")
    return float(given[0]), float(given[1])


def _is_near(given: Any) -> bool:
    return type(given) in (int, float) and abs(given) <= FARTHEST


def _family(text: str, file: str) -> Family:
    """Return the family that a text names, as it edits that text, which need not be a level yet."""
    root: Any = compose(text, file)
    pairs = getattr(root, "value", None) or []
    said = {getattr(key, "value", None): getattr(value, "value", None) for key, value in pairs}
    if not isinstance(said.get("puzzle"), str):
        raise InputError(f"{file}: there is no 'puzzle:'")
    owner = family(str(said["puzzle"]))
    options = {name: str(said[name]) for name in owner.options if isinstance(said.get(name), str)}
    return owner.editing(options)
