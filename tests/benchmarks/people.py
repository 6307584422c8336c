"""Fit the models of `stategraph difficulty` to plays of people, and check them: `people.py FOLDER`.

FOLDER holds any of ``sokoban_lab.json``, ``sokoban_online.json`` and ``rushhour.json``: lists of
boards with results of people. Their levels are measured, small ones first; ``--kept FILE`` stores
the numbers and reuses them. Then models are fitted and cross-validated, and the tables of the
README are printed. ``--write`` puts the models and the evidence where the program reads them. With
``--only METRICS`` the other metrics are not measured, and keep the evidence that they have.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import rankdata

sys.path.insert(0, str(Path(__file__).parents[2]))

from stategraph.analysis.quotient_choice import by, units_of  # noqa: E402
from stategraph.analysis.walk_contraction import OneWayWalk, contracted  # noqa: E402
from stategraph.difficulty.level_features import (  # noqa: E402
    ARGUMENTS,
    FEATURES,
    features,
)
from stategraph.difficulty.model import (  # noqa: E402
    SHIPPED,
    DifficultyModel,
    rounded,
)
from stategraph.difficulty.model_fitting import (  # noqa: E402
    design,
    fitted,
    interval,
    left_out,
    sum_of,
    weighted,
)
from stategraph.difficulty.rank_correlation import (  # noqa: E402
    Agreement,
    agreement,
    chance,
    correlations,
)
from stategraph.engines.limits import Limits  # noqa: E402
from stategraph.expand import expand  # noqa: E402
from stategraph.graph import ArrayGraph  # noqa: E402
from stategraph.level_files import Level  # noqa: E402
from stategraph.level_files.families import family  # noqa: E402
from stategraph.metrics import METRICS, measure  # noqa: E402
from stategraph.metrics.measuring import arguments_of  # noqa: E402
from stategraph.players.simulated_player import MAX_PATIENCE, Player, simulated  # noqa: E402

FILES = ("sokoban_lab", "sokoban_online", "rushhour")

# Levels with more states are not measured; the random player's equations have a lower limit.
MOST, BLIND = 4_000_000, 5_000

# The parameters of simulated players that are compared with people: attention and memory. Each
# plays some times, with patience without end, on boards of at most this number of classes.
GRID = ((0.5, 0.5), (0.5, 1.0), (1.0, 1.0), (2.0, 1.0))
PLAYS, PATIENCE, MOST_PLAYED = 20, 1e12, 50_000

# The patience of the players in the table.
PATIENCES = (10, 15, 25, 40, 55, 70)

# Not numbers, or as long to find as all others together.
LEFT_OUT = ("solution_classes", "unique_up_to_order")


def level_of(kind: str, row: dict[str, Any]) -> Level:
    """Return a board as a level."""
    if kind == "rushhour":
        from tests.support.large import rush_hour_family

        rules = rush_hour_family()
    else:
        rules = family("sokoban")
    text = "\n".join(row["board"]) + "\n"
    return Level(rules, rules.read(text, {}), name=row["name"], file=row["name"], text=text)


def measured(kind: str, row: dict[str, Any], only: Sequence[str]) -> dict[str, Any]:
    """Return what people did on a board, and its numbers in units and in steps.

    Steps are left out where a graph of steps is not needed, and where only some metrics are.
    """
    level, made = level_of(kind, row), {"kind": kind, **row}
    del made["board"]
    limits = Limits(MOST)
    steps = None
    if kind == "rushhour":
        steps = expand(level.puzzle, limits)
        units = by(level, steps, str(units_of(level, steps)))
    else:
        try:
            units = contracted(level.puzzle, limits)
        except OneWayWalk:
            units = by(level, expand(level.puzzle, limits), "walks")
    if kind == "sokoban_lab" and not only:
        steps = expand(level.puzzle, limits)
    made["units"] = numbers(level, units, only)
    made["steps"] = None if steps is None or only else numbers(level, steps, only)
    made["players"] = None if made["units"] is None else efforts(level, units)
    return made


def efforts(level: Level, graph: ArrayGraph) -> dict[str, list[float | None]] | None:
    """Return the efforts of simulated players until they win, by parameters; None: they gave up.

    An effort is a number of lines, as a multiple of the fewest lines of a solution.
    """
    if len(graph) > MOST_PLAYED:
        return None
    found = {}
    least = max(1, int(measure(graph, ["lines"], **arguments_of(level, graph))["lines"] or 1))
    for attention, memory in GRID:
        plays = simulated(level, graph, Player(attention, memory, PATIENCE), PLAYS, seed=0)
        won = [play.line.nodes[-1] == graph.goal for play in plays]
        found[f"{attention} {memory}"] = [
            play.lines / least if wins else None for play, wins in zip(plays, won, strict=True)
        ]
    return found


def numbers(level: Level, graph: ArrayGraph, only: Sequence[str]) -> dict[str, Any] | None:
    """Return all numbers of a graph that is whole and can be won, or `only` some; else None."""
    if not graph.complete or not graph.goal:
        return None
    known = arguments_of(level, graph)
    slow = (moves_left(graph) >= 0).sum() > BLIND
    names = [
        name
        for name, metric in METRICS.items()
        if metric.is_number and name not in LEFT_OUT and not (slow and metric.needs == "slow")
    ]
    names = [name for name in names if not only or name in (*only, "shortest")]
    found = measure(graph, names, **known)
    found = {name: found[name] for name in names}
    typical = features(graph, **{name: known[name] for name in ARGUMENTS})
    return {**found, **{f"typical.{name}": value for name, value in typical.items()}}


def size(row: dict[str, Any]) -> float:
    """Return an estimate of the number of states of a board: ways to place its boxes."""
    text = "".join(row["board"])
    return math.comb(sum(mark != "#" for mark in text), sum(mark in "$*" for mark in text))


def moves_left(graph: ArrayGraph) -> Any:
    """Return the moves left to the goal in every state."""
    from stategraph.analysis import moves_to_goal

    return moves_to_goal(graph)


def all_measured(folder: Path, kept: Path | None, only: Sequence[str]) -> list[dict[str, Any]]:
    """Return the numbers of all boards in a folder; those in the file `kept` are not made again."""
    rows = json.loads(kept.read_text("utf-8")) if kept and kept.exists() else []
    have = {(row["kind"], row["name"]) for row in rows}
    for kind in FILES:
        path = folder / f"{kind}.json"
        boards = json.loads(path.read_text("utf-8")) if path.exists() else []
        for row in sorted(boards, key=size):
            if (kind, row["name"]) in have:
                continue
            rows.append(measured(kind, row, only))
            print(f"{kind} {row['name']}", file=sys.stderr, flush=True)
            if kept:
                kept.write_text(json.dumps(rows), "utf-8")
    return rows


# ------------------------------------------------------------------------------ what people did


def hardness(row: dict[str, Any]) -> float:
    """Return how hard people found a board, on the scale of its model: a logit, or a logarithm."""
    if row["kind"] == "rushhour":
        return float(row["difficulty_log_time"])
    failed, won = failures(row)
    return math.log((failed + 0.5) / (won + 0.5))


def failures(row: dict[str, Any]) -> tuple[int, int]:
    """Return how many plays failed, and how many won."""
    of, won = ("people", "solved") if "people" in row else ("plays", "solves")
    return row[of] - row[won], row[won]


def collection(row: dict[str, Any]) -> str:
    """Return the collection that a board is of: its name without its number."""
    return re.sub(r"\s*\S*\d\S*$", "", row["name"]) or row["name"]


class Boards:
    """Some boards whose numbers are known, and how hard they were."""

    def __init__(self, rows: list[dict[str, Any]]):
        self.rows = [row for row in rows if row["units"] is not None]
        self.hard = np.array([hardness(row) for row in self.rows])
        self.groups = [collection(row) for row in self.rows]

    def __len__(self) -> int:
        return len(self.rows)

    def numbers(self) -> list[dict[str, Any]]:
        """Return the features of each board."""
        cut = len("typical.")
        return [
            {k[cut:]: v for k, v in row["units"].items() if k.startswith("typical.")}
            for row in self.rows
        ]

    def column(self, name: str, where: str = "units") -> np.ndarray:
        """Return a metric of each board."""
        values = [None if row[where] is None else row[where].get(name) for row in self.rows]
        return np.array([math.nan if v is None else float(v) for v in values])

    def lengths(self) -> list[float]:
        """Return the length of a shortest solution of each board."""
        return self.column("shortest").tolist()

    def but(self, other: Boards) -> Boards:
        """Return these boards without those of the same name."""
        names = {row["name"] for row in other.rows}
        return Boards([row for row in self.rows if row["name"] not in names])


SOURCES = {
    "sokoban_lab": "Sokoban in the laboratory, share of people who fail "
    "(Chu, Zheng, Fan, CogSci 2025, study 2)",
    "sokoban_online": "Sokoban on a public site, share of plays that fail "
    "(snapshot in the same repository, study 1)",
    "rushhour": "Rush Hour, logarithm of the time that people need "
    "(Bnaya, Li, Ma; github.com/sherrybao222/RushHour)",
}

# The features of the models, and the baselines.
WEIGHED = {
    "sokoban": ("careful_only_bits", "careful_danger", "lines"),
    "rushhour": ("only_bits", "length", "wrong_turns"),
    "any": ("only_bits", "danger", "length"),
}
BASELINES = {
    "length": ("length",),
    "length, states, branching": ("length", "states", "branching"),
    "only moves": ("only_moves",),
    "only moves in bits": ("only_bits",),
    "all moves alike": ("only_bits", "danger", "length"),
}

# The numbers of known boards of a collection, and how often they are drawn.
KNOWN_BOARDS, OFTEN_DRAWN = (0, 1, 3, 5, 8), 100

# Collections with this many boards test models that know some boards of a collection.
LARGE_COLLECTION = 8

# The sizes of training sets in the learning curves, and the repetitions per size.
CURVE, OFTEN = (12, 25, 50, 100, 150), 40


def said(boards: Boards, weighed: Sequence[str]) -> Agreement:
    """Return how predictions for left-out boards agree with people: a collection at a time."""
    rows = design(boards.numbers(), weighed)
    return agreement(left_out(rows, boards.hard, boards.groups), boards.hard)


def seen_by(boards: Boards, others: Boards, weighed: Sequence[str]) -> np.ndarray:
    """Return the predictions of a model of some boards for others."""
    constant, terms = weighted(design(boards.numbers(), weighed), boards.hard, weighed)
    return constant + sum_of(design(others.numbers(), weighed), terms)


def within(said_of: np.ndarray, boards: Boards) -> Agreement:
    """Return how ranks agree within boards of equal length: less the means of each length."""
    length = boards.column("shortest")
    one, other = rankdata(said_of), rankdata(boards.hard)
    for value in np.unique(length):
        same = length == value
        one[same] = rankdata(said_of[same]) - (same.sum() + 1) / 2
        other[same] = rankdata(boards.hard[same]) - (same.sum() + 1) / 2
    return agreement(one, other)


def covered(boards: Boards, weighed: Sequence[str], groups: Sequence[Any]) -> float:
    """Return the share of boards between `low` and `high` of models that left their group out.

    The interval of each model comes from the other groups alone.
    """
    rows, inside = design(boards.numbers(), weighed), 0
    groups = np.array(groups)
    for group in np.unique(groups):
        out = groups == group
        off = boards.hard[~out] - left_out(rows[~out], boards.hard[~out], groups[~out])
        low, high = interval(off)
        constant, terms = weighted(rows[~out], boards.hard[~out], weighed)
        miss = boards.hard[out] - constant - sum_of(rows[out], terms)
        inside += int(((miss >= low) & (miss <= high)).sum())
    return inside / len(boards)


def curve(boards: Boards, weighed: Sequence[str], sizes: Sequence[int]) -> list[tuple[int, float]]:
    """Return the mean ρ on left-out collections, of models of each number of other boards."""
    rows, groups = design(boards.numbers(), weighed), np.array(boards.groups)
    draw, found = np.random.default_rng(0), []
    for size in sizes:
        rhos = []
        for _ in range(OFTEN):
            tested = np.zeros(len(boards), bool)
            for group in draw.permutation(sorted(set(boards.groups))):
                tested |= groups == group
                if tested.sum() >= len(boards) // 4:
                    break
            train = np.flatnonzero(~tested)
            if len(train) < size:
                continue
            train = draw.choice(train, size, replace=False)
            constant, terms = weighted(rows[train], boards.hard[train], weighed)
            told = constant + sum_of(rows[tested], terms)
            rhos.append(float(correlations(told[None], boards.hard[tested][None])[0]))
        if rhos:
            found.append((size, float(np.nanmean(rhos))))
    return found


def better(boards: Boards, one: Sequence[str], other: Sequence[str]) -> str:
    """Return the gain of ρ of one model over another on left-out collections: paired bootstrap."""
    told = [
        left_out(design(boards.numbers(), weighed), boards.hard, boards.groups)
        for weighed in (one, other)
    ]
    draw, n = np.random.default_rng(0), len(boards)
    picked = draw.integers(0, n, (2_000, n))
    gains = correlations(told[0][picked], boards.hard[picked])
    gains = gains - correlations(told[1][picked], boards.hard[picked])
    exact = [float(correlations(each[None], boards.hard[None])[0]) for each in told]
    low, high = np.nanquantile(gains, [0.025, 0.975])
    return f"{exact[0] - exact[1]:+.2f} [{low:+.2f}, {high:+.2f}]"


def few_known(boards: Boards, weighed: Sequence[str]) -> list[tuple[int, float, float]]:
    """Return (known boards, mean ρ, share within the interval) on the others of a collection.

    The model is fitted without the collection, and moved by the known boards. ρ is over the boards
    of all collections with `LARGE_COLLECTION` boards; others keep the prediction without them.
    """
    rows, groups = design(boards.numbers(), weighed), np.array(boards.groups)
    names, sizes = np.unique(groups, return_counts=True)
    large = names[sizes >= LARGE_COLLECTION].tolist()
    noise = np.array([math.sqrt(sum(1 / (k + 0.5) for k in failures(row))) for row in boards.rows])
    made = {}
    for name in large:
        out = groups == name
        numbers = [row for row, is_out in zip(boards.numbers(), out, strict=True) if not is_out]
        told = dict(of="", shape="share", people="")
        made[name] = fitted(numbers, boards.hard[~out], weighed, groups[~out], told)
    found = []
    for known in KNOWN_BOARDS:
        draw = np.random.default_rng(known)
        rhos, inside = [], []
        for _ in range(OFTEN_DRAWN if known else 1):
            sums, hard = [], []
            for name in large:
                model, boards_of = made[name], draw.permutation(np.flatnonzero(groups == name))
                total = model.constant + sum_of(rows, model.terms)
                here, rest = boards_of[:known], boards_of[known:]
                moved = model.moved(boards.hard[here] - total[here], noise[here], "")
                sums += (total[rest] + moved.constant - model.constant).tolist()
                hard += boards.hard[rest].tolist()
                miss = boards.hard[rest] - total[rest] - moved.constant + model.constant
                inside += ((miss >= moved.errors[0]) & (miss <= moved.errors[1])).tolist()
            rhos.append(float(correlations(np.array([sums]), np.array([hard]))[0]))
        found.append((known, float(np.mean(rhos)), float(np.mean(inside))))
    return found


# --------------------------------------------------------------------------------------- tables


def words(found: Agreement) -> str:
    """Return a correlation with its interval."""
    if found.rho is None:
        return "-"
    return f"{found.rho:.2f} [{found.low:.2f}, {found.high:.2f}]"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table as READMEs have them."""
    for row in (heads, ["---"] * len(heads), *rows):
        print(f"| {' | '.join(row)} |")
    print()


