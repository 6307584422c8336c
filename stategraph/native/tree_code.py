"""Code for decision trees: branches, alternatives and loops as nested statements over scalars.

::

    if a or b: ...         g1 = 0                 paths with the same continuation join at one exit
                           if a: g1 = 1           of their branches, and the continuation is
                           if not a:              written once
                               if b: g1 = 1
                           if g1 == 1: ...
    for d in each(...):    for k2 in range(4):    alternatives that differ only in numbers are
                               n_moves = part0(...)  calls of one function, the *part*
"""

from __future__ import annotations

from itertools import groupby

from stategraph.native.expressions import Expr
from stategraph.native.label_numbers import Labels
from stategraph.native.node_code import Steps
from stategraph.native.parameters import PartParameters, PooledParameters
from stategraph.native.templates import FAILS
from stategraph.native.traced_puzzle import Traced
from stategraph.native.tree_nodes import Bound, Check, Move, Node

# A rule with more than LARGE_RULE nodes is cut into functions, because compilation time grows
# faster than the size of a function. The number of nodes of each function is in PART_PLACES. Small
# functions are better, because equal subtrees share a function.
LARGE_RULE, PART_PLACES = 200, range(8, 65)

# The packed state, if it is one word.
WORDS = ["w0 = states[head, 0]"]


