"""The verb ``ask``: any question of play."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options, runs
from stategraph.cli.drawn import write_film
from stategraph.cli.exits import ANSWERED, UNKNOWN
from stategraph.cli.outputs import FILMS, output_form
from stategraph.cli.terminal import say_json, say_lines
from stategraph.errors import InputError

HELP = """\
Ask anything of play. The answer is yes (exit 0), no (exit 1) or unknown (exit 3), with moves that
show it; -o draws them board after board.

  $ stategraph ask spacewreck/eight-rooms "can reach goal"
  $ stategraph ask spacewreck/eight-rooms "can reach goal without by Rocket"
  $ stategraph ask spacewreck/eight-rooms "every solution passes lucky = 5"
  $ stategraph ask spacewreck/eight-rooms "always can reach goal"
  $ stategraph ask spacewreck/eight-rooms "after L4: fewest moves to dead"
  $ stategraph ask psychopath/tight-room "can reach goal without (to not 3:4 in blocks)"
  $ stategraph ask psychopath/tight-room "can reach (not goal and cannot reach player at 2:4)"
  $ stategraph ask psychopath/tight-room "fewest moves to (not goal and always 3:4 in blocks)"

The last three ask: can it be won without ever moving the block at 3:4? Is there a point after which
2:4 cannot be had any more? After which moves is the block at 3:4 stuck for good?

Play, where P and Q are states and M is moves:
  can reach P, cannot reach P        some play comes to P; none does
  must reach P                       all play comes to P, whatever the player does
  can avoid P for ever               some play never comes to P
  always P, never P                  in every state that can be reached; in none
  always can reach P                 P can be had again and again: there is no point of no return
  P before Q, P until Q              no play meets Q without P before; P holds until Q comes
  every solution passes P            no way to the goal does without P
  some solution passes P             some does; also: every, some shortest solution passes P
  ... without M, ... with only M     behind reach or avoid: play without such moves, or no others
  after MOVES: ...                   the same, asked after some moves
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

Who knows CTL writes EF AF EG AG EX AX, E[P U Q], A[P U Q], over moves M as EF{M} P. Runs go on for
ever or until no move is left; in a state without moves AX P holds and EX P does not.

Words of families, for states and for moves:
  labyrinth   inside; enters, walks, slides, leaves
  pacman      food_left, and of the set `left`: for_P, for_Q, for_both; eats
  pledge      counter, straight; turns, slides
  psychopath  exits, exits_blocked, block_gone(3:4); push
  sokoban     goals, boxes_home, boxes_astray; push
  spacewreck  colour(rocket) = pink, same_colour, together
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(verbs, "ask", run, "ask anything of play", HELP)
    options.add_words(made, "question", "QUESTION", "the question, best in quotes")
    made.add_argument(
        "--fair",
        action="store_true",
        help="leave out play that goes round for ever although a way out is open again and again",
    )
    options.add_order(made)
    options.add_output(made, "draw the moves: FILE.svg, .png, .pdf or .gif")


def run(args: argparse.Namespace) -> int:
    """Answer a question."""
    from stategraph.ask import ask, parse
    from stategraph.tell import ask as tell

    form = "" if args.output is None else output_form(args.output, FILMS)
    text = " ".join(args.question)
    if not text:
        raise InputError("no LEVEL given" if args.level is None else "no QUESTION given")
    parse(text)  # before hours of work
    level = inputs.load(args)
    graph = runs.expand(args, level)
    found = ask(level, graph, text, fair=args.fair, order=args.order)
    if form:
        write_film(args.output, level, graph, found.run, form)
    if args.json:
        say_json(tell.record(level, graph, found))
    else:
        say_lines(tell.words(found))
    code = ANSWERED[tell.verdict(found)]
    return runs.whole_or_stopped(level, graph) if code == UNKNOWN else code
