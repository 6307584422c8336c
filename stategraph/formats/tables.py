"""Tables as CSV, JSON, HTML and Parquet: the same rows give the same bytes.

Programs that open tables may execute the text of cells, so it is made harmless: in CSV an
apostrophe precedes a text that a spreadsheet would read as a formula, and in HTML everything is
escaped. Numbers stay numbers.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from html import escape
from types import ModuleType
from typing import Any

from stategraph.formats.escapes import guarded
from stategraph.formats.parquet import load_arrow

Row = Mapping[str, object]

INT64_END = 2**63

STYLE = """\
body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; color: #1b1b1b; }
table { border-collapse: collapse; }
th, td { padding: 0.2em 0.6em; border-bottom: 1px solid #c9c4b8; text-align: right; }
th { position: sticky; top: 0; background: #f4f1ea; vertical-align: bottom; }
th:first-child, td:first-child, td.text { text-align: left; }
"""


def exact(value: object) -> object:
    """Return a value that JSON holds exactly: an integer from 2^63 on becomes a decimal text.

    >>> exact({"a": (2**70, 7)})
    {'a': ['1180591620717411303424', 7]}
    """
    if isinstance(value, Mapping):
        return {name: exact(element) for name, element in value.items()}
    if isinstance(value, (list, tuple)):
        return [exact(element) for element in value]
    is_large = isinstance(value, int) and abs(value) >= INT64_END  # True and False are small
    return str(value) if is_large else value


def table_bytes(rows: Sequence[Row], columns: Sequence[str], form: str) -> bytes:
    """Return a table in a format of `FORMS`.

    Parameters
    ----------
    rows : sequence of mappings
    columns : sequence of str
        keys of the rows, in order
    form : {"csv", "json", "html", "parquet"}

    Raises
    ------
    InputError
        for Parquet without pyarrow
    """
    return FORMS[form](rows, columns)


def _cell(value: object) -> str:
    """Return the text of a cell: the empty text for None, and JSON for a list."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(exact(value)) if isinstance(value, list) else str(value)


def _csv(rows: Sequence[Row], columns: Sequence[str]) -> bytes:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")  # RFC 4180; so a lone \r is quoted too
    writer.writerow(columns)
    for row in rows:
        values = (row[name] for name in columns)
        writer.writerow([guarded(v) if isinstance(v, str) else _cell(v) for v in values])
    return buffer.getvalue().encode("utf-8", "replace")


def _json(rows: Sequence[Row], columns: Sequence[str]) -> bytes:
    records = [{name: exact(row[name]) for name in columns} for row in rows]
    return (json.dumps(records, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _html(rows: Sequence[Row], columns: Sequence[str]) -> bytes:
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "\n".join(
        "<tr>" + "".join(_html_cell(row[n]) for n in columns) + "</tr>" for row in rows
    )
    page = (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>Levels</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<table>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</body>\n</html>\n"
    )
    return page.encode("utf-8", "replace")


def _html_cell(value: object) -> str:
    kind = ' class="text"' if isinstance(value, (str, list)) else ""
    return f"<td{kind}>{escape(_cell(value))}</td>"


def _parquet(rows: Sequence[Row], columns: Sequence[str]) -> bytes:
    pyarrow, parquet = load_arrow()
    arrays = {name: _arrow(pyarrow, [row[name] for row in rows]) for name in columns}
    buffer = io.BytesIO()
    parquet.write_table(pyarrow.table(arrays), buffer)
    return buffer.getvalue()


def _arrow(pyarrow: ModuleType, values: list[Any]) -> Any:
    """Return a column; lists, and integers that exceed 64 bits, become texts."""
    present = [value for value in values if value is not None]
    if any(isinstance(value, float) for value in present):
        values = [None if value is None else float(value) for value in values]
    elif any(isinstance(v, (str, list)) or exact(v) != v for v in present):
        values = [None if value is None else _cell(value) for value in values]
    return pyarrow.array(values)


FORMS = {"csv": _csv, "json": _json, "html": _html, "parquet": _parquet}
