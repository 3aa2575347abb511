# live.mk - the page that bakes what is dropped on it, by the tool as WebAssembly: build/hitmask.html

.PHONY: page

GOALS_page := page site bench-page

LIVE     := tools/draw/live
LIVE_DIR := $B/live
LIVE_SCRIPTS := $(addprefix $(LIVE)/,tool.js read.js drop.js zip.js take.js keep.js game.js tuned.js live.js)

LIVE_TOOL := $(LIVE_DIR)/tool

$(LIVE_TOOL)/libraries/libraries.a: export OPTIMIZE := -Os
$(LIVE_TOOL)/libraries/libraries.a: tools/dist/libraries.sh tools/dist/sources.sh
	@$(call need,{ command -v wasm-ld && test -e /usr/lib/wasm32-wasi/libc.a; },the linker or the C library for WASI, page)
	$(call build_libraries,$(LINKED_LIBRARIES),$(@D),$(WASI_CC) $(WASI_FLAGS),$(WASI_AR))

# A tool that is small to send: its own pages have no scripts and no style, because this page has them.
$(LIVE_DIR)/hitmask.wasm: $(LIVE_TOOL)/libraries/libraries.a $(TOOL_SOURCES) $(LIB_SOURCES) $(LIVE)/live.mk \
                         $(wildcard include/*.h src/*.h tools/*/*.h tools/*/*/*.h)
	@$(call need,command -v wasm-opt,wasm-opt, page)
	@mkdir -p $(@D)
	+@$(call make_linked,$(LIVE_TOOL),'$(WASI_CC)',$(WASI_AR)) $(LIVE_TOOL)/hitmask.wasm SYSTEM=wasi EXE=.wasm SYSTEM_FLAGS= \
	  SYSTEM_LIBS=-lwasi-emulated-getpid PACKAGE_LIBS=$(LIVE_TOOL)/libraries/libraries.a HARDENING= CFLAGS=-Oz \
	  LINK_HARDENING='-s -Wl,--stack-first,-z,stack-size=8388608' \
	  PAGE_TEMPLATE=$(LIVE)/bare/page.html PAGE_STYLE=$(LIVE)/bare/page.css PAGE_SCRIPTS=$(LIVE)/bare/page.js
	$(call say,OPT,$@)wasm-opt -O3 $(LIVE_TOOL)/hitmask.wasm -o $@

# The page unpacks these: the tool, the scripts of the page and of the worker, the runtime, the samples.
$B/hitmask.html: $(LIVE_DIR)/hitmask.wasm $(WEB)/hitmask.js $(PAGE_SCRIPTS) $(wildcard $(LIVE)/*) tools/draw/page/page.html tools/draw/page/page.css \
                 $(wildcard samples/sprites/*.png)
	@rm -rf $(LIVE_DIR)/parts && mkdir -p $(LIVE_DIR)/parts/sprites
	@cat LICENSE $(LIVE_TOOL)/libraries/licenses.txt >$(LIVE_DIR)/parts/licenses.txt
	@cp $(LIVE_DIR)/hitmask.wasm $(LIVE_DIR)/parts && cp samples/sprites/*.png $(LIVE_DIR)/parts/sprites
	@sh $(LIVE)/build.sh --slim $(PAGE_SCRIPTS) $(LIVE_SCRIPTS) >$(LIVE_DIR)/parts/page.js
	@sh $(LIVE)/build.sh --slim $(addprefix $(LIVE)/,wasi.js read.js worker.js) >$(LIVE_DIR)/parts/worker.js
	@sh $(LIVE)/build.sh --classic $(WEB)/hitmask.js >$(LIVE_DIR)/parts/runtime.js
	$(call say,GEN,$@)sh $(LIVE)/build.sh tools/draw/page/page.html tools/draw/page/page.css tools/system/warnings.h $(LIVE_DIR)/parts >$@

page: $B/hitmask.html ## build/hitmask.html: a page that bakes what is dropped on it
