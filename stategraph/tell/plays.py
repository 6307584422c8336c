"""What players do: the record and the words of ``plays``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from stategraph import analysis
from stategraph.players import PLAYERS
from stategraph.players.play_statistics import Estimate, Judged, Median, Regret
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import after, columns, count, state_in_words

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.players import Replays

# So many lines of a list are told in words.
SHOWN = 5

# What simulated players have each, in a table.
TABLE = "player", "won", "95%", "over", "lost", "went on", "taken back", "first trap move"


def record(
    level: Level,
    graph: ArrayGraph,
    replays: Replays | None,
    recorded: Judged | None,
    simulated: dict[str, Judged],
) -> dict[str, Any]:
    """Return what players do on a level."""
    made: dict[str, Any] = {
        "puzzle": puzzle_name(level),
        "level": level.name,
        "shortest": analysis.shortest(graph),
        "recorded": None,
        "blind": _blind(graph),
        "simulated": {
            name: {"about": PLAYERS[name], **figures(graph, found)}
            for name, found in simulated.items()
        },
        "unknown": [],
    }
    if replays is not None and recorded is not None:
        made["recorded"] = {
            **figures(graph, recorded),
            "broken": replays.broken,
            "of_other_levels": replays.others,
        }
    return made


def _blind(graph: ArrayGraph) -> dict[str, Any] | None:
    """Return how one fares who chooses among all moves alike, exactly; None: nobody can win."""
    if graph.goal is None:
        return None
    found = analysis.blind_play(graph)
    if not found.trusted:
        return None
    wins, moves = (float(f"{float(x[0]):.9g}") for x in (found.wins, found.moves))
    return {"win_chance": wins, "expected_moves": moves}


def figures(graph: ArrayGraph, found: Judged) -> dict[str, Any]:
    """Return all that some plays tell."""
    states = [repr(graph.state(node)) for node, *_ in found.traps]
    return {
        "plays": found.n,
        "players": found.players,
        **{name: _estimate(getattr(found, name)) for name in ("won", "lost", "stopped")},
        "moves_over_the_shortest": asdict(found.over),
        "moves_after_being_lost": asdict(found.went_on),
        "moves_taken_back": asdict(found.taken_back),
        "seconds": asdict(found.seconds),
        "regret": {**asdict(found.regret), "per_move": found.regret.per_move},
        "first_trap_moves": [
            {"from": node, "state": state, "label": label, **_estimate(share)}
            for (node, label, share), state in zip(found.traps, states, strict=True)
        ],
        "ends": [
            {"node": node, "state": repr(graph.state(node)), **_estimate(share)}
            for node, share in found.ends
        ],
        "visited": [
            {"node": node, "state": repr(graph.state(node)), "visits": k, **_estimate(share)}
            for node, k, share in found.visited
        ],
        "taken_back": [{"from": node, "label": label, "times": k} for node, label, k in found.back],
        "chapters": [
            {"gate": node, "state": repr(graph.state(node)), **_estimate(share)}
            for node, share in found.chapters
        ],
    }


def _estimate(found: Estimate) -> dict[str, Any]:
    share = found.share
    return {
        "count": found.count,
        "n": found.n,
        "share": share,
        "low": found.low,
        "high": found.high,
    }


def words(
    level: Level,
    graph: ArrayGraph,
    replays: Replays | None,
    recorded: Judged | None,
    simulated: dict[str, Judged],
) -> list[str]:
    """Return the same in words."""
    least = analysis.shortest(graph)
    best = "no solution" if least is None else f"shortest solution {count(least, 'move')}"
    lines = [f"{level.title or level.name}: {best}"]
    if replays is not None and recorded is not None:
        lines += _of_recorded(level, graph, replays, recorded)
    if simulated:
        lines += ["simulated players:", *(f"  {row}" for row in _table(graph, simulated))]
        lines += [f"  {name}: {PLAYERS[name]}" for name in simulated]
    if (blind := _blind(graph)) is not None:
        lines.append(
            f"who moves at random wins with chance {blind['win_chance']:.3g}, and makes "
            f"{blind['expected_moves']:.3g} moves until play is won or lost (exact)"
        )
    return lines


def _of_recorded(level: Level, graph: ArrayGraph, replays: Replays, found: Judged) -> list[str]:
    """Return what recorded plays tell: how they ended, and where."""
    by = f" by {count(found.players, 'player')}" if found.players else ""
    lines = [f"recorded: {count(found.n, 'play')}{by}"]
    if replays.others:
        lines.append(f"  {count(replays.others, 'play')} of other levels left out")
    if replays.broken:
        lines.append(f"  {count(len(replays.broken), 'play')} left out, as moves cannot be played")
    return lines + _ends(found) + _places(level, graph, found) if found.n else lines


def _ends(found: Judged) -> list[str]:
    rows = [
        ("won", _share(found.won)),
        ("lost", _share(found.lost)),
        ("stopped", f"{_share(found.stopped)}, though they could win"),
        ("moves over the shortest", _median(found.over)),
        ("moves after being lost", _median(found.went_on)),
        ("moves taken back at once", _median(found.taken_back)),
        ("regret per move", _regret(found.regret)),
        ("seconds", _median(found.seconds)),
    ]
    return [f"  {row}" for row in columns([row for row in rows if row[1]], left=2)]


def _places(level: Level, graph: ArrayGraph, found: Judged) -> list[str]:
    """Return the lists of states and moves where many plays are lost, end, stay, or go back."""
    lines = _list(
        "lost first by",
        [f"{_share(share)}: {_after(graph, node)}: {label}" for node, label, share in found.traps],
    )
    lines += _list(
        "ended without winning",
        [
            f"{_share(share)}: {_after(graph, node)}: {state_in_words(level, graph.state(node))}"
            for node, share in found.ends
        ],
    )
    lines += _list(
        "visited most",
        [
            f"{count(k, 'time')}, by {_share(share)}: {_after(graph, node)}"
            for node, k, share in found.visited
        ],
    )
    lines += _list(
        "taken back most",
        [f"{count(k, 'time')}: {_after(graph, node)}: {label}" for node, label, k in found.back],
    )
    lines += _list(
        "chapters, each begun by",
        [f"{_share(share)}: {_after(graph, node)}" for node, share in found.chapters],
    )
    return lines


def _list(head: str, lines: list[str]) -> list[str]:
    shown = lines if head.startswith("chapters") else lines[:SHOWN]
    return [f"  {head}:", *(f"    {line}" for line in shown)] if lines else []


def _after(graph: ArrayGraph, node: int) -> str:
    return after(analysis.way_to(graph, node).labels)


def _table(graph: ArrayGraph, simulated: dict[str, Judged]) -> list[str]:
    rows: list[tuple[str, ...]] = [TABLE]
    for name, found in simulated.items():
        first = "-"
        if found.traps:
            node, label, share = found.traps[0]
            first = f"{percent(share.share)}: {_after(graph, node)}: {label}"
        between = f"{percent(found.won.low)} to {percent(found.won.high)}"
        medians = [plain(each) for each in (found.over, found.went_on, found.taken_back)]
        lost = f"{found.lost.count} of {found.n}"
        won = f"{found.won.count} of {found.n}"
        rows.append((name, won, between, medians[0], lost, medians[1], medians[2], first))
    return columns(rows, left=len(TABLE))


def _share(found: Estimate) -> str:
    """Return a share with its interval in words."""
    between = f"{percent(found.low)} to {percent(found.high)}"
    return f"{found.count} of {found.n} ({percent(found.share)}; {between})"


def _regret(found: Regret) -> str:
    """Return what moves cost on average in words; empty of none."""
    each = found.per_move
    return (
        "" if each is None else f"{each:.3g} (of {count(found.moves, 'move')} before play was lost)"
    )


def percent(share: float | None) -> str:
    """Return a share in percent."""
    return "-" if share is None else f"{100 * share:.0f}%"


def plain(found: Median) -> str:
    """Return a median without its interval."""
    return "-" if found.value is None else f"{found.value:g}"


def _median(found: Median) -> str:
    """Return a median with its interval in words; empty where there is none."""
    if found.value is None:
        return ""
    between = "" if found.low is None else f"; {found.low:g} to {found.high:g}"
    return f"median {found.value:g} (of {found.n}{between})"
