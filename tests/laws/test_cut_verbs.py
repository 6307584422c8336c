"""Claims of verbs about random levels that are cut at every number of states."""

from __future__ import annotations

import functools
import json
import random
from pathlib import Path

import pytest
from effort import everything, sampled
from limited import LEVEL, OTHER, RULES, VERBS, differences
from random_levels import MAKERS, random_level

from stategraph import cli, load
from stategraph.analysis import query
from stategraph.engines.limits import Limits
from stategraph.expand import expand

# Levels of each family, and how many of them are in one test.
LEVELS, BATCH = 40, 10

# The sizes of a level, and how many verbs are asked about it.
LEAST, MOST, VERBS_OF_A_LEVEL = 4, 25, 3

# Questions of which each can be answered yes, no, with a number, or not at all.
QUESTIONS = [
    *("must reach goal", "can avoid goal forever", "never dead", "always (dead -> not trap)"),
    *("every solution passes made = 2", "some solution passes trap", "EF stuck", "AF goal"),
    *("every shortest solution passes left = 1", "EG dead", "A[not goal U dead]", "EX trap"),
    *("fewest moves to trap", "most moves before dead", "fewest moves to left = 3"),
    *("how many states: dead", "how many states: left <= 3", "how many states: stuck"),
    *("how many shortest solutions pass left = 2", "can reach left = 1 without best"),
]

# Each command takes a few milliseconds; these searches take a hundred.
ASKED = [
    *(verb for verb in VERBS if verb[0] != "search"),
    ("diff", LEVEL, OTHER, "--by", "turns"),
    ("table", LEVEL, OTHER, "--by", "walks"),
    ("ablate", LEVEL, "--jobs", "1", "--by", "turns"),
    ("hardest", LEVEL, "--by", "walks"),
    ("export", LEVEL, "-o", "graph.npz", "--by", "turns"),
    ("hints", LEVEL, "-o", "level.json"),
    ("query", LEVEL, "--where", "dead"),
    ("query", LEVEL, "--where", "left = 2"),
    ("query", LEVEL, "--where", "trap", "--by", "turns"),
    ("verify", LEVEL, "...", "--by", "turns"),
    *(("ask", LEVEL, question) for question in QUESTIONS),
    ("ask", LEVEL, "must reach goal", "--fair"),
]

# The hint of a state of which nothing is proven.
UNKNOWN = [None, None]


@functools.cache
def level_texts(family: str) -> list[tuple[str, int]]:
    """Return the level files of a family's small random levels, and their numbers of states."""
    found, number = [], 0
    while len(found) < LEVELS:
        made, puzzle = random_level(family, number)
        graph = expand(puzzle, Limits(states=MOST + 1), engine="direct")
        if graph.complete and LEAST <= len(graph) <= MOST:
            rows = made.write(puzzle, puzzle.start).splitlines()
            text = "".join(f"  {row}\n" for row in rows)
            found.append((f"puzzle: {family}\nlevel: |2\n{text}", len(graph)))
        number += 1
    return found


def random_play(level, chance):
    """Return the labels of up to six random moves, which may win or lose."""
    puzzle = load(level).puzzle
    state, labels = puzzle.start, []
    for _ in range(chance.randint(1, 6)):
        moves = [] if puzzle.is_goal(state) else list(puzzle.moves(state))
        if moves:
            label, state = chance.choice(moves)
            labels.append(label)
    return "".join(labels)


def false_hints(part, whole, best):
    """Return the states of which a limited run writes a hint that is not so."""
    return [
        f"{state}: {told}"
        for state, told in part.items()
        if told != UNKNOWN and (told[0] != whole[state][0] or told[1] not in best[state])
    ]


def best_moves(level):
    """Return the best moves of each state of a level by its text; none of a dead state."""
    graph = expand(load(level).puzzle, engine="direct")
    return {repr(graph.state(node)): query(graph, node).best_moves or (None,) for node in graph}


def false_claims(run, verb, files, states):
    """Return the false claims of a verb about a level under each limit on states."""
    words = [*(files.get(word, word) for word in verb), "--json"]
    whole, hints, wrong = run(*words), written_hints(verb), []
    best = best_moves(files[LEVEL]) if hints else {}
    of_states = [word for word in words if word not in ("--by", "symmetry")]
    plain = run(*of_states) if "symmetry" in verb else None
    for most in range(1, 2 if whole.code == 2 else states):
        part = run(*words, "--max-states", most)
        lines = [
            *differences(verb, whole, part),
            *false_hints(written_hints(verb), hints, best),
        ]
        if plain is not None:  # without a proof of a symmetry, each class is one state
            paths = {line.partition(": ")[0] for line in differences(verb, plain, part)}
            lines = [line for line in lines if line.partition(": ")[0] in paths]
        wrong += [f"{words} {most}: {line}" for line in lines]
    return wrong


def written_hints(verb):
    """Return the hints that a verb has just written."""
    if verb[0] != "hints":
        return {}
    return json.loads(Path("level.json").read_text("utf-8"))["hints"]


@pytest.mark.parametrize("family", MAKERS)
@pytest.mark.parametrize("first", sampled(range(0, LEVELS, BATCH)))
def test_verbs_claim_only_what_is_so(family, first, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "parser", functools.cache(cli.parser))
    monkeypatch.setattr("stategraph.search.python_states.STATES_PER_CHECK", 1)
    Path("rules.yaml").write_text(RULES)
    levels, wrong = level_texts(family), []
    for number in range(first, first + (BATCH if everything() else 2)):
        (text, states), (other, _) = levels[number], levels[number - 1]
        Path("level.yaml").write_text(text, "utf-8")
        Path("other.yaml").write_text(other, "utf-8")
        moves = random_play("level.yaml", random.Random(number))
        files = {LEVEL: "level.yaml", OTHER: "other.yaml", "...": moves}
        for k in range(VERBS_OF_A_LEVEL):
            verb = ASKED[(VERBS_OF_A_LEVEL * number + k) % len(ASKED)]
            wrong += [text + line for line in false_claims(run, verb, files, states)]
    assert not wrong, "\n".join(wrong)
