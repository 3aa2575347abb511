/*
 * land.c - ground that is blown up, and the pieces that fall off
 */
#include "land.h"

#include <stdlib.h>
#include <string.h>

enum { ONE = 65536, HILL_STEP = 8, HILL_CORNERS = LAND_WIDTH / HILL_STEP + 1, SCORCH = 5 };

/* ---- Hills, caves and rocks --------------------------------------------------------------- */

static int wave(int x, int height, int length)
{
    int32_t cosine, sine;
    hm_turn((uint32_t)(x * (ONE / length)), &cosine, &sine);
    return height * sine / ONE;
}

static int hill_at(int x)
{
    return 640 + wave(x, 90, 1300) + wave(x + 90, 46, 420) + wave(x, 10, 97) + wave(x, 5, 41);
}

static void add_hills(hm_canvas *canvas)
{
    hm_corner corners[HILL_CORNERS + 2];
    for (int i = 0; i < HILL_CORNERS; i++)
        corners[i] =
            (hm_corner){(int64_t)ONE * i * HILL_STEP, (int64_t)ONE * hill_at(i * HILL_STEP)};
    corners[HILL_CORNERS] = (hm_corner){(int64_t)ONE * LAND_WIDTH, (int64_t)ONE * LAND_HEIGHT};
    corners[HILL_CORNERS + 1] = (hm_corner){0, (int64_t)ONE * LAND_HEIGHT};
    hm_canvas_polygon(canvas, corners, HILL_CORNERS + 2, HM_ADD);
}

static void dig_caves(hm_canvas *canvas)
{
    static const struct {
        int x0, below0, x1, below1; /* its ends, and how far they lie below the hills */
        uint32_t width;
    } caves[] = {
        {330, 90, 560, 120, 56},   {560, 120, 700, 60, 46},    {820, 130, 1100, 90, 70},
        {1100, 90, 1240, 170, 50}, {1240, 170, 1420, 150, 60}, {1600, 80, 1840, 120, 64},
        {1420, 150, 1500, 20, 40},
    };
    for (size_t i = 0; i < sizeof caves / sizeof *caves; i++)
        hm_canvas_segment(canvas, caves[i].x0, hill_at(caves[i].x0) + caves[i].below0, caves[i].x1,
                          hill_at(caves[i].x1) + caves[i].below1, caves[i].width, HM_ERASE);
}

/* Each stands on a thin leg, and falls when that is shot away. */
static void add_rocks(hm_canvas *canvas)
{
    static const struct {
        int x, leg, reach;
        uint32_t width;
    } rocks[] = {{460, 84, 34, 44},  {610, 60, 20, 34},   {900, 90, 60, 50},
                 {1290, 70, 26, 40}, {1700, 100, 50, 56}, {1900, 60, 18, 40}};
    for (size_t i = 0; i < sizeof rocks / sizeof *rocks; i++) {
        const int x = rocks[i].x, foot = hill_at(x) + 8, top = foot - rocks[i].leg;
        const int reach = rocks[i].reach;
        hm_canvas_segment(canvas, x, foot, x + 4, top, 13, HM_ADD);
        hm_canvas_segment(canvas, x - reach, top, x + reach, top - 6, rocks[i].width, HM_ADD);
        hm_canvas_segment(canvas, x - reach / 2, top - 14, x + reach / 3, top - 18, rocks[i].width,
                          HM_ADD);
    }
}

/* ---- Paint -------------------------------------------------------------------------------- */

static void put_pixel(struct picture *art, int x, int y, const uint8_t *rgb, int percent)
{
    uint8_t *const pixel = &art->rgba[(y * art->width + x) * 4];
    for (int i = 0; i < 3; i++)
        pixel[i] = (uint8_t)(rgb[i] * percent / 100);
    pixel[3] = 255;
}

