"""How loops written in Python become machine code.

They are written in a part of Python that means the same in C (`c_text.py`, `language.py`), so that
the same text runs as it stands where compiling is not worth it, or not possible. `kernel.py` has
the functions over whole graphs, compiled when they are called on large ones; the rules of a puzzle
become such a text in `stategraph.native`, and are compiled while plain Python goes on. Both are
`Loops` (`loops.py`), compiled by the machine's C compiler (`cc.py`) and kept on disk (`cache.py`);
what many puzzles share is, though nobody waits for it (`lasting.py`).
What waits for a compiler, or runs rules that never end, is stopped in time (`deadline.py`).
"""
