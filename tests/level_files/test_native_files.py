"""Levels of native files as level files, and back, and level files inside shared pages."""

from __future__ import annotations

import pytest
from sample_texts import WALLS

from stategraph import levels, load, parse
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.level_files import parse_level
from stategraph.level_files.native_files import as_level_file, same, with_level
from stategraph.level_files.shared_pages import level_element
from stategraph.studio.share_page import share

PACK = """; one
#####
#@$.#
#####

Two
; two
######
#@$ .#
######
Author: me""".replace("\n", "\r\n")

GAME = f"""title Two
{WALLS}message well (begin)

#P.#

message go on

#.P#
#..#

"""


def opened(text: str, file: str, number: int | None = None) -> str:
    return as_level_file(parse(text, number=number, file=file))


@pytest.mark.parametrize("family", ["sokoban", "spacewreck", "labyrinth", "rushhour", "pacman"])
def test_a_native_text_becomes_a_level_file_and_again_the_same_text(family):
    for name in levels(family):
        level = load(name)
        native = "\n".join(level.family.write(level.puzzle, level.puzzle.start).split("\n"))
        if level.family.settings(level.puzzle):
            continue
        read = parse(native, family)
        text = as_level_file(read)
        assert same(parse_level(text, "mine.yaml"), read)
        if family == "sokoban":
            assert with_level(native, "mine.xsb", None, parse_level(text, "mine.xsb")) == native


def test_comments_of_a_native_text_are_kept():
    native = "; by me\n#####\n#@$.#\n#####\nAuthor: me\n"
    text = opened(native, "mine.xsb")
    assert text.count("; by me") == text.count("Author: me") == 0  # they are around the board
    longer = text.replace("@$.", "@ $.").replace("#####", "######")
    new = with_level(native, "mine.xsb", None, parse_level(longer, "mine.xsb"))
    assert new == "; by me\n######\n#@ $.#\n######\nAuthor: me\n"


def test_one_level_of_a_pack_is_written_and_every_other_byte_stays():
    assert opened(PACK, "pack.xsb", 1).startswith("puzzle: sokoban\ntitle: one\n")
    text = opened(PACK, "pack.xsb", 2).replace("@$ .", "@ $.")
    assert with_level(PACK, "pack.xsb", 2, parse_level(text, "pack.xsb")) == PACK.replace(
        "@$ .", "@ $."
    )
    taller = text.replace("  #@ $.#\n", "  #@ $.#\n  #    #\n")
    assert with_level(PACK, "pack.xsb", 2, parse_level(taller, "pack.xsb")) == PACK.replace(
        "#@$ .#\r\n", "#@ $.#\r\n#    #\r\n"
    )


def test_one_level_of_a_game_is_written_and_the_game_stays():
    text = opened(GAME, "game.txt", 3)
    text = text.replace("  #.P#\n  #..#\n", "  #..#\n  #P.#\n  #..#\n")
    new = with_level(GAME, "game.txt", 3, parse_level(text, "game.txt"))
    assert new == GAME.replace("#.P#\n#..#\n", "#..#\n#P.#\n#..#\n")


@pytest.mark.parametrize(
    ("file", "text", "number", "reason"),
    [
        ("pack.xsb", PACK, None, "holds 2 levels: name one"),
        ("pack.xsb", PACK, 3, "there is no level 3"),
        ("game.txt", GAME, 1, "it holds no sokoban level; choose a name that ends in .yaml"),
        ("new.rush", "", None, "save the level under a name that ends in .yaml"),
        ("new.md", "", None, "'puzzle:' is missing"),
    ],
)
def test_a_level_is_refused_where_a_native_file_cannot_hold_it(file, text, number, reason):
    level = parse_level(opened(PACK, "pack.xsb", 1), "pack.xsb")
    with pytest.raises(InputError, match=reason):
        with_level(text, file, number, level)


def test_a_game_with_other_rules_is_refused():
    text = opened(GAME, "game.txt", 1).replace("Player, Wall\n", "Player\n  Wall\n")
    with pytest.raises(InputError, match="its format cannot hold all of this level"):
        with_level(GAME, "game.txt", 1, parse_level(text, "game.txt"))


def test_a_row_of_a_database_stays_a_row_and_a_drawing_does_not_replace_it():
    first, other = "o" * 12 + "AAoooB" + "oooooB" + "o" * 12, "AAoooo" + "o" * 30
    rows = f"2 {first} 9\n1 {other} 5\n"
    text = opened(rows, "rows.rush", 1)
    assert f"  2 {first} 9\n" in text
    moved = first.replace("AAoooB", "oAAooB")
    new = with_level(rows, "rows.rush", 1, parse_level(text.replace(first, moved), "rows.rush"))
    assert new == rows.replace(first, moved)
    drawn = "".join(f"  {first[k : k + 6]}\n" for k in range(0, 36, 6))
    drawing = parse_level(text.replace(f"  2 {first} 9\n", drawn), "rows.rush")
    with pytest.raises(InputError, match="save the level under a name that ends in .yaml"):
        with_level(rows, "rows.rush", 1, drawing)


@pytest.mark.parametrize("name", ["sokoban/corner", "spacewreck/eight-rooms", "puzzlescript/hall"])
def test_a_shared_page_is_read_as_its_level(tmp_path, name):
    level = load(name)
    file = tmp_path / "page.html"
    file.write_text(share(level, expand(level.puzzle)), "utf-8")
    read = load(file)
    assert same(read, level) and read.title == level.title
    assert share(read, expand(read.puzzle)).count(level_element(level.text)) == 1


def test_a_page_without_a_level_is_refused_in_a_line(tmp_path):
    file = tmp_path / "page.html"
    for text in ("<p>", '<script type="application/json" id="level">{}</script>',
                 '<script type="application/json" id="level">"</script>'):  # fmt: skip
        file.write_text(text)
        with pytest.raises(InputError, match="page.html:1: this page holds no level as text"):
            load(file)
