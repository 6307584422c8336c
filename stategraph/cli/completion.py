"""The words that a shell completes: verbs, options, their choices, bundled levels, files.

The shell asks the program itself, by argcomplete, so that whatever families are installed are
known. Without that package nothing is lost but completion.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable


def completing() -> bool:
    """Return whether a shell asks how a command line may go on."""
    return "_ARGCOMPLETE" in os.environ


def complete(parser: argparse.ArgumentParser) -> None:
    """Answer a shell that asks, and end; else do nothing."""
    if not completing():
        return
    import argcomplete

    argcomplete.autocomplete(parser)


def by(words: Callable[..., Iterable[str]], action: argparse.Action) -> None:
    """Have the words of an option completed by a function of what is typed so far."""
    action.completer = words  # type: ignore[attr-defined]


def levels(prefix: str, **_: object) -> Iterable[str]:
    """Return the levels, families and files that begin so."""
    from argcomplete.completers import FilesCompleter

    from stategraph.levels.families import bundled_names, family_names

    names = bundled_names() if "/" in prefix else [f"{name}/" for name in family_names()]
    return [*names, *FilesCompleter()(prefix)]


def families(prefix: str, **_: object) -> Iterable[str]:
    """Return the families."""
    from stategraph.levels import family_names

    return family_names()


def kinds(prefix: str, **_: object) -> Iterable[str]:
    """Return what a level can be seen by."""
    from stategraph.analysis.by import KINDS

    return KINDS


def metrics(prefix: str, **_: object) -> Iterable[str]:
    """Return the metrics."""
    from stategraph.metrics import METRICS

    return METRICS
