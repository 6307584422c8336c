"""Saved graphs: every verb accepts them, and a changed archive is refused."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import zipfile

import numpy as np
import pytest
import tampering
import toys
from effort import examples, sampled

from stategraph import level_files
from stategraph.analysis.symmetry_reduction import symmetry_reduced
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.formats import integrity, npz
from stategraph.formats.integrity import check_states
from stategraph.graph import ArrayGraph, Extent
from stategraph.load import load
from stategraph.rules import One, Set, Tuple
from stategraph.variables import Variables

LEVEL = "psychopath/carousels"


@pytest.fixture
def kept(run, tmp_path):
    """Save a bundled level's graph."""
    path = tmp_path / "kept.npz"
    assert run("expand", LEVEL, "-o", path).code == 0
    return path


@pytest.mark.parametrize("verb", [
    ("solve",), ("solve", "--steps"), ("solve", "--order", "moves"), ("analyse",),
    ("query", "--after", "D"), ("query", "--node", "7"),
    ("query", "--state", "player=1:1,blocks=-"),
])  # fmt: skip
def test_every_question_is_answered_as_from_the_level(run, kept, verb):
    name, *options = verb
    one, two = run(name, LEVEL, *options, "--json"), run(name, kept, *options, "--json")
    ours, theirs = json.loads(one.out), json.loads(two.out)
    for record in (ours, theirs):
        record.pop("states_seen", None)  # solve expands only as much of a level as it needs
    assert (one.code, ours) == (two.code, theirs)


def test_pictures_are_drawn_from_it(run, kept, tmp_path):
    for verb, options in (("render", ["--layout", "layered"]), ("board", []), ("film", [])):
        files = [tmp_path / f"{verb}{k}.svg" for k in "ab"]
        for source, file in zip((LEVEL, kept), files, strict=True):
            assert run(verb, source, "-o", file, *options).code == 0
        assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("name", sampled(level_files.family_names(), 3))
def test_every_family_can_be_saved(run, tmp_path, name):
    level = f"{name}/{level_files.bundled(name)[0].stem}"
    assert run("expand", level, "-o", tmp_path / "x.npz").code == 0
    assert run("analyse", tmp_path / "x.npz", "--json").out == run("analyse", level, "--json").out


def test_native_files_and_standard_input_are_saved_with_their_text(run, tmp_path):
    (tmp_path / "two.txt").write_text("2 1\nred\n1 1\n1 2 red\n")
    assert (
        run("expand", "--puzzle", "spacewreck", tmp_path / "two.txt", "-o", tmp_path / "x.npz").code
        == 0
    )
    (tmp_path / "two.txt").unlink()
    assert run("solve", tmp_path / "x.npz").out == "L2\n"


