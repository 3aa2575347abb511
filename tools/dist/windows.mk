# windows.mk - the tool and the library for Windows, from the sources of Debian's packages, and its tests under Wine

.PHONY: windows test-windows

WINDOWS    := $B/windows
WINDOWS_CC ?= x86_64-w64-mingw32-gcc
WINE       ?= wine

$(WINDOWS)/libraries/libraries.a: tools/dist/libraries.sh tools/dist/sources.sh
	@$(call need,command -v $(WINDOWS_CC),$(WINDOWS_CC), EXTRA=windows)
	$(call build_libraries,$(LINKED_LIBRARIES),$(@D),$(WINDOWS_CC),$(WINDOWS_CC:gcc=ar))

# One thread needs as much stack as on other systems. The time of linking would make two builds differ.
make_windows = $(call make_linked,$(WINDOWS),$(WINDOWS_CC),$(WINDOWS_CC:gcc=ar)) UNAME=Windows SYSTEM=windows EXE=.exe \
  SYSTEM_FLAGS='-D_WIN32_WINNT=0x0a00 -D__USE_MINGW_ANSI_STDIO=1' SYSTEM_LIBS=-lshell32 PACKAGE_LIBS=$(WINDOWS)/libraries/libraries.a \
  LINK_HARDENING='-fstack-protector-strong -static -s -Wl,--stack,8388608,--no-insert-timestamp,--dynamicbase,--nxcompat'

windows: $(WINDOWS)/libraries/libraries.a ## build/windows/hitmask.exe and hitmask.dll, with mingw-w64
	+@$(make_windows) all

# Wine shows the files of this system, and names beyond ASCII if the locale has them. Root may read and
# write every file, here and in Wine's own server; a user of Windows may not.
WINDOWS_USER = $(shell setpriv --bounding-set=-all --inh-caps=-all echo setpriv --bounding-set=-all --inh-caps=-all 2>/dev/null)

# Debian's Wine has no loader of its own that keeps addresses free: its heap begins anywhere in a gigabyte, and
# once in some thousand starts it lies where Wine must have a page, so that the program is lost. Without
# random addresses the heap always begins at one place.
WINE_STEADY = $(shell setarch -R true 2>/dev/null && echo setarch -R)

WINE_SETTINGS = WINEPREFIX=$(abspath $(WINDOWS)/wine) WINEDEBUG=-all

# Debian's Wine ends its server with the last program and starts another with the next. One server stays from
# before the first test, in which Wine makes its folder, to the last: no program begins while a server ends.
wine_server = $(WINE_SETTINGS) $(WINDOWS_USER) wineserver

$(WINDOWS)/hitmask: tools/dist/windows.mk | windows
	@mkdir -p $(@D)
	@printf '%s\n' '#!/bin/sh' 'export $(WINE_SETTINGS) LC_ALL=C.UTF-8' \
	  'exec $(WINE_STEADY) $(WINDOWS_USER) $(WINE) $(abspath $(WINDOWS)/hitmask.exe) "$$@"' >$@
	@chmod +x $@

# Left out are tests of the library and of projects, which are built for this system and hardly call the
# tool; those that stand between a program and Linux, or trace it; that of the static tool; those that
# limit the time of huge inputs, of which Wine takes more; and those of links, /proc, devices and patterns.
WINDOWS_TESTS := $(filter-out $(patsubst %,tests/cli/%.bats,fresh games library projects reproducible single \
                   single_tests cut exhaust kill static release wasi bombs packers builds output inspect),$(CLI_TESTS))

test-windows: windows $(WINDOWS)/hitmask $(CLI_NEEDS) | needs-bats ## the command line, with the tool for Windows under Wine
	@$(call need,command -v $(WINE),$(WINE), EXTRA=windows)
	@mkdir -p $(WINDOWS)/wine && { $(wine_server) -p600; $(WINDOWS)/hitmask --version; } >/dev/null 2>&1
	@status=0; HITMASK_WINDOWS=$(abspath $(WINDOWS)/hitmask) \
	  $(subst HITMASK=$(abspath $B/hitmask),HITMASK=$(abspath $(WINDOWS)/hitmask),$(run_tests)) $(or $(ONLY),$(WINDOWS_TESTS)) || \
	  status=$$?; $(wine_server) -k; exit $$status
