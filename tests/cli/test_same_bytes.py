"""Outputs have the same bytes for every hash seed and locale."""

from __future__ import annotations

import child
import pytest
from effort import some

EIGHT = "spacewreck/eight-rooms"


def test_the_same_bytes_under_any_hash_seed_and_locale(tmp_path):
    seen = set()
    level, files = "spacewreck/merry-go-round", (tmp_path / "x.dot", tmp_path / "x.svg")
    lines = [("render", level, "-o", file, "--layout", "layered") for file in files]
    for seed, locale in some((("0", "C"), ("1", "C.UTF-8"), ("77", "C")), 2):
        environment = {"PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONUTF8": "0"}
        said = child.outputs(*lines, ("analyse", "--json", level), **environment)
        seen.add((said, *(file.read_bytes() for file in files)))
    assert len(seen) == 1


@pytest.mark.long
def test_the_same_bytes_whatever_the_hash_seed():
    commands = [
        ["check", "spacewreck", "--json"],
        ["diff", EIGHT, "spacewreck/minefield"],
        ["ablate", "spacewreck/minefield"],
        ["hardest", "spacewreck/minefield"],
        ["table", "spacewreck", "--json"],
    ]
    assert len({child.outputs(*some(commands, 3), PYTHONHASHSEED=seed) for seed in ("1", "2")}) == 1
