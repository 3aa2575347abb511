/*
 * canvas_model.c - each change is made to each pixel, and each view is asked beside a baked sprite
 */

#include "support/cmocka_all.h"

#include <hitmask_world.h>

#include "runtime/canvas_model.h"

#include "bits.h"
#include "cpu.h"
#include "format.h"

#include <stdlib.h>
#include <string.h>

const hm_op ops[OPS] = {HM_ADD, HM_ERASE, HM_KEEP, HM_TOGGLE};

uint32_t twin_levels(void)
{
    return hm_cpu_level();
}

void twin_init(struct twin *twin, int32_t width, int32_t height)
{
    const size_t size = hm_canvas_buffer_size(width, height);
    twin->buffer = malloc(size);
    assert_non_null(twin->buffer);
    memset(twin->buffer, 0xa5, size);
    assert_true(hm_canvas_init(&twin->canvas, twin->buffer, size, width, height));
    subject_init(&twin->right, width, height);
}

void twin_init_of(struct twin *twin, const struct subject *picture)
{
    twin_init(twin, picture->width, picture->height);
    twin_expect_stamp(twin, picture, 0, 0, HM_ADD);
    assert_true(hm_canvas_stamp(&twin->canvas, &picture->sprite, 0, 0, HM_ADD));
}

void twin_free(struct twin *twin)
{
    subject_free(&twin->right);
    free(twin->buffer);
}

void twin_expect(struct twin *twin, in_shape *inside, const void *shape, hm_op op)
{
    const int32_t width = twin->right.width;
    for (int32_t i = 0; i < width * twin->right.height; i++) {
        uint8_t *const pixel = &twin->right.pixels[i];
        const bool in = inside(shape, i % width, i / width);
        switch (op) {
        case HM_ADD:
            *pixel = *pixel || in;
            break;
        case HM_ERASE:
            *pixel = *pixel && !in;
            break;
        case HM_KEEP:
            *pixel = *pixel && in;
            break;
        case HM_TOGGLE:
            *pixel = *pixel != in;
            break;
        }
    }
}

struct stamp {
    const struct subject *picture;
    int64_t x, y;
};

static bool in_stamp(const void *shape, int64_t x, int64_t y)
{
    const struct stamp *const stamp = shape;
    return oracle_solid(stamp->picture, x - stamp->x, y - stamp->y);
}

void twin_expect_stamp(struct twin *twin, const struct subject *picture, int64_t x, int64_t y,
                       hm_op op)
{
    twin_expect(twin, in_stamp, &(struct stamp){picture, x, y}, op);
}

void twin_scribble(struct twin *twin, uint64_t *state)
{
    struct subject *const right = &twin->right;
    const uint32_t one_in = 1 + oracle_random(state, 4) * oracle_random(state, 30);
    for (int32_t i = 0; i < right->width * right->height; i++) {
        if (oracle_random(state, one_in) != 0)
            continue;
        right->pixels[i] = 1;
        hm_canvas_set(&twin->canvas, i % right->width, i / right->width, true);
    }
}

static bool has_pixel(const struct subject *right, int32_t left, int32_t top)
{
    for (int32_t y = top; y < top + BLOCK_SIDE; y++)
        for (int32_t x = left; x < left + BLOCK_SIDE; x++)
            if (oracle_solid(right, x, y))
                return true;
    return false;
}

/* The blocks of a large mask follow its words, also those beside it and below it: four words for
 * each stripe, of 64 blocks one below the other, and then those of the next rows. */
static void check_blocks(const hm_sprite *view, const struct subject *right)
{
    if (right->width < 256 || right->height < 256) {
        assert_null(view->blocks);
        return;
    }
    const int32_t stripes = (right->width + 63) / 64;
    const uint8_t *word = view->words + (size_t)stripes * (size_t)right->height * 8;
    assert_true(view->blocks == word);
    for (int32_t top = 0; top < right->height; top += 64 * BLOCK_SIDE)
        for (int32_t x = 0; x < stripes * 64; x += BLOCK_SIDE, word += 8)
            for (int32_t i = 0; i < 64; i++)
                assert_int_equal(get_u64(word) >> i & 1, has_pixel(right, x, top + i * BLOCK_SIDE));
}

