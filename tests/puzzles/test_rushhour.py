"""Rush Hour: known boards, its reader's complaints, a naive search, and its heuristic."""

from __future__ import annotations

from collections import deque
from random import Random

import known
import pytest
import stategraph_puzzles.rushhour
from effort import examples, sampled
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from stategraph_puzzles.rushhour import family
from stategraph_puzzles.rushhour.rules import slides as within_lanes

from stategraph.analysis import check_heuristic, first_solution, shortest
from stategraph.analysis.quotient_choice import by, units_of
from stategraph.design import explain_solution
from stategraph.difficulty import difficulty
from stategraph.expand import expand
from stategraph.laws.contract import check_rules
from stategraph.level_files import Level, parse_level
from stategraph.rules import LevelError
from stategraph.tell import story as tell_story

# M. Fogleman, Solving Rush Hour, the puzzle (2018): no board of 6 by 6 needs more moves
HARDEST = "51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo"
JAM = "..BCC.\n..B..D\nAAB..D\n.EE..F\n.....F\nGG....\n"


def read(text):
    return family.read(text, {})


def turns(text):
    """Return the graph of turns of a board."""
    puzzle = read(text)
    return by(Level(family, puzzle, "board", "board"), expand(puzzle), "turns")


# -------------------------------------------------------------------------------- a naive search


def cars_of(rows):
    cells = {}
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark not in ".x":
                cells.setdefault(mark, []).append((r, c))
    return cells


def slides(rows, far):
    """Yield each board after a slide of a car, by one cell or, if `far`, by any number."""
    for car, cells in cars_of(rows).items():
        down = int(cells[0][0] != cells[-1][0])
        for sign in (1, -1):
            now, length = rows, 1
            while far or length == 1:
                moved = [
                    (r + sign * length * down, c + sign * length * (1 - down)) for r, c in cells
                ]
                inside = all(0 <= r < len(rows) and 0 <= c < len(rows[0]) for r, c in moved)
                if not inside or any(rows[r][c] not in (".", car) for r, c in moved):
                    break
                made = [list(row.replace(car, ".")) for row in rows]
                for r, c in moved:
                    made[r][c] = car
                now = tuple(map("".join, made))
                yield now
                length += 1


def is_won(rows):
    return any(row.endswith("A") for row in rows)


def naive(rows, far=False, free_lane=False):
    """Return (states with all wins as one, moves, shortest) by boards of text, no library used."""

    def over(board):
        row = next(row for row in board if "A" in row)
        return set(row.rpartition("A")[2]) <= {"."} if free_lane else is_won(board)

    depth, queue, moves, won = {rows: 0}, deque([rows]), 0, None
    if over(rows):
        return 1, 0, 0
    while queue:
        board = queue.popleft()
        for after in slides(board, far):
            moves += 1
            if over(after):
                won = depth[board] + 1 if won is None else won
            elif after not in depth:
                depth[after] = depth[board] + 1
                queue.append(after)
    return len(depth) + (won is not None), moves, won


@st.composite
def boards(draw):
    """Return a random small board with a car A."""
    height, width = draw(st.integers(2, 4)), draw(st.integers(3, 4))
    rng = Random(draw(st.integers(0, 1 << 30)))
    rows = [["."] * width for _ in range(height)]
    row = rng.randrange(height)
    rows[row][0] = rows[row][1] = "A"
    for mark in "BCDEx":
        length, down = (1, 0) if mark == "x" else (rng.randint(2, 3), rng.randint(0, 1))
        r, c = rng.randrange(height), rng.randrange(width)
        cells = [(r + k * down, c + k * (1 - down)) for k in range(length)]
        if all(r < height and c < width and rows[r][c] == "." for r, c in cells):
            for r, c in cells:
                rows[r][c] = mark
    return tuple(map("".join, rows))


@pytest.mark.usefixtures("any_engine")
@settings(max_examples=examples(40))
@given(boards())
def test_a_naive_search_finds_the_same(rows):
    graph = expand(read("\n".join(rows)))
    assert (len(graph), graph.number_of_edges(), shortest(graph)) == naive(rows)


@settings(max_examples=examples(40))
@given(boards())
def test_a_turn_is_a_slide_of_any_length(rows):
    assume(len({*"".join(rows)} - {*".x"}) > 1)
    made = turns("\n".join(rows))
    assert shortest(made) == naive(rows, far=True)[2]


