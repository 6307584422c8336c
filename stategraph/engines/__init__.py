"""Engines: they run a puzzle's rules over all its states, in Python or in machine code.

::

    expand ───┐                  ┌─► plain    the Python rules: the reference
              ├─► engine_choice ─┤
    searches ─┘                  └─► native   the compiled rules: start when plain has run a while

- `stategraph.engines.limits`: limits of states, seconds and memory; the reasons why a run stops
- `stategraph.engines.direct`: expand in Python
- `stategraph.engines.native`: expand with compiled rules
- `stategraph.engines.engine_choice`: the switch from Python to native, for expansions and searches

Users name the engines *direct* (Python only), *native* (compiled, or an error) and *auto*.
"""
