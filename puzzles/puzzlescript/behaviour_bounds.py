"""Upper bounds of a level's behaviour: the cells that objects may enter, the rules that may match.

The bounds are supersets. Conditions that an object is absent or stationary are ignored. Objects
that may be in a cell at different times are treated as if they could be there at the same time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .board import Plan, bits
from .engine import Engine
from .game import DOWN, LEFT, RIGHT, UP, Pattern

STEPS = (UP, DOWN, LEFT, RIGHT)


class Possible(NamedTuple):
    """Upper bounds of a level's behaviour.

    Attributes
    ----------
    changing : dict of int to int
        the plane of cells that each changing object may enter or leave
    moving : list of int
        the layers that may ever have a movement
    single : int or None
        an object of the player that is always in exactly one cell
    early, late : list of list of Plan
        the instructions of each group that may match
    """

    changing: dict[int, int]
    moving: list[int]
    single: int | None
    early: list[list[Plan]]
    late: list[list[Plan]]


def possible(engine: Engine, level_cells: tuple[int, ...]) -> Possible:
    """Return upper bounds of a level's behaviour, given the cells of its drawing."""
    spread = _Spread(engine, level_cells)
    while spread.grow():
        pass
    changing = {
        thing: cells
        for thing, (plane, first, leaving) in enumerate(
            zip(spread.planes, spread.first, spread.gone, strict=True)
        )
        if (cells := leaving | plane & ~first)
    }
    early, late = (
        [[plan for plan in group if spread.places(plan)] for group in groups]
        for groups in (engine.early, engine.late)
    )
    layers = range(len(engine.game.layers))
    moving = [layer for layer in layers if any(spread.moving[5 * layer : 5 * layer + 5])]
    plans = [plan for group in (*early, *late) for plan in group]
    return Possible(changing, moving, _single(engine, level_cells, plans), early, late)


def _single(engine: Engine, level_cells: tuple[int, ...], plans: list[Plan]) -> int | None:
    """Return the player's object if the level has exactly one and no rule adds or removes it."""
    game = engine.game
    player = game.player[0]
    if player.bit_count() != 1 or sum(cell & player != 0 for cell in level_cells) != 1:
        return None
    thing = player.bit_length() - 1
    layer = game.layers[game.layer_of[thing]]
    for pattern in (p for plan in plans for row in plan.patterns for part in row for p in part):
        own_objects, blockers = pattern.present & player, pattern.present & layer & ~player
        elsewhere = blockers or pattern.missing & player
        if (pattern.put & player and not own_objects) or (
            pattern.clear & ~pattern.put & player and not elsewhere
        ):
            return None
    return thing


class _Spread:
    """Planes that grow until a fixpoint is reached.

    Attributes
    ----------
    planes, moving : list of int
        the cells of each object, and of each movement, at any time
    first, gone : list of int
        the cells of each object on the drawing, and those it may ever be removed from
    """

    def __init__(self, engine: Engine, level_cells: tuple[int, ...]):
        game = engine.game
        self.engine, self.layers = engine, [list(bits(mask)) for mask in game.layers]
        self.planes, self.gone = [0] * len(game.names), [0] * len(game.names)
        self.moving = [0] * (5 * len(game.layers))
        for cell, objects in enumerate(level_cells):
            for thing in bits(objects):
                self.planes[thing] |= 1 << cell
        self.first = list(self.planes)
        self._plans = [plan for group in (*engine.early, *engine.late) for plan in group]

    def grow(self) -> bool:
        """Apply all pushes, instructions and movements once; return whether a plane grew."""
        before = list(self.planes), list(self.moving), list(self.gone)
        self._push()
        for plan in self._plans:
            for pattern, cells in self.places(plan):
                self._change(pattern, cells)
        self._move()
        return before != (self.planes, self.moving, self.gone)

    def _push(self) -> None:
        game = self.engine.game
        for thing in bits(game.player[0]):
            for direction in range(5 if game.has_action else 4):
                self.moving[5 * game.layer_of[thing] + direction] |= self.planes[thing]

    def places(self, plan: Plan) -> list[tuple[Pattern, int]]:
        """Return (cell pattern, plane of possible cells) pairs of an instruction, or []."""
        places = []
        for row, (_, parts, rooms) in zip(plan.patterns, plan.rows, strict=True):
            for patterns, part, room in zip(row, parts, rooms, strict=True):
                plane, shift = room, 0
                for present, _, any_of, moves, _ in part:
                    plane &= _shifted(self._where(present, any_of, moves), shift)
                    shift += plan.step
                if not plane:
                    return []
                places += [
                    (pattern, _shifted(plane, -k * plan.step)) for k, pattern in enumerate(patterns)
                ]
        return places

    def _where(
        self, present: tuple[int, ...], any_of: tuple[tuple[int, ...], ...], moves: tuple[int, ...]
    ) -> int:
        plane = self.engine.full
        for k in present:
            plane &= self.planes[k]
        for k in moves:
            plane &= self.moving[k]
        for choice in any_of:
            any_plane = 0
            for k in choice:
                any_plane |= self.planes[k]
            plane &= any_plane
        return plane

    def _change(self, pattern: Pattern, cells: int) -> None:
        for thing in bits(pattern.put):
            self.planes[thing] |= cells
        for thing in bits(pattern.clear & ~pattern.put):
            self.gone[thing] |= cells & self.planes[thing]
        for movement in bits(pattern.start):
            self.moving[movement] |= cells

    def _move(self) -> None:
        """Move each object that may move, unless a permanent object of its layer is in the way."""
        for layer, things in enumerate(self.layers):
            stays = 0
            for thing in things:
                stays |= self.first[thing] & ~self.gone[thing]
            for thing, direction, step in self._movers(layer):
                room = self.engine.inside(direction, 2) & ~_shifted(stays, step)
                leaving = (
                    self.planes[thing] & self.moving[5 * layer + STEPS.index(direction)] & room
                )
                self.planes[thing] |= _shifted(leaving, -step)
                self.gone[thing] |= leaving

    def _movers(self, layer: int) -> Iterator[tuple[int, int, int]]:
        for thing in self.layers[layer]:
            for direction in STEPS:
                yield thing, direction, self.engine.step[direction]


def _shifted(plane: int, shift: int) -> int:
    """Return the cells c for which the cell ``c + shift`` is in the plane."""
    return plane >> shift if shift >= 0 else plane << -shift
