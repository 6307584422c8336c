"""Counts for designers, compared with their definitions on single states."""

from itertools import pairwise

import pytest

from stategraph import expand, load
from stategraph.analysis import dead
from stategraph.analysis.looks_dead import looks_dead
from stategraph.design import Trials, ablate, demand, measure_all, verdicts
from stategraph.invent import draft_of, maker, wishes
from stategraph.level_files import parse_level
from stategraph.metrics import measure_level

TRAPS = ["hidden_traps", "home_traps"]


def trap_moves(graph):
    """Return the moves from a state that can win to one that cannot."""
    lost = dead(graph)
    return [(a, b) for a in range(len(graph)) for _, b in graph.moves(a) if lost[b] and not lost[a]]


@pytest.mark.parametrize("name", ["three-in-a-row", "too-late", "two-to-put-away"])
def test_traps_are_counted_by_their_looks_and_by_boxes_on_goals(name):
    level = load(f"sokoban/{name}")
    graph = expand(level)
    found = measure_all(level, graph, TRAPS)
    walks = graph.by("walks")
    obvious, goals = looks_dead(level, walks), set(level.family.homes(level.puzzle))
    traps = trap_moves(walks)
    assert found["hidden_traps"] == sum(not obvious[to] for _, to in traps)
    assert found["home_traps"] == sum(
        bool(goals & set(walks.state(to)["boxes"])) for _, to in traps
    )
    assert found == measure_all(level, walks, TRAPS)


@pytest.mark.parametrize("name", ["sokoban/three-in-a-row", "psychopath/snake"])
def test_lines_of_steps_are_those_of_walks(name):
    graph = expand(name)
    found = measure_all(graph.level, graph, ["lines"])
    assert found["lines"] == measure_level(graph.level, graph.by("walks"), ["lines"])["lines"] > 0
    part = expand(name, max_states=50)
    assert measure_all(part.level, part, ["lines"]) == {
        "lines": None, "unknown": ["lines"], "left_out": [],
    }  # fmt: skip


@pytest.mark.parametrize("name", ["three-in-a-row", "invented/seventeen-cells", "first-push"])
def test_only_pushes_count_as_counterintuitive_units(name):
    graph = expand(f"sokoban/{name}")
    found = measure_all(graph.level, graph, ["counterintuitive_units", "pushes"])
    walks = graph.by("walks")
    estimate = graph.level.family.heuristics["pushes"](graph.level.puzzle)
    looks = [estimate(walks.state(node)) for node in walks.solution().nodes]
    assert found["counterintuitive_units"] == sum(a <= b for a, b in pairwise(looks))
    assert len(looks) == found["pushes"] + 1


def test_a_level_without_a_solution_or_a_heuristic_has_no_counterintuitive_units():
    for name in ("spacewreck/no-way-out", "puzzlescript/causeway"):
        graph = expand(name)
        found = measure_all(graph.level, graph, ["counterintuitive_units"])
        assert found["counterintuitive_units"] is None and found["unknown"] == []


def test_a_family_without_goals_for_pieces_has_no_traps_on_goals():
    level = load("spacewreck/eight-rooms")
    found = measure_all(level, expand(level), [*TRAPS, "board_symmetry"])
    assert found["home_traps"] is None and found["board_symmetry"] is None
    assert found["unknown"] == []


def test_a_board_in_a_format_without_signs_has_no_symmetry():
    level = load("psychopath/fill-the-pit")
    assert measure_all(level, expand(level), ["board_symmetry"])["board_symmetry"] is None


def test_elements_are_counted_by_the_verdicts_of_ablation():
    level = load("spacewreck/eight-rooms")
    graph = expand(level)
    found = measure_all(level, graph, ["load_bearing", "decoys", "decoration"])
    purposes = ablate(Trials(level.family, level.puzzle))
    assert [found["load_bearing"], found["decoys"], found["decoration"]] == [
        len(purposes.called("needed")) + len(purposes.called("bars")),
        len(purposes.called("traps")),
        len(purposes.called("decoration")),
    ]
    assert found["decoys"] == 2


def test_counts_are_unknown_on_a_part_of_a_graph():
    level = load("sokoban/three-in-a-row")
    part = expand(level, max_states=20)
    found = measure_all(level, part, ["hidden_traps", "decoys"])
    assert found["unknown"] == ["hidden_traps", "decoys"]
    (verdict,) = verdicts(level, part, [demand("decoys", [2, 4])])
    assert verdict.holds is None


@pytest.mark.parametrize(
    "board, share",
    [
        ("#####\n#@$.#\n#   #\n#####", 18 / 20),
        ("#####\n#*@*#\n#####", 1.0),
        ("####\n#@*#\n#* #\n####", 1.0),  # a diagonal
    ],
)
def test_a_board_is_symmetric_if_a_mirror_or_a_turn_keeps_its_cells(board, share):
    text = "puzzle: sokoban\nlevel: |\n" + "".join(f"  {row}\n" for row in board.split("\n"))
    level = parse_level(text, "board.yaml")
    assert measure_all(level, expand(level), ["board_symmetry"])["board_symmetry"] == pytest.approx(
        share
    )


def test_every_element_needed_or_a_decoy_can_be_demanded_of_inventions():
    level = load("spacewreck/eight-rooms")
    wanted = wishes([demand("decoration", 0), demand("decoys", [1, 5])], [], "shortest", 2000)
    seen = wanted.look(maker(level), draft_of(level.family, level.puzzle))
    assert (seen.failed, seen.miss) == ("decoration", "decoration 5, not 0")
