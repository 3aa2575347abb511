/*
 * draw_tiles.c - the tileset of platformer: tiles of 32 x 32 pixels, four in a row
 *
 * map.tmx has the shapes by which tiles collide. The art follows them, but grass may stick out of
 * the ground, and a platform hangs down further than one can stand on.
 */
#include "draw.h"

enum { TILE = 32, COLUMNS = 4 };

/* ---- Ground ----------------------------------------------------------------------------- */

/* Earth from the row `top` on, with grass when there is a top to see. */
static void draw_earth_column(struct canvas *tile, int x, int top, bool grass)
{
    static const uint32_t green[] = {0xc8f06eff, 0x9ade5aff, 0x7cc44eff, 0x5fa545ff, 0x47833eff};
    static const uint32_t earth[] = {0x6b452fff, 0x775036ff, 0x835a3dff, 0x8f6545ff, 0x9b714eff};
    const int blade = noise(x, 3) % 3;
    for (int y = top; y < TILE; y++) {
        const int grain = (noise(x / 2, y / 2) + noise(x, y + 50)) / 2 / 44 - 1;
        const int depth = y - top;
        const bool in_grass = grass && depth < 5 + blade;
        *pixel_at(tile, x, y) =
            color_of(in_grass ? green[clamp(depth - blade / 2, 0, 4)] : earth[clamp(grain, 0, 4)]);
    }
    for (int y = top - blade + 1; grass && y < top; y++)
        if (y >= 0 && x % 3 != 0)
            *pixel_at(tile, x, y) = color_of(green[0]);
}

static void draw_stones(struct canvas *tile)
{
    static const uint32_t stone[] = {0x5a4a44ff, 0x736057ff, 0x8f7a6bff, 0xac9783ff, 0xcab69dff};
    static const struct {
        int x, y, wide, high;
    } stones[] = {{80, 230, 44, 28}, {235, 170, 36, 26}, {190, 285, 26, 16}};
    for (int i = 0; i < 3; i++)
        paint_where(tile, oval(stones[i].x, stones[i].y, stones[i].wide, stones[i].high), stone, 5,
                    true);
}

static void draw_earth(struct canvas *tile)
{
    for (int x = 0; x < TILE; x++)
        draw_earth_column(tile, x, 0, false);
    draw_stones(tile);
}

static void draw_meadow(struct canvas *tile)
{
    for (int x = 0; x < TILE; x++)
        draw_earth_column(tile, x, 0, true);
    draw_stones(tile);
}

/* Up to the right, by as much as it is wide. */
static void draw_slope(struct canvas *tile)
{
    for (int x = 0; x < TILE; x++)
        draw_earth_column(tile, x, TILE - 1 - x, true);
}

/* The lower and the upper half of a slope that takes two tiles. */
static void draw_low_slope(struct canvas *tile)
{
    for (int x = 0; x < TILE; x++)
        draw_earth_column(tile, x, TILE - (x + 1) / 2, true);
}

static void draw_high_slope(struct canvas *tile)
{
    for (int x = 0; x < TILE; x++)
        draw_earth_column(tile, x, TILE / 2 - (x + 1) / 2, true);
}

/* ---- What stands on it ------------------------------------------------------------------ */

static void draw_platform(struct canvas *tile)
{
    static const uint32_t wood[] = {0x5c3a22ff, 0x7b4f2dff, 0xa06c3dff, 0xc48f56ff, 0xe6bd80ff};
    for (int i = 0; i < 2; i++)
        paint(tile, limb(at(i == 0 ? 50 : 270, 60), 18, at(i == 0 ? 100 : 220, 150), 14), wood);
    paint(tile, box(0, 0, 320, 80), wood);
    for (int x = 0; x < TILE; x++) {
        *pixel_at(tile, x, 0) = color_of(0xf2d29cff);
        *pixel_at(tile, x, 3) = color_of(0x8a5a36ff);
        *pixel_at(tile, x, 7) = color_of(0x3c2412ff);
    }
    for (int i = 0; i < 2; i++)
        paint_plain(tile, ball(i == 0 ? 45 : 275, 55, 9), 0x3c2412ff);
}

static void draw_brick(struct canvas *tile)
{
    static const uint32_t stone[] = {0x454b63ff, 0x5c6480ff, 0x7a84a0ff, 0x9aa5bcff, 0xc6cfddff};
    paint_rough(tile, plate(at(0, 0), at(320, 320), 20, 30), stone, 5);
    paint_rough(tile, plate(at(40, 40), at(280, 280), 10, 20), stone, 2);
    for (int i = 0; i < 4; i++)
        paint_plain(tile, ball(i & 1 ? 285 : 35, i & 2 ? 285 : 35, 10), 0x343a50ff);
}

