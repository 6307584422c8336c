"""Report pages: complete, well-formed, correct, deterministic, safe from texts in levels."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import known
import pytest
import toys
from effort import sampled
from hypothesis import given
from hypothesis import strategies as st

from stategraph import design, level_files, load, pictures
from stategraph.analysis import first_solution
from stategraph.analysis.dead_patterns import patterns_of
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.laws import states_along
from stategraph.level_files import Level
from stategraph.metrics import analyse, summary
from stategraph.report import entry_of, index, page
from stategraph.report.film import MAX_FRAMES, film_of
from stategraph.report.html import FOLDER
from stategraph.report.inline import inlined
from stategraph.report.page_boards import Boards
from stategraph.report.traps import endings, reasons, traps
from stategraph.rules import NO_FAMILY, Puzzle
from stategraph.rules.drawing import RED
from stategraph.rules.svg import printable
from stategraph.studio.level_story import level_story
from stategraph.tell.unsolvable_reason import sentence

EIGHT = "spacewreck/eight-rooms"
VOID = {"meta", "img", "br", "link", "input", "hr"}
FORBIDDEN = {"iframe", "object", "embed", "form", "link", "base", "foreignobject"}


class Tree(HTMLParser):
    """A page as a list of (tag, attributes) and the text of each tag; it rejects odd markup."""

    def __init__(self, text: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs), f"<{tag}> has an attribute twice"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        self.texts.append((self._open[-1] if self._open else "", data))

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        """Return the attributes of all tags of a name, with these values."""
        named = {key.replace("_", "-"): value for key, value in wanted.items()}
        return [a for t, a in self.tags if t == tag and named.items() <= a.items()]

    def text(self, *tags: str) -> str:
        """Return the text, or the text in tags of these names, with single blanks."""
        parts = (
            text
            for tag, text in self.texts
            if (tag in tags if tags else tag not in ("style", "script"))
        )
        return re.sub(r"\s+", " ", "".join(parts)).strip()


def made(name=EIGHT, **limits):
    """Return a level, its graph and its page."""
    level = name if isinstance(name, Level) else load(name)
    graph = expand(level.puzzle, Limits(**limits))
    return level, graph, page(analyse(level, graph), data="data.json")


def plain_level(puzzle, **about):
    return Level(
        NO_FAMILY, Puzzle.of(puzzle), name=about.pop("name", "plain"), file="plain", **about
    )


# ------------------------------------------------------------------------------------- structure

PAGES = (EIGHT, "spacewreck/no-way-out", "spacewreck/already-there", "pledge/short-memory")


@pytest.fixture(scope="module", params=PAGES)
def tree(request):
    return Tree(made(request.param)[2])


def test_a_page_is_well_formed_and_in_order(tree):
    assert tree.all("html") == [{"lang": "en"}]
    assert len(tree.all("main")) == len(tree.all("h1")) == len(tree.all("title")) - _tips(tree) == 1
    depth = 0
    for tag, _ in tree.tags:
        if re.fullmatch("h[1-6]", tag):
            assert int(tag[1]) <= depth + 1
            depth = int(tag[1])
    ids = [a["id"] for _, a in tree.tags if "id" in a]
    assert len(ids) == len(set(ids))
    for _, attributes in tree.tags:
        for name in ("aria-labelledby", "aria-describedby"):
            assert attributes.get(name, ids[0]) in ids
        if (target := attributes.get("href") or "").startswith("#"):
            assert target[1:] in ids


def _tips(tree):
    """Return how many <title>s are tooltips in pictures."""
    return sum(tag == "title" for tag, _ in tree.tags) - 1


def test_every_picture_has_words_and_every_scroll_area_a_name(tree):
    for picture in tree.all("svg"):
        assert picture.get("aria-hidden") == "true" or picture["aria-label"]
    assert all(picture["alt"] for picture in tree.all("img"))
    areas = tree.all("div", role="region")
    assert areas and all(area["aria-label"] and area["tabindex"] == "0" for area in areas)


def pages_of(tree):
    """Return the links of a page to other files."""
    return [a["href"] for a in tree.all("a") if not a["href"].startswith("#")]


def test_the_main_numbers_are_links_to_their_explanations(tree):
    ids = {attrs["id"] for _, attrs in tree.tags if "id" in attrs}
    links = [attrs["href"] for tag, attrs in tree.tags if tag == "a"]
    numbers = [link for link in links if link.startswith("#number-")]
    assert len(numbers) == 5
    assert {link[1:] for link in numbers} <= ids


def test_the_headings_of_an_index_say_what_their_columns_mean():
    level = load("spacewreck/eight-rooms")
    found = analyse(level, expand(level.puzzle))
    text = index([entry_of(level, found.numbers, "x.html")])
    tree = Tree(text)
    titles = [attrs["title"] for tag, attrs in tree.tags if tag == "th" and "title" in attrs]
    assert len(titles) == 5
    assert all(text.count(escape(title)) == 2 for title in titles)
    assert '<a href="#words-heading">' in text


def test_a_page_needs_no_other_file(tree):
    for tag, attributes in tree.tags:
        assert tag not in FORBIDDEN
        assert not [name for name in attributes if name.startswith("on")]
        assert (attributes.get("src") or "data:").startswith("data:")
        target = attributes.get("href") or attributes.get("xlink:href") or "#"
        assert target.startswith(("#", "data:image/png;base64,", "data:image/svg+xml;base64,")) or (
            tag,
            target,
        ) == ("a", "data.json")
    (policy,) = tree.all("meta", http_equiv="Content-Security-Policy")
    assert policy["content"].startswith("default-src 'none'; img-src data:;")
    (script,) = (text for tag, text in tree.texts if tag == "script")
    assert script == (FOLDER / "film.js").read_text("utf-8")
    assert b64encode(sha256(script.encode()).digest()).decode() in policy["content"]


def test_nothing_on_a_page_comes_from_elsewhere():
    text = made()[2]
    assert "http:" not in text and "https:" not in text and "@import" not in text
    assert "url(" not in text.replace("url(#", "")


def test_the_parts_stand_in_order(tree):
    headings = [data.strip() for tag, data in tree.texts if tag == "h2" and data.strip()]
    assert headings[0] == "The solution"
    assert headings[-1] == "The level"
    order = [name for name in ("What each element is for", "The numbers") if name in headings]
    assert [name for name in headings if name in order] == order
    assert order[-1] == "The numbers"
    says = tree.text()
    assert "it does not predict its difficulty" in says


# -------------------------------------------------------------------------------------- contents


def test_a_solvable_level_says_all_that_analyse_does():
    level, graph, text = made()
    tree = Tree(text)
    says = tree.text()
    assert "Solvable in 3 moves. 2 of 9 states are dead ends." in says
    assert "This is the only shortest solution" in says
    for part in ("9 states, 14 moves (complete)", "3 moves: R3L5L8 (the only one)", "2 of 9 (22%)"):
        assert part in says
    assert "1 trap move loses the game" in says and "After 2 moves: L7" in says
    assert "lucky 7" in tree.text("bdi") and "2 dead states, 1 trap move" in says
    assert "the player can only move in circles, such as by R6 R3" in says
    words = [level.describe(graph.state(n)) for n in first_solution(graph).nodes[:-1]]
    boards = [a["aria-label"] for a in tree.all("svg", **{"class": "board"})]
    assert boards[1:4] == [
        f"{about}: {text}"
        for about, text in zip(("At the start", "After move 1", "After move 2"), words, strict=True)
    ]
    assert level.text.strip().splitlines()[-1] in says


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("psychopath/first-push", "9 states, 14 pushes and walks"),
        ("pledge/ferry", "21 states, 125 turns"),
        ("labyrinth/over-the-edge", "20 states, 30 moves"),  # slides and walks
    ],
)
def test_the_size_in_units_counts_what_the_player_does(name, size):
    assert size in Tree(made(name)[2]).text("bdi")


def test_pictures_show_their_tooltips():
    level, graph, text = made()
    tips = Tree(text).text("title")
    for node in range(len(graph)):
        assert level.describe(graph.state(node)) in tips


def test_a_goal_that_differs_from_the_first_is_shown_as_it_is_reached():
    level = plain_level(toys.plain("s", "s b x, s a y, y a w, x b v", "wv"))
    graph = expand(level.puzzle)
    way = first_solution(graph)
    assert way.labels == ("a", "a")
    assert states_along(level.puzzle, graph, way) == ["s", "y", "w"]
    assert graph.state(graph.goal) == "v"  # the other path leads there


def test_a_graph_from_elsewhere_may_use_a_label_twice(run, tmp_path):
    (tmp_path / "plan.csv").write_text("source,target,label\na,b,go\nb,home,go\nb,bog,go\n")
    words = ["--start", "a", "--goal", "home", "-o", tmp_path / "r"]
    assert run("report", tmp_path / "plan.csv", *words).code == 0
    tree = read(tmp_path / "r/index.html")
    boards = [a["aria-label"] for a in tree.all("svg", **{"class": "board"})]
    assert boards[3] == "After move 2: home"
    assert "1 of 4 states is a dead end." in tree.text()
    assert "The level has no text." in tree.text()


def test_labels_with_blanks_are_played():
    level = plain_level(toys.Plain("s", {"s": [("go on", "t")], "t": [("go on", "g")]}, ("g",)))
    says = Tree(made(level)[2]).text()
    assert "1. go on" in says and "2. go on" in says


def test_an_unsolvable_level_shows_how_play_ends():
    level, graph, text = made("spacewreck/no-way-out")
    says = Tree(text).text()
    assert "Unsolvable: the goal cannot be reached. All 40 states" in says
    assert "This is how play ends instead." in says
    assert "The solution view" not in says and "Where play goes wrong" not in says


def test_endings_are_the_nearest_ones():
    level = plain_level(toys.plain("a", "a on b, b r c, c l b, c out d, d far e, b off z"))
    graph = expand(level.puzzle)
    stuck, round_ = endings(level, graph, Boards(level, graph))
    assert stuck.film.labels == ("on", "off")
    assert round_.film.labels == ("on", "r", "l")
    assert "the one after move 1" in round_.text
    assert len(round_.film.frames) == 4


def test_where_one_never_stops_he_goes_round():
    level = load("pledge/no-gate")
    graph = expand(level.puzzle)
    (only,) = endings(level, graph, Boards(level, graph))
    assert {level.family.actor(label) for label in only.film.labels} == {"knight", "player"}
    assert "repeat forever" in only.text


def test_a_start_without_moves_is_an_ending():
    level = plain_level(toys.plain("a", ""))
    graph = expand(level.puzzle)
    (only,) = endings(level, graph, Boards(level, graph))
    assert only.text == "There is no move at the start."
    assert "Unsolvable: the goal cannot be reached. All 1 state" in Tree(made(level)[2]).text()


@pytest.mark.parametrize("states", [1, 3, 20])
def test_nothing_is_claimed_of_what_was_not_seen(states):
    for name in ("spacewreck/no-way-out", "spacewreck/long-way"):
        _, graph, text = made(name, states=states)
        says = Tree(text).text()
        assert not graph.complete
        assert "nsolvable" not in says and "cannot be reached. All" not in says
        assert "no dead end" not in says and "unknown" in says.casefold()
        assert "phases" not in says and "Nothing is left out." not in says
        assert f"the search stopped at the {graph.stopped}" in says


def test_a_solution_met_before_the_limit_is_shown():
    level = load("spacewreck/minefield")
    whole = summary(expand(level.puzzle))
    _, graph, text = made("spacewreck/minefield", states=whole["states"] - 1)
    says = Tree(text).text()
    assert graph.goal is not None and not graph.complete
    assert "Solvable in 3 moves. The number of dead ends is unknown" in says


def test_a_runner_has_questions_of_its_own():
    says = Tree(made("pledge/ferry")[2]).text()
    for part in ("can win", "every run wins", "can be trapped", "Whether the knight, who never"):
        assert part in says
    alone = Tree(made("pledge/short-memory")[2]).text()
    assert "the knight after" in alone.replace("the knightafter", "the knight after")


@pytest.mark.long
def test_a_long_solution_is_shown_in_part_and_told_in_full():
    level, graph, text = made("pledge/archipelago")
    path = first_solution(graph)
    film = film_of(Boards(level, graph), states_along(level.puzzle, graph, path), path.labels)
    assert len(film.frames) == MAX_FRAMES and film.left_out == 128 - MAX_FRAMES
    assert sum((frame.moves for frame in film.frames), ()) == first_solution(graph).labels
    assert [frame.step for frame in film.frames][:: MAX_FRAMES - 1] == [0, 127]
    says = Tree(text).text()
    assert f"{MAX_FRAMES} of 128 boards are shown, chosen evenly" in says
    assert " ".join(first_solution(graph).labels) in says


def test_trap_moves_are_the_nearest_few():
    level, graph, text = made("spacewreck/minefield")
    total = summary(graph)["trap_moves"]
    shown_ = traps(graph, Boards(level, graph), most=4)
    assert total > 6 and len(shown_) == 4
    lengths = [len(trap.way) for trap in shown_]
    assert lengths == sorted(lengths)
    assert f"{total} trap moves lose the game" in Tree(text).text()


def test_traps_are_grouped_by_reason():
    """Each reason has one figure, which frames all cells where a piece is lost."""
    level, graph, text = made("sokoban/too-late")
    found = reasons(level, graph, Boards(level, graph))
    dead_patterns = patterns_of(level, graph).patterns
    together = [each for each in dead_patterns if len(each) == 1]
    assert len(together) == 12
    walls, pair = found.groups
    assert walls.reason == "box on any cell of the top row or the bottom row"
    assert walls.dead_states == len(set().union(*(each.nodes.tolist() for each in together)))
    assert pair.reason == "box 2:7 and box 3:7, or symmetric"
    assert walls.ways_in + pair.ways_in == summary(graph)["trap_moves"]
    assert (found.more, found.unexplained) == (0, 0)
    says = Tree(text).text()
    assert f"{walls.dead_states:,} dead states" in says and walls.reason in says
    assert "The framed parts are dead patterns" in says
    assert walls.trap.after.count(f'stroke="{RED}"') == 12  # the frames
    assert pair.trap.after.count(f'stroke="{RED}"') == 2


def test_the_hardest_decisions_name_the_reason_of_their_fatal_moves():
    """Decisions with the same reason are one figure."""
    _, _, text = made("sokoban/too-late")
    says = Tree(text).text()
    section = says[says.index("The hardest decisions") : says.index("The estimate does not know")]
    assert section.count("reason: box on any cell of the top row or the bottom row") == 1
    assert "; the same reason in 1 and 2" in section


def test_the_cells_of_a_reason_are_framed():
    level, graph, text = made("psychopath/snake")
    (group,) = reasons(level, graph, Boards(level, graph)).groups
    assert group.reason == "block on 6:5 or 6:6"
    assert group.ways_in == summary(graph)["trap_moves"]
    x, y = level.family.spot(level.puzzle, "blocks", level.puzzle.board.cell(6, 6))
    assert (x, y) == (6.5, 6.5)
    assert text.count(f'stroke="{RED}"') >= 2  # the frames


def test_a_limit_leaves_the_nearest_trap_moves():
    level = load("psychopath/snake")
    graph = expand(level.puzzle, Limits(states=1_500))
    assert reasons(level, graph, Boards(level, graph)) is None
    text = page(analyse(level, graph), data="x.json")
    assert "The framed parts are" not in Tree(text).text()


UNSOLVABLE = [
    pytest.param(name, marks=[] if answers["states"] < 500 else pytest.mark.long)
    for name, answers in known.stated().items()
    if answers["shortest"] is None
]


@pytest.mark.parametrize("name", sampled(UNSOLVABLE, 4))
def test_a_level_without_a_solution_says_and_shows_why(name):
    level, graph, text = made(name)
    found = design.why(level, graph)
    says = Tree(text).text()
    assert sentence(level, found).lower() in says.lower()
    assert ("What to " in text) == bool(found.blame)
    assert "This is how play ends instead." in says
    blamed = text.partition('aria-label="What to ')[2].partition("</svg>")[0]
    assert (f'stroke="{RED}" stroke-width=' in blamed) == bool(found.blame)
    assert ("nearest to winning" in says.lower()) == bool(found.nearest)


def test_the_tile_to_turn_back_is_framed():
    straight = load("labyrinth/straight-up")
    puzzle = straight.family.read("9\n8\n8\n9\n", {})
    level, graph, text = made(replace(straight, puzzle=puzzle))
    assert design.why(level, graph).kind == "replacement"
    assert "It could be won with a turned tile 0:0 │" in Tree(text).text()
    assert 'aria-label="What to replace' in text and "framed: what to replace" in text


def test_a_large_picture_is_written_as_pixels(monkeypatch):
    pictures = import_module("stategraph.report.pictures")  # not the face's function `report`
    monkeypatch.setattr(pictures, "MAX_SVG_BYTES", 100)
    tree = Tree(made()[2])
    assert all(image["src"].startswith("data:image/png;base64,") for image in tree.all("img"))
    assert len(tree.all("img")) >= 3


def test_boards_share_their_floor_and_lose_nothing():
    level = load("psychopath/first-push")
    graph = expand(level.puzzle)
    boards = Boards(level, graph)
    floor = str(boards.floor())
    for node in (0, 5, len(graph) - 1):
        whole = level.draw(graph.state(node), rim=True).svg()
        board = str(boards.board(graph.state(node), "here"))
        shapes = lambda text: re.findall(r"<(?:polygon|circle|polyline|text)\b.*", text)  # noqa: E731
        floored = [line.partition('">')[2] or line for line in shapes(floor)[:1]] + shapes(floor)[
            1:
        ]
        assert '<use href="#floor"/>' in board and len(board) < len(whole) / 2
        assert len(floored) + len(shapes(board.replace("<use", "\n<use"))) == len(shapes(whole))


# ------------------------------------------------------------------------------- hostile texts

EVIL = "</title><script>alert(1)</script>\"' onload=x &amp; \u202edesrever\x00\ud800"
SHOWN = "</title><script>alert(1)</script>\"' onload=x &amp; [U+202E]desrever\ufffd\ufffd"


def test_texts_that_mean_harm_are_shown():
    table = {
        "<img src=x>": [(EVIL, "javascript:alert(1)"), ("</svg><b>", "z")],
        "javascript:alert(1)": [("\n&lt;", "g")],
    }
    puzzle = toys.Plain("<img src=x>", table, ("g",))
    level = plain_level(puzzle, title=EVIL, name=f"../{EVIL}", text=f"</pre>{EVIL}")
    text = made(level)[2]
    assert text.encode() and not re.search("[\x00\u202e]", text)
    tree = Tree(text)
    assert SHOWN in tree.text("bdi") and f"</pre>{SHOWN}" in tree.text("bdi")
    assert not {tag for tag, _ in tree.tags} & (FORBIDDEN | {"b"})
    assert len(tree.all("script")) == 1 and EVIL not in tree.text("script")
    assert not tree.all("img")  # a profile, because there are few states
    for _, attributes in tree.tags:
        assert not [name for name in attributes if name.startswith("on")]
    assert any(SHOWN in (picture.get("aria-label") or "") for picture in tree.all("svg"))


def test_an_index_of_texts_that_mean_harm():
    entry = entry_of(
        plain_level(toys.trapdoor(), title=EVIL, name=EVIL),
        summary(expand(toys.trapdoor())),
        "puzzles/a b?#.html",
    )
    text = index([entry], [f"{EVIL}: is bad"])
    tree = Tree(text)
    assert pages_of(tree) == ["puzzles/a%20b%3F%23.html"]
    assert len(tree.all("script")) == 1 and not tree.all("b")
    assert tree.text("bdi").count(SHOWN) == 3


@given(st.text())
def test_any_text_is_shown_in_a_tooltip_as_it_stands(text):
    wanted = printable(text).replace("\r", "\n")
    svg = ElementTree.Element("{http://www.w3.org/2000/svg}svg", width="1", height="1")
    link = ElementTree.SubElement(svg, "{http://www.w3.org/2000/svg}a")
    link.set("{http://www.w3.org/1999/xlink}title", wanted)
    tree = Tree(inlined(ElementTree.tostring(svg), "p", wanted))
    assert "".join(data for tag, data in tree.texts if tag == "title") == wanted
    assert tree.all("svg")[0]["aria-label"] == wanted


def test_only_what_draws_is_written_into_a_page():
    svg = b"""<?xml version="1.0"?><!DOCTYPE svg><!-- no --><svg width="3pt" height="3pt"
    xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="x()">
    <style>* {color: red}</style><script>x()</script><foreignObject><p>x</p></foreignObject>
    <a xlink:href="http://evil" xlink:title="tip"><path id="a" fill="url(#b)" class="node"/></a>
    <image href="http://evil/x.png"/><use xlink:href="#a"/><rect fill="url(http://evil)"/></svg>"""
    text = inlined(svg, "p", "words")
    tree = Tree(text)
    assert [tag for tag, _ in tree.tags] == ["svg", "g", "title", "path", "image", "use", "rect"]
    assert tree.all("path") == [{"id": "p-a", "fill": "url(#p-b)"}]
    assert tree.all("use") == [{"href": "#p-a"}]
    assert tree.all("image") == tree.all("rect") == [{}]
    assert "evil" not in text and tree.all("svg")[0]["role"] == "img"
    assert (tree.all("svg")[0]["width"], tree.text("title")) == ("4", "tip")


# ------------------------------------------------------------------------------ the command line


def read(path):
    return Tree(path.read_text("utf-8"))


def test_one_level_is_a_page_with_its_numbers_beside_it(run, tmp_path):
    got = run("report", EIGHT, "-o", tmp_path / "new" / "r")
    assert (got.code, got.err) == (0, "")
    assert got.out == f"{tmp_path / 'new' / 'r' / 'index.html'}: Eight rooms\n"
    assert sorted(p.name for p in (tmp_path / "new" / "r").iterdir()) == [
        "eight-rooms.json", "index.html",
    ]  # fmt: skip
    analysed = run("analyse", EIGHT, "--json").out
    assert (tmp_path / "new" / "r" / "eight-rooms.json").read_text("utf-8") == analysed
    assert pages_of(read(tmp_path / "new" / "r" / "index.html")) == ["eight-rooms.json"]


def test_a_page_says_how_hard_a_level_is_for_people_and_where(run, tmp_path):
    run("report", EIGHT, "-o", tmp_path)
    page = read(tmp_path / "index.html").text()
    said = run("difficulty", EIGHT).out.splitlines()
    for line in (said[0].partition(": D")[2], said[1].strip()[1:], said[-1]):
        assert line in page
    assert "2 only moves in 2 decisions" in page
    row = run("list", EIGHT, "--metrics", "beginner_wins,expert_wins").out.splitlines()[1].split()
    wins = "a beginner wins {:.0f}% of plays, an expert {:.0f}%.".format(*map(float, row[1:]))
    assert wins in page
    run("report", "sokoban/corner", "-o", tmp_path)
    assert "How hard it is" not in read(tmp_path / "index.html").text()


@pytest.mark.long
def test_a_family_is_an_index_with_a_page_for_each_level(run, tmp_path):
    assert run("report", "labyrinth", EIGHT, "-o", tmp_path, "--max-states", 300).code == 3
    tree = read(tmp_path / "index.html")
    hrefs = pages_of(tree)
    stems = [path.stem for path in level_files.bundled("labyrinth")]
    first, *others = hrefs
    assert first == f"{EIGHT}.html"  # the smallest level with a trap, whose family is first
    assert set(others) == {first, *(f"labyrinth/{stem}.html" for stem in stems)}
    assert others[0] == first and len(others) == len(stems) + 1
    assert "Begin with Eight rooms: it has 9 states, and one move after which" in tree.text()
    for href in others:
        page = read(tmp_path / href)
        links = pages_of(page)
        assert links == ["../index.html", f"{Path(href).stem}.json"]
        assert (tmp_path / href).with_suffix(".json").is_file()
    assert "≥ 300" in tree.text() and "unknown" in tree.text()
    assert len(tree.all("th", scope="col")) == 10
    assert re.search(r"\b2 2 1 ~3% 9\b", tree.text())
    jumps = [a["href"] for a in tree.all("a") if "family" in a.get("href", "")]
    assert jumps == ["#family-1", "#family-2"]
    assert not list(tmp_path.rglob("*.tmp"))


def test_the_index_sorts_by_plain_numbers():
    entries = []
    for name in ("spacewreck/million-ways", "spacewreck/no-way-out"):
        level = load(name)
        entries.append(entry_of(level, summary(expand(level.puzzle)), f"{name}.html"))
    one, two = (entry.cells for entry in entries)
    assert one[:3] == [("62", "62"), ("41", "41"), ("1,048,576", "1048576")]
    assert two[0] == ("40", "40") and two[1:3] == [("no solution", ""), ("none", "")]


def test_a_folder_is_all_its_level_files(run, tmp_path):
    source = level_files.bundled("spacewreck")[0].read_bytes()
    folder = tmp_path / "mine"
    (folder / "deep").mkdir(parents=True)
    for name in ("a.yaml", "deep/A.yml", "b.txt", ".hidden.yaml"):
        (folder / name).write_bytes(source)
    got = run("report", folder, "-o", tmp_path / "r")
    assert (got.code, got.err) == (0, "")
    names = sorted(p.name for p in (tmp_path / "r" / "spacewreck").iterdir())
    assert names == ["A-2.html", "A-2.json", "a.html", "a.json"]


def test_native_files_and_kept_graphs(run, tmp_path):
    native = "3 2\na a\n1 2\n1 3 a\n2 3 a\n"
    (tmp_path / "one.txt").write_text(native)
    (tmp_path / "two.txt").write_text(native)
    assert run("report", tmp_path, "--puzzle", "spacewreck", "-o", tmp_path / "r").code == 0
    assert (tmp_path / "r/spacewreck/two.html").is_file()
    assert run("expand", EIGHT, "-o", tmp_path / "kept.npz").code == 0
    assert run("report", tmp_path / "kept.npz", "-o", tmp_path / "k").code == 0
    assert (tmp_path / "k/index.html").read_text("utf-8") == made_page(tmp_path, run)


def made_page(tmp_path, run):
    assert run("report", EIGHT, "-o", tmp_path / "e").code == 0
    return (tmp_path / "e/index.html").read_text("utf-8")


def test_a_broken_level_is_remarked_and_the_others_are_reported(run, tmp_path):
    (tmp_path / "bad.yaml").write_text("puzzle: spacewreck\nlevel: |\n  1 2\n")
    got = run("report", tmp_path / "bad.yaml", EIGHT, "-o", tmp_path / "r")
    assert got.code == 2 and got.err.count("\n") == 1
    complaint = got.err.removeprefix("stategraph: ").strip()
    assert complaint.startswith(f"{tmp_path / 'bad.yaml'}:4: ")
    tree = read(tmp_path / "r/index.html")
    assert "Not read" in tree.text("h2") and complaint in tree.text("bdi")
    assert pages_of(tree) == [f"{EIGHT}.html"]


def test_what_cannot_be_reported_leaves_nothing_behind(run, tmp_path):
    (tmp_path / "bad.yaml").write_text("puzzle: nobody\n")
    (tmp_path / "empty").mkdir()
    for given_ in (["bad.yaml"], ["bad.yaml", "nothing"], ["empty"], ["nowhere"], []):
        words = [tmp_path / word for word in given_]
        got = run("report", *words, "-o", tmp_path / "r")
        assert got.code == 2 and got.out == "" and got.err
    assert not (tmp_path / "r").exists()


@pytest.mark.long
def test_progress_is_shown_on_a_terminal_only(run, tmp_path, monkeypatch):
    words = ["report", EIGHT, "spacewreck/minefield", tmp_path / "no", "-o", tmp_path / "r"]
    assert " of " not in run(*words).err
    monkeypatch.setattr("stategraph.cli.terminal._watched", lambda: True)
    lines = [line.strip() for line in run(*words).err.split("\r")]
    told = [line for line in lines if line.strip("\x1b[K")]
    assert told[:2] == [f"1 of 3: {EIGHT}", "2 of 3: spacewreck/minefield"]
    assert told[3].startswith("\x1b[Kstategraph: ") and lines[-1] == ""


def test_a_place_that_cannot_be_written(run, tmp_path):
    (tmp_path / "file").write_text("kept")
    for words in ([EIGHT], [EIGHT, "spacewreck/minefield"]):
        got = run("report", *words, "-o", tmp_path / "file")
        assert (got.code, got.err.count("\n")) == (4, 1)
    assert (tmp_path / "file").read_text() == "kept"


def test_a_level_that_stops_at_a_limit(run, tmp_path):
    got = run("report", EIGHT, "--max-states", 3, "-o", tmp_path)
    assert got.code == 3 and "reported as far as known" in got.err
    assert "Unknown: the goal was not found" in read(tmp_path / "index.html").text()
    record = json.loads((tmp_path / "eight-rooms.json").read_text("utf-8"))
    assert record["solvable"] is None


def test_the_same_levels_give_the_same_bytes(run, tmp_path):
    words = [EIGHT, "psychopath/two-in-a-row", "pledge/ferry"]
    assert run("report", *words, "-o", tmp_path / "a").code == 0
    done = subprocess.run(
        [sys.executable, "-m", "stategraph", "report", *words, "-o", tmp_path / "b"],
        env={**os.environ, "PYTHONHASHSEED": "17", "LC_ALL": "C", "TZ": "Asia/Tokyo"},
    )
    assert done.returncode == 0
    files = sorted(p.relative_to(tmp_path / "a") for p in (tmp_path / "a").rglob("*.*"))
    assert len(files) == 7
    for file in files:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


@pytest.mark.long
def test_the_demo_ends_with_the_report_and_draws_nothing_twice(run, tmp_path, monkeypatch):
    drawn, render = [], pictures.render

    def counted(graph, form, options):
        drawn.append((options.title, options.view))
        return render(graph, form, options)

    monkeypatch.setattr(pictures, "render", counted)
    got = run("demo", "spacewreck", "-o", tmp_path)
    assert got.code == 0 and f"{tmp_path}/report/index.html" in got.out.splitlines()[-1]
    assert len(drawn) == len(set(drawn)) > 10
    pages = sorted(path.stem for path in (tmp_path / "report/spacewreck").glob("*.html"))
    assert pages == [path.stem for path in level_files.bundled("spacewreck")]
    assert "11 puzzles" in read(tmp_path / "report/index.html").text("h1")
    page = (tmp_path / "report" / "spacewreck" / "eight-rooms.html").read_text("utf-8")
    assert 'href="../play/spacewreck/eight-rooms.html"' in page
    played = (tmp_path / "report/play/spacewreck/eight-rooms.html").read_text("utf-8")
    assert 'id="bundle"' in played


def test_without_graphviz_there_is_a_page_all_the_same(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    says = Tree(made()[2]).text()
    assert "Graphviz's 'dot' is not installed: drawn with the built-in layout." in says


def test_a_page_shows_the_idea_in_chapters():
    level = load("sokoban/pillars")
    text = page(analyse(level, level.expand()), data="x.json")
    idea = text.partition('id="idea-heading"')[2].partition("</section>")[0]
    assert idea.count("<figure>") == 4
    assert "Steps aside until chapter 4" in idea and "It fails at once: 1:3→1:2 is a trap" in idea


def test_an_idea_says_that_its_solution_is_not_the_one_above():
    level = load("sokoban/invented/two-corners")
    text = page(analyse(level, level.expand()), data="x.json")
    idea = text.partition('id="idea-heading"')[2].partition("</section>")[0]
    assert "25 moves (a shortest solution has 23 moves, but 4 chapters)" in idea
    assert "has 23 moves, but" in level_story(level, level.expand())["opening"][0]


def test_a_page_of_one_chapter_shows_no_idea():
    level = load("sokoban/first-push")
    assert "idea-heading" not in page(analyse(level, level.expand()), data="x.json")
