"""Command line ``python -m stategraph_puzzles.puzzlescript.recorded [--times] FILE.json ...``.

The exit code is 1 after a difference, and 2 if a file is not a list of recordings.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter

from . import faults

USAGE = "python -m stategraph_puzzles.puzzlescript.recorded [--times] FILE.json ..."


def main(names: list[str], times: bool = False) -> int:
    """Replay files of recordings; return 1 after a difference, 2 after an unreadable file."""
    if not names:
        print(f"usage: {USAGE}", file=sys.stderr)
        return 2
    wrong = 0
    for path in map(Path, names):
        try:
            wrong += _count_differences(path, times)
        except (OSError, ValueError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 2
        except (LookupError, TypeError) as error:
            print(f"{path}: an entry lacks something: {error!r}", file=sys.stderr)
            return 2
    return 1 if wrong else 0


def _count_differences(path: Path, times: bool) -> int:
    """Print the differences of a file; return the number of entries with differences."""
    entries = json.loads(path.read_text(encoding="utf-8"))
    disagree = 0
    for entry in entries:
        began = perf_counter()
        differences = faults(entry, path.parent)
        title = f"{entry['name']!r} {entry.get('index', '')} level {entry.get('level', '')}"
        if times:
            print(f"{perf_counter() - began:8.2f} s  {title}")
        for fault in differences:
            print(f"{path.name}: {title}: {fault}")
        disagree += bool(differences)
    print(f"{path.name}: {len(entries) - disagree} of {len(entries)} agree")
    return disagree


if __name__ == "__main__":
    sys.exit(main([name for name in sys.argv[1:] if name != "--times"], "--times" in sys.argv))
