/*
 * loops.c - the shapes of a sprite: loops of corners, as they are and as a placement puts them
 *
 * hm_pack_open does not check these sections, so each number is checked where it is followed: an
 * answer from a damaged pack may be wrong, but it comes from inside the pack.
 */
#include "bits.h"
#include "records.h"
#include "sprite.h"

#include <hitmask_transform.h>

_Static_assert(sizeof(hm_shapes) <= 64, "hm_shapes is small");

/* The bits of `flags`. */
enum { WIDE = 1, FLIP_X = 2, FLIP_Y = 4 };

/* ---- Found ----------------------------------------------------------------------------------- */

static SMALL const uint8_t *find_shapes(const hm_sprite *sprite)
{
    hm_pack pack;
    uint32_t index;
    if (!hm_find_again(sprite, &pack, &index))
        return NULL;
    const hm_records shapes = hm_find_records(pack.data, SECTION_SHAPES, SHAPE_RECORD);
    return hm_find_of_sprite(&shapes, index);
}

SMALL bool hm_sprite_shapes(const hm_sprite *sprite, hm_shapes *out)
{
    *out = (hm_shapes){.counts = {0}};
    const uint8_t *const record = find_shapes(sprite);
    if (record == NULL)
        return false;
    const hm_records loops = hm_find_records(sprite->of.pack, SECTION_LOOPS, LOOP_RECORD);
    const struct section corners = hm_find_section(sprite->of.pack, SECTION_CORNERS);
    const bool wide = (get_u16(record + SHAPE_FLAGS) & SHAPE_WIDE) != 0;
    const uint32_t first = get_u32(record + SHAPE_LOOPS);
    const uint64_t offset = get_u64(record + SHAPE_CORNERS), size = corners.length;
    uint64_t left = first <= loops.count ? loops.count - first : 0;
    for (int kind = 0; kind < SHAPE_KIND_COUNT; kind++) {
        const uint32_t count = get_u32(record + SHAPE_COUNTS + 4 * kind);
        out->counts[kind] = offset <= size && count <= left ? count : 0;
        left -= out->counts[kind];
    }
    if (offset > size)
        return true;
    out->loops = loops.at + (size_t)first * loops.stride;
    out->stride = loops.stride;
    out->corners = corners.bytes + offset;
    out->corner_count = (size - offset) / (wide ? 8 : 4);
    out->left = sprite->bounds.x0;
    out->top = sprite->bounds.y0;
    out->width = sprite->width;
    out->height = sprite->height;
    out->flags =
        (wide ? WIDE : 0u) | (sprite->flip_x ? FLIP_X : 0u) | (sprite->flip_y ? FLIP_Y : 0u);
    return true;
}

SMALL uint32_t hm_shapes_count(const hm_shapes *shapes, hm_shape_kind kind)
{
    return (uint32_t)kind < SHAPE_KIND_COUNT ? shapes->counts[kind] : 0;
}

/* ---- Corners ------------------------------------------------------------------------------- */

static SMALL uint32_t loop_end(const hm_shapes *shapes, uint32_t loop)
{
    return get_u32(shapes->loops + (size_t)loop * shapes->stride);
}

/* The first corner of a loop. Returns how many it has: 0 for no such loop. */
static SMALL uint32_t find_loop(const hm_shapes *shapes, hm_shape_kind kind, uint32_t loop,
                                uint32_t *begin)
{
    if (loop >= hm_shapes_count(shapes, kind))
        return 0;
    for (uint32_t i = 0; i < (uint32_t)kind; i++)
        loop += shapes->counts[i];
    *begin = loop > 0 ? loop_end(shapes, loop - 1) : 0;
    const uint32_t end = loop_end(shapes, loop);
    return *begin <= end && end <= shapes->corner_count ? end - *begin : 0;
}

