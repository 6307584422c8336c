"""The records of the kernel: the constants of a level, and what changes during a turn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Fields(NamedTuple):
    """Fields of packed states: the word, shift and mask of each."""

    word: np.ndarray
    shift: np.ndarray
    mask: np.ndarray


class Single(NamedTuple):
    """An object that is always in one of the `cells`; a field of packed states holds its index.

    `thing` is -1 if a level has none.
    """

    thing: int
    word: int
    shift: int
    mask: int
    cells: np.ndarray


class Instructions(NamedTuple):
    """The instructions of a game.

    `step` is the difference between the cells of a part. `by_rows` is 1 if cells are scanned by
    rows, and `changes` is 1 if the instruction changes the board. `needs` and `rows` are the
    indices in `code` of two lists: planes that must not be empty, and rows of patterns.
    """

    rigid: np.ndarray
    step: np.ndarray
    direction: np.ndarray
    by_rows: np.ndarray
    commands: np.ndarray
    changes: np.ndarray
    needs: np.ndarray
    rows: np.ndarray


class Rules(NamedTuple):
    """A list of groups.

    `groups` has the index in `code` of the list of each group's instructions. `jumps` has, for
    each group and for the end of the list, the group at which a loop continues, or -1.
    """

    groups: np.ndarray
    jumps: np.ndarray


class Wins(NamedTuple):
    """The win conditions: the kind of each, and its sets of objects; `on` is 0 if it has none."""

    kind: np.ndarray
    what: np.ndarray
    on: np.ndarray


class Game(NamedTuple):
    """The constants of a level.

    Attributes
    ----------
    cells, layers : int
        numbers of cells and layers
    movements : int
        the first plane of movements. Each layer has six: one for each movement, and one for any
    wants_movement, has_rigid, starts_with_rules : int
        properties of the game
    player : int
        the set of objects
    outcome_word, outcome_shift : int
        the place of the outcome in packed states
    directions : (keys,) int64
        the direction of each key
    moved : (n,) int64
        the layers that can move
    word, bit : (cells,) int64
        the place of each cell in a plane
    next_cell : (cells, 4) int64
        the next cell in each direction, or -1 outside the board
    by_rows : (cells,) int64
        the cells, row by row
    layer_of : (things,) int64
        the layer of each object
    derived : (things,) int64
        the index in `code` of the list of planes of sets that contain each object
    packed_word, packed_bits : (things, cells) int64
        the word and the bits of packed states that change with an object in a cell; the word is -1
        if there are none
    thing_at, cell_at : (words * 64,) int64
        the object and its cell for each bit of packed states; the object is -1 if there is none
    single : Single
    level, target : Fields
        the fields of objects in the level, and in the target of ``restart``; they are empty if all
        states share one target
    restart, endless : (words,) int64
        the target of ``restart`` if states share it, and the state after a move that never ends
    rooms : (n * W,) int64
        the planes of cells at which a part has room
    instructions : Instructions
    early, late : Rules
    wins : Wins
    code : (n,) int64
        lists; the length of a list comes first, and all references are indices in `code`

    ::

        row            list of parts
        part           room, list of patterns
        pattern        list of required planes, list of forbidden planes, list of (layer, code),
                       list of (layer, stop, start), list of layers that a rigid rule marks;
                       a code below 0 removes object ``-code``
        set            whether a cell must hold all objects, list of objects
    """

    cells: int
    layers: int
    movements: int
    wants_movement: int
    has_rigid: int
    starts_with_rules: int
    player: int
    outcome_word: int
    outcome_shift: int
    directions: np.ndarray
    moved: np.ndarray
    word: np.ndarray
    bit: np.ndarray
    next_cell: np.ndarray
    by_rows: np.ndarray
    layer_of: np.ndarray
    derived: np.ndarray
    packed_word: np.ndarray
    packed_bits: np.ndarray
    thing_at: np.ndarray
    cell_at: np.ndarray
    single: Single
    level: Fields
    target: Fields
    restart: np.ndarray
    endless: np.ndarray
    rooms: np.ndarray
    instructions: Instructions
    early: Rules
    late: Rules
    wins: Wins
    code: np.ndarray


class Board(NamedTuple):
    """The variables of a turn.

    Attributes
    ----------
    planes : (planes * W,) int64
    counts : (planes,) int64
        the number of cells in each plane
    at, moving, marks : (cells, layers) int64
        the content and the movement of each layer of a cell, and the rigid group that moved it + 1
    current, given, tick, tried, base, lap, origin : (words,) int64
        packed states; the planes show `current`, and the moves of `given` are written
    banned : (groups,) int64
        whether each rigid group is banned
    pushed, here : (W,) int64
        planes
    found : (3 * W,) int64
        for each part of a row, the plane of cells at which it matches
    listed : (cells,) int64
        cells of a plane
    matches : (n,) int64
        the matches of the rows of an instruction
    first_match, n_matches, choice : (rows,) int64
        for each row: the index of its first match, the number of its matches, the current match
    queue, broken, marked, begun : (1,) int64
        the queued commands; whether the kernel failed, any mark is set, any state was shown
    """

    planes: np.ndarray
    counts: np.ndarray
    at: np.ndarray
    moving: np.ndarray
    marks: np.ndarray
    current: np.ndarray
    given: np.ndarray
    tick: np.ndarray
    tried: np.ndarray
    base: np.ndarray
    lap: np.ndarray
    origin: np.ndarray
    banned: np.ndarray
    pushed: np.ndarray
    here: np.ndarray
    found: np.ndarray
    listed: np.ndarray
    matches: np.ndarray
    first_match: np.ndarray
    n_matches: np.ndarray
    choice: np.ndarray
    queue: np.ndarray
    broken: np.ndarray
    marked: np.ndarray
    begun: np.ndarray
