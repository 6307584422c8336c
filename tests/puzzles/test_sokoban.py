"""Sokoban: known levels, its reader's complaints, a naive solver, and what no turn changes."""

from __future__ import annotations

from collections import deque
from random import Random
from xml.etree import ElementTree

import boards
import known
import pytest
import stategraph_puzzles.sokoban
from effort import examples
from hypothesis import given, settings
from stategraph_puzzles.sokoban import family

from stategraph.analysis import check_heuristic, moves_to_goal, shortest
from stategraph.analysis.same_play import same_play
from stategraph.expand import expand
from stategraph.metrics import summary
from stategraph.rules import DEAD, LevelError
from stategraph.rules.shapes import Disc, Line, Words

pytestmark = pytest.mark.usefixtures("any_engine")


def read(*rows):
    """Return the puzzle of a board without the walls around it."""
    return family.read("\n".join(boards.framed(rows, wall="#")), {})


def counts(rows):
    """Return every number of a board that does not name moves."""
    return known.counts(expand(read(*rows)))


# ------------------------------------------------------------------------------- known answers


def test_picture_of_the_format():
    picture = stategraph_puzzles.sokoban.__doc__.split("::\n\n")[1].split("\n\n")[0]
    rows = [line[4:26] for line in picture.rstrip("\n").split("\n")]
    rows[0] = picture.strip().split("\n")[0]
    puzzle = family.read("\n".join(rows), {})
    assert summary(expand(puzzle))["first_solution"] == "LLURUR"


@pytest.mark.parametrize(
    "rows, moves",
    [
        (["@ $."], 2),
        ([".$@"], 1),
        (["+$", "  "], None),
        (["+ $"], None),
        (["@"], 0),
        (["@$."], 1),
        (["@*."], 0),
        (["@ ", "$ ", "  ", ". "], 2),
    ],
)
def test_small_boards(rows, moves):
    assert shortest(expand(read(*rows))) == moves


# -------------------------------------------------------------------------------------- the reader


@pytest.mark.parametrize(
    "text, line, words",
    [
        ("", 1, "missing: the board"),
        ("; a\n\n; b\n", 1, "missing: the board"),
        ("#####\n#@$.\n#####", 2, "a gap: walls must enclose the board"),
        ("# ###\n#@$.#\n#####", 1, "a gap: walls must enclose the board"),
        ("; x\n ####\n #@ \n ####", 3, "a gap"),
        ("#####\n#@$.#\n###", 2, "a gap"),
        ("####\n#@X#\n####", 2, "unknown tile 'X'"),
        ("; one\n\n####\n#@\t#\n####", 4, r"unknown tile '\\t'"),
        ("#####\n#@ +#\n#####", 2, "a second player"),
        ("###\n#@#\n###\n; next\n###", 4, "unknown tile ';'"),
        ("####\n#$.#\n####", None, "there is no player"),
        ("#####\n#@$ #\n#####", None, "more boxes than goals: 1 and 0"),
        ("######\n#@$*$#\n######", None, "more boxes than goals: 3 and 1"),
    ],
)
def test_complaints(text, line, words):
    with pytest.raises(LevelError, match=words) as caught:
        family.read(text, {})
    assert caught.value.line == line


def test_a_complaint_names_file_line_and_value(run, tmp_path):
    path = tmp_path / "yard.xsb"
    path.write_text("####\n#@?#\n####\n")
    got = run("solve", "--puzzle", "sokoban", path)
    assert got.code == 2
    assert f"{path}:2: unknown tile '?'" in got.err


def test_remarks_blanks_and_other_floors():
    puzzle = family.read("\n; name\n\n  #####\r\n  #@$.#  \n  #####\n\n; by me\n", {})
    assert family.text(puzzle, puzzle.start) == "  #####\n  #@$.#\n  #####"
    assert counts(["@-_", " $.", "   "]) == counts(["@  ", " $.", "   "])


# --------------------------------------------------------------------------------------- the rules


