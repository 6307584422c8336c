"""Level search: generate levels, check them against demands, archive the best, and write files.

::

    makes ──► wishes ──► archive ──► deliver ──► level files
      ▲                     │
      └────── search ◄──────┘        parents are chosen, changed, looked at
"""

from stategraph.invent.archive import Archive, Elite, span_of, step_of
from stategraph.invent.archive_files import Delivered, delivered, drawing_time, writing_time
from stategraph.invent.constraints import (
    Seen,
    Wishes,
    check_cells,
    check_metrics,
    check_questions,
    default_score,
    wishes,
)
from stategraph.invent.level_search import Search, search
from stategraph.invent.mutations import Draft, Maker, draft_of, level_of, maker
from stategraph.invent.pack import LevelPack, PackLevel, packed
from stategraph.invent.polish import Polish, Step, polished
from stategraph.invent.repair import Repair, repaired

__all__ = [
    "Archive",
    "Delivered",
    "Draft",
    "Elite",
    "LevelPack",
    "Maker",
    "PackLevel",
    "Polish",
    "Repair",
    "Search",
    "Seen",
    "Step",
    "Wishes",
    "check_cells",
    "check_metrics",
    "check_questions",
    "default_score",
    "delivered",
    "drawing_time",
    "draft_of",
    "level_of",
    "maker",
    "packed",
    "polished",
    "repaired",
    "search",
    "span_of",
    "step_of",
    "wishes",
    "writing_time",
]
