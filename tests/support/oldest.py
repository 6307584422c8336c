"""The oldest releases that `setup.cfg` allows, as constraints for pip: ``>=1.2`` becomes ``==1.2``.

It runs without any package, by the oldest Python that `setup.cfg` allows.
"""

from __future__ import annotations

import configparser
import re
import sys
from pathlib import Path

CONFIG = Path(__file__).parents[2] / "setup.cfg"


def constraints(text: str) -> list[str]:
    """Return a constraint for each package that the text of a `setup.cfg` needs.

    >>> constraints("[options]\\ninstall_requires =\\n    one>=1.2\\n    two>=3; os_name > 'a'")
    ['one==1.2', "two==3; os_name > 'a'"]
    """
    parser = configparser.ConfigParser()
    parser.read_string(text)
    extras = dict(parser.items("options.extras_require")) if parser.sections()[1:] else {}
    lists = [parser["options"]["install_requires"], *extras.values()]
    lines = sorted({line.strip() for text in lists for line in text.splitlines()})
    return [line.replace(">=", "==", 1) for line in lines if re.match(r"[\w-]+>=", line)]


def oldest_python(text: str) -> tuple[int, ...]:
    """Return the oldest Python that the text of a `setup.cfg` allows, as (3, 11)."""
    parser = configparser.ConfigParser()
    parser.read_string(text)
    return tuple(map(int, re.findall(r"\d+", parser["options"]["python_requires"])))


if __name__ == "__main__":
    known = CONFIG.read_text("utf-8")
    if sys.version_info[:2] != (oldest := oldest_python(known)):
        sys.exit(f"this needs Python {'.'.join(map(str, oldest))}: make test-oldest OLDEST=python")
    print(*constraints(known), sep="\n")
