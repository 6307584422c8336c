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
from stategraph.difficulty.level_order import percentiles
from stategraph.difficulty.model import INTERVAL_SHARE, rounded
from stategraph.readable import Record
from stategraph.tell.board_text import board_in_words, side_by_side
from stategraph.tell.phrases import moves_in_words, names_in_words, state_in_words
from stategraph.tell.records import closed, record_of
from stategraph.tell.trap_reasons import in_one_sentence

if TYPE_CHECKING:
    from stategraph.difficulty import Decision, Difficulty

# maximum number of decisions to list, and of decisions to show on boards
MAX_DECISIONS = 3

# a disclaimer about influences on difficulty that a graph cannot show
NOT_KNOWN = (
    "The estimate does not know the players, what they learned from earlier levels, how a level "
    "looks, or how its game teaches and forgives."
)


# keys of the record that describe the model and the units of an estimate
OF_THE_MODEL = ("by", "of", "basis", "people", "reference_levels")


def record(difficulty: Difficulty) -> Record:
    """Return the estimated difficulty of a level."""
    model, level, quotient = difficulty.model, difficulty.level, difficulty.graph.quotient
    drivers = [
        {"feature": driver.feature, "what": FEATURES[driver.feature],
         "value": rounded(driver.value), "adds": rounded(driver.adds)}
        for driver in difficulty.drivers
    ]  # fmt: skip
    values = {
        "level": level.name,
        "family": level.family.name or None,
        "title": level.title,
        "complete": difficulty.graph.complete,
        "by": None if quotient is None else quotient.kind,
        **estimate(difficulty),
        "of": model.of if model else None,
        "basis": difficulty.basis,
        "people": model.people if model else None,
        "reference_levels": model.levels if model else None,
        "drivers": drivers if difficulty.estimate is not None else None,
        "decisions": None
        if difficulty.decisions is None
        else [_decision(difficulty, decision) for decision in difficulty.decisions],
        "why": difficulty.why or None,
    }
    open_ = OF_THE_MODEL if difficulty.unknown and model is None else ()
    return closed(values, [*difficulty.unknown, *open_])


def estimate(difficulty: Difficulty) -> Record:
    """Return the numbers of an estimate, rounded; without an estimate they are None."""
    values = record_of(difficulty, "estimate", "low", "high", "percentile")
    return {name: value if value is None else rounded(value) for name, value in values.items()}


def _decision(difficulty: Difficulty, decision: Decision) -> Record:
    """Return the record of a decision."""
    state, weight = str(difficulty.graph.state(decision.node)), rounded(decision.weight)
    return record_of(decision, *OF_A_DECISION, state=state, weight=weight)


OF_A_DECISION = (
    *("step", "state", "move", "choices", "right", "wrong", "fatal"),
    *("hidden", "tempting", "away", "weight"),
)


def words(difficulty: Difficulty) -> list[str]:
    """Return the estimate, its main causes, and the hardest decisions, as text."""
    head = difficulty.level.title or difficulty.level.name
    if difficulty.estimate is None:
        verb = "unknown: " if difficulty.unknown else ""
        return [f"{head}: {verb}{difficulty.why}", *_hardest(difficulty)]
    lines = [
        f"{head}: {sentence(difficulty)}",
        *(f"  {driver_in_words(driver)}" for driver in difficulty.drivers),
    ]
    return [*lines, *_hardest(difficulty)]


def sentence(difficulty: Difficulty) -> str:
    """Return a sentence with the level's rank among reference levels, and then the estimate."""
    model = difficulty.model
    assert model is not None
    if difficulty.basis == ANALOGY:
        least, _, most = percentiles(difficulty)
        ends = (100 - most, 100 - least) if easy(difficulty.percentile) else (least, most)
        certainty = f"{INTERVAL_SHARE:.0%} sure: {ends[0]:.0f}% to {ends[1]:.0f}%"
        return f"{difficulty.rank} (rough: no data for this family; {certainty})"
    estimate, low, high = (
        _value_in_words(model.shape, x)
        for x in (difficulty.estimate, difficulty.low, difficulty.high)
    )
    source = ", by your model" if difficulty.basis == OWN else ""
    interval = f"{low} to {high}, {INTERVAL_SHARE:.0%} sure"
    return f"{difficulty.rank}{source}; {model.of}: {estimate} ({interval})"


def _value_in_words(shape: str, value: float | None) -> str:
    assert value is not None
    return {"share": f"{value:.0%}", "factor": f"{value:.2g} times"}.get(shape, f"{value:+.2f}")


# minimum contribution to a model's sum for which the text says "harder", and "much harder"
MIN_CONTRIBUTION, LARGE_CONTRIBUTION = 0.1, 0.5


