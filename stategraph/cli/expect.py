"""The verb ``expect``: the known answers of a level file."""

from __future__ import annotations

from codecs import BOM_UTF8

from stategraph.cli import graphs
from stategraph.cli.graphs import Expansion, refused_by
from stategraph.cli.levels import LevelRequest
from stategraph.cli.parsing import part, switch
from stategraph.cli.terminal import DONE, say
from stategraph.errors import InputError
from stategraph.files import read, write

SUMMARY = "fill in the known answers of a level file"
HELP = """\
Compute the known answers of a level. With --write they become the level file's `expect:`, and
every other byte of the file stays as it is.

  $ stategraph expect my-level.yaml --write
"""


class Request(LevelRequest):
    """The options of ``expect``."""

    expansion: Expansion = part(
        Expansion, by=refused_by("a level file states its answers in single moves")
    )
    write: bool = switch("--write", "change the level file itself")


def answer(request: Request) -> int:
    """Print the ``expect:`` section of a level, or write it into the level file."""
    from stategraph import level_files
    from stategraph.metrics import STATED, summary

    level = request.load()
    graph = graphs.expand(request.expansion, level)
    if not graph.complete:
        return graphs.whole_or_stopped(level, graph, "; nothing written")
    record = summary(graph)
    answers = {name: record[name] for name in STATED}
    if not request.write:
        say(f"expect: {level_files.flow(answers)}")
        return DONE
    if level.name == "-" or not level.text or not level.file.endswith((".yaml", ".yml")):
        raise InputError(f"{level.file} is not a YAML level file, so --write cannot add 'expect:'")
    mark = BOM_UTF8 if read(level.file).startswith(BOM_UTF8) else b""
    write(level.file, mark + level_files.with_expect(level, answers).encode())
    return DONE