static SMALL hm_spot read_corner(const hm_shapes *shapes, uint32_t index)
{
    const bool wide = (shapes->flags & WIDE) != 0;
    const uint8_t *const p = shapes->corners + (size_t)index * (wide ? 8 : 4);
    const int64_t x = wide ? (int32_t)get_u32(p) : (int16_t)get_u16(p);
    const int64_t y = wide ? (int32_t)get_u32(p + 4) : (int16_t)get_u16(p + 2);
    const hm_spot spot = {x * 4096 + (int64_t)shapes->left * 65536,
                          y * 4096 + (int64_t)shapes->top * 65536};
    return (hm_spot){
        (shapes->flags & FLIP_X) != 0 ? (int64_t)shapes->width * 65536 - spot.x : spot.x,
        (shapes->flags & FLIP_Y) != 0 ? (int64_t)shapes->height * 65536 - spot.y : spot.y};
}

static SMALL bool runs_backwards(const hm_shapes *shapes)
{
    return ((shapes->flags & FLIP_X) != 0) != ((shapes->flags & FLIP_Y) != 0);
}

/* Corners of a mirrored loop come from its first one backwards, so that it runs clockwise again. */
static SMALL void read_loop(const hm_shapes *shapes, uint32_t begin, uint32_t count, bool mirrored,
                            hm_spot *corners)
{
    for (uint32_t i = 0; i < count; i++)
        corners[i] = read_corner(shapes, begin + (mirrored && i > 0 ? count - i : i));
}

SMALL uint32_t hm_shapes_loop(const hm_shapes *shapes, hm_shape_kind kind, uint32_t loop,
                              hm_spot *corners, uint32_t capacity)
{
    uint32_t begin = 0;
    const uint32_t count = find_loop(shapes, kind, loop, &begin);
    if (count <= capacity)
        read_loop(shapes, begin, count, runs_backwards(shapes), corners);
    return count;
}

/* ---- Placed ---------------------------------------------------------------------------------- */

/* a * b / 65536 to the nearest, halves up; |a| is below 2^56, and its product with b below 2^78. */
static int64_t times(int64_t a, int64_t b)
{
    const int64_t whole = (a - (a & 0xffff)) / 65536;
    const int64_t rest = (a & 0xffff) * b + 32768;
    return whole * b + (rest - (rest & 0xffff)) / 65536;
}

/* False when it lies too far away. */
static SMALL bool put_in_world(const hm_placement *at, int32_t cosine, int32_t sine, hm_spot *spot)
{
    const int64_t most = (INT64_C(1) << 39), furthest = INT64_C(1) << 47;
    if (at->pivot_x < -furthest || at->pivot_x > furthest || at->pivot_y < -furthest ||
        at->pivot_y > furthest)
        return false;
    const int64_t x = spot->x - at->pivot_x, y = spot->y - at->pivot_y;
    if (x < -most || x > most || y < -most || y > most)
        return false;
    const int64_t wide = times(x, at->scale_x), high = times(y, at->scale_y);
    const uint64_t across = (uint64_t)times(wide, cosine) - (uint64_t)times(high, sine);
    const uint64_t down = (uint64_t)times(wide, sine) + (uint64_t)times(high, cosine);
    *spot = (hm_spot){(int64_t)((uint64_t)at->x + across), (int64_t)((uint64_t)at->y + down)};
    return true;
}

SMALL uint32_t hm_shapes_placed(const hm_shapes *shapes, hm_shape_kind kind, uint32_t loop,
                                const hm_placement *at, hm_spot *corners, uint32_t capacity)
{
    const bool mirrors = (at->scale_x < 0) != (at->scale_y < 0);
    uint32_t begin = 0;
    const uint32_t count = find_loop(shapes, kind, loop, &begin);
    int32_t cosine, sine;
    if (count > capacity)
        return count;
    hm_turn(at->angle, &cosine, &sine);
    for (uint32_t i = 0; i < count; i++) {
        hm_spot spot = read_corner(shapes, begin + i);
        if (!put_in_world(at, cosine, sine, &spot))
            return 0;
    }
    read_loop(shapes, begin, count, mirrors != runs_backwards(shapes), corners);
    for (uint32_t i = 0; i < count; i++)
        put_in_world(at, cosine, sine, &corners[i]);
    return count;
}
