# wasi.mk - the tool for WASI, which Node runs on any system, as a package of npm, and its tests

.PHONY: wasi test-wasi

WASI    := $B/wasi
WASI_CC ?= clang --target=wasm32-wasi
WASI_AR ?= llvm-ar
WASI_LIBRARIES := zlib libspng cjson expat xxhash libdeflate giflib libwebp libyaml
# Expat makes its salt of the time and of a process's number, which WASI has not.
WASI_FLAGS := -D_WASI_EMULATED_GETPID

$(WASI)/libraries/libraries.a: tools/dist/libraries.sh tools/dist/sources.sh
	@$(call need,command -v wasm-ld && test -e /usr/lib/wasm32-wasi/libc.a,the linker or the C library for WASI, EXTRA=wasi)
	$(call say,GET,the sources of the libraries)sh tools/dist/sources.sh build/sources $(WASI_LIBRARIES)
	$(call say,AR,$@)AR=$(WASI_AR) LIBRARIES='$(WASI_LIBRARIES)' sh tools/dist/libraries.sh build/sources $(WASI)/libraries $(WASI_CC) $(WASI_FLAGS)

# One thread needs as much stack as on other systems. Below it there is nothing to write over.
wasi: $(WASI)/libraries/libraries.a ## build/wasi/hitmask.wasm, and the package of npm that runs it
	@$(MAKE) --no-print-directory $(WASI)/hitmask.wasm B=$(WASI) CC='$(WASI_CC)' AR=$(WASI_AR) \
	  TOOL_PACKAGES= SYSTEM=wasi EXE=.wasm SYSTEM_FLAGS= SYSTEM_LIBS=-lwasi-emulated-getpid \
	  PACKAGE_CFLAGS='-I$(WASI)/libraries/include -I$(WASI)/libraries/include/cjson -DSPNG_STATIC -DXML_STATIC' \
	  LIBDEFLATE=libdeflate LIBYAML=yaml-0.1 GIFLIB=libgif LIBWEBP=libwebp PACKAGE_LIBS=$(WASI)/libraries/libraries.a \
	  HARDENING= LINK_HARDENING='-s -Wl,--stack-first,-z,stack-size=8388608'
