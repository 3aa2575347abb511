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

/* The hit box of the person: head and body, without scarf, hair and hands. */
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

/* ---- Crater ----------------------------------------------------------------------------- */

/* It walks both ways: left and right are alike. */
static void draw_robot(struct canvas *canvas)
{
    static const uint32_t steel[] = {0x2f3c57ff, 0x47597aff, 0x6a80a1ff, 0x96adc4ff, 0xd4e3ecff};
    static const uint32_t rubber[] = {0x1d2233ff, 0x2a3145ff, 0x3b4459ff, 0x525d72ff, 0x737f91ff};
    static const uint32_t lamp[] = {0x9c2f1cff, 0xd1502aff, 0xf28a3cff, 0xffc45aff, 0xfff0b0ff};
    paint(canvas, limb(at(70, 200), 30, at(150, 200), 30), rubber);
    paint(canvas, limb(at(110, 25), 8, at(110, 70), 8), steel);
    paint(canvas, ball(110, 25, 16), lamp);
    paint(canvas, plate(at(30, 60), at(190, 185), 50, 25), steel);
    paint_plain(canvas, plate(at(48, 85), at(172, 135), 25, 0), INK);
    for (int i = 0; i < 2; i++) {
        paint_plain(canvas, ball(i == 0 ? 82 : 138, 110, 16), 0x6cf0e0ff);
        paint_plain(canvas, ball(i == 0 ? 78 : 134, 105, 6), 0xffffffff);
    }
    paint_plain(canvas, plate(at(80, 152), at(140, 162), 0, 0), 0x47597aff);
    outline(canvas, INK);
}

static void draw_mole(struct canvas *canvas)
{
    static const uint32_t fur[] = {0x3b2531ff, 0x56363fff, 0x77504fff, 0x9a6f62ff, 0xc29a80ff};
    static const uint32_t pink[] = {0xa04a5aff, 0xc9687aff, 0xf0919aff, 0xf9b3b3ff, 0xffd6d0ff};
    paint(canvas, oval(120, 110, 96, 92), fur);
    for (int i = 0; i < 2; i++) {
        paint(canvas, limb(at(i == 0 ? 40 : 200, 150), 22, at(i == 0 ? 30 : 210, 178), 18), pink);
        paint_plain(canvas, ball(i == 0 ? 85 : 155, 85, 14), INK);
        paint_plain(canvas, ball(i == 0 ? 81 : 151, 80, 5), 0xffffffff);
    }
    paint(canvas, oval(120, 118, 26, 20), pink);
    paint_plain(canvas, plate(at(108, 150), at(119, 172), 0, 0), 0xfff6dcff);
    paint_plain(canvas, plate(at(121, 150), at(132, 172), 0, 0), 0xfff6dcff);
    outline(canvas, INK);
}

/* It flies to the right. */
static void draw_shell(struct canvas *canvas)
{
    static const uint32_t brass[] = {0x6d3f1cff, 0xa1662aff, 0xd09439ff, 0xf0c25eff, 0xfff0b4ff};
    static const uint32_t red[] = {0x6d1526ff, 0x96202eff, 0xc63538ff, 0xea6350ff, 0xffa184ff};
    static const struct spot fins[2][3] = {{{20, 12}, {70, 40}, {20, 50}},
                                           {{20, 98}, {70, 70}, {20, 60}}};
    for (int i = 0; i < 2; i++)
        paint(canvas, facet(fins[i], 3, (struct lean){0, i == 0 ? -80 : 160}), red);
    paint(canvas, limb(at(50, 55), 28, at(150, 55), 28), brass);
    paint(canvas, limb(at(150, 55), 28, at(195, 55), 6), red);
    outline(canvas, INK);
}

/* Ground with stones; it fits to itself on all sides. */
static void draw_soil(struct canvas *canvas)
{
    static const uint32_t stone[] = {0x4c3a36ff, 0x665049ff, 0x866d5fff, 0xa78d76ff, 0xc7b093ff};
    static const uint32_t earth[] = {0x5a3b2cff, 0x644231ff, 0x6f4a36ff, 0x7a533bff, 0x865d42ff};
    static const struct {
        int x, y, wide, high;
    } stones[] = {{110, 90, 70, 46},  {400, 60, 38, 30},  {560, 250, 84, 54},
                  {250, 270, 34, 26}, {120, 420, 50, 36}, {380, 460, 92, 60},
                  {600, 520, 30, 26}, {250, 600, 44, 30}, {470, 620, 26, 20}};
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            *pixel_at(canvas, x, y) = color_of(
                earth[clamp((noise(x / 2, y / 2) + noise(x, y)) / 2 / 44 - 1, 0, SHADES - 1)]);
    for (size_t i = 0; i < sizeof stones / sizeof *stones; i++)
        for (int copy = 0; copy < 9; copy++) {
            const int x = stones[i].x + (copy % 3 - 1) * 640,
                      y = stones[i].y + (copy / 3 - 1) * 640;
            paint_plain(canvas, oval(x, y + 12, stones[i].wide + 8, stones[i].high + 8),
                        0x4a3026ff);
            paint_rough(canvas, oval(x, y, stones[i].wide, stones[i].high), stone, 6);
        }
}

/* ---- Platformer ------------------------------------------------------------------------- */

/* The hit box of the hero, the same in both directions: round below, so that slopes are smooth. */
static void draw_hero_mask(struct canvas *canvas)
{
    paint_plain(canvas, limb(at(200, 160), 98, at(200, 570), 68), 0xffffffff);
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

static const struct sprite crater[] = {
    {"mole.png", 24, 21, draw_mole, RGBA},
    {"robot.png", 22, 24, draw_robot, RGBA},
    {"shell.png", 22, 11, draw_shell, RGBA},
    {"soil.png", 64, 64, draw_soil, RGBA},
};

static const struct sprite platformer[] = {
    {"cloud.png", 60, 32, draw_cloud, GREY_ALPHA},   {"hero-walk-1.png", 40, 64, draw_walk_1, RGBA},
    {"hero-walk-2.png", 40, 64, draw_walk_2, RGBA},  {"hero-walk-3.png", 40, 64, draw_walk_3, RGBA},
    {"hero-walk-4.png", 40, 64, draw_walk_4, RGBA},  {"hero.png", 40, 64, draw_standing, RGBA},
    {"hero_mask.png", 40, 64, draw_hero_mask, RGBA}, {"tiles.png", 128, 96, draw_tiles, RGBA},
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
    ART("crater", crater),
    ART("platformer", platformer),
    {NULL, NULL, 0},
};
