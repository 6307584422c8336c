"""``python -m stategraph``."""

import sys

from stategraph.cli import main

if __name__ == "__main__":
    sys.exit(main())
