"""A studio that runs in another process."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

# More than two million states until the goal; a search over pushes is faster.
SIX_BOXES = """puzzle: sokoban
title: Six boxes across a hall
level: |
  ############
  #@         #
  # $ $ $  ..#
  #        ..#
  # $ $ $  ..#
  #          #
  ############
"""


class Running:
    """A studio of a folder, in another process."""

    def __init__(self, folder: Any):
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stategraph", "studio", str(folder), "--no-browser"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().strip()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def switched(page: Any, button: str) -> None:
    """Use the board for playing or for editing, with a press on ``Play`` or ``Edit``."""
    page.click(f"#modes button:text-is('{button}')")


def solved(page: Any) -> None:
    """Wait until the server has answered all that a page asked."""
    page.wait_for_function("() => window.studio.settled()")
