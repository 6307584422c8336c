"""Speed of the engines, handwritten Python, networkx and SPIN on all families.

    python tests/benchmarks/bench.py
        [--tables python spin scale first start analyses questions]
        [--families pacman] [--rounds 3] [--most 100000] [--sizes 100000 1000000 10000000]

The contestants run in turn, each in a separate process, for several rounds. All times are CPU
seconds, user and system; a line has their minimum, median and maximum, and the ratio of the
others' time to ours, round by round. The tables are in Markdown.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import by_hand
import levels
import spin

FAMILIES = list(levels.WHOLE)
PHASES = ("call", "sample", "reading", "rest")
NATIVE, DIRECT, HAND, NETWORKX = "native", "direct", "by hand", "networkx by hand"

Run = dict[str, float]


def cpu() -> float:
    """Return the CPU seconds of this process and of those that it waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def peak() -> int:
    """Return the most bytes that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


# -------------------------------------------------------------------- measured, a process each


def expansion(which: str | int, family: str, engine: str, most: int) -> Run:
    """Expand a level with one of our engines, after compiling its rules.

    `which` names a table of levels, or is one of the sizes.
    """
    from stategraph.engines.engine_choice import Expansion
    from stategraph.engines.limits import Limits
    from stategraph.expand import expand
    from stategraph.native.compiled import CompiledRules

    table = levels.SIZES[which] if isinstance(which, int) else getattr(levels, which.upper())
    puzzle = levels.puzzle(family, table[family])
    expand(puzzle, Limits(states=2_000), engine=engine)
    parts = {
        "call": timed(CompiledRules, "run"),
        "sample": timed(Expansion, "plain"),
        "reading": timed(CompiledRules, "__init__"),
    }
    held, began = peak(), cpu()
    graph = expand(puzzle, Limits(states=most), engine=engine)
    return {
        "seconds": cpu() - began,
        **{name: sum(seconds) for name, seconds in parts.items()},
        "states": len(graph),
        "moves": graph.number_of_edges(),
        "peak": peak() - held,
    }


def timed(owner: Any, name: str) -> list[float]:
    """Return a list that the CPU seconds of each call of a method come into."""
    method, seconds = getattr(owner, name), []

    def call(*args: Any, **how: Any) -> Any:
        began = cpu()
        try:
            return method(*args, **how)
        finally:
            seconds.append(cpu() - began)

    setattr(owner, name, call)
    return seconds


def hand(family: str, keep: str, most: int) -> Run:
    """Search a level by hand; keep the graph in lists and a dict, or in networkx."""
    import networkx  # noqa: F401

    start, moves = getattr(by_hand, family)(*levels.WHOLE[family])
    gc.disable()  # as our direct engine does: nothing here is a cycle
    held, began = peak(), cpu()
    if keep == NETWORKX:
        graph = by_hand.network(start, moves, most)
        size, edges = len(graph), graph.number_of_edges()
    else:
        states, rows = by_hand.search(start, moves, most)
        size, edges = len(states), sum(map(len, rows))
    return {"seconds": cpu() - began, "states": size, "moves": edges, "peak": peak() - held}


def first_call(family: str) -> Run:
    """Expand a few states natively, with the current content of the cache; then again."""
    from stategraph.engines.limits import Limits
    from stategraph.expand import expand

    puzzle = levels.puzzle(family, levels.LARGE[family])
    expand(puzzle, Limits(states=2_000), engine="direct")
    began, clock = cpu(), time.perf_counter()
    expand(puzzle, Limits(states=2_000), engine="native")
    return {"seconds": cpu() - began, "wall": time.perf_counter() - clock}


def analyses(family: str) -> Run:
    """Ask the same of our graph and of networkx's, both built in advance, by its best algorithms.

    networkx has a ``DiGraph`` (parallel moves change no answer), walks back from the goal for the
    states that can still win, and counts its components. A ``DiGraph`` knows the moves to a state
    as well as those from it, so ours does too.
    """
    import networkx as nx

    from stategraph import analysis
    from stategraph.expand import expand

    graph = expand(levels.puzzle(family, levels.WHOLE[family]), engine="native")
    other = nx.DiGraph((u, v) for u in range(len(graph)) for _, v in graph.moves(u))
    goal = graph.goal
    questions: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
        "distances": (
            lambda: analysis.moves_from_start(graph),
            lambda: nx.single_source_shortest_path_length(other, 0),
        ),
        "dead": (lambda: analysis.dead(graph), lambda: len(other) - len(nx.ancestors(other, goal))),
        "components": (
            lambda: analysis.components(graph),
            lambda: sum(1 for _ in nx.strongly_connected_components(other)),
        ),
    }
    run: Run = {"states": len(graph), "moves": graph.number_of_edges()}
    for name, (ours, theirs) in questions.items():
        ours()  # loads the compiled code
        graph._memo.clear()
        assert len(graph.reversed) == 2
        for who, question in (("ours", ours), ("networkx", theirs)):
            began = cpu()
            question()
            run[f"{name} {who}"] = cpu() - began
    return run


def start(*words: str) -> Run:
    """Run Python with these words, from its start to its end."""
    began, clock = cpu(), time.perf_counter()
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
    return {"seconds": cpu() - began, "wall": time.perf_counter() - clock}


# Ten operators of play, over all moves and over some.
QUESTION = (
    "AG EF goal or EF{by P} EG{not by Q} not dead or E[not dead U EX AX goal] "
    "or A[not goal U EF{best} goal] or AF EG dead"
)


def questions() -> Run:
    """Ask a question of ten operators about Pacman's room, once the loops are compiled."""
    import stategraph
    from stategraph.ask import ask

    level = stategraph.load("pacman/first-meal")
    ask(level, stategraph.expand(level), QUESTION)
    level = replace(level, puzzle=levels.puzzle("pacman", levels.WHOLE["pacman"]))
    graph = stategraph.expand(level, engine="native")
    began = cpu()
    ask(level, graph, QUESTION)
    seconds = cpu() - began
    return {"states": len(graph), "moves": graph.number_of_edges(), "seconds": seconds}


