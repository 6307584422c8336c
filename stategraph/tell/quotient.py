"""Record and text of ``analyse --by``: a quotient by variables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from stategraph import analysis
from stategraph.analysis.variable_quotient import VERDICTS, VariableQuotient
from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import first_of
from stategraph.tell.records import closed, path_record, record_of

if TYPE_CHECKING:
    from stategraph.level_files import Level

# maximum number of classes to show, of which the largest come first
MAX_CLASSES = 8


def record(level: Level, quotient: VariableQuotient, order: str) -> Record:
    """Return the facts about a quotient: its states and classes, and properties of both graphs.

    The solution comes from the original graph, since a path of classes may not be playable.
    """
    real, verdicts = quotient.real, Counter(quotient.verdicts)
    proven = analysis.solutions_known(real)
    solution = analysis.first_solution(real, order) if proven and real.goal is not None else None
    complete = real.complete
    values = {
        "puzzle": puzzle_name(level),
        "by": list(quotient.names),
        "complete": complete,
        "states": len(real),
        "moves": real.number_of_edges(),
        "classes": len(quotient.sizes),
        "arrows": quotient.graph.number_of_edges(),
        "must_arrows": int(np.count_nonzero(quotient.must)) if complete else None,
        "moves_inside": int(quotient.inside.sum()),
        "largest_class": int(quotient.sizes.max()),
        "alive_classes": verdicts["alive"] if complete else None,
        "dead_classes": verdicts["dead"] if complete else None,
        "mixed_classes": verdicts["mixed"] if complete else None,
        "solvable": analysis.solvable(real),
        "shortest": analysis.shortest(real) if proven else None,
        **path_record("first_solution", solution),
        "order": order,
        **record_of(quotient, "least_changes", "most_moves"),
    }
    of_solutions = {"solvable", "shortest", "first_solution", "first_solution_moves"}
    unproven = [name for name in values if not (proven if name in of_solutions else complete)]
    return {**closed(values, unproven), "largest_classes": _largest(quotient)}


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


def words(level: Level, record: Record) -> list[str]:
    """Return the record of a quotient as text."""
    complete = record["complete"]
    size = f"{count(record['states'], 'state')}, {count(record['moves'], 'move')}"
    rows = [
        ("state graph", f"{size} ({'complete' if complete else 'incomplete'})"),
        ("classes", f"{record['classes']:,}, which agree in {' and '.join(record['by'])}"),
        ("  largest", count(record["largest_class"], "state")),
        *((f"  {kind}", f"{record[f'{kind}_classes']:,}") for kind in VERDICTS[:3] if complete),
        ("arrows", _arrows(record)),
        ("  within classes", count(record["moves_inside"], "move")),
        ("shortest solution", _solution(record)),
    ]
    if record["least_changes"] is not None:
        changes = count(record["least_changes"], "time")
        rows.append(("changes of class", f"at least {changes} in any solution"))
    if record["most_moves"] is not None:
        moves = count(record["most_moves"], "move")
        rows.append(("from any such start", f"{moves} win, for all values of the other variables"))
    lines = [level.title or level.name, *(f"  {name:<19} {text}" for name, text in rows)]
    largest = record["largest_classes"]
    lines.append(f"classes of most states{first_of(len(largest), record['classes'])}:")
    return lines + [f"  {entry['state']}: {_class(entry)}" for entry in largest]


def _arrows(record: Record) -> str:
    if record["must_arrows"] is None:
        return f"{record['arrows']:,}; of how many every state of the class has the move: unknown"
    return (
        f"{record['arrows']:,}; of {record['must_arrows']:,} every state of the class has the move"
    )


def _solution(record: Record) -> str:
    if record["solvable"] is False:
        return "none: the goal cannot be reached"
    if record["first_solution"] is None:
        return "unknown"
    return f"{count(record['shortest'], 'move')}: {record['first_solution'] or 'nothing to do'}"


def _class(entry: Record) -> str:
    if entry["goal"]:
        return "the goal"
    verdict = entry["verdict"]
    texts = {None: "not known", "mixed": f"{entry['dead']:,} of them dead"}
    return f"{count(entry['states'], 'state')}, {texts.get(verdict, verdict)}"
