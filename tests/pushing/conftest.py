"""Each test of the solver fails if a kernel runs as plain Python because it was not compiled."""

from __future__ import annotations

import logging

import pytest

from stategraph.machine.python_backend import SLOWER


@pytest.fixture(autouse=True)
def _compiled(caplog):
    """Fail if a kernel could not be compiled for the arguments of its calls.

    The answers would be the same, but a search would visit about a hundredth of the states.
    """
    caplog.set_level(logging.INFO, logger="stategraph.machine.kernel")
    yield
    logged = [*caplog.get_records("setup"), *caplog.get_records("call")]
    reasons = [record.getMessage() for record in logged if record.msg == SLOWER]
    assert not reasons
