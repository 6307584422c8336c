"""Reasons of trap moves: groups of dead patterns that have the same cause.

The reason of a trap move is the reason why its target is dead. Two patterns have the same cause in
two cases:

- A proven symmetry of the level maps one pattern to the other.
- Each pattern consists of one member of the same set, such as a box in one corner or in another.

::

    #######     boxes 1:1, boxes 1:3, boxes 1:5 and boxes 3:1 are four dead patterns of this level,
    #$  . #     but one reason: a box on a cell from which it reaches no goal
    #  $@.#
    #######
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from stategraph.analysis.dead_patterns import Pattern, patterns_of
from stategraph.analysis.lifting import symmetries_of
from stategraph.analysis.partial_states import Condition, cells_in_words, member
from stategraph.analysis.symmetry import symmetries
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.rules.candidate_symmetries import Symmetry
from stategraph.variables import Set, Variables

# Maximum number of parts that a phrase lists; a single further part is listed, too.
MAX_PARTS = 3


@dataclass(frozen=True)
class Reason:
    """A group of dead patterns with the same cause.

    Attributes
    ----------
    patterns : tuple of Pattern
        the patterns; the first one explains the most dead states
    same_set : bool
        True if each pattern is one member of the same set; False if symmetries map the patterns to
        each other
    """

    patterns: tuple[Pattern, ...]
    same_set: bool

    @property
    def parts(self) -> tuple[Condition, ...]:
        """The parts of the first pattern."""
        return self.patterns[0].parts

    @property
    def moves(self) -> np.ndarray:
        """The trap moves into the states of all patterns, (t,) int64, ascending."""
        return np.sort(np.concatenate([pattern.moves for pattern in self.patterns]))

    @property
    def nodes(self) -> np.ndarray:
        """The dead states of all patterns, (k,) int64, ascending."""
        return np.unique(np.concatenate([pattern.nodes for pattern in self.patterns]))

    def in_words(self, variables: Variables) -> str:
        """Return the reason as a phrase.

        Examples
        --------
        >>> from stategraph import expand, load
        >>> level = load("sokoban/too-late")
        >>> found = reasons_of(level, expand(level))
        >>> [one.in_words(level.puzzle.variables) for one in found.reasons]
        ['box on any cell of the top row or the bottom row', 'box 2:7 and box 3:7, or symmetric']
        """
        if self.same_set and len(self.patterns) > 1:
            cells = sorted(pattern.parts[0].values[0] for pattern in self.patterns)
            name = self.parts[0].variable
            return f"{member(name)} on {cells_in_words(variables.kinds[name], cells)}"
        text = _joined([part.in_sentence(variables) for part in self.parts])
        return f"{text}, or symmetric" if len(self.patterns) > 1 else text


@dataclass(frozen=True)
class Reasons:
    """The reasons why states of a level are dead, in the order of their first patterns.

    Attributes
    ----------
    reasons : tuple of Reason
    of : (n,) int32
        the index of the reason of each state of the given graph; -1 if no reason is known
    """

    reasons: tuple[Reason, ...]
    of: np.ndarray


def reasons_of(level: Level, graph: ArrayGraph) -> Reasons | None:
    """Return the reasons why states of a level are dead; cached.

    In a quotient, the reason of a class is the reason of its first state. O(states + moves) for
    each proposed symmetry, plus the cost of `patterns_of`.

    Returns
    -------
    Reasons, or None
        None if the dead patterns are not known, or if the nodes are classes of symmetric states

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("sokoban/too-late")
    >>> found = reasons_of(level, expand(level))
    >>> [len(reason.patterns) for reason in found.reasons]
    [12, 2]
    """
    if symmetries_of(graph) is not None:
        return None
    return graph.remember("trap_reasons", lambda: _reasons(level, graph))


def _reasons(level: Level, graph: ArrayGraph) -> Reasons | None:
    patterns, variables = patterns_of(level, graph), graph.real.variables
    if patterns is None or variables is None:
        return None
    keys = [_key(pattern.parts) for pattern in patterns.patterns]
    number = {key: k for k, key in enumerate(keys)}
    proposals = level.family.renamings(level.puzzle)
    proven = symmetries(graph.real, proposals) if len(keys) > 1 else []
    root = list(range(len(keys)))
    for k, pattern in enumerate(patterns.patterns):
        same = [
            number.get(_key(_image(proven_symmetry.symmetry, pattern.parts)))
            for proven_symmetry in proven
        ]
        for other in {_root(root, x) for x in same if x is not None}:
            low, high = sorted((_root(root, k), other))
            root[high] = low
    groups: dict[Hashable, list[int]] = {}
    for k, pattern in enumerate(patterns.patterns):
        groups.setdefault(_member_of(variables, pattern) or _root(root, k), []).append(k)
    of = np.full(len(keys) + 1, -1, np.int32)  # the last entry: no pattern
    for reason, group in enumerate(groups.values()):
        of[group] = reason
    reasons = tuple(
        Reason(tuple(patterns.patterns[k] for k in group), isinstance(name, str))
        for name, group in groups.items()
    )
    nodes = patterns.of if graph.quotient is None else patterns.of[graph.quotient.first]
    return Reasons(reasons, of[nodes])


def _joined(parts: Sequence[str]) -> str:
    """Join the parts of a pattern, and state the number of parts that are left out.

    >>> _joined(["box 1:1", "box 2:1", "box 3:1", "box 4:1"])
    'box 1:1 and box 2:1 and box 3:1 and box 4:1'
    >>> _joined([f"box {k}:1" for k in range(1, 7)])
    'box 1:1 and box 2:1 and box 3:1 and 3 more parts'
    """
    omitted = len(parts) - MAX_PARTS
    return " and ".join(parts if omitted < 2 else [*parts[:MAX_PARTS], f"{omitted} more parts"])


def _root(root: list[int], k: int) -> int:
    while root[k] != k:
        k = root[k]
    return k


def _member_of(variables: Variables, pattern: Pattern) -> str | None:
    """Return the name of the set if a pattern is just one member of a set, else None."""
    part = pattern.parts[0]
    is_set = isinstance(variables.kinds[part.variable], Set)
    alone = len(pattern) == 1 and is_set and not part.lacks and part.most is None
    return part.variable if alone else None


def _key(parts: Iterable[Condition]) -> Hashable:
    return frozenset(
        part._replace(values=tuple(sorted(part.values)), excluded=()) for part in parts
    )


def _image(symmetry: Symmetry, parts: Iterable[Condition]) -> list[Condition]:
    """Return the images of parts: if a state has `parts`, its image has the result."""
    names = list(symmetry.variables.kinds)
    image = []
    for part in parts:
        to = symmetry.sources.index(part.variable)
        table = symmetry.tables[to]
        item = None if part.item is None else table[part.item]
        values = part.values if item is not None else tuple(table[value] for value in part.values)
        image.append(part._replace(variable=names[to], item=item, values=values))
    return image
