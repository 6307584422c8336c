"""The states of a graph as a data frame of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.errors import InputError, install_command
from stategraph.formats.state_columns import node_columns
from stategraph.graph import ArrayGraph

if TYPE_CHECKING:
    from pandas import DataFrame


def to_frame(graph: ArrayGraph) -> DataFrame:
    """Return a data frame with one row per state: its variables, distances and role.

    Cells are written ``row:col``. Raise ``InputError`` if pandas is not installed.
    """
    try:
        import pandas
    except ModuleNotFoundError:
        raise InputError(f"a data frame needs pandas: {install_command('pandas')}") from None
    columns = {name.removeprefix("state."): texts for name, texts in node_columns(graph).items()}
    if graph.variables is not None:
        del columns["state"]
        for name in graph.variables.kinds:  # cells stay text, numbers become numbers
            if all(text.isdecimal() for text in columns[name]):
                columns[name] = list(map(int, columns[name]))
    frame = pandas.DataFrame(columns).set_index("number")
    return frame.astype({"moves_to_goal": "Int64"})
