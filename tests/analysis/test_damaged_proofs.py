"""Symmetries, quotients and contractions that are damaged on purpose are refused."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from effort import everything

from stategraph.analysis.quotient_choice import by
from stategraph.analysis.symmetry import renaming, symmetries
from stategraph.analysis.symmetry_reduction import symmetry_reduced
from stategraph.analysis.variable_quotient import by_variables
from stategraph.analysis.walk_contraction import OneWayWalk, contracted
from stategraph.errors import RuleError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.load import load
from stategraph.rules.candidate_symmetries import candidates
from stategraph.rules.puzzle import Puzzle
from tests.analysis.test_symmetry import heeds, naive_image
from tests.analysis.test_symmetry_reduction import same
from tests.support.random_levels import random_level

SYMMETRIC = ["psychopath/first-push", "pacman/passing-place", "spacewreck/merry-go-round"]


# ------------------------------------------------------------------------------------- symmetries


def damages(graph: ArrayGraph, chance: random.Random):
    """Yield the name of each damage, and the graph with that damage to one move."""
    wide = np.flatnonzero(np.diff(graph.offsets) > 1)
    node = int(chance.choice(wide.tolist()))
    first, second = chance.sample(range(graph.offsets[node], graph.offsets[node + 1]), 2)
    labels, targets = graph.labels.copy(), graph.targets.copy()
    labels[[first, second]] = labels[[second, first]]
    yield "labels swapped", graph.but(labels=labels)
    targets[first] = chance.choice([n for n in graph if n != targets[first]])
    yield "a move led elsewhere", graph.but(targets=targets)
    rows = np.arange(len(graph) + 1) > node
    yield (
        "a move dropped",
        graph.but(
            offsets=graph.offsets - rows,
            targets=np.delete(graph.targets, first),
            labels=np.delete(graph.labels, first),
        ),
    )


def map_of(image: np.ndarray) -> dict[int, int]:
    return {x: int(y) for x, y in enumerate(image) if y >= 0}


@pytest.mark.parametrize("name", SYMMETRIC)
def test_a_damaged_symmetry_is_refused(name):
    level, chance, refused, tried = load(name), random.Random(name), Counter(), Counter()
    graph = expand(level.puzzle)
    proven = symmetries(graph, level.family.renamings(level.puzzle))
    assert proven
    for one in proven[:3]:
        assert renaming(graph, one.image) is not None
        for _ in range(60 if everything() else 12):
            for what, damaged in damages(graph, chance):
                tried[what] += 1
                heeded = heeds(damaged, map_of(one.image))
                assert (renaming(damaged, one.image) is not None) == heeded, what
                refused[what] += not heeded
            image = one.image.copy()
            moved = chance.choice(np.flatnonzero(image >= 0).tolist())
            image[moved] = (image[moved] + 1) % len(graph)
            tried["a map wrong by one"] += 1
            heeded = heeds(graph, map_of(image))
            assert (renaming(graph, image) is not None) == heeded
            refused["a map wrong by one"] += not heeded
    for what, count in tried.items():  # a few are symmetries still
        assert refused[what] > 0.4 * count, (what, refused, tried)


def test_labels_that_are_renamed_in_two_ways_are_no_symmetry():
    """The first pair of states renames a to b, the second keeps a."""
    graph = ArrayGraph(
        offsets=np.array([0, 2, 3, 4, 4]),
        targets=np.array([1, 2, 3, 3], np.int32),
        labels=np.array([0, 1, 0, 0], np.uint16),
        label_names=("a", "b"),
        states=[*"suvg"],
        goal=3,
    )
    image = np.array([0, 2, 1, 3], np.int32)
    assert not heeds(graph, map_of(image)) and renaming(graph, image) is None
    right = graph.but(labels=np.array([0, 1, 0, 1], np.uint16))
    assert heeds(right, map_of(image)) and renaming(right, image).tolist() == [1, 0]


class Damaged:
    """The rules of a puzzle with damage to the moves of one state."""

    def __init__(self, puzzle: Puzzle, where, what: str, chance: random.Random):
        self._puzzle, self._where, self._what = puzzle, where, what
        self._first = chance.random()

    def __call__(self, state):
        moves = list(self._puzzle.moves(state))
        if state == self._where and moves:
            at = int(self._first * len(moves))
            label, to = moves[at]
            if self._what == "a move dropped":
                del moves[at]
            elif self._what == "labels swapped":
                other = (at + 1) % len(moves)
                moves[at], moves[other] = (label, moves[other][1]), (moves[other][0], to)
            else:
                moves[at] = label, state
        yield from moves

    def puzzle(self) -> Puzzle:
        known = self._puzzle
        start = {name: known.start[name] for name in known.variables.kinds}
        made = Puzzle(start, [self], known.is_goal, **known.variables.kinds)
        made.walker = known.walker
        return made


WAYS = ("labels swapped", "a move led elsewhere", "a move dropped")


@pytest.mark.parametrize("name", SYMMETRIC)
def test_an_expansion_by_symmetry_takes_in_no_damaged_one(name):
    level, chance = load(name), random.Random(name)
    known = list(level.family.renamings(level.puzzle))
    graph, fewer = expand(level.puzzle), 0
    all_names = symmetry_reduced(level.puzzle, known).quotient.names
    assert all_names
    for _ in range(12 if everything() else 2):
        for what in WAYS:
            where = graph.state(chance.randrange(len(graph)))
            puzzle = Damaged(level.puzzle, where, what, chance).puzzle()
            whole, made = (
                expand(puzzle, engine="direct"),
                symmetry_reduced(puzzle, known, engine="direct"),
            )
            proposed = {one.name: one for one in candidates(puzzle.variables, known)}
            for one in made.quotient.names:
                assert heeds(whole, naive_image(whole, proposed[one])), (what, where, one)
            fewer += made.quotient.names != all_names
    assert fewer


@pytest.mark.parametrize("first", [(0, 1, 1), (1, 2, 3), (0, 2, 1, 2), (-1, 0, 1), (0, 9)])
@pytest.mark.parametrize("size", [-1, 0, 1])
def test_a_table_that_is_no_renaming_is_refused(first, size):
    puzzle = load("spacewreck/eight-rooms").puzzle
    rooms = puzzle.variables.kinds["rocket"].n
    whole = (*first, *range(len(first), rooms + size))
    with pytest.raises(RuleError, match="each number from 0 to .* once"):
        list(candidates(puzzle.variables, [("wrong", {"rocket": whole})]))


# -------------------------------------------------------------------------- quotients, contractions


def test_an_arrow_that_one_state_lacks_is_not_a_must():
    graph = expand(load("psychopath/first-push").puzzle)
    made = by_variables(graph, ["player"])
    sure = Counter()

    def arrows_of(found):
        """Return whether each arrow is a must, by the classes at both ends and the label."""
        graph, must = found.graph, found.must.tolist()
        ends = [(graph.state(k), k == graph.goal) for k in graph]
        return {
            (ends[graph.sources[e]], graph.label(e), ends[graph.targets[e]]): sure
            for e, sure in enumerate(must)
        }

    def end(node):
        k = int(made.owner[node])
        return made.graph.state(k), k == made.graph.goal

    before = arrows_of(made)
    for move in range(0, graph.number_of_edges(), 1 if everything() else 5):
        tail = int(graph.sources[move])
        arrow = end(tail), graph.label(move), end(graph.targets[move])
        if not before.get(arrow):
            continue
        sure[int(made.sizes[made.owner[tail]])] += 1
        rows = np.arange(len(graph) + 1) > tail
        less = by_variables(
            graph.but(
                offsets=graph.offsets - rows,
                targets=np.delete(graph.targets, move),
                labels=np.delete(graph.labels, move),
            ),
            ["player"],
        )
        assert not arrows_of(less).get(arrow)
    assert sum(count for size, count in sure.items() if size > 1)


@pytest.mark.parametrize("family", ["psychopath", "sokoban"])
def test_a_contraction_of_damaged_steps_is_refused_or_right(family):
    """Steps that cannot be taken back refuse; else the classes are those that the steps make."""
    chance, outcomes = random.Random(family), Counter()
    for number in range(40 if everything() else 8):
        owner, puzzle = random_level(family, number)
        graph = expand(puzzle)
        for what in WAYS:
            where = graph.state(chance.randrange(len(graph)))
            damaged = Damaged(puzzle, where, what, chance).puzzle()
            level = Level(owner, damaged, f"{family} {number}", "random")
            try:
                made = contracted(damaged, engine="direct")
            except OneWayWalk:
                outcomes["refused"] += 1
                continue
            outcomes["made"] += 1
            steps = by(level, expand(damaged, engine="direct"), "walks")
            assert same(made, steps), (number, what, where)
    assert min(outcomes["refused"], outcomes["made"]) > 1, outcomes
