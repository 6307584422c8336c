"""The options that several verbs share."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any

from stategraph.cli import completion, known
from stategraph.cli.parsing import add_volume
from stategraph.errors import InputError, did_you_mean

_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


# What a verb can see a level by beside walks and turns, if it can by anything.
ANY = "symmetry", "variables"


# What tells more of solutions than one, and what finds one by a search of its own.
MORE = "classes", "all", "sample", "steps", "lurd"
SEARCHED = "any", "own", "heuristic"


# Why a verb sees a level state by state alone.
NOT_BY = {
    "ask": "a question is asked of single states",
    "audit-heuristic": "a heuristic guesses single moves",
    "board": "it draws a single state",
    "calibrate": "numbers are those of the player's own units, which it finds itself",
    "check-rules": "rules are looked at state by state",
    "difficulty": "what is hard is hard in the player's own units, which it finds itself",
    "expect": "a level file states its answers in single moves",
    "explain": "it tells what a metric is, of whatever graph",
    "hints": "a game looks single states up",
    "search": "searches go from state to state",
    "share": "its page plays single moves",
    "studio": "its page plays single moves",
    "watch": "it tells what an edit did move by move; diff --by tells it in units",
}


class _Refused(argparse.Action):
    """An option that a verb does not take, and says why."""

    def __call__(self, parser: Any, *given: Any) -> None:
        parser.error(f"--by: {self.const}")


def refuse_by(parser: argparse.ArgumentParser, why: str) -> None:
    """Let a verb say why it does not take --by."""
    parser.add_argument("--by", action=_Refused, const=why, help=argparse.SUPPRESS)
    parser.set_defaults(by=None)


def add_verb(verbs: Any, name: str, run: Any, summary: str, text: str) -> argparse.ArgumentParser:
    """Return the parser of a new verb, which calls ``run(args)``; `text` is its help.

    Without a summary, --help does not list it.
    """
    made = verbs.add_parser(
        name,
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        **({"help": summary} if summary else {}),
    )
    made.set_defaults(run=run)
    add_volume(made)
    return made


def add_asking_verb(
    verbs: Any,
    name: str,
    run: Any,
    summary: str,
    text: str,
    several: bool = False,
    by: Sequence[str] | None = None,
) -> argparse.ArgumentParser:
    """Return the parser of a new verb that asks about a level, or about `several`.

    It can be asked about the level by walks, turns and what `by` names; None: by nothing, for
    which `NOT_BY` has the reason.
    """
    made = add_verb(verbs, name, run, summary, text)
    if several:
        add_levels(made, "*")
    else:
        add_level(made)
    add_json(made)
    add_limits(made, by)
    return made


def add_level(parser: argparse.ArgumentParser) -> None:
    """Add LEVEL and what tells how to read it."""
    action = parser.add_argument(
        "level",
        metavar="LEVEL",
        nargs="?",
        help="a level file (YAML), a native file with --puzzle FAMILY, FAMILY/NAME for a bundled "
        "level, a graph in a file (see: stategraph export --help), or - for standard input",
    )
    completion.by(completion.levels, action)
    add_number(parser)
    add_puzzle(parser)


def add_levels(parser: argparse.ArgumentParser, least: str = "+") -> None:
    """Add LEVEL..., any number of them, and what tells how to read them."""
    action = parser.add_argument(
        "levels",
        metavar="LEVEL",
        nargs=least,
        help="levels as elsewhere; a folder stands for the level files in it, and the name of a "
        "family for its bundled levels",
    )
    completion.by(completion.levels, action)
    parser.set_defaults(words="levels")
    add_number(parser)
    add_puzzle(parser)


def add_number(parser: argparse.ArgumentParser) -> None:
    """Add which level of a file is meant that holds several."""
    parser.add_argument(
        "--level",
        dest="number",
        metavar="K",
        type=number,
        help="level K of a file that holds several, as its format counts them (or name FILE#1, "
        "FILE#2, ...)",
    )


def add_words(parser: argparse.ArgumentParser, name: str, metavar: str, text: str) -> None:
    """Add a list of words, which may stand before, between and behind options."""
    parser.add_argument(name, metavar=metavar, nargs="*", help=text)
    parser.set_defaults(words=name)  # the parser asks for it


def add_puzzle(parser: argparse.ArgumentParser) -> None:
    """Add what tells how to read LEVEL."""
    action = parser.add_argument(
        "--puzzle",
        metavar="FAMILY",
        help="read LEVEL as a native file of this family; or MODULE:NAME",
    )
    completion.by(completion.families, action)
    parser.add_argument(
        "--trust",
        action="store_true",
        help="let a level file name MODULE:FAMILY as its puzzle, and so run that module's code",
    )
    add_ends(parser)


def add_ends(parser: argparse.ArgumentParser) -> None:
    """Add what tells the start and the goal of a graph from elsewhere."""
    group = parser.add_argument_group("of a graph in a file that does not say it itself")
    group.add_argument(
        "--start", metavar="NODE", help="the node to start from, as the file names it"
    )
    group.add_argument(
        "--goal",
        dest="goals",
        metavar="NODE",
        action="append",
        default=[],
        help="the goal; given again, one more goal",
    )


def add_limits(parser: argparse.ArgumentParser, by: Sequence[str] | None = None) -> None:
    """Add the budgets of an expansion, the choice of its engine, and --by, where it is asked."""
    if by is not None:
        add_by(parser, *by)
    elif (verb := parser.prog.rpartition(" ")[2]) in NOT_BY:
        refuse_by(parser, NOT_BY[verb])
    add_budget(parser)
    parser.add_argument(
        "--engine",
        metavar="ENGINE",
        choices=known.ENGINES,
        default="auto",
        help="run the rules as plain Python (direct) or compiled (native); default: auto, by size",
    )


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Add the limits of whatever may take long."""
    group = parser.add_argument_group(
        "limits (met: exit 3, and unknown is said of what is not proven)"
    )
    group.add_argument("--max-states", metavar="N", type=count, help="see at most N states")
    group.add_argument(
        "--max-memory",
        metavar="SIZE",
        type=_size,
        help="hold at most SIZE, such as 500M or 2G (default: 3/4 of what is free)",
    )
    group.add_argument(
        "--max-seconds", metavar="S", type=seconds, help="expand for at most S seconds"
    )


