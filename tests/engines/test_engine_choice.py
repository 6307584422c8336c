"""Handover to compiled rules: plain Python runs until then, and the result is the same."""

from __future__ import annotations

import hashlib
import logging
import os
import time

import pytest
from compilers import FAILING, HANGING, compiler, left
from effort import sampled
from toys import counter

from stategraph import load
from stategraph.engines import engine_choice
from stategraph.engines.limits import Budget, Limits
from stategraph.errors import TraceError
from stategraph.expand import expand
from stategraph.machine import backends, c_compiler, cache
from stategraph.search.solve import solve

pytestmark = pytest.mark.skipif(os.name != "posix", reason="compilers are shell scripts")

LEVEL = "psychopath/notebook-5"


@pytest.fixture
def away(tmp_path, monkeypatch):
    """Keep machine code in a separate folder, and hand over at once."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(backends, "_LOADED", {})
    monkeypatch.setattr(c_compiler.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(engine_choice, "HAND_OVER_STATES", 2)
    monkeypatch.setattr(engine_choice, "WORTH_COMPILING", {"cc": 4})
    return tmp_path


@pytest.fixture
def children(monkeypatch):
    """Return the compilers that are started, as long as the test runs."""
    found = []

    class Watched(backends.Compilation):
        def __init__(self, *args):
            super().__init__(*args)
            found.append(self._child)

    monkeypatch.setattr(backends, "Compilation", Watched)
    return found


def digest(graph) -> str:
    arrays = graph.offsets, graph.targets, graph.labels, graph.states
    names = repr(graph.label_names).encode()
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays) + names).hexdigest()


@pytest.mark.skipif(backends.backend() != "cc", reason="no C compiler")
@pytest.mark.parametrize("turns", [0, 1, 3])
def test_whenever_it_is_handed_over_the_graph_is_the_same(away, monkeypatch, turns):
    puzzle = load(LEVEL).puzzle
    expected = digest(expand(puzzle, engine="direct"))
    monkeypatch.setattr("stategraph.engines.direct.STATES_PER_CHECK", 8)
    answers = iter([False] * turns)
    monkeypatch.setattr(backends.CLoops, "ready", lambda self: next(answers, True))
    handed = []
    native = engine_choice.Expansion.native
    monkeypatch.setattr(
        engine_choice.Expansion, "native", lambda self: (handed.append(self), native(self))[1]
    )
    assert digest(expand(puzzle)) == expected
    assert len(handed) == 1


def test_an_expansion_that_ends_first_drops_the_compiler(away, monkeypatch, children):
    monkeypatch.setenv("CC", compiler(away, HANGING))
    puzzle = load(LEVEL).puzzle
    began = time.monotonic()
    graph = expand(puzzle)
    assert time.monotonic() - began < 30
    assert digest(graph) == digest(expand(puzzle, engine="direct"))
    assert [left(child.pid) for child in children] == [[]]
    assert sorted(path.name for path in away.iterdir()) == ["cache", "my-cc"]


def test_whoever_stops_an_expansion_stops_the_compiler(away, monkeypatch, children):
    monkeypatch.setenv("CC", compiler(away, HANGING))

    def interrupt(states, moves):
        if children:
            raise KeyboardInterrupt

    monkeypatch.setattr("stategraph.engines.direct.STATES_PER_CHECK", 8)
    with pytest.raises(KeyboardInterrupt):
        expand(load(LEVEL).puzzle, progress=interrupt)
    assert [left(child.pid) for child in children] == [[]]
    assert sorted(path.name for path in away.iterdir()) == ["cache", "my-cc"]


def test_a_compiler_that_fails_is_told_once_and_plain_python_goes_on(away, monkeypatch, caplog):
    monkeypatch.setenv("CC", compiler(away, FAILING))
    monkeypatch.setattr("stategraph.engines.direct.STATES_PER_CHECK", 8)
    monkeypatch.setattr(backends.CLoops, "ready", backends.CLoops.wait)
    puzzle = load(LEVEL).puzzle
    with caplog.at_level(logging.INFO, "stategraph"):
        graph = expand(puzzle)
    assert graph.complete
    assert digest(graph) == digest(expand(puzzle, engine="direct"))
    said = [line for line in caplog.messages if line.startswith("runs as")]
    assert said == [
        "runs as plain Python, several times slower on large levels: the C compiler "
        f"{away / 'my-cc'} (named by CC) ended with 1: loops.c: error: no such thing; "
        "set CC to one that works, or unset it"
    ]


# where the deadline's exception lands in a callback of a weak reference, Python ignores it once
@pytest.mark.long
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("search", sampled(["astar", "ida"]))
def test_a_search_waits_for_the_compiler_no_longer_than_it_may(away, monkeypatch, children, search):
    monkeypatch.setenv("CC", compiler(away, HANGING))
    level = load("psychopath/warehouse")
    began = time.monotonic()
    found = solve(level, search, limits=Limits(seconds=1), engine="native")
    assert time.monotonic() - began < 10
    assert "1 second" in found.why
    assert [left(child.pid) for child in children] == [[]]


def test_a_compiler_counts_among_the_memory(away, monkeypatch, children):
    monkeypatch.setenv("CC", compiler(away, HANGING))
    monkeypatch.setattr("stategraph.engines.direct.STATES_PER_CHECK", 8)
    monkeypatch.setattr("stategraph.engines.limits.held_memory", lambda: 0)
    graph = expand(load(LEVEL).puzzle, Limits(memory=engine_choice.COMPILER_BYTES + 1))
    assert "memory" in graph.stopped  # the remaining bytes hold only the first states
    assert (len(children), graph.expanded > 0) == (1, True)


@pytest.mark.parametrize("engine", ["auto", "native"])
def test_no_compiler_is_begun_that_has_no_room(away, monkeypatch, children, engine):
    monkeypatch.setenv("CC", compiler(away, HANGING))
    monkeypatch.setattr("stategraph.engines.limits.held_memory", lambda: 0)
    puzzle = load(LEVEL).puzzle
    graph = expand(puzzle, Limits(memory=engine_choice.COMPILER_BYTES - 1), engine=engine)
    assert digest(graph) == digest(expand(puzzle, engine="direct"))
    assert children == []


def test_a_compiler_that_is_given_up_counts_no_more(away):
    budget = Budget(Limits())
    runner = engine_choice.TieredRunner(load(LEVEL).puzzle, "auto", 2, budget)
    with pytest.raises(KeyError), runner._reserved(1000) as fits:
        assert fits and budget.beside == 1000
        raise KeyError
    assert budget.beside == 0


class Endless:
    """A job that Python ends only if it has no pause, and whose rules cannot be compiled."""

    recovers = True

    def __init__(self, goes_on):
        self.goes_on, self.pauses = goes_on, []

    def plain(self, pause, ready=None):
        self.pauses.append(pause)
        return "done" if pause is None else None

    def loops(self):
        raise TraceError("no")


@pytest.mark.parametrize(
    ("own", "goes_on", "seconds", "pauses"),
    [
        (False, True, 0.5, [1000]),
        (True, True, 500.0, [4, 8, 16, 32, 64, 100]),
        (True, True, -1.0, [4]),
        (True, False, 500.0, [100]),
    ],
    ids=["usual rules", "slow rules", "very slow rules", "a job that cannot continue"],
)
def test_slow_rules_are_looked_at_often(monkeypatch, own, goes_on, seconds, pauses):
    monkeypatch.setattr(engine_choice, "OWN_SECONDS", seconds)
    puzzle, job = counter(), Endless(goes_on)
    puzzle.own_moves = object() if own else None
    assert engine_choice.TieredRunner(puzzle, "auto", 1000, Budget(Limits())).run(job) == "done"
    assert job.pauses == [*pauses, None]