def driver_in_words(driver: Driver) -> str:
    """Return the contribution of a feature as text.

    >>> driver_in_words(Driver("length", 12.0, 0.7))
    'pushes or turns of a shortest solution: 12 (much harder than average)'
    """
    value = f"{driver.value:.0%}" if driver.feature == "danger" else f"{driver.value:.3g}"
    return f"{FEATURES[driver.feature]}: {value} ({_effect(driver.adds)})"


def _effect(adds: float) -> str:
    if abs(adds) < MIN_CONTRIBUTION:
        return "about average"
    much = "much " if abs(adds) >= LARGE_CONTRIBUTION else ""
    return f"{much}{'harder' if adds > 0 else 'easier'} than average"


def _hardest(difficulty: Difficulty) -> list[str]:
    """Return the hardest decisions, with their boards."""
    if not difficulty.decisions:
        return []
    groups = hardest_decisions(difficulty)
    lines, boards = [], []
    for decision, text in groups[:MAX_DECISIONS]:
        lines.append(f"  {text}{_after(difficulty, decision)}")
        state = difficulty.graph.state(decision.node)
        board = board_in_words(difficulty.level, state)
        boards.append([f"before {decision.move}:", *board])
        if not board:
            lines[-1] += f", in {state_in_words(difficulty.level, state)}"
    board_lines = side_by_side(boards) if any(len(board) > 1 for board in boards) else []
    of = f" (of {len(difficulty.decisions)})" if len(groups) > MAX_DECISIONS else ""
    return [f"hardest decisions{of}:", *lines, *(f"  {line}" for line in board_lines)]


def hardest_decisions(difficulty: Difficulty) -> list[tuple[Decision, str]]:
    """Return the hardest decision of each reason and its text, with the hardest first.

    The text names the reason why the fatal moves lose, and the other decisions with this reason.
    """
    groups: dict[str, list[Decision]] = {}
    for k, decision in enumerate(difficulty.decisions or ()):
        reason = fatal_reason(difficulty, decision)
        groups.setdefault(reason or str(k), []).append(decision)
    found = []
    for reason, (hardest, *repeats) in groups.items():
        why = "" if reason.isdigit() else f"; reason: {reason}"
        steps = names_in_words([str(decision.step) for decision in repeats])
        others = f"; the same reason in {steps}" if repeats else ""
        found.append((hardest, f"{decision_in_words(hardest)}{why}{others}"))
    return found


def fatal_reason(difficulty: Difficulty, decision: Decision) -> str:
    """Return a phrase that says why the fatal moves of a decision lose, or "" if it is unknown.

    If some fatal moves look harmless, it is the reason of these moves.
    """
    graph = difficulty.graph
    reasons = reasons_of(difficulty.level, graph)
    if reasons is None:
        return ""
    ends = np.unique(graph.targets[slice(*graph.offsets[decision.node : decision.node + 2])])
    ends = ends[dead(graph)[ends]]
    visible = looks_dead(difficulty.level, graph)
    if visible is not None and decision.hidden:
        ends = ends[~visible[ends]]
    return in_one_sentence(difficulty.level, reasons, ends)


def decision_in_words(decision: Decision) -> str:
    """Return a decision as text.

    >>> from stategraph.difficulty import Decision
    >>> decision_in_words(Decision(0, 4, "push 1:2 left", 5, 1, 2, 2, 1, 0, True, 4.9))[:64]
    '4. push 1:2 left: one right move of 5, 2 fatal (1 looks harmless'
    """
    right = "one right move" if decision.right == 1 else f"{decision.right} right moves"
    parts = [f"{decision.step}. {decision.move}: {right} of {decision.choices}"]
    if decision.fatal:
        parts[0] += f", {decision.fatal} fatal{_looks(decision)}"
    if decision.away:
        parts.append("by the heuristic, it does not bring the goal nearer")
    if decision.tempting:
        noun = "one looks" if decision.tempting == 1 else "ones look"
        parts.append(f"{decision.tempting} wrong {noun} as good")
    return "; ".join(parts)


def _looks(decision: Decision) -> str:
    """Return the number of fatal moves that look harmless, as text."""
    verb = "looks" if decision.hidden == 1 else "look"
    if not decision.hidden:
        return ""
    which = decision.hidden if decision.hidden < decision.fatal or decision.fatal == 1 else "all"
    return f" ({which} {verb} harmless)"


def labels_before(difficulty: Difficulty, decision: Decision) -> Sequence[str]:
    """Return the moves of the solution before a decision. The moves can be replayed."""
    solution = state_solution(difficulty.graph)
    return solution.way.labels[: [0, *solution.ends][decision.step - 1]]


def _after(difficulty: Difficulty, decision: Decision) -> str:
    """Return the moves of the solution before a decision, in brackets."""
    labels = labels_before(difficulty, decision)
    return f" (after {moves_in_words(labels)})" if labels else " (at the start)"
