"""Options that name a state or a path, and the search for it in a graph."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from stategraph.cli import graphs, option_values
from stategraph.cli.graphs import Expansion
from stategraph.cli.levels import replayed
from stategraph.cli.limits import TimeLimit
from stategraph.cli.parsing import Options, option
from stategraph.cli.terminal import NO, remark
from stategraph.errors import InputError, MovesError, UnseenError

if TYPE_CHECKING:
    import numpy as np

    from stategraph.analysis import GraphPath
    from stategraph.graph import ArrayGraph
    from stategraph.laws.typed_solutions import Replay
    from stategraph.level_files import Level
    from stategraph.pictures.highlighted_path import HighlightedPath
    from stategraph.variables import State


def order_option() -> str:
    """Declare --order, which defines the order of the shortest solutions."""
    return option(
        "--order",
        "the order that defines the first solution: of texts, or move by move",
        choices=("text", "moves"),
        default="text",
    )


def refuse_order(order: str, why: str) -> None:
    """Reject --order in a command that does not number solutions, with `why` as the reason."""
    if order != "text":
        raise InputError(f"--order {why}")


class StateChoice(Options):
    """The options that name a state."""

    after: str | None = option(
        "--after MOVES", "the state after these moves (default: the start)", str, alone="where"
    )
    state: str | None = option(
        "--state STATE",
        "the state with these values, rocket=3,lucky=7, or this text",
        alone="where",
    )
    node: int | None = option(
        "--node N", "the state with this number", option_values.node, alone="where"
    )
    where: str | None = option(
        "--where EXPR",
        'the nearest state in which this holds: "rocket = 3 and dead"',
        alone="where",
    )

    @property
    def given(self) -> bool:
        """True if any of the options is given."""
        return (self.after, self.state, self.node, self.where) != (None, None, None, None)


def chosen_state(
    choice: StateChoice, level: Level, time_limit: TimeLimit
) -> tuple[Replay | None, State | None]:
    """Return (replay, state). The replay is that of --after or None, and the state may be None."""
    if choice.node is not None or choice.where is not None:
        return None, None
    if choice.state is not None:
        return None, level.puzzle.named(choice.state)
    if choice.after is None:
        return None, level.puzzle.start
    replay = replayed(level, choice.after, "--after", time_limit)
    return replay, replay.states[-1]


def chosen_node(choice: StateChoice, level: Level, graph: ArrayGraph, time_limit: TimeLimit) -> int:
    """Return the node that the options name, or raise ``InputError`` if it does not exist."""
    from stategraph.laws.typed_solutions import reached_node

    node = named_node(choice, level, graph)
    if node is not None:
        return node
    return reached_node(level.puzzle, graph, chosen_state(choice, level, time_limit)[1])


def named_node(choice: StateChoice, level: Level, graph: ArrayGraph) -> int | None:
    """Return the node that --node or --where names, or None if neither is given."""
    if choice.where is None:
        return None if choice.node is None else _numbered(graph, choice.node)
    import numpy as np

    from stategraph.analysis import nearest_first

    candidates = np.flatnonzero(states_where(level, graph, choice.where))
    if not len(candidates):
        if graph.complete:
            raise InputError(f"--where {choice.where}: no state matches")
        raise UnseenError(f"--where {choice.where}: none was seen before the limit")
    nearest = int(nearest_first(graph, candidates)[0])
    perhaps = np.flatnonzero(states_where(level, graph, choice.where, perhaps=True))
    if nearest_first(graph, perhaps)[0] != nearest:
        raise UnseenError(f"--where {choice.where}: a nearer state may be one; raise the limit")
    return nearest


def _numbered(graph: ArrayGraph, node: int) -> int:
    """Check that a graph has the node, or raise ``InputError``."""
    if node >= len(graph) and not graph.complete:
        raise UnseenError(f"--node {node}: {len(graph):,} states were seen before the limit")
    if not 0 <= node < len(graph):
        raise InputError(f"--node {node}: the states have numbers 0 to {len(graph) - 1}")
    return node


def states_where(level: Level, graph: ArrayGraph, text: str, perhaps: bool = False) -> np.ndarray:
    """Return a mask of the states in which an expression holds, bool, shape (n,).

    With `perhaps`, the mask also includes states of a partial graph in which the expression may
    hold.
    """
    from stategraph.ask import where

    if graph.quotient is not None:
        raise InputError(f"{text}: needs single states, which --by joins")
    return where(level, graph, text, perhaps=perhaps)


def path_of(level: Level, graph: ArrayGraph, replay: Replay | None) -> GraphPath | None:
    """Return the path of a replay in a graph, or None if a part of it is outside the graph."""
    import networkx as nx

    from stategraph.analysis import path_along
    from stategraph.analysis.lifting import project
    from stategraph.laws.typed_solutions import node_of

    if replay is None:
        return None
    real = graph.real
    nodes = [node_of(level.puzzle, real, state) for state in replay.states]
    reached_nodes = [node for node in nodes if node is not None]
    if len(reached_nodes) < len(nodes):
        return None
    try:
        return project(graph, path_along(real, reached_nodes, replay.labels))
    except nx.NetworkXNoPath:  # a state at a limit was not expanded, so its moves are missing
        return None


class PathChoice(Options):
    """The options that name a path other than the first shortest solution."""

    solution: str | None = option(
        "--solution K|MOVES",
        "the K-th shortest solution, or these moves, instead of the first solution",
        str,
        alone="path",
    )
    trap: int | None = option(
        "--trap K",
        "the path into the trap move that is the K-th nearest to the start",
        option_values.count,
        alone="path",
    )

    @property
    def given(self) -> bool:
        """True if one of the options is given."""
        return self.solution is not None or self.trap is not None


class NamedPath(Options):
    """A path that options name. The graph that contains the path need not be expanded yet.

    Attributes
    ----------
    order : str
        the order of shortest solutions
    solution, trap : int or None
        the number of the shortest solution or of the trap move, counted from 1
    played : Replay or None
        the replay of moves
    text : str or None
        the text of --solution
    """

    order: str
    solution: int | None = None
    trap: int | None = None
    played: Replay | None = None
    text: str | None = None

    @property
    def words(self) -> str:
        """The name of the path in a picture."""
        if self.trap is not None:
            return f"path into trap move {self.trap:,}"
        return "requested path" if self.played else f"shortest solution {self.solution:,}"


def named_path(
    choice: PathChoice, order: str, level: Level, time_limit: TimeLimit
) -> NamedPath | None:
    """Return the path that --solution or --trap names, or None if neither is given.

    If the text of --solution can be replayed, it counts as moves, even if it consists of digits.
    """
    if choice.trap is not None:
        refuse_order(order, "cannot be combined with --trap")
        return NamedPath(order, trap=choice.trap)
    if choice.solution is None:
        return None
    try:
        replay = replayed(level, choice.solution, "--solution", time_limit)
    except MovesError:
        if not re.fullmatch("[1-9][0-9]*", choice.solution):
            raise
        return NamedPath(order, solution=int(choice.solution), text=choice.solution)
    refuse_order(order, "needs --solution K, not moves")
    return NamedPath(order, played=replay, text=choice.solution)


def chosen_path(
    choice: PathChoice, order: str, level: Level, expansion: Expansion
) -> tuple[ArrayGraph, GraphPath | int]:
    """Expand the graph, and return it with the named path or the first shortest solution.

    If the path does not exist, print a remark and return an exit code in its place.
    """
    path = named_path(choice, order, level, expansion.budget.time_limit) or NamedPath(
        order, solution=1
    )
    graph = graphs.expand(expansion, level, until_goal=path.solution is not None)
    return graph, _graph_path(level, graph, path)


def drawn_path(level: Level, graph: ArrayGraph, path: NamedPath) -> HighlightedPath | int:
    """Return the path to draw into a picture of a graph, or an exit code if there is no path.

    In a quotient by variables or by symmetry, the labels come from a path of single states.
    """
    from stategraph.analysis.lifting import project
    from stategraph.pictures.highlighted_path import HighlightedPath

    by_classes = graph.quotient is not None and not graph.quotient.in_units
    graph_path = _graph_path(level, graph.real if by_classes else graph, path)
    if isinstance(graph_path, int):
        return graph_path
    return HighlightedPath(
        project(graph, graph_path) if by_classes else graph_path, graph_path.labels, path.words
    )


def _graph_path(level: Level, graph: ArrayGraph, path: NamedPath) -> GraphPath | int:
    """Find a named path in a graph, or return an exit code if the graph does not contain it."""
    from stategraph.analysis import solutions_known

    graph_path: GraphPath | None = None
    if path.played is not None:
        graph_path = _along(level, graph, path)
    elif path.trap is not None:
        graph_path = _into_trap(graph, path.trap)
    elif solutions_known(graph):
        if graph.goal is None:
            remark(f"{level.file}: there is no solution to draw")
            return NO
        graph_path = _solution(graph, path)
    return graphs.whole_or_stopped(level, graph) if graph_path is None else graph_path


def _along(level: Level, graph: ArrayGraph, path: NamedPath) -> GraphPath | None:
    """Return the path of a replay, or None if the replay leads to states beyond a limit."""
    graph_path = path_of(level, graph, path.played)
    if graph_path is None and graph.complete:
        raise InputError(f"--solution {path.text}: not all of its states are kept")
    return graph_path


def _solution(graph: ArrayGraph, path: NamedPath) -> GraphPath:
    """Return the shortest solution with the number of `path`, counted from 1."""
    from stategraph.analysis import nth_solution
    from stategraph.readable import count

    try:
        return nth_solution(graph, (path.solution or 1) - 1, path.order)
    except IndexError:
        from stategraph.analysis.shortest_solutions import count_paths, shortest_paths

        number = count(count_paths(shortest_paths(graph)), "shortest solution")
        raise InputError(f"--solution {path.text}: it has {number}") from None


def _into_trap(graph: ArrayGraph, number: int) -> GraphPath | None:
    """Return the path into the K-th nearest trap move, or None if a limit may hide a nearer one."""
    from stategraph.analysis import nearest_first, path_along, path_to, trap_moves
    from stategraph.readable import count

    if not graph.complete:
        return None
    moves = trap_moves(graph)
    if len(moves) < number:
        raise InputError(f"--trap {number}: it has {count(len(moves), 'trap move')}")
    move = int(nearest_first(graph, moves, graph.sources[moves])[number - 1])
    path = path_to(graph, int(graph.sources[move]))
    target, label = int(graph.targets[move]), graph.label(move)
    return path_along(graph, [*path.nodes, target], [*path.labels, label])
