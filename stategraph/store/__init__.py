"""State graphs stored in folders: graphs that exceed memory, or are needed again; see README.md."""

from stategraph.store.damage_repair import repair
from stategraph.store.distances import keep_distances
from stategraph.store.expansion import Filled, fill
from stategraph.store.manifest import is_store
from stategraph.store.reader import read

__all__ = ["Filled", "fill", "is_store", "keep_distances", "read", "repair"]
