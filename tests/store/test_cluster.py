"""Workers write the same store as one process, even if some of them are killed."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import killed
import levels
import numpy as np
import psutil
import pytest
from effort import sampled
from here import Here
from stores import LEVEL, content, filled

from stategraph import store
from stategraph.engines.limits import Limits
from stategraph.errors import InputError, OutputError
from stategraph.load import load
from stategraph.native import state_table
from stategraph.store import (
    arrays,
    cluster,
    expansion_tasks,
    manifest,
    numbering,
    owned_states,
    processes,
)

# One of each family whose states have a few words, several levels, a goal or none.
LEVELS = [
    LEVEL, "spacewreck/forty-five-rooms", "labyrinth/turnstile", "pacman/long-wait",
    "pledge/sliding-gate", "sokoban/long-way-round", "puzzlescript/tumble",
]  # fmt: skip


# ----------------------------------------------------------------------------------- the same bytes


@pytest.mark.parametrize("name", sampled(LEVELS))
def test_the_bytes_are_those_of_one_process(tmp_path, shared, name):
    shared.setattr(numbering, "MAX_SHARE_STATES", 300)
    pool = Here(3, times=2)
    assert filled(tmp_path / "s", name, pool=pool) == filled(tmp_path / "one", name)
    assert set(pool.ran) == {"moves", "sift", "number", "settle", "checksums", "forget"}


@pytest.mark.long
def test_states_of_seven_words_are_owned_too(tmp_path, shared):
    shared.setattr(numbering, "MAX_SHARE_STATES", 200)
    board, limits, pool = tmp_path / "board.txt", Limits(states=3000), Here(3)
    board.write_text("\n".join(levels.WIDE["psychopath"][0]) + "\n")
    level = load(str(board), "psychopath")
    assert level.puzzle.variables.width == 7
    store.fill(tmp_path / "s", level, limits, engine="native", pool=pool)
    store.fill(tmp_path / "one", level, limits, engine="native")
    assert content(tmp_path / "s") == content(tmp_path / "one")
    assert pool.ran


class Elsewhere(Here):
    """Workers that may be on other machines, so that owners copy their states."""

    remote = True


@pytest.mark.parametrize("workers", [Here, Elsewhere])
@pytest.mark.parametrize("dense_from", [1, 1000, None])
def test_owners_with_either_index_give_the_same_numbers(tmp_path, shared, workers, dense_from):
    """An index is dense from the beginning, becomes dense, or stays hashed and grows."""
    shared.setattr(
        owned_states, "has_few_slots", lambda bits, states: states >= (dense_from or sys.maxsize)
    )
    shared.setattr(owned_states, "FIRST_SLOTS", 16)
    shared.setattr(state_table, "FIRST_STATES", 16)
    shared.setattr(arrays, "GROWTH_BYTES", 64)  # the mapped file grows in each block
    shared.setattr(owned_states, "STATES_PER_READ", 100)
    shared.setattr(numbering, "MAX_SHARE_STATES", 300)
    shared.setattr(numbering, "REMOTE_FACTOR", 1)
    name, owners = "pacman/long-wait", []
    settle = owned_states.OwnedStates.settle
    shared.setattr(
        owned_states.OwnedStates,
        "settle",
        lambda self, *args: (owners.append((type(self), self._dense)), settle(self, *args)),
    )
    assert filled(tmp_path / "s", name, pool=workers(3)) == filled(tmp_path / "one", name)
    kind = owned_states.CopiedStates if workers.remote else owned_states.OwnedStates
    dense = {None: {False}, 1: {True}, 1000: {False, True}}[dense_from]
    assert set(owners) == {(kind, is_dense) for is_dense in dense}


def test_workers_return_the_checksums_of_all_parts_in_order(tmp_path, shared):
    shared.setattr(arrays, "PART_ROWS", 10)
    column = arrays.OnDisk(arrays.path_of(tmp_path, "targets"), 75, np.int32)
    column.array[:] = range(75)
    parts = range(1, arrays.parts_of(75))
    sums = numbering._checksums(Here(3), tmp_path, "targets", column.array, parts)
    assert sums == arrays.checksums(column.array, parts)
    assert len(set(sums)) == 7


def test_workers_with_little_memory_expand_smaller_blocks_until_one_process_goes_on(
    tmp_path, shared
):
    shared.setattr(numbering, "MAX_SHARE_STATES", 1000)
    whole, blocks = filled(tmp_path / "one"), {}
    for memory in (1 << 30, 12_000, 1):
        pool = Here(1, memory)
        assert filled(tmp_path / str(memory), pool=pool) == whole
        blocks[memory] = pool.ran.count("moves")
    assert 0 == blocks[1] < blocks[1 << 30]
    states = sum(manifest.read(tmp_path / "one").levels)
    assert not numbering._fits(states, Here(1, 12_000), 1)
    assert numbering._fits(states, Here(2, 1 << 30), 1)


class Late(Here):
    """Workers that are there when they are asked for the third time."""

    asked = 0

    def ready(self, *first):
        self.asked += 1
        return self.asked == 3


def test_one_process_goes_on_until_workers_are_there(tmp_path, shared):
    shared.setattr(numbering, "MAX_SHARE_STATES", 1000)
    pool = Late(memory=1 << 30)
    assert filled(tmp_path / "s", pool=pool) == filled(tmp_path / "one")
    large = sum(
        size >= numbering.MIN_SHARED_STATES for size in manifest.read(tmp_path / "s").levels
    )
    assert pool.ran.count("sift") == pool.workers * (large - 2)
    alone = numbering.MAX_STATES_ALONE
    assert not numbering.use_workers(Late(memory=1 << 30), tmp_path, "", 10**6, alone - 1)
    assert numbering.use_workers(Late(memory=1 << 30), tmp_path, "", 10**6, alone)
    assert numbering.use_workers(Late(memory=1 << 20), tmp_path, "", 10**6, 1 << 16)


def test_one_process_goes_on_with_small_levels_after_a_while(tmp_path, shared):
    shared.setattr(numbering, "MIN_SHARED_STATES", 10)
    shared.setattr(numbering, "SMALL_LAYER", 10)
    shared.setattr(numbering, "MAX_SHARE_STATES", 1000)
    shared.setattr(numbering, "STATES_PER_SMALL_LAYER", 60)
    pool = Here(2)
    assert filled(tmp_path / "s", pool=pool) == filled(tmp_path / "one")
    levels = manifest.read(tmp_path / "s").levels
    large = sum(size >= 10 for size in levels)
    assert large <= pool.ran.count("settle") // 2 < large + 8


@pytest.mark.parametrize("states", sampled([60, 200]))
def test_a_limit_stops_them_where_it_stops_one_process(tmp_path, shared, states):
    one, other = (tmp_path / name for name in ("one", "other"))
    whole = filled(tmp_path / "whole")
    assert filled(other, states=states, pool=Here()) == filled(one, states=states)
    store.fill(other, None, Limits(states=states + 1), pool=Here(), resume=True)
    assert sum(manifest.read(other).levels) <= states + 1
    assert filled(other, pool=Here(), resume=True) == whole


def test_a_limit_below_the_states_of_a_store_leaves_them_as_they_are(tmp_path, shared):
    whole, folder = filled(tmp_path / "whole"), tmp_path / "s"
    before = filled(folder, states=200)["states.npy"]
    assert filled(folder, states=60, pool=Here(3), resume=True)["states.npy"] == before
    assert filled(folder, pool=Here(), resume=True) == whole


def test_workers_may_go_on_later_unless_a_limit_was_met(tmp_path, shared):
    expand, results = numbering.expand_with_workers, []

    def expand_and_note(*given):
        results.append(expand(*given))
        return results[-1]

    shared.setattr(numbering, "expand_with_workers", expand_and_note)
    filled(tmp_path / "whole", pool=Here())
    assert set(results) == {True}
    filled(tmp_path / "part", states=60, pool=Here())
    assert results[-1] is False


def test_a_layer_is_divided_into_blocks_of_a_largest_size(tmp_path, shared):
    shared.setattr(numbering, "MAX_SHARE_STATES", 2)
    pool = Here(2)
    assert filled(tmp_path / "s", pool=pool) == filled(tmp_path / "one")
    sizes = [
        size for size in manifest.read(tmp_path / "s").levels if size >= numbering.MIN_SHARED_STATES
    ]
    assert pool.ran.count("moves") >= 2 * sum(-(-size // 4) for size in sizes)


@pytest.mark.parametrize("name", sampled(["psychopath/carousels", "puzzlescript/tumble"]))
def test_workers_stop_at_the_state_where_one_process_stops(tmp_path, shared, name):
    goal = store.fill(tmp_path / "whole", load(name), engine="native").graph.goal
    for states in (goal, goal + 1, goal + 2, 100):
        one, many = (tmp_path / f"{kind}{states}" for kind in ("one", "many"))
        pool = Here(3)
        assert filled(many, name, states=states, pool=pool) == filled(one, name, states=states)
        assert pool.ran


class Forgetful(Here):
    """Workers that lose their data before certain tasks."""

    def __init__(self, *losses):
        super().__init__(3)
        self.losses = set(losses)

    def run(self, task, calls, done):
        if len(self.ran) // 3 in self.losses:
            expansion_tasks._workers.pop(list(expansion_tasks._workers)[-1], None)
        return super().run(task, calls, done)


def test_a_block_begins_again_when_a_worker_has_lost_its_data(tmp_path, shared):
    pool = Forgetful(1, 7, 15, 17, 24, 30)
    assert filled(tmp_path / "s", pool=pool) == filled(tmp_path / "one")
    untroubled = Here(3)
    filled(tmp_path / "t", pool=untroubled)
    assert pool.ran.count("moves") > untroubled.ran.count("moves")


def test_a_block_that_always_loses_a_worker_ends_the_run(tmp_path, shared):
    pool = Forgetful(*range(1, 1000, 2))
    with pytest.raises(OutputError, match="killed again and again; .* --resume"):
        filled(tmp_path / "s", pool=pool)
    assert pool.ran.count("moves") <= 3 * numbering.MAX_ATTEMPTS
    assert filled(tmp_path / "s", pool=Here(), resume=True) == filled(tmp_path / "one")


def test_a_limit_of_seconds_stops_them(tmp_path, shared):
    whole = filled(tmp_path / "whole")
    level = store.fill(tmp_path / "s", load(LEVEL), Limits(seconds=0.0), pool=Here())
    assert not level.graph.complete
    assert filled(tmp_path / "s", pool=Here(), resume=True) == whole


def test_a_full_disk_at_a_worker_loses_nothing(tmp_path, shared, monkeypatch):
    def broken(*args):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(numbering.expansion_tasks, "number", broken)
        with pytest.raises(OutputError, match="No space left .* is kept"):
            filled(tmp_path / "s", pool=Here())
    assert filled(tmp_path / "s", pool=Here(), resume=True) == filled(tmp_path / "one")


# ---------------------------------------------------------------------------- killed, and real ones


class Died(BaseException):
    """Simulates the end of a process."""


def test_wherever_a_driver_ends_another_goes_on(tmp_path, shared):
    whole, folder, pool = filled(tmp_path / "whole"), tmp_path / "s", Here(2)
    for last in (2, 40, 41, 43):
        run = pool.run

        def dying(task, calls, done, last=last, run=run):
            if len(pool.ran) > last:
                run(task, calls[1:], done)
                raise Died
            return run(task, calls, done)

        with shared.context() as patch:
            patch.setattr(numbering, "exchange_in", lambda folder: _Left(folder))
            patch.setattr(pool, "run", dying)
            with pytest.raises(Died):
                filled(folder, pool=pool, resume=True)
    assert any(path.name.startswith(".exchange") for path in folder.iterdir())
    assert filled(folder, pool=Here(3), resume=True) == whole


class _Left:
    """A folder for files that workers exchange, which is never removed."""

    def __init__(self, folder):
        self.name = tempfile.mkdtemp(prefix=".exchange-", dir=folder)

    def __enter__(self):
        return self.name

    def __exit__(self, *error):
        pass


@pytest.mark.long
def test_killed_drivers_leave_what_others_go_on_with(tmp_path, moments=15):
    whole, rng, last = filled(tmp_path / "whole"), random.Random(3), 0
    for moment in range(moments // 5):  # each store has its driver killed several times
        folder, codes = tmp_path / str(moment), []
        while 0 not in codes:
            last = 10**9 if len(codes) == 5 else rng.randrange(20, 160)
            words = [sys.executable, killed.__file__, LEVEL, str(folder), str(last), "here"]
            ended = subprocess.run(words, capture_output=True, text=True)
            codes.append(ended.returncode)
            assert ended.returncode in (0, -9), ended.stderr
        assert content(folder) == whole


@pytest.mark.long
def test_killed_workers_change_nothing(tmp_path, shared, kills=5):
    whole, rng = filled(tmp_path / "whole"), random.Random(4)
    others = psutil.Process().net_connections("all")  # such as those of pytest's plugins
    killed.share(15)  # some ten levels
    with killed.two_processes() as pool:
        while kills:
            run, met, last = pool.run, 0, sorted(rng.sample(range(3, 35), min(kills, 5)))
            folder = tmp_path / str(kills)

            def killing(task, calls, done, run=run, last=last):
                nonlocal met, kills
                met += 1
                if met in last:
                    os.kill(rng.choice(pool.pids()), signal.SIGKILL)
                    kills -= 1
                return run(task, calls, done)

            pool.run = killing
            assert filled(folder, pool=pool) == whole
            pool.run = run
        sockets = [
            one
            for pid in (os.getpid(), *pool.pids())
            for one in psutil.Process(pid).net_connections("all")
            if one not in others
        ]
    assert len(sockets) >= 4  # both ends of each pipe
    assert {(one.family, one.laddr) for one in sockets} == {(socket.AF_UNIX, "")}


@pytest.mark.long
def test_workers_that_are_killed_while_they_start_are_told_in_one_line(run, tmp_path, shared):
    shared.setattr(numbering, "MAX_STATES_ALONE", 1)  # do not wait for workers in vain
    shared.setattr(processes, "MAX_DEATHS", 2)  # each start takes half a second
    shared.setattr(processes, "_serve", killed.at_the_start)
    got = run("expand", LEVEL, "--store", tmp_path / "s", "--engine", "native", "--workers", "2")
    assert (got.code, got.out, got.err.count("\n")) == (4, "", 1)
    assert "the workers are killed again and again; the finished part is kept, and --res" in got.err
    shared.undo()
    assert filled(tmp_path / "s", resume=True) == filled(tmp_path / "whole")


@pytest.mark.long
def test_a_worker_that_is_killed_while_it_starts_is_replaced(tmp_path, shared):
    deaths = tmp_path / "deaths"
    deaths.mkdir()
    (deaths / "one").touch()
    shared.setenv("KILLED_AT_THE_START", str(deaths))
    shared.setattr(numbering, "MAX_STATES_ALONE", 1)  # do not wait for workers in vain
    shared.setattr(processes, "_serve", killed.at_the_start)
    with processes.local(2) as pool:
        whole = filled(tmp_path / "s", pool=pool)
    assert not list(deaths.iterdir())
    assert whole == filled(tmp_path / "one")


def test_a_worker_whose_driver_has_ended_ends_without_a_traceback(monkeypatch):
    monkeypatch.setattr(processes, "_end_with_driver", lambda: None)
    driver, worker = multiprocessing.Pipe()

    def task():
        driver.close()  # the driver is killed during the task

    class Pipe:
        """The worker's end of the pipe, from which it receives one task."""

        calls = iter([(task, ())])
        recv = staticmethod(lambda: next(Pipe.calls))
        send = staticmethod(worker.send)

    processes._serve(Pipe, (int,))


