"""Trap moves, and the dead regions after them, from which the goal is unreachable.

::

    start ─► can still win ─► goal
        └┄┄► state ╌╌trap╌╌► 220,041 dead states
"""

from __future__ import annotations

import numpy as np

from stategraph.analysis import (
    DeadEndCycle,
    dead,
    dead_end_cycles,
    moves_from_start,
    nearest_first,
    path_to,
    shortest_paths,
    solutions_known,
    stuck,
    trap_moves,
    witness,
)
from stategraph.analysis.random_play import make_room
from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.diagram_builder import DiagramBuilder
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.pictures.node_boards import Describe
from stategraph.pictures.views.row_layout import USUAL_NODES, few_enough, spelled
from stategraph.readable import count
from stategraph.tell.dead_regions import Reasons

# maximum number of dead regions with separate nodes
MAX_REGIONS = 12


def dead_ends(
    graph: ArrayGraph,
    describe: Describe = repr,
    highlight: HighlightedPath | None = None,
    *,
    reasons: Reasons | None = None,
) -> Diagram:
    """Return the trap moves, and the dead regions after them.

    A region is a weakly connected component of the dead states. For each region, the picture shows
    the trap move nearest to the start, the number of stuck states, the nearest stuck state, and a
    cycle. The largest regions have separate nodes. `reasons` explains why the states of a
    region are dead. Without the search for moves around the cycles, the cost is O(states + moves).
    """
    sketch = DiagramBuilder(graph, describe, highlight)
    is_dead = dead(graph)
    sketch.state(0, 0)
    # on a partial graph, the sources of these moves may be dead too
    traps = np.flatnonzero(~is_dead[graph.sources] & is_dead[graph.targets])
    traps = nearest_first(graph, traps, graph.sources[traps])
    regions = _regions(graph, is_dead)
    small = regions[MAX_REGIONS:]
    alone, _ = few_enough([len(region) for region in regions[:MAX_REGIONS]], USUAL_NODES // 3)
    doors = np.zeros(len(graph), bool)  # the source states of the trap moves that are drawn
    frames: list[str] = []
    for region, in_detail in zip(regions[:MAX_REGIONS], alone, strict=True):
        frames += _region(sketch, region, traps, in_detail, len(frames), doors, reasons)
    if small:
        remaining = np.concatenate(small)
        head = f"{count(len(small), 'smaller dead region')}\nof {count(len(remaining), 'state')}"
        entered = _door(sketch, remaining, traps, doors)
        sketch.pack(remaining, 3, _fate(graph, remaining, reasons), "dead", head, entered)
    _ground(sketch, is_dead)
    chosen = _chosen_moves(sketch, is_dead, doors)
    dead_count, ended = int(np.count_nonzero(is_dead)), int(np.count_nonzero(stuck(graph)))
    words = (
        f"{count(len(trap_moves(graph)), 'trap move')} into "
        f"{count(len(regions), 'dead region')} of {count(dead_count, 'dead state')}, "
        f"{ended:,} of them stuck"
    )
    if not is_dead.any():
        words = "no dead ends: every state that can be reached can still win"
        if not graph.complete:
            words = f"no dead ends are proven; the expansion stopped at the {graph.stopped}"
    return sketch.diagram(words, chosen, frames)


def _regions(graph: ArrayGraph, is_dead: np.ndarray) -> list[np.ndarray]:
    """Return the weakly connected components of the dead states, the largest first."""
    make_room()
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    dead_nodes = np.flatnonzero(is_dead)
    if not len(dead_nodes):
        return []
    place = np.cumsum(is_dead) - 1
    slots = np.flatnonzero(is_dead[graph.sources] & is_dead[graph.targets])
    ends = place[graph.sources[slots]], place[graph.targets[slots]]
    links = coo_array(
        (np.ones(len(slots), np.int8), ends), shape=(len(dead_nodes), len(dead_nodes))
    )
    _, part = connected_components(links, directed=False)
    order = np.argsort(part, kind="stable")
    parts = np.split(dead_nodes[order], np.flatnonzero(np.diff(part[order])) + 1)
    return sorted(parts, key=lambda part: (-len(part), int(part[0])))


def _region(
    sketch: DiagramBuilder,
    region: np.ndarray,
    traps: np.ndarray,
    in_detail: bool,
    frame: int,
    doors: np.ndarray,
    reasons: Reasons | None,
) -> list[str]:
    """Add one dead region and the path into it; return the title of its frame, if any."""
    graph = sketch.graph
    entered = _door(sketch, region, traps, doors)
    if in_detail:
        for state in region.tolist():
            sketch.state(state, _column(graph, region, state), frame)
        return [f"dead region of {count(len(region), 'state')}"]
    ended = region[stuck(graph)[region]]
    if len(ended):
        sketch.state(int(ended[np.argmin(moves_from_start(graph)[ended])]), 4)
    head = f"dead region of\n{count(len(region), 'state')}"
    place = sketch.pack(region, 3, _fate(graph, region, reasons), "dead", head, entered)
    cycle = _cycle_in(graph, region)
    if cycle is not None and place is not None:
        path, _ = witness(graph, cycle)
        sketch.add_path(place, place, f"round: {spelled(path.labels)}")
    return []


def _column(graph: ArrayGraph, region: np.ndarray, state: int) -> int:
    depth = moves_from_start(graph)
    return 3 + int(depth[state] - depth[region].min())


def _cycle_in(graph: ArrayGraph, region: np.ndarray) -> DeadEndCycle | None:
    """Return the first dead-end cycle within a region."""
    owned = np.zeros(len(graph), bool)
    owned[region] = True
    cycles = dead_end_cycles(graph)
    return next((cycle for cycle in cycles if owned[cycle.states[0]]), None)


def _fate(graph: ArrayGraph, states: np.ndarray, reasons: Reasons | None) -> str:
    """Return text about how play ends in dead states (stuck, in cycles), and why they are dead."""
    inside = np.zeros(len(graph), bool)
    inside[states] = True
    ended = int(np.count_nonzero(stuck(graph)[states]))
    cycles = sum(bool(inside[cycle.states[0]]) for cycle in dead_end_cycles(graph))
    phrases = [f"{ended:,} stuck"] if ended else []
    phrases += [count(cycles, "cycle")] if cycles else []
    why = "" if reasons is None else reasons(states)
    return "".join("\n" + words for words in phrases) + why


def _door(sketch: DiagramBuilder, region: np.ndarray, traps: np.ndarray, doors: np.ndarray) -> int:
    """Add the source of the nearest trap move into a region, and a path to this state.

    Return the target of that move, or -1 without such a move.
    """
    graph = sketch.graph
    owned = np.zeros(len(graph), bool)
    owned[region] = True
    into = traps[owned[graph.targets[traps]]]
    if not len(into):
        return -1
    state = int(graph.sources[into[0]])
    is_drawn = sketch.group[state] >= 0
    place = sketch.state(state, 2)
    doors[state] = True
    if state and not is_drawn:
        path = path_to(graph, state)
        sketch.add_path(0, place, spelled(path.labels))
    other_doors = np.setdiff1d(graph.sources[into], np.flatnonzero(sketch.group >= 0)).astype(
        np.int64
    )
    more = sketch.pack(other_doors, 2, "\nwith trap moves")
    if more is not None:
        doors[other_doors] = True
        nearest = int(moves_from_start(graph)[other_doors].min())
        sketch.add_path(0, more, f"{count(nearest, 'move')} or more")
    return int(graph.targets[into[0]])


def _chosen_moves(sketch: DiagramBuilder, is_dead: np.ndarray, doors: np.ndarray) -> np.ndarray:
    """Return which moves (m,) bool to draw.

    Drawn are trap moves from `doors`, moves between dead states, moves of solutions, and moves
    between other states. If only moves from `doors` lead into the pack of states that can still
    win, they are drawn too.
    """
    graph, group = sketch.graph, sketch.group
    tails, heads = graph.sources, graph.targets
    chosen = is_dead[tails] | (is_dead[heads] & doors[tails])
    chosen |= ~(doors[tails] | doors[heads] | is_dead[heads])
    if graph.goal is not None and solutions_known(graph):
        chosen[shortest_paths(graph).moves] = True
    if sketch.highlight is not None:
        chosen[list(sketch.highlight.path.moves)] = True
    ground = len(sketch.nodes) - 1  # the pack of states that can still win, if there is one
    into = (group[heads] == ground) & (group[tails] != ground)
    if not is_dead.all() and not (into & chosen).any():
        chosen |= into
    return chosen


def _ground(sketch: DiagramBuilder, is_dead: np.ndarray) -> None:
    """Add the pack of states that can still win, and the goal."""
    graph = sketch.graph
    if graph.goal:
        sketch.state(graph.goal, 2)
    word = "\ncan still win" if graph.complete else "\nnot proven dead"
    sketch.pack(np.flatnonzero(~is_dead), 1, word)
