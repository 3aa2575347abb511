# hitmask: the baker, the runtime, their tests. `make help` lists what there is.

config ?= release
PREFIX ?= /usr/local
DESTDIR ?=

VERSION := 1.0.0

# A shared library has another name on each system, and says it with another flag. Programs are linked with
# SHARED; on Windows this is a library of its own, and Microsoft's tools make theirs of hitmask.def.
UNAME ?= $(shell uname -s)
SHARED_CFLAGS := -fPIC -fvisibility=hidden
ifeq ($(UNAME),Darwin)
SONAME       := libhitmask.1.dylib
SHARED       := libhitmask.dylib
SHARED_FLAGS := -dynamiclib -Wl,-install_name,@rpath/$(SONAME)
else ifeq ($(UNAME),Windows)
SONAME        := hitmask.dll
SHARED        := libhitmask.dll.a
SHARED_CFLAGS := '-DHM_API=__declspec(dllexport)'
SHARED_FLAGS   = -shared -Wl,--out-implib,$B/$(SHARED),--output-def,$B/exports.def
else
SONAME       := libhitmask.so.1
SHARED       := libhitmask.so
SHARED_FLAGS := -shared -Wl,-soname,$(SONAME)
endif

# ---- Flags --------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
            -Wvla -Werror

CFLAGS_release  := -O2 -g
CFLAGS_debug    := -O0 -g
CFLAGS_sanitize := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all \
                   -fno-omit-frame-pointer
CFLAGS_coverage := -O1 -g -fno-inline --coverage -fprofile-update=atomic
CFLAGS_thread   := -O1 -g1 -fsanitize=thread -fno-omit-frame-pointer
# To watch every comparison takes half of the time, and leads further in packs alone: see below.
CFLAGS_fuzz     := -O1 -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
                   -fno-omit-frame-pointer -fno-sanitize-coverage=trace-cmp
LDFLAGS_sanitize := -fsanitize=address,undefined
LDFLAGS_coverage := --coverage
LDFLAGS_thread   := -fsanitize=thread
LDFLAGS_fuzz     := -fsanitize=address,undefined

ifeq ($(filter $(config),release debug sanitize coverage thread fuzz),)
$(error config=$(config) is not one of release, debug, sanitize, coverage, thread, fuzz)
endif

# CC=afl-clang-fast builds the same fuzzers for AFL++.
ifeq ($(config)$(origin CC),fuzzdefault)
CC := clang
endif

CFLAGS  ?= $(CFLAGS_$(config))
LDFLAGS ?= $(LDFLAGS_$(config))
PKG_CONFIG ?= pkg-config

# $(call once,NAME,VALUE): VALUE, found when it is first used, after `deps` has installed a compiler.
once = $(eval $1 := $2)$($1)

# Keeps the flags that compiler and linker take without a word: all at once, otherwise one by one.
HASH := \#
taken = $(if $(filter yes,$(shell said=$$(printf '$(HASH)include <stdio.h>\nint main(void) { return 0; }\n' | \
          $(CC) $(filter-out --coverage,$(CFLAGS) $(LDFLAGS)) -Werror $(1) -x c -o /dev/null - 2>&1) && \
          [ -z "$$said" ] && echo yes)),$(1))
each_taken = $(or $(call taken,$(1)),$(foreach flag,$(1),$(call taken,$(flag))))

# The tool reads files from anywhere, so the compiler's guards against mistakes are on.
# HARDENING= LINK_HARDENING= leaves them out.
ifeq ($(config),release)
HARDENING = $(call once,HARDENING,$(call each_taken,-fPIE -fstack-protector-strong \
              -fstack-clash-protection -fcf-protection -D_FORTIFY_SOURCE=2))
LINK_HARDENING = $(call once,LINK_HARDENING,$(call each_taken,$(link_wanted)))
link_wanted := -pie -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
endif

# Builds in different folders give the same bytes.
CFLAGS_anywhere = $(call once,CFLAGS_anywhere,$(call taken,'-ffile-prefix-map=$(CURDIR)=.'))
AR_FLAGS = $(call once,AR_FLAGS,rcs$(if $(findstring GNU,$(shell $(AR) --version 2>&1)),D))

# Another configuration has a folder of its own, so that both stay built.
B := build$(if $(filter-out release,$(config)),/$(config))

