"""Solutions explained in chapters: doctored levels whose stories are known."""

from __future__ import annotations

import heapq
import re
from dataclasses import replace

import pytest
from effort import everything, sampled

from stategraph import expand, load
from stategraph.analysis import moves_to_goal
from stategraph.design import Trials, ablate, explain_solution
from stategraph.design.ablation import spares
from stategraph.design.level_titles import title
from stategraph.design.story_shape import LOSING, REMARKS, shape
from stategraph.level_files.families import bundled_names
from stategraph.tell import story as tell

# A box on a goal bars the corridor, so it leaves this goal for the next one.
LEAVES = """\
#########
#   #####
#@$ *.###
#   #####
#########"""

# The same with a box at home in another room: nothing needs it.
DECOY = """\
###########
#   #######
#@$ *.### #
#   ###* .#
###########"""

# The first box goes through one goal to the other, as the second one comes from behind.
PASSES = """\
########
#   ####
#@$ ..##
#  $####
#   ####
########"""

# A box closes the corridor to the lower room, where the player must go to push it home.
BACK = """\
#####
# + #
##$##
## ##
#   #
#   #
#   #
#####"""

# One box goes home; the detour is the walk around it.
HOME = """\
########
#      #
# .  $@#
#      #
########"""

# The block in the doorway is pushed in; then the player goes out.
DOORWAY = """\
XXXXXXXXX
X___X___X
X_u_p__eX
X___X___X
XXXXXXXXX"""

# A block that is pushed at once covers the exit for good; the solution begins away from it.
AWAY = """\
XXXXXXX
XXXeXXX
XX_p_XX
XX_u_XX
XXX_XXX
XXXXXXX"""

# A spare block stands in a corner.
SPARE = """\
XXXXXXXXX
Xp__X___X
X_u_p__eX
X___X___X
XXXXXXXXX"""

# The ditch takes one crate, and the other one goes through.
DITCH = """\
########
#...~..#
#.*.~.o#
#p.*~..#
#...~..#
########"""

# One more crate, which nothing needs.
RICHER = """\
########
#...~..#
#.*.~.o#
#p.*~..#
#*..~..#
########"""


def turned(board):
    """Return a board in four of its eight positions."""
    rows = board.split("\n")
    down = ["".join(column) for column in zip(*rows, strict=True)]
    for some in (rows, down):
        yield "\n".join(some)
        yield "\n".join(row[::-1] for row in some)


def story_of(family, board):
    """Return a level and its story."""
    example = load(EXAMPLES[family])
    puzzle = example.family.read(board, example.family.settings(example.puzzle))
    level = replace(example, puzzle=puzzle, name="doctored")
    return level, explain_solution(level, expand(puzzle))


EXAMPLES = {
    "sokoban": "sokoban/first-push",
    "psychopath": "psychopath/first-push",
    "puzzlescript": "puzzlescript/causeway",
    "spacewreck": "spacewreck/eight-rooms",
}


BOARDS = {
    "leaves": ("sokoban", LEAVES),
    "decoy": ("sokoban", DECOY),
    "passes": ("sokoban", PASSES),
    "home": ("sokoban", HOME),
    "doorway": ("psychopath", DOORWAY),
    "away": ("psychopath", AWAY),
    "spare": ("psychopath", SPARE),
    "ditch": ("puzzlescript", DITCH),
    "richer": ("puzzlescript", RICHER),
}

