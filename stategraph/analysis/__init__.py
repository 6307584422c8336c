"""Questions about a state graph, one a file, each a free function on a graph."""

from stategraph.analysis.blind_player import BlindPlay, blind_play
from stategraph.analysis.classes import SolutionClass, free_orders, solution_classes
from stategraph.analysis.counts import count_solutions, solvable
from stategraph.analysis.dead_ends import (
    DeadEndCycle,
    components,
    dead,
    dead_end_cycles,
    moves_to_stuck,
    nearest_cycle,
    stuck,
    trap_moves,
    witness,
)
from stategraph.analysis.decisions import Decisions, decisions
from stategraph.analysis.distances import (
    eccentricity,
    levels_whole,
    moves_from,
    moves_from_start,
    moves_to,
    moves_to_goal,
    states_until_goal,
)
from stategraph.analysis.gates import Gates, gates
from stategraph.analysis.heuristic_check import Audit, audit, truth
from stategraph.analysis.kth_path import nth_solution, nth_way, sample, solutions_in_order
from stategraph.analysis.metrics import GROUPS, METRICS, Metric, measure, measure_level, rounded
from stategraph.analysis.query import Doom, Examination, doom, examine
from stategraph.analysis.solutions import (
    Way,
    Ways,
    count_ways,
    first_solution,
    first_way,
    shortest,
    shortest_ways,
)
from stategraph.analysis.summary import (
    cycle_records,
    solutions_known,
    summary,
    trap_records,
)
from stategraph.analysis.two_players import (
    Assurance,
    assurance,
    can_be_trapped,
    endless_run,
    nearest_trap,
)

__all__ = [
    "GROUPS",
    "METRICS",
    "Assurance",
    "Audit",
    "BlindPlay",
    "DeadEndCycle",
    "Decisions",
    "Doom",
    "Examination",
    "Gates",
    "Metric",
    "SolutionClass",
    "Way",
    "Ways",
    "assurance",
    "audit",
    "blind_play",
    "can_be_trapped",
    "components",
    "count_solutions",
    "count_ways",
    "cycle_records",
    "dead",
    "dead_end_cycles",
    "decisions",
    "doom",
    "eccentricity",
    "endless_run",
    "examine",
    "first_solution",
    "first_way",
    "free_orders",
    "gates",
    "levels_whole",
    "measure",
    "measure_level",
    "moves_from",
    "moves_from_start",
    "moves_to",
    "moves_to_goal",
    "moves_to_stuck",
    "nearest_cycle",
    "nearest_trap",
    "nth_solution",
    "nth_way",
    "rounded",
    "sample",
    "shortest",
    "shortest_ways",
    "solution_classes",
    "solutions_in_order",
    "solutions_known",
    "solvable",
    "states_until_goal",
    "stuck",
    "summary",
    "trap_moves",
    "trap_records",
    "truth",
    "witness",
]
