"""A pack of levels with a difficulty curve: one lesson at a time, then combined lessons.

::

    difficulty        G      A level is at least as hard as the one before, and below a curve from
        │          ·         the easiest candidate to the hardest. The first levels have as few
        │      E F   ·       new lessons as possible, but one; the last ones combine known
        │ A B·C D            lessons, with at most one that is new.
        └───────────── place
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from stategraph.invent.archive_files import Delivered
from stategraph.invent.idea_choice import Clock
from stategraph.invent.lessons import Lessons
from stategraph.invent.pack_rivals import Candidate, candidate, has_decoration, rivals, symmetric
from stategraph.level_files import parse_level, with_title

# The share of the places for levels that teach a lesson. The other levels combine lessons.
LESSON_SHARE = 0.6

# Lessons that a title lists.
MAX_LESSONS_IN_TITLE = 2


@dataclass(frozen=True)
class PackLevel:
    """A level of a pack.

    Attributes
    ----------
    made : Delivered
        the written level; its title names the place and the new lessons
    lessons : Lessons
    new : tuple of str
        the lessons that no earlier level needs
    together : tuple of (str, str)
        two lessons that no earlier level needs together; empty if a lesson is new
    """

    made: Delivered
    lessons: Lessons
    new: tuple[str, ...]
    together: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class LevelPack:
    """Levels in the order of play.

    Attributes
    ----------
    levels : tuple of PackLevel
    wanted : int
        the requested number of levels
    candidates, stories : int
        the number of examined levels, and of different stories among them
    left_out : int
        levels that were not examined, because the time was over
    """

    levels: tuple[PackLevel, ...]
    wanted: int
    candidates: int
    stories: int
    left_out: int = 0


def packed(
    candidates: Sequence[Delivered],
    size: int,
    on_progress: Callable[[int, int], None] = lambda done, whole: None,
    until: float | None = None,
) -> LevelPack:
    """Choose a pack from delivered levels, and name and title its levels by their place in it.

    Parameters
    ----------
    candidates : sequence of Delivered
        levels with complete graphs
    size : int
    on_progress : callable
        progress callback
    until : float, optional
        a ``time.monotonic()``; later levels are not examined

    Notes
    -----
    The pack contains no two rivals (`stategraph.invent.pack_rivals`), such as levels with the same
    story. Candidates often come in order of difficulty, so they are examined in an order of which
    each beginning is spread over them. A chosen level with decoration is rejected, and the choice
    is repeated without it. After the deadline, the remaining levels are not tested for decoration.
    """
    clock, found, left_out = Clock(until), dict[int, Candidate](), 0
    for number, k in enumerate(_spread(len(candidates)), 1):
        result = clock.within(partial(_examined, candidates[k]), None)
        left_out += result is None
        if result is not None and result[0] is not None:
            found[k] = result[0]
        on_progress(number, len(candidates))
    examined = [found[k] for k in sorted(found)]
    stories = len({one.lessons.shape for one in examined})
    levels = tuple(_titled(_chosen_without_decoration(examined, size, clock)))
    return LevelPack(levels, size, len(examined), stories, left_out)


def _spread(count: int) -> list[int]:
    """Return the numbers below `count`, ordered so that each beginning is spread over them.

    >>> _spread(8)
    [0, 4, 2, 6, 1, 5, 3, 7]
    """
    digits = len(f"{max(count - 1, 0):b}")
    return sorted(range(count), key=lambda k: f"{k:0{digits}b}"[::-1])


def _examined(delivered: Delivered) -> tuple[Candidate | None]:
    return (candidate(delivered),)


def _chosen_without_decoration(
    candidates: Sequence[Candidate], size: int, clock: Clock
) -> list[Candidate]:
    """Return the chosen levels in the order of play, none with an element of decoration."""
    sets, bare = rivals(candidates), set[int]()
    left = list(range(len(candidates)))
    while True:
        lessons, places = [candidates[k].lessons for k in left], {k: i for i, k in enumerate(left)}
        sets_left = [{places[j] for j in sets[k] if j in places} for k in left]
        order = [left[k] for k in chosen(lessons, size, sets_left)]
        for k in order:
            if k not in bare:
                decorated = clock.within(partial(has_decoration, candidates[k].made), False)
                if decorated:
                    left.remove(k)
                    break
                bare.add(k)
        else:
            return [candidates[k] for k in order]


def chosen(
    candidates: Sequence[Lessons], size: int, rivals_of: Sequence[set[int]] | None = None
) -> list[int]:
    """Return the numbers of the candidates for a pack, in the order of play.

    The pack contains no two rivals. ``rivals_of[k]`` contains k and the numbers of its rivals; by
    default, candidates of the same shape are rivals.

    Examples
    --------
    >>> push, aside = Lessons(("push",), 1, 5.0), Lessons(("push", "aside"), 2, 20.0)
    >>> chosen([Lessons(("push", "aside"), 3, 40.0), aside, push], 3)
    [2, 1, 0]
    """
    if rivals_of is None:
        rivals_of = symmetric(
            len(candidates), lambda one, other: candidates[one].shape == candidates[other].shape
        )
    hardness = [candidate.difficulty for candidate in candidates]
    order: list[int] = []
    excluded, taught = set[int](), Known()
    for place in range(size):
        last = hardness[order[-1]] if order else min(hardness, default=0.0)
        open_numbers = [
            k for k in range(len(candidates)) if k not in excluded and hardness[k] >= last
        ]
        if not open_numbers:
            break
        open_numbers = _with_room(hardness, rivals_of, open_numbers, size - place - 1)
        open_numbers = [k for k in open_numbers if taught.is_new(candidates[k])] or open_numbers
        most = _curve(hardness, (place + 1) / size)
        near = [k for k in open_numbers if hardness[k] <= most]
        near = near or [min(open_numbers, key=lambda k: hardness[k])]
        best = _best(candidates, near, taught, place < LESSON_SHARE * size)
        order.append(best)
        excluded |= rivals_of[best]
        taught.add(candidates[best])
    return order


def _with_room(
    hardness: Sequence[float],
    rivals_of: Sequence[set[int]],
    open_numbers: Sequence[int],
    later_places: int,
) -> list[int]:
    """Return the candidates after which enough levels, at least as hard, remain for later.

    If there are too few levels, return the candidates that leave the largest number. The remaining
    levels are counted greedily, the easiest first, without rivals.
    """
    by_hardness = sorted(open_numbers, key=lambda k: hardness[k])

    def room(k: int) -> int:
        excluded, places = set(rivals_of[k]), 0
        for j in by_hardness:
            if places < later_places and hardness[j] >= hardness[k] and j not in excluded:
                excluded |= rivals_of[j]
                places += 1
        return places

    rooms = {k: room(k) for k in open_numbers}
    most = max(rooms.values())
    return [k for k in open_numbers if rooms[k] == most]


def _curve(hardness: Sequence[float], share: float) -> float:
    """Return the largest difficulty allowed after a share of the places.

    The result lies between the difficulties of the easiest and the hardest candidate. At least the
    given share of the candidates are not harder than the result.
    """
    least, most = min(hardness), max(hardness)
    easiest = sorted(hardness)[: max(1, round(share * len(hardness)))]
    return max(least + share**2 * (most - least), easiest[-1])


class Known:
    """The lessons of the levels chosen so far, and the pairs that some level needed together."""

    def __init__(self) -> None:
        self._lessons: set[str] = set()
        self._pairs: set[tuple[str, str]] = set()

    def new(self, lessons: Lessons) -> tuple[str, ...]:
        """Return the lessons of a level that no earlier one needs."""
        return tuple(lesson for lesson in lessons.taught if lesson not in self._lessons)

    def together(self, lessons: Lessons) -> tuple[tuple[str, str], ...]:
        """Return the pairs of lessons that no earlier level combines."""
        pairs = combinations(lessons.taught, 2)
        return tuple(pair for pair in pairs if self._key(pair) not in self._pairs)

    def is_new(self, lessons: Lessons) -> bool:
        """Return whether a level needs a new lesson or a new pair of known lessons."""
        return bool(self.new(lessons) or self.together(lessons))

    def add(self, lessons: Lessons) -> None:
        """Add the lessons of a level."""
        self._lessons |= set(lessons.taught)
        self._pairs |= set(map(self._key, combinations(lessons.taught, 2)))

    @staticmethod
    def _key(pair: tuple[str, str]) -> tuple[str, str]:
        return min(pair), max(pair)


def _best(candidates: Sequence[Lessons], among: Sequence[int], taught: Known, teaches: bool) -> int:
    """Return the best candidate for a place, where the level teaches lessons or combines them.

    To teach, take the easiest candidate with at least one new lesson, but as few as possible. To
    combine, take the hardest candidate, if possible with at most one new lesson.
    """
    news = {k: len(taught.new(candidates[k])) for k in among}
    if teaches and any(news.values()):
        return min(
            (k for k in among if news[k]), key=lambda k: (news[k], candidates[k].difficulty, k)
        )

    return min(among, key=lambda k: (max(news[k] - 1, 0), -candidates[k].difficulty, k))


def _titled(levels: Sequence[Candidate]) -> Iterable[PackLevel]:
    """Yield the levels of a pack with their new lessons, renamed and titled."""
    taught = Known()
    for place, level in enumerate(levels, 1):
        delivered, lessons = level.made, level.lessons
        new = taught.new(lessons)
        together = () if new else taught.together(lessons)
        taught.add(lessons)
        title = _title(place, new, together, lessons.chapters)
        file = f"{delivered.level.family.name}-{place:02}.yaml"
        text = with_title(delivered.level.text, delivered.level.file, title)
        renamed = replace(delivered, level=parse_level(text, file), text=text)
        yield PackLevel(renamed, lessons, new, together)


def _title(
    place: int, new: Sequence[str], together: Sequence[tuple[str, str]], chapters: int
) -> str:
    """Return the title of a level: its place in the pack, and its new lesson or lessons.

    >>> _title(2, ["a box steps aside"], [], 2), _title(9, [], [], 7)
    ('2. A box steps aside', '9. Known lessons, in 7 chapters')
    >>> _title(8, [], [("a box steps aside", "a box waits twice")], 5)
    '8. A box steps aside and a box waits twice'
    """
    summary = f"known lessons, in {chapters} chapter{'s' * (chapters != 1)}"
    lessons = list(new[:MAX_LESSONS_IN_TITLE]) or list(together[0] if together else [summary])
    omitted = len(new) - MAX_LESSONS_IN_TITLE
    more = f", and {omitted} more" if omitted > 0 else ""
    text = (", " if more else " and ").join(lessons)
    return f"{place}. {text[:1].upper()}{text[1:]}{more}"
