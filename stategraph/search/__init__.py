"""Searches from the start of a puzzle that stop at a goal, one file for each algorithm.

- `stategraph.search.solve`: a shortest solution of a level, by expanding the graph or by a search
- `stategraph.search.astar`, `stategraph.search.lazy_astar`, `stategraph.search.ida`,
  `stategraph.search.bidirectional`: algorithms for puzzles too big to expand
- `stategraph.search.textbook`: textbook searches; `stategraph.search.comparison` compares them

The algorithms work on the interface `stategraph.search.state_space`. Its states are expanded in
plain Python (`stategraph.search.python_states`) or by compiled rules
(`stategraph.search.compiled_states`).
`stategraph.search.optimal_searches` connects algorithms and states.
"""
