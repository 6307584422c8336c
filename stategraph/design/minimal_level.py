"""The minimal level: enough elements for the same shortest solutions or the same play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stategraph.design.removal_trials import Trial, Trials, most_states


def minimal(
    trials: Trials,
    whole_play: bool = False,
    on_progress: Callable[[int, int], None] = lambda kept, whole: None,
) -> tuple[list[int], bool]:
    """Return the indices of enough elements for the same play, and whether no limit was reached.

    The reduced level has the same shortest solutions as the level, label by label. If the level has
    no solution, the reduced level has none either. With `whole_play`, its whole state graph is
    equal up to the numbering of nodes. No remaining element can be removed: without it, the level
    plays differently or is invalid, or a limit leaves this unknown.

    The method is delta debugging: it tries to remove large parts first, from halves down to single
    elements. Let k be the number of remaining elements and n the number of all elements. The number
    of expansions grows like k log n, and in the worst case like n².

    Notes
    -----
    A. Zeller, R. Hildebrandt, Simplifying and isolating failure-inducing input, IEEE Transactions
    on Software Engineering 28 (2002), reduction to complements.
    """
    base = replace(trials.base, play=trials.play) if whole_play else trials.base
    all_of_them = list(range(len(trials.elements)))
    if (base.play if whole_play else base.fingerprint) is None:
        return all_of_them, False
    remaining, parts, sure = all_of_them, 1, True
    while remaining:
        size = -(-len(remaining) // parts)
        chunks = [remaining[first : first + size] for first in range(0, len(remaining), size)]
        lefts = [[k for k in remaining if k not in chunk] for chunk in chunks]
        removals = [
            sorted(set(all_of_them).difference(reduced_numbers)) for reduced_numbers in lefts
        ]
        reduced = False
        most = most_states(base.states)
        runs = trials.run(removals, whole_play, most, play=whole_play, all_of_them=False)
        for reduced_numbers, trial in zip(lefts, runs, strict=False):
            alike = _alike(base, trial, whole_play)
            sure = sure and alike is not None
            if alike:
                remaining, parts, reduced = reduced_numbers, max(parts - 1, 1), True
                break
        on_progress(len(remaining), len(all_of_them))
        if not reduced and size == 1:
            break
        if not reduced:
            parts = min(2 * parts, len(remaining))
    return remaining, sure


def _alike(base: Trial, trial: Trial, whole_play: bool) -> bool | None:
    """Return whether two levels play the same, or None if unknown."""
    if trial.reason:
        return False
    if whole_play and trial.states > base.states:  # a limit hides only further states
        return False
    if trial.solvable is not None and trial.solvable != base.solvable:
        return False
    if trial.solvable and trial.shortest != base.shortest:
        return False
    if trial.fingerprint is None or trial.fingerprint != base.fingerprint:
        return None if trial.fingerprint is None else False
    if not whole_play:
        return True
    return None if trial.play is None else trial.play == base.play
