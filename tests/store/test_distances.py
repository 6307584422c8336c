"""Distances to the goal are kept in a store; any process may add them, and all are checked."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import killed
import numpy as np
import pytest
from effort import sampled
from here import Here

from stategraph import store
from stategraph.analysis import dead, moves_to_goal
from stategraph.errors import InputError, LevelError
from stategraph.expand import expand
from stategraph.load import load
from stategraph.store import (
    arrays,
    damage_repair,
    distance_tasks,
    distances,
    manifest,
    task_files,
)

LEVEL = "psychopath/carousels"

# With dead states and without, the goal reached and not.
LEVELS = [
    LEVEL, "spacewreck/forty-five-rooms", "labyrinth/turnstile", "pacman/long-wait",
    "pledge/sliding-gate", "sokoban/long-way-round", "puzzlescript/tumble",
]  # fmt: skip


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """Return read-only stores of a level, without distances: name -> folder."""
    made = {}

    def folder(name):
        if name not in made:
            made[name] = tmp_path_factory.mktemp("whole") / "s"
            store.fill(made[name], load(name), engine="native")
        return made[name]

    return folder


@pytest.fixture
def copied(begun, tmp_path):
    """Return a copy of such a store."""

    def copy(name=LEVEL, to="s"):
        folder = tmp_path / to
        folder.mkdir()
        for path in begun(name).iterdir():
            (folder / path.name).write_bytes(path.read_bytes())
        return folder

    return copy


def kept(folder):
    return np.load(Path(folder) / "distances.npy")


@pytest.mark.parametrize("name", sampled(LEVELS))
def test_workers_find_what_one_process_finds(copied, shared, name):
    pool, one, many = Here(3, times=2), copied(name, "one"), copied(name, "many")
    store.keep_distances(one)
    store.keep_distances(many, pool)
    graph = expand(load(name).puzzle)
    assert kept(many).tolist() == moves_to_goal(graph).tolist()
    assert {p.name: p.read_bytes() for p in one.iterdir()} == {
        p.name: p.read_bytes() for p in many.iterdir()
    }
    if graph.goal is not None:
        assert set(pool.ran) == {"turn", "gather", "step", "write_distances"}
    mapped = store.read(many).graph
    assert dead(mapped).tolist() == dead(graph).tolist()
    assert not moves_to_goal(mapped).flags.writeable


@pytest.mark.parametrize("lost", ["all", "some"])
def test_workers_that_hold_little_or_begin_anew_find_the_same(copied, shared, monkeypatch, lost):
    pool = Here(1, 9_000) if lost == "some" else Here(2)
    run, met = pool.run, 0

    def forgetful(task, calls, done):
        nonlocal met
        met += 1
        if lost == "all" and met % 3 == 0:
            distance_tasks._held.clear()
        return run(task, calls, done)

    monkeypatch.setattr(pool, "run", forgetful)
    store.keep_distances(folder := copied(), pool)
    assert kept(folder).tolist() == moves_to_goal(expand(load(LEVEL).puzzle)).tolist()
    assert lost == "all" or pool.ran.count("write_distances") > 3


def test_arrays_that_are_left_for_others_can_be_seen_in_place(tmp_path):
    left = {f"a{k}": np.arange(k * 7, dtype=kind) for k, kind in enumerate("bhiqBd")}
    task_files.put(tmp_path / "file", left)
    seen, taken = (call(tmp_path / "file", *left) for call in (task_files.seen, task_files.take))
    for array, one, other in zip(left.values(), seen, taken, strict=True):
        assert one.tolist() == other.tolist() == array.tolist()
        assert one.flags.aligned


@pytest.mark.long
def test_killed_workers_change_no_distances(copied, shared):
    one, many = copied(to="one"), copied(to="many")
    store.keep_distances(one)
    with killed.two_processes() as pool:
        run, met = pool.run, 0

        def killing(task, calls, done):
            nonlocal met
            met += 1
            if met in (2, 9):
                os.kill(min(pool.pids()), signal.SIGKILL)
            return run(task, calls, done)

        pool.run = killing
        store.keep_distances(many, pool)
    assert met > 9
    assert (kept(one) == kept(many)).all()


def interrupted(folder: Path, step: int) -> bool:
    """Search in a process that is killed before its `step`-th step; return whether it was."""
    words = [sys.executable, killed.__file__, LEVEL, str(folder), str(step), "here", "distances"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode != 0


@pytest.mark.parametrize("step", sampled([17, *range(3, 17), 18, 40]))
def test_a_killed_search_is_continued(copied, shared, step):
    one, many = copied(to="one"), copied(to="many")
    whole, rest = Here(3), Here(3)
    store.keep_distances(one, whole)
    assert interrupted(many, step)
    store.keep_distances(many, rest)
    assert {p.name: p.read_bytes() for p in one.iterdir()} == {
        p.name: p.read_bytes() for p in many.iterdir()
    }
    if step > 13:  # some layers were complete
        assert 0 < rest.ran.count("step") < whole.ran.count("step")
    assert store.read(many).graph is not None


@pytest.mark.long
def test_searches_of_two_processes_may_be_killed_at_any_time(copied, kills=6):
    one, many, timed = copied(to="one"), copied(to="many"), copied(to="timed")
    store.keep_distances(one)
    words = [sys.executable, killed.__file__, LEVEL]
    options = ["0", "processes", "distances"]
    begun = time.monotonic()
    subprocess.run([*words, str(timed), *options], check=True, capture_output=True)
    seconds, rng, codes = time.monotonic() - begun, random.Random(4), []
    while 0 not in codes:
        with subprocess.Popen([*words, str(many), *options], stdout=subprocess.DEVNULL) as search:
            if len(codes) < kills:
                with suppress(subprocess.TimeoutExpired):
                    search.wait(rng.uniform(0.3, 0.9) * seconds)
                search.kill()
            codes.append(search.wait())
    assert set(codes) == {-signal.SIGKILL, 0}
    assert {p.name: p.read_bytes() for p in one.iterdir()} == {
        p.name: p.read_bytes() for p in many.iterdir()
    }
    assert dead(store.read(many).graph).tolist() == dead(expand(load(LEVEL).puzzle)).tolist()


@pytest.mark.long
@pytest.mark.parametrize(
    "harm", ["another graph", "another layer", "wrong distances", "no record", "cut"]
)
def test_a_search_does_not_rely_on_what_it_continues(copied, shared, harm):
    folder, right = copied(), moves_to_goal(expand(load(LEVEL).puzzle))
    assert interrupted(folder, 30)
    record, column = folder / "searched.json", folder / "distances.npy"
    known = json.loads(record.read_text())
    if harm == "another graph":
        record.write_text(json.dumps({**known, "graph": "0" * 64}))
    elif harm == "another layer":
        record.write_text(json.dumps({**known, "layer": known["layer"] + 2}))
    elif harm == "wrong distances":
        data = bytearray(column.read_bytes())
        data[arrays.HEADER :: 4] = bytes(len(data[arrays.HEADER :: 4]))
        column.write_bytes(data)
    elif harm == "no record":
        record.write_text("[" * 100_000)
    else:
        os.truncate(column, 200)
    store.keep_distances(folder, Here(3))
    assert kept(folder).tolist() == right.tolist()
    assert not record.exists()
    assert store.read(folder).graph is not None


@pytest.mark.parametrize("layer", ["1e999", "1e300", "10000000000", "-1", "true", "null"])
def test_a_record_of_no_layer_of_the_store_is_ignored(copied, shared, layer):
    folder, one = copied(), copied(to="one")
    store.keep_distances(one)
    (folder / "distances.npy").write_bytes((one / "distances.npy").read_bytes()[:200])
    graph = distances._digest(manifest.read(folder))
    (folder / "searched.json").write_text(f'{{"graph": "{graph}", "layer": {layer}}}')
    assert distances._layers_before(folder, manifest.read(folder)) is None
    store.keep_distances(folder, Here(3))
    assert kept(folder).tolist() == kept(one).tolist()
    assert not (folder / "searched.json").exists()


def test_the_record_of_a_search_is_not_written_through_a_link(copied, shared, tmp_path):
    folder, mine = copied(), tmp_path / "mine"
    mine.write_text("mine")
    (folder / "searched.json").symlink_to(mine)
    shared.setattr(distances, "MAX_CHECKPOINT_SHARE", 1e9)  # a record after each layer
    store.keep_distances(folder, Here(3))
    assert mine.read_text() == "mine"
    assert not (folder / "searched.json").is_symlink()


def test_verbs_read_them(run, copied, monkeypatch, tmp_path):
    plain, folder = copied(to="plain"), copied()
    got = run("expand", "--store", folder, "--distances", "--workers", "2")
    assert (got.code, "distances" in manifest.read(folder).arrays) == (0, True)
    before = (folder / "distances.npy").stat().st_mtime_ns
    assert run("expand", LEVEL, "--store", folder, "--distances").code == 0
    assert (folder / "distances.npy").stat().st_mtime_ns == before
    told = [run("analyse", where, "--json").out for where in (plain, folder)]
    assert told[0].replace(str(plain), str(folder)) == told[1]


def test_only_a_whole_store_has_them(run, tmp_path):
    folder = tmp_path / "s"
    got = run("expand", LEVEL, "--store", folder, "--distances", "--max-states", "60")
    assert (got.code, (folder / "distances.npy").exists()) == (3, False)
    with pytest.raises(InputError, match="is not whole"):
        store.keep_distances(folder)
    got = run("expand", LEVEL, "-o", tmp_path / "x.npz", "--distances")
    assert (got.code, "--distances needs --store DIR" in got.err) == (2, True)


def test_what_is_damaged_is_named_and_made_anew(run, copied):
    folder = copied()
    store.keep_distances(folder)
    whole = {path.name: path.read_bytes() for path in folder.iterdir()}
    for name in ("distances.npy", "targets.npy"):
        damaged = bytearray(whole[name])
        damaged[arrays.HEADER + 5] ^= 1
        (folder / name).write_bytes(damaged)
        got = run("analyse", folder)
        assert (got.code, got.err.count("\n"), f"{name}: is damaged" in got.err) == (2, 1, True)
        assert run("expand", "--store", folder, "--repair").code == 0
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == whole


def test_distances_that_are_wrong_are_refused(copied):
    folder = copied()
    store.keep_distances(folder)
    told, far = manifest.read(folder), kept(folder)
    for node, moves in ((0, int(far[0]) - 1), (told.goal, 1), (told.states - 1, -2)):
        wrong = far.copy()
        wrong[node] = moves
        about = {**told.arrays["distances"], "parts": arrays.checksums(wrong, [0])}
        (folder / "distances.npy").write_bytes(
            arrays.header(wrong.dtype, wrong.shape) + wrong.tobytes()
        )
        told.but(arrays={**told.arrays, "distances": about}).write(folder)
        with pytest.raises(LevelError, match="moves from the goal"):
            store.read(folder)


def test_a_full_disk_leaves_the_store_as_it_was(copied, monkeypatch, run):
    folder = copied()

    def full(*args):
        raise OSError(28, "No space left on device")

    before = {path.name for path in folder.iterdir()}
    monkeypatch.setattr(arrays.OnDisk, "finish", full)
    got = run("expand", "--store", folder, "--distances")
    assert (got.code, got.err.count("\n"), "No space left" in got.err) == (4, 1, True)
    assert {path.name for path in folder.iterdir()} == before | {"lock"}
    assert store.read(folder).graph is not None


def test_a_store_without_damage_keeps_its_distances(copied):
    folder = copied()
    store.keep_distances(folder)
    before = kept(folder)
    assert damage_repair.repair(folder) == []
    assert manifest.DISTANCES in manifest.read(folder).arrays
    assert np.array_equal(kept(folder), before)
