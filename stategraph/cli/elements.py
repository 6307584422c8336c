"""The verbs that change levels: ablate takes elements out, hardest begins elsewhere."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.ask import asking_verb, puzzle_name
from stategraph.cli.design import exact_json, moves
from stategraph.cli.options import DONE, NO, UNKNOWN
from stategraph.cli.terminal import Progress, check_folder, remark, say, write
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.design import Ablation, Finding, Hardest, Trials
    from stategraph.graph import StateGraph
    from stategraph.levels import Level

PICTURES = ("svg", "png", "pdf")

SAYS = {
    "needed": "needed: without it there is no solution",
    "bars": "bars: without it there are other solutions",
    "shortens": "shortens: without it the shortest solution is longer",
    "varies": "varies: without it some of the shortest solutions are lost",
    "traps": "traps: without it the solutions stay, but not the number of trap moves",
    "decoration": "decoration: without it neither changes",
    "fixed": "fixed: it cannot be taken out",
    "unknown": "unknown: a limit was met",
}


def add_verbs(verbs: Any) -> None:
    """Add the verbs to the parser."""
    ablate = asking_verb(verbs, "ablate", run_ablate, "what each element of a level is for", ABLATE)
    ablate.add_argument(
        "-o", dest="output", metavar="FILE", help="draw it on the board: FILE.svg, .png or .pdf"
    )
    ablate.add_argument(
        "--minimal", metavar="FILE", help="write the smallest level that plays the same"
    )
    ablate.add_argument(
        "--same",
        choices=("solutions", "play"),
        default="solutions",
        help="what the smallest level keeps: the shortest solutions (default), or all play",
    )
    ablate.add_argument(
        "--jobs", metavar="N", type=options.count, help="processes (default: one for each core)"
    )
    hardest = asking_verb(
        verbs, "hardest", run_hardest, "the level that begins farthest from the goal", HARDEST
    )
    hardest.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        help="write it there: a level file when FILE ends in .yaml, else the native format",
    )


# --------------------------------------------------------------------------------------- ablate

ABLATE = """\
Take each element out of a level (a corridor, wall, block, food, opening, tile) and solve it anew:
which ones bear the load, which only shorten the solution, which are decoration; and the smallest
level that plays the same, from which nothing more can be taken. What has more than 20 times the
states that the level has (and 10,000) is left unknown (exit 3), or what --max-states says.

  $ stategraph ablate psychopath/many-traps
  $ stategraph ablate psychopath/many-traps -o weights.svg --minimal small.yaml