MEASURES = {call.__name__: call for call in (expansion, hand, first_call, analyses, questions)}


def child(cache: str, *words: object) -> Run:
    """Run one measurement in a separate process."""
    line = [sys.executable, __file__, "--child", json.dumps(words)]
    environment = {**os.environ, "STATEGRAPH_CACHE": cache}
    return json.loads(subprocess.run(line, stdout=-1, check=True, env=environment).stdout)


# -------------------------------------------------------------------------------- the tables


def rounds(
    number: int, contestants: dict[str, Callable[[], Run]], memory: float = 0
) -> dict[str, list[Run]]:
    """Run all contestants in turn, `number` times, each after `touch_memory`."""
    runs: dict[str, list[Run]] = {name: [] for name in contestants}
    for _ in range(number):
        for name, contestant in contestants.items():
            touch_memory(memory)
            runs[name].append(contestant())
    return runs


TOUCH = """
import mmap, sys
pages = mmap.mmap(-1, int(sys.argv[1]), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
if hasattr(mmap, "MADV_HUGEPAGE"):
    pages.madvise(mmap.MADV_HUGEPAGE)
for first in range(0, len(pages), 4096):
    pages[first] = 1
"""


def touch_memory(size: float) -> None:
    """Use `size` bytes of memory once, in a separate process.

    In a virtual machine, the host takes free memory back. Its next use can then cost more than the
    search, and which of two programs pays for it depends on their order.
    """
    if size > 0:
        subprocess.run([sys.executable, "-c", TOUCH, str(int(size))], check=True)


def spread(values: Iterable[float], digits: int = 0) -> str:
    """Return minimum, median and maximum."""
    values = list(values)
    three = min(values), statistics.median(values), max(values)
    return " ".join(f"{value:,.{digits}f}" for value in three)


def race(family: str, runs: dict[str, list[Run]]) -> None:
    """Print a line for each contestant; the first is the one that all are measured against."""
    first = next(iter(runs.values()))
    for name, done in runs.items():
        last = done[-1]
        cost = [run["seconds"] / run["states"] for run in done]
        ours = [run["seconds"] / run["states"] for run in first]
        times = spread((a / b for a, b in zip(cost, ours, strict=True)), 1)
        row(family, name, f"{last['states']:,.0f}", f"{last['moves']:,.0f}",
            spread(1e9 * seconds for seconds in cost), times,
            f"{max(run['peak'] for run in done) / last['moves']:.1f}")  # fmt: skip


def row(*cells: object) -> None:
    """Print a row of a table."""
    print("|", " | ".join(map(str, cells)), "|", flush=True)


def head(*titles: str) -> None:
    """Print the head of a table."""
    print()
    row(*titles)
    row(*("---" for _ in titles))


RACE = ("level of", "who", "states", "moves", "ns a state: min median max",
        "times native: min median max", "bytes a move")  # fmt: skip


