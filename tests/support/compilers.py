"""C compilers that fail in various forms."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

import psutil

FAILING = "#!/bin/sh\necho 'loops.c: error: no such thing' >&2\nexit 1\n"
HANGING = "#!/bin/sh\nsleep 100 &\nsleep 100\n"


def compiler(folder: Path, text: str) -> str:
    """Write a script into a folder; return how it is called."""
    script = folder / "my-cc"
    script.write_text(text)
    script.chmod(0o700)
    return str(script)


def left(group: int) -> list[psutil.Process]:
    """Return the processes of a group that live on, as those that are killed do for a moment."""
    end = time.monotonic() + 20
    while (found := members(group)) and time.monotonic() < end:
        time.sleep(0.02)
    return found


def members(group: int) -> list[psutil.Process]:
    """Return the processes of a group that run now."""
    found = []
    for process in psutil.process_iter(["status"]):
        with contextlib.suppress(OSError):
            if os.getpgid(process.pid) == group and process.info["status"] != "zombie":
                found.append(process)
    return found