TOOL_PACKAGES := spng libcjson expat libxxhash zlib
packaged = $(call once,$1,$(shell $(PKG_CONFIG) $2 2>/dev/null))
# With libdeflate bakes are faster; LIBDEFLATE= leaves it out.
LIBDEFLATE = $(call once,LIBDEFLATE,$(shell $(PKG_CONFIG) --exists libdeflate 2>/dev/null && echo libdeflate))
# With libyaml it reads Unity's .meta files; LIBYAML= leaves it out.
LIBYAML = $(call once,LIBYAML,$(shell $(PKG_CONFIG) --exists yaml-0.1 2>/dev/null && echo yaml-0.1))
# With these it reads GIF and WebP; GIFLIB= and LIBWEBP= leave them out. On many systems pkg-config
# does not know giflib.
GIFLIB  = $(call once,GIFLIB,$(shell $(PKG_CONFIG) --exists libgif 2>/dev/null && echo libgif || \
            { printf '$(HASH)include <stdio.h>\n$(HASH)include <gif_lib.h>\nint main(void) { return !GifErrorString(0); }\n' | \
            $(CC) -x c -o /dev/null - -lgif 2>/dev/null && echo -lgif; }))
LIBWEBP = $(call once,LIBWEBP,$(shell $(PKG_CONFIG) --exists libwebp libwebpdemux 2>/dev/null && echo libwebp libwebpdemux))
OPTIONAL = $(LIBDEFLATE) $(LIBYAML) $(filter-out -l%,$(GIFLIB)) $(LIBWEBP)
PACKAGE_CFLAGS = $(call packaged,PACKAGE_CFLAGS,--cflags $(TOOL_PACKAGES) $(OPTIONAL))
PACKAGE_LIBS   = $(call packaged,PACKAGE_LIBS,--libs $(TOOL_PACKAGES) $(OPTIONAL))
TOOL_CFLAGS    = $(PACKAGE_CFLAGS) $(if $(LIBDEFLATE),-DHITMASK_LIBDEFLATE) $(if $(LIBYAML),-DHITMASK_LIBYAML) \
                 $(if $(GIFLIB),-DHITMASK_GIF) $(if $(LIBWEBP),-DHITMASK_WEBP)
TOOL_LIBS      = $(PACKAGE_LIBS) $(filter -l%,$(GIFLIB)) $(SYSTEM_LIBS)
SYSTEM_LIBS   ?= -pthread

ALL_CFLAGS = -std=c11 $(WARNINGS) $(CFLAGS_anywhere) -Iinclude $(CPPFLAGS) $(CFLAGS)
# The tools are plain C but for tools/base/platform/, and may use the runtime's own headers. Tests are
# programs of POSIX.
TOOL_FLAGS   = $(SYSTEM_FLAGS) -Isrc -Itools
SYSTEM_FLAGS ?= -pthread -D_FILE_OFFSET_BITS=64
POSIX_CFLAGS = $(TOOL_FLAGS) -D_XOPEN_SOURCE=700

# ---- Files --------------------------------------------------------------------------------

LIB_SOURCES   := $(wildcard src/*.c)
# Each system has its own files for what systems do differently. Where WASI has none, it uses that of POSIX.
SYSTEM        ?= posix
platform_of    = $(wildcard tools/base/platform/*_$1.c)
OF_SYSTEM     := $(call platform_of,$(SYSTEM))
ifeq ($(SYSTEM),wasi)
OF_SYSTEM     += $(filter-out $(OF_SYSTEM:%_wasi.c=%_posix.c),$(call platform_of,posix))
endif
TOOL_SOURCES  := tools/main.c $(wildcard tools/*/*.c tools/atlas/*/*.c tools/formats/*/*.c) $(OF_SYSTEM)

# The parts of the page of inspect --html; the scripts stand in it in this order.
PAGE_TEMPLATE := tools/draw/page/page.html
PAGE_STYLE    := tools/draw/page/page.css
PAGE_SCRIPTS  := $(addprefix tools/draw/page/,pack.js mask.js placed.js png.js remake.js rules.js paint.js search.js grid.js \
                   detail.js try.js animation.js tune_art.js tune_list.js tune.js page.js)

