"""Other people's formats: what goes out comes back, and what others wrote is understood."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import toys
from effort import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stategraph import expand, files, formats, levels, load
from stategraph.analysis import first_solution, moves_to_goal
from stategraph.engines.limits import Limits
from stategraph.errors import InputError, LevelError
from stategraph.formats import state_columns as columns
from stategraph.formats.edge_list import Listing
from stategraph.formats.escapes import CONTROL, HALVES, UNLIKE_XML, escape, unescape
from stategraph.formats.imported import GraphPuzzle, Text
from stategraph.graph import sorted_labels
from stategraph.graph.state_graph import StateGraph
from stategraph.levels import Level
from stategraph.metrics import METRICS, summary
from stategraph.rules import NO_FAMILY, Puzzle

READABLE = [suffix for suffix, form in formats.FORMATS.items() if form.reads]
TEXTS = [suffix for suffix in READABLE if suffix != ".aut"]  # which keep the states' texts
PAIRS = [suffix for suffix, form in formats.FORMATS.items() if form.pair]
EIGHT = "spacewreck/eight-rooms"


def put(path, graph, suffix):
    """Write a graph and return the name to read it by."""
    level = Level(NO_FAMILY, Puzzle.of(GraphPuzzle(graph)), "toy", "toy", graph=graph)
    name = str(path / f"toy{suffix}")
    for file, fill in formats.files(name, level).items():
        with open(file, "wb") as opened:
            fill(opened)
    return name


def same(one, two):
    """Assert that two graphs are equal in all but their states."""
    for name in ("offsets", "targets", "labels"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    for name in ("label_names", "goal", "expanded", "stopped", "complete"):
        assert getattr(one, name) == getattr(two, name), name


# ------------------------------------------------------------------------------- out and back in

# characters that some format means something by, or cannot hold
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
        expanded=stop,
        stopped="" if stop is None else why,
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


@pytest.mark.parametrize("suffix", [".graphml", ".gexf", ".json"])
def test_neither_the_day_nor_a_version_is_written(tmp_path, monkeypatch, suffix):
    graph = expand(toys.ship())
    first = Path(put(tmp_path, graph, suffix)).read_bytes()
    monkeypatch.setattr("time.strftime", lambda *_: "1815-12-10")
    monkeypatch.setattr(nx, "__version__", "0.0")
    assert Path(put(tmp_path, graph, suffix)).read_bytes() == first


@pytest.mark.parametrize("suffix", formats.FORMATS)
def test_of_a_large_graph_another_format_is_advised(run, tmp_path, monkeypatch, suffix):
    monkeypatch.setattr(formats, "LARGE", 8)
    got = run("export", EIGHT, "-o", tmp_path / f"x{suffix}")
    advised = suffix in (".graphml", ".gexf", ".json")
    assert (got.code, "9 states are many for" in got.err, got.err.count("\n")) == (
        0, advised, advised
    )  # fmt: skip
    monkeypatch.setattr(formats, "LARGE", 9)
    assert run("export", EIGHT, "-o", tmp_path / f"x{suffix}").err == ""


def test_a_terminal_shows_what_is_read_and_written(run, tmp_path, monkeypatch):
    monkeypatch.setattr("stategraph.cli.terminal._watched", lambda: True)
    one, two = tmp_path / "x.csv", tmp_path / "x.aut"
    assert f"writing {tmp_path}/x.nodes.csv, " in run("export", EIGHT, "-o", one).err
    got = run("import", one, "-o", two).err
    assert (f"reading {one}" in got, f"writing {two}" in got) == (True, True)
    got = run("solve", two)
    assert (got.out, got.err.count("\n")) == ("R3L5L8\n", 0)
    assert got.err.strip("\r").endswith(" " * len(f"reading {two}"))  # and takes it away


LEVELS = [EIGHT, "spacewreck/no-way-out", "spacewreck/already-there", "psychopath/carousels"]


@pytest.mark.parametrize("suffix", READABLE)
@pytest.mark.parametrize("name", LEVELS)
def test_a_levels_numbers_survive(run, tmp_path, suffix, name):
    path = tmp_path / f"x{suffix}"
    assert run("export", name, "-o", path).code == 0
    ours, theirs = run("analyse", name, "--json"), run("analyse", path, "--json")
    assert (theirs.code, theirs.err) == (ours.code, "")
    one, two = json.loads(ours.out), json.loads(theirs.out)
    if suffix != ".npz":  # which keeps the level too
        # a graph has no family, which knows who moves, how to guess and what elements there are,
        # and no variables
        told = [name for name, metric in METRICS.items() if metric.needs in ("actor", "heuristic")]
        for name in ("puzzle", "patterns", "units", "why", *told):
            del one[name], two[name]
    assert two == {key: one[key] for key in two}


@pytest.mark.parametrize("family", levels.family_names())
def test_states_keep_their_words_and_numbers(tmp_path, family):
    level = load(f"{family}/{levels.bundled(family)[0].stem}")
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
    """GraphML, GEXF and node-link JSON are what networkx takes them for."""
    edges = [(u, v, graph.label(e)) for e, (u, v) in enumerate(
        zip(graph.sources.tolist(), graph.targets.tolist(), strict=True))]  # fmt: skip
    theirs = nx.read_graphml(put(tmp_path, graph, ".graphml"), force_multigraph=True, node_type=int)
    found = theirs.edges(keys=True, data="label")
    assert sorted((k, u, v, unescape(name)) for u, v, k, name in found) == [
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
    assert sorted(theirs.edges(data="label")) == sorted(edges)
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


# ------------------------------------------------------------------------------------- the columns


@pytest.mark.parametrize("puzzle", toys.DECLARED_PUZZLES)
def test_columns_tell_of_every_state(puzzle):
    graph = expand(puzzle)
    made = columns.node_columns(graph)
    assert made["number"] == list(range(len(graph)))
    assert made["state"] == [repr(graph.state(n)) for n in range(len(graph))]
    for name, kind in graph.variables.kinds.items():
        assert made[f"state.{name}"] == [kind.text(graph.state(n)[name]) for n in range(len(graph))]
    assert made["moves_out"] == [len(graph.moves(n)) for n in range(len(graph))]
    left = nx.single_target_shortest_path_length(nx.DiGraph(graph), graph.goal)
    assert made["moves_to_goal"] == [dict(left).get(n) for n in range(len(graph))]
    assert made["start"].index(True) == 0
    assert made["goal"].index(True) == graph.goal


def test_roles_of_the_trap():
    graph = expand(toys.trapdoor())
    found = dict(zip(graph.states, columns.roles(graph).tolist(), strict=True))
    assert found == dict(a="start", b="alive", g="goal", c="dead", d="dead", z="stuck")


@given(case=toys.unique_labels(), most=st.integers(1, 8))
def test_an_incomplete_graph_claims_nothing_that_a_whole_one_denies(case, most):
    whole, part = expand(case.puzzle()), expand(case.puzzle(), Limits(states=most))
    number = {state: n for n, state in enumerate(whole.states)}
    truth = moves_to_goal(whole).tolist()
    made = columns.node_columns(part)
    assert part.complete or made["unexpanded"].count(None) == part.expanded
    for state, moves, role in zip(part.states, made["moves_to_goal"], made["role"], strict=True):
        assert moves is None or moves == truth[number[state]]
        assert role not in ("dead", "stuck") or truth[number[state]] < 0
        assert role not in ("alive", "goal") or truth[number[state]] >= 0


def test_states_of_a_plain_puzzle_read_the_same_in_every_run():
    made = StateGraph.from_networkx(
        nx.DiGraph([(frozenset("ba"), (1, "x")), ((1, "x"), 3)]), frozenset("ab"), 3
    )
    assert columns.state_texts(made, {}) == ["frozenset({'a', 'b'})", "(1, 'x')", "3"]


# ----------------------------------------------------------------------- graphs from elsewhere


def listing_of(case):
    """Return a random graph as a file would list it."""
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


@given(case=toys.repeated_labels(), others=st.sets(st.integers(0, 7)))
def test_the_same_meaning_as_from_networkx(case, others):
    from stategraph.formats.imported import graph_of

    ids = list(case.graph)
    goals = [k for k in {ids.index(case.goal), *others} if k < len(ids)]
    theirs = StateGraph.from_networkx(case.graph, case.start, {ids[k] for k in goals})
    ours, (_, moves), _ = graph_of(listing_of(case), ids.index(case.start), goals)
    same(theirs, ours)
    assert ours.states == theirs.states
    assert moves == theirs.graph["dropped_moves"]


def city():
    """Return a graph that knows nothing of us: a start, two goals, a trap, a place out of reach."""
    graph = nx.MultiDiGraph()
    graph.add_edge("home", "park", label="walk")
    graph.add_edge("home", "park", label="run")
    graph.add_edge("park", "work", label="bus, line 5")
    graph.add_edge("park", "café", label="walk")
    graph.add_edge("home", "ditch", label="=fall()")
    graph.add_edge("work", "home", label="bus")
    graph.add_edge("moon", "home", label="fly")
    return graph


def as_graphml(path, graph):
    nx.write_graphml(graph, path / "city.graphml")
    return path / "city.graphml"


def as_json(path, graph):
    (path / "city.json").write_text(json.dumps(nx.node_link_data(graph, edges="links")))
    return path / "city.json"


def as_csv(path, graph):
    with open(path / "city.csv", "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, delimiter=";")
        rows.writerow(["Source", "Target", "Label"])
        rows.writerows((u, v, name) for u, v, name in graph.edges(data="label"))
    return path / "city.csv"


def as_parquet(path, graph):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rows = list(graph.edges(data="label"))
    parts = [[row[k] for row in rows] for k in range(3)]
    parquet.write_table(arrow.table(parts, ["source", "target", "label"]), path / "city.parquet")
    return path / "city.parquet"


FOREIGN = [as_graphml, as_json, as_csv, as_parquet]


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
    assert steps == ["runbus, line 5", "start: home", "1. run: park", "2. bus, line 5: work"]
    got = run("query", path, *ends, "--state", "ditch")
    assert got.code == 1
    assert got.out.splitlines()[:2] == ["ditch", "reachable: yes, in 1 move: =fall()"]
    assert run("query", path, *ends, "--node", 1).out.startswith("park\n")
    assert run("verify", path, "run,walk", *ends).out == "wins in 2 moves: that is shortest\n"
    for words in ([path, *ends, "run,walk"], [*ends[:2], path, "run", *ends[2:], "walk"]):
        assert run("verify", *words).out == "wins in 2 moves: that is shortest\n"
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


@pytest.mark.parametrize("form", [".csv", ".parquet"])
def test_tables_that_are_written_anew_while_they_are_read(tmp_path, monkeypatch, form):
    one, two = (StateGraph.from_networkx(nx.DiGraph([end]), *end) for end in ("ab", "xy"))
    other = formats.files(put(tmp_path, one, form), Level(NO_FAMILY, None, "toy", "toy", graph=two))
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
                                      "labels do not tell which\n")  # fmt: skip
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
    """Names that networkx would take for arguments, for tuples, or for one and the same."""
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


# --------------------------------------------------------------------------------- damaged files

XML = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n<graph edgedefault="directed">\n'
BOMB = '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<x>&b;</x>'
NODE = XML + '<node id="a"/>'


def typed(kind, text):
    """Return a document of one node with an attribute of some type."""
    key = f'<key id="k" for="node" attr.name="size" attr.type="{kind}"/>\n<graph'
    node = f'<node id="a"><data key="k">{text}</data></node></graph></graphml>'
    return XML.replace("<graph ", key + " ") + node


BAD = [
    ("x.aut", "", "x.aut:1: is no Aldebaran file"),
    ("x.aut", "des (0,1,2)\n", "x.aut:1: the first line says 1 transitions, found 0"),
    ("x.aut", 'des (0,1,2)\n(0,"a",2)\n', "x.aut:2: state 2 is not below 2"),
    ("x.aut", 'des (0,1,2)\n(0,"a" 1)\n', "x.aut:2: '(0,\"a\" 1)' is not of the form"),
    ("x.aut", 'des (5,1,2)\n(0,"a",1)\n', "x.aut:1: state 5 is not below 2"),
    ("x.aut", 'des (0,1,99999999999)\n(0,"a",1)\n', "x.aut:1: 99999999999 states are more than"),
    ("x.aut", b'des (0,1,2)\n(0,"\xff",1)\n', "x.aut:2: is not UTF-8"),
    ("x.aut", 'des (0,1,2)\n(0,"a",1)\n', "x.aut: does not say what the goal is: --goal NODE"),
    ("x.graphml", "", "x.graphml:1: is not XML"),
    ("x.graphml", NODE[:-3], "x.graphml:3: is not XML"),
    ("x.graphml", NODE, "x.graphml:3: is not XML"),
    ("x.graphml", BOMB, "x.graphml:2: has a document type"),
    ("x.graphml", "<html/>", "x.graphml: is no GraphML"),
    ("x.graphml", XML + "<node/>", "x.graphml:3: <node> has no id"),
    ("x.graphml", NODE + '<edge source="a" target="b"/></graph></graphml>',
     "x.graphml:3: an edge names node 'b', which is not there"),
    ("x.graphml", NODE + '\n<node id="a"/></graph></graphml>',
     "x.graphml:4: node 'a' is there twice"),
    ("x.graphml", NODE + '<graph/>', "x.graphml:3: holds a second graph"),
    ("x.graphml", NODE + '<data key="q">', "x.graphml:3: <data> of key 'q', which is not declared"),
    ("x.graphml", XML.replace("directed", "undirected"), "x.graphml:2: its edges have no"),
    ("x.graphml", XML + "</graph></graphml>", "x.graphml: holds no graph: there is no node in it"),
    ("x.graphml", NODE + "</graph></graphml>", "x.graphml: does not say where play starts"),
    ("x.graphml", '<?xml version="1.0" encoding="klingon"?><a/>', "x.graphml: is not XML"),
    ("x.graphml", XML.replace(' edgedefault="directed"', ""), "x.graphml:2: its edges have no"),
    ("x.graphml", NODE + '<edge source="a"/>', "x.graphml:3: <edge> has no target"),
    ("x.graphml", NODE + '<edge source="a" target="a" directed="false"/></graph></graphml>',
     "x.graphml: is no GraphML that can be read: directed=false"),
    ("x.graphml", NODE + "<hyperedge/></graph></graphml>", "x.graphml: is no GraphML that can be"),
    ("x.graphml", NODE + '<x><node id="b"/></x></graph></graphml>', "x.graphml: holds nodes or"),
    ("x.graphml", NODE + 2 * '<edge id="1" source="a" target="a"/>' + "</graph></graphml>",
     "x.graphml: holds nodes or edges out of place, or edges between the same nodes with the same"),
    ("x.graphml", typed("long", "7x"), "x.graphml: is no GraphML that can be read: invalid"),
    ("x.graphml", typed("boolean", "maybe"), "x.graphml: is no GraphML that can be read: 'maybe'"),
    ("x.graphml", XML.replace("<graph ", '<key id="a&#10;b"/><graph ') + "</graph></graphml>",
     "x.graphml: holds no graph"),
    ("x.graphml", NODE.replace("<graph ", '<key id="a&#10;b"/><graph ') + "</graph></graphml>",
     "x.graphml: is no GraphML that can be read: Unknown key for id a"),
    ("x.graphml", typed("matrix", "1"), "x.graphml: is no GraphML that can be read: 'matrix'"),
    ("x.graphml", NODE.replace("graphdrawing", "elsewhere") + "</graph></graphml>",
     "x.graphml: is no GraphML"),
    ("x.json", '{"nodes": [\n', "x.json:2: is not JSON"),
    ("x.json", "[" * 100_000, "x.json: is not JSON that can be read"),
    ("x.json", "[]", "x.json: is no node-link JSON"),
    ("x.json", '{"nodes": {}, "edges": []}', "x.json: is no node-link JSON"),
    ("x.json", '{"nodes": [3], "edges": []}', "x.json: a node is an object with an 'id', not 3"),
    ("x.json", '{"nodes": [{"id": 1}, {"id": "1"}], "edges": []}',
     "x.json: node '1' is there twice"),
    ("x.json", '{"nodes": [{"id": 1}], "edges": [{"source": 1}]}', "x.json: an edge is an object"),
    ("x.json", '{"nodes": [{"id": 1}], "links": [{"source": 1, "target": null}]}',
     "x.json: the target of an edge is a text or a number, not null"),
    ("x.json", '{"nodes": [{"id": [1, 2]}], "edges": []}',
     "x.json: a node's id is a text or a number, not [1, 2]"),
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
     "x.json:2: key 'id' is there twice"),
    ("x.json", '{"nodes": [],\n"edges": [],\n\n"nodes": []}', "x.json:4: key 'nodes' is there"),
    ("x.json", '{"nodes": [{"id": "NaN"},\n{"id": NaN}], "edges": []}',
     "x.json:2: NaN is no number that JSON knows"),
    ("x.json", '{"nodes": [{"id": "a"},\n\n{"id": -Infinity}], "edges": []}',
     "x.json:3: -Infinity is no number that JSON knows"),
    ("x.json", '{"nodes": [{"id": 1e999}], "edges": []}', "x.json:1: 1e999 is no number that JSON"),
    ("x.json", '{"nodes": [{"id": 1}], "edges": [], "graph": {"goal": 7}}',
     "x.json: its goal is node '7', which is not there"),
    ("x.json", '{"directed": false, "nodes": [], "edges": []}', "x.json: its edges have no"),
    ("x.json", '{"nodes": [{"id": 1, "start": 1}, {"id": 2, "start": true}], "edges": []}',
     "x.json: names two starts, '1' and '2': --start NODE tells which"),
    ("x.csv", "", "x.csv:1: has no column 'source'"),
    ("x.csv", "source,goal\n", "x.csv:1: has no column 'target'"),
    ("x.csv", "source,target\n1\n", "x.csv:2: 1 cells, where the header has 2"),
    ("x.csv", 'source,target\n1,"2\n', "x.csv:2: is not CSV"),
    ("x.csv", "source,Source\n", "x.csv:1: has more than one column 'source'"),
    ("x.csv", b"source,target\n1,\xfe\n", "x.csv:2: is not UTF-8"),
    ("x.edges.csv", "source,target\n1,2\n", "x.nodes.csv: there is no such file"),
    ("x.parquet", "PAR1", "x.parquet: is no Parquet file"),
    ("x.parquet", "", "x.parquet: is no Parquet file"),
    ("x.npz", "PK", "x.npz: is no saved graph"),
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
    """Networkx raises whatever its parser comes upon."""
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
    assert "is no number of moves" in got.err


def test_bad_ends_are_named(run, tmp_path):
    path = as_csv(tmp_path, city())
    for words, reason in [
        (["--start", "home"], f"{path}: does not say what the goal is: --goal NODE does"),
        (["--goal", "work"], f"{path}: does not say where play starts: --start NODE does"),
        (["--start", "mars", "--goal", "work"], f"{path}: --start: there is no node 'mars'"),
        (["--start", "home", "--goal", "mars"], f"{path}: --goal: there is no node 'mars'"),
    ]:
        got = run("solve", path, *words)
        assert (got.code, got.out, got.err) == (2, "", f"stategraph: {reason}\n")
    got = run("solve", EIGHT, "--goal", "3")
    assert (got.code, got.err) == (
        2, "stategraph: --start and --goal are for graphs in files; a level has its own\n"
    )  # fmt: skip
    run("expand", EIGHT, "-o", tmp_path / "x.npz")
    assert run("solve", tmp_path / "x.npz", "--goal", "3").code == 2
    assert run("solve", tmp_path / "absent.aut").err.endswith("absent.aut: there is no such file\n")
    assert run("export", EIGHT, "-o", tmp_path / "x.png").code == 2
    assert run("import", EIGHT).code == 2


def test_too_many_labels_are_an_error_of_the_file(run, tmp_path):
    rows = "".join(f"{k},{k + 1},a{k}\n" for k in range(65_536))
    (tmp_path / "x.csv").write_text("source,target,label\n" + rows)
    got = run("solve", tmp_path / "x.csv", "--start", 0, "--goal", 1)
    assert (got.code, got.out) == (0, "a0\n")  # they lie behind the goal
    got = run("solve", tmp_path / "x.csv", "--start", 0, "--goal", 65_536)
    assert (got.code, got.err.count("\n")) == (2, 1)
    assert f"{tmp_path}/x.csv: 65,536 different labels" in got.err


def test_a_column_of_another_meaning_is_no_flag(tmp_path):
    (tmp_path / "x.nodes.csv").write_text("id,goal,start\na,money,\nb,fame,\n")
    (tmp_path / "x.edges.csv").write_text("source,target\na,b\n")
    with pytest.raises(LevelError, match="--goal NODE does"):
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
        2, "stategraph: Parquet needs the package pyarrow: pip install 'stategraph[parquet]'\n"
    )  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_a_family_is_read_by_the_family(run, tmp_path):
    """A labyrinth's own files are CSV too."""
    rows = (load("labyrinth/" + levels.bundled("labyrinth")[0].stem)).text
    assert "level: |" in rows
    (tmp_path / "x.csv").write_text("0;1\n2;3\n4;\n")
    assert "Traceback" not in run("solve", "--puzzle", "labyrinth", tmp_path / "x.csv").err
    got = run("solve", tmp_path / "x.csv")
    assert (got.code, "--puzzle FAMILY" in got.err) == (2, True)


