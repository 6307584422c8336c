"""Record and text of a solution in chapters: the idea of a level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.readable import Record
from stategraph.tell.board_text import state_lines
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count, moves_in_words
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.design import Chapter, Fact, ObviousPlan, Story
    from stategraph.level_files import Level

# Maximum number of cells, and of parts of a dead pattern, that a sentence lists.
SHOWN = 3

PURPOSES = {
    "is_spent": "is spent{removed}",
    "waits": "waits again until chapter {until}",
    "steps_aside": "steps aside until chapter {until}",
    "returns_home": "returns and goes home",
    "goes_home": "goes home",
    "returns": "returns",
    "reaches_goal": "reaches the goal",
    "passes": "passes {places}",
    "always_ends_there": "ends there in every solution",
    "removes": "changes no single piece{removed}",
    "opens": "opens the way for {piece}{later} to {place}{cells}",
    "opens_goal": "opens the way to {place}, where the level is won",
    "clears": "clears {place} for {piece}{later}",
    "enables": "makes {move} possible{for_whom}{later}{needs}",
    "prepares": "goes to where {move} starts (chapter {chapter})",
    "steers": "changes where the next moves of {piece} lead",
    "forced": "each move is the only one",
}

MISTAKES = {
    "lost": "the level is lost ({parts})",
    "closes": "{shut}each move of another {noun} loses",
    "longer": "the solution has {more}",
}

SPECIAL = {
    "leaves_goal": "{noun} {piece} leaves the goal {place} in chapter {chapter}",
    "passes_goal": "{noun} {piece} passes the goal {place} in chapter {chapter}",
    "spends": "{noun} {piece} is spent in chapter {chapter}",
    "walks_away": "the player first walks away from the goal ({before} → {after} moves)",
    "main_trap": "the main trap is {parts} ({ways})",
}


def record(level: Level, found: Story) -> Record:
    """Return the idea of a level; values are unknown if its graph is incomplete."""
    cost, plan = found.cost, found.obvious
    made = {
        "puzzle": puzzle_name(level),
        "solvable": found.solvable,
        "lines": None if cost is None else cost.lines,
        "units": None if cost is None else sum(chapter.units for chapter in found.chapters),
        "moves": None if cost is None else list(found.moves),
        "obvious_plan": None if plan is None else _plan_record(plan),
        "special": None if cost is None else [fact_record(fact) for fact in found.special],
        "chapters": None if cost is None else [_chapter(level, one) for one in found.chapters],
        "untouched": None if cost is None else list(found.untouched),
        "decoys": None if found.decoys is None or cost is None else list(found.decoys),
        "resources": None if found.resources is None else fact_record(found.resources),
    }
    open_ = list(made)[1:] if cost is None and found.solvable is not False else []
    if cost is not None and found.decoys is None:
        open_.append("decoys")
    return closed(made, open_)


def fact_record(fact: Fact) -> Record:
    """Return a fact as a record."""
    return {"kind": fact.kind, **fact.values}


def _plan_record(plan: ObviousPlan) -> Record:
    return {
        "left": plan.left,
        "counts": plan.counts,
        "relaxation": plan.relaxation,
        "moves": list(plan.moves),
        "fails": None if plan.fails is None else fact_record(plan.fails),
    }


def _chapter(level: Level, chapter: Chapter) -> Record:
    return {
        "piece": chapter.piece,
        "noun": chapter.noun,
        "start": chapter.start,
        "end": chapter.end,
        "units": chapter.units,
        "moves": list(chapter.moves),
        "purpose": [fact_record(fact) for fact in chapter.purpose],
        "not_yet": None if chapter.not_yet is None else fact_record(chapter.not_yet),
        "state": repr(chapter.state),
        "board": level.describe(chapter.state),
    }


def words(level: Level, found: Story) -> list[str]:
    """Return the idea of a level as text, with one board for each chapter."""
    if found.cost is None:
        return ["NO-PATH" if found.solvable is False else "UNKNOWN"]
    lines = [headline(found), *opening(found)]
    for k, chapter in enumerate(found.chapters, 1):
        lines += ["", f"{k}. {title(chapter)}", *(f"   {text}" for text in sentences(chapter))]
        lines += [f"      {row}" for row in state_lines(level, chapter.state)]
    return [*lines, *([""] if (last := closing(found)) else []), *last]


def markdown(level: Level, found: Story) -> list[str]:
    """Return the idea of a level as Markdown."""
    if found.cost is None:
        return words(level, found)
    lines = [f"# {level.title or level.name}", "", headline(found), *opening(found), ""]
    for k, chapter in enumerate(found.chapters, 1):
        lines += [f"## {k}. {title(chapter)}", "", *sentences(chapter), ""]
        lines += ["```text", *state_lines(level, chapter.state), "```", ""]
    return [*lines, *closing(found)]


def headline(found: Story) -> str:
    """Return the numbers of chapters, of moves of pieces and of moves."""
    if not found.chapters:
        return f"Nothing has to be moved: {moves_in_words(found.moves)}"
    chapters = count(len(found.chapters), "chapter")
    noun = "push" if any(chapter.noun for chapter in found.chapters) else "unit"
    pushes = f", {count(sum(one.units for one in found.chapters), noun)}" if noun == "push" else ""
    return f"{chapters}{pushes}, {count(len(found.moves), 'move')}".replace("pushs", "pushes")


def opening(found: Story) -> list[str]:
    """Return the two sentences above the chapters: the obvious plan, and what is special."""
    lines = [] if found.obvious is None else [plan_in_words(found.obvious)]
    special = [_said(SPECIAL, fact) for fact in found.special]
    return [*lines, f"Special: {'; '.join(special)}."] if special else lines


def plan_in_words(plan: ObviousPlan) -> str:
    """Return the obvious plan, and the first move at which it fails."""
    noun = {"pushes": "push", "moves": "move"}[plan.counts]
    length = f"{plan.left:,} {noun if plan.left == 1 else plan.counts}"
    text = f"The obvious plan, {plan.relaxation}, takes {length}"
    if plan.fails is None:
        return f"{text}, and works."
    begin = f"It begins with {_listed(plan.moves)}; then" if plan.moves else "It fails at once:"
    return f"{text}. {begin} {_failure(plan)}."


def _failure(plan: ObviousPlan) -> str:
    fails = plan.fails
    assert fails is not None
    if fails.kind == "trap":
        parts = parts_in_words(fails.values["parts"])
        why = f" ({parts})" if parts else ""
        return f"{fails.values['move']} is a trap{why}"
    if fails.kind == "obstacle":
        return str(fails.values["text"])
    if fails.values["pieces"]:
        return f"the {_listed(fails.values['pieces'])} stands in the way"
    return f"no {'push' if plan.counts == 'pushes' else 'move'} brings the goal nearer"


def title(chapter: Chapter) -> str:
    """Return the piece of a chapter, its way, and its moves."""
    text = " " if any(len(move) > 1 for move in chapter.moves) else ""
    moves = text.join(chapter.moves)
    if chapter.piece == f"move {moves}":
        return chapter.piece
    if not chapter.noun:
        return f"{chapter.piece}: {moves_in_words(moves.split() if text else moves)}"
    pushes = f"{chapter.units:,} {'push' if chapter.units == 1 else 'pushes'}"
    way = f"the {chapter.noun} on {chapter.start}, to {chapter.end}"
    return f"{chapter.piece}, {way} in {pushes}: {moves}"


def sentences(chapter: Chapter) -> list[str]:
    """Return the purpose of a chapter, and the mistake that it avoids."""
    purposes = [_said(PURPOSES, fact) for fact in chapter.purpose]
    text = "; ".join(purposes)
    lines = [f"{text[0].upper()}{text[1:]}."] if text else []
    wrong = chapter.not_yet
    return [*lines, *([] if wrong is None else [mistake(wrong, chapter.piece)])]


def mistake(fact: Fact, piece: str) -> str:
    """Return why a tempting line is wrong, in a chapter of a piece."""
    values = fact.values
    moves = moves_in_words(values["moves"])
    who = "" if {values["piece"]} == set(values["moves"]) else f" {values['piece']}"
    if fact.kind == "closes" and values["piece"] == piece:
        at = f"on {values['to']}" if values["to"] else f"after {moves}"
        return f"Do not stop{who} {at}: then {_said(MISTAKES, fact)}."
    way = f"to {values['to']}" if values["to"] else f"by {moves}" if who else moves
    return f"Not{who} {way} yet: then {_said(MISTAKES, fact)}."


def closing(found: Story) -> list[str]:
    """Return the sentences below the chapters: untouched pieces, decoys, resources."""
    lines = []
    if found.untouched:
        lines.append(f"Never moved: {', '.join(found.untouched)}.")
    if found.decoys:
        lines.append(f"Decoys, without which the solution is as long: {', '.join(found.decoys)}.")
    if found.untouched and found.decoys is None:
        lines.append("Which of them are decoys is unknown: the level is too large.")
    if found.resources is not None:
        values = found.resources.values
        spent = f"this solution spends {values['spent']}"
        lines.append(f"Resources: {count(values['count'], values['noun'])}; {spent}.")
    return lines


def _said(sentences: dict[str, str], fact: Fact) -> str:
    """Return the sentence of a fact."""
    values = {name: _value(name, value) for name, value in fact.values.items()}
    if fact.kind == "main_trap":
        values["ways"] = count(fact.values["moves"], "way") + " in"
    if fact.kind == "enables":
        who = fact.values["piece"]
        names_actor = who == f"move {fact.values['move']}" or fact.values["move"].startswith(who)
        values["for_whom"] = "" if names_actor else f" for {who}"
    if fact.kind == "longer":
        values["more"] = _more(fact.values["lines"], fact.values["units"])
    return sentences[fact.kind].format(**values)


def _more(lines: int, units: int) -> str:
    return f"{count(lines, 'more chapter')}" if lines > 0 else f"{count(units, 'more move')}"


def _value(name: str, value: Any) -> str:
    if name == "removed":
        return f" and removes {_listed(value)}" if value else ""
    if name == "needs":
        return f": {value}" if value else ""
    if name == "later":
        return f" (chapter {value})" if value else ""
    if name == "cells":
        more = len(value) - 1
        return f" and {count(more, 'more cell')}" if more > 0 else ""
    if name == "shut":
        return f"it shuts off {_listed(value)}, and " if value else ""
    if name == "parts":
        return parts_in_words(value) if value else "no dead pattern is known"
    return _listed(value) if isinstance(value, list | tuple) else str(value)


def parts_in_words(parts: Sequence[str]) -> str:
    """Return the parts of a dead pattern as text, long ones cut."""
    return _listed([_short(part) for part in parts])


def _short(part: str) -> str:
    """Return a part of a dead pattern with its first few values.

    >>> _short("rocket 3 or 9 or 12 or 14 or 15")
    'rocket 3 or 9 or 12 or 2 more'
    """
    values = part.split(" or ")
    more = len(values) - SHOWN
    return " or ".join([*values[:SHOWN], f"{more} more"]) if more > 1 else part


def _listed(items: Sequence[str]) -> str:
    """Return the first few items with commas, and the number of the others."""
    if not items:
        return ""
    if len(items) > SHOWN + 1:
        return f"{', '.join(items[:SHOWN])} and {len(items) - SHOWN} more"
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
