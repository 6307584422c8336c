"""The layers of a level of Spacewreck, counted by a C program without code of the engines."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any


def count(ship: tuple[Any, ...], states: int) -> list[tuple[int, int]]:
    """Return the numbers of states and moves of the layers of a level of Spacewreck.

    Counting ends after the layer in which `states` states are reached.
    """
    rooms, colours, start, corridors = ship
    shades = sorted({*colours, *(colour for _, _, colour in corridors)})
    listed = sorted({*corridors})
    numbers = [
        *(states, rooms, len(shades), *(room - 1 for room in start)),
        *map(shades.index, colours),
        len(listed),
        *(n for here, to, colour in listed for n in (here - 1, to - 1, shades.index(colour))),
    ]
    with tempfile.TemporaryDirectory() as made:
        program = Path(made) / "ship_layers"
        subprocess.run(
            ["cc", "-O2", "-o", program, Path(__file__).with_name("ship_layers.c")], check=True
        )
        text = " ".join(map(str, numbers))
        done = subprocess.run([program], input=text, stdout=subprocess.PIPE, text=True, check=True)
    return [(int(n), int(m)) for n, m in map(str.split, done.stdout.splitlines())]
