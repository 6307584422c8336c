"""The map: positions that reflect distances, reproducibly, and the marks drawn at them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import child
import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from scipy.sparse import coo_array
from scipy.sparse.csgraph import shortest_path
from toys import grid, repeated_labels

from stategraph import load
from stategraph.analysis import dead, trap_moves
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.pictures import THEMES, render
from stategraph.pictures.map import MAX_POINTS, links, mapped, place
from stategraph.pictures.options import Options
from stategraph.pictures.plots.map import N_COLOURS, draw_map
from stategraph.pictures.themes import luminance
from stategraph.rules.shapes import Dots

SVG = "{http://www.w3.org/2000/svg}"


def distances(graph):
    """Return all states except the goal, and their distances (k, k) without direction, by scipy."""
    nodes = [node for node in graph if node != graph.goal]
    tails, heads = links(graph).ends
    joined = coo_array((np.ones(len(tails)), (tails, heads)), shape=(len(graph),) * 2)
    found = shortest_path(joined.tocsr(), directed=False, unweighted=True)
    return nodes, found[np.ix_(nodes, nodes)]


def stress(places, moves):
    """Return the stress that remains at the best scale of some positions."""
    apart = np.sqrt(((places[:, None] - places[None]) ** 2).sum(axis=2))
    pairs = moves > 0
    apart, moves = apart[pairs], moves[pairs]
    scale = (apart / moves).sum() / ((apart / moves) ** 2).sum()
    return float((((scale * apart - moves) / moves) ** 2).mean())


def ring(n):
    graph = nx.cycle_graph(n, nx.DiGraph)
    graph.add_node("goal")
    return StateGraph.from_networkx(graph, 0, "goal")


def chain(n):
    return StateGraph.from_networkx(nx.path_graph(n, nx.DiGraph), 0, n - 1)


# -------------------------------------------------------------------------------------- places


@pytest.mark.parametrize("n", [12, 100])
def test_a_ring_is_a_ring(n):
    places = place(ring(n))
    far = np.sqrt((places**2).sum(axis=1))
    assert far.std() < 0.05 * far.mean()
    round_ = np.argsort(np.arctan2(*places.T))
    steps = np.abs(np.diff(np.append(round_, round_[0])))
    assert set(steps.tolist()) <= {1, n - 1}  # neighbours are adjacent


@pytest.mark.parametrize("n", [2, 3, 30, 300])
def test_a_chain_is_a_line(n):
    places = place(chain(n))
    steps = np.sqrt((np.diff(places, axis=0) ** 2).sum(axis=1))
    assert np.allclose(steps, 1, atol=0.15)
    assert np.ptp(places[:, 0]) > 0.97 * (n - 1) and places[0, 0] <= 0


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_grid_is_a_grid(dimensions):
    graph = StateGraph.from_networkx(grid(12), (0, 0), (11, 11))
    places = place(graph, dimensions)
    assert places.shape == (144, dimensions)
    nodes, moves = distances(graph)
    apart = np.sqrt(((places[nodes][:, None] - places[nodes][None]) ** 2).sum(axis=2))
    assert np.corrcoef(apart.ravel(), moves.ravel())[0, 1] > 0.95


@pytest.mark.parametrize("name", ["psychopath/carousels", "spacewreck/forty-five-rooms"])
def test_its_stress_is_less_than_that_of_other_layouts(name):
    graph = expand(load(name).puzzle)
    nodes, moves = distances(graph)
    joined = nx.Graph(links(graph).ends.T.tolist())
    spectral = nx.spectral_layout(joined)
    drawn = np.random.default_rng(0).random((len(nodes), 2))
    mine = stress(place(graph)[nodes], moves)
    assert mine < 0.7 * stress(np.array([spectral[node] for node in nodes]), moves)
    assert mine < 0.5 * stress(drawn, moves)
    assert stress(place(graph, 3)[nodes], moves) < mine


def test_the_goal_stands_beyond_the_end_of_the_first_solution():
    places = place(chain(5))
    assert np.abs(places[4] - places[3]).max() <= 1.001
    lone = StateGraph.from_networkx(nx.path_graph(1, nx.DiGraph), 0, 0)
    assert place(lone).tolist() == [[0.0, 0.0]]


@given(repeated_labels())
def test_every_state_has_a_place_of_its_own(case):
    graph = case.made
    places = place(graph)
    assert places.shape == (len(graph), 2) and np.isfinite(places).all()
    assert places.tobytes() == place(graph).tobytes()
    assert np.abs(places).max() <= len(graph)
    inner = np.delete(places, graph.goal, axis=0) if graph.goal is not None else places
    assert len(np.unique(inner, axis=0)) == len(inner)


@pytest.mark.long
def test_places_do_not_depend_on_the_hash_seed_nor_on_threads(tmp_path):
    made = set()
    for seed, threads in (("0", "1"), ("7", "2")):
        out = tmp_path / f"{seed}.svg"
        line = ("render", "psychopath/behind-the-door", "--view", "map", "-o", out)
        names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
        assert child.outputs(line, PYTHONHASHSEED=seed, **dict.fromkeys(names, threads)) == b"0\n"
        made.add(out.read_bytes())
    assert len(made) == 1


# ------------------------------------------------------------------------------- the drawing


def marks(scene, kind):
    return [shape for shape in scene.shapes if isinstance(shape, Dots) and shape.kind == kind]


def words(picture):
    return [
        " ".join(text.itertext()) for text in ElementTree.fromstring(picture).iter(f"{SVG}text")
    ]


@pytest.mark.parametrize("theme", ["light", "dark", "print", "distance"])
def test_every_state_is_a_point_and_says_what_it_is(theme):
    level = load("psychopath/carousels")
    graph = expand(level.puzzle)
    picture = render(graph, "svg", Options(view="map", describe=level.describe, theme=theme))
    tips = [element.text for element in ElementTree.fromstring(picture).iter(f"{SVG}title")]
    ends = {0, graph.goal}
    assert sorted(tips) == sorted(
        level.describe(graph.state(node)) for node in graph if node not in ends
    )
    scene = draw_map(graph, theme=THEMES[theme])
    assert (
        sum(len(dots.places) for dots in marks(scene, "cross")) == dead(graph).sum() + 1
    )  # the key
    legend = words(picture)
    assert {"start", "first shortest solution", "moves left", "0", "17"} <= set(legend)
    assert f"{len(trap_moves(graph))} trap moves" in legend and "108 dead states" in legend
    assert any("about as far apart as there are moves" in line for line in legend)
    assert picture == render(
        graph, "svg", Options(view="map", describe=level.describe, theme=theme)
    )


@pytest.mark.parametrize("theme", ["light", "dark", "print", "distance"])
def test_marks_stand_out_from_the_paper(theme):
    look = THEMES[theme]
    scene = draw_map(expand(load("psychopath/carousels").puzzle), theme=look)
    rims = [dots.colour for dots in marks(scene, "disc") if not dots.tips]
    for colour in {*rims[:1], *(dots.colour for dots in marks(scene, "cross"))}:
        light, dim = sorted((luminance(colour), luminance(look.paper)), reverse=True)
        assert (light + 0.05) / (dim + 0.05) >= 3


def test_nothing_stands_in_the_legend_that_is_not_there():
    free = words(render(ring(700), "svg", Options(view="map")))
    assert not any("trap" in word or "goal" in word or "solution" in word for word in free[:-2])
    assert "moves from the start" in free and "700 dead states" in free


def test_a_search_that_was_stopped_claims_nothing():
    graph = expand(load("psychopath/snake").puzzle, Limits(states=300))
    shown = words(render(graph, "svg", Options(view="map")))
    assert "moves left, at most" in shown and "not known to win" in shown
    assert not any("dead" in word for word in shown)


@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
@pytest.mark.parametrize("graph", [chain(1), chain(2), chain(3), ring(1)])
def test_the_smallest_maps(graph, form):
    assert len(render(graph, form, Options(view="map"))) > 500


def test_a_map_is_no_dot():
    with pytest.raises(InputError, match="a map is not a graph"):
        render(chain(3), "dot", Options(view="map"))


def test_a_level_of_too_many_states_is_mapped_by_walks():
    graph = expand(load("sokoban/looks-possible").puzzle)
    assert len(graph) > MAX_POINTS
    told = []
    picture = render(graph, "svg", Options(tell=told.append))
    assert told == [
        "30,110 states are too many to draw one by one: this is the map of their 1,358 classes "
        "by walks"
    ]
    assert "1,358 dead classes" in words(picture)
    colours = [float(number) for number in range(len(graph))]
    painted = render(graph, "svg", Options(view="map", colour=colours, meaning="first state"))
    assert f"{max(mapped(graph).quotient.first):,}" in words(painted)


def test_points_are_coloured_by_any_numbers():
    graph = chain(600)
    values = {node: node / 7 for node in range(300)}
    picture = render(graph, "svg", Options(view="map", colour=values, meaning="beauty"))
    shown = words(picture)
    assert {"beauty", "0", "42.7143", "without a number"} <= set(shown)
    strokes = set(
        re.findall(rb'stroke="(#[0-9a-f]{6})" stroke-width="[0-9.]+" stroke-linecap', picture)
    )
    assert N_COLOURS <= len(strokes) <= N_COLOURS + 3


def test_points_are_coloured_by_what_is_named(run, tmp_path):
    out = tmp_path / "x.svg"
    for name in ("moves_to_goal", "moves_from_start", "moves_out", "dead"):
        line = ["render", "psychopath/carousels", "--view", "map", "--colour", name, "-o", out]
        assert run(*line).code == 0
        assert name in words(out.read_bytes())
    assert run("render", "psychopath/carousels", "--colour", "beauty", "-o", out).code == 2
