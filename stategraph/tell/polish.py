"""Record and text of ``polish``: a level improved step by step."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from stategraph.invent.polish import BARE, CLOSED, SHORTENED
from stategraph.readable import Record, count
from stategraph.tell import diff
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import moves
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.design import Comparison
    from stategraph.invent import Polish, Repair, Step
    from stategraph.level_files import Level

# Advice for users if some trials were undecided.
TOO_LARGE = ", some too large to decide (see --max-states)"

SAYS = {
    CLOSED: "removes unintended solutions",
    SHORTENED: "shortens dead walks",
    BARE: "removes decoration",
}


def record(level: Level, polish: Polish) -> Record:
    """Return the record of a polish run."""
    closing = polish.closing
    is_closed = True if closing.draft is not None else False if closing.proven else None
    values = {
        "puzzle": puzzle_name(level),
        "solution": polish.solution,
        "closed": is_closed,
        "fewest": closing.proven if is_closed else None,
        "steps": [_step(level, step) for step in polish.steps],
        "level": polish.draft.text,
        "levels_seen": polish.tried,
        "complete": polish.complete,
    }
    return closed(values, [] if closing.proven else ["fewest" if is_closed else "closed"])


def _step(level: Level, step: Step) -> Record:
    return {"step": step.kind, "changes": step.edits, "proof": _proof(level, step)}


def _proof(level: Level, step: Step) -> Record:
    proof = diff.record(level, level, step.proof)
    return {name: value for name, value in proof.items() if name not in ("before", "after")}


def words(level: Level, polish: Polish) -> list[str]:
    """Return each step with its changes."""
    lines = [] if polish.closing.draft is not None else [_open(polish.closing)]
    for step in polish.steps:
        lines.append(f"{SAYS[step.kind]}: {', '.join(step.edits)}")
        lines += [f"  {line}" for line in (*diff.words(level, step.proof), *_stays(step.proof))]
    solution_text = f"{moves(polish.solution)} is a shortest solution"
    return [*lines, f"{count(len(polish.steps), 'step')}; {solution_text}", _outcome(polish)]


def _outcome(polish: Polish) -> str:
    """Return lines about the attempts, the edits, and the reason why polishing ended."""
    kinds = Counter(step.kind for step in polish.steps)
    edits = sum(len(step.edits) for step in polish.steps if step.kind == CLOSED)
    changes = [f"closed by {count(edits, 'edit')}"] if edits else []
    changes += [f"shortened by {count(kinds[SHORTENED], 'edit')}"] if kinds[SHORTENED] else []
    spared = count(kinds[BARE], "element")
    changes += [f"{spared} of decoration removed"] if kinds[BARE] else []
    ended = "no edit shortens dead walks, and no decoration is left"
    why = ended if polish.complete else "the time was over"
    examined = f"{count(polish.tried, 'level')} examined"
    return f"{examined}; {', '.join(changes) or 'unchanged'}; stopped: {why}"


def _stays(proof: Comparison) -> list[str]:
    """Return the properties that are proven to be unchanged."""
    unchanged = []
    if proof.lost == () == proof.gained:
        unchanged.append("shortest solutions")
    if proof.closed_count == 0 == proof.opened_count:
        unchanged.append("trap moves")
    return [f"all {' and '.join(unchanged)} stay the same"] if unchanged else []


def _open(closing: Repair) -> str:
    """Return a line which says that unintended solutions remain, and whether this is proven."""
    changes = "no single change" if closing.most == 1 else f"no {closing.most} changes"
    are = "is" if closing.most == 1 else "are"
    examined = f"{count(closing.tried, 'level')} examined{'' if closing.proven else TOO_LARGE}"
    return f"unintended solutions remain: {changes} {are} enough; {examined}"
