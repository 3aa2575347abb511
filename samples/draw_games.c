/*
 * draw_games.c - the art that only the games use
 *
 * The table at the end lists the art of each game. Some of its figures come from draw.c.
 */
#include "draw.h"

/* ---- Falling blocks --------------------------------------------------------------------- */

/* A boulder: what stands out at its corners makes boxes meet where pixels do not. */
static void draw_boulder(struct canvas *canvas)
{
    static const uint32_t stone[] = {0x4a3b35ff, 0x65503fff, 0x8a6d4fff, 0xb3946aff, 0xdcc495ff};
    static const uint32_t pit[] = {0xb3946aff, 0x8a6d4fff, 0x76593fff, 0x65503fff, 0x4a3b35ff};
    static const struct spot outer[] = {{330, 12},  {470, 60},  {622, 190}, {600, 360}, {628, 450},
                                        {500, 600}, {350, 570}, {240, 628}, {70, 540},  {90, 400},
                                        {12, 300},  {110, 130}, {200, 110}};
    static const struct spot middle = {320, 300};
    static const struct spot crack[] = {{200, 240}, {280, 300}, {260, 380}, {350, 450}};
    for (int i = 0; i < 13; i++) {
        const struct spot a = outer[i], b = outer[(i + 1) % 13];
        const struct spot corners[] = {a, b, middle};
        const struct lean lean = {((a.x + b.x) / 2 - middle.x) * 6 / 10,
                                  ((a.y + b.y) / 2 - middle.y) * 6 / 10};
        paint_rough(canvas, facet(corners, 3, lean), stone, 5);
    }
    paint_rough(canvas, oval(320, 300, 236, 222), stone, 7);
    paint_onto(canvas, oval(430, 420, 70, 56), pit);
    paint_onto(canvas, oval(410, 190, 44, 36), pit);
    for (int i = 0; i < 3; i++)
        paint_plain(canvas, limb(crack[i], 12, crack[i + 1], 9), 0x4a3b35ff);
    outline(canvas, INK);
}

/* ---- Cannon ----------------------------------------------------------------------------- */

static void draw_shot(struct canvas *canvas)
{
    static const uint32_t iron[] = {0x2e3040ff, 0x43475aff, 0x636a7fff, 0x8b94a6ff, 0xd2dbe4ff};
    paint(canvas, ball(40, 40, 30), iron);
    outline(canvas, INK);
}

/* The barrel points to the right and turns round (16, 16). */
static void draw_barrel(struct canvas *canvas)
{
    static const uint32_t bronze[] = {0x5c3a1eff, 0x8f6128ff, 0xb98236ff, 0xe0ae55ff, 0xffe09aff};
    paint(canvas, limb(at(150, 160), 120, at(440, 160), 80), bronze);
    paint(canvas, plate(at(430, 60), at(500, 260), 20, 20), bronze);
    paint(canvas, plate(at(240, 45), at(280, 275), 20, 20), bronze);
    outline(canvas, INK);
}

static void draw_wheel(struct canvas *canvas)
{
    static const uint32_t wood[] = {0x3c2420ff, 0x56342aff, 0x734a35ff, 0x946444ff, 0xb5835aff};
    static const struct spot rim[] = {{180, 40}, {279, 81}, {320, 180}, {279, 279}};
    for (int i = 0; i < 4; i++)
        paint(canvas, limb(rim[i], 16, at(360 - rim[i].x, 360 - rim[i].y), 16), wood);
    paint(canvas, ring(180, 180, 140, 26), wood);
    paint(canvas, ball(180, 180, 44), wood);
    outline(canvas, INK);
}

/* ---- Sprite collider -------------------------------------------------------------------- */

/* What of the person counts: head and body, without scarf, hair and hands. */
static void draw_person_mask(struct canvas *canvas)
{
    paint_plain(canvas, ball(205, 155, 98), 0xffffffff);
    paint_plain(canvas, limb(at(200, 300), 64, at(197, 420), 60), 0xffffffff);
    paint_plain(canvas, limb(at(180, 435), 44, at(170, 600), 38), 0xffffffff);
    paint_plain(canvas, limb(at(218, 435), 44, at(232, 600), 38), 0xffffffff);
}

/* Its corners are round, and yet it is a box: the rules say so. */
static void draw_crate(struct canvas *canvas)
{
    static const uint32_t wood[] = {0x6a4324ff, 0x83552eff, 0xa36f3cff, 0xc28d52ff, 0xdcae74ff};
    static const uint32_t dark[] = {0x4b2f1aff, 0x5f3c20ff, 0x74492aff, 0x8a5a36ff, 0xa06d44ff};
    paint(canvas, plate(at(10, 10), at(470, 470), 60, 40), wood);
    paint(canvas, plate(at(75, 75), at(405, 405), 10, 20), dark);
    paint(canvas, limb(at(100, 380), 34, at(380, 100), 34), wood);
    for (int i = 0; i < 4; i++)
        paint_plain(canvas, ball(i & 1 ? 430 : 50, i & 2 ? 430 : 50, 12), 0x3a2412ff);
    outline(canvas, INK);
}

