"""The variables of a state: values, packing, reading and writing.

A puzzle declares its variables once, for example ``player=One(board), blocks=Set(board)``. The
declaration defines

- the state: a named tuple of plain Python values (int, frozenset, tuple) with ``s.player`` and
  ``s.but(player=7)``, which checks that every new value lies in the domain of its variable;
- the packed state: a few int64 *words* of bit *fields*. For each word, a million states take 8 MB.
  A `One` of n values takes one field of ``bits(n)`` bits. A `Set` takes one bit per cell, in fields
  of up to 64 bits. A `Tuple` takes ``bits(n)`` bits per item. No field crosses a word boundary, and
  wide fields are placed first::

      player=One(40)  blocks=Set(70)  row=Tuple(3, 5)

      word 0   bit 0 ├─ blocks: cells 0 to 63 ──────────────────────────────────┤ 63
      word 1   bit 0 ├─ blocks: cells 64 to 69 ─┼─ row: 9 bits ─┼─ player: 6 ─┤ unused │ 63

- the text of a state, such as ``player=1:6, blocks=3:2+4:4``, and the parser of this text.

>>> pair = Variables({"player": One(40), "blocks": Set(40)})
>>> state = pair.state({"player": 5, "blocks": {0, 2}})
>>> pair.places
{'blocks': [(0, 0)], 'player': [(0, 40)]}
>>> [f"{word:b}" for word in pair.pack(state)] == [f"{5 << 40 | 0b101:b}"]
True
>>> pair.unpack(pair.pack(state)), pair.parse("player=5, blocks=0+2") == state
(player=5, blocks=0+2, True)

This package does not define moves; see `stategraph.rules`.
"""

from stategraph.variables.kinds import (
    WORD,
    HasCells,
    One,
    Row,
    Set,
    Spots,
    Tuple,
    Variable,
    bits,
    signed,
)
from stategraph.variables.states import State, Variables, column, put_bits

__all__ = [
    "WORD",
    "HasCells",
    "One",
    "Row",
    "Set",
    "Spots",
    "State",
    "Tuple",
    "Variable",
    "Variables",
    "bits",
    "column",
    "put_bits",
    "signed",
]