# by board: moves of pieces by chapter, purposes by chapter, special facts, the failure of the
# obvious plan, numbers of untouched pieces and of decoys, and spent pieces
STORIES = {
    "leaves": (
        [1, 2],
        [{"goes_home", "clears"}, {"goes_home"}],
        ["main_trap", "leaves_goal"],
        None,
        0,
        0,
        0,
    ),
    "decoy": (
        [1, 2],
        [{"goes_home", "clears"}, {"goes_home"}],
        ["main_trap", "leaves_goal"],
        None,
        1,
        1,
        0,
    ),
    "passes": (
        [3, 2],
        [{"goes_home", "opens", "passes"}, {"goes_home"}],
        ["main_trap", "passes_goal"],
        None,
        0,
        0,
        0,
    ),
    "home": ([3], [{"goes_home"}], ["main_trap"], None, 0, 0, 0),
    "doorway": ([2], [{"opens_goal"}], [], "stands", 0, 0, 0),
    "away": ([1], [{"opens_goal"}], [], "trap", 0, 0, 0),
    "spare": ([2], [{"opens_goal"}], [], "stands", 1, 1, 0),
    "ditch": (
        [2, 4],
        [{"is_spent", "clears"}, {"goes_home"}],
        ["main_trap", "spends"],
        None,
        0,
        0,
        1,
    ),
    "richer": (
        [2, 4],
        [{"is_spent", "clears"}, {"goes_home"}],
        ["main_trap", "spends"],
        None,
        1,
        1,
        1,
    ),
}


@pytest.mark.parametrize("position", sampled(range(4)))
@pytest.mark.parametrize("name", BOARDS)
def test_a_doctored_board_has_its_story(name, position):
    family, board = BOARDS[name]
    level, story = story_of(family, list(turned(board))[position])
    units, purposes, special, fails, untouched, decoys, spent = STORIES[name]
    assert [chapter.units for chapter in story.chapters] == units
    for chapter, expected in zip(story.chapters, purposes, strict=True):
        assert {fact.kind for fact in chapter.purpose} - {"always_ends_there"} == expected
    assert [fact.kind for fact in story.special] == special
    plan = story.obvious
    assert (None if plan is None or plan.fails is None else plan.fails.kind) == fails
    assert (len(story.untouched), len(story.decoys)) == (untouched, decoys)
    assert (0 if story.resources is None else story.resources.values["spent"]) == spent
    played = [move.upper() for chapter in story.chapters for move in chapter.moves]
    assert list(story.moves) == played
    assert len("\n".join(tell.words(level, story))) > 100


SHIP = """8 9
{colours}
{start}
{corridors}
"""


@pytest.mark.parametrize("rocket", [True, False])
@pytest.mark.parametrize(
    "order", [(1, 2, 3, 4, 5, 6, 7), (7, 6, 5, 4, 3, 2, 1), (3, 1, 4, 2, 7, 5, 6)]
)
def test_a_doctored_ship_has_its_story(rocket, order):
    """The rooms of `spacewreck/eight-rooms` have other numbers, and the crew may change places."""
    example = load("spacewreck/eight-rooms").puzzle
    room = {**dict(zip(range(1, 8), order, strict=True)), 8: 8}
    colours = {room[k]: colour for k, colour in enumerate(example.board.colours, 1)}
    corridors = [(room[a], room[b], colour) for a, b, colour in example.board.listed]
    start = [room[1], room[2]] if rocket else [room[2], room[1]]
    text = SHIP.format(
        colours=" ".join(colours[k] for k in range(1, 8)),
        start="{} {}".format(*start),
        corridors="\n".join("{} {} {}".format(*way) for way in corridors),
    ).replace("8 9", f"8 {len(corridors)}")
    _, story = story_of("spacewreck", text)
    first, second = ("Rocket", "Lucky") if rocket else ("Lucky", "Rocket")
    assert [(one.piece, one.units) for one in story.chapters] == [(first, 1), (second, 2)]
    assert [one.purpose[0].kind for one in story.chapters] == ["enables", "reaches_goal"]
    assert story.obvious.fails.kind == "obstacle"
    (forbidden,) = story.obvious.fails.values["forbidden"]
    needs = f"{first} must be in a blue room"
    assert forbidden == {"move": f"{second[0]}{room[5]}", "needs": needs}


