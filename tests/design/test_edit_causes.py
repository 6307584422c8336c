"""Blame for combined edits of two elements; test_doctored.py checks single edits."""

from __future__ import annotations

from itertools import combinations

import boards
import doctor
import pytest
from effort import examples
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from stategraph import level_files
from stategraph.analysis.quotient_choice import by
from stategraph.design import compare
from stategraph.design.edit_causes import Between
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.level_files import Level
from stategraph.rules import Puzzle
from stategraph.rules.family import NO_FAMILY, Family
from stategraph.tell.diff import record, words


def board(rows: list[str]) -> str:
    return "\n".join([f"{len(rows[0])} {len(rows)}", "0", *rows, ""])


def level(family: str, text: str) -> Level:
    owner = level_files.family(family)
    return Level(owner, owner.read(text, {}), "x", "x.yaml")


def compared(family: str, before: str, after: str, limits: Limits | None = None):
    old, new = level(family, before), level(family, after)
    return compare(old, new, [expand(each.puzzle, limits) for each in (old, new)], expand)


# ------------------------------------------------------------------------------- known answers


def test_two_walls_that_only_together_open_a_shortcut():
    before = ["XXXXXX", "Xp___X", "XXe__X", "X_XXpX", "XXu__X", "XXXXXX"]
    after = [*before[:2], "X_e__X", before[3], "X_u__X", before[5]]
    found = compared("psychopath", board(before), board(after))
    for change in (found.shortcut, *found.lost, *found.gained):
        assert change.because == ("wall 2:1", "wall 4:1")
        assert change.jointly
        assert change.causes == (("wall 2:1", "wall 4:1"),)
    # either of them closes it again
    back = compared("psychopath", board(after), board(before))
    assert back.detour.causes == (("wall 2:1",), ("wall 4:1",))
    assert not back.detour.jointly


RING = "XXXXXXXX/Xu_{}__eX/X_XXXX_X/X__{}___X/X_XXXX_X/X______X/XXXXXXXX"


def test_of_two_shortcuts_the_shorter_one_is_blamed_for_the_shortest_solution():
    before, after = (board(RING.format(mark, mark).split("/")) for mark in "X_")
    found = compared("psychopath", before, after)
    assert found.shortcut.causes == (("wall 1:3",),)
    assert [change.causes for change in found.gained] == [(("wall 1:3",),)]
    # neither of them alone keeps the old solution among the shortest
    assert [change.causes for change in found.lost] == [(("wall 1:3",), ("wall 3:3",))]
    back = compared("psychopath", after, before)
    assert back.detour.causes == (("wall 1:3",),)


def test_two_edits_that_each_lose_a_solution_are_both_named():
    # 6 moves above or below, 10 round the bottom
    rows = "XXXXXXX/X__{}__X/XuXXXeX/X__{}__X/X_XXX_X/X_____X/XXXXXXX"
    before, after = (board(rows.format(mark, mark).split("/")) for mark in "_X")
    found = compared("psychopath", before, after)
    assert found.detour.causes == (("wall 1:3", "wall 3:3"),)
    assert {change.causes for change in found.lost} == {(("wall 1:3",),), (("wall 3:3",),)}


def test_two_edits_that_lose_solutions_of_one_class_are_both_named():
    # Rocket walks first, or Lucky does: the moves commute, but take corridors of two colours
    head, ways = ["red red red green", "1 2"], ["1 3 red", "1 3 green"]
    rest = ["2 4 red", "3 5 green"]
    before, after = ("\n".join([f"5 {len(w)}", *head, *w, ""]) for w in ([*ways, *rest], rest))
    found = compared("spacewreck", before, after)
    assert {change.moves: change.causes for change in found.lost} == {
        ("L4", "R3", "R5"): (("corridor 1→3 green",),),
        ("R3", "L4", "R5"): (("corridor 1→3 red",),),
    }
    assert found.detour.causes == (("corridor 1→3 red", "corridor 1→3 green"),)


def ship(*corridors: str) -> str:
    colours = "green green red red red red red"
    return "\n".join([f"8 {len(corridors)}", colours, "4 2", *corridors, ""])


CORRIDORS = """1 1 green, 1 1 red, 1 2 green, 2 1 green, 2 2 green, 2 7 green, 3 3 green, 4 1 green,
    4 5 green, 4 7 red, 5 1 green, 5 3 green, 5 4 red, 5 5 red, 5 8 red, 6 1 green, 6 2 red,
    6 3 green, 6 4 red, 7 1 red, 7 3 green, 7 8 green"""