def test_the_error_of_a_task_is_raised_and_the_workers_go_on():
    with processes.local(2) as pool:
        with pytest.raises(OSError, match="No such file"):
            pool.run(os.listdir, [("/",), ("/no/such/folder",), ("/",)], lambda: None)
        first, ended = pool.pids(), []
        assert set(first) <= {child.pid for child in psutil.Process().children()}
        assert pool.run(abs, [(-k,) for k in range(7)], lambda: ended.append(1)) == list(range(7))
        assert len(ended) == 7
        assert pool.pids() == first
    assert not any(psutil.pid_exists(pid) for pid in first)


@pytest.mark.long
def test_the_workers_of_a_killed_driver_end(tmp_path):
    words = [sys.executable, killed.__file__, LEVEL, str(tmp_path / "s"), "110", "processes"]
    driver = subprocess.Popen(words)
    seen = {}
    while driver.poll() is None:
        try:
            for child in psutil.Process(driver.pid).children(recursive=True):
                seen[child.pid] = child
        except psutil.Error:
            break
        time.sleep(0.05)
    assert driver.wait() == -signal.SIGKILL
    assert len(seen) >= 2
    assert not psutil.wait_procs(seen.values(), timeout=120)[1]
    assert filled(tmp_path / "s", resume=True) == filled(tmp_path / "whole")


