/*
 * sets.c - which sprites go into which set, and where they stand in the cases
 */
#include "sets.h"

#include "art.h"
#include "bench.h"

#include <stdlib.h>

/* ---- Sets of sprites ---------------------------------------------------------------------- */

static const struct real_class {
    const char *name;
    uint32_t shortest, longest; /* what both sides lie between */
    enum class class;
} real_classes[] = {
    {"real <= 32", 1, 32, CLASS_SMALL},      {"real <= 64", 1, 64, CLASS_SMALL},
    {"real 72 x 72", 72, 72, CLASS_REAL_72}, {"real 64..80", 64, 80, CLASS_MIDDLE},
    {"real <= 128", 1, 128, CLASS_MIDDLE},
};

static const struct shape_class {
    uint32_t size;
    int sprites;
    enum class class;
} shape_classes[] = {
    {16, 64, CLASS_SMALL},   {32, 64, CLASS_SMALL},  {64, 64, CLASS_64},
    {128, 64, CLASS_MIDDLE}, {256, 32, CLASS_OTHER}, {1024, 8, CLASS_HUGE},
};

enum {
    REAL_CLASSES = sizeof real_classes / sizeof *real_classes,
    SHAPE_CLASSES = sizeof shape_classes / sizeof *shape_classes,
};

static void set_finish(struct set *set, const struct peer *peer)
{
    struct gallery *const gallery = &set->gallery;
    gallery_bake(gallery, false);
    if (peer == NULL)
        return;
    set->peers = must_allocate(NULL, gallery->count, sizeof *set->peers);
    for (size_t i = 0; i < gallery->count; i++)
        set->peers[i] = peer_mask_from(peer, &gallery->bitmaps[i]);
}

static bool belongs(const struct art_file *file, const struct real_class *class)
{
    return file->width >= class->shortest && file->height >= class->shortest &&
           art_size(file) <= class->longest;
}

static bool is_empty(const struct bitmap *bitmap)
{
    uint64_t any = 0;
    for (size_t i = 0; i < bitmap->row_words * bitmap->height; i++)
        any |= bitmap->words[i];
    return any == 0;
}

static void add_real_set(struct sets *sets, const struct real_class *class,
                         const struct art art[ART_SOURCES], const struct peer *peer)
{
    struct set *const set = &sets->items[sets->count];
    struct bitmap bitmap;
    *set = (struct set){.real = true, .class = class->class, .size = class->longest};
    snprintf(set->name, sizeof set->name, "%s", class->name);
    for (enum art_source source = ART_SUPERTUX; source < ART_SOURCES; source++) {
        for (size_t i = 0; i < art[source].count; i++) {
            const struct art_file *const file = &art[source].files[i];
            if (!belongs(file, class) || !art_decode(file->path, &bitmap))
                continue;
            if (is_empty(&bitmap))
                bitmap_free(&bitmap);
            else
                gallery_add(&set->gallery, &bitmap);
        }
    }
    if (set->gallery.count == 0)
        return;
    set_finish(set, peer);
    sets->count++;
}

static void add_real_sets(struct sets *sets, const struct peer *peer, struct report *report)
{
    struct art art[ART_SOURCES] = {0};
    for (enum art_source source = ART_SUPERTUX; source < ART_SOURCES; source++)
        if (!art_collect(source, &art[source]))
            report_note(report, "no sprites of %s: %s is not installed", art_name(source),
                        art_package(source));
    for (size_t i = 0; i < REAL_CLASSES; i++)
        add_real_set(sets, &real_classes[i], art, peer);
    for (enum art_source source = 0; source < ART_SOURCES; source++)
        art_free(&art[source]);
}

static void add_drawn_set(struct sets *sets, enum shape shape, const struct shape_class *class,
                          const struct peer *peer)
{
    struct set *const set = &sets->items[sets->count++];
    uint64_t random = class->size;
    *set = (struct set){.class = class->class, .size = class->size};
    snprintf(set->name, sizeof set->name, "%s %u", shape_name(shape), (unsigned)class->size);
    for (int i = 0; i < class->sprites; i++)
        gallery_add_shape(&set->gallery, shape, class->size, &random);
    set_finish(set, peer);
}

void make_sets(struct sets *sets, const struct peer *peer, struct report *report)
{
    sets->count = 0;
    add_real_sets(sets, peer, report);
    for (enum shape shape = 0; shape < SHAPES; shape++)
        for (size_t i = 0; i < SHAPE_CLASSES; i++)
            add_drawn_set(sets, shape, &shape_classes[i], peer);
}

