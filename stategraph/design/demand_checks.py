"""Verdicts on demands. For a broken demand, a witness shows the reason in playable moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from stategraph.analysis import (
    dead,
    dead_end_cycles,
    first_solution,
    moves_from_start,
    moves_to_goal,
    moves_to_stuck,
    nearest_trap_moves,
    path_along,
    path_to,
    solutions_known,
    stuck,
    witness,
)
from stategraph.analysis.equivalent_solutions import known_classes
from stategraph.analysis.lifting import has_units, project, quotient_of
from stategraph.analysis.proof import too_large
from stategraph.analysis.same_solutions import Labels, another_solution
from stategraph.ask import ask, parse
from stategraph.design.ablation import ablate, spares
from stategraph.design.demand_conflicts import lack
from stategraph.design.demands import ASK, UNLIKE, Demand, Interval, is_met
from stategraph.design.near_twin_demand import references, twins_among
from stategraph.design.player_metrics import PLAYER_METRICS, measure_all, player_solution
from stategraph.design.removal_trials import Trials
from stategraph.errors import InputError, QuestionError, did_you_mean
from stategraph.graph import ArrayGraph
from stategraph.laws.typed_solutions import play
from stategraph.level_files import Level
from stategraph.metrics import METRICS, lower_bounds
from stategraph.readable import Readable

if TYPE_CHECKING:
    from stategraph.readable import Record


@dataclass(frozen=True, repr=False)
class Verdict(Readable):
    """The verdict on a demand.

    Attributes
    ----------
    demand : Demand
    holds : bool or None
        None: unknown because of a limit
    found : bool, number, list or None
        the actual value of a broken demand; None: no value, or an unknown one
    reason : str
        the same as text
    witness : tuple of (str, moves)
        the subject of the moves, and moves from the start that replay
    at_least : number, list or None
        a lower bound of `found`, if a limit hides its value
    undecided : tuple of str
        elements for which a limit hides whether they are needed
    """

    demand: Demand
    holds: bool | None
    found: object
    reason: str
    witness: tuple[tuple[str, Labels], ...] = ()
    at_least: Any = None
    undecided: tuple[str, ...] = ()

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names of the attributes that are not proven: *holds* or *found*."""
        hidden = self.holds is None or self.at_least is not None
        return (*(["holds"] if self.holds is None else []), *(["found"] if hidden else []))


class Verdicts(Readable, list[Verdict]):
    """The verdicts on all demands of a level, in their order."""


def verdicts(
    level: Level,
    graph: ArrayGraph,
    demands: Sequence[Demand],
    trials: Callable[[], Trials] | None = None,
) -> Verdicts:
    """Return the verdicts on demands, in their order.

    ``trials()`` is called if a demand concerns elements. Judging them takes one expansion per
    element. Raise ``LevelError`` for a demand on an unknown element, or on a level without
    elements. Raise ``ValueError`` if elements must be judged without `trials`.
    """
    names = [each.name for each in demands if each.name in METRICS or each.name in PLAYER_METRICS]
    record = measure_all(level, graph, names, slow=_asks_slow(demands))

    def judged(demand: Demand) -> Verdict:
        if demand.asks:
            return _judge_question(level, graph.real, demand)
        if demand.name == UNLIKE:
            return _judge_unlike(level, graph.real, demand)
        if isinstance(demand.wanted, tuple):
            return _judge_needed(level, demand, trials)
        return _judge(level, graph, demand, record)

    return Verdicts(judged(demand) for demand in demands)


def _judge_question(level: Level, graph: ArrayGraph, demand: Demand) -> Verdict:
    """Judge a demand on the answer to a question of play; ``LevelError`` for unknown words."""
    try:
        answer = ask(level, graph, demand.name)
    except QuestionError as error:
        raise demand.error(f"demand {ASK!r}: {error}") from None
    moves = () if answer.run is None else (*_begun(level, demand.name), *answer.run.labels)
    subject = "repeat forever" if answer.loop else "moves"
    shows = ((subject, moves),) if moves else ()
    if isinstance(demand.wanted, bool):
        if answer.answer is None:
            return Verdict(demand, None, None, f"is unknown (stopped at the {graph.stopped})")
        word = "yes" if answer.answer else "no"
        holds = answer.answer == demand.wanted
        return Verdict(demand, holds, answer.answer, f"is answered {word}", () if holds else shows)
    assert isinstance(demand.wanted, Interval)
    if answer.value is None and answer.answer is not False and not answer.endless:
        return Verdict(demand, None, None, f"is unknown (stopped at the {graph.stopped})")
    holds = answer.value is not None and demand.wanted.holds(answer.value)
    reason = "has no value" if answer.value is None else f"is {answer.value:,}"
    return Verdict(demand, holds, answer.value, reason, () if holds else shows)


def _begun(level: Level, question: str) -> Labels:
    """Return the moves after which a question starts."""
    moves = parse(question).after
    return play(level.puzzle, level.family.labels(moves)).labels if moves else ()