def add_pack(parser: argparse.ArgumentParser) -> None:
    """Add what a table of levels can be made into."""
    text = "draw one metric against another"
    parser.add_argument("--plot", nargs=2, metavar=("X", "Y"), help=text)
    text = "put levels in order of difficulty for people"
    parser.add_argument("--order", choices=("difficulty",), help=text)


def add_model(parser: argparse.ArgumentParser) -> None:
    """Add whose model of difficulty is asked."""
    parser.add_argument(
        "--model", metavar="FILE.json", help="a model of your own plays, of stategraph calibrate"
    )


def add_nearest(parser: argparse.ArgumentParser) -> None:
    """Add how many states of each level are looked at, and for how long."""
    parser.add_argument(
        "--max-states",
        metavar="N",
        type=count,
        default=2_000,
        help="look at the N states nearest to each start (default: 2000)",
    )
    parser.add_argument(
        "--max-seconds",
        metavar="S",
        type=seconds,
        help="look at each level for at most S seconds (exit 3 when that was too short)",
    )


def add_by(parser: argparse.ArgumentParser, *more: str) -> None:
    """Add --by: walks, and what `more` the verb can see a level by."""
    texts = {
        "symmetry": "; by symmetry (states that a turn of the board, a swap of two agents or a "
        "renaming makes of each other are one)",
        "variables": '; by variables, as in "player, keys", or whatever stategraph ask knows of a '
        'state, "boxes_home, dead": states that agree in them are one, a '
        "move of all of them is solid and one of some dashed",
    }
    action = parser.add_argument(
        "--by",
        metavar="KIND",
        help="see the level by walks (all that a walk leads to and fro between is one state, and "
        "the moves are those that change something else, such as pushes); by turns (however far "
        "one actor goes before another moves, it is one move)"
        f"{''.join(texts[kind] for kind in more)}",
    )
    completion.by(completion.kinds, action)
    parser.set_defaults(sees_by=("walks", "turns", *more))


