"""Record and text of ``calibrate``: agreement of metrics with playtests."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from stategraph.difficulty.calibration import MIN_LEVELS
from stategraph.difficulty.level_features import FEATURES
from stategraph.readable import Record, count
from stategraph.tell.phrases import columns

if TYPE_CHECKING:
    from stategraph.difficulty.calibration import Calibration, Measured, Playtests
    from stategraph.difficulty.model import DifficultyModel
    from stategraph.difficulty.rank_correlation import Agreement

# maximum number of metrics to show per outcome, and maximum number of level names in a warning
MAX_SHOWN = 8

# 80% of a normal distribution lies within this number of standard deviations around the mean
DEVIATIONS_FOR_80_PERCENT = 1.2816


def record(calibration: Calibration) -> Record:
    """Return the agreement of metrics with players."""
    return {
        "levels": calibration.levels,
        "outcomes": {
            outcome: {
                "by_chance": calibration.chance.get(outcome),
                "agreements": [
                    {"number": name, **agreement._asdict()} for name, agreement in agreements
                ],
            }
            for outcome, agreements in calibration.agreements.items()
        },
        "model": None if calibration.model is None else calibration.model.record(),
        "checked": None if calibration.checked is None else calibration.checked._asdict(),
        "warnings": warnings(calibration),
    }


def warnings(calibration: Calibration) -> list[str]:
    """Return warnings, such as too few levels, that make these figures doubtful."""
    n = len(calibration.levels)
    if not calibration.people and calibration.model is None:
        return ["three levels are too few for any result"]
    lines = []
    if calibration.model is None or calibration.model.offset is not None:
        lines.append(
            f"{count(n, 'level')}: too few for reliable correlations; a model with its own "
            f"weights needs {MIN_LEVELS}"
        )
    elif (
        calibration.checked is None
        or calibration.checked.low is None
        or calibration.checked.low <= 0
    ):
        lines.append("the model does not agree with levels left out: do not rely on it")
    for outcome, agreements in calibration.agreements.items():
        if not agreements:
            lines.append(f"{outcome}: it is the same for all levels, or their numbers are")
        elif abs(agreements[0][1].rho or 0) <= calibration.chance[outcome]:
            lines.append(f"{outcome}: no number agrees better than chance does")
    return lines


def unmatched(
    file: str, plays: Mapping[str, Playtests], levels: Sequence[Measured]
) -> Iterator[str]:
    """Yield warnings about levels without plays, plays without levels, and ambiguous names."""
    level_counts = Counter(level.called for level in levels if level.called is not None)
    without = [level.name for level in levels if level.called is None]
    if without:
        share = f"{len(without)} of {count(len(levels), 'level')}"
        yield f"{file}: no plays of {share}: {_few(without)}"
    if unused := sorted(plays.keys() - level_counts):
        yield f"{file}: none of the levels is called {_few(list(map(repr, unused)))}"
    for name, number in level_counts.items():
        if number > 1:
            yield f"{file}: {number} levels are called {name!r}: its plays count for each of them"


def _few(names: Sequence[str]) -> str:
    """Join names to a text. If there are many names, use only the first ones."""
    return ", ".join(names[:MAX_SHOWN]) + (", ..." if len(names) > MAX_SHOWN else "")


def words(calibration: Calibration) -> list[str]:
    """Return the agreement as text: a table per outcome, the model, and warnings."""
    lines = [f"{count(len(calibration.levels), 'level')} with plays"]
    for outcome, agreements in calibration.agreements.items():
        if not agreements:
            continue
        limit = calibration.chance[outcome]
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
    if calibration.model is not None:
        quality = (
            _offset(calibration.model)
            if calibration.model.offset
            else _checked(calibration.checked)
        )
        lines.append(f"model: {calibration.model.of}, {quality}")
        lines += [
            f"  {FEATURES[term.feature]}: {term.weight:+.2f}" for term in calibration.model.terms
        ]
    return lines + [f"warning: {line}" for line in warnings(calibration)]


def _offset(model: DifficultyModel) -> str:
    """Return as text how far the user's levels shift the predictions of the shipped model."""
    mean, sd = model.offset or (0.0, 0.0)
    ends = mean - DEVIATIONS_FOR_80_PERCENT * sd, mean + DEVIATIONS_FOR_80_PERCENT * sd
    return f"shipped weights, moved by {mean:+.2f} ({ends[0]:+.2f} to {ends[1]:+.2f}, 80% sure)"


def _checked(agreement: Agreement | None) -> str:
    if agreement is None or agreement.rho is None:
        return "which gives all levels the same value"
    interval = f"{agreement.low:+.2f} to {agreement.high:+.2f}"
    return f"levels left out one by one: {agreement.rho:+.2f} ({interval})"


def model_file(model: DifficultyModel) -> bytes:
    """Return the content of a model file, which ``difficulty --model`` reads."""
    return json.dumps(model.record(), indent=1, ensure_ascii=False).encode() + b"\n"
