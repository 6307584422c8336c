"""``python -m stategraph`` and the command ``stategraph``: the command line, however early it ends.

Who presses Ctrl-C while Python still imports the command line is told in one line as later on.
"""

import sys

# As `stategraph.cli.exits` has it, which may be what is being imported.
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