def test_three_in_a_row():
    level = load("sokoban/three-in-a-row")
    story = explain_solution(level, level.expand())
    found = [(one.piece, one.start, one.end, one.units) for one in story.chapters]
    assert found == [
        ("A", "3:5", "3:1", 4),
        ("B", "2:3", "2:4", 1),
        ("C", "2:5", "3:2", 4),
        ("B", "2:4", "3:4", 3),
    ]
    kinds = [[fact.kind for fact in one.purpose] for one in story.chapters]
    assert kinds[0] == ["goes_home", "passes", "always_ends_there", "opens"]
    assert [each[0] for each in kinds[1:]] == ["steps_aside", "goes_home", "returns_home"]
    door = story.chapters[0].not_yet
    assert (door.kind, door.values["piece"], door.values["to"]) == ("closes", "A", "3:4")
    assert door.values["shut"][:2] == ["3:1", "3:2"]  # the goals behind the door
    assert story.obvious.fails.values["parts"] == ["box 2:3", "box 3:1", "box 3:5"]


@pytest.mark.parametrize("name", ["round-about", "covered-exits", "carousels"])
def test_a_decoy_is_a_piece_that_ablation_can_spare(name):
    """A piece is not a decoy if its removal adds shortest solutions."""
    level = load(f"psychopath/{name}")
    graph = level.expand()
    story = explain_solution(level, graph)
    findings = ablate(Trials(level.family, level.puzzle, workers=1, graph=graph)).findings
    spared = [finding.element.name for finding in findings if spares(finding)]
    assert story.untouched
    assert list(story.decoys) == [name for name in spared if name in story.untouched]


def test_a_single_decoy_is_told_in_the_singular():
    _, story = story_of("sokoban", DECOY)
    assert tell.closing(story)[0].startswith(f"Never moved: {story.untouched[0]}; it is a decoy, ")


def test_a_mistake_is_wrong_in_the_graph():
    """The state after each tempting line is dead, or needs more chapters."""
    from stategraph.analysis import dead_states

    for name in ("sokoban/pillars", "sokoban/invented/away-first", "psychopath/tight-room"):
        level = load(name)
        graph = level.expand()
        dead = set(dead_states(graph))
        story = explain_solution(level, graph)
        wrong = [one.not_yet for one in story.chapters if one.not_yet]
        assert wrong
        for fact in wrong:
            parts = fact.values.get("parts", [])
            assert fact.kind != "lost" or parts
        boards = [graph.find(one.state) for one in story.chapters[:-1]]
        assert not dead.intersection(boards)


def test_without_a_solution_and_without_the_whole_graph():
    level = load("sokoban/corner")
    story = explain_solution(level, level.expand())
    assert (story.solvable, story.chapters, tell.words(level, story)) == (False, (), ["NO-PATH"])
    level = load("psychopath/warehouse")
    story = explain_solution(level, level.expand(max_states=1000))
    assert story.solvable is not False and story.cost is None
    record = tell.record(level, story)
    assert record["chapters"] is None and "chapters" in record["unknown"]


def test_every_family_has_stories():
    for name in ("labyrinth/first-shift", "pacman/first-meal", "pledge/ferry", "puzzlescript/hall"):
        level = load(name)
        story = explain_solution(level, level.expand())
        labels = [move.upper() for chapter in story.chapters for move in chapter.moves]
        assert labels == [label.upper() for label in story.moves]
        record = tell.record(level, story)
        assert record["lines"] == len(record["chapters"])


def test_nothing_to_do():
    level = load("sokoban/all-at-home")
    story = explain_solution(level, level.expand())
    assert tell.words(level, story) == ["Nothing has to be moved: nothing"]
    assert story.obvious is None


def test_markdown_has_one_board_for_each_chapter():
    level = load("sokoban/pillars")
    story = explain_solution(level, level.expand())
    text = "\n".join(tell.markdown(level, story))
    titles = re.findall(r"(?m)^## [1-4]\. [A-C], ", text)
    assert text.count("```text") == len(titles) == len(story.chapters) == 4


