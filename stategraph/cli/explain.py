"""The verb that explains the metrics: explain."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import options
from stategraph.cli.options import DONE
from stategraph.cli.terminal import say, say_json
from stategraph.errors import InputError

EXPLAIN = """\
Explain a metric: what it is exactly, what it costs, where it comes from. Without METRIC: name all.

  $ stategraph explain muse
  $ stategraph explain
"""


def add_verbs(verbs: Any) -> None:
    """Add the verbs to the parser."""
    explain = options.add_verb(verbs, "explain", run_explain, "tell what a metric is", EXPLAIN)
    explain.add_argument("metric", metavar="METRIC", nargs="?", help="a name as in analyse --json")
    options.add_json(explain)


def run_explain(args: argparse.Namespace) -> int:
    """Print the definition of a metric, or the names of all."""
    from stategraph.analysis import GROUPS, METRICS

    if args.metric is None:
        if args.json:
            say_json({name: metric.title for name, metric in METRICS.items()})
            return DONE
        for group, title in GROUPS.items():
            say(f"{title}:")
            for metric in METRICS.values():
                if metric.group == group:
                    say(f"  {metric.name:<28} {metric.title}")
        return DONE
    if args.metric not in METRICS:
        raise InputError(f"there is no metric {args.metric!r}{_nearest(args.metric, METRICS)}")
    metric = METRICS[args.metric]
    if args.json:
        names = ("name", "title", "group", "needs", "definition")
        say_json({name: getattr(metric, name) for name in names})
    else:
        say(f"{metric.name}: {metric.title}\n\n{metric.definition}")
        if metric.needs in ("actor", "heuristic"):
            say(f"\nNeeds the family's {metric.needs}.")
    return DONE


def _nearest(name: str, names: Any) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, names, 3)
    return f"; did you mean {' or '.join(near)}?" if near else "; 'stategraph explain' names all"
