"""Searches from the start of a puzzle that stop at a goal, one file for each algorithm.

- `stategraph.search.solve`: a shortest solution of a level; chooses among expanding and these:
- `stategraph.search.astar`, `stategraph.search.lazy`, `stategraph.search.ida`,
  `stategraph.search.bidirectional`: each proves a shortest solution of a puzzle too big to expand
- `stategraph.search.textbook`: searches as textbooks have them;
  `stategraph.search.side_by_side`: what each of them finds and costs

What the former search are the states of a `stategraph.search.space`, in plain Python
(`stategraph.search.plain`) or compiled (`stategraph.search.compiled`);
`stategraph.search.searches` brings both together.
"""
