"""The bundled levels that were found by search: what their files state, and how they differ."""

from __future__ import annotations

import pytest
from effort import sampled

from stategraph import load
from stategraph.design.demand_checks import verdicts
from stategraph.design.demands import demands_of
from stategraph.design.removal_trials import Trials
from stategraph.expand import expand
from stategraph.invent.lessons import lessons_of
from stategraph.level_files import family_names
from stategraph.level_files.families import INVENTED, PACK, bundled, bundled_names, bundled_path
from stategraph.load import collect
from stategraph.metrics import summary

FAMILIES = [name for name in family_names() if bundled(name, INVENTED)]
LEVELS = [level for name in FAMILIES for level in collect([f"{name}/{INVENTED}"])]
PACKS = [name for name in family_names() if bundled(name, PACK)]
PACKED = [level for name in PACKS for level in collect([f"{name}/{PACK}"])]


@pytest.mark.parametrize("name", sampled(LEVELS + PACKED, 8))
def test_an_invented_level_gives_what_it_states_and_meets_its_demands(name):
    level = load(name)
    graph = expand(level.puzzle, engine="direct")
    record = summary(graph)
    assert {key: record[key] for key in level.expect} == dict(level.expect)
    assert {"states", "shortest", "first_solution"} <= set(level.expect)

    def tried():
        return Trials(level.family, level.puzzle, graph=graph, workers=1)

    assert all(one.holds for one in verdicts(level, graph, demands_of(level), tried))
    assert level.text.startswith("#") and f"stategraph invent {level.family.name} " in level.text


@pytest.mark.parametrize("name", FAMILIES)
def test_invented_levels_differ(name):
    levels = [load(level) for level in LEVELS if level.startswith(f"{name}/")]
    assert len(levels) >= 8
    assert len({level.expect["shortest"] for level in levels}) >= 4
    assert len({level.title for level in levels}) == len(levels)
    assert all(level.title for level in levels)
    sizes = {
        (level.expect["states"], level.expect["moves"], level.expect["shortest"])
        for level in levels
    }
    assert len(sizes) == len(levels)  # no two play the same


@pytest.mark.parametrize("name", sampled(PACKS))
def test_a_bundled_pack_teaches_in_order(name):
    levels = [load(level) for level in PACKED if level.startswith(f"{name}/")]
    assert len(levels) >= 10
    found = [lessons_of(level, expand(level.puzzle)) for level in levels]
    assert [one.difficulty for one in found] == sorted(one.difficulty for one in found)
    assert len({one.shape for one in found}) == len(found)
    known: set[str] = set()
    for place, (level, one) in enumerate(zip(levels, found, strict=True), 1):
        new = [lesson for lesson in one.taught if lesson not in known]
        assert level.title.startswith(f"{place}. ") and level.expect["states"] < 3_000
        assert all(lesson.lower() in level.title.lower() for lesson in new[:2])
        known |= set(new)
    assert len(known) >= 5


@pytest.mark.parametrize("name", [LEVELS[0], PACKED[0]])
def test_an_invented_level_is_found_by_its_name(name):
    assert bundled_path(name).stem == name.rpartition("/")[2]
    assert name in bundled_names() and name in bundled_names(name.partition("/")[0])
    family, folder, stem = name.split("/")
    assert bundled_path(f"{family}/no-such/{stem}") is None
    assert bundled_path(f"{family}//{stem}") is None
    assert not any(f"/{folder}/" in each for each in collect(FAMILIES))
