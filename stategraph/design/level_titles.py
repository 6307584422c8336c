"""Short titles of levels, from the rarest feature of the solution, and tags: metrics in words.

Both are deterministic. A title is built from the story of a level, see `explain_solution`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from stategraph.design.player_metrics import measure_all
from stategraph.design.story import Story
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import plural, with_article

if TYPE_CHECKING:
    from stategraph.readable import Record

# Features of a piece that make a level special, the rarest first.
FEATURES = {
    "leaves_goal": "leaves its goal",
    "passes_goal": "passes a goal",
    "spends": "is spent",
    "turns_back": "turns back",
    "waits": "waits",
    "steps_aside": "steps aside",
    "returns_home": "comes back",
    "returns": "comes back",
    "opens_goal": "opens the way",
    "opens": "makes way",
    "clears": "makes way",
}

# The metrics that tags show, with their nouns in singular and plural.
NOUNS = {
    "lines": ("line", "lines"),
    "turns": ("turn", "turns"),
    "pushes": ("push", "pushes"),
    "shortest": ("move", "moves"),
    "trap_moves": ("trap move", "trap moves"),
    "hidden_traps": ("hidden trap", "hidden traps"),
}

# The metrics that are true of levels with one solution, with their tags, the stronger one first.
ONE_SOLUTION = {"unique": "one solution", "unique_up_to_order": "one solution up to order"}

# Features of several pieces.
OF_SEVERAL = {
    "leaves its goal": "leave their goals",
    "passes a goal": "pass a goal",
    "turns back": "turn back",
    "is spent": "are spent",
    "waits": "wait",
    "steps aside": "step aside",
    "comes back": "come back",
    "opens the way": "open the way",
    "makes way": "make way",
}

NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")

# Maximum number of features, and of actors, in a title.
MAX_FEATURES, MAX_ACTORS = 2, 3


class _Feature(NamedTuple):
    noun: str
    text: str
    pieces: list[str]


def title(story: Story) -> str:
    """Return a short title for a level with this story, or "" without a solution.

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.design import explain_solution
    >>> def titled(name):
    ...     graph = expand(name)
    ...     return title(explain_solution(graph.level, graph))
    >>> titled("sokoban/three-in-a-row")
    'A box passes a goal, another steps aside'
    >>> titled("spacewreck/eight-rooms")
    'Rocket, then Lucky'
    """
    if story.cost is None:
        return ""
    pieces = list(dict.fromkeys(chapter.piece for chapter in story.chapters if chapter.noun))
    if not pieces:
        return _of_actors(story)
    features = _features(story)[:MAX_FEATURES]
    if not features:
        noun = next(chapter.noun for chapter in story.chapters if chapter.noun)
        kind = noun if len(pieces) == 1 else plural(noun)
        return f"{_number(len(pieces))} {kind}{' in turn' if len(pieces) > 1 else ''}"
    first, *other_features = features
    noun = with_article(first.noun)
    text = f"{noun[0].upper()}{noun[1:]} {first.text}"
    for other in other_features:
        others = [piece for piece in other.pieces if piece != first.pieces[0]]
        if other.noun != first.noun:
            text += f", {with_article(other.noun)} {other.text}"
        elif len(others) > 1:
            text += f", {_number(len(others)).lower()} others {OF_SEVERAL[other.text]}"
        elif other.pieces[0] == first.pieces[0]:
            text += f" and {other.text}"
        else:
            text += f", another {other.text}"
    return text


def _number(count: int) -> str:
    """Return a small number as a word with a capital."""
    return NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"


def _features(story: Story) -> list[_Feature]:
    """Return the features of the pieces without repetitions, the rarest first."""
    features = [
        (fact.kind, fact.values["noun"], fact.values["piece"])
        for fact in story.special
        if fact.kind in FEATURES and "piece" in fact.values
    ]
    features += [
        (fact.kind, chapter.noun, chapter.piece)
        for chapter in story.chapters
        for fact in chapter.purpose
        if fact.kind in FEATURES and chapter.noun
    ]
    order = list(FEATURES)
    features.sort(key=lambda feature: order.index(feature[0]))
    first: dict[str, _Feature] = {}
    aside = {piece for kind, _, piece in features if kind in ("steps_aside", "turns_back")}
    for kind, noun, piece in features:
        if FEATURES[kind] == "comes back" and piece in aside:
            continue
        text = FEATURES[kind]
        feature = first.setdefault(text, _Feature(noun, text, []))
        if noun == feature.noun and piece not in feature.pieces:
            feature.pieces.append(piece)
    return list(first.values())


def _of_actors(story: Story) -> str:
    """Return the first actors of a solution. For a single actor, return the number of moves."""
    actors = [chapter.piece for chapter in story.chapters]
    if len(actors) < 2:
        moves = _counted(len(story.moves), NOUNS["shortest"])
        return f"{moves} of {actors[0]}" if actors else f"A walk of {moves}"
    whole = len(actors) <= MAX_ACTORS
    text = ", then ".join(actors if whole else actors[:2])
    return text[:1].upper() + text[1:] + ("" if whole else f", in {len(actors):,} turns")


def length(story: Story) -> str:
    """Return the length of the solution that a story explains, or "" without a solution."""
    if story.cost is None:
        return ""
    if units := sum(chapter.units for chapter in story.chapters if chapter.noun):
        return _counted(units, NOUNS["pushes"])
    return _counted(len(story.moves), NOUNS["shortest"])


def distinct_titles(titles: Sequence[str], details: Sequence[Sequence[str]]) -> list[str]:
    """Make titles unique: append the details in which levels with equal titles differ.

    ``details[k]`` are facts about level k, in order of importance. If all details of two levels are
    equal, a number is added.

    >>> distinct_titles(["One box"] * 3, [["2 pushes"], ["3 pushes"], ["2 pushes"]])
    ['One box, 2 pushes', 'One box, 3 pushes', 'One box, 2 pushes (2)']
    >>> distinct_titles(["One box"] * 2, [["2 pushes", "5 moves"], ["2 pushes", "7 moves"]])
    ['One box, 5 moves', 'One box, 7 moves']
    """
    texts = list(titles)
    for place in range(max(map(len, details), default=0)):
        several = {text for text, number in Counter(texts).items() if number > 1}
        found = [(more[place] if place < len(more) else "") for more in details]
        values = {
            text: {one for other, one in zip(texts, found, strict=True) if other == text}
            for text in several
        }
        texts = [
            f"{text}, {one}"
            if one and len(values.get(text, ())) > 1 and one not in text.split(", ")
            else text
            for text, one in zip(texts, found, strict=True)
        ]
    counts: Counter[str] = Counter()
    unique_titles = []
    for text in texts:
        counts[text] += 1
        unique_titles.append(text if counts[text] == 1 else f"{text} ({counts[text]})")
    return unique_titles


def tags(level: Level, graph: ArrayGraph, more: Iterable[str] = ()) -> list[str]:
    """Return metrics of a level in words, including the metrics named in `more`.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("sokoban/three-in-a-row")
    >>> tags(graph.level, graph, ["gates"])  # doctest: +NORMALIZE_WHITESPACE
    ['4 lines', '12 pushes', '32 moves', '14 hidden traps', 'one solution', 'difficulty 74',
    'gates 31']
    """
    names = [*NOUNS, *ONE_SOLUTION, "difficulty", *more]
    return tags_of(measure_all(level, graph, dict.fromkeys(names), slow=True), more)


def tags_of(values: Record, more: Iterable[str] = ()) -> list[str]:
    """Return metrics in words. Metrics that are unknown or have no value are left out."""
    known_values = {name: value for name, value in values.items() if value is not None}
    if known_values.get("turns"):
        known_values.pop("lines", None)
    if "hidden_traps" in known_values and "trap_moves" not in more:
        known_values.pop("trap_moves", None)
    tag_texts = [
        _counted(known_values[name], nouns)
        for name, nouns in NOUNS.items()
        if known_values.get(name) or (name in known_values and "trap" in name)
    ]
    tag_texts += [text for name, text in ONE_SOLUTION.items() if known_values.get(name) is True][:1]
    tag_texts += (
        [f"difficulty {known_values['difficulty']:.0f}"] if "difficulty" in known_values else []
    )
    other_names = [
        name for name in more if name in known_values and name not in (*NOUNS, "difficulty")
    ]
    return [
        *tag_texts,
        *(f"{name.replace('_', ' ')} {known_values[name]:,.6g}" for name in other_names),
    ]


def _counted(number: int, nouns: tuple[str, str]) -> str:
    return f"{number:,} {nouns[number != 1]}" if number else f"no {nouns[1]}"
