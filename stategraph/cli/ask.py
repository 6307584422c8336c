"""The verbs that ask about a whole level: solve, analyse, expand."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import options, several, solving
from stategraph.cli.options import DONE, NO, UNKNOWN
from stategraph.cli.terminal import check_folder, remark, say, say_json, write
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import StateGraph
    from stategraph.levels import Level
    from stategraph.rules import Family

# How many trap moves and dead-end cycles are shown with a witness each.
SHOWN = 5
SHOWN_JSON = 100


def add_verbs(verbs: Any) -> None:
    """Add the verbs to the parser."""
    solve = asking_verb(verbs, "solve", run_solve, "print the first shortest solution", SOLVE)
    options.add_order(solve)
    solving.add_search(solve)
    alone = solve.add_mutually_exclusive_group()
    alone.add_argument("--steps", action="store_true", help="show the state after each move")
    several.add_several(solve, alone)
    analyse = asking_verb(
        verbs, "analyse", run_analyse, "print everything: solutions, dead ends, traps", ANALYSE
    )
    options.add_order(analyse)
    analyse.add_argument(
        "--slow",
        action="store_true",
        help="solve the blind player's equations above 50,000 states too",
    )
    keep = asking_verb(
        verbs, "expand", run_expand, "expand once, and keep the graph in a file", EXPAND
    )
    keep.add_argument(
        "-o", dest="output", metavar="FILE.npz", required=True, help="where to keep it"
    )


def asking_verb(
    verbs: Any, name: str, run: Any, summary: str, text: str
) -> argparse.ArgumentParser:
    """Return the parser of a new verb that asks about a level."""
    made = options.add_verb(verbs, name, run, summary, text)
    options.add_level(made)
    options.add_json(made)
    options.add_limits(made)
    return made


# ---------------------------------------------------------------------------------------- solve

SOLVE = """\
Print the first of the shortest solutions, or NO-PATH (exit 1) when there is none.

  $ stategraph solve spacewreck/eight-rooms
  R3L5L8
  $ stategraph solve pacman/orchard --classes
  $ stategraph solve pacman/orchard --sample 3 --seed 1
  $ stategraph solve psychopath/warehouse --search lazy
"""


def run_solve(args: argparse.Namespace) -> int:
    """Print the first shortest solution."""
    from stategraph import analysis

    if args.seed is not None and args.sample is None:
        raise InputError("--seed is of --sample N, which is not given")
    level = options.load(args)
    graph, code = solving.expand_or_search(args, level, puzzle_name(level))
    if graph is None:
        return code
    if args.classes or args.all or args.sample:
        return several.say_several(args, level.file, puzzle_name(level), graph)
    known = analysis.solutions_known(graph)
    way = analysis.first_solution(graph, args.order) if known and graph.goal is not None else None
    record = _solution_record(level, graph, way, args.order)
    options.compare(level, record)
    if args.json:
        say_json(record)
    elif way is not None:
        say(way.text)
    else:
        say("NO-PATH" if known else "UNKNOWN")
    if args.steps and way is not None and not args.json:
        options.say_steps(level, way.labels, options.states_along(level, graph, way))
    if not known:
        remark(f"{level.file}: stopped at the {graph.stopped}")
        return UNKNOWN
    return NO if way is None else DONE


def _solution_record(
    level: Level, graph: StateGraph, way: Way | None, order: str
) -> dict[str, Any]:
    from stategraph import analysis

    solvable = analysis.solvable(graph)
    known = analysis.solutions_known(graph)
    shortest = analysis.shortest(graph)
    return {
        "puzzle": puzzle_name(level),
        "solvable": solvable,
        "shortest": shortest,
        "first_solution": None if way is None else way.text,
        "first_solution_moves": None if way is None else list(way.labels),
        "order": order,
        "states_seen": len(graph),
        "unknown": [
            *(["solvable", "shortest"] if solvable is None else []),
            *([] if known else ["first_solution", "first_solution_moves"]),
        ],
    }


# -------------------------------------------------------------------------------------- analyse

ANALYSE = """\
Expand the whole state graph and print what it tells: solutions, dead ends, traps, and the metrics,
which 'stategraph explain' explains.

  $ stategraph analyse spacewreck/eight-rooms
  $ stategraph analyse --json --puzzle spacewreck my-level.txt
