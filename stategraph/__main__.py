"""``python -m stategraph`` and the command ``stategraph``: the command line, however early it ends.

Ctrl-C prints one line, also while Python still imports the command line.
"""

import sys

# As in `stategraph.cli.terminal`, which may not be imported yet.
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
