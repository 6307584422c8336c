"""Tables of levels: every format preserves the values, and no cell becomes a formula."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stategraph import load
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.formats.tables import FORMS, exact, table_bytes
from stategraph.metrics import COLUMNS, analyse

COLUMN_NAMES = ("level", "n", "share", "ok", "sizes")

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["=1+1", "+1", "-1", "@x", "'x", "\tx", "\rx", '<b>"&', "a,b\n"]
)
rows_of_cells = st.lists(
    st.fixed_dictionaries(
        {
            "level": texts,
            "n": st.none() | st.integers(-(2**70), 2**70),
            "share": st.none() | st.floats(allow_nan=False, allow_infinity=False),
            "ok": st.none() | st.booleans(),
            "sizes": st.none() | st.lists(st.integers(0, 99), max_size=3),
        }
    ),
    max_size=4,
)


@given(rows_of_cells)
def test_csv_gives_back_what_went_in_and_no_formulas(rows):
    text = table_bytes(rows, COLUMN_NAMES, "csv").decode()
    head, *body = list(csv.reader(io.StringIO(text, newline="")))
    assert tuple(head) == COLUMN_NAMES
    assert len(body) == len(rows)
    for cells, record in zip(body, rows, strict=True):
        shown = dict(zip(head, cells, strict=True))
        name = shown["level"]
        assert not name.startswith(("=", "+", "-", "@", "\t", "\r"))
        assert (name[1:] if name.startswith("'") else name) == record["level"]
        assert shown["n"] == ("" if record["n"] is None else str(record["n"]))
        assert shown["share"] == ("" if record["share"] is None else str(record["share"]))
        assert shown["ok"] == {None: "", True: "true", False: "false"}[record["ok"]]
        assert shown["sizes"] == ("" if record["sizes"] is None else json.dumps(record["sizes"]))


@given(rows_of_cells)
def test_json_gives_back_what_went_in(rows):
    found = json.loads(table_bytes(rows, COLUMN_NAMES, "json"))
    assert found == [{**record, "n": exact(record["n"])} for record in rows]
    for record in found:
        assert not isinstance(record["n"], int) or abs(record["n"]) < 2**63


class Page(HTMLParser):
    """Collects the cells of a page and the names of its tags."""

    def __init__(self):
        super().__init__()
        self.cells, self.tags = [], set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag == "td":
            self.cells.append("")
        assert not {name for name, _ in attrs} & {"src", "href", "onclick"}

    def handle_data(self, data):
        if self.cells and self.lasttag == "td":
            self.cells[-1] += data


@given(rows_of_cells)
def test_html_holds_nothing_but_the_table(rows):
    page = Page()
    page.feed(table_bytes(rows, COLUMN_NAMES, "html").decode())
    assert page.tags <= {
        *("html", "head", "meta", "title", "style", "body", "table"),
        *("thead", "tbody", "tr", "th", "td"),
    }
    assert len(page.cells) == len(rows) * len(COLUMN_NAMES)


def test_html_escapes():
    page = table_bytes([dict.fromkeys(COLUMN_NAMES, '<script>"&')], COLUMN_NAMES, "html").decode()
    assert "<script>" not in page
    assert "&lt;script&gt;&quot;&amp;" in page


@given(rows_of_cells)
def test_parquet_gives_back_what_went_in(rows):
    pq = pytest.importorskip("pyarrow.parquet")
    found = pq.read_table(io.BytesIO(table_bytes(rows, COLUMN_NAMES, "parquet"))).to_pylist()
    assert len(found) == len(rows)
    large = any(abs(record["n"] or 0) >= 2**63 for record in rows)
    for got, record in zip(found, rows, strict=True):
        assert got["level"] == record["level"]
        assert (got["share"], got["ok"]) == (record["share"], record["ok"])
        n = record["n"]
        assert got["n"] == (str(n) if large and n is not None else n)
        sizes = record["sizes"]
        assert got["sizes"] == (None if sizes is None else json.dumps(sizes))


def test_parquet_without_pyarrow(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match="needs pyarrow: .* -m pip install pyarrow"):
        table_bytes([], COLUMN_NAMES, "parquet")


def test_every_format_twice_is_the_same():
    made = load("spacewreck/million-ways")
    rows = [analyse(made, expand(made.puzzle)).row()]
    assert tuple(rows[0]) == COLUMNS
    assert rows[0]["shortest_count"] == 2**20
    for form in FORMS:
        assert table_bytes(rows, COLUMNS, form) == table_bytes(rows, COLUMNS, form)


def test_what_is_not_proven_is_an_empty_cell():
    made = load("spacewreck/minefield")
    found = analyse(made, expand(made.puzzle, Limits(states=5))).row()
    assert (found["complete"], found["dead_states"], found["states"]) == (False, None, None)
    assert {"dead_states", "states", "moves"} <= set(found["unknown"])
    text = table_bytes([found], COLUMNS, "csv").decode()
    assert re.search(r"^spacewreck/minefield,spacewreck,.*,false,,", text, re.MULTILINE)
