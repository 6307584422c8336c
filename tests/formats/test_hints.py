"""The bundled readers look up the hints of every state of small levels."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import stategraph
from stategraph.analysis import moves_to_goal
from stategraph.analysis.dead_ends import dead
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.formats import hints
from stategraph.rules import One, Puzzle, Set, Tuple

FOLDER = Path(hints.__file__).with_name("readers")
LEVELS = [
    "spacewreck/eight-rooms",
    "psychopath/notebook-5",
    "sokoban/corner",
    "pacman/after-you",
    "labyrinth/first-shift",
    "pledge/about-turn",
]
NODE = pytest.mark.skipif(shutil.which("node") is None, reason="no node")
CC = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


def wide():
    """Return a puzzle whose key is longer than two words, with a field across their border."""

    def step(s):
        for cell in range(0, 90, 30):
            if cell not in s.cells:
                yield f"+{cell}", s.but(cells=s.cells + cell, row=s.row.put(cell // 30, 5), n=3)
        if s.n == 3:
            yield "back", s.but(n=0)

    kinds = dict(n=One(5), cells=Set(90), row=Tuple(11, 7), name=One(3, "rest"))
    start = dict(n=0, cells={89}, row=(1,) * 11, name=3)
    return Puzzle(start, [step], lambda s: len(s.cells) == 4, **kinds)


def cases(tmp_path):
    """Yield the file of hints and the graph of each level."""
    puzzles = [stategraph.load(name).puzzle for name in LEVELS]
    for k, puzzle in enumerate([*puzzles, wide()]):
        graph = expand(puzzle)
        yield written(tmp_path / f"{k}.hints", graph), graph


def written(path, graph):
    """Write the hints of a graph; return the file."""
    ((name, data),) = hints.files(str(path), graph, "a\ttitle").items()
    with Path(name).open("wb") as file:
        data(file)
    return path


def values(graph, node):
    """Return the values of a state as the readers accept them: texts if available."""
    told = {}
    for name, value in graph.variables.named(graph.state(node)):
        kind = graph.variables.kinds[name]
        spell = kind.show if kind.board is not None or kind.names else int
        told[name] = spell(value) if isinstance(kind, One) else [spell(item) for item in value]
    return told


def expected(graph):
    """Return the remaining moves (None: dead) and the best move of each node except the goal."""
    left, gone = moves_to_goal(graph).tolist(), dead(graph)
    found = {}
    for node in range(len(graph)):
        if node != graph.goal:
            best = [label for label, to in graph.moves(node) if left[to] == left[node] - 1 >= 0]
            found[node] = (None, None) if gone[node] else (left[node], min(best))
    return found


def python_reader():
    spec = importlib.util.spec_from_file_location("hints_reader", FOLDER / "hints.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Hints


def test_python_finds_every_state(tmp_path):
    reader = python_reader()
    for path, graph in cases(tmp_path):
        found = reader(path)
        with found.file:
            for node, told in expected(graph).items():
                assert found.find(**values(graph, node)) == told
            if graph.goal is not None:
                assert found.find(**values(graph, graph.goal)) is None


PROGRAM = """
import {{ readFileSync }} from "node:fs";
import {{ Hints }} from {reader};
for (const [file, states] of JSON.parse(readFileSync(0))) {{
  const bytes = readFileSync(file);
  const hints = new Hints((from, size) => bytes.subarray(from, from + size));
  console.log(JSON.stringify(states.map((state) => hints.find(state) ?? "none")));
}}
"""


@NODE
def test_javascript_finds_every_state(tmp_path):
    shutil.copy(FOLDER / "hints.js", tmp_path / "hints.mjs")
    (tmp_path / "try.mjs").write_text(PROGRAM.format(reader='"./hints.mjs"'))
    all_cases = list(cases(tmp_path))
    asked = [(str(p), [values(g, node) for node in range(len(g))]) for p, g in all_cases]
    done = subprocess.run(
        ["node", "try.mjs"],
        cwd=tmp_path,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    for line, (_, graph) in zip(done.stdout.splitlines(), all_cases, strict=True):
        answers = json.loads(line)
        for node, (left, move) in expected(graph).items():
            assert answers[node] == {"left": left, "move": move}
        if graph.goal is not None:
            assert answers[graph.goal] == "none"


C_PROGRAM = """
#include "hints.c"
int main(int n, char **args) {
    struct hints h;
    char name[256], text[256], move[256];
    unsigned char key[HINTS_KEY] = {0};
    long left;
    int item;
    if (!hints_open(&h, fopen(args[1], "rb"))) return 1;
    while (scanf("%255s", name) == 1) {
        if (*name == '.') {
            if (hints_find(&h, key, &left, move)) printf("%ld %s\\n", left, move);
            else puts("none");
            memset(key, 0, sizeof key);
        } else {
            scanf("%d %255s", &item, text);
            long value = hints_value(&h, name, text);
            hints_put(&h, key, name, item, value < 0 ? atol(text) : value);
        }
    }
    return 0;
}
"""


@CC
def test_c_finds_every_state(tmp_path):
    shutil.copy(FOLDER / "hints.c", tmp_path)
    (tmp_path / "try.c").write_text(C_PROGRAM)
    subprocess.run(["cc", "-Wall", "-o", "try", "try.c"], cwd=tmp_path, check=True)
    for path, graph in cases(tmp_path):
        asked = []
        for node in range(len(graph)):
            for name, value in values(graph, node).items():
                items = value if isinstance(value, list) else [value]
                asked += [f"{name} {k} {item}" for k, item in enumerate(items)]
            asked.append(".")
        done = subprocess.run(
            [tmp_path / "try", path],
            input="\n".join(asked),
            capture_output=True,
            text=True,
            check=True,
        )
        lines = done.stdout.splitlines()
        for node, (left, move) in expected(graph).items():
            assert lines[node] == f"{-1 if left is None else left} {move or ''}"
        if graph.goal is not None:
            assert lines[graph.goal] == "none"


def test_a_state_takes_two_bytes_beside_its_key_in_small_levels(tmp_path):
    graph = expand(stategraph.load("spacewreck/eight-rooms").puzzle)
    data = written(tmp_path / "e.hints", graph).read_bytes()
    assert len(data.partition(b"\n\n")[2]) == (len(graph) - 1) * (1 + 2)


def test_what_is_not_proven_is_unknown(tmp_path):
    puzzle = stategraph.load("psychopath/notebook-5").puzzle
    whole = expand(puzzle)
    part = expand(puzzle, Limits(states=len(whole) // 2))
    assert not part.complete
    truth = {repr(whole.state(node)): told for node, told in expected(whole).items()}
    reader = python_reader()(written(tmp_path / "part.hints", part))
    seen = set()
    with reader.file:
        for node in range(len(part)):
            if node != part.goal:
                left, move = reader.find(**values(part, node))
                seen.add(left == "unknown")
                if left != "unknown":
                    assert left == truth[repr(part.state(node))][0]
                else:
                    assert move is None
    assert True in seen


def test_json_says_the_same(run, tmp_path):
    graph = expand(stategraph.load("spacewreck/eight-rooms").puzzle)
    done = run("hints", "spacewreck/eight-rooms", "-o", tmp_path / "e.json")
    assert (done.code, done.out) == (0, f"{tmp_path}/e.json: 9 states, 14 moves\n")
    told = json.loads((tmp_path / "e.json").read_text())
    assert told["states"] == 8
    for node, (left, move) in expected(graph).items():
        assert told["hints"][repr(graph.state(node))] == ["dead" if left is None else left, move]


def test_the_verb_complains_before_the_work(run, tmp_path):
    level = "spacewreck/eight-rooms"
    assert "says where" in run("hints", level).err
    assert run("hints", level, "-o", tmp_path / "x.txt").code == 2
    run("export", level, "-o", tmp_path / "g.aut")
    done = run("hints", tmp_path / "g.aut", "-o", tmp_path / "x.hints")
    assert done.code == 2
    assert "have no variables" in done.err
    assert not (tmp_path / "x.hints").exists()


@pytest.mark.parametrize("language", hints.READERS)
def test_the_verb_prints_readers(run, language):
    assert run("hints", "--reader", language).out == hints.reader(language)


def test_bytes_do_not_depend_on_the_engine(tmp_path):
    puzzle = stategraph.load("psychopath/notebook-5").puzzle
    one, two = expand(puzzle, engine="direct"), expand(puzzle, engine="native")
    assert np.array_equal(one.states, two.states)
    files = [written(tmp_path / f"{k}.hints", graph) for k, graph in enumerate((one, two))]
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("moves", [252, 253, 254, 255, 256])
def test_numbers_at_the_border_of_a_byte(tmp_path, moves):
    """One byte holds the remaining moves and two special marks; labels likewise."""

    def step(s):
        if s.n < moves:
            yield f"step {s.n:03}", s.but(n=s.n + 1)

    graph = expand(Puzzle({"n": 0}, [step], lambda s: s.n == moves, n=One(moves + 1)))
    found = python_reader()(written(tmp_path / "x.hints", graph))
    with found.file:
        for n in range(moves):
            assert found.find(n=n) == (moves - n, f"step {n:03}")


def test_keys_that_fill_whole_words(tmp_path):
    """A key of 64 or 128 bits needs no extra word."""

    def step(s):
        for cell in (0, 63):
            yield f"+{cell}", s.but(cells=s.cells + cell)

    for cells in (64, 128):
        puzzle = Puzzle(dict(cells=[]), [step], lambda s: len(s.cells) == 2, cells=Set(cells))
        graph = expand(puzzle)
        found = python_reader()(written(tmp_path / "x.hints", graph))
        with found.file:
            for node, told in expected(graph).items():
                assert found.find(**values(graph, node)) == told
