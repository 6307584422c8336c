"""Files that are passed on: titles without folders, and the progress of a store."""

from __future__ import annotations

from stategraph.cli import main
from stategraph.tell import export as tell

LEVEL = "puzzle: sokoban\n{}level: |\n  #####\n  #@$.#\n  #####\n"


def test_a_game_has_the_title_of_its_level_or_else_its_file(tmp_path, capsys):
    for title, expected in (("title: One push\n", "One push"), ("", "short.yaml")):
        level, game = tmp_path / "short.yaml", tmp_path / "game.txt"
        level.write_text(LEVEL.format(title))
        assert main(["export", str(level), "-o", str(game)]) == 0
        assert capsys.readouterr().out == f"wrote {game}: {expected}\n"
        assert f"title {expected}\n" in game.read_text()
        assert str(tmp_path) not in game.read_text()
        game.unlink()


def test_a_game_does_not_replace_its_own_level(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    level = tmp_path / "short.txt"
    level.write_text("#####\n#@$.#\n#####\n")
    for name in ("short.txt", "./short.txt"):
        got = run("export", level, "-o", name)
        said = f"stategraph: {name}: the game would replace its own level; name another file\n"
        assert (got.code, got.err, level.read_text()[:5]) == (2, said, "#####")


def test_the_progress_of_a_store_counts_seconds_from_its_start(tmp_path, monkeypatch):
    seconds = []
    monkeypatch.setattr(tell, "progress", lambda _, passed: str(seconds.append(passed)))
    assert main(["export", "sokoban/three-in-a-row", "--store", str(tmp_path / "store")]) == 0
    assert seconds
    assert all(0 <= passed < 600 for passed in seconds)


def test_a_shared_page_does_not_tell_the_folder_of_its_level(tmp_path):
    level, page = tmp_path / "short.yaml", tmp_path / "page.html"
    level.write_text(LEVEL.format(""))
    assert main(["share", str(level), "-o", str(page)]) == 0
    assert "<title>short.yaml" in page.read_text()
    assert str(tmp_path) not in page.read_text()


def test_an_unknown_ending_is_answered_with_all_endings(run, tmp_path):
    got = run("export", "spacewreck/eight-rooms", "-o", tmp_path / "out.xlsx")
    assert got.code == 2
    endings = got.err.strip().partition("the name must end in ")[2].split(", ")
    assert {".npz", ".csv", ".hints", ".hints.json", ".puzzlescript"} <= set(endings)