void twin_check_pixels(struct twin *twin)
{
    const struct subject *const right = &twin->right;
    hm_box bounds = {INT32_MAX, INT32_MAX, 0, 0}, found;
    hm_sprite view;
    uint64_t area = 0;
    hm_canvas_sprite(&twin->canvas, &view);
    for (int32_t i = 0; i < right->width * right->height; i++) {
        const int32_t x = i % right->width, y = i / right->width;
        if (hm_solid(&view, x, y) != right->pixels[i])
            fail_msg("pixel (%d, %d) is %d", (int)x, (int)y, !right->pixels[i]);
        if (!right->pixels[i])
            continue;
        area++;
        bounds.x0 = x < bounds.x0 ? x : bounds.x0;
        bounds.y0 = y < bounds.y0 ? y : bounds.y0;
        bounds.x1 = x >= bounds.x1 ? x + 1 : bounds.x1;
        bounds.y1 = y >= bounds.y1 ? y + 1 : bounds.y1;
    }
    if (area == 0)
        bounds = (hm_box){0, 0, 0, 0};
    else
        check_blocks(&view, right);
    hm_sprite_bounds(&view, &found);
    assert_int_equal(hm_sprite_area(&view), area);
    assert_memory_equal(&found, &bounds, sizeof bounds);
    assert_int_equal(hm_sprite_width(&view), right->width);
    assert_int_equal(hm_sprite_height(&view), right->height);
}

static void check_bounds(const hm_sprite *a, const hm_sprite *b)
{
    hm_box p, q;
    hm_sprite_bounds(a, &p);
    hm_sprite_bounds(b, &q);
    assert_memory_equal(&p, &q, sizeof p);
}

/* The view and a baked sprite, both against the same third one. */
static void check_pair(const hm_sprite *view, const hm_sprite *baked, const struct subject *probe,
                       int32_t dx, int32_t dy)
{
    hm_point p = {-7, -7}, q = {-7, -7};
    assert_int_equal(hm_overlap(view, &probe->sprite, dx, dy),
                     hm_overlap(baked, &probe->sprite, dx, dy));
    assert_int_equal(hm_overlap(&probe->sprite, view, -dx, -dy),
                     hm_overlap(&probe->sprite, baked, -dx, -dy));
    assert_int_equal(hm_overlap_first(view, &probe->sprite, dx, dy, &p),
                     hm_overlap_first(baked, &probe->sprite, dx, dy, &q));
    assert_memory_equal(&p, &q, sizeof p);
    assert_int_equal(hm_overlap_area(view, &probe->sprite, dx, dy),
                     hm_overlap_area(baked, &probe->sprite, dx, dy));
}

static void check_many(const hm_sprite *view, const hm_sprite *baked, const struct subject *probe,
                       int32_t x, int32_t y)
{
    const hm_sprite *const sprites[] = {view, baked, view};
    hm_box box;
    hm_sprite_bounds(view, &box);
    const int32_t x0[] = {box.x0, box.x0, 0}, y0[] = {box.y0, box.y0, 0};
    const int32_t x1[] = {box.x1, box.x1, 1}, y1[] = {box.y1, box.y1, 1};
    const hm_crowd crowd = {x0, y0, x1, y1, sprites, 2};
    const hm_world world = {.crowd = &crowd};
    hm_cursor next = {HM_NOTHING, 0};
    hm_met hits[2], other;
    const uint32_t found = hm_world_list(&world, &probe->sprite, x, y, &next, hits, 2);
    assert_int_equal(found, hm_overlap(baked, &probe->sprite, x, y) ? 2 : 0);
    const hm_box *const bounds = &probe->sprite.bounds;
    const hm_crowd boxes = {&bounds->x0, &bounds->y0, &bounds->x1, &bounds->y1, NULL, 1};
    const hm_world box_world = {.crowd = &boxes};
    hits[0] = other = (hm_met){HM_NOTHING, 0, {0, 0}};
    assert_int_equal(hm_world_overlap(&box_world, view, -x, -y, &hits[0]),
                     hm_world_overlap(&box_world, baked, -x, -y, &other));
    assert_true(hits[0].hit.x == other.hit.x && hits[0].hit.y == other.hit.y);
}

