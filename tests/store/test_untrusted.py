"""A store from a stranger, or from a rotten disk, does no harm: it is refused in one line."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from effort import sampled

from stategraph import files, store
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.files import reading
from stategraph.load import load
from stategraph.store import arrays, manifest

LEVEL = "pacman/long-wait"


def in_a_process(*words):
    """Return the exit code and the messages of a command in another process."""
    words = [sys.executable, "-m", "stategraph", *map(str, words)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=120)
    return ended.returncode, ended.stderr


def rewritten(folder, name, array):
    """Write an array of a store, and its checksums into the manifest."""
    path = arrays.path_of(folder, name)
    path.unlink()
    path.write_bytes(arrays.header(array.dtype, array.shape) + array.tobytes())
    told = manifest.read(folder)
    parts = arrays.checksums(array, range(arrays.parts_of(len(array))))
    about = {**told.arrays[name], "shape": list(array.shape), "parts": parts}
    told.but(arrays={**told.arrays, name: about}).write(folder)


@pytest.fixture(params=["whole", "stopped natively", "stopped in Python"])
def kept(request, tmp_path):
    """Return a store."""
    limits = None if request.param == "whole" else Limits(states=1500)
    engine = "direct" if request.param == "stopped in Python" else "native"
    store.fill(tmp_path / "kept", load(LEVEL), limits, engine=engine)
    return tmp_path / "kept"


# ------------------------------------------------------------------------------- symbolic links


@pytest.mark.parametrize(
    "same", sampled([False, True]), ids=["another content", "the same content"]
)
@pytest.mark.parametrize("flag", [reading._NO_FOLLOW, 0], ids=["here", "as on Windows"])
def test_no_file_of_a_store_is_a_link_to_another_file(run, tmp_path, kept, monkeypatch, flag, same):
    monkeypatch.setattr(reading, "_NO_FOLLOW", flag)
    whole = manifest.read(kept).state == "whole"
    for path in sorted(kept.iterdir()):
        mine, own = tmp_path / "mine", path.read_bytes()
        before = own if same else bytes(reversed(own)) + b"more"
        mine.write_bytes(before)
        path.unlink()
        path.symlink_to(mine)
        for words in ([], ["--resume"], ["--repair"]):
            if whole and path.name == "lock" and words != ["--repair"]:
                continue  # a whole store is not locked
            got = run("expand", "--store", kept, *words)
            assert (got.code, got.err.count("\n")) == (2, 1), path
            assert f"{path.name}: is a symbolic link" in got.err or not (whole or words)
            assert mine.read_bytes() == before
        path.unlink()
        path.write_bytes(own)
    assert run("expand", "--store", kept, "--resume").code == 0


def test_a_link_to_nothing_makes_no_file(run, tmp_path, kept):
    for name in ("lock", "targets.npy"):
        (kept / name).unlink()
        (kept / name).symlink_to(tmp_path / "new")
        got = run("expand", "--store", kept, "--repair")
        assert (got.code, f"{name}: is a symbolic link" in got.err) == (2, True)
        assert not (tmp_path / "new").exists()
        (kept / name).unlink()


def test_a_pipe_in_a_store_is_not_waited_for(run, kept):
    (kept / "states.npy").unlink()
    os.mkfifo(kept / "states.npy")
    got = run("expand", "--store", kept, "--repair")
    assert (got.code, "not a regular file" in got.err) == (2, True)


def test_what_is_not_followed_is_replaced(tmp_path):
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "mine")
    files.write(tmp_path / "link", b"new", follow=False)
    assert (tmp_path / "mine").read_text() == "mine"
    assert (tmp_path / "link").read_text() == "new"
    assert not (tmp_path / "link").is_symlink()


def test_a_link_that_appears_after_the_first_look_is_not_followed(tmp_path, monkeypatch):
    mine, link = tmp_path / "mine", tmp_path / "link"
    mine.write_text("mine")
    link.symlink_to(mine)
    look = os.lstat
    for flag in (reading._NO_FOLLOW, 0):
        looks = iter([os.stat, look])  # the first look sees a regular file
        monkeypatch.setattr(reading, "_NO_FOLLOW", flag)
        monkeypatch.setattr(os, "lstat", lambda path, looks=looks: next(looks)(path))
        with pytest.raises((InputError, OSError)):
            files.open_no_follow(link, "r+b")


# --------------------------------------------------------------------------- forged and rotten


@pytest.mark.long
@pytest.mark.parametrize("name", sampled([LEVEL, "psychopath/many-traps"]))
def test_a_forged_state_of_a_store_that_is_begun_again_is_not_used(tmp_path, name):
    store.fill(tmp_path / "whole", load(name))
    for state in (-1, 2**63 - 1):
        folder = tmp_path / str(state)
        store.fill(folder, load(name), Limits(states=1500), engine="direct")
        states = np.load(folder / "states.npy")
        states[0] = state
        rewritten(folder, "states", states)
        assert in_a_process("expand", "--store", folder, "--resume") == (0, "")
        for path in (tmp_path / "whole").iterdir():
            assert (folder / path.name).read_bytes() == path.read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("value", sampled([2**31 - 1, -1, "goal"]))
def test_damage_without_a_new_time_is_found_by_the_next_process(tmp_path, value):
    store.fill(tmp_path / "s", load(LEVEL))
    store.keep_distances(tmp_path / "s")
    told, path = manifest.read(tmp_path / "s"), tmp_path / "s" / "targets.npy"
    assert in_a_process("solve", tmp_path / "s") == (0, "")
    about = path.stat()
    targets = np.lib.format.open_memmap(path, "r+")
    targets[3000] = told.goal if value == "goal" else value
    targets.flush()
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    for verb in ("solve", "analyse"):
        code, said = in_a_process(verb, tmp_path / "s")
        assert (code, said.count("\n"), "targets.npy: is damaged" in said) == (2, 1, True)


def test_targets_are_in_range_whatever_their_checksums(tmp_path):
    store.fill(tmp_path / "s", load(LEVEL))
    assert in_a_process("solve", tmp_path / "s") == (0, "")
    targets = np.load(tmp_path / "s" / "targets.npy")
    targets[3000] = 2**31 - 1
    rewritten(tmp_path / "s", "targets", targets)
    code, said = in_a_process("solve", tmp_path / "s")
    assert (code, said.count("\n"), "leads nowhere" in said) == (2, 1, True)


def test_a_process_checks_a_store_once(tmp_path, monkeypatch):
    store.fill(tmp_path / "s", load(LEVEL), Limits(states=1500))
    looked = []
    check = store.reader.integrity.check
    monkeypatch.setattr(store.reader.integrity, "check", lambda g: looked.append(g) or check(g))
    monkeypatch.setattr(store.reader, "_checked", {})
    for _ in range(3):
        store.read(tmp_path / "s")
    assert len(looked) == 1


def test_a_layer_without_states_is_refused(run, kept):
    told = manifest.read(kept)
    told.but(levels=[*told.levels, 0]).write(kept)
    for words in (["--resume"], ["--repair"]):
        got = run("expand", "--store", kept, *words)
        assert (got.code, got.err.count("\n")) == (2, 1)
        assert "manifest.json" in got.err
