"""Loops over arrays, independent of any puzzle, which are compiled for large inputs."""

from stategraph.kernels.moves import (
    Rows,
    components,
    distances,
    explore,
    first_of_each,
    landmarks,
    mistake,
    reverse,
    shortest_cycle,
    wrong_distance,
)
from stategraph.kernels.state_index import (
    RowIndex,
    Table,
    hash_row,
    insert_rows,
    owner_of,
    slot_of,
    slots,
)

__all__ = [
    "RowIndex",
    "Rows",
    "Table",
    "components",
    "distances",
    "explore",
    "first_of_each",
    "hash_row",
    "insert_rows",
    "landmarks",
    "mistake",
    "owner_of",
    "reverse",
    "shortest_cycle",
    "slot_of",
    "slots",
    "wrong_distance",
]
