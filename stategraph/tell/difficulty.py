"""How hard a level is for people: the record and the words of ``difficulty``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.analysis.told import first_shown
from stategraph.analysis.units import Runs
from stategraph.difficulty.level_features import FEATURES
from stategraph.difficulty.model import COVERED, rounded
from stategraph.tell.boards import board_in_words, side_by_side
from stategraph.tell.phrases import count, moves_in_words, state_in_words

if TYPE_CHECKING:
    from stategraph.difficulty import Decision, Difficulty

# So many decisions are told, and shown on boards.
SHOWN = 3

# What nobody can know from a level's graph.
NOT_KNOWN = (
    "What it cannot know: what players have learnt from the levels before, how a level looks, how "
    "its game teaches and forgives, and who plays."
)


# Keys of a record about the model and the units that an estimate uses.
OF_THE_MODEL = ("by", "of", "basis", "people", "reference_levels")


def record(found: Difficulty) -> dict[str, Any]:
    """Return how hard a level is for people."""
    model, numbers = found.model, ("estimate", "low", "high", "percentile")
    values = {name: getattr(found, name) for name in numbers}
    drivers = [
        {"feature": one.feature, "what": FEATURES[one.feature], "value": rounded(one.value),
         "adds": rounded(one.adds)}
        for one in found.drivers
    ]  # fmt: skip
    known = found.estimate is not None
    made = {
        "level": found.level.name,
        "family": found.level.family.name or None,
        "title": found.level.title,
        "complete": found.graph.complete,
        "by": getattr(found.graph.quotient, "kind", None),
        **{name: None if value is None else rounded(value) for name, value in values.items()},
        "of": model.of if model else None,
        "basis": found.basis,
        "people": model.people if model else None,
        "reference_levels": model.levels if model else None,
        "drivers": drivers if known else None,
        "decisions": None
        if found.decisions is None
        else [_decision(found, one) for one in found.decisions],
        "why": found.why or None,
    }
    open_ = OF_THE_MODEL if found.unknown and model is None else ()
    return {**made, "unknown": [*found.unknown, *(name for name in open_ if made[name] is None)]}


def _decision(found: Difficulty, one: Decision) -> dict[str, Any]:
    """Return a decision."""
    return {
        "step": one.step,
        "state": str(found.graph.state(one.node)),
        "move": one.move,
        "choices": one.choices,
        "right": one.right,
        "wrong": one.wrong,
        "fatal": one.fatal,
        "hidden": one.hidden,
        "tempting": one.tempting,
        "away": one.away,
        "weight": rounded(one.weight),
    }


def words(found: Difficulty) -> list[str]:
    """Return how hard a level is for people, what drives it, and where it is hard."""
    head = found.level.title or found.level.name
    if found.estimate is None:
        verb = "unknown: " if found.unknown else ""
        return [f"{head}: {verb}{found.why}", *_hardest(found)]
    lines = [f"{head}: {sentence(found)}", *(f"  {driver(one)}" for one in found.drivers)]
    return [*lines, *_hardest(found)]


def sentence(found: Difficulty) -> str:
    """Return the estimate in a sentence."""
    model = found.model
    assert model is not None
    estimate, low, high = (_told(model.shape, x) for x in (found.estimate, found.low, found.high))
    likely = f"{model.of}: {estimate} ({low} to {high}, {COVERED:.0%} sure)"
    rank = f"harder than {found.percentile:.0f}% of {count(model.levels, 'reference level')}"
    whose = {
        "by analogy": "; no people's data for this family: by analogy",
        "own plays": "; by the model of your own plays",
    }.get(str(found.basis), "")
    return f"{likely}; {rank}{whose}"


def _told(shape: str, value: float | None) -> str:
    assert value is not None
    return {"share": f"{value:.0%}", "factor": f"{value:.2g} times"}.get(shape, f"{value:+.2f}")


def driver(one: Any) -> str:
    """Return what a number adds, in words."""
    value = f"{one.value:.0%}" if one.feature == "danger" else f"{one.value:.3g}"
    way = "harder" if one.adds > 0 else "easier"
    return f"{FEATURES[one.feature]}: {value} ({way} than average, {one.adds:+.2f})"


def _hardest(found: Difficulty) -> list[str]:
    """Return the hardest decisions, with their boards."""
    if not found.decisions:
        return []
    hardest, lines, boards = found.decisions[:SHOWN], [], []
    for one in hardest:
        lines.append(f"  {decision(one)}{_after(found, one)}")
        state = found.graph.state(one.node)
        board = board_in_words(found.level, state)
        boards.append([f"before {one.move}:", *board])
        if not board:
            lines[-1] += f", in {state_in_words(found.level, state)}"
    drawn = side_by_side(boards) if any(len(board) > 1 for board in boards) else []
    of = f" (of {len(found.decisions)})" if len(found.decisions) > len(hardest) else ""
    return [f"hardest decisions{of}:", *lines, *(f"  {line}" for line in drawn)]


def decision(one: Decision) -> str:
    """Return a decision in words.

    >>> from stategraph.difficulty import Decision
    >>> decision(Decision(0, 4, "push 1:2 left", 5, 1, 2, 2, 1, 0, True, 4.9))[:64]
    '4. push 1:2 left: one right move of 5, 2 fatal, of which 1 does '
    """
    right = "one right move" if one.right == 1 else f"{one.right} right moves"
    parts = [f"{one.step}. {one.move}: {right} of {one.choices}"]
    if one.fatal:
        parts[0] += f", {one.fatal} fatal{_looks(one)}"
    if one.away:
        parts.append("it brings the goal no nearer by the heuristic")
    if one.tempting:
        parts.append(
            f"{one.tempting} wrong {'one looks' if one.tempting == 1 else 'ones look'} as good"
        )
    return "; ".join(parts)


def _looks(one: Decision) -> str:
    """Return how many of the fatal moves do not look it."""
    verb = "does" if one.hidden == 1 else "do"
    if one.hidden == one.fatal:
        return f" that {verb} not look it"
    return f", of which {one.hidden} {verb} not look it" if one.hidden else ""


def labels_before(found: Difficulty, one: Decision) -> Sequence[str]:
    """Return the moves of the solution that lead to a decision; they replay."""
    graph = found.graph
    if not isinstance(graph.quotient, Runs):
        return first_shown(graph).labels[: one.step - 1]
    way = graph.quotient.solution(graph)
    ends = [0, *graph.quotient.ends(way)]
    labels: Sequence[str] = way.labels[: ends[one.step - 1]]
    return labels


def _after(found: Difficulty, one: Decision) -> str:
    """Return after which moves of the solution a decision comes, in brackets."""
    labels = labels_before(found, one)
    return f" (after {moves_in_words(labels)})" if labels else " (at the start)"
