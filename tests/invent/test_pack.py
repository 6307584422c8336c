"""Packs of levels: the order, what each level teaches, and the files."""

import json
from itertools import pairwise

import pytest

from stategraph import load
from stategraph.cli import main
from stategraph.expand import expand
from stategraph.invent.lessons import Lessons, lessons_of
from stategraph.invent.pack import Known, _curve, _title, chosen
from stategraph.level_files import Level
from stategraph.level_files.families import bundled_group
from stategraph.rules import Family, Puzzle

ONE, TWO, THREE = "push", "step aside", "open the way"


def of(difficulty, *taught, shape=None):
    return Lessons(taught, (taught, difficulty) if shape is None else (shape,), difficulty)


def taught(name):
    level = load(name)
    return lessons_of(level, expand(level.puzzle)).taught


def test_first_levels_bring_one_lesson_each_and_later_ones_combine_them():
    candidates = [
        of(40, ONE, TWO, THREE),  # two new lessons at once, until both are known
        of(12, ONE, THREE),
        of(5, ONE, TWO),
        of(0, ONE),
        of(2, ONE),
    ]
    order = chosen(candidates, 4)
    assert [candidates[k].difficulty for k in order] == [0, 5, 12, 40]


def test_the_first_level_has_the_fewest_lessons_among_the_easiest():
    assert chosen([of(0, ONE, TWO), of(0, ONE), of(9, THREE)], 1) == [1]
    assert chosen([of(0, ONE, TWO), of(0, ONE), of(9, THREE)], 2) == [1, 0]


def test_a_level_without_anything_new_is_the_last_resort():
    candidates = [of(0, ONE), of(1, ONE), of(50, ONE, TWO), of(60, ONE)]
    assert chosen(candidates, 2) == [0, 2]
    assert chosen(candidates, 3) == [0, 2, 3]


def test_difficulty_never_falls_and_no_story_comes_twice():
    kinds = (ONE, TWO, THREE)
    candidates = [of(7 * k % 50, *kinds[: 1 + k % 3], shape=k % 9) for k in range(40)]
    order = chosen(candidates, 20)
    hard = [candidates[k].difficulty for k in order]
    assert hard == sorted(hard)
    shapes = [candidates[k].shape for k in order]
    assert len(set(shapes)) == len(shapes) <= 9
    assert chosen(candidates, 20) == order
    assert chosen([], 5) == []


def test_the_allowed_difficulty_rises_from_the_easiest_to_the_hardest_level():
    hardness = [10, 11, 12, 20, 110]
    allowed = [_curve(hardness, share) for share in (0.1, 0.2, 0.5, 0.8, 1)]
    assert allowed == pytest.approx([11, 14, 35, 74, 110])
    crowded = [10, 90, 100, 110]
    assert [_curve(crowded, share) for share in (0.25, 0.5, 0.75)] == [16.25, 90, 100]


def test_chapters_of_a_level_without_a_new_lesson_are_counted():
    assert _title(3, [], [], 1) == "3. Known lessons, in 1 chapter"
    assert _title(3, [], [], 2) == "3. Known lessons, in 2 chapters"


def test_a_level_leaves_room_for_the_others():
    candidates = [of(9, ONE, TWO), of(9, ONE, THREE), of(1, ONE), of(2, ONE), of(3, TWO, ONE)]
    for wanted in (1, 2, 3, 4, 5, 6):
        assert len(chosen(candidates, wanted)) == min(wanted, 5)


def test_a_combination_is_new_if_no_earlier_level_needs_both():
    known = Known()
    known.add(of(0, ONE, TWO))
    known.add(of(0, THREE))
    assert known.new(of(0, TWO, THREE)) == ()
    assert known.together(of(0, TWO, ONE)) == ()
    assert known.together(of(0, THREE, ONE)) == ((THREE, ONE),)


@pytest.mark.parametrize(
    ("name", "lessons"),
    [
        ("sokoban/next-door", {"a box goes home"}),
        ("sokoban/invented/away-first", {"a box steps aside", "two boxes can be lost together"}),
        ("sokoban/invented/side-by-side", {"a box leaves a goal", "a box waits twice"}),
        ("sokoban/invented/on-the-way", {"a box passes a goal", "the wrong order takes longer"}),
        ("psychopath/invented/along-the-wall", {"several blocks can be lost together"}),
        ("spacewreck/invented/two-colours", {"Lucky and Rocket can be lost together"}),
        ("spacewreck/invented/round-the-ring", {"another must be in place first"}),
        ("pacman/invented/make-way", {"another must eat first"}),
        ("puzzlescript/causeway", {"a crate is spent", "a crate can be lost"}),
    ],
)
def test_lessons_of_bundled_levels(name, lessons):
    assert lessons <= set(taught(name))


