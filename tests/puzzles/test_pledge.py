"""Pledge: the known answers, its reader's complaints, the knight's rule, and what always holds."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import known
import pytest
from effort import examples, sampled
from hypothesis import given, settings
from hypothesis import strategies as st
from stategraph_puzzles.pledge import family
from stategraph_puzzles.pledge.board import MARKS, Knight
from stategraph_puzzles.tiles import BOX, OPENINGS

from stategraph import expand, load
from stategraph.analysis import dead_end_cycles, moves_to_goal, witness
from stategraph.analysis.two_players import always_wins, can_be_trapped, nearest_trap
from stategraph.engines.limits import Limits
from stategraph.level_files import parse_level
from stategraph.metrics import summary
from stategraph.rules import LevelError
from stategraph.rules.drawing import ORANGE, SKY
from stategraph.rules.shapes import Words

pytestmark = pytest.mark.usefixtures("any_engine")


def read(*rows):
    """Return the puzzle of a native file."""
    return family.read("\n".join(rows), {})


def play(puzzle, *labels):
    """Return the state after some moves."""
    state = puzzle.start
    for label in labels:
        state = dict(puzzle.moves(state))[label]
    return state


def ticks(label):
    """Return whether a move is the knight's."""
    return family.actor(label) == family.runner


# ---------------------------------------------------------------------------------- known answers


KNOWN = known.table("pledge")
FIXED = {name: verdict for name, verdict in KNOWN.items() if "outcome" in verdict}


@pytest.mark.parametrize("name", KNOWN)
def test_how_far_he_counts(name):
    assert known.case("pledge", name).puzzle.board.cap == KNOWN[name]["cap"]


@pytest.mark.parametrize("name, verdict", FIXED.items(), ids=FIXED)
def test_verdict_on_a_fixed_board(name, verdict):
    puzzle = known.case("pledge", name).puzzle
    graph = expand(puzzle)
    found = always_wins(graph, ticks)
    if verdict["outcome"] == "home":
        assert (found.holds, found.longest) == (True, verdict["ticks"])
        counts = [graph.state(node).count for node in range(len(graph))]
        assert max(counts) == verdict["turns_right_max"]
        return
    assert found.holds is False
    (cycle,) = dead_end_cycles(graph)
    assert len(found.cycle) == len(witness(graph, cycle)[0]) == verdict["period"]
    turns = found.cycle.labels.count("R") - found.cycle.labels.count("L")
    assert turns == verdict["counter_per_loop"]
    # without the count, his path repeats from the first cell at the wall that he stays at
    seen = [graph.state(node)[:2] for node in range(len(graph))]
    period = verdict["period"]
    repeats = [
        graph.state(k).count > 0 and seen[k] == seen[k + period] for k in range(len(seen) - period)
    ]
    assert repeats.index(True) == verdict["stem"]
    assert all(repeats[verdict["stem"] :])


@pytest.mark.parametrize("name", sampled([name for name in KNOWN if name not in FIXED], 3))
def test_four_more_to_count_change_no_solution(name):
    level = known.case("pledge", name)
    more = re.sub(r"cap (\d+)", lambda cap: f"cap {int(cap[1]) + 4}", level.text)
    assert more != level.text
    record = summary(expand(parse_level(more, "more.yaml").puzzle))
    for answer in ("solvable", "shortest", "shortest_count", "first_solution"):
        assert record[answer] == level.expect[answer]


# -------------------------------------------------------------------------------------- the reader


ENDS = "start 1 0 R\nhome 1 3\n"