def test_the_same_bytes_each_time(run, tmp_path):
    files = [tmp_path / f"{k}.npz" for k in "ab"]
    for file in files:
        run("expand", LEVEL, "-o", file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_what_was_stopped_at_a_limit_is_still_unknown(run, tmp_path):
    path = tmp_path / "x.npz"
    assert run("expand", LEVEL, "-o", path, "--max-states", 20).code == 3
    got = run("analyse", path, "--json")
    assert (got.code, json.loads(got.out)["dead_states"]) == (3, None)


def test_a_file_cut_short_is_refused(run, kept):
    data = kept.read_bytes()
    for size in (0, 10, len(data) // 2, len(data) - 30):
        kept.write_bytes(data[:size])
        got = run("analyse", kept)
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
        assert str(kept) in got.err


def test_no_flipped_byte_goes_unnoticed(run, kept):
    whole, data = run("analyse", kept, "--json").out, kept.read_bytes()
    for at in range(0, len(data), len(data) // examples(150)):
        kept.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        got = run("analyse", kept, "--json")
        assert got.code == 2 or got.out == whole  # some bytes of an archive mean nothing


def rewritten(path, fresh=True, **changes):
    """Change the arrays and metadata of an archive, and update its digest."""
    about, arrays = tampering.parts(path)
    arrays.update({name: changes.pop(name) for name in list(changes) if name in arrays})
    about.update(changes)
    about["sha256"] = npz._digest(about, arrays) if fresh else about["sha256"]
    np.savez(path, about=np.frombuffer(npz._json(about), np.uint8), **arrays)


@pytest.mark.parametrize(("changes", "reason"), [
    ({"version": 1}, "version 1 of the format; this is 2: expand anew"),
    ({"version": 99}, "version 99"),
    ({"kind": "something else"}, "not a saved state graph"),
    ({"family": "chess", "native": True}, "chess"),
    ({"targets": np.zeros(3, np.int32), "fresh": False}, "its content differs from"),
    ({"expanded": 3, "fresh": False}, "its content differs from"),
    ({"title": "Other", "fresh": False}, "its content differs from"),
    ({"targets": np.zeros(3, np.int64)}, "not of type int32"),
    ({"text": "puzzle: psychopath\n"}, "level"),
    ({"title": 3}, "'title' is of another type"),
    ({"expanded": True}, "'expanded' is of another type"),
    ({"goal": "0"}, "'goal' is of another type"),
])  # fmt: skip
def test_what_is_not_what_was_saved_is_refused(run, kept, changes, reason):
    rewritten(kept, **changes)
    got = run("analyse", kept)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert reason in got.err


EDITED = [
    "spacewreck/eight-rooms",  # for such a small level, the rules give all answers
    "psychopath/first-push",  # stopped
    "a.graphml",  # without rules
]
BELIEVED = {
    "psychopath/first-push": ("stopped: ",),
    "a.graphml": ("name: ", "goal: ", "expanded: ", "label_names: ", "targets: ", "labels: ",
                  "offsets: ", "texts: ", "ends: "),
}  # fmt: skip


@pytest.mark.parametrize("name", sampled(EDITED))
def test_whatever_is_edited_is_noticed_where_it_can_be(run, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    run("export", "spacewreck/eight-rooms", "-o", "a.graphml")
    run("expand", name, "-o", "x.npz", "--max-states", 20)
    done = subprocess.run(
        [sys.executable, tampering.__file__, "x.npz", "1", str(examples(100))],
        capture_output=True, text=True,
    )  # fmt: skip
    *found, summary = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    starts = tuple(f"BELIEVED {what}" for what in BELIEVED.get(name, ()))
    assert [line for line in found if not (starts and line.startswith(starts))] == []
    refused = int(summary.split()[1].rstrip(","))
    assert refused > 100


def test_no_array_is_larger_than_its_file(run, kept):
    with zipfile.ZipFile(kept) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in found.items():
            nothing = bytes(1 << 24) if name == "states.npy" else b""  # 16 MB of it
            archive.writestr(name, data + nothing)
    got = run("analyse", kept)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert "is packed" in got.err
    for claim in (b"(99999999999999999,)", b"(9999999999,)"):
        at = found["targets.npy"].index(b"(622,)")
        data = found["targets.npy"]
        header = data[:at] + claim + data[at + 6 : 128 - len(claim) + 5] + b"\n" + data[128:]
        with zipfile.ZipFile(kept, "w") as archive:
            for name in found:
                archive.writestr(name, header if name == "targets.npy" else found[name])
        got = run("analyse", kept)
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
        assert "not as large as it claims" in got.err


def test_a_move_that_the_rules_do_not_give_is_noticed_near_the_start(run, kept):
    about, arrays = tampering.parts(kept)
    last = len(arrays["targets"]) - 1
    while np.count_nonzero(arrays["targets"] == arrays["targets"][last]) < 2:
        last -= 1  # another move leads there too, so all states remain reachable
    row = np.searchsorted(arrays["offsets"], last, "right")
    for name in ("targets", "labels"):
        arrays[name] = np.delete(arrays[name], last)
    arrays["offsets"][row:] -= 1
    tampering.put(kept, about, arrays)
    got = run("analyse", kept)
    assert (got.code, got.out) == (2, "")
    assert "is not the graph that its level's rules give" in got.err


def test_an_archive_with_pickled_objects_is_not_opened(run, tmp_path):
    np.savez(tmp_path / "x.npz", about=np.array([{"a": 1}], object))
    assert run("analyse", tmp_path / "x.npz").code == 2
    with zipfile.ZipFile(tmp_path / "y.npz", "w") as archive:
        archive.writestr("z.txt", "hello")
    assert run("analyse", tmp_path / "y.npz").code == 2
    assert run("analyse", tmp_path / "absent.npz").code == 2


STEPS = """
class Steps:
    start = frozenset("a")
    def moves(self, state):
        yield "x", state | {"b", "c", "d"}
        yield "y", frozenset({(len(state), "z")})
    def is_goal(self, state):
        return len(state) == 4
puzzle = Steps()
"""


def test_puzzles_without_variables_keep_the_text_of_their_states(run, tmp_path, monkeypatch):
    (tmp_path / "sets.py").write_text(STEPS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "sets", raising=False)
    assert run("expand", "--puzzle", "sets:puzzle", "-o", "x.npz").code == 0
    ours, theirs = (
        json.loads(run("analyse", *words, "--json").out)
        for words in (["--puzzle", "sets:puzzle"], ["x.npz"])
    )
    assert ours == theirs
    assert run("solve", "x.npz").out == "x\n"
    got = run("query", "x.npz", "--after", "y")
    assert (got.code, got.out.splitlines()[0]) == (0, "frozenset({(1, 'z')})")
    assert run("verify", "x.npz", "yx").code == 0
    assert run("query", "x.npz", "--node", "9").code == 2


def test_only_archives_are_kept(run, tmp_path):
    assert run("expand", LEVEL, "-o", tmp_path / "x.zip").code == 2


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of Linux")
@pytest.mark.long
@pytest.mark.parametrize("family", ["psychopath", "pacman"])
def test_an_explosion_ends_at_the_memory_there_is(tmp_path, family):
    import known

    level = known.CASES / "explosions" / f"{family}.yaml"
    words = f"{sys.executable} -m stategraph analyse --json {level}"
    done = subprocess.run(
        ["sh", "-c", f"ulimit -v 1048576; {words}"],
        capture_output=True,
        env={**os.environ, "STATEGRAPH_CACHE": str(tmp_path)},
    )
    record = json.loads(done.stdout)
    assert done.returncode == 3
    assert done.stderr.count(b"\n") == 1
    assert record["complete"] is False
    assert record["states"] > 300_000
    assert {"dead_states", "max_depth"} <= set(record["unknown"])


@pytest.mark.parametrize("kind, values, known", [
    (One(5), [0, 4], True), (One(5), [0, 5], False), (One(5), [7, 0], False),
    (One(5, "none"), [0, 5], True), (One(5, "none"), [0, 6], False),
    (One(6, least=1), [1, 5], True), (One(6, least=1), [0, 5], False),
    (One(6, least=1), [1, 6], False), (Set(2), [0, 3], True), (Set(2), [4, 0], False),
    (Tuple(2, 3), [0b1010, 0], True), (Tuple(2, 3), [0b1011, 0], False),
    (Tuple(2, 3), [0b1110, 0], False), (Tuple(2, 4), [0b1111, 0], True),
    (Tuple(2, 4), [0b10000, 0], False),
])  # fmt: skip
def test_packed_states_hold_values_of_their_variables(kind, values, known):
    states = np.array(values, np.int64).reshape(-1, 1)
    if known:
        check_states(states, Variables({"x": kind}))
    else:
        with pytest.raises(LevelError, match="a state is not one of its level"):
            check_states(states, Variables({"x": kind}))


@pytest.mark.parametrize("columns", [1, 2])
def test_equal_states_are_noticed_wherever_they_are(columns):
    values = range(-1, 2)
    rows = list(itertools.product(values, repeat=columns))
    for chosen in itertools.product(rows, repeat=3):
        states = np.array(chosen, np.int64)
        assert integrity._distinct(states) == (len(set(chosen)) == 3)


def path_graph(**changes):
    """Return the graph of three states in a row, with some of its parts changed."""
    extent = Extent(changes.pop("expanded", 3), changes.pop("stopped", ""))
    parts = dict(
        offsets=np.array([0, 1, 2, 2]), targets=np.array([1, 2], np.int32),
        labels=np.array([0, 0], np.uint16), label_names=["a"], states=["0", "1", "2"],
        goal=2,
    )  # fmt: skip
    return ArrayGraph(**(parts | changes), extent=extent)


@pytest.mark.parametrize(("changes", "reason"), [
    ({}, ""),
    ({"goal": None}, ""),
    ({"expanded": 2, "stopped": "limit"}, ""),
    ({"offsets": np.zeros(4, np.int64), "targets": np.zeros(0, np.int32)}, "not numbered"),
    ({"goal": 3}, "its goal is not one of its states"),
    ({"goal": -1}, "its goal is not one of its states"),
    ({"goal": 1}, "its goal has moves"),
    ({"goal": 0}, "its goal has moves"),
    ({"expanded": 4}, "more was expanded than there is"),
    ({"expanded": -1, "stopped": "limit"}, "more was expanded than there is"),
    ({"expanded": 2}, "does not say whether it is whole"),
    ({"stopped": "limit"}, "does not say whether it is whole"),
    ({"labels": np.array([0, 1], np.uint16)}, "a move has no label"),
    ({"labels": np.array([0], np.uint16)}, "not every move has a label"),
    ({"label_names": ["b", "a"]}, "labels are not in order"),
    ({"label_names": ["a", "a"]}, "labels are not in order"),
])  # fmt: skip
def test_each_part_of_a_graph_is_checked(changes, reason):
    graph = path_graph(**dict(changes))
    if not reason:
        integrity.check(graph)
        return
    with pytest.raises(LevelError, match=reason):
        integrity.check(graph)


@pytest.mark.parametrize(("expanded", "stopped"), [(1, ""), (0, "limit")])
def test_a_graph_of_one_state_is_a_graph(expanded, stopped):
    none = np.zeros(0, np.int32)
    parts = dict(targets=none, labels=none.astype(np.uint16), label_names=[], states=["0"])
    integrity.check(
        path_graph(offsets=np.zeros(2, int), goal=None, expanded=expanded, stopped=stopped, **parts)
    )


@pytest.mark.parametrize("size", [1, 5])
def test_a_goal_that_the_rules_do_not_have_is_noticed(size):
    """The goal is the last state of a puzzle that cannot be won, which may be its start."""
    on = toys.one_rule(lambda s: [("on", s.but(x=s.x + 1))] if s.x < size - 1 else [])
    graph = expand(on)
    integrity.compare(graph, on)
    with pytest.raises(LevelError, match="not the graph that its level's rules give"):
        integrity.compare(graph.but(goal=len(graph) - 1), on)


def test_damage_is_said_in_one_short_line():
    assert npz._brief(ValueError("x" * 100 + "\ny")) == "x" * 80
    assert npz._brief(ValueError("short\nlong")) == "short"
    assert npz._brief(EOFError()) == "EOFError"


@pytest.fixture
def halved(tmp_path):
    """Return the archive of a level expanded by its one symmetry."""
    path = tmp_path / "x.npz"
    level = load("psychopath/first-push")
    graph = symmetry_reduced(level.puzzle, level.family.renamings(level.puzzle))
    assert graph.quotient.names
    with path.open("wb") as file:
        npz.save(file, level, graph)
    return path


@pytest.mark.parametrize("names", [{"NAME": 1}, "NAME", ["NAME", "elsewhere"], None])
def test_symmetries_that_are_no_list_of_known_names_are_refused(halved, names):
    about, _ = tampering.parts(halved)
    (name,) = about["symmetries"]
    given = json.loads(json.dumps(names).replace("NAME", name))
    assert npz.read(str(halved)).graph.quotient.names == (name,)
    rewritten(halved, symmetries=given)
    with pytest.raises(LevelError, match="names a symmetry that the level cannot have"):
        npz.read(str(halved))


@pytest.mark.parametrize("part", ["labels", "states"])
def test_a_class_that_the_rules_do_not_give_is_noticed(halved, part):
    """The first moves have each other's labels, or the start is another state."""
    about, arrays = tampering.parts(halved)
    if part == "labels":
        arrays["labels"][[0, 1]] = arrays["labels"][[1, 0]]
    else:
        known = set(map(tuple, arrays["states"].tolist()))
        whole = map(tuple, expand(load("psychopath/first-push").puzzle).states.tolist())
        arrays["states"][0] = next(state for state in whole if state not in known)
    tampering.put(halved, about, arrays)
    with pytest.raises(LevelError, match="not the graph that its level's rules give"):
        npz.read(str(halved))