"""


def run_ablate(args: argparse.Namespace) -> int:
    """Judge every element of a level."""
    from stategraph import design

    if args.output:
        options.output_form(args.output, PICTURES)
    level = options.load(args)
    if level.family is None or not level.family.elements(level.puzzle):
        raise InputError(f"{level.file}: it has no elements that could be taken out")
    _check_format(args.minimal, level)
    bench = design.Trials(
        level.family,
        level.puzzle,
        options.limits(args),
        args.engine,
        args.jobs,
        options.expand(args, level),
    )
    with bench as trials:
        found, kept, sure = _ablated(trials, args.same == "play")
    left = [trials.elements[k].name for k in kept]
    if args.json:
        exact_json(_ablation_record(level, found, left, sure))
    else:
        say("\n".join(_ablation_in_words(found, left, args.same)))
    _write_ablation(args, level, trials, found, kept)
    if not sure:
        remark(f"{level.file}: a limit was met; a smaller level may play the same too")
    return UNKNOWN if found.called("unknown") else DONE


def _ablated(trials: Trials, whole_play: bool) -> tuple[Ablation, list[int], bool]:
    from stategraph import design

    progress = Progress()
    try:
        found = design.ablate(
            trials, done=lambda k, n: progress.show(f"{k} of {n} elements judged")
        )
        kept, sure = design.minimal(
            trials, whole_play, lambda k, n: progress.show(f"{k} of {n} elements are enough")
        )
    finally:
        progress.clear()
    return found, kept, sure


def _write_ablation(
    args: argparse.Namespace, level: Level, trials: Trials, found: Ablation, kept: list[int]
) -> None:
    """Write the picture and the smallest level, where they are asked for."""
    if args.output:
        from stategraph.pictures.plots.weights import weights_picture

        form = options.output_form(args.output, PICTURES)
        write(args.output, weights_picture(level.draw(level.puzzle.start), found, form))
    if args.minimal:
        assert level.family is not None
        gone = [element for k, element in enumerate(trials.elements) if k not in set(kept)]
        puzzle: Any = level.family.without(level.puzzle, gone)
        title = f"{level.title or level.name}, all that matters"
        write(args.minimal, _level_text(args.minimal, level, puzzle, puzzle.start, title).encode())


def _check_format(file: str | None, level: Level) -> None:
    """Complain, before all the work, where the format that `file` asks for cannot say the level."""
    from stategraph import levels

    assert level.family is not None
    family, puzzle = level.family, level.puzzle
    if file is None:
        return
    check_folder(file)
    if levels.is_yaml(file):
        if not levels.installed(family):
            raise InputError(
                f"{file}: a level file can only name an installed family, which {family.name!r} "
                "is not; any other ending means the native format"
            )
        return
    given = family.settings(puzzle)
    if not given:
        return
    kept = family.settings(family.read(family.write(puzzle, puzzle.start), {}))
    lost = [name for name in given if kept.get(name) != given[name]]
    if lost:
        raise InputError(
            f"{file}: the native format cannot say the level's {' and '.join(lost)}; "
            "a file that ends in .yaml can"
        )


def _level_text(file: str, level: Level, puzzle: Any, state: Any, title: str) -> str:
    """Return a level in the format that the name of `file` asks for."""
    from stategraph import levels

    assert level.family is not None
    if levels.is_yaml(file):
        return levels.written(level.family, puzzle, state, title)
    return level.family.write(puzzle, state)


def _ablation_record(level: Level, found: Ablation, left: list[str], sure: bool) -> dict[str, Any]:
    from stategraph.design import LOAD_BEARING

    base = found.base
    return {
        "puzzle": puzzle_name(level),
        "shortest": base.shortest,
        "first_solution_moves": base.first,
        "trap_moves": base.trap_moves,
        "elements": [
            {
                "element": finding.element.name,
                "kind": finding.element.kind,
                "verdict": finding.verdict,
                "load_bearing": finding.verdict in LOAD_BEARING,
                "reason": finding.trial.reason or finding.trial.stopped,
                "solvable": finding.trial.solvable,
                "shortest": finding.trial.shortest,
                "gained": finding.gained,
                "lost": finding.lost,
                "dead_states": finding.trial.dead_states,
                "trap_moves": finding.trial.trap_moves,
            }
            for finding in found.findings
        ],
        "enough": left,
        "enough_is_smallest": sure,
    }


def _ablation_in_words(found: Ablation, left: list[str], same: str) -> list[str]:
    from stategraph.design import VERDICTS
    from stategraph.words import count

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
    kept = "the same shortest solutions" if same == "solutions" else "the same play"
    enough = f"enough for {kept}: {len(left)} of {count(len(found.findings), 'element')}"
    return [*lines, f"{enough}{': ' if left else ''}{', '.join(left)}"]


def _effect(found: Ablation, finding: Finding) -> str:
    """Return in words what becomes of the level without an element."""
    trial, base = finding.trial, found.base
    if finding.verdict == "fixed":
        return trial.reason
    if finding.verdict == "unknown":
        return f"stopped at the {trial.stopped}" if trial.stopped else ""
    if finding.verdict == "traps":
        return f"trap moves {base.trap_moves:,} -> {trial.trap_moves:,}"
    parts = []
    if trial.shortest != base.shortest and trial.shortest is not None:
        was = "no solution" if base.shortest is None else f"{base.shortest} moves"
        parts.append(f"{was} -> {trial.shortest}")
    if finding.gained is not None:
        parts.append(f"new: {moves(finding.gained)}")
    if finding.lost is not None:
        parts.append(f"lost: {moves(finding.lost)}")
    return "; ".join(parts)


# -------------------------------------------------------------------------------------- hardest

HARDEST = """\
Find the state farthest from the goal, of those that can still win, in which a level could begin,
and print the level that begins there (in the native format, where the family is not installed).
States that the format cannot say are passed over; which, and how many states lie how far from the
goal, is told on standard error, or with -o.
Exit 1 when no state can win, or the format can say none.

  $ stategraph hardest psychopath/first-push -o harder.yaml
