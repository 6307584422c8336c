"""Static checks of the code that runs while a rule is traced.

Some operations of Python call no method of their operand: ``x is 3``, ``isinstance(x, int)``, or a
handler that catches an error. They may give another result for a symbol than for a number, and the
class of the symbol cannot prevent that. Code that contains such operations is refused. A loop over
alternatives is refused if its passes depend on each other::

    count = 0
    for name in each("LR"):     every pass is traced alone, so `count` is 0 in each of them
        count += 1
"""

from __future__ import annotations

import builtins
import dis
import functools
import operator
import re
import sys
import sysconfig
from collections.abc import Iterator
from inspect import CO_GENERATOR
from pathlib import Path
from types import CodeType, FrameType, FunctionType, MethodWrapperType, WrapperDescriptorType

# Operations that symbols cannot intercept, and the remedy.
_OPERATIONS = {
    "PUSH_EXC_INFO": "`try` or `with` around values of the state; test with if instead",
    "MATCH_CLASS": "`case` with a class: a symbol is not an int; compare with ==",
    "MATCH_SEQUENCE": "`case` with a sequence; compare its items with ==",
    "MATCH_MAPPING": "`case` with a mapping; compare its items with ==",
    "STORE_GLOBAL": "an assignment to a global; a rule may depend on the state alone",
    "DELETE_GLOBAL": "an assignment to a global; a rule may depend on the state alone",
    "IMPORT_NAME": "an import inside a rule; import at the top of the file",
}
_IS = "`is` compares objects; compare values of the state with =="
_NONLOCAL = "an assignment to a nonlocal variable; a rule may depend on the state alone"
_KIND = "a question about the type of a value of the state; leave it out"
_HIDDEN = "a source of values besides the state; a rule may depend on the state alone"
_UNREAD = "code that is not in the rule's text"
_BY_NAME = "access by a computed name; write x.name"
_METHOD = "the method of an operator, which declines to answer for a symbol; write the operator"
_OPERATORS = {"__pow__", "__rpow__"} | {
    name
    for name, method in vars(int).items()
    if getattr(method, "__text_signature__", "") == "($self, value, /)"
}
_BUILTINS = {
    **dict.fromkeys(("isinstance", "issubclass", "type", "hasattr", "callable"), _KIND),
    **dict.fromkeys(("vars", "dir"), _KIND),
    "id": _IS,
    **dict.fromkeys(("eval", "exec", "globals", "locals", "__import__"), _UNREAD),
    **dict.fromkeys(("input", "open"), _HIDDEN),
}
_GLOBALS = {**_BUILTINS, "builtins": _KIND, "__builtins__": _KIND}
_ATTRIBUTES = {
    **dict.fromkeys(("__class__", "__dict__", "__doc__", "__module__", "__dir__"), _KIND),
    **dict.fromkeys(("is_", "is_not"), _IS),
    **dict.fromkeys(("urandom", "_getframe", "f_locals", "getrefcount", "cache_info"), _HIDDEN),
    **dict.fromkeys(("attrgetter", "methodcaller", "format_map"), _BY_NAME),
    **dict.fromkeys(("__getattribute__", "__setattr__", "__delattr__"), _BY_NAME),
    **dict.fromkeys(_OPERATORS, _METHOD),
}
# The same functions by id, to find them under other names.
_FUNCTIONS = {
    id(getattr(module, name)): f"{name} is {reason}"
    for module, names in ((builtins, _BUILTINS), (operator, _ATTRIBUTES), (sys, _ATTRIBUTES))
    for name, reason in names.items()
    if not name.startswith("__") and hasattr(module, name)
}

# Attributes of an `Expr` that a number does not have.
_EXPR = {"op", "args", "low", "high", "number"}

# A field of a format string that reads an attribute or an item of a value.
_FIELD = re.compile(r"\{[^{}]*[.\[]")
# Names of code objects whose variables belong to the enclosing function.
_COMPREHENSIONS = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")

_UNSURE = {dis.opmap[name] for name in _OPERATIONS if name in dis.opmap} | {dis.opmap["IS_OP"]}