@settings(max_examples=examples(40))
@given(boards())
def test_every_state_is_written_and_read_back(rows):
    puzzle = read("\n".join(rows))
    graph = expand(puzzle)
    for node in range(0, min(len(graph), 60), 7):
        state = graph.state(node)
        again = read(family.write(puzzle, state))
        assert again.start == state
        assert list(again.moves(again.start)) == list(puzzle.moves(state))


@settings(max_examples=examples(40))
@given(boards())
def test_the_guess_is_admissible_and_consistent(rows):
    puzzle = read("\n".join(rows))
    found = check_heuristic(expand(puzzle), family.heuristics["way_out"](puzzle))
    assert (found.admissible, found.consistent) == (True, True)


# --------------------------------------------------------------------------------- known answers


# Boards of a study with people (Bnaya, Li, Ma; github.com/sherrybao222/RushHour, MIT), and their
# slides by the search of the study. The study chose four lengths.
PLAYED = {
    "..EC..B.ECD.BAACD....HHH.FFGG..III..": 6,
    ".E...B.EII.B.AAGCFD..GCFDHHHC.D.....": 6,
    "D...GGD..C..AAEC.B.FEC.B.F.IIB.HHH..": 13,
    "G.BHHDG.B.FD.AACFDIIICE.....E.....E.": 10,
    "C.GGB.C...B.CAA.B.HHH.....D.IIEEDFF.": 15,
    "B....DB...EDBAACED..FCE...F.GGHH.II.": 13,
    "..EHH...ECGGAAEC..FF.C.DB..IIDB....D": 13,
    ".C.....CBGGGAAB.F...B.F.EIII.DEHH..D": 10,
    "..F.....FGGC..AA.CBIII.CBE.D..BE.DHH": 6,
    "..DE..IIDE.BCAAE.BCFFF..C.....GGHH..": 15,
    ".C.G.B.CDG.BAADGE.IID.E.F.HHE.F.....": 15,
    "....D..HH.D.B.AAD.BCFIIIBCFEGG...E..": 15,
    "E...C.EII.C.AA..CBD.HH.BDFGGG.DF....": 6,
    "....CED...CED.AA.EFFBIII..B.GGHHH...": 6,
    "II..ECD..BECDAAB..D..BHHF.....FGGG..": 6,
    "II.......HHHGGAAD..FFFD.C.B.D.C.B.EE": 10,
    "..HHHBC....BCAAF.B.DEF...DEFII....GG": 13,
    "HHH.D...B.D.AAB.D..EEE..C.GGIIC...FF": 10,
    "...DBE...DBEAAHDB.GCH...GC.IIFG....F": 13,
    ".....BH..E.BHAAEF..GC.F..GC.FD.GIIID": 6,
}


@pytest.mark.long
@pytest.mark.parametrize("row", sampled(list(PLAYED), 4))
def test_boards_that_people_played(row):
    assert shortest(turns(row)) == PLAYED[row]


def test_the_boards_have_four_lengths():
    assert len(PLAYED) == 20
    assert len({*PLAYED.values()}) == 4


def test_the_hardest_board_has_51_slides():
    assert shortest(turns(HARDEST)) == 51


@pytest.mark.long
def test_a_naive_search_agrees_on_the_hardest_board():
    board = HARDEST.split()[1].replace("o", ".")
    rows = tuple(board[k : k + 6] for k in range(0, 36, 6))
    graph = expand(read(HARDEST))
    assert (len(graph), graph.number_of_edges(), shortest(graph)) == naive(rows)
    assert naive(rows, far=True)[2] == 51
    # other counts end once nothing stands between A and the exit
    assert naive(rows, far=True, free_lane=True)[2] == 50


def test_the_board_of_the_format():
    picture = stategraph_puzzles.rushhour.__doc__.split("::\n\n")[1].split("\n\n")[0]
    rows = [line[4:10] for line in picture.split("\n")]
    assert first_solution(expand(read("\n".join(rows)))).labels == (
        "D-",
        "E-",
        "B+",
        "B+",
        "B+",
        "A+",
        "A+",
        "A+",
        "A+",
    )


def test_estimates_use_plays_of_rush_hour():
    made = turns(JAM)
    found = difficulty(Level(family, read(JAM), "jam", "jam"), made)
    assert units_of(Level(family, read(JAM), "jam", "jam"), made.quotient.real) == "turns"
    assert found.basis == "same family"
    assert 0 < found.low < found.estimate < found.high


