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
CFLAGS_coverage := -O1 -g -fno-inline --coverage -fprofile-update=atomic
CFLAGS_thread   := -O1 -g -fsanitize=thread -fno-omit-frame-pointer
# To watch every comparison takes half of the time, and leads further in packs alone: see below.
CFLAGS_fuzz     := -O2 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
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

# Those of the flags that compiler and linker take without a word: all, or else one by one.
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

# The same bytes in whatever folder they are built.
CFLAGS_anywhere = $(call once,CFLAGS_anywhere,$(call taken,'-ffile-prefix-map=$(CURDIR)=.'))
AR_FLAGS = $(call once,AR_FLAGS,rcs$(if $(findstring GNU,$(shell $(AR) --version 2>&1)),D))

# Another configuration has a folder of its own, so that both stay built.
B := build$(if $(filter-out release,$(config)),/$(config))

TOOL_PACKAGES := spng libcjson expat libxxhash
TEST_PACKAGES := cmocka
packaged = $(call once,$1,$(shell $(PKG_CONFIG) $2 2>/dev/null))
TOOL_CFLAGS = $(call packaged,TOOL_CFLAGS,--cflags $(TOOL_PACKAGES))
TOOL_LIBS   = $(call packaged,TOOL_LIBS,--libs $(TOOL_PACKAGES)) -pthread
TEST_CFLAGS = $(call packaged,TEST_CFLAGS,--cflags $(TEST_PACKAGES))
TEST_LIBS   = $(call packaged,TEST_LIBS,--libs $(TEST_PACKAGES))

ALL_CFLAGS = -std=c11 $(WARNINGS) $(CFLAGS_anywhere) -Iinclude $(CPPFLAGS) $(CFLAGS)
# The tools and tests are POSIX programs and may use the runtime's own headers.
POSIX_CFLAGS = -pthread -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -Isrc -Itools

# ---- Files --------------------------------------------------------------------------------

