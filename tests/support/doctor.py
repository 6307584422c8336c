"""Levels doctored by a script: one edit of the level's text, and its effect by brute force.

A doctored level is a pair of texts, before and after the edit, and the name that a designer would
call the edited element by. The kind of an edit is found here by brute force: by walking all
states and listing all shortest solutions, with nothing from the package except the rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from stategraph import level_files
from stategraph.errors import LevelError

GOAL = "goal"
MOST_STATES, MOST_SOLUTIONS = 900, 200

KINDS = ("shortcut", "dead end", "useless", "duplicate", "second class")


class Slow:
    """Everything about a level, by brute force."""

    def __init__(self, puzzle: Any):
        self.puzzle = puzzle
        start = GOAL if puzzle.is_goal(puzzle.start) else puzzle.start
        self.start = start
        self.follow: dict[Any, dict[str, Any]] = {GOAL: {}}
        self.depth = {start: 0}
        queue = [start]
        for state in queue:
            if state != GOAL:
                self.follow[state] = {
                    label: GOAL if puzzle.is_goal(to) else to for label, to in puzzle.moves(state)
                }
            for to in self.follow[state].values():
                if to not in self.depth:
                    self.depth[to] = self.depth[state] + 1
                    queue.append(to)
            if len(queue) > MOST_STATES:
                raise ValueError("too large")

    @property
    def shortest(self) -> int | None:
        return self.depth.get(GOAL)

    @cached_property
    def alive(self) -> set:
        back: dict[Any, list] = {}
        for state in self.depth:
            for to in self.follow[state].values():
                back.setdefault(to, []).append(state)
        found = {GOAL} & set(self.depth)
        queue = list(found)
        for state in queue:
            new = set(back.get(state, ())) - found
            found |= new
            queue += new
        return found

    @cached_property
    def traps(self) -> set[tuple[str, str]]:
        return {
            (repr(state), label)
            for state in self.alive
            for label, to in self.follow[state].items()
            if to not in self.alive
        }

    @cached_property
    def dead(self) -> set[str]:
        return {repr(state) for state in self.depth if state not in self.alive}

    def met(self, other: Slow) -> dict[Any, set]:
        """Return of each state the states of another level that the same moves lead to."""
        pairs = [(self.start, other.start)]
        seen = set(pairs)
        for state, there in pairs:
            for label in self.follow[state].keys() & other.follow[there].keys():
                pair = self.follow[state][label], other.follow[there][label]
                if pair not in seen:
                    seen.add(pair)
                    pairs.append(pair)
        found: dict[Any, set] = {state: set() for state in self.depth}
        for state, there in pairs:
            found[state].add(there)
        return found

    def same_trap(self, state: Any, label: str, other: Slow) -> bool:
        """Return whether a trap move of this level is one of another: by text, or by play."""
        if (repr(state), label) in other.traps:
            return True
        twins = self.met(other)[state] & other.alive
        return any(other.follow[twin].get(label, twin) not in other.alive for twin in twins)

    def same_dead_ends(self, other: Slow) -> bool:
        """Return whether all dead ends of this level are dead ends of another."""
        for state, twins in self.met(other).items():
            alive = state in self.alive
            if any(alive != (twin in other.alive) for twin in twins):
                return False
            if not (alive or twins or repr(state) in other.dead):
                return False
        return self.same_traps(other)

    def same_traps(self, other: Slow) -> bool:
        """Return whether all trap moves of this level are trap moves of another."""
        return all(
            to in self.alive or self.same_trap(state, label, other)
            for state in self.alive
            for label, to in self.follow[state].items()
        )

    def loses_a_trap(self, other: Slow) -> bool:
        """Return whether another level lacks a trap move of this one, and not by losing earlier."""
        met = self.met(other)
        return any(
            to not in self.alive
            and met[state] <= other.alive
            and not self.same_trap(state, label, other)
            for state in self.alive
            for label, to in self.follow[state].items()
        )

    @cached_property
    def solutions(self) -> set[tuple[str, ...]]:
        walks: list[tuple[Any, tuple[str, ...]]] = [(self.start, ())]
        for depth in range(self.shortest or 0):
            walks = [
                (to, (*labels, label))
                for state, labels in walks
                for label, to in self.follow[state].items()
                if self.depth[to] == depth + 1 and to in self.alive
            ]
            if len(walks) > 50 * MOST_SOLUTIONS:
                raise ValueError("too many")
        found = {labels for state, labels in walks if state == GOAL}
        if len(found) > MOST_SOLUTIONS:
            raise ValueError("too many")
        return found

    def play(self, labels) -> list:
        """Return the states passed; ``KeyError`` where a move is not legal."""
        states = [self.start]
        for label in labels:
            states.append(self.follow[states[-1]][label])
        return states

    @cached_property
    def classes(self) -> list[set[tuple[str, ...]]]:
        """The shortest solutions, grouped by swaps of moves that commute."""
        left, groups = set(self.solutions), []
        while left:
            group = {left.pop()}
            queue = list(group)
            for labels in queue:
                states = self.play(labels)
                for k in range(len(labels) - 1):
                    swapped = (*labels[:k], labels[k + 1], labels[k], *labels[k + 2 :])
                    if swapped in left and self.play(swapped)[k + 2] == states[k + 2]:
                        left.remove(swapped)
                        group.add(swapped)
                        queue.append(swapped)
            groups.append(group)
        return groups


@dataclass(frozen=True)
class Edit:
    """One edit of a level's text.

    Attributes
    ----------
    element : str
        its name
    planted : bool
        whether the edit put it there; else it took it away
    twin : str
        the name of the element that it repeats, for duplicates
    """

    family: str
    before: str
    after: str
    element: str
    planted: bool
    twin: str = ""

    def file(self, text: str) -> str:
        """Return the level file of a text."""
        rows = "".join(f"  {row}\n" for row in text.rstrip("\n").split("\n"))
        return f"puzzle: {self.family}\nlevel: |{'2' if text[0] == ' ' else ''}\n{rows}"

    def slow(self, text: str) -> Slow:
        return Slow(level_files.family(self.family).read(text, {}))


def kind_of(edit: Edit) -> str | None:
    """Return the effect of an edit; None if it has several effects, or none of interest."""
    try:
        old, new = edit.slow(edit.before), edit.slow(edit.after)
        same = old.solutions == new.solutions
        if not new.solutions or not 2 <= new.shortest <= 14:
            return None
        if not same and new.shortest < (old.shortest or 99):
            return "shortcut" if old.shortest else None
        if same and edit.planted and (new.traps, new.dead) == (old.traps, old.dead):
            return "useless"
        if same and new.traps > old.traps:
            return "dead end"
        second = len(old.classes) == 1 < len(new.classes)
        if new.shortest == old.shortest and second and new.solutions - old.solutions:
            return "second class"
    except (ValueError, LevelError):
        pass
    return None


# ------------------------------------------------------------------------------------ families


def spacewreck(rng: random.Random) -> Iterator[Edit]:
    rooms, shades = rng.randint(5, 8), ["red", "green", "blue"][: rng.randint(2, 3)]
    colours = " ".join(rng.choice(shades) for _ in range(rooms - 1))
    start = f"{rng.randint(1, rooms - 1)} {rng.randint(1, rooms - 1)}"

    def corridor() -> tuple[int, int, str]:
        return rng.randint(1, rooms - 1), rng.randint(1, rooms), rng.choice(shades)

    ways = sorted({corridor() for _ in range(2 * rooms)})

    def text(ways) -> str:
        rows = [f"{rooms} {len(ways)}", colours, start, *("{} {} {}".format(*w) for w in ways)]
        return "\n".join([*rows, ""])

    for _ in range(6):
        new = corridor()
        name = "corridor {}→{} {}".format(*new)
        if new in ways:
            yield Edit("spacewreck", text(ways), text([*ways, new]), name + " (2)", True, name)
        else:
            yield Edit("spacewreck", text(ways), text([*ways, new]), name, True)


def board(
    rng: random.Random, inside: str, agents: str, size: tuple[int, int], wall: str, floor: str
) -> list[list[str]]:
    """Return a random board within walls."""
    height, width = size
    tiles = list(agents) + [rng.choice(inside) for _ in range(height * width - len(agents))]
    rng.shuffle(tiles)
    rows = [[wall] * (width + 2)]
    rows += [[wall, *tiles[k * width : (k + 1) * width], wall] for k in range(height)]
    return [*rows, [wall] * (width + 2)]


def board_edits(
    family: str, rows: list[list[str]], wall: str, floor: str, text: Callable, rng: random.Random
) -> Iterator[Edit]:
    """Yield edits that wall a floor cell up, or open a wall."""
    cells = [(r, c) for r in range(1, len(rows) - 1) for c in range(1, len(rows[0]) - 1)]
    rng.shuffle(cells)
    for r, c in cells[:8]:
        other = {wall: floor, floor: wall}.get(rows[r][c])
        if other is None:
            continue
        changed = [list(row) for row in rows]
        changed[r][c] = other
        name = f"wall {r}:{c}"
        yield Edit(family, text(rows), text(changed), name, other == wall)
        # a second wall beside one that is there
        for dr, dc in ((0, 1), (1, 0)) if other == wall else ():
            if rows[r - dr][c - dc] == wall and r > dr and c > dc:
                twin = f"wall {r - dr}:{c - dc}"
                yield Edit(family, text(rows), text(changed), name, True, twin)


def psychopath(rng: random.Random) -> Iterator[Edit]:
    def text(rows) -> str:
        drawn = ["".join(row) for row in rows]
        return "\n".join([f"{len(rows[0])} {len(rows)}", "0", *drawn, ""])

    rows = board(rng, "____XX", "ue" + "p" * rng.randint(0, 2), (3, rng.randint(4, 5)), "X", "_")
    yield from board_edits("psychopath", rows, "X", "_", text, rng)
    for r, c in [(r, c) for r in range(1, 4) for c in range(1, 5) if rows[r][c] == "_"][:3]:
        changed = [list(row) for row in rows]
        changed[r][c] = "p"
        yield Edit("psychopath", text(rows), text(changed), f"block {r}:{c}", True)


def pacman(rng: random.Random) -> Iterator[Edit]:
    def text(rows) -> str:
        return "\n".join(["".join(row) for row in rows] + [""])

    foods = "".join(rng.choice("123") for _ in range(rng.randint(1, 2)))
    rows = board(rng, "  %%", "PQ" + foods, (3, 4), "%", " ")
    yield from board_edits("pacman", rows, "%", " ", text, rng)


WAYS = ["RD", "LD", "UR", "LU", "LRD", "LUD", "LUR", "URD", "UD", "LR"]
OPENINGS = dict(zip("┌┐└┘┬┤┴├│─", WAYS, strict=True))
OPENINGS["┼"] = "LURD"
DRAWN = {frozenset(ways): tile for tile, ways in OPENINGS.items()}


def opened(tile: str, way: str, known: str) -> str | None:
    """Return the tile with one more opening, if it is one of the `known` tiles."""
    more = DRAWN.get(frozenset(OPENINGS.get(tile, "") + way))
    return more if more is not None and more in known and more != tile else None


def labyrinth(rng: random.Random) -> Iterator[Edit]:
    height, width = rng.choice([(2, 2), (1, 3), (3, 1)])
    known = "┌┐└┘┬┤┴├│─"
    tiles = [rng.choice("┌┐└┘│─│├") for _ in range(height * width + 1)]

    def text(tiles) -> str:
        rows = [";".join(tiles[r * width : (r + 1) * width]) for r in range(height)]
        return "\n".join([*rows, tiles[-1], ""])

    for k in range(len(tiles)):
        place = "spare" if k == height * width else "{}:{}".format(*divmod(k, width))
        for way in "LURD":
            more = opened(tiles[k], way, known)
            if more is None:
                continue
            changed = [*tiles[:k], more, *tiles[k + 1 :]]
            name = f"opening {place} {way}"
            yield Edit("labyrinth", text(tiles), text(changed), name, True)
            for other in OPENINGS[tiles[k]] if len(OPENINGS[tiles[k]]) == 3 else "":
                twin = f"opening {place} {other}"
                yield Edit("labyrinth", text(tiles), text(changed), name, True, twin)


def pledge(rng: random.Random) -> Iterator[Edit]:
    slides = rng.random() < 0.3
    size = 2 if slides else 3
    tiles = [rng.choice("┌┐└┘┬┤┴├│─┼┼#") for _ in range(size * size)]
    if slides:
        tiles[rng.randrange(4)] = "_"
    start, home = rng.choice([1, 4]), rng.choice([1, 4])

    def text(tiles) -> str:
        rows = ["".join(tiles[r * size : (r + 1) * size]) for r in range(size)]
        cap = ["cap 4"] if slides else []
        ends = f"start {start} -1 R", f"home {home} {3 * size}"
        return "\n".join([f"{size} {size}", *rows, *ends, *cap, ""])

    for k, tile in enumerate(tiles):
        row, column = divmod(k, size)
        for way in "LURD":
            more = opened(tile, way, "".join(OPENINGS))
            if more is not None and tile in OPENINGS:
                changed = [*tiles[:k], more, *tiles[k + 1 :]]
                name = f"opening {row}:{column} {way}"
                yield Edit("pledge", text(tiles), text(changed), name, True)
        if tile == "#":
            changed = [*tiles[:k], rng.choice("┌┐└┘│─┼"), *tiles[k + 1 :]]
            yield Edit("pledge", text(tiles), text(changed), f"tile {row}:{column}", True)


FAMILIES = dict(
    spacewreck=spacewreck, psychopath=psychopath, pacman=pacman, labyrinth=labyrinth, pledge=pledge
)


def doctored(family: str, wanted: dict[str, int], tries: int = 400) -> list[tuple[str, Edit]]:
    """Return edits of a family, as many of each kind as `wanted`, always the same ones."""
    left, found = dict(wanted), []
    for seed in range(tries):
        if not any(left.values()):
            break
        taken: set[str] = set()  # at most one edit of a kind per level
        for edit in FAMILIES[family](random.Random(f"{family} {seed}")):
            if not edit.twin and (all(not left[k] for k in left if k != "duplicate")):
                continue
            if edit.twin and not left.get("duplicate"):
                continue
            kind = kind_of(edit)
            if edit.twin:
                kind = "duplicate" if kind == "useless" and repeats(edit) else None
            if kind in left and left[kind] and kind not in taken:
                left[kind] -= 1
                taken.add(kind)
                found.append((kind, edit))
    return found


def repeats(edit: Edit) -> bool:
    """Return whether element and twin do the same: one of them can go, both cannot."""
    family = level_files.family(edit.family)
    puzzle = family.read(edit.after, {})
    known = {element.name: element for element in family.elements(puzzle)}
    if not {edit.element, edit.twin} <= set(known):
        return False
    pair = [known[edit.element], known[edit.twin]]
    try:
        first, second, both = (
            Slow(family.without(puzzle, gone)).solutions for gone in ([pair[0]], [pair[1]], pair)
        )
        return first == second == edit.slow(edit.after).solutions != both
    except (ValueError, LevelError):
        return False
