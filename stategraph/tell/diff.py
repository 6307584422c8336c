"""Record and text of ``diff``: differences between two versions of a level."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from stategraph.metrics import METRICS
from stategraph.readable import Record, count
from stategraph.tell.phrases import cell, columns, moves_in_words, names_in_words
from stategraph.tell.records import closed, record_of

if TYPE_CHECKING:
    from stategraph.analysis.same_solutions import Labels
    from stategraph.design import Change, Comparison, Departure
    from stategraph.level_files import Level

# maximum number of solutions, and of trap moves, in the text
MAX_SHOWN = 3

# maximum length of a table cell, in characters
MAX_CELL = 40

# the values that are null if they are not proven
UNPROVEN = (
    *("same_play", "solutions_lost", "solutions_gained"),
    *("trap_moves_closed", "trap_moves_opened", "closed", "opened"),
)

# the groups of metrics in the text; --json has all metrics
MAIN_GROUPS = ("size", "solution", "dead ends")


def record(before: Level, after: Level, comparison: Comparison) -> Record:
    """Return the differences as a JSON record."""

    def changes(changes_of_a_kind: tuple[Change, ...] | None) -> Any:
        if changes_of_a_kind is None:
            return None
        return [_difference_record(change, comparison.blamed) for change in changes_of_a_kind]

    def departure(difference: Departure | None) -> object:
        return None if difference is None else _difference_record(difference, comparison.blamed)

    values = {
        "before": before.name,
        "after": after.name,
        "same_play": comparison.same,
        "labels_renamed": comparison.play.labels,
        "removed": comparison.removed,
        "added": comparison.added,
        "others": {name: {"before": a, "after": b} for name, (a, b) in comparison.others.items()},
        "blamed": comparison.blamed,
        "shortcut": departure(comparison.shortcut),
        "detour": departure(comparison.detour),
        "solutions_lost": changes(comparison.lost),
        "solutions_gained": changes(comparison.gained),
        "trap_moves_closed": comparison.closed_count,
        "trap_moves_opened": comparison.opened_count,
        "closed": changes(comparison.closed),
        "opened": changes(comparison.opened),
        "metrics": {n: {"before": a, "after": b} for n, (a, b) in comparison.metrics.items()},
    }
    renamed = ["labels_renamed"] if comparison.same is None else []
    return closed(values, [*renamed, *comparison.open, *UNPROVEN], comparison.unknown)


def _difference_record(difference: Change | Departure, searched: bool) -> Record:
    """Return the record of one difference, in which unknown causes are null."""
    values = record_of(difference)
    if difference.causes is not None:
        return closed(values)
    blame = ("because", "jointly", "causes")
    return closed(values | dict.fromkeys(blame), blame if searched else ())


def words(before: Level, comparison: Comparison) -> list[str]:
    """Return the differences as text."""
    return changes(before, comparison) + _metrics(comparison)


def changes(before: Level, comparison: Comparison) -> list[str]:
    """Return the differences as text, without the metrics."""
    lines = [
        {True: "same state graph", False: "different state graphs", None: "unknown"}[
            comparison.same
        ]
    ]
    if comparison.play.labels:
        renamed = [f"{a} is now {b}" for a, b in sorted(comparison.play.labels.items()) if a != b]
        lines[0] += f" except for the names of moves: {', '.join(renamed)}"
    moved = moves_of_elements(comparison.removed, comparison.added)
    lines += [f"{old} moved to {new.rpartition(' ')[2]}" for old, new in moved.items()]
    lines += [f"removed: {name}" for name in comparison.removed if name not in moved]
    lines += [f"added: {name}" for name in comparison.added if name not in moved.values()]
    for name, (a, b) in comparison.others.items():
        lines += _option(name, str(a), str(b))
    nothing = not (comparison.removed or comparison.added or comparison.others)
    if nothing and comparison.same is False and before.family.name:
        lines.append("no element changed, but something else in the level did")
    if not comparison.blamed:
        lines.append("too many elements changed to find the one behind each difference")
    elif _open(comparison):
        lines.append("a limit was reached: the cause is unknown where no element is named")
    causes = _Causes(moved)
    shared = causes.shared(comparison)
    lines += [f"the cause of all differences below: {shared}"] if shared else []
    won_before, won_after = comparison.metrics.get("solvable", (True, True))
    lines += _departure("shortcut", "old", won_before, comparison.shortcut, causes)
    lines += _departure("lost shortcut", "new", won_after, comparison.detour, causes)
    lines += _changes("solutions lost", comparison.lost, causes)
    lines += _changes("solutions gained", comparison.gained, causes)
    lines += _traps("trap moves removed", comparison.closed, comparison.closed_count or 0, causes)
    return lines + _traps(
        "trap moves added", comparison.opened, comparison.opened_count or 0, causes
    )


def moves_of_elements(removed: Sequence[str], added: Sequence[str]) -> dict[str, str]:
    """Map the old name of each moved element to its new name.

    Elements of a kind count as moved only if their number stays the same. The closest pairs are
    matched first. Only elements on a cell, such as ``box 6:5``, can move.

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
        near = sorted(product(old, new), key=lambda pair: math.dist(old[pair[0]], new[pair[1]]))
        for source, target in near:
            if source not in pairs and target not in pairs.values():
                pairs[source] = target
    return {name: pairs[name] for name in removed if name in pairs}


