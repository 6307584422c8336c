"""Damaged, truncated or too large files are refused in one line."""

from __future__ import annotations

import numpy as np
import pytest
from effort import examples
from written import as_csv, city

from stategraph import formats, level_files, load
from stategraph.errors import LevelError

READABLE = [suffix for suffix, form in formats.FORMATS.items() if form.reads]
PAIRS = [suffix for suffix, form in formats.FORMATS.items() if form.pair]
EIGHT = "spacewreck/eight-rooms"
XML = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n<graph edgedefault="directed">\n'
BOMB = '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<x>&b;</x>'
NODE = XML + '<node id="a"/>'


def typed(kind, text):
    """Return a document of one node with an attribute of some type."""
    key = f'<key id="k" for="node" attr.name="size" attr.type="{kind}"/>\n<graph'
    node = f'<node id="a"><data key="k">{text}</data></node></graph></graphml>'
    return XML.replace("<graph ", key + " ") + node


BAD = [
    ("x.aut", "", "x.aut:1: is not an Aldebaran file"),
    ("x.aut", "des (0,1,2)\n", "x.aut:1: the first line says 1 transitions, found 0"),
    ("x.aut", 'des (0,1,2)\n(0,"a",2)\n', "x.aut:2: state 2 is not below 2"),
    ("x.aut", 'des (0,1,2)\n(0,"a" 1)\n', "x.aut:2: '(0,\"a\" 1)' is not of the form"),
    ("x.aut", 'des (5,1,2)\n(0,"a",1)\n', "x.aut:1: state 5 is not below 2"),
    ("x.aut", 'des (0,1,99999999999)\n(0,"a",1)\n', "x.aut:1: 99999999999 states are more than"),
    ("x.aut", b'des (0,1,2)\n(0,"\xff",1)\n', "x.aut:2: is not UTF-8"),
    (
        "x.aut",
        'des (0,3,2)\n(0,"classes of states by a",0)\n(0,"b",1)\n(1,"goal",1)\n',
        "x.aut: its nodes are classes of states by 'a'",
    ),
    ("x.aut", 'des (0,1,2)\n(0,"a",1)\n', "x.aut: names no goal: add --goal NODE"),
    ("x.aut", 'des (2,1,2)\n(0,"a",1)\n', "x.aut:1: state 2 is not below 2"),
    ("x.aut", 'des (0,1,5)\n(0,"a",1)\n', "x.aut:1: 5 states are more than 1 transitions can"),
    ("x.aut", 'des (0,1,4)\n(0,"a",1)\n', "x.aut: names no goal"),
    ("x.graphml", "", "x.graphml:1: is not XML"),
    ("x.graphml", NODE[:-3], "x.graphml:3: is not XML"),
    ("x.graphml", NODE, "x.graphml:3: is not XML"),
    ("x.graphml", BOMB, "x.graphml:2: has a document type"),
    ("x.graphml", "<html/>", "x.graphml: is not GraphML"),
    ("x.graphml", XML + "<node/>", "x.graphml:3: <node> has no id"),
    ("x.graphml", NODE + '<edge source="a" target="b"/></graph></graphml>',
     "x.graphml:3: an edge names node 'b', which does not exist"),
    ("x.graphml", NODE + '\n<node id="a"/></graph></graphml>',
     "x.graphml:4: node 'a' occurs twice"),
    ("x.graphml", NODE + '<graph/>', "x.graphml:3: holds a second graph"),
    ("x.graphml", NODE + '<data key="q">', "x.graphml:3: <data> of key 'q', which is not declared"),
    ("x.graphml", XML.replace("directed", "undirected"), "x.graphml:2: its edges have no"),
    ("x.graphml", XML + "</graph></graphml>", "x.graphml: holds no graph: it has no node"),
    ("x.graphml", NODE + "</graph></graphml>", "x.graphml: names no start"),
    ("x.graphml", '<?xml version="1.0" encoding="klingon"?><a/>', "x.graphml: is not XML"),
    ("x.graphml", XML.replace(' edgedefault="directed"', ""), "x.graphml:2: its edges have no"),
    ("x.graphml", NODE + '<edge source="a"/>', "x.graphml:3: <edge> has no target"),
    ("x.graphml", NODE + '<edge source="a" target="a" directed="false"/></graph></graphml>',
     "x.graphml: is not readable GraphML: directed=false"),
    ("x.graphml", NODE + "<hyperedge/></graph></graphml>", "x.graphml: is not readable GraphML"),
    ("x.graphml", NODE + '<x><node id="b"/></x></graph></graphml>', "x.graphml: holds nodes or"),
    ("x.graphml", NODE + 2 * '<edge id="1" source="a" target="a"/>' + "</graph></graphml>",
     "x.graphml: holds nodes or edges out of place, or edges between the same nodes with the same"),
    ("x.graphml", typed("long", "7x"), "x.graphml: is not readable GraphML: invalid"),
    ("x.graphml", typed("boolean", "maybe"), "x.graphml: is not readable GraphML: 'maybe'"),
    ("x.graphml", XML.replace("<graph ", '<key id="a&#10;b"/><graph ') + "</graph></graphml>",
     "x.graphml: holds no graph"),
    ("x.graphml", NODE.replace("<graph ", '<key id="a&#10;b"/><graph ') + "</graph></graphml>",
     "x.graphml: is not readable GraphML: Unknown key for id a"),
    ("x.graphml", typed("matrix", "1"), "x.graphml: is not readable GraphML: 'matrix'"),
    ("x.graphml", NODE.replace("graphdrawing", "elsewhere") + "</graph></graphml>",
     "x.graphml: is not GraphML"),
    ("x.json", '{"nodes": [\n', "x.json:2: is not JSON"),
    ("x.json", "[" * 100_000, "x.json: is not JSON that can be read"),
    ("x.json", "[]", "x.json: is not node-link JSON"),
    ("x.json", '{"nodes": {}, "edges": []}', "x.json: is not node-link JSON"),
    ("x.json", '{"nodes": [3], "edges": []}', "x.json: a node is an object with an 'id', not 3"),
    ("x.json", '{"nodes": [{"id": 1}, {"id": "1"}], "edges": []}',
     "x.json: node '1' occurs twice"),
    ("x.json", '{"nodes": [{"id": 1}], "edges": [{"source": 1}]}', "x.json: an edge is an object"),
    ("x.json", '{"nodes": [{"id": 1}], "links": [{"source": 1, "target": null}]}',
     "x.json: the target of an edge is a text or a number, not null"),
    ("x.json", '{"nodes": [{"id": [1, 2]}], "edges": []}',
     "x.json: a node's id is a text or a number, not [1, 2]"),
    ("x.json", '{"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 2}]}',
     "x.json: an edge names node '2', which does not exist"),
    ("x.json", '{"nodes": [{"id": null}], "edges": []}',
     "x.json: a node's id is a text or a number, not null"),
    ("x.json", '{"nodes": [{"id": true}], "edges": []}',
     "x.json: a node's id is a text or a number, not true"),
    ("x.json", '{"nodes": [{"id": 1}], "edges": [{"source": {}, "target": 1}]}',
     "x.json: the source of an edge is a text or a number, not {}"),
    ("x.json", '{"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 1, "label": [2]}]}',
     "x.json: the label of an edge is a text or a number, not [2]"),
    ("x.json", '{"graph": {"goal": [1]}, "nodes": [{"id": "[1]"}], "edges": []}',
     "x.json: its goal is a text or a number, not [1]"),
    ("x.json", '{"nodes": [{"id": 1},\n{"id": 2, "\\u0069d": 3}], "edges": []}',
     "x.json:2: key 'id' occurs twice"),
    ("x.json", '{"nodes": [],\n"edges": [],\n\n"nodes": []}', "x.json:4: key 'nodes' occurs twice"),
    ("x.json", '{"nodes": [{"id": "NaN"},\n{"id": NaN}], "edges": []}',
     "x.json:2: NaN is not a JSON number"),
    ("x.json", '{"nodes": [{"id": "a"},\n\n{"id": -Infinity}], "edges": []}',
     "x.json:3: -Infinity is not a JSON number"),
    ("x.json", '{"nodes": [{"id": 1e999}], "edges": []}', "x.json:1: 1e999 is not a JSON number"),
    ("x.json", '{"nodes": [{"id": 1e%s}], "edges": []}' % ("9" * 60),
     f"x.json:1: 1e{'9' * 38} is not a JSON number"),
    ("x.json", '{"nodes": [{"id": 1}], "edges": [], "graph": {"goal": 7}}',
     "x.json: its goal is node '7', which does not exist"),
    ("x.json", '{"directed": false, "nodes": [], "edges": []}', "x.json: its edges have no"),
    ("x.json", '{"nodes": [{"id": 1, "start": 1}, {"id": 2, "start": true}], "edges": []}',
     "x.json: names two starts, '1' and '2': --start NODE selects one"),
    ("x.csv", "", "x.csv:1: has no column 'source'"),
    ("x.csv", "source,goal\n", "x.csv:1: has no column 'target'"),
    ("x.csv", "source,target\n1\n", "x.csv:2: 1 cells, where the header has 2"),
    ("x.csv", 'source,target\n1,"2\n', "x.csv:2: is not CSV"),
    ("x.csv", "source,Source\n", "x.csv:1: has more than one column 'source'"),
    ("x.csv", b"source,target\n1,\xfe\n", "x.csv:2: is not UTF-8"),
    ("x.edges.csv", "source,target\n1,2\n", "x.nodes.csv: no such file"),
    ("x.json", '{"nodes": [], "edges": [], "%s": 1, "%s": 2}' % (2 * ("k" * 39 + "lm",)),
     f"x.json:1: key '{'k' * 39}l' occurs twice"),
    ("x.parquet", "PAR1", "x.parquet: is not a Parquet file"),
    ("x.parquet", "", "x.parquet: is not a Parquet file"),
    ("x.npz", "PK", "x.npz: is not a saved graph"),
    ("x.gml", "graph [", "x.gml: is not readable GML: expected ']', found EOF at (2, 1)"),
    ("x.gml", "", "x.gml: is not readable GML: input contains no graph"),
    (
        "x.gml",
        "graph [ node [ id 0 ] ]",
        "x.gml: its edges have no direction, which a state graph needs: write directed 1",
    ),
    ("x.gexf", "<gexf/>", "x.gexf: GEXF can be written, but not read"),
    ("x.dot", "digraph {}", "x.dot: DOT can be written, but not read"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "reason"), BAD)
