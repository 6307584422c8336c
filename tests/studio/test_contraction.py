"""The state graph with contracted walks or turns: its data, and the drawing in the studio."""

from __future__ import annotations

import browser
import pytest
from effort import sampled
from studios import solved

from stategraph import analysis
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.laws.typed_solutions import play
from stategraph.level_files import read_level
from stategraph.studio.contraction import contracted, contraction, path_to_class
from stategraph.studio.level_bundle import MAX_BUNDLED_STATES

DRAWN = "() => window.stategraph.chart.drawn && !window.stategraph.chart.waiting"
SIZE = "window.stategraph.view.graph.size"

# More states than the studio sends as a whole, and few classes.
HALL = (
    """puzzle: sokoban
title: Two boxes in a hall
level: |
  ###########
  #@        #
"""
    + "  #         #\n" * 3
    + "  #  $  $   #\n"
    + "  #         #\n" * 3
    + """  #      .. #
  ###########
"""
)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("sokoban/pillars", "walks"),
        ("psychopath/carousels", "walks"),
        ("psychopath/carousels", "turns"),
        ("spacewreck/eight-rooms", "turns"),
        ("rushhour/back-first", "turns"),
    ],
)
def test_the_path_to_a_class_ends_in_its_first_state(name, kind):
    level = read_level(name)
    graph = expand(level.puzzle)
    units = contracted(level, graph, kind)
    fewest = analysis.moves_from_start(units)
    for node in range(0, len(units), 1 + len(units) // 40):
        labels = path_to_class(level, graph, kind, node)
        played = play(level.puzzle, " ".join(labels))
        first = int(units.quotient.first[node])
        if first != graph.goal:
            assert graph.find(played.states[-1]) == first
        visited = [0]
        for label in labels:
            visited.append(dict(graph.moves(visited[-1]))[label])
        classes = units.quotient.owner[visited]
        if kind == "walks":  # no other path has fewer pushes
            assert (classes[1:] != classes[:-1]).sum() == fewest[node]


def test_the_same_graph_gives_the_same_bytes():
    level = read_level("sokoban/pillars")
    first, second = (contraction(level, expand(level.puzzle), "walks") for _ in range(2))
    assert first == second


def test_an_incomplete_graph_and_missing_units_are_refused():
    level = read_level("sokoban/pillars")
    with pytest.raises(InputError, match="incomplete"):
        contraction(level, expand(level.puzzle, Limits(states=50)), "walks")
    ship = read_level("spacewreck/eight-rooms")
    words = "rocket and lucky walk, but only one actor may; count turns instead"
    with pytest.raises(InputError, match=words):
        contraction(ship, expand(ship.puzzle), "walks")
    with pytest.raises(InputError, match="walks or turns"):
        contraction(ship, expand(ship.puzzle), "symmetry")


def opened(page, name: str, kind: str) -> None:
    """Open a level in the studio, and contract its graph."""
    page.evaluate(f"window.studio.open('{name}')")
    solved(page)
    page.select_option("#units", kind)
    solved(page)
    page.wait_for_function(DRAWN)


def clicked(page, node: int) -> None:
    """Click on a mark of the graph."""
    page.locator("#chart").scroll_into_view_if_needed()
    x, y = page.evaluate("node => window.stategraph.spot(node)", node)
    page.locator("#chart").click(position={"x": x, "y": y})
    page.wait_for_function("() => window.stategraph.idle()")


@pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")
@pytest.mark.parametrize("width", sampled([1280, 390]))
@pytest.mark.parametrize(
    ("name", "kind"), [("psychopath/carousels", "walks"), ("spacewreck/eight-rooms", "turns")]
)
def test_a_click_on_a_class_goes_to_its_first_state(page, width, name, kind):
    page.set_viewport_size({"width": width, "height": 800})
    level = read_level(name)
    graph = expand(level.puzzle)
    units = contracted(level, graph, kind)
    opened(page, name, kind)
    assert page.evaluate(SIZE) == len(units)
    assert f"{len(units)} marks for {len(graph)} states" in page.inner_text("#reading")
    node = next(k for k in range(len(units) - 1, 0, -1) if k != units.goal)
    page.locator("#chart").scroll_into_view_if_needed()
    x, y = page.evaluate("node => window.stategraph.spot(node)", node)
    page.locator("#chart").hover(position={"x": x, "y": y})
    page.wait_for_selector("#peek svg")
    noun = "turn" if kind == "turns" else "push"
    assert noun in page.inner_text("#peek")
    clicked(page, node)
    assert page.evaluate("window.stategraph.play.here.node") == units.quotient.first[node]
    labels = page.evaluate("window.stategraph.play.labels")
    assert labels == path_to_class(level, graph, kind, node)
    assert page.evaluate("window.stategraph.chart.trail.at(-1)") == node
    assert page.evaluate("window.stategraph.chart.trail[0]") == 0
    assert page.errors == []


@pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")
def test_the_trail_the_matches_and_the_next_version_follow_the_switch(page):
    level = read_level("psychopath/carousels")
    graph = expand(level.puzzle)
    owner = contracted(level, graph, "walks").quotient.owner
    opened(page, "psychopath/carousels", "walks")
    labels = list(analysis.first_solution(graph).labels)[:6]
    page.evaluate("labels => window.stategraph.follow(labels)", labels)
    nodes = page.evaluate("window.stategraph.play.trail.map(step => step.node)")
    assert page.evaluate("window.stategraph.chart.trail") == owner[nodes].tolist()
    page.fill("#search", "dead")
    page.press("#search", "Enter")
    page.wait_for_selector("#held:not([hidden])")
    lost = sorted({int(owner[k]) for k in analysis.dead(graph).nonzero()[0]})
    marked = "[...window.stategraph.chart.found].flatMap((on, node) => on ? [node] : [])"
    assert page.evaluate(marked) == lost
    inside = "window.stategraph.view.inside([0, 0], [9999, 9999]).length"
    assert page.evaluate(inside) == len(graph)
    page.select_option("#view", "space")
    page.wait_for_function(DRAWN)
    assert page.evaluate("window.stategraph.chart.graph.size") == page.evaluate(SIZE)
    page.select_option("#view", "map")
    page.evaluate("window.studio.open('psychopath/many-traps')")
    solved(page)
    other = read_level("psychopath/many-traps")
    whole = expand(other.puzzle)
    assert page.evaluate(SIZE) == len(contracted(other, whole, "walks"))
    page.select_option("#units", "")
    page.wait_for_function("() => window.stategraph.graph.x && window.stategraph.chart.trail")
    assert page.evaluate(SIZE) == len(whole)
    assert page.evaluate("window.stategraph.chart.trail") == [0]
    assert page.errors == []


@pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")
def test_missing_units_are_explained_and_single_moves_shown(page):
    opened(page, "spacewreck/eight-rooms", "walks")
    assert "cannot be drawn by walks: rocket and lucky walk" in page.inner_text("#reading")
    assert page.input_value("#units") == ""
    assert page.evaluate(SIZE) == len(expand(read_level("spacewreck/eight-rooms").puzzle))
    assert page.errors == []


@pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")
def test_a_graph_that_is_too_large_for_a_map_has_a_map_of_its_pushes(page, running):
    (running.folder / "hall.yaml").write_text(HALL)
    level = read_level(str(running.folder / "hall.yaml"))
    graph = expand(level.puzzle)
    assert graph.complete and len(graph) > MAX_BUNDLED_STATES
    opened(page, "hall.yaml", "walks")
    assert page.input_value("#view") == "map"
    clicked(page, 7)
    units = contracted(level, graph, "walks")
    assert page.evaluate("window.stategraph.play.here.node") == units.quotient.first[7]
    assert page.evaluate("window.stategraph.chart.trail.at(-1)") == 7
    page.select_option("#units", "")
    page.wait_for_function("() => window.stategraph.chart.depths")
    assert page.input_value("#view") == "profile"
    assert page.errors == []
