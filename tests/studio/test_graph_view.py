"""The state graph as a tool: filters, regions, folded clusters, contraction, in a real browser."""

from __future__ import annotations

import browser
import pytest
from studios import solved

from stategraph.analysis import dead

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

DRAWN = "() => window.stategraph.chart.drawn && !window.stategraph.chart.waiting"


def visible(page) -> list[int]:
    """Return the states that the graph shows."""
    page.wait_for_function(DRAWN)
    return page.evaluate(
        "(({chart, graph}) => [...Array(graph.size).keys()].filter(node => chart.shown(node)))"
        "(window.stategraph)"
    )


def spread(page, nodes: list[int]) -> float:
    """Return the width on the canvas that some states cover, in pixels."""
    xs = page.evaluate("nodes => nodes.map(node => window.stategraph.spot(node)[0])", nodes)
    return max(xs) - min(xs)


def test_only_living_states_are_shown_and_fill_the_map(chromium, shared):
    one = shared("sokoban/pillars")
    living = (~dead(one.graph)).nonzero()[0].tolist()
    with chromium.page() as page:
        one.open(page)
        page.wait_for_function(DRAWN)
        before = spread(page, living)
        page.check("#only-dead")
        page.check("#only-living")
        assert not page.is_checked("#only-dead")
        assert visible(page) == living
        assert spread(page, living) > before
        page.select_option("#view", "space")
        assert visible(page) == living
        page.uncheck("#only-living")
        assert len(visible(page)) == len(one.graph)
        assert page.errors == []


def selected(page, nodes: list[int]) -> list[int]:
    """Drag a rectangle around some states with Shift, and return the states that are marked."""
    page.wait_for_function(DRAWN)
    spots = page.evaluate("nodes => nodes.map(node => window.stategraph.spot(node))", nodes)
    page.locator("#chart").scroll_into_view_if_needed()
    box = page.locator("#chart").bounding_box()
    xs, ys = zip(*spots, strict=True)
    page.keyboard.down("Shift")
    page.mouse.move(box["x"] + min(xs) - 3, box["y"] + min(ys) - 3)
    page.mouse.down()
    page.mouse.move(box["x"] + max(xs), box["y"] + max(ys))
    page.mouse.move(box["x"] + max(xs) + 3, box["y"] + max(ys) + 3)
    page.mouse.up()
    page.keyboard.up("Shift")
    return page.evaluate("window.stategraph.held")


def test_a_region_is_selected_and_its_states_are_compared(chromium, shared):
    one = shared("sokoban/pillars")
    lost = dead(one.graph)
    with chromium.page() as page:
        one.open(page)
        page.wait_for_function(DRAWN)
        near = page.evaluate(
            "(({chart, graph}) => {"
            " const [x, y] = chart.spot(graph.size - 1);"
            " return chart.inside([x - 25, y - 25], [x + 25, y + 25]); })(window.stategraph)"
        )
        nodes = selected(page, near)
        assert set(near) <= set(nodes)
        words = page.inner_text("#found")
        assert f"What {len(nodes)} states have in common" in words
        assert "rectangle" not in page.evaluate("document.activeElement.id")
        alive = [node for node in nodes if not lost[node]]
        if alive:
            assert f"{len(alive)} can still win; {len(nodes) - len(alive)} are dead." in words
        else:
            assert "All are dead." in words
        boxes = [set(one.graph.state(node)["boxes"]) for node in nodes]
        always = set.intersection(*boxes)
        places = {
            f"row {r}, column {c}"
            for r, c in (one.level.puzzle.variables.kinds["boxes"].board.place(b) for b in always)
        }
        told = page.evaluate(
            "[...document.querySelectorAll('#found li')].map(li => li.innerText)"
            ".filter(text => text.startsWith('All have a box'))"
        )
        assert told
        assert all(any(place in text for place in places) for text in told)
        assert page.locator("#found .reason rect").count() > 0
        page.click("#found button:text('Deselect')")
        assert page.evaluate("window.stategraph.held") is None
        assert page.inner_text("#found") == ""
        assert page.errors == []


def test_the_button_selects_the_next_drag_only_and_in_the_studio_a_question_too(page):
    page.evaluate("window.studio.open('psychopath/carousels')")
    solved(page)
    page.wait_for_function(DRAWN)
    page.click("#select")
    box = page.locator("#chart").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 9, box["y"] + box["height"] - 9)
    page.mouse.move(box["x"] + box["width"] - 5, box["y"] + box["height"] - 5)
    assert page.is_visible("#rectangle")
    page.mouse.up()
    assert not page.is_visible("#rectangle")
    assert page.get_attribute("#select", "aria-pressed") == "false"
    size = page.evaluate("window.stategraph.graph.size")
    assert f"What {size - 1} states have in common" in page.inner_text("#found")
    page.fill("#search", "dead")
    page.press("#search", "Enter")
    page.click("#found button:text('What they have in common')")
    assert "All are dead." in page.inner_text("#found")
    assert page.errors == []


def clusters(graph) -> list[int]:
    """Return the sizes of the clusters of dead states, ascending."""
    import networkx as nx

    lost = dead(graph)
    both = lost[graph.sources] & lost[graph.targets]
    joined = nx.Graph()
    joined.add_nodes_from(lost.nonzero()[0].tolist())
    joined.add_edges_from(
        zip(graph.sources[both].tolist(), graph.targets[both].tolist(), strict=True)
    )
    return sorted(map(len, nx.connected_components(joined)))


@pytest.mark.parametrize("name", ["psychopath/carousels", "sokoban/pillars"])
def test_clusters_of_dead_states_fold_to_outlines_and_a_click_unfolds(chromium, shared, name):
    one = shared(name)
    folded = [size for size in clusters(one.graph) if size >= 3]
    with chromium.page() as page:
        one.open(page)
        page.wait_for_function(DRAWN)
        page.check("#fold")
        assert len(visible(page)) == len(one.graph) - sum(folded)
        chart = "window.stategraph.chart"
        sizes = page.evaluate(f"{chart}.clusters.folded.map(k => {chart}.clusters.sizes[k])")
        assert sorted(sizes) == folded
        spots = f"""(({{chart}}) => {{
            const found = [];
            for (let x = 3; x < chart.canvas.width; x += 7)
              for (let y = 3; y < chart.canvas.height; y += 7)
                if (chart.at(x, y) < 0 && chart.foldAt(x, y) >= 0) found.push([x, y]);
            return found;
        }})({chart.removesuffix(".chart")})"""
        (x, y), *_ = page.evaluate(spots)
        cluster = page.evaluate(f"([x, y]) => {chart}.foldAt(x, y)", [x, y])
        page.locator("#chart").click(position={"x": x, "y": y})
        assert page.evaluate(f"{chart}.clusters.folded.length") == len(folded) - 1
        more = page.evaluate(f"k => {chart}.clusters.sizes[k]", cluster)
        assert len(visible(page)) == len(one.graph) - sum(folded) + more
        assert page.evaluate("window.stategraph.play.at") == 0
        page.uncheck("#fold")
        assert len(visible(page)) == len(one.graph)
        assert page.errors == []
