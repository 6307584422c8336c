"""Questions about a state graph, one a file, each a free function on a graph."""

from stategraph.analysis.deadends import (
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
from stategraph.analysis.distances import (
    eccentricity,
    levels_whole,
    moves_from,
    moves_from_start,
    moves_to,
    moves_to_goal,
    states_until_goal,
)
from stategraph.analysis.examine import Doom, Examination, doom, examine
from stategraph.analysis.gates import Gates, gates
from stategraph.analysis.replay import Replay, replay
from stategraph.analysis.sides import (
    Assurance,
    assurance,
    can_be_trapped,
    endless_run,
    nearest_trap,
)
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
    solvable,
    summary,
    trap_records,
)

__all__ = [
    "Assurance",
    "DeadEndCycle",
    "Doom",
    "Examination",
    "Gates",
    "Replay",
    "Way",
    "Ways",
    "assurance",
    "can_be_trapped",
    "components",
    "count_ways",
    "cycle_records",
    "dead",
    "dead_end_cycles",
    "doom",
    "eccentricity",
    "endless_run",
    "examine",
    "first_solution",
    "first_way",
    "gates",
    "levels_whole",
    "moves_from",
    "moves_from_start",
    "moves_to",
    "moves_to_goal",
    "moves_to_stuck",
    "nearest_cycle",
    "nearest_trap",
    "replay",
    "shortest",
    "shortest_ways",
    "solutions_known",
    "solvable",
    "states_until_goal",
    "stuck",
    "summary",
    "trap_moves",
    "trap_records",
    "witness",
]
