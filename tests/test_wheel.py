"""Installed without a clone: a built wheel holds all that is needed, and runs the README's tour."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from readmes import BLOCKS, ROOT, commands, lay_files, like

PARTS = ("stategraph", "puzzles", "setup.cfg", "pyproject.toml", "README.md", "LICENSE")
PACKAGES = {"stategraph": "stategraph", "puzzles": "stategraph_puzzles"}  # by their folders
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info")
BUILD = "from setuptools import build_meta; print(build_meta.build_wheel('dist'))"

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy of the sources: building leaves files among them."""
    pytest.importorskip("setuptools", reason="builds a wheel")
    copy = tmp_path_factory.mktemp("sources")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, copy / part, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / part, copy)
    subprocess.run([sys.executable, "-c", BUILD], cwd=copy, check=True, capture_output=True)
    (made,) = (copy / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """The interpreter of a fresh environment with the wheel, and this one's other packages."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place)
    scheme = {"base": str(place), "platbase": str(place)}
    installed = Path(sysconfig.get_path("purelib", vars=scheme))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    others = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    (installed / "others.pth").write_text("\n".join(sorted(others)), "utf-8")
    return Path(sysconfig.get_path("scripts", vars=scheme)) / Path(sys.executable).name


def test_every_file_of_the_packages_is_in_it(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    for folder, package in PACKAGES.items():
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert f"{package}/{path.relative_to(ROOT / folder).as_posix()}" in inside
    packages = {name.split("/")[0] for name in inside if ".dist-info/" not in name}
    assert packages == set(PACKAGES.values())  # no other name that could collide
    (points,) = (name for name in inside if name.endswith("entry_points.txt"))
    assert "stategraph = stategraph.__main__:main" in zipfile.ZipFile(wheel).read(points).decode()


def test_it_runs_the_tour_outside_of_the_sources(python, tmp_path):
    lay_files(ROOT / "README.md", tmp_path)

    def call(*words):
        return subprocess.run(
            [python, *words], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8"
        )

    where = call("-c", "import stategraph; print(stategraph.__file__)").stdout
    assert where.startswith(str(python.parents[1]))
    tour = [block for block in BLOCKS if block.readme == ROOT / "README.md"]
    shown = [pair for block in tour if block.kind == "console" for pair in commands(block)]
    assert len(shown) > 3
    for command, output in shown:
        done = call("-m", "stategraph", *shlex.split(command))
        assert done.stdout == output or re.fullmatch(like(output), done.stdout), done.stderr
    # files of other kinds: pages, and levels of every family
    done = call("-m", "stategraph", "report", "spacewreck/both-arrive", "-o", "page")
    assert done.returncode == 0, done.stderr
    assert "<style>" in (tmp_path / "page" / "index.html").read_text("utf-8")
    listed = call("-m", "stategraph", "list").stdout
    for family in (ROOT / "puzzles").glob("*/levels"):
        assert all(f"{family.parent.name}/{path.stem} " in listed for path in family.glob("*.yaml"))
