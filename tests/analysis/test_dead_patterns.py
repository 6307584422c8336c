"""Dead patterns, compared with all states: a state that one explains can never win."""

from __future__ import annotations

import pytest
from boards import boards, framed
from hypothesis import HealthCheck, assume, given, settings
from random_levels import random_level

from stategraph import load
from stategraph.analysis import dead, dead_states, trap_moves, winning_states
from stategraph.analysis.dead_patterns import patterns, patterns_of
from stategraph.analysis.partial_states import MAX_LISTED_VALUES, Condition
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.level_files.families import family
from stategraph.rules import One, Puzzle, Set, Tuple

DRAWN = {"psychopath": ("XX____pppe", "ue", "X"), "sokoban": ("##    $.", "@$.", "#")}


def has(state, part) -> bool:
    value = state[part.variable]
    if part.lacks:
        return part.values[0] not in value
    if part.item is not None:
        return value[part.item] in part.values
    return part.values[0] in value if isinstance(value, frozenset) else value in part.values


def winning(puzzle, graph):
    """Return the states that moves to the goal lead to."""
    if graph.goal is None:
        return set()
    moves = [m for node in range(len(graph)) for m in puzzle.moves(graph.state(node))]
    return {state for _, state in moves if puzzle.is_goal(state)}


def check(puzzle, graph, found):
    gone = dead(graph)
    states = [graph.state(node) for node in range(len(graph))]
    hopeful = [state for node, state in enumerate(states) if not gone[node]]
    hopeful += winning(puzzle, graph)
    for pattern in found.patterns:
        assert pattern.parts
        mine = [n for n, state in enumerate(states) if all(has(state, p) for p in pattern.parts)]
        assert pattern.nodes.tolist() == mine
        assert gone[mine].all()
        assert not any(all(has(state, p) for p in pattern.parts) for state in hopeful)
        for part in pattern.parts:
            rest = [other for other in pattern.parts if other is not part]
            assert any(all(has(state, p) for p in rest) for state in hopeful), "not minimal"
    moves = [int(move) for pattern in found.patterns for move in pattern.moves]
    if graph.goal is not None:
        assert found.unexplained == 0
        assert sorted(moves) == trap_moves(graph).tolist()
    for node in dead_states(graph):
        firsts = [k for k, pattern in enumerate(found.patterns) if node in pattern.nodes]
        assert found.of[node] == (firsts[0] if firsts else -1)
    assert (found.of[~gone] == -1).all()


@pytest.mark.parametrize("name", DRAWN)
def test_no_state_with_a_pattern_can_win(name):
    marks, agents, wall = DRAWN[name]

    @settings(suppress_health_check=list(HealthCheck))
    @given(boards(marks, agents, (4, 5)))
    def on(rows):
        known = family(name)
        drawn = framed(rows, wall)
        head = f"{len(drawn[0])} {len(drawn)}\n0\n" if name == "psychopath" else ""
        try:
            puzzle = Puzzle.of(known.read(head + "\n".join(drawn), {}))
        except LevelError:
            assume(False)
        graph = expand(puzzle, Limits(states=4000))
        assume(graph.complete and graph.goal is not None)
        check(puzzle, graph, patterns(graph, lambda: winning_states(graph, puzzle.moves)))

    on()


def by_hand(puzzle, most):
    """Return the states that can still win, winning ones too, and those that cannot.

    None if there are more. Found by following each move forward, then backward, state by state.
    """
    before, open_ = {puzzle.start: []}, [puzzle.start]
    for state in open_:
        for _, after in [] if puzzle.is_goal(state) else puzzle.moves(state):
            if after not in before:
                before[after] = []
                open_.append(after)
            before[after].append(state)
        if len(open_) > most:
            return None
    winning = [state for state in open_ if puzzle.is_goal(state)]
    hopeful = set(winning)
    while winning:
        fresh = set(before[winning.pop()]) - hopeful
        hopeful |= fresh
        winning += fresh
    return hopeful, [state for state in open_ if state not in hopeful]


