"""The metric suite: every number of a graph by its name, and all of them in one record.

A metric is a function of one of the other modules under a stable name; what ``stategraph explain``
prints is that function's docstring. What it is given follows from its parameters: the graph, the
first shortest solution (`way`), who makes a move (`actor`), a guess of the moves left
(`heuristic`).

On a graph that is not complete, a metric is unknown unless what was seen proves it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from stategraph.analysis.actors import actor_switches, least_switches
from stategraph.analysis.blind_player import (
    blind_residual,
    expected_moves,
    expected_moves_with_restarts,
    muse,
    win_chance,
)
from stategraph.analysis.classes import count_classes, is_unique_up_to_order
from stategraph.analysis.counts import (
    count_dead,
    count_dead_end_cycles,
    count_doomed,
    count_moves,
    count_solutions,
    count_states,
    count_stuck,
    count_terminal_cycles,
    count_trap_moves,
    count_trap_states,
    deepest_trap,
    first_text,
    is_unique,
    largest_dead_end_cycle,
    solvable,
)
from stategraph.analysis.decisions import (
    counterintuitive_share,
    counterintuitive_steps,
    decision_steps,
    fatal_share,
    largest_slack,
    mean_choices,
    mean_slack,
    neutral_share,
    only_move_share,
    only_moves,
    productive_share,
    regress_share,
)
from stategraph.analysis.distances import eccentricity, moves_to_goal, states_until_goal
from stategraph.analysis.gates import (
    count_chapters,
    count_gates,
    forced_states,
    largest_chapter,
)
from stategraph.analysis.shape import (
    alive_per_level,
    back_move_share,
    component_sizes,
    count_back_moves,
    count_bottom_components,
    count_components,
    count_diamonds,
    count_nontrivial_components,
    dead_per_level,
    farthest_alive,
    largest_component,
    largest_level,
    longest_back_move,
    max_in_degree,
    max_out_degree,
    mean_back_length,
    mean_degree,
    min_in_degree,
    min_out_degree,
    quotient_height,
    states_per_level,
)
from stategraph.analysis.solutions import first_solution, shortest
from stategraph.analysis.summary import solutions_known
from stategraph.graph import StateGraph
from stategraph.levels import Level

# Above so many states that can still win, the blind player is left out unless asked for.
SLOW = 50_000

# Numbers that are not whole are given to so many digits; equations are solved to 1e-9.
DIGITS = 9

GROUPS = {
    "size": "the state graph",
    "solution": "shortest solutions",
    "dead ends": "dead ends",
    "gates": "what every solution passes",
    "decisions": "decisions along the first shortest solution",
    "actors": "actors",
    "players": "players without a plan",
    "shape": "the shape of the state space",
}


@dataclass(frozen=True)
class Metric:
    """A number (a few are short lists) that tells something of a graph.

    Attributes
    ----------
    name : str
    title : str
        in words
    function : callable
        its docstring is the definition, with cost and source
    group : str
        a key of `GROUPS`
    needs : {"graph", "actor", "heuristic", "slow"}
        what must be there beside the graph; slow: left out of large graphs unless asked for
    proof : {"seen", "goal", "shortest", "whole"}
        what must be known for it to be proven: nothing more; whether the goal can be reached; all
        shortest solutions; the whole graph
    solution : bool
        whether it has no value when there is no solution
    limited : bool
        whether None means unknown, not: no value
    """

    name: str
    title: str
    function: Callable[..., Any]
    group: str
    needs: str = "graph"
    proof: str = "whole"
    solution: bool = False
    limited: bool = False

    @property
    def definition(self) -> str:
        """The docstring of the function up to its first section or example."""
        return re.split(r"\n\n(?:>>> |\w+\n--)", inspect.getdoc(self.function) or "")[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """What the function is given."""
        return tuple(inspect.signature(self.function).parameters)


_size = partial(Metric, group="size")
_solution = partial(Metric, group="solution", proof="shortest")
_dead_end = partial(Metric, group="dead ends")
_gate = partial(Metric, group="gates", solution=True)
_decision = partial(Metric, group="decisions", solution=True)
_actor = partial(Metric, group="actors", needs="actor", solution=True)
_blind = partial(Metric, group="players", needs="slow", solution=True, limited=True)
_shape = partial(Metric, group="shape")

_ALL = [
    _size("states", "states", count_states, proof="seen"),
    _size("moves", "moves", count_moves, proof="seen"),
    _size("max_depth", "moves to the farthest state", eccentricity),
    _size(
        "bfs_states_until_first_goal",
        "states until breadth-first search meets the goal",
        states_until_goal,
        proof="goal",
    ),
    _solution("solvable", "can be solved", solvable, proof="goal"),
    _solution("shortest", "moves of a shortest solution", shortest, proof="goal"),
    _solution("shortest_count", "shortest solutions", count_solutions),
    _solution("first_solution", "the first shortest solution", first_text, solution=True),
    _solution("unique", "there is only one shortest solution", is_unique, solution=True),
    _solution(
        "solution_classes",
        "truly different shortest solutions",
        count_classes,
        solution=True,
        limited=True,
    ),
    _solution(
        "unique_up_to_order",
        "there is only one but for the order of moves",
        is_unique_up_to_order,
        solution=True,
        limited=True,
    ),
    _dead_end("dead_states", "dead states", count_dead),
    _dead_end("stuck_states", "stuck states", count_stuck),
    _dead_end("doomed_states", "doomed states, neither stuck nor on a cycle", count_doomed),
    _dead_end("dead_end_cycles", "dead-end cycles", count_dead_end_cycles),
    _dead_end("terminal_cycles", "dead-end cycles that nothing leaves", count_terminal_cycles),
    _dead_end(
        "largest_dead_end_cycle", "states of the largest dead-end cycle", largest_dead_end_cycle
    ),
    _dead_end("trap_moves", "trap moves", count_trap_moves),
    _dead_end("trap_states", "states with a trap move", count_trap_states),
    _dead_end("deepest_trap", "most moves from a dead state to a stuck one", deepest_trap),
    _gate("gates", "states that every solution passes", count_gates),
    _gate("chapters", "chapters between those states", count_chapters),
    _gate("largest_chapter", "states of the largest chapter", largest_chapter),
    _gate(
        "forced_states",
        "states that every shortest solution passes",
        forced_states,
        proof="shortest",
    ),
    _decision("decision_steps", "decision steps: those with more than one move", decision_steps),
    _decision("mean_choices", "moves at such a step, on average", mean_choices),
    _decision("productive_share", "share of productive moves among them", productive_share),
    _decision("neutral_share", "share of neutral moves among them", neutral_share),
    _decision("regress_share", "share of moves back among them", regress_share),
    _decision("fatal_share", "share of fatal moves among them", fatal_share),
    _decision("only_moves", "decision steps with only one productive move", only_moves),
    _decision("only_move_share", "share of such steps among decisions", only_move_share),
    _decision("mean_slack", "moves wasted by a move at a decision, on average", mean_slack),
    _decision("largest_slack", "most moves wasted by a move at a decision", largest_slack),
    _decision(
        "counterintuitive_steps",
        "steps that bring the goal no nearer by the heuristic",
        counterintuitive_steps,
        needs="heuristic",
    ),
    _decision(
        "counterintuitive_share",
        "share of counterintuitive steps among decisions",
        counterintuitive_share,
        needs="heuristic",
    ),
    _actor(
        "actor_switches",
        "switches of actor in the first shortest solution",
        actor_switches,
        proof="shortest",
    ),
    _actor("least_switches", "fewest switches of actor in any solution", least_switches),
    _blind("win_chance", "chance that a blind player wins", win_chance),
    _blind("expected_moves", "moves until a blind player wins or dies", expected_moves),
    _blind(
        "expected_moves_with_restarts",
        "moves until a blind player wins, restarting when dead",
        expected_moves_with_restarts,
    ),
    _blind(
        "blind_residual", "largest error left in the equations of the blind player", blind_residual
    ),
    Metric(
        "muse",
        "bits of information in the likeliest solution of a blind player",
        muse,
        group="players",
        solution=True,
    ),
    _shape("states_per_level", "states per distance from the start", states_per_level),
    _shape(
        "alive_per_level", "states that can still win per distance from the start", alive_per_level
    ),
    _shape("dead_per_level", "dead states per distance from the start", dead_per_level),
    _shape("largest_level", "states of the largest level", largest_level),
    _shape("back_level_moves", "moves that lead no farther from the start", count_back_moves),
    _shape(
        "back_level_share", "share of moves that lead no farther from the start", back_move_share
    ),
    _shape("mean_back_length", "levels that such a move falls, on average", mean_back_length),
    _shape("longest_back_move", "most levels that a move falls", longest_back_move),
    _shape("mean_degree", "moves per state", mean_degree),
    _shape("min_out_degree", "fewest moves out of a state", min_out_degree),
    _shape("max_out_degree", "most moves out of a state", max_out_degree),
    _shape("min_in_degree", "fewest moves into a state", min_in_degree),
    _shape("max_in_degree", "most moves into a state", max_in_degree),
    _shape("components", "strongly connected components", count_components),
    _shape(
        "nontrivial_components",
        "components in which one can go round",
        count_nontrivial_components,
    ),
    _shape("bottom_components", "components that nothing leaves", count_bottom_components),
    _shape("largest_component", "states of the largest component", largest_component),
    _shape("component_sizes", "sizes of components, and how many", component_sizes),
    _shape("quotient_height", "longest chain of components", quotient_height),
    _shape("diamonds", "squares: two ways of two moves between the same states", count_diamonds),
    _shape(
        "max_moves_to_goal",
        "moves to the goal from the farthest state that can win",
        farthest_alive,
        solution=True,
    ),
]

METRICS: dict[str, Metric] = {metric.name: metric for metric in _ALL}


def measure(
    graph: StateGraph,
    *,
    actor: Callable[[str], str] | None = None,
    heuristic: Callable[[Any], int] | None = None,
    order: str = "text",
    slow: bool = False,
) -> dict[str, Any]:
    """Return every metric by its name, and the lists `unknown` and `left_out` of names.

    Numbers are exact integers, floats of 9 digits, texts, truth values, or lists of integers.
    None: the metric has no value (there is no solution, or no decision, or nobody said what it
    needs), is unknown, or was left out. On a graph of a million states and 6.7 million moves this
    takes 2 to 3 s.

    Parameters
    ----------
    actor : callable, optional
        ``actor(label)`` is who makes a move of that label
    heuristic : callable, optional
        ``heuristic(state)`` is a guess of the moves left
    order : {"text", "moves"}
        which shortest solution is the first
    slow : bool
        solve the blind player's equations above 50,000 states that can still win too

    >>> import networkx as nx
    >>> made = StateGraph.from_networkx(nx.DiGraph(["sa", "sg", "as"]), "s", "g")
    >>> record = measure(made)
    >>> record["win_chance"], record["expected_moves"], record["productive_share"]
    (1.0, 3.0, 0.5)
    """
    known = _known(graph)
    way = None
    if graph.goal is not None and "shortest" in known:
        way = first_solution(graph, order)
    given = {"graph": graph, "way": way, "actor": actor, "heuristic": heuristic}
    record: dict[str, Any] = {}
    unknown, left_out = [], []
    large = not slow and int(np.count_nonzero(moves_to_goal(graph) >= 0)) > SLOW
    for name, metric in METRICS.items():
        record[name] = None
        if metric.proof not in known:
            unknown.append(name)
        elif (metric.solution and graph.goal is None) or any(
            given[parameter] is None for parameter in metric.parameters
        ):
            continue
        elif metric.needs == "slow" and large:
            left_out.append(name)
        else:
            record[name] = rounded(metric.function(**{k: given[k] for k in metric.parameters}))
            if record[name] is None and metric.limited:
                unknown.append(name)
    return {**record, "unknown": unknown, "left_out": left_out}


def measure_level(
    level: Level, graph: StateGraph, *, order: str = "text", slow: bool = False
) -> dict[str, Any]:
    """Return `measure` of the graph of a level, by what its family tells of actors and guesses.

    Of several heuristics, by the first.
    """
    actor = heuristic = None
    if level.family is not None:
        actor = level.family.actor
        for make in list(level.family.heuristics.values())[:1]:
            heuristic = make(level.puzzle)
    return measure(graph, actor=actor, heuristic=heuristic, order=order, slow=slow)


def _known(graph: StateGraph) -> set[str]:
    """Return the proofs, as in `Metric`, that the graph holds."""
    proofs = {
        "seen": True,
        "goal": solvable(graph) is not None,
        "shortest": solutions_known(graph),
        "whole": graph.complete,
    }
    return {name for name, held in proofs.items() if held}


def rounded(value: Any) -> Any:
    """Return a number as records hold it: a float to 9 digits, anything else unchanged."""
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
