"""Files: only files are read, of a bounded size; they are written whole or not at all."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from stategraph import files
from stategraph.errors import InputError, LevelError, OutputError
from stategraph.files import locks, reading

GOOD = b"puzzle: spacewreck\nlevel: |\n  1 2\n"


@pytest.fixture
def place(tmp_path):
    """A file that is there already."""
    path = tmp_path / "answer.txt"
    path.write_bytes(b"old")
    return path


def names(folder):
    return sorted(path.name for path in folder.iterdir())


# ---------------------------------------------------------------------------------------- reading

ARGUMENTS = [
    ("solve", "{}"),
    ("solve", "{}.txt", "--puzzle", "spacewreck"),
    ("check", "spacewreck", "--rules", "{}"),
    ("diff", "spacewreck/eight-rooms", "{}"),
    *(("analyse", "{}" + end) for end in (".npz", ".graphml", ".json", ".aut", ".csv", ".parquet")),
    ("solve", "{}.nodes.csv"),
]


@pytest.mark.parametrize("words", ARGUMENTS, ids=" ".join)
def test_a_pipe_is_not_waited_for(run, tmp_path, words):
    pipe = str(tmp_path / "pipe")
    words = [word.format(pipe) for word in words]
    name = next(word for word in words if word.startswith(pipe))
    os.mkfifo(name)
    got = run(*words)
    assert got.code == 2
    assert f"{name}: is a device or a pipe, not a file" in got.err


def test_a_device_without_an_end_is_not_read(run):
    got = run("solve", "/dev/zero", "--puzzle", "sokoban")
    assert (got.code, got.out) == (2, "")
    assert got.err == (
        "stategraph: /dev/zero: is a device or a pipe, not a file; - reads standard input\n"
    )


def test_a_folder_is_called_one(tmp_path):
    with pytest.raises(InputError, match=": is a folder$"):
        files.read(tmp_path)


def test_a_text_that_is_too_large_is_refused_unread(run, tmp_path, monkeypatch):
    large = tmp_path / "large.yaml"
    with large.open("wb") as file:
        file.truncate(100 * 2**20)
    monkeypatch.setattr(reading, "_all_of", None)
    got = run("solve", large)
    assert got.code == 2
    assert "large.yaml: 104,857,600 bytes; at most 16,777,216 are read\n" in got.err


def test_a_graph_larger_than_the_memory_is_refused_unread(run, tmp_path):
    large = tmp_path / "large.npz"
    with large.open("wb") as file:
        file.truncate(2**42)
    assert "large.npz: 4,398,046,511,104 bytes; at most" in run("solve", large).err


class Endless(io.RawIOBase):
    """Gives zeros endlessly, and counts them."""

    given = 0

    def readable(self):
        return True

    def readinto(self, room):
        room[:] = bytes(len(room))
        self.given += len(room)
        return len(room)


def test_standard_input_without_an_end(run, monkeypatch):
    zeros = Endless()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BufferedReader(zeros)))
    got = run("solve", "-")
    assert got.code == 2
    assert got.err == "stategraph: <stdin>: at most 16,777,216 bytes are read\n"
    assert zeros.given < 2 * files.MAX_TEXT_BYTES


def test_a_file_that_holds_more_than_its_folder_says(tmp_path):
    file = tmp_path / "grows"
    file.write_bytes(b"1234")
    with files.open_regular(file, 4) as opened:
        file.write_bytes(b"12345")
        with pytest.raises(InputError, match="at most 4 bytes"):
            reading._all_of(opened, "grows", 4)


def test_standard_input_that_is_closed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="closed"):
        files.read_stdin()


def test_text_that_is_not_utf8_is_refused_with_its_line(tmp_path):
    file = tmp_path / "x"
    file.write_bytes(b"\xef\xbb\xbfone\ntw\xe9")
    with pytest.raises(LevelError, match=r"x:2: is not UTF-8 text \(byte 0xe9 at offset 9\)"):
        files.read_text(file)


def test_names_that_cannot_be_looked_up_are_no_files():
    for name in ("x" * 300, "a\0b"):
        assert not files.is_file(name)
        assert not files.is_folder(name)
        assert not files.is_missing(name)
        with pytest.raises(InputError):
            files.read(name)


# ---------------------------------------------------------------------------------------- writing


def test_all_are_written_or_none(tmp_path, place):
    def fail(file):
        file.write(b"half")
        raise OSError("the disk is full")

    with pytest.raises(OutputError, match=r"cannot write .*second.*: the disk is full"):
        files.write_all({place: b"new", tmp_path / "second": fail})
    assert place.read_bytes() == b"old"
    assert names(tmp_path) == ["answer.txt"]


def killed(call):
    """Run `call` in a process that is killed, or ends, in it; return how it ended."""
    child = os.fork()
    if not child:
        try:
            call()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1]


def test_a_killed_writer_leaves_the_old_file_and_the_next_removes_what_it_left(tmp_path, place):
    def die(file):
        file.write(b"half")
        file.flush()
        os.kill(os.getpid(), signal.SIGKILL)

    other = tmp_path / ".other.txt.1.tmp"
    other.write_bytes(b"of another name")
    assert killed(lambda: files.write(place, die)) == signal.SIGKILL
    assert place.read_bytes() == b"old"
    assert len(names(tmp_path)) == 3
    other.rename(other := tmp_path / ".answer.txt.mine.tmp")
    files.write(place, b"new")
    assert place.read_bytes() == b"new"
    assert names(tmp_path) == [other.name, "answer.txt"]


def test_what_another_writes_just_now_is_not_removed(place):
    files.write(place, lambda file: (file.write(b"slow"), files.write(place, b"quick")))
    assert place.read_bytes() == b"slow"
    assert names(place.parent) == ["answer.txt"]


def test_pairs_of_two_writers_are_not_mixed(tmp_path, monkeypatch):
    one, two = tmp_path / "x.nodes.csv", tmp_path / "x.edges.csv"
    other = threading.Thread(target=lambda: files.write_all({one: b"B", two: b"B"}))
    replace, seen = Path.replace, []

    def slow(self, target):
        replace(self, target)
        if threading.current_thread() is not other and not other.ident:
            other.start()
            other.join(0.2)  # time enough to write, were it free to
            seen.append(one.read_bytes())

    monkeypatch.setattr(Path, "replace", slow)
    files.write_all({one: b"A", two: b"A"})
    other.join()
    assert seen == [b"A"]
    assert (one.read_bytes(), two.read_bytes()) == (b"B", b"B")


@pytest.mark.parametrize("late", [False, True])
def test_a_pair_is_renamed_whole_by_who_is_interrupted(tmp_path, monkeypatch, late):
    one, two = tmp_path / "x.nodes.csv", tmp_path / "x.edges.csv"
    files.write_all({one: b"old", two: b"old"})
    replace, asked = Path.replace, []

    def interrupted(self, target):
        if asked or late:
            replace(self, target)
        if not asked:
            asked.append(target)
            raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write_all({one: b"new", two: b"new"})
    assert (one.read_bytes(), two.read_bytes()) == (b"new", b"new")
    assert names(tmp_path) == ["x.edges.csv", "x.nodes.csv"]


def test_files_that_are_never_left_alone_are_not_read_for_ever(place):
    def read():
        files.write(place, b"anew")

    with pytest.raises(InputError, match="changes too often while it is read"):
        files.together([str(place)], read)


def test_a_folder_that_somebody_keeps_locked_is_written_all_the_same(place, monkeypatch):
    import fcntl

    monkeypatch.setattr(locks, "MAX_WAIT_SECONDS", 0.05)
    handle = os.open(place.parent, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    files.write(place, b"new")
    os.close(handle)
    assert place.read_bytes() == b"new"


def test_where_there_are_no_locks(place, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)  # as on Windows
    files.write(place, b"new")
    assert place.read_bytes() == b"new"
    assert names(place.parent) == ["answer.txt"]


def test_files_and_names_reach_the_disk_before_and_after_the_renaming(place, monkeypatch):
    done = []
    sync, replace = os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (done.append("sync"), sync(handle)))
    monkeypatch.setattr(Path, "replace", lambda *ends: (done.append("rename"), replace(*ends)))
    files.write(place, b"new")
    assert done == ["sync", "rename", "sync"]


@pytest.mark.parametrize("name", ["x" * 250, "é" * 120])
def test_names_may_be_as_long_as_the_disk_allows(tmp_path, name):
    files.write(tmp_path / name, b"long")
    assert names(tmp_path) == [name]


@pytest.mark.parametrize("name", ["circle", "a\0b", "x" * 300])
def test_a_place_that_cannot_be_is_refused(tmp_path, name):
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    for call in (lambda path: files.write(path, b""), files.check_folder):
        if name == "x" * 300 and call is files.check_folder:
            continue  # its folder is there
        with pytest.raises(OutputError, match="cannot write"):
            call(tmp_path / name)


def test_rights_stay_and_links_are_followed(place, tmp_path):
    place.chmod(0o640)
    (tmp_path / "link").symlink_to(place)
    files.write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert place.read_bytes() == b"new"
    assert place.stat().st_mode & 0o777 == 0o640


def test_a_device_is_written_into(tmp_path):
    files.write(os.devnull, b"gone")
    assert not Path(os.devnull).is_file()


def test_a_pipe_without_a_reader_is_not_waited_for(run, tmp_path):
    pipe = tmp_path / "pipe.svg"
    os.mkfifo(pipe)
    got = run("render", "spacewreck/eight-rooms", "-o", pipe)
    assert (got.code, got.err.count("\n")) == (4, 1)
    assert f"cannot write {pipe}: no program reads this pipe yet" in got.err


def test_a_pipe_with_a_reader_is_written(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    data, end = b"more than a pipe holds" * 10_000, time.monotonic() + 30
    while not read:
        try:
            files.write(pipe, data)
            break
        except OutputError:  # the reader has not opened it yet
            assert time.monotonic() < end
            time.sleep(0.01)
    reader.join(30)
    assert read == [data]
