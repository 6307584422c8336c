"""Local proofs of loss in levels that are too large to expand, and their sentences."""

from __future__ import annotations

from random import Random

import browser
import pytest
from effort import sampled
from studios import SIX_BOXES

from stategraph import analysis
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.level_files import parse_level, read_level
from stategraph.studio import local_losses
from stategraph.studio.local_losses import LocalProofs
from stategraph.studio.single_states import States

FREEZE = """puzzle: sokoban
level: |
  #########
  #  $$   #
  #       #
  # .  .  #
  #   @   #
  #    $. #
  #########
"""

# Boxes in the top row stay in it. It has one goal, so only one of two boxes there reaches a goal.
PAIR = """puzzle: sokoban
level: |
  #########
  #.      #
  #   $   #
  #  $    #
  #    @  #
  # . $ . #
  #########
"""


def nodes_of(graph, state) -> int:
    """Return the node of a state; goal states share one node."""
    node = graph.find(state)
    return graph.goal if node is None else node


@pytest.mark.parametrize(
    "name",
    sampled(
        [
            "sokoban/pillars",
            "psychopath/carousels",
            "spacewreck/eight-rooms",
            "sokoban/three-in-a-row",
            "puzzlescript/tumble",
        ],
        3,
    ),
)
def test_every_proof_is_right(name, monkeypatch):
    monkeypatch.setattr(local_losses, "PROOF", Limits(states=60))
    level = read_level(name)
    graph = expand(level.puzzle)
    lost, proofs, rng, proven = analysis.dead(graph), LocalProofs(level), Random(3), 0
    for _ in range(150):
        node = rng.randrange(len(graph))
        if node == graph.goal:
            continue
        state = graph.state(node)
        for _, target in level.puzzle.moves(state):
            loss = proofs.prove(target, state)
            if loss is not None:
                proven += 1
                assert lost[nodes_of(graph, target)]
                assert loss.graph is None or loss.covers(target)
                if loss.graph is not None and loss.boxes is None:
                    found = [nodes_of(graph, loss.graph.state(k)) for k in range(len(loss.graph))]
                    assert lost[found].all()
    assert proven


def test_a_sentence_about_a_box_holds_in_all_states_that_follow(monkeypatch):
    monkeypatch.setattr(local_losses, "PROOF", Limits(states=20_000))
    level = read_level("sokoban/three-in-a-row")
    graph = expand(level.puzzle)
    board, proofs, checked = level.puzzle.board, LocalProofs(level), 0
    for node in Random(2).sample(analysis.dead(graph).nonzero()[0].tolist(), 60):
        state = graph.state(node)
        loss = proofs.prove(state)
        assert loss is not None  # the level is small
        if "can never move again" not in loss.reason["text"]:
            continue
        checked += 1
        cells = [board.cell(int(y), int(x)) for x, y in loss.reason["cells"]]
        after, queue = {node}, [node]
        for here in queue:
            assert set(cells) <= set(graph.state(here)["boxes"])
            fresh = {target for _, target in graph.moves(here)} - after
            after |= fresh
            queue += fresh
    assert checked > 5


def test_two_boxes_at_a_wall_are_lost_without_the_others():
    level = parse_level(FREEZE, "freeze.yaml")
    board = level.puzzle.board
    start = level.puzzle.start
    boxes = [board.cell(1, 3), board.cell(1, 4), board.cell(5, 5)]
    before = start.but(boxes=[board.cell(1, 3), board.cell(2, 4), board.cell(5, 5)])
    loss = LocalProofs(level).prove(start.but(boxes=boxes, player=board.cell(2, 4)), before)
    assert loss is not None
    # each of them alone is lost too, since no goal is in its row
    assert loss.reason["text"] == (
        "This box can never leave this row. Even without the other boxes, it reaches no goal."
    )
    assert loss.reason["cells"] == [[4.5, 1.5]]


def test_boxes_that_are_lost_only_together_are_framed_together():
    level = parse_level(PAIR, "pair.yaml")
    board, start = level.puzzle.board, level.puzzle.start
    pair = [board.cell(1, 3), board.cell(1, 4)]
    away = board.cell(5, 4)
    before = start.but(boxes=[pair[0], board.cell(2, 4), away], player=board.cell(3, 4))
    loss = LocalProofs(level).prove(start.but(boxes=[*pair, away], player=board.cell(2, 4)), before)
    assert loss is not None
    assert loss.reason["text"] == (
        "Even without the other boxes, these 2 boxes cannot all reach goals."
    )
    assert loss.reason["cells"] == [[3.5, 1.5], [4.5, 1.5]]
    alone = start.but(boxes=[pair[1], away], player=board.cell(2, 4))
    assert LocalProofs(level).prove(alone, before) is None


@pytest.mark.parametrize("name", ["sokoban/pillars", "puzzlescript/tumble"])
def test_a_proof_covers_earlier_states_of_the_play(name):
    level = read_level(name)
    part = expand(level.puzzle, Limits(states=20))
    whole = expand(level.puzzle)
    lost, known = analysis.dead(whole), 0
    for seed in range(12):
        states, rng, trail = States(level, part), Random(seed), [0]
        while len(trail) < 40 and (moves := states._beyond.moves(trail[-1])):
            trail.append(rng.choice(moves)[1])
        found = states.prove(trail[-1], trail[-2], trail[:-1])
        for dead in found["dead"]:
            assert lost[nodes_of(whole, states._beyond.state(dead))]
            assert states.look(dead)["left"] == -1
        known += len(found["dead"]) > 1
    assert known


@pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_a_loss_in_a_large_level_is_framed_and_one_click_leads_back(chromium, running, width, dark):
    (running.folder / "six.yaml").write_text(SIX_BOXES)
    with chromium.page(width=width, dark=dark) as page:
        page.goto(running.link)
        page.wait_for_selector("body[data-ready]")
        page.evaluate("window.studio.open('six.yaml')")
        page.wait_for_function("() => window.stategraph.graph?.head.name === 'six.yaml'")
        page.wait_for_function("() => window.stategraph.idle()")
        for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
            page.keyboard.press(key)
        page.wait_for_function("() => window.stategraph.play.at === 3")
        assert page.inner_text("#loss-reason") == ""
        page.keyboard.press("ArrowUp")
        page.wait_for_selector("#board .reason rect")
        text = (
            "This box can never leave this row. Even without the other boxes, it reaches no goal."
        )
        assert page.inner_text("#loss-reason") == text
        assert "You can no longer win." in page.inner_text("#status")
        assert "since" not in page.inner_text("#status")  # nothing is known about the state before
        frame = page.locator("#board .reason rect").first
        assert float(frame.get_attribute("x")) == pytest.approx(2.5 - 0.42)
        page.keyboard.press("ArrowRight")  # a state after a lost state is lost
        page.wait_for_function("() => window.stategraph.play.at === 5")
        page.wait_for_function("() => window.stategraph.play.here.left === -1")
        page.wait_for_selector("#board .reason rect")
        assert page.inner_text("#revive") == "Back to move 3"
        page.click("#revive")
        page.wait_for_function("() => window.stategraph.play.at === 3")
        assert page.locator("#board .reason").count() == 0
        assert page.inner_text("#loss-reason") == ""
        assert page.locator("#moves .fatal").count() == 2  # pushes to walls
        assert page.errors == []
