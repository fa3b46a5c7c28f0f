# Two commands do all the set-up: make play, make test. They need Python (3.11 or newer), git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
.DEFAULT_GOAL := help
.PHONY: help play test check coverage bench soak fmt pictures layouts pins clean

help:
	@echo "make play       play a game in the terminal"
	@echo "make test       check, then all tests"
	@echo "make check      ruff, mypy, import layers"
	@echo "make bench      figures, each a ratio against a named reference"
	@echo "make soak       the long tests"
	@echo "make coverage   lines of the rules that tests reach, run uncompiled"
	@echo "make fmt        format the code"
	@echo "make layouts    lay the shipped boards out anew"
	@echo "make pictures   draw the pictures of README and docs anew"
	@echo "make pins       compile the pinned requirements anew"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "error: $(PYTHON) is older than Python 3.11; set PYTHON=/path/to/a/newer/one"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(BIN)/python requirements/play.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/play.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/.test: $(VENV)/.play requirements/test.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/test.txt
	@touch $@

play: $(VENV)/.play
	@$(BIN)/kolej play

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

test: check
	@$(BIN)/python -c "from kolej.warming import warm; warm()"
	$(BIN)/pytest -n auto

soak: $(VENV)/.test
	$(BIN)/pytest -m soak --durations=0 -rP

coverage: $(VENV)/.test
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n auto tests/rules --cov=kolej.rules --cov-report=term-missing:skip-covered --cov-fail-under=100

bench: $(VENV)/.test
	@$(BIN)/kolej bench
	@for program in benchmarks/*.py; do echo "== $$program"; $(BIN)/python $$program || exit 1; done

fmt: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

layouts: $(VENV)/.play
	$(BIN)/kolej board layout --all --fresh --figures

pictures: $(VENV)/.test
	$(BIN)/python tools/pictures.py

pins: $(VENV)/.test
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate --extra pictures pyproject.toml -o requirements/play.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -c requirements/play.txt requirements/test.in -o requirements/test.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
