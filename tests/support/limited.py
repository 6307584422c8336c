"""The verbs of the command line, and the permitted claims of the JSON record of a limited run.

A value is that of the unlimited run, or null and listed as unknown. Counts of states seen so far
may only grow. A lower bound is at most the true value, and the length of a solution at least.
"""

from __future__ import annotations

import json
from typing import Any

# Keys about the record itself, not about the level.
ABOUT = {
    *("unknown", "at_least", "stopped", "complete", "left_out"),
    *("reason", "seconds", "states_seen", "search", "proven"),
}

# Counts of the states seen so far, by the verbs that print them; they can only grow.
SO_FAR = {
    "analyse": {"states", "moves"},
    "export": {"states", "moves"},
    "expand": {"states", "moves"},
    "hints": {"states", "moves"},
    "ask": {"of"},
    "search": {"distinct_states", "all_states"},
    "audit-heuristic": {
        *("states", "moves", "states_with_known_truth", "exact_states", "dead_states"),
        *("too_many_states", "falling_moves", "falling_moves_into_dead_states"),
    },
}

# Witnesses and statistics of the part of the graph seen so far.
SEEN = {
    "analyse": {"largest_dead_end_cycles", "nearest_trap_moves", "way", "cycle", "trapped_after"},
    "audit-heuristic": {"nearest_too_many", "nearest_falling", "mean_gap", "largest_gap", "gaps"},
    "search": set(),
    "solve": {"solution", "solution_moves", "found", "steps"},
    "ablate": {"enough"},  # more may be left out, too
    "check": {"witness", "undecided"},
    "ask": {"witness", "loop"},
    "difficulty": {"why"},
}

# Values that a run computes only if others do not decide already.
LAZY = {"ablate": {"dead_states", "trap_moves"}}

# Verbs that print nothing if a limit is reached.
SILENT = {"plays"}

LEVEL, OTHER = object(), object()

VERBS = [
    ("analyse", LEVEL),
    ("analyse", LEVEL, "--after", "..."),
    ("solve", LEVEL),
    ("solve", LEVEL, "--search", "astar"),
    ("solve", LEVEL, "--search", "ida"),
    ("solve", LEVEL, "--search", "lazy"),
    ("solve", LEVEL, "--search", "bidirectional"),
    ("solve", LEVEL, "--all", "3"),
    ("solve", LEVEL, "--classes"),
    ("solve", LEVEL, "--sample", "2"),
    ("solve", LEVEL, "--after", "...", "--steps"),
    ("query", LEVEL),
    ("query", LEVEL, "--node", "1"),
    ("query", LEVEL, "--node", "7"),
    ("query", LEVEL, "--after", "..."),
    ("verify", LEVEL, "..."),
    ("diff", LEVEL, OTHER),
    ("ablate", LEVEL, "--jobs", "1"),
    ("ablate", LEVEL, "--jobs", "1", "--same", "play"),
    ("check", LEVEL, OTHER, "--rules", "rules.yaml"),
    ("audit-heuristic", LEVEL),
    ("hardest", LEVEL),
    ("table", LEVEL, OTHER),
    ("search", LEVEL, "--repeat", "1", "--algorithms", "bfs,astar"),
    ("analyse", LEVEL, "--by", "walks"),
    ("analyse", LEVEL, "--by", "turns"),
    ("analyse", LEVEL, "--by", "symmetry"),
    ("solve", LEVEL, "--by", "turns"),
    ("solve", LEVEL, "--by", "walks"),
    ("verify", LEVEL, "...", "--by", "walks"),
    ("query", LEVEL, "--node", "1", "--by", "turns"),
    ("check", LEVEL, "--rules", "rules.yaml", "--by", "turns"),
    ("solve", LEVEL, "--search", "pushing"),
    ("solve", LEVEL, "--search", "sat"),
    ("ask", LEVEL, "can reach goal"),
    ("ask", LEVEL, "always can reach goal"),
    ("ask", LEVEL, "EG not goal"),
    ("ask", LEVEL, "some shortest solution passes made = 2"),
    ("ask", LEVEL, "fewest moves to dead"),
    ("ask", LEVEL, "most moves before goal"),
    ("ask", LEVEL, "how many states: trap"),
    ("ask", LEVEL, "how many shortest solutions pass made = 2"),
    ("plays", LEVEL, "--simulate", "expert", "--plays", "20", "--seed", "1"),
    ("difficulty", LEVEL),
    ("export", LEVEL, "-o", "graph.npz"),
    ("expand", LEVEL, "-o", "graph.npz"),
]

RULES = """demand:
  solvable: true
  shortest: {at most: 4}
  states: {at most: 9}
  trap_moves: 0
  dead_states: {at least: 1}
  mean_degree: {at least: 1.5}
  unique_up_to_order: true
  needed: all
"""