# Functions that wrap an iterator, and that count its items or take several at a time.
_WRAPPERS = {
    "enumerate",
    "zip",
    "map",
    "filter",
    "iter",
    "next",
    "islice",
    "pairwise",
    "accumulate",
}
_WRAPPERS |= {"takewhile", "dropwhile", "groupby", "product", "tee", "cycle", "zip_longest"}

_PACKAGE = str(Path(__file__).resolve().parents[1])
_LIBRARY = tuple({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), "<frozen"})

PASSES = "the passes of a loop over alternatives must not depend on each other: "


def is_ours(frame: FrameType) -> bool:
    """Return whether a frame runs code of stategraph, which handles symbols correctly."""
    file = frame.f_code.co_filename
    if file == "<string>":  # written by a dataclass
        return str(frame.f_globals.get("__name__", "")).startswith("stategraph.")
    return file.startswith(_PACKAGE)


def is_our_function(function: FunctionType) -> bool:
    """Return whether a function is defined in stategraph."""
    return function.__code__.co_filename.startswith(_PACKAGE)


@functools.lru_cache(4096)
def is_library(file: str) -> bool:
    """Return whether a file belongs to Python's standard library."""
    return file.startswith(_LIBRARY) and "-packages" not in file


@functools.lru_cache(4096)
def objection(code: CodeType) -> tuple[str, int] | None:
    """Return the first construct in code that symbols cannot intercept, and its line, else None."""
    if code.co_filename == "<string>" and code.co_qualname.startswith("__create_fn__"):
        return None  # generated by a dataclass: it compares the fields as tuples
    names = set(code.co_names)
    if "getattr" in names and (_EXPR | _ATTRIBUTES.keys()) & set(code.co_consts):
        return f"getattr is {_KIND}", code.co_firstlineno
    suspect = names & (_GLOBALS.keys() | _ATTRIBUTES.keys() | {"format"}) or code.co_freevars
    if suspect or _UNSURE & set(code.co_code[::2]):
        return next(_objections(code), None)
    return None


def _objections(code: CodeType) -> Iterator[tuple[str, int]]:
    """Yield the constructs that symbols cannot intercept, with their lines."""
    line, before = code.co_firstlineno, None
    for step in dis.get_instructions(code):
        if step.positions is not None and step.positions.lineno is not None:
            line = step.positions.lineno
        name, value = step.opname, step.argval
        if name in ("LOAD_GLOBAL", "LOAD_NAME") and value in _GLOBALS:
            yield f"{value} is {_GLOBALS[value]}", line
        if step.opcode in dis.hasname and value in _ATTRIBUTES:
            yield f"{value} is {_ATTRIBUTES[value]}", line
        if value == "format" and name in ("LOAD_METHOD", "LOAD_ATTR") and _reads_fields(before):
            yield f"format is {_BY_NAME}", line
        if name == "IS_OP" and before is not None and before.argval is not None:
            yield _IS, line
        outer = name in ("STORE_DEREF", "DELETE_DEREF") and value in code.co_freevars
        if outer and code.co_name not in _COMPREHENSIONS:
            yield _NONLOCAL, line
        if name in _OPERATIONS:
            yield _OPERATIONS[name], line
        before = step


def _reads_fields(text: dis.Instruction | None) -> bool:
    """Return whether a format string may read attributes of a value.

    If `text`, the previous instruction, does not load a constant string, assume that it may.
    """
    value = text.argval if text is not None and text.opname == "LOAD_CONST" else None
    return not isinstance(value, str) or _FIELD.search(value) is not None


def function_objection(function: object) -> str:
    """Return why rules may not call a function of Python; an empty text if they may.

    >>> function_objection(len)
    ''
    >>> function_objection(int.__add__).partition(",")[0]
    '__add__ is the method of an operator'
    """
    if isinstance(function, WrapperDescriptorType | MethodWrapperType):
        name = function.__name__
        return f"{name} is {_METHOD}" if name in _OPERATORS else ""
    return _FUNCTIONS.get(id(function), "")


def operation(frame: FrameType) -> str:
    """Return the name of the bytecode operation that a frame is executing."""
    return dis.opname[frame.f_code.co_code[frame.f_lasti]]


