"""Questions of play, in a language that reads aloud: `ask` and `where`."""

from stategraph.ask.answers import Answer, ask, where
from stategraph.ask.parser import parse

__all__ = ["Answer", "ask", "parse", "where"]
