"""``python -m puzzles.puzzlescript.recorded [--times] FILE.json ...``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter

from puzzles.puzzlescript.recorded import faults


def main(names: list[str], times: bool = False) -> int:
    """Replay files of recordings; return 1 where something disagrees."""
    wrong = 0
    for path in map(Path, names):
        entries = json.loads(path.read_text(encoding="utf-8"))
        disagree = 0
        for entry in entries:
            began = perf_counter()
            found = faults(entry, path.parent)
            where = f"{entry['name']!r} {entry.get('index', '')} level {entry.get('level', '')}"
            if times:
                print(f"{perf_counter() - began:8.2f} s  {where}")
            for fault in found:
                print(f"{path.name}: {where}: {fault}")
            disagree += bool(found)
        print(f"{path.name}: {len(entries) - disagree} of {len(entries)} agree")
        wrong += disagree
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main([name for name in sys.argv[1:] if name != "--times"], "--times" in sys.argv))
