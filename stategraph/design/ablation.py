"""Ablation: the purpose of each element of a level.

The level is solved again without the element, and its shortest solutions are compared::

    needed      without it there is no solution
    bars        without it there are other solutions: shorter ones, or more
    shortens    without it the shortest solution is longer
    varies      without it some of the shortest solutions are lost, and others remain
    traps       the shortest solutions remain, but other moves are traps or other states are dead
    decoration  neither changes

Elements with the verdict *needed* or *bars* are essential to the puzzle (load-bearing).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from stategraph.analysis.same_solutions import Labels
from stategraph.design.removal_trials import Trial, Trials, most_states
from stategraph.readable import Readable
from stategraph.rules.element import Element

VERDICTS = (
    "needed",
    "bars",
    "shortens",
    "varies",
    "traps",
    "decoration",
    "fixed",
    "unknown",
)
LOAD_BEARING = ("needed", "bars")


@dataclass(frozen=True)
class Finding:
    """The purpose of an element.

    Attributes
    ----------
    element : Element
    verdict : str
        one of `VERDICTS`; "fixed": it cannot be removed; "unknown": a limit was reached
    trial : Trial
        the level without it
    """

    element: Element
    verdict: str
    trial: Trial

    @property
    def gained(self) -> Labels | None:
        """A shortest solution only without the element."""
        return self.trial.gained

    @property
    def lost(self) -> Labels | None:
        """A shortest solution only with the element."""
        return self.trial.lost


@dataclass(frozen=True, repr=False)
class Ablation(Readable):
    """The purposes of all elements of a level.

    Attributes
    ----------
    base : Trial
        the unchanged level
    findings : tuple of Finding
        in the order of its elements
    """

    base: Trial
    findings: tuple[Finding, ...]

    def called(self, verdict: str) -> list[Finding]:
        """Return the findings that have a given verdict."""
        return [finding for finding in self.findings if finding.verdict == verdict]


def ablate(
    trials: Trials,
    chosen: Sequence[int] | None = None,
    on_progress: Callable[[int, int], None] = lambda made, whole: None,
) -> Ablation:
    """Remove each element (or each of the `chosen` numbers) and return the verdicts.

    One expansion per element. ``on_progress(judged, all)`` is called after each element with the
    numbers of judged and of all elements.
    """
    numbers = range(len(trials.elements)) if chosen is None else chosen
    findings = []
    runs = trials.run([(k,) for k in numbers], whole=True, states=most_states(trials.base.states))
    for k, trial in zip(numbers, runs, strict=True):
        findings.append(Finding(trials.elements[k], judge(trials.base, trial), trial))
        on_progress(len(findings), len(numbers))
    return Ablation(trials.base, tuple(findings))


def judge(base: Trial, trial: Trial) -> str:
    """Return the verdict on the elements whose removal turned `base` into `trial`.

    A verdict other than "unknown" is exact, because all shortest solutions must be known for it.
    """
    if trial.reason:
        return "fixed"
    if base.fingerprint is None or trial.solvable is None:
        return "unknown"
    if base.solvable != trial.solvable:
        return "bars" if trial.solvable else "needed"
    if trial.shortest != base.shortest:
        assert trial.shortest is not None and base.shortest is not None
        return "bars" if trial.shortest < base.shortest else "shortens"
    if trial.fingerprint is None:
        return "unknown"
    if trial.fingerprint != base.fingerprint:
        return "bars" if trial.gained is not None else "varies"
    if trial.same_dead_ends is None:
        return "unknown"
    return "decoration" if trial.same_dead_ends else "traps"


def spares(finding: Finding) -> bool:
    """Return whether the level without the element has the same shortest solutions."""
    return finding.verdict in ("decoration", "traps")


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
