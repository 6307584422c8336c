"""A web page in one file, which a notebook displays in a cell."""

from __future__ import annotations

from html import escape
from pathlib import Path

from stategraph.files import write


class Page:
    """A page to play a level.

    Attributes
    ----------
    title : str
    text : str
        the HTML
    height : int
        the height of its cell in a notebook, in pixels
    """

    def __init__(self, title: str, text: str, height: int = 720):
        self.title, self.text, self.height = title, text, height

    def __repr__(self) -> str:
        return f"<Page to play {self.title}: {len(self.text) // 1000:,} kB>"

    def _repr_html_(self) -> str:
        """Return the page in a sandboxed frame, which may only run scripts and save files."""
        return (
            f'<iframe title="{escape(self.title)}" srcdoc="{escape(self.text)}" '
            f'sandbox="allow-scripts allow-downloads" '
            f'style="width:100%;height:{self.height}px;border:0"></iframe>'
        )

    def save(self, path: str | Path) -> Path:
        """Write the page into one file, and return the file's path."""
        write(path, self.text.encode())
        return Path(path)
