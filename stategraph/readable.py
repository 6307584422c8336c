"""Answers whose printed text is that of the command line.

A dataclass that derives from `Readable` has a short ``repr``. Only higher packages know the text
and the record of an answer. So the public functions of `stategraph.face` add them::

    answer = Answer(...)                 repr(answer): its fields, cut to one line
    answer.with_words(words, record)     print(answer): the words; answer.to_dict(): the record
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, Self

# Maximum number of characters of a ``repr``. A longer text is cut.
MAX_REPR = 118


# Values by name, such as the fields of an answer. `to_dict` and ``--json`` return them.
Record = dict[str, Any]


def plural(noun: str) -> str:
    """Return the plural of a noun.

    >>> plural("box"), plural("push"), plural("class"), plural("crate")
    ('boxes', 'pushes', 'classes', 'crates')
    """
    return f"{noun}es" if noun.endswith(("x", "s", "ch", "sh")) else f"{noun}s"


def count(number: int | None, noun: str) -> str:
    """Return a number followed by its noun, in the singular or plural.

    >>> count(1, "move"), count(2000, "state"), count(None, "class")
    ('1 move', '2,000 states', 'unknown classes')
    """
    if number is None:
        return f"unknown {plural(noun)}"
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def memory_size(size: float) -> str:
    """Return a number of bytes as text, in MiB from 1 MiB on.

    >>> memory_size(500 * 2**20), memory_size(2**20 - 1), memory_size(1)
    ('500 MiB', '1,048,575 bytes', '1 byte')
    """
    return f"{size / 2**20:,.0f} MiB" if size >= 2**20 else count(int(size), "byte")


def with_article(noun: str) -> str:
    """Return a noun with its indefinite article.

    >>> with_article("apple"), with_article("box")
    ('an apple', 'a box')
    """
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


class Wording(NamedTuple):
    """The printed forms of an answer. Each of them is computed on first use."""

    words: Callable[[], Sequence[str]]
    record: Callable[[], Record]
    summary: Callable[[], str] | None
    picture: Callable[[], str] | None


class Readable:
    """The base class of answers."""

    # not a field of the derived dataclasses
    _wording: Wording | None = None

    def with_words(
        self,
        words: Callable[[], Sequence[str]],
        record: Callable[[], Record],
        summary: Callable[[], str] | None = None,
        picture: Callable[[], str] | None = None,
    ) -> Self:
        """Set the printed forms of this answer, and return the answer.

        Parameters
        ----------
        words : callable
            gives the lines that the command line prints
        record : callable
            returns the record for ``--json``
        summary : callable, optional
            gives the text of ``repr``, if the first of the words takes long to compute
        picture : callable, optional
            gives an SVG text that notebooks show below the words
        """
        wording = Wording(cache(words), cache(record), summary, picture)
        object.__setattr__(self, "_wording", wording)  # the dataclasses are frozen
        return self

    def __repr__(self) -> str:
        name = type(self).__name__
        if self._wording is None:
            values = ", ".join(f"{key}={value!r}" for key, value in vars(self).items())
            return one_line(f"{name}({values})")
        words, summary = self._wording.words, self._wording.summary
        return one_line(f"<{name}: {summary() if summary else next(iter(words()), '')}>")

    def __str__(self) -> str:
        return repr(self) if self._wording is None else "\n".join(self._wording.words())

    def _repr_html_(self) -> str:
        import html  # imported here, as few programs show an answer in a notebook

        text = f'<pre style="white-space: pre-wrap">{html.escape(str(self))}</pre>'
        picture = None if self._wording is None else self._wording.picture
        return text if picture is None else f"{text}\n{picture()}"

    def to_dict(self) -> Record:
        """Return the record that the command line prints with ``--json``.

        If no record was set, return the attributes by name. A lower package may return such an
        answer.
        """
        if self._wording is None:
            return {key: value for key, value in vars(self).items() if not key.startswith("_")}
        return dict(self._wording.record())

    def __getstate__(self) -> Record:
        # the words refer to a level, which cannot always be pickled
        return {key: value for key, value in vars(self).items() if key != "_wording"}


def one_line(text: str) -> str:
    """Put a text for ``repr`` on one line, and cut it if it is too long.

    >>> one_line("<Solution: a\\nb>"), len(one_line(f"<{'R' * 500}>"))
    ('<Solution: a b>', 118)
    """
    text = " ".join(text.split())
    return text if len(text) <= MAX_REPR else f"{text[: MAX_REPR - 2]}…{text[-1]}"
