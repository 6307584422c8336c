"""How the command line is read: in one line of complaint, with what may have been meant."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from stategraph.cli.exits import BAD_INPUT
from stategraph.cli.terminal import complain, heading
from stategraph.errors import did_you_mean


class Parser(argparse.ArgumentParser):
    """Knows what a misspelt word may mean, and a list of words of which some follow an option."""

    def __init__(self, *given: Any, **how: Any):
        super().__init__(*given, **how)
        # what looks like a negative number is a word; so is a level of standard input
        self._negative_number_matcher = re.compile(r"-\d+$|-\d*\.\d+$|-#\d+$")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the options; complain of one that is not known."""
        # argparse takes the words up to the next option, and leaves those behind it
        found, rest = super().parse_known_args(args, namespace)
        if name := self.get_default("words"):
            words = [word for word in rest if not word.startswith("-")]
            setattr(found, name, [*getattr(found, name), *words])
            rest = [word for word in rest if word.startswith("-")]
        if rest:
            option = rest[0].partition("=")[0]
            near = did_you_mean(option, self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(rest)}{near}")
        return found, rest

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known, near = list(action.choices), did_you_mean(value, action.choices)
        if action.metavar == "VERB":
            raise argparse.ArgumentError(None, f"there is no verb {value!r}{near}")
        only = f"is none of {', '.join(known)}" if known[1:] else f"is not {known[0]}"
        raise argparse.ArgumentError(action, f"{value!r} {only}{near}")

    def error(self, message: str) -> NoReturn:
        """Complain in a line, and end."""
        complain(f"{message} (see: {self.prog} --help)")
        self.exit(BAD_INPUT)

    def print_help(self, file: Any = None) -> None:
        """Print the help; unlike argparse, heed a full disk."""
        (file or sys.stdout).write(self.format_help())


class VerbsParser(Parser):
    """The parser of verbs, whose help lists them in groups.

    Attributes
    ----------
    verbose : bool
        whether the words have -v, be it behind the option that is looked at
    """

    verbose = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the options; complain of a misspelt one rather than of no verb behind it."""
        self.verbose = not {"-v", "--verbose"}.isdisjoint(args or ())
        if all(word.startswith("-") for word in args or ()):
            for word in args or ():
                if word.startswith("--") and not self._get_option_tuples(word):
                    near = did_you_mean(word, self._option_string_actions)
                    self.error(f"unrecognized arguments: {word}{near}")
        return super().parse_known_args(args, namespace)

    def __init__(self, description: str, groups: Mapping[str, Iterable[Any]]):
        super().__init__(
            prog="stategraph",
            description=description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        add_volume(self, quiet=False, verbose=False)
        verbs = self.add_subparsers(metavar="VERB", required=True, parser_class=Parser)
        self._groups: dict[str, list[tuple[str, str]]] = {}
        for title, members in groups.items():
            listed = len(verbs._choices_actions)
            for verb in members:
                verb.add_verb(verbs)
            lines = verbs._choices_actions[listed:]
            self._groups[title] = [(one.dest, str(one.help)) for one in lines]

    def format_help(self) -> str:
        """Return the verbs by their groups, and the options."""
        parts = [self.format_usage().rstrip(), (self.description or "").rstrip()]
        for title, lines in self._groups.items():
            rows = [f"    {name:<16}{summary}" for name, summary in lines]
            parts.append("\n".join([heading(f"{title}:"), *rows]))
        made = self.formatter_class(prog=self.prog)
        made.start_section("options")
        made.add_arguments(self._optionals._group_actions)
        made.end_section()
        parts += [made.format_help().rstrip(), "stategraph help VERB tells of a verb's options."]
        return "\n\n".join(parts) + "\n"


def add_volume(parser: argparse.ArgumentParser, **defaults: Any) -> None:
    """Add -q and -v, which stand before a verb or behind it."""
    default = defaults.get
    parser.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        default=default("quiet", argparse.SUPPRESS),
        help="no remarks and no progress: nothing but the answer, or an error",
    )
    parser.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        default=default("verbose", argparse.SUPPRESS),
        help="tell how long each step took",
    )


def in_words(argv: Sequence[str]) -> list[str]:
    """Return a command line in which ``help VERB`` is ``VERB --help``.

    >>> in_words(["help", "solve"]), in_words(["help"]), in_words(["solve"])
    (['solve', '--help'], ['--help'], ['solve'])
    >>> in_words(["help", "help"])
    ['--help']
    """
    if argv[:1] != ["help"]:
        return list(argv)
    return [*(word for word in argv[1:2] if word != "help"), "--help"]
