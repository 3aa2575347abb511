/*
 * test_frames.c - pictures and animations of every kind, baked: sprites, names, animations, boxes
 *
 * A picture gives the same mask in whatever kind of file it is, and a frame the same as a picture
 * of what is seen while it lasts. Every test works in a new folder, which is the current one.
 */
#include "support/cmocka_all.h"

#include "base/text.h"
#include "commands/command.h"
#include "formats/load.h"
#include "picture/image.h"
#include "support/ase_file.h"
#include "support/files.h"
#include "support/film.h"
#include "support/model_support.h"
#include "support/packer.h"
#include "support/png.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int clean_up(void **state)
{
    static const char *const left[] = {
        "a.png",    "a.qoi",        "a.tga", "a.webp",        "a.gif",     "a.aseprite",
        "walk.png", "walk.gif",     "x.hmk", "hero.aseprite", "walk.webp", "sheet.json",
        "y.hmk",    "hero.hit.ase", "cache", "rules.json",    "one.ase"};
    (void)state;
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        unlink(left[i]);
    for (int i = 0; i < FILM_FRAMES; i++) {
        char path[20];
        snprintf(path, sizeof path, "%d.png", i);
        unlink(path);
    }
    return leave_empty_folder();
}

static bool can_read(const char *beginning)
{
    return image_kind_of((const uint8_t *)beginning, 16)->missing == NULL;
}

static void save(const char *path, struct made_file *file)
{
    write_file(path, file->bytes, file->size);
    made_free(file);
}

/* ---- Baking ---------------------------------------------------------------------------------- */

enum { MOST_WORDS = 24 };

/* Words are separated by spaces. */
static enum status run(const char *line, const char *output)
{
    char copy[400];
    const char *words[MOST_WORDS] = {"--quiet", "-o", output};
    size_t count = 3;
    assert_true(strlen(line) < sizeof copy);
    strcpy(copy, line);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        assert_true(count < MOST_WORDS);
        words[count++] = word;
    }
    return command_bake(count, words);
}

static void bake(const char *line, struct model *out)
{
    struct diagnostics found = {0};
    assert_int_equal(run(line, "x.hmk"), STATUS_OK);
    *out = (struct model){0};
    assert_true(load_model("x.hmk", out, &found));
    diagnostics_free(&found);
}

/* Sprites "name:layer region area", then animations "name: frame*duration ...", each in a line. */
static void assert_bakes(const char *line, const char *expected)
{
    struct model model;
    struct text text = {0};
    bake(line, &model);
    for (size_t i = 0; i < model.sprite_count; i++) {
        const struct model_sprite *const sprite = &model.sprites[i];
        const uint32_t *const at = sprite->region;
        char *const made =
            text_format("%s %u,%u,%u,%u %u\n", sprite->name, at[0], at[1], at[2], at[3],
                        sprite->mask == MODEL_NONE ? 0 : (unsigned)model.masks[sprite->mask].area);
        text_add_string(&text, made);
        free(made);
    }
    for (size_t i = 0; i < model.animation_count; i++) {
        const struct model_animation *const animation = &model.animations[i];
        text_add_string(&text, animation->name);
        for (uint32_t k = 0; k < animation->count; k++) {
            char *const made = text_format("%s%s*%u", k == 0 ? ": " : " ", animation->frames[k],
                                           (unsigned)animation->durations[k]);
            text_add_string(&text, made);
            free(made);
        }
        text_add_string(&text, "\n");
    }
    assert_string_equal(text.bytes, expected);
    text_free(&text);
    model_free(&model);
}

static void assert_same_mask(const struct model *model, const char *a, const char *b)
{
    const struct model_sprite *const x = find_sprite(model, a), *const y = find_sprite(model, b);
    if (x->mask != y->mask || x->left != y->left || x->top != y->top || x->width != y->width ||
        x->height != y->height || x->list != y->list || x->warnings != y->warnings)
        fail_msg("'%s' and '%s' differ", a, b);
}

/* ---- Pictures -------------------------------------------------------------------------------- */

static void write_aseprite(const struct film *film, const char *path)
{
    const struct film_frame *const frame = &film->frames[0];
    uint8_t pixels[FILM_SIDE * FILM_SIDE * 4];
    struct ase_file file;
    for (uint32_t i = 0; i < film->width * film->height * 4; i++)
        pixels[i] = (uint8_t)frame->pixels[i / 4][i % 4];
    ase_begin(&file, film->width, film->height, 32, 1, 0);
    ase_frame(&file, 100);
    ase_layer(&file, 1, 0, 0, 0, 255, "one", 0);
    ase_pixels(&file, (struct ase_place){.opacity = 255}, film->width, film->height, pixels,
               (size_t)film->width * film->height * 4);
    ase_end(&file);
    write_file(path, file.made.bytes, file.made.size);
    ase_free(&file);
}