/* ---- Near pixel ------------------------------------------------------------------------- */

/* It fills its picture to the border: there the article's lists lose their points. */
static void draw_asteroid(struct canvas *canvas)
{
    static const uint32_t stone[] = {0x2c3344ff, 0x434c5eff, 0x626c7dff, 0x8b94a0ff, 0xbac0c4ff};
    static const uint32_t pit[] = {0x8b94a0ff, 0x626c7dff, 0x535c6dff, 0x434c5eff, 0x2c3344ff};
    static const struct spot lumps[] = {{360, 100}, {560, 190}, {610, 400}, {500, 590},
                                        {300, 610}, {130, 520}, {100, 290}, {190, 140}};
    paint_rough(canvas, ball(360, 360, 320), stone, 6);
    for (int i = 0; i < 8; i++)
        paint_rough(canvas, ball(lumps[i].x, lumps[i].y, i % 2 ? 84 : 98), stone, 5);
    paint_rough(canvas, ball(350, 350, 270), stone, 7);
    paint_rough(canvas, oval(260, 270, 80, 66), pit, 4);
    paint_rough(canvas, oval(470, 330, 52, 46), pit, 4);
    paint_rough(canvas, oval(350, 500, 92, 70), pit, 4);
    paint_rough(canvas, oval(430, 170, 38, 30), pit, 4);
    outline(canvas, INK);
}

static void draw_saucer(struct canvas *canvas)
{
    static const uint32_t hull[] = {0x4a2a6aff, 0x6b3f8fff, 0x8e5ab4ff, 0xb486d2ff, 0xe0c2f0ff};
    static const uint32_t glass[] = {0x1d6f7cff, 0x2a97a0ff, 0x46bcbcff, 0x80dcd2ff, 0xd4f8ecff};
    static const uint32_t metal[] = {0x39445aff, 0x4b5a72ff, 0x6b7d94ff, 0x93a6b8ff, 0xc3d2dcff};
    paint(canvas, limb(at(180, 470), 24, at(110, 690), 14), metal);
    paint(canvas, limb(at(540, 470), 24, at(610, 690), 14), metal);
    paint(canvas, limb(at(360, 90), 10, at(360, 40), 26), metal);
    paint(canvas, oval(360, 270, 190, 190), glass);
    paint(canvas, oval(360, 430, 348, 136), hull);
    paint_onto(canvas, oval(360, 400, 250, 66), metal);
    for (int x = 100; x <= 620; x += 104) {
        const int y = 480 - (x - 360) * (x - 360) / 900;
        paint_plain(canvas, ball(x, y, 24), 0xffd84aff);
        paint_plain(canvas, ball(x - 6, y - 6, 10), 0xfff6dcff);
    }
    outline(canvas, INK);
}

/* ---- The games -------------------------------------------------------------------------- */

static const struct sprite falling_blocks[] = {
    {"block.png", 64, 64, draw_boulder, RGB},
    {"person.png", 40, 64, draw_standing, RGB},
};

static const struct sprite cannon[] = {
    {"ball.png", 8, 8, draw_shot, RGBA},
    {"barrel.png", 52, 32, draw_barrel, RGBA},
    {"enemy.png", 48, 40, draw_enemy, RGBA},
    {"wheel.png", 36, 36, draw_wheel, RGBA},
};

static const struct sprite sprite_collider[] = {
    {"cloud.png", 60, 32, draw_cloud, GREY_ALPHA},
    {"crate.png", 48, 48, draw_crate, RGBA},
    {"person.png", 40, 64, draw_standing, RGBA},
    {"person_mask.png", 40, 64, draw_person_mask, RGBA},
    {"ring.png", 64, 64, draw_ring, RGBA},
};

static const struct sprite near_pixel[] = {
    {"asteroid.png", 72, 72, draw_asteroid, RGBA},
    {"saucer.png", 72, 72, draw_saucer, RGBA},
};

#define ART(game, sprites)                                                                         \
    {                                                                                              \
        game, sprites, sizeof(sprites) / sizeof *(sprites)                                         \
    }

const struct game_art game_arts[] = {
    ART("falling-blocks", falling_blocks),
    ART("cannon", cannon),
    ART("sprite-collider", sprite_collider),
    ART("near-pixel", near_pixel),
    {NULL, NULL, 0},
};
