"""Records for JSON: fields of answers, and one rule for values that are unknown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from stategraph.readable import Record

if TYPE_CHECKING:
    from stategraph.analysis import GraphPath


@runtime_checkable
class _Recorded(Protocol):
    """An answer that makes its own record."""

    def record(self) -> Record: ...


def record_of(answer: object, *names: str, **others: object) -> Record:
    """Return the attributes of an answer by name.

    Parameters
    ----------
    answer : dataclass or named tuple
    *names : str
        the attributes in their order; all fields by default
    **others : object
        values that replace attributes of the same names, and further values behind them

    Examples
    --------
    >>> from typing import NamedTuple
    >>> class Path(NamedTuple):
    ...     node: int
    ...     labels: tuple[str, ...]
    >>> record_of(Path(4, ("R3", "L5")))
    {'node': 4, 'labels': ['R3', 'L5']}
    >>> record_of(Path(4, ("R3", "L5")), "labels", "node", node="room 4", wins=False)
    {'labels': ['R3', 'L5'], 'node': 'room 4', 'wins': False}
    """
    own = {
        name: others[name] if name in others else getattr(answer, name)
        for name in names or _fields(answer)
    }
    return {name: _plain(value) for name, value in {**own, **others}.items()}


def _fields(answer: object) -> tuple[str, ...]:
    if isinstance(answer, tuple):
        names: tuple[str, ...] = getattr(answer, "_fields", ())
        return names
    return tuple(field.name for field in fields(answer)) if is_dataclass(answer) else ()


def _plain(value: object) -> object:
    """Return a value as JSON has it: answers as records, tuples as lists, sets as sorted lists."""
    if isinstance(value, _Recorded):
        return value.record()
    if is_dataclass(value) or hasattr(value, "_fields"):
        return record_of(value)
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, (set, frozenset)):
        return [_plain(each) for each in sorted(value)]
    return [_plain(each) for each in value] if isinstance(value, (list, tuple)) else value


def path_record(name: str, path: GraphPath | None) -> Record:
    """Return the text and the labels of a path under `name` and ``{name}_moves``."""
    text, labels = (None, None) if path is None else (path.text, list(path.labels))
    return {name: text, f"{name}_moves": labels}


def closed(values: Record, unproven: Iterable[str] = (), partial: Iterable[str] = ()) -> Record:
    """Return a record of `values`, with the names of unknown values under "unknown".

    A value is None if it does not exist, or if it is unknown. A None value is unknown if its name
    is in `unproven`, for example after a limit was reached. A name in `unproven` that `values` does
    not have counts as unknown too. The names in `partial`, of values that are known only in part,
    follow.

    >>> closed({"moves": None, "trap": None, "states": 9}, ["moves", "states"])
    {'moves': None, 'trap': None, 'states': 9, 'unknown': ['moves']}
    """
    unknown = [name for name in unproven if values.get(name) is None]
    return {**values, "unknown": [*unknown, *partial]}


def extended(record: Record, values: Record, unproven: Iterable[str] = ()) -> Record:
    """Return a closed record with further values; see `closed`.

    >>> extended({"moves": None, "unknown": ["moves"]}, {"why": None}, ["why"])
    {'moves': None, 'unknown': ['moves', 'why'], 'why': None}
    """
    unknown = closed(values, unproven)["unknown"]
    return {**record, **values, "unknown": [*record["unknown"], *unknown]}
