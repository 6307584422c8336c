"""Palette of a game's level editor: the glyphs of its legend."""

from __future__ import annotations

from stategraph.rules import Sign

from .board import bits
from .game import Game


def signs(game: Game) -> tuple[Sign, ...]:
    """Return a sign for each glyph, with bare ground first; () if all glyphs show players.

    Glyphs for the same objects share the first glyph. Bare ground is the glyph that stands only for
    backgrounds. Without such a glyph it is the dot, and without a dot it is the glyph with the
    fewest objects.
    """

    def objects(mask: int) -> tuple[bool, bool, int]:
        count = (mask & ~game.ground).bit_count()
        return count > 0, game.glyphs[mask] != ".", count

    clear = [mask for mask in game.glyphs if not mask & game.player[0]]
    if not clear:
        return ()
    bare = min(clear, key=objects)
    mark_of: dict[tuple[str, ...], str] = {}
    for glyph_objects, mark in game.glyphs.items():
        mark_of.setdefault(_names(game, glyph_objects & ~game.ground & ~bare), mark)
    ground = Sign(mark_of.pop(()), " on ".join(_names(game, bare & ~game.ground)) or "background")
    return ground, *(Sign(mark, " on ".join(parts), parts) for parts, mark in mark_of.items())


def objectives(game: Game) -> tuple[str, ...]:
    """Return the names of the objects that are players or occur in win conditions."""
    objects = game.player[0]
    for condition in game.wins:
        for thing in (condition.what, condition.on):
            objects |= thing[0] if thing else 0
    return _names(game, objects & ~game.ground)


def players(game: Game) -> tuple[str, ...]:
    """Return the names of the objects that are players by the game's legend."""
    return _names(game, game.player[0] & ~game.ground)


def _names(game: Game, objects: int) -> tuple[str, ...]:
    """Return the names of the objects of a mask, the top layers first."""
    return tuple(game.names[thing] for thing in reversed(list(bits(objects))))
