"""The contestants build the same graph: handwritten searches and SPIN count as `expand` does."""

import by_hand
import levels
import pytest
import ship_layers
import spin

from stategraph.analysis import moves_from_start
from stategraph.expand import expand
from stategraph.load import load

HARD_WALLS = [
    "XXXXXXX", "Xu_p_eX", "X_pX__X", "X__p_PX", "X_X___x", "XXXXXXX"
]  # fmt: skip
EMPTY_ROOM = ["%%%%%%", "%P 12%", "%3 %1%", "%  2Q%", "%%%%%%"]

SMALL = [
    ("spacewreck", (9, "pgbgpbpg", (1, 2), [(a, b, "pgb"[a * b % 3]) for a in range(1, 9)
                                            for b in range(1, 10) if (a + b) % 3])),
    ("spacewreck", levels.ship(12, 7)),
    ("psychopath", (HARD_WALLS,)),
    ("psychopath", (["XXXXX", "Xup_X", "X__eX", "XXXXX"],)),
    ("pacman", (EMPTY_ROOM,)),
    ("pacman", (["%%%%%", "%P2Q%", "%   %", "%%1%%"],)),
    *(("labyrinth", levels.maze_of_tiles(*sizes)) for sizes in ((1, 3, 1), (2, 2, 2), (3, 1, 5))),
    ("labyrinth", ([[9, 8], [6, 5]], 3, (0, 1), (1, 0))),
    *(("pledge", levels.sliding_tiles(2, 2, 6, seed)) for seed in range(4)),
    ("pledge", ([[12, 8], [4, 10]], (6, 4), "U", (-1, 4), 9)),
    ("sokoban", (levels.yard(5, 2),)),
    ("sokoban", (["#######", "#@$ .*#", "# $#. #", "#     #", "#######"],)),
]  # fmt: skip
NAMES = [f"{family}-{k}" for k, (family, _) in enumerate(SMALL)]


@pytest.mark.parametrize("level", [level for family, level in SMALL if family == "spacewreck"])
def test_a_program_in_c_counts_our_layers(level):
    graph = expand(levels.puzzle("spacewreck", level), engine="direct")
    layers = [0] * (max(moves_from_start(graph)) + 1)
    moves = list(layers)
    for node, depth in enumerate(moves_from_start(graph)):
        layers[depth] += 1
        moves[depth] += len(graph.moves(node))
    counted = list(zip(layers, moves, strict=True))
    assert ship_layers.count(level, 10**9) == counted
    assert ship_layers.count(level, layers[0] + 1) == counted[:2]


@pytest.mark.parametrize("family, level", SMALL, ids=NAMES)
def test_searches_by_hand_find_our_graph(family, level):
    graph = expand(levels.puzzle(family, level), engine="direct")
    states, moves = by_hand.search(*getattr(by_hand, family)(*level))
    assert len(states) == len(graph) > 5
    assert moves == [graph.moves(node) for node in range(len(graph))]
    assert graph.goal == (states.index(by_hand.WON) if by_hand.WON in states else None)


@pytest.mark.parametrize("family, level", SMALL, ids=NAMES)
def test_networks_by_hand_are_the_same_graph(family, level):
    start, moves = getattr(by_hand, family)(*level)
    states, rows = by_hand.search(start, moves)
    graph = by_hand.network(start, moves)
    assert list(graph) == states
    number = {state: k for k, state in enumerate(states)}
    found = [
        [(label, number[new]) for _, new, label in graph.out_edges(state, keys=True)]
        for state in states
    ]
    assert list(map(sorted, found)) == list(map(sorted, rows))


def test_searches_by_hand_stop_at_so_many_states():
    start, moves = by_hand.sokoban(*levels.WHOLE["sokoban"])
    assert 1_000 <= len(by_hand.search(start, moves, 1_000)[0]) < 1_004
    assert 1_000 <= len(by_hand.network(start, moves, 1_000)) < 1_004


def test_warehouse_is_the_bundled_level():
    ours = levels.puzzle("psychopath", levels.WHOLE["psychopath"])
    bundled = load("psychopath/warehouse").puzzle
    assert ours.start == bundled.start
    assert ours.board.lines == bundled.board.lines


@pytest.mark.long
@pytest.mark.skipif(bool(spin.missing()), reason="spin or cc is not installed")
@pytest.mark.parametrize("family, level", SMALL[::2], ids=NAMES[::2])
def test_spin_counts_our_states_and_moves(family, level, tmp_path):
    graph = expand(levels.puzzle(family, level), engine="direct")
    programs = spin.build(getattr(spin, family)(*level), tmp_path, searches=1)
    found = spin.run(*programs.values(), len(graph))
    assert (found["states"], found["moves"]) == (len(graph), graph.number_of_edges())