"""


def run_analyse(args: argparse.Namespace) -> int:
    """Print all numbers of a level."""
    from stategraph.words import analysis_in_words

    level = options.load(args)
    graph = options.expand(args, level)
    record = numbers(level, graph, args.order, args.slow)
    if args.json:
        say_json(with_witnesses(level, graph, record))
    else:
        say(analysis_in_words(level, graph, record, SHOWN))
    if graph.complete:
        return DONE
    remark(f"{level.file}: stopped at the {graph.stopped}")
    return UNKNOWN


def numbers(
    level: Level, graph: StateGraph, order: str = "text", slow: bool = False
) -> dict[str, Any]:
    """Return all numbers of a level; remark on those that its file states wrongly."""
    from stategraph import analysis

    record = {"puzzle": puzzle_name(level), **analysis.summary(graph, order)}
    metrics = analysis.measure_level(level, graph, order=order, slow=slow)
    unknown = list(dict.fromkeys([*record["unknown"], *metrics["unknown"]]))
    record = {**record, **metrics, "unknown": unknown, **getattr(level.puzzle, "facts", {})}
    options.compare(level, record, whole=True)
    return record


def with_witnesses(level: Level, graph: StateGraph, record: dict[str, Any]) -> dict[str, Any]:
    """Return the record with what shows its claims: plays, dead-end cycles, trap moves."""
    from stategraph import analysis

    record = dict(record)
    if level.family is not None and level.family.runner is not None:
        record["play"] = _play_record(level, level.family, graph)
    cycles = analysis.cycle_records(graph, SHOWN_JSON)
    traps = analysis.trap_records(graph, SHOWN_JSON)
    return {**record, "largest_dead_end_cycles": cycles, "nearest_trap_moves": traps}


def _play_record(level: Level, family: Family, graph: StateGraph) -> dict[str, Any]:
    """Return the record of a puzzle in which one actor never stops."""
    from stategraph import analysis

    assured = analysis.assurance(graph, family.runs)
    trap = analysis.nearest_trap(graph)
    run = None
    if assured.cycle is not None and all(map(family.runs, graph.label_names)):
        after, moves = analysis.endless_run(graph, lambda s: family.visible(level.puzzle, s))
        run = {"after": after, "period": len(moves), "moves": moves}
    return {
        "runner": family.runner,
        "can_win": analysis.solvable(graph),
        "always_wins": assured.assured,
        "longest": assured.longest,
        "way": None if assured.way is None else list(assured.way.labels),
        "cycle": None if assured.cycle is None else list(assured.cycle.labels),
        "endless_run": run,
        "can_be_trapped": analysis.can_be_trapped(graph),
        "trapped_after": None if trap is None else list(trap.way.labels),
    }


def puzzle_name(level: Level) -> str:
    """Return how answers name the puzzle: by its family, where it has one."""
    return level.name if level.family is None else level.family.name


# --------------------------------------------------------------------------------------- expand

EXPAND = """\
Expand the whole state graph and keep it in a file, which every verb then takes instead of a level.

  $ stategraph expand psychopath/warehouse -o warehouse.npz
  $ stategraph analyse warehouse.npz
"""


def run_expand(args: argparse.Namespace) -> int:
    """Expand a level and save its graph."""
    from stategraph.formats import npz as saved

    if not args.output.endswith(saved.SUFFIX):
        raise InputError(f"{args.output}: the name must end in {saved.SUFFIX}")
    check_folder(args.output)
    level = options.load(args)
    graph = options.expand(args, level)
    write(args.output, lambda file: saved.save(file, level, graph))
    if args.json:
        record = {"states": len(graph), "moves": graph.number_of_edges()}
        say_json({"puzzle": puzzle_name(level), "complete": graph.complete, **record})
    else:
        say(f"{args.output}: {len(graph):,} states, {graph.number_of_edges():,} moves")
    if graph.complete:
        return DONE
    remark(f"{level.file}: stopped at the {graph.stopped}; what was seen is kept")
    return UNKNOWN
