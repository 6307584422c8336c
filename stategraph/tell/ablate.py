"""Record and text of ``ablate``: the purpose of each element of a level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.design import LOAD_BEARING, VERDICTS
from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import moves
from stategraph.tell.records import closed, record_of

if TYPE_CHECKING:
    from stategraph.design import Ablation, Finding, Trial
    from stategraph.level_files import Level

SAYS = {
    "needed": "needed: without it there is no solution",
    "bars": "restricts: without it there are other solutions",
    "shortens": "shortens: without it the shortest solution is longer",
    "varies": "varies: without it some of the shortest solutions are lost",
    "traps": "traps: without it the solutions stay the same, and some traps disappear",
    "dead_ends": "dead ends: without it solutions and traps stay, but there are other dead ends",
    "decoration": "decoration: without it nothing changes",
    "fixed": "fixed: it cannot be removed",
    "unknown": "unknown: a limit was reached",
}


def word(verdict: str) -> str:
    """Return the word that text and pictures show for a verdict. JSON has the verdict itself.

    >>> word("bars"), word("needed")
    ('restricts', 'needed')
    """
    return SAYS[verdict].partition(":")[0]


def record(level: Level, ablation: Ablation, sufficient: list[str], sure: bool) -> Record:
    """Return the record of an ablation.

    `sufficient` names elements that suffice without the others. `sure` is True if no smaller set
    suffices.
    """
    base = ablation.base
    values = {
        "puzzle": puzzle_name(level),
        "shortest": base.shortest,
        "first_solution_moves": base.first,
        "trap_moves": base.trap_moves,
        "elements": [_finding_record(finding, base) for finding in ablation.findings],
        "enough": sufficient,
        "enough_is_smallest": True if sure else None,
    }
    unproven = _unproven(values, base, limited=base.trap_moves is None)
    return closed(values, [*unproven, "enough_is_smallest"])


def _finding_record(finding: Finding, base: Trial) -> Record:
    trial, decided = finding.trial, finding.verdict != "unknown"
    values = {
        "element": finding.element.name,
        "kind": finding.element.kind,
        "verdict": finding.verdict if decided else None,
        "load_bearing": finding.verdict in LOAD_BEARING if decided else None,
        "reason": trial.reason or trial.stopped,
        **record_of(trial, *OF_A_TRIAL),
    }
    limited = bool(trial.stopped) or base.trap_moves is None or not decided
    return closed(values, _unproven(values, trial, limited=limited))


OF_A_TRIAL = (
    *("solvable", "shortest", "gained", "lost", "dead_states", "trap_moves"),
    *("trap_gained", "trap_lost"),
)


def _unproven(values: Record, trial: Trial, limited: bool) -> list[str]:
    """Return the names of values that are null because a limit was reached."""
    none = {"enough_is_smallest"}
    if trial.solvable is False:  # in this case these values do not exist
        none |= {"shortest", "first_solution_moves"}
    return [
        name for name, value in values.items() if limited and value is None and name not in none
    ]


def words(ablation: Ablation, sufficient: list[str], same: str) -> list[str]:
    """Return lines about all elements. Those in `sufficient` alone preserve the property `same`."""
    preserved = "the same shortest solutions" if same == "solutions" else "the same state graph"
    enough = (
        f"enough for {preserved}: {len(sufficient)} of {count(len(ablation.findings), 'element')}"
    )
    return [*findings(ablation), f"{enough}{': ' if sufficient else ''}{', '.join(sufficient)}"]


def findings(ablation: Ablation) -> list[str]:
    """Return a line for each verdict, with a line below it for each group of equal effects."""
    lines = []
    for verdict in VERDICTS:
        group = ablation.called(verdict)
        effects: dict[str, list[str]] = {}  # elements with the same effect share a line
        for finding in group:
            effects.setdefault(_effect(ablation, finding), []).append(finding.element.name)
        lines += [SAYS[verdict]] if group else []
        lines += [
            f"  {', '.join(names)}{': ' if effect else ''}{effect}"
            for effect, names in effects.items()
        ]
    return lines


def _effect(ablation: Ablation, finding: Finding) -> str:
    """Return the effect of removing an element, as text."""
    trial, base = finding.trial, ablation.base
    if finding.verdict == "fixed":
        return trial.reason
    if finding.verdict == "unknown":
        return f"stopped at the {trial.stopped}" if trial.stopped else ""
    if finding.verdict in ("traps", "dead_ends"):
        return _dead_ends(base, trial)
    parts = []
    if trial.shortest != base.shortest and trial.shortest is not None:
        was = "no solution" if base.shortest is None else count(base.shortest, "move")
        parts.append(f"{was} -> {trial.shortest}")
    if finding.gained is not None:
        parts.append(f"new: {moves(finding.gained)}")
    if finding.lost is not None:
        parts.append(f"lost: {moves(finding.lost)}")
    return "; ".join(parts)


def _dead_ends(base: Trial, trial: Trial) -> str:
    """Return how dead ends change as text: the number of traps, example traps, or dead states."""
    before, after = base.trap_moves, trial.trap_moves
    if before != after and before is not None and after is not None:
        removed = trial.trap_lost if after > before else None
        example = "" if removed is None else f"; trap removed: {moves(removed)}"
        return f"trap moves {before:,} -> {after:,}{example}"
    examples = ("new trap", trial.trap_gained), ("trap removed", trial.trap_lost)
    traps = [f"{kind}: {moves(path)}" for kind, path in examples if path is not None]
    if traps or trial.dead_states == base.dead_states:
        return "; ".join(traps) or "other dead states"
    return f"dead states {base.dead_states:,} -> {trial.dead_states:,}"
