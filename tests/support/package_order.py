"""The packages of stategraph, in the order in which they may import each other."""

# each may import only those above it
ORDER = [
    "errors",
    "readable",
    "files",
    "web_page",
    "child_processes",
    "machine",
    "kernels",
    "variables",
    "rules",
    "native",
    "graph",
    "level_files",
    "engines",
    "expand",
    "analysis",
    "search",
    "pushing",
    "metrics",
    "difficulty",
    "laws",
    "ask",
    "players",
    "design",
    "invent",
    "formats",
    "store",
    "load",
    "tell",
    "pictures",
    "gym",
    "report",
    "studio",
    "notebook",
    "face",
    "cli",
    "__main__",
]

# of the command line: files that its verbs share; each verb is a file beside them
ABOUT_VERBS = (
    *("designs", "failures", "graphs", "levels", "limits"),
    *("option_values", "outputs", "parsing", "paths", "terminal"),
)

# Classes whose methods call the functions of `stategraph.face`. They import it inside the bodies of
# these methods, and import types of packages further down for annotations only.
WITH_FACE_METHODS = ("stategraph.graph.array_graph", "stategraph.level_files.level")