"""


def run_hardest(args: argparse.Namespace) -> int:
    """Print or write the hardest start."""
    from stategraph.analysis import shortest

    level = options.load(args)
    if level.family is None:
        raise InputError(f"{level.file}: a puzzle without a family has no format to write")
    _check_format(args.output, level)
    graph = options.expand(args, level)
    title = f"{level.title or level.name}, the hardest start"
    found = _hardest(args, level, graph, title)
    if args.json:
        exact_json(_hardest_record(level, graph, found))
    if not graph.complete:
        remark(f"{level.file}: stopped at the {graph.stopped}; farther states may lie beyond")
        return UNKNOWN
    if found is None or found.node is None:
        why = "no state can win" if found is None else "the format can say no state that can win"
        remark(f"{level.file}: {why}")
        return NO
    if args.output:
        state = graph.state(found.node)
        write(args.output, _level_text(args.output, level, level.puzzle, state, title).encode())
    if not args.json:
        for line in _hardest_in_words(found, shortest(graph), graph):
            (say if args.output else remark)(line)
        if not args.output:
            say(found.text.rstrip("\n"))
    return DONE


def _hardest(
    args: argparse.Namespace, level: Level, graph: StateGraph, title: str
) -> Hardest | None:
    """Return the hardest start; None where it is not known, or no state can win."""
    from stategraph import design

    if not graph.complete or graph.goal is None:
        return None

    def expand(puzzle: Any) -> StateGraph:
        return options.expand(args, level, puzzle=puzzle, until_goal=True)

    return design.hardest(level, graph, expand, title)


def _hardest_record(level: Level, graph: StateGraph, found: Hardest | None) -> dict[str, Any]:
    from stategraph.design import alive_per_distance

    node = None if found is None else found.node
    return {
        "puzzle": puzzle_name(level),
        "complete": graph.complete,
        "state": None if node is None else repr(graph.state(node)),
        "node": node,
        "moves_to_win": None if found is None or node is None else found.moves_left,
        "level": None if found is None else found.text or None,
        "passed_over": [dict(vars(one)) for one in found.passed_over] if found else [],
        "states_per_distance": alive_per_distance(graph) if graph.complete else None,
    }


def _hardest_in_words(found: Hardest, shortest: int | None, graph: StateGraph) -> list[str]:
    from stategraph.design import alive_per_distance
    from stategraph.words import count

    counts = alive_per_distance(graph)
    lines = [f"{count(found.moves_left, 'move')} to win; the level itself takes {shortest}"]
    for one in found.passed_over:
        lines.append(
            f"passed over: {count(one.states, 'state')}, up to {one.moves_left} moves away: "
            f"{one.reason}"
        )
    return [*lines, f"states 0 to {len(counts) - 1} moves from the goal: {sparkline(counts)}"]


def sparkline(counts: list[int]) -> str:
    """Return counts as bars, at most 60: of several that share a bar the largest is shown.

    >>> sparkline([1, 8, 4])
    '▁█▄'
    """
    step = -(-len(counts) // 60)
    shown = [max(counts[k : k + step]) for k in range(0, len(counts), step)]
    most = max(shown, default=0) or 1
    return "".join("▁▂▃▄▅▆▇█"[(8 * value - 1) // most] if value else " " for value in shown)