LIB_OBJECTS   := $(LIB_SOURCES:%.c=$B/obj/%.o)
SHARED_OBJECTS := $(LIB_SOURCES:%.c=$B/obj/%.pic.o)
PAGE_OBJECTS  := $(foreach part,page_template page_style page_script,$B/obj/tools/draw/page/$(part).o)
TOOL_OBJECTS  := $(TOOL_SOURCES:%.c=$B/obj/%.o) $(PAGE_OBJECTS) $B/obj/tools/commands/topics.o
# The tool without its main, for tests to link.
TOOL_PARTS    := $(filter-out $B/obj/tools/main.o,$(TOOL_OBJECTS))

# ---- What to make -------------------------------------------------------------------------

.PHONY: help all lib clean deps format lint pages needs-compiler needs-libraries
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:

# A recipe shows what it makes; V=1 shows the whole command.
say = $(if $(filter 1,$(V)),,@printf '  %-4s %s\n' $1 '$2';)

# Names what is missing, before a compiler says so in words of its own.
need = $1 >/dev/null 2>&1 || { echo "error: $2 is missing; 'make deps$3' installs what is missing" >&2; exit 1; }

needs-compiler:
	@$(call need,command -v $(firstword $(CC)),the C compiler '$(firstword $(CC))')

needs-libraries: needs-compiler
	@$(call need,command -v $(PKG_CONFIG),$(PKG_CONFIG))
	@$(foreach name,$(TOOL_PACKAGES),$(call need,$(PKG_CONFIG) --exists $(name),the library $(name));)

all: lib $B/hitmask$(EXE) ## the tool and the library (the default)

help: ## this list
	@echo "make [config=release|debug|sanitize|coverage|thread|fuzz] TARGET"
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  \1	\2/p' $(filter %Makefile %.mk,$(MAKEFILE_LIST)) | expand -t 17

lib: $B/libhitmask.a $B/$(SHARED) ## the library, static and shared

$B/libhitmask.a: $(LIB_OBJECTS)
	@rm -f $@
	$(call say,AR,$@)$(AR) $(AR_FLAGS) $@ $^

$B/$(SONAME): $(SHARED_OBJECTS)
	$(call say,LD,$@)$(CC) $(SHARED_FLAGS) $(filter-out -pie,$(LINK_HARDENING)) $(LDFLAGS) -o $@ $^

ifneq ($(UNAME),Windows)
$B/$(SHARED): $B/$(SONAME)
	@ln -sf $(SONAME) $@
else
$B/$(SHARED): $B/$(SONAME)
	@sed '1i LIBRARY $(SONAME)' $B/exports.def >$B/hitmask.def && touch $@
endif

$B/hitmask$(EXE): $(TOOL_OBJECTS) $B/libhitmask.a
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(TOOL_LIBS)

# In a pack many numbers must agree; a fuzzer that sees two of them compared finds out how.
ifeq ($(config),fuzz)
$B/obj/src/pack.o $B/obj/src/verify.o: CFLAGS += -fsanitize-coverage=trace-cmp
endif

$B/obj/src/%.o: src/%.c | needs-compiler
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(filter -fPIE,$(HARDENING)) -MMD -MP -c -o $@ $<

$B/obj/src/%.pic.o: src/%.c | needs-compiler
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(SHARED_CFLAGS) -MMD -MP -c -o $@ $<

$B/obj/tools/%.o: tools/%.c | needs-libraries
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(HARDENING) $(TOOL_FLAGS) $(TOOL_CFLAGS) -MMD -MP -c -o $@ $<

$B/obj/tools/draw/page/page_template.c: $(PAGE_TEMPLATE)
$B/obj/tools/draw/page/page_style.c: $(PAGE_STYLE)
$B/obj/tools/draw/page/page_script.c: $(PAGE_SCRIPTS)

$(PAGE_OBJECTS:.o=.c): tools/draw/page/embed.sh
	@mkdir -p $(@D)
	$(call say,GEN,$@)sh tools/draw/page/embed.sh $(basename $(@F)) $(filter-out %.sh,$^) >$@

$B/obj/tools/commands/topics.c: tools/commands/topics.sh tools/commands/topics.txt
	@mkdir -p $(@D)
	$(call say,GEN,$@)sh $^ >$@

$(PAGE_OBJECTS): tools/draw/markup.h
$B/obj/tools/commands/topics.o: tools/commands/command.h tools/system/warnings.h

$(PAGE_OBJECTS) $B/obj/tools/commands/topics.o: %.o: %.c
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(HARDENING) $(TOOL_FLAGS) -c -o $@ $<