SCHEDULER = """
if __name__ == "__main__":
    import time
    from distributed import LocalCluster
    how = dict(host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50)
    cluster = LocalCluster(n_workers=1, threads_per_worker=1, memory_limit="1GB", **how)
    print(cluster.scheduler_address, flush=True)
    time.sleep(10_000)
"""


@pytest.mark.long
def test_a_cluster_writes_the_same_and_where_its_scheduler_dies_it_is_told(tmp_path, shared):
    pytest.importorskip("distributed", reason="workers need stategraph[cluster]")
    killed.share(15)
    (tmp_path / "scheduler.py").write_text(SCHEDULER)
    words, whole = [sys.executable, tmp_path / "scheduler.py"], filled(tmp_path / "whole")
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as scheduler:
        try:
            address = scheduler.stdout.readline().strip()
            with cluster.remote(address) as pool:
                assert filled(tmp_path / "s", pool=pool) == whole
                run, met = pool.run, 0

                def dying(*call):
                    nonlocal met
                    met += 1
                    if met == 7:
                        scheduler.kill()
                    return run(*call)

                pool.run = dying
                with pytest.raises(OutputError, match="the scheduler is gone; .* --resume"):
                    filled(tmp_path / "t", pool=pool)
        finally:
            scheduler.kill()
    assert filled(tmp_path / "t", resume=True) == whole


