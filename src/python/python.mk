# python.mk - the wheel and the sdist of hitmask for Python, and their tests

.PHONY: wheel test-python bench-python needs-python

GOALS_wheel  := wheel
GOALS_python := test-python bench-python sample-python screenshot-python

# Debian's own Python has what its packages install, whatever else is called python3 here.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)
WHEELS := $B/wheel
PYTHON_SOURCES := $(LIB_SOURCES) $(wildcard include/*.h src/*.h src/python/*.[ch] src/python/*.py \
                    src/python/*.md src/python/*.toml src/python/hitmask/*)

needs-python: needs-compiler
	@$(call need,command -v $(PYTHON),$(PYTHON), wheel)

# The extension takes the compiler and its flags; a folder that is made anew holds no older version.
$(WHEELS)/made: $(PYTHON_SOURCES) | needs-python
	@rm -rf $(WHEELS) && mkdir -p $(WHEELS)
	$(call say,WHL,$(WHEELS))CC='$(CC)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' \
	  $(PYTHON) -B src/python/backend.py $(WHEELS)
	@touch $@

wheel: $(WHEELS)/made ## build/wheel/: the package for Python, as a wheel and as sources
