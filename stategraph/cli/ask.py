"""The verb ``ask``: answers to questions about play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.cli import graphs
from stategraph.cli.graphs import Expansion, GraphRequest, refused_by
from stategraph.cli.outputs import FILMS, form_if, output_option, remark_of_picture
from stategraph.cli.parsing import option, part, switch
from stategraph.cli.paths import order_option
from stategraph.cli.terminal import ANSWERED, UNKNOWN, Answer, remark
from stategraph.errors import InputError
from stategraph.files import write

if TYPE_CHECKING:
    from stategraph.analysis import GraphPath
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level


SUMMARY = "answer a question about play"
HELP = """\
Answer a question about play: yes (exit 0), no (exit 1) or unknown (exit 3), with moves that show
it; -o draws them board after board.

  $ stategraph ask spacewreck/eight-rooms "can reach goal"
  $ stategraph ask spacewreck/eight-rooms "every solution passes lucky = 5"
  $ stategraph ask spacewreck/eight-rooms "after L4: fewest moves to dead"
  $ stategraph ask psychopath/tight-room "can reach goal without (to not 3:4 in blocks)"

Play, where P and Q are states and M is moves:
  can reach P, cannot reach P        some play reaches P; none does
  must reach P                       all play reaches P
  can avoid P forever                some play never reaches P
  always P, never P                  in every state that can be reached; in none
  always can reach P                 P stays reachable from every state
  P before Q, P until Q              no play reaches Q before P; P holds until Q
  every solution passes P            every path to the goal passes P
  some solution passes P             some path does; also: every, some shortest solution passes P
  ... without M, ... with only M     after reach or avoid: without such moves, or only with them
  after MOVES: ...                   the same question after some moves
Numbers:
  how many states: P      fewest moves to P      most moves before P
  how many shortest solutions pass P
States P:
  goal, start, dead (the goal is lost), stuck (dead, and no move is left), trap (a move from here
  loses the goal),
  rocket = 3, player at 3:4, 3:4 in blocks, count(blocks in {3:4, 3:5}) >= 2, rocket != lucky,
  all boxes on goals, some boxes on {3:4, 3:5}, no boxes on goals,
  left <= 5 (moves to the goal; moves_left, where a variable is called left), made > 2 (moves from
  the start), and words of the family (below)
Moves M:
  move L*, by Rocket, changes blocks, to P, from P, best (brings the goal nearer)
and, or, not, -> (if ... then) and brackets join them: can reach (goal and not rocket = 8)

Operators of CTL: EF AF EG AG EX AX, E[P U Q], A[P U Q]; EF{M} P is over moves M only. A run is
infinite or ends in a state without moves; there AX P holds, and EX P does not.

Words of families, for states and for moves:
  labyrinth   inside; enters, walks, slides, leaves
  pacman      food_left, and of the set `left`: for_P, for_Q, for_both; eats
  pledge      counter, straight; turns, slides
  psychopath  exits, exits_blocked, block_gone(3:4); push
  sokoban     goals, boxes_home, boxes_astray; push
  spacewreck  colour(rocket) = pink, same_colour, together
"""


class Request(GraphRequest):
    """The options of ``ask``."""

    expansion: Expansion = part(Expansion, by=refused_by("a question is about single states"))
    question: list[str] = option("QUESTION", "the question, best in quotes", nargs="*", words=True)
    fair: bool = switch(
        "--fair",
        "ignore play that repeats forever although it could leave the cycle",
    )
    order: str = order_option()
    output: str | None = output_option("draw the moves: FILE.svg, .png, .pdf or .gif")


def answer(request: Request) -> Answer:
    """Answer a question."""
    from stategraph.ask import ask, parse
    from stategraph.tell import ask as tell

    form = form_if(request.output, FILMS)
    text = " ".join(request.question)
    if not text:
        raise InputError("no LEVEL given" if request.level is None else "no QUESTION given")
    parse(text)  # before hours of work
    level = request.load()
    graph = request.expand(level)
    result = ask(level, graph, text, fair=request.fair, order=request.order)
    if request.output is not None and form is not None:
        _write_film(request.output, level, graph, result.run, form)
    code = ANSWERED[tell.verdict(result)]
    return Answer(
        lambda: tell.record(level, graph, result),
        lambda: tell.words(result),
        lambda: graphs.whole_or_stopped(level, graph) if code == UNKNOWN else code,
    )


def _write_film(
    output: str, level: Level, graph: ArrayGraph, path: GraphPath | None, form: str
) -> None:
    """Write a film of the path that shows the answer, or print a remark without such a path."""
    from stategraph.pictures.film import film

    if path is None:
        remark(f"{output}: not written, because no moves show this answer")
        return
    write(output, film(level, graph, path, form, lambda text: remark_of_picture(level, text)))
