"""Capabilities: the optional parts of a family, each a base class whose defaults say "none".

`Family` has them all. A family overrides the methods and attributes of the capabilities that it
offers.
"""

from stategraph.rules.capabilities.actors import NamesActors
from stategraph.rules.capabilities.collections import SplitsFiles
from stategraph.rules.capabilities.drawing import DrawsStates
from stategraph.rules.capabilities.elements import HasElements
from stategraph.rules.capabilities.explaining import ExplainsSolutions
from stategraph.rules.capabilities.invention import InventsLevels
from stategraph.rules.capabilities.notation import WritesMoves
from stategraph.rules.capabilities.painting import PaintsBoards
from stategraph.rules.capabilities.palettes import OffersSigns
from stategraph.rules.capabilities.planning import EditsPlans
from stategraph.rules.capabilities.searching import GuidesSearches
from stategraph.rules.capabilities.state_space import KnowsStates
from stategraph.rules.capabilities.vocabulary import NamesWords
from stategraph.rules.capabilities.writing import WritesLevels

__all__ = [
    "DrawsStates",
    "EditsPlans",
    "ExplainsSolutions",
    "GuidesSearches",
    "HasElements",
    "InventsLevels",
    "KnowsStates",
    "NamesActors",
    "NamesWords",
    "OffersSigns",
    "PaintsBoards",
    "SplitsFiles",
    "WritesLevels",
    "WritesMoves",
]
