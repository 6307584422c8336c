"""Statistics of plays, compared with a replay by the rules."""

from __future__ import annotations

import csv
import json
import math
import random
import statistics
from collections import Counter

import pytest
from doctor import Slow

from stategraph import load
from stategraph.analysis import dead, gates
from stategraph.analysis.looks_dead import looks_dead
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.metrics.units import in_units
from stategraph.players import (
    PLAYERS,
    Line,
    Play,
    exact_win_chance,
    level_key,
    read_plays,
    replay_plays,
    simulated,
    statistics_of,
    win_chance,
)
from stategraph.players.play_statistics import _taken_back, estimate, median, outcome_of
from stategraph.players.simulated_player import (
    MAX_PATIENCE,
    SPARE_LINES,
    Offers,
    Player,
    _Play,
    in_moves,
)

EIGHT = "spacewreck/eight-rooms"
LEVELS = (
    EIGHT,
    "spacewreck/minefield",
    "psychopath/carousels",
    "psychopath/covered-exits",
    "sokoban/two-to-put-away",
    "sokoban/corner",
    "pacman/passing-place",
    "labyrinth/nine-tiles",
)


def at_random(puzzle, moves, draw):
    """Return the labels of a random play by the rules."""
    state, labels = puzzle.start, []
    while len(labels) < moves and not puzzle.is_goal(state):
        steps = list(puzzle.moves(state))
        if not steps:
            break
        label, state = draw.choice(steps)
        labels.append(label)
    return labels


def naive(slow, labels):
    """Return (won, lost at, continued, taken back) of a play, by brute force."""
    states = [slow.start]
    for label in labels:
        states.append(slow.follow[states[-1]][label])
    won = states[-1] == "goal"
    lost = next((k for k, state in enumerate(states) if state not in slow.alive), None)
    back = sum(states[k] == states[k + 2] for k in range(len(states) - 2))
    return won, lost, None if lost is None else len(labels) - lost, back


@pytest.mark.parametrize("name", LEVELS)
def test_plays_are_what_a_naive_replay_says(name):
    level, draw = load(name), random.Random(name)
    graph, slow = expand(level.puzzle), Slow(level.puzzle)
    plays = [at_random(level.puzzle, draw.randrange(40), draw) for _ in range(60)]
    found = replay_plays(level, graph, [Play("x:1", "", "", tuple(play)) for play in plays])
    assert (found.broken, found.others) == ([], 0)
    gone = dead(graph)
    told = [outcome_of(graph, gone, line) for line in found.lines]
    wanted = [naive(slow, play) for play in plays]
    assert [(one.won, one.lost_at, one.went_on, one.taken_back) for one in told] == wanted
    figures = statistics_of(graph, found.lines)
    assert figures.n == len(plays) and figures.won.count == sum(one[0] for one in wanted)
    assert figures.lost.count == sum(one[1] is not None for one in wanted)
    assert figures.won.count + figures.lost.count + figures.stopped.count == figures.n
    traps = Counter(
        (line.nodes[one[1] - 1], line.labels[one[1] - 1])
        for line, one in zip(found.lines, wanted, strict=True)
        if one[1]
    )
    assert dict(traps.most_common(1)).keys() <= {(n, label) for n, label, _ in figures.traps}
    assert all(traps[node, label] == share.count for node, label, share in figures.traps)
    assert sum(figures.visits.values()) == sum(len(line.nodes) for line in found.lines)
    went = [one[2] for one in wanted if one[2] is not None]
    assert figures.went_on.value == (statistics.median(went) if went else None)
    if slow.shortest is not None:
        over = [
            len(play) - slow.shortest for play, one in zip(plays, wanted, strict=True) if one[0]
        ]
        assert figures.over.n == len(over)
        assert [node for node, _ in figures.chapters] == gates(graph).nodes.tolist()
        assert [share.count for _, share in figures.chapters] == [
            sum(node in line.nodes for line in found.lines) for node in gates(graph).nodes.tolist()
        ]


