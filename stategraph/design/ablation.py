"""Ablation: the purpose of each element of a level.

The level is solved again without the element, and its shortest solutions are compared::

    needed      without it there is no solution
    bars        without it there are other solutions: shorter ones, or more
    shortens    without it the shortest solution is longer
    varies      without it some of the shortest solutions are lost, and others remain
    traps       the shortest solutions remain, but some trap moves disappear
    dead_ends   the shortest solutions and all trap moves remain, or the same mistakes are made
                earlier, but there are new traps or other dead states
    decoration  neither changes

Elements with the verdict *needed* or *bars* are essential to the puzzle (load-bearing). Those with
the verdict *traps* are its decoys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
    "dead_ends",
    "decoration",
    "fixed",
    "unknown",
)
LOAD_BEARING = ("needed", "bars")

# Without an element with one of these verdicts, the shortest solutions are the same.
SPARED = ("traps", "dead_ends", "decoration")


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
    examples: bool = True,
) -> Ablation:
    """Remove each element (or each of the `chosen` numbers) and return the verdicts.

    One expansion per element. Without `examples`, `trap_gained` may be missing, which saves time.
    ``on_progress(judged, all)`` is called after each element with the numbers of judged and of all
    elements.
    """
    numbers = range(len(trials.elements)) if chosen is None else chosen
    findings = []
    most = most_states(trials.base.states)
    runs = trials.run([(k,) for k in numbers], whole=True, states=most, examples=examples)
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
    if trial.trap_lost is not None:
        return "traps"
    return "decoration" if trial.same_dead_ends else "dead_ends"


def spares(finding: Finding) -> bool:
    """Return whether the level without the element has the same shortest solutions."""
    return finding.verdict in SPARED
