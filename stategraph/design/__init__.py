"""Tools for level designers: demands, comparisons, ablation, harder starts."""

from stategraph.design.ablation import (
    LOAD_BEARING,
    VERDICTS,
    Ablation,
    Finding,
    ablate,
    judge,
    spares,
)
from stategraph.design.demand_checks import Verdict, Verdicts, verdicts
from stategraph.design.demand_conflicts import refuse_contradictions
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
from stategraph.design.edit_causes import Blame
from stategraph.design.hardest_start import Hardest, PassedOver, alive_per_distance, hardest
from stategraph.design.minimal_level import minimal
from stategraph.design.near_twins import Idea, are_twins, idea_of
from stategraph.design.obstacles import Why, why
from stategraph.design.obvious_plan import ObviousPlan
from stategraph.design.player_metrics import (
    PLAYER_METRICS,
    PlayerMetric,
    measure_all,
    number_names,
)
from stategraph.design.removal_trials import Trial, Trials, bounded
from stategraph.design.solution_outlines import Outlines, outlines
from stategraph.design.story import Chapter, Story, explain_solution
from stategraph.design.story_scene import Fact
from stategraph.design.why_not import WhyNot, explain_moves

__all__ = [
    "LOAD_BEARING",
    "PLAYER_METRICS",
    "VERDICTS",
    "Ablation",
    "Blame",
    "Change",
    "Chapter",
    "Comparison",
    "Demand",
    "DemandsFile",
    "Departure",
    "Fact",
    "Finding",
    "Hardest",
    "Idea",
    "Interval",
    "ObviousPlan",
    "PassedOver",
    "PlayerMetric",
    "Story",
    "Trial",
    "Trials",
    "Verdict",
    "Verdicts",
    "Why",
    "WhyNot",
    "ablate",
    "alive_per_distance",
    "are_twins",
    "bounded",
    "compare",
    "demand",
    "demands_of",
    "each_demand",
    "departure",
    "explain_moves",
    "explain_solution",
    "hardest",
    "idea_of",
    "is_met",
    "judge",
    "measure_all",
    "minimal",
    "number_names",
    "Outlines",
    "outlines",
    "parse_demands",
    "read_demands",
    "refuse_contradictions",
    "spares",
    "unmatched",
    "verdicts",
    "why",
]
