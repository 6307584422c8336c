"""The packages to install; setup.cfg holds everything else.

The folder puzzles/ is installed as `stategraph_puzzles`, because another project may well have a
package called `puzzles`. No option of setup.cfg renames the packages that it finds.
"""

from setuptools import find_packages, setup

setup(
    packages=[
        *find_packages(include=["stategraph", "stategraph.*"]),
        "stategraph_puzzles",
        *(f"stategraph_puzzles.{name}" for name in find_packages("puzzles")),
    ]
)
