"""Files with many boards: where each begins, and its title."""

from __future__ import annotations

import pytest

from stategraph.rules import drawn_boards


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ("", []),
        ("no board\n\nat all", []),
        ("##\n#", [("", 1, "##\n#\n")]),
        ("; one\n\n##\r\n#\r\r; two\n#", [("one", 3, "##\n#\n"), ("two", 7, "#\n")]),
        # titles below their boards win over the lines above
        (
            "; 1\n##\nTitle: one\n\n; 2\n#\n; TITLE : two \nAuthor: me\n\n#",
            [("one", 2, "##\n"), ("two", 6, "#\n"), ("", 10, "#\n")],
        ),
        # a title above the first board: all titles are above
        (
            "Title: one\n#\nTitle: two\n##\nleft: over\n#",
            [("one", 2, "#\n"), ("two", 4, "##\n"), ("", 6, "#\n")],
        ),
        ("Title:\n#\nTitle: below", [("below", 2, "#\n")]),
    ],
)
def test_titles_and_lines_of_boards(text, boards):
    found = drawn_boards(text, lambda row: set(row) == {"#"})
    assert [(board.title, board.line, board.text) for board in found] == boards