def add_order(parser: Any) -> None:
    """Add the choice of order among shortest solutions."""
    parser.add_argument(
        "--order",
        choices=("text", "moves"),
        default="text",
        help="which of the shortest is first: by its concatenated text (default) or move by move",
    )


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add the choice of how a solution is looked for."""
    parser.add_argument(
        "--search",
        metavar="SEARCH",
        choices=known.SEARCHES,
        default="auto",
        help="bfs: expand breadth first as far as the goal; astar, lazy (astar that heeds "
        "obstacles only when they matter), ida (depth first, in little memory, but without an end "
        "where there is no solution), bidirectional (where moves can be undone): prove the length "
        "without keeping all states, and mostly find the first solution too; auto (default): bfs, "
        "and past 2,000,000 states or where memory ends the best of the others, if the family "
        "helps it, and beside it one that finds some solution soon, and then shorter ones",
    )
    parser.add_argument(
        "--any",
        action="store_true",
        help="stop at the first solution, which need not be a shortest one: --any prints it, and "
        "how many moves are needed at least",
    )
    add_own_search(parser, "; its solution is played by the rules, and called proven by nothing")
    add_heuristic(parser, "with --search astar, lazy or ida: ")


def add_several(parser: argparse.ArgumentParser) -> None:
    """Add what asks for more than the first solution, or for more of it than its moves."""
    alone = parser.add_mutually_exclusive_group()
    alone.add_argument("--steps", action="store_true", help="show the state after each move")
    parser.add_argument(
        "--lurd",
        action="store_true",
        help="write the first solution as Sokoban players do: steps small, pushes capital",
    )
    alone.add_argument(
        "--classes",
        action="store_true",
        help="how many shortest solutions differ in more than the order of moves; one of each",
    )
    alone.add_argument("--all", metavar="N", type=count, help="the first N shortest solutions")
    alone.add_argument(
        "--sample",
        metavar="N",
        type=count,
        help="N shortest solutions at random, each as likely as any other",
    )
    parser.add_argument("--seed", metavar="S", type=_seed, help="of --sample (default 0)")
    parser.add_argument(
        "--most",
        metavar="N",
        type=count,
        default=1000,
        help="tell at most N --classes of ways to a state apart (default 1000)",
    )


def add_costs(parser: argparse.ArgumentParser) -> None:
    """Add what a solution is to avoid and to pass, and what its moves cost."""
    group = parser.add_argument_group("conditions and costs, in the language of 'stategraph ask'")
    group.add_argument(
        "--avoid", metavar="EXPR", help="states never to be in, or moves never to be made"
    )
    group.add_argument(
        "--through", metavar="EXPR", help="a state to be in on the way, or a move to be made"
    )
    which = group.add_mutually_exclusive_group()
    which.add_argument(
        "--minimise",
        metavar="COST,COST",
        type=_costs,
        help="the cheapest solution, the first cost counting most: moves, pushes (Sokoban, "
        "Psychopath), P, Q (Pacman), shifts, steps (Labyrinth), rocket, lucky (Spacewreck), "
        "ticks, turns (Pledge), or any kind of moves",
    )
    which.add_argument(
        "--pareto",
        metavar="COST,COST",
        type=_costs,
        help="all pairs of two costs that no other solution beats, each with its first solution",
    )
    group.add_argument("--plot", metavar="FILE", help="draw the pairs: FILE.svg, .png or .pdf")


def add_cost(parser: argparse.ArgumentParser) -> None:
    """Add --cost."""
    parser.add_argument(
        "--cost",
        metavar="COST",
        help="tell besides what shortest paths tell when moves cost this: pushes, or any kind of "
        'moves, "changes blocks" (see: stategraph solve --help)',
    )


def _costs(text: str) -> list[str]:
    names = [name.strip() for name in re.split(r",(?![^({]*[)}])", text)]
    if not all(names) or len(set(names)) < len(names):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of different costs")
    return names


def weighed(args: argparse.Namespace) -> bool:
    """Return whether moves have costs or conditions; ``InputError`` where that makes no sense."""
    if args.pareto is not None and len(args.pareto) != 2:
        raise InputError("--pareto takes two costs: --pareto moves,pushes")
    if args.plot is not None and args.pareto is None:
        raise InputError("--plot draws what --pareto finds")
    said = [n for n in ("minimise", "pareto", "avoid", "through") if getattr(args, n) is not None]
    asked = said[0] if said else None
    if asked is None:
        return False
    _refuse(args, (*MORE, "by", *SEARCHED), f"--{asked}")
    if args.search not in ("auto", "bfs"):
        raise InputError(f"--search {args.search} goes without --{asked}")
    return True


def several(args: argparse.Namespace) -> bool:
    """Return whether several solutions are asked for; ``InputError`` where that makes no sense."""
    if args.seed is not None and args.sample is None:
        raise InputError("--seed is of --sample N, which is not given")
    if args.by is not None:
        _only_one_solution(args)
    asked = bool(args.classes or args.all or args.sample)
    if args.any and (asked or args.search != "auto"):
        raise InputError("--any goes with --search auto, for one solution")
    if asked:
        _refuse(args, SEARCHED, "several solutions")
    if asked and args.search not in ("auto", "bfs"):
        raise InputError(f"--search {args.search} finds one solution; several need --search bfs")
    return asked


def _refuse(args: argparse.Namespace, names: Iterable[str], other: str) -> None:
    """Complain of options that go without another one."""
    for name in names:
        if getattr(args, name):
            spelled = "algorithm" if name == "own" else name
            raise InputError(f"--{spelled} goes without {other}")


def _only_one_solution(args: argparse.Namespace) -> None:
    """Complain of what goes with one graph only, where a solution is asked for --by something."""
    _refuse(args, (*MORE, *SEARCHED), "--by")
    if args.search not in ("auto", "bfs"):
        raise InputError(f"--search {args.search} goes without --by, which needs the whole graph")


def add_ablation(parser: argparse.ArgumentParser) -> None:
    """Add what is taken out of a level, and by how many processes."""
    parser.add_argument(
        "--minimal", metavar="FILE", help="write the smallest level that plays the same"
    )
    parser.add_argument(
        "--same",
        choices=("solutions", "play"),
        default="solutions",
        help="what the smallest level keeps: the shortest solutions (default), or all play",
    )
    parser.add_argument(
        "--jobs", metavar="N", type=count, help="processes (default: one for each core)"
    )


def add_simulation(parser: argparse.ArgumentParser) -> None:
    """Add which simulated players play, how often, and their seed."""
    parser.add_argument(
        "--simulate",
        metavar="PLAYERS",
        help="all, none, or some of wanderer, greedy, planner, wary, forgetful (default: all where "
        "there is no FILE)",
    )
    parser.add_argument(
        "--plays", metavar="N", type=count, help="plays of each (default: 200; of a bot 20)"
    )
    parser.add_argument(
        "--seed", metavar="N", type=_seed, default=0, help="draws the plays (default: 0)"
    )


def add_bot(parser: argparse.ArgumentParser) -> None:
    """Add a bot, and how long it may think."""
    parser.add_argument(
        "--bot",
        metavar="MODULE:FUNCTION",
        help="score this bot on LEVEL and every FILE, which are levels then: a function that makes "
        "of a level a function of a state, its labels and a random.Random, which returns a label",
    )
    parser.add_argument(
        "--bot-seconds",
        metavar="S",
        type=positive_seconds,
        default=60.0,
        help="seconds in which it must be made, and must have played each play (default: 60)",
    )


def add_slow(parser: argparse.ArgumentParser) -> None:
    """Add --slow."""
    parser.add_argument(
        "--slow",
        action="store_true",
        help="solve the blind player's equations above 50,000 states too",
    )


def check_plot(args: argparse.Namespace) -> None:
    """Complain of a --plot that nothing can be drawn of, before hours of work."""
    from stategraph.metrics import METRICS
    from stategraph.metrics.units import HEADLINES

    for name in args.plot or ():
        if name not in HEADLINES and not (name in METRICS and METRICS[name].is_number):
            raise InputError(f"--plot: {name!r} is no metric that is a number")
    if args.plot and args.output is None:
        raise InputError("--plot needs -o FILE.svg, .png or .pdf")


def add_own_search(parser: argparse.ArgumentParser, more: str = "", beside: bool = False) -> None:
    """Add --algorithm, a search of the user's own; `beside` others it is one of several."""
    parser.add_argument(
        "--algorithm",
        dest="own",
        metavar="MODULE:FUNCTION",
        action="append",
        default=[],
        help=f"{'and ' if beside else ''}a search of yours: a function of a problem with start, "
        "moves(state), is_goal(state) and guess(state), which returns a list of labels, or None"
        + more,
    )