def test_intervals_are_wilsons():
    for count, n in ((0, 5), (3, 7), (200, 200), (41, 300)):
        found, z, p = estimate(count, n), 1.959963984540054, count / n
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
        assert (found.low, found.high) == pytest.approx((middle - half, middle + half), abs=1e-4)
    assert estimate(0, 0).low is None and estimate(0, 0).share is None
    assert (median([]).value, median([3]).value, median([3]).low) == (None, 3, None)
    twenty = median(range(20))
    assert twenty.value == 9.5 and twenty.low < 9.5 < twenty.high


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", ["psychopath/snake", EIGHT, "sokoban/corner"])
def test_simulated_players_keep_to_their_rules(name, player):
    level = load(name)
    graph = expand(level.puzzle)
    units = in_units(level, graph) or graph
    plays = simulated(level, units, PLAYERS[player], 30, seed=3)
    assert plays == simulated(level, units, PLAYERS[player], 30, seed=3)
    assert plays[:2] == simulated(level, units, PLAYERS[player], 2, seed=3)
    mask = looks_dead(level, units)
    for play in plays:
        line = play.line
        assert len(line.nodes) == len(line.labels) + 1
        assert not mask[list(line.nodes)].any()
        for here, label, to in zip(line.nodes, line.labels, line.nodes[1:], strict=False):
            assert (label, to) in units.moves(here)
        assert play.attempts >= 1
        assert play.lines >= 0
        moves = in_moves(units, line)
        assert moves.nodes[0] == 0
        for here, label, to in zip(moves.nodes, moves.labels, moves.nodes[1:], strict=False):
            assert (label, to) in graph.moves(here)
        assert (moves.nodes[-1] == graph.goal) == (line.nodes[-1] == units.goal)


def test_a_player_offers_each_state_without_those_that_look_dead():
    level = load("sokoban/too-late")
    graph = expand(level.puzzle)
    offers, visible = Offers(level, graph), looks_dead(level, graph)
    assert offers._lines is None and visible.any()
    for node in range(len(graph)):
        ends = {to for _, to in graph.moves(node) if not visible[to]}
        assert offers.ends(node) == sorted(ends)


def test_moves_that_are_taken_back_at_once_are_counted_by_state_and_label():
    lines = [
        Line("", (0, 1, 0, 1, 2, 1), ("a", "b", "a", "c", "d")),
        Line("", (0, 1, 0, 0, 0), ("a", "b", "e", "e")),
    ]
    assert _taken_back(lines) == {(0, "a"): 2, (1, "b"): 1, (1, "c"): 1}


def test_the_median_play_lasts_as_many_seconds():
    graph = expand(load(EIGHT).puzzle)
    lines = [Line("", (0,), (), time) for time in (None, 2_000.0, 7_000.0, 40_000.0)]
    assert statistics_of(graph, lines).seconds.value == 7


def test_patience_is_the_median_and_has_a_long_tail():
    level = load("psychopath/block-on-exit")
    offers = Offers(level, expand(level.puzzle).by("walks"))
    offers.ends = lambda node: [1 - node]  # no play is won or lost
    offers.path = lambda ends: Line("", tuple(ends), ())
    offers.shortest = 4
    draws = map(random.Random, range(400))
    lines = [_Play(offers, Player(1.0, 1.0, 25.0), draw).run().lines for draw in draws]
    shares = [sum(k - SPARE_LINES >= 4 * x for k in lines) / len(lines) for x in (1, 25, 75)]
    assert shares == pytest.approx([25 / 26, 1 / 2, 1 / 4], abs=0.08)
    assert max(lines) <= 4 * MAX_PATIENCE + SPARE_LINES


@pytest.mark.parametrize(
    ("name", "player"),
    [
        (EIGHT, Player(0.5, 0.0, 0.3)),
        ("sokoban/three-in-a-row", Player(1.0, 0.0, 3.0)),
        ("sokoban/three-in-a-row", Player(0.0, 0.0, 3.0)),
        ("psychopath/snake", Player(0.2, 0.0, 2.0)),
    ],
)
def test_the_exact_chance_is_that_of_many_plays(name, player):
    level = load(name)
    graph = expand(level.puzzle)
    units = in_units(level, graph)
    chance, n = win_chance(level, units, player), 300
    plays = simulated(level, units, player, n, seed=5)
    share = sum(play.line.nodes[-1] == units.goal for play in plays) / n
    assert abs(share - chance) < 4 * math.sqrt(chance * (1 - chance) / n) + 1e-9


def test_a_player_with_memory_has_no_exact_chance(monkeypatch):
    level = load(EIGHT)
    graph = expand(level.puzzle).by("turns")
    assert win_chance(level, graph, PLAYERS["expert"]) is None
    assert 0 < win_chance(level, graph, PLAYERS["forgetful"]) <= 1
    monkeypatch.setattr(exact_win_chance, "MAX_STATES", 3)
    assert win_chance(level, graph, PLAYERS["forgetful"]) is None


