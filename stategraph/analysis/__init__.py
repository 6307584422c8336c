"""Analyses of a state graph: functions that take a graph, one file per topic.

`stategraph.metrics` computes numbers; each of its functions has the name of its metric. Some names
exist in both packages. Then the function here returns the objects, and the metric is their count:
`dead_states`, `trap_moves`, `dead_end_cycles`, `components`, `gates`, `solution_classes`,
`first_solution`.
"""

from stategraph.analysis.dead_ends import (
    DeadEndCycle,
    dead,
    dead_end_cycles,
    dead_states,
    largest_dead_end_cycles,
    moves_to_stuck,
    nearest_cycle,
    nearest_trap_moves,
    stuck,
    trap_moves,
    witness,
)
from stategraph.analysis.distances import (
    moves_from,
    moves_from_start,
    moves_to,
    moves_to_goal,
    nearest_first,
    reached_goal,
)
from stategraph.analysis.equivalent_solutions import (
    SolutionClass,
    count_classes,
    free_orders,
    solution_classes,
)
from stategraph.analysis.gates_and_chapters import Gates, gates
from stategraph.analysis.heuristic_check import HeuristicCheck, check_heuristic
from stategraph.analysis.kth_path import (
    nth_path,
    nth_solution,
    sample,
    solutions_in_order,
)
from stategraph.analysis.proof import (
    levels_whole,
    proven_distance,
    solutions_known,
    solvable,
)
from stategraph.analysis.random_play import RandomPlay, play_at_random
from stategraph.analysis.several_solutions import (
    Classes,
    SolutionList,
    first_few,
    in_classes,
    sampled,
)
from stategraph.analysis.shortest_solutions import (
    GraphPath,
    ShortestPaths,
    count_paths,
    cycle_from,
    first_path,
    first_solution,
    path_along,
    path_to,
    shortest,
    shortest_paths,
)
from stategraph.analysis.solution_decisions import Decisions, decisions
from stategraph.analysis.state_query import Doom, QueryAnswer, doom, query
from stategraph.analysis.state_roles import roles
from stategraph.analysis.strong_components import component_moves, components, longest_chain
from stategraph.analysis.two_players import (
    AlwaysWins,
    always_wins,
    can_be_trapped,
    endless_run,
    nearest_trap,
    won_where,
)
from stategraph.analysis.winning import winning_states

__all__ = [
    "AlwaysWins",
    "RandomPlay",
    "Classes",
    "DeadEndCycle",
    "Decisions",
    "Doom",
    "Gates",
    "HeuristicCheck",
    "QueryAnswer",
    "SolutionList",
    "ShortestPaths",
    "SolutionClass",
    "GraphPath",
    "always_wins",
    "play_at_random",
    "can_be_trapped",
    "check_heuristic",
    "component_moves",
    "components",
    "count_classes",
    "count_paths",
    "cycle_from",
    "dead",
    "dead_end_cycles",
    "dead_states",
    "decisions",
    "doom",
    "endless_run",
    "first_few",
    "first_solution",
    "first_path",
    "free_orders",
    "gates",
    "in_classes",
    "largest_dead_end_cycles",
    "levels_whole",
    "longest_chain",
    "moves_from",
    "moves_from_start",
    "moves_to",
    "moves_to_goal",
    "moves_to_stuck",
    "nearest_cycle",
    "nearest_first",
    "nearest_trap",
    "nearest_trap_moves",
    "nth_solution",
    "nth_path",
    "proven_distance",
    "query",
    "reached_goal",
    "roles",
    "sample",
    "sampled",
    "shortest",
    "shortest_paths",
    "solution_classes",
    "solutions_in_order",
    "solutions_known",
    "solvable",
    "stuck",
    "trap_moves",
    "path_along",
    "path_to",
    "winning_states",
    "won_where",
    "witness",
]
