# install.mk - the single header, what is installed and where, and packages of it

# The core first, and what others include before them.
HEADERS := include/hitmask.h $(patsubst %,include/hitmask_%.h,transform canvas world)

.PHONY: single install uninstall deb dist

single: $B/hitmask_single.h ## build/hitmask_single.h: the runtime in one file

$B/hitmask_single.h: tools/dist/single.sh $(HEADERS) LICENSE $(wildcard src/*.[ch])
	@mkdir -p $(@D)
	$(call say,GEN,$@)sh tools/dist/single.sh LICENSE $(HEADERS) -- $(wildcard src/*.[ch]) >$@

# The installed files, as MODE:FILE:PLACE, the place below PREFIX. A FILE.in is a template. It is filled in
# at its place, not in $B, where two installs at once would write the same file.
INSTALLED_TOOL ?= $B/hitmask$(EXE)
INSTALLED = \
    755:$(INSTALLED_TOOL):bin/hitmask$(EXE) \
    $(foreach header,$(HEADERS),644:$(header):$(header)) \
    644:$B/hitmask_single.h:include/hitmask_single.h \
    644:$B/libhitmask.a:lib/libhitmask.a \
    $(INSTALLED_SHARED) \
    644:tools/dist/hitmask.pc.in:lib/pkgconfig/hitmask.pc \
    644:tools/dist/cmake/hitmask-config.cmake:lib/cmake/hitmask/hitmask-config.cmake \
    644:tools/dist/cmake/hitmask-config-version.cmake.in:lib/cmake/hitmask/hitmask-config-version.cmake \
    644:tools/dist/document.schema.json:share/hitmask/document.schema.json \
    644:tools/dist/config.schema.json:share/hitmask/config.schema.json \
    644:samples/start.c:share/hitmask/samples/start.c \
    644:samples/movers.h:share/hitmask/samples/movers.h \
    644:samples/movers.c:share/hitmask/samples/movers.c \
    644:tools/dist/bazel/hitmask.bzl:share/hitmask/bazel/hitmask.bzl \
    644:include/csharp/Hitmask.cs:share/hitmask/csharp/Hitmask.cs \
    644:include/csharp/Hitmask.targets:share/hitmask/csharp/Hitmask.targets \
    644:tools/dist/hitmask.1:share/man/man1/hitmask.1 \
    644:tools/dist/completions/hitmask.bash:share/bash-completion/completions/hitmask \
    644:tools/dist/completions/_hitmask:share/zsh/site-functions/_hitmask \
    644:tools/dist/completions/hitmask.fish:share/fish/vendor_completions.d/hitmask.fish

# Windows looks for a DLL beside the program.
ifeq ($(UNAME),Windows)
INSTALLED_SHARED = 755:$B/$(SONAME):bin/$(SONAME) 644:$B/$(SHARED):lib/$(SHARED) 644:$B/hitmask.def:lib/hitmask.def
else
INSTALLED_SHARED = 755:$B/$(SONAME):lib/$(SONAME)
INSTALLED_LINK   = $(SHARED)
endif

# The prefix for pkg-config; an archive that is unpacked anywhere has it relative to the file.
PC_PREFIX ?= $(PREFIX)

# The folders that nobody else has a share in.
OWN_FOLDERS := lib/cmake/hitmask share/hitmask/bazel share/hitmask/csharp share/hitmask/samples share/hitmask

install: lib single $(INSTALLED_TOOL) ## into $(DESTDIR)$(PREFIX)
	@for file in $(INSTALLED); do \
	    place="$(DESTDIR)$(PREFIX)/$${file##*:}"; \
	    from=$${file#*:}; from=$${from%:*}; \
	    install -d "$${place%/*}" || exit; \
	    case $$from in \
	    *.in) sed -e 's,@PREFIX@,$(PC_PREFIX),' -e 's,@VERSION@,$(VERSION),' $$from >"$$place" && \
	        chmod $${file%%:*} "$$place";; \
	    *) install -m $${file%%:*} "$$from" "$$place";; \
	    esac || exit; \
	done
	$(if $(INSTALLED_LINK),ln -sf $(SONAME) "$(DESTDIR)$(PREFIX)/lib/$(INSTALLED_LINK)")

uninstall: ## what install put there
	@for file in $(INSTALLED) $(INSTALLED_LINK:%=::lib/%); do \
	    rm -f "$(DESTDIR)$(PREFIX)/$${file##*:}" || exit; \
	done
	@for folder in $(OWN_FOLDERS); do \
	    rmdir "$(DESTDIR)$(PREFIX)/$$folder" 2>/dev/null || true; \
	done

# The time of the last commit, so that of one commit comes one package.
deb dist: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)

deb: ## a Debian package, build/hitmask_VERSION_ARCH.deb
	rm -rf $B/deb
	$(MAKE) --no-print-directory install PREFIX=/usr DESTDIR=$(abspath $B/deb)
	sh tools/dist/deb.sh $B/deb $(VERSION) $B/hitmask_$(VERSION)_$$(dpkg --print-architecture).deb

dist: ## the sources, build/hitmask-VERSION.tar.gz, of the last commit
	@mkdir -p $B
	git archive --prefix=hitmask-$(VERSION)/ HEAD >$B/hitmask-$(VERSION).tar
	gzip -9nf $B/hitmask-$(VERSION).tar
