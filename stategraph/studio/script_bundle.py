"""Join ES modules to one script, in the order of their imports.

Each module becomes a function that is called once, after the modules that it imports. It returns
the names that other modules import from it. So modules may use the same names for their own things.

::

    const dom_js = (() => {          // dom.js
    const one = ...
    return {one};
    })();
    const {one} = dom_js;            // the entry, not inside a function
    one("board")...

The script has no comments that fill whole lines. Two forms are supported: ``import {a, b} from
"./name.js";``, on one or several lines, and ``export`` before a declaration. Any other import or
export raises ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

_IMPORT = re.compile(r'^import \{([\w\s,]+)\} from "\./(\w+)\.js";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const)\b)", re.M)
# Comments that fill whole lines. A text over several lines must not look like them.
_COMMENT = re.compile(r"^[ ]*(?://.*|/\*\*(?:.|\n)*?\*/ *)\n", re.M)
_REST = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.M)


class Module(NamedTuple):
    """A module without imports and exports, and the names that it imports from each module."""

    text: str
    imports: dict[str, list[str]]

    def without_imports(self) -> str:
        """Return the module with its imported names as constants."""
        names = (
            f"const {{{', '.join(some)}}} = {name}_js;\n" for name, some in self.imports.items()
        )
        return "".join(names) + self.text


def bundled(entry: str, read: Callable[[str], str]) -> str:
    """Return a module and all modules that it imports as one script.

    `read` returns the source of a module, by its name without ``.js``. Raises ValueError if modules
    import each other in a circle, or if an import or export has a form that is not supported.

    >>> entry = 'import {one} from "./dom.js";\\none();'
    >>> sources = {"entry": entry, "dom": "export const one = 1;"}
    >>> print(bundled("entry", sources.__getitem__))
    const dom_js = (() => {
    const one = 1;
    return {one};
    })();
    const {one} = dom_js;
    one();
    """
    modules = _in_order(entry, read)
    exports: dict[str, set[str]] = {name: set() for name in modules}
    for module in modules.values():
        for name, some in module.imports.items():
            exports[name].update(some)
    *others, _ = modules
    parts = [
        f"const {name}_js = (() => {{\n{modules[name].without_imports().strip()}\n"
        f"return {{{', '.join(sorted(exports[name]))}}};\n}})();\n"
        for name in others
    ]
    return "".join(parts) + modules[entry].without_imports()


def _in_order(entry: str, read: Callable[[str], str]) -> dict[str, Module]:
    """Return a module and all modules that it needs; each follows the modules that it imports."""
    done: dict[str, Module] = {}
    path: list[str] = []

    def add(name: str) -> None:
        if name in path:
            raise ValueError(f"modules import each other: {' → '.join([*path, name])}")
        if name in done:
            return
        path.append(name)
        module = _module(name, read(name))
        for other in module.imports:
            add(other)
        path.pop()
        done[name] = module

    add(entry)
    return done


def _module(name: str, source: str) -> Module:
    imports = {other: re.findall(r"\w+", names) for names, other in _IMPORT.findall(source)}
    text = _COMMENT.sub("", _EXPORT.sub("", _IMPORT.sub("", source)))
    if rest := _REST.search(text):
        raise ValueError(f"{name}.js: cannot bundle {rest[0]!r}")
    return Module(text, imports)