def _asks_slow(demands: Iterable[Demand]) -> bool:
    return any(d.name in METRICS and METRICS[d.name].needs == "slow" for d in demands)


def _value_in_words(demand: Demand, value: object) -> str:
    """Round a value to two decimals, unless rounding would change the verdict on the demand."""
    if isinstance(value, float) and abs(value) >= 1:
        short = round(value, 2)
        value = short if is_met(demand, short) == is_met(demand, value) else value
    return str(value).lower()


def _judge(level: Level, graph: ArrayGraph, demand: Demand, record: Record) -> Verdict:
    """Judge a demand on a metric."""
    name, value = demand.name, record[demand.name]
    if name in record["unknown"] or name in lower_bounds(graph):
        return _judge_unknown(graph, demand)
    reason = f"is {_value_in_words(demand, value)}"
    if value is None:
        why = lack(level, name)
        reason = f"has no value ({why})" if why else "has no value"
    if name == "solvable" and value is False:
        reason += f" (all {len(graph):,} states were seen)"
    if is_met(demand, value):
        return Verdict(demand, True, value, reason)
    if name in PLAYER_METRICS:
        solution = None if value is None else player_solution(level, graph, name)
        return Verdict(demand, False, value, reason, (("solution", solution),) if solution else ())
    return Verdict(demand, False, value, reason, tuple(_witness(graph, name)))


def _judge_unknown(graph: ArrayGraph, demand: Demand) -> Verdict:
    """Judge an unknown metric by the lower bound that the partial graph proves."""
    if demand.name in PLAYER_METRICS:
        return Verdict(
            demand, None, None, f"is unknown (stopped at the {graph.stopped or 'limit'})"
        )
    metric = METRICS[demand.name]
    large = too_large(graph)
    if metric.streams or not large:
        least = metric.at_least(graph)
        if least:
            verdict = _judge_seen(graph, demand, least)
            # an unsolvable level has no shortest solution at all
            return (
                replace(verdict, holds=None)
                if verdict.holds and metric.name == "shortest"
                else verdict
            )
    why = large if graph.complete and large else f"stopped at the {graph.stopped or 'limit'}"
    return Verdict(demand, None, None, f"is unknown ({why})")


def _judge_seen(graph: ArrayGraph, demand: Demand, value: int) -> Verdict:
    """Judge a number by its lower bound. The actual number can only be larger."""
    interval = demand.wanted
    assert isinstance(interval, Interval)
    reason = f"is at least {value} (stopped at the {graph.stopped or 'limit'})"
    holds = None
    if interval.most is not None and value > interval.most:
        holds = False
    elif interval.most is None and interval.holds(value):
        holds = True
    return Verdict(demand, holds, None, reason, at_least=value)


def _judge_needed(level: Level, demand: Demand, trials: Callable[[], Trials] | None) -> Verdict:
    """Judge whether elements are needed, so that removing any of them changes the solutions.

    The shortest solutions change with the verdicts "needed", "bars", "shortens" and "varies" of
    `ablate`.
    """
    assert isinstance(demand.wanted, tuple)
    names = [element.name for element in level.family.elements(level.puzzle)]
    for name in demand.wanted:
        if name not in names:
            raise demand.error(f"unknown element {name!r}{did_you_mean(name, names)}")
    if not names:
        raise demand.error(f"{level.name} has no elements that could be needed")
    if trials is None:
        raise ValueError("elements are demanded, and nothing to try the level without them")
    numbers = [names.index(name) for name in demand.wanted] or list(range(len(names)))
    findings = ablate(trials(), numbers, examples=False).findings
    spared = [finding for finding in findings if spares(finding)]
    unknown = tuple(finding.element.name for finding in findings if finding.verdict == "unknown")
    if spared:
        words = [finding.element.name for finding in spared]
        shows = [(f"without {f.element.name}", f.trial.first or ()) for f in spared]
        reason = f"does not hold for {', '.join(words)}"
        if unknown:
            return Verdict(demand, False, None, reason, tuple(shows), words, unknown)
        return Verdict(demand, False, words, reason, tuple(shows))
    if unknown:
        reason = f"is unknown for {', '.join(unknown)}"
        return Verdict(demand, None, None, reason, undecided=unknown)
    return Verdict(demand, True, [], "holds for all")


def _judge_unlike(level: Level, graph: ArrayGraph, demand: Demand) -> Verdict:
    """Judge whether a level is not a near-twin of the levels that a demand names."""
    assert isinstance(demand.wanted, tuple)
    if not graph.complete:
        return Verdict(demand, None, None, f"is unknown (stopped at the {graph.stopped})")
    try:
        others = references(demand.wanted, level)
    except InputError as error:
        raise demand.error(f"demand {UNLIKE!r}: {error}") from None
    twins = twins_among(level, graph, others)
    reason = f"does not hold: near-twin of {', '.join(twins)}" if twins else "holds for all"
    return Verdict(demand, not twins, twins, reason)


