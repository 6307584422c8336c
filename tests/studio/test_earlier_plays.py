"""Plays of earlier versions of a level, replayed on their version and on the current one."""

from __future__ import annotations

from stategraph.expand import expand
from stategraph.level_files import parse_level
from stategraph.players import level_key
from stategraph.players.recorded_plays import Play
from stategraph.studio.earlier_plays import MAX_PLAYS, earlier_plays

ROOM = """puzzle: sokoban
level: |
  #######
  #     #
  # @$ .#
  #     #
  #######
"""


def test_a_play_is_judged_by_its_own_version_and_tried_in_the_other():
    old = parse_level(ROOM, "room.yaml")
    new_text = ROOM.replace("$ .", "$. ")
    new = parse_level(new_text, "room.yaml")
    key = level_key(old)
    plays = [
        Play("a:1", key, "", ("R", "R")),  # wins in the old version; one move wins in the new one
        Play("a:2", key, "", ("U", "L", "L")),  # two moves to the left are blocked in both
        Play("a:3", key, "", "UR"),
        Play("a:4", level_key(new), "", ("R",)),
        Play("a:5", "no such level", "", ("R",)),
    ]
    versions = [("new", new_text), ("broken", "puzzle: sokoban\nlevel: |\n  #\n"), ("old", ROOM)]
    (found,) = earlier_plays(new, expand(new.puzzle), plays, versions)
    counts = {name: found[name] for name in ("version", "plays", "won", "play_on", "win_here")}
    assert counts == {"version": "old", "plays": 3, "won": 1, "play_on": 2, "win_here": 1}
    assert [ghost["fails"] for ghost in found["ghosts"]] == [0, 3, 0]
    assert [ghost["moves"] for ghost in found["ghosts"]][2] == ["U", "R"]
    many = plays[:1] * (MAX_PLAYS + 5)
    (found,) = earlier_plays(new, expand(new.puzzle), many, versions)
    assert found["plays"] == MAX_PLAYS + 5 and len(found["ghosts"]) == MAX_PLAYS
    assert earlier_plays(new, expand(new.puzzle), plays, versions[:2]) == []