/* Grass where the sky is above, soil below it, and shadow where a cave is near. */
static void paint_column(struct land *land, const struct picture *soil, int x)
{
    static const uint8_t grass[7][3] = {{200, 240, 110}, {140, 214, 80}, {112, 190, 70},
                                        {86, 160, 62},   {64, 130, 58},  {52, 104, 52},
                                        {44, 70, 44}};
    const int blade = (x * 7 + x / 3 * 5) % 4; /* some are longer */
    int depth = 0;
    for (int y = 0; y < LAND_HEIGHT; y++) {
        if (!hm_solid(&land->sprite, x, y)) {
            depth = 0;
            continue;
        }
        const uint8_t *const earth =
            &soil->rgba[(y % soil->height * soil->width + x % soil->width) * 4];
        const bool edge = !hm_solid(&land->sprite, x, y + 2) ||
                          !hm_solid(&land->sprite, x - 2, y) || !hm_solid(&land->sprite, x + 2, y);
        if (depth < 4 + blade)
            put_pixel(&land->art, x, y, grass[depth * 6 / (3 + blade)], 100);
        else
            put_pixel(&land->art, x, y, earth,
                      edge ? 55 : 110 - (y - 500 > 0 ? (y - 500) / 10 : 0));
        depth++;
    }
}

/* Clears a circle, and blackens what is left round it. Rows from `floor` on stay as they are. */
static void blast_picture(struct picture *art, int x, int y, int radius, int floor)
{
    const int reach = radius + SCORCH;
    const hm_box all = {0, 0, art->width, floor};
    hm_box box = {x - reach, y - reach, x + reach + 1, y + reach + 1};
    if (!hm_box_intersection(&box, &all, &box))
        return;
    for (int py = box.y0; py < box.y1; py++)
        for (int px = box.x0; px < box.x1; px++) {
            const int away = (px - x) * (px - x) + (py - y) * (py - y);
            uint8_t *const pixel = &art->rgba[(py * art->width + px) * 4];
            if (away <= radius * radius)
                memset(pixel, 0, 4);
            else if (away <= reach * reach && pixel[3] != 0)
                put_pixel(art, px, py, pixel, 45);
        }
    picture_update(art, box);
}

/* Moves the pixels that are solid in `sprite` from one picture, where it lies at (x, y), to
 * another, where it lies at (to_x, to_y). */
static void move_pixels(const hm_sprite *sprite, struct picture *from, int x, int y,
                        struct picture *to, int to_x, int to_y)
{
    for (int py = 0; py < hm_sprite_height(sprite); py++)
        for (int px = 0; px < hm_sprite_width(sprite); px++)
            if (hm_solid(sprite, px, py)) {
                uint8_t *const pixel = &from->rgba[((y + py) * from->width + x + px) * 4];
                memcpy(&to->rgba[((to_y + py) * to->width + to_x + px) * 4], pixel, 4);
                memset(pixel, 0, 4);
            }
}

/* ---- The land ----------------------------------------------------------------------------- */

static bool make_canvas(struct stage *stage, int width, int height, uint8_t **buffer,
                        hm_canvas *canvas)
{
    const size_t size = hm_canvas_buffer_size(width, height);
    *buffer = malloc(size);
    return (*buffer != NULL && hm_canvas_init(canvas, *buffer, size, width, height)) ||
           stage_fail(stage, NULL, "out of memory");
}

bool land_make(struct land *land, struct stage *stage, const struct picture *soil)
{
    if (!picture_make(stage, LAND_WIDTH, LAND_HEIGHT, &land->art) ||
        !make_canvas(stage, LAND_WIDTH, LAND_HEIGHT, &land->buffer, &land->canvas))
        return false;
    add_hills(&land->canvas);
    dig_caves(&land->canvas);
    add_rocks(&land->canvas);
    hm_canvas_sprite(&land->canvas, &land->sprite);
    for (int x = 0; x < LAND_WIDTH; x++)
        paint_column(land, soil, x);
    picture_update(&land->art, picture_box(&land->art, 0, 0));
    land_refresh(land);
    return true;
}

static void free_piece(struct piece *piece)
{
    picture_free(&piece->art);
    free(piece->buffer);
    *piece = (struct piece){0};
}

void land_free(struct land *land)
{
    for (uint32_t i = 0; i < land->piece_count; i++)
        free_piece(&land->pieces[i]);
    picture_free(&land->art);
    free(land->buffer);
    free(land->scratch);
}

