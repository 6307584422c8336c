"""Files in the native format: files with several levels, and recognition of the format."""

from __future__ import annotations

from stategraph.rules.board_texts import LevelText
from stategraph.rules.text_reader import lines, replaced_lines


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

    def boards(self, text: str) -> list[LevelText]:
        """Return the levels of a text in the native format; by default the text is one level.

        `drawn_boards` splits a text with drawn levels.
        """
        return [LevelText("", 1, text)]

    def with_board(self, text: str, board: LevelText, native: str) -> str:
        """Return a text of several levels after the text `native` replaces one of its boards.

        By default, the lines of the board are replaced. Every other byte stays.
        """
        return replaced_lines(text, board.line, len(lines(board.text)), native)

    def recognises(self, text: str) -> bool:
        """Return whether a text is certainly in the native format; by default False.

        The text is then read even if neither the file's ending nor ``--puzzle`` names the family.
        """
        return False
