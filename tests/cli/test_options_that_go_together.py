"""Options without an effect are refused in one line."""

from __future__ import annotations

import pytest

EIGHT, PUSH = "spacewreck/eight-rooms", "psychopath/first-push"


@pytest.mark.parametrize(
    "words, why",
    [
        (["search", EIGHT, "--weight", "3"], "--weight needs wastar"),
        (["search", EIGHT, "--algorithms", "bfs,ids", "--heuristic", "corridors"], "uses one"),
        (["search", EIGHT, "--theme", "dark"], "--theme needs --picture"),
        (["solve", EIGHT, "--algorithm", "math:fsum", "--order", "moves"], "cannot be repeated"),
        (
            ["solve", PUSH, "--classes", "--lurd"],
            "--lurd cannot be combined with several solutions",
        ),
        (["solve", EIGHT, "--lurd"], "--lurd is for levels in which a player pushes"),
        (["solve", f"{EIGHT}#2"], "#2 is for files that hold several levels"),
        (["solve", EIGHT, "--all", "9" * 19], "has more than 18 digits"),
        (["studio", "--port", "65536"], "'65536' is not a port: 0 to 65535"),
        (
            ["solve", "spacewreck", "--pareto", "moves,rocket", "--plot", "x.svg"],
            "exactly one LEVEL",
        ),
        (["render", EIGHT, "-o", "x.svg", "--order", "moves"], "--order needs --solution K"),
        (["render", EIGHT, "-o", "x.svg", "--highlight", "dead", "--colour", "dead"], "both fill"),
        (["render", EIGHT, "-o", "x.svg", "--highlight", "dead", "--view", "profile"], "does not"),
        (
            ["render", EIGHT, "-o", "x.svg", "--style", "distance", "--theme", "dark"],
            "its own colours",
        ),
        (["render", EIGHT, "-o", "x.svg", "--force", "--view", "map"], "--force needs --view"),
        (["render", EIGHT, "-o", "x.svg", "--rim"], "--rim needs --boards"),
        (["render", EIGHT, "-o", "x.svg", "--rim", "--view", "solution", "--no-boards"], "--rim"),
        (
            ["film", EIGHT, "-o", "x.svg", "--order", "moves", "--trap", "1"],
            "cannot be combined with --trap",
        ),
        (["film", EIGHT, "-o", "x.svg", "--order", "moves", "--solution", "R3"], "not moves"),
        (["board", EIGHT, "-o", "x.svg", "--order", "moves"], "--order needs --arrows"),
        (["hints", EIGHT, "--reader", "c"], "--reader prints the program of all levels"),
        (["hints", "--reader", "c", "-o", "x.hints"], "--reader prints the program of all levels"),
        (
            ["export", "sokoban/corner", "--by", "walks", "-o", "x.txt"],
            "cannot be combined with --by",
        ),
        (["plays", EIGHT, "--simulate", "none", "--plays", "9"], "--plays needs simulated"),
        (["plays", EIGHT, "--simulate", "none", "--seed", "0"], "--seed needs simulated"),
        (["plays", EIGHT, "--names"], "--names needs a FILE"),
        (["table", "spacewreck", "--order", "difficulty", "--slow"], "--plot, --by or --slow"),
        (["invent", EIGHT, "-o", "found", "--like", EIGHT], "--like needs a FAMILY"),
        (["check-rules", "spacewreck", "--level", "2"], "--level needs a LEVEL"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(run, tmp_path, monkeypatch, words, why):
    monkeypatch.chdir(tmp_path)
    got = run(*words)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert why in got.err
    assert list(tmp_path.iterdir()) == []
