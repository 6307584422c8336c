"""The verb ``explain``: the meaning of a word that stategraph prints."""

from __future__ import annotations

import re

from stategraph.cli import option_values
from stategraph.cli.outputs import json_option
from stategraph.cli.parsing import Options, option
from stategraph.cli.terminal import Answer
from stategraph.errors import InputError, did_you_mean

SUMMARY = "explain a word or a number of an answer"
HELP = """\
Explain a word that an answer, a table, a report or a page prints. For a metric: its definition,
its cost and its source. Without WORD: all words, by group. Case does not matter.

  $ stategraph explain muse
  $ stategraph explain going back
  $ stategraph explain
"""


class Request(Options):
    """The options of ``explain``."""

    words: list[str] = option(
        "WORD",
        "a word, or several words as printed",
        nargs="*",
        default=[],
        complete=option_values.explained_words,
    )
    json: bool = json_option()


def answer(request: Request) -> Answer:
    """Return the explanation of a word, or the list of all words."""
    from stategraph.tell import explain as tell
    from stategraph.tell import glossary

    word = " ".join(request.words)
    if not word:
        return Answer(tell.record_of_all, tell.words_of_all)
    metric, terms = glossary.find(word)
    if not metric and not terms:
        all_names = [name for names in glossary.words().values() for name in names]
        suggestion = did_you_mean(word, all_names) or "; 'stategraph explain' lists all words"
        if re.search(r"[/#.]", word):
            suggestion = f"; for a level, use 'stategraph solve {word} --explain'"
        raise InputError(f"{word!r} is not in the list of words{suggestion}")
    return Answer(lambda: tell.record(metric, terms), lambda: tell.words(metric, terms))