def _cell_of(name: str, kind: str) -> tuple[int, int] | None:
    """Return the row and column that an element's name states, or None if it states none."""
    match = re.fullmatch(rf"{re.escape(kind)} (\d+):(\d+)", name)
    return None if match is None else (int(match[1]), int(match[2]))


class _Causes:
    """Format the causes of differences as text, except causes that all differences share."""

    def __init__(self, moved: Mapping[str, str]):
        self._moved = moved
        self._shared = ""

    def shared(self, comparison: Comparison) -> str:
        """Return the causes that all differences share, or "" if there are at most `MAX_SHOWN`."""
        departures = [
            difference
            for difference in (comparison.shortcut, comparison.detour)
            if difference is not None
        ]
        groups = comparison.lost, comparison.gained, comparison.closed, comparison.opened
        every: list[Change | Departure] = [*departures]
        every += [change for group in groups for change in group or ()]
        texts = {self.text(difference) for difference in every}
        self._shared = texts.pop() if len(every) > MAX_SHOWN and len(texts) == 1 else ""
        return self._shared

    def text(self, difference: Change | Departure) -> str:
        """Return the causes of a difference as text. Each is a set of edits that suffices alone."""
        sets = difference.causes or ()
        several = len(sets) > 1 and max(map(len, sets)) > 1
        return (", or " if several else " or ").join(
            names_in_words(self._edits(cause)) for cause in sets
        )

    def _edits(self, cause: Labels) -> list[str]:
        """Return the edits of a cause. Both ends of a moved element count as one edit."""
        ends = {old: new for old, new in self._moved.items() if {old, new} <= set(cause)}
        destinations = set(ends.values())
        return [
            f"the move of {name}" if name in ends else name
            for name in cause
            if name not in destinations
        ]

    def because(self, difference: Change | Departure) -> str:
        """Return the end of a line that names the causes, or "" if all differences share them."""
        words = "" if self._shared else self.text(difference)
        return f", because of {words}" if words else ""


def _option(name: str, old_text: str, new_text: str) -> list[str]:
    """Return a line about a changed option, or the changed lines of a long option text."""
    if "\n" not in old_text + new_text:
        return [f"{name}: {old_text} -> {new_text}"]
    import difflib

    old, new = ([line.strip() for line in text.splitlines()] for text in (old_text, new_text))
    difference = difflib.unified_diff(old, new, n=0, lineterm="")
    marks = {"-": "removed from", "+": "added to"}
    return [
        f"{marks[line[0]]} {name}: {line[1:]}" for line in list(difference)[2:] if line[0] in marks
    ]


