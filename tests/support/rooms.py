"""The rooms of the package, in the order in which they may import each other."""

# each may import only those before it
ORDER = [
    "errors",
    "files",
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
    "design",
    "formats",
    "load",
    "tell",
    "pictures",
    "report",
    "notebook",
    "face",
    "cli",
    "__main__",
]