void land_refresh(struct land *land)
{
    for (uint32_t i = 0; i < land->piece_count; i++) {
        const struct piece *const piece = &land->pieces[i];
        hm_box box;
        hm_sprite_bounds(&piece->sprite, &box);
        land->x0[i] = piece->x + box.x0;
        land->y0[i] = piece->y + box.y0;
        land->x1[i] = piece->x + box.x1;
        land->y1[i] = piece->y + box.y1;
        land->sprites[i] = &piece->sprite;
    }
    land->crowd =
        (hm_crowd){land->x0, land->y0, land->x1, land->y1, land->sprites, land->piece_count};
    land->world = (hm_world){.terrain = &land->sprite, .crowd = &land->crowd};
}

void land_blast(struct land *land, int x, int y, int radius)
{
    const hm_box bedrock = {0, LAND_HEIGHT - BEDROCK, LAND_WIDTH, LAND_HEIGHT};
    hm_canvas_circle(&land->canvas, x, y, (uint32_t)radius, HM_ERASE);
    hm_canvas_fill(&land->canvas, &bedrock, HM_ADD);
    hm_canvas_sprite(&land->canvas, &land->sprite);
    blast_picture(&land->art, x, y, radius, bedrock.y0);
    for (uint32_t i = 0; i < land->piece_count; i++) {
        struct piece *const piece = &land->pieces[i];
        hm_canvas_circle(&piece->canvas, x - piece->x, y - piece->y, (uint32_t)radius, HM_ERASE);
        hm_canvas_sprite(&piece->canvas, &piece->sprite);
        blast_picture(&piece->art, x - piece->x, y - piece->y, radius, piece->art.height);
    }
}

/* ---- Pieces ------------------------------------------------------------------------------- */

bool land_parts(struct land *land, struct stage *stage, hm_component *out, uint32_t capacity,
                uint32_t *count)
{
    const size_t size = hm_components_scratch_size(&land->sprite);
    if (size > land->scratch_size) {
        free(land->scratch);
        land->scratch = malloc(size);
        land->scratch_size = land->scratch != NULL ? size : 0;
        if (land->scratch == NULL)
            return stage_fail(stage, NULL, "out of memory");
    }
    *count = hm_components(&land->sprite, true, land->scratch, land->scratch_size, out, capacity);
    if (*count > capacity)
        *count = capacity;
    return true;
}

bool land_loosen(struct land *land, struct stage *stage, const hm_component *part)
{
    const hm_box box = part->bounds;
    const hm_point at = part->first;
    struct piece *const piece = &land->pieces[land->piece_count];
    if (land->piece_count == PIECES_MAX)
        return false;
    *piece = (struct piece){.x = box.x0, .y = box.y0};
    land->piece_count++;
    if (!picture_make(stage, box.x1 - box.x0, box.y1 - box.y0, &piece->art) ||
        !make_canvas(stage, box.x1 - box.x0, box.y1 - box.y0, &piece->buffer, &piece->canvas))
        return false;
    hm_canvas_stamp_component(&piece->canvas, &land->sprite, at.x, at.y, true, -box.x0, -box.y0,
                              HM_ADD, land->scratch, land->scratch_size);
    hm_canvas_sprite(&piece->canvas, &piece->sprite);
    hm_canvas_stamp(&land->canvas, &piece->sprite, box.x0, box.y0, HM_ERASE);
    hm_canvas_sprite(&land->canvas, &land->sprite);
    move_pixels(&piece->sprite, &land->art, box.x0, box.y0, &piece->art, 0, 0);
    picture_update(&land->art, box);
    picture_update(&piece->art, picture_box(&piece->art, 0, 0));
    return true;
}

void land_settle(struct land *land, uint32_t index)
{
    struct piece *const piece = &land->pieces[index];
    hm_canvas_stamp(&land->canvas, &piece->sprite, piece->x, piece->y, HM_ADD);
    hm_canvas_sprite(&land->canvas, &land->sprite);
    move_pixels(&piece->sprite, &piece->art, 0, 0, &land->art, piece->x, piece->y);
    picture_update(&land->art, picture_box(&piece->art, piece->x, piece->y));
    free_piece(piece);
    *piece = land->pieces[--land->piece_count];
    land->pieces[land->piece_count] = (struct piece){0};
}