def evidence(sources: dict[str, Boards]) -> dict[str, list[dict[str, Any]]]:
    """Return, of each metric and feature, how it agrees with people in each source."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name in (*METRICS, *(f"typical.{name}" for name in FEATURES)):
        for kind, boards in sources.items():
            one = agreement(boards.column(name), boards.hard)
            if one.rho is not None and one.n >= len(boards) / 2:
                held = with_length_held(boards, name)
                told = {"source": kind, **one._asdict(), "held": held and held._asdict()}
                found.setdefault(name, []).append(told)
    return found


def with_length_held(boards: Boards, name: str) -> Agreement | None:
    """Return the rank correlation of a metric with people, after removing the effect of length.

    None of lengths themselves.
    """
    column = boards.column(name)
    known = ~np.isnan(column)
    length = rankdata(boards.column("shortest")[known])
    ranks = [rankdata(values[known]) for values in (column, boards.hard)]
    if abs(np.corrcoef(ranks[0], length)[0, 1]) > 0.99:
        return None
    one, other = (values - np.polyval(np.polyfit(length, values, 1), length) for values in ranks)
    found = agreement(np.round(one, 9), np.round(other, 9))
    return None if found.rho is None else found


TOLD = (
    "only_moves", "typical.only_moves", "typical.only_bits", "forced_states", "gates", "shortest",
    "typical.danger", "counterintuitive_steps", "actor_switches", "max_moves_to_goal",
    "trap_moves", "muse", "states", "mean_degree", "careful_only_bits", "careful_danger", "lines",
    "tempting_line_bits",
)  # fmt: skip


def known_values(boards: Boards, name: str) -> bool:
    """Return whether a metric is known for at least half of some boards."""
    return bool(np.isnan(boards.column(name)).mean() < 0.5)


def tell_metrics(sources: dict[str, Boards]) -> None:
    """Print how single metrics agree with people, in units; and in steps, where these are known."""
    rows = []
    told = [name for name in TOLD if any(known_values(one, name) for one in sources.values())]
    for name in told:
        row = [f"`{name}`"]
        for boards in sources.values():
            row.append(words(agreement(boards.column(name), boards.hard)))
            if boards.rows[0]["steps"] is not None:
                row.append(words(agreement(boards.column(name, "steps"), boards.hard)))
        rows.append(row)
    heads = ["metric"]
    for kind, boards in sources.items():
        heads += [f"{kind} ({len(boards)})"]
        heads += ["in steps"] if boards.rows[0]["steps"] is not None else []
    table(heads, rows)
    for kind, boards in sources.items():
        for name in (one for one in told if known_values(boards, one)):
            held = with_length_held(boards, name)
            print(f"{kind}: {name} with length held fixed: {words(held) if held else '-'}")
    for kind, boards in sources.items():
        names = [name for name in METRICS if METRICS[name].is_number]
        columns = [boards.column(name) for name in names]
        known = np.array([c for c in columns if not np.isnan(c).all() and np.nanstd(c) > 0])
        if not len(known):
            continue
        best = chance(known, boards.hard)
        print(f"{kind}: of {len(known)} metrics the best reaches {best} by chance")
    print()


def tell_models(sources: dict[str, Boards]) -> None:
    """Print how models agree with people they have not seen, beside the baselines."""
    rows = []
    online, lab = sources.get("sokoban_online"), sources.get("sokoban_lab")
    for name, weighed in {**BASELINES, "model": WEIGHED["sokoban"]}.items():
        row = [name, words(said(online, weighed)) if online else "-"]
        if online and lab:
            told = seen_by(online.but(lab), lab, weighed)
            row.append(words(agreement(told, lab.hard)))
        rows.append(row)
    if online:
        table(["Sokoban", "collections left out", "laboratory, never seen"], rows)
        print(
            f"low to high holds {covered(online, WEIGHED['sokoban'], online.groups):.0%} of "
            "collections left out"
        )
        for size, rho in curve(online, WEIGHED["sokoban"], CURVE):
            print(f"  learnt from {size} boards: {rho:.2f}")
        for name in ("length", "all moves alike"):
            print(f"better than {name}: {better(online, WEIGHED['sokoban'], BASELINES[name])}")
        rows = [
            [str(known), f"{rho:.2f}", f"{inside:.0%}"]
            for known, rho, inside in few_known(online, WEIGHED["sokoban"])
        ]
        table(["known boards of a collection", "its other boards", "within the interval"], rows)
    if rush := sources.get("rushhour"):
        rows = []
        each = [row["name"] for row in rush.rows]
        for name, weighed in {**BASELINES, "model": WEIGHED["rushhour"]}.items():
            told = left_out(design(rush.numbers(), weighed), rush.hard, each)
            terms = weighted(design(rush.numbers(), weighed), rush.hard, weighed)[1]
            counts = {term.feature for term in terms if term.weight}
            inside = "-" if counts == {"length"} else words(within(told, rush))
            rows.append([name, words(agreement(told, rush.hard)), inside])
        table(["Rush Hour", "boards left out", "within equal length"], rows)
        held = covered(rush, WEIGHED["rushhour"], rush.lengths())
        print(f"low to high holds {held:.0%} of lengths left out")
        if online:
            by_analogy = seen_by(online, rush, WEIGHED["any"])
            print(
                f"by analogy, from Sokoban to Rush Hour: {words(agreement(by_analogy, rush.hard))}"
            )
            back = seen_by(rush, online, WEIGHED["any"])
            print(f"by analogy, from Rush Hour to Sokoban: {words(agreement(back, online.hard))}")


def tell_ceilings(rows: list[dict[str, Any]]) -> None:
    """Print bounds on the ρ of any model of boards with the plays of the site, measured or not.

    Random halves of the plays of each board show how reliable the results are. A perfect order
    within collections shows how much depends on differences between collections.
    """
    rows = [row for row in rows if row["kind"] == "sokoban_online"]
    if not rows:
        return
    failed, won = np.array([failures(row) for row in rows]).T
    plays, draw = failed + won, np.random.default_rng(0)
    half = plays // 2
    first = draw.hypergeometric(failed, won, half, (OFTEN_DRAWN, len(rows)))
    halves = correlations(first / half, (failed - first) / (plays - half)).mean()
    reliability = 2 * halves / (1 + halves)
    hard = np.array([hardness(row) for row in rows])
    groups = np.unique([collection(row) for row in rows], return_inverse=True)[1]
    means = (np.bincount(groups, hard) / np.bincount(groups))[groups]
    inside, between = correlations(np.array([hard - means, means]), np.array([hard, hard]))
    print(f"{len(rows)} boards: reliability {reliability:.2f}; at most {reliability**0.5:.2f}")
    print(f"  {means.var() / hard.var():.0%} of the variance lies between collections")
    print(f"  perfect within collections alone {inside:.2f}, means of collections {between:.2f}")


def tell_players(sources: dict[str, Boards]) -> None:
    """Print how often simulated players win, beside people, by attention, memory and patience."""
    rows = []
    for kind, boards in sources.items():
        for attention, memory in GRID:
            for patience in PATIENCES:
                rows.append(_played(kind, boards, f"{attention} {memory}", patience))
    heads = ["boards", "attention memory", "patience", "wins", "people", "ρ", "not won"]
    table(heads, [row for row in rows if row])


def _played(kind: str, boards: Boards, how: str, patience: float) -> list[str]:
    """Return a row of the table of simulated players.

    Not won are the boards that people win in at least 30% of plays, and that no play of a very
    patient player wins.
    """
    known = [k for k, row in enumerate(boards.rows) if how in (row["players"] or {})]
    if kind == "rushhour" or not known:
        return []
    wins, won = [], []
    for k in known:
        efforts_of = boards.rows[k]["players"][how]
        given = (MAX_PATIENCE if effort is None else effort for effort in efforts_of)
        wins.append(float(np.mean([patience / (patience + effort) for effort in given])))
        failed, solved = failures(boards.rows[k])
        won.append(solved / (failed + solved))
    agree = agreement(np.array(wins), np.array(won))
    lost = [set(boards.rows[k]["players"][how]) == {None} for k in known]
    never = sum(none and share >= 0.3 for none, share in zip(lost, won, strict=True))
    shares = f"{np.mean(wins):.0%}", f"{np.mean(won):.0%}"
    return [f"{kind} ({len(known)})", how, f"{patience:g}", *shares, words(agree), str(never)]


def fit(sources: dict[str, Boards]) -> dict[str, Any]:
    """Return the models of all kinds."""
    boards = list(sources.values())
    sokoban = [one for kind, one in sources.items() if kind != "rushhour"]
    made = {}
    share = dict(
        of="share of plays that fail",
        shape="share",
        people="plays of 209 boards on a public site, and of 24 in a laboratory",
    )
    made["sokoban"] = _fitted(sokoban, WEIGHED["sokoban"], share)
    if rush := sources.get("rushhour"):
        factor = dict(
            of="time that people need, as a multiple of that for the average board",
            shape="factor",
            people="89 people on 35 boards",
        )
        # Boards were chosen in four lengths. To leave out single boards gives too small errors: an
        # interval made of them held 66% of lengths left out, and 63% of 35 other boards.
        made["rushhour"] = _fitted([rush], WEIGHED["rushhour"], factor, rush.lengths())
    score = dict(
        of="difficulty in standard deviations from the average board",
        shape="score",
        people="plays of Sokoban and Rush Hour",
    )
    made["any"] = _fitted(boards, WEIGHED["any"], score)
    return {kind: model.record() for kind, model in made.items()}


def _fitted(
    sources: Sequence[Boards],
    weighed: Sequence[str],
    told: dict[str, str],
    groups: Sequence[Any] | None = None,
) -> DifficultyModel:
    """Return the model of boards from several sources, each with its separate level.

    The constant is the first one's; of scores every source's mean is 0 and its spread 1. The
    interval comes from groups of boards left out, by default from collections.
    """
    sources = sorted(sources, key=len, reverse=True)
    numbers = [row for boards in sources for row in boards.numbers()]
    hard = []
    for boards in sources:
        one = boards.hard - boards.hard.mean()
        hard.append(one / one.std() if told["shape"] == "score" else one)
    if groups is None:
        groups = [group for boards in sources for group in boards.groups]
    made = fitted(numbers, np.concatenate(hard), weighed, groups, told)
    base = 0.0 if told["shape"] == "score" else float(sources[0].hard.mean())
    reference = tuple(rounded(q + base) for q in made.reference)
    return replace(made, constant=rounded(made.constant + base), reference=reference)


def main() -> None:
    """Measure, fit, check and print; with `--write`, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kept", type=Path, help="keep the numbers of levels in this file")
    parser.add_argument("--write", action="store_true", help="write the shipped models")
    parser.add_argument("--only", help="measure only these metrics, separated by commas")
    args = parser.parse_args()
    only = args.only.split(",") if args.only else []
    rows = all_measured(args.folder, args.kept, only)
    sources = {kind: Boards([row for row in rows if row["kind"] == kind]) for kind in FILES}
    sources = {kind: boards for kind, boards in sources.items() if len(boards)}
    tell_metrics(sources)
    tell_models(sources)
    tell_ceilings(rows)
    tell_players(sources)
    if args.write:
        found = evidence(sources)
        before = json.loads(SHIPPED.read_text("utf-8"))["evidence"] if only else {}
        names = (*METRICS, *(f"typical.{name}" for name in FEATURES))
        found = {name: found.get(name, before.get(name)) for name in names}
        found = {name: one for name, one in found.items() if one}
        made = {"sources": SOURCES, "models": fit(sources), "evidence": found}
        SHIPPED.write_text(in_lines(made), "utf-8")


def in_lines(made: dict[str, dict[str, Any]]) -> str:
    """Return the shipped models as JSON: a line for each model, and for each metric."""
    parts = []
    for part, entries in made.items():
        lines = (f"  {json.dumps(name)}: {json.dumps(one)}" for name, one in entries.items())
        parts.append(f' "{part}": {{\n' + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
