# What people and CI run. Everything happens in a virtual environment of its own; needed are
# Python 3.11 or later with venv, a C compiler, and PyPI for what pyproject.toml names.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LOWEST := $(VENV)-minimums
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --retries 2
MJTOOL := $(BIN)/mjtool

# Bytecode of what is not copied into the environment: the program starts faster with it.
COMPILE := $(BIN)/python -m compileall -q mjtool

# The stamps say which extras are installed; a change to the build or the kernel installs anew.
SOURCES := pyproject.toml setup.py $(wildcard ext/*.* ext/*/*)

.PHONY: help demo test test-minimums test-slow coverage sanitize fuzz check format bench screens languages docs dist clean

help:
	@echo "make demo       set up, then score hands of every family"
	@echo "make test       set up, then run the tests"
	@echo "make coverage   the tests, and which lines of the program they run"
	@echo "make test-minimums  the tests with every dependency at its lowest version"
	@echo "make test-slow  the exhaustive suites, minutes"
	@echo "make sanitize   the kernel's tests with the compiler's sanitizers"
	@echo "make fuzz       inputs made up by atheris: notation, rule files, logs"
	@echo "make check      format, lint, types, layers"
	@echo "make format     let ruff format and fix what it can"
	@echo "make bench      benchmarks beside the peers that PyPI has"
	@echo "make languages  write the Traditional Chinese texts from the Simplified ones"
	@echo "make screens    write what every command shows on a terminal, which tests compare"
	@echo "make docs       write the pages that follow from the code, build the site in build/site"
	@echo "make dist       wheel and source distribution in dist/"
	@echo "make clean      remove what the above made"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "mjtool needs Python 3.11 or later; set PYTHON=")'
	@echo 'setting up $(VENV), takes a minute or two'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(SOURCES) | $(BIN)/python
	$(PIP) install --editable .
	@$(COMPILE)
	@touch $@

$(VENV)/.installed-test: $(SOURCES) | $(BIN)/python
	$(PIP) install --editable '.[test]'
	@$(COMPILE)
	@touch $(VENV)/.installed $@

$(VENV)/.installed-dev: $(SOURCES) | $(BIN)/python
	$(PIP) install --editable '.[dev]'
	@touch $(VENV)/.installed $(VENV)/.installed-test $@

$(VENV)/.installed-docs: $(SOURCES) | $(BIN)/python
	$(PIP) install --editable '.[docs]'
	@touch $(VENV)/.installed $@

$(VENV)/.installed-bench: $(SOURCES) | $(BIN)/python
	$(PIP) install --editable '.[test,bench]'
	@touch $(VENV)/.installed $(VENV)/.installed-test $@

demo: $(VENV)/.installed
	@MJTOOL=$(MJTOOL) sh docs/demo.sh

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile $(ARGS)

# Lines and branches of the package that the tests run, processes that they start not counted.
coverage: $(VENV)/.installed-test
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile \
	  --cov=mjtool --cov-report=term:skip-covered $(ARGS)

# In an environment of its own: everything that the program asks for at the lowest version allowed.
# ARGS='tests/test_usage.py ...' runs a part; without it all tests run.
$(LOWEST)/.installed: $(SOURCES) .ci/minimums.py
	@$(PYTHON) -m venv $(LOWEST)
	@$(PYTHON) .ci/minimums.py > $(LOWEST)/constraints.txt
	PIP_CONSTRAINT=$(LOWEST)/constraints.txt $(LOWEST)/bin/python -m pip \
	  --disable-pip-version-check --quiet --retries 2 install --editable '.[test]'
	@touch $@

test-minimums: $(LOWEST)/.installed
	$(LOWEST)/bin/python -m pytest --numprocesses auto --dist loadfile $(ARGS)

test-slow: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -m slow --durations=10 $(ARGS)

# The kernel's tests, and all inputs of fuzzing, with the address and undefined-behaviour sanitizers, in a
# copy of the sources; and faults on purpose, which they must see. PYTHONMALLOC: bytes of Python lie
# side by side without it, and what reads beyond them is not seen; CI has no time for that in the
# kernel's tests, and says SANITIZED_MALLOC=pymalloc.
SANITIZED := build/sanitized
SANITIZED_PYTHON := $(abspath $(BIN))/python
SANITIZED_MALLOC := malloc
SANITIZED_TEST := MJTOOL_SANITIZE=1 ASAN_OPTIONS=detect_leaks=0 \
  LD_PRELOAD="$$($(CC) -print-file-name=libasan.so)" \
  $(SANITIZED_PYTHON) -m pytest --numprocesses auto --dist loadfile -p no:cacheprovider

sanitize: $(VENV)/.installed-test
	rm -rf $(SANITIZED)
	mkdir -p $(SANITIZED)
	cp -r setup.py pyproject.toml README.md ext mjtool tests $(SANITIZED)
	rm -f $(SANITIZED)/mjtool/*.so
	cd $(SANITIZED) && MJTOOL_SANITIZE=1 $(SANITIZED_PYTHON) setup.py --quiet build_ext --inplace
	cd $(SANITIZED) && export PYTHONMALLOC=$(SANITIZED_MALLOC) && $(SANITIZED_TEST) $(ARGS) \
	  tests/test_kernel_*.py tests/test_solo*.py tests/test_asked.py tests/test_own_census.py tests/test_written.py
	cd $(SANITIZED) && export PYTHONMALLOC=malloc && $(SANITIZED_TEST) $(ARGS) \
	  tests/test_fuzz.py tests/planted/check_planted.py

# ARGS='native rules --seconds 1200' runs some for so long; what they keep stays in build/fuzz.
# What the extra names is installed by itself: the kernel need not be built again for it.
FUZZ := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["fuzz"], sep="\n")

$(VENV)/.installed-fuzz: $(VENV)/.installed-test
	@mkdir -p build
	@$(BIN)/python -c '$(FUZZ)' > build/fuzz.txt
	$(PIP) install --requirement build/fuzz.txt
	@touch $@

fuzz: $(VENV)/.installed-fuzz
	@PYTHONPATH=tests $(BIN)/python -m fuzz $(ARGS)

check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --quiet tests/test_layers.py

format: $(VENV)/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.installed-bench
	$(BIN)/python -m pytest benchmarks --override-ini python_files='bench_*.py' \
		--benchmark-timer=time.thread_time $(ARGS)

screens: $(VENV)/.installed-test
	$(BIN)/python -m tests.screens

languages: $(VENV)/.installed-test
	$(BIN)/python translations/zh_hant.py

# The pages that are written from the code, then the site: build/site, every warning an error.
docs: $(VENV)/.installed-docs
	$(BIN)/python docs/write_cli.py
	$(BIN)/python docs/write_rules.py
	$(BIN)/python docs/write_own_patterns.py
	$(BIN)/python docs/write_json.py
	$(BIN)/python docs/write_man.py
	$(BIN)/python docs/write_families.py
	$(BIN)/python docs/write_findings.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

dist: $(VENV)/.installed-dev
	$(BIN)/python -m build

clean:
	rm -rf $(VENV) $(LOWEST) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -f mjtool/*.so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
