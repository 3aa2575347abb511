# samples.mk - the small programs, the games on SDL2 with their packs, and the art of both

# Each is samples/NAME/, with what it bakes said below.
GAMES         := falling-blocks cannon sprite-collider near-pixel crater platformer

.PHONY: samples demo games screenshots needs-sdl needs-box2d sample-start sample-crates screenshot-crates screenshot-tour \
        $(GAMES:%=sample-%) $(GAMES:%=screenshot-%)

# The published ways, which the games have to compare.
PUBLISHED_OBJECTS := $(addprefix $B/obj/samples/,xna.o sprite-collider/component.o \
                       near-pixel/article.o)

needs-sdl:
	@$(call need,$(PKG_CONFIG) --exists sdl2,SDL2, games)

# Examples see the public header only, as a game does.
SAMPLE_CFLAGS = $(filter-out -Isrc -Itools,$(POSIX_CFLAGS)) -Isamples

$B/obj/samples/%.o: samples/%.c | needs-libraries
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(HARDENING) $(SAMPLE_CFLAGS) $(TOOL_CFLAGS) -MMD -MP -c -o $@ $<

$B/minimal $B/tour: $B/%: $B/obj/samples/%.o $B/libhitmask.a
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^

$B/draw-samples: $(patsubst %,$B/obj/samples/%.o,draw draw_games draw_tiles)
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(shell $(PKG_CONFIG) --libs spng)

