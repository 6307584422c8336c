"""The verbs that judge levels for their designer: check, diff."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.options import BAD_INPUT, DONE, NO, UNKNOWN
from stategraph.cli.terminal import remark, say, say_json
from stategraph.errors import InputError, OutputError, StategraphError

if TYPE_CHECKING:
    from stategraph.design import Change, Comparison, Departure, Rules, Verdict
    from stategraph.graph import StateGraph
    from stategraph.levels import Level

# How many lost or gained solutions and opened or closed trap moves are shown in words.
SHOWN = 3

# The metrics that are shown in words; --json has all.
MAIN_GROUPS = ("size", "solution", "dead ends")


def add_verbs(verbs: Any) -> None:
    """Add the verbs to the parser."""
    check = options.add_verb(verbs, "check", run_check, "test what levels are to be", CHECK)
    options.add_levels(check)
    options.add_json(check)
    options.add_limits(check)
    check.add_argument(
        "--rules", metavar="FILE.yaml", help="demands of all the levels, beside their own"
    )
    diff = options.add_verb(verbs, "diff", run_diff, "what changed between two versions", DIFF)
    diff.add_argument("before", metavar="BEFORE", help="a level, as elsewhere")
    diff.add_argument("after", metavar="AFTER", help="the level after an edit")
    options.add_puzzle(diff)
    options.add_json(diff)
    options.add_limits(diff)


def moves(labels: Iterable[str]) -> str:
    """Return moves as text that can be replayed."""
    return " ".join(labels) or "no move"


def exact_json(record: Any) -> None:
    """Print the answer as JSON, integers beyond 2^63 as text."""
    from stategraph.formats.tables import exact

    say_json(exact(record))


# ---------------------------------------------------------------------------------------- check

CHECK = """\
Test what designers demand of their levels, under `demand:` in the level file or in a rules file.
One line for each demand that is broken, with moves that show it (exit 1); otherwise one for each
level. A folder stands for the level files in it, the name of a family for its bundled levels.

  $ stategraph check levels/
  $ stategraph check spacewreck --rules rules.yaml

A rules file:

  demand: {solvable: true, trap_moves: {at most: 30}}
  levels:
    "spacewreck/*": {shortest: [3, 40], unique_up_to_order: true, needed: all}

Demanded are metrics: true or false, a number, [least, most], {at least: 1, at most: 9}; and
`needed`: elements without which the shortest solutions are others. That asks less than the verdict
"needed" of ablate, without which there is no solution: what bars, shortens or varies will do.
"""


def run_check(args: argparse.Namespace) -> int:
    """Test the demands of levels."""
    from stategraph import levels

    rules = None if args.rules is None else _rules(args.rules)
    names = [n for n in levels.collect(args.levels, args.puzzle) if not _is_file(n, args.rules)]
    if rules is not None:
        _remark_on_unmatched(args, rules, names)
    records: list[dict[str, Any]] = []
    codes = []
    for name in names:
        try:
            record = _checked(args, name, rules)
        except OutputError:
            raise
        except StategraphError as error:
            remark(str(error))
            records.append({"level": name, "holds": None, "demands": [], "error": str(error)})
            codes.append(BAD_INPUT)
            continue
        records.append(record)
        codes.append({True: DONE, False: NO, None: UNKNOWN}[record["holds"]])
    if args.json:
        exact_json(records)
    return next((code for code in (BAD_INPUT, NO, UNKNOWN) if code in codes), DONE)


def _rules(path: str) -> Rules:
    from stategraph import design

    try:
        text = Path(path).read_text("utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    return design.parse_rules(text, path)


def _remark_on_unmatched(args: argparse.Namespace, rules: Rules, names: list[str]) -> None:
    from stategraph import design

    for pattern in design.unmatched(rules, names):
        remark(f"{args.rules}: {pattern!r} matches none of the levels")


def _is_file(name: str, path: str | None) -> bool:
    """Return whether two names are those of one file that exists."""
    return path is not None and Path(name).is_file() and Path(name).samefile(path)


def _checked(args: argparse.Namespace, name: str, rules: Rules | None) -> dict[str, Any]:
    """Test the demands of a level, print what there is to say in words, and return the record."""
    from stategraph import design

    level = options.load(args, name)
    demands = design.demands_of(level, rules)
    found: list[Verdict] = []
    if demands:
        graph = options.expand(args, level)

        def trials() -> design.Trials:
            assert level.family is not None
            return design.Trials(
                level.family, level.puzzle, options.limits(args), args.engine, graph=graph
            )

        found = design.verdicts(level, graph, demands, trials)
    answers = {verdict.holds for verdict in found}
    holds = False if False in answers else None if None in answers else True
    if not args.json:
        _say_verdicts(level, found)
    return {
        "level": level.name,
        "holds": holds,
        "demands": [_verdict_record(verdict) for verdict in found],
    }


def _say_verdicts(level: Level, found: list[Verdict]) -> None:
    from stategraph.words import count

    for verdict in found:
        if verdict.holds:
            continue
        demand = verdict.demand
        shown = (f"; {what}: {moves(labels)}" for what, labels in verdict.witness)
        line = f"{level.name}: {demand.name} {verdict.reason}, demanded {demand.text}"
        say(f"{line} ({demand.file}:{demand.line}){''.join(shown)}")
    if not found:
        say(f"{level.name}: nothing is demanded")
    elif all(verdict.holds for verdict in found):
        say(f"{level.name}: {count(len(found), 'demand')} met")


def _verdict_record(verdict: Verdict) -> dict[str, Any]:
    demand = verdict.demand
    wanted: Any = demand.wanted
    if not isinstance(wanted, (bool, tuple)):
        wanted = {"at least": wanted.least, "at most": wanted.most}
    return {
        "demand": demand.name,
        "wanted": wanted,
        "found": verdict.found,
        "holds": verdict.holds,
        "file": demand.file,
        "line": demand.line,
        "witness": [{"shows": what, "moves": labels} for what, labels in verdict.witness],
    }


# ----------------------------------------------------------------------------------------- diff

DIFF = """\
Say what changed between two versions of a level: the shortcut that an edit opened and the element
to blame, solutions lost and gained (one of each class), trap moves closed and opened, metrics side
by side. Levels that differ only in names (of states, or of moves: a mirrored board) play the same;
exit 1 when they do not.

  $ stategraph diff old.yaml new.yaml
