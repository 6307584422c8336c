"""Overlays of boards: heat, whole paths, and frames round the cells in the text."""

from __future__ import annotations

import json
import math
import re

import known
import pytest
from effort import spread
from PIL import Image

from stategraph import load
from stategraph.analysis import first_solution
from stategraph.expand import expand
from stategraph.laws import states_along
from stategraph.level_files import bundled, family_names
from stategraph.pictures import board_frames, heat
from stategraph.pictures.path_arrows import arrows_drawing, moved
from stategraph.rules.drawing import BLUE, RED, Drawing
from stategraph.rules.shapes import Words

SNAKE = "psychopath/snake"
BUNDLED = [f"{name}/{path.stem}" for name in family_names() for path in bundled(name)]
SMALL = [name for name in BUNDLED if known.stated()[name]["states"] < 1_000]


@pytest.mark.parametrize("name", spread(SMALL, 3))
def test_every_walker_and_thing_has_a_place_on_its_drawing(name):
    level = load(name)
    graph = expand(level.puzzle)
    drawing, variables = level.draw(level.puzzle.start), level.puzzle.variables
    assert set(level.family.walkers(level.puzzle)) <= variables.kinds.keys()
    assert level.family.walkers(level.puzzle)
    for node in range(0, len(graph), max(1, len(graph) // 20)):
        state = graph.state(node)
        for who in level.family.walkers(level.puzzle):
            for value in state[who] if isinstance(state[who], frozenset) else (state[who],):
                x, y = level.family.spot(level.puzzle, who, value)
                assert 0 <= x <= drawing.width and 0 <= y <= drawing.height


@pytest.mark.parametrize("name", spread(SMALL, 3))
def test_arrows_lead_where_the_states_do(name):
    level = load(name)
    graph = expand(level.puzzle)
    if graph.goal is None:
        return
    states = states_along(level.puzzle, graph, first_solution(graph))
    spot, who = level.family.spot, level.family.walkers(level.puzzle)[0]
    for before, after in zip(states, states[1:], strict=False):
        steps = [step for step in moved(level, before, after) if step[0] == who]
        if type(before[who]) is int and before[who] != after[who]:
            assert [(a, b) for _, a, b in steps] == [
                (spot(level.puzzle, who, before[who]), spot(level.puzzle, who, after[who]))
            ]
    drawn = arrows_drawing(level, states)
    assert not states[1:] or len(drawn.shapes) > len(level.draw(states[0]).shapes)


def test_the_last_arrow_starts_where_the_player_stands(run, tmp_path, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        "stategraph.pictures.path_arrows.arrows_drawing",
        lambda level, states, *more: drawn.append(states) or arrows_drawing(level, states, *more),
    )
    level = load("puzzlescript/causeway")
    assert run("board", level.name, "--arrows", "-o", tmp_path / "way.svg").code == 0
    (states,) = drawn
    steps = [list(moved(level, *pair)) for pair in zip(states, states[1:], strict=False)]
    players = [(a, b) for step in steps for name, a, b in step if name == "player"]
    assert len(players) == len(states) - 1
    assert all(b == a for (_, b), (a, _) in zip(players, players[1:], strict=False))
    assert all(math.dist(*move) == 1 for move in players)


def test_a_way_on_one_board(run, tmp_path):
    first, last, trap = (tmp_path / f"{name}.svg" for name in ("first", "last", "trap"))
    assert run("board", SNAKE, "--arrows", "-o", first).code == 0
    assert run("board", SNAKE, "--solution", 8, "-o", last).code == 0
    assert first.read_text() != last.read_text()
    assert BLUE in first.read_text() and RED not in first.read_text()
    assert run("board", SNAKE, "--trap", 1, "-o", trap).code == 0
    assert RED in trap.read_text()
    again = tmp_path / "again.svg"
    for more in ((), ("--rim",)):
        assert run("board", SNAKE, "--solution", 1, *more, "-o", again).code == 0
        assert (again.read_text() == first.read_text()) == (not more)
    assert run("film", SNAKE, "--trap", 1, "-o", again).code == 0
    assert run("film", SNAKE, "--solution", 3, "-o", again).code == 0


@pytest.mark.parametrize(("view", "named"), [("dead-ends", True), ("solution", False)])
def test_boards_beside_words_that_name_cells_have_a_rim(run, tmp_path, view, named):
    plain, rim = tmp_path / "plain.svg", tmp_path / "rim.svg"
    line = ["render", SNAKE, "--view", view, "--boards"]
    assert run(*line, "-o", plain).code == run(*line, "--rim", "-o", rim).code == 0
    assert (plain.read_bytes() == rim.read_bytes()) == named


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        ((SNAKE, "--solution", "9"), 2, "it has 8 shortest solutions"),
        ((SNAKE, "--trap", "13"), 2, "it has 12 trap moves"),
        ((SNAKE, "--solution", "LL"), 2, "cannot be played"),
        ((SNAKE, "--heat", "alive", "--arrows"), 2, "cannot be combined"),
        ((SNAKE, "--of", "blocks"), 2, "--of needs --heat"),
        ((SNAKE, "--json"), 2, "--json needs --heat"),
        ((SNAKE, "--heat", "hot"), 2, "is not one of"),
        ((SNAKE, "--heat", "alive", "--of", "nobody"), 2, "unknown variable"),
        ((SNAKE, "--heat", "alive", "--max-states", "9"), 3, "stopped"),
        ((SNAKE, "--trap", "1", "--max-states", "9"), 3, "stopped"),
        (("sokoban/corner", "--heat", "visits"), 1, "no solution"),
        (("sokoban/corner", "--arrows"), 1, "no solution"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_line(run, tmp_path, asked, code, said):
    got = run("board", *asked, "-o", tmp_path / "b.svg")
    assert got.code == code and said in got.err and got.err.count("\n") == 1
    assert not (tmp_path / "b.svg").exists()


def test_a_line_of_text_stands_below_the_middle_of_a_board():
    board = Drawing(6, 4)
    board.rect(0, 0, 6, 4, RED)
    made = heat._with_line(board, "lost: 1 to 9")
    (words,) = (shape for shape in made.shapes if isinstance(shape, Words))
    assert words.place[0] == made.width / 2 == 3
    assert 4 < words.place[1] < made.height


def test_a_frame_without_an_outline_is_a_square_around_its_spot():
    square = board_frames._around((3.0, 5.0))
    assert [sum(corner[axis] for corner in square) / 4 for axis in range(2)] == [3, 5]
    sides = [math.dist(a, b) for a, b in zip(square, [*square[1:], square[0]], strict=True)]
    assert sides == pytest.approx([2 * board_frames.HALF] * 4)


def test_heat_says_what_it_counts(run, tmp_path):
    out = tmp_path / "heat.svg"
    got = run("board", SNAKE, "--heat", "lost", "--json", "-o", out)
    told = json.loads(got.out)
    assert told["kind"] == "lost" and told["total"] == sum(told["cells"]["blocks"].values())
    assert f"blocks, in dead states: {told['total']:,} in all" in out.read_text()
    numbers = re.findall(r">(\d+)</text>", out.read_text())
    assert [str(n) for n in told["cells"]["blocks"].values()] == numbers[
        -len(told["cells"]["blocks"]) :
    ]


# ------------------------------------------------------------------------------- without a file


def test_a_board_without_a_file_is_printed(run):
    got = run("board", "psychopath/first-push", "--after", "R")
    assert got.code == 0
    assert "2 X__up__eX" in got.out.splitlines()
    assert run("board", "spacewreck/eight-rooms").out.startswith("Rocket in room 1")


@pytest.mark.parametrize("how", [("--arrows",), ("--heat", "alive"), ("--trap", "1")])
def test_what_is_drawn_onto_a_board_needs_a_file(run, how):
    got = run("board", SNAKE, *how)
    assert (got.code, got.out) == (2, "")
    assert "add -o FILE.svg" in got.err


def test_a_state_graph_without_a_file_is_written_to_a_new_one(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    got = run("render", "spacewreck/eight-rooms")
    assert (got.code, got.out) == (0, "eight-rooms.svg\n")
    assert (tmp_path / "eight-rooms.svg").read_text("utf-8").endswith("</svg>\n")
    again = run("render", "spacewreck/eight-rooms")
    assert (again.code, again.out) == (2, "")
    assert "eight-rooms.svg exists already: name a file by -o" in again.err


def test_a_film_of_pushes_leaves_out_walks(run, tmp_path):
    frames = {}
    for name, how in (("all", ()), ("pushes", ("--pushes",))):
        file = tmp_path / f"{name}.gif"
        assert run("film", "sokoban/through-the-door", *how, "-o", file).code == 0
        with Image.open(file) as film:
            frames[name] = film.n_frames
    level = load("sokoban/through-the-door")
    graph = expand(level.puzzle)
    boxes = [state["boxes"] for state in states_along(level.puzzle, graph, first_solution(graph))]
    pushes = sum(one != other for one, other in zip(boxes, boxes[1:], strict=False))
    assert frames == {"all": 35, "pushes": pushes + 1}  # the last move is a push
    got = run("film", "spacewreck/eight-rooms", "--pushes", "-o", tmp_path / "none.gif")
    assert (got.code, got.err) == (2, "stategraph: no move of this path is a push\n")
