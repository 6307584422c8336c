"""PuzzleScript: recorded plays, whole levels, complaints, states as variables, drawings."""

from __future__ import annotations

import json
import re

import known
import pytest
from effort import sampled, some
from stategraph_puzzles.puzzlescript import family
from stategraph_puzzles.puzzlescript.game import Game
from stategraph_puzzles.puzzlescript.painting import signs
from stategraph_puzzles.puzzlescript.recorded import faults, level_counts
from stategraph_puzzles.puzzlescript.recorded.__main__ import main
from stategraph_puzzles.puzzlescript.rules import GameLevel
from stategraph_puzzles.puzzlescript.rules import puzzle as made_of

from stategraph.analysis import shortest
from stategraph.analysis.quotient_choice import by
from stategraph.analysis.walks import walks
from stategraph.cli import main as stategraph
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.face import where
from stategraph.level_files import parse_level, read_level
from stategraph.load import collect, load
from stategraph.metrics import summary
from stategraph.rules import LevelError
from stategraph.rules.shapes import Line
from stategraph.studio.editable_board import board_of
from stategraph.studio.editing import edited

FOLDER = known.CASES / "puzzlescript"


def entries(name):
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


GAMES = entries("games")
QUICK = {"sokoban_basic.txt", "nekopuzzle.txt", "mazezam.txt"}

GAME = """title Push

OBJECTS

Background .
green

Wall #
brown

Player P
white

Crate *
orange

Target O
blue

LEGEND

@ = Crate and Target
Solid = Crate or Wall

SOUNDS

COLLISIONLAYERS

Background
Target
Player, Wall, Crate

RULES

{}

WINCONDITIONS

all Target on Crate

LEVELS

message hello

#####
#P*O#
#####

#O*P#
"""
PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"


def game(*rules):
    return GAME.format("\n".join(rules or [PUSH]))


@pytest.mark.parametrize("name", ["corners", "refused"])
def test_tiny_games_play_as_recorded(name):
    found = [faults(entry, FOLDER) for entry in entries(name)]
    assert found == [[] for _ in found]


def test_recorded_plays_agree():
    found = {entry["index"]: faults(entry, FOLDER) for entry in entries("visible")[::12]}
    assert found == {index: [] for index in found}


def test_whole_levels_agree():
    small = [e for e in entries("truth") if e["states"] < 200 and e["name"] in QUICK]
    assert len(small) >= 3
    assert [faults(entry, FOLDER) for entry in small] == [[] for _ in small]


@pytest.mark.long
@pytest.mark.parametrize("name", ["visible", "truth"])
def test_all_that_is_recorded_agrees(name):
    # larger levels run compiled, in test_puzzlescript_compiled
    small = [entry for entry in entries(name) if entry.get("states", 0) < 700]
    found = [(entry["name"], faults(entry, FOLDER)) for entry in small]
    assert [one for one in found if one[1]] == []


