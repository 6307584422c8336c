"""Record and text of ``diff``: differences between two versions of a level."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from stategraph.metrics import METRICS
from stategraph.readable import Record
from stategraph.tell.phrases import cell, columns, count, moves
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.analysis.path_sets import Labels
    from stategraph.design import Change, Comparison, Departure
    from stategraph.level_files import Level

# maximum number of solutions, and of trap moves, shown as text
MAX_SHOWN = 3

# values that are null if they are not proven
UNPROVEN = (
    *("same_play", "solutions_lost", "solutions_gained"),
    *("trap_moves_closed", "trap_moves_opened", "closed", "opened"),
)

# the metrics shown as text; --json has all
MAIN_GROUPS = ("size", "solution", "dead ends")


def record(before: Level, after: Level, found: Comparison) -> Record:
    """Return the differences, for programs."""

    def changes(some: tuple[Change, ...] | None) -> Any:
        if some is None:
            return None
        return [_shown(change, found.blamed) for change in some]

    def departure(one: Departure | None) -> Any:
        return None if one is None else _shown(one, found.blamed)

    made = {
        "before": before.name,
        "after": after.name,
        "same_play": found.same,
        "labels_renamed": found.play.labels,
        "removed": found.removed,
        "added": found.added,
        "others": {name: {"before": a, "after": b} for name, (a, b) in found.others.items()},
        "blamed": found.blamed,
        "shortcut": departure(found.shortcut),
        "detour": departure(found.detour),
        "solutions_lost": changes(found.lost),
        "solutions_gained": changes(found.gained),
        "trap_moves_closed": found.closed_count,
        "trap_moves_opened": found.opened_count,
        "closed": changes(found.closed),
        "opened": changes(found.opened),
        "metrics": {n: {"before": a, "after": b} for n, (a, b) in found.metrics.items()},
    }
    unproven = ["labels_renamed"] if found.same is None else []
    unproven += [*found.open, *(name for name in UNPROVEN if made[name] is None)]
    return {**made, "unknown": [*unproven, *found.unknown]}


def _shown(one: Change | Departure, sought: bool) -> Record:
    """Return the record of one difference; its causes are null if unknown."""
    made = dict(vars(one))
    if one.causes is not None:
        return closed(made)
    blame = ("because", "jointly", "causes")
    return closed(made | dict.fromkeys(blame), blame if sought else ())


def words(before: Level, found: Comparison) -> list[str]:
    """Return the differences, for people."""
    return changes(before, found) + _metrics(found)


def changes(before: Level, found: Comparison) -> list[str]:
    """Return the differences without the metrics, for people."""
    lines = [
        {True: "same state graph", False: "different state graphs", None: "unknown"}[found.same]
    ]
    if found.play.labels:
        renamed = [f"{a} is now {b}" for a, b in sorted(found.play.labels.items()) if a != b]
        lines[0] += f" except for the names of moves: {', '.join(renamed)}"
    moved = moves_of_elements(found.removed, found.added)
    lines += [f"{old} moved to {new.rpartition(' ')[2]}" for old, new in moved.items()]
    lines += [f"removed: {name}" for name in found.removed if name not in moved]
    lines += [f"added: {name}" for name in found.added if name not in moved.values()]
    for name, (a, b) in found.others.items():
        lines += _option(name, str(a), str(b))
    nothing = not (found.removed or found.added or found.others)
    if nothing and found.same is False and before.family.name:
        lines.append("no element changed, but something else in the level did")
    if not found.blamed:
        lines.append("too many elements changed to find the one behind each difference")
    elif _open(found):
        lines.append("a limit was reached: the cause is unknown where no element is named")
    causes = _Causes(moved)
    shared = causes.shared(found)
    lines += [f"the cause of all differences below: {shared}"] if shared else []
    lines += _departure("shortcut", "the old solutions", found.shortcut, causes)
    lines += _departure("lost shortcut", "the new solutions", found.detour, causes)
    lines += _changes("solutions lost", found.lost, causes)
    lines += _changes("solutions gained", found.gained, causes)
    lines += _traps("trap moves removed", found.closed, found.closed_count or 0, causes)
    return lines + _traps("trap moves added", found.opened, found.opened_count or 0, causes)


def moves_of_elements(removed: Sequence[str], added: Sequence[str]) -> dict[str, str]:
    """Return the elements that moved, by the name before: those of a kind whose number stays.

    Elements that are close together are paired first. Only cells, such as ``box 6:5``, move.

    >>> moves_of_elements(["box 6:5", "wall 1:1"], ["box 6:4"])
    {'box 6:5': 'box 6:4'}
    """
    pairs: dict[str, str] = {}
    kinds = {name.rpartition(" ")[0] for name in removed}
    for kind in sorted(kinds):
        old = {name: cell for name in removed if (cell := _cell_of(name, kind))}
        new = {name: cell for name in added if (cell := _cell_of(name, kind))}
        if len(old) != len(new):
            continue
        near = sorted(product(old, new), key=lambda both: math.dist(old[both[0]], new[both[1]]))
        for one, other in near:
            if one not in pairs and other not in pairs.values():
                pairs[one] = other
    return {name: pairs[name] for name in removed if name in pairs}


def _cell_of(name: str, kind: str) -> tuple[int, int] | None:
    """Return the row and column in a name of an element of a kind; None if it has none."""
    found = re.fullmatch(rf"{re.escape(kind)} (\d+):(\d+)", name)
    return None if found is None else (int(found[1]), int(found[2]))


class _Causes:
    """The causes of differences as text; causes that all differences share are left out."""

    def __init__(self, moved: Mapping[str, str]):
        self._moved = moved
        self._shared = ""

    def shared(self, found: Comparison) -> str:
        """Return the causes that more than `MAX_SHOWN` differences share, or ""."""
        alone = [one for one in (found.shortcut, found.detour) if one is not None]
        groups = found.lost, found.gained, found.closed, found.opened
        every: list[Change | Departure] = [*alone]
        every += [change for some in groups for change in some or ()]
        texts = {self.text(one) for one in every}
        self._shared = texts.pop() if len(every) > MAX_SHOWN and len(texts) == 1 else ""
        return self._shared

    def text(self, one: Change | Departure) -> str:
        """Return the causes of a difference: sets of edits, each sufficient alone."""
        sets = one.causes or ()
        several = len(sets) > 1 and max(map(len, sets)) > 1
        return (", or " if several else " or ").join(
            " and ".join(self._edits(cause)) for cause in sets
        )

    def _edits(self, cause: Labels) -> list[str]:
        """Return the edits of a cause; both ends of a moved element are one edit."""
        ends = {old: new for old, new in self._moved.items() if {old, new} <= set(cause)}
        taken = set(ends.values())
        return [
            f"the move of {name}" if name in ends else name for name in cause if name not in taken
        ]

    def because(self, one: Change | Departure) -> str:
        """Return the causes of a difference as the end of a line; "" if all share them."""
        words = "" if self._shared else self.text(one)
        return f", because of {words}" if words else ""


def _option(name: str, before: str, after: str) -> list[str]:
    """Return the change of an option; for a text of several lines, the changed lines."""
    if "\n" not in before + after:
        return [f"{name}: {before} -> {after}"]
    import difflib

    old, new = ([line.strip() for line in text.splitlines()] for text in (before, after))
    changed = difflib.unified_diff(old, new, n=0, lineterm="")
    marks = {"-": "removed from", "+": "added to"}
    return [
        f"{marks[line[0]]} {name}: {line[1:]}" for line in list(changed)[2:] if line[0] in marks
    ]


def _open(found: Comparison) -> bool:
    """Return whether causes were searched in vain."""
    alone = [one for one in (found.shortcut, found.detour) if one is not None]
    groups = found.lost, found.gained, found.closed, found.opened
    changes = [change for some in groups for change in some or ()]
    return any(one.causes is None for one in alone) or any(c.causes is None for c in changes)


def _departure(what: str, others: str, one: Departure | None, causes: _Causes) -> list[str]:
    if one is None:
        return []
    if one.move:
        leaves = f"leaves {others} at move {one.step}, {one.move}"
    else:  # it is shorter than the best solution of the other version
        leaves = "wins only in this version"
    line = f"{what}: {moves(one.solution)} {leaves}{causes.because(one)}"
    if one.still is None:
        return [line]
    rest = " or ".join(" and ".join(cause) for cause in one.still_because or ())
    because = f", because of {rest}" if rest else ""
    return [line, f"  without that, still {count(one.still, 'move')}{because}"]


def _changes(what: str, some: tuple[Change, ...] | None, causes: _Causes) -> list[str]:
    """Return a line for each solution, with causes that all of them share in the heading."""
    if not some:
        return []
    texts = {causes.because(change) for change in some}
    shared = texts.pop() if len(some) > 1 and len(texts) == 1 else ""
    shown = [
        f"  {moves(change.moves)}{'' if shared else causes.because(change)}"
        for change in some[:MAX_SHOWN]
    ]
    return [f"{what}: {len(some):,}{shared}", *shown, *(["  ..."] if len(some) > MAX_SHOWN else [])]


def _traps(what: str, some: tuple[Change, ...] | None, number: int, causes: _Causes) -> list[str]:
    """Return a line for each cause, the nearest trap move first."""
    if not some:
        return []
    groups: dict[Any, list[Change]] = {}
    for change in some:
        groups.setdefault(change.causes, []).append(change)
    shown = [
        f"  {moves(group[0].moves)}{f' and {len(group) - 1:,} more' if group[1:] else ''}"
        f"{causes.because(group[0])}"
        for group in list(groups.values())[:MAX_SHOWN]
    ]
    more = len(groups) > MAX_SHOWN or number > len(some)
    return [f"{what}: {number:,}", *shown, *(["  ..."] if more else [])]


def _metrics(found: Comparison) -> list[str]:
    """Return the main metrics that differ, side by side."""
    main = {n: both for n, both in found.metrics.items() if METRICS[n].group in MAIN_GROUPS}
    rows = [(name, cell(a), cell(b)) for name, (a, b) in main.items()]
    lines = [f"  {line}" for line in columns([("", "before", "after"), *rows])] if rows else []
    more = len(found.metrics) - len(main)
    return [*lines, *([f"  and {count(more, 'metric')} more; see --json"] if more else [])]
