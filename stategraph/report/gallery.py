"""The gallery of a level: files with its state graph, board, film and numbers."""

from __future__ import annotations

import json
from pathlib import Path

from stategraph import analysis
from stategraph.files import write
from stategraph.metrics import Analysis
from stategraph.pictures.board_pictures import board_picture
from stategraph.pictures.film import film
from stategraph.pictures.layout_choice import Tell
from stategraph.pictures.view_choice import choose_view
from stategraph.report.pictures import drawn


def write_gallery(facts: Analysis, target: Path, tell: Tell = lambda text: None) -> None:
    """Write ``target.svg``, ``.board.svg``, ``.film.svg`` and ``.json``.

    `tell` is called with messages about the drawing. The first picture is drawn like the state
    graph on the page of a report.
    """
    level, graph = facts.level, facts.graph
    view, why = choose_view(graph)
    picture = drawn(level, graph, view)
    for note in filter(None, (why, *picture.notes)):
        tell(note)
    numbers = {**facts.numbers, "puzzle": level.name}
    write(target.with_suffix(".json"), (json.dumps(numbers, indent=2) + "\n").encode())
    write(target.with_suffix(".svg"), picture.data)
    board = board_picture(level.draw(level.puzzle.start), "svg")
    write(target.with_suffix(".board.svg"), board)
    if graph.goal is not None:
        solution = analysis.first_solution(graph)
        write(target.with_suffix(".film.svg"), film(level, graph, solution, "svg", tell))
