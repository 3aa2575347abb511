/*
 * bench_stages.c - where the time of a bake goes
 *
 * Each stage is measured together with those before it, on one thread; its own time is the
 * difference. In the column of hits stands its share of the whole.
 */
#include "groups.h"

#include "art.h"
#include "bench.h"
#include "commands/command.h"
#include "model/mask.h"
#include "model/points.h"
#include "picture/png_file.h"
#include "support/planes.h"
#include "system/reader.h"
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SPRITES = 20000, QUICK_SPRITES = 1000 };

struct files {
    const struct art_file **items;
    size_t count;
    const char **words; /* of the command that bakes them */
    size_t word_count;
};

/* ---- Stages -----------------------------------------------------------------------------------
 */

typedef void one_file(const char *path, struct reader *reader);

static void each_file(const struct files *files, one_file *run)
{
    static struct reader reader;
    struct error err;
    for (size_t i = 0; i < files->count; i++) {
        if (!reader_open(&reader, files->items[i]->path, &err))
            die("%s: %s", files->items[i]->path, err.text);
        run(files->items[i]->path, &reader);
        reader_close(&reader);
    }
}

static void read_one(const char *path, struct reader *reader)
{
    const uint8_t *bytes;
    struct error err;
    size_t got = 1;
    while (got > 0)
        if (!reader_take(reader, SIZE_MAX, &bytes, &got, &err))
            die("%s: %s", path, err.text);
}

static void inflate_one(const char *path, struct reader *reader)
{
    struct png_quick png;
    (void)path;
    if (png_quick_open(&png, reader, UINT32_MAX))
        png_quick_begin_rows(&png, false, false);
    png_quick_close(&png);
}

static void unfilter_one(const char *path, struct reader *reader)
{
    struct png_quick png;
    (void)path;
    bool ok = png_quick_open(&png, reader, UINT32_MAX) && png_quick_begin_rows(&png, false, false);
    for (uint32_t y = 0; ok && y < png.header.height; y++)
        ok = png_quick_next_row(&png) != NULL;
    if (ok)
        png_quick_finish(&png);
    png_quick_close(&png);
}

static void decode(const char *path, struct reader *reader, struct decoded *picture)
{
    static const struct solid_rule rule = {.soft = true};
    static const struct planes_limits how = {.max_pixels = UINT32_MAX};
    struct error err;
    if (!decode_alone(reader, &rule, how, picture, &err))
        die("%s: %s", path, err.text);
}

static void decide_one(const char *path, struct reader *reader)
{
    struct decoded picture;
    decode(path, reader, &picture);
    decoded_free(&picture);
}

static void make_mask(const char *path, struct reader *reader, struct decoded *picture,
                      struct mask *mask)
{
    struct error err;
    decode(path, reader, picture);
    if (!mask_from_bitmap(&picture->solid, mask, &err))
        die("%s: %s", path, err.text);
}

static void mask_one(const char *path, struct reader *reader)
{
    struct decoded picture;
    struct mask mask = {0};
    make_mask(path, reader, &picture, &mask);
    decoded_free(&picture);
    mask_free(&mask);
}

static void points_one(const char *path, struct reader *reader)
{
    static const struct points_rule rule = {.wanted = true, .cell = 1, .prune = 1};
    struct decoded picture;
    struct mask mask = {0};
    struct points points = {0};
    struct error err;
    make_mask(path, reader, &picture, &mask);
    if (!points_make(&rule, &mask, picture.solid.width, picture.solid.height, &points, &err))
        die("%s: %s", path, err.text);
    points_free(&points);
    decoded_free(&picture);
    mask_free(&mask);
}

static void read_all(void *files)
{
    each_file(files, read_one);
}

static void inflate_all(void *files)
{
    each_file(files, inflate_one);
}

static void unfilter_all(void *files)
{
    each_file(files, unfilter_one);
}

static void decide_all(void *files)
{
    each_file(files, decide_one);
}

static void mask_all(void *files)
{
    each_file(files, mask_one);
}

static void points_all(void *files)
{
    each_file(files, points_one);
}

static void bake_all(void *context)
{
    struct files *const files = context;
    if (command_bake(files->word_count, files->words) != STATUS_OK)
        die("hitmask bake failed");
}

/* ---- Rows -------------------------------------------------------------------------------------
 */

static const struct stage {
    const char *name;
    void (*run)(void *files);
} stages[] = {
    {"open, read, close", read_all},
    {"inflate", inflate_all},
    {"unfilter", unfilter_all},
    {"decide", decide_all},
    {"mask", mask_all},
    {"points", points_all},
    {"names, merge, write", bake_all},
};

enum { STAGES = sizeof stages / sizeof *stages };

static void show_stages(struct report *report, struct files *files)
{
    double times[STAGES + 1] = {0};
    for (size_t i = 0; i < STAGES; i++)
        times[i + 1] = measure(&(struct contest){NULL, stages[i].run, files, 1}).ours;
    for (size_t i = 0; i < STAGES; i++) {
        const double own = times[i + 1] > times[i] ? times[i + 1] - times[i] : 0;
        report_row(report, &(struct row){.name = stages[i].name,
                                         .count = files->count,
                                         .has_hits = true,
                                         .hits = own / times[STAGES],
                                         .ours = own / (double)files->count});
    }
    inflate_leave();
}

static void choose_files(struct files *files, const struct art *art, uint32_t above, uint32_t most)
{
    static const char *const options[] = {"--quiet", "-j1", "-o", "/dev/null", "--root"};
    files->items = art_choose(art, above, most, &files->count);
    files->words = must_allocate(NULL, files->count + 8, sizeof *files->words);
    memcpy(files->words, options, sizeof options);
    files->word_count = sizeof options / sizeof *options;
    files->words[files->word_count++] = art->root;
    for (size_t i = 0; i < files->count; i++)
        files->words[files->word_count++] = files->items[i]->path;
}

static void show_class(struct report *report, const char *title, const struct art *art,
                       uint32_t above, uint32_t most)
{
    struct files files;
    choose_files(&files, art, above, most);
    if (files.count > 0) {
        report_topic(report, title, NULL);
        show_stages(report, &files);
    }
    free(files.items);
    free(files.words);
}

void bench_stages(struct report *report)
{
    char folder[] = "/tmp/hitmask-bench-XXXXXX";
    struct art art = {0};
    if (mkdtemp(folder) == NULL)
        die("cannot make a folder in /tmp");
    tree_make(folder, is_quick() ? QUICK_SPRITES : SPRITES);
    if (art_collect_below(folder, &art))
        show_class(report, "where the time goes: drawn, tiny", &art, 0, UINT32_MAX);
    art_free(&art);
    tree_remove(folder);
    art = (struct art){0};
    if (art_collect(ART_SUPERTUX, &art)) {
        show_class(report, "where the time goes: supertux, 33..128 px", &art, 32, 128);
        show_class(report, "where the time goes: supertux, > 128 px", &art, 128, UINT32_MAX);
    } else {
        report_note(report, "supertux left out: supertux-data is not installed");
    }
    art_free(&art);
}
