# site.mk - the documents as linked pages: build/site

.PHONY: site

GOALS_site := site

SITE       := $B/site
SITE_PAGES := README.md tools/README.md $(wildcard tools/manual/*.md) $(wildcard src/*.md) samples/README.md CHANGELOG.md \
              .github/CONTRIBUTING.md
SITE_PARTS := $(wildcard tools/dist/site/*) tools/draw/page/page.css

# The page that bakes comes first: the others link it.
site: ## build/site: documents, headers and the page that bakes
	@$(MAKE) --no-print-directory $B/hitmask.html
	@$(MAKE) --no-print-directory $(SITE)/index.html

$(SITE)/index.html: $(SITE_PAGES) $(HEADERS) $(SITE_PARTS) $(wildcard samples/*.png $B/hitmask.html)
	@$(call need,command -v pandoc,pandoc,EXTRA=site)
	$(call say,GEN,$(@D))LIVE_PAGE=$(wildcard $B/hitmask.html) sh tools/dist/site/build.sh $(@D) $(HEADERS) $(SITE_PAGES)
