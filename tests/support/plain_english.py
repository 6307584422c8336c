"""Check the language of comments, docstrings, messages and Markdown.

    python tests/support/plain_english.py

Two signs of hard sentences are counted in each package: phrases that have a plainer substitute, and
sentences of more than `MAX_WORDS` words. If a package or the whole project has too many of them,
the program prints their places and ends with exit code 1.
"""

from __future__ import annotations

import io
import re
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = ("stategraph", "puzzles", "tests", "docs")

# Levels and games of others, with their licences.
FOREIGN = ROOT / "tests" / "cases"

# Folders that `make docs` writes, maybe at the same time.
MADE = {"_build", "_generated"}

# Findings per 1,000 words.
MAX_OF_PACKAGE, MAX_OF_PROJECT = 3.0, 2.5

MAX_WORDS = 25

# A string with fewer words is a name or data, not a sentence.
MIN_WORDS = 5

# Phrases as regular expressions, and what to write instead.
ADVICE = {
    r"(?:who|whom|whose|what|which|where)ever": "name it, or write 'any' or 'if'",
    r"(?:no|any|some|every)body|no one": "write 'no player', 'the caller', 'a user'",
    r"so (?:many|few)(?! that)(?! \w+ that)": "write 'n', 'this many' or 'at most n'",
    r"what (?:is|was|are|were|it|they|he|one|comes|stands|has|had|there)": "use a noun",
    r"where (?:it|they|there|that|none|nothing) (?:is|are|was|were)": "write 'if'",
    r"(?<!there )(?:is|are|was|were) no(?! longer| more)": "write 'is not a'",
    r"(?:is|are|was|were) to be": "write 'must be' or 'will be'",
    r"(?:is|are|was|were|be|been) (?:told|heeded|met by)": "write 'reported' or 'considered'",
    r"(?:go|goes|went|gone|going) on": "write 'continue'",
    r"(?:hold|holds|held) against": "write 'compare with'",
    r"(?:nothing|anything|all) but|but for": "write 'only' or 'except'",
    r"of (?:its|their|our|one's|your) own": "write 'separate' or 'user-defined'",
    r"stand(?:s|ing)? (?:in|for|beside)": "write 'is', 'represents' or 'next to'",
    r"comes? (?:of|out of)|put (?:by|away)|taken for": "name the action",
    r"in the midst|to and fro|for ever|beneath|beforehand|astray": "use the common word",
    r"guess(?:es|ed)?": "write 'heuristic' or 'estimate'",
}
PHRASES = [(re.compile(rf"\b(?:{words})\b", re.IGNORECASE), ADVICE[words]) for words in ADVICE]

# Code, and the rows of tables and diagrams, which are not sentences.
CODE = re.compile(r"```.*?```|``[^`]*``|`[^`]*`", re.DOTALL)
ROW = re.compile(r"^ *(?:>>>|\.\.\.|\$|\|) .*$|^.*(?:\S {2,}\S|[│─┌└=-]{3}).*$", re.MULTILINE)

# The last line before a blank line, or before a line with another indentation.
LAST = re.compile(r"^( *)(\S.*)$(?=\n(?!\1\S))", re.MULTILINE)

# The end of a sentence: a full stop, or the start of a list item.
END = re.compile(r"[.:;?!](?=[\s)\"*]|$)|\n(?= *(?:[-*]|\d+\.) )")


class Finding(NamedTuple):
    """A place that a reader may have to read twice."""

    line: int
    text: str
    advice: str


class Passage(NamedTuple):
    """A text of a file; messages are searched for phrases only."""

    line: int
    text: str
    is_message: bool = False


def passages(path: Path) -> Iterator[Passage]:
    """Yield the texts of a Python or Markdown file; tests quote messages, which are left out."""
    content = path.read_text("utf-8")
    if path.suffix == ".md":
        yield Passage(1, content)
        return
    before = tokenize.NEWLINE
    block: list[str] = []
    first = 0
    for token in tokenize.generate_tokens(io.StringIO(content).readline):
        if token.type == tokenize.COMMENT:
            if block and token.start[0] != first + len(block):
                yield Passage(first, "\n".join(block))
                block = []
            first = token.start[0] - len(block)
            block.append(token.string.strip("# -"))
        elif token.type == tokenize.STRING and len(token.string.split()) >= MIN_WORDS:
            is_message = before not in (tokenize.NEWLINE, tokenize.INDENT)
            if not is_message or "tests" not in path.parts:
                yield Passage(token.start[0], token.string.strip("'\""), is_message)
        if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.DEDENT):
            before = token.type
    if block:
        yield Passage(first, "\n".join(block))


def prose(text: str) -> str:
    """Return a text without code and tables, with a full stop after each paragraph.

    Its lines keep their numbers.
    """
    text = CODE.sub(lambda code: "x" + "\n" * code[0].count("\n"), text)
    return LAST.sub(r"\1\2.", ROW.sub("", text))


def findings(passage: Passage) -> list[Finding]:
    """Return the phrases and the long sentences of a passage, in this order."""
    text = prose(passage.text)
    found = [
        Finding(passage.line + text.count("\n", 0, place.start()), place[0], advice)
        for phrase, advice in PHRASES
        for place in phrase.finditer(text)
    ]
    begin = 0
    ends = [] if passage.is_message else [place.end() for place in END.finditer(text)] + [len(text)]
    for end in ends:
        words = text[begin:end].split()
        if len(words) > MAX_WORDS:
            line = passage.line + text.count("\n", 0, end)
            found.append(Finding(line, f"... {' '.join(words[-6:])}", f"split {len(words)} words"))
        begin = end
    return found


def check(root: Path = ROOT) -> list[str]:
    """Return the hard places in the texts of a project; empty if they are plain."""
    files = [*root.glob("*.md")]
    for folder in FOLDERS:
        files += [path for kind in ("*.py", "*.md") for path in (root / folder).rglob(kind)]
    words: Counter[str] = Counter()
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(files):
        name = path.relative_to(root)
        if FOREIGN in path.parents or MADE & {*path.parts}:
            continue
        package = "/".join(name.parts[:-1][:2]) or "."
        for passage in passages(path):
            words[package] += len(prose(passage.text).split())
            places[package] += [
                f"{name}:{one.line}: {one.text}: {one.advice}" for one in findings(passage)
            ]
    lines = []
    for package, found in sorted(places.items()):
        # one finding is allowed in a package of few words
        if len(found) > max(1, MAX_OF_PACKAGE * words[package] / 1000):
            lines += [*found, _rate(package, len(found), words[package], MAX_OF_PACKAGE)]
    total, all_words = sum(map(len, places.values())), words.total()
    if total > MAX_OF_PROJECT * all_words / 1000:
        lines.append(_rate("all files", total, all_words, MAX_OF_PROJECT))
    return lines


def _rate(name: str, count: int, words: int, most: float) -> str:
    return f"{name}: {1000 * count / words:.1f} findings per 1,000 words, at most {most} allowed"


if __name__ == "__main__":
    complaints = check()
    print(*complaints, sep="\n", end="\n" if complaints else "")
    sys.exit(bool(complaints))