@pytest.mark.long
@pytest.mark.parametrize(
    "family", ["pacman", "psychopath", "puzzlescript", "sokoban", "spacewreck"]
)
def test_titles_of_bundled_packs_name_what_is_new(family):
    known = Known()
    names = bundled_group(f"{family}/pack")
    assert len(names) == 10
    for place, name in enumerate(names, 1):
        level = load(name)
        lessons = lessons_of(level, expand(level.puzzle))
        new = known.new(lessons)
        together = () if new else known.together(lessons)
        assert level.title == _title(place, new, together, lessons.chapters)
        known.add(lessons)


def test_a_level_without_traps_has_no_reason_for_losing():
    assert not any("lost" in lesson for lesson in taught("puzzlescript/looking-glass"))


def test_a_level_without_a_solution_teaches_nothing():
    level = load("spacewreck/no-way-out")
    assert lessons_of(level, expand(level.puzzle)) is None


# --------------------------------------------------------------------------------- the verb

LINE = ["invent", "spacewreck", "--size", "7", "--evaluations", "256"]


@pytest.mark.long
def test_the_verb_writes_a_pack_that_says_what_is_new(tmp_path, capsys):
    out = tmp_path / "pack"
    assert main([*LINE, "--pack", "4", "-o", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["pack"]
    assert told["wanted"] == len(told["levels"]) == 4 <= told["stories"] <= told["candidates"]
    known: set[str] = set()
    for place, one in enumerate(told["levels"], 1):
        level = load(one["file"])
        graph = expand(level.puzzle)
        assert level.title.startswith(f"{place}. ")
        assert list(lessons_of(level, graph).taught) == one["lessons"]
        assert one["new"] == [lesson for lesson in one["lessons"] if lesson not in known]
        assert not one["new"] or one["new"][0].lower() in level.title.lower()
        assert level.expect["states"] == len(graph)
        known |= set(one["new"])
    hard = [one["difficulty"] for one in told["levels"]]
    assert all(a <= b for a, b in pairwise(hard))
    assert main(["check", str(out)]) == 0


class Steps:
    """A walk to 0, whose states have no variables."""

    def __init__(self, start):
        self.start = start

    def moves(self, state):
        yield from [("down", state - 1)] if state else []

    def is_goal(self, state):
        return state == 0


class Walks(Family):
    """Walks; a mutation lengthens one."""

    name = "walks"

    def read(self, text, options):
        return Steps(int(text))

    def write(self, puzzle, state):
        return str(state)

    def changes(self, puzzle, random):
        return Puzzle.of(Steps(puzzle.start + random.randint(1, 3)))


def test_a_pack_of_a_family_without_variables_is_refused_before_the_search(
    tmp_path, capsys, monkeypatch
):
    level = Level(Walks(), Puzzle.of(Steps(4)), "walks/four", "four.yaml")
    monkeypatch.setattr("stategraph.cli.invent.begun", lambda name, like: level)
    line = ["invent", "walks", "--evaluations", "64", "--across", "shortest"]
    line += ["--want", "shortest: [5, 99]", "--best", "shortest", "-o", str(tmp_path / "pack")]
    monkeypatch.setattr("stategraph.invent.search", lambda *given, **how: pytest.fail("searched"))
    assert main([*line, "--pack", "3"]) == 2
    said = capsys.readouterr()
    assert said.err == (
        "stategraph: --pack: states of walks have no variables, so levels have no stories\n"
    )
    assert (said.out, (tmp_path / "pack").exists()) == ("", False)


def test_a_pack_that_lacks_stories_says_so(tmp_path, capsys):
    assert main([*LINE, "--pack", "99", "-o", str(tmp_path / "pack")]) == 0
    said = capsys.readouterr().out
    assert "99 levels were requested" in said
    assert "spacewreck-01.yaml: 1. " in said and "  new: " in said


@pytest.mark.long
def test_a_pack_is_the_same_for_any_number_of_processes(tmp_path, capsys):
    texts = []
    for jobs in ("1", "2"):
        out = tmp_path / jobs
        assert main([*LINE, "--pack", "4", "--jobs", jobs, "-o", str(out)]) == 0
        texts.append([file.read_bytes() for file in sorted(out.glob("*.yaml"))])
    assert texts[0] == texts[1] and len(texts[0]) == 4


def test_levels_are_written_without_a_pack_if_the_time_is_over(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("stategraph.invent.pack.candidate", lambda delivered: None)
    out = tmp_path / "pack"
    assert main([*LINE, "--pack", "4", "-o", str(out)]) == 0
    said = capsys.readouterr()
    assert "no pack: " in said.err and "levels found among" in said.out
    assert len(list(out.glob("*.yaml"))) > 4
