"""The shape of the project: allowed imports, allowed printing, and the public names."""

from __future__ import annotations

import ast
import functools
import importlib
import re
from pathlib import Path
from types import ModuleType

import networkx as nx
from package_order import ABOUT_VERBS, ORDER, WITH_FACE_METHODS

ROOT = Path(__file__).parents[1]


FOLDERS = {"stategraph": ROOT / "stategraph", "stategraph_puzzles": ROOT / "puzzles"}


def modules(package: str) -> list[str]:
    """Return the dotted names of all modules of a package."""
    folder = FOLDERS[package]
    paths = [path.relative_to(folder).with_suffix("") for path in sorted(folder.rglob("*.py"))]
    return [".".join((package, *path.parts)) for path in paths]


@functools.cache
def tree(module: str) -> ast.Module:
    package, *names = module.split(".")
    return ast.parse(FOLDERS[package].joinpath(*names).with_suffix(".py").read_text("utf-8"))


OURS, FAMILIES = (modules(package) for package in FOLDERS)


@functools.cache
def imports(module: str) -> list[tuple[int, str]]:
    """Return (line, dotted name) of everything that a module imports, also lazily or by string.

    Imports that only methods for users need are left out; see `method_imports`.
    """
    found = []
    allowed = method_imports(module)
    for node in ast.walk(tree(module)):
        if node in allowed:
            continue
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            source = imported_from(node, module)
            found += [(node.lineno, f"{source}.{alias.name}") for alias in node.names]
        elif isinstance(node, ast.Constant) and home(str(node.value)):
            found.append((node.lineno, node.value))
        elif isinstance(node, ast.JoinedStr):
            found += [(node.lineno, name) for name in named_by(node, module)]
    return found


def imported_from(node: ast.ImportFrom, module: str) -> str:
    """Return the full name of the module of an import; only families import relatively."""
    if node.level == 0:
        return str(node.module)
    assert module in FAMILIES, f"{module}:{node.lineno}: imports are written in full"
    package = module.split(".")[: -node.level]
    return ".".join([*package, node.module] if node.module else package)


def method_imports(module: str) -> set[ast.AST]:
    """Return the imports that the methods of `WITH_FACE_METHODS` may have: types, and the face."""
    found: set[ast.AST] = set()
    if module in WITH_FACE_METHODS:
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                found.update(ast.walk(node))
            if isinstance(node, ast.FunctionDef):
                first = [inner for inner in node.body if isinstance(inner, ast.ImportFrom)]
                found.update(n for n in first if ast.unparse(n) == "from stategraph import face")
    return found


def named_by(text: ast.JoinedStr, module: str) -> list[str]:
    """Return the modules that an f-string may name: ``f"{__name__}.{part}"``, or with its package.

    The part before the first dot is known; any module below it may be meant.
    """
    start = ast.unparse(text)[2:-1]
    package = module.removesuffix(".__init__")
    start = start.replace("{__name__}", package).replace("{__package__}", package)
    known = start.partition("{")[0]
    if "{" not in start or not re.fullmatch(r"(stategraph|stategraph_puzzles)(\.\w+)*\.", known):
        return []
    return [name for name in OURS + FAMILIES if name.startswith(known) and name != module]


def home(name: str) -> str | None:
    """Return the module that a dotted name is, or belongs to; None for anything else."""
    for spelled in (name, f"{name}.__init__"):
        if spelled in OURS + FAMILIES and "." in name:
            return spelled
    return None


def origin(name: str) -> str | None:
    """Return the module that an imported name comes from, past the packages that pass it on."""
    if found := home(name):
        return found
    owner, _, last = name.rpartition(".")
    found = home(owner) or (f"{owner}.__init__" if owner in FOLDERS else None)
    if found and found.endswith(".__init__"):
        passed = (path for _, path in imports(found) if path.rpartition(".")[2] == last)
        return next((origin(path) for path in passed if path != name), found)
    return found


def test_every_part_of_the_package_has_its_place_in_the_order():
    parts = {module.split(".")[1] for module in OURS}
    assert parts - {"__init__"} <= set(ORDER)


