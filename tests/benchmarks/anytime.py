"""Speed and quality of solutions of levels too big to expand, and their lower bounds.

    python tests/benchmarks/anytime.py FOLDER [--puzzle FAMILY] [--seconds 60] [--only NAME ...]
    python tests/benchmarks/anytime.py

Each level of a folder is solved by ``--search auto`` in a separate process, stopped after some
seconds; without a folder the boards of push_block.txt. The table is in Markdown. The column
"known" has the shortest solution according to the level file.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MEMORY = 6 * 2**30

HEAD = (
    "| level | known | first found | after CPU s | found | after CPU s | at least | proven "
    "| states | s | CPU s | MB |"
)


def measure(path: str, family: str, seconds: float) -> dict[str, object]:
    """Solve one level in this process."""
    from stategraph.engines.limits import Limits
    from stategraph.load import load
    from stategraph.search.solve import solve

    level = load(path, family)
    began = time.perf_counter()
    lengths, times = [None], [0.0]

    def note(length: int | None, at_least: int) -> None:
        if length != lengths[-1]:
            lengths.append(length)
            times.append(time.process_time())

    found = solve(level, limits=Limits(seconds=seconds, memory=MEMORY), tell=note)
    used = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "known": level.puzzle.claims.get("shortest"),
        "first": lengths[min(1, len(lengths) - 1)],
        "first after": times[min(1, len(times) - 1)],
        "found": found.found,
        "found after": times[-1],
        "at_least": found.at_least,
        "proven": found.proven,
        "states": found.states_seen,
        "seconds": time.perf_counter() - began,
        "cpu": used.ru_utime + used.ru_stime,
        "megabytes": used.ru_maxrss / 1024,
    }


def child(path: Path, family: str, seconds: float) -> dict[str, object]:
    """Solve one level in a separate process."""
    line = [sys.executable, __file__, "--child", str(path), family, str(seconds)]
    return json.loads(subprocess.run(line, capture_output=True, check=True).stdout)


def row(name: str, run: dict[str, object]) -> str:
    """Return what became of a level."""
    known, first, found = (
        "—" if run[key] is None else run[key] for key in ("known", "first", "found")
    )
    proven = "yes" if run["proven"] else "no"
    met = f"{first} | {run['first after']:.1f} | {found} | {run['found after']:.1f}"
    costs = f"{run['states']:,} | {run['seconds']:.1f} | {run['cpu']:.1f} | {run['megabytes']:,.0f}"
    return f"| {name} | {known} | {met} | {run['at_least']} | {proven} | {costs} |"


def own_boards(folder: str) -> Path:
    """Write the boards of push_block.txt into a folder, a file each."""
    from push_block import boards

    for name, rows in boards().items():
        text = "\n".join([f"{len(rows[0])} {len(rows)}", "0", *rows])
        Path(folder, f"{name.replace(' ', '-')}.txt").write_text(text, "utf-8")
    return Path(folder)


def report(folder: Path, family: str, seconds: float, only: list[str]) -> None:
    """Print the table."""
    print(HEAD + "\n" + "|---" * HEAD.count(" | ") + "|---|")
    for path in sorted(folder.iterdir()):
        if path.suffix == ".md" or (only and path.stem not in only):
            continue
        print(row(path.stem, child(path, family, seconds)), flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--puzzle", default="psychopath", help="the family of bare files")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        path, family, seconds = args.child
        print(json.dumps(measure(path, family, float(seconds))))
        return
    with tempfile.TemporaryDirectory() as made:
        folder = args.folder or own_boards(made)
        report(folder, args.puzzle, args.seconds, args.only)


if __name__ == "__main__":
    main()
