"""Each metric of `check` and `list` is a word that `explain` knows."""

import pytest

from stategraph.design import PLAYER_METRICS
from stategraph.tell import glossary


@pytest.mark.parametrize("name", PLAYER_METRICS)
def test_a_metric_in_the_players_units_is_explained(name):
    metric, terms = glossary.find(name)
    assert metric or any(term.text for term in terms)
