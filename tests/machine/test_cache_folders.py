"""The folder of machine code: the named one, else the user's, else one among temporary files."""

from __future__ import annotations

import os
import stat
import tempfile

import pytest

from stategraph.machine import cache


@pytest.fixture
def named(monkeypatch, tmp_path):
    """Return a function that names the folder of the variable and the folder of the user."""

    def name(variable, user):
        monkeypatch.setenv(cache.VARIABLE, str(tmp_path / variable))
        monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path / user))

    (tmp_path / "file").write_text("")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return name


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners")
def test_the_first_folder_that_can_be_used(named, tmp_path):
    named("one", "two")
    assert cache.folder() == tmp_path / "one"
    named("file/one", "two")
    assert cache.folder() == tmp_path / "two"
    named("file/one", "file/two")
    assert cache.folder() == tmp_path / f"stategraph-{os.getuid()}"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners")
def test_a_folder_that_others_may_write_into_is_not_used(named, tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    named("open", "two")
    assert cache.folder() == tmp_path / "two"


def test_what_is_kept_is_found_by_its_key(named, tmp_path):
    named("one", "two")
    path = cache.keep("key", b"library")
    assert cache.find("key") == path and path.read_bytes() == b"library"
    assert cache.find("other") is None
    path.write_bytes(b"changed")
    assert cache.find("key") is None
    assert not path.exists()


@pytest.mark.skipif(not hasattr(os, "umask"), reason="folders have no modes")
def test_a_new_folder_is_open_to_its_owner_alone(named, tmp_path):
    named("one", "two")
    before = os.umask(0)
    try:
        cache.keep("key", b"library")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "one").stat().st_mode) == 0o700
