"""Pictures: their required content with any layout, and the fallbacks between the layouts."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import child
import networkx as nx
import numpy as np
import pytest
from effort import sampled, some
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from stategraph import level_files, load
from stategraph.analysis import dead_end_cycles
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.metrics import summary
from stategraph.pictures import THEMES, film, graphviz_layout, render, views
from stategraph.pictures.builtin_diagram import _outline
from stategraph.pictures.builtin_layout import positions
from stategraph.pictures.diagram import MAX_GOAL_ARROWS, Node, drawn_goals, place_goal
from stategraph.pictures.dot import dot_text
from stategraph.pictures.graphviz_layout import has_dot
from stategraph.pictures.highlighted_path import default_highlight
from stategraph.pictures.options import Options
from stategraph.pictures.pdf import figure_of, pdf
from stategraph.pictures.picture import board_picture
from stategraph.pictures.raster import png
from stategraph.pictures.themes import legend, look_of
from stategraph.pictures.views import whole
from stategraph.rules.drawing import Drawing
from stategraph.rules.shapes import Pen, Polygon

SVG = "{http://www.w3.org/2000/svg}"
needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")


def level_and_graph(name="spacewreck/eight-rooms"):
    level = load(name)
    return level, expand(level.puzzle)


def hostile():
    """Return a graph whose labels and states mean something to DOT, XML and matplotlib."""
    names = [
        'a"b',
        "<b>x</b>",
        "back\\slash\\N",
        "new\nline",
        "co:lon:n",
        "$x^$",
        "日本",
        "<script>",
        "end",
    ]
    graph = nx.MultiDiGraph()
    for k, name in enumerate(names):
        graph.add_edge(name, names[(k + 1) % len(names)], label=name)
    return StateGraph.from_networkx(graph, names[0], names[-1])


# ------------------------------------------------------------------------------------- diagram


def test_every_state_has_its_role():
    level, graph = level_and_graph()
    diagram = whole(graph, level.describe, default_highlight(graph))
    assert [node.role for node in diagram.nodes].count("dead") == summary(graph)["dead_states"]
    assert diagram.nodes[0].role == "start"
    assert diagram.nodes[graph.goal].role == "goal"
    assert [edge.label for edge in diagram.edges if edge.role == "solution"] == ["R3", "L5", "L8"]
    assert [edge.label for edge in diagram.edges if edge.role == "trap"] == ["L7"]
    assert diagram.nodes[3].tooltip.startswith("Rocket in room")


def crowded(moves=MAX_GOAL_ARROWS + 5):
    """Return a graph of as many moves into the goal."""
    graph = nx.MultiDiGraph()
    for k in range(moves):
        graph.add_edge("start", k, label=f"a{k}")
        graph.add_edge(k, "goal", label="b")
    return StateGraph.from_networkx(graph, "start", "goal")


def goals(diagram):
    return [node for node in diagram.nodes if node.role == "goal"]


def test_a_crowded_goal_is_drawn_once_for_each_move_into_it():
    graph = crowded()
    diagram = whole(graph, highlight=default_highlight(graph))
    assert drawn_goals(diagram) == "split"
    split = place_goal(diagram, "split")
    assert len(goals(split)) == MAX_GOAL_ARROWS + 5  # the solution's, and one for each other move
    assert len(split.edges) == graph.number_of_edges()
    assert place_goal(diagram, "one") == diagram
    assert drawn_goals(whole(crowded(3))) == "one"


def test_the_goal_can_be_left_out():
    without = place_goal(whole(crowded(3)), "none")
    assert goals(without) == []
    assert [(edge.source, edge.label) for edge in without.edges] == [
        (0, "a0"),
        (0, "a1"),
        (0, "a2"),
    ]
    assert without.caption.endswith("the goal and 3 moves into it are not drawn")


@pytest.mark.parametrize("role", ["alive", "start", "goal", "stuck", "dead"])
def test_the_outline_of_a_node_is_centred_on_its_place(role):
    node = Node(0, "a", "a", role, 0)
    for shape in _outline(node, np.array([70.0, 30]), np.array([40.0, 30]), "", Pen(""), False):
        points = shape.points if isinstance(shape, Polygon) else [shape.middle]
        assert min(x for x, _ in points) + max(x for x, _ in points) == pytest.approx(140)


def test_an_incomplete_graph_shows_its_frontier():
    from stategraph.engines.limits import Limits

    level = load("spacewreck/long-way")
    graph = expand(level.puzzle, Limits(states=20))
    roles = [node.role for node in whole(graph).nodes]
    assert roles.count("open") == len(graph.frontier) > 0
    assert "incomplete" in whole(graph).caption


# ----------------------------------------------------------------------------------------- DOT


def test_the_dot_text_says_all_there_is_to_see():
    level, graph = level_and_graph()
    text = dot_text(whole(graph, level.describe, default_highlight(graph)))
    assert len(re.findall(r"^\s*n\d+ \[", text, re.M)) == len(graph)
    assert len(re.findall(r"^\s*n\d+ -> n\d+ \[", text, re.M)) == graph.number_of_edges()
    assert text.count("shape=house") == text.count("shape=doublecircle") == 1
    assert text.count("subgraph cluster_") == len(dead_end_cycles(graph)) == 1
    assert text.count(" style=dashed") == 1
    assert text.count("penwidth=4") == 3
    for word in ("start (house)", "goal (double circle)", "dead: cannot win", "trap move"):
        assert word in text
    assert "stuck (square)" not in text  # the legend lists only visible marks


@needs_dot
def test_hostile_labels_are_shown_and_never_interpreted():
    graph = hostile()
    done = subprocess.run(
        ["dot", "-Tsvg"],
        input=dot_text(whole(graph, str)).encode(),
        capture_output=True,
        check=True,
    )
    tree = ElementTree.fromstring(done.stdout)
    words = "\n".join(element.text or "" for element in tree.iter(f"{SVG}text"))
    for name in ('a"b', "<b>x</b>", "back\\slash\\N", "co:lon:n", "$x^$", "日本", "<script>"):
        assert name in words
    assert not list(tree.iter(f"{SVG}script"))


@needs_dot
@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_graphviz_draws_every_format_the_same_each_time(form):
    level, graph = level_and_graph()
    told = []
    one, two = (
        render(graph, form, Options(describe=level.describe, layout="dot", tell=told.append))
        for _ in "ab"
    )
    assert one == two
    assert one.startswith({"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[form])
    assert told == []


# dot fails on this level's graph, unless the labels of moves that lead back are placed last
TANGLED = """10 22
a b a a b b b b a
1 2
3 7 b
7 2 b
4 4 a
9 2 a
1 5 a
7 5 b
8 5 b
9 9 a
3 4 b
3 3 a
3 8 b
1 3 b
1 3 a
5 4 a
3 1 a
9 4 b
2 7 b
3 1 b
2 3 a
3 5 a
7 6 a
4 1 b
"""


@needs_dot
def test_what_dot_fails_on_is_tried_with_looser_labels():
    puzzle = level_files.family("spacewreck").read(TANGLED, {})
    told = []
    assert render(expand(puzzle), "svg", Options(tell=told.append)).startswith(b"<?xml")
    assert told == []


@pytest.mark.parametrize(
    ("program", "says"),
    [("#!/bin/sh\nexit 3\n", "failed"), ("no program", "could not be run: Exec format error")],
)
def test_a_broken_dot_is_told_and_replaced(tmp_path, monkeypatch, program, says):
    (tmp_path / "dot").write_text(program)
    (tmp_path / "dot").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    told = []
    picture = render(level_and_graph()[1], "svg", Options(layout="dot", tell=told.append))
    assert ElementTree.fromstring(picture).tag == f"{SVG}svg"
    assert told == [f"layout 'dot' {says}"]


@needs_dot
@pytest.mark.parametrize("name", ["merry-go-round", "minefield", "forty-five-rooms"])
def test_columns_are_moves_from_the_start(name):
    level, graph = level_and_graph(f"spacewreck/{name}")
    diagram = whole(graph, level.describe, default_highlight(graph))
    done = subprocess.run(
        ["dot", "-Tplain"], input=dot_text(diagram).encode(), capture_output=True, check=True
    )
    rows = [row.split() for row in done.stdout.decode().splitlines()]
    x = {row[1]: float(row[2]) for row in rows if row[0] == "node"}
    by_column = {}
    for k, node in enumerate(diagram.nodes):
        by_column.setdefault(node.column, []).append(x[f"n{k}"])
    ends = [(min(xs), max(xs)) for _, xs in sorted(by_column.items())]
    assert all(a[1] < b[0] for a, b in zip(ends, ends[1:], strict=False))


def test_control_characters_do_not_spoil_a_picture():
    graph = nx.MultiDiGraph([("s\x01", "g\x0b", "m\x02")])
    made = StateGraph.from_networkx(graph, "s\x01", "g\x0b")
    for layout in ("dot", "layered"):
        words = "".join(
            ElementTree.fromstring(render(made, "svg", Options(layout=layout))).itertext()
        )
        assert "m\ufffd" in words
    drawing = film.strip([Drawing(2, 2)], ["a\x01b"])
    assert "a\ufffdb" in "".join(ElementTree.fromstring(drawing.svg()).itertext())


def test_the_style_of_columns_is_not_for_graphviz(run, tmp_path):
    level = "spacewreck/eight-rooms"
    for options in (["-o", tmp_path / "x.dot"], ["-o", tmp_path / "x.svg", "--layout", "dot"]):
        got = run("render", level, "--style", "distance", *options)
        assert (got.code, got.err.count("\n")) == (2, 1)


# -------------------------------------------------------------------------------------- ladder


def test_without_graphviz_our_own_layout_stands_in_and_says_so(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    level, graph = level_and_graph()
    told = []
    picture = render(graph, "svg", Options(describe=level.describe, tell=told.append))
    assert ElementTree.fromstring(picture).tag == f"{SVG}svg"
    assert told == ["Graphviz's 'dot' is not installed: drawn with the built-in layout"]


@pytest.mark.long
@needs_dot
def test_at_the_deadline_our_own_layout_stands_in_and_says_so():
    level, graph = level_and_graph("spacewreck/forty-five-rooms")
    told = []
    picture = render(
        graph,
        "png",
        Options(describe=level.describe, layout="dot", deadline=0.001, tell=told.append),
    )
    assert picture.startswith(b"\x89PNG")
    assert len(told) == 1 and told[0].startswith("layout 'dot' did not finish in 0.00")


@needs_dot
def test_a_crowded_goal_does_not_spoil_the_layout():
    """400 states, half of them one move from the goal: as one node it takes dot over a minute."""
    graph = nx.MultiDiGraph()
    for k in range(1, 399):
        graph.add_edge((k - 1) * 7 // 8 if k % 5 else k - 1, k, label=f"m{k}")
    for k in range(0, 400, 2):
        graph.add_edge(min(k, 398), "goal", label="win")
    made = StateGraph.from_networkx(graph, 0, "goal")
    assert len(made) == 400 and sum(made.targets == made.goal) == 200
    told = []
    picture = render(made, "svg", Options(view="whole", tell=told.append))
    assert told == [] and b"Generated by graphviz" in picture


def test_long_strips_are_cut_into_rows():
    chain = StateGraph.from_networkx(nx.path_graph(200, nx.DiGraph), 0, 199)
    picture = ElementTree.fromstring(render(chain, "svg", Options(view="whole")))
    width, height = (float(picture.get(side).removesuffix("pt")) for side in ("width", "height"))
    assert 0.5 < width / height < 4


def test_a_very_large_graph_is_drawn_as_its_profile():
    grid = nx.grid_2d_graph(142, 142, create_using=nx.DiGraph)
    graph = StateGraph.from_networkx(grid, (0, 0), (141, 141))
    told = []
    picture = render(graph, "svg", Options(tell=told.append))
    words = "".join(ElementTree.fromstring(picture).itertext())
    assert "moves from the start" in words and "moves left to the goal" in words
    assert "20,164 states" in told[0]


@pytest.mark.long
def test_the_profile_of_an_unsolvable_puzzle():
    endless = nx.path_graph(3000, create_using=nx.DiGraph)
    endless.add_node("goal")
    graph = StateGraph.from_networkx(endless, 0, "goal")
    words = "".join(
        ElementTree.fromstring(render(graph, "svg", Options(view="profile"))).itertext()
    )
    assert "no state is known to reach the goal" in words


# ------------------------------------------------------------------------------- our own layout


@pytest.mark.parametrize("theme", ["light", "dark", "print", "distance"])
@pytest.mark.parametrize("name", ["eight-rooms", "merry-go-round", "already-there", "both-arrive"])
def test_the_layered_picture_shows_every_state_and_move(name, theme):
    level, graph = level_and_graph(f"spacewreck/{name}")
    picture = render(graph, "svg", Options(describe=level.describe, layout="layered", theme=theme))
    tree = ElementTree.fromstring(picture)
    tips = [element.text for element in tree.iter(f"{SVG}title")]
    assert {level.describe(graph.state(n)) for n in range(len(graph))} == set(tips)
    words = [text for element in tree.iter(f"{SVG}text") for text in element.itertext()]
    for move in range(graph.number_of_edges()):
        assert graph.label(move) in words
    assert picture == render(
        graph, "svg", Options(describe=level.describe, layout="layered", theme=theme)
    )


@pytest.mark.parametrize("layout", ["dot", "layered"])
def test_svg_and_png_have_one_layout(layout):
    if layout == "dot" and not has_dot():
        pytest.skip("dot is not installed")
    level, graph = level_and_graph()
    svg = ElementTree.fromstring(
        render(graph, "svg", Options(describe=level.describe, layout=layout))
    )
    png = Image.open(
        io.BytesIO(render(graph, "png", Options(describe=level.describe, layout=layout)))
    )
    wide, tall = (float(svg.get(side).removesuffix("pt")) for side in ("width", "height"))
    assert png.width / wide == pytest.approx(png.height / tall, rel=0.01)
    assert png.width / wide == pytest.approx(2, rel=0.01)


@needs_dot
@pytest.mark.parametrize("with_boards", sampled([True, False]))
def test_a_png_shows_each_node_where_the_svg_has_it(with_boards):
    level, graph = level_and_graph()
    how = dict(describe=level.describe, boards=level.draw if with_boards else None)
    svg = ElementTree.fromstring(render(graph, "svg", Options(**how)))
    png = Image.open(io.BytesIO(render(graph, "png", Options(**how)))).convert("RGB")
    frame = svg.find(f"{SVG}g")
    right, down = re.search(r"translate\((\S+) (\S+)\)", frame.get("transform")).groups()
    nodes = [group for group in frame.iter(f"{SVG}g") if group.get("class") == "node"]
    assert len(nodes) == len(graph)
    for group in nodes:
        outline = group.find(f".//{SVG}polygon")
        if outline is not None and (with_boards or outline.get("fill") != "none"):
            x, y = map(float, outline.get("points").split()[0].split(","))
        else:
            outline = group.find(f".//{SVG}ellipse")
            x = float(outline.get("cx")) + float(outline.get("rx"))
            y = float(outline.get("cy"))
        at = [round(2 * (x + float(right))), round(2 * (y + float(down)))]
        near = [png.getpixel((at[0] + dx, at[1] + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        rim = tuple(bytes.fromhex(outline.get("stroke")[1:]))
        assert min(sum(map(abs, np.subtract(pixel, rim))) for pixel in near) < 200


@needs_dot
def test_a_layout_is_chosen_by_size_and_has_all_the_time_there_is(monkeypatch):
    """A busy machine gets the same picture if the deadline allows it."""
    given = []

    def run_dot(text, seconds, folder=None):
        given.append((text, seconds))
        raise graphviz_layout.NoPictureError("did not finish")

    monkeypatch.setattr(graphviz_layout, "run_dot", run_dot)
    _, graph = level_and_graph()
    told = []
    made = render(graph, "svg", Options(tell=told.append))
    assert told == ["layout 'dot' did not finish"]
    assert len(given) == 1 and 6 < given[0][1] <= 7
    assert made == render(graph, "svg", Options(layout="layered"))


def test_the_layered_picture_takes_hostile_labels():
    tree = ElementTree.fromstring(render(hostile(), "svg", Options(layout="layered", describe=str)))
    words = "".join(tree.itertext())
    assert "<script>" in words and "$x^$" in words
    assert not list(tree.iter(f"{SVG}script"))


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(-1, 2)), min_size=1, max_size=40),
    st.randoms(),
)
def test_no_two_nodes_stand_in_one_place_and_boxes_hold_no_others(spots, rng):
    columns = np.array([column for column, _ in spots])
    boxes = np.array([box for _, box in spots])
    ends = np.array([(rng.randrange(len(spots)), rng.randrange(len(spots))) for _ in spots])
    place = positions(columns, ends[:, 0], ends[:, 1], boxes)
    assert (place[:, 0] == columns).all()
    for k in range(len(spots)):
        same = place[place[:, 0] == place[k, 0]]
        gaps = np.diff(np.sort(same[:, 1]))
        assert (gaps > 0.6).all()
    for box in {int(b) for b in boxes if b >= 0}:
        inside = place[boxes == box]
        low, high = inside.min(axis=0), inside.max(axis=0)
        others = place[boxes != box]
        assert not ((others >= low) & (others <= high)).all(axis=1).any()


def test_unreached_nodes_have_a_column_of_their_own():
    place = positions(np.array([0, 1, -1, -1]), np.array([0]), np.array([1]))
    assert place[:, 0].tolist() == [0, 1, 2, 2]


# ----------------------------------------------------------------------------------- the looks


def luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    light, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("name", ["light", "dark", "print"])
def test_every_text_can_be_read_and_every_line_be_seen(name):
    theme = THEMES[name]
    assert contrast(theme.ink, theme.paper) >= 4.5
    for look in theme.nodes.values():
        assert contrast(look.ink, look.fill) >= 4.5
        assert contrast(look.rim, theme.paper) >= 3
    for line in theme.edges.values():
        assert contrast(line.ink, theme.paper) >= 4.5


def test_no_role_is_told_by_its_colour_alone():
    fills = [look.fill for look in THEMES["print"].nodes.values()]
    assert all(fill[1:3] == fill[3:5] == fill[5:7] for fill in fills)
    level, graph = level_and_graph()
    text = render(graph, "dot", Options(theme="print", describe=level.describe)).decode()
    for word in ("shape=house", "shape=doublecircle", " style=dashed", "penwidth=3.5"):
        assert word in text


@pytest.mark.parametrize("layout", ["dot", "layered"])
def test_nodes_are_coloured_by_numbers(layout):
    level, graph = level_and_graph()
    told = render(
        graph, "svg", Options(layout=layout, colour={0: 2.5, 1: 41, 2: float("nan")})
    ).decode()
    light = THEMES["light"]
    assert light.ramp[0] in told and light.ramp[-1] in told  # the least and the largest
    words = ["".join(e.itertext()) for e in ElementTree.fromstring(told).iter(f"{SVG}text")]
    assert "2.5" in words and "41" in words
    every = range(len(graph))
    assert render(graph, "svg", Options(layout=layout, colour=every)) == render(
        graph, "svg", Options(layout=layout, colour=dict(enumerate(every)))
    )


@pytest.mark.parametrize("name", ["light", "dark", "print"])
def test_a_text_on_any_colour_of_the_scale_can_be_read(name):
    theme = THEMES[name]
    for k in range(101):
        look = look_of(Node(1, "1", "", "alive", 0, share=k / 100), theme)
        assert contrast(look.ink, look.fill) >= 4.5


@pytest.mark.parametrize("layout", ["dot", "layered"])
def test_boards_stand_for_states(layout):
    level, graph = level_and_graph()
    told = []
    how = dict(describe=level.describe, boards=level.draw, layout=layout, tell=told.append)
    picture = render(graph, "svg", Options(**how))
    tree = ElementTree.fromstring(picture)
    if layout == "dot" and shutil.which("dot"):
        images = [
            image.get("{http://www.w3.org/1999/xlink}href") for image in tree.iter(f"{SVG}image")
        ]
        assert len(images) == len(graph)
        assert all(image.startswith("data:image/svg+xml;base64,") for image in images)
        assert told == []
    words = [text for element in tree.iter(f"{SVG}text") for text in element.itertext()]
    assert "start" in words and "goal" in words
    assert picture == render(graph, "svg", Options(**how))


@pytest.mark.long
@pytest.mark.parametrize("layout", ["dot", "layered"])
@pytest.mark.parametrize("form", ["png", "pdf"])
def test_boards_are_the_same_bytes_each_time(layout, form):
    level, graph = level_and_graph()
    how = dict(describe=level.describe, boards=level.draw, layout=layout)
    assert render(graph, form, Options(**how)) == render(graph, form, Options(**how))


def boxes(tree):
    """Return (left, top, right, bottom) of each box with a board, as our own layout draws it."""
    found = []
    for group in tree.iter(f"{SVG}g"):
        if group.find(f"./{SVG}title") is not None and group.find(f"./{SVG}g") is not None:
            outline = group.find(f"./{SVG}polygon").get("points").split()
            xs, ys = zip(*(map(float, corner.split(",")) for corner in outline), strict=True)
            found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


def overlap(one, other):
    return min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(
        one[1], other[1]
    )


@pytest.mark.parametrize(
    ("name", "view"),
    [
        ("pledge/about-turn", "whole"),
        ("pledge/about-turn", "solution"),
        ("spacewreck/minefield", "whole"),
        ("spacewreck/minefield", "dead-ends"),
    ],
)
def test_no_two_boards_overlap(name, view):
    level, graph = level_and_graph(name)
    how = dict(describe=level.describe, boards=level.draw, layout="layered", view=view)
    made = boxes(ElementTree.fromstring(render(graph, "svg", Options(**how))))
    assert len(made) > 2
    assert not any(overlap(a, b) for k, a in enumerate(made) for b in made[:k])


@pytest.mark.parametrize("layout", ["dot", "layered"])
def test_views_of_a_few_states_have_boards_unasked(layout):
    level, graph = level_and_graph("psychopath/many-traps")
    how = dict(describe=level.describe, boards=level.draw, boards_asked=False, layout=layout)
    picture = render(graph, "svg", Options(view="dead-ends", **how))
    nodes = views.dead_ends(graph, highlight=default_highlight(graph)).nodes
    dead = [node for node in nodes if node.role == "dead"]
    assert dead and all(node.shown >= 0 and node.example >= 0 for node in dead if node.pack)
    drawn = [node for node in nodes if node.shown >= 0]
    if layout == "dot" and has_dot():
        assert picture.count(b"<image") == len(drawn)
    else:
        assert len(boxes(ElementTree.fromstring(picture))) == len(drawn)
    assert picture != render(
        graph, "svg", Options(view="dead-ends", describe=level.describe, layout=layout)
    )
    plain = render(graph, "svg", Options(view="components", describe=level.describe, layout=layout))
    assert plain == render(graph, "svg", Options(view="components", **how))


@pytest.mark.long
def test_a_long_corridor_has_boards_along_the_first_solution():
    level, graph = level_and_graph("psychopath/notebook-9")
    how = dict(describe=level.describe, boards=level.draw, boards_asked=False)
    told = []
    picture = render(graph, "svg", Options(view="solution", tell=told.append, **how))
    assert len(boxes(ElementTree.fromstring(picture))) == 46 and told == []


def test_what_looks_alike_has_one_entry_in_the_legend():
    _, graph = level_and_graph("spacewreck/minefield")
    shown = whole(graph, highlight=default_highlight(graph))
    nodes, edges = legend(shown, THEMES["distance"])
    assert {"dead", "alive"}.isdisjoint(nodes) and nodes["other"] == "other states"
    assert list(edges) == ["solution"]
    for name in ("light", "dark", "print"):
        nodes, edges = legend(shown, THEMES[name])
        assert {"alive", "dead"} <= set(nodes) and "trap" in edges


def test_too_many_boards_are_not_drawn():
    level, graph = level_and_graph("spacewreck/forty-five-rooms")
    told = []
    render(graph, "svg", Options(boards=level.draw, layout="layered", tell=told.append))
    assert told[0] == f"boards are drawn for up to 60 states, not for {len(graph)}"


@pytest.mark.parametrize("view", ["solution", "dead-ends", "around", "components", "chapters"])
@pytest.mark.parametrize("layout", ["dot", "layered"])
def test_hostile_labels_in_every_view(view, layout):
    picture = render(
        hostile(), "svg", Options(view=view, layout=layout, describe=str, title="<i>&$x$")
    )
    tree = ElementTree.fromstring(picture)
    assert "<i>&$x$" in " ".join("".join(tree.itertext()).split())
    assert not list(tree.iter(f"{SVG}script"))


@pytest.mark.parametrize("view", ["whole", "map", "profile"])
@pytest.mark.parametrize("layout", ["dot", "layered"])
def test_a_title_of_any_characters_is_shown(view, layout):
    level, graph = level_and_graph()
    title = "A\0B\x1b[31m \u202etxt & <b>" + "x" * 5_000
    tree = ElementTree.fromstring(
        render(graph, "svg", Options(view=view, layout=layout, title=title))
    )
    words = " ".join("".join(tree.itertext()).split())
    assert "A\ufffdB\ufffd[31m [U+202E]txt & <b>" in words
    assert len(words) < 2_500


@pytest.mark.long
@needs_dot
@pytest.mark.parametrize("layout", sampled(["dot", "layered"]))
def test_a_pdf_shows_the_same_as_the_svg(layout):
    level, graph = level_and_graph()
    asked = dict(view="dead-ends", boards=level.draw, layout=layout)
    svg = render(graph, "svg", Options(**asked))
    made, expected = (blurred(data) for data in (painted(svg), png(svg)))
    assert np.abs(made - expected).max() < 25  # from 45 on without the elements of one kind
    assert pdf(svg) == render(graph, "pdf", Options(**asked))


def painted(svg):
    """Return the figure that becomes a PDF as PNG, with two dots per point."""
    file = io.BytesIO()
    figure_of(svg).savefig(file, format="png", dpi=144)
    return file.getvalue()


def blurred(data):
    """Return a picture on white paper as the mean colours of squares of 24 dots."""
    made = Image.open(io.BytesIO(data)).convert("RGBA")
    made = Image.alpha_composite(Image.new("RGBA", made.size, "white"), made).convert("RGB")
    size = made.width // 24, made.height // 24
    return np.asarray(made.resize(size, Image.Resampling.BOX)).astype(float)


@pytest.mark.long
def test_pictures_do_not_depend_on_the_hash_seed(tmp_path):
    made = set()
    for seed in some(("0", "1", "2"), 2):
        files = {
            view: tmp_path / f"{seed}-{view}.svg"
            for view in ("whole", "dead-ends", "components", "chapters")
        }
        render_it = ("render", "psychopath/carousels", "--layout", "layered")
        lines = [(*render_it, "--view", view, "-o", out) for view, out in files.items()]
        assert child.outputs(*lines, PYTHONHASHSEED=seed) == b"0\n0\n0\n0\n"
        made.add(tuple(out.read_bytes() for out in files.values()))
    assert len(made) == 1


# --------------------------------------------------------------------------- the command line


def test_views_are_drawn_from_the_command_line(run, tmp_path):
    out = tmp_path / "x.dot"
    got = run("render", "spacewreck/eight-rooms", "--view", "around", "--after", "L4", "-o", out)
    assert (got.code, got.err) == (0, "")
    assert "within 2 moves of state 2" in out.read_text()
    for state in (["--state", "rocket=3,lucky=4"], ["--node", "4"]):
        options = ["--view", "around", "--radius", "1", *state]
        assert run("render", "spacewreck/eight-rooms", *options, "-o", out).code == 0
        assert "within 1 move of state 4" in out.read_text()
    got = run("render", "spacewreck/eight-rooms", "--view", "solution", "--slack", "2", "-o", out)
    assert got.code == 0 and "detours of up to 2 moves more" in out.read_text()


def test_the_goal_is_drawn_as_asked_for(run, tmp_path):
    out = tmp_path / "x.dot"
    for how, goals in (("one", 1), ("split", 2), ("none", 0)):  # L8 wins from two states
        for option in ("--draw-goal", "--goal"):  # which is the old spelling
            assert run("render", "spacewreck/eight-rooms", option, how, "-o", out).code == 0
            assert out.read_text().count("shape=doublecircle") == goals


def test_the_goal_of_a_graph_from_elsewhere_is_named_beside(run, tmp_path):
    graph, out = tmp_path / "g.aut", tmp_path / "x.dot"
    graph.write_text('des (0, 2, 3)\n(0,"a",1)\n(1,"b",2)\n')
    assert run("render", graph, "--goal", "2", "--goal", "none", "-o", out).code == 0
    assert "the goal and 1 move into it are not drawn" in out.read_text()


def test_a_goal_may_have_the_name_of_a_way_to_draw_it(run, tmp_path):
    graph, out = tmp_path / "g.csv", tmp_path / "x.dot"
    graph.write_text("source,target,label\nhome,none,a\nhome,one,b\n")
    words = ["render", graph, "--start", "home", "--goal", "one", "-o", out]
    assert "names no goal" in run(*words).err
    assert run(*words, "--draw-goal", "split").code == 0
    assert out.read_text().count("shape=doublecircle") == 1


@pytest.mark.parametrize(
    "options",
    [
        ["--view", "around", "--after", "R9"],
        ["--view", "around", "--state", "rocket=7,lucky=7"],
        ["--view", "around", "--node", "9"],
        ["--view", "sideways"],
        ["--view", "solution", "--slack", "-1"],
        ["--slack", "1"],
        ["--view", "whole", "--node", "1"],
        ["--theme", "pink"],
        ["--view", "profile"],
    ],
)
def test_views_that_make_no_sense_are_refused_in_a_line(run, tmp_path, options):
    got = run("render", "spacewreck/eight-rooms", *options, "-o", tmp_path / "x.dot")
    assert (got.code, got.err.count("\n"), got.out) == (2, 1, "")
    assert list(tmp_path.iterdir()) == []


def test_an_unsolvable_puzzle_shows_its_dead_ends_instead(run, tmp_path):
    out = tmp_path / "x.dot"
    got = run("render", "spacewreck/no-way-out", "--view", "solution", "-o", out)
    assert got.code == 0
    assert "unsolvable: this is the view 'dead-ends' instead of 'solution'" in got.err


# -------------------------------------------------------------------------------------- boards


@pytest.mark.parametrize("name", sampled(level_files.family_names(), 3))
def test_every_family_draws_every_step_of_a_solution(name, run, tmp_path):
    level = next(
        f"{name}/{path.stem}" for path in level_files.bundled(name) if is_short(name, path)
    )
    for form, magic in (("svg", b"<svg"), ("png", b"\x89PNG")):
        assert run("board", level, "-o", tmp_path / f"b.{form}").code == 0
        assert (tmp_path / f"b.{form}").read_bytes().startswith(magic)
    for form, magic in (("svg", b"<svg"), ("gif", b"GIF8")):
        assert run("film", level, "-o", tmp_path / f"f.{form}").code == 0
        assert (tmp_path / f"f.{form}").read_bytes().startswith(magic)


def is_short(name, path):
    expect = load(f"{name}/{path.stem}").expect
    return expect["shortest"] and expect["shortest"] < 12 and expect["states"] < 3000


def test_a_film_of_nothing_is_refused(run, tmp_path):
    got = run("film", "spacewreck/no-way-out", "-o", tmp_path / "f.svg")
    assert got.code == 1 and not list(tmp_path.iterdir())


@given(st.integers(1, 500), st.integers(2, 60))
def test_a_strip_shows_first_and_last_and_no_step_twice(steps, most):
    chosen = film.choose(steps, most)
    assert chosen == sorted(set(chosen)) and len(chosen) == min(steps, most)
    assert chosen[0] == 0 and chosen[-1] == steps - 1


def test_boards_are_drawn_the_same_each_time():
    level = load("spacewreck/eight-rooms")
    drawing = level.draw(level.puzzle.start)
    for form in ("svg", "png", "pdf"):
        assert board_picture(drawing, form) == board_picture(drawing, form)
    films = [film.film_picture([drawing, drawing], ["a", "b"], "gif") for _ in "ab"]
    assert films[0] == films[1]
