# Two commands for newcomers: `make demo` and `make test`. Both build their own .venv from nothing.
# Another Python: make demo PYTHON=python3.12
PYTHON ?= python3
VENV ?= .venv
ifndef GAME
GAME = disney-sidekicks
PLAYERS ?= 3
endif
OTHERS = sidekick-saga tokyo-sidekick villains-and-vigilantes
OUT ?= out
MATCHES ?= 200

ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
SIDESCRIPT := $(BIN)/sidescript

.DEFAULT_GOAL := help
.PHONY: help demo docs test lint ruff types layers bench build clean

help: ## what there is to make
	@echo "make demo   check the games (or one: GAME=...), run its tests, play matches, print its sheets and rules into $(OUT)/"
	@echo "make test   run all tests, the games' own scenarios included"
	@echo "make lint   ruff, mypy, pyright and the layers of the packages"
	@echo "make bench  measure speed beside the hand-written simulation (see docs/performance.md)"
	@echo "make build  a wheel and an sdist in dist/"
	@echo "make docs   the documentation as a site, $(OUT)/site/index.html"
	@echo "make clean  remove $(OUT)/, dist/ and caches (not $(VENV))"
	@echo
	@echo "Each makes its own $(VENV) first. Another Python: make demo PYTHON=/path/to/python3.12"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(None if v >= (3, 11) else "Sidescript needs Python 3.11 or newer; this is %d.%d. Try: make PYTHON=/path/to/python3.12" % v)'
	$(PYTHON) -m venv $(VENV)

# What players and authors need, and what a developer needs. Stamps, so that nothing is installed twice.
$(VENV)/.installed-print: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[print,native,watch,tables,translate,editor]'
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[print,native,dev]'
	@touch $@ $(VENV)/.installed-print

demo: $(VENV)/.installed-print ## from source to played match to printed sheet
	@echo "== $(GAME) is checked"
	$(SIDESCRIPT) check $(GAME) --no-hints
	@echo; echo "== its own tests are run"
	$(SIDESCRIPT) test $(GAME)
ifeq ($(origin GAME),file)
	@echo; echo "== the other games are checked and tested, and a few of their matches are played"
	@set -e; for game in $(OTHERS); do \
	    $(SIDESCRIPT) check $$game --no-hints; \
	    $(SIDESCRIPT) test $$game; \
	    $(SIDESCRIPT) simulate $$game --agents random --matches 20 --seed 1; \
	done
endif
	@echo; echo "== $(MATCHES) matches are played and summed up"
	$(SIDESCRIPT) simulate $(GAME) $(if $(PLAYERS),--players $(PLAYERS)) --agents random --matches $(MATCHES) --seed 1 --records $(OUT)/records
	@echo; echo "== cards and rules are printed"
	@mkdir -p $(OUT)/$(GAME)
	$(SIDESCRIPT) sheets $(GAME) --output $(OUT)/$(GAME)/cards.pdf
	$(SIDESCRIPT) rules $(GAME) --output $(OUT)/$(GAME)/rules.html
	$(SIDESCRIPT) rules $(GAME) --output $(OUT)/$(GAME)/rules.md
	@echo; echo "== done. Open these:"
	@ls -1 $(OUT)/$(GAME)/cards.pdf $(OUT)/$(GAME)/rules.html $(OUT)/$(GAME)/rules.md
	@echo "To play yourself: $(SIDESCRIPT) play $(GAME)"

test: $(VENV)/.installed-dev ## all tests
	$(BIN)/python -m pytest -q -n auto --dist loadfile $(PYTEST_ARGUMENTS)

lint: ruff types layers ## all four; `make -k lint` goes on after the first that fails

ruff: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/pyright --pythonpath $(BIN)/python --project pyright-tests.json

layers: $(VENV)/.installed-dev
	$(BIN)/lint-imports

bench: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks --out $(OUT)/benchmarks.json

$(VENV)/.installed-docs: $(VENV)/.installed-print
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

docs: $(VENV)/.installed-docs ## the pages of docs/ and of the top folder, and a list of all messages
	rm -rf $(OUT)/site-pages $(OUT)/site
	mkdir -p $(OUT)/site-pages
	cp -R docs *.md $(OUT)/site-pages/
	cp LICENSE $(OUT)/site-pages/LICENSE.txt
	sed -i.bak 's/(LICENSE)/(LICENSE.txt)/' $(OUT)/site-pages/README.md && rm $(OUT)/site-pages/README.md.bak
	@# what follows the language of a fence is for the tests; mkdocs would take such a fence for no fence
	find $(OUT)/site-pages -name '*.md' -exec sed -i.bak -E 's/^(```[a-z]+) .*/\1/' {} \; -exec rm {}.bak \;
	$(SIDESCRIPT) explain | awk 'BEGIN { print "# Messages\n" } { code = $$1; $$1 = ""; print "- [" code "](" code ".md):" $$0 }' > $(OUT)/site-pages/docs/errors/index.md
	$(BIN)/mkdocs build --quiet --strict --config-file mkdocs.yml
	@echo "$(OUT)/site/index.html"

build: $(VENV)/.installed-dev
	$(BIN)/python -m build

clean:
	rm -rf $(OUT) dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
