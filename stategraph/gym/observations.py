"""Observations of a state: its variables, its number, or an image of its board.

=============  ===============================================================================
``variables``  a dict: the value of a `One`, a 0 or 1 for each cell of a `Set`, the items of a
               `Tuple`
``number``     the number of the state in the graph, for tables of values
``board``      the board as an image (height, width, 3) uint8, `pixels` long on its longer side
=============  ===============================================================================
"""

from __future__ import annotations

import functools
import io
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from gymnasium import spaces

from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.pictures.picture import board_picture
from stategraph.variables import One, Set, Variables

if TYPE_CHECKING:
    from stategraph.variables import Variable

OBSERVED = ("variables", "number", "board")

# Maximum number of cached images.
MAX_CACHED_IMAGES = 1024


class Observed:
    """Observations of the states of a graph.

    Attributes
    ----------
    graph : ArrayGraph
    space : gymnasium.spaces.Space
        the space of one observation
    """

    def __init__(self, level: Level, graph: ArrayGraph, kind: str, pixels: int):
        self._level, self.graph, self._kind, self._pixels = level, graph, kind, pixels
        self.image = functools.lru_cache(MAX_CACHED_IMAGES)(self._image)
        self.space: spaces.Space = self._space()

    def many(self, nodes: np.ndarray) -> Any:
        """Return the observations of states (k,) as a batch. O(k * size of an observation)."""
        if self._kind == "number":
            return nodes.astype(np.int64)
        if self._kind == "board":
            return np.stack([self.image(node) for node in nodes.tolist()])
        variables: Variables = self.graph.variables  # type: ignore[assignment]
        rows = np.asarray(self.graph.states[nodes])
        return {name: _values(variables, rows, name) for name in cast(spaces.Dict, self.space)}

    def one(self, node: int) -> Any:
        """Return the observation of one state."""
        if self._kind == "number":
            return np.int64(node)
        batch = self.many(np.array([node]))
        return (
            {name: column[0] for name, column in batch.items()} if type(batch) is dict else batch[0]
        )

    def _space(self) -> spaces.Space:
        if self._kind == "number":
            return spaces.Discrete(len(self.graph))
        if self._kind == "board":
            self.check_boards()
            return spaces.Box(0, 255, self.image(0).shape, np.uint8)
        if self.graph.variables is None:
            raise InputError(f"{self._level.name}: it declares no variables; observe number")
        kinds = self.graph.variables.kinds
        return spaces.Dict({name: _space(kind) for name, kind in kinds.items() if kind.fields})

    def check_boards(self) -> None:
        """Raise ``InputError`` if the level has no board to draw."""
        if not self._level.has_boards:
            raise InputError(f"{self._level.name}: it has no boards to draw")

    def _image(self, node: int) -> np.ndarray:
        from PIL import Image

        drawing = self._level.draw(self.graph.state(node))
        png = board_picture(drawing, "png", self._pixels)
        return np.array(Image.open(io.BytesIO(png)).convert("RGB"))


def _space(kind: Variable) -> spaces.Space:
    """Return the space of a variable's values."""
    if isinstance(kind, One):
        return spaces.Discrete(kind.n - kind.least, start=kind.least)
    if isinstance(kind, Set):
        return spaces.MultiBinary(kind.n)
    return spaces.MultiDiscrete([kind.n] * kind.length)


def _values(variables: Variables, rows: np.ndarray, name: str) -> np.ndarray:
    """Return the values of a variable in packed states (k, w), as a batch of its space."""
    kind = variables.kinds[name]
    if isinstance(kind, One):
        return variables.values(rows, name)
    if isinstance(kind, Set):
        bits = [
            column[:, None] >> np.arange(width, dtype=np.uint64) & np.uint64(1)
            for width, column in variables.fields(rows, name)
        ]
        return np.concatenate(bits, axis=1).astype(np.int8)
    elements = [variables.values(rows, name, k) for k in range(kind.length)]
    return np.stack(elements, axis=1)
