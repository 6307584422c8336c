"""Generated pages of the site: the gallery of bundled levels, the files, and the reference."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import itertools
from collections.abc import Iterator
from pathlib import Path
from types import GenericAlias, ModuleType

import stategraph
from stategraph import load
from stategraph.cli import main

# a level, options of `render`, and a caption
GALLERY = [
    ("spacewreck/eight-rooms", "", "Every state. After one wrong move, play can only circle."),
    ("spacewreck/forty-five-rooms", "--view chapters", "The gates that every solution passes."),
    ("psychopath/first-push", "--view solution --boards", "The shortest solution, board by board."),
    ("psychopath/one-way-crates", "--view map", "Every state: all winning play passes one neck."),
    ("psychopath/carousels", "--view dead-ends", "The trap moves, and the dead states after them."),
    ("pacman/one-for-both", "--boards", "Five states, as boards."),
    ("pacman/passing-place", "--view solution --slack 2", "With detours of up to two extra moves."),
    ("labyrinth/straight-up", "--boards", "Every state, as a board."),
    (
        "labyrinth/turnstile",
        "--view profile",
        "The numbers of states by distance from start and goal.",
    ),
    ("pledge/ferry", "", "The knight walks, and the tile under it slides."),
    ("pledge/two-by-two", "--view components", "The phases of play, without return."),
    ("sokoban/corner", "--boards", "A box in the corner stays there: no state can win."),
    ("sokoban/through-the-door", "--view dead-ends", "The choice of the first box decides."),
]

# the names of ``import stategraph``, by their purpose
API = {
    "Load": "load load_all levels parse read write Level",
    "Solve": "expand solve first_solution explain_solution replay StateGraph Limits",
    "Ask": "analyse measure query ask where dead_states METRICS",
    "Judge": "check compare ablate hardest difficulty",
    "Draw and play": "draw board report play env",
    "Errors": "StategraphError InputError LevelError MovesError OutputError RuleError TraceError",
}

# the packages whose names users import; the others are parts of the program
PACKAGES = (
    *("analysis", "ask", "design", "difficulty", "errors", "formats", "graph", "gym", "invent"),
    *("laws", "level_files", "metrics", "pictures", "players", "pushing", "report", "rules"),
    *("store", "studio", "variables"),
)


def write(folder: Path) -> None:
    """Write all pages."""
    for inner in ("pictures", "packages"):
        (folder / inner).mkdir(parents=True, exist_ok=True)
    page(folder / "gallery.md", gallery(folder))
    page(folder / "files.md", files(Path(stategraph.__file__).parent))
    page(folder / "api.rst", front_door())
    page(folder / "packages.rst", contents())
    pages = {folder / "packages" / f"{package}.rst": package for package in PACKAGES}
    for gone in set((folder / "packages").glob("*.rst")) - set(pages):
        gone.unlink()
    for path, package in pages.items():
        page(path, reference(package))


def page(path: Path, lines: Iterator[str]) -> None:
    """Write a page if it changed, so that unchanged pages are not built again."""
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
    """Run a command that draws."""
    code = main([*verb.split(), name, "-o", str(path)])
    if code:
        raise RuntimeError(f"stategraph {verb} {name}: exit {code}")


def files(root: Path) -> Iterator[str]:
    """Yield a table for each package: its files, each with the first line of its docstring."""
    yield "# Files\n\nThe files of each package, with the first line of their docstrings."
    for package in sorted(path for path in root.iterdir() if (path / "__init__.py").exists()):
        yield f"\n## {package.name}\n\n{content(package / '__init__.py')}\n"
        yield "| file | content |\n|---|---|"
        for path in sorted(path for path in package.rglob("*") if path.suffix in (".py", ".js")):
            if path.name != "__init__.py":
                yield f"| `{path.relative_to(package).as_posix()}` | {content(path)} |"


def content(path: Path) -> str:
    """Return the first sentence of a module's docstring, or of a script's first comment."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    lines = itertools.takewhile(lambda line: line.startswith("//"), text.splitlines())
    return " ".join(line.removeprefix("//").strip() for line in lines).partition(". ")[0]