static void draw_gem(struct canvas *tile)
{
    static const uint32_t red[] = {0x8c1a5aff, 0xb52a6eff, 0xe0468aff, 0xff7ab0ff, 0xffd0e6ff};
    static const struct spot corners[] = {{160, 60}, {240, 140}, {160, 270}, {80, 140}};
    static const struct spot middle = {160, 140};
    for (int i = 0; i < 4; i++) {
        const struct spot face[] = {corners[i], corners[(i + 1) % 4], middle};
        const struct lean lean = {(face[0].x + face[1].x) / 2 - 160,
                                  (face[0].y + face[1].y) / 2 - 140};
        paint(tile, facet(face, 3, (struct lean){lean.x * 3, lean.y * 2}), red);
    }
    paint_plain(tile, ball(130, 115, 10), 0xffffffff);
    outline(tile, INK);
}

static void draw_slime(struct canvas *tile)
{
    static const uint32_t slime[] = {0x2a3f8cff, 0x3a5cb4ff, 0x4f86d8ff, 0x7cb6f0ff, 0xcfe8ffff};
    paint(tile, oval(160, 220, 120, 90), slime);
    erase(tile, box(0, 309, 320, 320));
    for (int i = 0; i < 2; i++) {
        paint_plain(tile, oval(i == 0 ? 120 : 200, 210, 18, 26), 0xffffffff);
        paint_plain(tile, oval(i == 0 ? 122 : 198, 215, 9, 15), INK);
    }
    paint_plain(tile, limb(at(145, 260), 6, at(175, 260), 6), INK);
    outline(tile, INK);
}

static void draw_sign(struct canvas *tile)
{
    static const uint32_t wood[] = {0x5c3a22ff, 0x7b4f2dff, 0xa06c3dff, 0xc48f56ff, 0xe6bd80ff};
    static const struct spot arrow[] = {{190, 75}, {250, 120}, {190, 165}};
    paint(tile, box(140, 120, 180, 320), wood);
    paint(tile, plate(at(40, 50), at(280, 190), 10, 15), wood);
    paint_plain(tile, box(80, 108, 200, 132), INK);
    paint_plain(tile, facet(arrow, 3, (struct lean){0, 0}), INK);
    outline(tile, INK);
}

static void draw_flower(struct canvas *tile)
{
    static const uint32_t petal[] = {0xb0541cff, 0xd9762aff, 0xf7a23cff, 0xffc95aff, 0xfff0b0ff};
    static const uint32_t leaf[] = {0x2f6a34ff, 0x3f8640ff, 0x57a54eff, 0x7cc65eff, 0xb0e880ff};
    paint(tile, limb(at(160, 320), 9, at(155, 200), 8), leaf);
    paint(tile, limb(at(158, 300), 14, at(215, 265), 6), leaf);
    paint(tile, limb(at(158, 285), 14, at(105, 255), 6), leaf);
    for (int i = 0; i < 5; i++) {
        static const struct spot around[] = {
            {155, 145}, {197, 176}, {181, 225}, {129, 225}, {113, 176}};
        paint(tile, ball(around[i].x, around[i].y, 28), petal);
    }
    paint_plain(tile, ball(155, 188, 20), 0x7d3a1cff);
}

static void draw_flag(struct canvas *tile)
{
    static const uint32_t pole[] = {0x5a6070ff, 0x7a8294ff, 0x9aa5b4ff, 0xc3ccd6ff, 0xf0f4f8ff};
    static const uint32_t cloth[] = {0x8c5a10ff, 0xb57a1aff, 0xe0a52cff, 0xffcf4cff, 0xfff0a8ff};
    static const struct spot corners[] = {{100, 30}, {290, 90}, {100, 165}};
    paint(tile, facet(corners, 3, (struct lean){-60, -60}), cloth);
    paint(tile, limb(at(90, 25), 16, at(90, 320), 16), pole);
    outline(tile, INK);
}

void draw_tiles(struct canvas *canvas)
{
    /* In the order of their ids in the tileset. */
    static void (*const tiles[])(struct canvas *) = {
        draw_earth, draw_meadow, draw_slope, draw_low_slope, draw_high_slope, draw_platform,
        draw_brick, draw_gem,    draw_slime, draw_sign,      draw_flower,     draw_flag,
    };
    struct canvas tile;
    for (int i = 0; i < (int)(sizeof tiles / sizeof *tiles); i++) {
        canvas_clear(&tile, TILE, TILE);
        tiles[i](&tile);
        for (int y = 0; y < TILE; y++)
            for (int x = 0; x < TILE; x++)
                *pixel_at(canvas, i % COLUMNS * TILE + x, i / COLUMNS * TILE + y) =
                    *pixel_at(&tile, x, y);
    }
}
