"""The text of ``analyse`` does not depend on metrics that it does not show."""

import pytest

from stategraph import load
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.metrics import METRICS, analyse
from stategraph.metrics.level_metrics import shown
from stategraph.tell import analyse as tell
from stategraph.tell import overview

LEVELS = [
    *("sokoban/too-late", "psychopath/first-push", "pacman/first-meal", "labyrinth/nine-tiles"),
    *("spacewreck/eight-rooms", "pledge/for-ever"),
]


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("by_moves", [False, True])
@pytest.mark.parametrize(
    ("names", "words"), [(overview.NAMES, overview.words), (METRICS.keys(), tell.words)]
)
@pytest.mark.parametrize("states", [None, 20])
def test_text_is_the_same_without_the_other_metrics(name, by_moves, names, words, states):
    level = load(name)
    graph = expand(level.puzzle, Limits(states=states))
    chosen = analyse(level, graph, names, by_moves=by_moves)
    assert words(chosen, by_moves) == words(analyse(level, graph), by_moves)


def test_only_chosen_metrics_are_computed():
    level = load("sokoban/too-late")
    graph = expand(level.puzzle)
    facts = analyse(level, graph, ["gates"])
    assert shown(graph, facts.seen_by, by_moves=False) is facts.seen_by
    assert "gates" in facts.units and "muse" not in facts.units
    assert "gates" not in facts.numbers
    by_moves = analyse(level, graph, ["gates"], by_moves=True)
    assert "gates" in by_moves.numbers and "gates" not in by_moves.units


def test_answers_in_the_level_file_are_computed():
    level = load("sokoban/too-late")
    level.expect["diamonds"] = -1
    assert "diamonds" in analyse(level, expand(level.puzzle), ["gates"]).numbers