static void a_picture_is_the_same_in_every_kind_of_file(void **state)
{
    static const char *const options[] = {
        "",
        "--alpha-threshold 100 --warn-straddle 1",
        "--color-key #005bb6",
        "--color-key #255ab6 --key-tolerance 9 --alpha-threshold 150",
    };
    static const struct film_rules rules = {
        .depth = 8, .half_alphas = true, .colors = 4, .unit = 1};
    uint32_t dice = 1;
    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        const bool webp = can_read("RIFF....WEBP....");
        struct film film;
        struct made_file file;
        struct model model;
        char line[200];
        film_roll(&film, &rules, &dice);
        film.count = 1;
        film.frames[0].over = false;
        for (uint32_t k = 0; k < film.width * film.height; k++) /* what is not seen has no colour */
            if (film.frames[0].pixels[k][3] == 0)
                memset(film.frames[0].pixels[k], 0, 6);
        film_png(&film, &file);
        save("a.png", &file);
        film_qoi(&film, &dice, &file);
        save("a.qoi", &file);
        film_tga(&film, (struct film_tga){10, 32, 0, 8, 0}, &dice, &file);
        save("a.tga", &file);
        write_aseprite(&film, "a.aseprite");
        if (film_webp(&film, &file) && webp)
            save("a.webp", &file);
        snprintf(line, sizeof line, "%s a.png a.qoi a.tga a.aseprite %s", options[i % 4],
                 webp ? "a.webp" : "");
        bake(line, &model);
        assert_same_mask(&model, "a.png", "a.qoi");
        assert_same_mask(&model, "a.png", "a.tga");
        assert_same_mask(&model, "a.png", "a.aseprite");
        if (webp)
            assert_same_mask(&model, "a.png", "a.webp");
        model_free(&model);
    }
}

static void frames_are_the_same_as_pictures_of_what_is_seen(void **state)
{
    static const struct film_rules kinds[] = {
        {.depth = 8, .restores = true, .colors = 15, .unit = 10},
        {.depth = 16, .half_alphas = true, .restores = true, .replaces = true, .unit = 10},
        {.depth = 8, .replaces = true, .even = true, .unit = 10},
    };
    static const char *const paths[] = {"walk.gif", "walk.png", "walk.webp"};
    uint32_t dice = 2;
    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        struct film film, seen;
        struct made_file file;
        struct model model;
        char line[200];
        if (!can_read(i % 3 == 0 ? "GIF89a.........." : "RIFF....WEBP....") && i % 3 != 1)
            continue;
        film_roll(&film, &kinds[i % 3], &dice);
        if (i % 3 == 0)
            film_gif(&film, i % 2, &file);
        else if (i % 3 == 1)
            film_apng(&film, i % 2, &file);
        else
            film_webp(&film, &file);
        save(paths[i % 3], &file);
        size_t used = (size_t)snprintf(line, sizeof line, "--alpha-threshold %u %s", i % 2 * 128,
                                       paths[i % 3]);
        for (uint32_t frame = 0; frame < film.count; frame++) {
            seen = film;
            seen.depth = 8;
            for (uint32_t k = 0; k < film.width * film.height; k++)
                film_pixel(&film, frame, k % film.width, k / film.width, seen.frames[0].pixels[k]);
            film_png(&seen, &file);
            char path[20];
            snprintf(path, sizeof path, "%u.png", (unsigned)frame);
            save(path, &file);
            used += (size_t)snprintf(line + used, sizeof line - used, " %s", path);
        }
        bake(line, &model);
        for (uint32_t frame = 0; frame < film.count; frame++) {
            char name[20], alone[20];
            snprintf(name, sizeof name, "%s#%u", paths[i % 3], (unsigned)frame);
            snprintf(alone, sizeof alone, "%u.png", (unsigned)frame);
            assert_same_mask(&model, name, alone);
            assert_int_equal(model.animations[0].durations[frame], film.frames[frame].duration);
        }
        assert_int_equal(model.animation_count, 1);
        assert_string_equal(model.animations[0].name, "walk");
        model_free(&model);
    }
}

/* ---- Aseprite -------------------------------------------------------------------------------- */

/* A dot of 2x2 on the layer "body", which moves to the right; in frames 1 and 2 a box of 3x1 on the
 * layer "hit", which is hidden. */
