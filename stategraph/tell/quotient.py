"""Record and text of ``analyse --by``: a quotient by variables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from stategraph import analysis
from stategraph.analysis.quotient import VERDICTS, VariableQuotient
from stategraph.readable import Record
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count, first_of
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.level_files import Level

# maximum number of classes shown, largest first
MAX_CLASSES = 8


def record(level: Level, quotient: VariableQuotient, order: str) -> Record:
    """Return the facts about a quotient: states, classes, and properties of both.

    Its solution is one of the original graph, since a path between classes need not be playable.
    """
    real, verdicts = quotient.real, Counter(quotient.verdicts)
    known = analysis.solutions_known(real)
    way = analysis.first_solution(real, order) if known and real.goal is not None else None
    whole = real.complete
    made = {
        "puzzle": puzzle_name(level),
        "by": list(quotient.names),
        "complete": whole,
        "states": len(real),
        "moves": real.number_of_edges(),
        "classes": len(quotient.sizes),
        "arrows": quotient.graph.number_of_edges(),
        "must_arrows": int(np.count_nonzero(quotient.must)) if whole else None,
        "moves_inside": int(quotient.inside.sum()),
        "largest_class": int(quotient.sizes.max()),
        "alive_classes": verdicts["alive"] if whole else None,
        "dead_classes": verdicts["dead"] if whole else None,
        "mixed_classes": verdicts["mixed"] if whole else None,
        "solvable": analysis.solvable(real),
        "shortest": analysis.shortest(real) if known else None,
        "first_solution": None if way is None else way.text,
        "first_solution_moves": None if way is None else list(way.labels),
        "order": order,
        "least_changes": quotient.least_changes,
        "most_moves": quotient.most_moves,
    }
    record = closed(made, [name for name in made if _open(quotient, name)])
    return {**record, "largest_classes": _largest(quotient)}


def _open(quotient: VariableQuotient, name: str) -> bool:
    """Return whether a null value is unproven, rather than absent."""
    if name in ("shortest", "first_solution", "first_solution_moves", "solvable"):
        return not analysis.solutions_known(quotient.real)
    return not quotient.real.complete


def _largest(quotient: VariableQuotient) -> list[Record]:
    """Return records of the largest classes."""
    verdicts = quotient.verdicts
    order = np.argsort(-quotient.sizes, kind="stable")[:MAX_CLASSES].tolist()
    return [
        {
            "class": k,
            "goal": k == quotient.graph.goal,
            "state": repr(quotient.graph.state(k)),
            "states": int(quotient.sizes[k]),
            "dead": int(quotient.dead[k]),
            "verdict": None if verdicts[k] == "unknown" else verdicts[k],
        }
        for k in order
    ]


def words(level: Level, found: Record) -> list[str]:
    """Return the record of a quotient as text."""
    whole = found["complete"]
    size = f"{count(found['states'], 'state')}, {count(found['moves'], 'move')}"
    rows = [
        ("state graph", f"{size} ({'complete' if whole else 'incomplete'})"),
        ("classes", f"{found['classes']:,}, which agree in {' and '.join(found['by'])}"),
        ("  largest", count(found["largest_class"], "state")),
        *((f"  {kind}", f"{found[f'{kind}_classes']:,}") for kind in VERDICTS[:3] if whole),
        ("arrows", _arrows(found)),
        ("  within classes", count(found["moves_inside"], "move")),
        ("shortest solution", _solution(found)),
    ]
    if found["least_changes"] is not None:
        changes = count(found["least_changes"], "time")
        rows.append(("changes of class", f"at least {changes} in any solution"))
    if found["most_moves"] is not None:
        moves = count(found["most_moves"], "move")
        rows.append(("from any such start", f"{moves} win, for all values of the other variables"))
    lines = [level.title or level.name, *(f"  {name:<19} {text}" for name, text in rows)]
    largest = found["largest_classes"]
    lines.append(f"classes of most states{first_of(len(largest), found['classes'])}:")
    return lines + [f"  {each['state']}: {_class(each)}" for each in largest]


def _arrows(found: Record) -> str:
    if found["must_arrows"] is None:
        return f"{found['arrows']:,}; of how many every state of the class has the move: unknown"
    return f"{found['arrows']:,}; of {found['must_arrows']:,} every state of the class has the move"


def _solution(found: Record) -> str:
    if found["solvable"] is False:
        return "none: the goal cannot be reached"
    if found["first_solution"] is None:
        return "unknown"
    return f"{count(found['shortest'], 'move')}: {found['first_solution'] or 'nothing to do'}"


def _class(each: Record) -> str:
    if each["goal"]:
        return "the goal"
    told = {None: "not known", "mixed": f"{each['dead']:,} of them dead"}
    return f"{count(each['states'], 'state')}, {told.get(each['verdict'], each['verdict'])}"
