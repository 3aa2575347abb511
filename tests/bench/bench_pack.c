/*
 * bench_pack.c - opening, verifying and finding, against copying the pack
 *
 * The pack holds 10,000 sprites with the sizes and shapes of a game's: each of its sprites
 * several times, every time with a few pixels of its own taken away, so that none is shared.
 */
#include "groups.h"

#include "art.h"
#include "bench.h"
#include "gallery.h"

#include <stdlib.h>
#include <string.h>

enum { SPRITES = 10000, LARGEST = 128, DRAWN = 400 };

/* Clears up to `count` solid pixels anywhere. */
static void nibble(struct bitmap *bitmap, unsigned count, uint64_t *random)
{
    for (unsigned tries = 0; count > 0 && tries < 1000; tries++) {
        const uint32_t x = random_below(random, bitmap->width);
        const uint32_t y = random_below(random, bitmap->height);
        if (!bitmap_get(bitmap, x, y))
            continue;
        bitmap_row(bitmap, y)[x / 64] &= ~(UINT64_C(1) << (x % 64));
        count--;
    }
}

static struct bitmap copy_bitmap(const struct bitmap *from)
{
    struct bitmap copy;
    if (!bitmap_init(&copy, from->width, from->height))
        die("out of memory");
    memcpy(copy.words, from->words, from->row_words * from->height * sizeof *from->words);
    return copy;
}

static void add_art(struct gallery *gallery)
{
    struct art art;
    struct bitmap bitmap;
    art_collect(ART_SUPERTUX, &art);
    for (size_t i = 0; i < art.count; i++)
        if (art_size(&art.files[i]) <= LARGEST && art_decode(art.files[i].path, &bitmap))
            gallery_add(gallery, &bitmap);
    art_free(&art);
}

/* In place of real art: blobs, most of them of 32 to 72 pixels. */
static void add_blobs(struct gallery *gallery, uint64_t *random)
{
    static const uint32_t sizes[] = {16, 32, 32, 48, 64, 64, 72, 128};
    for (int i = 0; i < DRAWN; i++)
        gallery_add_shape(gallery, SHAPE_BLOB, sizes[i % 8], random);
}

static void multiply(struct gallery *gallery, uint64_t *random)
{
    const size_t originals = gallery->count;
    for (size_t i = originals; i < SPRITES; i++) {
        struct bitmap copy = copy_bitmap(&gallery->bitmaps[i % originals]);
        nibble(&copy, 3, random);
        gallery_add(gallery, &copy);
    }
}

/* ---- Contests ----------------------------------------------------------------------------- */

struct pack_contest {
    const struct gallery *gallery;
    uint8_t *copy;
    char (*names)[GALLERY_NAME]; /* in no order */
};

static void copy_pack(void *context)
{
    const struct pack_contest *const contest = context;
    memcpy(contest->copy, contest->gallery->bytes, contest->gallery->size);
}

static void open_pack(void *context)
{
    const struct pack_contest *const contest = context;
    hm_pack pack;
    if (hm_pack_open(&pack, contest->gallery->bytes, contest->gallery->size) != HM_OK)
        die("the pack does not open");
}

static void verify_pack(void *context)
{
    const struct pack_contest *const contest = context;
    if (hm_pack_verify(&contest->gallery->pack) != HM_OK)
        die("the pack is not right");
}

static void find_all(void *context)
{
    const struct pack_contest *const contest = context;
    hm_sprite sprite;
    for (size_t i = 0; i < contest->gallery->count; i++)
        if (!hm_pack_find(&contest->gallery->pack, contest->names[i], &sprite))
            die("a sprite is not found");
}

static void get_all(void *context)
{
    const struct pack_contest *const contest = context;
    hm_sprite sprite;
    for (size_t i = 0; i < contest->gallery->count; i++)
        if (!hm_pack_sprite(&contest->gallery->pack, (uint32_t)i, &sprite))
            die("a sprite is missing");
}

static void shuffle_names(struct pack_contest *contest, uint64_t *random)
{
    const size_t count = contest->gallery->count;
    contest->names = must_allocate(NULL, count, sizeof *contest->names);
    for (size_t i = 0; i < count; i++) {
        const size_t j = random_below(random, (uint32_t)i + 1);
        memcpy(contest->names[i], contest->names[j], sizeof *contest->names);
        gallery_name(i, contest->names[j]);
    }
}

static void show_against_copy(struct report *report, const char *name, struct pack_contest *context,
                              void (*ours)(void *), double reach)
{
    const struct times times = measure(&(struct contest){copy_pack, ours, context, 0.8});
    report_row(report, &(struct row){.name = name,
                                     .count = context->gallery->count,
                                     .peer = times.peer,
                                     .ours = times.ours,
                                     .judged = JUDGE_COST,
                                     .reach = reach});
}

static void show_each(struct report *report, const char *name, struct pack_contest *context,
                      void (*ours)(void *))
{
    const struct times times = measure(&(struct contest){NULL, ours, context, 0.4});
    const size_t count = context->gallery->count;
    report_row(report,
               &(struct row){.name = name, .count = count, .ours = times.ours / (double)count});
}

void bench_pack(struct report *report)
{
    struct gallery gallery = {0};
    struct pack_contest context = {.gallery = &gallery};
    uint64_t random = 1;
    char topic[64];
    add_art(&gallery);
    const bool drawn = gallery.count == 0;
    if (drawn)
        add_blobs(&gallery, &random);
    multiply(&gallery, &random);
    gallery_bake(&gallery, true);
    context.copy = must_allocate(NULL, gallery.size, 1);
    memset(context.copy, 0, gallery.size);
    shuffle_names(&context, &random);

    snprintf(topic, sizeof topic, "a whole pack of %.1f MB", (double)gallery.size / 1e6);
    report_topic(report, topic, "memcpy of it");
    if (drawn)
        report_note(report, "drawn blobs: %s is not installed", art_package(ART_SUPERTUX));
    show_against_copy(report, "open", &context, open_pack, 0.25);
    show_against_copy(report, "verify", &context, verify_pack, 4);
    report_topic(report, "one sprite of that pack", NULL);
    show_each(report, "find by name, 31 bytes", &context, find_all);
    show_each(report, "get by index", &context, get_all);

    free(context.copy);
    free(context.names);
    gallery_free(&gallery);
}
