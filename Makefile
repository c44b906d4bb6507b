# Two commands: `make play` and `make test`. Everything goes into .venv; a fresh clone needs Python 3.11+ and make.
# The page is built with Node.js; where there is none, or an old one, it comes from the package index.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NPM := $(BIN)/python hatch_build.py npm
# Tests start many processes, and without bytecode each would compile every source anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play terminal test lint types web web-dev web-check bench bench-compiled docs docs-check figures screenshots golden clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

$(BIN)/incangold: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Incan Gold needs Python 3.11 or newer; say which with: make PYTHON=python3.12")'
	@echo "Setting up in $(VENV): a minute or two."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/dev: pyproject.toml | $(BIN)/incangold
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

play: web  ## a table on the web; for the phones in the house: make play LAN=1; options: ARGS="--port 9000"
	@$(BIN)/incangold serve $(if $(LAN),--lan) $(ARGS)

terminal: $(BIN)/incangold  ## a game in the terminal; options: make terminal ARGS="--lang pl --people Ana,Bo"
	@$(BIN)/incangold play $(ARGS)

# Neighbours are tested by one worker (worksteal): what one test compiled or started, the next one uses.
# One worker more than there are cores: tests of browsers, servers and terminals mostly wait.
WORKERS ?= $(shell $(BIN)/python -c "import os; print((os.cpu_count() or 1) + 1)")
test: lint types docs-check web web-check  ## every check, as CI runs it
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

lint: $(VENV)/dev  ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev  ## mypy, strict, tests included
	$(BIN)/mypy

web: $(BIN)/incangold  ## build the page, if it has changed
	@$(BIN)/python hatch_build.py

web-dev: $(BIN)/incangold  ## the page as it is being written, beside a running `make play`
	@$(NPM) run dev $(if $(ARGS),-- $(ARGS))

web-check: $(BIN)/incangold  ## types and tests of the page
	$(NPM) run check
	$(NPM) test

bench: $(VENV)/dev  ## speed of everything, as rates and as ratios
	@$(BIN)/incangold bench $(ARGS)

COMPILED := rules.py view.py table/table.py bots/bot.py bots/simple.py
bench-compiled: $(VENV)/dev  ## the same with the innermost rooms compiled by mypyc (needs a C compiler)
	rm -rf build && mkdir build && cp -r src/incangold build/
	cd build && ../$(BIN)/mypyc $(addprefix incangold/,$(COMPILED)) > mypyc.log
	@PYTHONPATH=build $(BIN)/python -m incangold bench $(ARGS)

docs: $(VENV)/dev  ## write the generated pages
	$(BIN)/python -m docs.generate

docs-check: $(VENV)/dev  ## whether the generated pages are current
	$(BIN)/python -m docs.generate --check

figures: $(VENV)/dev  ## measure the figures of the pages on strength anew, an hour or two; one page: ARGS=strength
	$(BIN)/python -m docs.figures $(ARGS)

screenshots: $(VENV)/dev web  ## draw the pictures of the README
	$(BIN)/python -m docs.screenshots

golden: $(VENV)/dev  ## play the golden games and counts anew, after a change of the rules
	$(BIN)/python -m tests.golden.regenerate
	$(BIN)/python -m tests.counting.recount

clean:  ## forget .venv, the built page and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist web/node_modules src/incangold/server/static