def add_algorithms(parser: argparse.ArgumentParser) -> None:
    """Add which searches are set side by side, and how often each runs."""
    parser.add_argument(
        "--algorithms",
        metavar="A,B",
        type=_algorithms,
        default="bfs,ids,astar",
        help="some of bfs,ids,astar,dfs,greedy,wastar, or all (default: bfs,ids,astar)",
    )
    add_own_search(parser, "; may be repeated", beside=True)
    parser.add_argument(
        "--questions",
        action="store_true",
        help="answer of each search whether it is complete, whether optimal, what time and space",
    )
    parser.add_argument(
        "--weight", metavar="W", type=_weight, default=2, help="of the guess in wastar (default: 2)"
    )
    parser.add_argument(
        "--repeat", metavar="N", type=count, default=3, help="runs of each (default: 3)"
    )


def _algorithms(text: str) -> list[str]:
    names = list(known.ALGORITHMS) if text == "all" else list(dict.fromkeys(text.split(",")))
    for name in names:
        if name not in known.ALGORITHMS:
            raise argparse.ArgumentTypeError(
                f"{name!r} is none of {', '.join(known.ALGORITHMS)}"
                f"{did_you_mean(name, known.ALGORITHMS)}"
            )
    return names


def _weight(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 0")
    return float(text)


def add_heuristic(parser: argparse.ArgumentParser, where: str = "") -> None:
    """Add --heuristic."""
    parser.add_argument(
        "--heuristic",
        metavar="NAME",
        help=f"{where}guess by this one of the family's (default: its first), or by "
        "MODULE:FUNCTION, which makes of a puzzle a function of a state",
    )


def add_output(
    parser: argparse.ArgumentParser, text: str, metavar: str = "FILE", **how: Any
) -> None:
    """Add -o, which names the file or folder to write."""
    parser.add_argument("-o", "--output", metavar=metavar, help=text, **how)


def add_store(parser: argparse.ArgumentParser) -> None:
    """Add --store, and what becomes of one that is not whole."""
    group = parser.add_argument_group(
        "a store: the graph in a folder, written while it is expanded"
    )
    group.add_argument("--store", metavar="DIR", help="keep the graph in this folder")
    group.add_argument(
        "--resume",
        action="store_true",
        help="go on with a store that was stopped at a limit or killed, from its last checkpoint; "
        "LEVEL may be left out",
    )
    group.add_argument("--repair", action="store_true", help="make anew what is damaged in a store")
    group.add_argument(
        "--distances",
        action="store_true",
        help="keep beside a whole graph how far each state is from the goal: verbs that need "
        "it read it there",
    )
    who = group.add_mutually_exclusive_group()
    who.add_argument(
        "--workers",
        metavar="N",
        type=count,
        help="expand large levels with N processes of this machine, which share --max-memory",
    )
    who.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="expand large levels with the workers of a Dask scheduler, as tcp://host:8786, which "
        "see DIR under the same name",
    )


