"""A studio that runs in another process, and levels as shared pages."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from stategraph import analysis
from stategraph.expand import expand
from stategraph.laws.typed_solutions import play, reached_node
from stategraph.level_files import read_level
from stategraph.studio.page import STATIC
from stategraph.studio.share_page import share

# More than two million states until the goal; a search over pushes is faster.
SIX_BOXES = """puzzle: sokoban
title: Six boxes across a hall
level: |
  ############
  #@         #
  # $ $ $  ..#
  #        ..#
  # $ $ $  ..#
  #          #
  ############
"""


class Running:
    """A studio of a folder, in another process."""

    def __init__(self, folder: Any):
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stategraph", "studio", str(folder), "--no-browser"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().strip()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def switched(page: Any, button: str) -> None:
    """Use the board for playing or for editing, with a press on ``Play`` or ``Edit``."""
    page.click(f"#modes button:text-is('{button}')")


def solved(page: Any) -> None:
    """Wait until the server has answered all that a page asked."""
    page.wait_for_function("() => window.studio.settled()")


def serve_modules(page: Any) -> None:
    """Let the page import each module of the studio; its own script has all of them joined."""

    def module(route: Any) -> None:
        path = STATIC / route.request.url.rpartition("/")[2]
        if path.exists():
            route.fulfill(path=path, content_type="text/javascript")
        else:  # an import without an answer never ends
            route.fulfill(status=404)

    page.route(re.compile(r"/static/(?!studio\.js)\w+\.js$"), module)


class SharedLevel:
    """A level with its graph, and the file of its page."""

    def __init__(self, name: str, folder: Path):
        self.level = read_level(name)
        self.graph = expand(self.level.puzzle)
        self.at = folder / f"{name.replace('/', '-')}.html"
        self.at.write_text(share(self.level, self.graph), "utf-8")

    def open(self, page: Any, help_level: int | None = None) -> None:
        """Open the page, with an amount of help if it is given."""
        page.goto(self.at.as_uri())
        page.wait_for_selector("body[data-ready]")
        if help_level is not None:
            page.select_option("#help-level", str(help_level))

    def nodes(self, labels: list[str]) -> list[int]:
        """Return the states of a play."""
        nodes = [0]
        for label in labels:
            nodes.append(dict(self.graph.moves(nodes[-1]))[label])
        return nodes

    def play(self, seed: int, length: int) -> list[str]:
        """Return random moves that do not win."""
        rng, labels, node = random.Random(seed), [], 0
        while len(labels) < length:
            moves = [move for move in self.graph.moves(node) if move[1] != self.graph.goal]
            if not moves:
                break
            label, node = rng.choice(moves)
            labels.append(label)
        return labels

    def left_after(self, labels: tuple[str, ...]) -> int:
        """Return the number of moves left after some moves."""
        state = play(self.level.puzzle, " ".join(labels)).states[-1]
        node = reached_node(self.level.puzzle, self.graph, state)
        return int(analysis.moves_to_goal(self.graph)[node])
