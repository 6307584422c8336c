# Two commands do everything on a fresh machine with Python >= 3.11:
#   make demo    solve, analyse, draw and report every bundled level into outputs/
#   make test    run the tests that are quick
# and, for those who change something:
#   make test-all   run them all; with ORDER="-p randomly" in a random order
#   make test-oldest  run some with the oldest Python and packages that setup.cfg allows
#   make check      lint, types and English
#   make docs       a site of the READMEs, the reference and a gallery, in docs/_build/html
#   make levels     the tables of bundled levels, once one is new or states other answers
#   make bench      how fast, and how far: engines, Python by hand, networkx, SPIN and searches
#   make bench-large  state graphs on disk, up to hundreds of millions of states
#   make mutate PACKAGE=analysis   small changes of a package that its tests do not notice

# Tests start hundreds of processes; each would compile the whole project again.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
BIN := .venv/bin

# A Python of the oldest release that setup.cfg allows.
OLDEST ?= $(if $(filter 3.11.%,$(lastword $(shell $(PYTHON) --version))),$(PYTHON),python3.11)
OLD := .venv/oldest

# Tests that call each package that the project needs, in a minute.
TELLING := tests/difficulty/test_difficulty.py tests/formats/test_state_columns.py \
  tests/formats/test_tables.py tests/gym tests/metrics/test_analyse.py \
  tests/pictures/test_plots.py tests/report/test_report.py tests/pushing/test_sat_search.py \
  tests/studio/test_server.py

demo: .venv/installed
	$(BIN)/stategraph demo -o outputs

test: .venv/installed-test
	$(BIN)/python -m pytest

test-all: .venv/installed-test .venv/second-judge/installed
	$(BIN)/python -m pytest --long $(ORDER)

test-oldest: $(OLD)/installed
	$(OLD)/bin/python -m pytest -W ignore::DeprecationWarning $(TELLING) \
	  --deselect tests/metrics/test_analyse.py::test_many_are_a_table  # pandas 2 sorts columns

check: .venv/installed-check
	$(BIN)/ruff format --check stategraph puzzles tests docs
	$(BIN)/ruff check stategraph puzzles tests docs
	$(BIN)/mypy
	$(BIN)/mypy --strict --follow-imports=silent tests/face/typed.py
	$(BIN)/python tests/support/plain_english.py
	tests/javascript/check

docs: .venv/installed-docs
	$(BIN)/sphinx-build -c docs -q -W --keep-going -n -d docs/_build/doctrees . docs/_build/html
	@echo docs/_build/html/index.html

bench: .venv/installed
	$(BIN)/python tests/benchmarks/bench.py
	$(BIN)/python tests/benchmarks/push_block.py

bench-large: .venv/installed
	$(BIN)/python tests/benchmarks/large.py --states 1000000 10000000 --where memory store
	$(BIN)/python tests/benchmarks/large.py --states 100000000 300000000 --where store
	$(BIN)/python tests/benchmarks/large.py --puzzles banquet --states 100000000 --where workers

mutate: .venv/installed-test .venv/installed-mutation
	$(BIN)/python tests/mutation/mutate.py $(PACKAGE) --count $(or $(COUNT),100)

levels: .venv/installed
	$(BIN)/python -m stategraph.level_files.contents

clean:
	rm -rf .venv build *.egg-info docs/_build docs/_generated

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python setup.cfg
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

.venv/installed-%: .venv/installed setup.cfg
	$(BIN)/python -m pip install --quiet --editable ".[$*]"
	touch $@

# All that continuous integration needs, by one call of pip instead of five.
.venv/installed-all: .venv/bin/python setup.cfg
	$(BIN)/python -m pip install --quiet --editable ".[check,docs,mutation,test]"
	touch .venv/installed $(addprefix .venv/installed-,check docs mutation test all)

# A model checker whose parser takes the place of ours: it has an environment of its own.
.venv/second-judge/installed: .venv/bin/python
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet "pyModelChecking==1.3.*"
	touch $@

$(OLD)/installed: .venv/bin/python setup.cfg tests/support/oldest.py
	$(OLDEST) -m venv $(OLD)
	$(OLD)/bin/python tests/support/oldest.py > $(OLD)/constraints.txt
	$(OLD)/bin/python -m pip install --quiet --only-binary :all: \
	  --constraint $(OLD)/constraints.txt --editable ".[test]"
	touch $@

.PHONY: demo test test-all test-oldest check docs bench bench-large mutate levels clean
