# macos.mk - the tool and the library for macOS, made by Zig from the sources of Debian's packages: proof that
# they compile and link. Nothing of it is run.

.PHONY: macos macos-sources

ZIG ?= zig
MACOS_LIBRARIES := zlib libspng cjson expat xxhash libdeflate
# A 64-bit Mach-O file begins with this.
MACH_O := feedfacf
MACOS_SHARED := libhitmask.1.dylib

macos: macos-aarch64 macos-x86_64 ## build/macos-*/hitmask, with Zig (ZIG=FILE); not run

macos-%: B_MACOS = $B/macos-$*
# No flag is probed: where the output is /dev/null, Zig writes a.out.
macos-%: CC_MACOS = $(ZIG) cc -target $*-macos
# Zig brings no __cpu_model of clang's, by which the runtime chooses an instruction set.
macos-x86_64: CPPFLAGS += -DHM_NO_SIMD
macos-%: macos-sources
	$(call say,AR,$(B_MACOS)/libraries)AR='$(ZIG) ar' LIBRARIES='$(MACOS_LIBRARIES)' sh tools/dist/libraries.sh build/sources $(B_MACOS)/libraries $(CC_MACOS)
	@$(MAKE) --no-print-directory lib $(B_MACOS)/hitmask UNAME=Darwin B=$(B_MACOS) CC='$(CC_MACOS)' AR='$(ZIG) ar' \
	  CFLAGS_anywhere='-ffile-prefix-map=$(CURDIR)=.' CPPFLAGS='$(CPPFLAGS)' TOOL_PACKAGES= LIBDEFLATE=libdeflate LIBYAML= GIFLIB= LIBWEBP= \
	  PACKAGE_CFLAGS='-I$(B_MACOS)/libraries/include -I$(B_MACOS)/libraries/include/cjson -DSPNG_STATIC' \
	  PACKAGE_LIBS=$(B_MACOS)/libraries/libraries.a HARDENING=-fstack-protector-strong LINK_HARDENING=
	@for file in $(B_MACOS)/hitmask $(B_MACOS)/$(MACOS_SHARED); do \
	    [ "$$(od -An -tx4 -N4 $$file | tr -d ' ')" = $(MACH_O) ] || { echo "error: $$file is no program for macOS" >&2; exit 1; }; \
	    echo "$$file is linked for $*; only a Mac can run it"; \
	done

macos-sources: tools/dist/sources.sh
	@command -v $(ZIG) >/dev/null || { echo "error: $(ZIG) is missing; ZIG=FILE says where Zig is (ziglang.org)" >&2; exit 1; }
	@sh tools/dist/sources.sh build/sources $(MACOS_LIBRARIES)
