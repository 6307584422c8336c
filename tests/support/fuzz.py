"""Compare the native engine with plain Python on random rules.

::

    python tests/support/fuzz.py --puzzles 1000000 --seed 1     prints the seeds that fail
    python tests/support/fuzz.py --show 1/4711                  prints the rules of one, and runs it

The generated loops are interpreted, not compiled to C. Add a seed that fails to the list in
``tests/native/test_fuzz.py`` after the cause is fixed.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from unittest import mock

from random_rules import random_puzzle
from same_moves import Refused, assert_same_moves

from stategraph.errors import TraceError
from stategraph.native import tracer

# Rules that branch more often take long to trace.
ANSWERS = 150

# Puzzles between two lines of progress.
CHUNK = 2_000


@contextmanager
def interpreted() -> Iterator[None]:
    """Interpret the generated loops, and refuse rules that branch often."""
    with (
        mock.patch.dict(os.environ, STATEGRAPH_COMPILE="plain"),
        mock.patch.object(tracer, "MAX_ANSWERS", ANSWERS),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore", SyntaxWarning)
        yield


@contextmanager
def rare_collections() -> Iterator[None]:
    """Collect garbage rarely, and skip all objects that exist already.

    With the thresholds of Python, collections take a fifth of the time.
    """
    thresholds = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


def outcome(seed: str) -> tuple[str, str]:
    """Compare the puzzle of a seed; return the outcome and its reason.

    The outcome is "same" ("idle" without a move), "untraced", "refused", or "different".
    """
    made = random_puzzle(seed)
    try:
        moves = assert_same_moves(made.puzzle, made.states)
    except TraceError as error:
        return "untraced", str(error)
    except Refused as error:
        return "refused", str(error)
    except Exception as error:
        return "different", f"{type(error).__name__}: {error}"
    return ("same" if moves else "idle"), ""


def run(seeds: Iterable[str]) -> tuple[Counter[str], list[str]]:
    """Count the outcomes of some seeds; return the counts, and the seeds that differ."""
    met: Counter[str] = Counter()
    failures = []
    with interpreted(), rare_collections():
        for seed in seeds:
            kind, more = outcome(seed)
            met[kind] += 1
            if kind == "different":
                failures.append(seed)
                print(f"{seed}: {more.splitlines()[0][:200]}", flush=True)
    return met, failures


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the engines on random rules.")
    parser.add_argument(
        "--puzzles", type=int, default=10_000, help="number of puzzles (default 10000)"
    )
    parser.add_argument("--seed", default="1", help="first part of all seeds (default 1)")
    parser.add_argument(
        "--first", type=int, default=0, help="second part of the first seed (default 0)"
    )
    parser.add_argument("--show", metavar="SEED", help="print the rules of a seed such as 1/17")
    asked = parser.parse_args()
    if asked.show:
        print(random_puzzle(asked.show).text)
        with interpreted():
            print(*outcome(asked.show), sep=": ")
        return 0
    begun, met, failures = time.process_time(), Counter(), []
    last = asked.first + asked.puzzles
    for first in range(asked.first, last, CHUNK):
        numbers = range(first, min(last, first + CHUNK))
        some, failed = run(f"{asked.seed}/{k}" for k in numbers)
        met += some
        failures += failed
        seconds = time.process_time() - begun
        said = ", ".join(f"{kind} {times:,}" for kind, times in sorted(met.items()))
        print(f"{numbers[-1] + 1:,}: {said}; {seconds:,.0f} s", flush=True)
    print(f"{len(failures)} of {asked.puzzles:,} differ", *failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
