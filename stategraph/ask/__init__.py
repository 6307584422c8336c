"""Questions about play, in a language close to English: `ask` and `where`."""

from stategraph.ask.answers import Answer, ask, where
from stategraph.ask.parser import parse

__all__ = ["Answer", "ask", "parse", "where"]
