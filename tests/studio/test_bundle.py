"""A bundle agrees with the graph and the family."""

from __future__ import annotations

import functools
import json
import zlib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from effort import sampled

from stategraph import analysis
from stategraph.analysis.dead_patterns import patterns_of
from stategraph.analysis.trap_reasons import reasons_of
from stategraph.design import why
from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.load import load
from stategraph.rules.drawing import Drawing
from stategraph.rules.svg import elements
from stategraph.studio.board_table import board_table
from stategraph.studio.level_bundle import bundle
from stategraph.studio.share_page import share
from stategraph.studio.trap_reasons import trap_groups
from stategraph.tell.unsolvable_reason import sentence

LEVELS = [
    "labyrinth/nine-tiles",
    "pacman/first-meal",
    "pledge/ferry",
    "psychopath/carousels",
    "puzzlescript/causeway",
    "sokoban/corner",
    "spacewreck/eight-rooms",
    "spacewreck/no-way-out",
    "spacewreck/already-there",
]


def unpack(data: bytes) -> tuple[dict, dict]:
    """Do what static/bundle.js does."""
    raw = zlib.decompress(data)
    size = int.from_bytes(raw[:4], "little")
    head, at, arrays = json.loads(raw[4 : 4 + size]), 4 + size, {}
    for name, kind, length in head["arrays"]:
        arrays[name] = np.frombuffer(raw, np.dtype(kind).newbyteorder("<"), length, at)
        at += -(-arrays[name].nbytes // 4) * 4
    return head, arrays


@functools.cache
def whole(name: str) -> tuple:
    level = read_level(name)
    graph = expand(level.puzzle, engine="direct")
    return level, graph, *unpack(bundle(level, graph))


@pytest.fixture(params=sampled(LEVELS, 3))
def opened(request):
    """Return a level, its graph, and the head and arrays of its bundle, the same to all tests."""
    return whole(request.param)


def test_the_arrays_are_those_of_the_graph(opened):
    _, graph, head, arrays = opened
    assert arrays["degrees"].tolist() == np.diff(graph.offsets).tolist()
    assert arrays["labels"].tolist() == graph.labels.tolist()
    assert arrays["left"].tolist() == analysis.moves_to_goal(graph).tolist()
    moves, highest, targets = graph.number_of_edges(), 0, []
    for short in arrays["newest"].reshape(4, moves).T.astype(np.int64) @ [
        1,
        1 << 8,
        1 << 16,
        1 << 24,
    ]:
        targets.append(highest + 1 - int(short))
        highest = max(highest, targets[-1])
    assert targets == graph.targets.tolist()
    assert head["names"] == list(graph.label_names)


def test_every_board_is_what_the_family_draws(opened):
    level, graph, head, arrays = opened
    columns = arrays["columns"].reshape(-1, head["boards"])
    won = analysis.winning_states(graph, level.puzzle.moves)
    boards = {node: level.draw(graph.state(node)) for node in range(len(graph))}
    for board, state in zip(arrays["wins"].tolist(), won, strict=True):
        boards[board] = level.draw(state)
    assert sorted(boards) == list(range(head["boards"]))
    for board, drawing in boards.items():
        pieces = [head["pieces"][piece - 1] for piece in columns[:, board] if piece]
        drawn = drawing.svg_shapes().split("\n")
        assert "\n".join([head["floor"], *pieces]).strip("\n").split("\n") == drawn


def test_winning_moves_show_the_state_that_is_reached(opened):
    level, graph, _, arrays = opened
    won = analysis.winning_states(graph, level.puzzle.moves)
    assert len(won) == len(arrays["wins"]) == np.count_nonzero(graph.targets == graph.goal)
    assert all(level.puzzle.is_goal(state) for state in won)


def test_it_is_said_why_nobody_can_win(opened):
    level, graph, head, _ = opened
    found = why(level, graph)
    assert head["why"] == ("" if found is None else sentence(level, found))
    assert bool(head["why"]) == (graph.goal is None)


def test_traps_are_grouped_by_the_reasons_of_the_dead_states(opened):
    level, graph, head, arrays = opened
    traps, groups = arrays["traps"].tolist(), head["groups"]
    assert sorted(traps) == analysis.trap_moves(graph).tolist()
    found = reasons_of(level, graph)
    columns = arrays["columns"].reshape(-1, head["boards"])
    told = [each for each in found.reasons if len(each.moves)]
    told.sort(key=lambda each: -len(each.moves))
    assert [group["moves"] for group in groups if group["reason"]] == [len(r.moves) for r in told]
    assert sum(group["moves"] for group in groups) == len(traps)
    for group, reason in zip(groups, told, strict=False):
        assert group["reason"] == reason.in_words(graph.variables)
        source, depth, label = group["nearest"]
        target = next(to for name, to in graph.moves(source) if name == label)
        whole = level.family.name in ("labyrinth", "pledge", "puzzlescript")
        pattern = patterns_of(level, graph).patterns[patterns_of(level, graph).of[target]]
        assert pattern in reason.patterns
        for node in [target] if whole else pattern.nodes:
            assert set(group["pieces"]) <= {p - 1 for p in columns[:, node] if p}
        assert not whole or len(group["pieces"]) == np.count_nonzero(columns[:, target])
        depths = analysis.moves_from_start(graph)
        assert depth == depths[source] == min(depths[graph.sources[reason.moves]])


def test_patterns_with_one_cause_are_one_group():
    level = read_level("sokoban/too-late")
    graph = expand(level.puzzle)
    table = board_table(lambda node: level.draw(graph.state(node)), range(len(graph)))
    _, groups = trap_groups(level, graph, table)
    assert [group["reason"] for group in groups] == [
        "box on any cell of the top row or the bottom row",
        "box 2:7 and box 3:7, or symmetric",
    ]
    for group in groups:  # the boards show the lost boxes
        source, _, label = group["nearest"]
        target = next(to for name, to in graph.moves(source) if name == label)
        assert group["pieces"] and set(group["pieces"]) < set(table.of(target))


def test_the_same_level_gives_the_same_bytes(opened):
    level, graph, *_ = opened
    assert share(level, graph) == share(level, graph)


def test_a_floor_that_not_all_boards_have_is_given_up():
    def draw(number: int) -> Drawing:
        made = Drawing(3, 1)
        made.rect(0, 0, 3, 1, "#111111")
        made.rect(2 if number == 1 else 0, 0, 1, 1, "#222222")
        made.disc(1.5, 0.5, 0.2, "#333333")
        return made

    table = board_table(draw, range(9))
    assert len(table.floor) == 1 and len(table.pieces) == 3
    for number in range(9):
        pieces = "\n".join(elements(table.pieces[piece]) for piece in table.of(number))
        assert f"{elements(table.floor)}\n{pieces}" == draw(number).svg_shapes()


def test_a_level_that_is_too_large_is_refused(run, tmp_path):
    at = tmp_path / "level.html"
    done = run("share", "psychopath/carousels", "-o", str(at), "--max-states", "5")
    assert done.code == 3
    assert "stopped at the limit of 5 states, and one file holds whole levels only" in done.err
    assert not at.exists()
    assert run("share", "psychopath/carousels", "-o", str(tmp_path / "level.txt")).code == 2


def test_puzzles_without_variables_are_shared_too(run, tmp_path, monkeypatch):
    """A graph of another program, and a puzzle in plain Python, have no variables."""
    monkeypatch.chdir(tmp_path)
    edge = {"source": "a", "target": "b", "label": "x"}
    nodes = [{"id": "a"}, {"id": "b"}]
    Path("graph.json").write_text(json.dumps({"directed": True, "nodes": nodes, "edges": [edge]}))
    graph = run("share", "graph.json", "--start", "a", "--goal", "b", "-o", "graph.html")
    assert (graph.code, graph.err) == (0, "")
    puzzle = SimpleNamespace(start=0, moves=lambda n: [("up", n + 1)], is_goal=lambda n: n == 3)
    monkeypatch.setattr("stategraph_puzzles.spacewreck.stairs", puzzle, raising=False)
    stairs = run("share", "--puzzle", "stategraph_puzzles.spacewreck:stairs", "-o", "stairs.html")
    assert (stairs.code, stairs.err) == (0, "")
    level = load(None, "stategraph_puzzles.spacewreck:stairs")
    head, _ = unpack(bundle(level, expand(level.puzzle)))
    assert (head["states"], head["goal"]) == (4, 3)


def test_what_a_level_says_is_data(run, tmp_path):
    evil = tmp_path / "evil.yaml"
    evil.write_text(
        "puzzle: spacewreck\ntitle: '</title><script>window.hacked = 1</script> \u202e'\nlevel: |\n"
        "  3 2\n  <b> <b>\n  1 2\n  1 3 <b>\n  2 3 <b>\n"
    )
    at = tmp_path / "evil.html"
    assert run("share", str(evil), "-o", str(at)).code == 0
    text = at.read_text("utf-8")
    assert text.count("<script") == 4 and "<b>" not in text and "\u202e" not in text
