"""Workers that do not see the store's folder write the same store."""

from __future__ import annotations

import functools
import os
import subprocess
import sys

import pytest
from effort import sampled
from here import Here
from stores import LEVEL, content, filled

from stategraph import store
from stategraph.errors import InputError
from stategraph.store import cluster, expansion_tasks, file_transfer


class Apart(Here):
    """Workers in this process, each with its own folder and its own arrays."""

    def __init__(self, folder, monkeypatch, workers=2):
        super().__init__(workers)
        self.homes = [folder / f"worker-{k}" for k in range(workers)]
        self.arrays = [{} for _ in range(workers)]
        self._patch = monkeypatch.setattr

    def greet(self, place):
        return False

    def run(self, task, calls, done):
        results = []
        for k, call in enumerate(calls):
            home, arrays = self.homes[k % self.workers], self.arrays[k % self.workers]
            self._patch(file_transfer, "_private", lambda home=home: home)
            self._patch(expansion_tasks, "_workers", arrays)
            self.ran.append(task.__name__ if task is not file_transfer.run else call[0].__name__)
            results.append(task(*call))
            done()
        return results

    def lose(self, k):
        """Replace a worker by a new one."""
        self.arrays[k].clear()
        del file_transfer._homes[self.homes[k]]


@pytest.fixture(autouse=True)
def rules_of_every_worker(monkeypatch):
    """Let the driver and the workers of this process keep their rules."""
    every = functools.cache(expansion_tasks._rules.__wrapped__)
    monkeypatch.setattr(expansion_tasks, "_rules", every)


@pytest.mark.parametrize("name", [LEVEL, "spacewreck/forty-five-rooms", "labyrinth/turnstile"])
@pytest.mark.parametrize("workers", sampled([1, 3]))
def test_the_bytes_are_those_of_one_process(tmp_path, shared, name, workers):
    pool = Apart(tmp_path, shared, workers)
    assert filled(tmp_path / "s", name, pool=pool) == filled(tmp_path / "one", name)
    assert pool.ran[:workers] == ["begin"] * workers
    assert pool.ran.count("settle") == pool.ran.count("moves") > 3 * workers


@pytest.mark.long
@pytest.mark.parametrize("task", ["moves", "sift", "number", "settle"])
def test_a_new_worker_learns_all_states(tmp_path, shared, task):
    pool, run = Apart(tmp_path, shared), Apart.run

    def losing(calls_of, calls, done):
        name = calls[0][0].__name__ if calls_of is file_transfer.run else ""
        if name == task and pool.ran.count(task) == 6:
            pool.lose(1)
        return run(pool, calls_of, calls, done)

    pool.run = losing
    assert filled(tmp_path / "s", pool=pool) == filled(tmp_path / "one")
    assert pool.ran.count("begin") == 4


def test_workers_need_the_same_rules(tmp_path, shared):
    digests = iter("abc")
    shared.setattr(expansion_tasks, "digest_of_rules", lambda *_: next(digests))
    with pytest.raises(InputError, match="a worker has another version of the rules"):
        filled(tmp_path / "s", pool=Apart(tmp_path, shared))


def test_one_process_computes_the_distances(tmp_path, shared):
    pool = Apart(tmp_path, shared)
    for name, its in (("s", pool), ("one", None)):
        filled(tmp_path / name)
        store.keep_distances(tmp_path / name, its)
    assert content(tmp_path / "s") == content(tmp_path / "one")
    assert not pool.ran


# ----------------------------------------------------------------- processes without a shared disk

SCHEDULER = """
if __name__ == "__main__":
    import time
    from distributed import LocalCluster
    how = dict(host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50)
    cluster = LocalCluster(n_workers=0, **how)
    print(cluster.scheduler_address, flush=True)
    time.sleep(10_000)
"""

# Runs a command with an empty disk in place of a folder.
WITHOUT = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
           'mount -t tmpfs tmpfs "$0" && exec "$@"']  # fmt: skip


def _worker(hidden, address, folder):
    words = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-nanny"]
    limits = ["--nthreads", "1", "--memory-limit", "1GB", "--no-dashboard"]
    words = [*WITHOUT, hidden, *words, *limits, "--local-directory", folder]
    return subprocess.Popen(words, stderr=subprocess.DEVNULL)


@pytest.mark.long
def test_two_processes_that_share_no_disk_write_the_store(tmp_path, shared):
    Client = pytest.importorskip("distributed", reason="workers need stategraph[cluster]").Client
    hidden, script = tmp_path / "hidden", tmp_path / "scheduler.py"
    hidden.mkdir()
    if subprocess.run([*WITHOUT, hidden, "true"], capture_output=True).returncode:
        pytest.skip("this system lets no user mount a disk")
    script.write_text(SCHEDULER)
    whole, folder = filled(tmp_path / "one"), hidden / "s"
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as scheduler:
        address = scheduler.stdout.readline().strip()
        workers = [_worker(hidden, address, tmp_path / f"disk-{k}") for k in range(2)]
        try:
            with Client(address) as client:
                client.wait_for_workers(2, timeout=120)
                seen = client.run(lambda path: os.listdir(path), str(hidden))
                assert list(seen.values()) == [[], []]
            with cluster.remote(address) as pool:
                assert filled(folder, pool=pool) == whole
                homes = pool.client.run(lambda: list(map(str, file_transfer._homes)))
        finally:
            for process in (*workers, scheduler):
                process.kill()
                process.wait()
    assert len({home for (home,) in homes.values()}) == 2
