"""Compilation of Python loops to machine code.

The loops are written in a part of Python with the same meaning in C (`c_translator.py`,
`language.py`). If compiling is not possible or not worth it, the same text runs as Python.

- `kernel.py` has the functions over whole graphs, compiled when they are called on large ones.
- `stategraph.native` writes the rules of a puzzle as such a text, which is compiled while plain
  Python continues.
- Both are `Loops` (`backends.py`), compiled by the machine's C compiler (`c_compiler.py`) and
  stored on disk (`cache.py`). Code that many puzzles share is compiled even if its first user does
  not wait (`detached_compiler.py`).
- A deadline stops waits for a compiler, and rules that never end (`deadline.py`).
"""
