"""Levels for programs that learn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stategraph.errors import InputError
from stategraph.face.given import Levelled, level_of
from stategraph.face.levels import expand

if TYPE_CHECKING:
    from stategraph.gym import LevelEnv, LevelVectorEnv


def env(level: Levelled, copies: int | None = None, **how: Any) -> LevelEnv | LevelVectorEnv:
    """Return a level as an environment of Gymnasium, in which programs learn to play.

    Parameters
    ----------
    copies : int, optional
        so many move together, as numpy arrays: a ``gymnasium.vector.VectorEnv``
    observe : {"variables", "number", "board"}
        what is seen of a state: a dict of its variables, its number, an image
    reward : {"step", "won", "shaped"}
        -1 a move; 1 for the goal; or -1 and what the move gained of the true moves left, which
        keeps the best policies (``stategraph.gym.model`` says why)
    discount : float
        of shaped rewards, which must be the learner's own
    dead : {"untold", "info", "terminated", "truncated"}
        how dead states are told
    illegal : {"stay", "error"}
        what an action does that is no move of the state: nothing, or raise
    begin : {"start", "anywhere"}
        where episodes begin: "anywhere" is any state that can win, drawn with the seed
    max_moves : int
        after which an episode is truncated; ten times a shortest solution and fifty by default
    render_mode, pixels
        "rgb_array" or "ansi"; the longer side of images

    Raises
    ------
    InputError
        where gymnasium is not installed, or the level is too large to be expanded whole

    >>> made = env("psychopath/first-push", reward="shaped")
    >>> seen, info = made.reset(seed=1)
    >>> made.labels, info["action_mask"].tolist(), int(seen["player"])
    (('D', 'L', 'R', 'U'), [1, 1, 1, 1], 7)
    """
    try:
        from stategraph.gym import make
    except ModuleNotFoundError as missing:
        if missing.name != "gymnasium":
            raise
        raise InputError("env needs gymnasium: pip install 'stategraph[gym]'") from None
    graph = expand(level)
    return make(replace(level_of(graph), graph=graph), copies=copies, **how)