def test_memory_helps_where_a_trap_looks_good():
    level = load("sokoban/three-in-a-row")
    graph = expand(level.puzzle).by("walks")
    won = {}
    for memory in (0.0, 1.0):
        plays = simulated(level, graph, Player(2.0, memory, 10.0), 200, seed=1)
        won[memory] = sum(play.line.nodes[-1] == graph.goal for play in plays)
    assert won[1.0] > 1.5 * won[0.0]


def test_only_the_end_of_a_line_ends_a_play(tmp_path):
    """JSON may contain other line separators unescaped."""
    name, file = "A\u2028d\u0085a", tmp_path / "a.jsonl"
    told = json.dumps({"player": name, "moves": ["R3"]}, ensure_ascii=False)
    file.write_bytes(f"{told}\r\n\n{told}\n".encode())
    found = read_plays([str(file)])
    assert [(play.player, play.moves) for play in found] == [(name, ("R3",))] * 2
    assert [play.where for play in found] == [f"{file}:1", f"{file}:3"]


def test_files_of_plays(tmp_path):
    level = load(EIGHT)
    graph = expand(level.puzzle)
    lines = tmp_path / "a.jsonl"
    lines.write_text(
        json.dumps({"level": level_key(level), "moves": ["R3", "L5", "L8"], "times": [1, 2, 3000]})
        + "\n\n"
        + json.dumps({"level": "another", "moves": "R3"})
        + "\n"
        + json.dumps({"player": "Ada", "moves": "R3R1", "mood": "secret"})
        + "\n"
    )
    with (tmp_path / "b.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerows(
            [["level", "player", "moves"], ["eight-rooms", "Ada", "L4 R3"], ["", "Ben", "R9"]]
        )
    plays = read_plays([str(tmp_path)])
    assert [play.where.rpartition("/")[2] for play in plays] == [
        "a.jsonl:1", "a.jsonl:3", "a.jsonl:4", "b.csv:2", "b.csv:3",
    ]  # fmt: skip
    found = replay_plays(level, graph, plays)
    assert found.others == 1 and len(found.broken) == 1 and "b.csv:3: move 1" in found.broken[0]
    assert [line.milliseconds for line in found.lines] == [3000, None, None]
    assert found.lines[1].player == found.lines[2].player != "Ada"
    assert "Ada" not in repr(found) and "secret" not in repr(plays)
    assert replay_plays(level, graph, plays, names=True).lines[1].player == "Ada"
    assert statistics_of(graph, found.lines).players == 1


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("a.jsonl", "{}\n", ":1: 'moves' is missing"),
        ("a.jsonl", '{"moves": []}\n{', ":2: is not a line of JSON"),
        ("a.jsonl", "[" * 100_000, ":1: is not a line of JSON"),
        ("a.jsonl", '{"moves": [1]}', ":1: 'moves' are neither"),
        ("a.jsonl", '{"moves": "R", "times": ["x"]}', ":1: 'times' is not a list"),
        ("a.jsonl", '{"moves": "R", "times": [-1]}', ":1: 'times' is not a list"),
        ("a.jsonl", '{"moves": "R", "player": 7}', ":1: 'player' is not a text: 7"),
        ("a.csv", "move\nR\n", ":1: the column 'moves' is missing"),
        ("a.csv", "level,moves\nx\n", ":2: has another number of columns"),
        ("a.csv", "moves,times\nR,soon\n", ":2: 'times' are not milliseconds: 'soon'"),
        ("a.csv", 'moves\n"R\n', ": "),
        ("a.txt", "R", "plays are in .jsonl or .csv files"),
    ],
)
def test_what_is_no_file_of_plays_is_said_with_its_line(run, tmp_path, file, text, said):
    (tmp_path / file).write_text(text)
    with pytest.raises(InputError) as caught:
        read_plays([str(tmp_path / file)])
    assert str(tmp_path / file) in str(caught.value) and said in str(caught.value)
    got = run("plays", EIGHT, tmp_path / file)
    assert got.code == 2 and got.err.count("\n") == 1 and not got.out


