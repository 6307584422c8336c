"""Small levels of every kind, made for the tests, have the answers that are known of them."""

from __future__ import annotations

import known
import pytest

from stategraph import level_files, load
from stategraph.expand import expand
from stategraph.metrics import summary

FILES = [path for family in level_files.family_names() for path in known.files(family)]


@pytest.mark.usefixtures("any_engine")
@pytest.mark.parametrize("path", FILES, ids=known.name)
def test_every_number_is_as_expected(path):
    level = load(str(path))
    record = summary(expand(level.puzzle))
    assert {"states", "moves", "shortest", "dead_states", "max_depth"} <= set(level.expect)
    assert {name: record[name] for name in level.expect} == level.expect
