"""Export and import preserve graphs in every format, and write the same bytes each time."""

from __future__ import annotations

import json
import re
import time
from functools import partial
from pathlib import Path

import networkx as nx
import pytest
import toys
from effort import examples, sampled
from hypothesis import example, given, settings
from hypothesis import strategies as st
from written import put, same

from stategraph import expand, formats, level_files, load
from stategraph.cli import terminal
from stategraph.engines.limits import Limits
from stategraph.formats.escapes import CONTROL, HALVES, UNLIKE_XML, escape, unescape
from stategraph.graph import Extent
from stategraph.graph.state_graph import StateGraph
from stategraph.metrics import METRICS

READABLE = [suffix for suffix, form in formats.FORMATS.items() if form.reads]
TEXTS = [suffix for suffix in READABLE if suffix != ".aut"]  # these store the texts of states
EIGHT = "spacewreck/eight-rooms"
# characters that are special in some format, or that it cannot store
CHARACTERS = st.sampled_from(
    "'\"=+-@\t\r\n\\u{}<>&;,%()\x00\x01\x1f\x7f\x85\u2028\ufeff\ufffe\ud800 i0"
)
HOSTILE = st.text(CHARACTERS | st.characters(), max_size=6)
NASTY = [
    "",
    "'",
    "''",
    "'=",
    "=cmd()",
    "\r",
    "\n",
    "\r\n",
    "\\u{41}",
    "\\u{5c}u{41}",
    "\\",
    "goal",
    "unexpanded: x",
    '"',
    ")",
    "tau",
    "]]>",
    "&amp;",
    "\ud83d\ude00",
    "nan",
    "null",
    "true",
    " ",
]
LEVELS = [EIGHT, "spacewreck/no-way-out", "spacewreck/already-there", "psychopath/carousels"]


@st.composite
def graphs(draw):
    """State graphs of up to 6 states with hostile labels and states; some were stopped."""
    n = draw(st.integers(1, 6))
    names = draw(st.lists(HOSTILE | st.sampled_from(NASTY), min_size=1, max_size=4, unique=True))
    ends = st.integers(0, n - 1)
    edges = draw(st.lists(st.tuples(ends, ends, st.sampled_from(names)), max_size=14))
    raw = nx.MultiDiGraph()
    raw.add_nodes_from(range(n))
    for source, target, name in edges:
        raw.add_edge(source, target, label=name)
    made = StateGraph.from_networkx(raw, 0, draw(ends))
    states = draw(st.lists(HOSTILE, min_size=len(made), max_size=len(made), unique=True))
    stop = draw(st.none() | st.integers(0, len(made) - 1))
    why = draw(HOSTILE.filter(bool) | st.just("limit of 3 states"))
    return StateGraph(
        offsets=made.offsets,
        targets=made.targets,
        labels=made.labels,
        label_names=made.label_names,
        states=states,
        goal=made.goal,
        extent=Extent() if stop is None else Extent(stop, why),
    )


@pytest.mark.parametrize("suffix", READABLE)
@settings(max_examples=examples(150))
@given(graph=graphs())
def test_whatever_goes_out_comes_back(tmp_path, suffix, graph):
    back = formats.read(put(tmp_path, graph, suffix)).graph
    same(graph, back)
    expected = graph.states if suffix in TEXTS else [str(n) for n in range(len(graph))]
    assert back.states == expected


@pytest.mark.parametrize("suffix", formats.FORMATS)
@settings(max_examples=examples(30))
@given(graph=graphs())
def test_the_same_graph_gives_the_same_bytes(tmp_path, suffix, graph):
    put(tmp_path, graph, suffix)
    files = [file for file in tmp_path.iterdir() if file.suffix == suffix]
    first = [file.read_bytes() for file in files]
    put(tmp_path, graph, suffix)
    assert files
    assert [file.read_bytes() for file in files] == first


