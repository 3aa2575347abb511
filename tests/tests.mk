# tests.mk - the tests, the fuzzers and the benchmark: how they are built and run

.PHONY: test-shapes
.PHONY: test test-c test-cli test-page test-attack test-fresh test-pairs test-mutants test-platforms coverage \
        bench bench-page fuzz fuzzers needs-cmocka needs-bats

TEST_PACKAGES := cmocka
TEST_CFLAGS = $(call packaged,TEST_CFLAGS,--cflags $(TEST_PACKAGES))
TEST_LIBS   = $(call packaged,TEST_LIBS,--libs $(TEST_PACKAGES))

TEST_SOURCES  := $(wildcard tests/runtime/test_*.c tests/samples/test_*.c tests/tools/test_*.c)
TEST_SUPPORT  := $(filter-out $(TEST_SOURCES) %/faults.c,$(wildcard $(addprefix tests/,$(addsuffix /*.c,runtime samples tools support))))
BENCH_SOURCES := $(wildcard tests/bench/*.c)
FUZZ_SOURCES  := $(wildcard tests/fuzz/fuzz_*.c)

SUPPORT_OBJECTS := $(TEST_SUPPORT:%.c=$B/obj/%.o) $B/obj/samples/movers.o
TESTS         := $(TEST_SOURCES:tests/%.c=$B/tests/%)
BENCH_OBJECTS := $(BENCH_SOURCES:%.c=$B/obj/%.o) $(PUBLISHED_OBJECTS)
FUZZERS       := $(FUZZ_SOURCES:tests/fuzz/fuzz_%.c=$B/fuzzers/%)
# Without a fuzzing library a fuzzer only replays files.
FUZZ_MAIN     := $(if $(filter fuzz,$(config)),,$B/obj/tests/fuzz/replay.o)
FUZZ_OBJECTS  := $(patsubst %,$B/obj/tests/%.o,support/ask_everything support/require \
                   fuzz/fuzz fuzz/whole) $(FUZZ_MAIN)

needs-cmocka:
	@$(call need,$(PKG_CONFIG) --exists $(TEST_PACKAGES),the library $(TEST_PACKAGES))

needs-bats:
	@$(call need,command -v bats,bats)

# ---- Built -------------------------------------------------------------------------------

$(patsubst %.c,$B/obj/%.o,$(BENCH_SOURCES) $(wildcard tests/samples/*.c)): CPPFLAGS += -Isamples

$B/obj/tests/%.o: tests/%.c | needs-libraries
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(HARDENING) $(POSIX_CFLAGS) -Itests $(TOOL_CFLAGS) $(TEST_CFLAGS) -MMD -MP -c -o $@ $<

# A program takes from archives only what it needs, so that it is linked in no time.
PARTS   := $B/obj/tests/parts.a
SUPPORT := $B/obj/tests/support.a

$(PARTS): $(TOOL_PARTS)
$(SUPPORT): $(SUPPORT_OBJECTS)
$(PARTS) $(SUPPORT):
	@mkdir -p $(@D)
	@rm -f $@
	@ar qcs $@ $^

$B/fuzzers/%: $B/obj/tests/fuzz/fuzz_%.o $(FUZZ_OBJECTS) $(PARTS) $B/libhitmask.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) $(if $(FUZZ_MAIN),,-fsanitize=fuzzer) -o $@ $^ $(TOOL_LIBS)

$B/tests/%: $B/obj/tests/%.o $(SUPPORT) $(PARTS) $B/libhitmask.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(TOOL_LIBS) $(TEST_LIBS)

$(TEST_SOURCES:%.c=$B/obj/%.o): | needs-cmocka

# The code that EXACT.md shows under Recipe, which a test includes.
RECIPE := $B/obj/tests/runtime/recipe.c
$B/obj/tests/runtime/test_recipe.o: CPPFLAGS += -I$(dir $(RECIPE))
$B/obj/tests/runtime/test_recipe.o: $(RECIPE)
$(RECIPE): src/EXACT.md
	@mkdir -p $(@D)
	@sed -n '/^## Recipe/,/^## /{/^```c/,/^```$$/{/^```/!p;};}' $< >$@

# The table of samples/README.md for those who come from pygame, a function for each of its lines.
PYGAME_ROWS := $B/obj/tests/runtime/pygame_rows.c
$B/obj/tests/runtime/test_from_pygame.o: CPPFLAGS += -I$(dir $(PYGAME_ROWS))
$B/obj/tests/runtime/test_from_pygame.o: $(PYGAME_ROWS)
$(PYGAME_ROWS): samples/README.md
	@mkdir -p $(@D)
	@sed -n 's/^| `\(a\.\|pygame\.mask\.\)\{0,1\}\([A-Za-z_]*\)(.*` | `\(hm_.*;\|[a-z]* = .*;\|for .*;\)` |.*$$/static void do_\2(void) { \3 }/p' $< >$@

# Loops over every pixel are not what sanitizers are to look at, and take half of their time.
ifeq ($(config),sanitize)
ORACLES := oracle map_oracle path_oracle world_oracle canvas_model
$(ORACLES:%=$B/obj/tests/runtime/%.o): CFLAGS += -O2 -fno-sanitize=all
endif

# Stands in for the C library, and for a sanitizer's, before either is set up.
$B/tests/tools/test_exhaust: $B/obj/tests/support/faults.o
$B/obj/tests/support/faults.o: CFLAGS += -fno-sanitize=all

# ---- Run ---------------------------------------------------------------------------------

# The runner takes test programs, fuzzers, .bats files and the page's tests, side by side.
# RUN='qemu-s390x -L FOLDER' runs what was built for another machine.
run_tests = HITMASK=$(abspath $B/hitmask) HITMASK_BUILD=$(abspath $B) HITMASK_CONFIG=$(config) \
            RUN='$(RUN)' tests/run.sh $B/test-logs/$@
PAGE_TESTS := $(addprefix tests/page/test_,page.py tune.py live.py live_firefox.py)
# The longest come first, so that none of them runs alone at the end.
long_first  = $(filter $1,$2) $(filter-out $1,$2)
LONG_CLI   := $(patsubst %,tests/cli/%.bats,single library packers single_tests projects reproducible cut bombs)
LONG_C     := $B/tests/tools/test_exhaust \
              $(patsubst %,$B/tests/runtime/test_%,affine contact damage overlap point_list sweep)
CLI_TESTS  := $(call long_first,$(LONG_CLI),$(wildcard tests/cli/*.bats))
CLI_NEEDS  := $B/hitmask $B/minimal $B/tour $B/draw-samples $B/hitmask_single.h lib

# The games are built when SDL2 is there, which `deps` may just have installed.
build_games = $(if $(shell $(PKG_CONFIG) --exists sdl2 && echo yes),@$(MAKE) --no-print-directory games)

# Python cannot load a library that needs a sanitizer; the page is the same in any configuration.
page_tests = $(if $(filter sanitize coverage,$(config)),,$(PAGE_TESTS))

# The page that bakes is built where its tools are; without it its tests are skipped.
page_with_tools = $(if $(page_tests),$(shell command -v wasm-ld >/dev/null && command -v wasm-opt >/dev/null && \
                    test -e /usr/lib/wasm32-wasi/libc.a && echo page))

test: $(TESTS) $(FUZZERS) $(CLI_NEEDS) $(page_with_tools) | needs-bats ## every test
	$(build_games)
	@$(run_tests) $(call long_first,$(LONG_CLI) $(LONG_C),$(CLI_TESTS) $(page_tests) $(TESTS)) $(FUZZERS)

test-c: $(TESTS) $(FUZZERS) ## the test programs, and the inputs that fuzzers found
	@$(run_tests) $(TESTS) $(FUZZERS)

test-cli: $(CLI_NEEDS) | needs-bats ## the command line; ONLY='tests/cli/bake.bats' takes some
	$(build_games)
	@$(run_tests) $(or $(ONLY),$(CLI_TESTS))

test-page: $B/hitmask lib $(page_with_tools) ## all pages, in Chromium and Firefox
	@$(run_tests) $(PAGE_TESTS)

fuzzers: $(FUZZERS)

TIME ?= 60

fuzz: $B/seeds/complete ## every reader for TIME=60 seconds, all at once, with clang
	@$(MAKE) --no-print-directory config=fuzz fuzzers
	sh tests/fuzz/run.sh $(TIME) $B

# These tests hand files to readers: see tests/support/fuzz_seed.h.
SEED_TESTS := $(patsubst %,$B/tests/tools/test_%,aseprite atlas_aseprite atlas_habits atlas_json \
                atlas_json_aseprite atlas_json_tiled \
                atlas_text atlas_xml atlas_plist atlas_tp atlas_godot atlas_web atlas_editors \
                atlas_unity atlas_maps cache decode document document_read images) \
              $(patsubst %,$B/tests/runtime/test_%,data pack pack_open verify)

$B/seeds/complete: $(SEED_TESTS)
	@mkdir -p $(FUZZERS:$B/fuzzers/%=$B/seeds/%)
	@for t in $^; do HITMASK_SEEDS=$(abspath $(@D)) $$t >/dev/null 2>&1 || exit 1; done
	@touch $@

# SEED=7 attacks as an earlier run did, ONLY='kill race' takes some kinds, ROUND=3 only that round.
$B/tests/shapes_art: $B/obj/tests/shapes_art.o $(SUPPORT) $(PARTS) $B/libhitmask.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(TOOL_LIBS)

# All masks of that art that differ.
ART ?= samples
test-shapes: $B/tests/shapes_art $B/hitmask ## the shapes of ART='DIR...', held against their masks
	@$B/hitmask bake --quiet --no-points --alpha-threshold 127 --root / $(abspath $(ART)) -o $B/art.hmk
	@$B/tests/shapes_art $B/art.hmk

test-attack: $B/hitmask ## bakes killed, raced, given changing art and nonsense (TIME=60)
	@/usr/bin/python3 -B tests/attack.py $(if $(SEED),--seed $(SEED)) $(if $(ROUND),--round $(ROUND)) \
	  $B/hitmask $(TIME) $(ONLY)

# Long tests, which otherwise take one case in so many.
PAIR_TESTS := $(patsubst %,$B/tests/runtime/test_%,affine canvas_algebra components contact crowd nearest overlap point_list shape sweep \
                tiles turned world)

test-pairs: $(PAIR_TESTS) ## the queries on every pair of small masks (minutes)
	@for t in $^; do HITMASK_ALL_PAIRS=1 $$t || exit 1; done

# ONLY=src/shape.c takes some files, LINES_ONLY=9-20 some lines of one; KNOWN=1 tries those that are listed as no
# different.
MUTANT_FILES := $(LIB_SOURCES) $(wildcard src/*.h)

test-mutants: $(filter $B/tests/runtime/%,$(TESTS)) ## does a test notice each small change of src/? (hours)
	@CC='$(CC)' MUTANT_CFLAGS='$(ALL_CFLAGS)' MUTANT_OBJECTS=$B/obj/tests/runtime \
	  MUTANT_TEST_CFLAGS='$(POSIX_CFLAGS) -Itests $(TOOL_CFLAGS) $(TEST_CFLAGS)' \
	  MUTANT_LINK='$(LDFLAGS) $(SUPPORT) $(PARTS) $B/libhitmask.a $(TOOL_LIBS) $(TEST_LIBS)' \
	  tests/mutate.py $(if $(JOBS),--jobs $(JOBS)) $(if $(LINES_ONLY),--lines $(LINES_ONLY)) \
	  $(if $(KNOWN),--known) $(or $(ONLY),$(MUTANT_FILES))

# ARCHITECTURE=arm64 takes another one than this machine's, under qemu.
test-fresh: ## the README's two commands on a minimal Debian (root; minutes)
	tests/fresh.sh $(abspath $B/fresh) $(ARCHITECTURE)

# ONLY='gcc*|aarch64' takes the platforms whose names match.
test-platforms: $B/hitmask ## the runtime and the tool on other processors and compilers
	tests/platforms/run.sh $B/hitmask $B/platforms
	tests/platforms/tool.sh $B/hitmask $B/platforms

# ONLY='canvas disc' takes some groups of rows, or sets of masks; BENCH_FORMAT=json prints lines.
bench: $B/bench $B/hitmask ## how fast it is, beside the peers; QUICK=1 takes a minute
	BENCH_QUICK='$(QUICK)' $B/bench $(ONLY)

bench-page: page ## how fast the page that bakes is, in Chromium
	@/usr/bin/python3 -B tests/bench/live.py $B/hitmask.html

$B/bench: $(BENCH_OBJECTS) $(TOOL_PARTS) $B/libhitmask.a
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(TOOL_LIBS) -ldl -lm

# Tests that fail here are seen elsewhere: what they do not reach is wanted all the same.
coverage: ## which lines and branches the tests reach, a folder at a time
	find build/coverage -name '*.gcda' -delete 2>/dev/null || :
	-$(MAKE) --no-print-directory config=coverage test-c
	-$(MAKE) --no-print-directory config=coverage test-cli
	@sh tests/coverage.sh build/coverage