def test_every_trap_has_its_cause():
    rows = [row.strip() for row in CORRIDORS.split(",")]
    less = [row for row in rows if row not in ("5 1 green", "7 3 green")]
    found = compared("spacewreck", ship(*rows), ship(*less))
    assert found.closed_count == len(found.closed) == 5
    assert [change.causes for change in found.closed].count((("corridor 7→3 green",),)) == 4
    assert (("corridor 5→1 green",),) in {change.causes for change in found.closed}
    assert [(change.moves, change.causes) for change in found.opened] == [
        (("R5",), (("corridor 5→1 green",),))
    ]


def test_what_something_else_did_is_no_elements_fault():
    before = "\n".join(["5 2", "green red green green", "1 2", "1 5 green", "3 5 red", ""])
    after = "\n".join(["5 2", "green green green green", "1 2", "1 5 green", "4 4 red", ""])
    found = compared("spacewreck", before, after)
    assert (found.removed, found.added) == (("corridor 3→5 red",), ("corridor 4→4 red",))
    assert found.shortcut.causes == ()
    assert found.shortcut.because == ()


def test_an_exit_that_was_moved_is_to_blame_with_where_it_is_now():
    # a level without an exit is invalid, so removing the exit is never enough alone
    found = compared("psychopath", board(["Xu___e", "X____X"]), board(["Xue___", "X____X"]))
    assert found.shortcut.causes == (("exit 0:2",),)


def turned(puzzle, limits=None, *, until_goal=False):
    """Return the graph of a ship by turns."""
    made = Level(level_files.family("spacewreck"), puzzle, "x", "x.yaml")
    return by(made, expand(puzzle, limits), "turns")


def shortest_by_turns(*rows):
    """Return the shortest solutions by turns, by following every turn of every state."""
    graph = turned(level("spacewreck", ship(*rows)).puzzle)
    ways, seen = [((), 0)], set()
    while ways and not any(node == graph.goal for _, node in ways):
        seen |= {node for _, node in ways}
        ways = [((*way, name), to) for way, node in ways for name, to in graph.moves(node)]
        ways = [(way, to) for way, to in ways if to not in seen]
    return {way for way, node in ways if node == graph.goal}


@pytest.mark.parametrize("chosen", [(0, 2), (2, 5), (0, 5), (7, 8)])
def test_solutions_by_turns_are_lost_to_the_smallest_sets_of_edits(chosen):
    rows = [row.strip() for row in CORRIDORS.split(",")]
    names = {k: "corridor {}→{} {}".format(*rows[k].split()) for k in chosen}
    versions = {
        done: shortest_by_turns(*(row for k, row in enumerate(rows) if k not in done))
        for done in map(frozenset, [(), chosen[:1], chosen[1:], chosen])
    }
    old = level("spacewreck", ship(*rows))
    new = level("spacewreck", ship(*(row for k, row in enumerate(rows) if k not in chosen)))
    found = compare(old, new, [turned(each.puzzle) for each in (old, new)], turned)

    def smallest(shows):
        enough = [done for done, solutions in versions.items() if shows(solutions)]
        enough = [done for done in enough if not any(less < done for less in enough)]
        return {frozenset(names[k] for k in done) for done in enough}

    assert found.lost
    for change in found.lost:
        causes = smallest(lambda solutions, way=change.moves: way not in solutions)
        assert set(map(frozenset, change.causes)) == causes
    for change in found.gained:
        causes = smallest(lambda solutions, way=change.moves: way in solutions)
        assert set(map(frozenset, change.causes)) == causes
    # a graph of two states leaves blame open
    little = lambda puzzle, _, until_goal: turned(puzzle, Limits(states=2))  # noqa: E731
    found = compare(old, new, [turned(each.puzzle) for each in (old, new)], little)
    assert {change.causes for change in found.lost} == {None}


def test_a_level_and_a_puzzle_without_a_family_have_no_other_differences():
    first = level("spacewreck", ship("1 2 green"))
    other = Level(NO_FAMILY, Puzzle.of(first.puzzle), "y", "y.yaml")
    graph = expand(first.puzzle)
    for old, new in ((first, other), (other, first)):
        assert compare(old, new, (graph, graph), expand).others == {}


def test_where_a_limit_leaves_blame_open_none_is_given():
    before, after = (board(RING.format(mark, mark).split("/")) for mark in "X_")
    old, new = level("psychopath", before), level("psychopath", after)

    def little(puzzle, limits, *, until_goal):
        return expand(puzzle, Limits(states=3), until_goal=until_goal)

    found = compare(old, new, [expand(each.puzzle) for each in (old, new)], little)
    assert found.blamed
    # that the moves win is known without an expansion
    assert found.shortcut.causes is None
    assert {change.causes for change in found.lost} == {None}
    open_ = dict.fromkeys(("because", "jointly", "causes"))
    shown = record(old, new, found)["shortcut"]
    assert {name: shown[name] for name in open_} == open_
    assert shown["unknown"] == list(open_)
    assert "a limit was reached: the cause is unknown where no element" in "\n".join(
        words(old, found)
    )


