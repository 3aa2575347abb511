# wasi.mk - the tool for WASI, which Node runs, as a package of npm, and its tests

.PHONY: wasi test-wasi

WASI    := $B/wasi
WASI_CC ?= clang --target=wasm32-wasi
WASI_AR ?= llvm-ar
# Expat makes its salt of the time and of a process's number, which WASI has not.
WASI_FLAGS := -D_WASI_EMULATED_GETPID

$(WASI)/libraries/libraries.a: tools/dist/libraries.sh tools/dist/sources.sh
	@$(call need,{ command -v wasm-ld && test -e /usr/lib/wasm32-wasi/libc.a; },the linker or the C library for WASI, EXTRA=wasi)
	$(call build_libraries,$(LINKED_LIBRARIES),$(@D),$(WASI_CC) $(WASI_FLAGS),$(WASI_AR))

# The package of npm, as npm packs it.
WASI_PACKAGE := $(WASI)/package
WASI_ARCHIVE := $(WASI)/hitmask-$(VERSION)-wasi.tgz

wasi: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
# One thread needs as much stack as on other systems. Below it there is nothing to write over.
wasi: $(WASI)/libraries/libraries.a ## build/wasi/hitmask.wasm and a package of npm, for Node
	+@$(call make_linked,$(WASI),'$(WASI_CC)',$(WASI_AR)) $(WASI)/hitmask.wasm SYSTEM=wasi EXE=.wasm SYSTEM_FLAGS= \
	  SYSTEM_LIBS=-lwasi-emulated-getpid PACKAGE_LIBS=$(WASI)/libraries/libraries.a HARDENING= \
	  LINK_HARDENING='-s -Wl,--stack-first,-z,stack-size=8388608'
	$(call say,TAR,$(WASI_ARCHIVE))sh tools/dist/npm/pack.sh $(WASI) $(VERSION) $(WASI_ARCHIVE)

# The tests run what the package has.
$(WASI)/hitmask: tools/dist/npm/wasi.mk
	@mkdir -p $(@D)
	@printf '%s\n' '#!/bin/sh' 'exec node $(abspath $(WASI_PACKAGE))/hitmask.mjs "$$@"' >$@
	@chmod +x $@

# The tests of Windows. Some are left out: WASI has no names that are not UTF-8, no processes and no limits of memory.
WASI_TESTS := tests/cli/wasi.bats $(filter-out tests/cli/windows.bats,$(WINDOWS_TESTS))

test-wasi: wasi $(WASI)/hitmask $(CLI_NEEDS) | needs-bats ## the command line, with the tool for WASI in Node
	@$(call need,command -v node,node, EXTRA=wasi)
	@HITMASK_WASI=$(abspath $(WASI)/hitmask) \
	  $(subst HITMASK=$(abspath $B/hitmask),HITMASK=$(abspath $(WASI)/hitmask),$(run_tests)) $(or $(ONLY),$(WASI_TESTS))
