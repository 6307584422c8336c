"""Stores, graphs in folders: the options of them, and how they are filled."""

from __future__ import annotations

import argparse
import time
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from stategraph.cli import quantities, runs
from stategraph.cli.terminal import Progress, remark, shown
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level


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
        type=quantities.count,
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


def stored(args: argparse.Namespace) -> tuple[Level, ArrayGraph, list[str]]:
    """Fill the store that the options name; return its level, its graph and its name."""
    from stategraph import store
    from stategraph.cli import inputs
    from stategraph.cli.remarks import remarks_on
    from stategraph.tell import store as tell

    if args.repair:
        with shown(f"looking at {args.store}"):
            mended = store.repair(args.store)
        for line in tell.mended(args.store, mended):
            remark(line)
    args.time_limit.lift()  # a store is closed in order
    level = None if args.level is None else inputs.load(args)
    began = time.monotonic()
    with remarks_on(args.store), Progress() as progress, _pool(args) as pool:
        made = store.fill(
            args.store,
            level,
            runs.limits(args),
            engine=args.engine,
            resume=args.resume or args.repair,
            progress=lambda filled: progress.show(tell.progress(filled, time.monotonic() - began)),
            pool=pool,
        )
        assert made.graph is not None
        if args.distances and made.graph.complete:
            store.keep_distances(args.store, pool)
    return made, made.graph, [args.store]


def _pool(args: argparse.Namespace) -> AbstractContextManager[Any]:
    """Return the workers that the options ask for, or nobody."""
    from stategraph.store import cluster, processes

    if args.cluster:
        return cluster.remote(args.cluster)
    if args.workers:
        return processes.local(args.workers, args.max_memory)
    return nullcontext()
