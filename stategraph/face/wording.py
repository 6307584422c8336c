"""Add the text and the JSON record of the command line to each kind of answer."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from stategraph.readable import Record, count

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
    from stategraph.variables import State


def solution(level: Level, result: Solution) -> Solution:
    """Add the text that ``solve`` prints to a solution."""
    from stategraph.tell import solve as tell
    from stategraph.tell.unsolvable_reason import with_reason

    def words() -> list[str]:
        lines = tell.words(level, result)
        return lines if result.proven else [*lines, tell.stopped(result)]

    def record() -> Record:
        return with_reason(tell.record(level, result), result.graph, _why_not(level, result))

    return result.with_words(words, record)


def _why_not(level: Level, solution: Solution) -> Why | None:
    """Return why a level has no solution, or None if it has one or is too large to explain."""
    from stategraph.design import why
    from stategraph.tell.unsolvable_reason import is_explained

    graph = solution.graph
    if graph is None or solution.moves is not None:
        return None
    return why(level, graph.real) if is_explained(level, graph) else None


def analysis(level: Level, graph: ArrayGraph, facts: Analysis) -> Analysis:
    """Add the text that ``analyse`` prints to an analysis."""
    from stategraph.design import why
    from stategraph.tell import overview
    from stategraph.tell import unsolvable_reason as tell_why

    def words() -> list[str]:
        return overview.words(facts, why=tell_why.words(level, graph, why(level, graph.real)))

    return facts.with_words(words, lambda: dict(facts))


def answer(level: Level, graph: ArrayGraph, result: Answer) -> Answer:
    """Add the text that ``ask`` prints to an answer."""
    from stategraph.tell import ask as tell

    return result.with_words(lambda: tell.words(result), lambda: tell.record(level, graph, result))


def query(level: Level, graph: ArrayGraph, answer: QueryAnswer, state: State) -> QueryAnswer:
    """Add the text that ``query`` prints to the facts about a state, and add the board."""
    from stategraph.tell import query as tell

    outlook = {True: "can still win", False: "dead", None: "unknown"}[answer.can_win]
    return answer.with_words(
        lambda: tell.words(level, graph, answer, state),
        lambda: tell.record(level, graph, answer, state),
        lambda: f"{outlook}, {state!r}",
        picture=lambda: level.draw(state).svg(),
    )


def replay(level: Level, result: Replay) -> Replay:
    """Add the text that ``verify`` prints to a replay."""
    from stategraph.analysis import shortest
    from stategraph.expand import expand
    from stategraph.tell import verify as tell

    last = result.states[-1]
    won = not result.rest and bool(level.puzzle.is_goal(last))

    @cache
    def record() -> Record:
        graph = level.graph
        if won and graph is None:
            graph = expand(level.puzzle, until_goal=True)
        return tell.record(level, result, won, shortest(graph) if won and graph else None)

    moves_text = count(len(result.labels), "move")
    end = "won" if won else f"breaks at {result.rest!r}" if result.rest else "not won"
    return result.with_words(
        lambda: tell.words(level, result, record()),
        record,
        lambda: f"{moves_text}, {end}",
        lambda: level.draw(last).svg(),
    )


def comparison(before: Level, after: Level, result: Comparison) -> Comparison:
    """Add the text that ``diff`` prints to a comparison."""
    from stategraph.tell import diff as tell

    return result.with_words(
        lambda: tell.words(before, result), lambda: tell.record(before, after, result)
    )


def ablation(level: Level, trials: Trials, result: Ablation) -> Ablation:
    """Add the text that ``ablate`` prints to an ablation."""
    from stategraph.design import VERDICTS, minimal
    from stategraph.tell import ablate as tell

    @cache
    def minimal_elements() -> tuple[list[str], bool]:
        indices, sure = minimal(trials)
        return [trials.elements[k].name for k in indices], sure

    def summary() -> str:
        groups = ((verdict, len(result.called(verdict))) for verdict in VERDICTS)
        return ", ".join(f"{number} {verdict}" for verdict, number in groups if number)

    return result.with_words(
        lambda: tell.words(result, minimal_elements()[0], "solutions"),
        lambda: tell.record(level, result, *minimal_elements()),
        summary,
    )


def verdicts(level: Level, result: Verdicts) -> Verdicts:
    """Add the text that ``check`` prints to verdicts on demands."""
    from stategraph.tell import check as tell

    for verdict in result:
        verdict.with_words(
            lambda verdict=verdict: tell.words(level, [verdict]),  # type: ignore[misc]
            lambda verdict=verdict: tell.verdict_record(verdict),  # type: ignore[misc]
        )
    return result.with_words(lambda: tell.words(level, result), lambda: tell.record(level, result))


def difficulty(result: Difficulty) -> Difficulty:
    """Add the text that ``difficulty`` prints to an estimate of difficulty."""
    from stategraph.tell import difficulty as tell

    return result.with_words(
        lambda: [*tell.words(result), tell.NOT_KNOWN], lambda: tell.record(result)
    )


def story(level: Level, graph: ArrayGraph, result: Story) -> Story:
    """Add the text that ``solve --explain`` prints to an explained solution."""
    from stategraph.design import why
    from stategraph.tell import story as tell
    from stategraph.tell import unsolvable_reason as tell_why

    @cache
    def reason() -> Why | None:
        return why(level, graph.real)

    return result.with_words(
        lambda: [*tell.words(level, result), *tell_why.words(level, graph, reason())],
        lambda: tell_why.with_reason(tell.record(level, result), graph, reason()),
    )


def hardest(level: Level, graph: ArrayGraph, result: Hardest) -> Hardest:
    """Add the text that ``hardest`` prints to the hardest start, and add the board."""
    from stategraph.tell import hardest as tell

    node = result.node
    if node is None:
        return result.with_words(
            lambda: [tell.lack(result)], lambda: tell.record(level, graph, result)
        )
    return result.with_words(
        lambda: [*tell.words(graph, result), result.text.rstrip("\n")],
        lambda: tell.record(level, graph, result),
        picture=lambda: level.draw(graph.state(node)).svg(),
    )
