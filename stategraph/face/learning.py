"""Levels for programs that learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.errors import InputError, install_command
from stategraph.face.level_arguments import Levelled, level_of
from stategraph.face.whole_level import expand
from stategraph.level_files import StoredGraph

if TYPE_CHECKING:
    from stategraph.gym import LevelEnv, LevelVectorEnv


def env(level: Levelled, copies: int | None = None, **how: Any) -> LevelEnv | LevelVectorEnv:
    """Return a level as a Gymnasium environment for reinforcement learning.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    copies : int, optional
        number of parallel copies, as a ``gymnasium.vector.VectorEnv`` of numpy arrays
    observe : {"variables", "number", "board"}
        the observation of a state: a dict of its variables, its number, or an image
    reward : {"step", "won", "shaped"}
        -1 per move; 1 for the goal; or -1 per move plus the decrease of the true distance to the
        goal, which preserves optimal policies (see ``stategraph.gym.rewards``)
    discount : float
        discount of shaped rewards; must equal the discount of the learner
    dead : {"untold", "info", "terminated", "truncated"}
        how dead states are reported
    illegal : {"stay", "error"}
        effect of an illegal action: none, or an exception
    begin : {"start", "anywhere"}
        first state of an episode; "anywhere" draws a state that can win, using the seed
    max_moves : int
        length at which an episode is truncated; by default ten times the shortest length plus 50
    render_mode, pixels
        "rgb_array" or "ansi"; the longer side of images

    Returns
    -------
    LevelEnv or LevelVectorEnv
        with `copies`, a vector environment

    Raises
    ------
    InputError
        if gymnasium is not installed, or the level is too large to expand completely

    Examples
    --------
    >>> level_env = env("psychopath/first-push", reward="shaped")
    >>> observation, info = level_env.reset(seed=1)
    >>> level_env.labels, info["action_mask"].tolist(), int(observation["player"])
    (('D', 'L', 'R', 'U'), [1, 1, 1, 1], 7)
    """
    try:
        from stategraph.gym import make
    except ModuleNotFoundError as missing:
        if missing.name != "gymnasium":
            raise
        raise InputError(f"env needs gymnasium: {install_command('gymnasium')}") from None
    graph = expand(level)
    return make(StoredGraph.of(level_of(graph), graph), copies=copies, **how)
