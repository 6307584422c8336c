"""The language: accepted and refused texts, and the meaning of words on real levels."""

from __future__ import annotations

import json
import re

import pytest

import stategraph as sg
from stategraph.ask import ask, parse, where
from stategraph.cli.ask import HELP
from stategraph.errors import QuestionError
from stategraph.level_files import Level
from stategraph.rules import One, Puzzle, Set, Tuple
from stategraph.rules.family import NoFamily

EIGHT = "spacewreck/eight-rooms"


@pytest.mark.parametrize(
    "words, symbols",
    [
        ("can reach goal", "EF goal"),
        ("cannot reach goal", "not EF goal"),
        ("can never  reach goal", "not EF goal"),
        ("must reach goal", "AF goal"),
        ("can avoid goal forever", "EG not goal"),
        ("can avoid dead forever without push", "EG{not push} not dead"),
        ("always goal", "AG goal"),
        ("never goal", "not EF goal"),
        ("always can reach goal", "AG EF goal"),
        ("can reach goal without by Rocket", "EF{not by Rocket} goal"),
        ("can reach goal with only move L*", "EF{move L*} goal"),
        ("can reach{push} goal without best", "EF{push and not best} goal"),
        ('can reach goal with only move "L*"', "EF{move L*} goal"),
        ("can reach goal without by 'Rocket'", "EF{not by Rocket} goal"),
        ("a until b", "A[a U b]"),
        ("a before b", "not E[not a U b]"),
        ("every solution passes a", "not E[not a U goal and not a]"),
        ("some solution passes a", "EF (a and EF goal)"),
        ("every shortest solution passes a", "not E{best}[not a U goal and not a]"),
        ("a -> can reach b", "not a or EF b"),
        ("a and b or c", "(a and b) or c"),
        ("not a and b", "(not a) and b"),
        ("EF a and b", "(EF a) and b"),
        ("x at 3:4", "x at 3:4"),
        ("not all x on y and some x on y", "not (all x on y) and (some x on y)"),
    ],
)
def test_words_and_symbols_say_the_same(words, symbols):
    assert parse(words).asked == parse(symbols).asked


@pytest.mark.parametrize(
    "text, column, part",
    [
        ("can rech goal", 5, "did you mean can reach"),
        ("how many stats: dead", 5, "did you mean how many states:?"),
        ("rokcet = 3", 1, "unknown variable 'rokcet'; did you mean rocket?"),
        ("goal and gaol", 10, "unknown name 'gaol'; did you mean goal?"),
        ("rocket = 12", 10, "12 is not in 1..8"),
        ("rocket = pink", 10, "'pink' is not a value"),
        ("rocket", 1, "compare it, rocket = 3"),
        ("rocket = ", 9, "it ends: expected"),
        ("can reach", 10, "expected a property of a state"),
        ("(goal", 6, "it ends: expected )"),
        ("goal)", 5, "')' does not fit there"),
        ("never goal and dead", 12, "ambiguous; write (never ...) and"),
        ("goal until dead and start", 17, "ambiguous"),
        ("can reach goal without by Rockt", 27, "did you mean Rocket?"),
        ("can reach goal without move X*", 29, "no move is called 'X*'"),
        ("can reach goal without puhs", 24, "unknown kind of move 'puhs'"),
        ("EF{rocket = 3} goal", 11, "'=' does not fit there"),
        ("count(rocket) = 2", 1, "count(...) counts the cells of a set"),
        ("rocket at 3:4", 11, "is not a place on a board"),
        ("3 in rocket", 6, "unknown set 'rocket'"),
        ("a @ b", 3, "'@' does not fit there"),
        ("dead in {1, 2}", 1, "unknown variable 'dead'"),
        ("colour(rocket, lucky) = pink", 1, "colour(...) is said of 1, not 2"),
        ("colour(rocket) = pnik", 18, "did you mean pink?"),
    ],
)
def test_a_complaint_names_the_column_and_what_would_fit(run, text, column, part):
    got = run("ask", EIGHT, text)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert f"column {column}: " in got.err
    assert part in got.err


@pytest.mark.parametrize(
    "text, meant",
    [
        ("start unitl goal", "until"), ("can reach goal wihtout push", "without"),
        ("can reach goal moev L*", "move"), ("EX alwyas goal", None), ("goal always dead", None),
        ("goal without dead", None), ("goal adn dead", "and"),
        ("can reech goal", "can reach or cannot reach"), ("goal not dead", None),
        ("3 by goal", None), ("3 before goal", None),
        ("boxes on goals", "all boxes on, some boxes on, or boxes at"),
    ],
)  # fmt: skip
def test_a_misspelt_phrase_is_recognized_and_a_correct_one_is_not_corrected(text, meant):
    with pytest.raises(QuestionError) as error:
        sg.ask(EIGHT, text)
    said = str(error.value).partition("did you mean ")[2]
    assert said == (f"{meant}?" if meant else "")


