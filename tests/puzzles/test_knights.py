"""Several knights of Pledge: played against an independent simulator; readers, words, pictures."""

from __future__ import annotations

import random
from collections import deque

import pytest
from alike import assert_same
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from stategraph_puzzles.pledge import family
from stategraph_puzzles.pledge.board import COLOURS, MARKS
from stategraph_puzzles.tiles import OPENINGS

from stategraph import expand
from stategraph.analysis import won_where
from stategraph.ask.answers import ask
from stategraph.engines.limits import Limits
from stategraph.level_files import parse_level
from stategraph.metrics import summary
from stategraph.metrics.level_metrics import play as play_of
from stategraph.rules import LevelError

WAYS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def read(meeting, *rows):
    """Return the puzzle of a native file."""
    return family.read("\n".join(rows), {"knights": meeting})


def play(puzzle, *labels):
    """Return the state after some moves."""
    state = puzzle.start
    for label in labels:
        state = dict(puzzle.moves(state))[label]
    return state


# ---------------------------------------------------------------- another way to say the same rules


class Simulator:
    """Knights on a drawn board: a state is (rows of tiles, ((place, heading, count), ...))."""

    def __init__(self, rows, knights, cap, block):
        self.height, self.width = 3 * len(rows), 3 * len(rows[0])
        self.homes = [home for _, _, home in knights]
        self.gates = {place for start, _, home in knights for place in (start, home)}
        self.cap, self.block = cap, block
        starts = tuple((start, "URDL".index(heading), 0) for start, heading, _ in knights)
        self.start = tuple(map(tuple, rows)), starts

    def is_path(self, rows, place):
        row, column = place
        if not (0 <= row < self.height and 0 <= column < self.width):
            return place in self.gates
        mark = rows[row // 3][column // 3]
        if mark in "#_":
            return False
        ways = "LURD" if mark == "+" else OPENINGS[int(mark)]
        beside = {(1 + WAYS[way][0], 1 + WAYS[way][1]) for way in ways}
        return (row % 3, column % 3) in {(1, 1), *beside}

    def tick(self, rows, knights):
        knights = list(knights)
        for k, (place, heading, count) in enumerate(knights):
            if place == self.homes[k]:
                continue
            others = {
                other[0] for j, other in enumerate(knights) if j != k and other[0] != self.homes[j]
            }

            def ahead(way, place=place, others=others):
                row, column = WAYS["URDL"[way % 4]]
                to = place[0] + row, place[1] + column
                taken = self.block and to in others
                return to if self.is_path(rows, to) and not taken else None

            if count and ahead(heading - 1):
                place, heading, count = ahead(heading - 1), (heading - 1) % 4, count - 1
            elif ahead(heading):
                place = ahead(heading)
            else:
                heading, count = (heading + 1) % 4, count + 1 if count < self.cap else self.cap - 3
            knights[k] = place, heading, 0 if place == self.homes[k] else count
        return tuple(knights)

    def moves(self, state):
        rows, knights = state
        if all(knight[0] == home for knight, home in zip(knights, self.homes, strict=True)):
            return {}
        found = {"T": (rows, self.tick(rows, knights))}
        slots = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "_"]
        for r, c in slots:
            for way, (down, right) in WAYS.items():
                a, b = r - down, c - right
                if 0 <= a < len(rows) and 0 <= b < len(rows[0]):
                    new = [list(row) for row in rows]
                    new[r][c], new[a][b] = new[a][b], "_"
                    rode = tuple(
                        ((y + 3 * down, x + 3 * right), heading, count)
                        if (y // 3, x // 3) == (a, b)
                        else ((y, x), heading, count)
                        for (y, x), heading, count in knights
                    )
                    found[f"S{way}"] = tuple(map(tuple, new)), rode
        return found

    def states(self, most):
        """Return the nearest states, breadth first."""
        seen, waiting = {self.start}, deque([self.start])
        while waiting and len(seen) < most:
            for after in self.moves(waiting.popleft()).values():
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return seen


def simulated(puzzle, state):
    """Return a state as the simulator has it."""
    board, drawn = puzzle.board, [MARKS[tile] for tile in puzzle.board.tiles_of(state)]
    width = board.grid.width
    rows = tuple(tuple(drawn[k : k + width]) for k in range(0, len(drawn), width))
    values = [[state[name] for name in knight.names] for knight in board.knights]
    return rows, tuple((board.spot(cell), heading, count) for cell, heading, count in values)


def boards(seed, slides, several=True):
    """Return (rows of marks, knights, cap) of a small level at random."""
    rng = random.Random(seed)
    height, width = rng.choice([(1, 2), (2, 1), (2, 2), (1, 3)])
    marks = [rng.choice("0123456789++#") for _ in range(height * width)]
    if slides:
        marks[rng.randrange(len(marks))] = "_"
    rows = [marks[k : k + width] for k in range(0, len(marks), width)]
    ring = [(3 * k + 1, column) for k in range(height) for column in (-1, 3 * width)]
    ring += [(row, 3 * k + 1) for k in range(width) for row in (-1, 3 * height)]
    number = rng.randint(1, 4 if several else 2)
    starts = rng.sample(ring, number)
    knights = [(start, rng.choice("URDL"), rng.choice(ring)) for start in starts]
    return rows, knights, rng.randint(4, 6)


def text_of(rows, knights, cap):
    """Return the native file of a board."""
    lines = [f"{len(rows)} {len(rows[0])}", *map("".join, rows)]
    for colour, (start, heading, home) in zip(COLOURS, knights, strict=False):
        lines.append(f"start {start[0]} {start[1]} {heading} {colour}")
        lines.append(f"home {home[0]} {home[1]} {colour}")
    return "\n".join([*lines, f"cap {cap}"])


@settings(max_examples=examples(60))
@given(st.integers(0, 10**6), st.booleans(), st.sampled_from(["pass", "block"]))
def test_every_state_moves_as_in_the_simulator(seed, slides, meeting):
    board = boards(seed, slides)
    puzzle = family.read(text_of(*board), {"knights": meeting})
    other = Simulator(*board, meeting == "block")
    assert simulated(puzzle, puzzle.start) == other.start
    graph = expand(puzzle, Limits(states=400), engine="direct")
    seen = set()
    for node in range(graph.expanded):
        state = graph.state(node)
        seen.add(simulated(puzzle, state))
        moves = {label: simulated(puzzle, new) for label, new in puzzle.moves(state)}
        assert puzzle.is_goal(state) or moves == other.moves(simulated(puzzle, state))
    if graph.complete:
        others = other.states(10**6)
        won = {state for state in others if not other.moves(state)}
        assert len(graph) == len(others) - max(0, len(won) - 1)
        assert (graph.goal is None) == (not won)


@pytest.mark.parametrize("meeting", ["pass", "block"])
@pytest.mark.parametrize("seed, slides", [(1, True), (4, True), (9, True), (2, False)])
def test_both_engines_make_the_same_graph(interpreted, seed, slides, meeting):
    puzzle = family.read(text_of(*boards(seed, slides)), {"knights": meeting})
    assert_same(puzzle, Limits(states=300))


@pytest.mark.long
@pytest.mark.parametrize("meeting", ["pass", "block"])
def test_both_engines_make_the_same_graph_of_four(meeting):
    level = "2 2\n│─\n_┌\n" + FOUR + "cap 4\n"
    assert_same(family.read(level, {"knights": meeting}), Limits(states=20_000))


FOUR = """\
start -1 4 D red
home 1 -1 red
start 1 -1 R blue
home -1 4 blue
start 4 -1 R green
home 6 1 green
start 6 1 U yellow
home 4 6 yellow
"""


@settings(max_examples=examples(30))
@given(st.integers(0, 10**6), st.booleans(), st.sampled_from(["pass", "block"]))
def test_one_of_a_colour_plays_as_one_without(seed, slides, meeting):
    rows, knights, cap = boards(seed, slides)
    coloured = text_of(rows, knights[:1], cap)
    graphs = [
        expand(family.read(text, {"knights": meeting}), Limits(states=2_000))
        for text in (coloured, coloured.replace(" red", ""))
    ]
    one, two = (
        {k: v for k, v in summary(graph).items() if not k.startswith("first_solution")}
        for graph in graphs
    )
    assert one == two or not graphs[0].complete


# ------------------------------------------------------------------------------------- the moves


CORRIDOR = "1 2", "99"


def test_they_pass_each_other():
    ends = "start 1 0 R red", "home 1 6 red", "start 1 5 L blue", "home 1 -1 blue"
    state = play(read("pass", *CORRIDOR, *ends), *"TTTTTT")
    assert (state.red, state.blue) == (19, 18)  # in the gates, numbered row by row


def test_to_each_of_them_the_others_are_walls():
    ends = "start 1 2 R red", "home 1 6 red", "start 1 3 L blue", "home 1 -1 blue"
    puzzle = read("block", *CORRIDOR, *ends)
    met = play(puzzle, "T")
    assert "red=1:2, red_heading=D, red_count=1, blue=1:3, blue_heading=U, blue_count=1" in repr(
        met
    )
    assert expand(puzzle).goal is None


def test_who_steps_first_makes_room():
    ends = "start 1 2 R red", "home 1 6 red", "start 1 1 R blue", "home -1 1 blue"
    after = play(read("block", *CORRIDOR, *ends), "T")
    assert "red=1:3" in repr(after) and "blue=1:2, blue_heading=R, blue_count=0" in repr(after)
    others = "start 1 1 R blue", "home -1 1 blue", "start 1 2 R red", "home 1 6 red"
    after = play(read("block", *CORRIDOR, *others), "T")
    assert "red=1:3" in repr(after) and "blue=1:1, blue_heading=D, blue_count=1" in repr(after)


def test_who_is_at_home_stays_and_stands_in_nobodys_way():
    ends = "start 1 4 R red", "home 1 5 red", "start 1 3 R blue", "home 1 6 blue"
    puzzle = read("block", *CORRIDOR, *ends)
    assert [repr(play(puzzle, *"TTT"[:k]).blue) for k in (1, 2, 3)] == ["10", "11", "18"]
    assert puzzle.is_goal(play(puzzle, *"TTT"))


def test_a_home_is_path_to_the_others_and_forgets_the_count():
    ends = "start 1 1 R red", "home 1 2 red", "start 1 0 R blue", "home 1 6 blue"
    puzzle = read("pass", *CORRIDOR, *ends)
    assert puzzle.is_goal(play(puzzle, *"TTTTTT"))
    turned = read("pass", "1 1", "9", "start 1 2 R red", "home 1 0 red")
    counts = [play(turned, *"TTTT"[:k]).red_count for k in range(5)]
    assert counts == [0, 1, 2, 2, 0]


def test_a_tile_carries_all_who_stand_on_it():
    ends = "start 1 0 R red", "home 1 6 red", "start 1 2 L blue", "home 1 -1 blue"
    puzzle = read("pass", "1 2", "9_", *ends)
    assert repr(play(puzzle, "SR")).startswith("red=1:3, red_heading=R, red_count=0, blue=1:5")


def test_all_who_begin_at_home_have_won():
    ends = "start 1 -1 R red", "home 1 -1 red", "start 1 6 R blue", "home 1 6 blue"
    assert summary(expand(read("block", *CORRIDOR, *ends)))["first_solution"] == ""


# -------------------------------------------------------------------------------------- the reader


LEVEL = """\
puzzle: pledge
knights: {}
level: |
  1 2
  99
  {}
"""
ENDS = "start 1 0 R red", "home 1 6 red", "start 1 1 R blue", "home 1 -1 blue"


@pytest.mark.parametrize(
    "meeting, ends, says",
    [
        ("fight", ENDS, "2: knights must be pass or block, not 'fight'"),
        ("true", ENDS, "2: knights must be pass or block, not True"),
        ("[pass]", ENDS, "2: knights must be pass or block, not ['pass']"),
        ("pass", (*ENDS, "start 1 2 R pink"), "10: a knight's colour must be one of red, "),
        ("pass", (*ENDS, "start 1 2 R Red"), "10: a knight's colour must be one of red, "),
        ("pass", (*ENDS, "start 1 2 R red"), "10: 'start of red' occurs twice, first in line 3"),
        ("pass", (*ENDS, "home 1 2 blue"), "10: 'home of blue' occurs twice, first in line 6"),
        ("pass", (*ENDS, "start 1 2 R"), "10: a knight without a colour, and there are others"),
        ("pass", (*ENDS, "home 1 2 green"), "10: there is no 'start ROW COLUMN HEADING green'"),
        ("pass", (*ENDS, "start 1 2 R green"), "10: there is no 'home ROW COLUMN green'"),
        ("pass", (*ENDS, "start 1 2 green"), "10: heading must be U, R, D or L, not 'green'"),
        ("pass", (*ENDS, "home 1 2 3 green"), "10: expected 'home ROW COLUMN' and a colour"),
        ("pass", (*ENDS, "cap 8 red"), "10: expected 'cap NUMBER', found 'cap 8 red'"),
        ("pass", (*ENDS, "start 0 1 R green", "home 1 6 green"), "start 0 1 is a wall"),
        ("block", (*ENDS, "start 1 0 R green", "home 1 6 green"),
         "10: start 1 0: red starts there, and knights block each other"),
    ],
)  # fmt: skip
def test_complaints(meeting, ends, says):
    with pytest.raises(LevelError) as caught:
        parse_level(LEVEL.format(meeting, "\n  ".join(ends)), "walk.yaml")
    assert str(caught.value).startswith("walk.yaml")
    assert says in str(caught.value)


def test_starts_and_homes_may_be_shared_where_they_pass():
    ends = "start 1 0 R red", "home 1 6 red", "start 1 0 R blue", "home 1 6 blue"
    assert summary(expand(read("pass", *CORRIDOR, *ends)))["shortest"] == 6


@pytest.mark.parametrize("meeting", ["pass", "block"])
def test_what_is_written_reads_back(meeting):
    puzzle = family.read("2 2\n│─\n_┌\n" + FOUR + "cap 4\n", {"knights": meeting})
    after = play(puzzle, "T", "SD")
    text = family.write(puzzle, puzzle.start)
    again = family.read(text, family.settings(puzzle))
    assert family.write(again, again.start) == text
    assert [board.blocks for board in (puzzle.board, again.board)] == [meeting == "block"] * 2
    assert puzzle.variables.parse(repr(after)) == after
    with pytest.raises(LevelError, match="the red knight has counted turns|walled up"):
        family.write(puzzle, after)


# ---------------------------------------------------------------------------- printed answers


def test_who_can_be_trapped_is_told_of_each():
    ends = "start 1 0 R red", "home 1 6 red", "start 1 2 R blue", "home -1 1 blue"
    level = parse_level(LEVEL.format("pass", "\n  ".join(ends)), "walk.yaml")
    made = play_of(level, expand(level.puzzle))
    assert made["runner"] == "knights"
    assert (made["can_win"], made["can_be_trapped"], made["trapped_after"]) == (False, True, [])
    red, blue = made["each"]["red"], made["each"]["blue"]
    assert (red["can_win"], red["always_wins"], red["longest"]) == (True, True, 6)
    assert (red["can_be_trapped"], red["trapped_after"]) == (False, None)
    assert (blue["can_win"], blue["always_wins"], blue["can_be_trapped"]) == (False, False, True)


@pytest.mark.long
def test_the_goal_of_one_alone_is_met_as_in_the_simulator():
    for seed in range(12):
        board = boards(seed, slides=True)
        puzzle = family.read(text_of(*board), {"knights": "block"})
        graph, other = expand(puzzle, Limits(states=3_000)), Simulator(*board, True)
        if not graph.complete:
            continue
        states = other.states(10**6)
        for k, (variable, home) in enumerate(family.arrivals(puzzle).values()):
            made = won_where(graph, variable, home)
            there = any(knights[k][0] == other.homes[k] for _, knights in states)
            assert (made.goal is not None) == there


def test_questions_about_each_of_them():
    ends = "start 1 0 R red", "home 1 6 red", "start 1 2 L blue", "home 1 -1 blue"
    level = parse_level(LEVEL.format("pass", "\n  ".join(ends)), "walk.yaml")
    graph = expand(level.puzzle)
    asked = {
        "blue_home before red_home": True,
        "red_home before blue_home": False,
        "must reach knights_home = 2": True,
        "can reach red = blue": True,
        "can reach red at 1:3": True,
        "can reach goal without turns": True,
        "must reach (blue_home and not red_home)": True,
        "every solution passes knights_home = 1": True,
        "always red_straight": True,
    }
    assert ask(level, graph, "fewest moves to blue_home").value == 3
    assert ask(level, graph, "how many states: knights_home = 1").value == 3
    for question, answer in asked.items():
        assert ask(level, graph, question).answer == answer, question