void free_sets(struct sets *sets, const struct peer *peer)
{
    for (size_t i = 0; i < sets->count; i++) {
        struct set *const set = &sets->items[i];
        for (size_t k = 0; peer != NULL && k < set->gallery.count; k++)
            peer->free(set->peers[k]);
        free(set->peers);
        gallery_free(&set->gallery);
    }
}

/* ---- Cases ------------------------------------------------------------------------------ */

static const char *const regime_titles[REGIMES] = {
    [DISTINCT] = "distinct cases",
    [COHERENT] = "coherent cases, moving by a pixel",
    [REPEATED] = "300 cases repeated, which predictors learn by heart",
    [APART] = "distinct cases, mostly apart",
};

const char *regime_title(enum regime regime)
{
    return regime_titles[regime];
}

enum { REPEATED_CASES = 300, MOVING_PAIRS = 16 };

/* Fewer of them would be learned by heart too: 8192 easy ones are. Large masks take so long
 * that fewer must do, and so must a quick bench. */
static size_t case_count(const struct set *set, enum regime regime)
{
    if (regime == REPEATED)
        return REPEATED_CASES;
    const size_t count = regime == APART || set->size <= 128 ? 65536
                         : set->size <= 256                  ? 32768
                                                             : 16384;
    return is_quick() ? count / 16 : count;
}

static int32_t random_between(uint64_t *random, int32_t low, int32_t high)
{
    return low + (int32_t)random_below(random, (uint32_t)(high - low + 1));
}

static struct pair random_pair(const struct set *set, uint64_t *random)
{
    const uint32_t count = (uint32_t)set->gallery.count;
    return (struct pair){.a = random_below(random, count), .b = random_below(random, count)};
}

static bool boxes_meet(const struct set *set, const struct pair *pair)
{
    const struct bitmap *const a = &set->gallery.bitmaps[pair->a];
    const struct bitmap *const b = &set->gallery.bitmaps[pair->b];
    return pair->dx < (int32_t)a->width && pair->dx + (int32_t)b->width > 0 &&
           pair->dy < (int32_t)a->height && pair->dy + (int32_t)b->height > 0;
}

/* Anywhere that lets the boxes meet, all places alike. */
static void place_meeting(const struct set *set, struct pair *pair, uint64_t *random)
{
    const struct bitmap *const a = &set->gallery.bitmaps[pair->a];
    const struct bitmap *const b = &set->gallery.bitmaps[pair->b];
    pair->dx = random_between(random, 1 - (int32_t)b->width, (int32_t)a->width - 1);
    pair->dy = random_between(random, 1 - (int32_t)b->height, (int32_t)a->height - 1);
}

static void place_apart(const struct set *set, struct pair *pair, uint64_t *random)
{
    const int32_t far = 5 * (int32_t)set->size;
    pair->dx = random_between(random, -far, far);
    pair->dy = random_between(random, -far, far);
}

static void add_case(struct cases *cases, const struct pair *pair, size_t limit)
{
    if (cases->count < limit)
        cases->items[cases->count++] = *pair;
}

/* Pairs that meet somewhere go on by a pixel a step, and begin anew where they part. */
static void make_moving(const struct set *set, struct cases *cases, size_t count, uint64_t *random)
{
    struct {
        struct pair pair;
        int32_t x, y;
    } moving[MOVING_PAIRS];
    for (int i = 0; i < MOVING_PAIRS; i++) {
        moving[i].pair = (struct pair){.dx = INT32_MAX / 2};
        moving[i].x = moving[i].y = 0;
    }
    while (cases->count < count) {
        for (int i = 0; i < MOVING_PAIRS; i++) {
            struct pair *const pair = &moving[i].pair;
            pair->dx += moving[i].x;
            pair->dy += moving[i].y;
            if (!boxes_meet(set, pair)) {
                *pair = random_pair(set, random);
                place_meeting(set, pair, random);
                moving[i].x = random_between(random, 0, 1) * 2 - 1;
                moving[i].y = random_between(random, -1, 1);
            }
            add_case(cases, pair, count);
        }
    }
}

void make_cases(const struct set *set, enum regime regime, struct cases *cases)
{
    const size_t count = case_count(set, regime);
    uint64_t random = 12345;
    cases->items = must_allocate(NULL, count, sizeof *cases->items);
    cases->count = 0;
    if (regime == COHERENT)
        make_moving(set, cases, count, &random);
    while (cases->count < count) {
        struct pair pair = random_pair(set, &random);
        (regime == APART ? place_apart : place_meeting)(set, &pair, &random);
        add_case(cases, &pair, count);
    }
}
