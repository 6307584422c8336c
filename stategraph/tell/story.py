"""Record and text of a solution in chapters: the idea of a level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.readable import Record, count, plural, with_article
from stategraph.tell.board_text import state_lines
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import moves_in_words, names_in_words
from stategraph.tell.records import closed, record_of

if TYPE_CHECKING:
    from stategraph.design import Chapter, Fact, ObviousPlan, Story
    from stategraph.design.story_scene import PartText
    from stategraph.level_files import Level

# Maximum number of forbidden moves of a plan that a sentence lists.
MAX_FORBIDDEN = 2

PURPOSES = {
    "is_spent": "is spent{removed}",
    "waits": "waits again until chapter {until}",
    "steps_aside": "steps aside until chapter {until}",
    "returns_home": "returns and goes home",
    "goes_home": "goes home",
    "returns": "returns",
    "reaches_goal": "reaches the goal",
    "passes": "passes {places}",
    "turns_back": "turns back at {places}",
    "always_ends_there": "ends there in every solution",
    "opens": "opens the way to {place}{cells}, to push {piece}{later}",
    "opens_goal": "opens the way to {place}, where the level is won",
    "clears": "clears {place} for {piece}{later}",
    "enables": "makes {move} possible{for_whom}{later}{needs}",
    "prepares": "goes to where {move} starts (chapter {chapter})",
    "carries": "brings {places}",
    "moves": "moves {places}",
    "goes": "goes {places}",
    "steers": "lets the next moves of {piece} {effect}",
    "needed": "without it, the later moves do not win",
    "forced": "no other move is possible",
}

MISTAKES = {
    "lost": "then the level is lost ({parts})",
    "closes": "then {shut}each move of {others} loses",
    "blocks": "then {shut}{others} move",
    "longer": "{others} the solution has {more}",
}

SPECIAL = {
    "leaves_goal": "{noun} {piece} leaves the goal {place} in chapter {chapter}",
    "passes_goal": "{noun} {piece} passes the goal {place} in chapter {chapter}",
    "spends": "{noun} {piece} is spent in chapter {chapter}",
    "walks_away": "the player first walks away from the goal ({before} → {after} moves)",
    "main_trap": "the main trap is {reason} ({share})",
    "no_trap": "no move is a trap",
}


def record(level: Level, story: Story) -> Record:
    """Return the record of a level's idea. If the graph is incomplete, its values are unknown."""
    values: Record = {"puzzle": puzzle_name(level), "solvable": story.solvable}
    values |= dict.fromkeys(KEYS)
    if story.cost is None:
        return closed(values, () if story.solvable is False else KEYS)
    values |= record_of(
        story,
        *KEYS,
        lines=story.cost.lines,
        units=sum(chapter.units for chapter in story.chapters),
        shortest_lines=story.shortest_cost and story.shortest_cost.lines,
        shortest_units=story.shortest_cost and story.shortest_cost.units,
        obvious_plan=story.obvious,
        chapters=[_chapter(level, chapter) for chapter in story.chapters],
    )
    return closed(values, ["decoys"])


# the values of a known solution
KEYS = (
    *("lines", "units", "moves", "shortest", "shortest_lines", "shortest_units"),
    *("obvious_plan", "special"),
    *("chapters", "untouched", "decoys", "resources"),
)


def _chapter(level: Level, chapter: Chapter) -> Record:
    return record_of(chapter, state=repr(chapter.state), board=level.describe(chapter.state))


def words(level: Level, story: Story) -> list[str]:
    """Return the idea of a level as text, with one board for each chapter."""
    if story.cost is None:
        return ["NO-PATH" if story.solvable is False else "UNKNOWN"]
    lines = [headline(story), *opening(story)]
    for k, chapter in enumerate(story.chapters, 1):
        lines += [
            "",
            f"{k}. {title(chapter)}",
            *(f"   {text}" for text in sentences(story, chapter)),
        ]
        lines += [f"      {row}" for row in state_lines(level, chapter.state)]
    return [*lines, *([""] if (last := closing(story)) else []), *last]


def markdown(level: Level, story: Story) -> list[str]:
    """Return the idea of a level as Markdown."""
    if story.cost is None:
        return words(level, story)
    lines = [f"# {level.title or level.name}", "", headline(story), *opening(story), ""]
    for k, chapter in enumerate(story.chapters, 1):
        lines += [f"## {k}. {title(chapter)}", "", *sentences(story, chapter), ""]
        lines += ["```text", *state_lines(level, chapter.state), "```", ""]
    return [*lines, *closing(story)]