@pytest.mark.parametrize("suffix", [".graphml", ".gml", ".gexf", ".json"])
def test_neither_the_day_nor_a_version_is_written(tmp_path, monkeypatch, suffix):
    graph = expand(toys.ship())
    first = Path(put(tmp_path, graph, suffix)).read_bytes()
    monkeypatch.setattr("time.strftime", lambda *_: "1815-12-10")
    monkeypatch.setattr(nx, "__version__", "0.0")
    assert Path(put(tmp_path, graph, suffix)).read_bytes() == first


@pytest.mark.parametrize("suffix", formats.FORMATS)
def test_of_a_large_graph_another_format_is_advised(run, tmp_path, monkeypatch, suffix):
    monkeypatch.setattr(formats, "MANY_STATES", 8)
    got = run("export", EIGHT, "-o", tmp_path / f"x{suffix}")
    advised = suffix in (".graphml", ".gml", ".gexf", ".json")
    assert (got.code, "9 states are many for" in got.err, got.err.count("\n")) == (
        0, advised, advised
    )  # fmt: skip
    monkeypatch.setattr(formats, "MANY_STATES", 9)
    assert run("export", EIGHT, "-o", tmp_path / f"x{suffix}").err == ""


def test_a_terminal_shows_what_is_read_and_written(run, tmp_path, monkeypatch):
    monkeypatch.setattr("stategraph.cli.terminal._watched", lambda: True)
    monkeypatch.setattr("stategraph.cli.terminal._columns", lambda: 500)  # wider than any path
    one, two = tmp_path / "x.csv", tmp_path / "x.aut"
    assert f"writing {tmp_path}/x.nodes.csv, " in run("export", EIGHT, "-o", one).err
    got = run("import", one, "-o", two).err
    assert (f"reading {one}" in got, f"writing {two}" in got) == (True, True)
    got = run("solve", two)
    assert (got.out, got.err.count("\n")) == ("R3L5L8\n", 0)
    assert got.err.strip("\r").endswith(" " * len(f"reading {two}"))  # and takes it away


def test_a_large_export_shows_the_bytes_written(run, tmp_path, monkeypatch):
    monkeypatch.setattr("stategraph.cli.terminal._watched", lambda: True)
    monkeypatch.setattr("stategraph.cli.terminal._columns", lambda: 500)
    line = partial(terminal._line, mininterval=0)  # writing may take less than the usual interval
    monkeypatch.setattr("stategraph.cli.terminal._line", line)
    got = run("export", "psychopath/many-traps", "-o", tmp_path / "x.graphml")
    assert re.search(r"writing \S+x.graphml: [1-9][0-9]*\.[0-9] MB", got.err)


@pytest.mark.long
def test_graphml_is_written_as_fast_as_by_networkx(tmp_path):
    graph = load("psychopath/many-traps").expand()  # 16,768 states
    plain = nx.MultiDiGraph(graph.copy())
    for _, data in plain.nodes(data=True):
        data["state"] = str(data["state"])

    def seconds(write):
        began = time.process_time()
        write()
        return time.process_time() - began

    theirs = seconds(lambda: nx.write_graphml_xml(plain, tmp_path / "theirs.graphml"))
    assert seconds(lambda: put(tmp_path, graph, ".graphml")) < theirs


@pytest.mark.parametrize("suffix", READABLE)
@pytest.mark.parametrize("name", sampled(LEVELS))
def test_a_levels_numbers_survive(run, tmp_path, suffix, name):
    path = tmp_path / f"x{suffix}"
    assert run("export", name, "-o", path).code == 0
    ours, theirs = run("analyse", name, "--json"), run("analyse", path, "--json")
    assert (theirs.code, theirs.err) == (ours.code, "")
    one, two = json.loads(ours.out), json.loads(theirs.out)
    if suffix != ".npz":  # stores the level too
        # a graph has no family, which defines actors, heuristics and elements,
        # and no variables, whose values look dead
        lost = "actor", "heuristic", "looks_dead", "pieces"
        told = [name for name, metric in METRICS.items() if metric.needs in lost]
        for name in ("puzzle", "patterns", "units", "why", *told):
            del one[name], two[name]
    assert two == {key: one[key] for key in two}


