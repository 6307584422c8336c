"""PuzzleScript compiled: the kernel agrees with the plain engine, on any game."""

from __future__ import annotations

import json
import os

import known
import pytest
from compilers import FAILING, compiler
from random_games import random_game
from stategraph_puzzles.puzzlescript.game import Game
from stategraph_puzzles.puzzlescript.rules import GameLevel, puzzle

from stategraph.engines import engine_choice
from stategraph.engines.engine_choice import beginning
from stategraph.engines.limits import Limits
from stategraph.errors import RuleError
from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.machine import backends
from stategraph.machine.detached_compiler import LastingCompilation
from stategraph.metrics import summary
from stategraph.rules import LevelError
from stategraph.search.solve import solve

FOLDER = known.CASES / "puzzlescript"
FEW = Limits(states=60)
# their turns run through the limits of rounds, which plain Python takes seconds for
SLOW = {29, 89, 127}


def entries(name):
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def differences(made):
    """Return how a puzzle's two engines differ; None if only one can run it."""
    if made.own_moves is None or made.start.outcome:
        return None
    plain, compiled = (expand(made, FEW, engine=engine) for engine in ("direct", "native"))
    many = min(plain.expanded, compiled.expanded)
    same = beginning(plain, many) == beginning(compiled, many)
    return [] if same and len(plain) == len(compiled) else [plain, compiled]


def compared(seeds):
    """Return the differences of random games by seed, those of refused games left out."""
    found = {}
    for seed in seeds:
        try:
            made = puzzle(GameLevel(Game(random_game(seed))))
        except LevelError:
            continue
        found[seed] = differences(made)
    return found


def test_random_games_play_alike_on_both_engines():
    found = compared(set(range(40)) - SLOW)
    assert sum(one is not None for one in found.values()) > 20
    assert [seed for seed, one in found.items() if one] == []


@pytest.mark.long
def test_many_random_games_play_alike_on_both_engines():
    found = compared(set(range(40, 100)) - SLOW)
    assert sum(one is not None for one in found.values()) > 33
    assert [seed for seed, one in found.items() if one] == []


def test_the_tiny_cases_play_alike_on_both_engines():
    found = {}
    for entry in entries("corners")[::4]:
        found[entry["name"]] = differences(puzzle(GameLevel(Game(entry["source"]), entry["level"])))
    assert sum(one is not None for one in found.values()) > 15
    assert [name for name, one in found.items() if one] == []


@pytest.mark.long
def test_whole_levels_agree_compiled():
    games = entries("games")
    plays = {entry["index"]: entry["source"] for entry in entries("visible")}
    compiled, wrong = 0, []
    for entry in entries("truth"):
        demo = entry["kind"] == "demo"
        source = games[entry["name"]] if demo else plays[entry["index"]]
        made = puzzle(GameLevel(Game(source), entry["level"]))
        if made.own_moves is not None and not made.start.outcome:
            compiled += 1
            found = summary(expand(made, engine="native"))
            same = [found[name] for name in ("states", "moves", "shortest", "first_solution")]
            if same != [entry[name] for name in ("states", "moves", "shortest", "first")]:
                wrong.append((entry["name"], entry["level"]))
    assert (compiled > 20, wrong) == (True, [])


@pytest.mark.long
def test_a_search_uses_the_kernel_too():
    level = read_level("puzzlescript/causeway")
    found = solve(level, search="astar", engine="native")
    assert (found.text, found.length) == ("URRLDDRULURRR", 13)


@pytest.mark.parametrize(("seconds", "sample"), [(-1.0, 4), (1e6, 100)])
def test_where_plain_python_is_slow_it_is_a_short_sample(monkeypatch, seconds, sample):
    compared = []
    monkeypatch.setattr(engine_choice, "OWN_SECONDS", seconds)
    monkeypatch.setattr(
        engine_choice, "_compare", lambda _, plain, __: compared.append(plain.expanded)
    )
    assert len(expand(read_level("puzzlescript/causeway").puzzle, engine="native")) == 1_615
    assert compared == [sample]


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
def test_the_kernel_of_all_games_is_compiled_to_its_end_by_whoever_begins(tmp_path, monkeypatch):
    monkeypatch.setenv("CC", compiler(tmp_path, FAILING))
    monkeypatch.setattr(engine_choice, "OWN_HAND_OVER", 20)
    monkeypatch.setattr(engine_choice, "OWN_WORTH_COMPILING", 40)
    monkeypatch.setattr(backends.CLoops, "ready", lambda self: False)
    begun = []
    begin = backends.CLoops._start
    monkeypatch.setattr(
        backends.CLoops, "_start", lambda *args: begun.append(begin(*args)) or begun[-1]
    )
    assert len(expand(read_level("puzzlescript/looking-glass").puzzle)) == 106
    (lasting,) = begun
    assert isinstance(lasting, LastingCompilation)
    assert lasting._child.wait(60) == 1


def test_a_kernel_that_is_wrong_is_found_out(monkeypatch):
    level = read_level("puzzlescript/causeway")
    made = level.puzzle
    own = made.own_moves
    tables = own.tables()
    tables[0].directions[:2] = 1  # the first two keys go down
    object.__setattr__(own, "tables", lambda: tables)
    with pytest.raises(RuleError, match="differ"):
        expand(made, engine="native")


RETURNING = """
{flag}
OBJECTS

background .
green

player p
white

crate *
red

coin o
yellow

wall #
grey

LEGEND
SOUNDS
COLLISIONLAYERS
background
player, crate, wall
coin
RULES
[ > player | crate ] -> [ > player | > crate ]
[ > player | coin ] -> [ > player | ] checkpoint
[ > player | wall ] -> restart
{rule}
WINCONDITIONS
LEVELS
p*.#
.o..
"""


@pytest.mark.parametrize("flag", ["", "run_rules_on_level_start"])
@pytest.mark.parametrize("rule", ["", "[ coin ] -> checkpoint again", "[ up player ] -> cancel"])
def test_where_restart_leads_is_packed_too(flag, rule):
    made = puzzle(GameLevel(Game(RETURNING.format(flag=flag, rule=rule))))
    assert differences(made) == []
    states = [made.variables.unpack(row) for row in expand(made, FEW).states]
    coins = {s.coin_at_restart for s in states if not s.outcome}
    assert len(coins) == 2 and made.start.coin in coins


def test_what_the_kernel_has_no_room_for_runs_in_plain_python():
    text = random_game(0).split("RULES")
    rows = "[ coin | ... | coin | ... | coin ] " * 2
    board = "\n".join(["p" + "." * 59] * 40)
    rest = text[1].split("LEVELS")[0]
    made = puzzle(GameLevel(Game(f"{text[0]}RULES\n\n{rows} -> again\n{rest}LEVELS\n\n{board}\n")))
    assert made.own_moves is None
    assert len(expand(made, Limits(states=2))) > 0
