"""The verb ``explain``: what a metric is."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import completion, options
from stategraph.cli.exits import DONE
from stategraph.cli.terminal import say_json, say_lines
from stategraph.errors import InputError, did_you_mean

HELP = """\
Explain a metric: what it is exactly, what it costs, where it comes from. Without METRIC: name all.

  $ stategraph explain muse
  $ stategraph explain
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "explain", run, "tell what a metric is", HELP)
    metric = made.add_argument(
        "metric", metavar="METRIC", nargs="?", help="a name as in analyse --json"
    )
    completion.by(completion.metrics, metric)
    options.add_json(made)


def run(args: argparse.Namespace) -> int:
    """Print the definition of a metric, or the names of all."""
    from stategraph.metrics import METRICS
    from stategraph.tell import metric as tell

    name = args.metric
    if name is not None and name not in METRICS:
        near = did_you_mean(name, METRICS) or "; 'stategraph explain' names all"
        raise InputError(f"there is no metric {name!r}{near}")
    if args.json:
        say_json(tell.record_of_all() if name is None else tell.record(name))
    else:
        say_lines(tell.words_of_all() if name is None else tell.words(name))
    return DONE
