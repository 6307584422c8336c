"""The demand ``unlike``: a level is not a near-twin of any of the named levels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from os.path import normpath
from pathlib import Path

from stategraph import files
from stategraph.analysis.same_play import same_play
from stategraph.design.near_twins import Idea, are_twins, idea_of
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level, bundled_group, is_yaml, read_level
from stategraph.level_files.pack_files import members, split

# The largest number of states of a named level.
MAX_STATES = 200_000

# The number of named levels whose ideas a process stores.
MAX_CACHED_IDEAS = 4_096


def references(names: Sequence[str], but: Level | None = None) -> list[Idea]:
    """Return the ideas of the named levels, except that of the level `but`.

    A name selects a level, a family, a folder of its bundled levels such as ``sokoban/pack``, a
    file with several levels, or the level files of a folder.

    Raises
    ------
    InputError
        if a level does not exist, cannot be read, or has more than `MAX_STATES` states
    """
    selected = [member for name in names for member in _selected(name)]
    own = None if but is None else normpath(but.file)
    ideas = [_idea(member, _version(member)) for member in selected]
    return [idea for idea in ideas if normpath(idea.level.file) != own]


def _selected(name: str) -> list[str]:
    """Return the names of the levels that a name selects."""
    if files.is_folder(Path(name)):
        inside = sorted(file for file in Path(name).rglob("*") if is_yaml(file.name))
        if not inside:
            raise InputError(f"{name} holds no level file")
        return [str(file) for file in inside]
    return bundled_group(name) or list(_members(name, _version(name))) or [name]


def _version(name: str) -> tuple[int, int] | None:
    """Return the time of change and the size of a named file; None for a bundled level."""
    try:
        status = Path(split(name)[0]).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


@lru_cache(MAX_CACHED_IDEAS)
def _members(name: str, version: tuple[int, int] | None) -> tuple[str, ...]:
    """Return the levels of a file with several levels."""
    return tuple(members(name))


@lru_cache(MAX_CACHED_IDEAS)
def _idea(name: str, version: tuple[int, int] | None) -> Idea:
    """Return the idea of a named level. A changed file has another version, and is read again."""
    level = read_level(name)
    graph = expand(level.puzzle, Limits(states=MAX_STATES))
    if not graph.complete:
        raise InputError(f"{name} has more than {MAX_STATES:,} states, too many to compare")
    return idea_of(level, graph)


def twins_among(level: Level, graph: ArrayGraph, others: Sequence[Idea]) -> list[str]:
    """Return the names of the near-twins of a level among others. Its graph is complete."""
    idea, plays_the_same = idea_of(level, graph), partial(_plays_the_same, graph)
    return [other.level.name for other in others if are_twins(idea, other, plays_the_same)]


def _plays_the_same(graph: ArrayGraph, level: Level, other: Level) -> bool:
    """Return whether two levels are equal up to names. The answer is True if this is unknown."""
    return same_play(graph, expand(other.puzzle)).same is not False
