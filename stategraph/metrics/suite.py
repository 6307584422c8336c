"""The metric suite: all metrics of a graph by name.

A metric is a function of another module of this package, and has the name of the metric.
``stategraph explain`` prints the docstring of the function. The names of the function's parameters
say which arguments it receives: the graph, the first shortest solution (`path`), the actor of a
move (`actor`), the blocks that a path moves (`movers`), the piece that each move moves (`pieces`),
the states that look dead (`looks_dead`), or an estimate of the remaining moves (`heuristic`).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from stategraph.analysis import shortest, solvable
from stategraph.analysis.proof import fewest_moves
from stategraph.graph import ArrayGraph
from stategraph.metrics import (
    actors,
    careful_player,
    dead_ends,
    decisions,
    random_play,
    size,
    solutions,
)
from stategraph.metrics import graph_shape as shape
from stategraph.metrics.gate_counts import (
    chapters,
    forced_states,
    gates,
    largest_chapter,
)

# Metrics that can be computed for a graph on disk that does not fit into memory.
STREAMS = {
    "states", "moves", "max_depth", "bfs_states_until_first_goal", "solvable", "shortest",
    "shortest_count", "first_solution", "unique", "dead_states", "stuck_states", "trap_moves",
    "trap_states", "states_per_level", "alive_per_level", "dead_per_level", "largest_level",
    "mean_degree", "min_out_degree", "max_out_degree", "min_in_degree", "max_in_degree",
    "max_moves_to_goal",
}  # fmt: skip

GROUPS = {
    "size": "the state graph",
    "solution": "shortest solutions",
    "dead ends": "dead ends",
    "gates": "what every solution passes",
    "decisions": "decisions along the first shortest solution",
    "actors": "actors",
    "players": "random players",
    "careful": "players who see what looks dead, and who plan whole lines",
    "shape": "the shape of the state space",
}


@dataclass(frozen=True, repr=False)
class Metric:
    """A number (or, in a few cases, a short list) that describes a graph.

    Attributes
    ----------
    function : callable
        it has the name of the metric; its docstring is the definition, with cost and source
    title : str
        a description in a few words
    group : str
        a key of `GROUPS`
    kind : {"int", "float", "bool", "text", "list"}
        the type of its values; a list holds integers or lists of integers
    needs : {"graph", "actor", "pieces", "looks_dead", "heuristic", "slow"}
        a requirement besides the graph; "slow" means that it is left out of large graphs by default
    proof : {"seen", "goal", "first", "shortest", "whole"}
        the evidence it needs: the known part; whether the goal can be reached; the first shortest
        solution; all shortest solutions; the whole graph
    solution : bool
        whether it has no value without a solution
    limited : bool
        whether None means unknown (instead of: does not apply)
    trait : bool
        whether it describes the level; False if it describes the accuracy of other numbers
    bound : callable or None
        ``bound(graph)`` is a lower bound that a part of the graph proves; None if unknown

    Examples
    --------
    >>> METRICS["shortest"].kind, METRICS["shortest"].title
    ('int', 'moves of a shortest solution')
    """

    function: Callable[..., Any]
    title: str
    group: str
    kind: str = "int"
    needs: str = "graph"
    proof: str = "whole"
    solution: bool = False
    limited: bool = False
    trait: bool = True
    bound: Callable[[ArrayGraph], int | None] | None = None

    def __repr__(self) -> str:
        return f"<Metric {self.name}: {self.title}>"

    def at_least(self, graph: ArrayGraph) -> Any:
        """Return a lower bound of the metric that the known part of a graph proves, or None.

        In an incomplete quotient graph, two known classes may turn out to be the same class, so
        counts of classes are not bounds. Only the classes of a symmetry reduction during the
        expansion are never joined later.
        """
        counts_states = graph.quotient is None or graph.quotient.is_expansion
        if self.bound is None or not (counts_states or self.bound is fewest_moves):
            return None
        return self.bound(graph)

    @property
    def streams(self) -> bool:
        """True if one pass over states and moves computes the metric with little extra memory."""
        return self.name in STREAMS

    @property
    def name(self) -> str:
        """The name of the function, which is the key in records."""
        return self.function.__name__

    @property
    def is_number(self) -> bool:
        """True if the values of the metric are plain numbers."""
        return self.kind in ("int", "float")

    @property
    def definition(self) -> str:
        """The docstring of the function up to its first section or example."""
        return re.split(r"\n\n(?:>>> |[\w ]+\n--)", inspect.getdoc(self.function) or "")[0]

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The parameters without a default. The metric has no value if one of them is missing."""
        signature = inspect.signature(self.function).parameters.items()
        return tuple(name for name, parameter in signature if parameter.default is parameter.empty)

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The names of the function's parameters."""
        return tuple(inspect.signature(self.function).parameters)


