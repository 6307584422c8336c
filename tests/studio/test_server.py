"""The studio's server: its responses, and the requests that it refuses."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sys
import threading
import zlib
from collections import Counter
from random import Random

import httpx
import psutil
import pytest
from effort import sampled
from sample_texts import WALLS
from studios import SIX_BOXES

from stategraph import design
from stategraph.analysis import dead, moves_to_goal, shortest
from stategraph.ask import where
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.metrics import measure
from stategraph.studio import workers
from stategraph.studio.folder import Folder, folder_and_level
from stategraph.studio.guard import MAX_BODY_BYTES
from stategraph.studio.level_bundle import bundle
from stategraph.studio.level_requests import LevelRequests, key_of
from stategraph.studio.serve import serve
from stategraph.studio.server import ANSWERS, Studio
from stategraph.studio.single_states import States
from stategraph.studio.workers import Superseded, Worker, WorkerPair
from stategraph.tell import ablate, story

LEVEL = "puzzle: sokoban\ntitle: Mine\nlevel: |\n  #####\n  #@$.#\n  #####\n"
KIND = "application/json"
JSON = {"content-type": KIND}
HUGE = (
    "puzzle: pacman\nlevel: |\n  %%%%%%%%%%%%\n"
    + "  %3333333333%\n" * 8
    + "  %P        Q%\n  %%%%%%%%%%%%\n"
)


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "levels"
    root.mkdir()
    (root / "mine.yaml").write_text(LEVEL)
    (tmp_path / "secret.yaml").write_text(LEVEL)
    return root


@pytest.fixture
def studio(folder):
    made = Studio(Folder(folder))
    yield made
    made.close()


class Client:
    """Asks the application as a browser would, without a network between them."""

    def __init__(self, studio):
        self.base, self._app = f"/{studio.token}", studio.app()

    def get(self, path, **how):
        return asyncio.run(self._request("GET", path, **how))

    def post(self, path, **how):
        return asyncio.run(self._request("POST", path, **how))

    async def _request(self, method, path, **how):
        way = httpx.ASGITransport(app=self._app)
        async with httpx.AsyncClient(transport=way, base_url="http://127.0.0.1:8000") as client:
            return await client.request(method, path, **how)


@pytest.fixture
def client(studio):
    return Client(studio)


def ask(client, what, headers=None, **body):
    body = {"session": "a page", **body}
    return client.post(f"{client.base}/{what}", json=body, headers=headers or {})


def test_the_page_and_its_script_are_served_with_their_policy(client):
    page = client.get(f"{client.base}/")
    assert page.status_code == 200 and "<main>" in page.text and "{{" not in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["cache-control"] == "no-store"
    script = client.get(f"{client.base}/static/studio.js")
    assert script.headers["content-type"].startswith("text/javascript")
    style = client.get(f"{client.base}/static/dialogs.css")
    assert style.headers["content-type"].startswith("text/css")


def test_each_number_has_a_link_to_its_explanation(client):
    words = client.get(f"{client.base}/words")
    assert words.headers["content-type"].startswith("text/html")
    assert "{{" not in words.text
    script = client.get(f"{client.base}/static/studio.js").text
    numbers = re.search(r"const NUMBERS = \{(.*?)\};", script, re.DOTALL)[1]
    names = re.findall(r"(\w+):", numbers)
    assert "dead_states" in names
    assert "words#${name" in script
    for name in names:
        assert f'<dt id="{name.replace("_", "-")}">' in words.text


@pytest.mark.parametrize(
    "name", ["../page.py", "..%2fpage.py", "page.html", "page.js", "nothing.js", ".", "%00.js"]
)
def test_nothing_but_the_page_is_served(client, name):
    assert client.get(f"{client.base}/static/{name}").status_code == 404


@pytest.mark.parametrize("path", ["/", "/static/page.js", "/wrong/", "/wrong/bundle"])
def test_nobody_is_served_without_the_token(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example:8000"},
        {"host": "127.0.0.1:8001"},
        {"host": "127.0.0.1"},
        {"host": "127.0.0.1.evil.example:8000"},
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_foreign_hosts_and_origins_are_refused(client, headers, name):
    assert ask(client, name, headers=headers).status_code == 403
    assert client.get(f"{client.base}/", headers=headers).status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_only_json_is_answered(client, kind):
    answer = client.post(f"{client.base}/levels", content=b"{}", headers={"content-type": kind})
    assert answer.status_code == 415
    assert ask(client, "levels", headers={"content-type": f"{KIND}; charset=utf-8"}).is_success


def test_large_headers_are_refused(client):
    for size, status in ((100_000, 431), (1_000, 200)):
        assert ask(client, "levels", headers={"x-more": "x" * size}).status_code == status


def test_large_bodies_are_refused(client):
    assert ask(client, "solve", text="x" * MAX_BODY_BYTES).status_code == 413

    async def parts():
        for _ in range(40):
            yield b"x" * (MAX_BODY_BYTES // 20)

    assert client.post(f"{client.base}/solve", content=parts(), headers=JSON).status_code == 413
    assert ask(client, "levels").status_code == 200


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff\xff", b'{"text": 3}', b"[" * 10_000])
@pytest.mark.parametrize("name", ["open", "solve", "save", "edit", "compare", "look"])
def test_what_is_no_question_is_refused_in_a_line(client, name, body):
    answer = client.post(f"{client.base}/{name}", content=body, headers=JSON)
    assert answer.status_code in (200, 400, 422)
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    "name",
    [
        "../secret.yaml",
        "/etc/passwd",
        "sub/../../secret.yaml",
        "",
        ".",
        "link.yaml",
        "a\0b.yaml",
        "a\nb.yaml",
    ],
)
def test_no_path_leads_outside_the_folder(client, folder, name):
    if name == "link.yaml" and sys.platform != "win32":
        (folder / "link.yaml").symlink_to(folder.parent / "secret.yaml")
    secret = (folder.parent / "secret.yaml").read_text()
    assert ask(client, "open", name=name).status_code == 422
    assert ask(client, "save", name=name, text="puzzle: x", seen="").status_code == 422
    assert (folder.parent / "secret.yaml").read_text() == secret


def test_levels_are_opened_and_saved(client, folder):
    listed = ask(client, "levels").json()
    assert listed["files"] == ["mine.yaml"] and "sokoban/corner" in listed["bundled"]
    found = ask(client, "open", name="mine.yaml").json()
    assert found["text"] == LEVEL
    done = ask(client, "save", name="mine.yaml", text=LEVEL + "# more\n", seen=found["seen"])
    assert done.status_code == 200
    assert (folder / "mine.yaml").read_text() == LEVEL + "# more\n"
    assert ask(client, "save", name="new/one.yaml", text=LEVEL, seen="").status_code == 200
    assert (folder / "new" / "one.yaml").read_text() == LEVEL
    assert ask(client, "save", name="one.md", text=LEVEL, seen="").status_code == 422


GAME = WALLS + "#P.#\n"


@pytest.mark.parametrize("name", sampled(["board.yaml", "number.yaml", "game.txt"]))
def test_a_game_beside_a_level_is_opened_with_it(client, folder, name):
    (folder / "game.txt").write_text(GAME)
    (folder / "board.yaml").write_text("puzzle: puzzlescript\ngame: game.txt\nlevel: |\n  #P.#\n")
    (folder / "number.yaml").write_text("puzzle: puzzlescript\nlevel: 0\ngame: game.txt\n")
    found = ask(client, "open", name=name).json()
    assert found["name"] == name
    paint = {"name": "paint", "cells": [[0, 2]], "sign": "#"}
    made = ask(client, "edit", text=found["text"], name=name, edit=paint).json()
    assert [sign["text"] for sign in made["signs"]] == [".", "p", "#"]
    assert made["rows"] == [["#", "p", "#", "#"]]
    assert "  RULES\n" in made["text"]
    assert ask(client, "solve", text=made["text"], name="").json()["numbers"]["states"] == 1
    done = ask(client, "save", name=name, text=made["text"], seen=found["seen"])
    assert done.status_code == 200
    assert ask(client, "open", name=name).json()["text"] == made["text"]


def test_a_level_of_a_game_is_opened_by_its_number(client, folder):
    (folder / "game.txt").write_text(f"title Two\n{GAME}\nmessage well done\n\n#.P#\n")
    for name, title, row in (
        ("game.txt", "Two, level 0", "#P.#"),
        ("game.txt#0", "Two, level 0", "#P.#"),
        ("game.txt#2", "Two, level 2", "#.P#"),
    ):
        text = ask(client, "open", name=name).json()["text"]
        assert (f"title: '{title}'\n" in text, f"  {row}\n" in text) == (True, True), name
    found = ask(client, "open", name="game.txt#1")
    assert (found.status_code, "no level 1" in found.json()["error"]) == (422, True)
    opened, first = folder_and_level(str(folder / "game.txt#2"))
    assert (opened.root, first) == (folder.resolve(), "game.txt#2")


def test_a_studio_begins_with_the_first_level_of_what_it_is_given():
    assert folder_and_level("sokoban")[1] == "sokoban/first-push"  # all-at-home has no move to make
    assert folder_and_level("sokoban/invented")[1] == "sokoban/invented/away-first"
    with pytest.raises(InputError, match="no such level, family or folder"):
        folder_and_level("sokoban/invnted")


def test_a_file_beside_that_is_no_game_is_opened_as_it_stands(client, folder):
    text = "puzzle: puzzlescript\ngame: mine.txt\nlevel: |\n  #P.#\n"
    (folder / "broken.yaml").write_text(text)
    assert ask(client, "open", name="broken.yaml").json()["text"] == text
    (folder / "notes.txt").write_text("no game")
    assert ask(client, "open", name="notes.txt").status_code == 422


def test_a_file_that_changed_on_disk_is_not_written_over(client, folder):
    found = ask(client, "open", name="mine.yaml").json()
    (folder / "mine.yaml").write_text("somebody else's")
    done = ask(client, "save", name="mine.yaml", text=LEVEL + "#\n", seen=found["seen"])
    assert done.status_code == 409 and done.json()["text"] == "somebody else's"
    assert (folder / "mine.yaml").read_text() == "somebody else's"
    (folder / "mine.yaml").unlink()
    gone = ask(client, "save", name="mine.yaml", text=LEVEL, seen=found["seen"])
    assert gone.status_code == 409


def test_the_numbers_are_those_of_analyse(client):
    level = read_level("psychopath/carousels")
    found = ask(client, "solve", text=level.text, name="carousels.yaml").json()
    known = measure(expand(level.puzzle), list(found["numbers"]))
    assert found["numbers"] == {name: known[name] for name in found["numbers"]}
    assert len(ask(client, "bundle", level=found["level"]).content) > 1000


def test_each_page_is_answered_about_its_own_level(client):
    texts = {name: read_level(name).text for name in ("psychopath/carousels", "sokoban/corner")}
    found = {
        name: ask(client, "solve", session=name, text=text, name=name).json()
        for name, text in texts.items()
    }
    for name in texts:
        level, session = found[name]["level"], {"session": name}
        dead = ask(client, "find", level=level, question="dead", **session).json()
        assert dead["count"] == found[name]["numbers"]["dead_states"] > 0
    one, other = texts
    refused = ask(client, "find", session=one, level=found[other]["level"], question="dead").json()
    assert refused["stale"] and "solved again" in refused["error"]
    nobody = ask(client, "find", session="new", level=found[one]["level"], question="dead").json()
    assert nobody["stale"]
    assert ask(client, "solve", session=None, text=texts[one]).status_code == 422


def test_a_question_about_an_older_version_is_refused(client):
    old = ask(client, "solve", text=LEVEL, name="mine.yaml").json()["level"]
    new = ask(client, "solve", text=LEVEL + "# more\n", name="mine.yaml").json()["level"]
    for name, more in (
        ("look", {"node": 0, "source": -1, "label": ""}), ("bundle", {}),
        ("solution", {"node": 0}), ("way", {"node": 0}), ("find", {"question": "dead"}),
    ):  # fmt: skip
        assert ask(client, name, level=old, **more).json()["stale"]
        assert ask(client, name, level=new, **more).status_code == 200


def test_few_pages_have_processes_at_the_same_time(client, studio, monkeypatch):
    monkeypatch.setattr(workers, "MAX_SESSIONS", 2)
    solved = [
        ask(client, "solve", session=str(k), text=LEVEL, name="mine").json() for k in range(3)
    ]
    assert len(studio.sessions._known) == 2
    again = [
        ask(client, "find", session=str(k), level=one["level"], question="goal").json()
        for k, one in reversed(list(enumerate(solved)))
    ]
    assert [one.get("stale", False) for one in again] == [False, False, True]


def test_what_is_wrong_with_a_level_is_told_with_its_line(client):
    found = ask(client, "solve", text=LEVEL.replace("$", "?"), name="mine.yaml").json()
    assert found["line"] == 5 and found["error"].startswith("mine.yaml:5: ")


def test_edits_are_made_and_compared(client):
    found = ask(client, "board", text=LEVEL).json()
    assert found["rows"][1] == list("#@$.#") and found["signs"][0]["name"]
    edit = {"name": "resize", "to": [4, 6]}
    done = ask(client, "edit", text=LEVEL, edit=edit).json()
    assert len(done["rows"]) == 4 and len(done["rows"][0]) == 6
    edit = {"name": "demand", "metric": "shortest", "least": 1, "most": 9}
    done = ask(client, "edit", text=LEVEL, edit=edit).json()
    assert done["demands"] == [["shortest", "[1, 9]"]]
    edit = {"name": "demand", "metric": "states", "least": None, "most": 40}
    done = ask(client, "edit", text=done["text"], edit=edit).json()
    assert dict(done["demands"]) == {"shortest": "[1, 9]", "states": "{at most: 40}"}
    done = ask(
        client, "edit", text=done["text"], edit={"name": "demand", "metric": "states"}
    ).json()
    assert done["demands"] == [["shortest", "[1, 9]"]]
    edit = {"name": "demand", "metric": "states", "least": "many"}
    assert "must be numbers" in ask(client, "edit", text=LEVEL, edit=edit).json()["error"]
    walled = "puzzle: sokoban\nlevel: |\n  ######\n  #@$. #\n  #    #\n  ######\n"
    done = ask(client, "edit", text=walled, edit={"name": "resize", "to": [3, 5]}).json()
    assert ["".join(row) for row in done["rows"]] == ["#####", "#@$.#", "#####"]
    one = read_level("psychopath/carousels").text
    two = ask(client, "edit", text=one, edit={"name": "paint", "at": [4, 6], "sign": "_"}).json()
    words = ask(client, "compare", before=one, after=two["text"]).json()["words"]
    assert words
    assert (
        ask(
            client, "edit", text=LEVEL, edit={"name": "paint", "at": [99, 0], "sign": "#"}
        ).status_code
        == 422
    )
    assert ask(client, "edit", text=LEVEL, edit={"name": "bake"}).status_code == 422


def test_it_listens_on_this_machine_alone(folder):
    told = []

    def stop(link: str) -> None:
        told.append(link)
        listening = [one for one in psutil.Process().net_connections() if one.status == "LISTEN"]
        told.append({one.laddr.ip for one in listening if str(one.laddr.port) in link})
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        serve(Folder(folder), "", 0, stop, opened=False)
    link, addresses = told
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", link) and addresses == {"127.0.0.1"}


def test_each_studio_has_a_token_of_its_own(studio, folder):
    other = Studio(Folder(folder))
    other.close()
    assert other.token != studio.token and len(studio.token) == 32


def test_levels_states_and_seconds_are_bounded(client, folder):
    long = "puzzle: sokoban\nlevel: |\n" + f"  {'#' * 99_000}\n" * 11
    (folder / "long.yaml").write_text(long)
    assert "at most 1,048,576" in ask(client, "open", name="long.yaml").json()["error"]
    assert ask(client, "save", name="two.yaml", text=long, seen="").status_code == 422
    big = {"name": "resize", "to": [200, 200]}
    assert "1 to 10,000 cells" in ask(client, "edit", text=LEVEL, edit=big).json()["error"]
    stroke = {"name": "paint", "sign": "#", "cells": [[0, 0]] * 10_001}
    assert ask(client, "edit", text=LEVEL, edit=stroke).json()["error"] == (
        "cells must be a list of 1 to 10,000 cells"
    )
    stroke["cells"].pop()
    assert "error" not in ask(client, "edit", text=LEVEL, edit=stroke).json()
    many = LevelRequests(Limits(states=100)).answer("solve", text=HUGE, file="huge")
    assert many["stopped"] == "limit of 100 states" and "dead_states" in many["unknown"]
    soon = LevelRequests(Limits(seconds=0.0)).answer("solve", text=HUGE, file="huge")
    assert "second" in soon["stopped"]


def test_plays_are_kept(client, folder):
    assert ask(client, "keep", play={"moves": ["R"], "won": True}).status_code == 200
    assert (folder / "plays.jsonl").read_text() == '{"moves": ["R"], "won": true}\n'


def test_plays_are_not_written_through_a_link(client, folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "notes.txt"
    outside.write_text("mine\n")
    (folder / "plays.jsonl").symlink_to(outside)
    got = ask(client, "keep", play={"moves": ["R"]})
    assert (got.status_code, "symbolic link" in got.json()["error"]) == (422, True)
    assert outside.read_text() == "mine\n"


def test_plays_that_are_brought_twice_at_once_count_once(client, folder):
    text = "".join(f'{{"moves": "{"R" * k}"}}\n' for k in range(1, 60))
    bringing = [
        threading.Thread(
            target=ask, args=(client, "bring"), kwargs=dict(file="x.jsonl", plays=text)
        )
        for _ in range(4)
    ]
    for thread in bringing:
        thread.start()
    for thread in bringing:
        thread.join()
    assert (folder / "plays.jsonl").read_text() == text


def test_a_process_that_crashes_hangs_or_is_overtaken_ends_alone():
    pair = WorkerPair(30.0)
    try:
        answers = []
        asked = threading.Thread(
            target=lambda: answers.append(pair.ask_latest("solve", text=HUGE, file="huge"))
        )
        asked.start()
        while pair._at_work is None or not pair._at_work.busy:
            pass
        os.kill(pair._at_work._process.pid, signal.SIGTERM)
        asked.join()
        assert "ended" in answers[0]["error"]
        assert pair.ask_latest("solve", text=LEVEL, file="mine")["numbers"]["shortest"] == 1
    finally:
        pair.close()
    hung = Worker()
    assert "stopped after" in hung.ask("solve", 0.01, text=HUGE, file="huge")["error"]
    assert not hung._process.is_alive()


def test_a_newer_question_ends_the_older_one():
    pair, seen = WorkerPair(60.0), []

    def older() -> None:
        try:
            seen.append(pair.ask_latest("solve", text=HUGE, file="huge"))
        except Superseded:
            seen.append("superseded")

    try:
        asked = threading.Thread(target=older)
        asked.start()
        while pair._at_work is None or not pair._at_work.busy:
            pass
        newer = pair.ask_latest("solve", text=LEVEL, file="mine")
        asked.join()
        assert seen == ["superseded"] and newer["numbers"]["states"] == 2
    finally:
        pair.close()


def test_a_large_level_is_told_state_by_state(monkeypatch):
    monkeypatch.setattr("stategraph.studio.level_requests.MAX_STATES_SENT_AT_ONCE", 3)
    desk = LevelRequests()
    level = read_level("spacewreck/eight-rooms")
    assert desk.answer("solve", text=level.text, file="ship")["numbers"]["shortest"] == 3
    key = {"level": key_of(level.text, "ship")}
    assert len(desk.answer("bundle", **key)["bundle"]) < len(bundle(level, expand(level.puzzle)))
    here = desk.answer("look", **key, node=0)
    assert [move["label"] for move in here["moves"]] == ["R3", "L4"] and here["left"] == 3
    assert here["fresh"] and here["first"] == here["depth"] == 0
    assert desk.answer("solution", **key, node=0) == {"labels": ["R3", "L5", "L8"]}
    goal = expand(level.puzzle).goal
    way = desk.answer("way", **key, node=goal)["labels"]
    assert len(way) == 3
    won = desk.answer("look", **key, node=goal, source=5, label="L8")
    assert won["left"] == 0 and won["moves"] == []


def test_of_a_level_too_large_for_its_limits_no_more_is_told_than_is_proven():
    level = read_level("psychopath/warehouse")
    desk, whole = LevelRequests(Limits(states=3_000)), expand(level.puzzle)
    assert desk.answer("solve", text=level.text, file="level.yaml")["stopped"]
    key = {"level": key_of(level.text, "level.yaml")}
    packed = zlib.decompress(desk.answer("bundle", **key)["bundle"])
    head = json.loads(packed[4 : 4 + int.from_bytes(packed[:4], "little")])
    assert head["stopped"] == "limit of 3,000 states" and head["shortest"] == shortest(whole)
    assert sum(map(sum, head["profile"])) == 3_000 and sum(head["profile"][2]) > 2_000
    left, gone = moves_to_goal(whole), dead(whole)
    seen = [desk.answer("look", **key, node=node) for node in range(0, 3_000, 97)]
    assert {told["left"] for told in seen} > {None}
    for told in seen:
        assert told["left"] in (None, left[told["node"]])
        assert all(gone[move["target"]] for move in told["moves"] if move["fatal"])
    assert desk.answer("solution", **key, node=2_910) == {"labels": []}


@pytest.mark.parametrize(
    "name", sampled(["psychopath/warehouse", "sokoban/pillars", "puzzlescript/causeway"])
)
def test_play_goes_on_beyond_the_states_that_were_expanded(name):
    """Random plays that leave a graph of 300 states: the same moves, and no false statement."""
    level, random = read_level(name), Random(name)
    whole, part = expand(level.puzzle), expand(level.puzzle, Limits(states=300))
    states, left, lost, seen = States(level, part), moves_to_goal(whole), dead(whole), Counter()
    for _ in range(30):
        at, node = 0, 0
        while len(answer := states.look(at)["moves"]) and node != whole.goal:
            assert [move["label"] for move in answer] == [label for label, _ in whole.moves(node)]
            move = random.choice(answer)
            at, node = move["target"], dict(whole.moves(node))[move["label"]]
            assert move["left"] in (None, left[node]) and (not move["fatal"] or lost[node])
            seen[move["left"] if move["left"] is None else min(move["left"], 0)] += 1
            if sum(seen.values()) % 60 == 0:
                break
        assert states.look(at)["moves"] or node == whole.goal or lost[node]
    assert seen[None] > 100
    assert (seen[-1] > 0) == (level.family.name == "sokoban")  # boxes that no goal can take


def test_a_search_reports_better_bounds_and_its_solution():
    level, bounds_seen = read_level("sokoban/long-way-round"), []
    found = LevelRequests(on_progress=bounds_seen.append).answer(
        "search", text=level.text, file="level.yaml"
    )
    assert found["proven"] and found["shortest"] == len(found["labels"]) == 35
    state = level.puzzle.start
    for label in found["labels"]:
        state = dict(level.puzzle.moves(state))[label]
    assert level.puzzle.is_goal(state)
    assert all("needed" in record["bounds"] for record in bounds_seen)


def test_a_search_arrives_line_by_line_and_ends_with_a_newer_request(client, studio):
    lines = ask(client, "search", text=LEVEL).text.splitlines()
    assert json.loads(lines[-1])["shortest"] == 1
    assert ask(client, "search").status_code == 400
    texts = []
    slow = threading.Thread(target=lambda: texts.append(ask(client, "search", text=HUGE).text))
    slow.start()
    pair = studio.sessions.of("a page").workers("search")
    while pair._at_work is None or not pair._at_work.busy:
        pass
    assert ask(client, "solve", text=LEVEL).json()["numbers"]["shortest"] == 1
    slow.join()
    assert json.loads(texts[0].splitlines()[-1])["superseded"]


def test_a_request_whose_process_is_killed_is_answered_by_an_error(client, monkeypatch):
    """The page that sent it must not read the answer as states."""
    level = ask(client, "solve", text=LEVEL).json()["level"]

    def killed(worker: Worker, name: str, seconds: float, **arguments: object) -> None:
        raise Superseded

    monkeypatch.setattr(Worker, "ask", killed)
    for name in ("near", "look", "solve"):
        answer = ask(client, name, level=level, node=0, source=-1, label="", text=LEVEL).json()
        assert answer["superseded"] and "replaced" in answer["error"]


def test_a_request_without_time_ends_its_process():
    worker = Worker()
    (answer,) = worker.records("solve", 0.0, text=HUGE, file="huge")
    assert "stopped after" in answer["error"]
    assert worker.killed and not worker._process.is_alive()


@pytest.mark.long
def test_a_reader_that_leaves_before_the_answer_ends_the_process():
    worker = Worker()
    records = worker.records("search", 60.0, text=SIX_BOXES, file="six")
    assert "needed" in next(records)["bounds"]
    records.close()
    assert worker.killed and not worker._process.is_alive()


def test_states_are_found_by_what_holds_in_them():
    level, desk = read_level("psychopath/carousels"), LevelRequests()
    key = {"level": key_of(level.text, "level.yaml")}
    assert desk.answer("find", **key, question="dead")["stale"]
    desk.answer("solve", text=level.text, file="level.yaml")
    found = desk.answer("find", **key, question="trap and made < 8")
    graph = expand(level.puzzle)
    wanted = where(level, graph, "trap and made < 8").nonzero()[0].tolist()
    assert found == {"count": len(wanted), "nodes": wanted, "unknown": ""} and wanted
    assert "column" in desk.answer("find", **key, question="dead and")["error"]


def test_what_each_element_is_for_is_drawn_and_told():
    level, desk = read_level("spacewreck/eight-rooms"), LevelRequests()
    found = desk.answer("weigh", text=level.text, file="level.yaml")
    trials = design.Trials(level.family, level.puzzle)
    assert found["lines"] == [line.strip() for line in ablate.findings(design.ablate(trials))]
    assert found["picture"].startswith("<svg")


def test_two_versions_are_kept_and_no_more(monkeypatch):
    asked = []

    def counted(puzzle, *limits, **how):
        asked.append(puzzle)
        return expand(puzzle, *limits, **how)

    monkeypatch.setattr("stategraph.studio.level_requests.expand", counted)
    desk, texts = LevelRequests(), [LEVEL + "#" * k + "\n" for k in range(1, 4)]
    for text in (texts[0], texts[1], texts[0], texts[1]):
        assert desk.answer("solve", text=text, file="mine")["numbers"]["states"] == 2
    assert len(asked) == 2
    desk.answer("solve", text=texts[2], file="mine")
    desk.answer("solve", text=texts[0], file="mine")
    assert len(asked) == 4


def test_the_verb_says_what_it_needs(run, tmp_path):
    done = run("studio", str(tmp_path / "nothing"))
    assert done.code == 2 and "no such level, family or folder" in done.err


def test_the_story_of_the_present_level_is_told():
    level, desk = read_level("sokoban/two-to-put-away"), LevelRequests()
    key = {"level": key_of(level.text, "level.yaml")}
    assert desk.answer("story", **key)["stale"]
    desk.answer("solve", text=level.text, file="level.yaml")
    found, graph = desk.answer("story", **key), expand(level.puzzle)
    told = design.explain_solution(level, graph)
    assert [one["title"] for one in found["story"]["chapters"]] == list(
        map(story.title, told.chapters)
    )
    moves = [label for one in found["story"]["chapters"] for label in one["moves"]]
    assert moves == list(told.moves)
    assert found["more"].startswith("Simulated players: a beginner wins")
    few = LevelRequests(Limits(states=5))
    few.answer("solve", text=level.text, file="level.yaml")
    assert few.answer("story", **key) == {"story": None, "more": ""}


def test_a_folder_has_the_same_port_each_time(folder):
    links = []

    def note(link):
        links.append(link)
        raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            serve(Folder(folder), "", 0, note, opened=False)
    ports = [httpx.URL(link).port for link in links]
    assert ports[0] == ports[1] and links[0] != links[1]
    with socket.create_server(("127.0.0.1", ports[0])), pytest.raises(KeyboardInterrupt):
        serve(Folder(folder), "", 0, note, opened=False)
    assert httpx.URL(links[2]).port == ports[0] + 1
