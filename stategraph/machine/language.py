"""What loops that are compiled use besides Python: the types of their arrays, and `prefetch`.

A loop that is to be compiled before it is called names the type of each array that it is given;
whatever bears no type is a whole number of 64 bits::

    def total(states: Int64Rows, chosen: Int32s, count):
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any


@dataclass(frozen=True)
class Array:
    """The type of an array in C order: the dtype of its items, and how many dimensions it has."""

    item: str
    dims: int = 1


Bools = Annotated[Any, Array("bool")]
UInt8s = Annotated[Any, Array("uint8")]
UInt16s = Annotated[Any, Array("uint16")]
UInt32s = Annotated[Any, Array("uint32")]
Int32s = Annotated[Any, Array("int32")]
Int64s = Annotated[Any, Array("int64")]
Int32Rows = Annotated[Any, Array("int32", 2)]
Int64Rows = Annotated[Any, Array("int64", 2)]


def prefetch(array: Any, index: int) -> None:
    """Have the item, or the row, of an array fetched from memory: it will soon be needed.

    Machine code does it; plain Python need not. `index` may lie outside of the array.
    """