"""


def run_diff(args: argparse.Namespace) -> int:
    """Print what changed between two versions."""
    from stategraph import design

    before, after = options.load(args, args.before), options.load(args, args.after)
    graphs = [options.expand(args, level) for level in (before, after)]

    def expand(puzzle: Any) -> StateGraph:
        return options.expand(args, after, puzzle=puzzle)

    found = design.compare(before, after, graphs, expand)
    if args.json:
        exact_json(_comparison_record(before, after, found))
    else:
        say("\n".join(_comparison_in_words(before, found)))
    for level, graph in zip((before, after), graphs, strict=True):
        if not graph.complete:
            remark(f"{level.file}: stopped at the {graph.stopped}")
    return {True: DONE, False: NO, None: UNKNOWN}[found.same]


def _comparison_record(before: Level, after: Level, found: Comparison) -> dict[str, Any]:
    def changes(some: tuple[Change, ...] | None) -> Any:
        if some is None:
            return None
        return [dict(vars(change)) for change in some]

    def departure(one: Departure | None) -> Any:
        return None if one is None else dict(vars(one))

    return {
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
        "unknown": found.unknown,
    }


def _comparison_in_words(before: Level, found: Comparison) -> list[str]:
    lines = [{True: "play the same", False: "play differently", None: "unknown"}[found.same]]
    if found.play.labels:
        renamed = [f"{a} is now {b}" for a, b in sorted(found.play.labels.items()) if a != b]
        lines[0] += f", but for the names of moves: {', '.join(renamed)}"
    lines += [f"removed: {name}" for name in found.removed]
    lines += [f"added: {name}" for name in found.added]
    lines += [f"{name}: {a} -> {b}" for name, (a, b) in found.others.items()]
    nothing = not (found.removed or found.added or found.others)
    if nothing and found.same is False and before.family is not None:
        lines.append("nothing among the elements changed; something else of the levels did")
    if not found.blamed:
        lines.append("none of so many elements is held responsible for what follows")
    lines += _departure_in_words("shortcut", "the old solutions", found.shortcut)
    lines += _departure_in_words("lost shortcut", "the new solutions", found.detour)
    lines += _changes_in_words("solutions lost", found.lost, len(found.lost or ()))
    lines += _changes_in_words("solutions gained", found.gained, len(found.gained or ()))
    lines += _changes_in_words("trap moves closed", found.closed, found.closed_count)
    lines += _changes_in_words("trap moves opened", found.opened, found.opened_count)
    return lines + _metrics_in_words(found)


def _because(one: Change | Departure) -> str:
    names = (" and " if one.jointly else " or ").join(one.because)
    return f", because of {names}" if names else ""


def _departure_in_words(what: str, others: str, one: Departure | None) -> list[str]:
    if one is None:
        return []
    if one.move:
        leaves = f"leaves {others} at move {one.step}, {one.move}"
    else:  # it is shorter than the best one there
        leaves = "wins; in the other version the same moves do not"
    return [f"{what}: {moves(one.solution)} {leaves}{_because(one)}"]


def _changes_in_words(what: str, some: tuple[Change, ...] | None, number: int) -> list[str]:
    if not some:
        return []
    shown = [f"  {moves(change.moves)}{_because(change)}" for change in some[:SHOWN]]
    return [f"{what}: {number:,}", *shown, *(["  ..."] if number > len(shown) else [])]


def _metrics_in_words(found: Comparison) -> list[str]:
    """Return the main numbers that differ, side by side."""
    from stategraph.analysis import METRICS
    from stategraph.words import cell, count

    main = {n: both for n, both in found.metrics.items() if METRICS[n].group in MAIN_GROUPS}
    rows = [(name, cell(a), cell(b)) for name, (a, b) in main.items()]
    if rows:
        rows.insert(0, ("", "before", "after"))
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(3)]
    lines = [f"  {a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}" for a, b, c in rows]
    more = len(found.metrics) - len(main)
    return [*lines, *([f"  and {count(more, 'metric')} more; see --json"] if more else [])]