def test_the_recorder_names_what_disagrees(tmp_path, capsys):
    entry = dict(entries("corners")[0], expected="background:0,\n")
    path = tmp_path / "plays.json"
    path.write_text(json.dumps([entry, entries("refused")[0]]))
    assert main([str(path)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"plays.json: {entry['name']!r}")
    assert said[-1] == "plays.json: 1 of 2 agree"


@pytest.mark.parametrize("text", [None, "{", "3", '[{"name": "x"}]'])
def test_the_recorder_says_in_a_line_that_a_file_is_none_of_recordings(tmp_path, capsys, text):
    path = tmp_path / "plays.json"
    if text is not None:
        path.write_text(text)
    assert main([str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_game_may_begin_with_a_byte_order_mark():
    assert Game("\ufeff" + game().split("\n", 2)[2]).names == Game(game()).names


def test_a_declared_state_says_what_a_plain_one_does():
    for name in some(sorted(QUICK)):
        text = family.boards(GAMES[name])[1].text
        record = summary(expand(family.read(text, {})))
        plain = level_counts(GameLevel(Game(text)))
        assert record["first_solution"] == plain["first"]
        assert {k: record[k] for k in ("states", "moves", "shortest", "shortest_count")} == {
            k: plain[k] for k in ("states", "moves", "shortest", "shortest_count")
        }


def test_boards_of_one_game_share_neither_rows_nor_warnings():
    options = {"game": game()}
    ragged, even = (family.read(text, options) for text in ("#####\n#P*O\n#####", "#####\n#OP*#\n"))
    sources = [puzzle.board.played.game.source for puzzle in (ragged, even)]
    assert [len(source.warnings) for source in sources] == [1, 0]
    assert family.text(ragged, ragged.start) != family.text(even, even.start)


def test_levels_of_a_game_are_a_pack_in_which_messages_are_counted(tmp_path):
    path = tmp_path / "push.puzzlescript"
    path.write_text(game())
    first, second = (read_level(f"{path}#{k}") for k in (1, 2))
    assert (first.title, second.title) == ("Push, level 1", "Push, level 2")
    path.write_text(game().replace("title Push", "").replace("message hello", ""))
    assert [read_level(f"{path}#{k}").title for k in (0, 1)] == ["level 0", "level 1"]
    assert [label for label, _ in first.puzzle.moves(first.puzzle.start)] == ["R"]
    assert [label for label, _ in second.puzzle.moves(second.puzzle.start)] == ["L"]


def test_states_are_named_by_objects():
    puzzle = family.read("#P.*O#", {"game": game()})
    assert repr(puzzle.start) == "player=0:1, crate=0:3, outcome=0"
    assert (
        puzzle.named("player=0:2, crate=0:3, outcome=0")
        in dict(puzzle.moves(puzzle.start)).values()
    )


@pytest.mark.parametrize(
    ("wins", "homes"),
    [
        ("all Target on Crate", {(0, 4)}),
        ("all Crate on Target", {(0, 4)}),
        ("all Crate on Target\nno Solid", {(0, 4)}),
        ("all Crate on Target\nall Target on Crate", set()),  # it may be different pieces
        ("all Target on Player", set()),
        ("some Crate on Target", set()),
        ("no Crate", set()),
    ],
)
def test_a_single_condition_says_where_pieces_go(wins, homes):
    puzzle = family.read("#P.*O#", {"game": game().replace("all Target on Crate", wins)})
    assert set(map(puzzle.board.place, family.homes(puzzle))) == homes


def test_what_moves_is_no_place_for_pieces():
    rules = ["[ > Player | Target ] -> [ > Player | > Target ]", PUSH]
    puzzle = family.read("#P.*.O.#", {"game": game(*rules)})
    assert "target" in puzzle.board.things
    assert list(family.homes(puzzle)) == []


def test_a_key_into_a_wall_wins_where_the_conditions_hold():
    puzzle = family.read("#P@#", {"game": game()})
    assert not puzzle.is_goal(puzzle.start)
    assert {label for label, to in puzzle.moves(puzzle.start) if puzzle.is_goal(to)} == set("DLRUX")


def test_ticks_that_never_end_are_a_dead_end_that_says_so():
    on = "[ stationary Crate no Target ] -> [ action Crate Target ] again"
    off = "[ stationary Crate Target ] -> [ Crate no Target ] again"
    puzzle = family.read("#P.*.O", {"game": game(on, off)})
    after = {to for _, to in puzzle.moves(puzzle.start)}
    (endless,) = after
    assert endless.outcome == 2
    assert list(puzzle.moves(endless)) == []
    assert "never come to rest" in family.text(puzzle, endless)


def test_a_won_state_holds_the_board_after_the_winning_move():
    puzzle = family.read("#####\n#P*O#\n#####", {"game": game()})
    won = dict(puzzle.moves(puzzle.start))["R"]
    assert puzzle.is_goal(won) and list(puzzle.moves(won)) == []
    assert [puzzle.board.place(cell) for cell in won.crate] == [(1, 3)]
    assert puzzle.board.place(won.player) == (1, 2)
    board = won.but(outcome=0)
    assert family.text(puzzle, won) == family.text(puzzle, board)
    assert family.draw(puzzle, won).shapes == family.draw(puzzle, board).shapes
    with pytest.raises(LevelError, match="is not won before a move"):
        family.write(puzzle, won)


def test_a_level_may_be_won_at_its_start():
    text = "run_rules_on_level_start\n" + game("[ > Player | Crate ] -> [ > Player | > Crate ]")
    rules = (
        "[ Crate | Target ] -> [ | Crate Target ] again\n[ Crate Target ] -> [ Crate Target ] win"
    )
    puzzle = made_of(GameLevel(Game(text.replace("RULES\n", f"RULES\n\n{rules}\n"))))
    assert puzzle.is_goal(puzzle.start) and family.text(puzzle, puzzle.start).split()[1] == "#P.@#"


def test_rules_that_restart_as_a_level_starts_again_do_so_once():
    text = "run_rules_on_level_start\n" + game("[ stationary Crate ] -> [ right Crate ] restart")
    played = GameLevel(Game(text.replace("#P*O#", "#P*.O#")))
    assert family.text(made_of(played), made_of(played).start).split()[1] == "#P.*O"
    assert dict(played.moves(played.start)) == {}


@pytest.mark.parametrize(
    ("was", "becomes", "line", "word"),
    [
        (PUSH, "random " + PUSH, 35, "chance"),
        (PUSH, "[ Player ] -> [ randomdir Player ]", 35, "chance"),
        (
            PUSH,
            "[ > Player | Ghost ] -> [ > Player | ]",
            35,
            "ghost is not defined in OBJECTS or LEGEND",
        ),
        (PUSH, "[ Player ] -> [ Player | Crate ]", 35, "same rows and cells"),
        (PUSH, "late [ > Player ] -> [ Player ]", 35, "nothing moves in a late rule"),
        (PUSH, "[ Player ] -> [ Solid ]", 35, "which object"),
        (PUSH, "[ Player ] -> [ moving Player ]", 35, "which direction"),
        (PUSH, "[ Player ] [ Crate ]", 35, "->"),
        (PUSH, "[ Solid ] -> [ up Solid right Crate ]", 35, "its layer holds another object"),
        (PUSH, "\n".join(31 * ["rigid [ > Crate ] -> [ > Crate ]"]), 65, "30 rigid groups"),
        (PUSH, "startloop", 35, "endloop"),
        ("title Push", "realtime_interval 0.5", 1, "time is an input"),
        ("#P*O#", "#P?O#", 46, "? is not in the legend"),
        ("all Target on Crate", "many Crate", 39, "win condition"),
        ("Player, Wall, Crate", "Player, Wall", 14, "crate is on no layer"),
        ("SOUNDS\n", "", 26, "SOUNDS"),
        ("green", "green\n00000\n0x000", 8, "a row of a sprite is five"),
    ],
)
def test_complaints_name_the_line(was, becomes, line, word):
    with pytest.raises(LevelError) as caught:
        family.read(game().replace(was, becomes), {})
    assert word in str(caught.value)
    assert caught.value.line == line


def test_the_drawing_has_the_sprites_of_the_game():
    puzzle = family.read("#P*O#", {"game": game()})
    drawing = family.draw(puzzle, puzzle.start)
    assert (drawing.width, drawing.height) == (5, 1)
    assert {shape.fill for shape in drawing.shapes} >= {"#a46422", "#ffffff", "#eb8931", "#1d57f7"}


def test_an_arrow_goes_from_where_an_object_was_to_where_it_is():
    puzzle = family.read("#P*.O#\n#....#", {"game": game()})
    pushed = dict(puzzle.moves(puzzle.start))["R"]
    shapes = family.draw_move(puzzle, puzzle.start, pushed).shapes
    ways = [
        shape.points
        for shape in shapes
        if isinstance(shape, Line) and shape.pen.colour == "#ffffff"
    ]
    assert [way[0] for way in ways] == [(1.5, 0.5), (2.5, 0.5)]
    assert {way[1][1] for way in ways} == {0.5}


def test_rows_of_pixels_reach_into_the_next_one_and_not_below_the_board():
    puzzle = family.read("#P*O#", {"game": game()})
    _, *pixels = family.draw(puzzle, puzzle.start).shapes
    heights = {round(max(y for _, y in p.points) - min(y for _, y in p.points), 6) for p in pixels}
    assert heights == {0.2, 0.3}
    assert max(y for p in pixels for _, y in p.points) == pytest.approx(1)


# ------------------------------------------------------------------------- where a level stands


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "push.txt").write_text(game())
    return tmp_path


def level_file(folder, text):
    path = folder / "level.yaml"
    path.write_text("puzzle: puzzlescript\n" + text)
    return str(path)


def test_a_game_file_is_known_by_what_it_holds_and_is_a_pack(folder):
    names = collect([str(folder)])
    assert [name.rpartition("/")[2] for name in names] == ["push.txt#1", "push.txt#2"]
    assert [load(name).puzzle.start.player for name in names] == [0, 2]


@pytest.mark.parametrize(
    ("heading", "misspelt"),
    [
        ("COLLISIONLAYERS", "COLLISION LAYERS"),
        ("WINCONDITIONS", "Wincondition"),
        ("LEVELS", "LEVEL"),
    ],
)
def test_a_game_with_a_misspelt_heading_is_refused_at_its_line(folder, heading, misspelt):
    line = game().splitlines().index(heading) + 1
    (folder / "push.txt").write_text(game().replace(heading, misspelt))
    said = f"push.txt:{line}: {misspelt!r} is not a heading; did you mean {heading}?"
    with pytest.raises(InputError, match=re.escape(said)):
        load(str(folder / "push.txt"))


def test_a_game_without_a_heading_is_refused_at_the_next_one(folder):
    (folder / "push.txt").write_text(game().replace("COLLISIONLAYERS", ""))
    with pytest.raises(
        InputError, match=r"push.txt:33: RULES out of order: expected COLLISIONLAYERS here"
    ):
        load(str(folder / "push.txt"))


def test_a_game_in_an_open_comment_is_refused(folder):
    (folder / "push.txt").write_text("(\n" + game())
    with pytest.raises(InputError, match=r"push.txt:\d+: missing: the section OBJECTS"):
        load(str(folder / "push.txt"), "puzzlescript")


def test_a_level_is_named_by_the_number_that_the_game_gives_it(folder):
    file = str(folder / "push.txt")
    assert load(file, number=1).name == f"{file}#1"
    with pytest.raises(InputError, match=r"no level 0; the file holds levels 1, 2"):
        load(file, number=0)
    with pytest.raises(InputError, match=r"such as .*push.txt#1$"):
        load(file)


def test_boards_are_written_in_the_letters_of_the_game(folder):
    level = load(level_file(folder, "game: push.txt\nlevel: |\n  p*.o\n"))
    text = level.family.write(level.puzzle, level.puzzle.start)
    assert text == f"{level.family.text(level.puzzle, level.puzzle.start)}\n" == "P*.O\n"
    editor = level.family.editing(level.family.settings(level.puzzle))
    assert editor.regrid(text, editor.grid(text)) == text


@pytest.mark.parametrize(
    "where", ["game: push.txt\nlevel: 1\n", "game: push.txt\nlevel: |\n  P*O\n"]
)
def test_a_level_file_may_name_the_game_beside_it(folder, where):
    level = load(level_file(folder, where))
    assert "player" in level.puzzle.variables.kinds
    kept = level.family.settings(level.puzzle)["game"]
    assert kept == game().partition("LEVELS")[0] + "LEVELS\n"


def test_the_number_of_a_level_is_written_in_ascii_digits(folder):
    with pytest.raises(LevelError, match="'level' must be a literal block"):
        load(level_file(folder, "game: push.txt\nlevel: ٢\n"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game: none.txt\nlevel: 1\n", "level.yaml:2: game: no file 'none.txt' in the same folder"),
        ("game: ../push.txt\nlevel: 1\n", "level.yaml:2: game: no file '../push.txt'"),
        ("level: 1\n", "level.yaml:2: 'level' is a number, but 'game:' is missing"),
        ("game: push.txt\nlevel: 7\n", "level 7: the game has levels 0 to 2"),
        ("game: bad.txt\nlevel: 1\n", "bad.txt:35: crote is not defined"),
        (
            "level: |\n  P\ngame: |\n  title X\n  OBJECTS\n  P\n",
            "level.yaml:10: LEVELS out of order",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_file_and_line(folder, text, said):
    (folder / "bad.txt").write_text(game(PUSH.replace("Crate ]", "Crote ]", 1)))
    with pytest.raises(InputError, match=re.escape(said)):
        load(level_file(folder, text))


# --------------------------------------------------------------------- levels of other families

NAMES = {"crate": "boxes", "block": "blocks"}


def told(level, state):
    """Return the positions of all objects in a state of a level, the goal apart from all others."""
    kinds = level.puzzle.variables.kinds
    found = {}
    for name in kinds:
        if name in ("outcome", "target", "exit"):
            continue
        value = state[name]
        cells = [value] if isinstance(value, int) else value
        found[NAMES.get(name, name)] = {tuple(level.puzzle.board.place(cell)) for cell in cells}
    return found


def same_play(one, other):
    """Return whether two levels have the same states in the same order, and the same moves."""
    graphs = [expand(level.puzzle) for level in (one, other)]
    ours, theirs = graphs
    assert (len(ours), ours.goal) == (len(theirs), theirs.goal)
    for node in range(len(ours)):
        if node != ours.goal:
            here, there = told(one, ours.state(node)), told(other, theirs.state(node))
            # objects that never move are not variables
            assert {name: here[name] for name in there} == there
            assert ours.moves(node) == theirs.moves(node)
    return True


@pytest.mark.parametrize(
    "name",
    ["sokoban/first-push", "sokoban/corner", "psychopath/first-push"],
)
def test_an_exported_game_plays_the_same(name, tmp_path):
    file = str(tmp_path / "game.txt")
    assert stategraph(["export", name, "-o", file]) == 0
    assert same_play(load(name), load(file))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("spacewreck/eight-rooms", "cannot be written as a PuzzleScript game"),
        ("sokoban/all-at-home", "it is won at its start"),
    ],
)
def test_what_puzzlescript_cannot_say_is_not_exported(name, said, tmp_path, capsys):
    file = tmp_path / "game.txt"
    assert stategraph(["export", name, "-o", str(file)]) == 2
    assert said in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.parametrize("verb", sampled(["hardest", "repair", "polish"], 2))
def test_a_changed_level_of_a_game_is_written_as_a_game(verb, tmp_path):
    old, new = tmp_path / "game.txt", tmp_path / "new.txt"
    assert stategraph(["export", "sokoban/first-push", "-o", str(old)]) == 0
    want = ["--want", "shortest: {at least: 1}"] if verb == "repair" else []
    assert stategraph([verb, str(old), *want, "-o", str(new)]) == 0
    head = old.read_text().partition("LEVELS")[0]
    assert new.read_text().startswith(head) and len(head) > 500
    one, other = (expand(load(str(file)).puzzle) for file in (old, new))
    assert (shortest(one), shortest(other)) == (2, 9 if verb == "hardest" else 2)


# ------------------------------------------------------------------------------ who walks


def test_a_player_who_is_always_in_one_cell_walks(tmp_path):
    level = load("puzzlescript/causeway")
    assert level.puzzle.start.player == level.puzzle.board.cell(3, 1)
    assert len(walks(expand(level.puzzle), "player")) == 105


def test_a_player_who_is_drawn_in_two_ways_walks(folder):
    """A player with left and right sprites takes the same walks as one with a single sprite."""
    plain = game(PUSH).split("message")[0] + "#######\n#..*.o#\n#.p...#\n#..*.o#\n#######\n"
    facing = plain.replace("Player P\n", "Righty P\nwhite\n\nLefty\n").replace(
        "LEGEND\n", "LEGEND\n\nPlayer = Lefty or Righty\n"
    )
    facing = facing.replace(
        PUSH, f"[ left Righty ] -> [ left Lefty ]\n[ right Lefty ] -> [ right Righty ]\n{PUSH}"
    )
    (folder / "facing.txt").write_text(facing, encoding="utf-8")
    (folder / "plain.txt").write_text(plain, encoding="utf-8")
    levels = [load(str(folder / name)) for name in ("facing.txt", "plain.txt")]
    looks, seen = (by(level, expand(level.puzzle), "walks") for level in levels)
    assert len(looks) == len(seen) == 25
    assert list(looks.label_names) == list(seen.label_names)
    assert summary(looks) == summary(seen)


@pytest.mark.parametrize(
    "rule",
    [
        "[ > Player | Target ] -> [ | ]",
        "[ > Player | no Wall ] -> [ > Player | Player ]",
        "late [ Crate | Target ] -> [ Player | Target ]",
    ],
)
def test_a_player_who_comes_or_goes_is_a_set_of_cells(rule):
    level = family.read(game(PUSH, rule), {})
    assert isinstance(level.start.player, frozenset)


# ------------------------------------------------------------------------ editing and asking


def test_a_board_is_painted_with_the_glyphs_of_its_game():
    text = load("puzzlescript/causeway").text
    board = board_of(text, "level.yaml")
    assert [sign["name"] for sign in board["signs"][:4]] == [
        "background",
        "wall",
        "player",
        "crate",
    ]
    made = edited(text, "level.yaml", {"name": "paint", "at": [1, 1], "sign": "#"})
    assert parse_level(made, "level.yaml").puzzle.start != parse_level(text, "x.yaml").puzzle.start
    assert board_of(made, "level.yaml")["rows"][1][:3] == ["#", "#", "."]


def test_a_board_without_a_glyph_of_bare_ground_is_painted_too():
    game = Game(GAMES["modality.txt"])
    assert [(sign.text, sign.name, sign.parts) for sign in signs(game)[:4]] == [
        (".", "black", ()),
        ("+", "white", ("white",)),
        ("g", "grey", ("grey",)),
        ("p", "player", ("player",)),
    ]
    assert signs(Game(GAMES["bouncers.txt"]))[0].text == "."


def test_a_game_that_is_not_right_yet_is_changed_as_text():
    text = load("puzzlescript/causeway").text.replace("COLLISIONLAYERS", "COLLISION")
    assert board_of(text, "level.yaml")["signs"] == []


@pytest.mark.long
def test_win_conditions_are_questions_too():
    for one, other in [
        ("some crate on {2:2, 2:3}", "count(crate in {2:2, 2:3}) > 0"),
        ("all target on crate", "count(crate in target) = 1"),
        ("no target on crate", "count(crate in target) = 0"),
        ("no water on crate", "count(water in crate) = 0"),
    ]:
        same = where("puzzlescript/causeway", one) == where("puzzlescript/causeway", other)
        assert same.all(), one


def test_what_never_changes_is_a_word_of_questions():
    level = load("puzzlescript/causeway")
    assert level.family.words(level.puzzle) == {"target": {level.puzzle.board.cell(2, 6)}}


@pytest.mark.parametrize("name", ["goal", "start", "but", "outcome", "count", "not", "1x", "ﬁsh"])
def test_objects_may_bear_any_name(name):
    text = game(PUSH).replace("Crate", name).replace("crate", name)
    made = family.read(text, {})
    assert [label for label, _ in made.moves(made.start)] == ["R"]
    assert made.named(repr(made.start)) == made.start


def test_two_versions_of_a_game_are_compared_rule_by_rule(folder, capsys):
    rule = "[ < Player | Crate ] -> [ < Player | < Crate ]"
    (folder / "new.txt").write_text(game(f"{PUSH} ", rule))
    names = [str(folder / name) for name in ("push.txt", "new.txt")]
    assert stategraph(["diff", *names, "--level", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["same state graph", f"added to game: {rule}"]