def front_door() -> Iterator[str]:
    """Yield the reference of ``import stategraph``: tables of all names, then their details."""
    yield f"{heading('API', '=')}\n\n.. module:: stategraph\n"
    yield "All names of ``import stategraph as sg``, in six groups.\n"
    for group, names in API.items():
        yield f"{heading(group, '-')}\n\n.. list-table::\n   :widths: 25 75\n"
        for name in names.split():
            yield f"   * - `{name} <api-{name}_>`__\n     - {summary(name)}"
        yield ""
    yield f"{heading('In detail', '-')}\n"
    for name in " ".join(API.values()).split():
        yield f".. _api-{name}:\n"
        yield from entry(f"stategraph.{name}", getattr(stategraph, name))


def summary(name: str) -> str:
    """Return the summary line of a public name's docstring."""
    if name == "METRICS":
        return "All metrics of a level, by name, with their definitions."
    first = (inspect.getdoc(getattr(stategraph, name)) or "").partition("\n\n")[0]
    return " ".join(first.split()).replace("``", "").replace("`", "").replace("*", "")


def contents() -> Iterator[str]:
    """Yield the page that lists all public packages."""
    yield f"{heading('Packages', '=')}\n\nThe public names of each package.\n"
    yield ".. toctree::\n   :maxdepth: 1\n"
    yield from (f"   packages/{package}" for package in PACKAGES)


def reference(package: str) -> Iterator[str]:
    """Yield the reference of a package: the names that users import from it."""
    module = importlib.import_module(f"stategraph.{package}")
    yield f"{heading(package, '=')}\n\n.. automodule:: {module.__name__}\n   :no-members:"
    taken = package in stategraph.__all__  # hidden by a function of the same name
    yield "   :no-index:\n" if taken else ""
    for name in public_names(module):
        home = home_of(getattr(module, name), f"{module.__name__}.{name}")
        if home != f"{module.__name__}.{name}":
            yield f"`{name} <{home}>`\n"
        else:
            yield from entry(home, getattr(module, name))


def entry(name: str, thing: object) -> Iterator[str]:
    """Yield the reference of one name."""
    if isinstance(thing, type):
        yield f".. autoclass:: {name}\n   :members:\n"
    elif inspect.isroutine(thing):
        yield f".. autofunction:: {name}\n"
    elif isinstance(thing, GenericAlias):  # autodoc fails to find its signature
        yield f".. py:data:: {name}\n"
    else:
        yield f".. autodata:: {name}\n   :no-value:\n"


def public_names(module: ModuleType) -> list[str]:
    """Return the names that users import from a package or module."""
    if hasattr(module, "__all__"):
        return sorted(module.__all__)
    return sorted(
        name
        for name, thing in vars(module).items()
        if getattr(thing, "__module__", "") == module.__name__ and not name.startswith("_")
    )


@functools.cache
def homes() -> dict[tuple[str, str], str]:
    """Map each definition's (module, qualified name) to the name that users import."""
    found: dict[tuple[str, str], str] = {}
    for package in ("", *PACKAGES):
        module = importlib.import_module(f"stategraph.{package}".rstrip("."))
        for name in public_names(module):
            thing = getattr(module, name)
            if hasattr(thing, "__qualname__"):
                place = thing.__module__, thing.__qualname__
                found.setdefault(place, f"{module.__name__}.{name}")
    return found


def home_of(thing: object, name: str) -> str:
    """Return the name by which users import an object; `name` if no other is known."""
    place = getattr(thing, "__module__", ""), getattr(thing, "__qualname__", "")
    return homes().get(place, name)


def heading(text: str, line: str) -> str:
    """Return a heading."""
    return f"{text}\n{line * len(text)}"
