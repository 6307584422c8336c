"""A store gives the same answers as a graph in memory, and the same bytes from any engine."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import subprocess
import sys
import zlib

import killed
import known
import numpy as np
import pytest
from effort import examples, sampled, some
from here import Here
from stores import LEVEL, content, filled

from stategraph import level_files, store
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.load import load
from stategraph.store import (
    arrays,
    damage_repair,
    expansion,
    lock,
    manifest,
    numbering,
    reader,
    writer,
)
from stategraph.tell.export import progress

LARGER = "sokoban/long-way-round"
ARRAYS = ("states", "offsets", "targets", "labels")


@pytest.fixture(params=[LEVEL])
def kept(request, tmp_path):
    """Return a whole store."""
    filled(tmp_path / "kept", request.param)
    return tmp_path / "kept"


@pytest.fixture
def small_parts(monkeypatch):
    """Have parts of few rows, so that small arrays have many."""
    for module in (arrays, damage_repair, reader, writer):
        monkeypatch.setattr(module, "PART_ROWS", 64)


# --------------------------------------------------------------------------------- contents


# Levels of all families; larger ones only take longer, for parts and shares are small here.
BUNDLED = [
    f"{name}/{path.stem}"
    for name in level_files.family_names()
    for path in level_files.bundled(name)
    if known.stated()[f"{name}/{path.stem}"]["states"] < 6_000
]


@pytest.mark.parametrize("name", sampled([LEVEL, LARGER, "spacewreck/eight-rooms"]))
def test_the_bytes_are_those_of_every_engine(tmp_path, name):
    native, direct = (filled(tmp_path / e, name, engine=e) for e in ("native", "direct"))
    assert native == direct
    graph, found = expand(load(name).puzzle), store.read(tmp_path / "native").graph
    assert all(np.array_equal(getattr(graph, a), getattr(found, a)) for a in ARRAYS)
    assert (graph.goal, graph.label_names) == (found.goal, found.label_names)


@pytest.mark.long
@pytest.mark.parametrize("name", [*BUNDLED[::7], "puzzlescript/tumble"])
def test_the_bytes_are_those_of_every_engine_on_levels_of_all_families(tmp_path, name, monkeypatch):
    test_the_bytes_are_those_of_every_engine(tmp_path, name)
    monkeypatch.setattr(numbering, "MIN_SHARED_STATES", 20)
    monkeypatch.setattr(numbering, "MAX_SHARE_STATES", 300)
    workers = filled(tmp_path / "workers", name, engine="native", pool=Here(2))
    assert workers == content(tmp_path / "native")


def test_other_programs_read_it(kept):
    graph = expand(load(LEVEL).puzzle)
    for name in ARRAYS:
        assert np.array_equal(np.load(kept / f"{name}.npy"), getattr(graph, name))
    told = json.loads((kept / "manifest.json").read_text())
    assert (told["states"], sum(told["levels"])) == (len(graph), len(graph))


@pytest.mark.parametrize("verb", [
    ("solve",), ("solve", "--all", "3"), ("analyse",), ("query", "--node", "7"),
    ("ask", "can reach goal"), ("verify", "@"),
])  # fmt: skip
def test_every_question_is_answered_as_from_the_level(run, kept, verb):
    name, *options = verb
    options = [run("solve", LEVEL).out.strip() if word == "@" else word for word in options]
    one, two = (run(name, level, *options, "--json") for level in (LEVEL, kept))
    ours, theirs = json.loads(one.out), json.loads(two.out)
    for record in (ours, theirs):
        record.pop("states_seen", None) if isinstance(record, dict) else None
    assert (one.code, ours) == (two.code, theirs)


SAID = [
    ("solve",), ("solve", "--steps"), ("solve", "--classes"), ("solve", "--sample", "3"),
    ("analyse",), ("analyse", "--json", "--full"), ("ask", "how many states: can reach goal"),
    ("query", "--after", ""), ("hardest",), ("diff", "@"), ("plays", "--simulate", "all"),
    ("check",), ("difficulty",), ("board",),
]  # fmt: skip
WRITTEN = {"render": ".svg", "board": ".svg", "export": ".graphml", "hints": ".json"}


@pytest.mark.long
@pytest.mark.parametrize("name", [LEVEL, "spacewreck/eight-rooms"])
def test_every_verb_gives_the_bytes_that_it_gives_of_the_level(run, tmp_path, name):
    filled(tmp_path / "s", name)
    one, two = name, tmp_path / "s"
    for verb, *options in SAID:
        options = [one if word == "@" else word for word in options]
        ours, theirs = (run(verb, level, *options) for level in (one, two))
        assert (verb, ours.code, ours.out) == (verb, theirs.code, theirs.out)
    for verb, suffix in WRITTEN.items():
        files = [tmp_path / f"{k}{suffix}" for k in (1, 2)]
        codes = [
            run(verb, level, "-o", file).code for level, file in zip((one, two), files, strict=True)
        ]
        assert codes == [0, 0], verb
        assert files[0].read_bytes() == files[1].read_bytes(), verb


def test_it_is_a_graph_for_networkx_and_a_level_among_others(run, kept):
    graph = load(str(kept)).graph
    assert isinstance(graph.targets.base, np.memmap)
    assert not graph.targets.flags.writeable
    assert run("table", kept, LEVEL, "--json").code == 0


@pytest.mark.parametrize("name", sampled([LARGER, "pacman/long-wait"]))
def test_what_needs_more_memory_than_there_is_is_unknown_and_the_rest_is_what_it_is(
    run, tmp_path, name
):
    filled(tmp_path / "s", name)
    whole = json.loads(run("analyse", name, "--json").out)
    got = run("analyse", tmp_path / "s", "--json", "--max-memory", "200k")
    assert (got.code, got.err.count("\n"), "bytes of memory" in got.err) == (3, 1, True)
    told = json.loads(got.out)
    assert {"dead_end_cycles", "units", "patterns"} <= set(told["unknown"])
    assert {"dead_states", "trap_moves", "shortest_count"} <= {
        n for n in told if told[n] is not None
    }
    for key, value in told.items():
        assert value is None if key in told["unknown"] else value == whole[key] or key == "unknown"
    got = run("analyse", tmp_path / "s", "--max-memory", "200k")
    unknown = next(line for line in got.out.splitlines() if line.startswith("  unknown "))
    assert (got.code, "dead-end cycles" in unknown, "narrowness" in unknown) == (3, True, True)
    assert unknown.count("unknown") == got.out.count("unknown")


@pytest.mark.parametrize("words", [
    ("analyse", "--json"), ("query", "--node", "7"), ("ask", "can reach goal"),
], ids=" ".join)  # fmt: skip
def test_what_cannot_be_looked_at_in_memory_is_unknown_before_it_is_tried(run, kept, words):
    got = run(words[0], kept, *words[1:], "--max-memory", "10k")
    assert (got.code, got.out, got.err.count("\n")) == (3, "", 1)
    assert "289 states needs" in got.err


@pytest.mark.parametrize("name", [LEVEL, LARGER])
def test_what_is_kept_on_disk_is_what_is_kept_in_memory(tmp_path, monkeypatch, name):
    filled(tmp_path / "s", name)
    graph, found = expand(load(name).puzzle), store.read(tmp_path / "s").graph
    found.memory = 64 * 40  # forty nodes a bucket
    before = sorted(path.name for path in found.folder.iterdir())
    for ours, theirs in zip(graph.reversed, found.reversed, strict=True):
        assert np.array_equal(ours, theirs)
        assert not isinstance(theirs.base, np.ndarray)
    assert np.array_equal(graph.sources, found.sources)
    assert sorted(path.name for path in found.folder.iterdir()) == before


def test_what_was_stopped_is_unknown(run, tmp_path):
    got = run("expand", LARGER, "--store", tmp_path / "s", "--max-states", 700)
    assert (got.code, got.err.count("\n")) == (3, 1)
    got = run("analyse", tmp_path / "s", "--json")
    assert (got.code, json.loads(got.out)["dead_states"]) == (3, None)


# -------------------------------------------------------------------------------- resuming


@pytest.mark.parametrize("states", [1, 350, 2622])
def test_going_on_with_a_higher_limit_gives_the_same_bytes(tmp_path, small_parts, states):
    whole = filled(tmp_path / "whole", LARGER, engine="native")
    filled(tmp_path / "s", LARGER, states=states, engine="native")
    filled(tmp_path / "s", LARGER, states=states + 300, engine="native", resume=True)
    assert filled(tmp_path / "s", LARGER, engine="native", resume=True) == whole


class Died(BaseException):
    """Simulates the end of a process."""


def test_wherever_it_ends_it_goes_on_to_the_same_bytes(tmp_path, monkeypatch, small_parts):
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    whole, met, last = filled(tmp_path / "whole", engine="native"), 0, 0

    def before():
        nonlocal met
        met += 1
        if met == last:
            raise Died

    names = "resize sync finish write at level sweep remember_checked"
    with monkeypatch.context() as patch:
        for owner in (arrays.OnDisk, killed.files, writer.Writer, expansion, reader):
            for name in names.split():
                if hasattr(owner, name):
                    patch.setattr(owner, name, getattr(owner, name))  # to be put back
        patch.setattr(writer, "MAX_CHECKPOINT_SHARE", 1.0)
        killed.steps(before)
        filled(tmp_path / "all", engine="native")
        steps = met
        for last in random.Random(1).sample(range(1, steps), examples(50) // 2):
            met, folder = 0, tmp_path / str(last)
            with pytest.raises(Died):
                filled(folder, engine="native")
            met = steps
            assert filled(folder, engine="native", resume=True) == whole, last
            shutil.rmtree(folder)


@pytest.mark.parametrize(
    "moments", [pytest.param(1, id="one"), pytest.param(20, id="twenty", marks=pytest.mark.long)]
)
def test_killed_processes_leave_what_others_go_on_with(tmp_path, moments):
    whole = filled(tmp_path / "whole", LARGER, engine="native")
    rng = random.Random(2)
    for moment in range(moments // 5 or 1):  # each store has its driver killed several times
        folder, codes = tmp_path / str(moment), []
        while len(codes) < 30 and 0 not in codes:
            last = 10**9 if len(codes) == min(moments, 5) else rng.randrange(1, 250)
            words = [sys.executable, killed.__file__, LARGER, str(folder), str(last)]
            codes.append(subprocess.run(words, capture_output=True).returncode)
        assert set(codes) <= {0, -9}
        assert content(folder) == whole


def test_an_interrupted_one_is_not_read_but_gone_on_with(run, tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(writer.Writer, "finish", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        assert run("expand", LEVEL, "--store", tmp_path / "s").code == 130
    got = run("analyse", tmp_path / "s")
    assert (got.code, got.err.count("\n")) == (2, 1)
    assert "--resume" in got.err
    got = run("expand", LEVEL, "--store", tmp_path / "s")
    assert (got.code, "--resume continues" in got.err) == (2, True)
    assert run("expand", "--store", tmp_path / "s", "--resume").code == 0
    assert run("analyse", tmp_path / "s", "--json").out == run("analyse", LEVEL, "--json").out


def test_what_a_killed_writer_left_is_swept_up(run, kept):
    before = content(kept)
    for name in ("degrees.npy", ".states.npy.99999.tmp"):
        (kept / name).write_bytes(b"left")
    assert run("expand", "--store", kept).code == 0
    assert content(kept) == before


def test_a_whole_store_is_not_touched_again(run, kept):
    before = {path: path.stat().st_mtime_ns for path in kept.iterdir()}
    for options in ([LEVEL], [], [LEVEL, "--resume"]):
        assert run("expand", *options, "--store", kept).code == 0
    assert {path: path.stat().st_mtime_ns for path in kept.iterdir()} == before


# -------------------------------------------------------------------------------- refusals


def test_another_process_is_refused(run, tmp_path):
    filled(tmp_path / "s", LARGER, states=500, engine="native")
    with lock.locked(tmp_path / "s"):
        got = run("expand", "--store", tmp_path / "s", "--resume")
    assert (got.code, got.err.count("\n")) == (2, 1)
    assert "another process" in got.err
    assert run("expand", "--store", tmp_path / "s", "--resume").code == 0


@pytest.mark.parametrize(("asked", "told", "reason"), [
    ("pacman/long-wait", {}, "its family is 'psychopath', not 'pacman'"),
    ("psychopath/first-push", {}, "another level: its line 2 is"),
    (LEVEL, {"family_version": "0.0.1"}, "its family version is '0.0.1', not"),
    (LEVEL, {"packing": {"words": 9, "variables": {}}}, "its packing is {'words': 9"),
])  # fmt: skip
def test_what_is_of_something_else_is_refused_with_the_difference(run, kept, asked, told, reason):
    manifest.read(kept).but(**told).write(kept)
    got = run("expand", asked, "--store", kept, "--resume")
    assert (got.code, got.err.count("\n"), reason in got.err) == (2, 1, True)


def test_a_level_that_no_store_takes_makes_no_folder(run, tmp_path, kept):
    got = run("expand", kept, "--store", tmp_path / "new" / "s")
    assert (got.code, got.err.count("\n"), "a store takes a level" in got.err) == (2, 1, True)
    assert not (tmp_path / "new").exists()


def test_a_folder_whose_first_manifest_was_not_finished_is_filled(run, tmp_path):
    folder = tmp_path / "s"
    folder.mkdir()
    for name in ("lock", ".manifest.json.12345.tmp"):  # of a writer that was killed
        (folder / name).touch()
    assert run("expand", LEVEL, "--store", folder, "--resume").code == 0
    assert content(folder) == filled(tmp_path / "whole")


def test_only_stores_are_written_into(run, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "graph.npz").write_text("")
    for options in (
        [LEVEL, "--store", tmp_path], [LEVEL, "--store", tmp_path / "notes.txt"],
        ["--store", tmp_path / "new"], [LEVEL], [LEVEL, "-o", "x.npz", "--store", "y"],
        [LEVEL, "--resume", "-o", "x.npz"], [tmp_path / "graph.npz", "--store", tmp_path / "new"],
        ["--store", tmp_path / "new", "--repair"],
    ):  # fmt: skip
        got = run("expand", *options)
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert content(tmp_path) == {"notes.txt": b"mine", "graph.npz": b""}


def test_a_full_disk_is_told_in_one_line_and_nothing_is_lost(run, tmp_path, monkeypatch):
    whole = filled(tmp_path / "whole", LARGER, engine="native")
    room = arrays._make_room

    def full(handle, begin, end):
        if end > 1 << 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        room(handle, begin, end)

    with monkeypatch.context() as patch:
        patch.setattr(arrays, "_make_room", full)
        words = ("expand", LARGER, "--store", tmp_path / "s", "--engine", "native")
        got = run(*words)
        assert (got.code, got.err.count("\n")) == (4, 1)
        assert "No space left on device; the finished part is kept" in got.err
    assert filled(tmp_path / "s", LARGER, engine="native", resume=True) == whole


@pytest.mark.long
def test_a_small_disk_is_full(run, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "none", str(disk)])
    if made.returncode:
        pytest.skip("no file system can be made here")
    try:
        words = ("expand", LARGER, "--store", disk / "s", "--engine", "native")
        got = run(*words)
        assert (got.code, got.err.count("\n")) == (4, 1)
        subprocess.run(["mount", "-o", "remount,size=64m", str(disk)], check=True)
        assert run(*words, "--resume").code == 0
        assert content(disk / "s") == filled(tmp_path / "whole", LARGER)
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_read(run, kept):
    kept.chmod(0o555)
    try:
        assert run("analyse", kept).code == 0
        assert run("expand", LEVEL, "--store", kept).code == 0
        assert run("expand", LEVEL, "--store", kept / "inside").code == 4
    finally:
        kept.chmod(0o755)


# ---------------------------------------------------------------------------------- damage


def flipped(path, at):
    data = bytearray(path.read_bytes())
    data[at] ^= 0x10
    path.write_bytes(data)


def cut(path, at):
    path.write_bytes(path.read_bytes()[:at])


def removed(path, at):
    path.unlink()


@pytest.mark.parametrize("harm", sampled([flipped, cut, removed]), ids=lambda harm: harm.__name__)
@pytest.mark.parametrize("name", ARRAYS)
def test_what_is_damaged_is_named_and_made_anew(run, tmp_path, small_parts, name, harm):
    whole, path = filled(tmp_path / "s"), tmp_path / "s" / f"{name}.npy"
    for at in (5, path.stat().st_size // 2):
        harm(path, at)
        got = run("analyse", tmp_path / "s")
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
        assert f"{name}.npy: is damaged" in got.err
        assert "--repair" in got.err
        got = run("expand", "--store", tmp_path / "s", "--repair")
        assert (got.code, "made anew" in got.err) == (0, True)
        assert content(tmp_path / "s") == whole


def test_where_too_much_is_damaged_all_is_made_anew(run, tmp_path, small_parts):
    whole = filled(tmp_path / "s")
    for name in ARRAYS:
        (tmp_path / "s" / f"{name}.npy").unlink()
    assert run("expand", "--store", tmp_path / "s", "--repair").code == 0
    assert content(tmp_path / "s") == whole


def test_a_damaged_one_is_not_gone_on_with(run, tmp_path):
    whole = filled(tmp_path / "whole", LARGER, engine="native")
    filled(tmp_path / "s", LARGER, states=900, engine="native")
    flipped(tmp_path / "s" / "degrees.npy", 140)
    got = run("expand", "--store", tmp_path / "s", "--resume")
    assert (got.code, "degrees.npy: is damaged" in got.err) == (2, True)
    assert run("expand", "--store", tmp_path / "s", "--repair", "--engine", "native").code == 0
    assert content(tmp_path / "s") == whole


@pytest.mark.parametrize("name", ["states", "targets", "raw_labels", "degrees", "goal", "levels"])
def test_what_belongs_not_together_is_not_gone_on_with_whatever_its_checksums(run, tmp_path, name):
    filled(tmp_path / "s", LARGER, states=900, engine="native")
    told = manifest.read(tmp_path / "s")
    if name in told.arrays:
        array = np.load(tmp_path / "s" / f"{name}.npy")
        rows = told.shape(name)[0]  # the bytes past these are undefined
        array[rows - 1] = np.iinfo(array.dtype).max
        about = arrays.header(array.dtype, array.shape)
        (tmp_path / "s" / f"{name}.npy").unlink()  # it may be the file of another name, too
        (tmp_path / "s" / f"{name}.npy").write_bytes(about + array.tobytes())
        sums = {**told.arrays[name], "parts": arrays.checksums(array[:rows], [0])}
        odd = told.but(arrays={**told.arrays, name: sums})
    else:
        odd = told.but(**{name: {"goal": 10**9, "levels": [1]}[name]})
    odd.write(tmp_path / "s")
    got = run("expand", "--store", tmp_path / "s", "--resume")
    said = "is a damaged graph" if name in told.arrays else "is damaged (its "
    assert (got.code, got.err.count("\n"), said in got.err) == (2, 1, True)


@pytest.mark.parametrize("odd", [
    dict(expanded=290), dict(levels=[1, 2]), dict(goal=289), dict(states=290), dict(expanded=288),
], ids=str)  # fmt: skip
def test_counts_that_contradict_each_other_are_refused(run, kept, odd):
    manifest.read(kept).but(**odd).write(kept)
    for words in (("analyse", kept), ("expand", "--store", kept, "--resume")):
        got = run(*words)
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
        assert "manifest.json" in got.err


def test_no_flipped_byte_of_the_manifest_goes_unnoticed(run, kept):
    path = kept / "manifest.json"
    data = path.read_bytes()
    for at in range(0, len(data), len(data) // examples(60)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x05]) + data[at + 1 :])
        got = run("analyse", kept)
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
        assert "manifest.json" in got.err
    path.write_bytes(data)
    assert run("analyse", kept).code == 0


FREE_TEXTS = {"family_version", "name", "title"}
ODD = [None, -1, 1.5, "x", [], {}, [None], [-1], {"states": {}}, {"x": []}, True]


@pytest.mark.parametrize("field", sampled([*manifest.TYPES, "kind", "version"], 6))
def test_a_manifest_of_anything_else_is_refused(run, kept, field):
    path = kept / "manifest.json"
    told = json.loads(path.read_text())
    del told["sha256"]
    for value in some(ODD, 4):
        odd = {**told, field: value}
        path.write_text(json.dumps({**odd, "sha256": manifest._digest(odd)}))
        for words in (("analyse", kept), ("expand", "--store", kept, "--resume")):
            got = run(*words)
            if json.dumps(odd) == json.dumps(told) or (field in FREE_TEXTS and value == "x"):
                assert (got.code, got.err) == (0, "")
            else:
                assert (got.code, got.err.count("\n")) == (2, 1)
                assert "crashed" not in got.err


def test_arrays_that_make_no_graph_are_refused_whatever_their_checksums(run, kept):
    targets = np.load(kept / "targets.npy")
    targets[3] = 10**9
    about = arrays.header(targets.dtype, targets.shape)
    (kept / "targets.npy").write_bytes(about + targets.tobytes())
    told = manifest.read(kept)
    sums = {**told.arrays["targets"], "parts": arrays.checksums(targets, [0])}
    told.but(arrays={**told.arrays, "targets": sums}).write(kept)
    got = run("analyse", kept)
    assert (got.code, got.err.count("\n"), "leads nowhere" in got.err) == (2, 1, True)


# ------------------------------------------------------------------------------------ logs


def test_it_tells_how_far_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr("stategraph.engines.native.STATES_PER_CHECK", 100)
    told = []
    store.fill(tmp_path / "s", load(LARGER), engine="native", progress=told.append)
    native = [one for one in told if one.expanded]
    assert native[-1].states == 2623
    assert all(sum(one.levels) <= one.states for one in native)
    assert {one.share for one in native} > {1.0}
    assert native[-1].size == 2623 * 16 + 6552 * 6
    assert native[-1].forecast(10) > 0


def test_how_fast_it_is_does_not_count_what_was_there(tmp_path):
    filled(tmp_path / "s", LARGER, states=900, engine="native")
    begun, told = manifest.read(tmp_path / "s").states, []
    store.fill(tmp_path / "s", None, engine="native", resume=True, progress=told.append)
    assert told[-1].held == begun
    rate = f"{(told[-1].states - begun) / 2:,.0f} states/s"
    assert rate in progress(told[-1], 2.0)


@pytest.mark.parametrize("name", ARRAYS)
def test_a_damaged_part_is_mended_in_its_place(tmp_path, small_parts, name):
    """Repair writes the damaged part alone; the other files stay as they are."""
    folder = tmp_path / "s"
    whole, path = filled(folder), folder / f"{name}.npy"
    size = path.stat().st_size
    for at in range(arrays.HEADER + 1, size, size // 7):
        flipped(path, at)
        others = [folder / f"{other}.npy" for other in ARRAYS if other != name]
        before = [(it.stat().st_ino, it.stat().st_mtime_ns) for it in others]
        assert len(damage_repair.repair(folder)) == 1
        assert content(folder) == whole
        assert [(it.stat().st_ino, it.stat().st_mtime_ns) for it in others] == before


def test_the_rows_of_a_damaged_part_are_named(tmp_path, small_parts):
    filled(tmp_path / "s")
    told = manifest.read(tmp_path / "s")
    row = np.dtype(told.dtype("labels")).itemsize
    flipped(tmp_path / "s" / "labels.npy", arrays.HEADER + 130 * row)
    with pytest.raises(LevelError, match=r"part 2 \(rows from 128\) does not match"):
        reader.refuse_damage(tmp_path / "s", told)


def test_what_lies_behind_the_kept_items_becomes_0(tmp_path):
    path = tmp_path / "x.npy"
    arrays.OnDisk(path, 4, np.int32).array[:] = [1, 2, 3, 4]
    again = arrays.OnDisk(path, 4, np.int32, filled_rows=2)
    assert again.array.tolist() == [1, 2, 0, 0]


@pytest.mark.parametrize("shape, parts", [
    ([-1], []), ([289, -1], [0] * 5), ([2.0], [0]), ([True], [0]), ([], [0]), ([1, 1, 1], [0]),
    ([289], ["x"]), ([289], [0, 0]), ([289], [True]),
])  # fmt: skip
def test_an_array_of_no_size_or_no_parts_is_refused(kept, shape, parts):
    told = manifest.read(kept)
    odd = {**told.arrays["labels"], "shape": shape, "parts": parts}
    with pytest.raises(LevelError, match="has no size|not divided into its parts"):
        told.but(arrays={**told.arrays, "labels": odd}).write(kept)
        manifest.read(kept)


def test_an_array_that_is_not_what_the_manifest_says_is_told_with_the_reason(kept):
    told = manifest.read(kept)
    for name, shape in (("targets", (1,)), ("states", (2, 2))):
        with pytest.raises(LevelError, match="is damaged: it contradicts the manifest; "):
            reader._mapped(kept, told, name, shape)


def test_the_parts_of_an_array_are_those_of_stores_that_were_written_before():
    for rows, parts in {0: 0, 1: 1, 1 << 20: 1, (1 << 20) + 1: 2, 5 << 20: 5}.items():
        assert arrays.parts_of(rows) == parts
    two = np.arange((1 << 20) + 3, dtype=np.uint16)
    sums = [zlib.crc32(part.tobytes()) for part in (two[: 1 << 20], two[1 << 20 :])]
    assert arrays.checksums(two, range(2)) == sums


def test_a_forecast_grows_as_the_last_levels_did():
    levels = [1, 2, 4, 8, 16]
    filled = expansion.Filled(31, 60, 15, levels, 1)
    size = 31 * (8 + 8) + 60 * 6
    assert filled.size == size
    assert filled.forecast(2) == pytest.approx((32 + 64) * size / 31)
    assert expansion.Filled(7, 12, 3, levels[:3], 1).forecast(2) is None
    assert expansion.Filled(31, 60, 0, levels, 1).forecast(2) is None
    shares = [expansion.Filled(31, 60, done, levels, 1).share for done in (7, 15, 19, 31)]
    assert shares == [0.0, 0.0, 0.25, 1.0]