_size = partial(Metric, group="size")
_solution = partial(Metric, group="solution", proof="shortest")
_dead_end = partial(Metric, group="dead ends")
_gate = partial(Metric, group="gates", solution=True)
_decision = partial(Metric, group="decisions", solution=True)
_actor = partial(Metric, group="actors", needs="actor", solution=True)
_random = partial(Metric, group="players", needs="slow", solution=True, limited=True)
_careful = partial(Metric, group="careful", kind="float", solution=True)
_shape = partial(Metric, group="shape")

_ALL = [
    _size(size.states, "states", proof="seen"),
    _size(size.moves, "moves", proof="seen"),
    _size(size.max_depth, "moves to the farthest state"),
    _size(
        size.bfs_states_until_first_goal,
        "states until breadth-first search reaches the goal",
        proof="goal",
    ),
    _solution(solvable, "can be solved", kind="bool", proof="goal"),
    _solution(shortest, "moves of a shortest solution", proof="goal"),
    _solution(solutions.shortest_count, "shortest solutions"),
    _solution(
        solutions.first_solution,
        "the first shortest solution",
        kind="text",
        proof="first",
        solution=True,
    ),
    _solution(
        solutions.unique,
        "there is only one shortest solution",
        kind="bool",
        proof="goal",
        solution=True,
        limited=True,
    ),
    _solution(
        solutions.solution_classes,
        "classes of shortest solutions",
        solution=True,
        limited=True,
    ),
    _solution(
        solutions.unique_up_to_order,
        "there is only one, up to the order of moves",
        kind="bool",
        solution=True,
        limited=True,
    ),
    _dead_end(dead_ends.dead_states, "dead states"),
    _dead_end(dead_ends.stuck_states, "stuck states"),
    _dead_end(dead_ends.doomed_states, "doomed states, neither stuck nor on a cycle"),
    _dead_end(dead_ends.dead_end_cycles, "dead-end cycles"),
    _dead_end(dead_ends.terminal_cycles, "dead-end cycles without a way out"),
    _dead_end(dead_ends.largest_dead_end_cycle, "states of the largest dead-end cycle"),
    _dead_end(dead_ends.trap_moves, "trap moves"),
    _dead_end(dead_ends.trap_states, "states with a trap move"),
    _dead_end(dead_ends.deepest_trap, "most moves from a dead state to a stuck one"),
    _gate(gates, "states that every solution passes"),
    _gate(chapters, "chapters between those states"),
    _gate(largest_chapter, "states of the largest chapter"),
    _gate(forced_states, "states that every shortest solution passes", proof="shortest"),
    _decision(decisions.decision_steps, "decision steps: those with more than one move"),
    _decision(decisions.mean_choices, "moves at a decision step, on average", kind="float"),
    _decision(decisions.productive_share, "share of productive moves among them", kind="float"),
    _decision(decisions.neutral_share, "share of neutral moves among them", kind="float"),
    _decision(decisions.regress_share, "share of moves back among them", kind="float"),
    _decision(decisions.fatal_share, "share of fatal moves among them", kind="float"),
    _decision(decisions.only_moves, "decision steps with only one productive move"),
    _decision(
        decisions.only_move_share,
        "share of steps with only one productive move among decisions",
        kind="float",
    ),
    _decision(
        decisions.mean_slack, "moves wasted by a move at a decision, on average", kind="float"
    ),
    _decision(decisions.largest_slack, "most moves wasted by a move at a decision"),
    _decision(
        decisions.counterintuitive_steps,
        "steps after which the heuristic does not fall",
        needs="heuristic",
    ),
    _decision(
        decisions.counterintuitive_share,
        "share of counterintuitive steps among decisions",
        kind="float",
        needs="heuristic",
    ),
    _actor(
        actors.actor_switches, "switches of actor in the first shortest solution", proof="shortest"
    ),
    _actor(actors.least_switches, "fewest switches of actor in any solution", limited=True),
    _random(random_play.win_chance, "chance that a random player wins", kind="float"),
    _random(random_play.expected_moves, "moves until a random player wins or dies", kind="float"),
    _random(
        random_play.expected_moves_with_restarts,
        "moves until a random player wins, restarting when dead",
        kind="float",
    ),
    _random(
        random_play.blind_residual,
        "largest error left in the equations of the random player",
        kind="float",
        trait=False,
    ),
    Metric(
        random_play.muse,
        "bits of information in the most likely solution of a random player",
        kind="float",
        group="players",
        solution=True,
    ),
    _careful(
        careful_player.careful_only_bits,
        "bits at only moves, among the moves that do not look dead",
        needs="looks_dead",
    ),
    _careful(
        careful_player.careful_danger,
        "share of fatal moves among those that do not look dead",
        needs="looks_dead",
    ),
    _careful(
        careful_player.lines,
        "fewest runs of moves of one piece in any solution",
        kind="int",
        needs="pieces",
        limited=True,
    ),
    _careful(
        careful_player.tempting_line_bits,
        "bits of choice between lines that look equally good",
        needs="heuristic",
        limited=True,
    ),
    _shape(shape.states_per_level, "states per distance from the start", kind="list"),
    _shape(
        shape.alive_per_level, "states that can still win per distance from the start", kind="list"
    ),
    _shape(shape.dead_per_level, "dead states per distance from the start", kind="list"),
    _shape(shape.largest_level, "states of the largest layer"),
    _shape(shape.back_level_moves, "moves that lead no farther from the start"),
    _shape(
        shape.back_level_share, "share of moves that lead no farther from the start", kind="float"
    ),
    _shape(shape.mean_back_length, "layers that such a move goes back, on average", kind="float"),
    _shape(shape.longest_back_move, "most layers that a move goes back"),
    _shape(shape.mean_degree, "moves per state", kind="float"),
    _shape(shape.min_out_degree, "fewest moves out of a state"),
    _shape(shape.max_out_degree, "most moves out of a state"),
    _shape(shape.min_in_degree, "fewest moves into a state"),
    _shape(shape.max_in_degree, "most moves into a state"),
    _shape(shape.components, "strongly connected components"),
    _shape(shape.nontrivial_components, "components with a cycle"),
    _shape(shape.bottom_components, "components without a way out"),
    _shape(shape.largest_component, "states of the largest component"),
    _shape(shape.component_sizes, "sizes of components, and how many", kind="list"),
    _shape(shape.quotient_height, "longest chain of components"),
    _shape(shape.diamonds, "squares: two paths of two moves between the same states"),
    _shape(
        shape.max_moves_to_goal,
        "moves to the goal from the farthest state that can win",
        solution=True,
    ),
]