def labels(*rows):
    """Return the moves at the start."""
    puzzle = read(*rows)
    return [label for label, _ in puzzle.moves(puzzle.start)]


def test_order_of_moves():
    assert labels("   ", " @ ", "   ") == ["D", "L", "R", "U"]


@pytest.mark.parametrize(
    "row, pushes",
    [("@$ .", True), ("@$.", True), ("@* .", True), ("@$$..", False), ("@$*.", False),
     ("@$#.", False), ("@*", False), ("+$ ", True)],
)  # fmt: skip
def test_pushing(row, pushes):
    assert ("R" in labels(row)) is pushes


def naive(rows):
    """Return (states with all wins as one, moves, shortest) by sets of places, no library used."""
    cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    floor = {place for place, mark in cells.items() if mark != "#"}
    goals = {place for place, mark in cells.items() if mark in ".*+"}
    boxes = frozenset(place for place, mark in cells.items() if mark in "$*")
    start = next(place for place, mark in cells.items() if mark in "@+"), boxes
    far, queue, moves, won = {start: 0}, deque([start]), 0, None
    if boxes <= goals:
        return 1, 0, 0
    while queue:
        (player, boxes) = state = queue.popleft()
        for dr, dc in ((1, 0), (0, -1), (0, 1), (-1, 0)):
            to, behind = ((player[0] + k * dr, player[1] + k * dc) for k in (1, 2))
            after = boxes
            if to not in floor:
                continue
            if to in boxes:
                if behind not in floor or behind in boxes:
                    continue
                after = boxes - {to} | {behind}
            moves += 1
            if after <= goals:
                won = far[state] + 1 if won is None else won
            elif (to, after) not in far:
                far[to, after] = far[state] + 1
                queue.append((to, after))
    return len(far) + (won is not None), moves, won


BOARDS = boards.boards("     ##$$..*", "@", most=(4, 4)).filter(
    lambda rows: sum(map("".join(rows).count, "$*")) <= sum(map("".join(rows).count, ".*"))
)


@settings(max_examples=examples(50))
@given(BOARDS)
def test_a_naive_search_finds_the_same(rows):
    graph = expand(read(*rows))
    assert (len(graph), graph.number_of_edges(), shortest(graph)) == naive(rows)


@pytest.mark.long
@settings(max_examples=examples(60))
@given(BOARDS)
def test_no_turn_or_mirror_changes_a_number(rows):
    first = counts(rows)
    for other in boards.turns(rows)[1:]:
        assert counts(other) == first


@settings(max_examples=examples(60))
@given(BOARDS)
def test_floor_outside_changes_nothing(rows):
    framed = boards.framed(rows, wall="#")
    outside = family.read("\n".join(["", *("  " + row + "   " for row in framed), ""]), {})
    assert known.counts(expand(outside)) == counts(rows)
    assert outside.board.size == read(*rows).board.size


@settings(max_examples=examples(60))
@given(BOARDS)
def test_a_chamber_out_of_reach_changes_nothing(rows):
    more = counts(boards.beside(rows, wall="#", chamber=" *."))
    assert more == counts(rows)


@settings(max_examples=examples(50))
@given(BOARDS)
def test_the_guess_is_admissible_and_consistent(rows):
    puzzle = read(*rows)
    found = check_heuristic(expand(puzzle), family.heuristics["pushes"](puzzle))
    assert found.admissible
    assert found.consistent


def test_the_guess_adds_up_pushes():
    def said(*rows):
        puzzle = read(*rows)
        return family.heuristics["pushes"](puzzle)(puzzle.start)

    assert said("@ $ .") == 2
    assert said("@$ $.", ". ...") == 3 + 1  # along the wall
    assert said("$@.") == DEAD  # it cannot leave its corner
    assert said("@* ") == 0


# ------------------------------------------------------------------------- text, picture, writing


