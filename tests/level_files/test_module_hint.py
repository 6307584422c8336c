"""The message for a family's name that is the name of a Python file."""

import pytest

from stategraph.errors import InputError
from stategraph.level_files.families import entry_point


@pytest.mark.parametrize("name", ["hanoi", "hanoi.py"])
def test_a_python_file_is_named_with_its_object(tmp_path, monkeypatch, name):
    (tmp_path / "hanoi.py").write_text("")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="for a puzzle in hanoi.py: --puzzle hanoi:NAME"):
        entry_point(name)


def test_without_such_a_file_the_nearest_family_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="did you mean sokoban") as error:
        entry_point("sokobna")
    assert ":NAME" not in str(error.value)


def test_a_name_that_no_file_can_have_is_an_unknown_family():
    with pytest.raises(InputError, match="unknown puzzle family"):
        entry_point("x" * 5000)
