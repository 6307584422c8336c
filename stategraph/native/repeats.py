"""Proof that no state has two moves with the same label, from the decision trees.

Two moves of one state come from one path through a rule, from two alternatives, from two passes of
a loop, or from two rules. Moves in the two subtrees of a branch never occur in the same state.
Labels are distinguished by the text around their values::

    "R{to}"  "L{to}"     never equal
    "R{to}"  "R1"        may be equal
    "R{to}"  in a loop over distinct numbers `to`: never equal
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from stategraph.native.tree_nodes import Move, Node


def may_repeat(trees: Iterable[Node]) -> bool:
    """Return False only if the trees prove that no state has two moves with the same label."""
    return _together([_labels(tree) for tree in trees]) is None


def _labels(node: Node) -> set[str] | None:
    """Return all labels in a subtree; None if a state may have two moves with the same label.

    A label contains the numbers of its expressions, enclosed in NUL characters.
    """
    own_labels: list[set[str] | None] = [
        {step.label} for step in node.steps if isinstance(step, Move)
    ]
    kids = {answer: _labels(kid) for answer, kid in node.kids.items()}
    if node.kind == "if":
        labels_of_kids: set[str] = set()
        for labels in kids.values():
            if labels is None:
                return None
            labels_of_kids |= labels
        return _together([*own_labels, labels_of_kids])
    if node.kind == "loop" and not _tell_apart(kids[0], node.what):
        return None
    return _together([*own_labels, *kids.values()])


def _together(groups: Sequence[set[str] | None]) -> set[str] | None:
    """Return the union of the labels of several groups of moves that a state may have together.

    Return None if labels of two groups may be equal.
    """
    earlier: set[str] = set()
    for labels in groups:
        if labels is None or any(_may_equal(a, b) for a in labels for b in earlier):
            return None
        earlier |= labels
    return earlier


def _may_equal(a: str, b: str) -> bool:
    """Return whether two labels may have the same text."""
    if "\0" not in a + b:
        return a == b
    parts_a, parts_b = a.split("\0"), b.split("\0")
    begins, ends = (parts_a[0], parts_b[0]), (parts_a[-1], parts_b[-1])
    if not (begins[0].startswith(begins[1]) or begins[1].startswith(begins[0])):
        return False
    return ends[0].endswith(ends[1]) or ends[1].endswith(ends[0])


def _tell_apart(labels: set[str] | None, item: Any) -> bool:
    """Return whether no two passes of a loop give the same label.

    This is proven if the items of a loop are distinct and each label contains only the item.
    """
    lists, _, _ = item.args
    rows = [lists.flat[a:b] for a, b in zip(lists.starts, lists.starts[1:], strict=False)]
    distinct = all(len(set(row)) == len(row) for row in rows)
    names = labels or set()
    contain_item = all(label.split("\0")[1::2] == [str(item.number)] for label in names)
    alone = not any(a != b and _may_equal(a, b) for a in names for b in names)
    return labels is not None and distinct and contain_item and alone
