"""What each element of a level is for: the record and the words of ``ablate``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.design import LOAD_BEARING, VERDICTS
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count, moves

if TYPE_CHECKING:
    from stategraph.design import Ablation, Finding, Trial
    from stategraph.levels import Level

SAYS = {
    "needed": "needed: without it there is no solution",
    "bars": "bars: without it there are other solutions",
    "shortens": "shortens: without it the shortest solution is longer",
    "varies": "varies: without it some of the shortest solutions are lost",
    "traps": "traps: without it the solutions stay, but not the dead ends",
    "decoration": "decoration: without it neither changes",
    "fixed": "fixed: it cannot be taken out",
    "unknown": "unknown: a limit was met",
}


def record(level: Level, found: Ablation, left: list[str], sure: bool) -> dict[str, Any]:
    """Return the record of an ablation.

    `left` names the elements that are enough, and `sure` says whether fewer are not.
    """
    base = found.base
    made = {
        "puzzle": puzzle_name(level),
        "shortest": base.shortest,
        "first_solution_moves": base.first,
        "trap_moves": base.trap_moves,
        "elements": [_finding_record(finding, base) for finding in found.findings],
        "enough": left,
        "enough_is_smallest": True if sure else None,
    }
    open_ = [] if sure else ["enough_is_smallest"]
    return {**made, "unknown": [*_unproven(made, base, limited=base.trap_moves is None), *open_]}


def _finding_record(finding: Finding, base: Trial) -> dict[str, Any]:
    trial, known = finding.trial, finding.verdict != "unknown"
    made = {
        "element": finding.element.name,
        "kind": finding.element.kind,
        "verdict": finding.verdict,
        "load_bearing": finding.verdict in LOAD_BEARING if known else None,
        "reason": trial.reason or trial.stopped,
        "solvable": trial.solvable,
        "shortest": trial.shortest,
        "gained": finding.gained,
        "lost": finding.lost,
        "dead_states": trial.dead_states,
        "trap_moves": trial.trap_moves,
        "trap_gained": trial.trap_gained,
        "trap_lost": trial.trap_lost,
    }
    limited = bool(trial.stopped) or base.trap_moves is None or not known
    unproven = _unproven(made, trial, limited=limited)
    return {**made, "unknown": [*([] if known else ["verdict"]), *unproven]}


def _unproven(made: dict[str, Any], trial: Trial, limited: bool) -> list[str]:
    """Return the names of what is null in a record since a limit was met."""
    none = {"enough_is_smallest"}
    if trial.solvable is False:  # there is none
        none |= {"shortest", "first_solution_moves"}
    return [name for name, value in made.items() if limited and value is None and name not in none]


def words(found: Ablation, left: list[str], same: str) -> list[str]:
    """Return a line for each element; `same` is what is kept by those `left`."""
    kept = "the same shortest solutions" if same == "solutions" else "the same play"
    enough = f"enough for {kept}: {len(left)} of {count(len(found.findings), 'element')}"
    return [*findings(found), f"{enough}{': ' if left else ''}{', '.join(left)}"]


def findings(found: Ablation) -> list[str]:
    """Return a line for each verdict, and below it one for all elements of the same effect."""
    lines = []
    for verdict in VERDICTS:
        group = found.called(verdict)
        effects: dict[str, list[str]] = {}  # elements of the same effect share a line
        for finding in group:
            effects.setdefault(_effect(found, finding), []).append(finding.element.name)
        lines += [SAYS[verdict]] if group else []
        lines += [
            f"  {', '.join(names)}{': ' if effect else ''}{effect}"
            for effect, names in effects.items()
        ]
    return lines


def _effect(found: Ablation, finding: Finding) -> str:
    """Return in words what becomes of the level without an element."""
    trial, base = finding.trial, found.base
    if finding.verdict == "fixed":
        return trial.reason
    if finding.verdict == "unknown":
        return f"stopped at the {trial.stopped}" if trial.stopped else ""
    if finding.verdict == "traps":
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
    """Return in words which dead ends differ: in number, or else which ones."""
    if trial.trap_moves != base.trap_moves:
        return f"trap moves {base.trap_moves:,} -> {trial.trap_moves:,}"
    both = ("new trap", trial.trap_gained), ("no trap any more", trial.trap_lost)
    traps = [f"{what}: {moves(way)}" for what, way in both if way is not None]
    if traps or trial.dead_states == base.dead_states:
        return "; ".join(traps) or "other dead states"
    return f"dead states {base.dead_states:,} -> {trial.dead_states:,}"
