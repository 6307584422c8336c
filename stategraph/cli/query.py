"""The verb ``query``: the properties of one state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from stategraph.cli import graphs, paths
from stategraph.cli.graphs import Expansion, GraphRequest, by_option
from stategraph.cli.parsing import option, part
from stategraph.cli.paths import StateChoice, order_option
from stategraph.cli.terminal import DONE, NO, Answer
from stategraph.errors import InputError, MovesError

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.variables import State


SUMMARY = "look at one state: can it still win, and if not, why"
HELP = """\
Look at one state: is it reachable and how, can it still win, in how many moves, which moves are
best; and if it is dead: the point of no return, and whether play is stuck or can only repeat.
Exit 1 when the state is dead or cannot be reached.

  $ stategraph query spacewreck/eight-rooms --after L4R3L7
  $ stategraph query spacewreck/eight-rooms --state rocket=3,lucky=7
  $ stategraph query spacewreck/eight-rooms --where "dead and rocket = 6"
  $ stategraph query sokoban/three-in-a-row --why-not DL
"""


class Request(GraphRequest):
    """The options of ``query``."""

    expansion: Expansion = part(Expansion, by=by_option())
    order: str = order_option()
    choice: StateChoice = part(StateChoice)
    why_not: str | None = option(
        "--why-not MOVES",
        "compare the best continuation after these moves with the best one without them",
    )


def answer(request: Request) -> Answer:
    """Return the properties of one state."""
    from stategraph.analysis import query
    from stategraph.laws.typed_solutions import node_of
    from stategraph.tell import query as tell

    level = request.load()
    replay, state = paths.chosen_state(request.choice, level, request.source.time_limit)
    graph = request.expand(level)
    node = paths.named_node(request.choice, level, graph)
    if node is None:
        node = node_of(level.puzzle, graph, state)
    if node is None:
        assert state is not None
        return _unseen(request, level, graph, state, by_moves=replay is not None)
    shown_state = graph.state(node) if state is None else state
    path = paths.path_of(level, graph, replay)
    facts = query(graph, node, path, request.order)
    if replay is not None and path is None:  # on another path, another move may be the fatal one
        facts = replace(facts, doom=None)
    code = DONE if facts.can_win else NO
    if request.why_not is not None:
        return _contrast(request, level, graph, shown_state)
    return Answer(
        lambda: tell.record(level, graph, facts, shown_state),
        lambda: tell.words(level, graph, facts, shown_state),
        lambda: graphs.whole_or_stopped(level, graph) if facts.can_win is None else code,
    )


def _contrast(request: Request, level: Level, graph: ArrayGraph, state: State) -> Answer:
    """Compare the moves of --why-not with the best ones in a state, and return the consequences."""
    from stategraph.design import explain_moves
    from stategraph.laws.typed_solutions import node_of, play
    from stategraph.tell import why_not as tell

    if graph.quotient is not None:
        raise InputError("--why-not cannot be combined with --by: it is about single moves")
    puzzle = level.puzzle.starting(state)
    try:
        replay = play(puzzle, level.family.labels(request.why_not or ""))
    except MovesError as error:
        raise MovesError(f"--why-not: {error}") from None
    nodes = [node_of(puzzle, graph, move_state) for move_state in replay.states]
    reached_nodes = [node for node in nodes if node is not None]
    if len(reached_nodes) < len(nodes) or not replay.labels:
        raise InputError(f"--why-not {request.why_not}: these moves lead beyond the known states")
    consequences = explain_moves(level, graph, reached_nodes, replay.labels)
    stop = consequences.verdict == "unknown"
    return Answer(
        lambda: tell.record(consequences),
        lambda: tell.words(consequences),
        lambda: graphs.whole_or_stopped(level, graph) if stop else DONE,
    )


def _unseen(
    request: Request, level: Level, graph: ArrayGraph, state: State, by_moves: bool
) -> Answer:
    """Return the answer for a state outside the graph, which is unreachable or beyond the limit."""
    from stategraph.tell import query as tell

    other_graph = None
    if graph.complete:
        moved_puzzle = level.puzzle.starting(state)
        other_graph = request.expand(level, puzzle=moved_puzzle, until_goal=True)
    record = tell.record_of_unseen(
        level, state, complete=graph.complete, graph=other_graph, reached=by_moves
    )

    def then() -> int:
        stopped = graphs.whole_or_stopped(level, graph)
        return (DONE if record["can_win"] else stopped) if stopped else NO

    return Answer(lambda: record, lambda: tell.words_of_unseen(level, state, record), then)
