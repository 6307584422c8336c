"""State graphs in folders, for what is beyond memory, or worth keeping; see the room's README."""

from stategraph.store.distances import keep_distances
from stategraph.store.filling import Filled, fill
from stategraph.store.manifest import is_store
from stategraph.store.mending import repair
from stategraph.store.reading import read

__all__ = ["Filled", "fill", "is_store", "keep_distances", "read", "repair"]
