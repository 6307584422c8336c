"""Eight rooms of Spacewreck, in the family's own format and in a level file."""

from __future__ import annotations

ROOMS = """8 12
pink green blue green pink blue pink
1 2
1 3 green
2 4 pink
2 5 blue
3 6 pink
3 1 green
4 7 blue
4 2 blue
5 8 blue
6 8 green
6 3 pink
7 8 pink
5 2 pink
"""


def indented(text: str) -> str:
    """Return a text as the block of a level file."""
    return "".join(f"  {line}\n" for line in text.splitlines())