@pytest.mark.parametrize(
    "text, line, words",
    [
        ("1\n9\n" + ENDS, 1, "expected two numbers"),
        ("1 0\n9\n" + ENDS, 1, "columns must be at least 1"),
        ("-1 1\n9\n" + ENDS, 1, "rows must be a whole number"),
        ("1 ١\n9\n" + ENDS, 1, "columns must be a whole number"),
        ("2 1\n9\n" + ENDS, 3, "'s' is not a tile"),
        ("2 1\n9", 3, "missing: a row"),
        ("1 1\n9+\n" + ENDS, 2, "2 tiles instead of 1"),
        ("1 1\n \n" + ENDS, 2, "0 tiles instead of 1"),
        ("1 1\n9\n9\n" + ENDS, 3, "found '9'"),
        ("1 1\n9\n\n" + ENDS, 3, "found ''"),
        ("1 1\n9\nstart 1 0\nhome 1 3", 3, "expected 'start ROW COLUMN HEADING'"),
        ("1 1\n9\nstart 1 0 URD\nhome 1 3", 3, "heading must be"),
        ("1 1\n9\nstart 1 -2 R\nhome 1 3", 3, "column of start must be between -1 and 3"),
        ("1 1\n9\nstart 1 0 R\nhome 4 0", 4, "row of home must be between -1 and 3"),
        ("1 1\n9\nstart 1 0 R\nhome 1 x", 4, "column of home must be a whole number"),
        ("1 1\n9\n" + ENDS + "home 1 2", 5, "'home' occurs twice, first in line 4"),
        ("1 1\n9\n" + ENDS + "cap", 5, "expected 'cap NUMBER'"),
        ("1 1\n9\n" + ENDS + "cap 1234567890", 5, "cap must be"),
        ("1 1\n9\n" + ENDS + "castle 3 3", 5, "found 'castle 3 3'"),
        ("1 1\n9\nstart 1 0 R", None, "there is no 'home ROW COLUMN'"),
        ("1 1\n9\nstart 0 1 R\nhome 1 3", None, "start 0 1 is a wall"),
        ("1 2\n9_\nstart 1 4 R\nhome 1 6", None, "start 1 4 is a wall"),
        ("1 2\n9_\nstart 1 0 R\nhome 1 2", None, "must lie in the ring"),
    ],
)
def test_complaints(text, line, words):
    with pytest.raises(LevelError, match=words) as caught:
        family.read(text, {})
    assert caught.value.line == line


def test_drawn_tiles_and_marks_are_alike():
    for drawn, mark in zip(BOX + "┼#_", MARKS, strict=True):
        ends = "start 1 -1 R", "home 3 1"
        assert read("1 1", drawn, *ends).board.tiles == read("1 1", mark, *ends).board.tiles


def test_settings_come_in_any_order():
    made = read("1 1", "9", "cap 5", "home 1 3", "start 1 0 R").board
    assert made.cap == 5
    assert made.knights == (Knight((1, 0), "R", (1, 3)),)


# --------------------------------------------------------------------------------------- the rules


def test_a_tile_is_path_where_it_is_open():
    for number, openings in enumerate(OPENINGS):
        board = read("1 1", MARKS[number], "start -1 -1 U", "home 3 3").board
        paths = {place for place in board.places if board.is_path(place, board.tiles)}
        edges = {"L": (1, 0), "U": (0, 1), "R": (1, 2), "D": (2, 1)}
        assert paths == {(1, 1), *(edges[way] for way in openings)}


def test_the_count_falls_back_by_four():
    puzzle = read("1 1", "9", "start 1 0 R", "home -1 1", "cap 5")
    graph = expand(puzzle)
    counts = [graph.state(node).count for node in range(len(graph))]
    assert max(counts) == 5
    turns = [
        (graph.state(u).count, graph.state(v).count)
        for u, v, label in graph.edges(keys=True)
        if label == "R"
    ]
    assert {new - old for old, new in turns} == {1, -3}
    assert all(new == 2 for old, new in turns if old == 5)


def test_a_slide_carries_the_knight_with_heading_and_count():
    puzzle = read("2 2", "0_", "21", "start 1 1 U", "home 1 6", "cap 8")
    turned = play(puzzle, "R")
    rode = play(puzzle, "R", "SR")
    assert puzzle.board.spot(rode.cell) == (1, 4)
    assert (rode.heading, rode.count) == (turned.heading, turned.count)
    assert [MARKS[tile] for tile in rode.tiles] == list("_021")
    stayed = play(puzzle, "R", "SU")
    assert (stayed.cell, stayed.slot) == (turned.cell, 3)


