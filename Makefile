# Every action of the project. `make help` lists them; nothing needs to be run before any of them.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
unexport PYTHONPATH PYTHONHOME

VENV := .venv
BIN := $(VENV)/bin
STAMPS := .make
SETUP := sh scripts/setup.sh
# Cargo shares its work out by itself: it is not to ask a `make` of several jobs for leave.
CARGO := cd hub_engine/core && MAKEFLAGS= cargo
CORE_SOURCES := $(shell find hub_engine/core \( -name target -o -name fuzz \) -prune -o -type f -print 2>/dev/null)

.PHONY: help run setup build lint typecheck unit rust-test test test-slow test-peers cov perft bench bench-check fuzz soak latency \
        variant-games variant-speed docs wheel rulewords clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "%-12s %s\n", $$1, $$2}' Makefile

# Set-up talks on standard error only: standard output of `make run` belongs to the Hub peer, and so does its input.
$(STAMPS)/venv: pyproject.toml scripts/setup.sh
	@$(SETUP) venv </dev/null >&2

$(STAMPS)/core: $(STAMPS)/venv $(CORE_SOURCES)
	@$(SETUP) core </dev/null >&2

$(STAMPS)/dev: $(STAMPS)/venv
	@$(SETUP) dev </dev/null >&2

run: $(STAMPS)/core ## build what is needed, then serve Hub on stdin and on 127.0.0.1:27530
	@exec $(BIN)/python -m hub_engine serve

setup: $(STAMPS)/core $(STAMPS)/dev ## virtual environment, engine and development tools

build: $(STAMPS)/core ## the Rust core, release build, into the virtual environment

lint: $(STAMPS)/dev ## ruff, import arrows, no variant names in code, rustfmt, clippy
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python scripts/check_variant_names.py
	@$(CARGO) fmt --all --check
	@$(CARGO) clippy --quiet --workspace --all-targets --locked -- -D warnings

typecheck: $(STAMPS)/dev $(STAMPS)/core ## mypy strict; the stub of the compiled module against the module
	@$(BIN)/mypy
	@$(BIN)/python -m mypy.stubtest hub_engine._core --concise

unit: $(STAMPS)/dev $(STAMPS)/core ## Python tests, the quick ones
	@$(BIN)/python -m pytest -q -m "not slow and not peers"

# All tests with the run-time rules, which build quickly and check every arithmetic step; then the compiled-in ones against them.
rust-test: $(STAMPS)/venv ## Rust tests
	@$(CARGO) test --quiet --workspace --exclude hub-python --locked --features hub-rules/loaded-only
	@$(CARGO) test --quiet --release --locked -p hub-rules --test shipped_rules

# While one of the two compiles or waits the other has the cores; each tells its results when it is through.
test: build lint typecheck ## the whole gate
	@echo 'Rust and Python tests, side by side'
	@$(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync) rust-test unit
	@$(MAKE) --no-print-directory bench-check

test-slow: $(STAMPS)/dev $(STAMPS)/core ## tests that take minutes: deep perft, long fuzzing
	@$(BIN)/python -m pytest -q -m "slow and not peers" --timeout 1800

test-peers: $(STAMPS)/dev $(STAMPS)/core ## tests against other people's programs, where they are installed
	@$(BIN)/python -m pytest -q -m peers --timeout 1800

cov: $(STAMPS)/dev $(STAMPS)/core ## Python tests with branch coverage
	@$(BIN)/python -m pytest -q -m "not slow and not peers" --cov --cov-report term-missing:skip-covered

perft: $(STAMPS)/core ## move counts from the start position: make perft DEPTH=8 VARIANT=...
	@$(BIN)/python -m hub_engine perft $(or $(DEPTH),8) $(if $(VARIANT),--variant $(VARIANT))

bench: $(STAMPS)/core ## fixed search of fixed positions; the last line is the node signature
	@$(BIN)/python -m hub_engine bench

bench-check: $(STAMPS)/core ## compare the node signature with tests/data/bench.txt
	@$(BIN)/python -m hub_engine bench --check tests/data/bench.txt

fuzz: $(STAMPS)/dev $(STAMPS)/core ## 100,000 mutated lines into a live process
	@$(BIN)/python -m pytest -q -m slow --timeout 1800 tests/e2e/test_fuzz.py

soak: $(STAMPS)/core ## random traffic of Hub and DXP peers against a daemon: make soak MINUTES=60
	@$(BIN)/python scripts/soak.py --minutes $(or $(MINUTES),5)

latency: $(STAMPS)/core ## start to ready, ping, stop, and how eight sessions share the machine
	@$(BIN)/python scripts/latency.py

variant-games: $(STAMPS)/core ## games of every variant against itself, and how they ended
	@$(BIN)/python scripts/variant_games.py

variant-speed: $(STAMPS)/core ## perft rates of every variant beside those of the usual game
	@$(BIN)/python scripts/variant_speed.py

docs: $(STAMPS)/dev $(STAMPS)/core ## run the examples of the documentation, check its links
	@$(BIN)/python -m pytest -q tests/test_docs.py

wheel: $(STAMPS)/venv ## wheel and source package into dist/
	@$(SETUP) wheel </dev/null >&2

rulewords: $(STAMPS)/venv ## recompile configs/variants into the list of built-in rules
	@$(BIN)/python -m hub_engine.config.builtin

clean: ## remove what was built
	rm -rf $(VENV) $(STAMPS) dist hub_engine/core/target hub_engine/_core*.so .mypy_cache .ruff_cache .pytest_cache .hypothesis
