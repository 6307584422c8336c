"""Pages of the site that nobody writes: the gallery of bundled levels, and the reference."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import stategraph
from stategraph import load
from stategraph.cli import main

# a level, what `render` draws of it, and what there is to see
GALLERY = [
    ("spacewreck/eight-rooms", "", "Every state. One wrong move, and play goes round for ever."),
    ("spacewreck/forty-five-rooms", "--view chapters", "What every solution passes."),
    ("psychopath/first-push", "--view solution --boards", "The shortest solution, board by board."),
    ("psychopath/one-way-crates", "--view map", "Every state: all play that wins has one neck."),
    ("psychopath/carousels", "--view dead-ends", "The trap moves, and what lies behind them."),
    ("pacman/one-for-both", "--boards", "Five states, as boards."),
    ("pacman/passing-place", "--view solution --slack 2", "With detours of two moves more."),
    ("labyrinth/straight-up", "--boards", "Every state, as a board."),
    ("labyrinth/turnstile", "--view profile", "How many states lie how far from start and goal."),
    ("pledge/ferry", "", "He walks, and the tile under him slides."),
    ("pledge/two-by-two", "--view components", "The phases of play: there is no way back."),
    ("sokoban/corner", "--boards", "A box in the corner stays there: no state can win."),
    ("sokoban/through-the-door", "--view dead-ends", "Which box goes first decides."),
]


def write(folder: Path) -> None:
    """Write all pages anew."""
    for inner in ("pictures", "rooms"):
        (folder / inner).mkdir(parents=True, exist_ok=True)
    page(folder / "gallery.md", gallery(folder))
    page(folder / "reference.rst", front_door())
    rooms = list(parts(stategraph))
    page(folder / "rooms.rst", contents(rooms))
    for gone in set((folder / "rooms").glob("*.rst")) - {path_of(folder, room) for room in rooms}:
        gone.unlink()
    for room in rooms:
        page(path_of(folder, room), reference(room))


def path_of(folder: Path, room: str) -> Path:
    """Return where the page of a room is."""
    return folder / "rooms" / f"{room.rpartition('.')[2]}.rst"


def page(path: Path, lines: Iterator[str]) -> None:
    """Write a page, if it is another one than before: what stays need not be built again."""
    text = "\n".join(lines) + "\n"
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def gallery(folder: Path) -> Iterator[str]:
    """Draw the board and the state graph of each level; yield the lines of their page."""
    yield "# Gallery\n\nBundled levels and their state graphs, each with the command that draws it."
    yield ""
    family = ""
    for name, options, text in GALLERY:
        stem = name.replace("/", "-")
        if family != name.partition("/")[0]:
            family = name.partition("/")[0]
            yield f"## {family.capitalize()}\n"
        draw("board", name, folder / "pictures" / f"{stem}-board.svg")
        draw(f"render {options}", name, folder / "pictures" / f"{stem}.svg")
        yield f"### {load(name).title}\n\n{text}\n"
        yield f"![The board of {name}](pictures/{stem}-board.svg){{width=260px}}\n"
        yield f"![The state graph of {name}](pictures/{stem}.svg)\n"
        command = " ".join(f"stategraph render {name} {options}".split())
        yield f"`{command} -o {stem}.svg`\n"


def draw(verb: str, name: str, path: Path) -> None:
    """Run a verb that draws."""
    code = main([*verb.split(), name, "-o", str(path)])
    if code:
        raise RuntimeError(f"stategraph {verb} {name}: exit {code}")


def front_door() -> Iterator[str]:
    """Yield the reference of what ``import stategraph`` offers; links lead to the rooms' pages."""
    yield f"{heading('The front door', '=')}\n\n.. currentmodule:: stategraph\n"
    for name in sorted(stategraph.__all__, key=_rank):
        thing = getattr(stategraph, name)
        if isinstance(thing, type):
            yield f".. autoclass:: {name}\n   :members:\n   :no-index:\n"
        elif inspect.isroutine(thing):
            yield f".. autofunction:: {name}\n   :no-index:\n"
        elif not inspect.ismodule(thing):
            yield f".. autodata:: {name}\n   :no-value:\n   :no-index:\n"


def _rank(name: str) -> tuple[bool, bool, str]:
    """Return what functions come first by, then classes, then errors."""
    return name.endswith("Error"), not name.islower(), name


def parts(package: object) -> Iterator[str]:
    """Yield the dotted names of the public modules and packages directly inside a package."""
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if not found.name.rpartition(".")[2].startswith("_"):
            yield found.name


def contents(rooms: list[str]) -> Iterator[str]:
    """Yield the page on which all rooms are listed."""
    yield f"{heading('Room by room', '=')}\n\n.. toctree::\n   :maxdepth: 1\n"
    yield from (f"   rooms/{room.rpartition('.')[2]}" for room in rooms)


def reference(room: str) -> Iterator[str]:
    """Yield the reference of a room: all of its modules, and what is public in each."""
    module = importlib.import_module(room)
    yield f"{heading(room.removeprefix('stategraph.'), '=')}\n"
    if not hasattr(module, "__path__"):
        yield f".. automodule:: {room}\n   :members:\n"
        return
    yield f".. automodule:: {room}\n   :no-members:\n"
    for part in parts(module):
        yield from section(part)


def section(name: str) -> Iterator[str]:
    """Yield the reference of a module or package within a room."""
    module = importlib.import_module(name)
    short = ".".join(name.split(".")[2:])
    inner = hasattr(module, "__path__")
    members = ":no-members:" if inner else ":members:"
    yield f"{heading(short, '-')}\n\n.. automodule:: {name}\n   {members}\n"
    if inner:
        for part in parts(module):
            yield from section(part)


def heading(text: str, line: str) -> str:
    """Return a heading."""
    return f"{text}\n{line * len(text)}"
