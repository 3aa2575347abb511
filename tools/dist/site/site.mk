# site.mk - the documents as linked pages: build/site

.PHONY: site

GOALS_site := site

SITE       := $B/site
SITE_PAGES := README.md tools/README.md $(wildcard tools/manual/*.md) $(wildcard src/*.md) samples/README.md CHANGELOG.md \
              .github/CONTRIBUTING.md
SITE_PARTS := $(wildcard tools/dist/site/*) tools/draw/page/page.css

site: $(SITE)/index.html ## build/site: the documents and headers as pages

$(SITE)/index.html: $(SITE_PAGES) $(HEADERS) $(SITE_PARTS) $(wildcard samples/*.png)
	@$(call need,command -v pandoc,pandoc,EXTRA=site)
	$(call say,GEN,$(@D))sh tools/dist/site/build.sh $(@D) $(HEADERS) $(SITE_PAGES)
