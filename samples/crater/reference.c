/*
 * reference.c - the answers that crater asks for, by plain loops over the pixels of its pictures
 */
#include "reference.h"

#include "plain.h"
#include "xna.h"

#include <string.h>

enum { PIXELS = LAND_WIDTH * LAND_HEIGHT };

bool reference_touch_land(const void *context, int x, int y)
{
    const struct mover *const mover = context;
    const struct picture *const land = &mover->land->art;
    return intersect_pixels(picture_box(mover->art, x, y), mover->art, picture_box(land, 0, 0),
                            land);
}

bool reference_touch(const void *context, int x, int y)
{
    const struct mover *const mover = context;
    const struct land *const land = mover->land;
    bool touch = reference_touch_land(mover, x, y);
    for (uint32_t i = 0; i < land->piece_count && !touch; i++) {
        const struct piece *const piece = &land->pieces[i];
        touch = piece != mover->self &&
                intersect_pixels(picture_box(mover->art, x, y), mover->art,
                                 picture_box(&piece->art, piece->x, piece->y), &piece->art);
    }
    return touch;
}

bool reference_touch_turned(const struct picture *turned, const hm_placement *at,
                            const struct picture *upright, int x, int y)
{
    const hm_placement there = {
        .x = INT64_C(65536) * x, .y = INT64_C(65536) * y, .scale_x = 65536, .scale_y = 65536};
    const int reach = turned->width + turned->height;
    const int middle_x = (int)(at->x >> 16) - x, middle_y = (int)(at->y >> 16) - y;
    hm_affine map;
    return hm_affine_place(&map, at, &there) &&
           plain_turned(
               turned, upright, &map,
               (hm_box){middle_x - reach, middle_y - reach, middle_x + reach, middle_y + reach});
}

bool reference_in_circle(const struct picture *art, int x, int y, int radius)
{
    for (int py = 0; py < art->height; py++)
        for (int px = 0; px < art->width; px++)
            if (picture_alpha(art, px, py) != 0 &&
                (px - x) * (px - x) + (py - y) * (py - y) <= radius * radius)
                return true;
    return false;
}

/* Takes all pixels from the land that hang together with this one. */
static hm_component take_part(uint8_t *solid, int32_t *stack, int first)
{
    hm_component part = {.first = {first % LAND_WIDTH, first / LAND_WIDTH}};
    int waiting = 0;
    solid[first] = 0;
    stack[waiting++] = first;
    while (waiting > 0) {
        const int at = stack[--waiting], x = at % LAND_WIDTH, y = at / LAND_WIDTH;
        const hm_box pixel = {x, y, x + 1, y + 1};
        hm_box_union(&part.bounds, &pixel, &part.bounds);
        part.area++;
        for (int ny = y - 1; ny <= y + 1; ny++)
            for (int nx = x - 1; nx <= x + 1; nx++) {
                if (nx < 0 || ny < 0 || nx >= LAND_WIDTH || ny >= LAND_HEIGHT ||
                    solid[ny * LAND_WIDTH + nx] == 0)
                    continue;
                solid[ny * LAND_WIDTH + nx] = 0;
                stack[waiting++] = ny * LAND_WIDTH + nx;
            }
    }
    return part;
}

uint32_t reference_parts(const struct picture *art, hm_component *out, uint32_t capacity)
{
    static uint8_t solid[PIXELS];
    static int32_t stack[PIXELS];
    uint32_t count = 0;
    for (int i = 0; i < PIXELS; i++)
        solid[i] = art->rgba[i * 4 + 3];
    for (int i = 0; i < PIXELS && count < capacity; i++)
        if (solid[i] != 0)
            out[count++] = take_part(solid, stack, i);
    return count;
}

bool reference_same(const struct land *land)
{
    static uint8_t bits[PIXELS / 8];
    if (!hm_canvas_bits(&land->canvas, bits, LAND_WIDTH / 8, sizeof bits))
        return false;
    for (int i = 0; i < PIXELS; i++)
        if ((bits[i / 8] >> i % 8 & 1) != (land->art.rgba[i * 4 + 3] != 0))
            return false;
    return true;
}