def test_order_of_moves():
    puzzle = read("3 3", "999", "9_9", "999", "start 1 0 R", "home 1 9")
    assert [label for label, _ in puzzle.moves(puzzle.start)] == ["F", "SD", "SL", "SR", "SU"]


def test_a_fixed_board_has_one_move_a_state_and_no_tiles_in_it():
    puzzle = read("1 1", "9", "start 1 0 R", "home 1 3")
    assert repr(puzzle.start) == "cell=1:0, heading=R, count=0"
    assert summary(expand(read("1 1", "9", "start 1 3 R", "home 1 3")))["first_solution"] == ""


def test_to_leave_an_island_he_must_count():
    (level,) = (level for level in known.bundled("pledge") if level.name == "pledge/island")
    board, (knight,) = level.puzzle.board, level.puzzle.board.knights
    row, column = knight.start
    steps, heading = [(-1, 0), (0, 1), (1, 0), (0, -1)], "URDL".index(knight.heading)

    def free(place):
        return place in board.gates or board.holds(place) and board.is_path(place, board.tiles)

    touched, seen = False, set()
    while (row, column, heading, touched) not in seen:  # his left hand never leaves the wall
        assert (row, column) != knight.home
        seen.add((row, column, heading, touched))
        ways = [(heading - 1) % 4] * touched + [heading]
        ahead = [(way, (row + steps[way][0], column + steps[way][1])) for way in ways]
        step = next(((way, place) for way, place in ahead if free(place)), None)
        if step is None:
            heading, touched = (heading + 1) % 4, True
        else:
            heading, (row, column) = step
    assert expand(level.puzzle).goal is not None


def test_who_is_the_runner():
    assert [ticks(label) for label in ("F", "L", "R", "SD", "SL")] == [True] * 3 + [False] * 2


def test_whether_the_player_can_keep_him_away_or_trap_him():
    ferry = expand(read("1 2", "9_", "start 1 1 R", "home 1 6", "cap 4"))
    assert always_wins(ferry, ticks).holds is False
    assert can_be_trapped(ferry) is False
    assert nearest_trap(ferry) is None
    closed = expand(read("2 2", "62", "_3", "start 1 1 R", "home 6 1", "cap 4"))
    assert can_be_trapped(closed) is True
    assert nearest_trap(closed).node == 0


def test_a_slot_need_not_help_the_player():
    (level,) = (level for level in known.bundled("pledge") if "slide-as" in level.name)
    graph = expand(level.puzzle)
    assert {"SD", "SL", "SR", "SU"} <= set(graph.label_names)
    found = always_wins(graph, ticks)
    assert (found.holds, found.longest) == (True, 4)


# --------------------------------------------------------------------------------- text and picture


def test_text_shows_the_cells_and_the_count():
    puzzle = read("1 2", "9_", "start 1 -1 R", "home 1 6", "cap 4")
    assert family.text(puzzle, play(puzzle, "F", "F")).split("\n") == [
        " ███░░░",
        "□·▶·░░░⌂",
        " ███░░░",
        "count 0",
    ]
    assert family.text(puzzle, puzzle.start).split("\n")[1] == "▶···░░░⌂"


def test_states_read_back_and_can_be_drawn():
    puzzle = read("2 2", "93", "_8", "start 1 -1 R", "home -1 1", "cap 4")
    graph = expand(puzzle)
    assert repr(puzzle.start) == "cell=1:-1, heading=R, count=0, slot=1:0, tiles=─+┘+_+│"
    for node in range(len(graph)):
        state = graph.state(node)
        assert puzzle.variables.parse(repr(state)) == state
        arrow = "▲▶▼◀"[state.heading]
        assert family.text(puzzle, state).count(arrow) == 1
        shapes = family.draw(puzzle, state).shapes
        assert [shape.text for shape in shapes if isinstance(shape, Words)] == [
            f"count {state.count}"
        ]