# ---------------------------------------------------------------------------------- witnesses


# the metrics whose witness is the first shortest solution: groups of metrics, and one more metric
BY_SOLUTION = ("solution", "decisions", "actor_switches")


def _witness(graph: ArrayGraph, metric: str) -> list[tuple[str, Labels]]:
    """Return moves that show why a metric misses its demand, or [] if no moves would show it."""
    paths = [(subject, labels, _steps(graph, labels)) for subject, labels in _ways(graph, metric)]
    if paths and paths[0][0] == "solution" and has_units(graph):
        return _solutions(graph, paths)
    return [(subject, steps) for subject, _, steps in paths]


def _solutions(
    graph: ArrayGraph, paths: Sequence[tuple[str, Labels, Labels]]
) -> list[tuple[str, Labels]]:
    """Return the solution that ``solve`` prints for a graph of units, plus another one if needed.

    `paths` holds each solution twice: as units and as moves.
    """
    first = quotient_of(graph).solution(graph)
    units = project(graph, first).labels
    other_steps = [steps for _, labels, steps in paths if tuple(labels) != tuple(units)]
    return [
        ("solution", first.labels),
        *(("another", steps) for steps in other_steps[: len(paths) - 1]),
    ]


def _steps(graph: ArrayGraph, labels: Labels) -> Labels:
    """Convert moves of a quotient graph, from the start, to moves of the level."""
    if graph.quotient is None:
        return labels
    layers: list[dict[int, int]] = [{0: -1}]  # each node, and the node before it
    for label in labels:  # a node may have several moves of one label
        ahead = [
            (to, node) for node in layers[-1] for name, to in graph.moves(node) if name == label
        ]
        layers.append(dict(reversed(ahead)))
    nodes = [next(iter(layers[-1]))]
    for layer in reversed(layers[1:]):
        nodes.append(layer[nodes[-1]])
    return graph.quotient.lift(path_along(graph, nodes[::-1], labels)).way.labels


def _ways(graph: ArrayGraph, metric: str) -> list[tuple[str, Labels]]:
    """Return the result of `_witness` in the moves of the graph."""
    if METRICS[metric].group == "dead ends":
        return _dead_end(graph, metric)
    if metric == "max_depth":
        return [("farthest state", path_to(graph, int(np.argmax(moves_from_start(graph)))).labels)]
    if metric == "max_moves_to_goal" and graph.goal is not None:
        return [("hardest start", path_to(graph, int(np.argmax(moves_to_goal(graph)))).labels)]
    shows = METRICS[metric].group in BY_SOLUTION or metric in BY_SOLUTION
    if not shows or graph.goal is None or not solutions_known(graph):
        return []
    paths = [("solution", first_solution(graph).labels)]
    if metric in ("unique", "shortest_count", "solution_classes", "unique_up_to_order"):
        other = _other_class(graph) or another_solution(graph)
        paths += [("another", other)] if other else []
    return paths


def _other_class(graph: ArrayGraph) -> Labels | None:
    classes = known_classes(graph)
    return classes[1].first.labels if classes and len(classes) > 1 else None


def _dead_end(graph: ArrayGraph, metric: str) -> list[tuple[str, Labels]]:
    """Return a path to a dead end, of the kind that the given metric counts."""
    if "cycle" in metric:
        return _round(graph, terminal=metric == "terminal_cycles")
    if metric == "stuck_states":
        return _nearest(graph, "stuck", stuck(graph))
    if metric == "doomed_states":
        doomed = dead(graph) & ~stuck(graph)
        for cycle in dead_end_cycles(graph):
            doomed[cycle.states] = False
        return _nearest(graph, "doomed", doomed)
    if metric == "deepest_trap":
        depth = np.where(dead(graph), moves_to_stuck(graph), -1)
        return _nearest(graph, "deepest", (depth == depth.max()) & (depth >= 0))
    traps = nearest_trap_moves(graph, 1)
    return [("trap", (*path_to(graph, t["from"]).labels, t["label"])) for t in traps]


def _round(graph: ArrayGraph, terminal: bool) -> list[tuple[str, Labels]]:
    """Return a path into and round the largest dead-end cycle (or the largest terminal one)."""
    cycles = [cycle for cycle in dead_end_cycles(graph) if cycle.terminal or not terminal]
    if not cycles:
        return []
    path, _ = witness(graph, max(cycles, key=len))
    return [("repeat forever", (*path_to(graph, path.nodes[0]).labels, *path.labels))]


def _nearest(graph: ArrayGraph, subject: str, chosen: np.ndarray) -> list[tuple[str, Labels]]:
    """Return the path to the nearest state of `chosen` (n,) bool, if there is one."""
    if not chosen.any():
        return []
    far = np.where(chosen, moves_from_start(graph), len(graph))
    return [(subject, path_to(graph, int(np.argmin(far))).labels)]