def held(verb: str, path: str, part: Any, whole: Any, unknown: frozenset[str]) -> list[str]:
    """Return the places at which the record of a limited run contradicts the unlimited one."""
    if isinstance(part, dict) and isinstance(whole, dict):
        searched = "solution_moves" in part
        if part.get("error") or (part.get("proven") is False and not searched):  # it says so itself
            return []
        unknown = frozenset(part.get("unknown", unknown))
        wrong = _too_much(path, part.get("at_least"), whole)
        wrong += _too_little(path, part, whole) if searched else []
        wrong += [
            line
            for name in part.keys() - ABOUT - SEEN.get(verb, set())
            if name in whole
            for line in _held(verb, f"{path}/{name}", name, part[name], whole[name], unknown)
        ]
        missing = whole.keys() - part.keys() - ABOUT
        return wrong + [f"{path}: no {name}" for name in missing if missing and not unknown]
    if isinstance(part, list) and isinstance(whole, list) and len(part) == len(whole):
        pairs = enumerate(zip(_in_order(part), _in_order(whole), strict=True))
        return [line for k, (a, b) in pairs for line in held(verb, f"{path}/{k}", a, b, unknown)]
    return [] if part == whole else [f"{path}: {part!r}, but {whole!r} without the limit"]


def _in_order(records: list[Any]) -> list[Any]:
    """Return the records of levels by their names; a level with an error comes last."""
    named = all(isinstance(one, dict) and "level" in one for one in records)
    return sorted(records, key=lambda one: one["level"]) if named else records


def _too_much(path: str, least: Any, whole: dict[str, Any]) -> list[str]:
    """Return the lower bounds of a record that exceed the value of the whole graph."""
    if isinstance(least, int):  # of a solution, an answer or a demand
        least = {next(name for name in ("shortest", "value", "found") if name in whole): least}
    bounds = least if isinstance(least, dict) else {}
    known = {name: (bound, whole.get(name)) for name, bound in bounds.items()}
    return [
        f"{path}/at_least/{name}: {bound}, but {true} without the limit"
        for name, (bound, true) in known.items()
        if bound is not None and true is not None and bound > true
    ]


def _too_little(path: str, part: dict[str, Any], whole: dict[str, Any]) -> list[str]:
    """Return the upper bound of a search if it is below the true length, or is not its solution."""
    found, moves, true = part["found"], part["solution_moves"], whole["shortest"]
    if found != (None if moves is None else len(moves)):
        return [f"{path}/found: {found}, but the solution is {moves}"]
    if found is not None and (true is None or found < true):
        return [f"{path}/found: {found}, but {true} without the limit"]
    return []


def _held(verb, path, name, part, whole, unknown):
    if name in SO_FAR.get(verb, ()) and isinstance(part, int):
        if "--by" in path:  # classes that were seen may turn out to be one
            return []
        return [] if part <= whole else [f"{path}: {part} so far, but {whole} in all"]
    if whole is None and name in LAZY.get(verb, ()):
        return []
    if part is None and whole is not None:
        return [] if name in unknown else [f"{path}: null and not listed, {whole!r} without limit"]
    if name in unknown:
        return [] if part is None else [f"{path}: listed as unknown, and says {part!r}"]
    return held(verb, path, part, whole, unknown)


def claims_nothing(out):
    """Return whether an answer is empty, or the record of a level whose demands are unknown."""
    return not out or all(each["holds"] is None for each in json.loads(out) if "holds" in each)


def differences(verb, whole, part):
    """Return the places at which a verb claims too much within a limit, given both runs."""
    name = " ".join(word for word in verb if isinstance(word, str))
    if whole.code == 2 and part.code == 2:  # it is not for this family, or for graphs
        return []
    if whole.code == 2 and part.code == 3 and claims_nothing(part.out):
        return []
    if "--node" in verb and (2 in (whole.code, part.code) or not part.out):  # it was not seen
        return []
    if whole.code not in (0, 1) or part.code not in (0, 1, 3):
        return [f"{name}: ends with {whole.code} and {part.code}: {whole.err}{part.err}"]
    if part.code == 3 and not part.out:  # nothing at all is said
        silent = verb[0] in SILENT or "--by" in verb or "--where" in verb
        return [] if silent else [f"{name}: says nothing"]
    return held(verb[0], name, json.loads(part.out), json.loads(whole.out), frozenset())


def unproven(record: Any) -> list[str]:
    """Return the names that a record lists as unknown, in all its parts."""
    if isinstance(record, dict):
        parts = [name for part in record.values() for name in unproven(part)]
        return [*(record.get("unknown") or []), *parts]
    return [name for part in record for name in unproven(part)] if isinstance(record, list) else []
