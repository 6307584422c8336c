"""How rules become machine code.

::

    a rule                  def walk(s): if s.x < 3: yield "+", s.but(x=s.x + 1)
      │  symbols.py         s.x is a number that is not known yet: expressions.py
      │  trace.py           the rule is run once for each way through it
      ▼
    a decision tree         x < 3 ? ── yes: move "+"                                tree.py
      │  writer.py          each expression once, where it is needed first: values.py
      │                     labels become numbers: labels.py
      │  templates/         into the loops that know no puzzle: expand.py, search.py
      ▼
    the text of a module    while head < stop: ... if x1 < 3: ... made += 1
      │  stategraph.machine C, compiled by the machine's compiler and kept on disk
      ▼
    compiled.py             `CompiledRules`: the loops, run on the packed states of store.py

An author's own constants (`stategraph.rules.board`) ask symbols through `stategraph.rules.tracing`,
and know nothing of what stands here. What a loop asks of rules is little: of a packed state its
moves, each a label's number, the packed state after it and whether that wins. The writer fills that
place with what was traced, or with the call of moves that a family brings itself
(`stategraph.rules.own_moves`); all else is the same.
"""