@pytest.mark.parametrize("family", sampled(level_files.family_names(), 3))
def test_states_keep_their_words_and_numbers(tmp_path, family):
    level = load(f"{family}/{level_files.bundled(family)[0].stem}")
    graph = expand(level.puzzle, Limits(states=400))
    for suffix in TEXTS:
        if suffix != ".npz":
            back = formats.read(put(tmp_path, graph, suffix)).graph
            same(graph, back)
            assert back.states == [repr(graph.state(n)) for n in range(len(graph))]
            assert [repr(state) for state in back.states] == back.states


@pytest.mark.parametrize("suffix", READABLE)
def test_what_was_stopped_stays_unknown(run, tmp_path, suffix):
    path = tmp_path / f"x{suffix}"
    got = run("export", "psychopath/carousels", "-o", path, "--max-states", 20)
    assert (got.code, got.err.count("\n")) == (3, 1)
    got = run("analyse", path, "--json")
    record = json.loads(got.out)
    assert (got.code, record["dead_states"], record["solvable"]) == (3, None, None)
    assert got.err.endswith("stopped at the limit of 20 states\n")
    again = run("import", path, "-o", tmp_path / f"y{suffix}")
    assert again.code == 3


def test_a_dot_file_is_drawn_by_graphviz(tmp_path, run):
    graph = expand(toys.ship())
    text = Path(put(tmp_path, graph, ".dot")).read_text("utf-8")
    assert text.count("->") == graph.number_of_edges()
    for words in ("role=start shape=house", "role=goal shape=doublecircle", "role=dead"):
        assert len(re.findall(words, text)) == {"role=dead": 2}.get(words, 1)


@settings(max_examples=examples(60))
@given(graph=graphs())
def test_networkx_reads_what_it_can_read(tmp_path, graph):
    """Networkx reads the same graph from GraphML, GEXF and node-link JSON."""
    edges = [(u, v, graph.label(e)) for e, (u, v) in enumerate(
        zip(graph.sources.tolist(), graph.targets.tolist(), strict=True))]  # fmt: skip
    theirs = nx.read_graphml(put(tmp_path, graph, ".graphml"), force_multigraph=True, node_type=int)
    found = theirs.edges(keys=True, data="label")
    assert sorted((k, u, v, unescape(name)) for u, v, k, name in found) == [
        (k, *edge) for k, edge in enumerate(edges)
    ]
    assert [unescape(state) for _, state in theirs.nodes(data="state")] == graph.states
    theirs = nx.read_gml(put(tmp_path, graph, ".gml"), destringizer=str)
    found = theirs.edges(keys=True, data="label")
    assert sorted((k, int(u), int(v), unescape(name)) for u, v, k, name in found) == [
        (k, *edge) for k, edge in enumerate(edges)
    ]
    assert [unescape(state) for _, state in theirs.nodes(data="state")] == graph.states
    theirs = nx.read_gexf(put(tmp_path, graph, ".gexf"), node_type=int)
    assert sorted((u, v, unescape(name)) for u, v, name in theirs.edges(data="label")) == sorted(
        edges
    )
    assert [node for node, goal in theirs.nodes(data="goal") if goal] == (
        [] if graph.goal is None else [graph.goal]
    )
    with open(put(tmp_path, graph, ".json"), encoding="utf-8") as file:
        theirs = nx.node_link_graph(json.load(file), edges="edges")
    assert sorted((u, v, unescape(name)) for u, v, name in theirs.edges(data="label")) == sorted(
        edges
    )
    assert theirs.graph["goal"] == graph.goal


@given(
    text=st.text(CHARACTERS | st.characters()),
    forbidden=st.sampled_from([CONTROL, HALVES, UNLIKE_XML]),
)
@example(text="\\u{5c}u{", forbidden=HALVES)
def test_escapes_come_back(text, forbidden):
    escaped = escape(text, forbidden)
    assert not re.search(f"[{forbidden}]", escaped)
    assert unescape(escaped) == text
