"""The entry point of ``python -m stategraph`` and of the command ``stategraph``.

After Ctrl-C it prints one line, even while Python is still importing the command line.
"""

import sys

# The same exit code as in `stategraph.cli.terminal`, which may not be imported yet.
INTERRUPTED = 130


def main() -> int:
    """Run the command line and return its exit code."""
    try:
        from stategraph.cli import main as run

        return run(owns_process=True)
    except KeyboardInterrupt:
        sys.stderr.write("stategraph: interrupted\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
