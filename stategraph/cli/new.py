"""The verb ``new``: a level file that a user can start from."""

from __future__ import annotations

from stategraph.cli import option_values
from stategraph.cli.outputs import output_option
from stategraph.cli.parsing import Options, option
from stategraph.cli.terminal import DONE, say
from stategraph.errors import InputError
from stategraph.files import is_file, write

SUMMARY = "print a level file to start from"
HELP = """\
Print a small level of the family as a starting point. Comments in it explain the rules and
the format.

  $ stategraph new spacewreck -o my-level.yaml
  $ stategraph solve my-level.yaml
"""


class Request(Options):
    """The options of ``new``."""

    family: str | None = option(
        "FAMILY", "the family of the level", complete=option_values.families, nargs="?"
    )
    output: str | None = output_option("write it there (never over an existing file)")


def answer(request: Request) -> int:
    """Print the template of a family, or write it to a file."""
    from stategraph import level_files
    from stategraph.level_files.contents import template

    if request.family is None:
        families = ", ".join(level_files.family_names())
        raise InputError(f"FAMILY is missing; the families are {families}")
    text = level_files.without_expect(template(request.family))
    if request.output is None:
        say(text.rstrip("\n"))
    elif is_file(request.output):
        raise InputError(f"{request.output} exists already")
    else:
        write(request.output, text.encode())
    return DONE
