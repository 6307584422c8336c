"""Templates: the written modules stand alone, and every placeholder is filled."""

from __future__ import annotations

import ast

import pytest

from stategraph.native.templates import fill_template, self_contained

PLACES = {
    "sizes": ["DEAD = 99"],
    "labels": ["Labels = UInt32s"],
    "width": ["width = 2"],
    "parts": [],
    "tables": ["Int64s", "Int64s"],
    "constants": [],
    "words": ["w0 = states[head, 0]"],
    "rules": ["if w0 > 3:", "    <fails>"],
    "bounds": [],
}


@pytest.mark.parametrize("name", ["expand", "search", "owners"])
def test_a_written_module_stands_alone(name):
    """It imports the language of compiled loops alone, and defines each name once."""
    body = ast.parse(fill_template(name, PLACES)).body
    modules = {node.module for node in body if isinstance(node, ast.ImportFrom)}
    functions = [node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    assert modules == {"stategraph.machine.language", "typing"}
    assert len(functions) == len(set(functions))
    assert {"hash_row", "same", "copy"} < set(functions)


@pytest.mark.parametrize(
    ("name", "fails"),
    [
        ("expand", "return first, count, filled, goal, FAILED"),
        ("search", "return -1"),
        ("owners", "return first, filled, segments, first_won, FAILED"),
    ],
)
def test_every_place_is_filled(name, fails):
    text = fill_template(name, PLACES)
    assert "# [" in self_contained(name)
    assert "# [" not in text
    assert ", *T" not in text
    assert "DEAD = 99\n" in text
    assert "C: Int64s, t0: Int64s, t1: Int64s" in text
    line = next(line for line in text.splitlines() if line.strip() == "if w0 > 3:")
    assert f"{line}\n    {line.removesuffix('if w0 > 3:')}{fails}\n" in text
