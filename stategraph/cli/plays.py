"""The verb ``plays``: what players do on a level, recorded ones and simulated ones."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import bots, drawn, inputs, options, players, runs, seen
from stategraph.cli.exits import DONE
from stategraph.cli.terminal import remark, say_json, say_lines
from stategraph.errors import InputError

# So many plays that break are remarked on one by one.
BROKEN = 5

HELP = """\
Tell what players do on a level: how many win, in how many moves over the shortest solution, which
trap move loses plays first, how long they go on without knowing, where they stop, which states
they visit most, which moves they take back, and how many get to each chapter. Each figure comes
with how many plays it is of and a 95% interval.

FILE is plays.jsonl as the page of a level keeps it, a table .csv with the columns level, player,
moves and perhaps times, or a folder of such files. Players are told apart by a hash of their name,
unless --names. Beside them play simulated players (--simulate; without FILE all of them), seeded,
each as the answer says. -o paints where the walkers were onto the board, --graph colours the state
graph by visits: of the recorded plays, or else of the first simulated player. --explored tells how
much of the map each play has seen, move by move.

With --bot a program of yours plays instead, on LEVEL and every FILE, which are levels then: how
many of its plays win, in how many moves over the shortest, where they are first lost, and the
regret of a move: how many more moves it costs than a best one, over the moves before play is lost.
The function is called with a level, and returns a function of a state, its legal labels and a
random.Random that returns one of these labels. It must do so in time (--bot-seconds).

  $ stategraph plays psychopath/snake
  $ stategraph plays psychopath/snake plays.jsonl --simulate wanderer,wary
  $ stategraph plays psychopath/snake plays/ --simulate none -o heat.svg --graph graph.svg
  $ stategraph plays psychopath/snake plays/ --explored explored.csv
  $ stategraph plays psychopath/first-push --bot stategraph.gym.learners:value_iteration
  $ stategraph plays spacewreck psychopath/snake --bot mybots:clever --plays 100 --json
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(verbs, "plays", run, "tell what players do on a level", HELP)
    options.add_words(made, "files", "FILE", "plays.jsonl, a table .csv, or a folder of these")
    players.add_simulation(made)
    players.add_bot(made)
    made.add_argument("--names", action="store_true", help="name players, instead of hashes")
    options.add_output(made, "FILE.svg, .png or .pdf: the board with where the walkers were")
    made.add_argument("--graph", metavar="FILE", help="the state graph, coloured by visits")
    seen.add_explored(made)


def run(args: argparse.Namespace) -> int:
    """Tell what players do."""
    from stategraph.players import judged, read_plays, replayed
    from stategraph.tell import plays as tell

    forms = drawn.forms_of_plays(args)
    seen.check_explored(args)
    if args.bot is not None:
        return bots.score(args, forms)
    if args.bot_seconds is not None:
        raise InputError("--bot-seconds is of --bot, which is not given")
    if args.names and not args.files:
        raise InputError("--names is of recorded players, and there is no FILE of them")
    names = players.asked(args)
    level, read = inputs.load(args), read_plays(args.files)
    graph = runs.expand(args, level)
    if not graph.complete:
        return runs.whole_or_stopped(level, graph)
    replays = replayed(level, graph, read, args.names) if args.files else None
    for line in replays.broken[:BROKEN] if replays else ():
        remark(line)
    recorded = judged(graph, replays.lines) if replays else None
    lines = players.simulated(args, level, graph, names)
    simulated = {name: judged(graph, played) for name, played in lines.items()}
    drawn.write_plays(args, level, graph, forms, recorded or next(iter(simulated.values()), None))
    seen.write_plays(args, level, graph, {"recorded": replays.lines if replays else [], **lines})
    if args.json:
        say_json(tell.record(level, graph, replays, recorded, simulated))
    else:
        say_lines(tell.words(level, graph, replays, recorded, simulated))
    return DONE