def summary(story: Story) -> list[str]:
    """Return the idea of a level as text without boards, or [] without a known solution."""
    if story.cost is None:
        return []
    lines = [headline(story), *opening(story)]
    for k, chapter in enumerate(story.chapters, 1):
        lines.append(" ".join([f"{k}. {title(chapter)}.", *sentences(story, chapter)]))
    return [*lines, *closing(story)]


def headline(story: Story) -> str:
    """Return a line with the number of chapters, of pushes if pieces are pushed, and of moves.

    If a shortest solution has fewer moves, the line also has its number of chapters or pushes.
    """
    if not story.chapters:
        return f"Nothing has to be moved: {moves_in_words(story.moves)}"
    chapters = count(len(story.chapters), "chapter")
    noun = "push" if any(chapter.noun for chapter in story.chapters) else "unit"
    pushes = (
        f", {count(sum(chapter.units for chapter in story.chapters), noun)}"
        if noun == "push"
        else ""
    )
    return f"{chapters}{pushes}, {count(len(story.moves), 'move')}{_shorter(story, noun)}"


def _shorter(story: Story, noun: str) -> str:
    """Return the length of a shortest solution, and why the story has another; "" if it has not."""
    if story.shortest is None or story.shortest >= len(story.moves):
        return ""
    assert story.shortest_cost is not None
    lines, units = story.shortest_cost
    more = ""
    if lines > len(story.chapters):
        more = f", but {count(lines, 'chapter')}"
    elif units > sum(chapter.units for chapter in story.chapters):
        more = f", but {count(units, noun)}"
    return f" (a shortest solution has {count(story.shortest, 'move')}{more})"


def opening(story: Story) -> list[str]:
    """Return the two sentences above the chapters: the obvious plan, and the special facts."""
    lines = [] if story.obvious is None else [plan_in_words(story.obvious)]
    spent = [fact.values for fact in story.special if fact.kind == "spends"]
    alone = [fact for fact in story.special if fact.kind != "spends" or len(spent) == 1]
    special = [_fact_in_words(SPECIAL, fact) for fact in alone]
    if len(spent) > 1:
        names = _pieces([(one["noun"], one["piece"]) for one in spent])
        chapters = names_in_words([str(one["chapter"]) for one in spent])
        special.append(f"{names} are spent in chapters {chapters}")
    return [*lines, f"Special: {'; '.join(special)}."] if special else lines


def _pieces(pieces: Sequence[tuple[str, str]]) -> str:
    """Return pairs (noun, name) as text.

    >>> _pieces([("crate", "A"), ("crate", "B")]), _pieces([("crate", "A"), ("star", "B")])
    ('crates A and B', 'crate A and star B')
    """
    nouns = {noun for noun, _ in pieces}
    if len(nouns) == 1:
        return f"{plural(*nouns)} {names_in_words([name for _, name in pieces])}"
    return names_in_words([f"{noun} {name}" for noun, name in pieces])


def plan_in_words(plan: ObviousPlan) -> str:
    """Return the obvious plan, and the first move at which it fails."""
    noun = {"pushes": "push", "moves": "move"}[plan.counts]
    length = f"{plan.left:,} {noun if plan.left == 1 else plan.counts}"
    text = f"The obvious plan, {plan.relaxation}, takes {length}"
    if plan.fails is None:
        return f"{text}, and works."
    if not plan.moves:
        return f"{text}. It fails at once: {_failure(plan)}."
    return f"{text}. It begins with {_begun(plan)}; then {_failure(plan)}."


def _begun(plan: ObviousPlan) -> str:
    """Return the moves of a plan; consecutive moves of a piece are one route.

    A route is named by its cells, such as ``3:4→3:3→3:2``.
    """
    if plan.counts != "pushes":
        return moves_in_words(plan.moves)
    routes: list[str] = []
    for move in plan.moves:
        before, arrow, after = move.partition("→")
        if arrow and routes and routes[-1].endswith(f"→{before}"):
            routes[-1] += arrow + after
        else:
            routes.append(move)
    return names_in_words(routes)


