"""Answers that print themselves as the command line does.

A dataclass that derives from `Readable` has a short ``repr``. The public functions of
`stategraph.face` add the words and the record, which only higher packages know::

    answer = Answer(...)                 repr(answer): its fields, cut to one line
    answer.with_words(words, record)     print(answer): the words; answer.to_dict(): the record
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, Self

# Longer texts of ``repr`` are cut.
MAX_REPR = 118


# values by name, such as the fields of an answer: `to_dict` returns one, and ``--json`` prints it
Record = dict[str, Any]


class Wording(NamedTuple):
    """The printed form of an answer; each part is computed on first use."""

    words: Callable[[], Sequence[str]]
    record: Callable[[], Record]
    summary: Callable[[], str] | None
    picture: Callable[[], str] | None


class Readable:
    """The base class of answers."""

    _wording: Wording | None = None  # not a field of the dataclasses that derive from this

    def with_words(
        self,
        words: Callable[[], Sequence[str]],
        record: Callable[[], Record],
        summary: Callable[[], str] | None = None,
        picture: Callable[[], str] | None = None,
    ) -> Self:
        """Set the printed text, and return the same answer.

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
        import html  # most programs show no answer in a notebook

        text = f'<pre style="white-space: pre-wrap">{html.escape(str(self))}</pre>'
        picture = None if self._wording is None else self._wording.picture
        return text if picture is None else f"{text}\n{picture()}"

    def to_dict(self) -> Record:
        """Return the record that the command line prints with ``--json``.

        Without it, as for an answer of another package, the attributes by name.
        """
        if self._wording is None:
            return {key: value for key, value in vars(self).items() if not key.startswith("_")}
        return dict(self._wording.record())

    def __getstate__(self) -> Record:
        # the words refer to a level, which cannot always be pickled
        return {key: value for key, value in vars(self).items() if key != "_wording"}


def one_line(text: str) -> str:
    """Return a text for ``repr``: in one line, cut if it is long.

    >>> one_line("<Solution: a\\nb>"), len(one_line(f"<{'R' * 500}>"))
    ('<Solution: a b>', 118)
    """
    text = " ".join(text.split())
    return text if len(text) <= MAX_REPR else f"{text[: MAX_REPR - 2]}…{text[-1]}"
