/*
 * test_sheets.c - a sprite is the same out of an atlas as it is alone
 *
 * Sprites of every kind of PNG are packed as each packer does it, into pages whose other pixels
 * are noise; then both are baked, the atlas and the sprites as files of their own. Every test
 * works in a new folder, which is the current one.
 */

#include "support/cmocka_all.h"

#include "commands/command.h"
#include "formats/load.h"
#include "support/files.h"
#include "support/model_support.h"
#include "support/packer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int enter_and_make_folders(void **state)
{
    return enter_folder(state) == 0 ? mkdir("alone", 0700) | mkdir("alone/ui", 0700) : -1;
}

static void remove_file(const char *format, unsigned number)
{
    char path[60];
    snprintf(path, sizeof path, format, number);
    unlink(path);
}

static struct pack pack;

static int clean_up(void **state)
{
    (void)state;
    for (unsigned i = 0; i < PACKER_PAGES; i++) {
        remove_file("page%u.png", i);
        remove_file("pack-%u.json", i);
    }
    for (const struct packer_format *format = packer_formats; format->name != NULL; format++)
        unlink(format->file);
    for (unsigned i = 0; i < pack.count; i++) {
        char path[60];
        snprintf(path, sizeof path, "alone/%s", pack.sprites[i].name);
        unlink(path);
    }
    unlink("alone.hmk");
    unlink("atlas.hmk");
    unlink("rules.json");
    rmdir("alone/ui");
    rmdir("alone");
    return leave_empty_folder();
}

/* ---- Baking ------------------------------------------------------------------------------- */

enum { MOST_WORDS = 20 };

/* Up to ten options, ended by NULL. */
static void bake(const char *input, const char *output, const char *const *options,
                 struct model *out)
{
    const char *words[MOST_WORDS] = {"--quiet", input, "-o", output};
    struct diagnostics found = {0};
    size_t count = 4;
    while (*options != NULL)
        words[count++] = *options++;
    assert_true(count < MOST_WORDS);
    assert_int_equal(command_bake(count, words), STATUS_OK);
    *out = (struct model){0};
    assert_true(load_model(output, out, &found));
}

/* The name of sprite `index` when it comes out of the atlas. */
static const char *name_of(const struct packer_format *format, unsigned index)
{
    static char name[40];
    if (format->cell == NULL)
        return pack.sprites[index].name;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(name, sizeof name, format->cell, index);
#pragma GCC diagnostic pop
    return name;
}

/* ---- Comparing ---------------------------------------------------------------------------- */

static void assert_same_mask(const struct model *a, const struct model_sprite *x,
                             const struct model *b, const struct model_sprite *y)
{
    assert_int_equal(x->mask == MODEL_NONE, y->mask == MODEL_NONE);
    if (x->mask == MODEL_NONE)
        return;
    const struct mask *const m = &a->masks[x->mask], *const n = &b->masks[y->mask];
    assert_int_equal(m->width, n->width);
    assert_int_equal(m->height, n->height);
    assert_true(m->area == n->area);
    assert_int_equal(m->words == NULL, n->words == NULL);
    if (m->words != NULL)
        assert_memory_equal(m->words, n->words, model_mask_size(m));
}

static void assert_same_points(const struct model *a, const struct model_sprite *x,
                               const struct model *b, const struct model_sprite *y)
{
    assert_true(x->list != MODEL_NONE && y->list != MODEL_NONE);
    const struct points *const m = &a->lists[x->list], *const n = &b->lists[y->list];
    assert_int_equal(m->count, n->count);
    assert_memory_equal(m->cells, n->cells, model_list_size(m));
}

/* The pivot must be the file's own, in quarters of the size, or the centre. */
static void assert_pivot(const struct packer_format *format, const struct packed_sprite *sprite,
                         const struct model_sprite *made)
{
    const uint32_t size[2] = {sprite->image.width, sprite->image.height};
    const bool own = format->has_pivots;
    assert_true(made->pivot_x == size[0] * INT64_C(16384) * (own ? sprite->quarters[0] : 2));
    assert_true(made->pivot_y == size[1] * INT64_C(16384) * (own ? sprite->quarters[1] : 2));
}

static void assert_source(const struct packed_sprite *sprite, const struct model_sprite *made)
{
    char source[20];
    const uint32_t sizes[2] = {sprite->width, sprite->height};
    snprintf(source, sizeof source, "page%u.png", sprite->page);
    assert_string_equal(made->source, source);
    assert_int_equal(made->region[0], sprite->x);
    assert_int_equal(made->region[1], sprite->y);
    assert_int_equal(made->region[2], sizes[sprite->turned]);
    assert_int_equal(made->region[3], sizes[!sprite->turned]);
}