def _failure(plan: ObviousPlan) -> str:
    fails = plan.fails
    assert fails is not None
    if fails.kind == "trap":
        parts = parts_in_words(fails.values["parts"])
        why = f" ({parts})" if parts else ""
        return f"{fails.values['move']} is a trap{why}"
    if fails.kind == "obstacle":
        return forbidden_in_words(fails.values["forbidden"])
    if fails.values["pieces"]:
        return f"the {names_in_words(fails.values['pieces'])} stands in the way"
    return f"no {'push' if plan.counts == 'pushes' else 'move'} brings the goal nearer"


def forbidden_in_words(forbidden: Sequence[Record]) -> str:
    """Return the first moves that are not possible, and what each one needs.

    >>> forbidden_in_words([{"move": "A+", "needs": "B must leave 1:2"}])
    'A+ is not possible yet: B must leave 1:2'
    """
    first, *others = ((one["move"], one["needs"]) for one in forbidden[:MAX_FORBIDDEN])
    texts = [f"nor is {move}: {needs}" for move, needs in others]
    return "; ".join([f"{first[0]} is not possible yet: {first[1]}", *texts])


def title(chapter: Chapter) -> str:
    """Return a heading for a chapter: the piece, its places, and the moves."""
    text = " " if any(len(move) > 1 for move in chapter.moves) else ""
    moves = text.join(chapter.moves)
    if chapter.piece == f"move {moves}":
        return chapter.piece
    if not chapter.noun:
        return f"{chapter.piece}: {moves_in_words(moves.split() if text else moves)}"
    pushes = count(chapter.units, "push")
    route = f"the {chapter.noun} on {chapter.start}, to {chapter.end}"
    return f"{chapter.piece}, {route} in {pushes}: {moves}"


def sentences(story: Story, chapter: Chapter) -> list[str]:
    """Return sentences about the purpose of a chapter and the mistake that it avoids.

    A mistake that only costs chapters is left out if the chapter has a purpose and another chapter
    has a mistake that does more harm.
    """
    purposes = [_fact_in_words(PURPOSES, fact) for fact in chapter.purpose]
    text = "; ".join(purposes)
    lines = [f"{text[0].upper()}{text[1:]}."] if text else []
    wrong = chapter.not_yet
    if wrong is None or (lines and wrong.kind == "longer" and _has_worse_mistake(story)):
        return lines
    return [*lines, mistake(wrong, chapter.piece)]


def _has_worse_mistake(story: Story) -> bool:
    mistakes = [chapter.not_yet for chapter in story.chapters if chapter.not_yet is not None]
    return any(fact.kind != "longer" for fact in mistakes)


def mistake(fact: Fact, piece: str) -> str:
    """Return a sentence which says why a tempting alternative to a chapter is a mistake."""
    values = fact.values
    moves = moves_in_words(values["moves"])
    piece_text = "" if {values["piece"]} == set(values["moves"]) else f" {values['piece']}"
    if fact.kind in ("closes", "blocks") and values["piece"] == piece:
        place = f"on {values['to']}" if values["to"] else f"after {moves}"
        return f"Do not stop{piece_text} {place}: {_fact_in_words(MISTAKES, fact)}."
    destination = f"to {values['to']}" if values["to"] else f"by {moves}" if piece_text else moves
    return f"Not{piece_text} {destination} yet: {_fact_in_words(MISTAKES, fact)}."


def closing(story: Story) -> list[str]:
    """Return the sentences below the chapters: untouched pieces, decoys, resources."""
    lines = []
    all_decoys = story.decoys == story.untouched
    same = "without which the shortest solutions are the same"
    if story.untouched:
        are = "it is a decoy" if len(story.untouched) == 1 else "all of them are decoys"
        also = f"; {are}, {same}" if all_decoys else ""
        lines.append(f"Never moved: {', '.join(story.untouched)}{also}.")
    if story.decoys and not all_decoys:
        decoys = ", ".join(story.decoys)
        lines.append(f"Decoys, {same}: {decoys}.")
    if story.untouched and story.decoys is None:
        lines.append("It is unknown which of them are decoys: the level is too large.")
    if story.resources is not None:
        values = story.resources.values
        spending = f"this solution spends {values['spent']}"
        lines.append(f"Resources: {count(values['count'], values['noun'])}; {spending}.")
    return lines