@settings(max_examples=examples(60))
@given(BOARDS)
def test_every_state_reads_back_from_its_text(rows):
    puzzle = read(*rows)
    graph = expand(puzzle)
    left = moves_to_goal(graph)
    for node in range(0, min(len(graph), 50), 7):
        state = graph.state(node)
        again = family.read(family.write(puzzle, state), {})
        assert family.text(again, again.start) == family.text(puzzle, state)
        there = expand(again)
        assert shortest(there) == (None if left[node] < 0 else left[node])


def test_text_and_picture_of_every_bundled_start():
    for level in known.bundled("sokoban"):
        puzzle = level.puzzle
        assert family.text(puzzle, puzzle.start).split("\n") == list(puzzle.board.drawn)
        drawing = family.draw(puzzle, puzzle.start)
        assert (drawing.width, drawing.height) == (puzzle.board.width, puzzle.board.height)
        ElementTree.fromstring(drawing.svg(120))


def test_picture_shows_each_thing_once():
    puzzle = read("@$*.")
    shapes = family.draw(puzzle, puzzle.start).shapes
    assert [shape.text for shape in shapes if isinstance(shape, Words)] == ["@"]
    assert sum(isinstance(shape, Disc) for shape in shapes) == 1
    assert sum(getattr(shape, "fill", "") == "#e69f00" for shape in shapes) == 2
    assert sum(isinstance(shape, Line) for shape in shapes) == 2  # the cross of the one not at home


def test_a_number_repeats_a_tile():
    rows = "6#\n#@2 $.#\n3#3 #\n2 5#\n"
    text = "######\n#@  $.#\n###   #\n  #####\n"
    assert family.boards(f"One\n{rows}\nTwo\n{text}")[0].text == rows
    one, two = (family.read(board, {}) for board in (rows.replace("6#", "7#"), "#" + text))
    assert one.board.drawn == two.board.drawn
    assert family.grid(rows) == family.grid(text)


def test_a_number_repeats_no_more_than_a_board_may_have():
    with pytest.raises(LevelError, match="'9'"):
        family.read("####\n#9999 #\n####", {})


@pytest.mark.parametrize(
    ("board", "tidy"),
    [
        # a pair of boxes in a corner, and one that can be pushed
        (["######", "#@ **#", "#    #", "# $ .#", "######"], "######|#@ ###|#    #|# $ .#|######"),
        # four boxes hold each other; a fifth one moves
        (
            ["#######", "#@    #", "# **  #", "# ** *#", "#     #", "#######"],
            "#######|#@    #|# ##  #|# ## *#|#     #|#######",
        ),
        # a box beside a wall can be pushed along it
        (["######", "#@ * #", "#    #", "######"], None),
        # a box off its goal is not replaced
        (["######", "#@  $#", "#  . #", "######"], None),
    ],
)
def test_boxes_on_goals_that_never_move_become_walls(board, tidy):
    puzzle = family.read("\n".join(board), {})
    tidied = family.tidied(puzzle)
    if tidy is None:
        assert tidied is None
        return
    assert family.text(tidied, tidied.start) == tidy.replace("|", "\n")
    assert same_play(expand(puzzle), expand(tidied)).same


def test_a_tidied_board_plays_the_same():
    tidied = 0
    for seed in range(400):
        random = Random(seed)
        rows = ["".join(random.choices("#  *$.", k=5)) for _ in range(4)]
        rows[1] = f"{rows[1][:2]}@{rows[1][3:]}"
        try:
            puzzle = read(*rows)
        except LevelError:  # more boxes than goals
            continue
        tidy = family.tidied(puzzle)
        if tidy is None:
            continue
        tidied += 1
        graph, tidy_graph = expand(puzzle), expand(tidy)
        assert same_play(graph, tidy_graph).same, rows
        kept = set(map(tidy.board.place, tidy.start.boxes))
        fixed = {box for box in puzzle.start.boxes if puzzle.board.place(box) not in kept}
        inner = [node for node in range(len(graph)) if node != graph.goal]
        assert all(fixed <= graph.state(node).boxes for node in inner)
    assert tidied > 20
