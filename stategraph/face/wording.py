"""The words and the record of each answer, as the command line prints them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from stategraph.readable import Record
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.analysis import QueryAnswer
    from stategraph.ask import Answer
    from stategraph.design import Ablation, Comparison, Hardest, Story, Trials, Verdicts, Why
    from stategraph.difficulty import Difficulty
    from stategraph.graph import ArrayGraph
    from stategraph.laws import Replay
    from stategraph.level_files import Level
    from stategraph.metrics import Analysis
    from stategraph.search.solution import Solution


def solution(level: Level, found: Solution) -> Solution:
    """Return a solution with the words of ``solve``."""
    from stategraph.tell import solve as tell
    from stategraph.tell.unsolvable_reason import with_reason

    def words() -> list[str]:
        lines = tell.words(level, found)
        return lines if found.proven else [*lines, tell.stopped(found)]

    def record() -> Record:
        return with_reason(tell.record(level, found), found.graph, _why_not(level, found))

    return found.with_words(words, record)


def _why_not(level: Level, found: Solution) -> Why | None:
    """Return why a level has no solution; None if it has one, or is too large to explain."""
    from stategraph.design import why
    from stategraph.tell.unsolvable_reason import is_explained

    graph = found.graph
    if graph is None or found.moves is not None:
        return None
    return why(level, graph.real) if is_explained(level, graph) else None


def analysis(level: Level, graph: ArrayGraph, found: Analysis) -> Analysis:
    """Return an analysis with the words of ``analyse``."""
    from stategraph.design import why
    from stategraph.tell import overview
    from stategraph.tell import unsolvable_reason as tell_why

    def words() -> list[str]:
        return overview.words(found, why=tell_why.words(level, graph, why(level, graph.real)))

    return found.with_words(words, lambda: dict(found))


def answer(level: Level, graph: ArrayGraph, found: Answer) -> Answer:
    """Return an answer with the words of ``ask``."""
    from stategraph.tell import ask as tell

    return found.with_words(lambda: tell.words(found), lambda: tell.record(level, graph, found))


def query(level: Level, graph: ArrayGraph, found: QueryAnswer, state: object) -> QueryAnswer:
    """Return the facts about a state with the words of ``query``, and its board."""
    from stategraph.tell import query as tell

    return found.with_words(
        lambda: tell.words(level, graph, found, state),
        lambda: tell.record(level, graph, found, state),
        picture=lambda: level.draw(state).svg(),
    )


def replay(level: Level, found: Replay) -> Replay:
    """Return a replay with the words of ``verify``."""
    from stategraph.analysis import shortest
    from stategraph.expand import expand
    from stategraph.tell import verify as tell

    last = found.states[-1]
    won = not found.rest and bool(level.puzzle.is_goal(last))

    @cache
    def record() -> Record:
        graph = level.graph
        if won and graph is None:
            graph = expand(level.puzzle, until_goal=True)
        return tell.record(level, found, won, shortest(graph) if won and graph else None)

    made = count(len(found.labels), "move")
    end = "won" if won else f"breaks at {found.rest!r}" if found.rest else "not won"
    return found.with_words(
        lambda: tell.words(level, found, record()),
        record,
        lambda: f"{made}, {end}",
        lambda: level.draw(last).svg(),
    )


def comparison(before: Level, after: Level, found: Comparison) -> Comparison:
    """Return a comparison with the words of ``diff``."""
    from stategraph.tell import diff as tell

    return found.with_words(
        lambda: tell.words(before, found), lambda: tell.record(before, after, found)
    )


def ablation(level: Level, trials: Trials, found: Ablation) -> Ablation:
    """Return an ablation with the words of ``ablate``."""
    from stategraph.design import VERDICTS, minimal
    from stategraph.tell import ablate as tell

    @cache
    def left() -> tuple[list[str], bool]:
        kept, sure = minimal(trials)
        return [trials.elements[k].name for k in kept], sure

    def summary() -> str:
        groups = ((verdict, len(found.called(verdict))) for verdict in VERDICTS)
        return ", ".join(f"{number} {verdict}" for verdict, number in groups if number)

    return found.with_words(
        lambda: tell.words(found, left()[0], "solutions"),
        lambda: tell.record(level, found, *left()),
        summary,
    )


def verdicts(level: Level, found: Verdicts) -> Verdicts:
    """Return verdicts on demands with the words of ``check``."""
    from stategraph.tell import check as tell

    for one in found:
        one.with_words(
            lambda one=one: tell.words(level, [one]),  # type: ignore[misc]
            lambda one=one: tell.verdict_record(one),  # type: ignore[misc]
        )
    return found.with_words(lambda: tell.words(level, found), lambda: tell.record(level, found))


def difficulty(found: Difficulty) -> Difficulty:
    """Return an estimate of difficulty with the words of ``difficulty``."""
    from stategraph.tell import difficulty as tell

    return found.with_words(
        lambda: [*tell.words(found), tell.NOT_KNOWN], lambda: tell.record(found)
    )


def story(level: Level, found: Story) -> Story:
    """Return an explained solution with the words of ``solve --explain``."""
    from stategraph.tell import story as tell

    return found.with_words(lambda: tell.words(level, found), lambda: tell.record(level, found))


def hardest(level: Level, graph: ArrayGraph, found: Hardest) -> Hardest:
    """Return the hardest start with the words of ``hardest``, and its board."""
    from stategraph.tell import hardest as tell

    node = found.node
    if node is None:
        return found.with_words(
            lambda: [tell.lack(found)], lambda: tell.record(level, graph, found)
        )
    return found.with_words(
        lambda: [*tell.words(graph, found), found.text.rstrip("\n")],
        lambda: tell.record(level, graph, found),
        picture=lambda: level.draw(graph.state(node)).svg(),
    )
