"""Classes of states that agree in some variables, and the arrows between them.

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
from stategraph.analysis.quotient import VariableQuotient
from stategraph.pictures.diagram import LABEL, TIP, Diagram, Edge, Node, shortened
from stategraph.pictures.drawn_way import DrawnWay
from stategraph.rules.drawing import printable
from stategraph.tell.phrases import count, moves_in_words

# Longer than this, the values of a class do not fit into its node, which then bears its number.
SHORT = 28

# So many labels are named on an arrow.
NAMED = 3


def classes(quotient: VariableQuotient, way: DrawnWay | None = None) -> Diagram:
    """Return the diagram of a quotient by variables: every class, every pair with an arrow.

    What the labels between two classes are is summed up on one arrow, which is solid where every
    state of the class has one of these moves. Classes that the
    `way`, one through states, passes are marked.
    """
    passed = set(quotient.owner[list(way.way.nodes)].tolist()) if way else set()
    columns = moves_from_start(quotient.graph).tolist()
    if quotient.graph.goal:  # behind all others, for from most of them an arrow leads there
        columns[quotient.graph.goal] = max(columns) + 1
    nodes = [_node(quotient, k, column, k in passed) for k, column in enumerate(columns)]
    edges = _edges(quotient)
    states = {"one by one": 0, "together": int(quotient.sizes.sum()), "left out": 0}
    inside, whole = int(quotient.inside.sum()), quotient.real.number_of_edges()
    moves = {"one by one": 0, "together": whole - inside, "left out": inside}
    text = printable(_caption(quotient, edges, way))
    return Diagram(nodes, edges, [], text, states, moves)


def _node(quotient: VariableQuotient, k: int, column: int, marked: bool) -> Node:
    size, gone = int(quotient.sizes[k]), int(quotient.dead[k])
    values, verdict = repr(quotient.graph.state(k)), quotient.verdicts[k]
    told = {"mixed": f"{gone:,} of them dead", "unknown": "not known"}.get(verdict, verdict)
    role = {"unknown": "open"}.get(verdict, verdict)
    if k == quotient.graph.goal:
        role, told, values = "goal", "", "goal"
    elif k == 0:
        role = "start"
    head = values if len(values) <= SHORT else f"class {k}"
    lines = [head, *([count(size, "state"), told] if told else [])]
    tip = shortened("\n".join([values, *lines[1:]]), TIP)
    return Node(k, printable("\n".join(lines)), tip, role, column, marked, -1, size, True)


def _edges(quotient: VariableQuotient) -> list[Edge]:
    """Return an arrow for each pair of classes between which there are moves."""
    graph = quotient.graph
    names: dict[tuple[int, int], Counter[str]] = {}
    for e, pair in enumerate(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True)):
        names.setdefault(pair, Counter())[graph.label(e)] += int(quotient.having[e])
    edges = []
    for tail, head, having in zip(*(part.tolist() for part in quotient.pairs()), strict=True):
        labels = names[tail, head]
        size = int(quotient.sizes[tail])
        must = quotient.real.complete and having == size
        shown = " ".join(sorted(labels)[:NAMED])
        more = f" (+{len(labels) - NAMED:,})" if len(labels) > NAMED else ""
        share = "" if must else f"\n{having:,} of {size:,}"
        text = shortened(shown + more, LABEL) + share
        edges.append(Edge(tail, head, text, "must" if must else "may", labels.total()))
    return edges


def _caption(quotient: VariableQuotient, edges: list[Edge], way: DrawnWay | None) -> str:
    found, names = Counter(quotient.verdicts), " and ".join(quotient.names)
    kinds = ", ".join(
        f"{found[kind]:,} {kind}" for kind in ("alive", "dead", "mixed") if found[kind]
    )
    if found["unknown"]:
        kinds = f"{kinds}, {found['unknown']:,} not known" if kinds else "not known"
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
    if way is not None:
        moves = moves_in_words(way.labels)
        lines.append(f"thick: classes that the {way.name} passes, {moves}")
    if not quotient.real.complete:
        lines.append(f"incomplete: stopped at the {quotient.real.stopped}; that all states of a "
                     "class have a move is not proven of any")  # fmt: skip
    return "\n".join(lines)