include samples/samples.mk
include tests/tests.mk
include tools/dist/install.mk
include tools/dist/static.mk
include tools/dist/windows.mk
include tools/dist/macos.mk
include tools/dist/npm/wasi.mk
include tools/dist/release/release.mk
include tools/dist/site/site.mk
include src/web/web.mk
include tools/draw/live/live.mk
include include/csharp/csharp.mk
include src/python/python.mk

# ---- House-keeping ------------------------------------------------------------------------

C_FILES = $(shell find include src tools tests samples -name '*.[ch]')
HAS_SDL = $(shell $(PKG_CONFIG) --exists sdl2 && echo yes)
LINT_SOURCES = $(LIB_SOURCES) $(TOOL_SOURCES) $(if $(HAS_SDL),$(wildcard samples/*.c samples/*/*.c)) \
               $(if $(PYTHON_CFLAGS),$(wildcard src/python/*.c))
# A quarter as far as the analyzer goes by itself takes a fifth of the time, and has found the same;
# 'make lint ANALYSIS=' goes all the way.
ANALYSIS = -Xclang -analyzer-config -Xclang max-nodes=50000
LINT_INCLUDES = -Iinclude -Isrc -Itools -Isamples -I$B/clang

format: ## format all C files in place
	clang-format -i $(C_FILES)

pages: $B/hitmask ## the manual and completions, from the tables of options
	$B/hitmask generate >$B/options
	awk -f tools/dist/pages/man.awk $B/options >tools/dist/hitmask.1
	awk -v shell=bash -f tools/dist/pages/completions.awk $B/options >tools/dist/completions/hitmask.bash
	awk -v shell=zsh -f tools/dist/pages/completions.awk $B/options >tools/dist/completions/_hitmask
	awk -v shell=fish -f tools/dist/pages/completions.awk $B/options >tools/dist/completions/hitmask.fish

lint: ## floors, formatting, clang, clang-tidy, cppcheck, shellcheck
	tests/layers.sh
	clang-format --dry-run -Werror $(C_FILES)
	$(MAKE) --no-print-directory B=$B/clang CC=clang all $B/clang/minimal $B/clang/tour $(if $(HAS_SDL),games)
	printf '%s\n' $(LINT_SOURCES) | xargs -n 8 -P $$(getconf _NPROCESSORS_ONLN) sh -c 'clang-tidy --quiet "$$@" \
	    -- -std=c11 $(LINT_INCLUDES) $(POSIX_CFLAGS) $(TOOL_CFLAGS) $(GAME_CFLAGS) $(PYTHON_CFLAGS) $(ANALYSIS)' -
	clang-tidy --quiet $(wildcard src/web/*.c) -- $(wordlist 2,9,$(WEB_CC)) $(WEB_CFLAGS)
	printf '%s\n' $(LINT_SOURCES) $(wildcard src/web/*.c) | xargs -n 48 -P $$(getconf _NPROCESSORS_ONLN) cppcheck --quiet --std=c11 \
	    --error-exitcode=1 --inline-suppr --enable=warning,performance,portability $(LINT_INCLUDES) \
	    --suppress=missingIncludeSystem
	shellcheck $(shell find src tools tests -name '*.sh')

clean: ## all that was built
	rm -rf build

# The needs of the goals beside deps; `deps` alone installs what building and testing need. The files of rules add
# goals of their own.
DEPS_GROUPS    = $(patsubst GOALS_%,%,$(filter GOALS_%,$(.VARIABLES)))
DEPS_OF_GOALS  = $(if $(filter-out deps,$(MAKECMDGOALS)),$(foreach group,$(DEPS_GROUPS), \
    $(if $(filter $(GOALS_$(group)),$(MAKECMDGOALS)),$(group))),test)
GOALS_test     := test test-c test-cli test-page test-pairs coverage
GOALS_games    := games screenshots screenshot-% sample-%
GOALS_lint     := lint format
GOALS_fuzz     := fuzz
GOALS_coverage := coverage
GOALS_static   := static static-arm64 test-static
GOALS_windows  := windows test-windows
GOALS_wasi     := wasi test-wasi
GOALS_release  := release test-release

deps: ## install what is missing; EXTRA=all: for every test; EXTRA=lint
	@V=$(V) sh tools/dist/deps.sh build $(DEPS_OF_GOALS) $(EXTRA)

# The packages that are installed first must be there before the rest is tried.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

-include $(shell find $B/obj -name '*.d' 2>/dev/null)