def _open(comparison: Comparison) -> bool:
    """Return whether the search for a cause failed for some difference."""
    departures = [
        departure for departure in (comparison.shortcut, comparison.detour) if departure is not None
    ]
    groups = comparison.lost, comparison.gained, comparison.closed, comparison.opened
    changes = [change for group in groups for change in group or ()]
    return any(departure.causes is None for departure in departures) or any(
        c.causes is None for c in changes
    )


def _departure(
    title: str, other: str, won: bool | None, departure: Departure | None, causes: _Causes
) -> list[str]:
    """Return lines about a solution that is shorter than those of the `other` version.

    `won` is False if the other version cannot be won; then every solution is new or lost.
    """
    if departure is None:
        return []
    at = f"at move {departure.step}, {departure.move}"
    if won is False:
        title = title.replace("shortcut", "solution")
    if not departure.move:  # all its moves can be played in the other version
        leaves = f"does not win in the {other} version"
    elif won is False:
        leaves = f"fails {at}, in the {other} version, which cannot be won"
    else:
        leaves = f"leaves the {other} solutions {at}"
    line = f"{title}: {moves_in_words(departure.solution)} {leaves}{causes.because(departure)}"
    if departure.still is None:
        return [line]
    cause_text = " or ".join(names_in_words(cause) for cause in departure.still_because or ())
    because = f", because of {cause_text}" if cause_text else ""
    return [line, f"  without that, still {count(departure.still, 'move')}{because}"]


def _changes(title: str, differences: tuple[Change, ...] | None, causes: _Causes) -> list[str]:
    """Return a line for each solution. The heading names causes that all solutions share."""
    if not differences:
        return []
    texts = {causes.because(change) for change in differences}
    shared = texts.pop() if len(differences) > 1 and len(texts) == 1 else ""
    lines = [
        f"  {_moves(change.moves)}{'' if shared else causes.because(change)}"
        for change in differences[:MAX_SHOWN]
    ]
    return [
        f"{title}: {len(differences):,}{shared}",
        *lines,
        *(["  ..."] if len(differences) > MAX_SHOWN else []),
    ]


def _moves(labels: Sequence[str]) -> str:
    return moves_in_words(labels) if labels else "no move"


def _traps(
    title: str, differences: tuple[Change, ...] | None, number: int, causes: _Causes
) -> list[str]:
    """Return a line for each cause, which shows its nearest trap move."""
    if not differences:
        return []
    groups: dict[object, list[Change]] = {}
    for change in differences:
        groups.setdefault(change.causes, []).append(change)
    lines = [
        f"  {_moves(group[0].moves)}{f' and {len(group) - 1:,} more' if group[1:] else ''}"
        f"{causes.because(group[0])}"
        for group in list(groups.values())[:MAX_SHOWN]
    ]
    is_cut = len(groups) > MAX_SHOWN or number > len(differences)
    return [f"{title}: {number:,}", *lines, *(["  ..."] if is_cut else [])]


def _cell(value: object) -> str:
    """Return a value as a table cell. A long solution is cut in the middle.

    >>> _cell("RRDLLU" * 20)
    'RRDLLURRDLLURRDLLURR…LURRDLLU'
    """
    text = cell(value)
    return text if len(text) <= MAX_CELL else f"{text[: MAX_CELL // 2]}…{text[-MAX_CELL // 5 :]}"


def _metrics(comparison: Comparison) -> list[str]:
    """Return the main metrics that differ, side by side."""
    main = {n: pair for n, pair in comparison.metrics.items() if METRICS[n].group in MAIN_GROUPS}
    rows = [(name, _cell(a), _cell(b)) for name, (a, b) in main.items()]
    lines = [f"  {line}" for line in columns([("", "before", "after"), *rows])] if rows else []
    others = len(comparison.metrics) - len(main)
    return [*lines, *([f"  and {count(others, 'metric')} more; see --json"] if others else [])]
