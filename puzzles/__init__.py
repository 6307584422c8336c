"""The puzzle families that come with stategraph; they know `stategraph.rules` only."""
