"""A picture that was made: its bytes, what a notebook shows of them, and how they are saved."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from pathlib import Path

from stategraph.errors import InputError
from stategraph.files import write

# What a notebook calls the formats that it shows.
_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture, as the bytes of a file.

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
        """Write the picture into a file of its own kind.

        Raises
        ------
        InputError
            when the name promises another kind: draw it anew
        OutputError
            when the file cannot be written
        """
        if Path(path).suffix.lower() != f".{self.form}":
            raise InputError(
                f"{path}: the picture is {self.form}, so its name ends in .{self.form}"
            )
        write(Path(path), self.data)

    def __repr__(self) -> str:
        return f"<Picture: {self.form}, {len(self.data):,} bytes>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        shown = {"text/plain": repr(self)}
        if self.form == "svg":
            shown[_TYPES["svg"]] = self.data.decode()
        elif self.form in _TYPES:
            shown[_TYPES[self.form]] = base64.b64encode(self.data).decode()
        return shown
