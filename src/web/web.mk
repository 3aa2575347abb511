# web.mk - the runtime for browsers: a module of JavaScript with the WebAssembly inside, and the package of npm

.PHONY: web npm

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
