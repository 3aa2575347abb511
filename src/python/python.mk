# python.mk - the wheel and the sdist of hitmask for Python, and their tests

.PHONY: wheel test-python bench-python needs-python

GOALS_wheel  := wheel
GOALS_python := test-python bench-python sample-python screenshot-python

# Debian's own Python has what its packages install, whatever else is called python3 here.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)
WHEELS := $B/wheel
PYTHON_SOURCES := $(LIB_SOURCES) $(wildcard include/*.h src/*.h src/python/*.[ch] src/python/*.py \
                    src/python/*.md src/python/*.toml src/python/hitmask/*)

# Lint checks the extension when the headers of Python are installed.
PYTHON_HEADERS = $(call once,PYTHON_HEADERS,$(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null))
PYTHON_CFLAGS  = $(if $(wildcard $(PYTHON_HEADERS)/Python.h),-isystem $(PYTHON_HEADERS) -DPy_LIMITED_API=0x030B0000)

needs-python: needs-compiler
	@$(call need,command -v $(PYTHON),$(PYTHON), wheel)

# The extension takes the compiler and its flags; a folder that is made anew holds no older version.
$(WHEELS)/made: $(PYTHON_SOURCES) | needs-python
	@rm -rf $(WHEELS) && mkdir -p $(WHEELS)
	$(call say,WHL,$(WHEELS))CC='$(CC)' CFLAGS='$(WARNINGS) $(CFLAGS)' LDFLAGS='$(LDFLAGS)' \
	  $(PYTHON) -B src/python/backend.py $(WHEELS)
	@touch $@

wheel: $(WHEELS)/made ## build/wheel: the package for Python, and its sources

# ---- Tests ---------------------------------------------------------------------------------------

# The wheel in an environment with Debian's pygame and numpy, and the sdist, which is compiled without
# optimization, in one that has nothing. PYTHON=python3.13 takes another one, CASES=200000 more cases of
# the comparison with pygame, ONLY='test_masks' some of the tests.
PYTHON_ENV  := $B/python/$(subst /,-,$(PYTHON:/%=%))
PIP_OFFLINE := PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INDEX=1

$(PYTHON_ENV)/made: $(WHEELS)/made
	@rm -rf $(@D) && mkdir -p $(@D)
	@$(PYTHON) -m venv --system-site-packages $(@D)/wheel && $(PYTHON) -m venv $(@D)/sources || \
	  { echo "error: $(PYTHON) cannot make environments; 'make deps wheel' installs what is missing" >&2; exit 1; }
	$(call say,PIP,$(WHEELS))$(PIP_OFFLINE) $(@D)/wheel/bin/pip install -q --force-reinstall $(WHEELS)/*.whl
	$(call say,PIP,$(WHEELS)/*.tar.gz)$(PIP_OFFLINE) CC='$(CC)' CFLAGS=-O0 $(@D)/sources/bin/pip install -q $(WHEELS)/*.tar.gz
	@touch $@

# The tests of pygame come from the sources of its package, where there are some; nothing else is read.
PYGAME_TESTS := $B/python/mask_test.py
$(PYGAME_TESTS): tools/dist/sources.sh
	@mkdir -p $(@D)
	@if $(PYTHON) -c 'import pygame' >/dev/null 2>&1 && sh $< $(@D)/debian pygame 2>$(@D)/debian.log; then \
	  cp $(@D)/debian/pygame/test/mask_test.py $@; fi; rm -rf $(@D)/debian

run_python = env -u PYTHONPATH SDL_VIDEODRIVER=dummy PYGAME_HIDE_SUPPORT_PROMPT=1 HITMASK=$(abspath $B/hitmask) \
             PYGAME_TESTS=$(abspath $(PYGAME_TESTS)) $(PYTHON_ENV)/wheel/bin/python -B

test-python: $(PYTHON_ENV)/made $(PYGAME_TESTS) $B/hitmask ## the package for Python, beside pygame's masks
	@cd / && env -u PYTHONPATH $(abspath $(PYTHON_ENV))/sources/bin/python -c 'import hitmask; \
	  assert hitmask.Mask((9, 9), True).overlap(hitmask.Mask((9, 9), True), (3, 4)) == (3, 4)'
	@$(run_python) tests/python/run.py $(ONLY)

bench-python: $(PYTHON_ENV)/made ## how fast masks are in Python, beside pygame; QUICK=1
	@$(run_python) tests/python/bench.py

# ---- The sample --------------------------------------------------------------------------------------

.PHONY: sample-python screenshot-python

sample-python: $(PYTHON_ENV)/made ## a boss in a rain of bullets, on pygame
	@env -u PYTHONPATH $(PYTHON_ENV)/wheel/bin/python -B samples/python/bullets.py

screenshot-python: $(PYTHON_ENV)/made
	@$(run_python) samples/python/bullets.py --frames 97 --screenshot samples/python.png