def test_the_doorstep_is_drawn_in_the_ring_only():
    def squares(*rows):
        puzzle = read(*rows, "home 1 6", "cap 4")
        shapes = family.draw(puzzle, puzzle.start).shapes
        return sum(getattr(shape, "fill", "") == SKY for shape in shapes)

    assert squares("1 2", "9_", "start 1 -1 R") == 1
    assert squares("1 2", "9_", "start 1 1 R") == 0


@pytest.mark.parametrize("heading", "URDL")
def test_the_knight_lies_within_his_cell(heading):
    for start, home in (((1, -1), (-1, 1)), ((-1, 1), (1, 3)), ((1, 3), (3, 1)), ((3, 1), (3, 1))):
        ends = "start {} {} {}".format(*start, heading), "home {} {}".format(*home)
        puzzle = read("1 1", "+", *ends)
        knight = next(
            s for s in family.draw(puzzle, puzzle.start).shapes if getattr(s, "fill", "") == ORANGE
        )
        row, column = start
        assert all(column + 1 < x < column + 2 for x, _ in knight.points)
        assert all(row + 1 < y < row + 2 for _, y in knight.points)


def test_pictures_of_every_bundled_start():
    for level in known.bundled("pledge"):
        ElementTree.fromstring(family.draw(level.puzzle, level.puzzle.start).svg(120))


# --------------------------------------------------------------------------------- random boards

TURN = dict(zip("LURD", "URDL", strict=True))  # a quarter turn, clockwise
TURNED = [
    OPENINGS.index(next(o for o in OPENINGS if set(o) == {TURN[way] for way in openings}))
    for openings in OPENINGS
] + [10, 11, 12]


@st.composite
def boards(draw, fixed=False):
    """Draw (rows of tiles, start, heading, home, cap)."""
    slides = not fixed and draw(st.booleans())
    height, width = draw(st.sampled_from([(1, 2), (2, 1), (2, 2), (1, 3)]))
    size = height * width
    tiles = draw(st.lists(st.sampled_from([*range(11), 10, 11]), min_size=size, max_size=size))
    if slides:
        tiles[draw(st.integers(0, size - 1))] = 12
    rows = [tiles[first : first + width] for first in range(0, size, width)]
    sides = [(3 * k + 1, column) for k in range(height) for column in (-1, 3 * width)]
    sides += [(row, 3 * k + 1) for k in range(width) for row in (-1, 3 * height)]
    start, home = draw(st.permutations(sides))[:2]
    heading = draw(st.sampled_from("URDL"))
    return rows, start, heading, home, draw(st.integers(4, 6))


def text(rows, start, heading, home, cap):
    """Return the native file of a board."""
    drawn = ["".join(MARKS[tile] for tile in row) for row in rows]
    (r0, c0), (r1, c1) = start, home
    ends = [f"start {r0} {c0} {heading}", f"home {r1} {c1}", f"cap {cap}"]
    return "\n".join([f"{len(rows)} {len(rows[0])}", *drawn, *ends])


def turned(rows, start, heading, home, cap):
    """Return the board after a quarter turn clockwise."""
    last = 3 * len(rows) - 1
    ends = [(column, last - row) for row, column in (start, home)]
    columns = zip(*reversed(rows), strict=True)
    turned_rows = [[TURNED[tile] for tile in column] for column in columns]
    return turned_rows, ends[0], TURN[heading], ends[1], cap


def counts(board):
    """Return every number of a board that does not name moves."""
    return known.counts(expand(family.read(text(*board), {}), Limits(states=1500)))


@pytest.mark.long
@settings(max_examples=examples(30))
@given(boards())
def test_no_turn_changes_a_number(board):
    first = counts(board)
    if first["complete"]:
        for _ in range(3):
            board = turned(*board)
            assert counts(board) == first


