"""What boards of a game are painted with: the glyphs of its legend."""

from __future__ import annotations

from puzzles.puzzlescript.engine import bits
from puzzles.puzzlescript.game import Game
from stategraph.rules import Sign


def signs(game: Game) -> tuple[Sign, ...]:
    """Return a sign for each glyph, bare ground first; none where no glyph shows that.

    Of several glyphs for the same objects the first is one.
    """
    found: dict[tuple[str, ...], str] = {}
    for held, mark in game.glyphs.items():
        parts = tuple(game.names[thing] for thing in reversed(list(bits(held & ~game.ground))))
        found.setdefault(parts, mark)
    if () not in found:
        return ()
    bare = Sign(found.pop(()), "background")
    return bare, *(Sign(mark, " on ".join(parts), parts) for parts, mark in found.items())
