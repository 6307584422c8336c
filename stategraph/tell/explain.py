"""Record and text of ``explain``: the definition of a metric or a term."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill, shorten

from stategraph.difficulty.model import shipped
from stategraph.metrics import METRICS
from stategraph.readable import Record, count
from stategraph.tell import glossary
from stategraph.tell.glossary import Term

# what some metrics need in addition to the graph
NEEDS = {
    "actor": "the family's actor",
    "heuristic": "the family's heuristic",
    "pieces": "labels that name their actors, or a graph of units",
    "looks_dead": "variables of states",
}

# width of the text, in characters
WIDTH = 100


def record(name: str, terms: Sequence[Term] = ()) -> Record:
    """Return the definition of a metric, or the texts of terms with the metrics they refer to."""
    if name:
        metric = METRICS[name]
        keys = ("name", "title", "group", "needs", "definition")
        return {**{key: getattr(metric, key) for key in keys}, "people": evidence(name)}
    labelled = {metric: METRICS[metric].title for term in terms for metric in term.metrics}
    texts = dict.fromkeys(term.text for term in terms if term.text)
    first = terms[0]
    return {
        "name": first.name,
        "group": first.group,
        "definition": " ".join(texts),
        "metrics": labelled,
    }


def evidence(name: str) -> list[Record]:
    """Return how well a metric, in the player's units, agrees with people, for each data source.

    Each entry has the rank correlation ``rho`` over ``n`` levels, and its 95% interval from ``low``
    to ``high``. The entry ``held`` has the same numbers with solution length held fixed. Empty
    without such data.
    """
    agreements: list[Record] = shipped()["evidence"].get(name, [])
    return agreements


def words(name: str, terms: Sequence[Term] = ()) -> list[str]:
    """Return the definition of a metric, or the texts of terms with the metrics they refer to."""
    if not name:
        return _words_of_terms(terms)
    metric = METRICS[name]
    lines = [f"{metric.name}: {metric.title}", "", metric.definition]
    if metric.needs in NEEDS:
        lines += ["", f"Needs {NEEDS[metric.needs]}."]
    return [*lines, *_people(name)]


def _words_of_terms(terms: Sequence[Term]) -> list[str]:
    explanation = record("", terms)
    text = f"{explanation['name']}: {explanation['definition']}".rstrip(": ")
    metrics = [f"  {name:<28} {title}" for name, title in explanation["metrics"].items()]
    head = "the metrics that it shows, which 'stategraph explain NAME' defines:"
    return [*fill(text, WIDTH).splitlines(), *([head, *metrics] if metrics else [])]


def _people(name: str) -> list[str]:
    """Return as text how well a metric agrees with people."""
    agreements = evidence(name)
    if not agreements:
        return []
    lines = ["", "With people (rank correlation, 95% interval), in the player's own units:"]
    for agreement in agreements:
        fixed_length = (
            f"; with length held fixed {_rho(agreement['held'])}" if agreement["held"] else ""
        )
        lines.append(
            f"  {_rho(agreement)}, {count(agreement['n'], 'level')}{fixed_length}: "
            f"{agreement['source']}"
        )
    return [*lines, *verdict(agreements)]


def _rho(agreement: Record) -> str:
    return f"{agreement['rho']:+.2f} [{agreement['low']:+.2f}, {agreement['high']:+.2f}]"


def verdict(agreements: list[Record]) -> list[str]:
    """Return the objections to a metric as a measure of difficulty.

    >>> verdict([{"rho": 0.1, "low": -0.2, "high": 0.4, "held": None, "source": "here"}])
    ['Useless as a measure of difficulty: every interval contains 0.']
    """
    if not any(agreement["low"] > 0 or agreement["high"] < 0 for agreement in agreements):
        return ["Useless as a measure of difficulty: every interval contains 0."]
    negative = [agreement for agreement in agreements if agreement["high"] < 0]
    controlled = [
        agreement for agreement in agreements if agreement["rho"] > 0 and agreement["held"]
    ]
    wrong = [agreement for agreement in controlled if agreement["held"]["high"] < 0]
    return [
        *(f"The more of it, the easier: {_where(agreement)}." for agreement in negative),
        *(
            f"With length held fixed it has the wrong sign: {_where(agreement)}."
            for agreement in wrong
        ),
        *_beside_length(
            [
                agreement
                for agreement in controlled
                if agreement["low"] > 0 and agreement not in wrong
            ]
        ),
    ]


def _beside_length(agreements: list[Record]) -> list[str]:
    """Return the data sources for which a metric may say no more than the solution length."""
    sources = [_where(agreement) for agreement in agreements if agreement["held"]["low"] <= 0]
    return [f"With length known, it may add nothing: {'; '.join(sources)}."] if sources else []


def _where(agreement: Record) -> str:
    return str(agreement["source"]).partition(",")[0]


def record_of_all() -> dict[str, str]:
    """Return the titles of all metrics, then the texts of all terms."""
    titles = {name: metric.title for name, metric in METRICS.items()}
    return {
        **titles,
        **{word: one_line(word) for names in glossary.words().values() for word in names},
    }


def one_line(word: str) -> str:
    """Return a short explanation of a word on one line. For a metric, it is the title."""
    metric, terms = glossary.find(word)
    if metric:
        return METRICS[metric].title
    explanation = record("", terms)
    return explanation["definition"] or "; ".join(explanation["metrics"].values())


def words_of_all() -> list[str]:
    """Return a line for each word, by group."""
    lines = []
    for group, names in glossary.words().items():
        lines.append(f"{group}:")
        lines += [
            f"  {name:<28} {shorten(one_line(name), WIDTH - 31, placeholder=' …')}"
            for name in names
        ]
    return lines
