"""The command line in a separate process, with a given environment, for many commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys

CODE = """
import json, sys
from stategraph.cli import main
for line in json.load(sys.stdin):
    print(main(line))
"""


def outputs(*lines, **environment: str) -> bytes:
    """Run command lines one after another in a new process; return all their output.

    The exit code of each follows its output.
    """
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        input=json.dumps([[str(word) for word in line] for line in lines]).encode(),
        env={**os.environ, **environment},
        capture_output=True,
        check=True,
    )
    return done.stdout
