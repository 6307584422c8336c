# Two commands do everything on a fresh machine with Python >= 3.11:
#   make demo    solve, analyse, draw and report every bundled level into outputs/
#   make test    run the tests that are quick
# and, for those who change something:
#   make test-all   run them all
#   make check      lint and types
#   make docs       a site of the READMEs, the reference and a gallery, in docs/_build/html
#   make levels     the tables of bundled levels, once one is new or states other answers
#   make bench      how fast, and how far: engines, Python by hand, networkx, SPIN and searches
#   make bench-large  state graphs on disk, up to hundreds of millions of states

PYTHON ?= python3
BIN := .venv/bin

demo: .venv/installed
	$(BIN)/stategraph demo -o outputs

test: .venv/installed-test
	$(BIN)/python -m pytest

test-all: .venv/installed-test
	$(BIN)/python -m pytest --long

check: .venv/installed-check
	$(BIN)/ruff format --check --line-length 100 stategraph puzzles tests docs
	$(BIN)/ruff check --line-length 100 --select E,F,W,I,B,UP,SIM,C4,RET,PTH,D1 --ignore C408,D105,D107,SIM108,SIM117 stategraph puzzles
	$(BIN)/ruff check --line-length 100 --select E,F,W,I,B,UP,SIM,C4,RET --ignore C408,SIM117 tests docs
	$(BIN)/mypy

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

levels: .venv/installed
	$(BIN)/python -m stategraph.levels.contents

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

.PHONY: demo test test-all check docs bench bench-large levels clean