@pytest.mark.parametrize(
    ("name", "pieces", "facts"),
    [
        ("puzzlescript/hall", ["player"], {"reaches_goal"}),  # the twin is not pushed
        ("puzzlescript/tumble", ["A", "move D", "B"], {"removes", "opens", "enables"}),
        ("labyrinth/straight-up", ["player"], {"reaches_goal"}),  # the last move is the player's
        ("pledge/island", ["knight"], {"reaches_goal", "forced"}),
        ("pledge/ferry-for-two", ["knights", "player"] * 2 + ["knights"], {"carries", "moves"}),
        ("psychopath/first-push", ["A"], {"opens_goal"}),
    ],
)
def test_pieces_and_purposes_of_other_families(name, pieces, facts):
    level = load(name)
    story = explain_solution(level, level.expand())
    assert [one.piece for one in story.chapters] == pieces
    assert facts <= {fact.kind for one in story.chapters for fact in one.purpose}
    assert "move D: D" not in "\n".join(tell.words(level, story))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("pledge/ferry-for-two", "Moves red from 1:-1 to 1:0."),
        ("pledge/ferry-for-two", "Moves red from 1:3 to 1:6 for good and blue from 1:6 to 1:3."),
        (
            "pledge/ferry-for-two",
            "Brings blue from 1:3 to 1:0; lets the next moves of knights win.",
        ),
        ("pledge/change-places", "Lets blue leave 1:-1."),
        ("pledge/two-by-two", "Goes from -1:4 to 0:4."),
        ("pledge/two-by-two", "Brings knight from 0:4 to 3:4."),
        ("labyrinth/turnstile", "Goes from 1:2 to 0:2."),
    ],
)
def test_a_chapter_says_where_it_moves_pieces(name, sentence):
    level = load(name)
    assert f"   {sentence}" in tell.words(level, explain_solution(level, level.expand()))


def test_a_won_state_without_a_board_opens_no_way():
    """The won state of a game has no player, so no cell of it may be named."""
    level = load("puzzlescript/tumble")
    story = explain_solution(level, level.expand())
    assert [fact.kind for fact in story.chapters[-1].purpose] == ["reaches_goal"]
    assert "P" in level.describe(story.chapters[-1].state), "the winning board has the player"


def test_a_move_says_what_it_needs():
    level = load("spacewreck/eight-rooms")
    words = tell.words(level, explain_solution(level, level.expand()))
    assert "   Makes L5 possible for Lucky: Rocket must be in a blue room." in words


@pytest.mark.parametrize("name", ["spacewreck/minefield", "spacewreck/rooms-with-letters"])
def test_an_actor_goes_to_where_its_later_chapter_starts(name):
    """Without the chapter, the others between can be played, but the later one cannot start."""
    level = load(name)
    chapters = explain_solution(level, level.expand()).chapters
    (fact,) = chapters[0].purpose
    later = chapters[fact.values["chapter"] - 1]
    assert (fact.kind, fact.values["move"]) == ("prepares", later.moves[0])
    assert later.piece == chapters[0].piece
    state = level.puzzle.start
    for one in chapters[1 : fact.values["chapter"] - 1]:
        for label in one.moves:
            state = dict(level.puzzle.moves(state))[label]
    assert fact.values["move"] not in dict(level.puzzle.moves(state))


def test_a_mistake_of_another_actor_is_told_as_one_that_comes_too_early():
    level = load("pacman/passing-place")
    story = explain_solution(level, level.expand())
    first = story.chapters[0]
    assert (first.piece, first.not_yet.kind, first.not_yet.values["piece"]) == ("Q", "blocks", "P")
    assert tell.sentences(story, first)[-1] == "Not P by PR PR PR yet: then Q cannot move."


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("pacman/taking-turns", "blocks", "Not Q by QR yet: then P cannot move."),
        ("labyrinth/the-ride", "blocks", "Not S S S yet: then player cannot move."),
        (
            "spacewreck/invented/six-rooms",
            "closes",
            "Not Rocket by R3 yet: then each move of Lucky loses.",
        ),
    ],
)
def test_no_move_is_not_told_as_a_losing_move(name, kind, sentence):
    """After the mistake, the other actor has no move, or all of its moves are traps."""
    level = load(name)
    graph = level.expand()
    story = explain_solution(level, graph)
    chapters = story.chapters
    (at,) = [k for k, one in enumerate(chapters) if sentence in tell.sentences(story, one)]
    wrong, state = chapters[at].not_yet, level.puzzle.start if at == 0 else chapters[at - 1].state
    for label in wrong.values["moves"]:
        state = dict(level.puzzle.moves(state))[label]
    last = wrong.values["moves"][-1][0]  # its actor, or S
    others = [graph.find(to) for label, to in level.puzzle.moves(state) if label[0] != last]
    assert wrong.kind == kind
    assert bool(others) == (kind == "closes")
    assert all(moves_to_goal(graph)[to] < 0 for to in others)


