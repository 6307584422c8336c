"""The processes behind the pages of a studio."""

from __future__ import annotations

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