static void check_motion(const hm_sprite *view, const hm_sprite *baked, const struct subject *probe,
                         int32_t dx, int32_t dy)
{
    hm_sweep_result p, q;
    memset(&p, 0, sizeof p);
    memset(&q, 0, sizeof q);
    assert_int_equal(hm_sweep(&probe->sprite, view, dx, dy, 2 * dx + 3, 2 * dy - 5, &p),
                     hm_sweep(&probe->sprite, baked, dx, dy, 2 * dx + 3, 2 * dy - 5, &q));
    assert_memory_equal(&p, &q, sizeof p);
    hm_affine map;
    assert_true(hm_affine_make(&map, 50000, 30000, -28000, 55000, -dx * 65536, -dy * 65536));
    assert_int_equal(hm_affine_area(&probe->sprite, view, &map),
                     hm_affine_area(&probe->sprite, baked, &map));
    hm_affine_inverse(&map, &map);
    hm_point hit = {-7, -7}, other = {-7, -7};
    hm_affine_first(view, &probe->sprite, &map, &hit);
    hm_affine_first(baked, &probe->sprite, &map, &other);
    assert_memory_equal(&hit, &other, sizeof hit);
}

static void check_shapes(const hm_sprite *view, const hm_sprite *baked, int32_t x, int32_t y)
{
    hm_point p = {-7, -7}, q = {-7, -7};
    const hm_box box = {x, y, x + 20, y + 30};
    assert_int_equal(hm_overlap_box(view, &box, &p), hm_overlap_box(baked, &box, &q));
    assert_int_equal(hm_overlap_circle(view, x, y, 13, &p), hm_overlap_circle(baked, x, y, 13, &q));
    assert_int_equal(hm_overlap_ray(view, x, y, -7, 3, &p, NULL),
                     hm_overlap_ray(baked, x, y, -7, 3, &q, NULL));
    assert_memory_equal(&p, &q, sizeof p);
}

void twin_check(struct twin *twin, uint64_t *state)
{
    struct subject probe;
    hm_sprite view, baked;
    twin_check_pixels(twin);
    hm_canvas_sprite(&twin->canvas, &view);
    subject_bake(&twin->right);
    baked = twin->right.sprite;
    subject_scribble(&probe, state, 100);
    const int32_t dx =
        (int32_t)oracle_random(state, (uint32_t)(view.width + probe.width) + 1) - probe.width;
    const int32_t dy =
        (int32_t)oracle_random(state, (uint32_t)(view.height + probe.height) + 1) - probe.height;
    const bool flip_x = oracle_random(state, 2), flip_y = oracle_random(state, 2);
    for (uint32_t level = 0; level <= twin_levels(); level++) {
        hm_sprite turned, turned_baked;
        view.cpu = baked.cpu = probe.sprite.cpu = level;
        hm_sprite_flip(&view, flip_x, flip_y, &turned);
        hm_sprite_flip(&baked, flip_x, flip_y, &turned_baked);
        check_bounds(&turned, &turned_baked);
        check_pair(&view, &baked, &probe, dx, dy);
        check_pair(&turned, &turned_baked, &probe, dx, dy);
        check_many(&turned, &turned_baked, &probe, dx, dy);
        check_motion(&view, &baked, &probe, dx, dy);
        check_shapes(&turned, &turned_baked, dx, dy);
    }
    subject_free(&probe);
}