def test_counts_that_are_not_known_are_none():
    rows = [row.strip() for row in CORRIDORS.split(",")]
    found = compared("spacewreck", ship(*rows), ship(*rows[1:]), Limits(states=5))
    assert (found.closed, found.closed_count, found.opened_count) == (None, None, None)
    assert (found.shortcut, found.detour, found.open) == (None, None, ("shortcut", "detour"))
    assert compared("spacewreck", ship(*rows), ship(*rows[1:])).open == ()


# ---------------------------------------------------------------- held to a search of all versions


class Naive:
    """All four versions of a level with two edits, each written as text, and searched slowly."""

    def __init__(self, family: str, texts: dict[frozenset[str], str]):
        self.names = sorted(max(texts, key=len))
        self.before, self.after = texts[frozenset()], texts[frozenset(self.names)]
        self.slow = {}
        for done, text in texts.items():
            try:
                self.slow[done] = doctor.Slow(level_files.family(family).read(text, {}))
            except LevelError:
                self.slow[done] = None
        self.old, self.new = self.slow[frozenset()], self.slow[frozenset(self.names)]

    def causes(self, shows) -> set[frozenset[str]]:
        """Return the smallest sets of edits that make the old version show something."""
        enough = [done for done, slow in self.slow.items() if slow is not None and shows(slow)]
        return {done for done in enough if not any(less < done for less in enough)}

    def as_short(self, slow: doctor.Slow, than: doctor.Slow) -> bool:
        return slow.shortest is not None and slow.shortest <= than.shortest

    def check(self, change, shows) -> None:
        expected = self.causes(shows)
        assert {frozenset(cause) for cause in change.causes} == expected
        assert set(change.because) == set().union(*expected)
        assert change.jointly == ([len(cause) for cause in expected] == [2])

    def check_shortcut(self, found) -> None:
        if found is None:
            return
        causes = self.causes(lambda slow: self.as_short(slow, self.new))
        own = {done for done in causes if found.solution in self.slow[done].solutions}
        assert {frozenset(cause) for cause in found.causes} == (own or causes)

    def check_trap(self, change, of: doctor.Slow, opened: bool) -> None:
        *_, state, _ = of.play(change.moves)
        label = change.moves[-1]
        self.check(change, lambda slow: of.same_trap(state, label, slow) is opened)


def check(family: str, texts: dict[frozenset[str], str]) -> None:
    try:
        naive = Naive(family, texts)
        assume(naive.old is not None and naive.new is not None)
        assume("goal" not in (naive.old.start, naive.new.start))
        for slow in filter(None, naive.slow.values()):
            assert slow.solutions is not None
    except ValueError:  # too large to be listed
        assume(False)
    found = compared(family, naive.before, naive.after)
    assert sorted(found.removed + found.added) == naive.names
    naive.check_shortcut(found.shortcut)
    if found.detour is not None:
        naive.check(found.detour, lambda slow: not naive.as_short(slow, naive.old))
    if not found.play.labels:  # the moves have the same names
        assert bool(found.lost) == bool(naive.old.solutions - naive.new.solutions)
        assert bool(found.gained) == bool(naive.new.solutions - naive.old.solutions)
    for change in found.lost or ():
        assert change.moves in naive.old.solutions - naive.new.solutions
        naive.check(change, lambda slow, way=change.moves: way not in slow.solutions)
    for change in found.gained or ():
        assert change.moves in naive.new.solutions - naive.old.solutions
        naive.check(change, lambda slow, way=change.moves: way in slow.solutions)
    for change in found.closed:
        naive.check_trap(change, naive.old, opened=False)
    for change in found.opened:
        naive.check_trap(change, naive.new, opened=True)


@settings(max_examples=examples(150))
@given(boards.boards("___Xp", "ue", (4, 4)), st.data())
def test_two_edits_of_a_board(rows, data):
    rows = boards.framed(rows, "X")
    cells = [(r, c) for r in range(1, len(rows) - 1) for c in range(1, len(rows[0]) - 1)]
    cells = [(r, c) for r, c in cells if rows[r][c] in "X_p"]
    assume(len(cells) >= 2)
    chosen = data.draw(st.permutations(cells))[:2]
    texts = {frozenset(): rows}
    for r, c in chosen:
        mark = data.draw(st.sampled_from("Xp")) if rows[r][c] == "_" else "_"
        kind = {"X": "wall", "p": "block"}[mark if rows[r][c] == "_" else rows[r][c]]
        for done, drawn in list(texts.items()):
            changed = [*drawn[:r], drawn[r][:c] + mark + drawn[r][c + 1 :], *drawn[r + 1 :]]
            texts[done | {f"{kind} {r}:{c}"}] = changed
    check("psychopath", {done: board(drawn) for done, drawn in texts.items()})


