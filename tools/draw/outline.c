/*
 * outline.c - walks along the edges of solid pixels, which are on the right
 *
 * Every path has the upper edge of some pixel in it, along which it goes right. A bitmap has the
 * upper edges that are still to be walked; the first one begins the next path.
 */
#include "draw/outline.h"

#include "base/memory.h"
#include "bits.h"

#include <stdlib.h>

/* In the order of turning right. */
enum heading { EAST, SOUTH, WEST, NORTH };

struct walk {
    const struct bitmap *bitmap;
    struct bitmap todo; /* pixels whose upper edge is still to be walked */
    struct corner *corners;
    size_t count, capacity;
};

/* True if the pixel ahead of a corner is solid, the one to the right or to the left of the way. */
static bool solid_ahead(const struct bitmap *bitmap, struct corner at, enum heading heading,
                        bool right)
{
    static const int ahead[2][4][2] = {{{0, -1}, {0, 0}, {-1, 0}, {-1, -1}},
                                       {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}}};
    const int64_t x = (int64_t)at.x + ahead[right][heading][0];
    const int64_t y = (int64_t)at.y + ahead[right][heading][1];
    return x >= 0 && y >= 0 && x < bitmap->width && y < bitmap->height &&
           bitmap_get(bitmap, (uint32_t)x, (uint32_t)y);
}

static enum heading turn(const struct bitmap *bitmap, struct corner at, enum heading heading)
{
    if (!solid_ahead(bitmap, at, heading, true))
        return (heading + 1) % 4;
    return solid_ahead(bitmap, at, heading, false) ? (heading + 3) % 4 : heading;
}

static void add_corner(struct walk *walk, struct corner corner)
{
    struct corner *const added = array_push(&walk->corners, &walk->count, &walk->capacity);
    *added = corner;
}

/* The first edge of a path begins at a corner: the edge before it would have come first. */
static void walk_path(struct walk *walk, struct corner start)
{
    struct corner at = start;
    enum heading heading = EAST;
    walk->count = 0;
    add_corner(walk, start);
    for (;;) {
        if (heading == EAST)
            bitmap_row(&walk->todo, at.y)[at.x / 64] &= ~(UINT64_C(1) << (at.x % 64));
        at.x += heading == EAST;
        at.x -= heading == WEST;
        at.y += heading == SOUTH;
        at.y -= heading == NORTH;
        const enum heading next = turn(walk->bitmap, at, heading);
        if (next == EAST && at.x == start.x && at.y == start.y)
            return;
        if (next != heading)
            add_corner(walk, at);
        heading = next;
    }
}

bool outline_trace(const struct bitmap *bitmap,
                   void (*take)(void *user, const struct corner *corners, size_t count), void *user,
                   struct error *err)
{
    struct walk walk = {.bitmap = bitmap};
    if (!bitmap_init(&walk.todo, bitmap->width, bitmap->height))
        return fail_memory(err);
    for (uint32_t y = 0; y < bitmap->height; y++)
        for (size_t i = 0; i < bitmap->row_words; i++) {
            const uint64_t above = y > 0 ? bitmap_row(bitmap, y - 1)[i] : 0;
            bitmap_row(&walk.todo, y)[i] = bitmap_row(bitmap, y)[i] & ~above;
        }
    for (uint32_t y = 0; y < bitmap->height; y++)
        for (size_t i = 0; i < bitmap->row_words; i++)
            while (bitmap_row(&walk.todo, y)[i] != 0) {
                const uint32_t x = (uint32_t)i * 64 + lowest_bit(bitmap_row(&walk.todo, y)[i]);
                walk_path(&walk, (struct corner){x, y});
                take(user, walk.corners, walk.count);
            }
    bitmap_free(&walk.todo);
    free(walk.corners);
    return true;
}
