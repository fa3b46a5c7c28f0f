# make play and make test do all the set-up. They need Python (3.11 or newer), git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
VENV_PYTHON := $(BIN)/python$(if $(filter Windows_NT,$(OS)),.exe)
.DEFAULT_GOAL := help
CLIENT := src/kolej/server/client
# version 0.1.0, to compare with
FIRST := build/0.1.0
MEASURES := $(filter-out %_against.py %/frames.py,$(wildcard benchmarks/*.py))
NODE := $(BIN)/python tools/node.py
# The tests start Python hundreds of times, and without this each time would compile all our modules again.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help play web test quick check docs docs-serve types look coverage mutants bench strength soak fmt pictures layouts pins release clean

help:
	@echo "make play       play a game against bots, in the browser"
	@echo "make web        build the web client, if it changed"
	@echo "make test       check, then all tests"
	@echo "make quick      what most changes need: linters, types, import rules, the fast tests"
	@echo "make check      ruff, mypy, import rules, ESLint, Prettier, svelte-check, the documentation"
	@echo "make docs       build the documentation site into build/site"
	@echo "make docs-serve serve the site, and rebuild it while you write"
	@echo "make bench      measurements, each a ratio to a named reference"
	@echo "make strength   play the bots against each other and write docs/strength.md"
	@echo "make soak       the long tests"
	@echo "make coverage   which lines of the rules the tests reach, uncompiled"
	@echo "make mutants    find small faults in rules, boards, tables and store that no test notices"
	@echo "make fmt        format the code"
	@echo "make types      generate the types of the protocol and of the texts in TypeScript"
	@echo "make look       generate the client's colours, symbols and style of the printed board"
	@echo "make layouts    compute the layouts of the shipped boards again"
	@echo "make pictures   draw the pictures of README, docs and the rules page again"
	@echo "make pins       compile the pinned requirements again"
	@echo "make release    check, build sdist and wheel, and try the wheel in an empty environment"

$(VENV_PYTHON):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "error: $(PYTHON) is older than Python 3.11; set PYTHON=/path/to/a/newer/one"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(VENV_PYTHON) requirements/play.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/play.txt
	KOLEJ_NO_CLIENT=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/.test: $(VENV)/.play requirements/test.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/test.txt
	@touch $@

$(VENV)/.docs: $(VENV_PYTHON) requirements/docs.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/docs.txt
	@touch $@

# Node: the machine's own, or one from the package index, installed beside Python (tools/node.py).
web/node_modules/.installed: web/package.json web/package-lock.json | $(VENV_PYTHON)
	@$(BIN)/python tools/web_client.py --packages

web: | $(VENV_PYTHON)
	@$(BIN)/python tools/web_client.py

play: $(VENV)/.play web
	@$(BIN)/kolej play

# Each tool has its own cache and checks only what changed. Two at a time, the longest first.
ESLINT := eslint . --max-warnings 0 --cache --cache-strategy content --cache-location node_modules/.cache/eslint/
PRETTIER := prettier . --log-level warn --cache --cache-strategy content
LINTERS := lint-mypy lint-eslint lint-prettier lint-imports lint-generated lint-ruff
TWO_AT_A_TIME = +@$(MAKE) --no-print-directory -j2
.PHONY: lint $(LINTERS) svelte-check vitest

check: $(VENV)/.test $(VENV)/.docs web/node_modules/.installed
	$(TWO_AT_A_TIME) svelte-check $(LINTERS) docs

lint: $(VENV)/.test $(VENV)/.docs web/node_modules/.installed
	$(TWO_AT_A_TIME) $(LINTERS)

lint-ruff:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-mypy:
	$(BIN)/mypy

lint-imports:
	$(BIN)/lint-imports --no-logo

lint-generated:
	$(BIN)/python tools/typescript.py --check
	$(BIN)/python tools/messages.py --check
	$(BIN)/python tools/look.py --check

lint-prettier:
	$(NODE) $(PRETTIER) --check

lint-eslint:
	$(NODE) $(ESLINT)

svelte-check:
	$(NODE) svelte-check --incremental --tsconfig ./tsconfig.json --fail-on-warnings --output human

vitest:
	$(NODE) vitest run

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

docs-serve: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

# Tests that need no server, browser or second process, except those listed in tests/slow.txt.
QUICK := tests/rules tests/boards tests/bots tests/server/test_table_edges.py tests/server/test_told.py $(wildcard tests/test_*.py)

# Each process takes the next tests in their order, so that they share what is set up for a file, and steals
# from the other when it has none left.
PYTEST := $(BIN)/pytest -n auto --dist worksteal

quick: $(VENV)/.test $(VENV)/.docs web/node_modules/.installed
	$(TWO_AT_A_TIME) $(LINTERS) vitest
	@$(BIN)/kolej warm
	$(PYTEST) -q -m 'not soak and not slow' $(QUICK)

test: $(VENV)/.test $(VENV)/.docs web/node_modules/.installed
	$(TWO_AT_A_TIME) svelte-check $(LINTERS) vitest docs web
	@if [ "$$CI" = true ]; then tools/system.sh; fi
	@$(BIN)/kolej warm
	$(PYTEST)

soak: $(VENV)/.test web
	$(BIN)/pytest -m soak --durations=0 -rP

# Those outside tests/rules ask the typed interface what lies ahead of a seat, which rules compute.
OF_RULES := tests/rules tests/test_outlook.py tests/test_choices.py tests/test_sending.py

coverage: $(VENV)/.test
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n auto $(OF_RULES) --cov=kolej.rules --cov-report=term-missing:skip-covered --cov-fail-under=100

mutants: $(VENV)/.test
	$(BIN)/python tools/mutants.py

bench: $(VENV)/.test $(FIRST)
	@$(BIN)/kolej bench
	@failed=0; for program in $(MEASURES); do \
		echo "== $$program"; $(BIN)/python $$program || failed=1; \
	done; \
	for program in benchmarks/*_against.py; do \
		echo "== $$program $(FIRST)"; $(BIN)/python $$program $(FIRST) || failed=1; \
	done; exit $$failed

$(FIRST):
	git worktree add --detach $(FIRST) 66f85e34e3a47823ba41071ff36c4fd186f32e4f

strength: $(VENV)/.test
	$(BIN)/python tools/strength.py

fmt: $(VENV)/.test web/node_modules/.installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NODE) $(ESLINT) --fix
	$(NODE) $(PRETTIER) --write

types: $(VENV)/.test
	$(BIN)/python tools/typescript.py
	$(BIN)/python tools/messages.py

look: $(VENV)/.test
	$(BIN)/python tools/look.py

layouts: $(VENV)/.play
	$(BIN)/kolej board layout --all --fresh --figures

pictures: $(VENV)/.test
	$(BIN)/python tools/pictures.py
	$(BIN)/python tools/rule_pictures.py

pins: $(VENV)/.test
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate --extra pictures pyproject.toml -o requirements/play.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -c requirements/play.txt requirements/test.in -o requirements/test.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -c requirements/play.txt -c requirements/test.txt requirements/docs.in -o requirements/docs.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate requirements/node.in -o requirements/node.txt
	$(NODE) npm install --package-lock-only

release: test
	$(BIN)/python tools/release.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist web/node_modules $(CLIENT)