@settings(max_examples=examples(30))
@given(boards())
def test_a_turned_board_has_the_same_solutions(board):
    both = [family.read(text(*board), {}), family.read(text(*turned(*board)), {})]
    graph, other = (expand(puzzle, Limits(states=600)) for puzzle in both)
    names = {label: label for label in "FLR"} | {f"S{way}": f"S{TURN[way]}" for way in "LURD"}
    assert {names[label] for label in graph.label_names} == set(other.label_names)
    if graph.complete and graph.goal is not None:
        labels = summary(graph)["first_solution_moves"]
        assert both[1].is_goal(play(both[1], *(names[label] for label in labels)))


@settings(max_examples=examples(60))
@given(boards(fixed=True), st.lists(st.integers(0, 11), min_size=3, max_size=3))
def test_tiles_out_of_reach_change_nothing(board, tiles):
    rows, start, heading, home, cap = board
    bottom = 3 * len(rows)
    if bottom in (start[0], home[0]):
        return
    width = len(rows[0])
    more = [*rows, [11] * width, tiles[:width]]
    assert counts((more, start, heading, home, cap)) == counts(board)


@settings(max_examples=examples(60))
@given(boards(fixed=True))
def test_a_fixed_board_brings_him_home_or_round_for_ever(board):
    graph = expand(family.read(text(*board), {}))
    found = always_wins(graph, ticks)
    assert found.holds is (graph.goal is not None)
    if found.holds:
        assert found.longest == len(graph) - 1
    else:
        assert len(found.way) + len(found.cycle) == len(graph)


@pytest.mark.parametrize("name", ["pledge/two-by-two", "pledge/invented/one-tile", "pledge/island"])
def test_a_move_of_a_single_knight_has_a_reason_only_if_it_is_not_legal(name):
    """A step always has a reason if it is not legal."""
    level, reasons = load(name), set()
    for state in expand(level.puzzle).all_states():
        if level.puzzle.is_goal(state):
            continue
        legal = {label for label, _ in level.puzzle.moves(state)}
        for label in "FLR":
            reason = level.family.forbids(level.puzzle, state, label)
            reasons.add(re.sub(r"-?\d+:-?\d+", "cell", reason))
            assert not reason or label not in legal
            assert reason or label in legal or label == "R"
        assert level.family.forbids(level.puzzle, state, "SU") == ""
    usual = {"", "cell must be path", "cell must be wall"}
    rare = {"the knight must not stand on cell", "the count must be above 0"}
    assert usual <= reasons <= usual | rare


@pytest.mark.parametrize("name", ["pledge/two-by-two", "pledge/invented/one-tile", "pledge/island"])
def test_the_relaxed_problem_of_a_single_knight_is_a_lower_bound(name):
    """Each legal move is among its moves or slides tiles, and brings home nearer by at most 1."""
    level = load(name)
    graph = expand(level.puzzle)
    left, distance = level.family.relaxed(level.puzzle).left, moves_to_goal(graph)
    for node, state in enumerate(graph.all_states()):
        if node == graph.goal:
            continue
        assert distance[node] < 0 or left(state) <= distance[node]
        attempts = dict(level.family.attempts(level.puzzle, state))
        for label, to in level.puzzle.moves(state):
            assert left(to) >= left(state) - 1
            assert label[0] == "S" or attempts[label].but(count=0) == to.but(count=0)
        nearest = min(map(left, [*attempts.values(), *(to for _, to in level.puzzle.moves(state))]))
        assert nearest == left(state) - 1


def test_a_relaxed_problem_is_for_a_single_knight_on_a_small_board():
    several = load("pledge/ferry-for-two")
    assert several.family.relaxed(several.puzzle) is None
    rows = "\n".join(["3 3", "012", "345", "67_", "start 1 -1 R", "home 1 9", ""])
    assert family.relaxed(family.read(rows, {})) is None
