"""CTL by pyModelChecking, in a process of another Python: its parser takes the place of ours.

A line of input is ``[arrows, number of states, formula]`` in JSON; the line of the answer lists the
states in which the formula holds. Run as a program, this file imports nothing of the project.
"""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from pathlib import Path

# The place where `make test-all` installs it.
PYTHON = Path(sys.prefix) / "second-judge" / "bin" / "python"


class SecondJudge:
    """The other process; it ends with the ``with`` block."""

    def __enter__(self) -> SecondJudge:
        self._process = subprocess.Popen(
            [PYTHON, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def holds(self, arrows: list[tuple[int, int]], states: int, formula: object) -> set[int]:
        """Return the states of a graph in which a formula holds."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps([arrows, states, formula]) + "\n")
        self._process.stdin.flush()
        return set(json.loads(self._process.stdout.readline()))


def main() -> None:
    """Answer each line of standard input."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pyModelChecking import CTL, Kripke

    def theirs(asked):
        if isinstance(asked, int):
            return CTL.AtomicProposition(f"n{asked}")
        kind, *parts = asked
        made = [theirs(part) for part in parts]
        if kind in ("EU", "AU"):
            return getattr(CTL, kind[0])(CTL.U(*made))
        names = {"not": "Not", "and": "And", "or": "Or"}
        if kind in names:
            return getattr(CTL, names[kind])(*made)
        return getattr(CTL, kind[0])(getattr(CTL, kind[1])(made[0]))

    for line in sys.stdin:
        arrows, states, formula = json.loads(line)
        labels = {n: {f"n{n}"} for n in range(states)}
        kripke = Kripke(R=[tuple(arrow) for arrow in arrows], L=labels)
        print(json.dumps(sorted(CTL.modelcheck(kripke, theirs(formula)))), flush=True)


if __name__ == "__main__":
    main()
