# wasi.mk - the tool for WASI, which Node runs on any system, as a package of npm, and its tests

.PHONY: wasi test-wasi

WASI    := $B/wasi
WASI_CC ?= clang --target=wasm32-wasi
WASI_AR ?= llvm-ar
WASI_LIBRARIES := zlib libspng cjson expat xxhash libdeflate giflib libwebp libyaml
# Expat makes its salt of the time and of a process's number, which WASI has not.
WASI_FLAGS := -D_WASI_EMULATED_GETPID

$(WASI)/libraries/libraries.a: tools/dist/libraries.sh tools/dist/sources.sh
	@$(call need,{ command -v wasm-ld && test -e /usr/lib/wasm32-wasi/libc.a; },the linker or the C library for WASI, EXTRA=wasi)
	$(call say,GET,the sources of the libraries)sh tools/dist/sources.sh build/sources $(WASI_LIBRARIES)
	$(call say,AR,$@)AR=$(WASI_AR) LIBRARIES='$(WASI_LIBRARIES)' sh tools/dist/libraries.sh build/sources $(WASI)/libraries $(WASI_CC) $(WASI_FLAGS)

# The package of npm, as npm packs it.
WASI_PACKAGE := $(WASI)/package
WASI_ARCHIVE := $(WASI)/hitmask-$(VERSION)-wasi.tgz

wasi: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
# One thread needs as much stack as on other systems. Below it there is nothing to write over.
wasi: $(WASI)/libraries/libraries.a ## build/wasi/hitmask.wasm, and a package of npm with it
	@$(MAKE) --no-print-directory $(WASI)/hitmask.wasm B=$(WASI) CC='$(WASI_CC)' AR=$(WASI_AR) \
	  TOOL_PACKAGES= SYSTEM=wasi EXE=.wasm SYSTEM_FLAGS= SYSTEM_LIBS=-lwasi-emulated-getpid \
	  PACKAGE_CFLAGS='-I$(WASI)/libraries/include -I$(WASI)/libraries/include/cjson -DSPNG_STATIC -DXML_STATIC' \
	  LIBDEFLATE=libdeflate LIBYAML=yaml-0.1 GIFLIB=libgif LIBWEBP=libwebp PACKAGE_LIBS=$(WASI)/libraries/libraries.a \
	  HARDENING= LINK_HARDENING='-s -Wl,--stack-first,-z,stack-size=8388608'
	$(call say,TAR,$(WASI_ARCHIVE))sh tools/dist/npm/pack.sh $(WASI) $(VERSION) $(WASI_ARCHIVE)

# The tests run what the package has.
$(WASI)/hitmask: tools/dist/npm/wasi.mk
	@mkdir -p $(@D)
	@printf '%s\n' '#!/bin/sh' 'exec node $(abspath $(WASI_PACKAGE))/hitmask.mjs "$$@"' >$@
	@chmod +x $@

# The tests of the tool that bring no compiler, no process of their own and no limit of memory.
WASI_TESTS := $(patsubst %,tests/cli/%.bats,wasi $(filter-out static kill,$(patsubst tests/cli/%.bats,%,$(STATIC_TESTS))))

test-wasi: wasi $(WASI)/hitmask $(CLI_NEEDS) | needs-bats ## the command line, with the tool for WASI in Node
	@$(call need,command -v node,node, EXTRA=wasi)
	@HITMASK_WASI=$(abspath $(WASI)/hitmask) \
	  $(subst HITMASK=$(abspath $B/hitmask),HITMASK=$(abspath $(WASI)/hitmask),$(run_tests)) $(or $(ONLY),$(WASI_TESTS))
