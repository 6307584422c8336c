"""Each name of the public face, used as a program would use it; read by mypy and never run."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

import stategraph as sg
from stategraph.analysis import GraphPath, QueryAnswer
from stategraph.ask import Answer
from stategraph.design import Ablation, Comparison, Hardest, Story, Verdicts
from stategraph.difficulty import Difficulty
from stategraph.laws import Replay
from stategraph.metrics import Analysis
from stategraph.pictures import Diagram, Picture
from stategraph.rules.drawing import Drawing
from stategraph.search.solution import Solution
from stategraph.web_page import Page


def levels() -> None:
    level = sg.load("spacewreck/eight-rooms")
    assert_type(level, sg.Level)
    assert_type(level.title, str)
    assert_type(sg.load(Path("ship.yaml")), sg.Level)
    assert_type(sg.parse("#####", "sokoban"), sg.Level)
    assert_type(sg.load_all("sokoban"), list[sg.Level])
    assert_type(sg.levels("sokoban"), list[str])
    assert_type(sg.expand(level, sg.Limits(states=10)), sg.StateGraph)
    assert_type(level.expand(max_states=10, max_seconds=0.5), sg.StateGraph)
    assert_type(level.solve(max_states=10), Solution)
    with open("ship.yaml") as file:
        assert_type(sg.load(file), sg.Level)
    assert_type(level.expand(), sg.StateGraph)
    assert_type(level.solve(), Solution)
    assert_type(level.solve().to_dict()["shortest"] is None, bool)
    assert_type(level.analyse(slow=True), Analysis)
    assert_type(level.difficulty(), Difficulty)
    assert_type(level.board(after="R3"), Drawing)
    assert_type(level.play(), Page)
    level.env(reward="shaped")


def graphs(graph: sg.StateGraph) -> None:
    assert_type(len(graph), int)
    assert_type(graph.goal, int | None)
    assert_type(graph.complete, bool)
    assert_type(graph.solution(), GraphPath | None)
    assert_type(graph.metrics(), Analysis)
    assert_type(graph.difficulty(), Difficulty)
    assert_type(graph.by("walks"), sg.StateGraph)
    assert_type(graph.view("dead-ends"), Diagram)
    assert_type(graph.query(after="R3"), QueryAnswer)
    assert_type(graph.ask("can reach dead").answer, bool | None)
    assert_type(graph.where("dead").nonzero()[0].tolist(), list[int])
    assert_type(graph.draw("eight.svg", view="map"), Picture)
    assert_type(graph.board(7), Drawing)
    assert_type(graph.save("eight.npz"), list[Path])
    assert_type(graph.networkx, sg.StateGraph)
    graph.to_frame()


def functions(graph: sg.StateGraph) -> None:
    assert_type(sg.read("eight.graphml"), sg.StateGraph)
    assert_type(sg.write(graph, Path("eight.csv")), list[Path])
    assert_type(sg.expand("spacewreck/eight-rooms"), sg.StateGraph)
    assert_type(sg.solve(graph).text, str | None)
    assert_type(sg.analyse(graph), Analysis)
    assert_type(list(sg.measure(graph, "muse")), list[str])
    assert_type(sg.first_solution(graph), GraphPath)
    assert_type(sg.replay(graph, "R3L5L8"), Replay)
    assert_type(sg.ask(graph, "can reach dead"), Answer)
    assert_type(sg.query(graph, 7), QueryAnswer)
    assert_type(sg.dead_states(graph), list[int])
    assert_type(sg.compare(graph, "spacewreck/both-arrive"), Comparison)
    assert_type(sg.ablate(graph), Ablation)
    assert_type(sg.check(graph, {"shortest": 3}), Verdicts)
    assert_type(sg.difficulty(graph), Difficulty)
    assert_type(sg.explain_solution(graph), Story)
    assert_type(sg.hardest(graph), Hardest)
    assert_type(sg.draw(graph), Picture)
    assert_type(sg.board(graph, 7), Drawing)
    assert_type(sg.play(graph), Page)
    assert_type(sg.report([graph, "spacewreck/no-way-out"], "outputs"), Path)
    sg.env(graph, copies=4)
    print(sg.METRICS["muse"].title)


def errors() -> None:
    try:
        sg.load("nothing")
    except (sg.LevelError, sg.MovesError, sg.OutputError) as error:
        assert_type(error, sg.LevelError | sg.MovesError | sg.OutputError)
    except (sg.RuleError, sg.TraceError, sg.InputError, sg.StategraphError) as error:
        assert_type(str(error), str)
    print(sg.nonsense)  # type: ignore[attr-defined]