def test_a_bad_file_is_one_line_with_its_place(run, tmp_path, monkeypatch, name, data, reason):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    got = run("analyse", name)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert got.err.startswith(f"stategraph: {reason}")


def test_a_table_of_nodes_needs_a_column_that_names_them(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.edges.csv").write_text("source,target\n1,2\n")
    (tmp_path / "x.nodes.csv").write_text("name\n1\n")
    assert run("analyse", "x.edges.csv").err == (
        "stategraph: x.nodes.csv:1: has no column 'number' or 'id' that names the nodes\n"
    )


@pytest.mark.parametrize("suffix", [suffix for suffix in READABLE if suffix not in PAIRS])
def test_a_file_cut_short_is_refused(run, tmp_path, suffix):
    path = tmp_path / f"x{suffix}"
    run("export", EIGHT, "-o", path)
    data = path.read_bytes()
    for size in range(0, len(data) - 3, max(1, len(data) // examples(60))):
        path.write_bytes(data[:size])
        got = run("analyse", path)
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
        assert got.err.startswith(f"stategraph: {path}:")


@pytest.mark.parametrize("part", ["nodes", "edges"])
@pytest.mark.parametrize("suffix", PAIRS)
def test_a_table_cut_short_is_refused(run, tmp_path, suffix, part):
    run("export", EIGHT, "-o", tmp_path / f"x{suffix}")
    path = tmp_path / f"x.{part}{suffix}"
    data = path.read_bytes()
    for size in range(0, len(data) - 3, max(1, len(data) // examples(60))):
        path.write_bytes(data[:size])
        got = run("analyse", tmp_path / f"x{suffix}")
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1), size
        assert got.err.startswith(f"stategraph: {tmp_path}/x.")


@pytest.mark.parametrize("suffix", [".parquet", ".npz"])
def test_no_flipped_byte_makes_a_traceback(run, tmp_path, suffix):
    run("export", EIGHT, "-o", tmp_path / f"x{suffix}")
    path = tmp_path / ("x.nodes.parquet" if suffix == ".parquet" else "x.npz")
    data = path.read_bytes()
    for at in range(0, len(data), len(data) // examples(200)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        got = run("analyse", tmp_path / f"x{suffix}")
        assert got.code in (0, 2)
        assert got.err.count("\n") == (got.code == 2)


@pytest.mark.parametrize("suffix", [".graphml", ".json"])
def test_no_part_out_of_place_makes_a_traceback(run, tmp_path, suffix):
    """Networkx passes on any exception of its parser."""
    path = tmp_path / f"x{suffix}"
    run("export", EIGHT, "-o", path)
    text = path.read_text("utf-8")
    codes = []
    for size in (1, 7, 40):
        for at in range(0, len(text), len(text) // examples(80)):
            other = text[len(text) - at :][:size] if at % 2 else ""
            path.write_text(text[:at] + other + text[at + size :], "utf-8")
            got = run("analyse", path)
            codes.append(got.code)
            assert got.code in (0, 2, 3)
            assert got.err.count("\n") == (got.code != 0)
    assert codes.count(2) > examples(80) * 5 // 4


def test_a_small_table_of_millions_of_rows_is_refused(run, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    ends = np.zeros(12_000_000, np.int32)
    path = tmp_path / "x.parquet"
    parquet.write_table(arrow.table(dict(source=ends, target=ends)), path)
    assert path.stat().st_size < 100_000
    got = run("analyse", path, "--start", "0", "--goal", "0")
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert "claim to hold 12,000,000 rows" in got.err


def test_a_number_of_five_thousand_digits_is_no_traceback(run, tmp_path):
    (tmp_path / "x.nodes.csv").write_text(f"id,moves_out\n0,{'9' * 5000}\n")
    (tmp_path / "x.edges.csv").write_text("source,target,label\n")
    got = run("analyse", tmp_path / "x.csv", "--start", "0", "--goal", "0")
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert "is not a number of moves" in got.err


def test_bad_ends_are_named(run, tmp_path):
    path = as_csv(tmp_path, city())
    for words, reason in [
        (["--start", "home"], f"{path}: names no goal: add --goal NODE"),
        (["--goal", "work"], f"{path}: names no start: add --start NODE"),
        (["--start", "mars", "--goal", "work"], f"{path}: --start: unknown node 'mars'"),
        (["--start", "home", "--goal", "mars"], f"{path}: --goal: unknown node 'mars'"),
    ]:
        got = run("solve", path, *words)
        assert (got.code, got.out, got.err) == (2, "", f"stategraph: {reason}\n")
    got = run("solve", EIGHT, "--goal", "3")
    assert (got.code, got.err) == (
        2, "stategraph: --start and --goal are for graphs in files; a level has its own\n"
    )  # fmt: skip
    run("expand", EIGHT, "-o", tmp_path / "x.npz")
    assert run("solve", tmp_path / "x.npz", "--goal", "3").code == 2
    assert run("solve", tmp_path / "absent.aut").err.endswith("absent.aut: no such file\n")
    assert run("export", EIGHT, "-o", tmp_path / "x.png").code == 2
    assert run("import", EIGHT).code == 2


def test_too_many_labels_are_an_error_of_the_file(run, tmp_path):
    rows = "".join(f"{k},{k + 1},a{k}\n" for k in range(65_536))
    (tmp_path / "x.csv").write_text("source,target,label\n" + rows)
    got = run("solve", tmp_path / "x.csv", "--start", 0, "--goal", 1)
    assert (got.code, got.out) == (0, "a0\n")  # they follow the goal
    got = run("solve", tmp_path / "x.csv", "--start", 0, "--goal", 65_536)
    assert (got.code, got.err.count("\n")) == (2, 1)
    assert f"{tmp_path}/x.csv: 65,536 different labels" in got.err


@pytest.mark.parametrize("other", ["fame", "1"])
def test_a_column_of_another_meaning_is_no_flag(tmp_path, other):
    (tmp_path / "x.nodes.csv").write_text(f"id,goal,start\na,money,\nb,{other},\n")
    (tmp_path / "x.edges.csv").write_text("source,target\na,b\n")
    with pytest.raises(LevelError, match="add --goal NODE"):
        formats.read(str(tmp_path / "x.csv"), "a")
    assert formats.read(str(tmp_path / "x.csv"), "a", ["b"]).graph.goal == 1


@pytest.mark.parametrize("suffix", PAIRS)
def test_a_pair_is_written_whole_or_not_at_all(run, tmp_path, suffix):
    (tmp_path / f"x.edges{suffix}").mkdir()
    got = run("export", EIGHT, "-o", tmp_path / f"x{suffix}")
    assert (got.code, got.err.count("\n")) == (4, 1)
    assert [path.name for path in tmp_path.iterdir()] == [f"x.edges{suffix}"]


def test_parquet_without_its_library_says_what_to_install(run, tmp_path, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    got = run("export", EIGHT, "-o", tmp_path / "x.parquet")
    assert (got.code, got.err) == (
        2, f"stategraph: Parquet needs pyarrow: {sys.executable} -m pip install pyarrow\n"
    )  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_a_family_is_read_by_the_family(run, tmp_path):
    """A labyrinth's own files are CSV too."""
    rows = (load("labyrinth/" + level_files.bundled("labyrinth")[0].stem)).text
    assert "level: |" in rows
    (tmp_path / "x.csv").write_text("0;1\n2;3\n4;\n")
    assert "Traceback" not in run("solve", "--puzzle", "labyrinth", tmp_path / "x.csv").err
    got = run("solve", tmp_path / "x.csv")
    assert (got.code, "--puzzle FAMILY" in got.err) == (2, True)