def author_frames(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield a frame and its callers up to the tracer, except frames of stategraph."""
    while frame is not None:
        is_own = is_ours(frame)
        if is_own and frame.f_code.co_name == "_take":
            return
        if not is_own:
            yield frame
        frame = frame.f_back


def place_of(frame: FrameType | None) -> str:
    """Return ``file:line`` of the nearest frame outside stategraph, or an empty text."""
    for author_frame in author_frames(frame):
        return f"{author_frame.f_code.co_filename}:{author_frame.f_lineno}"
    return ""


# ------------------------------------------------------------------ loops over alternatives


def loop_objection(frame: FrameType | None) -> str:
    """Return why the loops over an alternative may not be traced; '' if they may.

    `frame` requested the alternative. If the frame is a generator, its caller loops over the same
    alternative, so this loop is checked too.
    """
    wraps = False
    for author_frame in author_frames(frame):
        code, name = author_frame.f_code, operation(author_frame)
        if name == "FOR_ITER":
            if wraps and _WRAPPERS & set(code.co_names):
                return PASSES + "loop over the generator itself"
            if reason := _carried(code, author_frame.f_lasti):
                return reason
        elif name not in ("SEND", "YIELD_VALUE", "RESUME"):
            return PASSES + "only `for` and `yield from` may take them"
        if not code.co_flags & CO_GENERATOR:  # only generators pass it on
            return ""
        wraps = True
    return ""


@functools.lru_cache(4096)
def _carried(code: CodeType, offset: int) -> str:
    """Return how the passes of the loop at an offset depend on each other; empty if they do not.

    A pass depends on an earlier one if it reads a variable that the earlier pass has assigned. Such
    variables are found by live-variable analysis, as in compilers.
    """
    steps = list(dis.get_instructions(code))
    at = {step.offset: k for k, step in enumerate(steps)}
    head = at[offset]
    end = at[steps[head].argval]
    if code.co_name in _COMPREHENSIONS[1:] or _collects(steps, head, end):
        return PASSES + "a comprehension collects them; use for and yield"
    live = _live(steps, at)
    stored = {name for step in steps[head + 1 : end] for name in _names(step, "STORE")}
    carried = sorted(stored & (live[end] | _live_in(steps, at, live, head)))
    if carried:
        return PASSES + f"one pass leaves {', '.join(carried)} to the next"
    return ""


def _collects(steps: list[dis.Instruction], head: int, end: int) -> bool:
    """Return whether a loop adds items to a collection that was created before the loop."""
    ends: list[int] = []
    for step in steps[head + 1 : end]:
        ends = [end_of_loop for end_of_loop in ends if step.offset < end_of_loop]
        if step.opname == "FOR_ITER":
            ends.append(step.argval)
        if step.opname in ("LIST_APPEND", "SET_ADD", "MAP_ADD") and step.argval > len(ends) + 1:
            return True
    return False


def _live(steps: list[dis.Instruction], at: dict[int, int]) -> list[set[str]]:
    """Return, for each instruction, the variables whose value it or a later one may use."""
    live: list[set[str]] = [set() for _ in steps]
    changed = True
    while changed:
        changed = False
        for k in range(len(steps) - 1, -1, -1):
            live_before = _live_in(steps, at, live, k)
            if live_before != live[k]:
                live[k], changed = live_before, True
    return live


def _live_in(
    steps: list[dis.Instruction], at: dict[int, int], live: list[set[str]], k: int
) -> set[str]:
    """Return the variables that are live before instruction k, given the sets in `live`."""
    step, live_after = steps[k], set()
    if not step.opname.startswith(("RETURN_VALUE", "RETURN_CONST", "RAISE", "RERAISE")):
        if not step.opname.startswith(("JUMP_FORWARD", "JUMP_BACKWARD")):
            live_after |= live[k + 1]
        if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
            live_after |= live[at[step.argval]]
    return live_after - set(_names(step, "STORE")) | set(_names(step, "LOAD"))


def _names(step: dis.Instruction, kind: str) -> tuple[str, ...]:
    """Return the local variables that an instruction loads or stores."""
    if not any(word in step.opname for word in ("_FAST", "_DEREF", "_CLOSURE")):
        return ()
    names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
    kinds = [part for part in step.opname.split("_") if part in ("LOAD", "STORE", "DELETE")]
    if len(kinds) == len(names) > 1:  # one instruction for two variables
        return tuple(n for n, k in zip(names, kinds, strict=True) if k == kind)
    return tuple(names) if kind in kinds else ()