LIB_SOURCES   := $(wildcard src/*.c)
TOOL_SOURCES  := tools/main.c $(wildcard tools/*/*.c)
TEST_SOURCES  := $(wildcard tests/runtime/test_*.c tests/tools/test_*.c)
TEST_SUPPORT  := $(filter-out $(TEST_SOURCES) %/faults.c,$(wildcard tests/runtime/*.c tests/tools/*.c tests/support/*.c))
BENCH_SOURCES := $(wildcard tests/bench/*.c)
# Each is samples/NAME/, with what it bakes said below.
GAMES         := falling-blocks cannon sprite-collider near-pixel
FUZZ_SOURCES  := $(wildcard tests/fuzz/fuzz_*.c)

# What becomes the page of inspect --html; the scripts stand in it in this order.
PAGE_SCRIPTS  := $(addprefix tools/draw/page/,pack.js mask.js paint.js search.js grid.js detail.js \
                   bench.js animation.js page.js)

LIB_OBJECTS   := $(LIB_SOURCES:%.c=$B/obj/%.o)
SHARED_OBJECTS := $(LIB_SOURCES:%.c=$B/obj/%.pic.o)
PAGE_OBJECTS  := $(foreach part,page_template page_style page_script,$B/obj/tools/draw/page/$(part).o)
TOOL_OBJECTS  := $(TOOL_SOURCES:%.c=$B/obj/%.o) $(PAGE_OBJECTS)
# The tool without its main, for tests to link.
TOOL_PARTS    := $(filter-out $B/obj/tools/main.o,$(TOOL_OBJECTS))
# The published ways, which the games have to compare.
PUBLISHED_OBJECTS := $(addprefix $B/obj/samples/,xna.o sprite-collider/component.o \
                       near-pixel/article.o)
BENCH_OBJECTS := $(BENCH_SOURCES:%.c=$B/obj/%.o) $(PUBLISHED_OBJECTS)
SUPPORT_OBJECTS := $(TEST_SUPPORT:%.c=$B/obj/%.o)
TESTS         := $(TEST_SOURCES:tests/%.c=$B/tests/%)
FUZZERS       := $(FUZZ_SOURCES:tests/fuzz/fuzz_%.c=$B/fuzzers/%)
# Without a fuzzing library a fuzzer only replays files.
FUZZ_MAIN     := $(if $(filter fuzz,$(config)),,$B/obj/tests/fuzz/replay.o)
FUZZ_OBJECTS  := $(patsubst %,$B/obj/tests/%.o,support/ask_everything support/require \
                   fuzz/fuzz fuzz/whole) $(FUZZ_MAIN)

# ---- What to make -------------------------------------------------------------------------

.PHONY: help all lib demo test test-fresh test-c test-pairs test-cli test-page test-platforms coverage bench fuzz fuzzers lint format pages \
        install uninstall clean deps samples single deb dist \
        needs-compiler needs-libraries needs-cmocka needs-bats needs-sdl games screenshots $(GAMES:%=sample-%) $(GAMES:%=screenshot-%)
.DELETE_ON_ERROR:
.SECONDARY:

# A recipe shows what it makes; V=1 shows the whole command.
say = $(if $(filter 1,$(V)),,@printf '  %-4s %s\n' $1 $2;)

# What is missing is named, before a compiler says so in words of its own.
need = $1 >/dev/null 2>&1 || { echo "error: $2 is missing; 'make deps$3' installs what is missing" >&2; exit 1; }

needs-compiler:
	@$(call need,command -v $(firstword $(CC)),the C compiler '$(firstword $(CC))')

needs-libraries: needs-compiler
	@$(call need,command -v $(PKG_CONFIG),$(PKG_CONFIG))
	@$(foreach name,$(TOOL_PACKAGES),$(call need,$(PKG_CONFIG) --exists $(name),the library $(name));)

needs-cmocka:
	@$(call need,$(PKG_CONFIG) --exists $(TEST_PACKAGES),the library $(TEST_PACKAGES))

needs-bats:
	@$(call need,command -v bats,bats)

needs-sdl:
	@$(call need,$(PKG_CONFIG) --exists sdl2,SDL2, games)

all: lib $B/hitmask ## the tool and the library (the default)

help: ## this list
	@echo "make [config=release|debug|sanitize|coverage|thread|fuzz] TARGET"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1	\2/p' Makefile | expand -t 17

lib: $B/libhitmask.a $B/libhitmask.so ## the library, static and shared

$B/libhitmask.a: $(LIB_OBJECTS)
	@rm -f $@
	$(call say,AR,$@)$(AR) $(AR_FLAGS) $@ $^

$B/$(SONAME): $(SHARED_OBJECTS)
	$(call say,LD,$@)$(CC) -shared -Wl,-soname,$(SONAME) $(filter-out -pie,$(LINK_HARDENING)) $(LDFLAGS) -o $@ $^

$B/libhitmask.so: $B/$(SONAME)
	@ln -sf $(SONAME) $@

$B/hitmask: $(TOOL_OBJECTS) $B/libhitmask.a
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
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

$B/obj/tools/%.o: tools/%.c | needs-libraries
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(HARDENING) $(POSIX_CFLAGS) $(TOOL_CFLAGS) -MMD -MP -c -o $@ $<

$B/obj/tools/draw/page/page_template.c: tools/draw/page/page.html
$B/obj/tools/draw/page/page_style.c: tools/draw/page/page.css
$B/obj/tools/draw/page/page_script.c: $(PAGE_SCRIPTS)

$(PAGE_OBJECTS:.o=.c): tools/draw/page/embed.sh
	@mkdir -p $(@D)
	$(call say,GEN,$@)sh tools/draw/page/embed.sh $(basename $(@F)) $(filter-out %.sh,$^) >$@

$(PAGE_OBJECTS): %.o: %.c tools/draw/page.h
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(HARDENING) $(POSIX_CFLAGS) -c -o $@ $<

$(BENCH_SOURCES:%.c=$B/obj/%.o): CPPFLAGS += -Isamples

$B/obj/tests/%.o: tests/%.c | needs-libraries
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(HARDENING) $(POSIX_CFLAGS) -Itests $(TOOL_CFLAGS) $(TEST_CFLAGS) -MMD -MP -c -o $@ $<

$B/fuzzers/%: $B/obj/tests/fuzz/fuzz_%.o $(FUZZ_OBJECTS) $(TOOL_PARTS) $B/libhitmask.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) $(if $(FUZZ_MAIN),,-fsanitize=fuzzer) -o $@ $^ $(TOOL_LIBS)

$B/tests/%: $B/obj/tests/%.o $(SUPPORT_OBJECTS) $(TOOL_PARTS) $B/libhitmask.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(TOOL_LIBS) $(TEST_LIBS)

$(TEST_SOURCES:%.c=$B/obj/%.o): | needs-cmocka

# Stands in for the C library, and for a sanitizer's, before either is set up.
$B/tests/tools/test_exhaust: $B/obj/tests/support/faults.o
$B/obj/tests/support/faults.o: CFLAGS += -fno-sanitize=all

# ---- The runtime as one header ------------------------------------------------------------

single: $B/hitmask_single.h ## build/hitmask_single.h: the runtime in one file

$B/hitmask_single.h: tools/dist/single.sh include/hitmask.h LICENSE $(wildcard src/*.[ch])
	@mkdir -p $(@D)
	$(call say,GEN,$@)sh tools/dist/single.sh include/hitmask.h LICENSE $(wildcard src/*.[ch]) >$@

# ---- Samples ------------------------------------------------------------------------------

$B/obj/samples/%.o: samples/%.c | needs-libraries
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(HARDENING) $(POSIX_CFLAGS) -Isamples $(TOOL_CFLAGS) -MMD -MP -c -o $@ $<

$B/minimal $B/tour: $B/%: $B/obj/samples/%.o $B/libhitmask.a
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^

$B/draw-samples: $B/obj/samples/draw.o $B/obj/samples/draw_games.o $B/obj/tools/draw/font.o
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(shell $(PKG_CONFIG) --libs spng)

# The games stand on SDL2; their letters are a pack that is compiled in.
GAME_CFLAGS = $(patsubst -I%,-isystem%,$(shell $(PKG_CONFIG) --cflags sdl2))
GAME_LIBS   = $(shell $(PKG_CONFIG) --libs sdl2 spng)
STAGE_OBJECTS := $B/obj/samples/stage.o $B/obj/samples/picture.o $B/obj/letters.o
GAME_OBJECTS  := $(patsubst %.c,$B/obj/%.o,$(wildcard $(GAMES:%=samples/%/*.c)))

# What each bakes of its art, with which options.
GAME_PACKS := falling-blocks cannon sprite-collider near-pixel-all near-pixel near-pixel-article
BAKE_falling-blocks     := --preset xna
BAKE_cannon             := --no-points
BAKE_sprite-collider    := --preset unity --mask-suffix _mask --config samples/sprite-collider/rules.json
BAKE_near-pixel         := --preset nearpixel
BAKE_near-pixel-all     := --preset nearpixel --prune 0
BAKE_near-pixel-article := --preset nearpixel --prune-border drop
PACKS_OF = $(patsubst %,$B/%.hmk,$(filter $1 $1-%,$(GAME_PACKS)))
ART_OF   = samples/$(subst -all,,$(subst -article,,$1))/art

# What knows SDL, and what the benchmark takes along to know the published ways.
SDL_OBJECTS := $(filter-out $(PUBLISHED_OBJECTS) %/letters.o,$(STAGE_OBJECTS) $(GAME_OBJECTS))

$(SDL_OBJECTS): CPPFLAGS += $(GAME_CFLAGS)
$(SDL_OBJECTS): | needs-sdl

$B/letters.c: samples/letters.png $B/hitmask
	$(call say,BAKE,$@)$B/hitmask bake --no-summary --no-points $< -o $@

$B/letters.h: $B/letters.c

$B/obj/letters.o: $B/letters.c
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(HARDENING) -c -o $@ $<

$B/obj/samples/picture.o: $B/letters.h
$B/obj/samples/picture.o: CPPFLAGS += -I$B

$(GAMES:%=$B/%): $B/%: $(STAGE_OBJECTS) $B/obj/samples/xna.o $B/libhitmask.a
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(GAME_LIBS)

$(foreach g,$(GAMES),$(eval $B/$g: $(filter $B/obj/samples/$g/%,$(GAME_OBJECTS))))

$(GAME_PACKS:%=$B/%.hmk): $B/%.hmk: $B/hitmask
	$(call say,BAKE,$@)$B/hitmask bake --no-summary $(BAKE_$*) $(call ART_OF,$*) -MD -MP -o $@

games: $(GAMES:%=$B/%) $(GAME_PACKS:%=$B/%.hmk) ## the games and their packs; sample-cannon and so on start one

$(GAMES:%=sample-%): sample-%: $B/%
	@$(MAKE) --no-print-directory $(call PACKS_OF,$*)
	$B/$* $(call PACKS_OF,$*) samples/$*/art

# The frames of the scripts that are worth a picture.
SHOT_falling-blocks  := 392
SHOT_cannon          := 130
SHOT_sprite-collider := 420
SHOT_near-pixel      := 41

screenshots: $(GAMES:%=screenshot-%) ## the pictures of the games

$(GAMES:%=screenshot-%): screenshot-%: $B/%
	@$(MAKE) --no-print-directory $(call PACKS_OF,$*)
	SDL_VIDEODRIVER=dummy $B/$* $(call PACKS_OF,$*) samples/$*/art --script samples/$*/script.txt \
	    --frames $(SHOT_$*) --screenshot samples/$*.png >/dev/null

samples: $B/draw-samples ## draw the art of the samples again
	$B/draw-samples samples

demo: $B/hitmask $B/tour ## bake the samples, draw one, and ask about some of them
	$B/hitmask bake --quiet --animate 100 samples/sprites -o $B/samples.hmk
	$B/hitmask inspect $B/samples.hmk
	$B/hitmask inspect --ascii $B/samples.hmk onebit.png
	$B/tour $B/samples.hmk
	@printf '%s\n' '' 'What to do next:' \
	    '  $B/hitmask bake FOLDER -o game.hmk              bake your own art' \
	    '  $B/hitmask inspect --html game.html game.hmk    look at it in a browser' \
	    '  samples/minimal.c, include/hitmask.h               ask about it in C' \
	    '  make deps games sample-cannon                      play a game that does'

# ---- Tests --------------------------------------------------------------------------------

# What runs tests takes test programs, fuzzers, .bats files and the page's tests, side by side.
# RUN='qemu-s390x -L FOLDER' runs what was built for another machine.
run_tests = HITMASK=$(abspath $B/hitmask) HITMASK_BUILD=$(abspath $B) HITMASK_CONFIG=$(config) \
            RUN='$(RUN)' tests/run.sh $B/test-logs
PAGE_TESTS := tests/page/test_page.py
CLI_TESTS  := $(wildcard tests/cli/*.bats)
CLI_NEEDS  := $B/hitmask $B/minimal $B/tour $B/draw-samples $B/hitmask_single.h lib

# The games are built when SDL2 is there, which `deps` may just have installed.
build_games = $(if $(shell $(PKG_CONFIG) --exists sdl2 && echo yes),@$(MAKE) --no-print-directory games)

# Python cannot load a library that needs a sanitizer; the page is the same in any configuration.
page_tests = $(if $(filter sanitize coverage,$(config)),,$(PAGE_TESTS))

test: $(TESTS) $(FUZZERS) $(CLI_NEEDS) | needs-bats ## every test
	$(build_games)
	@$(run_tests) $(CLI_TESTS) $(page_tests) $(TESTS) $(FUZZERS)

test-c: $(TESTS) $(FUZZERS) ## the test programs, and the inputs that fuzzers found
	@$(run_tests) $(TESTS) $(FUZZERS)

test-cli: $(CLI_NEEDS) | needs-bats ## the command line; ONLY='tests/cli/bake.bats' takes some
	$(build_games)
	@$(run_tests) $(or $(ONLY),$(CLI_TESTS))

test-page: $B/hitmask lib ## the page of inspect --html, in Chromium
	@$(run_tests) $(PAGE_TESTS)

fuzzers: $(FUZZERS)

TIME ?= 60

fuzz: $B/seeds/complete ## every reader for TIME=60 seconds, all at once, with clang
	@$(MAKE) --no-print-directory config=fuzz fuzzers
	sh tests/fuzz/run.sh $(TIME) $B

# What these tests hand to readers: see tests/support/fuzz_seed.h.
SEED_TESTS := $(patsubst %,$B/tests/tools/test_%,atlas_json atlas_text atlas_xml cache decode \
                document) $(patsubst %,$B/tests/runtime/test_%,pack verify)

$B/seeds/complete: $(SEED_TESTS)
	@mkdir -p $(FUZZERS:$B/fuzzers/%=$B/seeds/%)
	@for t in $^; do HITMASK_SEEDS=$(abspath $(@D)) $$t >/dev/null 2>&1 || exit 1; done
	@touch $@

# What a test takes one in so many of otherwise.
PAIR_TESTS := $(patsubst %,$B/tests/runtime/test_%,affine contact many overlap point_list shape sweep)

test-pairs: $(PAIR_TESTS) ## the queries on every pair of small masks (minutes)
	@for t in $^; do HITMASK_ALL_PAIRS=1 $$t || exit 1; done

# ARCHITECTURE=arm64 takes another one than this machine's, under qemu.
test-fresh: ## the README's two commands on a minimal Debian (root; minutes)
	tests/fresh.sh $(abspath $B/fresh) $(ARCHITECTURE)

# ONLY='gcc*' takes the platforms whose names match.
test-platforms: $B/hitmask ## the runtime and the tool on other processors and compilers
	tests/platforms/run.sh $B/hitmask $B/platforms
	tests/platforms/tool.sh $B/hitmask $B/platforms

bench: $B/bench $B/hitmask ## how fast it is, beside the peers; BENCH_FORMAT=json for lines
	$B/bench

$B/bench: $(BENCH_OBJECTS) $(TOOL_PARTS) $B/libhitmask.a
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(TOOL_LIBS) -ldl -lm

# Tests that fail here are seen elsewhere: what they do not reach is wanted all the same.
coverage: ## which lines and branches the tests reach, a folder at a time
	find build/coverage -name '*.gcda' -delete 2>/dev/null || :
	-$(MAKE) --no-print-directory config=coverage test-c
	-$(MAKE) --no-print-directory config=coverage test-cli
	@sh tests/coverage.sh build/coverage

# ---- House-keeping ------------------------------------------------------------------------

C_FILES = $(shell find include src tools tests samples -name '*.[ch]')
HAS_SDL = $(shell $(PKG_CONFIG) --exists sdl2 && echo yes)
LINT_SOURCES = $(LIB_SOURCES) $(TOOL_SOURCES) $(if $(HAS_SDL),$(wildcard samples/*.c samples/*/*.c))
LINT_INCLUDES = -Iinclude -Isrc -Itools -Isamples -I$B/clang

format: ## format all C files in place
	clang-format -i $(C_FILES)

pages: $B/hitmask ## the manual and completions, from the tables of options
	$B/hitmask generate man >tools/dist/hitmask.1
	$B/hitmask generate bash >tools/dist/completions/hitmask.bash
	$B/hitmask generate zsh >tools/dist/completions/_hitmask
	$B/hitmask generate fish >tools/dist/completions/hitmask.fish

lint: ## floors, formatting, clang, clang-tidy, cppcheck, shellcheck
	tests/layers.sh
	clang-format --dry-run -Werror $(C_FILES)
	$(MAKE) --no-print-directory B=$B/clang CC=clang all $B/clang/minimal $B/clang/tour $(if $(HAS_SDL),games)
	clang-tidy --quiet $(LINT_SOURCES) -- -std=c11 $(LINT_INCLUDES) $(POSIX_CFLAGS) $(TOOL_CFLAGS) $(GAME_CFLAGS)
	cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr \
	    --enable=warning,performance,portability $(LINT_INCLUDES) \
	    --suppress=missingIncludeSystem $(LINT_SOURCES)
	shellcheck $(shell find tools tests -name '*.sh')

# What is installed, as MODE:FILE:PLACE, the place below PREFIX.
INSTALLED := \
    755:$B/hitmask:bin/hitmask \
    644:include/hitmask.h:include/hitmask.h \
    644:$B/hitmask_single.h:include/hitmask_single.h \
    644:$B/libhitmask.a:lib/libhitmask.a \
    755:$B/$(SONAME):lib/$(SONAME) \
    644:$B/hitmask.pc:lib/pkgconfig/hitmask.pc \
    644:tools/dist/cmake/hitmask-config.cmake:lib/cmake/hitmask/hitmask-config.cmake \
    644:$B/hitmask-config-version.cmake:lib/cmake/hitmask/hitmask-config-version.cmake \
    644:tools/dist/document.schema.json:share/hitmask/document.schema.json \
    644:tools/dist/config.schema.json:share/hitmask/config.schema.json \
    644:tools/dist/bazel/hitmask.bzl:share/hitmask/bazel/hitmask.bzl \
    644:tools/dist/hitmask.1:share/man/man1/hitmask.1 \
    644:tools/dist/completions/hitmask.bash:share/bash-completion/completions/hitmask \
    644:tools/dist/completions/_hitmask:share/zsh/site-functions/_hitmask \
    644:tools/dist/completions/hitmask.fish:share/fish/vendor_completions.d/hitmask.fish

# The folders that nobody else has a share in.
OWN_FOLDERS := lib/cmake/hitmask share/hitmask/bazel share/hitmask

FROM_TEMPLATES := $B/hitmask.pc $B/hitmask-config-version.cmake

# Each time, for PREFIX may be another.
.PHONY: always
$B/hitmask.pc: tools/dist/hitmask.pc.in always
$B/hitmask-config-version.cmake: tools/dist/cmake/hitmask-config-version.cmake.in always
$(FROM_TEMPLATES):
	@mkdir -p $(@D)
	$(call say,GEN,$@)sed -e 's,@PREFIX@,$(PREFIX),' -e 's,@VERSION@,$(VERSION),' $< >$@

install: all single $(FROM_TEMPLATES) ## into $(DESTDIR)$(PREFIX)
	@for file in $(INSTALLED); do \
	    place="$(DESTDIR)$(PREFIX)/$${file##*:}"; \
	    from=$${file#*:}; \
	    install -d "$${place%/*}" || exit; \
	    install -m $${file%%:*} "$${from%:*}" "$$place" || exit; \
	done
	ln -sf $(SONAME) "$(DESTDIR)$(PREFIX)/lib/libhitmask.so"

uninstall: ## what install put there
	@for file in $(INSTALLED) ::lib/libhitmask.so; do \
	    rm -f "$(DESTDIR)$(PREFIX)/$${file##*:}" || exit; \
	done
	@for folder in $(OWN_FOLDERS); do \
	    rmdir "$(DESTDIR)$(PREFIX)/$$folder" 2>/dev/null || true; \
	done

# The time of the last commit, so that of one commit comes one package.
deb dist: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)

deb: ## a Debian package, build/hitmask_VERSION_ARCH.deb
	rm -rf $B/deb
	$(MAKE) --no-print-directory install PREFIX=/usr DESTDIR=$(abspath $B/deb)
	sh tools/dist/deb.sh $B/deb $(VERSION) $B/hitmask_$(VERSION)_$$(dpkg --print-architecture).deb

dist: ## the sources, build/hitmask-VERSION.tar.gz, of the last commit
	@mkdir -p $B
	git archive --prefix=hitmask-$(VERSION)/ HEAD >$B/hitmask-$(VERSION).tar
	gzip -9nf $B/hitmask-$(VERSION).tar

clean: ## all that was built
	rm -rf build

# What the goals beside deps need; `deps` alone installs what building and testing need.
DEPS_OF_GOALS = $(if $(filter-out deps,$(MAKECMDGOALS)),$(foreach group,test games lint fuzz coverage, \
    $(if $(filter $(GOALS_$(group)),$(MAKECMDGOALS)),$(group))),test)
GOALS_test     := test test-c test-cli test-page test-pairs coverage
GOALS_games    := games screenshots screenshot-% sample-%
GOALS_lint     := lint format
GOALS_fuzz     := fuzz
GOALS_coverage := coverage

deps: ## install what is missing; EXTRA=all: for every test; EXTRA=lint
	@V=$(V) sh tools/deps.sh build $(DEPS_OF_GOALS) $(EXTRA)

# What is installed first must be there before the rest is tried.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

-include $(shell find $B/obj -name '*.d' 2>/dev/null)