# Metrics that cannot decrease when more of the graph becomes known.
GROWING = {
    "states", "moves", "max_depth", "shortest_count", "dead_states", "stuck_states",
    "doomed_states", "dead_end_cycles", "terminal_cycles", "largest_dead_end_cycle", "trap_moves",
    "trap_states", "deepest_trap", "largest_level", "back_level_moves", "longest_back_move",
    "max_out_degree", "max_in_degree", "diamonds",
}  # fmt: skip


def _bounded(metric: Metric) -> Metric:
    """Return a metric, with a lower bound for incomplete graphs added if the metric has one."""
    if metric.name == "shortest":
        return replace(metric, bound=fewest_moves)
    return replace(metric, bound=metric.function) if metric.name in GROWING else metric


class Metrics(dict[str, Metric]):
    """All metrics by name, in the order of records.

    >>> METRICS["muse"].title, len(METRICS)
    ('bits of information in the most likely solution of a random player', 68)
    """

    def __repr__(self) -> str:
        return f"<{len(self)} metrics: {', '.join(self)}>"


METRICS = Metrics((metric.name, _bounded(metric)) for metric in _ALL)


def lower_bounds(graph: ArrayGraph) -> list[str]:
    """Return the names of metrics that are lower bounds on an incomplete graph.

    The list is empty for a complete graph.

    Examples
    --------
    >>> from stategraph import expand
    >>> lower_bounds(expand("spacewreck/eight-rooms", max_states=5))[:3]
    ['states', 'moves']
    """
    return [] if graph.complete else [m.name for m in _ALL if m.proof == "seen"]
