"""The ten path tiles that several families share, numbered 0 to 9.

::

    number   0 1 2 3 4 5 6 7 8 9
    drawn    ┌ ┐ └ ┘ ┬ ┤ ┴ ├ │ ─
"""

from __future__ import annotations

__all__ = ["BOX", "OPENINGS"]

BOX = "┌┐└┘┬┤┴├│─"

# where each tile is open: to the left, up, to the right, down
OPENINGS = ("RD", "LD", "UR", "LU", "LRD", "LUD", "LUR", "URD", "UD", "LR")
