"""Some solution where blocks are put away, soon and short: beam searches from either end.

A state is ranked by the moves made and by potentials (`stategraph.pushing.potentials`), which see
most of the moves that are left. The same numbers, their signs changed, bound the moves from the
start to any state: so pulls from the goals back are ranked alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from stategraph.pushing import beam_kernel
from stategraph.pushing.beam_kernel import COUNT, END, LESS, TURN, WON
from stategraph.pushing.dead_triples import triples
from stategraph.pushing.potentials import Potentials, potentials
from stategraph.pushing.pull_kernel import FAR
from stategraph.pushing.pull_search import pulls_from
from stategraph.pushing.push_board import Ground, Push, pushes_to
from stategraph.pushing.time_slices import Patience
from stategraph.rules.guesses import DEAD

# States kept of a layer, of which one is drawn, and twice as many each `LATER` beams, so many times
# at most; how many times as much as a move made a guess counts; what is added to a rank at most.
WIDTHS, LATER, DOUBLED = (250, 500, 1000, 2000), 32, 3
WEIGHTS, NOISES = (1, 2, 2, 3, 4), (0, 7, 15, 31)

# States kept at most, pushes queued for each of a layer, and ranks told apart.
MOST, PUSHES, RANKS = 1 << 20, 48, 1 << 14


class _Side(NamedTuple):
    """What a beam begins with, at the start or on goals, and what it is guided by.

    Attributes
    ----------
    pulls : bool
    blocks : (n,) uint8
    players : (p,) int
        where the player may be
    homes : (n,) int32
        0 where a block is to be at last
    guess : Potentials
        signs changed, where blocks are pulled
    told : uint8
        which three blocks get there
    """

    pulls: bool
    blocks: np.ndarray
    players: np.ndarray
    homes: np.ndarray
    guess: Potentials
    told: np.ndarray


class Beams:
    """Beam searches, each of which differs from the one before."""

    def __init__(self, ground: Ground, rng: random.Random):
        self._ground, self._rng, self._made = ground, rng, 0
        starts = np.flatnonzero(ground.begins)
        goals = np.flatnonzero(ground.homes == 0)
        guess = potentials(ground.step, ground.homes == 0, starts.tolist(), ground.player)
        told = triples(ground.step, goals, list(range(ground.size)), True)
        ahead = _Side(
            False, ground.begins, np.array([ground.player]), ground.homes, guess, told
        )  # fmt: skip
        blocks = np.zeros(ground.size, np.uint8)
        far, goals = pulls_from(ground)
        blocks[goals] = 1
        back = _Side(
            True, blocks, np.flatnonzero(blocks == 0), 1 - ground.begins.astype(np.int32),
            _turned(guess, starts, ground.player, far.min(0) < FAR),
            triples(ground.step, starts, [ground.player], False),
        )  # fmt: skip
        self._sides = back, ahead

    def plan(self, less: int, most: int, stopped: Callable[[], bool]) -> list[Push] | None:
        """Return the best plan of less than so many moves that one beam meets; None: it meets none.

        It keeps `most` states, or fewer. Beams go forward and back in turn.
        """
        rng, later = self._rng, min(self._made // LATER, DOUBLED)
        side = self._sides[self._made % 2]
        how = rng.choice(WIDTHS) << later, rng.choice(WEIGHTS), rng.choice(NOISES)
        self._made += 1
        room = min(MOST, most)
        made = _Beam(self._ground, side, less, (*how, rng.randrange(1 << 16)), room)
        return made.plan(stopped)


class _Beam:
    """One beam search.

    Parameters
    ----------
    how : tuple of int
        its width, weight, noise and seed
    room : int
        states kept, and no new layer begun
    """

    def __init__(
        self, ground: Ground, side: _Side, less: int, how: tuple[int, ...], room: int
    ):  # fmt: skip
        n, width, begun = ground.size, how[0], len(side.players)
        room += width + begun
        rows = np.zeros((room, ground.words), np.uint32)
        rows[:begun] = ground.packed(side.blocks)
        columns = [np.zeros(room, np.int32) for _ in range(4)]
        players, _, self._parents, self._turns = columns
        players[:begun], self._parents[:begun] = side.players, -1
        seen = np.zeros(1 << (4 * room).bit_length(), np.int64)
        queued = [np.zeros(PUSHES * width, np.int32) for _ in range(4)]
        work = [np.zeros(n, np.uint8) for _ in range(3)] + [np.zeros(n, np.int32) for _ in range(4)]
        self._now = np.zeros(beam_kernel.ENTERED + 1, np.int64)
        self._now[[COUNT, END]], self._now[LESS] = begun, less
        self._pulls = side.pulls
        self._arrays = [
            side.told, ground.step, ground.wins, side.homes, *side.guess.of_loops(), ground.codes,
            rows, *columns, seen, np.full(RANKS, -1, np.int32), *queued, *work, self._now,
            np.array([side.pulls, *how, ground.player], np.int64),
        ]  # fmt: skip

    def plan(self, stopped: Callable[[], bool]) -> list[Push] | None:
        """Return the best plan met; None: none is."""
        patience, met = Patience(), False
        while not stopped():
            found = beam_kernel.search.compiled(*self._arrays, patience.next(), work=1 << 30)
            met = met or found > 0
            if found < 0:
                break
        return self._best() if met else None

    def _best(self) -> list[Push]:
        """Return the pushes of the best solution."""
        pushes = pushes_to(int(self._now[WON]), self._parents, self._turns)
        turn = int(self._now[TURN])
        pushes.append((turn >> 2, turn & 3))
        return pushes[::-1] if self._pulls else pushes


def _turned(guess: Potentials, starts: np.ndarray, player: int, home: np.ndarray) -> Potentials:
    """Return potentials that guess the moves made at least: what a state has less than the start.

    `home`: whether a block on a cell is pulled to where one is at first. They count for states in
    which each block still gets to a goal.
    """
    block = np.where(home & (guess.block < DEAD), -guess.block, DEAD)
    return Potentials(block, guess.value(starts, player) - guess.player, -guess.both, guess.move)