def _fact_in_words(sentences: dict[str, str], fact: Fact) -> str:
    """Fill the values of a fact into the template of its sentence."""
    if fact.kind == "steers":
        ends = fact.values["ends"]
        if ends and all(end["otherwise"] == end["start"] for end in ends):
            return "lets " + names_in_words(
                [f"{end['piece']} leave {end['start']}" for end in ends]
            )
        effect = _effect(fact.values["wins"], ends, fact.values["changed"])
        return sentences["steers"].format(piece=fact.values["piece"], effect=effect)
    if fact.kind == "removes":
        removed = fact.values["removed"]
        return f"removes {names_in_words(removed)}" if removed else "changes several pieces at once"
    values = dict(fact.values)
    if fact.kind in ("carries", "moves", "goes"):
        values["places"] = _routes(fact.kind, values["places"])
    values = {name: _value(name, value) for name, value in values.items()}
    if fact.kind == "main_trap":
        values["share"] = _share_of_traps(fact.values["moves"], fact.values["traps"])
        values["reason"] = _reason(fact.values["reason"])
    if fact.kind == "enables":
        piece = fact.values["piece"]
        names_actor = piece == f"move {fact.values['move']}" or fact.values["move"].startswith(
            piece
        )
        values["for_whom"] = "" if names_actor else f" for {piece}"
    if "others" in fact.values:
        values["others"] = _others(fact)
    if fact.kind == "longer":
        values["more"] = _more(fact.values["lines"], fact.values["units"])
    return sentences[fact.kind].format(**values)


def _routes(kind: str, places: Sequence[Record]) -> list[str]:
    """Return the places of the pieces that a chapter moves; an actor's own piece has no name."""
    return [
        f"{'' if kind == 'goes' else one['piece'] + ' '}from {one['start']} to {one['end']}"
        + " for good" * one["stays"]
        for one in places
    ]


def _reason(text: str) -> str:
    """Return the reason of a trap with an article if it names no single place.

    >>> _reason("box on any cell of the top row"), _reason("player on one of 9 cells and box 2:5")
    ('a box on any cell of the top row', 'the player on one of 9 cells and box 2:5')
    >>> _reason("box 1:1")
    'box 1:1'
    """
    after_noun = text.split()[1:3]
    if after_noun == ["on", "one"]:  # the place of a single piece
        return f"the {text}"
    return with_article(text) if after_noun[:1] == ["on"] else text


def _share_of_traps(moves: int, traps: int) -> str:
    """Return how many of a level's trap moves have a reason, as text.

    >>> _share_of_traps(142, 146), _share_of_traps(3, 3), _share_of_traps(1, 1)
    ('142 of 146 trap moves', 'all 3 trap moves', 'the only trap move')
    """
    if moves == traps:
        return "the only trap move" if traps == 1 else f"all {count(traps, 'trap move')}"
    return f"{moves:,} of {count(traps, 'trap move')}"


def _others(fact: Fact) -> str:
    """Return the other pieces, that they cannot move, or that one of them moves next."""
    noun, others = fact.values["noun"], fact.values["others"]
    another = others[0] if len(others) == 1 else f"another {noun}"
    if fact.kind == "closes":
        return another
    if fact.kind == "longer":
        return f"with {another} next," if fact.values["moves_on"] else "then"
    return f"{others[0]} cannot" if len(others) == 1 else f"no other {noun} can"


def _effect(wins: bool, ends: list[Record], changed: list[str]) -> str:
    """Return how the next moves end after a chapter, and how without it."""
    if wins:
        return "win"
    if not ends:
        return f"change {names_in_words(changed)} in another way" if changed else "lead elsewhere"
    routes = [f"{end['piece']} to {end['to']} instead of {end['otherwise']}" for end in ends]
    return f"bring {names_in_words(routes)}"


def _more(lines: int, units: int) -> str:
    return f"{count(lines, 'more chapter')}" if lines > 0 else f"{count(units, 'more move')}"


def _value(name: str, value: Any) -> str:
    if name == "removed":
        return f" and removes {names_in_words(value)}" if value else ""
    if name == "needs":
        return f": {value}" if value else ""
    if name == "later":
        return f" (chapter {value})" if value else ""
    if name == "cells":
        omitted = len(value) - 1
        return f" and {count(omitted, 'more cell')}" if omitted > 0 else ""
    if name == "shut":
        return f"it shuts off {names_in_words(value)}, and " if value else ""
    if name == "parts":
        return parts_in_words(value) if value else "no dead pattern is known"
    return names_in_words(value) if isinstance(value, list | tuple) else str(value)


def parts_in_words(parts: Sequence[PartText]) -> str:
    """Return the parts of a dead pattern as text, each with only its first values."""
    return names_in_words([part.short for part in parts])