def test_imports_point_one_way():
    wrong = []
    for module in OURS:
        part = module.split(".")[1]
        allowed = ORDER if part == "__init__" else ORDER[: ORDER.index(part) + 1]
        for line, name in imports(module):
            first, _, rest = name.partition(".")
            if first == "stategraph" and rest and rest.split(".")[0] not in allowed:
                wrong.append(f"{module}:{line} imports {name}")
    assert wrong == []


def test_no_module_reaches_itself():
    arrows = nx.DiGraph()
    for module in OURS + FAMILIES:
        arrows.add_edges_from((module, to) for _, name in imports(module) if (to := origin(name)))
    circles = [sorted(part) for part in nx.strongly_connected_components(arrows) if len(part) > 1]
    assert sorted(circles) == []
    assert list(nx.selfloop_edges(arrows)) == []


def test_no_verb_imports_a_verb():
    wrong = []
    for module in OURS:
        if not module.startswith("stategraph.cli.") or module == "stategraph.cli.__init__":
            continue
        for line, name in imports(module):
            if name.startswith("stategraph.cli"):
                part = (origin(name) or name).split(".")[2]
                if part not in ABOUT_VERBS:
                    wrong.append(f"{module}:{line} imports {name}")
    assert wrong == []


def test_stategraph_and_families_keep_apart():
    """`stategraph` imports no family; a family imports rules, pushing, and what families share."""
    wrong = []
    for module in OURS + FAMILIES:
        own = module.split(".")
        for line, name in imports(module):
            first, part, *_ = [*name.split("."), ""]
            if first not in FOLDERS:
                continue
            if own[0] == "stategraph":
                allowed = first == "stategraph"
            elif first == "stategraph":
                allowed = part in ("rules", "pushing")
            else:
                allowed = part == own[1] or (ROOT / "puzzles" / f"{part}.py").is_file()
            if not allowed:
                wrong.append(f"{module}:{line} imports {name}")
    assert wrong == []


def prints(module: str) -> list[int]:
    """Return the lines where a module prints, writes to the standard streams or exits."""
    builtin = ("print", "input", "exit", "quit", "SystemExit")
    lines = []
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Name) and node.id in builtin:
            lines.append(node.lineno)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            spelled = f"{node.value.id}.{node.attr}"
            if spelled in ("sys.stdout", "sys.stderr", "sys.exit", "os._exit", "warnings.warn"):
                lines.append(node.lineno)
    return lines


def test_only_the_command_line_prints_or_exits():
    silent = [
        module
        for module in OURS + FAMILIES
        if module.split(".")[1] != "cli" and module.split(".")[-1] != "__main__"
    ]
    assert [f"{module}:{line}" for module in silent for line in prints(module)] == []


PACKAGES = [m.removesuffix(".__init__") for m in OURS + FAMILIES if m.endswith(".__init__")]


def test_packages_export_what_they_have():
    for package in PACKAGES:
        exporting = importlib.import_module(package)
        names = getattr(exporting, "__all__", [])
        assert len(set(names)) == len(names), package
        assert [name for name in names if not hasattr(exporting, name)] == [], package


def test_no_package_exports_a_name_of_one_of_its_modules():
    """Else ``package.name`` would be the function or the module, as the order of imports has it.

    `stategraph` itself is left out: its class keeps modules from replacing public names.
    """
    for package in PACKAGES:
        if package != "stategraph":
            parts = {
                module.rpartition(".")[2]
                for module in (name.removesuffix(".__init__") for name in OURS + FAMILIES)
                if module.rpartition(".")[0] == package
            }
            exported = vars(importlib.import_module(package))
            clash = [name for name in parts & set(exported) if not is_module(exported[name])]
            assert clash == [], package


def is_module(thing: object) -> bool:
    return isinstance(thing, ModuleType)


def test_modules_never_replace_the_public_names_of_stategraph():
    import stategraph

    for part in set(stategraph.__all__) & {module.split(".")[1] for module in OURS}:
        importlib.import_module(f"stategraph.{part}")
        assert callable(getattr(stategraph, part)), part