@pytest.mark.parametrize("text", ["", "  ", "(" * 5000, "not " * 2000 + "goal", "x" * 20_000])
def test_what_is_no_question_at_all(run, text):
    got = run("ask", EIGHT, text)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)


def test_after_moves_that_cannot_be_played(run):
    assert "'R9' cannot be played" in run("ask", EIGHT, "after R9: goal").err
    assert run("ask", EIGHT, "after R3 L5 L8: goal").code == 0


def test_the_examples_of_the_help_run(run):
    commands = re.findall(r'^  \$ stategraph ask (\S+) "(.*)"$', HELP, re.M)
    assert len(commands) >= 4
    for level, question in commands:
        got = run("ask", level, question)
        assert got.code in (0, 1) and got.out and not got.err


def test_every_phrase_of_the_help_is_read():
    for phrase in (
        "can reach P", "cannot reach P", "must reach P", "can avoid P forever", "always P",
        "never P", "always can reach P", "P before Q", "P until Q", "every solution passes P",
        "some solution passes P", "how many states: P", "fewest moves to P", "most moves before P",
        "how many shortest solutions pass P", "can reach (goal and not rocket = 8)",
    ):  # fmt: skip
        assert phrase in HELP
        assert parse(phrase)


def everything() -> Puzzle:
    """Return a puzzle with a number, a wide set and a wide tuple: 6 states in a row."""

    def step(s):
        if s.x < 5:
            yield "+", s.but(x=s.x + 1, set=s.set + (s.x + 64), row=s.row.put(s.x, 3))

    start = {"x": 0, "set": [0, 69], "row": [0] * 30}
    variables = dict(x=One(6), set=Set(70), row=Tuple(30, 4))
    return Puzzle(start, [step], lambda s: s.x == 5, **variables)


class Worded(NoFamily):
    """A family whose words are a condition, a value, a set of cells, and a kind of moves."""

    def words(self, puzzle):
        return {
            "odd": lambda s: s.x % 2 == 1,
            "twice": lambda s: 2 * s.x,
            "few": frozenset({1, 2}),
            "jump": "move jump*",
        }


WORDED = Level(Worded(), everything(), name="worded", file="worded")


def test_words_of_a_family_in_conditions():
    graph = sg.expand(WORDED.puzzle)
    found = {
        text: where(WORDED, graph, text).nonzero()[0].tolist()
        for text in ("odd", "not odd", "twice = 8", "x in few", "twice in few")
    }
    assert found == {
        "odd": [1, 3, 5], "not odd": [0, 2, 4], "twice = 8": [4], "x in few": [1, 2],
        "twice in few": [1],
    }  # fmt: skip


def test_a_kind_of_moves_of_the_family_may_be_missing_in_a_level():
    graph = sg.expand(WORDED.puzzle)
    assert ask(WORDED, graph, "can reach goal without jump").answer is True
    assert ask(WORDED, graph, "can reach goal with only jump").answer is False
    with pytest.raises(QuestionError, match="no move is called"):
        ask(WORDED, graph, "can reach goal without move jump*")


@pytest.mark.parametrize(
    "text, states",
    [
        ("x = 3", [3]),
        ("x != 3", [0, 1, 2, 4, 5]),
        ("x + 1 > 4", [4, 5]),
        ("left = made + 1", [2]),
        ("left + made = 5", [0, 1, 2, 3, 4, 5]),
        ("x in {1, 2}", [1, 2]),
        ("66 in set", [3, 4, 5]),
        ("x in set", [0]),
        ("count(set) = 4", [2]),
        ("count(set in {0, 64, 65}) >= 2", [1, 2, 3, 4, 5]),
        ("set = {0, 69}", [0]),
        ("set = 0 + 69", [0]),
        ("set != {0, 69, 64}", [0, 2, 3, 4, 5]),
        ("set in {0, 64, 65, 69}", [0, 1, 2]),
        ("some set on {64, 65}", [1, 2, 3, 4, 5]),
        ("no set on {64, 65}", [0]),
        ("all  set on {0, 64, 65, 69}", [0, 1, 2]),
        ("all x on {1, 2}", [1, 2]),
        ("no x on set", [1, 2, 3, 4, 5]),
        ("set at 64", [1, 2, 3, 4, 5]),
        ("row[1] = 3", [2, 3, 4, 5]),
        ("x = row[0]", [0, 3]),
        ("row[29] = 0", [0, 1, 2, 3, 4, 5]),
        ("node >= 4", [4, 5]),
        ("EX{changes row[2]} true", [2]),
        ("EX{changes set} true", [0, 1, 2, 3, 4]),
        ("EX{changes (x)} true", None),
        ("EX{from x = 1 or to x = 4} true", [1, 3]),
    ],
)
def test_values_of_states(text, states):
    if states is None:
        with pytest.raises(QuestionError):
            sg.where(everything(), text)
    else:
        assert sg.where(everything(), text).nonzero()[0].tolist() == states


