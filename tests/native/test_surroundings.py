"""Values that outlive a rule are noticed when they change."""

from __future__ import annotations

import numpy as np
import pytest
from toys import one_rule

from stategraph.errors import TraceError
from stategraph.native import surroundings
from stategraph.native.surroundings import Surroundings
from stategraph.native.traced_puzzle import trace


def test_an_attribute_that_code_names_after_its_class_was_visited():
    class Holder:
        met: list[int] = []
        unnamed: list[int] = []

    def rule(s):
        return len(Holder.met) == s.x

    around = Surroundings([Holder, rule])
    Holder.unnamed.append(1)
    assert around.changed() == ""
    Holder.met.append(1)
    assert around.changed() == "list"


@pytest.mark.parametrize("slots", ["n", ("m", "n")])
def test_attributes_in_slots_of_a_class_and_of_its_bases(slots):
    base = type("Base", (), {"__slots__": slots})
    for kind in (base, type("Child", (base,), {"__slots__": ()}), type("Open", (base,), {})):
        value = kind()
        value.n = 1
        around = Surroundings([value])
        assert around.changed() == ""
        value.n = 2
        assert around.changed() == kind.__name__


def test_arrays_and_their_records():
    array = np.zeros(2, "i8,i8")
    for value, name in ((array, "ndarray"), (array[0].copy(), "void")):
        around = Surroundings([value])
        assert around.changed() == ""
        value[1] = 3
        assert around.changed() == name


def test_a_rule_that_reaches_too_many_values_is_refused(monkeypatch):
    pairs = [(k, k) for k in range(50)]

    def rule(s):
        yield "x", s.but(x=len(pairs) % 5)

    trace(one_rule(rule))
    monkeypatch.setattr(surroundings, "MAX_VALUES", 40)
    with pytest.raises(TraceError, match="reaches more than 40 values"):
        trace(one_rule(rule))
