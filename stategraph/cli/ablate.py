"""The verb ``ablate``: what each element of a level is for."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import designing, inputs, options
from stategraph.cli.exits import DONE, UNKNOWN
from stategraph.cli.outputs import PICTURES, check_level, output_form, write_level
from stategraph.cli.terminal import remark, say_exactly, say_lines
from stategraph.files import write

HELP = """\
Take each element out of a level (a corridor, wall, block, food, opening, tile) and solve it anew:
which ones bear the load, which only shorten the solution, which are decoration; and the smallest
level that plays the same, from which nothing more can be taken. What has more than 20 times the
states that the level has (and 10,000) is left unknown (exit 3), or what --max-states says.

  $ stategraph ablate psychopath/many-traps
  $ stategraph ablate psychopath/many-traps -o weights.svg --minimal small.yaml
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(
        verbs, "ablate", run, "what each element of a level is for", HELP, by=()
    )
    options.add_output(made, "draw it on the board: FILE.svg, .png or .pdf")
    designing.add_ablation(made)


def run(args: argparse.Namespace) -> int:
    """Judge every element of a level."""
    from stategraph.tell import ablate as tell

    form = None if args.output is None else output_form(args.output, PICTURES)
    level = inputs.load(args)
    if args.minimal is not None:
        check_level(args.minimal, level)
    trials = designing.trials(args, level)
    found, kept, sure = designing.ablation(args, trials)
    left = [trials.elements[k].name for k in kept]
    if args.json:
        say_exactly(tell.record(level, found, left, sure))
    else:
        say_lines(tell.words(found, left, args.same))
    if form is not None:
        from stategraph.pictures.plots.weights import weights_picture

        write(args.output, weights_picture(level.draw(level.puzzle.start), found, form))
    if args.minimal is not None:
        smallest = trials.left(kept)
        write_level(args.minimal, level, smallest, smallest.start, "all that matters")
    if not sure:
        remark(f"{level.file}: a limit was met; a smaller level may play the same too")
    return UNKNOWN if found.called("unknown") else DONE