# ------------------------------------------------------------------------------ the puzzle of it


def test_a_graph_plays_like_its_puzzle():
    puzzle = toys.ship()
    graph = expand(puzzle)
    played = GraphPuzzle(graph)
    assert played.start == puzzle.start
    for node in range(len(graph)):
        state = graph.state(node)
        assert played.is_goal(state) == puzzle.is_goal(state)
        if node != graph.goal:
            assert [label for label, _ in played.moves(state)] == [
                m for m, _ in puzzle.moves(state)
            ]
    with pytest.raises(InputError, match="there is no state 'x'"):
        played.named("x")


def test_states_of_one_line_are_shown_bare():
    assert [repr(Text(text)) for text in ("a b", "", "a\nb")] == ["a b", "''", "'a\\nb'"]


@pytest.mark.long
def test_a_hundred_thousand_states_take_the_compiled_way(tmp_path):
    """Past some size the loops are compiled; they must number as they do below it."""
    n = 300
    made = StateGraph.from_networkx(toys.grid(n), (0, 0), (n - 1, n - 1))
    assert len(made) == n * n
    assert sorted_labels(np.array([1, 0]), {0: "b", 1: "a"})["labels"].tolist() == [0, 1]
    name = put(tmp_path, made, ".parquet")
    same(made, formats.read(name).graph)
