"""Classes of a quotient by variables, and the arrows between them.

::

    ┌──────────┐  R    ┌────────────┐      solid: every state of the class has such a move
    │ 9 states │──────►│ 17 states  │      dashed: 2 of the 17 have one
    │  alive   │       │ 5 of them  │┄┄┄┄► ...
    └──────────┘       │    dead    │
                       └────────────┘
"""

from __future__ import annotations

from collections import Counter

from stategraph.analysis import moves_from_start
from stategraph.analysis.variable_quotient import VariableQuotient
from stategraph.pictures.diagram import (
    MAX_LABEL_LENGTH,
    MAX_TOOLTIP_LENGTH,
    Diagram,
    Edge,
    Node,
    shortened,
)
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.readable import count
from stategraph.rules.svg import printable
from stategraph.tell.phrases import moves_in_words

# maximum length of a class's values in its node; longer text is replaced by the class's number
MAX_NODE_LETTERS = 28

# maximum number of labels on an arrow
MAX_ARROW_LABELS = 3


def classes(quotient: VariableQuotient, highlight: HighlightedPath | None = None) -> Diagram:
    """Return the diagram of a quotient by variables, with all classes.

    One arrow summarises all moves from one class to another. It is solid if every state of the
    source class has one of these moves. Classes on the path `highlight` are marked.
    """
    passed = set(highlight.path.nodes) if highlight else set()
    columns = moves_from_start(quotient.graph).tolist()
    if quotient.graph.goal:  # has the last column, since arrows lead to it from most classes
        columns[quotient.graph.goal] = max(columns) + 1
    nodes = [_node(quotient, k, column, k in passed) for k, column in enumerate(columns)]
    edges = _edges(quotient)
    states = {"one by one": 0, "together": int(quotient.sizes.sum()), "left out": 0}
    inside, whole = int(quotient.inside.sum()), quotient.real.number_of_edges()
    moves = {"one by one": 0, "together": whole - inside, "left out": inside}
    text = printable(_caption(quotient, edges, highlight))
    return Diagram(nodes, edges, [], text, states, moves)


def _node(quotient: VariableQuotient, k: int, column: int, marked: bool) -> Node:
    size, dead_count = int(quotient.sizes[k]), int(quotient.dead[k])
    values, verdict = repr(quotient.graph.state(k)), quotient.verdicts[k]
    note = {"mixed": f"{dead_count:,} of them dead", "unknown": "not known"}.get(verdict, verdict)
    role = {"unknown": "open"}.get(verdict, verdict)
    if k == quotient.graph.goal:
        role, note, values = "goal", "", "goal"
    elif k == 0:
        role = "start"
    head = values if len(values) <= MAX_NODE_LETTERS else f"class {k}"
    lines = [head, *([count(size, "state"), note] if note else [])]
    tip = shortened("\n".join([values, *lines[1:]]), MAX_TOOLTIP_LENGTH)
    return Node(k, printable("\n".join(lines)), tip, role, column, marked, -1, size, True)


def _edges(quotient: VariableQuotient) -> list[Edge]:
    """Return an arrow for each pair of classes with moves between them."""
    graph = quotient.graph
    names: dict[tuple[int, int], Counter[str]] = {}
    for e, pair in enumerate(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True)):
        names.setdefault(pair, Counter())[graph.label(e)] += int(quotient.having[e])
    edges = []
    for tail, head, having in zip(*(part.tolist() for part in quotient.pairs()), strict=True):
        labels = names[tail, head]
        size = int(quotient.sizes[tail])
        must = quotient.real.complete and having == size
        listed = " ".join(sorted(labels)[:MAX_ARROW_LABELS])
        more = f" (+{len(labels) - MAX_ARROW_LABELS:,})" if len(labels) > MAX_ARROW_LABELS else ""
        share = "" if must else f"\n{having:,} of {size:,}"
        text = shortened(listed + more, MAX_LABEL_LENGTH) + share
        edges.append(Edge(tail, head, text, "must" if must else "may", labels.total()))
    return edges


def _caption(
    quotient: VariableQuotient, edges: list[Edge], highlight: HighlightedPath | None
) -> str:
    verdict_counts, names = Counter(quotient.verdicts), " and ".join(quotient.names)
    kinds = ", ".join(
        f"{verdict_counts[kind]:,} {kind}"
        for kind in ("alive", "dead", "mixed")
        if verdict_counts[kind]
    )
    if verdict_counts["unknown"]:
        kinds = f"{kinds}, {verdict_counts['unknown']:,} not known" if kinds else "not known"
    number = len(quotient.sizes)
    lines = [
        f"{number:,} {'class' if number == 1 else 'classes'} of "
        f"{count(len(quotient.real), 'state')} that agree in {names}: {kinds}",
        f"{count(int(quotient.inside.sum()), 'move')} within classes are not drawn",
    ]
    if any(edge.role == "may" for edge in edges):
        lines.append(
            "a path with dashed arrows need not be playable: it may arrive in one state of a class "
            "and lead on from another"
        )
    if highlight is not None:
        moves = moves_in_words(highlight.labels)
        lines.append(f"thick: classes that the {highlight.name} passes, {moves}")
    if not quotient.real.complete:
        lines.append(f"incomplete: stopped at the {quotient.real.stopped}; that all states of a "
                     "class have a move is not proven of any")  # fmt: skip
    return "\n".join(lines)
