"""Compilation of Python loops to machine code.

The loops are written in a subset of Python that has the same meaning in C (`c_translator.py`,
`language.py`). If compiling is not possible or not worth its time, the same text runs as Python.

- `kernel.py` is for functions over whole graphs; they are compiled when called on large graphs.
- `stategraph.native` writes the rules of a puzzle in this subset. The text is compiled while the
  rules continue to run in plain Python.
- Both kinds of code are `Loops` (`backends.py`), compiled by the machine's C compiler
  (`c_compiler.py`) and stored on disk (`cache.py`). Code that many puzzles share is compiled to the
  end even if the program that needs it first ends earlier (`detached_compiler.py`).
- A deadline interrupts waiting for a compiler, and rules that never end (`deadline.py`).
"""
