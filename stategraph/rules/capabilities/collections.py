"""Files in the native format that hold several levels, or are recognised."""

from __future__ import annotations

from stategraph.rules.board_texts import Board


class SplitsFiles:
    """A family whose files may hold several levels.

    Attributes
    ----------
    packs : tuple of str
        endings of files in the native format that may hold several levels, such as ``.xsb``
    beside : tuple of str
        the options whose value is a text, or the name of a text file beside the level file
    numbered : str
        the option whose text holds numbered levels, so that a level file may say ``level: 3``;
        `read` gets the number as an option. Empty if a level file holds its level

    Examples
    --------
    ::

        packs = (".xsb",)

        def boards(self, text):
            return drawn_boards(text, "#@+$*. -_")
    """

    packs: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    numbered: str = ""

    def boards(self, text: str) -> list[Board]:
        """Return the levels of a text in the native format; by default one.

        `drawn_boards` splits a text with drawn levels.
        """
        return [Board("", 1, text)]

    def recognises(self, text: str) -> bool:
        """Return whether a text is certainly in the native format; by default False.

        Such a text is read without a file ending of the family and without ``--puzzle``.
        """
        return False
