"""Imports of verbs: a quick start without the compiler and the plotting library."""

from __future__ import annotations

import subprocess
import sys


def said(code: str) -> str:
    """Return the output of a new process that runs some code."""
    line = [sys.executable, "-c", code]
    return subprocess.run(line, capture_output=True, text=True, check=True).stdout


def test_help_starts_without_heavy_imports():
    code = (
        "import sys; from stategraph.cli import parser; parser();"
        "print(*{'numpy', 'networkx', 'numba', 'matplotlib', 'yaml'} & set(sys.modules))"
    )
    assert said(code) == "\n"


def test_solving_a_small_level_imports_no_compiler_and_no_plotter():
    code = (
        "import sys; from stategraph.cli import main; main(['solve', 'spacewreck/eight-rooms']);"
        "print(*{'numba', 'scipy', 'matplotlib', 'psutil'} & set(sys.modules))"
    )
    assert said(code) == "R3L5L8\n\n"


def test_solving_a_small_level_imports_few_modules():
    code = (
        "import numpy, sys; before = set(sys.modules)\n"
        "from stategraph.cli import main; main(['solve', 'spacewreck/eight-rooms'])\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    imported = said(code).split("\n")[1].split()
    ours = [name for name in imported if name.startswith("stategraph.")]
    assert not {"native", "pictures", "store"} & {name.split(".")[1] for name in ours}
    assert (len(ours) <= 110, len(imported) <= 228) == (True, True), imported


def test_diagrams_boards_and_films_are_written_as_svg_without_a_plotter(tmp_path):
    code = (
        "import sys; from stategraph.cli import main; level = 'spacewreck/eight-rooms'\n"
        "for verb, more in dict(render=['--layout', 'layered'], board=[], film=[]).items():\n"
        f"    main([verb, level, *more, '-o', '{tmp_path}/' + verb + '.svg'])\n"
        "print(*{'matplotlib', 'numba'} & set(sys.modules))"
    )
    assert said(code) == "\n"
    assert len(list(tmp_path.glob("*.svg"))) == 3