def test_a_box_that_must_be_pushed_on_is_no_mistake():
    """In the last chapter no other box can be pushed, so no stop can be wrong."""
    level = load("sokoban/pack/05-two-boxes-can-be-lost-together")
    last = explain_solution(level, level.expand()).chapters[-1]
    assert last.not_yet is None or last.not_yet.kind != "blocks"


@pytest.mark.parametrize(
    ("name", "plan"),
    [
        ("pacman/orchard", "takes 9 moves, and works."),
        (
            "pacman/passing-place",
            "takes 10 moves. It begins with QL QL QL; then PR is not possible yet: "
            "Q must leave 1:3; nor is QL: P must leave 1:2.",
        ),
        (
            "labyrinth/nine-tiles",
            "takes 5 moves. It begins with E; then U is not possible yet: "
            "the tile on 2:0 must be open at the top.",
        ),
        (
            "pledge/archipelago",
            "takes 16 moves. It begins with F F F R F F F L F F; then L is not possible yet: "
            "the count must be above 0.",
        ),
        (
            "pledge/island",
            "takes 13 moves. It begins with F F F R F F F L F F; then R is not possible yet: "
            "8:1 must be wall.",
        ),
        (
            "psychopath/fill-the-pit",
            "takes 6 moves. It begins with L D L L; then L is not possible yet: "
            "the hole on 1:0 must be filled.",
        ),
        (
            "psychopath/one-way-crates",
            "takes 2 moves. It fails at once: U is not possible yet: "
            "the hole on 0:4 must be filled.",
        ),
        (
            "sokoban/three-in-a-row",
            "takes 8 pushes. It begins with 3:5→3:4→3:3→3:2→3:1; then 2:5→3:5 is a trap "
            "(box 2:3, box 3:1 and box 3:5).",
        ),
    ],
)
def test_the_obvious_plan_and_what_forbids_its_next_move(name, plan):
    level = load(name)
    story = explain_solution(level, level.expand())
    assert tell.plan_in_words(story.obvious).endswith(plan)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("sokoban/three-in-a-row", "4 chapters, 12 pushes, 32 moves"),
        (
            "sokoban/invented/two-corners",
            "2 chapters, 9 pushes, 25 moves (a shortest solution has 23 moves, but 4 chapters)",
        ),
        (
            "psychopath/pack/05-first-walk-leads-away-from-the-goal",
            "3 chapters, 4 pushes, 11 moves (a shortest solution has 9 moves, but 5 pushes)",
        ),
        (
            "pacman/two-gates",
            "5 chapters, 59 moves (a shortest solution has 57 moves, but 6 chapters)",
        ),
    ],
)
def test_the_headline_says_why_the_solution_is_not_a_shortest_one(name, line):
    """The solution of the story has the fewest lines, so it may be longer than the shortest."""
    level = load(name)
    graph = level.expand()
    story = explain_solution(level, graph)
    assert tell.headline(story) == line
    assert story.shortest == moves_to_goal(graph)[0]


@pytest.mark.parametrize("family", ["pacman", "labyrinth", "pledge", "spacewreck", "rushhour"])
def test_a_plan_that_works_is_a_shortest_solution(family):
    """The relaxed problem is solved exactly, so a plan that works has its number of moves."""
    for name in bundled_names(family)[:: 1 if everything() else 3]:
        level = load(name)
        graph = level.expand()
        if graph.goal is None or len(graph) > 20_000:
            continue
        plan, shortest = explain_solution(level, graph).obvious, int(moves_to_goal(graph)[0])
        if plan is None:  # won at the start, or several knights
            continue
        assert plan.left <= shortest, name
        assert (plan.fails is None) == (plan.left == shortest), name
        if plan.fails is not None and plan.fails.kind == "obstacle":
            state = level.puzzle.start
            for label in plan.moves:
                state = dict(level.puzzle.moves(state))[label]
            legal = dict(level.puzzle.moves(state))
            assert all(one["move"] not in legal for one in plan.fails.values["forbidden"]), name


