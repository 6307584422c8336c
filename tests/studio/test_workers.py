"""The processes behind the pages of a studio."""

from __future__ import annotations

import os
import signal
from unittest.mock import Mock

import pytest

workers = pytest.importorskip("stategraph.studio.workers")


def test_what_is_closed_starts_no_process(monkeypatch):
    """A process that starts after the end would keep the studio from ending."""
    monkeypatch.setattr(workers, "Worker", Mock)
    sessions = workers.Sessions(5)
    session = sessions.of("a page")
    pair = session.workers("solve")
    sessions.close()
    with pytest.raises(workers.Superseded):
        sessions.of("another")
    with pytest.raises(workers.Superseded):
        session.workers("weigh")
    with pytest.raises(workers.Superseded):
        pair.ask_latest("solve")


def test_the_first_page_gets_the_processes_that_started_before_it(monkeypatch):
    monkeypatch.setattr(workers, "Worker", Mock)
    sessions = workers.Sessions(5)
    sessions.prepare()
    prepared = sessions._spare
    assert sessions.of("a page") is prepared
    sessions.prepare()
    assert sessions._spare is None
    sessions.close()
    sessions.prepare()
    assert sessions._spare is None


LEVEL = """puzzle: psychopath
level: |
  2 1
  0
  ue
"""


@pytest.mark.skipif(os.name == "nt", reason="no signals")
def test_processes_that_are_killed_from_outside_are_replaced():
    pair = workers.WorkerPair(60)
    try:
        solved = pair.ask_latest("solve", text=LEVEL, file="one.yaml")
        assert solved["numbers"]["shortest"] == 1
        for worker in (pair._at_work, pair._waiting):
            os.kill(worker._process.pid, signal.SIGKILL)
            worker._process.join()
        assert pair.ask_current("look", level=solved["level"], node=0)["stale"]
        again = pair.ask_latest("solve", text=LEVEL, file="one.yaml")
        assert again == solved
    finally:
        pair.close()
