"""Record and text of ``difficulty``: the estimated difficulty of a level for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from stategraph.analysis import dead
from stategraph.analysis.lifting import state_solution
from stategraph.analysis.looks_dead import looks_dead
from stategraph.analysis.trap_reasons import reasons_of
from stategraph.difficulty.estimate import ANALOGY, OWN, Driver, easy
from stategraph.difficulty.level_features import FEATURES
from stategraph.difficulty.model import COVERED, rounded
from stategraph.difficulty.pack import percentiles
from stategraph.readable import Record
from stategraph.tell.board_text import board_in_words, side_by_side
from stategraph.tell.phrases import moves_in_words, state_in_words
from stategraph.tell.trap_reasons import in_one_sentence

if TYPE_CHECKING:
    from stategraph.difficulty import Decision, Difficulty

# number of decisions listed and shown on boards
MAX_DECISIONS = 3

# disclaimer: influences that a graph cannot show
NOT_KNOWN = (
    "What it cannot know: what players have learnt from the levels before, how a level looks, how "
    "its game teaches and forgives, and who plays."
)


# keys of a record about the model and the units of an estimate
OF_THE_MODEL = ("by", "of", "basis", "people", "reference_levels")


def record(found: Difficulty) -> Record:
    """Return the estimated difficulty of a level."""
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
        "by": None if found.graph.quotient is None else found.graph.quotient.kind,
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


def _decision(found: Difficulty, one: Decision) -> Record:
    """Return the record of a decision."""
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
    """Return the estimate, its main causes, and the hardest decisions, as text."""
    head = found.level.title or found.level.name
    if found.estimate is None:
        verb = "unknown: " if found.unknown else ""
        return [f"{head}: {verb}{found.why}", *_hardest(found)]
    lines = [f"{head}: {sentence(found)}", *(f"  {driver(one)}" for one in found.drivers)]
    return [*lines, *_hardest(found)]


def sentence(found: Difficulty) -> str:
    """Return the estimate as a sentence: the rank among levels, then the estimate itself."""
    model = found.model
    assert model is not None
    if found.basis == ANALOGY:
        least, _, most = percentiles(found)
        ends = (100 - most, 100 - least) if easy(found.percentile) else (least, most)
        between = f"{ends[0]:.0f}% to {ends[1]:.0f}%"
        return f"{found.rank} (rough: no data for this family; {COVERED:.0%} sure: {between})"
    estimate, low, high = (_told(model.shape, x) for x in (found.estimate, found.low, found.high))
    own = ", by your model" if found.basis == OWN else ""
    return f"{found.rank}{own}; {model.of}: {estimate} ({low} to {high}, {COVERED:.0%} sure)"


def _told(shape: str, value: float | None) -> str:
    assert value is not None
    return {"share": f"{value:.0%}", "factor": f"{value:.2g} times"}.get(shape, f"{value:+.2f}")


# contributions to the sum of a model, from which on a feature matters, and matters much
MATTERS, MATTERS_MUCH = 0.1, 0.5


def driver(one: Driver) -> str:
    """Return the contribution of a feature as text.

    >>> driver(Driver("length", 12.0, 0.7))
    'pushes or turns of a shortest solution: 12 (much harder than average)'
    """
    value = f"{one.value:.0%}" if one.feature == "danger" else f"{one.value:.3g}"
    return f"{FEATURES[one.feature]}: {value} ({_effect(one.adds)})"


def _effect(adds: float) -> str:
    if abs(adds) < MATTERS:
        return "about average"
    much = "much " if abs(adds) >= MATTERS_MUCH else ""
    return f"{much}{'harder' if adds > 0 else 'easier'} than average"


def _hardest(found: Difficulty) -> list[str]:
    """Return the hardest decisions, with their boards."""
    if not found.decisions:
        return []
    groups = _by_reason(found)
    lines, boards = [], []
    for reason, (one, *others) in groups[:MAX_DECISIONS]:
        why = f"; fatal: {reason}" if reason else ""
        steps = ", ".join(str(other.step) for other in others)
        likewise = f"; likewise {steps}" if steps else ""
        lines.append(f"  {decision(one)}{why}{likewise}{_after(found, one)}")
        state = found.graph.state(one.node)
        board = board_in_words(found.level, state)
        boards.append([f"before {one.move}:", *board])
        if not board:
            lines[-1] += f", in {state_in_words(found.level, state)}"
    drawn = side_by_side(boards) if any(len(board) > 1 for board in boards) else []
    of = f" (of {len(found.decisions)})" if len(groups) > MAX_DECISIONS else ""
    return [f"hardest decisions{of}:", *lines, *(f"  {line}" for line in drawn)]


def _by_reason(found: Difficulty) -> list[tuple[str, list[Decision]]]:
    """Return the decisions, hardest first, those together whose fatal moves have one reason.

    The reason is that of the moves that look harmless, if there are any.
    """
    groups: dict[str, list[Decision]] = {}
    for k, one in enumerate(found.decisions or ()):
        reason = fatal_reason(found, one)
        groups.setdefault(reason or str(k), []).append(one)
    return [("" if name.isdigit() else name, some) for name, some in groups.items()]


def fatal_reason(found: Difficulty, one: Decision) -> str:
    """Return why the fatal moves of a decision lose, as a phrase; "" if that is not known."""
    graph = found.graph
    reasons = reasons_of(found.level, graph)
    if reasons is None or not one.fatal:
        return ""
    ends = np.unique(graph.targets[slice(*graph.offsets[one.node : one.node + 2])])
    ends = ends[dead(graph)[ends]]
    shown = looks_dead(found.level, graph)
    if shown is not None and one.hidden:
        ends = ends[~shown[ends]]
    return in_one_sentence(found.level, reasons, ends)


def decision(one: Decision) -> str:
    """Return a decision as text.

    >>> from stategraph.difficulty import Decision
    >>> decision(Decision(0, 4, "push 1:2 left", 5, 1, 2, 2, 1, 0, True, 4.9))[:64]
    '4. push 1:2 left: one right move of 5, 2 fatal, of which 1 does '
    """
    right = "one right move" if one.right == 1 else f"{one.right} right moves"
    parts = [f"{one.step}. {one.move}: {right} of {one.choices}"]
    if one.fatal:
        parts[0] += f", {one.fatal} fatal{_looks(one)}"
    if one.away:
        parts.append("by the heuristic, it does not bring the goal nearer")
    if one.tempting:
        parts.append(
            f"{one.tempting} wrong {'one looks' if one.tempting == 1 else 'ones look'} as good"
        )
    return "; ".join(parts)


def _looks(one: Decision) -> str:
    """Return the number of fatal moves that look harmless, as text."""
    verb = "does" if one.hidden == 1 else "do"
    if one.hidden == one.fatal:
        return f" that {verb} not look it"
    return f", of which {one.hidden} {verb} not look it" if one.hidden else ""


def labels_before(found: Difficulty, one: Decision) -> Sequence[str]:
    """Return the moves of the solution before a decision; they replay."""
    solution = state_solution(found.graph)
    return solution.way.labels[: [0, *solution.ends][one.step - 1]]


def _after(found: Difficulty, one: Decision) -> str:
    """Return the moves of the solution before a decision, in brackets."""
    labels = labels_before(found, one)
    return f" (after {moves_in_words(labels)})" if labels else " (at the start)"
