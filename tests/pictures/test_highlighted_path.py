"""The path in a picture: the first shortest solution, or one that the caller gives."""

import pytest

from stategraph import draw, expand
from stategraph.analysis import path_along, trap_moves
from stategraph.errors import InputError
from stategraph.pictures import views
from stategraph.pictures.highlighted_path import HighlightedPath, default_highlight
from stategraph.pictures.themes import THEMES, legend

EIGHT, PUSH = "spacewreck/eight-rooms", "psychopath/first-push"
DETOUR = "R3R1R3L5L8"


def graph_and_way(moves):
    """Return a small graph, and the path of some moves through it."""
    graph = expand(EIGHT)
    nodes = [0]
    for label in moves:
        nodes.append(dict(graph.moves(nodes[-1]))[label])
    return graph, HighlightedPath(path_along(graph, nodes, moves), tuple(moves), "requested path")


def thick(diagram):
    """Return the labels of thick arrows, and the states of marked nodes."""
    labels = [edge.label for edge in diagram.edges if edge.role == "solution"]
    return sorted(labels), {node.state for node in diagram.nodes if node.marked}


def test_without_a_way_nothing_is_thick_and_with_the_first_its_moves_are():
    graph = expand(EIGHT)
    assert thick(views.whole(graph)) == ([], set())
    first = default_highlight(graph)
    assert thick(views.whole(graph, highlight=first)) == (["L5", "L8", "R3"], set(first.path.nodes))
    _, words = legend(views.whole(graph, highlight=first), THEMES["light"])
    assert words["solution"] == "first shortest solution"


@pytest.mark.parametrize("view", ["whole", "around", "solution", "chapters"])
def test_a_detour_is_thick_and_named(view):
    graph, way = graph_and_way(["R3", "R1", "R3", "L5", "L8"])
    how = {"solution": dict(slack=2), "around": dict(radius=3)}.get(view, {})
    diagram = getattr(views, view)(graph, highlight=way, **how)
    assert thick(diagram) == (["L5", "L8", "R1", "R3"], set(way.path.nodes))
    _, words = legend(diagram, THEMES["light"])
    assert words["solution"] == "requested path: R3 R1 R3 L5 L8"
    assert "shortest" not in words or words["shortest"] == "shortest solutions"


def test_a_trap_on_the_way_stays_a_trap():
    graph, way = graph_and_way(["L4", "R3", "L7"])
    assert way.path.moves[-1] in trap_moves(graph)
    for view in (views.whole, views.dead_ends):
        roles = {edge.label: edge.role for edge in view(graph, highlight=way).edges}
        assert roles["L7"] == "trap"
    assert thick(views.whole(graph, highlight=way)) == (["L4", "R3"], set(way.path.nodes))


def test_the_corridor_says_what_it_has_no_room_for():
    graph, way = graph_and_way(["R3", "R1", "R3", "L5", "L8"])
    with pytest.raises(InputError, match="leaves the corridor; with a slack of 2 it is in it"):
        views.solution(graph, highlight=way, slack=1)
    with pytest.raises(InputError, match="ends in a dead state"):
        views.solution(graph, highlight=graph_and_way(["L4", "R3", "L7"])[1])


@pytest.mark.parametrize("view", ["whole", "dead-ends", "around", "components", "chapters", "map",
                                  "profile"])  # fmt: skip
def test_every_view_names_the_way_that_was_asked_for(view):
    first, other = (draw(EIGHT, view=view, **how).data for how in ({}, dict(way=DETOUR)))
    assert b"requested path: R3 R1 R3 L5 L8" in other and b"requested path" not in first


def test_classes_are_passed_by_the_way_of_their_states(run, tmp_path):
    output = tmp_path / "by.dot"
    assert run("render", EIGHT, "--by", "rocket", "--solution", DETOUR, "-o", output).code == 0
    assert "classes that the requested path passes, R3 R1 R3 L5 L8" in output.read_text()


@pytest.mark.parametrize("by", ["walks", "turns", "symmetry", "player"])
def test_a_way_leads_through_units_and_classes(by, run, tmp_path):
    first, other = tmp_path / "first.dot", tmp_path / "other.dot"
    assert run("render", PUSH, "--by", by, "--solution", 1, "-o", first).code == 0
    assert run("render", PUSH, "--by", by, "--solution", "RRRURRD", "-o", other).code == 0
    assert "shortest solution 1" in first.read_text() or by == "player"
    assert "requested path" in other.read_text()


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        ((EIGHT, "--solution", "R3L9"), 2, "'L9' cannot be played after 'R3'; legal there: R1 L5"),
        ((EIGHT, "--solution", "2"), 2, "--solution 2: it has 1 shortest solution"),
        ((EIGHT, "--trap", "2"), 2, "--trap 2: it has 1 trap move"),
        ((EIGHT, "--solution", DETOUR, "--view", "solution"), 2, "with a slack of 2"),
        ((EIGHT, "--solution", "R3", "--trap", "1"), 2, "not allowed with"),
        (("spacewreck/no-way-out", "--solution", "1"), 1, "there is no solution to draw"),
        ((EIGHT, "--solution", "R3L5L8", "--max-states", "2"), 3, "stopped at the limit"),
    ],
)
def test_a_way_that_cannot_be_drawn_is_one_line(asked, code, said, run, tmp_path):
    output = tmp_path / "it.svg"
    got = run("render", *asked, "-o", output)
    assert (got.code, output.exists()) == (code, False)
    assert said in got.err and "Traceback" not in got.err