static void assert_same_sprite(const struct packer_format *format, unsigned index,
                               const struct model *alone, const struct model *atlas)
{
    const struct packed_sprite *const sprite = &pack.sprites[index];
    const struct model_sprite *const x = find_sprite(alone, sprite->name);
    const struct model_sprite *const y = find_sprite(atlas, name_of(format, index));
    assert_int_equal(y->width, sprite->image.width);
    assert_int_equal(y->height, sprite->image.height);
    assert_int_equal(x->left, y->left);
    assert_int_equal(x->top, y->top);
    assert_same_mask(alone, x, atlas, y);
    assert_same_points(alone, x, atlas, y);
    /* Pixels that were trimmed away may have had the colour of the key, but were not solid. */
    const uint32_t told = pack.rules.trims ? ~(uint32_t)WARNING_KEY_UNMATCHED : UINT32_MAX;
    assert_int_equal(x->warnings & told, y->warnings & told);
    assert_pivot(format, sprite, y);
    assert_source(sprite, y);
}

/* Bakes both ways, with the same options. */
static void assert_round_trip(const struct packer_format *format, const char *const *options)
{
    char margin[12], spacing[12], grid[30];
    const char *cut[MOST_WORDS] = {"--grid", grid, "--margin", margin, "--spacing", spacing};
    struct model alone, atlas;
    size_t count = format->write == NULL ? 6 : 0;
    snprintf(grid, sizeof grid, "%ux%u", pack.sprites[0].image.width, pack.sprites[0].image.height);
    snprintf(margin, sizeof margin, "%u", pack.rules.margin);
    snprintf(spacing, sizeof spacing, "%u", pack.rules.padding);
    while (*options != NULL)
        cut[count++] = *options++;
    cut[count] = NULL;
    packer_write(&pack, format);
    packer_write_alone(&pack, "alone");
    bake("alone", "alone.hmk", cut + (format->write == NULL ? 6 : 0), &alone);
    bake(format->file, "atlas.hmk", cut, &atlas);
    assert_int_equal(atlas.sprite_count, pack.count);
    for (unsigned i = 0; i < pack.count; i++)
        assert_same_sprite(format, i, &alone, &atlas);
    model_free(&alone);
    model_free(&atlas);
}

/* ---- Packing ------------------------------------------------------------------------------ */

static const uint8_t KEY[3] = {0xfc, 0x00, 0xf6};

/* The plan of a format at its most odd. */
static struct packer_rules rules_of(const struct packer_format *format)
{
    struct packer_rules rules = {.trims = format->trims,
                                 .turn = format->turn,
                                 .padding = 3,
                                 .inner = format->inner ? 2 : 0,
                                 .pages = format->has_pages ? PACKER_PAGES : 1};
    if (format->is_grid) {
        rules.columns = 5;
        rules.margin = 2;
    }
    return rules;
}

/* On one page not all of them have room. */
static void draw_and_pack(const struct packer_format *format, const struct packer_rules *rules,
                          struct png_kind kind, bool has_trns, bool interlaced, uint32_t *state)
{
    static const uint32_t own[2] = {0, 0}, cell[2] = {19, 13};
    packer_draw(&pack, kind, has_trns, KEY, format->is_grid ? cell : own, state);
    if (rules->pages == 1 && !format->is_grid)
        pack.count = 7;
    for (unsigned i = 0; i < PACKER_PAGES; i++)
        pack.pages[i].interlaced = interlaced;
    packer_pack(&pack, rules);
}

static const struct packer_format *format_called(const char *name)
{
    const struct packer_format *format = packer_formats;
    while (strcmp(format->name, name) != 0)
        format++;
    return format;
}

/* ---- Tests -------------------------------------------------------------------------------- */

static void sprites_of_every_format_are_the_same_as_alone(void **state)
{
    static const char *const no_options[] = {NULL};
    static const struct png_kind kinds[] = {{6, 8}, {3, 4}, {4, 16}};
    uint32_t random = 1;
    (void)state;
    for (const struct packer_format *format = packer_formats; format->name != NULL; format++)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            const struct packer_rules rules = rules_of(format);
            draw_and_pack(format, &rules, kinds[i], kinds[i].color_type == 3, i == 2, &random);
            assert_round_trip(format, no_options);
        }
}

static void sprites_may_touch_each_other(void **state)
{
    static const char *const no_options[] = {NULL};
    uint32_t random = 2;
    (void)state;
    for (const struct packer_format *format = packer_formats; format->name != NULL; format++) {
        struct packer_rules rules = rules_of(format);
        rules.padding = rules.margin = rules.inner = 0;
        rules.trims = false;
        draw_and_pack(format, &rules, (struct png_kind){6, 8}, false, false, &random);
        assert_round_trip(format, no_options);
    }
}

