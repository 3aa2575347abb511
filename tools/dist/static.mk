# static.mk - the tool as one file that needs nothing else, from the sources of Debian's packages

.PHONY: static test-static

STATIC      := $B/static
STATIC_CC   ?= musl-gcc
STATIC_LIBRARIES := zlib libspng cjson expat xxhash libdeflate

# musl's own allocator takes a third more CPU for thousands of small pictures: each thread waits for
# the others, and mimalloc's does not.
$(STATIC)/libraries/libraries.a: tools/dist/libraries.sh tools/dist/sources.sh
	@$(call need,command -v $(STATIC_CC),$(STATIC_CC), EXTRA=static)
	$(call say,GET,the sources of the libraries)sh tools/dist/sources.sh build/sources $(STATIC_LIBRARIES) mimalloc
	$(call say,AR,$@)LIBRARIES='$(STATIC_LIBRARIES) mimalloc' sh tools/dist/libraries.sh build/sources $(STATIC)/libraries $(STATIC_CC)

static: $(STATIC)/libraries/libraries.a ## build/static/hitmask for any Linux, with musl
	@$(MAKE) --no-print-directory $(STATIC)/hitmask B=$(STATIC) CC=$(STATIC_CC) TOOL_PACKAGES= \
	  PACKAGE_CFLAGS='-I$(STATIC)/libraries/include -I$(STATIC)/libraries/include/cjson -DSPNG_STATIC' \
	  LIBDEFLATE=libdeflate LIBYAML= GIFLIB= LIBWEBP= PACKAGE_LIBS='$(STATIC)/libraries/objects/mimalloc-src-static.o $(STATIC)/libraries/libraries.a' \
	  HARDENING=-fstack-protector-strong LINK_HARDENING='-static -s -Wl,-z,relro,-z,noexecstack'

# The tests that call nothing but the tool.
STATIC_TESTS := $(patsubst %,tests/cli/%.bats,static bad_input bake cache companion config confine \
                  diff inspect kill merge mend output query sheets verify)

test-static: static $(CLI_NEEDS) | needs-bats ## the command line, with the static tool
	@HITMASK_STATIC=$(abspath $(STATIC)/hitmask) \
	  $(subst HITMASK=$(abspath $B/hitmask),HITMASK=$(abspath $(STATIC)/hitmask),$(run_tests)) $(STATIC_TESTS)
