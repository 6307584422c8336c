"""The puzzle families that come with stategraph, one folder each. They know `stategraph.rules` only."""
