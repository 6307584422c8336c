"""The page of one level: verdict, board, solution, numbers, pictures, dead ends and level text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.analysis.gates_and_chapters import gates
from stategraph.graph import ArrayGraph
from stategraph.laws import states_along
from stategraph.level_files import Level
from stategraph.metrics import Analysis
from stategraph.pictures.map import MAX_POINTS, mapped
from stategraph.readable import Record
from stategraph.report.difficulty import estimated
from stategraph.report.film import Film, film_of
from stategraph.report.html import fill
from stategraph.report.idea import idea
from stategraph.report.page_boards import LARGE, Boards, drawn_board
from stategraph.report.pictures import PagePicture, picture
from stategraph.report.traps import endings, reasons, traps
from stategraph.report.unsolvable_reason import why
from stategraph.tell import units
from stategraph.tell.analyse import rows_of_numbers
from stategraph.tell.level import verdict
from stategraph.tell.main_numbers import COLUMNS, MEANINGS, ROWS, about, cells
from stategraph.tell.views import UNSEEN, VIEWS

if TYPE_CHECKING:
    from markupsafe import Markup

# maximum number of states for which the page shows the whole state graph
MAX_STATES_OF_WHOLE_GRAPH = 60

# minimum number of states for which the page shows a profile; below it, the whole graph shows more
MIN_STATES_FOR_PROFILE = 50

# maximum product of the number of elements and the number of states; each element needs an
# expansion
MAX_EXPANDED_STATES = 4_000


@dataclass(frozen=True)
class Number:
    """A row of the table of numbers; `part` is true if it details the row above."""

    name: str
    value: str
    meaning: str
    part: bool


@dataclass(frozen=True)
class View:
    """A view of the state graph: a picture with its heading and its explanation."""

    name: str
    heading: str
    reading: str
    picture: PagePicture


@dataclass(frozen=True)
class Elements:
    """The purpose of each element: a board with words, and lines of text."""

    picture: Markup
    lines: list[str]


def page(facts: Analysis, *, data: str, home: str = "", play: str = "") -> str:
    """Return the page of a level as HTML that needs no other file.

    O(states + moves), plus the time of its pictures. The same level gives the same text.

    Parameters
    ----------
    data : str
        the address of the output of ``stategraph analyse --json``, beside the page
    home : str, optional
        the address of the index that lists the page
    play : str, optional
        the address of a page to play the level on
    """
    level, graph, record = facts.level, facts.graph, facts.numbers
    boards = Boards(level, graph)
    title, verdict_text = level.heading, verdict(record)
    description = f"{title}: {verdict_text}"
    groups = reasons(level, graph, boards)
    views = [_view(level, graph, name, description) for name in _views(graph)]
    return fill(
        "page.html",
        title=title,
        level=level,
        record=record,
        verdict=verdict_text,
        facts=_facts(record),
        start=boards.board(level.puzzle.start, "The board at the start", LARGE),
        solution=_solution(level, graph, boards),
        solutions_known=analysis.solutions_known(graph),
        endings=endings(level, graph, boards),
        why=why(level, graph, boards),
        idea=idea(level, graph, boards),
        elements=_elements(level, graph),
        difficulty=estimated(facts, boards),
        numbers=_numbers(facts),
        views=views,
        reasons=groups,
        traps=[] if groups else traps(graph, boards),
        trap_moves=len(analysis.trap_moves(graph)),
        floor=boards.floor(),
        data=data,
        home=home,
        play=play,
    )


def _solution(level: Level, graph: ArrayGraph, boards: Boards) -> Film | None:
    if graph.goal is None:
        return None
    path = analysis.first_solution(graph)
    return film_of(boards, states_along(level.puzzle, graph, path), path.labels)


def _elements(level: Level, graph: ArrayGraph) -> Elements | None:
    """Return the purposes of elements, or None without elements or if the level is too large."""
    from stategraph import design
    from stategraph.pictures.plots.weights import weights_drawing
    from stategraph.tell import ablate as tell

    all_elements = level.family.elements(level.puzzle)
    if (
        not all_elements
        or not graph.complete
        or len(all_elements) * len(graph) > MAX_EXPANDED_STATES
    ):
        return None
    ablation = design.ablate(design.Trials(level.family, level.puzzle, graph=graph))
    drawing = level.rimmed(weights_drawing(level.draw(level.puzzle.start), ablation))
    lines = tell.findings(ablation)
    label = f"What each element is for: {'; '.join(line.strip() for line in lines)}"
    return Elements(drawn_board(drawing, LARGE, label), lines)


def _facts(record: Record) -> list[tuple[str, str, str]]:
    """Return (name, value, name of the explaining row) for each of the main numbers."""
    rows = zip(COLUMNS, cells(record), ROWS, strict=True)
    return [(name, text, row) for (name, _), (text, _), row in rows]


def _numbers(facts: Analysis) -> list[Number]:
    runner = facts.level.family.runner_among(facts.graph.label_names)
    meanings = {about(name, runner): about(meaning, runner) for name, meaning in MEANINGS.items()}
    return [
        Number(name.strip(), value, meanings.get(name.strip(), ""), name.startswith(" "))
        for name, value in [*units.rows(facts), *rows_of_numbers(facts)]
    ]


def _views(graph: ArrayGraph) -> list[str]:
    """Return the names of the views that are useful for a graph.

    Most of them are known only on a complete graph.
    """
    names = (
        ["whole"] if len(graph) <= MAX_STATES_OF_WHOLE_GRAPH else ["map"] if mapped(graph) else []
    )
    if len(graph) >= MIN_STATES_FOR_PROFILE:
        names.append("profile")
    if graph.goal is not None and analysis.solutions_known(graph):
        names.append("solution")
    if graph.complete and graph.goal is not None and len(gates(graph)) > 2:
        names.append("chapters")
    if analysis.solvable(graph) is False:
        names.append("components")
    elif analysis.dead(graph).any():
        names.append("dead-ends")
    return names


def _view(level: Level, graph: ArrayGraph, name: str, description: str) -> View:
    key = name
    if name == "profile" and graph.goal is None:
        key = "hopeless"
    if name == "whole" and not graph.complete:
        key = "seen"
    if name == "map" and len(graph) > MAX_POINTS:
        key = "classes"
    heading, *reading = VIEWS[key]
    if not graph.complete:
        reading.append(UNSEEN)
    page_picture = picture(level, graph, name, f"{heading} of {description}")
    return View(name, heading, " ".join(filter(None, reading)), page_picture)