@pytest.mark.parametrize("name", bundled_names("sokoban"))
def test_a_plan_brings_no_two_boxes_to_one_goal(name):
    """A plan that works has the fewest pushes of all solutions."""
    level = load(name)
    graph = level.expand()
    story = explain_solution(level, graph)
    if story.obvious is None:  # no solution, or won at the start
        return
    pushes = int(moves_to_goal(graph.by("walks"))[0])
    assert story.obvious.left <= pushes
    assert (story.obvious.fails is None) == (story.obvious.left == pushes)


def test_what_is_special_without_an_obvious_plan_that_fails():
    """The reason of most trap moves is named, and a level without traps says so."""
    level = load("pledge/straight-home")
    opening = tell.opening(explain_solution(level, level.expand()))
    assert opening[1:] == ["Special: no move is a trap."]
    level = load("sokoban/first-push")
    (special,) = tell.opening(explain_solution(level, level.expand()))[1:]
    assert special == (
        "Special: the main trap is a box on any cell of the top row, the bottom row or the left "
        "column (all 7 trap moves)."
    )
    level = load("sokoban/too-late")
    (fact,) = explain_solution(level, level.expand()).special
    assert fact.values == {
        "reason": "box on any cell of the top row or the bottom row",
        "moves": 142,
        "traps": 146,
    }
    level = load("puzzlescript/two-for-the-third")
    (special,) = tell.opening(explain_solution(level, level.expand()))
    assert special.endswith("crates A and B are spent in chapters 1 and 2.")


def test_a_removed_piece_is_not_untouched():
    level = load("puzzlescript/tumble")
    story = explain_solution(level, level.expand())
    assert story.untouched == ()  # both reds and both blues disappear


def fewest_changes(puzzle, state, last, barred=""):
    """Return the fewest lines to the goal after a move of `last`; `barred` must not move next."""
    costs, heap = {}, [(0, 0, state, last)]
    for k in range(1, 1_000_000):
        cost, _, here, actor = heapq.heappop(heap)
        if puzzle.is_goal(here):
            return cost
        if costs.setdefault((here, actor), cost) < cost:
            continue
        for label, to in puzzle.moves(here):
            if here is state and label[0] == barred:
                continue
            then = cost + (label[0] != actor)
            if costs.get((to, label[0]), then + 1) > then:
                costs[to, label[0]] = then
                heapq.heappush(heap, (then, k * 100 + len(heap), to, label[0]))
    raise AssertionError("no solution")


@pytest.mark.parametrize(
    "name", ["rushhour/low-wall", "rushhour/two-posts", "pacman/invented/four-changes"]
)
def test_more_chapters_are_told_of_the_piece_that_moves_next(name):
    """If the piece of the mistake may move on, the sentence says that another one is next."""
    level = load(name)
    puzzle, chapters = level.puzzle, explain_solution(level, level.expand()).chapters
    found = set()
    for k, one in enumerate(chapters):
        if one.not_yet is None or one.not_yet.kind != "longer":
            continue
        values, state = one.not_yet.values, puzzle.start if k == 0 else chapters[k - 1].state
        best = fewest_changes(puzzle, state, "")
        for label in values["moves"]:
            state = dict(puzzle.moves(state))[label]
        actor = values["moves"][0][0]
        assert 1 + fewest_changes(puzzle, state, actor, barred=actor) - best == values["lines"]
        going_on = 1 + fewest_changes(puzzle, state, actor) - best
        assert values["moves_on"] == (going_on < values["lines"])
        assert (" next, the solution" in tell.mistake(one.not_yet, one.piece)) == values["moves_on"]
        found.add(values["moves_on"])
    assert found