def store(args: argparse.Namespace) -> bool:
    """Return whether the graph goes into a store; ``InputError`` where that is not clear."""
    ours = ("resume", "repair", "distances", "workers", "cluster")
    asked = [name for name in ours if getattr(args, name)]
    if args.store is None and asked:
        raise InputError(f"--{asked[0]} is of --store DIR")
    if args.engine == "direct" and (args.workers or args.cluster):
        raise InputError("workers run compiled rules: they go without --engine direct")
    if (args.store is None) == (args.output is None):
        raise InputError("expand takes -o FILE.npz or --store DIR")
    return args.store is not None


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def add_beginning(parser: argparse.ArgumentParser) -> None:
    """Add the ways to begin elsewhere than at the start."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--after", metavar="MOVES", help="begin after these moves")
    where.add_argument("--state", metavar="STATE", help="begin in this state: rocket=3,lucky=7")
    parser.set_defaults(begins_elsewhere=True)


def add_way(parser: Any) -> None:
    """Add the ways to name another way than the first shortest solution."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--solution",
        metavar="K|MOVES",
        help="the K-th shortest solution, or these moves, instead of the first solution",
    )
    which.add_argument(
        "--trap",
        metavar="K",
        type=count,
        help="the way into the trap move that is the K-th nearest to the start",
    )


def add_rim(parser: Any) -> None:
    """Add --rim."""
    parser.add_argument(
        "--rim",
        action="store_true",
        help="write the numbers of rows and columns on the rim of boards: a cell is ROW:COLUMN",
    )


def add_state(parser: Any) -> None:
    """Add the three ways to name a state."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--after", metavar="MOVES", help="the state after these moves (default: the start)"
    )
    where.add_argument(
        "--state",
        metavar="STATE",
        help="the state with these values: rocket=3,lucky=7; in a graph from a file, its text",
    )
    where.add_argument("--node", metavar="N", type=int, help="the state with this number")
    where.add_argument(
        "--where",
        metavar="EXPR",
        help="the state nearest to the start in which this holds, in the language of "
        '\'stategraph ask\': "trap", "rocket = 3 and dead"',
    )


def number(text: str) -> int:
    """Return a number of at least 0."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 0")
    return int(text)


def count(text: str) -> int:
    """Return a number of at least 1."""
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 1")
    return int(text)


def _size(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([kmgt]?)(?:i?b)?", text.lower())
    if not found or float(found[1]) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500M or 2G")
    return int(float(found[1]) * _UNITS[found[2]])


def seconds(text: str) -> float:
    """Return a number of seconds."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]*)?|\.[0-9]+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return float(text)


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def positive_seconds(text: str) -> float:
    """Return a number of seconds above 0."""
    if seconds(text) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} seconds are too few")
    return seconds(text)