static void write_hero(const char *path, bool named)
{
    static const uint8_t dot[4] = {1, 1, 1, 1}, colors[2][4] = {{0}, {255, 0, 0, 255}};
    static const struct ase_tag tags[] = {{0, 1, 0, 0, "idle"}, {1, 3, 2, 0, "run"}};
    static const int32_t keys[2][7] = {{0, 1, 1, 2, 3, 1, 2}, {2, 6, 1, 5, 1, 0, 0}};
    struct ase_file file;
    ase_begin(&file, 8, 4, 8, 1, 0);
    for (unsigned i = 0; i < 4; i++) {
        ase_frame(&file, 10 * (i + 1));
        if (i == 0) {
            ase_palette(&file, 2, 0, 1, colors);
            ase_tags(&file, tags, named ? 2 : 0);
            ase_user_data(&file, "tag");
            ase_layer(&file, 1, 0, 0, 0, 255, "body", 0);
            ase_user_data(&file, "layer");
            ase_layer(&file, 0, 1, 0, 0, 255, "hit", 0);
            ase_layer(&file, 1, 0, 1, 0, 255, "box", 0);
        }
        if (i % 2 == 0)
            ase_pixels(&file, (struct ase_place){0, (int)i, 1, 255, 0}, 2, 2, dot, 4);
        else
            ase_link(&file, (struct ase_place){0, (int)i, 1, 255, 0}, i - 1);
        if (i == 1 || i == 2)
            ase_pixels(&file, (struct ase_place){2, 3, 0, 255, 0}, 3, 1, dot, 3);
        if (i == 0 && named)
            ase_slice(&file, "box", true, true, keys, 2);
    }
    ase_end(&file);
    write_file(path, file.made.bytes, file.made.size);
    ase_free(&file);
}

static void tags_slices_and_layers_of_aseprite_are_baked(void **state)
{
    (void)state;
    write_hero("hero.aseprite", true);
    assert_bakes("hero.aseprite",
                 "hero.aseprite#0 0,0,8,4 4\n"
                 "hero.aseprite#0:box 0,0,8,4 6\n"
                 "hero.aseprite#1 0,4,8,4 4\n"
                 "hero.aseprite#1:box 0,4,8,4 6\n"
                 "hero.aseprite#2 0,8,8,4 4\n"
                 "hero.aseprite#2:box 0,8,8,4 2\n"
                 "hero.aseprite#3 0,12,8,4 4\n"
                 "hero.aseprite#3:box 0,12,8,4 2\n"
                 "hero/idle: hero.aseprite#0*10 hero.aseprite#1*20\n"
                 "hero/idle:box: hero.aseprite#0:box*10 hero.aseprite#1:box*20\n"
                 "hero/run: hero.aseprite#1*20 hero.aseprite#2*30 "
                 "hero.aseprite#3*40 hero.aseprite#2*30\n"
                 "hero/run:box: hero.aseprite#1:box*20 hero.aseprite#2:box*30 "
                 "hero.aseprite#3:box*40 hero.aseprite#2:box*30\n");
    write_hero("hero.aseprite", false);
    assert_bakes("hero.aseprite --layer hit --strip-extension",
                 "hero#0 0,0,8,4 4\n"
                 "hero#1 0,4,8,4 4\n"
                 "hero#1:hit 0,4,8,4 3\n"
                 "hero#2 0,8,8,4 4\n"
                 "hero#2:hit 0,8,8,4 3\n"
                 "hero#3 0,12,8,4 4\n"
                 "hero: hero#0*10 hero#1*20 hero#2*30 hero#3*40\n");
    /* A layer that is not there makes nothing of it, unless the file's name has it. */
    assert_bakes("hero.aseprite --layer hurt",
                 "hero.aseprite#0 0,0,8,4 4\n"
                 "hero.aseprite#1 0,4,8,4 4\n"
                 "hero.aseprite#2 0,8,8,4 4\n"
                 "hero.aseprite#3 0,12,8,4 4\n"
                 "hero: hero.aseprite#0*10 hero.aseprite#1*20 hero.aseprite#2*30 "
                 "hero.aseprite#3*40\n");
}

static void the_second_tag_of_a_name_has_a_number(void **state)
{
    static const struct ase_tag tags[] = {{0, 0, 0, 0, "run"}, {1, 1, 0, 0, "run"}};
    struct ase_file file;
    (void)state;
    ase_begin(&file, 1, 1, 32, 1, 0);
    ase_frame(&file, 10);
    ase_tags(&file, tags, 2);
    ase_frame(&file, 20);
    ase_end(&file);
    write_file("hero.aseprite", file.made.bytes, file.made.size);
    ase_free(&file);
    assert_bakes("hero.aseprite",
                 "hero.aseprite#0 0,0,1,1 0\n"
                 "hero.aseprite#1 0,1,1,1 0\n"
                 "hero/run: hero.aseprite#0*10\n"
                 "hero/run#2: hero.aseprite#1*20\n");
}