@pytest.mark.long
@pytest.mark.parametrize(
    "name, least", [("psychopath", 250), ("sokoban", 800), ("spacewreck", 800)]
)
def test_patterns_of_thousands_of_small_levels(name, least):
    """Those without a solution, or without a dead state, have none."""
    checked = 0
    for number in range(6000):
        _, puzzle = random_level(name, number)
        parted = by_hand(puzzle, 400)
        if parted is None or not all(parted):
            continue
        (hopeful, lost), graph = parted, expand(puzzle)
        found = patterns(
            graph, lambda graph=graph, puzzle=puzzle: winning_states(graph, puzzle.moves)
        )
        unexplained = set(lost)
        for pattern in found.patterns:
            assert not any(all(has(state, part) for part in pattern.parts) for state in hopeful)
            mine = {state for state in lost if all(has(state, part) for part in pattern.parts)}
            assert len(pattern.nodes) == len(mine)
            unexplained -= mine
        assert found.unexplained == len(unexplained) == 0
        checked += 1
    assert checked >= least


@pytest.mark.parametrize(
    "name, count",
    [
        ("psychopath/many-traps", 13),
        ("sokoban/pillars", 25),
        ("spacewreck/minefield", 2),
        pytest.param("psychopath/warehouse", 5, marks=pytest.mark.long),
    ],
)
def test_so_many_patterns_explain_all(name, count):
    level = load(name)
    found = patterns_of(level, expand(level.puzzle))
    assert (len(found.patterns), found.unexplained) == (count, 0)


@pytest.mark.parametrize(
    "name", ["sokoban/too-late", "psychopath/tight-room", "pacman/two-gates", "labyrinth/the-ride"]
)
def test_patterns_of_bundled_levels(name):
    level = load(name)
    graph = expand(level.puzzle)
    check(level.puzzle, graph, patterns_of(level, graph))


def test_winning_states_that_the_graph_does_not_keep_are_heeded():
    """The first goal state has lamp 0 on; another has lamp 1, which dead states have too."""

    def step(s):
        if not s.on:
            yield "a", s.but(on={0}, won=1)
            yield "b", s.but(on={1}, won=1)
            yield "c", s.but(on={1})

    puzzle = Puzzle(dict(on=set(), won=0), [step], lambda s: s.won == 1, on=Set(2), won=One(2))
    graph = expand(puzzle)
    found = patterns(graph, lambda: winning_states(graph, puzzle.moves))
    texts = [[part.text(puzzle.variables) for part in each.parts] for each in found.patterns]
    assert texts == [["on 1", "won 0"]]


def test_tuples_and_sets_of_several_words():
    """A counter in a tuple jams when a far member of the set is gone."""

    def step(s):
        for k in range(3):
            if s.row[k] < 2:
                yield f"+{k}", s.but(row=s.row.put(k, s.row[k] + 1))
        if 99 in s.cells:
            yield "-", s.but(cells=s.cells - 99)

    puzzle = Puzzle(
        dict(row=(0, 0, 0), cells={3, 70, 99}),
        [step],
        lambda s: s.row == (2, 1, 0) and 99 in s.cells,
        row=Tuple(3, 3),
        cells=Set(130),
    )
    graph = expand(puzzle)
    found = patterns(graph, lambda: winning_states(graph, puzzle.moves))
    check(puzzle, graph, found)
    texts = {part.text(puzzle.variables) for each in found.patterns for part in each.parts}
    assert texts == {"row 2 1 or 2", "no cells 99", "row 1 2"}


def test_an_item_of_a_tuple_on_a_board_is_named_by_its_cell():
    level = load("psychopath/fill-the-pit")
    variables = level.puzzle.variables
    (found,) = patterns_of(level, expand(level.puzzle)).patterns
    (part,) = found.parts
    assert (part.item, part.text(variables)) == (13, "block on 3:1")
    other = Puzzle(dict(row=(0, 0)), [], lambda s: False, row=Tuple(2, 2))
    assert other.variables.show_item("row", 1) == "1"


def test_an_item_of_a_tuple_is_named_in_the_singular():
    tile = Condition("tiles", 5, (5, 7))
    labyrinth = load("labyrinth/closed-door").puzzle.variables
    assert tile.text(labyrinth) == tile.in_sentence(labyrinth) == "tile 1:2 ┤ or ├"
    pledge = load("pledge/ferry").puzzle.variables
    assert Condition("tiles", 1, (4,)).text(pledge) == "tile 1:0 ┬"


def test_where_nothing_wins_no_part_is_to_blame():
    level = load("sokoban/corner")
    found = patterns_of(level, expand(level.puzzle))
    assert (found.patterns, found.unexplained) == ((), 11)


def test_what_is_not_whole_or_has_no_variables_is_not_known(run, tmp_path):
    level = load("psychopath/many-traps")
    assert patterns_of(level, expand(level.puzzle, Limits(states=500))) is None
    run("export", "psychopath/snake", "-o", tmp_path / "snake.aut")
    read = load(str(tmp_path / "snake.aut"))
    assert patterns_of(read, read.graph) is None


