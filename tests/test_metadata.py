"""The version and the date of the release are the same in all files that state them."""

from __future__ import annotations

import re
from configparser import ConfigParser
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]


def test_the_version_is_the_same_everywhere():
    declared = ConfigParser()
    declared.read(ROOT / "setup.cfg", encoding="utf-8")
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    latest = re.search(r"^## (\S+) - (\S+)$", changes, re.MULTILINE)
    assert latest is not None
    assert latest[1] == declared["metadata"]["version"] == cited["version"]
    assert latest[2] == cited["date-released"]


def test_every_package_is_listed():
    """A package that setup.cfg does not list is missing in an installation."""
    declared = ConfigParser()
    declared.read(ROOT / "setup.cfg", encoding="utf-8")
    installed = {"stategraph": "stategraph", "puzzles": "stategraph_puzzles"}
    packages = [
        ".".join((installed[folder], *path.relative_to(ROOT / folder).parent.parts))
        for folder in installed
        for path in (ROOT / folder).rglob("__init__.py")
    ]
    assert declared["options"]["packages"].split() == sorted(packages)


def test_the_workflows_name_commands_that_exist():
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
        runs = [step.get("run", "") for job in jobs.values() for step in job["steps"]]
        assert any(runs), path
        for command in runs:
            if command.startswith("."):
                assert (ROOT / command).is_file(), command