def against_python(args: argparse.Namespace, cache: str) -> None:
    """Both engines and handwritten Python, up to a number of states."""
    head(*RACE)
    for family in args.families:
        words: dict[str, tuple[object, ...]] = {
            NATIVE: ("expansion", "whole", family, NATIVE, args.most),
            DIRECT: ("expansion", "whole", family, DIRECT, args.most),
            HAND: ("hand", family, HAND, args.most),
            NETWORKX: ("hand", family, NETWORKX, args.most),
        }
        calls = {name: lambda w=w: child(cache, *w) for name, w in words.items()}
        race(family, rounds(args.rounds, calls))


def against_spin(args: argparse.Namespace, cache: str) -> None:
    """The native engine and SPIN, on whole levels of three sizes; both must count the same."""
    if name := spin.missing():
        print(f"\nno comparison with SPIN: {name} is not installed")
        return
    head("level of", "states", "moves", "native, ns a state: min median max", "compiled call",
         "plain Python's sample", "reading the rules", "the rest", "the last three, ms",
         "SPIN's fastest", "ns a state: min median max",
         "times native: min median max")  # fmt: skip
    sizes = [size for size in args.sizes if size in levels.SIZES]
    for family, size in itertools.product(args.families, sizes):
        spin_row(family, spin_runs(family, size, args.rounds, cache))


def spin_runs(family: str, size: int, number: int, cache: str) -> dict[str, list[Run]]:
    """Run the native engine and SPIN's searches; after the first round, only the fastest search."""
    with tempfile.TemporaryDirectory() as folder:
        model = getattr(spin, family)(*levels.SIZES[size][family])
        programs = spin.build(model, Path(folder))
        ours = lambda: child(cache, "expansion", size, family, NATIVE, 10**8)  # noqa: E731
        states = int(ours()["states"])
        searches = {
            name: lambda p=program: spin.run(p, states) for name, program in programs.items()
        }
        memory = max(search()["peak"] for search in searches.values())
        runs = rounds(1, searches, memory)
        fastest = min(runs, key=lambda name: runs[name][0]["seconds"])
        measured = rounds(number, {NATIVE: ours, fastest: searches[fastest]}, memory)
    counts = {
        (run["states"], run["moves"])
        for done in (*runs.values(), *measured.values())
        for run in done
    }
    if len(counts) > 1:
        raise SystemExit(f"{family}: states and moves differ: {sorted(counts)}")
    return measured


def spin_row(family: str, runs: dict[str, list[Run]]) -> None:
    """Print the costs of a state, of the native engine with its phases and of SPIN's fastest."""
    (_, native), (search, others) = runs.items()
    for run in native:
        run["rest"] = run["seconds"] - run["call"] - run["sample"] - run["reading"]
    phases = [statistics.median(run[part] for run in native) for part in PHASES]
    states = native[0]["states"]
    times = (b["seconds"] / a["seconds"] for a, b in zip(native, others, strict=True))
    row(family, f"{states:,}", f"{native[0]['moves']:,}",
        spread(1e9 * run["seconds"] / states for run in native),
        *(f"{1e9 * seconds / states:,.0f}" for seconds in phases),
        f"{1e3 * sum(phases[1:]):.0f}", search,
        spread(1e9 * run["seconds"] / states for run in others), spread(times, 1))  # fmt: skip


def at_scale(args: argparse.Namespace, cache: str) -> None:
    """The native engine on large levels, up to several numbers of states."""
    head("level of", "states", "moves", "ns a state: min median max",
         "in the compiled call: min median max", "times the first, in the call", "and by moves",
         "bytes a move")  # fmt: skip
    chosen = [("large", family) for family in args.families]
    chosen += [("wide", family) for family in args.families if family in levels.WIDE]
    for which, family in chosen:
        first: list[float] = []
        name = family if which == "large" else f"{family}, seven words a state"
        for size in args.sizes:
            words = ("expansion", which, family, NATIVE, size)
            done = rounds(args.rounds, {NATIVE: lambda w=words: child(cache, *w)})[NATIVE]
            last = done[-1]
            call = statistics.median(run["call"] for run in done)
            now = [call / last["states"], call / last["moves"]]
            first = first or now
            row(name, f"{last['states']:,}", f"{last['moves']:,}",
                spread(1e9 * run["seconds"] / run["states"] for run in done),
                spread(1e9 * run["call"] / run["states"] for run in done),
                *(f"{a / b:.2f}" for a, b in zip(now, first, strict=True)),
                f"{max(run['peak'] for run in done) / last['moves']:.1f}")  # fmt: skip


