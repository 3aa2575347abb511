# web.mk - the runtime for browsers: a module of JavaScript with the WebAssembly inside, and the package of npm

.PHONY: web npm

GOALS_npm := npm web
GOALS_web := test-web bench-web sample-phaser sample-pixi screenshots screenshot-phaser screenshot-pixi

WEB    := $B/web
WEB_CC ?= clang --target=wasm32
WEB_LD ?= wasm-ld

# Most is compiled as small as can be; what takes the time of a game, for speed as well. Boxes of crowds are
# compared four at once, which every browser since 2023 can.
WEB_KERNELS := overlap rows sprite crowd sweep shape pack
WEB_CFLAGS   = -std=c11 $(WARNINGS) -nostdlib -fvisibility=hidden -mbulk-memory -Iinclude -isystem src/web/libc
WEB_OBJECTS := $(patsubst src/%.c,$(WEB)/obj/%.o,$(LIB_SOURCES) $(wildcard src/web/*.c))
# The stack lies below everything else, so that it cannot grow into anything. Addresses stay below 2^31.
WEB_LDFLAGS := --no-entry --export-dynamic --strip-all --stack-first -z stack-size=262144 --max-memory=2147418112
WEB_PARTS   := $(addprefix src/web/,inflate.js wasm.js sprite.js placement.js pack.js mask.js world.js)

$(WEB_KERNELS:%=$(WEB)/obj/%.o): WEB_SIZE := -Os
$(WEB)/obj/crowd.o: WEB_SIZE := -Os -msimd128

$(WEB)/obj/%.o: src/%.c src/web/web.mk
	@mkdir -p $(@D)
	@$(call need,command -v $(firstword $(WEB_CC)),the C compiler '$(firstword $(WEB_CC))', npm)
	$(call say,CC,$<)$(WEB_CC) $(WEB_CFLAGS) $(or $(WEB_SIZE),-Oz) -MMD -MP -c -o $@ $<

# The linker itself: clang would run wasm-opt where that is installed, and make other bytes there.
$(WEB)/runtime.wasm: $(WEB_OBJECTS)
	@$(call need,command -v $(WEB_LD),the linker '$(WEB_LD)', npm)
	$(call say,LD,$@)$(WEB_LD) $(WEB_LDFLAGS) -o $@ $(sort $^)

$(WEB)/hitmask.js: src/web/bundle.sh $(WEB)/runtime.wasm $(WEB_PARTS) include/hitmask.h Makefile
	$(call say,GEN,$@)sh src/web/bundle.sh $(VERSION) $(WEB)/runtime.wasm $(WEB_PARTS) >$@

web: $(WEB)/hitmask.js ## build/web/hitmask.js: the runtime for browsers, one module

-include $(WEB_OBJECTS:.o=.d)

# ---- The package ----------------------------------------------------------------------------

NPM_ARCHIVE := $B/npm/hitmask-$(VERSION).tgz

npm: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
npm: web wasi ## build/npm: the runtime and the tool as a package of npm
	$(call say,TAR,$(NPM_ARCHIVE))sh src/web/pack.sh $(WEB) $(WASI_PACKAGE) $(VERSION) $(NPM_ARCHIVE)

# ---- Tests ----------------------------------------------------------------------------------

.PHONY: test-web

# The digest of platforms, with the runtime as the module has it.
$(WEB)/digest.wasm: tests/platforms/digest.c tests/web/digest_libc.c $(wildcard tests/web/libc/*.h) $(WEB)/runtime.wasm
	$(call say,LD,$@)for source in $(filter %.c,$^); do \
	  $(WEB_CC) -std=c11 $(filter-out -Wmissing-prototypes,$(WARNINGS)) -O2 -nostdlib -fno-builtin-fprintf -fno-builtin-printf -fvisibility=hidden -mbulk-memory \
	    -isystem tests/web/libc -Iinclude -Isrc -c $$source -o $(WEB)/obj/$$(basename $$source).o || exit 1; done; \
	$(WEB_LD) $(WEB_LDFLAGS) -o $@ $(sort $(WEB_OBJECTS)) $(WEB)/obj/digest.c.o $(WEB)/obj/digest_libc.c.o

$(WEB)/answers: tests/web/answers.c $B/libhitmask.a
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) -std=c11 $(WARNINGS) $(CFLAGS) -Iinclude -o $@ $^ $(LDFLAGS)

# Packages from npm with which ours is tried. The lock file fixes the versions; no script of theirs runs.
WEB_MODULES := $(WEB)/modules/node_modules/.package-lock.json

$(WEB_MODULES): tests/web/package.json tests/web/package-lock.json
	@$(call need,command -v npm,npm, npm)
	@mkdir -p $(WEB)/modules && cp $^ $(WEB)/modules
	$(call say,NPM,$(WEB)/modules)cd $(WEB)/modules && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

# The pack of which the digest of platforms is.
$(WEB)/platforms.hmk: tests/platforms/run.sh $B/hitmask
	@mkdir -p $(@D)
	$(call say,BAKE,$@)sh tests/platforms/pack.sh $B/hitmask $@

# The sprites of the samples with the shapes that physics engines take, and the cells of a sheet.
$(WEB)/shapes.hmk: $B/hitmask $(wildcard samples/sprites/*.png)
	$(call say,BAKE,$@)echo '{ "rules": [ { "match": "deep.png", "grid": "16x16" } ] }' >$@.json && \
	  $B/hitmask bake --quiet --config $@.json --polygons 1 --pieces 8 samples/sprites -o $@

# The folders of samples/web.
WEB_SAMPLES := phaser pixi

WEB_TESTS := $(wildcard tests/web/test_*.mjs tests/web/test_*.py)

# ONLY='tests/web/test_fuzz.mjs' takes some; FUZZ=9000 and ROUNDS=1000000 ask more.
test-web: npm $(WEB_SAMPLES:%=built-sample-%) $(WEB)/digest.wasm $(WEB)/platforms.hmk $(WEB)/shapes.hmk $(WEB)/answers $(WEB_MODULES) ## the package for browsers, in Node and Chromium
	@HITMASK_NPM=$(abspath $(NPM_ARCHIVE)) $(run_tests) $(or $(ONLY),$(WEB_TESTS))

# ---- Speed ----------------------------------------------------------------------------------

.PHONY: bench-web

# Native C for every processor, as WebAssembly has no other.
$(WEB)/bench_native: tests/web/bench_native.c $(LIB_SOURCES)
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) -std=c11 $(WARNINGS) -O2 -DHM_NO_SIMD -Iinclude -o $@ $^

$(WEB)/bench.mjs: tests/web/bench_questions.js $(WEB)/hitmask.js
	@sed "s,from 'hitmask',from './hitmask.js'," $< >$@

# A pack of a thousand sprites.
$(WEB)/thousand.hmk: $B/hitmask
	@rm -rf $(WEB)/thousand && mkdir -p $(WEB)/thousand
	@for i in $$(seq 50); do cp -r samples/sprites $(WEB)/thousand/$$i; done
	$(call say,BAKE,$@)$B/hitmask bake --quiet $(WEB)/thousand -o $@

bench-web: npm $(WEB)/bench_native $(WEB)/bench.mjs $(WEB)/thousand.hmk $(WEB_MODULES) ## the package for browsers beside native C
	@/usr/bin/python3 -B tests/web/bench.py $B

# ---- The samples ----------------------------------------------------------------------------

.PHONY: $(foreach goal,built-sample sample screenshot,$(WEB_SAMPLES:%=$(goal)-%))

# Copies of samples/web/*, with the package as if npm had installed it, and built by their own scripts.
SAMPLE_OF = $(WEB)/modules/web/$*

# Vite needs Node 20; without it the tests of the samples are skipped.
HAS_NODE_20 = node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'

$(WEB_SAMPLES:%=built-sample-%): built-sample-%: npm $(WEB_MODULES)
	@rm -rf $(SAMPLE_OF) && mkdir -p $(SAMPLE_OF)/node_modules/hitmask $(SAMPLE_OF)/node_modules/.bin
	@cp samples/web/$*/* $(SAMPLE_OF) && ln -sfn $(abspath samples/sprites) $(WEB)/modules/sprites
	@tar -xzf $(NPM_ARCHIVE) -C $(SAMPLE_OF)/node_modules/hitmask --strip-components=1
	@ln -s ../hitmask/tool/hitmask.mjs $(SAMPLE_OF)/node_modules/.bin/hitmask
	@ln -s ../../../../node_modules/.bin/vite $(SAMPLE_OF)/node_modules/.bin/vite
	$(call say,VITE,$(SAMPLE_OF)/dist)! $(HAS_NODE_20) || { cd $(SAMPLE_OF) && npm run --silent build -- --logLevel error; }

# Plays a game on a page of this machine.
$(WEB_SAMPLES:%=sample-%): sample-%: built-sample-%
	@cd $(SAMPLE_OF) && npm run --silent start

$(WEB_SAMPLES:%=screenshot-%): screenshot-%: built-sample-%
	@/usr/bin/python3 -B tests/web/test_samples.py --picture $* $(SAMPLE_OF)/dist samples/$*.png