def test_winning_states_are_told_apart():
    """Of two winning states, the graph shows only the first one."""
    graph = sg.expand(EIGHT)
    ship = graph.level.puzzle.starting(graph.level.puzzle.variables.parse("rocket=7,lucky=7"))
    both = sg.expand(ship)
    winners = set()
    for node in both:
        moves = ship.moves(both.state(node)) if node != both.goal else ()
        winners |= {str(new) for _, new in moves if ship.is_goal(new)}
    for text in winners:
        rocket, lucky = re.findall(r"\d+", text)
        found = sg.ask(both, f"can reach (goal and (rocket = {rocket} and lucky = {lucky}))")
        assert found.answer is True and found.run.wins


def test_the_record(run):
    record = json.loads(run("ask", EIGHT, "must reach goal", "--json").out)
    assert record["answer"] is False
    assert (record["holds_in"], record["of"]) == (1, 9)
    assert (record["witness"], record["loop"], record["value"]) == ([], ["R3", "R1"], None)
    stopped = run("ask", EIGHT, "must reach dead", "--json", "--max-states", 3)
    record = json.loads(stopped.out)
    assert stopped.code == 3 and record["answer"] is None
    assert {"answer", "holds_in"} <= set(record["unknown"])
    number = json.loads(run("ask", EIGHT, "fewest moves to dead", "--json").out)
    assert (number["value"], number["holds_in"], number["unknown"]) == (3, None, [])


def test_moves_are_drawn_board_after_board(run, tmp_path):
    film = tmp_path / "dead.svg"
    assert run("ask", EIGHT, "can reach dead", "-o", film).code == 0
    assert "3. L7" in film.read_text()
    none = tmp_path / "none.svg"
    assert "no moves show this" in run("ask", EIGHT, "trap or true", "-o", none).err
    assert run("ask", EIGHT, "goal", "-o", "x.txt").code == 2


def test_the_same_in_python():
    graph = sg.expand(EIGHT)
    assert graph.ask("can reach goal").answer is True
    assert graph.where("goal").sum() == 1
    with pytest.raises(QuestionError, match="column 1"):
        sg.ask(graph, "gaol")


@pytest.mark.parametrize(
    "text",
    [
        "EX " * 900 + "goal", "not " * 2000 + "goal", "(" * 4000 + "goal" + ")" * 4000,
        "A[start U " * 12 + "goal" + "]" * 12, "A[start U " * 500 + "goal" + "]" * 500,
    ],
)  # fmt: skip
def test_what_nobody_writes_is_refused(text):
    with pytest.raises(QuestionError, match="nested too deeply"):
        sg.ask("spacewreck/eight-rooms", text)


def test_moves_left_where_a_variable_is_called_left():
    graph = sg.expand("pacman/first-meal")
    assert sg.ask(graph, "moves_left = 5").answer is True
    assert sg.ask(graph, "fewest moves to moves_left = 0").value == 5
    other = sg.expand("spacewreck/eight-rooms")
    assert (other.where("moves_left <= 2") == other.where("left <= 2")).all()


def test_what_is_deep_is_answered():
    graph = sg.expand("spacewreck/eight-rooms")
    assert sg.ask(graph, "EX " * 290 + "true").holds_in == 8
    assert sg.ask(graph, "not " * 290 + "goal").holds_in == 1


@pytest.mark.parametrize(
    "question, hint",
    [
        ("push", "push is a kind of move: can reach goal without push"),
        ("can reach push", "push is a kind of move"),
        ("exits_blocked", "exits_blocked is a value: compare it"),
        ("push = 3", "push is a move, and no value"),
        ("can reach goal without exits_blocked", "unknown kind of move 'exits_blocked'"),
    ],
)
def test_words_of_a_family_at_a_wrong_place(question, hint):
    with pytest.raises(QuestionError, match=hint):
        sg.ask("psychopath/first-push", question)
    with pytest.raises(QuestionError, match="walks is a kind of move"):
        sg.ask("labyrinth/the-ride", "walks")
    with pytest.raises(QuestionError, match="counter is a value"):
        sg.ask("pledge/straight-home", "counter")


def test_cells_are_added_up_and_never_taken_away():
    graph = sg.expand("sokoban/two-to-put-away")
    both, listed = (graph.where(text) for text in ("boxes = 2:3 + 2:4", "boxes = {2:4, 2:3}"))
    assert both.any() and (both == listed).all()
    with pytest.raises(QuestionError, match="expected a cell or a number"):
        graph.where("boxes = 2:3 - 2:4")
