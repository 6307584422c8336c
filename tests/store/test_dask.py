"""Workers of a scheduler in this process: what `stategraph.store.cluster` asks of them."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from stategraph import store
from stategraph.errors import InputError
from stategraph.load import load
from stategraph.store import cluster, expansion_tasks, manifest, numbering

dask = pytest.importorskip("dask", reason="workers need stategraph[cluster]")
distributed = pytest.importorskip("distributed", reason="workers need stategraph[cluster]")

# The bytes that each worker may hold.
LIMITS = 3_000, 2_001

SCHEDULER = {
    "cls": distributed.Scheduler,
    "options": {"protocol": "inproc://", "dashboard_address": ":0"},
}


@pytest.fixture(scope="module")
def scheduler():
    """Provide a scheduler in this process, with two workers that may hold few bytes."""
    workers = {
        k: {"cls": distributed.Worker, "options": {"nthreads": 1, "memory_limit": limit}}
        for k, limit in enumerate(LIMITS)
    }
    never = {f"distributed.worker.memory.{do}": False for do in ("target", "spill", "pause")}
    with (
        dask.config.set(never),
        distributed.SpecCluster(workers=workers, scheduler=SCHEDULER, silence_logs=50) as made,
    ):
        yield made


@pytest.fixture
def pool(scheduler):
    with distributed.Client(scheduler) as client:
        yield cluster.Dask(client)


def test_the_memory_of_each_worker_is_three_quarters_of_the_least_limit(scheduler):
    with cluster.remote(scheduler.scheduler_address) as pool:
        assert (pool.workers, pool.memory, pool.remote) == (2, 1500, True)
        assert pool.ready()
        assert len(pool.about()) == 2


def test_each_call_has_its_result_and_is_counted_once(pool):
    ended = []
    found = pool.run(pow, [(k, 2) for k in range(7)], lambda: ended.append(1))
    assert found == [k * k for k in range(7)]
    assert len(ended) == 7
    assert pool.run(pow, [], ended.clear) == []
    assert pool.run(divmod, [(0, 1)], ended.clear) == [(0, 0)]


def test_calls_go_to_the_workers_in_turn(pool):
    def whose(_):
        time.sleep(0.05)  # so that none is done before the others are given out
        return distributed.get_worker().address

    names = sorted(pool.about())
    assert pool.run(whose, [(k,) for k in range(2)], lambda: None) == names


def test_the_error_of_a_task_is_raised(pool):
    with pytest.raises(ZeroDivisionError):
        pool.run(divmod, [(1, 1), (1, 0)], lambda: None)
    assert pool.run(divmod, [(1, 1)], lambda: None) == [(1, 0)]


def killing():
    """Fail as a task does whose workers were killed."""
    raise distributed.scheduler.KilledWorker("task", SimpleNamespace(address="here"), 3)


def test_workers_that_are_killed_again_and_again_are_told(pool):
    with pytest.raises(OSError, match="the workers are killed again and again"):
        pool.run(killing, [()], lambda: None)


def slow(folder):
    """Note in a folder that the task began; last longer than a look."""
    Path(folder, str(time.monotonic_ns())).touch()
    time.sleep(0.3)
    return 5


def test_a_task_longer_than_a_look_is_waited_for(pool, monkeypatch, tmp_path):
    monkeypatch.setattr(cluster, "SECONDS_PER_LOOK", 0.05)
    assert pool.run(slow, [(tmp_path,)], lambda: None) == [5]
    assert len(list(tmp_path.iterdir())) == 1


def test_calls_are_given_out_again_when_a_worker_has_gone(pool, monkeypatch, tmp_path):
    monkeypatch.setattr(cluster, "SECONDS_PER_LOOK", 0.05)
    about, names = pool.about, iter([["another"]])
    monkeypatch.setattr(pool, "about", lambda: dict.fromkeys(next(names, None) or about()))
    assert pool.run(slow, [(tmp_path,)], lambda: None) == [5]
    assert len(list(tmp_path.iterdir())) == 1  # it waits for the worker that has gone


@pytest.fixture
def place(tmp_path):
    store.fill(tmp_path / "s", load("spacewreck/eight-rooms"), engine="native")
    (tmp_path / "made").mkdir()
    told = manifest.read(tmp_path / "s")
    made = numbering.place_of(tmp_path / "s", told, cluster.Dask(None), str(tmp_path / "made"))
    yield made
    expansion_tasks._rules(made.folder, made.level)[1].loops.drop()  # compiled, but never run


class Answers:
    """A client whose workers give prepared answers."""

    def __init__(self, **answers):
        self.answers = answers

    def run(self, task, place, on_error):
        ours = task(place)
        return {name: ours if it is True else it for name, it in self.answers.items()}


def test_workers_must_have_the_rules_of_this_process(place):
    cluster.Dask(Answers(a=True, b=True)).greet(place)
    with pytest.raises(InputError, match="worker b has another version of the rules"):
        cluster.Dask(Answers(a=True, b="other", c="third")).greet(place)
    with pytest.raises(InputError, match="worker a: it is blind"):
        cluster.Dask(Answers(b="other", a=InputError("it is blind"))).greet(place)
    with pytest.raises(InputError, match="worker b has another"):
        cluster.Dask(Answers(b="other", c=InputError("it is blind"))).greet(place)


def test_workers_that_do_not_see_the_folder_are_told_apart(place):
    assert cluster.Dask(Answers(a=True, b=True)).greet(place)
    assert not cluster.Dask(Answers(a=True, b=None)).greet(place)
    Path(place.exchange).rmdir()
    assert expansion_tasks.greet(place) is None


def test_a_scheduler_without_workers_is_refused():
    with distributed.SpecCluster(workers={}, scheduler=SCHEDULER, silence_logs=50) as made:
        with pytest.raises(InputError, match="its scheduler has no workers"):
            with cluster.remote(made.scheduler_address):
                pass