# The games stand on SDL2; their letters are a pack that is compiled in.
GAME_CFLAGS = $(patsubst -I%,-isystem%,$(shell $(PKG_CONFIG) --cflags sdl2))
GAME_LIBS   = $(shell $(PKG_CONFIG) --libs sdl2 spng)
STAGE_OBJECTS := $B/obj/samples/stage.o $B/obj/samples/picture.o $B/obj/letters.o
GAME_OBJECTS  := $(patsubst %.c,$B/obj/%.o,$(wildcard $(GAMES:%=samples/%/*.c)))

# Each game's packs, and the options of their bakes.
GAME_PACKS := falling-blocks cannon sprite-collider near-pixel-all near-pixel near-pixel-article \
              crater platformer
BAKE_falling-blocks     := --preset xna
BAKE_cannon             := --no-points
BAKE_sprite-collider    := --preset unity --mask-suffix _mask --config samples/sprite-collider/rules.json
BAKE_near-pixel         := --preset nearpixel
BAKE_near-pixel-all     := --preset nearpixel --prune 0
BAKE_crater             := --no-points --exclude soil.png
BAKE_platformer         := --mask-suffix _mask --config samples/platformer/rules.json samples/platformer/art/map.tmx
BAKE_near-pixel-article := --preset nearpixel --prune-border drop
PACKS_OF = $(patsubst %,$B/%.hmk,$(filter $1 $1-%,$(GAME_PACKS)))
ART_OF   = samples/$(subst -all,,$(subst -article,,$1))/art

# The objects that know SDL, and those that the benchmark links to measure the published ways.
SDL_OBJECTS := $B/obj/samples/start.o $(filter-out $(PUBLISHED_OBJECTS) %/letters.o,$(STAGE_OBJECTS) $(GAME_OBJECTS))

$(SDL_OBJECTS): CPPFLAGS += $(GAME_CFLAGS)
$(SDL_OBJECTS): | needs-sdl

$B/letters.c: samples/letters.png $B/hitmask
	$(call say,BAKE,$@)$B/hitmask bake --no-summary --no-points $< -o $@

$B/letters.h: $B/letters.c

$B/obj/letters.o: $B/letters.c
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(HARDENING) -c -o $@ $<

$B/obj/samples/stage.o: $B/letters.h
$B/obj/samples/stage.o: CPPFLAGS += -I$B

$(GAMES:%=$B/%): $B/%: $(STAGE_OBJECTS) $B/obj/samples/xna.o $B/obj/samples/plain.o $B/libhitmask.a
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(GAME_LIBS)

$(foreach g,$(GAMES),$(eval $B/$g: $(filter $B/obj/samples/$g/%,$(GAME_OBJECTS))))

# Crates also stands on Box2D 2.4, which is C++, and on shapes that the tool exports.
HAS_BOX2D    = $(shell $(PKG_CONFIG) --exists box2d 2>/dev/null && echo yes)
CRATES       := $B/obj/samples/crates/crates.o $B/obj/samples/crates/pile.o
CRATES_FLAGS := --quiet --polygons 1 --pieces 8 --exclude empty.png samples/sprites

needs-box2d:
	@$(call need,$(PKG_CONFIG) --exists box2d,Box2D, games)

$B/crates.hmk: $B/hitmask
	$(call say,BAKE,$@)$B/hitmask bake $(CRATES_FLAGS) -MD -MP -o $@

$B/crates.h: $B/crates.hmk
	$(call say,EXPORT,$@)$B/hitmask export --for box2d $< -o $@

$B/obj/samples/crates/crates.o: CPPFLAGS += $(GAME_CFLAGS)
$B/obj/samples/crates/crates.o: | needs-sdl

$B/obj/samples/crates/pile.o: samples/crates/pile.cpp samples/crates/pile.h $B/crates.h | needs-box2d
	@mkdir -p $(@D)
	$(call say,C++,$<)$(CXX) -std=c++17 -Wall -Wextra -Wconversion -Werror -O2 -g -I$B \
	    $(patsubst -I%,-isystem%,$(shell $(PKG_CONFIG) --cflags box2d)) -c -o $@ $<

$B/crates: $(STAGE_OBJECTS) $(CRATES) $B/libhitmask.a
	$(call say,LD,$@)$(CXX) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(GAME_LIBS) $(shell $(PKG_CONFIG) --libs box2d)

sample-crates: $B/crates $B/crates.hmk
	$B/crates $B/crates.hmk samples/sprites

screenshot-crates: $B/crates $B/crates.hmk
	SDL_VIDEODRIVER=dummy $B/crates $B/crates.hmk samples/sprites --script samples/crates/script.txt \
	    --frames $(SHOT_crates) --screenshot samples/crates.png >/dev/null

# The file to begin with has no stage; it plays with the art of the platformer.
$B/start: $B/obj/samples/start.o $B/libhitmask.a
	$(call say,LD,$@)$(CC) $(LINK_HARDENING) $(LDFLAGS) -o $@ $^ $(GAME_LIBS)

sample-start: $B/start
	@$(MAKE) --no-print-directory $B/platformer.hmk
	$B/start $B/platformer.hmk samples/platformer/art

$(GAME_PACKS:%=$B/%.hmk): $B/%.hmk: $B/hitmask
	$(call say,BAKE,$@)$B/hitmask bake --no-summary $(BAKE_$*) $(call ART_OF,$*) -MD -MP -o $@

games: $B/start $(GAMES:%=$B/%) $(GAME_PACKS:%=$B/%.hmk) $(if $(HAS_BOX2D),$B/crates $B/crates.hmk) ## the games and their packs; sample-cannon and so on start one

$(GAMES:%=sample-%): sample-%: $B/%
	@$(MAKE) --no-print-directory $(call PACKS_OF,$*)
	$B/$* $(call PACKS_OF,$*) samples/$*/art

# The frames of the scripts that are worth a picture.
SHOT_falling-blocks  := 392
SHOT_cannon          := 130
SHOT_sprite-collider := 420
SHOT_near-pixel      := 41
SHOT_crater          := 92
SHOT_platformer      := 880
SHOT_crates          := 9000

screenshots: $(GAMES:%=screenshot-%) screenshot-crates screenshot-phaser screenshot-pixi screenshot-tour ## the pictures of the games and of the README

# A threshold that moves, two sprites on the bench, and the crates while they fall.
TOUR_FRAMES := 30 60 90 120 150 180 220 260 300 400 500 700 1000
screenshot-tour: $B/hitmask $B/crates $B/crates.hmk
	@$(call need,command -v img2webp,img2webp, games)
	@rm -rf $B/tour.d && mkdir -p $B/tour.d
	$B/hitmask tune --quiet samples/sprites -o $B/tour.d/tune.html
	$B/hitmask bake --quiet samples/sprites -o $B/tour.d/bench.hmk
	$B/hitmask inspect --html $B/tour.d/bench.html --embed-art --art samples/sprites $B/tour.d/bench.hmk
	@for frames in $(TOUR_FRAMES); do SDL_VIDEODRIVER=dummy $B/crates $B/crates.hmk samples/sprites \
	    --script samples/crates/script.txt --frames $$frames --screenshot $B/tour.d/$$frames.png >/dev/null || exit; done
	python3 tests/page/tour.py $B/tour.d/tune.html $B/tour.d/bench.html samples/tour.webp $(TOUR_FRAMES:%=$B/tour.d/%.png)

$(GAMES:%=screenshot-%): screenshot-%: $B/%
	@$(MAKE) --no-print-directory $(call PACKS_OF,$*)
	SDL_VIDEODRIVER=dummy $B/$* $(call PACKS_OF,$*) samples/$*/art --script samples/$*/script.txt \
	    --frames $(SHOT_$*) --screenshot samples/$*.png >/dev/null

samples: $B/draw-samples ## draw the art of the samples again
	$B/draw-samples samples

demo: $B/hitmask $B/tour ## bake the samples, draw one, and ask about some of them
	$B/hitmask bake --quiet --animate 100 samples/sprites -o $B/samples.hmk
	$B/hitmask inspect $B/samples.hmk
	$B/hitmask inspect --ascii $B/samples.hmk onebit.png
	$B/tour $B/samples.hmk
	@printf '%s\n' '' 'What to do next:' \
	    '  $B/hitmask bake FOLDER -o game.hmk              bake your own art' \
	    '  $B/hitmask inspect --html game.html game.hmk    look at it in a browser' \
	    '  samples/minimal.c, include/hitmask.h               ask about it in C' \
	    '  make deps games sample-cannon                      play a game that does'
