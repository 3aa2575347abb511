# static.mk - the tool as one file that needs nothing else, from the sources of Debian's packages

.PHONY: static static-arm64 test-static

STATIC      := $B/static
STATIC_CC   ?= musl-gcc
ARM64       := $B/static-arm64
ARM64_GCC   ?= aarch64-linux-gnu-gcc
ARM64_CC    := $(ARM64)/musl/bin/musl-gcc

# The libraries of a tool that needs nothing else, with every format, and the settings for make.
# $(call make_linked,FOLDER,COMPILER)
LINKED_LIBRARIES := zlib libspng cjson expat xxhash libdeflate giflib libwebp libyaml
make_linked = $(MAKE) --no-print-directory B=$1 CC=$2 AR=$(or $3,ar) TOOL_PACKAGES= \
  PACKAGE_CFLAGS='-I$1/libraries/include -I$1/libraries/include/cjson -DSPNG_STATIC -DXML_STATIC -DYAML_DECLARE_STATIC' \
  LIBDEFLATE=libdeflate LIBYAML=yaml-0.1 GIFLIB=libgif LIBWEBP=libwebp HARDENING=-fstack-protector-strong
make_static = $(call make_linked,$1,$2,$3) LINK_HARDENING='-static -s -Wl,-z,relro,-z,noexecstack' \
  PACKAGE_LIBS='$1/libraries/objects/mimalloc-src-static.o $1/libraries/libraries.a -lm'

# musl's own allocator takes a third more CPU for thousands of small pictures: each thread waits for
# the others, and mimalloc's does not.
STATIC_LIBRARIES := $(LINKED_LIBRARIES) mimalloc musl

# $(call build_libraries,LIBRARIES,FOLDER,COMPILER)
define build_libraries
$(call say,GET,the sources of the libraries)sh tools/dist/sources.sh build/sources $1
$(call say,AR,$2/libraries.a)AR=$(or $4,ar) LIBRARIES='$1' sh tools/dist/libraries.sh build/sources $2 $3
endef

$(STATIC)/libraries/libraries.a: tools/dist/libraries.sh tools/dist/sources.sh
	@$(call need,command -v $(STATIC_CC),$(STATIC_CC), EXTRA=static)
	$(call build_libraries,$(STATIC_LIBRARIES),$(@D),$(STATIC_CC))

static: $(STATIC)/libraries/libraries.a ## build/static/hitmask for any Linux, with musl
	+@$(call make_static,$(STATIC),$(STATIC_CC)) $(STATIC)/hitmask

# Debian has no musl for another processor than its own.
$(ARM64_CC): tools/dist/musl.sh tools/dist/sources.sh
	@$(call need,command -v $(ARM64_GCC),$(ARM64_GCC), EXTRA=static)
	@sh tools/dist/sources.sh build/sources musl
	$(call say,CC,musl)sh tools/dist/musl.sh build/sources/musl $(ARM64)/musl $(ARM64_GCC)

$(ARM64)/libraries/libraries.a: $(ARM64_CC) tools/dist/libraries.sh
	$(call build_libraries,$(STATIC_LIBRARIES),$(@D),$(abspath $(ARM64_CC)),$(ARM64_GCC:gcc=ar))

static-arm64: $(ARM64)/libraries/libraries.a ## build/static-arm64/hitmask, the same for 64-bit ARM
	+@$(call make_static,$(ARM64),$(abspath $(ARM64_CC)),$(ARM64_GCC:gcc=ar)) $(ARM64)/hitmask

# The tests that call nothing but the tool.
STATIC_TESTS := $(patsubst %,tests/cli/%.bats,static bad_input bake cache companion config confine \
                  diff inspect kill merge mend output query sheets verify)

test-static: static $(CLI_NEEDS) | needs-bats ## the command line, with the static tool
	@HITMASK_STATIC=$(abspath $(STATIC)/hitmask) \
	  $(subst HITMASK=$(abspath $B/hitmask),HITMASK=$(abspath $(STATIC)/hitmask),$(run_tests)) $(STATIC_TESTS)
