"""Graphs from other programs, in formats that store less or more than ours."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import toys
from hypothesis import given
from hypothesis import strategies as st
from written import as_csv, city, put, same

from stategraph import expand, files, formats
from stategraph.analysis import first_solution
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.formats import as_networkx, csv_files, parquet
from stategraph.formats.edge_list import Listing
from stategraph.graph.state_graph import StateGraph
from stategraph.level_files import Level
from stategraph.metrics import summary
from stategraph.rules import NO_FAMILY

EIGHT = "spacewreck/eight-rooms"


def listing_of(case):
    """Return a random graph in the form of a file."""
    ids = list(case.graph)
    position = {name: k for k, name in enumerate(ids)}
    edges = list(case.graph.edges(keys=True))
    names = sorted({label for *_, label in edges})
    return Listing(
        ids,
        np.array([position[u] for u, _, _ in edges], np.int64),
        np.array([position[v] for _, v, _ in edges], np.int64),
        np.array([names.index(label) for *_, label in edges], np.int64),
        names,
    )


def as_graphml(path, graph):
    nx.write_graphml(graph, path / "city.graphml")
    return path / "city.graphml"


def as_json(path, graph):
    (path / "city.json").write_text(json.dumps(nx.node_link_data(graph, edges="links")))
    return path / "city.json"


def as_parquet(path, graph):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rows = list(graph.edges(data="label"))
    parts = [[row[k] for row in rows] for k in range(3)]
    parquet.write_table(arrow.table(parts, ["source", "target", "label"]), path / "city.parquet")
    return path / "city.parquet"


FOREIGN = [as_graphml, as_json, as_csv, as_parquet]


@given(case=toys.repeated_labels(), others=st.sets(st.integers(0, 7)))
def test_the_same_meaning_as_from_networkx(case, others):
    from stategraph.formats.imported_graphs import graph_of

    ids = list(case.graph)
    goals = [k for k in {ids.index(case.goal), *others} if k < len(ids)]
    theirs = StateGraph.from_networkx(case.graph, case.start, {ids[k] for k in goals})
    ours, (_, moves), _ = graph_of(listing_of(case), ids.index(case.start), goals)
    same(theirs, ours)
    assert ours.states == theirs.states
    assert moves == theirs.graph["dropped_moves"]


@pytest.mark.parametrize("make", FOREIGN)
def test_a_graph_that_others_wrote_is_analysed(run, tmp_path, make):
    path = make(tmp_path, city())
    ends = ["--start", "home", "--goal", "work", "--goal", "café"]
    got = run("analyse", path, *ends, "--json")
    record = json.loads(got.out)
    assert got.code == 0
    assert got.err == (
        f"stategraph: {path}: left out: nodes that cannot be reached: 1; "
        "moves of theirs, of the goal, or given twice: 2\n"
    )
    assert (record["states"], record["moves"], record["shortest_count"]) == (4, 5, 4)
    assert record["first_solution_moves"] == ["run", "bus, line 5"]
    assert (record["dead_states"], record["stuck_states"], record["trap_moves"]) == (1, 1, 1)
    steps = run("solve", path, *ends, "--steps").out.splitlines()
    assert steps == ["run, bus, line 5", "start: home", "1. run: park", "2. bus, line 5: work"]
    got = run("query", path, *ends, "--state", "ditch")
    assert got.code == 1
    assert got.out.splitlines()[:2] == ["ditch", "reachable: yes, in 1 move: =fall()"]
    assert run("query", path, *ends, "--node", 1).out.startswith("park\n")
    assert run("verify", path, "run,walk", *ends).out == "wins in 2 moves: a shortest solution\n"
    for words in ([path, *ends, "run,walk"], [*ends[:2], path, "run", *ends[2:], "walk"]):
        assert run("verify", *words).out == "wins in 2 moves: a shortest solution\n"
    assert run("verify", path, "=fall()", *ends).code == 1
    assert run("query", path, *ends, "--state", "moon").code == 2


def test_pictures_and_archives_of_a_foreign_graph(run, tmp_path):
    ends = ["--start", "home", "--goal", "work"]
    path = as_csv(tmp_path, city())
    for verb, form in (("render", "svg"), ("film", "svg"), ("board", "svg")):
        got = run(verb, path, *ends, "-o", tmp_path / f"{verb}.{form}")
        assert (got.code, "home" in (tmp_path / f"{verb}.{form}").read_text("utf-8")) == (0, True)
    assert run("expand", path, *ends, "-o", tmp_path / "kept.npz").code == 0
    told = run("analyse", path, *ends, "--json").out
    kept = json.loads(run("analyse", tmp_path / "kept.npz", "--json").out)
    assert kept == json.loads(told)
    assert run("check-rules", tmp_path / "kept.npz").out.endswith("all laws hold\n")


@pytest.mark.parametrize("form", [".csv", ".parquet"])
def test_tables_of_two_graphs_are_no_pair(tmp_path, form):
    # states have as many moves in both; e is farther away in the second
    for name, moves in (("one", "ab ac bd ce da"), ("two", "ab ac bd ca de")):
        (tmp_path / name).mkdir()
        put(tmp_path / name, StateGraph.from_networkx(nx.DiGraph(moves.split()), "a", "e"), form)
    (tmp_path / "two" / f"toy.nodes{form}").replace(tmp_path / "one" / f"toy.nodes{form}")
    with pytest.raises(LevelError, match="'4' is 2 moves from the start, where the file says 3"):
        formats.read(str(tmp_path / "one" / f"toy{form}"))


def test_several_goals_may_be_at_several_distances(tmp_path):
    """They become one node, whose distance is that of the nearest."""
    nodes, edges = tmp_path / "x.nodes.csv", tmp_path / "x.edges.csv"
    head = "id,start,goal,moves_from_start\n"
    nodes.write_text(head + "s,1,,0\ng,,1,1\na,,,1\nh,,1,2\n")
    edges.write_text("source,target\ns,g\ns,a\na,h\n")
    assert formats.read(str(tmp_path / "x.csv")).graph.moves(0) == [("g", 1), ("a", 2)]
    nodes.write_text(head + "s,1,,0\ng,,,1\na,,,1\nh,,1,1\n")
    with pytest.raises(LevelError, match="'h' is 2 moves from the start, where the file says 1"):
        formats.read(str(tmp_path / "x.csv"))


@pytest.mark.parametrize("form", [".csv", ".parquet"])
def test_tables_that_are_written_anew_while_they_are_read(tmp_path, monkeypatch, form):
    one, two = (StateGraph.from_networkx(nx.DiGraph([end]), *end) for end in ("ab", "xy"))
    other = formats.files(put(tmp_path, one, form), Level(NO_FAMILY, None, "toy", "toy"), two)
    module = formats.FORMATS[form].load()
    plainly, reads = module.read, []

    def read(*parts):
        reads.append(parts)
        found = plainly(*parts)
        if len(reads) == 1:
            files.write_all(other)
        return found

    monkeypatch.setattr(module, "read", read)
    assert formats.read(str(tmp_path / f"toy{form}")).graph.states == ["x", "y"]
    assert len(reads) == 2


def test_import_converts(run, tmp_path):
    path = as_graphml(tmp_path, city())
    ends = ["--start", "home", "--goal", "work"]
    got = run("import", path, *ends)
    assert (got.code, got.out) == (0, f"{tmp_path}/city.npz: 5 states, 5 moves\n")
    assert run("import", path, *ends).code == 2  # it exists
    record = json.loads(run("import", path, *ends, "-o", tmp_path / "x.csv", "--json").out)
    assert record["files"] == [f"{tmp_path}/x.nodes.csv", f"{tmp_path}/x.edges.csv"]
    told = run("analyse", tmp_path / "city.npz", "--json")
    for name in ("x.csv", "x.nodes.csv", "x.edges.csv"):
        got = run("analyse", tmp_path / name, "--json")
        assert got.err == ""
        assert json.loads(got.out) | {"puzzle": ""} == json.loads(told.out) | {"puzzle": ""}


def test_labels_that_repeat_do_not_tell_which_move_is_made(run, tmp_path):
    (tmp_path / "x.aut").write_text('des (0,3,3)\n(0,"a",1)\n(0,"a",2)\n(1,i,2)\n')
    path = tmp_path / "x.aut"
    assert run("solve", path, "--goal", 2).out == "a\n"
    got = run("verify", path, "a", "--goal", 2)
    assert (got.code, got.err) == (2, "stategraph: state (0) has more than one move 'a': "
                                      "the labels are ambiguous\n")  # fmt: skip
    assert run("solve", path, "--goal", 2, "--steps").out.splitlines()[1:] == [
        "start: 0",
        "1. a: 2",
    ]


@pytest.mark.parametrize("text", [
    "des (0,3,4)\n(0,\"a\",1)\n(1,i,2)\n(2,\"b c\",3)\n",
    "  des(0 , 3 , 4)  \r\n ( 0 , a , 1 )\r\n(1,tau,2)\r\n(2,b(1, 2),3)\r\n\r\n",
    "\ufeffdes (0, 3, 4)\r(0, \"say \"\"\", 1)\r(1, \"\", 2)\r(2,,3)",
])  # fmt: skip
def test_aldebaran_as_others_write_it(tmp_path, text):
    (tmp_path / "x.aut").write_bytes(text.encode())
    graph = formats.read(str(tmp_path / "x.aut"), goals=["3"]).graph
    assert (len(graph), graph.number_of_edges(), graph.goal) == (4, 3, 3)
    labels = first_solution(graph).labels
    assert labels in [("a", "i", "b c"), ("a", "tau", "b(1, 2)"), ('say ""', "", "")]


def test_aldebaran_for_others_says_where_the_goal_is(tmp_path):
    graph = expand(toys.counter(2))
    text = Path(put(tmp_path, graph, ".aut")).read_text()
    assert text == 'des (0, 3, 3)\n(0, "+", 1)\n(1, "+", 2)\n(2, "goal", 2)\n'
    lost = expand(toys.plain("a", "a x b, b goal b"))
    text = Path(put(tmp_path, lost, ".aut")).read_text()
    assert text == 'des (0, 3, 3)\n(0, "x", 1)\n(1, "\\u{67}oal", 1)\n(2, "goal", 2)\n'


def test_edges_without_labels_are_named_by_where_they_lead(tmp_path):
    nx.write_graphml(nx.DiGraph(["ab", "bc"]), tmp_path / "x.graphml")
    graph = formats.read(str(tmp_path / "x.graphml"), "a", ["c"]).graph
    assert first_solution(graph).labels == ("b", "c")


@pytest.mark.long
def test_more_edges_without_labels_than_there_may_be_labels_have_none(tmp_path):
    n = 70_000
    rows = "".join(f"{k},{k + 1}\n" for k in range(n))
    (tmp_path / "x.csv").write_text("source,target\n" + rows)
    graph = formats.read(str(tmp_path / "x.csv"), "0", [str(n)]).graph
    assert (len(graph), graph.label_names, graph.goal) == (n + 1, ("0",), n)


def test_a_yed_file_has_its_labels(tmp_path):
    (tmp_path / "x.graphml").write_text(
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" '
        'xmlns:y="http://www.yworks.com/xml/graphml">'
        '<key for="edge" id="d9" yfiles.type="edgegraphics"/><graph edgedefault="directed">'
        '<node id="n0"/><node id="n1"/><edge id="e0" source="n0" target="n1"><data key="d9">'
        "<y:PolyLineEdge><y:EdgeLabel>push<y:Model/></y:EdgeLabel></y:PolyLineEdge></data></edge>"
        "</graph></graphml>"
    )
    graph = formats.read(str(tmp_path / "x.graphml"), "n0", ["n1"]).graph
    assert first_solution(graph).labels == ("push",)


def test_graphml_that_leaves_out_what_it_may(tmp_path):
    (tmp_path / "x.graphml").write_text(
        '<graphml><key id="k" attr.name="label"/><key id="s" for="node" attr.name="goal" '
        'attr.type="boolean"><default>false</default></key><graph edgedefault="directed">'
        '<edge source="a" target="b"><data key="k">go</data><port name="p"/></edge>'
        '<node id="a"><port name="p"/></node><node id="b"><data key="s">TRUE</data></node>'
        "</graph></graphml>"
    )
    graph = formats.read(str(tmp_path / "x.graphml"), "a").graph
    assert (first_solution(graph).labels, graph.state(graph.goal)) == (("go",), "b")


def test_json_may_name_as_it_likes(tmp_path):
    """Names that networkx would read as arguments, as tuples, or as equal."""
    ids = ["[1, [2]]", 1, 1.0, "true", "\\u{5c}u{41}", '{"a": null}']
    nodes = [{"id": name, "self": 1, "node_for_adding": 2} for name in ids]
    edges = [
        {"source": ids[k], "target": ids[k + 1], "key": "k", "u_for_edge": 0} for k in range(5)
    ]
    edges += [{"source": 1, "target": 1, "key": "k", "label": name} for name in ("x", "y")]
    about = {"start": ids[0], "goal": ids[-1], "node_default": 3}
    text = json.dumps({"nodes": nodes, "links": edges, "multigraph": False, "graph": about})
    (tmp_path / "x.json").write_text(text)
    graph = formats.read(str(tmp_path / "x.json")).graph
    assert graph.states == ["[1, [2]]", "1", "1.0", "true", "\\u{41}", '{"a": null}']
    assert graph.moves(1) == [("k", 2), ("x", 1), ("y", 1)]


def test_moves_keep_their_order_among_parallel_ones(tmp_path):
    """Networkx groups the edges of a node by their targets."""
    moves = [("0", "1", "c"), ("0", "2", "a"), ("0", "1", "b"), ("1", "2", "x")]
    edges = [dict(source=u, target=v, label=name) for u, v, name in moves]
    nodes = [dict(id=str(k), start=k == 0, goal=k == 2) for k in range(3)]
    (tmp_path / "x.json").write_text(json.dumps(dict(nodes=nodes, links=edges)))
    made = formats.read(str(tmp_path / "x.json")).graph
    assert made.moves(0) == [("c", 1), ("a", 2), ("b", 1)]
    for suffix in (".graphml", ".json"):
        same(made, formats.read(put(tmp_path, made, suffix)).graph)


def test_a_state_graph_that_networkx_wrote_knows_its_ends_and_its_gaps(tmp_path):
    whole = expand(toys.trapdoor())
    part = expand(toys.trapdoor(), Limits(states=3))
    for graph in (whole, part):
        copy = nx.MultiDiGraph(graph)
        for u, v, key in list(copy.edges(keys=True)):
            copy.edges[u, v, key]["label"] = key
        copy.graph = {key: value for key, value in graph.graph.items() if value is not None}
        (tmp_path / "x.json").write_text(json.dumps(nx.node_link_data(copy, edges="edges")))
        nx.write_graphml(copy, tmp_path / "x.graphml")
        for suffix in (".json", ".graphml"):
            back = formats.read(
                str(tmp_path / f"x{suffix}"), goals=[] if graph.goal else ["1"]
            ).graph
            assert back.complete == graph.complete
            assert not back.complete or summary(back) == summary(graph)


def test_another_goal_than_the_files_own_leaves_its_moves_unknown(run, tmp_path):
    path = tmp_path / "x.csv"
    run("export", EIGHT, "-o", path)
    got = run("analyse", path, "--goal", 4, "--json")
    record = json.loads(got.out)
    assert (got.code, record["shortest"], record["dead_states"]) == (3, 2, None)
    assert "goal that the file names" in got.err


def test_spreadsheets_run_nothing_and_spoil_no_number(tmp_path):
    graph = StateGraph.from_networkx(nx.DiGraph([("-1", "=A1"), ("=A1", "'q")]), "-1", "'q")
    name = put(tmp_path, graph, ".csv")
    text = (tmp_path / "toy.nodes.csv").read_text() + (tmp_path / "toy.edges.csv").read_text()
    cells = [cell for row in csv.reader(text.splitlines()) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert {"'=A1", "'-1", "''q"} <= set(cells)
    assert formats.read(name).graph.states == ["-1", "=A1", "'q"]
    (tmp_path / "x.csv").write_text("source,target\n-1,-2\n-2,7\n")
    assert formats.read(str(tmp_path / "x.csv"), "-1", ["7"]).graph.states == ["-1", "-2", "7"]


def test_a_mark_in_an_aldebaran_file_holds_no_quotes(run, tmp_path):
    path = tmp_path / "x.aut"
    done = run("export", EIGHT, "--by", 'rocket = "3"', "-o", path)
    assert done.code == 0, done.err
    (mark,) = (line for line in path.read_text().splitlines() if "classes" in line)
    assert mark.count('"') == 2


@pytest.mark.parametrize("rows", ["", "a,\r\nb,\r\n"])
def test_a_table_with_an_empty_column_has_no_goal(tmp_path, rows):
    """A table without the column does not say which node is the start."""
    nodes, edges = tmp_path / "x.nodes.csv", tmp_path / "x.edges.csv"
    nodes.write_text("id,goal\r\n" + rows)
    edges.write_text("source,target\r\na,b\r\n")
    found = csv_files.read(str(nodes), str(edges))
    assert (found.ids, found.starts, found.goals) == (["a", "b"], None, [])


@pytest.mark.parametrize("about", [{"goal": None}, {"node_default": {"goal": False}}])
def test_a_graph_whose_attributes_name_no_goal_has_none(about):
    found = as_networkx.listing_of(nx.MultiDiGraph([("a", "b", "x")], **about))
    assert (found.starts, found.goals) == (None, [])
    assert found.unexpanded == {}
    cut = as_networkx.listing_of(nx.MultiDiGraph([("a", "b", "x")], start="b", complete=False))
    assert (cut.starts, cut.goals) == ([1], None)
    assert list(cut.unexpanded) == [0, 1]


def test_parquet_of_others_may_lack_labels():
    arrow = pytest.importorskip("pyarrow")
    labels = ["push", None, "pull", None, "push"]
    whole = arrow.array(labels)
    indexed = arrow.DictionaryArray.from_arrays(
        arrow.array([1, None, 0, None, 1], arrow.int32()), arrow.array(["pull", "push"])
    )
    for column in (whole, indexed):
        codes, names = parquet._encoded({"label": arrow.chunked_array([column])}, "label")
        assert [names[code] for code in codes] == [label or "" for label in labels]
