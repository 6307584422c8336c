"""Playtests against numbers: the record and the words of ``calibrate``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stategraph.difficulty.calibration import LEAST
from stategraph.difficulty.level_features import FEATURES
from stategraph.tell.phrases import columns, count

if TYPE_CHECKING:
    from stategraph.difficulty.calibration import Calibration, Measured, Playtests
    from stategraph.difficulty.model import DifficultyModel
    from stategraph.difficulty.ranks import Agreement

# So many numbers are told of each outcome, and so many names of levels.
SHOWN = 8


def record(found: Calibration) -> dict[str, Any]:
    """Return how numbers agree with players."""
    return {
        "levels": found.levels,
        "outcomes": {
            outcome: {
                "by_chance": found.chance.get(outcome),
                "agreements": [{"number": name, **one._asdict()} for name, one in agreements],
            }
            for outcome, agreements in found.agreements.items()
        },
        "model": None if found.model is None else found.model.record(),
        "checked": None if found.checked is None else found.checked._asdict(),
        "warnings": warnings(found),
    }


def warnings(found: Calibration) -> list[str]:
    """Return what speaks against believing these figures."""
    n = len(found.levels)
    if not found.people:
        return ["nothing is told of three levels: too few to say anything"]
    lines = []
    if found.model is None:
        lines.append(
            f"{count(n, 'level')}: too few to believe the intervals, and for a model, which takes "
            f"{LEAST}"
        )
    elif found.checked is None or found.checked.low is None or found.checked.low <= 0:
        lines.append("the model does not agree with levels left out: do not believe it")
    for outcome, agreements in found.agreements.items():
        if not agreements:
            lines.append(f"{outcome}: it is the same of all levels, or their numbers are")
        elif abs(agreements[0][1].rho or 0) <= found.chance[outcome]:
            lines.append(f"{outcome}: no number agrees better than chance does")
    return lines


def unmatched(file: str, plays: Mapping[str, Playtests], seen: Sequence[Measured]) -> Iterator[str]:
    """Yield which levels have no plays, which have the same ones, and of which plays no level."""
    called = Counter(one.called for one in seen if one.called is not None)
    without = [one.name for one in seen if one.called is None]
    if without:
        of = f"{len(without)} of {count(len(seen), 'level')}"
        yield f"{file}: there are no plays of {of}: {_few(without)}"
    if others := sorted(plays.keys() - called):
        yield f"{file}: none of the levels is called {_few(list(map(repr, others)))}"
    for name, many in called.items():
        if many > 1:
            yield f"{file}: {many} levels are called {name!r}: its plays are taken for each of them"


def _few(names: Sequence[str]) -> str:
    """Return some names, of many the first."""
    return ", ".join(names[:SHOWN]) + (", ..." if len(names) > SHOWN else "")


def words(found: Calibration) -> list[str]:
    """Return the same in words: a table for each outcome, the model, and warnings."""
    lines = [f"{count(len(found.levels), 'level')} with plays"]
    for outcome, agreements in found.agreements.items():
        if not agreements:
            continue
        limit = found.chance[outcome]
        lines.append(
            f"{outcome}: of {len(agreements)} numbers the best reaches {limit:.2f} by chance"
        )
        rows = [("", "rho", "interval", "levels", "")] + [
            (
                f"  {name}",
                f"{one.rho:+.2f}",
                f"{one.low:+.2f} to {one.high:+.2f}",
                str(one.n),
                "beyond chance" if abs(one.rho or 0) > limit else "",
            )
            for name, one in agreements[:SHOWN]
        ]
        lines += columns(rows)
    if found.model is not None:
        lines.append(f"model: {found.model.of}, {_checked(found.checked)}")
        lines += [f"  {FEATURES[one.feature]}: {one.weight:+.2f}" for one in found.model.terms]
    return lines + [f"warning: {line}" for line in warnings(found)]


def _checked(one: Agreement | None) -> str:
    if one is None or one.rho is None:
        return "which says the same of all levels"
    return f"levels left out one by one: {one.rho:+.2f} ({one.low:+.2f} to {one.high:+.2f})"


def model_file(model: DifficultyModel) -> bytes:
    """Return a file that ``difficulty --model`` reads."""
    return json.dumps(model.record(), indent=1, ensure_ascii=False).encode() + b"\n"
