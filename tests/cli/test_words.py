"""Misspelt words, the volume and colours of answers, and shell completion."""

from __future__ import annotations

import os
import shlex

import pytest

from stategraph.cli import parser
from stategraph.metrics import units

EIGHT = "spacewreck/eight-rooms"


@pytest.mark.parametrize(
    "words, hint",
    [
        (["slove", EIGHT], "unknown verb 'slove'; did you mean solve?"),
        (["play", EIGHT], "unknown verb 'play'; 'share' writes a page to play on, 'studio'"),
        (["solve", "spacewreck/eight-room"], "did you mean spacewreck/eight-rooms?"),
        (["solve", "spacewrek"], "did you mean spacewreck?"),
        (["solve", "spacewrek/eight-room"], "did you mean spacewreck/eight-rooms"),
        (["solve", "eight-rooms"], "did you mean spacewreck/eight-rooms?"),
        (["list", "pacmn"], "did you mean pacman?"),
        (["solve", EIGHT, "--serch", "bfs"], "--serch; did you mean --search"),
        (["solve", EIGHT, "--search", "astr"], "did you mean astar?"),
        (["render", EIGHT, "-o", "x.svg", "--theme", "drak"], "did you mean dark?"),
        (["explain", "mus"], "did you mean muse?"),
        (["render", EIGHT, "--style", "plain"], "'plain' is not one of roles, distance"),
        (["SOLVE", EIGHT], "unknown verb 'SOLVE'; did you mean solve?"),
        (["table", "spacewreck", "--order", "dificulty"], "is not difficulty; did you mean diff"),
        (
            ["solve", EIGHT, "--sample", "1", "--seed", "-1"],
            "'-1' is not a whole number of up to 18",
        ),
        (["search", EIGHT, "--algorithm", "astar"], "astar is not of the form MODULE:NAME"),
        (["ask"], "no LEVEL given"),
        (["ask", EIGHT], "no QUESTION given"),
        (["watch"], "no LEVEL given"),
        (["version"], "unknown verb 'version'; did you mean --version?"),
        ([EIGHT, "solve"], f"the verb comes first, as in: stategraph solve {EIGHT}"),
        (["render", EIGHT, "eight.svg"], "eight.svg; did you mean -o eight.svg?"),
        (["--versoin"], "unrecognized arguments: --versoin; did you mean --version"),
    ],
)
def test_a_misspelt_word_is_told_what_it_may_mean(run, words, hint):
    got = run(*words)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert hint in got.err


def test_a_misspelt_key_of_the_family_is_named_with_its_line(run, tmp_path):
    (tmp_path / "level.yaml").write_text("title: One\nPuzzle: sokoban\nlevel: |\n  #@$.#\n")
    got = run("solve", tmp_path / "level.yaml")
    assert got.err.endswith("level.yaml:2: unknown key 'Puzzle'; did you mean puzzle?\n")


def test_an_existing_file_is_not_suggested_as_the_output(run, tmp_path):
    (tmp_path / "other.yaml").write_text("")
    got = run("hardest", EIGHT, tmp_path / "other.yaml")
    assert (got.code, "did you mean" in got.err) == (2, False)


def test_a_file_beside_the_one_that_was_named_is_suggested(run, tmp_path):
    (tmp_path / "corridor.yaml").write_text("")
    assert f"did you mean {tmp_path / 'corridor.yaml'}?" in run("solve", tmp_path / "coridor").err


def test_a_file_is_not_suggested_for_its_suffix(run, tmp_path):
    (tmp_path / "bin.yaml").write_text("")
    assert "did you mean" not in run("solve", tmp_path / "nope.yaml").err


def test_the_other_spelling_of_analyse_does_the_same(run):
    assert run("analyze", EIGHT).out == run("analyse", EIGHT).out


def test_help_of_a_verb_is_had_both_ways(run):
    assert run("help", "query").out == run("query", "--help").out
    assert run("help").out == run("--help").out


@pytest.mark.parametrize("verb", ["ask", "explain", "query", "verify"])
def test_the_examples_of_a_help_are_answered(run, verb):
    lines = run(verb, "--help").out.splitlines()
    examples = [shlex.split(line)[2:] for line in lines if line.startswith("  $ stategraph ")]
    assert examples
    assert [words for words in examples if run(*words).code > 1] == []


def test_turns_that_are_too_many_are_named(run, monkeypatch):
    monkeypatch.setattr(units, "SPARE_TURNS", 0)
    monkeypatch.setattr(units, "TURNS_PER_MOVE", 1)
    assert "left out: more than 14 turns; --by turns" in run("analyse", EIGHT).out


def test_quiet_tells_errors_and_answers_alone(run):
    stopped = run("-q", "analyse", EIGHT, "--max-states", 3)
    assert (stopped.code, stopped.err) == (3, "")
    assert stopped.out == run("analyse", EIGHT, "--max-states", 3, "--quiet").out
    assert "no such file" in run("solve", "nowhere", "-q").err


def test_verbose_tells_how_long_it_took(run):
    assert "9 states, 14 moves in" in run("analyse", EIGHT, "-v").err
    assert run("analyse", EIGHT).err == ""


def test_colours_are_for_terminals_and_as_the_environment_says(run, monkeypatch):
    words = "query", EIGHT, "--after", "R3"
    plain = run(*words).out
    assert "\x1b" not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    painted = run(*words).out
    assert "\x1b[1mreachable:\x1b[0m" in painted
    assert painted.replace("\x1b[1m", "").replace("\x1b[0m", "") == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(*words).out == plain


def test_play_begins_where_it_is_told_to(run):
    assert run("solve", EIGHT, "--after", "R3").out == "L5L8\n"
    assert run("solve", EIGHT, "--state", "rocket=3,lucky=5").out == "L8\n"
    assert "after L4R3L7" in run("analyse", EIGHT, "--after", "L4R3L7").out


def test_the_shell_completes_verbs_options_and_bundled_levels(monkeypatch):
    argcomplete = pytest.importorskip("argcomplete")
    monkeypatch.setitem(os.environ, "COMP_LINE", "")

    def completed(words, prefix):
        finder = argcomplete.CompletionFinder(parser())
        return finder._get_completions(["stategraph", *words], prefix, "", None)

    assert "solve " in completed([], "so") or "solve" in completed([], "so")
    assert any(word.startswith(EIGHT) for word in completed(["solve"], "spacewreck/e"))
    assert any(word.startswith("astar") for word in completed(["solve", "--search"], "a"))


def test_a_board_and_a_film_of_any_state_and_solution(run, tmp_path):
    film, board = tmp_path / "film.svg", tmp_path / "board.svg"
    assert run("film", EIGHT, "--solution", "R3R1R3L5L8", "-o", film).code == 0
    assert "5. L8" in film.read_text()
    assert run("film", EIGHT, "--solution", "R9", "-o", film).code == 2
    assert run("board", EIGHT, "--state", "rocket=3,lucky=7", "-o", board).code == 0
    first = board.read_bytes()
    assert run("board", EIGHT, "--after", "R3", "--output", board).code == 0
    assert board.read_bytes() != first


def test_many_elements_for_nothing_are_told_by_kind(run, tmp_path):
    rules = tmp_path / "rules.yaml"
    rules.write_text("demand: {needed: all}")
    got = run("check", "psychopath/many-traps", "--rules", rules)
    assert got.code == 1
    assert got.out.splitlines()[1] == "  block 1:4, 2:6; wall 1:7, 4:1"
    assert max(map(len, got.out.splitlines()[1:])) <= 100
