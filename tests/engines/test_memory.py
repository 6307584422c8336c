"""The memory of the process and of the machine, as Linux reports it."""

from __future__ import annotations

import os

import pytest

from stategraph.engines import limits, memory
from stategraph.engines.limits import Budget, Limits, Reason, Stop

resource = pytest.importorskip("resource")

PAGE = os.sysconf("SC_PAGE_SIZE")


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Describe a process of 1,000 pages, 300 of them held, on a machine with 4 MiB left."""
    (tmp_path / "statm").write_text("1000 300 100 1 0 2 0\n")
    (tmp_path / "meminfo").write_text("MemTotal: 9000 kB\nMemAvailable:    4096 kB\n")
    monkeypatch.setattr(memory, "_PROCESS", tmp_path / "statm")
    monkeypatch.setattr(memory, "_MACHINE", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "_GROUP", tmp_path)
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    monkeypatch.setattr(resource, "getrlimit", lambda which: unlimited)
    return tmp_path


@pytest.mark.usefixtures("machine")
def test_mapped_files_are_not_the_process_s_own():
    assert (memory.held_memory(), memory.own_memory()) == (300 * PAGE, 200 * PAGE)


@pytest.mark.usefixtures("machine")
def test_free_is_what_the_machine_has_left():
    assert memory.free_memory() == 4 << 20


def test_free_is_what_the_container_has_left(machine):
    (machine / "memory.max").write_text("3000000\n")
    (machine / "memory.current").write_text("1000000\n")
    assert memory.free_memory() == 2_000_000
    (machine / "memory.current").write_text("3000001\n")
    assert memory.free_memory() == 0
    (machine / "memory.max").write_text("max\n")
    assert memory.free_memory() == 4 << 20


@pytest.mark.usefixtures("machine")
def test_free_is_what_the_address_space_has_left(monkeypatch):
    monkeypatch.setattr(resource, "getrlimit", lambda which: (1007 * PAGE, 2000 * PAGE))
    assert memory.free_memory() == 7 * PAGE


def test_an_expansion_leaves_a_quarter_of_the_free_memory(monkeypatch):
    free = [1000]
    monkeypatch.setattr(limits, "free_memory", lambda: free[0])
    budget = Budget(Limits(), needed=(1, 1))
    stops = [budget.exhausted(10, 20) for _ in range(64)]
    assert stops == [None] * 64
    free[0] = 280
    assert [budget.exhausted(10, 20) for _ in range(16)][-1] is None
    free[0] = 279
    assert [budget.exhausted(10, 20) for _ in range(16)][-1] == Stop(Reason.FREE_MEMORY)


def test_no_memory_is_spare_above_the_limit():
    budget = Budget(Limits(memory=100), held_bytes=lambda: 200)
    assert budget.spare_memory() == 0
    assert budget.lacks(0) is None


def test_seconds_end_some_time_after_their_start():
    assert [Limits().until, Limits(seconds=5).until, Limits(since=3.0).until] == [None] * 3
    assert Limits(seconds=5, since=3.0).until == 8.0


def test_numbers_of_states_fit_into_the_arrays_of_a_graph():
    assert limits.MAX_NODES == 2**31 - 1
    assert Budget(Limits(states=2**40)).most_states == limits.MAX_NODES