# --------------------------------------------------------------------------------- refusals


@pytest.mark.long
def test_a_scheduler_that_is_not_there_is_one_line(run, tmp_path):
    pytest.importorskip("distributed", reason="workers need stategraph[cluster]")
    for address in ("tcp://127.0.0.1:9", "nonsense", "ftp://x:1"):
        began = time.monotonic()
        got = run("expand", LEVEL, "--store", tmp_path / "s", "--cluster", address)
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
        assert "no scheduler" in got.err
        assert time.monotonic() - began < 60
    assert not (tmp_path / "s").exists()


def test_what_does_not_go_with_workers_is_refused(run, tmp_path):
    for options in (
        ["--store", tmp_path / "s", "--workers", "2", "--engine", "direct"],
        ["-o", tmp_path / "x.npz", "--workers", "2"], ["--store", tmp_path / "s", "--workers", "0"],
        ["--store", tmp_path / "s", "--workers", "2", "--cluster", "tcp://127.0.0.1:9"],
        ["--store", tmp_path / "s", "--workers", "999999"],
    ):  # fmt: skip
        got = run("expand", LEVEL, *options)
        assert (got.code, got.out) == (2, "")
    assert not list(tmp_path.iterdir())


def test_without_dask_it_says_what_to_install(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    got = run("expand", LEVEL, "--store", tmp_path / "s", "--cluster", "tcp://127.0.0.1:9")
    assert (got.code, got.err.count("\n"), "-m pip install distributed" in got.err) == (2, 1, True)


def test_small_levels_need_no_workers(run, tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "_Worker", None)
    assert run("expand", LEVEL, "--store", tmp_path / "s", "--workers", "2").code == 0
    shutil.rmtree(tmp_path / "s")


def test_whoever_answers_at_the_address_without_being_a_scheduler_is_told_so():
    pytest.importorskip("distributed", reason="workers need stategraph[cluster]")
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer():
            caller, _ = listening.accept()
            with caller:
                caller.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(InputError, match="no scheduler answers there .*is not a scheduler"):
            with cluster.remote(address):
                pass
