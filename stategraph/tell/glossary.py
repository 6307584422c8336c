"""The words that answers, tables, reports and pages print, with their explanations.

A word is a metric, a label of one or several metrics, or a term. Case, underscores, hyphens and
brackets do not matter: ``MUSE`` finds ``muse``, and ``dead-states`` finds ``dead_states``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

import yaml

from stategraph.difficulty.level_features import FEATURES
from stategraph.metrics import GROUPS, METRICS
from stategraph.metrics.units import HEADLINES
from stategraph.players.simulated_player import ABOUT
from stategraph.tell import ablate
from stategraph.tell.analyse import ROWS
from stategraph.tell.main_numbers import COLUMNS, MEANINGS, PEOPLE, about


@dataclass(frozen=True)
class Term:
    """A word that is not the name of a metric.

    Attributes
    ----------
    name, group, text : str
        the text may be empty if the term is a label of metrics
    metrics : tuple of str
        the metrics that it labels
    """

    name: str
    group: str
    text: str
    metrics: tuple[str, ...] = ()


NUMBERS, DESIGN, PLAYS = "main numbers", "elements and versions", "plays of people and bots"

# the name of the actor that never stops, in texts that are not about a particular level
RUNNER = "runner"

# a file of terms by group, in which a key may list several words, separated by commas
FILE = Path(__file__).with_name("glossary.yaml")


def key(word: str) -> str:
    """Normalise the spelling of a word, so that words can be compared.

    >>> key("Information (MUSE)"), key("dead_end-cycles ")
    ('information muse', 'dead end cycles')
    """
    return " ".join(re.findall(r"[^\W_]+%?", word.casefold()))


@cache
def terms() -> tuple[Term, ...]:
    """Return all terms, by group."""
    return (*_headlines(), *_labels(), *_own())


def _headlines() -> Iterator[Term]:
    """Yield the labels of the main numbers in answers, pages and tables."""
    metrics = {column: (name,) for column, name in HEADLINES.items()}
    explained = set()
    for label, text in (*MEANINGS.items(), *COLUMNS, *PEOPLE):
        name = about(label, RUNNER)
        # a label that occurs in several tables is explained only once
        if key(name) not in explained:
            explained.add(key(name))
            names = metrics.get(name.replace(" ", "_"), ())
            yield Term(name, NUMBERS, about(text, RUNNER), names)


def _labels() -> Iterator[Term]:
    """Yield the labels of the rows of metrics."""
    for group, rows in ROWS.items():
        title = next((title for title in GROUPS.values() if title.endswith(group[-11:])), group)
        for name, template in rows.items():
            fields = (field for _, field, _, _ in Formatter().parse(template))
            if names := tuple(field for field in fields if field and field in METRICS):
                yield Term(name, title, "", names)


def _own() -> Iterator[Term]:
    """Yield the verdicts of ``ablate``, the simulated players, then the terms of `FILE`."""
    for name, text in ablate.SAYS.items():
        for term in sorted({name, ablate.word(name)}):
            yield Term(term, DESIGN, f"In `ablate`, of an element: {text.partition(': ')[2]}.")
    for name, text in ABOUT.items():
        yield Term(name, PLAYS, f"A simulated player who {text}.")
    for group, texts in yaml.safe_load(FILE.read_text("utf-8")).items():
        for names, text in texts.items():
            for name in names.split(", "):
                yield Term(name, group, text)


def find(word: str) -> tuple[str, list[Term]]:
    """Return the name of a metric, or "", and the list of terms that a word can mean.

    A metric is also found by the description that ``difficulty`` prints.

    >>> find("MUSE")[0], find("going back")[1][0].metrics
    ('muse', ('counterintuitive_steps',))
    """
    wanted_key = key(word)
    for spelling in (
        wanted_key,
        f"{wanted_key}s",
        wanted_key.removesuffix("s"),
        wanted_key.removesuffix("es"),
    ):
        metric = next(
            (name for name in METRICS if spelling in (key(name), key(FEATURES.get(name, "")))), ""
        )
        matches = [term for term in terms() if key(term.name) == spelling]
        if metric or matches:
            return metric, matches
    return "", []


def words() -> dict[str, list[str]]:
    """Return all words by group: the metrics first, then the terms."""
    groups = {
        title: [metric.name for metric in METRICS.values() if metric.group == group]
        for group, title in GROUPS.items()
    }
    keys = {key(name) for names in groups.values() for name in names}
    for term in terms():
        if key(term.name) not in keys:
            keys.add(key(term.name))
            groups.setdefault(term.group, []).append(term.name)
    return groups
