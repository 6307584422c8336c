"""The options that several verbs share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from stategraph.cli import completion, known, quantities
from stategraph.cli.parsing import add_volume
from stategraph.errors import InputError

# What a verb can see a level by beside walks and turns, if it can by anything.
ANY = "symmetry", "variables"

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
        type=quantities.number,
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
    group.add_argument(
        "--max-states", metavar="N", type=quantities.count, help="see at most N states"
    )
    group.add_argument(
        "--max-memory",
        metavar="SIZE",
        type=quantities.size,
        help="hold at most SIZE, such as 500M or 2G (default: 3/4 of what is free)",
    )
    group.add_argument(
        "--max-seconds",
        metavar="S",
        type=quantities.seconds,
        help="end within S seconds and one more; of several levels, each has S seconds",
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
        type=quantities.count,
        default=2_000,
        help="look at the N states nearest to each start (default: 2000)",
    )
    parser.add_argument(
        "--max-seconds",
        metavar="S",
        type=quantities.seconds,
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


def add_output(
    parser: argparse.ArgumentParser, text: str, metavar: str = "FILE", **how: Any
) -> None:
    """Add -o, which names the file or folder to write."""
    parser.add_argument("-o", "--output", metavar=metavar, help=text, **how)


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
        type=quantities.count,
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
    where.add_argument(
        "--node", metavar="N", type=quantities.node, help="the state with this number"
    )
    where.add_argument(
        "--where",
        metavar="EXPR",
        help="the state nearest to the start in which this holds, in the language of "
        '\'stategraph ask\': "trap", "rocket = 3 and dead"',
    )