@pytest.mark.parametrize(
    ("name", "told"), [("sokoban/invented/farther-first", 0), ("sokoban/invented/on-the-way", 1)]
)
def test_more_chapters_are_not_told_beside_a_move_that_loses(name, told):
    """The first level has a losing mistake, too. The second level has no worse one."""
    level = load(name)
    lines = tell.summary(explain_solution(level, level.expand()))
    assert sum("the solution has" in line for line in lines) == told


@pytest.mark.parametrize("name", ["pledge/change-places", "pledge/ferry-for-four"])
def test_places_of_chapters_are_those_of_the_boards(name):
    """The routes of a piece join, and a piece that stays for good never moves again."""
    level = load(name)
    story, state, gone = explain_solution(level, level.expand()), level.puzzle.start, set()
    for chapter in story.chapters[:-1]:
        cells = {one: state[one] for one in level.family.walkers(level.puzzle)}
        for label in chapter.moves:
            state = dict(level.puzzle.moves(state))[label]
        moved = {one for one in cells if state[one] != cells[one]}
        show = level.puzzle.variables.kinds["red"].show
        told = [one for fact in chapter.purpose for one in fact.values.get("places", ())]
        assert {one["piece"] for one in told} == moved
        for one in told:
            ends = show(cells[one["piece"]]), show(state[one["piece"]])
            assert (one["start"], one["end"]) == ends
        assert not moved & gone
        gone |= {one["piece"] for one in told if one["stays"]}
    assert gone


@pytest.mark.long
def test_a_box_that_must_go_the_wrong_way_first_turns_back():
    level, story = story_of("sokoban", BACK)
    (chapter,) = story.chapters
    assert "".join(chapter.moves).endswith("UUUU")
    kinds = {fact.kind: fact.values for fact in chapter.purpose}
    assert kinds["turns_back"] == {"places": ["5:2"]}
    assert any("turns back at 5:2" in line for line in tell.words(level, story))
    assert title(story) == "A box turns back"
    _, direct = story_of("sokoban", HOME)
    assert "turns_back" not in {fact.kind for one in direct.chapters for fact in one.purpose}


def test_several_players_of_a_game_have_chapters():
    board = ["########", "#...~..#", "#P*.~.O#", "#P.*~..#", "#...~..#", "########"]
    level, story = story_of("puzzlescript", "\n".join(board))
    assert len(level.puzzle.start["player"]) == 2
    assert story.chapters
    assert len(story.moves) == sum(len(chapter.moves) for chapter in story.chapters)


@pytest.mark.parametrize("family", EXAMPLES)
def test_the_shape_of_a_story_has_the_purposes_and_losing_mistakes_of_its_chapters(family):
    for name in [name for name in bundled_names() if name.startswith(f"{family}/")][:8]:
        level = load(name)
        graph = expand(level.puzzle, max_states=20_000)
        chapters = explain_solution(level, graph).chapters
        entries = shape(level, graph)
        assert len(entries) == len(chapters)
        for (piece, noun, loses, *purposes), chapter in zip(entries, chapters, strict=True):
            assert noun == chapter.noun
            assert purposes == [f.kind for f in chapter.purpose if f.kind not in REMARKS]
            assert not loses or (chapter.not_yet and chapter.not_yet.kind in LOSING)
            first = next(k for k, one in enumerate(chapters) if one.piece == chapter.piece)
            assert piece == entries[first][0] <= first
        assert {entry[0] for entry in entries} == set(range(len({c.piece for c in chapters})))


def test_every_bundled_level_has_a_story_without_repetitions():
    """No mistake occurs twice, and every chapter has a sentence."""
    for name in bundled_names():
        level = load(name)
        graph = level.expand()
        story = explain_solution(level, graph) if len(graph) < 20_000 else None
        if story is None or story.cost is None:
            continue
        text = [line for one in story.chapters for line in tell.sentences(story, one)]
        mistakes = [line for line in text if line.startswith(("Not ", "Do not "))]
        assert len(mistakes) == len(set(mistakes)), name
        assert all(tell.sentences(story, one) for one in story.chapters), name
        assert all(one.purpose for one in story.chapters if one.noun), name
