"""What a level designer does with a puzzle: demand, compare, take apart, make harder, tabulate."""

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
from stategraph.design.collection import COLUMNS, number, row
from stategraph.design.compare import Change, Comparison, Departure, compare, departure
from stategraph.design.demands import (
    Bounds,
    Demand,
    Rules,
    Verdict,
    demands_of,
    parse_rules,
    unmatched,
    verdicts,
)
from stategraph.design.measures import classes, kind_of
from stategraph.design.play import Sameness, play_mark, same_play
from stategraph.design.solutions import another_solution, fingerprint, is_shortest, only_in
from stategraph.design.trials import Trial, Trials
from stategraph.design.unsolve import Hardest, PassedOver, alive_per_distance, hardest

__all__ = [
    "COLUMNS",
    "LOAD_BEARING",
    "VERDICTS",
    "Ablation",
    "Bounds",
    "Change",
    "Comparison",
    "Demand",
    "Departure",
    "Finding",
    "Hardest",
    "PassedOver",
    "Rules",
    "Sameness",
    "Trial",
    "Trials",
    "Verdict",
    "ablate",
    "alive_per_distance",
    "another_solution",
    "classes",
    "compare",
    "demands_of",
    "departure",
    "fingerprint",
    "hardest",
    "is_shortest",
    "judge",
    "kind_of",
    "minimal",
    "number",
    "only_in",
    "parse_rules",
    "play_mark",
    "row",
    "same_play",
    "spares",
    "unmatched",
    "verdicts",
]
