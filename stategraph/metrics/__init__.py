"""Metrics: numbers that describe a state graph, each computed by a function of the same name.

>>> import networkx as nx
>>> from stategraph import StateGraph
>>> from stategraph.metrics import forced_states, measure, muse
>>> graph = StateGraph.from_networkx(nx.DiGraph(["sa", "sb", "ac", "bc", "cg"]), "s", "g")
>>> forced_states(graph), muse(graph), measure(graph)["shortest_count"]
(1, 1.0, 2)

`METRICS` lists all of them. `measure` computes them for a graph, and `analyse` for a level. Some
functions return a number here, while the functions of the same name in `stategraph.analysis` return
the objects themselves: dead_states, trap_moves, dead_end_cycles, components, gates,
solution_classes, first_solution.

The parameters of all metrics have the same meaning:

- graph : the state graph, complete unless the metric says otherwise;
- path : the first shortest solution, with L moves;
- actor : maps a label to the actor of the move;
- movers : maps a path to the blocks that it pushes;
- pieces : the piece that each move moves, from `stategraph.analysis.piece_moves.pieces_of`;
- looks_dead : mask (n,) of the states that look dead, from `stategraph.analysis.looks_dead`;
- heuristic : maps a state to an estimate of the remaining moves.
"""

from stategraph.analysis import shortest, solvable
from stategraph.metrics.actors import (
    actor_switches,
    least_switches,
)
from stategraph.metrics.careful_player import (
    careful_danger,
    careful_only_bits,
    lines,
    tempting_line_bits,
)
from stategraph.metrics.dead_ends import (
    dead_end_cycles,
    dead_states,
    deepest_trap,
    doomed_states,
    largest_dead_end_cycle,
    stuck_states,
    terminal_cycles,
    trap_moves,
    trap_states,
)
from stategraph.metrics.decisions import (
    counterintuitive_share,
    counterintuitive_steps,
    decision_steps,
    fatal_share,
    largest_slack,
    mean_choices,
    mean_slack,
    neutral_share,
    only_move_share,
    only_moves,
    productive_share,
    regress_share,
)
from stategraph.metrics.gate_counts import (
    chapters,
    forced_states,
    gates,
    largest_chapter,
)
from stategraph.metrics.graph_shape import (
    alive_per_level,
    back_level_moves,
    back_level_share,
    bottom_components,
    component_sizes,
    components,
    dead_per_level,
    diamonds,
    largest_component,
    largest_level,
    longest_back_move,
    max_in_degree,
    max_moves_to_goal,
    max_out_degree,
    mean_back_length,
    mean_degree,
    min_in_degree,
    min_out_degree,
    nontrivial_components,
    quotient_height,
    states_per_level,
)
from stategraph.metrics.level_metrics import (
    COLUMNS,
    Analysis,
    analyse,
)
from stategraph.metrics.measuring import (
    measure,
    measure_level,
    rounded,
)
from stategraph.metrics.random_play import (
    blind_residual,
    expected_moves,
    expected_moves_with_restarts,
    muse,
    win_chance,
)
from stategraph.metrics.size import (
    bfs_states_until_first_goal,
    max_depth,
    moves,
    states,
)
from stategraph.metrics.solutions import (
    first_solution,
    shortest_count,
    solution_classes,
    unique,
    unique_up_to_order,
)
from stategraph.metrics.suite import (
    GROUPS,
    METRICS,
    Metric,
    lower_bounds,
)
from stategraph.metrics.summaries import (
    STATED,
    summary,
)

__all__ = [
    "COLUMNS",
    "GROUPS",
    "METRICS",
    "STATED",
    "Analysis",
    "Metric",
    "actor_switches",
    "alive_per_level",
    "analyse",
    "back_level_moves",
    "back_level_share",
    "bfs_states_until_first_goal",
    "blind_residual",
    "bottom_components",
    "careful_danger",
    "careful_only_bits",
    "chapters",
    "component_sizes",
    "components",
    "counterintuitive_share",
    "counterintuitive_steps",
    "dead_end_cycles",
    "dead_per_level",
    "dead_states",
    "decision_steps",
    "deepest_trap",
    "diamonds",
    "doomed_states",
    "expected_moves",
    "expected_moves_with_restarts",
    "fatal_share",
    "first_solution",
    "forced_states",
    "gates",
    "largest_chapter",
    "largest_component",
    "largest_dead_end_cycle",
    "largest_level",
    "largest_slack",
    "least_switches",
    "longest_back_move",
    "lines",
    "lower_bounds",
    "max_depth",
    "max_in_degree",
    "max_moves_to_goal",
    "max_out_degree",
    "mean_back_length",
    "mean_choices",
    "mean_degree",
    "mean_slack",
    "measure",
    "measure_level",
    "min_in_degree",
    "min_out_degree",
    "moves",
    "muse",
    "neutral_share",
    "nontrivial_components",
    "only_move_share",
    "only_moves",
    "productive_share",
    "quotient_height",
    "regress_share",
    "rounded",
    "shortest",
    "shortest_count",
    "solution_classes",
    "solvable",
    "states",
    "states_per_level",
    "stuck_states",
    "summary",
    "terminal_cycles",
    "tempting_line_bits",
    "trap_moves",
    "trap_states",
    "unique",
    "unique_up_to_order",
    "win_chance",
]