@settings(max_examples=examples(150))
@given(
    st.lists(st.sampled_from(["red", "green"]), min_size=4, max_size=6),
    st.lists(
        st.tuples(st.integers(1, 7), st.integers(1, 7), st.booleans()), max_size=14, unique=True
    ),
    st.data(),
)
def test_two_edits_of_a_ship(colours, drawn, data):
    rooms = len(colours) + 1
    every = [(a, b, c) for a in range(1, rooms) for b in range(1, rooms + 1) for c in (True, False)]
    ways = sorted({(min(a, rooms - 1), min(b, rooms), red) for a, b, red in drawn})
    chosen = data.draw(st.lists(st.sampled_from(every), min_size=2, max_size=2, unique=True))

    def name(way) -> str:
        return "corridor {}→{} {}".format(*way[:2], "red" if way[2] else "green")

    def text(ways) -> str:
        rows = ["{} {} {}".format(*way[:2], "red" if way[2] else "green") for way in sorted(ways)]
        return "\n".join([f"{rooms} {len(rows)}", " ".join(colours), "1 2", *rows, ""])

    sets = {frozenset(): set(ways)}
    for way in chosen:
        for done, some in list(sets.items()):
            sets[done | {name(way)}] = some ^ {way}
    check("spacewreck", {done: text(some) for done, some in sets.items()})


class _Names:
    """A set of edits for the searches of `Between`."""

    names = tuple("abcdef")
    _ordered = Between._ordered


@example({frozenset(pair) for pair in combinations("abcdef", 2)})
@given(st.sets(st.frozensets(st.sampled_from("abcdef"), min_size=2, max_size=4), max_size=4))
def test_every_smallest_set_of_edits_that_tell_together_is_found(causes):
    smallest = {one for one in causes if not any(other < one for other in causes)}

    def tells(done):
        return any(cause <= done for cause in causes)

    for seek in (Between._together, Between._among_few):
        found = list(seek(_Names(), frozenset("abcdef"), tells))
        assert set(found) == smallest
        assert len(found) == len(smallest)


def test_versions_that_the_format_cannot_state_differ_in_their_elements(monkeypatch):
    before, after = (board(RING.format(mark, mark).split("/")) for mark in "X_")
    expected = compared("psychopath", before, after).shortcut.causes
    owner = type(level_files.family("psychopath"))

    def refuse(*_):
        raise LevelError("cannot be stated")

    monkeypatch.setattr(owner, "write", refuse)
    monkeypatch.setattr(owner, "including", Family.including)  # so each version is made from one
    assert compared("psychopath", before, after).shortcut.causes == expected


def test_a_second_shortcut_stays_when_the_first_one_is_undone():
    old = ["XXXXXXX", "XuXXXeX", "X_XXX_X", "X_XXX_X", "X_____X", "XXXXXXX"]
    new = ["XXXXXXX", "Xu___eX", "X_____X", "X_XXX_X", "X_____X", "XXXXXXX"]
    found = compared("psychopath", board(old), board(new)).shortcut
    upper = ("wall 1:2", "wall 1:3", "wall 1:4")
    lower = ("wall 2:2", "wall 2:3", "wall 2:4")
    assert (len(found.solution), found.causes) == (4, (upper,))
    assert (found.still, found.still_because) == (6, (lower,))
    one = compared("psychopath", board(old), board([*old[:1], new[1], *old[2:]]))
    assert (one.shortcut.still, one.shortcut.still_because) == (None, None)
    both = compared("psychopath", board(old), board(new))
    text = "\n".join(words(level("psychopath", board(old)), both))
    assert "without that, still 6 moves, because of wall 2:2, wall 2:3 and wall 2:4" in text


def test_a_second_planted_corridor_stays_when_the_first_one_is_undone():
    colours = ["red red red red red", "1 2"]
    ways = ["1 3 red", "3 4 red", "4 5 red", "5 6 red"]
    planted = ["1 6 red", "3 6 red"]
    before = "\n".join(["6 4", *colours, *ways, ""])
    after = "\n".join(["6 6", *colours, *ways, *planted, ""])
    found = compared("spacewreck", before, after)
    assert found.shortcut.causes == (("corridor 1→6 red",),)
    assert (found.shortcut.still, found.shortcut.still_because) == (2, (("corridor 3→6 red",),))
    text = "\n".join(words(level("spacewreck", before), found))
    assert "without that, still 2 moves, because of corridor 3→6 red" in text
