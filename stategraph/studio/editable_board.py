"""The board of a level's text, for editing; the text need not be a valid level."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import Any

from stategraph.errors import InputError, LevelError
from stategraph.level_files import demand_texts, family, native_text, parse_level
from stategraph.level_files.strict_yaml import compose
from stategraph.readable import Record
from stategraph.rules.family import Family
from stategraph.rules.signs import Rows


def board_of(text: str, file: str) -> Record:
    """Return the parts of a level file that can be edited on its board or drawing.

    The file need not be a valid level. ``rows`` is its board, and ``signs`` are the signs to paint
    with, each with its picture. ``plan`` has the spots and links of a floor plan (see
    `stategraph.rules.floor_plans`). ``demands`` has the name and the text of each demand.
    Parts that the family lacks are empty or None. ``picture`` is a drawing of the board with the
    size ``size``. The cells in it are squares with sides of length ``cell``, and the first cell is
    at ``corner``.
    """
    owner = editable_family(text, file)
    parts: Record = {"family": owner.name, "rows": [], "signs": [], "plan": None}
    parts["demands"] = list(demand_texts(text, file).items())
    if owner.signs:
        rows = owner.grid(native_text(text, file))
        return parts | {"rows": rows} | _painted(owner, rows, text, file)
    return parts | {"plan": _plan_of(text, file)}


def _painted(owner: Family, rows: Rows, text: str, file: str) -> Record:
    """Return the signs with their pictures, and the picture of a board.

    If drawings of the family have a margin, the picture shows the level itself, since the margin
    may contain a part of the level. If the level is invalid, the picture shows only its signs.
    """
    signs, cell = [], 1.0
    for sign in owner.offered(rows):
        tile = owner.draw_signs([[sign.text]])
        cell = tile.width
        signs.append({"text": sign.text, "name": sign.name, "picture": tile.svg()})
    drawing, corner = owner.draw_signs(rows), (0.0, 0.0)
    if any(owner.corner):
        with suppress(LevelError):
            level = parse_level(text, file)
            drawing, corner = level.draw(level.puzzle.start), owner.corner
    size = [drawing.width, drawing.height]
    frame = {"size": size, "corner": list(corner), "cell": cell}
    return {"signs": signs, "picture": drawing.svg(), **frame}


def _plan_of(text: str, file: str) -> Record | None:
    """Return the floor plan of a level with its drawing as SVG, or None without a plan."""
    try:
        level = parse_level(text, file)
    except LevelError:
        return None
    plan = level.family.plan(level.puzzle)
    if plan is None:
        return None
    drawing = level.draw(level.puzzle.start)
    return {**asdict(plan), "picture": drawing.svg(), "size": [drawing.width, drawing.height]}


def editable_family(text: str, file: str) -> Family:
    """Return the family of a text, set up for editing; the text may be an invalid level."""
    root: Any = compose(text, file)
    pairs = getattr(root, "value", None) or []
    entries = {getattr(key, "value", None): getattr(value, "value", None) for key, value in pairs}
    if not isinstance(entries.get("puzzle"), str):
        raise InputError(f"{file}: 'puzzle:' is missing")
    owner = family(str(entries["puzzle"]))
    options = {
        name: str(entries[name]) for name in owner.options if isinstance(entries.get(name), str)
    }
    return owner.editing(options)
