# hitmask: the baker, the runtime, their tests. `make help` lists what there is.

config ?= release
PREFIX ?= /usr/local
DESTDIR ?=

VERSION := 1.0.0
SONAME  := libhitmask.so.1

# ---- Flags --------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
            -Wvla -Werror

CFLAGS_release  := -O2 -g
CFLAGS_debug    := -O0 -g
CFLAGS_sanitize := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
                   -fno-omit-frame-pointer
CFLAGS_coverage := -O1 -g -fno-inline --coverage
CFLAGS_thread   := -O1 -g -fsanitize=thread -fno-omit-frame-pointer
LDFLAGS_sanitize := -fsanitize=address,undefined
LDFLAGS_coverage := --coverage
LDFLAGS_thread   := -fsanitize=thread

ifeq ($(filter $(config),release debug sanitize coverage thread),)
$(error config=$(config) is not one of release, debug, sanitize, coverage, thread)
endif

CFLAGS  ?= $(CFLAGS_$(config))
LDFLAGS ?= $(LDFLAGS_$(config))
PKG_CONFIG ?= pkg-config

# The tool reads what anybody made: what the compiler has against mistakes is on, where compiler
# and linker take it. HARDENING= LINK_HARDENING= leaves it out.
HASH := \#
taken = $(if $(shell printf '$(HASH)include <stdio.h>\nint main(void) { return 0; }\n' | \
          $(CC) $(CFLAGS) $(LDFLAGS) -Werror $(1) -x c -o /dev/null - 2>&1),,$(1))
each_taken = $(or $(call taken,$(1)),$(foreach flag,$(1),$(call taken,$(flag))))
ifeq ($(config),release)
HARDENING := $(call each_taken,-fPIE -fstack-protector-strong -fstack-clash-protection \
               -fcf-protection -D_FORTIFY_SOURCE=2)
link_wanted := -pie -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
LINK_HARDENING := $(call each_taken,$(link_wanted))
endif

# The same bytes in whatever folder they are built.
CFLAGS_anywhere := $(call taken,'-ffile-prefix-map=$(CURDIR)=.')
AR_FLAGS := rcs$(if $(findstring GNU,$(shell $(AR) --version 2>&1)),D)

# Another configuration has a folder of its own, so that both stay built.
B := build$(if $(filter-out release,$(config)),/$(config))

TOOL_PACKAGES := spng libcjson expat libxxhash
TEST_PACKAGES := cmocka
TOOL_CFLAGS = $(shell $(PKG_CONFIG) --cflags $(TOOL_PACKAGES))
TOOL_LIBS   = $(shell $(PKG_CONFIG) --libs $(TOOL_PACKAGES)) -pthread
TEST_CFLAGS = $(shell $(PKG_CONFIG) --cflags $(TEST_PACKAGES))
TEST_LIBS   = $(shell $(PKG_CONFIG) --libs $(TEST_PACKAGES))

ALL_CFLAGS = -std=c11 $(WARNINGS) $(CFLAGS_anywhere) -Iinclude $(CPPFLAGS) $(CFLAGS)
# The tools and tests are POSIX programs and may use the runtime's own headers.
POSIX_CFLAGS = -pthread -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -Isrc -Itools

# ---- Files --------------------------------------------------------------------------------

