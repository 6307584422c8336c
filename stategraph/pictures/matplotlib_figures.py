"""Reproducible matplotlib figures: the same bytes every time."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_METADATA: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    "png": {"Software": None},
}


def figure(width: float, height: float, **rows: Any) -> tuple[Figure, Any]:
    """Return a new figure of `width` by `height` inches and its axes; no window is needed."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    fig = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(fig)
    return fig, fig.subplots(**rows)


def without_formulas(text: str) -> str:
    """Escape dollar signs, between which matplotlib would read formulas."""
    return text.replace("$", r"\$")


def save(fig: Figure, form: str) -> bytes:
    """Return a figure as "svg", "png" or "pdf", with stable ids and without dates."""
    import matplotlib

    out = io.BytesIO()
    with (
        matplotlib.rc_context({"svg.hashsalt": "stategraph", "svg.fonttype": "none"}),
        warnings.catch_warnings(),
    ):
        # matplotlib draws a box for a letter that the font lacks; no warning is needed
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        fig.savefig(out, format=form, dpi=120, metadata=_METADATA[form])
    return out.getvalue()
