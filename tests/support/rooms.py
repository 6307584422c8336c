"""The rooms of the package, in the order in which they may import each other."""

# each may import only those before it
ORDER = [
    "errors",
    "files",
    "children",
    "machine",
    "kernels",
    "variables",
    "rules",
    "native",
    "graph",
    "levels",
    "engines",
    "expand",
    "analysis",
    "search",
    "metrics",
    "laws",
    "ask",
    "design",
    "invent",
    "players",
    "difficulty",
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

# of the command line: what its verbs share, each of which is a file beside them
ABOUT_VERBS = (
    "completion",
    "parsing",
    *("answers", "drawn", "guides", "states", "tabled"),
    *("exits", "failures", "inputs", "known", "looks", "options", "outputs", "remarks", "runs"),
    *("bots", "designing", "invention", "on_board", "players", "quantities", "searching", "seen"),
    *("settings", "signals", "solutions", "stores", "terminal", "visible", "ways"),
)
