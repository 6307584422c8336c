"""Compilation of a puzzle's rules to machine code.

::

    a rule                  def walk(s): if s.x < 3: yield "+", s.but(x=s.x + 1)
      │  symbols.py         s.x is an unknown number: expressions.py
      │  tracer.py          the rule runs once for each path through it
      ▼
    a decision tree         x < 3 ? ── yes: move "+"                                tree_nodes.py
      │  tree_code.py       each expression once, before its first use: expression_code.py
      │                     labels become numbers: label_numbers.py
      │  templates/         inserted into general loops: expand.py, search.py
      ▼
    the text of a module    while head < stop: ... if x1 < 3: ... n_moves += 1
      │  stategraph.machine C, compiled by the machine's compiler and cached on disk
      ▼
    compiled.py             `CompiledRules`: runs the loops on packed states

The constants of a puzzle's author (`stategraph.rules.board`) call the tracer only through
`stategraph.rules.tracing`, so `stategraph.rules` does not depend on this package.

A loop needs only the moves of a packed state: for each move, the number of its label, its packed
target, and whether the target is a goal. The writer inserts the traced rules at this point of the
loop. If a family supplies its own compiled moves (`stategraph.rules.custom_moves`), the writer
inserts a call of them instead. The rest of the loop is the same for all puzzles.
"""