def test_a_table_that_would_be_too_large_is_not_made(monkeypatch):
    monkeypatch.setattr("stategraph.analysis.dead_patterns.MAX_TABLE_WORDS", 1000)
    level = load("psychopath/snake")
    assert patterns_of(level, expand(level.puzzle)) is None


def test_analyse_and_query_tell_them(run):
    told = run("analyse", "psychopath/snake", "--all").out
    assert "dead pattern:\n  block on 6:5 or 6:6: 1,449 dead states, 12 trap moves\n" in told
    done = run("query", "spacewreck/eight-rooms", "--state", "rocket=3,lucky=7")
    assert "dead pattern: lucky 7 (one of 2 dead states, 1 trap move)\n" in done.out


def test_the_size_of_a_set_replaces_its_absent_members():
    level = load("puzzlescript/causeway")
    graph = level.expand()
    found = patterns_of(level, graph)
    texts = [
        " and ".join(p.text(level.puzzle.variables) for p in each.parts) for each in found.patterns
    ]
    assert texts[0] == "water 2:4 and water 3:4 and crate on at most 1 cell"
    assert found.unexplained == 0
    lost = set(dead_states(graph))
    for each in found.patterns:
        sizes = [(part.variable, part.most) for part in each.parts if part.most is not None]
        assert lost.issuperset(each.nodes.tolist())
        for node in each.nodes.tolist():
            assert all(len(graph.state(node)[name]) <= most for name, most in sizes)


def test_no_living_state_has_a_counted_pattern():
    level = load("puzzlescript/causeway")
    graph = level.expand()
    alive = [graph.state(node) for node in range(len(graph)) if node != graph.goal]
    alive = [s for s in alive if not dead(graph)[graph.find(s)]]
    alive += winning_states(graph, level.puzzle.moves)
    for each in patterns_of(level, graph).patterns:
        for state in alive:
            assert not all(_has(state, part) for part in each.parts)
        for part in each.parts:
            rest = [other for other in each.parts if other is not part]
            assert any(all(_has(state, p) for p in rest) for state in alive), "not minimal"


def test_the_won_states_of_a_game_do_not_hide_a_pattern():
    level = load("puzzlescript/one-is-enough")
    graph = level.expand()
    assert all(state["crate"] for state in winning_states(graph, level.puzzle.moves))
    texts = [
        [p.text(level.puzzle.variables) for p in e.parts]
        for e in patterns_of(level, graph).patterns
    ]
    assert ["no crate left"] in texts


def test_a_part_with_many_values_is_told_by_the_few_that_it_excludes():
    variables = load("puzzlescript/causeway").puzzle.variables
    few, many = (0, 4, 1), tuple(range(5, 24))
    assert (
        Condition("player", None, many, excluded=few).text(variables)
        == "player not on 1:1 or 1:2 or 2:1"
    )
    assert (
        Condition("player", None, few, excluded=few).text(variables) == "player 1:1 or 1:2 or 2:1"
    )
    part = Condition("player", None, many, excluded=(*few, 2))
    assert part.text(variables, MAX_LISTED_VALUES) == "player on one of 19 cells"
    assert part.in_sentence(variables) == "player on one of 19 cells"
    assert part.text(variables).count(" or ") == 18


def test_parts_that_the_size_of_a_set_makes_needless_are_dropped():
    """Absent members need x: `{3, 4}` with another x can win. That no member is there does not."""
    ends = [({0}, 0), ({1}, 0), ({2}, 0), ({3, 4}, 1), (set(), 0)]

    def rule(s):
        if s.x == 2:
            for k, (members, x) in enumerate(ends):
                yield f"to {k}", s.but(x=x, crates=members)
        elif len(s.crates):
            yield "win", s.but(x=3)

    puzzle = Puzzle(dict(x=2, crates=range(5)), [rule], lambda s: s.x == 3, x=One(4), crates=Set(5))
    graph = expand(puzzle, engine="direct")
    (found,) = patterns(graph, lambda: winning_states(graph, puzzle.moves)).patterns
    assert [(part.variable, part.most) for part in found.parts] == [("crates", 0)]


def _has(state, part):
    if part.most is not None:
        return len(state[part.variable]) <= part.most
    value = state[part.variable]
    if isinstance(value, int):
        return value in part.values
    return (part.values[0] in value) is not part.lacks
