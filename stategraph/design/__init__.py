"""What a level designer does with a puzzle: demand, compare, take apart, make harder."""

from stategraph.design.ablation import (
    LOAD_BEARING,
    VERDICTS,
    Ablation,
    Finding,
    ablate,
    judge,
    minimal,
    spares,
)
from stategraph.design.blame import Blame
from stategraph.design.demand_checks import Verdict, verdicts
from stategraph.design.demands import (
    Demand,
    DemandsFile,
    Interval,
    demand,
    demands_of,
    each_demand,
    is_met,
    parse_demands,
    read_demands,
    unmatched,
)
from stategraph.design.diff import Change, Comparison, Departure, compare, departure
from stategraph.design.hardest_start import Hardest, PassedOver, alive_per_distance, hardest
from stategraph.design.obstacles import Why, why
from stategraph.design.removals import Trial, Trials, bounded

__all__ = [
    "LOAD_BEARING",
    "VERDICTS",
    "Ablation",
    "Blame",
    "Change",
    "Comparison",
    "Demand",
    "DemandsFile",
    "Departure",
    "Finding",
    "Hardest",
    "Interval",
    "PassedOver",
    "Trial",
    "Trials",
    "Verdict",
    "Why",
    "ablate",
    "alive_per_distance",
    "bounded",
    "compare",
    "demand",
    "demands_of",
    "each_demand",
    "departure",
    "hardest",
    "is_met",
    "judge",
    "minimal",
    "parse_demands",
    "read_demands",
    "spares",
    "unmatched",
    "verdicts",
    "why",
]