def first_calls(args: argparse.Namespace, cache: str) -> None:
    """The first native call of a process, from an empty cache and from a full one."""
    head("level of", "empty cache, CPU s: min median max", "wall s", "full cache, CPU s", "wall s")
    for family in args.families:
        cold, warm = [], []
        for _ in range(args.rounds):
            with tempfile.TemporaryDirectory() as empty:
                cold.append(child(empty, "first_call", family))
                warm.append(child(empty, "first_call", family))
        row(family, *(spread((run[key] for run in runs), 2)
                      for runs in (cold, warm) for key in ("seconds", "wall")))  # fmt: skip


# Contestants of a small `solve`: Python alone, and Python with the imports of every verb.
STARTS = {
    "Python": ("-c", "pass"),
    "import numpy": ("-c", "import numpy"),
    "solve spacewreck/eight-rooms": ("-m", "stategraph", "solve", "spacewreck/eight-rooms"),
    "solve psychopath/first-push": ("-m", "stategraph", "solve", "psychopath/first-push"),
}


def starts(args: argparse.Namespace, cache: str) -> None:
    """Time of a small question from the shell, with everything installed and compiled."""
    head("process", "CPU s: min median max", "wall s: min median max")
    runs = {name: lambda w=words: start(*w) for name, words in STARTS.items()}
    for run in runs.values():
        run()  # writes the bytecode
    for name, done in rounds(args.rounds, runs).items():
        row(name, *(spread((run[key] for run in done), 2) for key in ("seconds", "wall")))


def against_networkx(args: argparse.Namespace, cache: str) -> None:
    """Our analyses and networkx's own, on graphs that are built in advance."""
    head("level of", "states", "moves", "question", "ours, ms: min median max",
         "networkx, ms: min median max", "times: min median max")  # fmt: skip
    for family in args.families:
        runs = [child(cache, "analyses", family) for _ in range(args.rounds)]
        for name in ("distances", "dead", "components"):
            ours, theirs = ([run[f"{name} {who}"] for run in runs] for who in ("ours", "networkx"))
            row(family, f"{runs[0]['states']:,}", f"{runs[0]['moves']:,}", name,
                spread((1e3 * seconds for seconds in ours), 1),
                spread(1e3 * seconds for seconds in theirs),
                spread((b / max(a, 1e-6) for a, b in zip(ours, theirs, strict=True))))  # fmt: skip


def questions_of_play(args: argparse.Namespace, cache: str) -> None:
    """A question of ten operators of play on a whole level."""
    head("level of", "states", "moves", "question of", "seconds: min median max")
    runs = [child(cache, "questions") for _ in range(args.rounds)]
    seconds = spread((run["seconds"] for run in runs), 1)
    row("pacman", f"{runs[0]['states']:,}", f"{runs[0]['moves']:,}", "ten operators", seconds)


TABLES = {"python": against_python, "spin": against_spin, "scale": at_scale,
          "first": first_calls, "start": starts, "analyses": against_networkx,
          "questions": questions_of_play}  # fmt: skip


def machine() -> str:
    """Return the processor, its caches and the use of huge pages, on which all times depend."""

    def first(path: str, pattern: str) -> str:
        found = re.search(pattern, Path(path).read_text(), re.M) if Path(path).exists() else None
        return found[1].strip() if found else "unknown"

    caches = [
        f"L{(cache / 'level').read_text().strip()} {(cache / 'size').read_text().strip()}"
        for cache in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*"))
    ]
    pages = first("/sys/kernel/mm/transparent_hugepage/enabled", r"\[(.*)\]")
    processor = first("/proc/cpuinfo", r"^model name\s*: (.*)$") or platform.processor()
    return (
        f"{processor}, {os.cpu_count()} processors; caches of one: {', '.join(caches)}; "
        f"huge pages: {pages}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", nargs="*", default=list(TABLES), choices=list(TABLES))
    parser.add_argument("--families", nargs="*", default=FAMILIES, choices=FAMILIES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--most", type=int, default=100_000, help="states, where Python is compared"
    )
    parser.add_argument("--sizes", type=int, nargs="*", default=[10**5, 10**6, 10**7])
    parser.add_argument("--child", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        kind, *words = json.loads(args.child)
        print(json.dumps(MEASURES[kind](*words)))
        return
    with tempfile.TemporaryDirectory() as cache:
        # an installed package has its bytecode, so this setting of the shell is ignored
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = cache
        print(f"{machine()}\n")
        for name in args.tables:
            TABLES[name](args, cache)


if __name__ == "__main__":
    main()
