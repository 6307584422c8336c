"""Record and text of ``solve --classes``, ``--all`` and ``--sample``: several solutions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.analysis.several_solutions import Classes, SolutionList
from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.analysis import GraphPath, SolutionClass
    from stategraph.level_files import Level

# maximum number of independent pairs of moves to show for a class
MAX_INDEPENDENT_PAIRS = 4


def record(level: Level, solutions: SolutionList) -> Record:
    """Return the record of several solutions, whose list may be empty or unknown."""
    values = {
        "puzzle": puzzle_name(level),
        "solvable": analysis.solvable(solutions.graph),
        "shortest": analysis.shortest(solutions.graph),
        "shortest_count": solutions.number,
        "order": solutions.order,
    }
    if not solutions.number:
        return closed(values, [*values, "solutions"] if solutions.number is None else ())
    if isinstance(solutions, Classes):
        return {**values, **_record_of_classes(solutions)}
    seed = {} if solutions.seed is None else {"seed": solutions.seed}
    return {**values, **seed, "solutions": [_path_record(path) for path in solutions.paths]}


def _path_record(path: GraphPath) -> Record:
    return {"solution": path.text, "moves": list(path.labels)}


def _record_of_classes(classes: Classes) -> Record:
    solution_classes = classes.found
    values: Record = {
        "unique": classes.number == 1,
        "unique_up_to_order": None if solution_classes is None else len(solution_classes) == 1,
        "solution_classes": None if solution_classes is None else len(solution_classes),
        "most": classes.most,
        "classes": [
            {
                **_path_record(solution_class.first),
                "solutions": len(solution_class),
                "free_orders": pairs,
            }
            for solution_class, pairs in zip(solution_classes or (), classes.free, strict=True)
        ],
    }
    return closed(values, ("unique_up_to_order", "solution_classes"))


def words(solutions: SolutionList) -> Iterable[str]:
    """Return a line for each solution class, or an iterator with a line for each solution."""
    if not solutions.number:
        return ["UNKNOWN" if solutions.number is None else "NO-PATH"]
    if isinstance(solutions, Classes):
        return _words_of_classes(solutions)
    return (path.text for path in solutions.paths)


def _words_of_classes(classes: Classes) -> list[str]:
    """Return the number of classes, and a line for each."""
    number = classes.number or 0
    length = count(analysis.shortest(classes.graph), "move")
    line = f"{count(number, 'shortest solution')} of {length}"
    if classes.found is None:
        return [f"{line}; more than {classes.most:,} classes of paths to one state (--most)"]
    lines = [f"{line}: {_verdict(number, len(classes.found))}"]
    for k, (solution_class, pairs) in enumerate(zip(classes.found, classes.free, strict=True), 1):
        lines.append(f"{k}. {solution_class.first.text}{_rest(solution_class, pairs)}")
    return lines


def _verdict(solutions: int, classes: int) -> str:
    if solutions == 1:
        return "unique"
    if classes == 1:
        return "unique up to the order of moves"
    return f"{classes:,} classes up to the order of moves"


def _rest(solution_class: SolutionClass, pairs: list[tuple[int, int]]) -> str:
    """Return how many other solutions a class has, and which pairs of moves can be swapped."""
    if not pairs:
        return ""
    labels = solution_class.first.labels
    nearest = sorted(pairs, key=lambda pair: (pair[1] - pair[0], pair))[:MAX_INDEPENDENT_PAIRS]
    pair_text = ", ".join(
        f"{labels[i]} ({i + 1}) and {labels[j]} ({j + 1})" for i, j in sorted(nearest)
    )
    omitted = (
        f" and {len(pairs) - MAX_INDEPENDENT_PAIRS:,} more"
        if len(pairs) > MAX_INDEPENDENT_PAIRS
        else ""
    )
    return f" and {len(solution_class) - 1:,} more; in either order: {pair_text}{omitted}"
