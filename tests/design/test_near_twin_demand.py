"""The demand ``unlike``: verdicts, level files, and searches."""

import pytest

from stategraph import load
from stategraph.cli import main
from stategraph.design import demand, demands_of, near_twin_demand, verdicts
from stategraph.design.near_twin_demand import references
from stategraph.engines.limits import Limits
from stategraph.errors import InputError, LevelError
from stategraph.expand import expand
from stategraph.invent import maker, wishes
from stategraph.level_files import parse_level, read_level

BOARD = ["######", "#@   #", "# $  #", "#  $.#", "#   .#", "######"]


def text_of(rows, more=""):
    return "puzzle: sokoban\nlevel: |\n" + "".join(f"  {row}\n" for row in rows) + more


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.yaml").write_text(text_of(BOARD))
    mirrored = [row[::-1] for row in BOARD]
    (tmp_path / "mine" / "mirrored.yaml").write_text(text_of(mirrored))
    return tmp_path


def verdict_on(level, *names):
    (verdict,) = verdicts(level, expand(level.puzzle), [demand("unlike", list(names))])
    return verdict


def test_a_mirrored_level_is_a_near_twin_and_another_idea_is_not(folder):
    level = load("mine/a.yaml")
    verdict = verdict_on(level, "sokoban/first-push", "mine/mirrored.yaml")
    assert (verdict.holds, verdict.found) == (False, ["mine/mirrored.yaml"])
    assert verdict_on(level, "sokoban/first-push").holds is True


def test_a_level_is_not_compared_with_itself(folder):
    level = load("mine/a.yaml")
    assert verdict_on(level, "./mine/a.yaml").holds is True
    assert verdict_on(level, "mine").found == ["mine/mirrored.yaml"]


def test_each_level_of_a_folder_is_read_once_and_again_after_a_change(folder, monkeypatch):
    reads = []

    def counted(name):
        reads.append(name)
        return read_level(name)

    monkeypatch.setattr(near_twin_demand, "read_level", counted)
    levels = [load(f"mine/{name}.yaml") for name in ("a", "mirrored")]
    for level in levels:
        assert len(references(["mine"], level)) == 1
    assert reads == ["mine/a.yaml", "mine/mirrored.yaml"]
    (folder / "mine" / "a.yaml").write_text(text_of(BOARD, "title: Changed\n"))
    assert [idea.level.title for idea in references(["mine"], levels[1])] == ["Changed"]
    assert len(reads) == 3


def test_names_stand_for_families_and_their_folders():
    names = [idea.level.name for idea in references(["sokoban/pack", "sokoban/first-push"])]
    assert len(names) == 11
    assert names[0].startswith("sokoban/pack/01-")
    assert names[-1] == "sokoban/first-push"


def test_a_level_of_another_family_is_never_a_near_twin():
    assert verdict_on(load("spacewreck/eight-rooms"), "sokoban/pack").holds is True


def test_an_incomplete_graph_leaves_the_demand_unknown(folder):
    level = load("mine/a.yaml")
    graph = expand(level.puzzle, Limits(states=10))
    (verdict,) = verdicts(level, graph, [demand("unlike", "mine")])
    assert (verdict.holds, verdict.unknown) == (None, ("holds", "found"))


def test_check_reports_the_twin_and_a_missing_level(folder, capsys):
    (folder / "b.yaml").write_text(text_of(BOARD, "demand: {unlike: mine}\n"))
    assert main(["check", "b.yaml"]) == 1
    assert capsys.readouterr().out == (
        "b.yaml: unlike does not hold: near-twin of mine/a.yaml, mine/mirrored.yaml, "
        "demanded mine (b.yaml:9)\n"
    )
    (folder / "b.yaml").write_text(text_of(BOARD, "demand: {unlike: [nowhere.yaml]}\n"))
    assert main(["check", "b.yaml"]) == 2
    assert "b.yaml:9: demand 'unlike'" in capsys.readouterr().err


@pytest.mark.parametrize("value", ["3", "[]", "[1]", "{a: 1}"])
def test_only_names_of_levels_can_be_demanded(value):
    with pytest.raises(LevelError, match="must be a level, or a list of levels"):
        demands_of(parse_level(text_of(BOARD, f"demand: {{unlike: {value}}}\n"), "a.yaml"))


def test_a_missing_or_large_level_is_reported_before_the_search(folder, monkeypatch):
    with pytest.raises(InputError, match=r"nowhere\.yaml"):
        wishes([demand("unlike", "nowhere.yaml")], ("shortest",), "shortest", 1000)
    monkeypatch.setattr(near_twin_demand, "MAX_STATES", 10)
    (folder / "large.yaml").write_text(text_of(BOARD, "title: Not stored before\n"))
    with pytest.raises(InputError, match="more than 10 states"):
        references(["large.yaml"])


def test_a_near_miss_names_its_near_twin():
    level = load("sokoban/first-push")
    made = maker(level)
    assert wishes([], ("pushes",), "pushes", 5_000).look(made, made.like).failed == ""
    asked = wishes([demand("unlike", level.name)], ("pushes",), "pushes", 5_000)
    seen = asked.look(made, made.like)
    assert (seen.failed, seen.short) == ("unlike", 0.5)
    assert seen.miss == "unlike: near-twin of sokoban/first-push"
    repairing = wishes([demand("unlike", level.name)], ("pushes",), "pushes", 5_000, but=level)
    assert repairing.look(made, made.like).failed == ""


@pytest.mark.long
def test_invent_writes_levels_that_meet_the_demand(folder, capsys):
    words = ["invent", "sokoban", "-o", "found", "--size", "6x6", "--elements", "box=2,goal=2"]
    words += ["--want", "unlike: [mine, sokoban/invented]", "--evaluations", "192"]
    assert main([*words, "--across", "pushes"]) == 0
    capsys.readouterr()
    assert main(["check", "found"]) == 0
    assert "2 demands met" in capsys.readouterr().out
