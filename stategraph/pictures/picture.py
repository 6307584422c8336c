"""Finished pictures, which can be saved and displayed in notebooks; a board as a picture."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from pathlib import Path

from stategraph.errors import InputError
from stategraph.files import write
from stategraph.rules.drawing import Drawing

# longer side of a board in pixels
BOARD_PIXELS = 640

# MIME types of the formats that notebooks display
_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


def converted(svg: bytes, form: str, dots: float = 2.0) -> bytes:
    """Convert an SVG to "svg", "png" or "pdf"; a PNG has `dots` dots per unit of the SVG."""
    if form == "svg":
        return svg
    if form == "pdf":
        from stategraph.pictures.pdf import pdf

        return pdf(svg)
    from stategraph.pictures.raster import png

    return png(svg, dots)


def board_picture(drawing: Drawing, form: str, pixels: int = BOARD_PIXELS) -> bytes:
    """Return a drawing as "svg", "png" or "pdf"; its longer side is `pixels` long."""
    return saved(drawing, form, pixels / max(drawing.width, drawing.height))


def saved(drawing: Drawing, form: str, scale: float) -> bytes:
    """Return a drawing as "svg", "png" or "pdf", with `scale` pixels per cell."""
    svg = drawing.svg(scale * max(drawing.width, drawing.height)).encode()
    return converted(svg, form, dots=1)


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture as the bytes of a file.

    Attributes
    ----------
    data : bytes
    form : {"svg", "png", "pdf", "dot"}

    >>> Picture(b"<svg/>", "svg")
    <Picture: svg, 6 bytes>
    """

    data: bytes
    form: str

    def save(self, path: str | os.PathLike) -> None:
        """Write the picture to a file whose name ends in the picture's format.

        Raises
        ------
        InputError
            if the file name has another ending; draw the picture again in that format
        OutputError
            if the file cannot be written
        """
        if Path(path).suffix.lower() != f".{self.form}":
            raise InputError(
                f"{path}: the picture is {self.form}, so its name ends in .{self.form}"
            )
        write(Path(path), self.data)

    def __repr__(self) -> str:
        return f"<Picture: {self.form}, {len(self.data):,} bytes>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        bundle = {"text/plain": repr(self)}
        if self.form == "svg":
            bundle[_TYPES["svg"]] = self.data.decode()
        elif self.form in _TYPES:
            bundle[_TYPES[self.form]] = base64.b64encode(self.data).decode()
        return bundle
