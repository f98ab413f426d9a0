# `make` alone tells what there is. Every target sets up what it needs first, so each works from a
# fresh clone; nothing is done twice.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# The first Python on PATH that is new enough; only used to make .venv.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$name" && break; done)
BIN := .venv/bin
LANGUAGE = $(BIN)/tilewright lexicon fetch --install
SETUP := $(PYTHON) scripts/setup.py
# PostgreSQL's driver comes along when the store is one.
STORE := $(if $(filter postgres%,$(TILEWRIGHT_DATABASE_URL)),postgres,run)
# Where the tools of the page's checks are; `scripts/setup.py dev` writes the file.
TOOLS := . .venv/tools.env
# Test processes; e2e tests and services share the cores with them.
JOBS ?= 2
PYTEST_ARGS ?=

# `make bench-compare A B` reads two words after the target; they are no targets themselves.
ifeq (bench-compare,$(firstword $(MAKECMDGOALS)))
COMPARED := $(wordlist 2,3,$(MAKECMDGOALS))
.PHONY: $(COMPARED)
$(eval $(COMPARED): ; @:)
endif
A ?= $(word 1,$(COMPARED))
B ?= $(word 2,$(COMPARED))

.PHONY: help setup setup-dev lexicons lexicon-gl lexicon-pl lexicon-es run test check lint types \
	pytest bench bench-compare load conformance lock format clean need-python need-wrk need-languages

help:  ## show this list
	@echo "Tilewright: every legal move of a crossword board game, in any language."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "Settings come from the environment, for example: TILEWRIGHT_GATEWAY_PORT=8080 make run"
	@echo "docs/reference/configuration.md lists them all."

setup: need-python  ## install what the service needs into .venv
	@$(SETUP) $(STORE)

setup-dev: need-python  ## install that and what tests and checks need (Node.js, Chromium)
	@$(SETUP) dev

lexicons: setup  ## build the English lexicon unless it is there
	@$(BIN)/tilewright lexicon install

lexicon-gl: setup  ## fetch, build and install Galician: the complete lexicon gl, and gl-basic
	@$(LANGUAGE) gl
	@$(LANGUAGE) gl --basic

lexicon-pl: setup  ## fetch, build and install Polish
	@$(LANGUAGE) pl

lexicon-es: setup  ## fetch, build and install Spanish
	@$(LANGUAGE) es

run: lexicons  ## start worker and gateway; Ctrl-C stops them
	@exec $(BIN)/tilewright run

test: check  ## run every check and every test
	@$(MAKE) pytest

check: lint types

pytest: setup-dev
	@$(TOOLS) && exec $(BIN)/pytest -n $(JOBS) --dist loadfile $(PYTEST_ARGS)

lint: setup-dev  ## check style and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml

types: setup-dev  ## check types: mypy for Python, tsc for the page
	$(BIN)/mypy
	$(TOOLS) && npm run --silent types

bench: setup-dev need-wrk  ## measure everything and save the figures to bench-results/
	@exec $(BIN)/tilewright bench

bench-compare: setup  ## compare two saved measurements: make bench-compare A B
	@test -n "$(A)" -a -n "$(B)" || { echo "expected two files: make bench-compare OLD.json NEW.json"; exit 2; }
	@exec $(BIN)/tilewright bench --compare $(A) $(B)

load: setup-dev $(if $(filter matches swaps,$(SCENARIO)),,need-wrk)  ## drive the service: move generation, live matches (SCENARIO=matches), swaps of lexicons (SCENARIO=swaps)
	@exec $(BIN)/tilewright load $(if $(SCENARIO),--scenario $(SCENARIO))

conformance: setup-dev need-languages  ## the long exactness runs that `make test` takes samples of
	@exec $(BIN)/pytest -m conformance $(PYTEST_ARGS)

lock: setup-dev  ## resolve requirements/*.in anew, with hashes
	@for name in run postgres dev; do \
	  (cd requirements && ../$(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	    --generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links \
	    $$([ "$$name" = run ] || echo "-c run.txt") $$name.in -o $$name.txt) || exit; \
	done

format: setup-dev  ## lay the Python code out
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove what was installed or made here, except var/ (lexicons and data)
	rm -rf .venv node_modules build *.egg-info .mypy_cache .ruff_cache .pytest_cache \
	  .import_linter_cache .hypothesis test-artifacts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

need-python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and none is on PATH." \
	  "On Debian: apt-get install python3 python3-venv. Or name one: make PYTHON=/path/to/python3 run"; exit 2; }

need-languages: need-python
	@$(PYTHON) scripts/system.py languages

need-wrk: need-python
	@$(PYTHON) scripts/system.py wrk
