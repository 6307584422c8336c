"""Methods of families for design: writing levels, and taking elements out of them."""

from __future__ import annotations

from collections import Counter

import known
import numpy as np
import pytest
from effort import everything

from stategraph import analysis, level_files
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.level_files import Level
from stategraph.rules import Element, Family, Grid

# states of a level, and how many of its states or elements are taken; more only cost time
SMALL, STATES, ELEMENTS = (3_000, 12, 6) if everything() else (150, 4, 3)

# Levels of more states take most of the time: only a third of their share is tested.
LARGE = 300


def every_level() -> list[Level]:
    """Return the bundled levels and those of the known answers, those that are small enough."""
    found = []
    for name in level_files.family_names():
        both = known.bundled(name) + known.cases(name)
        found += [level for level in both if level.expect["states"] < SMALL]
    return found


LEVELS = every_level()


def spread(items, share, graph):
    """Return about `share` of the items of a level, spread evenly, or fewer of a large level."""
    share = share if len(graph) <= LARGE else share // 3
    return items[:: max(1, len(items) // share)]


def same(one, other) -> bool:
    """Return whether two graphs are the same array by array, labels by name."""
    arrays = [(one.offsets, other.offsets), (one.targets, other.targets)]
    names = [[graph.label_names[k] for k in graph.labels] for graph in (one, other)]
    return all(np.array_equal(a, b) for a, b in arrays) and names[0] == names[1]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_what_is_written_reads_back_as_the_same_puzzle(level):
    family, puzzle = level.family, level.puzzle
    again = family.read(family.write(puzzle, puzzle.start), family.settings(puzzle))
    assert again.start == puzzle.start
    assert same(expand(again), expand(puzzle))
    assert [e.name for e in family.elements(again)] == [e.name for e in family.elements(puzzle)]
    shown = level_files.parse_level(
        level_files.written(family, puzzle, puzzle.start, "A: #1"), "x.yaml"
    )
    assert shown.title == "A: #1"
    assert shown.puzzle.start == puzzle.start


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_state_that_can_be_written_plays_on_as_it_did(level):
    family, puzzle = level.family, level.puzzle
    graph = expand(puzzle)
    left = analysis.moves_to_goal(graph)
    for node in spread(range(len(graph)), STATES, graph):
        state = graph.state(node)
        try:
            text = family.write(puzzle, state)
        except LevelError as reason:
            assert str(reason)
            assert state != puzzle.start
            continue
        there = expand(family.read(text, family.settings(puzzle)))
        moved = expand(puzzle.starting(state))
        assert same(there, moved)
        assert int(analysis.moves_to_goal(there)[0]) == int(left[node])


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_elements_have_names_of_their_own_and_lie_on_the_drawing(level):
    elements = level.family.elements(level.puzzle)
    assert len({element.name for element in elements}) == len(elements)
    sheet = level.draw(level.puzzle.start)
    for element in elements:
        assert element.name.startswith(element.kind)
        assert len(element.outline) >= 2
        assert all(0 <= x <= sheet.width and 0 <= y <= sheet.height for x, y in element.outline)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_an_element_that_is_taken_out_is_gone_and_nothing_else_is(level):
    family, puzzle = level.family, level.puzzle
    elements = family.elements(puzzle)
    whole = expand(puzzle, BRIEF)
    assert same(expand(family.without(puzzle, []), BRIEF), whole)
    for element in spread(elements, ELEMENTS, whole):
        try:
            less = family.without(puzzle, [element])
        except LevelError as reason:
            assert str(reason)
            continue
        before, left = names(elements), names(family.elements(less))
        name = element.name.partition(" (")[0]
        assert left[name] == before[name] - 1
        # a tile takes its openings with it
        changed = {n for n in before | left if before[n] != left[n]} - {name}
        assert element.kind == "tile" or changed == set()
        assert len(expand(less, BRIEF)) >= 1


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_an_element_that_is_put_back_makes_the_level_what_it_was(level):
    family, puzzle = level.family, level.puzzle
    elements, whole = family.elements(puzzle), expand(puzzle, BRIEF)
    for element in spread(elements, ELEMENTS, whole):
        # a tile goes and comes with its openings
        some = (
            [e for e in elements if e.name[-3:] != "(2)" and e.at[:1] == element.at[:1]]
            if (element.kind == "tile")
            else [element]
        )
        try:
            less = family.without(puzzle, some)
        except LevelError:
            continue
        again = family.including(less, some, puzzle)
        assert names(family.elements(again)) == names(elements)
        assert same(expand(again, BRIEF), whole)


def test_an_element_is_put_in_only_where_there_is_room_for_it():
    family, puzzle = read("psychopath", "4 1\n0\nu__e\n")
    _, other = read("psychopath", "5 1\n0\nXupeX\n")
    wall, block = (Element.cell(*spot) for spot in (("wall", 0, 0), ("block", 0, 2)))
    assert family.text(puzzle, family.including(puzzle, [block], other).start) == "u_pe"
    for element in (wall, Element.cell("wall", 0, 9)):
        with pytest.raises(LevelError, match=f"no room for {element.name}"):
            family.including(puzzle, [element], other)
    family, puzzle = read("labyrinth", "4\n8\n8\n")
    (opening,) = (Element("opening 0:0 U", "opening", (0, "U"), ()),)
    with pytest.raises(LevelError, match="no tile has such openings"):
        family.including(puzzle, [opening], puzzle)


BRIEF = Limits(states=SMALL)


def names(elements) -> Counter[str]:
    """Return the names of elements; names that differ in a number count together."""
    return Counter(element.name.partition(" (")[0] for element in elements)


def read(name: str, text: str, **options):
    return level_files.family(name), level_files.family(name).read(text, options)


def test_inner_walls_are_not_of_the_border():
    assert Grid(["XXXX", "X  X", "XXXX"], "X").inner_walls() == []
    # a side with a gap is not a border
    assert Grid(["XX X", "X  X", "XXXX"], "X").inner_walls() == [(0, 1)]
    rows = ["     ", " XXX ", " XXX ", " XXX ", "     "]
    assert len(Grid(rows, "X").inner_walls()) == 9


def test_pacman_closes_off_a_board_whose_edges_are_blank():
    for text, label, back, written in [
        ("3PQ2\n", "QR", "QL", "3PQ %\n"),
        ("3\nP\nQ\n2\n", "QD", "QU", "3\nP\nQ\n \n%\n"),
    ]:
        family, puzzle = read("pacman", text)
        state = dict(puzzle.moves(dict(puzzle.moves(puzzle.start))[label]))[back]
        assert family.write(puzzle, state) == written
        again = family.read(written, {})
        assert same(expand(again), expand(puzzle.starting(state)))


def test_what_a_format_cannot_say_is_refused_with_the_reason():
    family, puzzle = read("psychopath", "3 1\n0\nue_\n")
    with pytest.raises(LevelError, match="stands on an exit"):
        family.write(puzzle, puzzle.start.but(player=1))
    family, puzzle = read("labyrinth", "8\n8\n8\n")
    with pytest.raises(LevelError, match="player is inside"):
        family.write(puzzle, puzzle.start.but(player=1))
    family, puzzle = read("pledge", "1 1\n9\nstart 1 0 L\nhome 1 3\n")
    turned = next(iter(puzzle.moves(puzzle.start)))[1]
    with pytest.raises(LevelError, match="counted turns"):
        family.write(puzzle, turned)
    family, puzzle = read("pledge", "1 1\n9\nstart 1 -1 R\nhome 1 3\n")
    inside = next(iter(puzzle.moves(puzzle.start)))[1]
    with pytest.raises(LevelError, match="walled up"):
        family.write(puzzle, inside)


def test_what_is_left_must_be_a_level():
    family, puzzle = read("psychopath", "3 1\n0\nu_e\n")
    (exit_,) = family.elements(puzzle)
    with pytest.raises(LevelError, match="there is no exit"):
        family.without(puzzle, [exit_])
    family, puzzle = read("labyrinth", "4\n8\n8\n")
    openings = family.elements(puzzle)
    assert [e.name for e in openings][:4] == [
        *("opening 0:0 L", "opening 0:0 R", "opening 0:0 D", "opening 1:0 U"),
    ]
    assert family.without(puzzle, openings[:1]).start.tiles[0] == 0
    with pytest.raises(LevelError, match="fewer than two"):
        family.without(puzzle, openings[:2])
    family, puzzle = read("pledge", "1 1\n9\nstart 1 0 R\nhome 1 3\n")
    with pytest.raises(LevelError, match="start 1 0 is a wall"):
        family.without(puzzle, family.elements(puzzle))


def test_a_corridor_that_is_listed_twice_is_two_elements():
    text = "3 3\nred red\n1 2\n1 3 red\n1 3 red\n2 3 red\n"
    family, puzzle = read("spacewreck", text)
    assert family.write(puzzle, puzzle.start) == text
    names = [e.name for e in family.elements(puzzle)]
    assert names == ["corridor 1→3 red", "corridor 1→3 red (2)", "corridor 2→3 red"]
    less = family.without(puzzle, family.elements(puzzle)[:1])
    assert len(expand(less)) == len(expand(puzzle))
    assert len(family.elements(less)) == 2


def test_a_family_may_do_without():
    class Plain(Family):
        name = "plain"

        def read(self, text, options):
            raise NotImplementedError

    assert Plain().elements(None) == []
    assert Plain().settings(None) == {}
    with pytest.raises(LevelError, match="can only be read"):
        Plain().write(None, None)
    with pytest.raises(LevelError, match="no elements"):
        Plain().without(None, [Element("a", "b", 0, ())])
