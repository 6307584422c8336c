"""Small PuzzleScript games made at random: most rules that the language knows, in any mixture."""

from __future__ import annotations

import random

THINGS = ["player", "crate", "ghost", "coin", "wall", "hole"]
PROPERTIES = {"solid": "crate or wall", "any": "crate or ghost or coin", "soft": "coin or hole"}
WAYS = ["", "", "", "> ", "< ", "^ ", "v ", "moving ", "stationary ", "up ", "left ", "action "]
LATE_WAYS = ["", "", "no "]
PREFIXES = ["", "", "", "up ", "left ", "right ", "horizontal ", "vertical ", "rigid "]
COMMANDS = ["again", "cancel", "checkpoint", "win", "message hi", "again", "sfx1"]


def random_game(seed: int) -> str:
    """Return a game with one level; some are refused."""
    chance = random.Random(seed)
    layers = [["player", "crate", "wall"], ["ghost"], ["coin", "hole"]]
    if chance.random() < 0.3:
        layers = [["player"], ["crate", "wall", "coin"], ["ghost", "hole"]]
    if chance.random() < 0.2:
        layers = [["player", "crate", "wall", "ghost", "coin", "hole"]]
    flags = [word for word in ("run_rules_on_level_start", "require_player_movement", "noaction")
             if chance.random() < 0.2]  # fmt: skip
    objects = "\n\n".join(f"{name}\nred" for name in ["background", *THINGS])
    legend = [f"{name} = {parts}" for name, parts in PROPERTIES.items()]
    legend += [f"{mark} = {name}" for mark, name in zip("pcgowh", THINGS, strict=True)]
    legend += [". = background", "x = crate and ghost" if len(layers) > 1 else "x = crate"]
    rules = [_rule(chance) for _ in range(chance.randrange(1, 6))]
    rules[1:] = [rule if chance.random() < 0.9 else f"+ {rule}" for rule in rules[1:]]
    if chance.random() < 0.15:
        at = chance.randrange(len(rules))
        rules = [*rules[:at], "startloop", *rules[at:], "endloop"]
    return "\n".join([
        *flags, "", "OBJECTS", "", objects, "", "LEGEND", "", *legend, "", "SOUNDS", "",
        "COLLISIONLAYERS", "", "background", *map(", ".join, layers), "", "RULES", "", *rules, "",
        "WINCONDITIONS", "", *_wins(chance), "", "LEVELS", "", *_board(chance), "",
    ])  # fmt: skip


def _rule(chance: random.Random) -> str:
    late = chance.random() < 0.2
    rows = [_row(chance, late) for _ in range(1 if chance.random() < 0.8 else 2)]
    left = " ".join(f"[ {' | '.join(row)} ]" for row in rows)
    prefix = ("late " if late else "") + chance.choice(PREFIXES[: -1 if late else None])
    if chance.random() < 0.15:
        return f"{prefix}{left} -> {chance.choice(COMMANDS)}"
    right = " ".join(
        f"[ {' | '.join(_after(chance, cell, late) for cell in row)} ]" for row in rows
    )
    command = chance.choice(COMMANDS) if chance.random() < 0.15 else ""
    return f"{prefix}{left} -> {right} {command}"


def _row(chance: random.Random, late: bool) -> list[str]:
    row = [_cell(chance, late) for _ in range(chance.choice([1, 1, 2, 2, 2, 3]))]
    if len(row) > 1 and chance.random() < 0.15:
        row.insert(chance.randrange(1, len(row)), "...")
    return row


def _cell(chance: random.Random, late: bool) -> str:
    ways = LATE_WAYS if late else WAYS
    names = chance.sample([*THINGS, *PROPERTIES], chance.choice([0, 1, 1, 1, 2]))
    said = [f"{'no ' if chance.random() < 0.15 else chance.choice(ways)}{name}" for name in names]
    return " ".join(said)


def _after(chance: random.Random, cell: str, late: bool) -> str:
    """Return the cell after a rule: mostly a similar one."""
    if cell == "..." or chance.random() < 0.3:
        return cell
    words = [word for word in cell.split() if word in (*THINGS, *PROPERTIES)]
    if chance.random() < 0.3:
        words = words[1:] + [chance.choice(THINGS)]
    ways = ["", ""] if late else ["", "> ", "< ", "^ ", "stationary ", "right ", "down "]
    return " ".join(f"{chance.choice(ways)}{word}" for word in dict.fromkeys(words))


def _wins(chance: random.Random) -> list[str]:
    some = ["all coin on crate", "no coin", "some ghost on hole", "all crate on soft", "no any"]
    return chance.sample(some, chance.choice([0, 1, 1, 2]))


def _board(chance: random.Random) -> list[str]:
    width, height = chance.randrange(1, 6), chance.randrange(1, 4)
    rows = [[chance.choice("....pcgowhx") for _ in range(width)] for _ in range(height)]
    rows[chance.randrange(height)][chance.randrange(width)] = "p"
    return ["".join(row) for row in rows]
