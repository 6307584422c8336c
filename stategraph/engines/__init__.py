"""A puzzle's rules run over all its states: in plain Python, in machine code, within limits.

::

    expand ───┐             ┌─► plain    the rules as they are written: the reference
              ├─► handover ─┤
    searches ─┘             └─► native   the rules compiled: begins when plain has run a while

- `stategraph.engines.limits`: how many states, seconds, bytes; why a run stopped
- `stategraph.engines.plain`: expand in plain Python
- `stategraph.engines.native`: expand with compiled rules
- `stategraph.engines.handover`: the ladder from the one to the other, for expansions and searches

Users name the engines *direct* (plain alone), *native* (compiled, or an error) and *auto*.
"""
