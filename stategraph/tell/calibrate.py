"""Record and text of ``calibrate``: agreement of metrics with playtests."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from stategraph.difficulty.calibration import LEAST
from stategraph.difficulty.level_features import FEATURES
from stategraph.readable import Record
from stategraph.tell.phrases import columns, count

if TYPE_CHECKING:
    from stategraph.difficulty.calibration import Calibration, Measured, Playtests
    from stategraph.difficulty.model import DifficultyModel
    from stategraph.difficulty.rank_correlation import Agreement

# maximum number of metrics shown per outcome, and of names of levels
MAX_SHOWN = 8

# standard deviations around the mean that hold 80% of a normal distribution
SURE = 1.2816


def record(found: Calibration) -> Record:
    """Return the agreement of metrics with players."""
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
    """Return reasons for doubt about these figures."""
    n = len(found.levels)
    if not found.people and found.model is None:
        return ["three levels are too few for any result"]
    lines = []
    if found.model is None or found.model.offset is not None:
        lines.append(
            f"{count(n, 'level')}: too few for reliable correlations; a model with its own "
            f"weights needs {LEAST}"
        )
    elif found.checked is None or found.checked.low is None or found.checked.low <= 0:
        lines.append("the model does not agree with levels left out: do not rely on it")
    for outcome, agreements in found.agreements.items():
        if not agreements:
            lines.append(f"{outcome}: it is the same for all levels, or their numbers are")
        elif abs(agreements[0][1].rho or 0) <= found.chance[outcome]:
            lines.append(f"{outcome}: no number agrees better than chance does")
    return lines


def unmatched(file: str, plays: Mapping[str, Playtests], seen: Sequence[Measured]) -> Iterator[str]:
    """Yield warnings about levels without plays, plays without levels, and ambiguous names."""
    called = Counter(one.called for one in seen if one.called is not None)
    without = [one.name for one in seen if one.called is None]
    if without:
        of = f"{len(without)} of {count(len(seen), 'level')}"
        yield f"{file}: there are no plays of {of}: {_few(without)}"
    if others := sorted(plays.keys() - called):
        yield f"{file}: none of the levels is called {_few(list(map(repr, others)))}"
    for name, many in called.items():
        if many > 1:
            yield f"{file}: {many} levels are called {name!r}: its plays count for each of them"


def _few(names: Sequence[str]) -> str:
    """Return some names; only the first ones if there are many."""
    return ", ".join(names[:MAX_SHOWN]) + (", ..." if len(names) > MAX_SHOWN else "")


def words(found: Calibration) -> list[str]:
    """Return the agreement as text: a table per outcome, the model, and warnings."""
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
            for name, one in agreements[:MAX_SHOWN]
        ]
        lines += columns(rows)
    if found.model is not None:
        how = _offset(found.model) if found.model.offset else _checked(found.checked)
        lines.append(f"model: {found.model.of}, {how}")
        lines += [f"  {FEATURES[one.feature]}: {one.weight:+.2f}" for one in found.model.terms]
    return lines + [f"warning: {line}" for line in warnings(found)]


def _offset(model: DifficultyModel) -> str:
    """Return how far the known levels move a shipped model, as text."""
    mean, sd = model.offset or (0.0, 0.0)
    ends = mean - SURE * sd, mean + SURE * sd
    return f"shipped weights, moved by {mean:+.2f} ({ends[0]:+.2f} to {ends[1]:+.2f}, 80% sure)"


def _checked(one: Agreement | None) -> str:
    if one is None or one.rho is None:
        return "which gives all levels the same value"
    return f"levels left out one by one: {one.rho:+.2f} ({one.low:+.2f} to {one.high:+.2f})"


def model_file(model: DifficultyModel) -> bytes:
    """Return the content of a file that ``difficulty --model`` reads."""
    return json.dumps(model.record(), indent=1, ensure_ascii=False).encode() + b"\n"
