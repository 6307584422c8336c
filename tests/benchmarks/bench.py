"""How fast: the engines against each other and against plain networkx, on all families.

    python tests/benchmarks/bench.py [--sizes 100000 1000000] [--families pacman] [--repeat 3]

One level of each family, too large to expand whole, is expanded up to a number of states. Every
measurement is a process of its own, so that memory can be told apart; figures are medians, and the
last table holds what can be compared across machines: ratios of things measured side by side.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

HUGE = 10_000_000


# ------------------------------------------------------------------------------------ the levels


def spacewreck():
    from puzzles.spacewreck.rules import spacewreck as make

    rng, rooms, shades = random.Random(1), 4_000, ("red", "green", "blue")
    colours = [rng.choice(shades) for _ in range(rooms - 1)]
    ways = [
        (here, rng.randrange(1, rooms), rng.choice(shades))
        for here in range(1, rooms)
        for _ in range(9)
    ]
    return make(rooms, colours, (1, 2), ways)


def psychopath():
    from puzzles.psychopath.rules import psychopath as make

    inside = ["_" * 10 for _ in range(10)]
    for row, column in ((2, 3), (3, 6), (4, 2), (5, 7), (6, 4), (7, 6), (3, 3), (6, 8)):
        inside[row] = inside[row][:column] + "p" + inside[row][column + 1 :]
    inside[0] = "u" + inside[0][1:]
    rows = ["X" * 12, *("X" + row + "X" for row in inside), "X" * 11 + "e"]
    return make(rows)


def pacman():
    from puzzles.pacman.rules import pacman as make

    rows = [list("%" * 14)] + [list("%" + " " * 12 + "%") for _ in range(12)] + [list("%" * 14)]
    foods = {(3, 3): "2", (3, 6): "2", (4, 4): "3", (5, 8): "2", (6, 6): "1", (7, 9): "1",
             (8, 7): "1", (8, 9): "3", (9, 4): "1", (10, 5): "3"}  # fmt: skip
    for (row, column), mark in {**foods, (1, 1): "P", (12, 12): "Q"}.items():
        rows[row][column] = mark
    return make(["".join(row) for row in rows])


def labyrinth():
    from puzzles.labyrinth.rules import labyrinth as make

    rng = random.Random(4)
    board = [[rng.randrange(10) for _ in range(4)] for _ in range(4)]
    return make(board, 8, (3, 0), (0, 3))


def pledge():
    from puzzles.pledge.rules import SLOT, Board
    from puzzles.pledge.rules import pledge as make

    rng = random.Random(3)
    tiles = [[rng.randrange(11) for _ in range(3)] for _ in range(3)]
    tiles[1][1] = SLOT
    return make(Board(tiles, (1, 1), "R", (-1, 7), 60))


def sokoban():
    from puzzles.sokoban.rules import sokoban as make

    inside = [list(" " * 10) for _ in range(10)]
    for row, column in ((2, 3), (3, 6), (4, 2), (5, 7), (6, 4), (7, 6), (3, 3), (6, 8)):
        inside[row][column] = "$"
        inside[9][column] = "."
        inside[0][column] = "."
    inside[1][1] = "@"
    return make(["#" * 12, *(f"#{''.join(row)}#" for row in inside), "#" * 12])


FAMILIES = {f.__name__: f for f in (spacewreck, psychopath, pacman, labyrinth, pledge, sokoban)}


# ---------------------------------------------------------------------------- one measurement


def plain_networkx(puzzle, most: int):
    """Expand into a MultiDiGraph of tuples, as one would without this project."""
    import networkx as nx

    graph, queue = nx.MultiDiGraph(), [puzzle.start]
    graph.add_node(puzzle.start)
    for state in queue:
        if len(graph) >= most:
            break
        if puzzle.is_goal(state):
            continue
        for label, new in puzzle.moves(state):
            if new not in graph:
                queue.append(new)
            graph.add_edge(state, new, key=label)
    return graph


def measure(family: str, engine: str, most: int) -> dict[str, float]:
    """Expand one level in this process."""
    from stategraph.engines.limits import Limits
    from stategraph.expand import expand

    puzzle = FAMILIES[family]()
    if engine == "native":
        expand(puzzle, Limits(states=100_000), engine="native")  # imports and compiles
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    if engine == "networkx":
        graph = plain_networkx(puzzle, most)
    else:
        graph = expand(puzzle, Limits(states=most), engine=engine)
    seconds = time.perf_counter() - began
    peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    return {
        "seconds": seconds,
        "states": len(graph),
        "moves": graph.number_of_edges(),
        "peak": peak,
    }


def first_call(family: str) -> dict[str, float]:
    """Time the first native call of this process."""
    from stategraph.engines.limits import Limits
    from stategraph.expand import expand

    puzzle = FAMILIES[family]()
    expand(puzzle, Limits(states=2_000), engine="direct")
    began = time.perf_counter()
    expand(puzzle, Limits(states=2_000), engine="native")
    return {"seconds": time.perf_counter() - began}


def analyses(most: int) -> dict[str, float]:
    """Time distances, reverse, dead states and components on arrays and on networkx."""
    import networkx as nx

    from stategraph import analysis
    from stategraph.engines.limits import Limits
    from stategraph.expand import expand

    graph = expand(pacman(), Limits(states=most), engine="native")
    ask = (analysis.moves_from_start, analysis.dead, analysis.components)
    for _ in range(2):  # the second time, everything is compiled
        graph._memo.clear()
        began = time.perf_counter()
        for question in ask:
            question(graph)
        ours = time.perf_counter() - began
    edges = [(u, v, k) for u in graph for k, v in graph.moves(u)]
    began = time.perf_counter()
    plain = nx.MultiDiGraph()
    plain.add_edges_from(edges)
    nx.single_source_shortest_path_length(plain, 0)
    back = plain.reverse(copy=False)
    nx.multi_source_dijkstra_path_length(back, set(graph.frontier.tolist()), weight=None)
    list(nx.strongly_connected_components(plain))
    return {"ours": ours, "networkx": time.perf_counter() - began}


# ------------------------------------------------------------------------------------ the tables


def child(*words: object, cache: str) -> dict[str, float]:
    """Run one measurement in a process of its own."""
    line = [sys.executable, __file__, "--child", *map(str, words)]
    environment = {**os.environ, "STATEGRAPH_CACHE": cache}
    return json.loads(subprocess.run(line, capture_output=True, check=True, env=environment).stdout)


def median(repeat: int, *words: object, cache: str) -> dict[str, float]:
    """Return the medians of some runs of one measurement."""
    runs = [child(*words, cache=cache) for _ in range(repeat)]
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="*", default=[100_000, 1_000_000, HUGE])
    parser.add_argument("--families", nargs="*", default=list(FAMILIES), choices=list(FAMILIES))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--child", nargs="*")
    args = parser.parse_args()
    if args.child:
        kind, *words = args.child
        call = {"measure": measure, "first": first_call, "analyses": analyses}[kind]
        print(json.dumps(call(*(int(word) if word.isdigit() else word for word in words))))
        return
    with tempfile.TemporaryDirectory() as cache:
        report(args, cache)


def report(args: argparse.Namespace, cache: str) -> None:
    """Print the tables."""
    ratios = []
    print(f"{'family':<12}{'engine':<10}{'states':>12}{'moves':>12}{'states/s':>12}{'moves/s':>12}"
          f"{'bytes/move':>11}")  # fmt: skip
    for family in args.families:
        cold = child("first", family, cache=cache)["seconds"]
        warm = median(args.repeat, "first", family, cache=cache)["seconds"]
        speed: dict[tuple[str, int], float] = {}
        for size in args.sizes:
            engines = ["native"] if size >= HUGE else ["native", "direct", "networkx"]
            for engine in engines:
                repeat = args.repeat if engine == "native" else 1
                run = median(repeat, "measure", family, engine, size, cache=cache)
                speed[engine, size] = run["states"] / run["seconds"]
                print(f"{family:<12}{engine:<10}{run['states']:>12,.0f}{run['moves']:>12,.0f}"
                      f"{speed[engine, size]:>12,.0f}{run['moves'] / run['seconds']:>12,.0f}"
                      f"{run['peak'] / run['moves']:>11.1f}", flush=True)  # fmt: skip
        against = [
            f"{speed['native', size] / speed[other, size]:.0f} x {other} at {size:,}"
            for size in args.sizes
            for other in ("direct", "networkx")
            if (other, size) in speed
        ]
        growth = speed["native", args.sizes[0]] / speed["native", args.sizes[-1]]
        ratios.append(f"{family:<12}first call {cold:.2f} s cold, {warm:.2f} s warm; native is "
                      f"{', '.join(against)}; a state costs {growth:.2f} times as much at "
                      f"{args.sizes[-1]:,} as at {args.sizes[0]:,}")  # fmt: skip
    print("\n".join(["", *ratios]))
    both = child("analyses", min(args.sizes), cache=cache)
    ours, theirs = both["ours"], both["networkx"]
    print(
        f"analyses at {min(args.sizes):,} states: {theirs / ours:.0f} x networkx "
        f"({ours:.3f} s against {theirs:.1f} s)"
    )


if __name__ == "__main__":
    main()