class Writer(Steps):
    """Writes trees as nested statements over scalars."""

    def __init__(self, traced: Traced, width: int):
        labels = {label for tree in traced.trees for label in tree.labels()}
        super().__init__(width, Labels(traced.tracer.expressions, labels))
        self.pool = PooledParameters(self.parameters)
        self._parts: dict[str, str] = {}
        self._cuts = False
        self._items: set[int] = set()
        self._keys: dict[int, int] = {}
        self._alike: dict[tuple, int] = {}

    def rule(self, tree: Node) -> None:
        """Write a rule, cut into parts if it is large."""
        self._cuts = tree.places() > LARGE_RULE
        self.node(tree)
        self._cuts = False

    def apart(self, tree: Node | None) -> list[str]:
        """Return the lines of a tree that becomes a separate function."""
        self.lines, self.scopes = [], [{}]
        if tree is not None:
            self.node(tree)
        return self.lines

    def node(self, node: Node) -> None:
        """Write the code of a subtree."""
        if self._is_part(node):
            self._call(*self._part(node))
            return
        self.steps(node)
        if node.kind == "if":
            self._if(node)
        elif node.kind == "each":
            self._each(node)
        elif node.kind == "loop":
            self._loop(node)

    # ------------------------------------------------------------------ parts

    def _is_part(self, node: Node) -> bool:
        """Return whether a subtree becomes a separate function."""
        return self._cuts and node.places() in PART_PLACES

    def _part(self, node: Node) -> tuple[str, int, tuple[str, ...]]:
        """Write a part; return its name, the offset of its numbers, and its loop items.

        Subtrees that differ only in numbers and tables share a part.
        """
        around = self.lines, self.depth, self.scopes, self.parameters, self._names
        items = {k: name for scope in self.scopes for k, name in scope.items() if k in self._items}
        inside = {number: f"i{k}" for k, number in enumerate(items)}
        self.lines, self.depth, self.scopes, self._names = [], 1, [inside, {}], 0
        self.parameters, self._cuts = PartParameters(self.pool), False
        self.node(node)
        lines, numbers = self.lines, self.parameters.constants
        self.lines, self.depth, self.scopes, self.parameters, self._names = around
        self._cuts = True
        begin = len(self.pool.numbers)
        self.pool.numbers.extend(numbers)
        arguments = "".join(f", {name}" for name in inside.values())
        text = "\n".join([f"(r{arguments}):", *lines]).replace(FAILS, "return -1")
        name = self._parts.setdefault(text, f"part{len(self._parts)}")
        return name, begin, tuple(items.values())

    def _each(self, node: Node) -> None:
        """Write alternatives; consecutive calls of the same part become a loop."""
        kids = [node.kids[answer] for answer in sorted(node.kids)]
        for is_part, group in groupby(kids, self._is_part):
            if is_part:
                parts = map(self._part, group)
                for (name, items), run in groupby(parts, lambda part: (part[0], part[2])):
                    self._call_each(name, [begin for _, begin, _ in run], items)
            else:
                for kid in group:
                    self._beside(kid)

    def _call_each(self, name: str, begins: list[int], items: tuple[str, ...]) -> None:
        """Write the calls of a part whose sets of numbers begin at equally spaced offsets."""
        if len(begins) == 1:
            self._call(name, begins[0], items)
            return
        times, first, step = map(
            self.parameters.constant, (len(begins), begins[0], begins[1] - begins[0])
        )
        k = self.name("k")
        self.line(f"for {k} in range({times}):")
        self.depth += 1
        self._call(name, f"{first} + {k} * {step}", items)
        self.depth -= 1

    def _call(self, name: str, begin: int | str, items: tuple[str, ...]) -> None:
        """Write the call of a part."""
        if isinstance(begin, int):
            begin = self.parameters.constant(begin)
        words = ", ".join(("states, head, new, label, won, n_moves", begin, *items))
        self.line(f"n_moves = {name}({words}, *T)")
        self.line("if n_moves < 0:")
        self.line(f"    {FAILS}")

    def functions(self) -> list[str]:
        """Return the lines of the functions of all parts."""
        first = [f"    {line}" for line in WORDS] if self.width == 1 else []
        lines = []
        for text, name in self._parts.items():
            head, *body = text.split("\n")
            head = head.replace("(", f"def {name}(states, head, new, label, won, n_moves, ", 1)
            head = head.replace("):", ", *T):")
            lines += [head, *first, *body, "    return n_moves", "", ""]
        return lines

    def _beside(self, node: Node) -> None:
        """Write a subtree in a nested scope."""
        self.scopes.append({})
        self.node(node)
        self.scopes.pop()

    def _below(self, head: str, node: Node) -> None:
        """Write a subtree below `head`."""
        with self.indented(head):
            self.node(node)

    def _if(self, node: Node) -> None:
        """Write a branch and the code below it.

        Several paths through a cluster of branches, such as ``a or b and c``, may have the same
        continuation. Then the cluster only computes the number of its exit, and the continuation of
        each exit is written once.
        """
        counts: dict[int, int] = {}
        self._count(node, counts)
        meets = {key for key, times in counts.items() if times > 1}
        if not meets:
            self._plain_if(node)
            return
        exit_name = self.name("g")
        exits: dict[int, tuple[int, Node]] = {}
        self.line(f"{exit_name} = 0")
        self._choose(node, exit_name, meets, exits)
        for number, kid in exits.values():
            self._below(f"if {exit_name} == {number}:", kid)

    def _count(self, node: Node, counts: dict[int, int]) -> None:
        """Count, for each subtree, how many branches of a cluster lead to it."""
        for kid in filter(Node.does_something, node.kids.values()):
            key = self._key(kid)
            counts[key] = counts.get(key, 0) + 1
            if kid.is_question() and counts[key] == 1:
                self._count(kid, counts)

    def _choose(
        self, node: Node, exit_name: str, meets: set[int], exits: dict[int, tuple[int, Node]]
    ) -> None:
        """Write the branches of a cluster, which assign the number of the exit to `exit_name`."""
        condition = self.value(node.what)
        for head, answer in ((f"if {condition}:", 0), (f"if not {condition}:", 1)):
            kid = node.kids.get(answer)
            if kid is None or not kid.does_something():
                continue
            key = self._key(kid)
            with self.indented(head):
                if key in meets or not kid.is_question():
                    number, _ = exits.setdefault(key, (len(exits) + 1, kid))
                    self.line(f"{exit_name} = {number}")
                else:
                    self.steps(kid)
                    self._choose(kid, exit_name, meets, exits)

    def _key(self, node: Node) -> int:
        """Return a number that equal subtrees share."""
        if id(node) not in self._keys:
            steps = tuple(map(self._step_key, node.steps))
            question = node.what.number if isinstance(node.what, Expr) else node.what
            kids = tuple((answer, self._key(kid)) for answer, kid in sorted(node.kids.items()))
            whole = steps, node.kind, question, kids
            self._keys[id(node)] = self._alike.setdefault(whole, len(self._alike))
        return self._keys[id(node)]

    def _step_key(self, step: Check | Move | Bound) -> tuple:
        if isinstance(step, Bound):
            value = step.value.number if isinstance(step.value, Expr) else ("c", step.value)
            return "bound", value, step.adds
        if isinstance(step, Check):
            value = step.value.number if isinstance(step.value, Expr) else ("c", step.value)
            return value, step.low, step.high
        words = tuple((word, value.number) for word, value in sorted(step.words.items()))
        wide = tuple((name, after.number) for name, (_, after) in step.wide.items())
        return step.label, words, wide, self._key(step.wins)

    def _plain_if(self, node: Node) -> None:
        condition = self.value(node.what)
        yes, no = (node.kids.get(k) for k in (0, 1))
        if yes is not None and yes.does_something():
            self._below(f"if {condition}:", yes)
            if no is not None and no.does_something():
                self._below("else:", no)
        elif no is not None and no.does_something():
            self._below(f"if not {condition}:", no)

    def _loop(self, node: Node) -> None:
        lists, row, _ = node.what.args
        at, slot, item = self.value(row), self.name("i"), self.name("x")
        starts, parameters = "starts", self.parameters
        begin, end = parameters.item(lists, at, starts), parameters.item(lists, f"{at} + 1", starts)
        self._items.add(node.what.number)
        with self.indented(f"for {slot} in range({begin}, {end}):", names={node.what.number: item}):
            self.line(f"{item} = {parameters.item(lists, slot)}")
            self.node(node.kids[0])
        if 1 in node.kids:
            self._beside(node.kids[1])