def test_the_verb_tells_draws_and_hides_names(run, tmp_path):
    file, board, graph = tmp_path / "p.csv", tmp_path / "b.svg", tmp_path / "g.svg"
    file.write_text("player,moves\nAda,R3L5L8\nAda,R3 R1 L4 R3 L7\nBen,R9\n")
    got = run("plays", EIGHT, file, "-o", board, "--graph", graph)
    assert got.code == 0 and "won" in got.out and "1 of 2 (50%; 9% to 91%)" in got.out
    assert "lost first by:\n    1 of 1: lucky 7; after L4 R3: L7" in got.out
    assert "p.csv:4: move 1, 'R9', cannot be played" in got.err and "Ada" not in got.out
    assert "in the states of all plays" in board.read_text() and "<svg" in graph.read_text()
    told = json.loads(run("plays", EIGHT, file, "--simulate", "expert", "--json").out)
    assert told["recorded"]["won"]["n"] == 2 and len(told["recorded"]["broken"]) == 1
    assert list(told["simulated"]) == ["expert"] and told["simulated"]["expert"]["plays"] == 200
    assert told["blind"]["win_chance"] == 0.6 and told["unknown"] == []
    every = run("plays", EIGHT, "--plays", "5")
    assert every.code == 0 and all(f"  {player}: " in every.out for player in PLAYERS)
    assert run("plays", EIGHT, "--plays", "5").out == every.out
    assert run("plays", EIGHT, "--plays", "5", "--seed", "1").out != every.out


def test_the_chapters_in_which_most_plays_end_are_told(run, tmp_path):
    """A play ends in the chapter of the last gate that it reached; a win ends in no chapter."""
    file = tmp_path / "p.csv"
    file.write_text("player,moves\na,R3L5L8\nb,R3\nc,R3R1\nd,L4\ne,R3L5\n")
    lines = run("plays", EIGHT, file).out.splitlines()
    at = lines.index("  ended most in chapters:")
    assert [line.split("): ")[1] for line in lines[at + 1 : at + 4]] == [
        "chapter 2 of 3, after R3",
        "chapter 1 of 3, at the start",
        "chapter 3 of 3, after R3 L5",
    ]
    assert [line.split(" of ")[0] for line in lines[at + 1 : at + 4]] == ["    2", "    1", "    1"]
    one_chapter = tmp_path / "q.csv"
    one_chapter.write_text("player,moves\na,L\n")
    assert "chapter" not in run("plays", "sokoban/too-late", one_chapter).out


def test_moves_after_a_win_are_left_out_and_counted(run, tmp_path):
    file = tmp_path / "p.csv"
    file.write_text("player,moves\nAda,R3L5L8\nBen,R3 L5 L8 R1\nCem,R3\n")
    got = run("plays", EIGHT, file)
    assert "\n  1 play cut after the win, where more moves follow\n" in got.out
    told = json.loads(run("plays", EIGHT, file, "--json").out)["recorded"]
    assert (told["won"]["count"], told["won"]["n"], told["cut_after_the_win"]) == (2, 3, 1)


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        (("--simulate", "worrier"), 2, "is not one of beginner"),
        (("nobody.csv",), 2, "no such file"),
        (("--simulate", "none", "-o", "x.svg"), 2, "no plays to draw"),
        (("-o", "x.txt"), 2, "x.txt"),
        (("--max-states", "3"), 3, "stopped"),
    ],
)
def test_what_cannot_be_told_of_plays(run, tmp_path, monkeypatch, asked, code, said):
    monkeypatch.chdir(tmp_path)
    got = run("plays", EIGHT, *asked)
    assert got.code == code and said in got.err and got.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_level_that_nobody_wins_has_plays_too(run):
    got = run("plays", "sokoban/corner", "--plays", "3")
    assert got.code == 0 and "no solution" in got.out and "by chance" not in got.out
    level = load("sokoban/corner")
    found = statistics_of(expand(level.puzzle), [Line("", (0,), ())])
    assert (found.lost.count, found.went_on.value, found.traps) == (1, 0, [])


def test_a_play_lasts_as_long_as_the_moves_that_it_made():
    level = load(EIGHT)
    plays = [Play("x:1", "", "", (), (50.0,)), Play("x:2", "", "", ("R3", "L5"), (3.0, 7.0, 90.0))]
    lines = replay_plays(level, expand(level.puzzle), plays).lines
    assert [line.milliseconds for line in lines] == [None, 7.0]
