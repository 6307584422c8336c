"""A part of a graph judges demands as far as it proves them, and no further."""

from __future__ import annotations

import random

from cuts import completions, level_of, parts, small_graphs
from effort import everything

from stategraph.design import demand, verdicts
from stategraph.metrics import METRICS

BOUNDED = [name for name, metric in METRICS.items() if metric.bound is not None]
WANTED = [{"at least": 2}, {"at most": 1}, [1, 2]]


def test_no_completion_contradicts_a_verdict():
    chance, decided = random.Random(1), set()
    demands = [demand(name, wanted) for name in BOUNDED for wanted in WANTED]
    for name, puzzle, whole in small_graphs(150 if everything() else 20):
        for part in [*parts(whole)][: -1 : 1 if everything() else 4]:
            level = level_of(name, puzzle, part)
            found = verdicts(level, part, demands)
            for other in completions(part, chance, 1):
                for one, true in zip(found, verdicts(level, other, demands), strict=True):
                    assert one.holds in (None, true.holds), (name, part, one, true)
            for one in found:
                most = one.demand.wanted.most
                if one.at_least is not None and most is not None and one.at_least > most:
                    decided.add(one.demand.name)
                    assert one.holds is False, (name, part, one)
    rare = {"largest_dead_end_cycle", "terminal_cycles", "dead_end_cycles", "doomed_states"}
    missing = set(BOUNDED) - rare - {"deepest_trap"} - decided
    assert not missing if everything() else len(decided) > 8, missing


def test_moves_of_one_label_that_lead_apart_are_followed_to_their_end(run, tmp_path):
    """A turn may lead to two states by the same label; the witness replays all the same."""
    level, rules = tmp_path / "one.txt", tmp_path / "rules.yaml"
    level.write_text("7;7;4\n0\n", "utf-8")
    rules.write_text("demand:\n  trap_moves: 0\n  unique_up_to_order: true\n  shortest: 1\n")
    words = ("check", level, "--rules", rules, "--puzzle", "labyrinth", "--by", "turns")
    got = run(*words)
    assert got.code == 1, got.err