static void sprites_of_every_kind_of_png_are_the_same_as_alone(void **state)
{
    static const char *const options[][MOST_WORDS] = {
        {NULL},
        {"--alpha-threshold", "127", "--cell", "2", "--prune", "2", "--warn-straddle", "10", NULL},
        {"--color-key", "#fc00f6", NULL},
        {"--color-key", "#fc00f6", "--key-tolerance", "20", "--grow", "1", "--warn-specks", "3",
         NULL},
    };
    const struct packer_format *const format = format_called("Phaser 3 multiatlas");
    uint32_t random = 3;
    (void)state;
    for (int kind = 0; kind < PNG_KINDS; kind++)
        for (size_t i = 0; i < sizeof options / sizeof *options; i++)
            for (unsigned way = 0; way < 4; way++) {
                struct packer_rules rules = rules_of(format);
                const bool has_trns = way % 2 == 1 && PNG_KIND[kind].color_type < 4;
                rules.trims = way >= 2;
                draw_and_pack(format, &rules, PNG_KIND[kind], has_trns, (way + i) % 2 == 1,
                              &random);
                assert_round_trip(format, options[i]);
            }
}

/* One page is decided by many rules at once. Of a plain grid, which is cut after it was decoded,
 * all cells have the rules of the file. */
static void each_frame_has_rules_of_its_own(void **state)
{
    static const char *const options[] = {"--config", "rules.json", NULL};
    uint32_t random = 4;
    (void)state;
    for (const struct packer_format *format = packer_formats; format->write != NULL; format++) {
        const struct packer_rules rules = rules_of(format);
        draw_and_pack(format, &rules, (struct png_kind){6, 8}, false, false, &random);
        FILE *const file = fopen("rules.json", "w");
        assert_non_null(file);
        fprintf(file, "{ \"rules\": [\n");
        for (unsigned i = 1; i < pack.count; i++)
            fprintf(
                file,
                "%s{ \"match\": [\"%s\", \"%s\"], \"alpha-threshold\": %u, \"color-key\": \"%s\", "
                "\"warn-straddle\": %u, \"solid\": %s, \"cell\": %u }\n",
                i > 1 ? ", " : "", pack.sprites[i].name, name_of(format, i), 25 * i,
                i % 3 == 0 ? "#fc00f6" : "none", i % 4 * 5, i == 5 ? "true" : "false", 1 + i % 2);
        fprintf(file, "] }\n");
        assert_int_equal(fclose(file), 0);
        assert_round_trip(format, options);
    }
}

/* The region alone; all else moves with it. */
static void trimmed_sprites_are_those_less_what_was_trimmed(void **state)
{
    static const char *const usual[] = {NULL}, *const trimmed[] = {"--space", "trimmed", NULL};
    uint32_t random = 5;
    (void)state;
    for (const struct packer_format *format = packer_formats; format->name != NULL; format++) {
        const struct packer_rules rules = rules_of(format);
        struct model whole, less;
        if (!format->trims)
            continue;
        draw_and_pack(format, &rules, (struct png_kind){6, 8}, false, false, &random);
        packer_write(&pack, format);
        bake(format->file, "atlas.hmk", usual, &whole);
        bake(format->file, "atlas.hmk", trimmed, &less);
        assert_int_equal(whole.sprite_count, less.sprite_count);
        for (unsigned i = 0; i < pack.count; i++) {
            const struct packed_sprite *const sprite = &pack.sprites[i];
            const struct model_sprite *const x = find_sprite(&whole, sprite->name);
            const struct model_sprite *const y = find_sprite(&less, sprite->name);
            assert_int_equal(y->width, sprite->width);
            assert_int_equal(y->height, sprite->height);
            assert_same_mask(&whole, x, &less, y);
            if (x->mask != MODEL_NONE) {
                assert_int_equal(x->left, y->left + sprite->left);
                assert_int_equal(x->top, y->top + sprite->top);
            }
            assert_true(y->pivot_x == (format->has_pivots
                                           ? x->pivot_x - INT64_C(65536) * sprite->left
                                           : model_centre(sprite->width)));
            assert_true(y->pivot_y == (format->has_pivots
                                           ? x->pivot_y - INT64_C(65536) * sprite->top
                                           : model_centre(sprite->height)));
        }
        model_free(&whole);
        model_free(&less);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sprites_of_every_format_are_the_same_as_alone,
                                        enter_and_make_folders, clean_up),
        cmocka_unit_test_setup_teardown(sprites_may_touch_each_other, enter_and_make_folders,
                                        clean_up),
        cmocka_unit_test_setup_teardown(sprites_of_every_kind_of_png_are_the_same_as_alone,
                                        enter_and_make_folders, clean_up),
        cmocka_unit_test_setup_teardown(each_frame_has_rules_of_its_own, enter_and_make_folders,
                                        clean_up),
        cmocka_unit_test_setup_teardown(trimmed_sprites_are_those_less_what_was_trimmed,
                                        enter_and_make_folders, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
