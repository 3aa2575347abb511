# release.mk - the archives that users take: built from a clone of the last commit, the same bytes each time

.PHONY: release archives test-release

ARCHIVE  := hitmask-$(VERSION)
ARCHIVES := $B/archives
RELEASE  := $B/release

# The address of the release: the files for package managers name it.
REPOSITORY ?= https://github.com/OWNER/hitmask

release: ## the archives that users take, in build/release
	@MAKE='$(MAKE_COMMAND)' sh tools/dist/release/release.sh $(RELEASE) $(VERSION) '$(REPOSITORY)'

# $(call stage,SYSTEM,LICENSES): a folder with all that an archive has, by the make in $3
stage = rm -rf $(ARCHIVES)/$(ARCHIVE)-$1 && \
  $3 install DESTDIR=$(abspath $(ARCHIVES)/$(ARCHIVE)-$1) PREFIX= PC_PREFIX='$$$${pcfiledir}/../..' $4 && \
  sh tools/dist/release/stage.sh $(ARCHIVES)/$(ARCHIVE)-$1 $(VERSION) $2
pack = sh tools/dist/release/archive.sh $(ARCHIVES)/$(ARCHIVE)-$1 $(ARCHIVES)/$(ARCHIVE)-$1.$2

# Programs for the player's system are linked with its C library, not with musl.
make_x64   = $(MAKE) --no-print-directory
make_arm64 = $(MAKE) --no-print-directory B=$B/arm64 CC=$(ARM64_GCC) AR=$(ARM64_GCC:gcc=ar)
MINGW_LICENSE := /usr/share/doc/mingw-w64-common/copyright

# Each archive is a line or two here; release.sh gathers what is in $(ARCHIVES).
archives: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct)
archives: static static-arm64 windows npm wheel nuget unity page all single
	+$(call stage,linux-x64,$(STATIC)/libraries/licenses.txt,$(make_x64),INSTALLED_TOOL=$(STATIC)/hitmask)
	$(call pack,linux-x64,tar.gz)
	+$(call stage,linux-arm64,$(ARM64)/libraries/licenses.txt,$(make_arm64),INSTALLED_TOOL=$(ARM64)/hitmask)
	$(call pack,linux-arm64,tar.gz)
	+$(call stage,windows-x64,$(WINDOWS)/libraries/licenses.txt $(MINGW_LICENSE),$(make_windows))
	$(call pack,windows-x64,zip)
	+$(MAKE) --no-print-directory deb dist
	cp $B/hitmask.html $(ARCHIVES)/$(ARCHIVE).html
	cp $(NPM_ARCHIVE) $(ARCHIVES)/$(ARCHIVE)-npm.tgz
	cp $(WHEELS)/*.whl $(NUGET) $(UNITY) $(ARCHIVES)
	mv $B/hitmask_$(VERSION)_amd64.deb $B/$(ARCHIVE).tar.gz $(ARCHIVES)

# Another release is made in another folder and with other settings of the shell.
AGAIN := $(abspath $B/release-again)

test-release: release $(CLI_NEEDS) | needs-bats ## two are equal, and all work in empty systems (root)
	@MAKE='$(MAKE_COMMAND)' sh tests/release.sh $(AGAIN)
	@HITMASK_RELEASE=$(abspath $(RELEASE)) HITMASK_RELEASE_AGAIN=$(AGAIN)/clone/build/release \
	  $(run_tests) tests/cli/release.bats
