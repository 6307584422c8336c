"""What changed between two versions of a level: the record and the words of ``diff``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.metrics import METRICS
from stategraph.tell.phrases import cell, columns, count, moves

if TYPE_CHECKING:
    from stategraph.design import Change, Comparison, Departure
    from stategraph.levels import Level

# How many lost or gained solutions and opened or closed trap moves are shown in words.
SHOWN = 3

# What is null in a record where it is not proven.
UNPROVEN = (
    *("same_play", "solutions_lost", "solutions_gained"),
    *("trap_moves_closed", "trap_moves_opened", "closed", "opened"),
)

# The metrics that are shown in words; --json has all.
MAIN_GROUPS = ("size", "solution", "dead ends")


def record(before: Level, after: Level, found: Comparison) -> dict[str, Any]:
    """Return what changed, for programs."""

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
    unproven = [*found.open, *(name for name in UNPROVEN if made[name] is None)]
    return {**made, "unknown": [*unproven, *found.unknown]}


def _shown(one: Change | Departure, sought: bool) -> dict[str, Any]:
    """Return the record of one change; who is to blame is null where that is not known."""
    made = dict(vars(one))
    if one.causes is not None:
        return {**made, "unknown": []}
    blame = ("because", "jointly", "causes")
    return {**made, **dict.fromkeys(blame), "unknown": list(blame) if sought else []}


def words(before: Level, found: Comparison) -> list[str]:
    """Return what changed, for people."""
    return changes(before, found) + _metrics(found)


def changes(before: Level, found: Comparison) -> list[str]:
    """Return what changed, for people, without the metrics."""
    lines = [{True: "play the same", False: "play differently", None: "unknown"}[found.same]]
    if found.play.labels:
        renamed = [f"{a} is now {b}" for a, b in sorted(found.play.labels.items()) if a != b]
        lines[0] += f", but for the names of moves: {', '.join(renamed)}"
    lines += [f"removed: {name}" for name in found.removed]
    lines += [f"added: {name}" for name in found.added]
    for name, (a, b) in found.others.items():
        lines += _option(name, str(a), str(b))
    nothing = not (found.removed or found.added or found.others)
    if nothing and found.same is False and before.family.name:
        lines.append("nothing among the elements changed; something else of the levels did")
    if not found.blamed:
        lines.append("none of so many elements is held responsible for what follows")
    elif _open(found):
        lines.append("where no element is named, who is to blame is not known: a limit was met")
    lines += _departure("shortcut", "the old solutions", found.shortcut)
    lines += _departure("lost shortcut", "the new solutions", found.detour)
    lines += _changes("solutions lost", found.lost, len(found.lost or ()))
    lines += _changes("solutions gained", found.gained, len(found.gained or ()))
    lines += _traps("trap moves closed", found.closed, found.closed_count or 0)
    return lines + _traps("trap moves opened", found.opened, found.opened_count or 0)


def _option(name: str, before: str, after: str) -> list[str]:
    """Return how an option changed: of a text of several lines those that did."""
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
    """Return whether blame was sought for something and not found out."""
    alone = [one for one in (found.shortcut, found.detour) if one is not None]
    groups = found.lost, found.gained, found.closed, found.opened
    changes = [change for some in groups for change in some or ()]
    return any(one.causes is None for one in alone) or any(c.causes is None for c in changes)


def _because(one: Change | Departure) -> str:
    causes = [" and ".join(cause) for cause in one.causes or ()]
    several = len(causes) > 1 and max(map(len, one.causes or ())) > 1
    words = (", or " if several else " or ").join(causes)
    return f", because of {words}" if words else ""


def _departure(what: str, others: str, one: Departure | None) -> list[str]:
    if one is None:
        return []
    if one.move:
        leaves = f"leaves {others} at move {one.step}, {one.move}"
    else:  # it is shorter than the best one there
        leaves = "wins; in the other version the same moves do not"
    return [f"{what}: {moves(one.solution)} {leaves}{_because(one)}"]


def _changes(what: str, some: tuple[Change, ...] | None, number: int) -> list[str]:
    if not some:
        return []
    shown = [f"  {moves(change.moves)}{_because(change)}" for change in some[:SHOWN]]
    return [f"{what}: {number:,}", *shown, *(["  ..."] if number > len(shown) else [])]


def _traps(what: str, some: tuple[Change, ...] | None, number: int) -> list[str]:
    """Return a line for each cause, the nearest trap move first."""
    if not some:
        return []
    groups: dict[Any, list[Change]] = {}
    for change in some:
        groups.setdefault(change.causes, []).append(change)
    shown = [
        f"  {moves(group[0].moves)}{f' and {len(group) - 1:,} more' if group[1:] else ''}"
        f"{_because(group[0])}"
        for group in list(groups.values())[:SHOWN]
    ]
    more = len(groups) > SHOWN or number > len(some)
    return [f"{what}: {number:,}", *shown, *(["  ..."] if more else [])]


def _metrics(found: Comparison) -> list[str]:
    """Return the main numbers that differ, side by side."""
    main = {n: both for n, both in found.metrics.items() if METRICS[n].group in MAIN_GROUPS}
    rows = [(name, cell(a), cell(b)) for name, (a, b) in main.items()]
    lines = [f"  {line}" for line in columns([("", "before", "after"), *rows])] if rows else []
    more = len(found.metrics) - len(main)
    return [*lines, *([f"  and {count(more, 'metric')} more; see --json"] if more else [])]