LIB_SOURCES   := $(wildcard src/*.c)
TOOL_SOURCES  := $(wildcard tools/*.c)
TEST_SOURCES  := $(wildcard tests/test_*.c)
TEST_SUPPORT  := $(filter-out $(TEST_SOURCES),$(wildcard tests/*.c))
BENCH_SOURCES := $(wildcard tests/bench/*.c)

# What becomes the page of inspect --html; the scripts stand in it in this order.
PAGE_SCRIPTS  := $(addprefix tools/page/,pack.js mask.js paint.js search.js grid.js detail.js \
                   bench.js animation.js page.js)

LIB_OBJECTS   := $(LIB_SOURCES:%.c=$B/obj/%.o)
SHARED_OBJECTS := $(LIB_SOURCES:%.c=$B/obj/%.pic.o)
PAGE_OBJECTS  := $(foreach part,page_template page_style page_script,$B/obj/tools/page/$(part).o)
TOOL_OBJECTS  := $(TOOL_SOURCES:%.c=$B/obj/%.o) $(PAGE_OBJECTS)
# The tool without its main, for tests to link.
TOOL_PARTS    := $(filter-out $B/obj/tools/main.o,$(TOOL_OBJECTS))
BENCH_OBJECTS := $(BENCH_SOURCES:%.c=$B/obj/%.o)
SUPPORT_OBJECTS := $(TEST_SUPPORT:%.c=$B/obj/%.o)
TESTS         := $(TEST_SOURCES:tests/%.c=$B/tests/%)

# ---- What to make -------------------------------------------------------------------------

.PHONY: help all lib demo test test-c test-cli test-page test-platforms coverage bench lint format pages install uninstall clean deps samples
.DELETE_ON_ERROR:
.SECONDARY:

all: lib $B/hitmask ## the tool and the library (the default)

help: ## this list
	@echo "make [config=release|debug|sanitize|coverage|thread] TARGET"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1	\2/p' Makefile | expand -t 14

lib: $B/libhitmask.a $B/libhitmask.so ## the library, static and shared

$B/libhitmask.a: $(LIB_OBJECTS)
	@rm -f $@
	$(AR) $(AR_FLAGS) $@ $^

$B/$(SONAME): $(SHARED_OBJECTS)
	$(CC) -shared -Wl,-soname,$(SONAME) $(LDFLAGS) -o $@ $^

$B/libhitmask.so: $B/$(SONAME)
	ln -sf $(SONAME) $@

$B/hitmask: $(TOOL_OBJECTS) $B/libhitmask.a
	$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(TOOL_LIBS)

$B/obj/src/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(filter -fPIE,$(HARDENING)) -MMD -MP -c -o $@ $<

$B/obj/src/%.pic.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

$B/obj/tools/%.o: tools/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(HARDENING) $(POSIX_CFLAGS) $(TOOL_CFLAGS) -MMD -MP -c -o $@ $<

$B/obj/tools/page/page_template.c: tools/page/page.html
$B/obj/tools/page/page_style.c: tools/page/page.css
$B/obj/tools/page/page_script.c: $(PAGE_SCRIPTS)

$(PAGE_OBJECTS:.o=.c): tools/page/embed.sh
	@mkdir -p $(@D)
	sh tools/page/embed.sh $(basename $(@F)) $(filter-out %.sh,$^) >$@

$(PAGE_OBJECTS): %.o: %.c tools/page.h
	$(CC) $(ALL_CFLAGS) $(HARDENING) $(POSIX_CFLAGS) -c -o $@ $<

$B/obj/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(HARDENING) $(POSIX_CFLAGS) $(TOOL_CFLAGS) $(TEST_CFLAGS) -MMD -MP -c -o $@ $<

$B/tests/%: $B/obj/tests/%.o $(SUPPORT_OBJECTS) $(TOOL_PARTS) $B/libhitmask.a
	@mkdir -p $(@D)
	$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(TOOL_LIBS) $(TEST_LIBS)

# Stands in for the C library, and for a sanitizer's, before either is set up.
$B/tests/test_exhaust: $B/obj/tests/exhaust/faults.o
$B/obj/tests/exhaust/faults.o: CFLAGS += -fno-sanitize=all

# ---- Samples ------------------------------------------------------------------------------

$B/obj/samples/%.o: samples/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(HARDENING) $(POSIX_CFLAGS) $(TOOL_CFLAGS) -MMD -MP -c -o $@ $<

$B/minimal: $B/obj/samples/minimal.o $B/libhitmask.a
	$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^

$B/draw-samples: $B/obj/samples/draw.o
	$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(shell $(PKG_CONFIG) --libs spng)

samples: $B/draw-samples ## draw the sample sprites again
	$B/draw-samples samples/sprites

demo: $B/hitmask $B/minimal ## bake the samples, draw one, and ask whether two touch
	$B/hitmask bake --quiet samples/sprites -o $B/samples.hmk
	$B/hitmask inspect $B/samples.hmk
	$B/hitmask inspect --ascii $B/samples.hmk onebit.png
	$B/minimal $B/samples.hmk

# ---- Tests --------------------------------------------------------------------------------

test: test-c test-cli test-page ## every test

test-c: $(TESTS)
	@for t in $(TESTS); do $$t || exit 1; done

test-cli: $B/hitmask $B/minimal lib
	HITMASK=$(abspath $B/hitmask) HITMASK_CONFIG=$(config) bats tests/cli

# Python cannot load a library that stands on a sanitizer; the page is the same in any case.
test-page: $B/hitmask lib ## the page of inspect --html, in Chromium if it is there
ifneq ($(config),sanitize)
	HITMASK_BUILD=$(abspath $B) /usr/bin/python3 -B tests/page/test_page.py
endif

# ONLY='gcc*' takes the platforms whose names match.
test-platforms: $B/hitmask ## the runtime on other processors, compilers and levels of SIMD
	tests/platforms/run.sh $B/hitmask $B/platforms

bench: $B/bench $B/hitmask ## how fast it is, beside the peers; BENCH_FORMAT=json for lines
	$B/bench

$B/bench: $(BENCH_OBJECTS) $(TOOL_PARTS) $B/libhitmask.a
	$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(TOOL_LIBS) -ldl -lm

# Tests that fail here are seen elsewhere: what they do not reach is wanted all the same.
coverage: ## which lines and branches the tests reach, a folder at a time
	find build/coverage -name '*.gcda' -delete 2>/dev/null || :
	-$(MAKE) --no-print-directory config=coverage test-c
	-$(MAKE) --no-print-directory config=coverage test-cli
	@sh tests/coverage.sh build/coverage

# ---- House-keeping ------------------------------------------------------------------------

C_FILES = $(shell find include src tools tests samples -name '*.[ch]')
LINT_SOURCES = $(LIB_SOURCES) $(TOOL_SOURCES)

format: ## format all C files in place
	clang-format -i $(C_FILES)

pages: $B/hitmask ## write the manual and the completions from the tables of options
	$B/hitmask generate man >tools/hitmask.1
	$B/hitmask generate bash >tools/completions/hitmask.bash
	$B/hitmask generate zsh >tools/completions/_hitmask
	$B/hitmask generate fish >tools/completions/hitmask.fish

lint: ## formatting, clang's warnings, clang-tidy, cppcheck
	clang-format --dry-run -Werror $(C_FILES)
	$(MAKE) --no-print-directory B=$B/clang CC=clang all
	clang-tidy --quiet $(LINT_SOURCES) -- -std=c11 -Iinclude $(POSIX_CFLAGS) $(TOOL_CFLAGS)
	cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr \
	    --enable=warning,performance,portability -Iinclude -Isrc -Itools \
	    --suppress=missingIncludeSystem $(LINT_SOURCES)

MAN_FOLDER  := share/man/man1
BASH_FOLDER := share/bash-completion/completions
ZSH_FOLDER  := share/zsh/site-functions
FISH_FOLDER := share/fish/vendor_completions.d

install: all ## into $(DESTDIR)$(PREFIX)
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin include lib share/hitmask $(MAN_FOLDER) \
	    $(BASH_FOLDER) $(ZSH_FOLDER) $(FISH_FOLDER))
	install -m 755 $B/hitmask $(DESTDIR)$(PREFIX)/bin/hitmask
	install -m 644 include/hitmask.h $(DESTDIR)$(PREFIX)/include/hitmask.h
	install -m 644 $B/libhitmask.a $(DESTDIR)$(PREFIX)/lib/libhitmask.a
	install -m 755 $B/$(SONAME) $(DESTDIR)$(PREFIX)/lib/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(PREFIX)/lib/libhitmask.so
	install -m 644 tools/document.schema.json tools/config.schema.json $(DESTDIR)$(PREFIX)/share/hitmask
	install -m 644 tools/hitmask.1 $(DESTDIR)$(PREFIX)/$(MAN_FOLDER)/hitmask.1
	install -m 644 tools/completions/hitmask.bash $(DESTDIR)$(PREFIX)/$(BASH_FOLDER)/hitmask
	install -m 644 tools/completions/_hitmask $(DESTDIR)$(PREFIX)/$(ZSH_FOLDER)/_hitmask
	install -m 644 tools/completions/hitmask.fish $(DESTDIR)$(PREFIX)/$(FISH_FOLDER)/hitmask.fish

uninstall: ## what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/hitmask $(DESTDIR)$(PREFIX)/include/hitmask.h \
	    $(DESTDIR)$(PREFIX)/lib/libhitmask.a $(DESTDIR)$(PREFIX)/lib/libhitmask.so \
	    $(DESTDIR)$(PREFIX)/lib/$(SONAME) $(DESTDIR)$(PREFIX)/share/hitmask/document.schema.json \
	    $(DESTDIR)$(PREFIX)/share/hitmask/config.schema.json \
	    $(DESTDIR)$(PREFIX)/$(MAN_FOLDER)/hitmask.1 $(DESTDIR)$(PREFIX)/$(BASH_FOLDER)/hitmask \
	    $(DESTDIR)$(PREFIX)/$(ZSH_FOLDER)/_hitmask \
	    $(DESTDIR)$(PREFIX)/$(FISH_FOLDER)/hitmask.fish
	-rmdir $(DESTDIR)$(PREFIX)/share/hitmask

clean: ## all that was built
	rm -rf build

deps: ## install what is missing, through the system's package manager
	sh tools/deps.sh

# What is installed first must be there before the rest is tried.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

-include $(shell find $B -name '*.d' 2>/dev/null)
