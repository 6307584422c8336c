"""Claims about a part of a state graph: exactly those that hold in every completion."""

from __future__ import annotations

import pytest
from cuts import (
    ADDED,
    Slow,
    best,
    cut,
    level_of,
    parts,
    provable,
    small_graphs,
    small_levels,
    worst,
)
from effort import everything

from stategraph import analysis
from stategraph.analysis import query
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.metrics import measure
from stategraph.search.solve import solve


@pytest.fixture(scope="module")
def graphs():
    """Return the whole graphs that are cut at every number of states."""
    drawn = list(small_graphs(200 if everything() else 60))
    return [*drawn, *small_levels()] if everything() else drawn


def differing(graphs, claims):
    """Return where the claims of a part are not those that both extreme completions prove."""
    wrong = []
    for name, puzzle, whole in graphs:
        for part in parts(whole):
            extremes = [Slow(worst(part)), Slow(best(part))]
            for claim, told, proven in claims(name, puzzle, part, extremes):
                if told != proven:
                    wrong.append(f"{name}, {part.expanded}: {claim}: {told!r}, not {proven!r}")
    return wrong


def test_a_part_is_what_an_expansion_keeps(graphs):
    for name, puzzle, whole in graphs[:: 1 if everything() else 5]:
        for most in range(1, len(whole) + 1):
            kept = expand(puzzle, Limits(states=most), engine="direct")
            part = cut(whole, kept.expanded)
            assert (kept.complete, kept.expanded) == (part.complete, part.expanded), name
            assert [kept.moves(n) for n in kept] == [part.moves(n) for n in part], name
            assert kept.goal == part.goal, name


def of_the_level(name, puzzle, part, extremes):
    """Yield each claim about the whole level: its name, the answer, and the provable answer."""
    worst, best = extremes
    least = best.shortest
    yield (
        "solvable",
        analysis.solvable(part),
        provable([one.shortest is not None for one in extremes]),
    )
    shortest = worst.shortest if worst.shortest == best.shortest else None
    yield "shortest", analysis.shortest(part), shortest
    counts = [len(one.solutions()) for one in extremes]
    record = measure(part, ["shortest", "shortest_count", "unique", "first_solution"])
    yield "shortest_count", record["shortest_count"], provable(counts)
    unknown = {claim for claim in record if claim in record["unknown"]}
    yield "shortest unknown", "shortest" in unknown, shortest is None and least is not None
    several = shortest is not None and counts[0] > 1
    unique = None if shortest is None else False if several else provable([c == 1 for c in counts])
    yield "unique", record["unique"], unique
    for order, key in (("text", "".join), ("moves", tuple)):
        first = (
            None if shortest is None else provable([min(map(key, s.solutions())) for s in extremes])
        )
        found = solve(level_of(name, puzzle, part), "bfs", order=order)
        said = key(found.moves) if found.first else None
        yield f"first in {order} order", said, first
        yield "at least", found.at_least, 0 if least is None else least
        yield "length", found.length, shortest
        told = measure(part, ["first_solution"], order=order)["first_solution"]
        told = told and told.replace(" ", "")  # between labels such as R1 and 0
        yield f"first_solution in {order} order", told, None if first is None else "".join(first)


def test_a_part_says_of_the_level_what_it_proves(graphs):
    assert not differing(graphs, of_the_level)


def of_the_states(name, puzzle, part, extremes):
    """Yield each claim about a state of the part, and about the first path to it.

    A state of the frontier, one move nearer to the start, may have a move there of any label.
    """
    gone, stuck = analysis.dead(part), analysis.stuck(part)
    lost, slow, frontier = {}, extremes[0], part.frontier.tolist()
    for node in part:
        found = query(part, node)
        yield f"{node} can win", found.can_win, provable([not one.dead(node) for one in extremes])
        yield f"{node} dead", bool(gone[node]), all(one.dead(node) for one in extremes)
        yield f"{node} stuck", bool(stuck[node]), all(one.stuck(node) for one in extremes)
        alive = not extremes[0].dead(node)
        left = provable([one.left[node] for one in extremes]) if alive else None
        yield f"{node} moves to win", found.moves_to_win, left
        near = provable([one.best_moves(node) for one in extremes]) if alive else None
        ends = {to for _, to in extremes[0].rows[node]}
        near = near if left is not None or len(ends) == 1 else None  # else it may still change
        yield (
            f"{node} best moves",
            (found.best_known, found.best_moves),
            (near is not None, near or ()),
        )
        first = min(map("".join, slow.ways(node)))
        nearer = [one for one in frontier if slow.made[one] == slow.made[node] - 1]
        others = ["".join(way) + ADDED for one in nearer for way in slow.ways(one)]
        yield f"way to {node}", "".join(found.way.labels), first
        yield f"way to {node} is first", found.way_is_first, all(first < one for one in others)
        lost[node] = all(one.dead(node) for one in extremes)
    alive = {node for node in part if not extremes[0].dead(node)}
    moves = zip(part.sources.tolist(), part.targets.tolist(), strict=True)
    traps = [k for k, (source, to) in enumerate(moves) if source in alive and lost[to]]
    yield "trap moves", analysis.trap_moves(part).tolist(), traps


def test_a_part_says_of_its_states_what_it_proves(graphs):
    assert not differing(graphs, of_the_states)