# ------------------------------------------------------------------------------------- the reader


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "missing: the board"),
        ("AA..\n...\n", 2, "a row of 3 cells in a board 4 wide"),
        ("AA.\n.?.\n", 2, r"unknown tile '\?'"),
        ("BB.\n...\n", None, "car A is missing"),
        ("A..\nA..\n", None, "car A stands upright"),
        ("AA.\n..B\n", 2, "car B is not two or more cells in a line"),
        ("AA.\nB.B\n", 2, "car B is not two or more"),
        ("AAB\n.BB\n", 1, "car B is not two or more"),
    ],
)
def test_complaints(text, line, words):
    with pytest.raises(LevelError, match=words) as caught:
        read(text)
    assert caught.value.line == line


def test_a_row_of_the_database_is_a_drawn_board():
    row = "".join(JAM.split()).replace(".", "o")
    for text in (row, f"5 {row} 1312", f"5 {row}\n"):
        assert family.text(read(text), read(text).start) + "\n" == JAM
        assert family.recognises(text)
    assert not family.recognises(JAM) and not family.recognises("")
    found = family.boards(f"5 {row} 1312\n\n{HARDEST}\n")
    assert [(board.line, board.text) for board in found] == [
        (1, f"5 {row} 1312\n"), (3, HARDEST + "\n"),
    ]  # fmt: skip
    assert len(family.boards(JAM)) == 1


def test_o_and_a_dot_are_free_and_a_wall_stops_a_car():
    assert len(expand(read("AAo.x\n"))) == len(expand(read("AA..x\n"))) == 3
    assert shortest(expand(read("AA..x\n"))) is None
    assert shortest(expand(read("AA..\n"))) == 2


# ---------------------------------------------------------------------------- design and invention


def test_elements_are_cars_and_walls():
    puzzle = read("x.B\nAAB\n...\n")
    assert [one.name for one in family.elements(puzzle)] == ["car B", "wall 0:0"]
    car, wall = family.elements(puzzle)
    less = family.without(puzzle, [car, wall])
    assert family.text(less, less.start) == "...\nAA.\n..."
    again = family.including(less, [car, wall], puzzle)
    assert again.start == puzzle.start
    with pytest.raises(LevelError, match="the cells of car B are not free"):
        family.including(again, [car], puzzle)
    assert {one.name for one in family.missing(puzzle)} == {
        "wall 0:1", "wall 2:0", "wall 2:1", "wall 2:2",
    }  # fmt: skip


def test_random_edits_are_levels_that_differ():
    puzzle, seen = read(JAM), set()
    for seed in range(60):
        made = family.changes(puzzle, Random(seed))
        text = family.write(made, made.start)
        assert read(text).start == made.start
        assert text.count("A") == 2
        seen.add(text)
    assert len(seen) > 30


def test_laws_hold_on_every_bundled_level():
    for level in known.bundled("rushhour"):
        if level.expect["states"] <= 600:
            found = check_rules(level.puzzle, family, 100_000)
            assert (found.whole, found.breaches) == (True, [])


def test_the_picture_shows_every_car_and_the_exit():
    puzzle = read(JAM)
    drawing = family.draw(puzzle, puzzle.start)
    words = [shape.text for shape in drawing.shapes if hasattr(shape, "text")]
    assert words == list("ABCDEFG")
    assert family.spot(puzzle, "A", 0) == (1.0, 2.5)
    assert (
        parse_level(f"puzzle: rushhour\nlevel: |\n  {HARDEST}\n", "x.yaml").puzzle.start["A"] == 3
    )


def test_a_move_within_its_lane_has_a_reason_exactly_if_a_car_stands_in_its_way():
    puzzle = read(JAM)
    for state in expand(puzzle).all_states():
        if puzzle.is_goal(state):
            continue
        legal = {label for label, _ in puzzle.moves(state)}
        for label, _ in within_lanes(puzzle.board, state):
            assert bool(family.forbids(puzzle, state, label)) == (label not in legal)
    ahead = read("..B\nAAB\n...\n")
    assert family.forbids(ahead, ahead.start, "A+") == "B must leave 1:2"
    assert family.forbids(ahead, ahead.start, "B-") == ""  # it would leave its lane
    assert list(family.attempts(ahead, ahead.start)) == list(within_lanes(ahead.board, ahead.start))


def test_a_chapter_names_the_car_that_makes_way_and_its_cell():
    board = "  ..B.\n  AAB.\n  ....\n  ....\n"
    level = parse_level(f"puzzle: rushhour\nlevel: |\n{board}", "x.yaml")
    lines = tell_story.words(level, explain_solution(level, level.expand()))
    assert "   Makes A+ possible: B must leave 1:2." in lines
