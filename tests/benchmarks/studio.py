"""Waiting times of the studio and of shared pages in Chromium, and the size of shared pages.

    python tests/benchmarks/studio.py [--rounds 5] [--only start edit play graph share]

Each row has the median of the rounds, its limit, and the CPU seconds of one round: those of the
server with its processes, and those of the process of the page. An edit changes the title, so that
the level keeps its number of states. ``share`` measures all bundled levels, which takes minutes.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

import browser
import studios

from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.level_files.contents import bundled_levels
from stategraph.level_files.families import family_names
from stategraph.studio.share_page import MAX_SHARED_STATES, share

SMALL, LARGE = "labyrinth/ten-thousand", "pacman/two-storeys"

# Run an edit, and resolve to the milliseconds until its numbers are shown.
EDIT = """title => new Promise(done => {
  const {studio} = window, begun = performance.now();
  const text = studio.text.replace(/^title:.*/m, `title: ${title}`);
  studio.change(text);
  const wait = () => studio.text === text && studio.history.current.numbers
    && document.querySelector("#numbers [data-number=states]")
    ? done(performance.now() - begun) : setTimeout(wait, 1);
  wait();
})"""

# Resolve to the milliseconds between the next key and the frame after the board has changed.
KEY = """() => {
  window.took = new Promise(done => addEventListener("keydown", event => {
    new MutationObserver((_, self) => {
      self.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - event.timeStamp)));
    }).observe(document.getElementById("board"), {childList: true, subtree: true});
  }, {capture: true, once: true}));
}"""

# Return the actor that the arrow keys move, and the labels of all moves.
LABELS = """() => {
  const {graph, play} = window.stategraph;
  return [graph.head.arrows[0], play.here.moves.map(each => each.label)];
}"""

# Drag the graph in each frame, and return the frames per second.
DRAG = """() => new Promise(done => {
  let frames = 0, begun = 0;
  const next = now => {
    begun ||= now;
    if (now - begun > 3000) { done(1000 * frames / (now - begun)); return; }
    frames += 1;
    window.stategraph.chart.dragBy(frames % 40 < 20 ? 4 : -4, 2);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})"""

READY = """addEventListener("DOMContentLoaded", () => new MutationObserver((_, self) => {
  if (!document.body.dataset.ready) return;
  window.readyAt = performance.now();
  self.disconnect();
}).observe(document.body, {attributes: true}))"""


class Sample(NamedTuple):
    """One measured value, and the CPU seconds of the server and of the page for it."""

    value: float
    server: float = 0.0
    page: float = 0.0


def server_cpu(pid: int) -> float:
    """Return the CPU seconds of a process and of all processes that it started."""
    rows = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True)
    children: dict[int, list[int]] = {}
    for child, parent in (map(int, row.split()) for row in rows.stdout.splitlines()):
        children.setdefault(parent, []).append(child)
    family = [pid]
    for each in family:
        family += children.get(each, [])
    return sum(map(_cpu_of, family))


def _cpu_of(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return 0.0
    return sum(map(int, fields[11:15])) / 100


class Measured:
    """The CPU clocks of a page and, if it has one, of its server."""

    def __init__(self, page: Any, server: int = 0):
        self._metrics = page.context.new_cdp_session(page)
        self._metrics.send("Performance.enable")
        self._server = server

    def _clocks(self) -> tuple[float, float]:
        metrics = self._metrics.send("Performance.getMetrics")["metrics"]
        page = next(each["value"] for each in metrics if each["name"] == "ProcessTime")
        return (server_cpu(self._server) if self._server else 0.0), page

    def sample(self, work: Callable[[], float]) -> Sample:
        """Return the value of `work`, and the CPU seconds that it took."""
        server, page = self._clocks()
        value = work()
        later = self._clocks()
        return Sample(value, later[0] - server, later[1] - page)


@contextmanager
def studio() -> Iterator[tuple[studios.Running, Sample]]:
    """Start a studio of an empty folder, and yield it with the seconds until its link."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        running = studios.Running(Path(folder))
        took = time.perf_counter() - begun
        start_sample = Sample(took, server_cpu(running.process.pid))
        try:
            yield running, start_sample
        finally:
            running.stop()


def opened(page: Any, link: str, name: str = "") -> None:
    """Open a studio, and a level if one is named, and wait for all answers."""
    page.goto(link)
    page.wait_for_selector("body[data-ready]")
    if name:
        page.evaluate("name => window.studio.open(name)", name)
    studios.solved(page)


def start(chromium: browser.Browser, rounds: int) -> None:
    """Measure the start of the server, and the first interaction with its page."""
    links, pages = [], []
    for _ in range(rounds):
        with studio() as (running, link), chromium.page() as page:
            links.append(link)
            pages.append(first_interaction(page, running.link, running.process.pid))
    report("start to link, s", 1.5, links)
    report("studio: page opened to first interaction, s", 1.0, pages)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("spacewreck/eight-rooms", LARGE):
            shared = studios.SharedLevel(name, Path(folder))
            pages = []
            for _ in range(rounds):
                with chromium.page() as page:
                    pages.append(first_interaction(page, shared.at.as_uri()))
            report(f"{name}, shared: page opened to first interaction, s", 1.0, pages)


def first_interaction(page: Any, link: str, server: int = 0) -> Sample:
    """Open a page and return the seconds until it reacts to its user."""
    page.add_init_script(READY)

    def ready() -> float:
        page.goto(link)
        page.wait_for_selector("body[data-ready]")
        page.wait_for_function("() => window.readyAt")
        return page.evaluate("window.readyAt") / 1000

    return Measured(page, server).sample(ready)


def edit(chromium: browser.Browser, rounds: int) -> None:
    """Measure the time from an edit to its numbers."""
    for name, limit in ((SMALL, 0.3), (LARGE, 1.0)):
        with studio() as (running, _), chromium.page() as page:
            opened(page, running.link, name)
            measured, samples = Measured(page, running.process.pid), []
            for k in range(rounds):
                samples.append(measured.sample(lambda k=k: page.evaluate(EDIT, f"Edit {k}") / 1000))
                studios.solved(page)
        report(f"{name}: edit to numbers, s", limit, samples)


def play(chromium: browser.Browser, rounds: int) -> None:
    """Measure the time from a key to the frame with the new board."""
    with tempfile.TemporaryDirectory() as folder, chromium.page() as page:
        shared = studios.SharedLevel(LARGE, Path(folder))
        shared.open(page)
        report(f"{LARGE}, shared: key to board, ms", 50, keys(page, rounds))
        with studio() as (running, _), chromium.page() as other:
            opened(other, running.link, LARGE)
            samples = keys(other, rounds, running.process.pid)
        report(f"{LARGE}, studio: key to board, ms", 50, samples)


def keys(page: Any, rounds: int, server: int = 0) -> list[Sample]:
    """Press arrow keys that move the first actor at random, four for each round."""
    arrows = {"L": "ArrowLeft", "R": "ArrowRight", "U": "ArrowUp", "D": "ArrowDown"}
    measured, rng = Measured(page, server), random.Random(1)

    def press() -> float:
        actor, labels = page.evaluate(LABELS)
        sides = [side for side in arrows if actor + side in labels]
        page.evaluate(KEY)
        page.keyboard.press(arrows[rng.choice(sides)])
        return page.evaluate("window.took")

    return [measured.sample(press) for _ in range(4 * rounds)]


def graph(chromium: browser.Browser, rounds: int) -> None:
    """Measure the frames per second while the graph is dragged, flat and in 3D."""
    with tempfile.TemporaryDirectory() as folder, chromium.page() as page:
        studios.SharedLevel(LARGE, Path(folder)).open(page)
        measured = Measured(page)
        for view, words in (("map", "dragged"), ("space", "rotated in 3D")):
            page.select_option("#view", view)
            samples = [measured.sample(lambda: page.evaluate(DRAG)) for _ in range(rounds)]
            report(f"{LARGE}: frames per second, {words}", 30, samples, at_least=True)


def shared_sizes(chromium: browser.Browser, rounds: int) -> None:
    """Measure the size of the shared pages of all bundled levels that can be shared."""
    sizes = []
    for level in (level for name in family_names() for level in bundled_levels(name)):
        states = expand(level.puzzle, Limits(states=MAX_SHARED_STATES, analysed=True))
        if states.complete:
            sizes.append(Sample(len(share(level, states).encode()) / 1000))
    report(f"size of a shared page, {len(sizes)} levels, kB", 100, sizes)


def report(words: str, limit: float, samples: list[Sample], at_least: bool = False) -> None:
    """Print a row of the table."""
    value, server, page = (statistics.median(part) for part in zip(*samples, strict=True))
    values = sorted(sample.value for sample in samples)
    holds = value >= limit if at_least else value <= limit
    sign = "≥" if at_least else "≤"
    print(
        f"| {words} | {value:.3g} | {values[0]:.3g} to {values[-1]:.3g} | {sign} {limit:g} "
        f"| {'yes' if holds else 'no'} | {server:.2f} | {page:.2f} |",
        flush=True,
    )


TABLES = {"start": start, "edit": edit, "play": play, "graph": graph, "share": shared_sizes}


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=TABLES, default=list(TABLES))
    args = parser.parse_args()
    print("| measurement | median | range | limit | holds | server, CPU s | page, CPU s |")
    print("|---|---|---|---|---|---|---|")
    with browser.Browser() as chromium:
        for name in args.only:
            TABLES[name](chromium, args.rounds)


if __name__ == "__main__":
    main()
