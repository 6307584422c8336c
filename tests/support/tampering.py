"""Edits every value of a saved graph, each with a digest that fits: is it noticed?

Run it as a program, ``tampering.py ARCHIVE SEED COUNT``, because a compiled loop with a wrong
number may end the whole process. It prints each edit that ended in a traceback, and each that
changed the analysis. Last come the numbers of refused edits, and of edits without an effect.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from stategraph.cli import main
from stategraph.formats import npz

VALUES = [None, True, -1, -3, 0, 1, 2, 10**6, 2**31, 2**63, 10**30, 0.5, "", "0", "x", "\ud800",
          [], [0], ["x"], {}, {"x": 1}]  # fmt: skip
NUMBERS = [-(2**63), -(2**31), -2, -1, 0, 1, 2, 3, 9, 255, 65_535, 2**31 - 1, 2**62]


def parts(path: str) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return the description in an archive, and its arrays."""
    with np.load(path) as archive:
        found = {name: archive[name] for name in archive.files}
    return json.loads(found.pop("about").tobytes()), found


def put(path: str, about: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
    """Write an archive whose digest fits."""
    about = {**about, "sha256": npz._digest(about, arrays)}
    np.savez(path, about=np.frombuffer(npz._json(about), np.uint8), **arrays)


def edits(about: dict, arrays: dict, draw: random.Random, count: int) -> Iterator[tuple]:
    """Yield (what, about, arrays): each entry of the description, then `count` arrays."""
    for name in about:
        if name != "sha256":
            yield f"no {name}", {k: v for k, v in about.items() if k != name}, arrays
            for value in draw.sample(VALUES, min(len(VALUES), 4 + count // 5)):
                yield f"{name}: {value!r}", {**about, name: value}, arrays
    names = about["label_names"]
    for some in (names[::-1], names[1:], names[:-1], [*names, names[0]], [*names[:-1], 7]):
        yield f"label_names: {some!r}", {**about, "label_names": some}, arrays
    for name in ("goal", "expanded"):
        for value in range(len(arrays["offsets"])):
            yield f"{name}: {value}", {**about, name: value}, arrays
    for _ in range(count):
        name = draw.choice(list(arrays))
        what, array = changed(arrays[name], draw)
        yield f"{name}: {what}", about, {**arrays, name: array}


def changed(array: np.ndarray, draw: random.Random) -> tuple[str, np.ndarray]:
    """Return an array that differs from `array`, and how."""
    kind, made = draw.random(), array.copy()
    if kind < 0.1:
        return "shorter", made[:-1]
    if kind < 0.15:
        return "longer", np.concatenate([made, made[-1:]])
    if kind < 0.2:
        return "of two dimensions", made.reshape(-1, 1, *made.shape[1:])
    if kind < 0.25:
        return "nothing", made[:0]
    if kind < 0.3:
        other = draw.choice([np.int8, np.uint64, np.float64, ">i4", "S8"])
        return f"as {other}", made.astype(other)
    flat = made.reshape(-1)
    if not len(flat):
        return "nothing", made
    at = draw.randrange(len(flat))
    if kind < 0.5:
        other_at = draw.randrange(len(flat))
        flat[[at, other_at]] = flat[[other_at, at]]
        return f"{at} and {other_at} change places", made
    low, high = np.iinfo(made.dtype).min, np.iinfo(made.dtype).max
    value = draw.choice([*NUMBERS, int(flat[at]) + 1, int(flat[at]) - 1, int(flat.max())])
    flat[at] = min(max(value, low), high)
    return f"[{at}] = {flat[at]}", made


def analysed(path: str) -> tuple[int, str, str]:
    """Return the exit code, the output and the remarks of an analysis."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["analyse", path, "--json"])
    return code, out.getvalue(), err.getvalue()


def tamper(path: str, seed: int, count: int) -> None:
    """Try all the edits of an archive; the edited one lies beside it."""
    about, arrays = parts(path)
    whole = analysed(path)[:2]
    edited = str(Path(path).with_name("edited.npz"))
    refused = harmless = 0
    for what, told, made in edits(about, arrays, random.Random(seed), count):
        put(edited, told, made)
        try:
            code, out, err = analysed(edited)
        except Exception:
            print(ascii(f"TRACEBACK {what}: {traceback.format_exc()}"))
            continue
        if (code, out) == whole:
            harmless += 1
        elif (code, out) == (2, "") and err.count("\n") == 1 and edited in err:
            refused += 1
        else:
            print(ascii(f"BELIEVED {what}: {code} {err}").strip("'\""))
    print(f"refused {refused}, harmless {harmless}")


if __name__ == "__main__":
    tamper(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
