"""Edits of a level's text, by the names under which the page asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stategraph.design import edits
from stategraph.errors import InputError
from stategraph.levels import family, native_text, with_native_text
from stategraph.levels.strict_yaml import compose
from stategraph.rules.family import Family
from stategraph.rules.painting import Rows


def board_of(text: str, file: str) -> dict[str, Any]:
    """Return the board of a level file, which need not be a level yet, and what it is painted with.

    ``rows`` is empty where the family's levels are no boards of signs.
    """
    owner = _family(text, file)
    if not owner.signs:
        return {"family": owner.name, "rows": [], "signs": []}
    signs = [
        {"text": one.text, "name": one.name, "parts": list(one.parts), "alone": one.alone}
        for one in owner.signs
    ]
    return {"family": owner.name, "rows": owner.grid(native_text(text, file)), "signs": signs}


def edited(text: str, file: str, edit: Mapping[str, Any]) -> str:
    """Return the text after an edit: its ``name``, its ``at`` and ``to`` cells, its ``sign``."""
    owner = _family(text, file)
    native = native_text(text, file)
    rows = _board_after(owner, owner.grid(native), edit)
    return with_native_text(text, file, owner.regrid(native, rows))


def _board_after(owner: Family, board: Rows, edit: Mapping[str, Any]) -> Rows:
    name = edit.get("name")
    if name == "paint":
        return edits.paint(board, owner, _cell(edit, "at"), str(edit.get("sign")))
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
    """Return the board with another size, grown by walls where the family has such.

    Bare ground at the rim is no part of a text in some formats, and would be lost again.
    """
    made = edits.resize(board, owner, height, width)
    wall = next((sign.text for sign in owner.signs if sign.parts == ("wall",)), None)
    if wall is None:
        return made
    old_height, old_width = len(board), len(board[0])
    return [
        [sign if r < old_height and c < old_width else wall for c, sign in enumerate(row)]
        for r, row in enumerate(made)
    ]


def _cell(edit: Mapping[str, Any], name: str) -> tuple[int, int]:
    """Return the two numbers of an edit under a name."""
    given = edit.get(name)
    if not (isinstance(given, list) and len(given) == 2 and all(type(n) is int for n in given)):
        raise InputError(f"{name} must be two numbers")
    return given[0], given[1]


def _family(text: str, file: str) -> Family:
    """Return the family that a text names, which need not be a level yet."""
    root: Any = compose(text, file)
    for key, value in getattr(root, "value", None) or []:
        if getattr(key, "value", None) == "puzzle" and isinstance(value.value, str):
            return family(value.value)
    raise InputError(f"{file}: there is no 'puzzle:'")