static void pivots_of_slices_count_from_their_corner(void **state)
{
    struct model model;
    (void)state;
    write_hero("hero.aseprite", true);
    bake("hero.aseprite", &model);
    assert_true(find_sprite(&model, "hero.aseprite#1:box")->pivot_x == 2 * 65536);
    assert_true(find_sprite(&model, "hero.aseprite#1:box")->pivot_y == 3 * 65536);
    assert_true(find_sprite(&model, "hero.aseprite#3:box")->pivot_x == 6 * 65536);
    assert_true(find_sprite(&model, "hero.aseprite#3")->pivot_x == 4 * 65536);
    model_free(&model);
}

static void a_file_of_one_frame_is_one_sprite(void **state)
{
    static const uint8_t dot[2] = {255, 255};
    static const int32_t keys[1][7] = {{0, 0, 0, 1, 1, 0, 0}};
    struct ase_file file;
    (void)state;
    ase_begin(&file, 3, 1, 16, 1, 0);
    ase_frame(&file, 100);
    ase_layer(&file, 1, 0, 0, 0, 255, "body", 0);
    ase_raw(&file, (struct ase_place){0, 1, 0, 255, 0}, 1, 1, dot, 2);
    ase_slice(&file, "foot", false, false, keys, 1);
    ase_end(&file);
    write_file("one.ase", file.made.bytes, file.made.size);
    ase_free(&file);
    assert_bakes("one.ase",
                 "one.ase 0,0,3,1 1\n"
                 "one.ase:foot 0,0,3,1 1\n");
    assert_bakes("one.ase --grid 1x1",
                 "one.ase#0 0,0,1,1 0\n"
                 "one.ase#1 1,0,1,1 1\n"
                 "one.ase#2 2,0,1,1 0\n");
}

static void rules_hold_for_files_of_frames(void **state)
{
    static const char rules[] =
        "{ \"rules\": [ { \"match\": \"hero.*\", \"layer\": \"hit\", \"no-points\": true } ] }";
    (void)state;
    write_hero("hero.aseprite", false);
    write_file("rules.json", rules, sizeof rules - 1);
    assert_bakes("hero.aseprite --config rules.json",
                 "hero.aseprite#0 0,0,8,4 4\n"
                 "hero.aseprite#1 0,4,8,4 4\n"
                 "hero.aseprite#1:hit 0,4,8,4 3\n"
                 "hero.aseprite#2 0,8,8,4 4\n"
                 "hero.aseprite#2:hit 0,8,8,4 3\n"
                 "hero.aseprite#3 0,12,8,4 4\n"
                 "hero: hero.aseprite#0*10 hero.aseprite#1*20 hero.aseprite#2*30 "
                 "hero.aseprite#3*40\n");
}

/* ---- Pages ----------------------------------------------------------------------------------- */

static void a_page_may_be_of_any_kind(void **state)
{
    static const char sheet[] =
        "{ \"frames\": { \"one\": { \"frame\": { \"x\": 1, \"y\": 0, \"w\": 2, \"h\": 1 } } },"
        "  \"meta\": { \"image\": \"a.qoi\", \"size\": { \"w\": 3, \"h\": 1 } } }";
    struct film film = {.width = 3, .height = 1, .count = 1, .depth = 8};
    struct made_file file;
    uint32_t dice = 1;
    (void)state;
    film.frames[0] = (struct film_frame){.width = 3, .height = 1};
    film.frames[0].pixels[1][3] = 255;
    film_qoi(&film, &dice, &file);
    save("a.qoi", &file);
    write_file("sheet.json", sheet, sizeof sheet - 1);
    assert_bakes("sheet.json a.qoi", "one 1,0,2,1 1\n");
}

#define CLEANED_UP(test) cmocka_unit_test_setup_teardown(test, enter_folder, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLEANED_UP(a_picture_is_the_same_in_every_kind_of_file),
        CLEANED_UP(frames_are_the_same_as_pictures_of_what_is_seen),
        CLEANED_UP(tags_slices_and_layers_of_aseprite_are_baked),
        CLEANED_UP(the_second_tag_of_a_name_has_a_number),
        CLEANED_UP(pivots_of_slices_count_from_their_corner),
        CLEANED_UP(a_file_of_one_frame_is_one_sprite),
        CLEANED_UP(rules_hold_for_files_of_frames),
        CLEANED_UP(a_page_may_be_of_any_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
