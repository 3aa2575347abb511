/*
 * draw.c - draws all the art of the samples: `draw samples` writes it into samples/
 *
 * The table at the end lists the sprites: name, size, the function that draws it, and how its
 * file stores pixels. Together they cover all ways in which a PNG stores transparency. The
 * pixels are the same on every machine, and the files on every run.
 */
#include "draw.h"
#include "store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4096 };

/* ---- A person --------------------------------------------------------------------------- */

static const uint32_t skin[] = {0x9c5a4aff, 0xc9805fff, 0xe8a67cff, 0xf6c49aff, 0xffdcb8ff};
static const uint32_t face[] = {0xc9805fff, 0xe09a74ff, 0xf6c49aff, 0xf6c49aff, 0xffdcb8ff};
static const uint32_t hair[] = {0x4a2418ff, 0x67331dff, 0x8a4a26ff, 0xae6832ff, 0xd18c48ff};
static const uint32_t coat[] = {0x17456bff, 0x1d5f8aff, 0x2a7fabff, 0x46a3c6ff, 0x7fcbdcff};
static const uint32_t trousers[] = {0x2b2a4aff, 0x3a3960ff, 0x4c4c7aff, 0x626494ff, 0x8084b0ff};
static const uint32_t boots[] = {0x3c2420ff, 0x56342aff, 0x734a35ff, 0x946444ff, 0xb5835aff};
static const uint32_t scarf[] = {0x7d1a2cff, 0xa62633ff, 0xcf3a3aff, 0xe85d4aff, 0xf98b68ff};

/* The middle and the end of a leg or an arm. */
struct bend {
    struct spot joint, end;
};

/* "near" is the side towards the viewer. `rise` lifts all above the hips. */
struct pose {
    int rise, scarf_lift;
    struct bend near_leg, far_leg, near_arm, far_arm;
};

static const struct pose poses[] = {
    /* standing */
    {
        .rise = 0,
        .scarf_lift = 0,
        .near_leg = {{172, 515}, {165, 600}},
        .far_leg = {{228, 515}, {235, 600}},
        .near_arm = {{125, 385}, {130, 440}},
        .far_arm = {{260, 380}, {268, 430}},
    },
    /* walking, first the near leg in front */
    {
        .rise = -6,
        .scarf_lift = 30,
        .near_leg = {{250, 500}, {290, 595}},
        .far_leg = {{170, 515}, {95, 580}},
        .near_arm = {{115, 375}, {75, 425}},
        .far_arm = {{270, 370}, {320, 390}},
    },
    /* the far leg swings past */
    {
        .rise = 8,
        .scarf_lift = 50,
        .near_leg = {{200, 515}, {185, 600}},
        .far_leg = {{265, 490}, {245, 570}},
        .near_arm = {{155, 390}, {165, 445}},
        .far_arm = {{235, 385}, {260, 430}},
    },
    /* the far leg in front */
    {
        .rise = -6,
        .scarf_lift = 30,
        .near_leg = {{170, 515}, {95, 580}},
        .far_leg = {{250, 500}, {290, 595}},
        .near_arm = {{215, 385}, {275, 405}},
        .far_arm = {{165, 370}, {110, 420}},
    },
    /* the near leg swings past */
    {
        .rise = 8,
        .scarf_lift = 10,
        .near_leg = {{260, 490}, {240, 570}},
        .far_leg = {{200, 515}, {185, 600}},
        .near_arm = {{165, 390}, {185, 445}},
        .far_arm = {{225, 385}, {240, 430}},
    },
};

static struct spot raised(struct spot spot, int rise)
{
    return at(spot.x, spot.y - rise);
}

static void draw_leg(struct canvas *canvas, struct canvas *layer, struct spot hip, struct bend leg)
{
    const struct spot knee = leg.joint, foot = leg.end;
    const struct spot shin = {(knee.x + 2 * foot.x) / 3, (knee.y + 2 * foot.y) / 3};
    paint(layer, limb(hip, 44, knee, 38), trousers);
    paint(layer, limb(knee, 38, shin, 32), trousers);
    paint(layer, limb(shin, 38, foot, 32), boots);
    paint(layer, limb(foot, 32, at(foot.x + 36, foot.y + 4), 28), boots);
    stamp(canvas, layer, INK);
}

static void draw_arm(struct canvas *canvas, struct canvas *layer, struct spot shoulder,
                     struct bend arm, int rise)
{
    const struct spot elbow = raised(arm.joint, rise), hand = raised(arm.end, rise);
    paint(layer, limb(raised(shoulder, rise), 38, elbow, 32), coat);
    paint(layer, limb(elbow, 32, hand, 26), coat);
    paint(layer, ball(hand.x, hand.y, 30), skin);
    stamp(canvas, layer, INK);
}

static void draw_trunk(struct canvas *canvas, struct canvas *layer, int rise)
{
    const struct spot neck = {200, 300 - rise}, hips = {197, 405};
    paint(layer, limb(neck, 64, hips, 70), coat);
    erase(layer, box(100, 455, 300, 520));
    paint_onto(layer, box(100, 400, 300, 428), boots);
    paint_plain(layer, box(210, 400, 240, 428), 0xf4c64eff);
    stamp(canvas, layer, INK);
}

static void draw_scarf(struct canvas *canvas, struct canvas *layer, const struct pose *pose)
{
    const int y = 262 - pose->rise, lift = pose->scarf_lift;
    paint(layer, limb(at(150, y), 26, at(85, y + 38 - lift), 24), scarf);
    paint(layer, limb(at(85, y + 38 - lift), 24, at(40, y + 70 - lift), 30), scarf);
    paint(layer, limb(at(150, y), 34, at(245, y + 4), 34), scarf);
    stamp(canvas, layer, INK);
}

static void draw_face(struct canvas *canvas, int rise)
{
    const struct spot eyes[] = {{190, 150 - rise}, {250, 150 - rise}};
    for (int i = 0; i < 2; i++) {
        const struct spot eye = eyes[i];
        paint_plain(canvas, plate(eye, at(eye.x + 20, eye.y + 40), 0, 0), INK);
        paint_plain(canvas, plate(eye, at(eye.x + 10, eye.y + 10), 0, 0), 0xffffffff);
    }
    paint_plain(canvas, oval(175, 205 - rise, 18, 10), 0xf08c7aff);
    paint_plain(canvas, limb(at(220, 215 - rise), 5, at(240, 215 - rise), 5), 0x9c5a4aff);
}

static void draw_hair(struct canvas *layer, int rise)
{
    static const struct {
        struct spot root;
        int radius;
        struct spot tip;
    } locks[] = {{{135, 110}, 46, {112, 210}}, {{270, 95}, 26, {290, 145}},
                 {{235, 80}, 36, {250, 140}},  {{200, 80}, 40, {205, 145}},
                 {{165, 85}, 44, {155, 180}},  {{200, 60}, 34, {130, 20}}};
    paint(layer, oval(200, 120 - rise, 108, 92), hair);
    erase(layer, box(140, 105 - rise, 330, 260 - rise));
    for (size_t i = 0; i < sizeof locks / sizeof *locks; i++)
        paint(layer,
              limb(raised(locks[i].root, rise), locks[i].radius, raised(locks[i].tip, rise), 6),
              hair);
}

static void draw_head(struct canvas *canvas, struct canvas *layer, int rise)
{
    paint(layer, ball(205, 155 - rise, 98), face);
    draw_face(layer, rise);
    stamp(canvas, layer, INK);
    draw_hair(layer, rise);
    stamp(canvas, layer, INK);
}

static void draw_person(struct canvas *canvas, const struct pose *pose)
{
    const int rise = pose->rise;
    struct canvas layer;
    canvas_clear(&layer, canvas->width, canvas->height);
    draw_arm(canvas, &layer, at(235, 305), pose->far_arm, rise);
    draw_leg(canvas, &layer, at(215, 435), pose->far_leg);
    draw_leg(canvas, &layer, at(180, 435), pose->near_leg);
    draw_trunk(canvas, &layer, rise);
    draw_scarf(canvas, &layer, pose);
    draw_arm(canvas, &layer, at(155, 310), pose->near_arm, rise);
    draw_head(canvas, &layer, rise);
}

void draw_standing(struct canvas *canvas)
{
    draw_person(canvas, &poses[0]);
}

void draw_walk_1(struct canvas *canvas)
{
    draw_person(canvas, &poses[1]);
}

void draw_walk_2(struct canvas *canvas)
{
    draw_person(canvas, &poses[2]);
}

void draw_walk_3(struct canvas *canvas)
{
    draw_person(canvas, &poses[3]);
}

void draw_walk_4(struct canvas *canvas)
{
    draw_person(canvas, &poses[4]);
}

/* ---- Things that fall and fly ----------------------------------------------------------- */

static void draw_rivets(struct canvas *canvas)
{
    static const uint32_t brass[] = {0x5c3a1eff, 0x8f6128ff, 0xc79339ff, 0xf0c65cff, 0xfff0a8ff};
    static const int places[] = {120, 520};
    for (int i = 0; i < 4; i++) {
        const int x = places[i & 1], y = places[i >> 1];
        paint_plain(canvas, ball(x + 6, y + 8, 38), 0x2a3140ff);
        paint(canvas, ball(x, y, 34), brass);
    }
}

static void draw_warning_band(struct canvas *canvas)
{
    for (int y = 25; y < 39; y++) {
        for (int x = 7; x < 57; x++) {
            const bool yellow = (x + y) / 7 % 2 == 0;
            const int depth = y == 25 ? -1 : y >= 37 ? 1 : 0;
            static const uint32_t colors[2][3] = {{0x3d3a45ff, 0x2b2833ff, 0x1f1c26ff},
                                                  {0xffe27aff, 0xf7b92fff, 0xc98a1cff}};
            *pixel_at(canvas, x, y) = color_of(colors[yellow][depth + 1]);
        }
    }
}

static void draw_block(struct canvas *canvas)
{
    static const uint32_t steel[] = {0x39445aff, 0x4b5a72ff, 0x6b7d94ff, 0x93a6b8ff, 0xc3d2dcff};
    static const uint32_t panel[] = {0x39445aff, 0x45536aff, 0x566880ff, 0x7b8ea4ff, 0x93a6b8ff};
    paint(canvas, plate(at(10, 10), at(630, 630), 80, 50), steel);
    paint(canvas, plate(at(70, 70), at(570, 570), 30, 10), panel);
    for (int y = 8; y < 56; y++)
        for (int x = 8; x < 56; x++)
            if (noise(x / 3, y) < 26)
                *pixel_at(canvas, x, y) = color_of(0x63768eff);
    draw_warning_band(canvas);
    draw_rivets(canvas);
    outline(canvas, INK);
}

static void draw_ball(struct canvas *canvas)
{
    static const uint32_t iron[] = {0x20202cff, 0x2e3040ff, 0x43475aff, 0x636a7fff, 0x8b94a6ff};
    paint_plain(canvas, ball(160, 160, 148), 0x50546cff);
    paint_rough(canvas, ball(154, 154, 142), iron, 6);
    paint_plain(canvas, oval(105, 95, 34, 26), 0xbcc6d2ff);
    paint_plain(canvas, oval(98, 88, 18, 13), 0xffffffff);
    outline(canvas, INK);
}

/* ---- An enemy --------------------------------------------------------------------------- */

static const uint32_t fur[] = {0x2f1a45ff, 0x46265fff, 0x63367cff, 0x864b99ff, 0xb070b4ff};

static void draw_wing(struct canvas *canvas, struct canvas *layer, bool mirrored)
{
    static const uint32_t membrane[] = {0x4a1733ff, 0x6b2040ff, 0x8d2f4bff, 0xb1475aff, 0xd06a6cff};
    static const struct spot sail[] = {{200, 190}, {130, 60},  {70, 20},   {12, 100},
                                       {20, 160},  {35, 215},  {60, 195},  {85, 265},
                                       {110, 225}, {140, 285}, {160, 245}, {200, 270}};
    static const struct spot fingers[][2] = {{{70, 24}, {30, 205}},
                                             {{70, 24}, {85, 250}},
                                             {{70, 24}, {140, 270}},
                                             {{70, 24}, {190, 190}}};
    struct canvas wing;
    canvas_clear(&wing, canvas->width, canvas->height);
    paint(&wing, facet(sail, 12, (struct lean){60, 130}), membrane);
    for (int i = 0; i < 4; i++)
        paint_plain(&wing, limb(fingers[i][0], 10, fingers[i][1], 5), 0x4a1733ff);
    erase(&wing, oval(62, 150, 20, 24));
    erase(&wing, oval(112, 175, 19, 17));
    for (int y = 0; y < wing.height; y++)
        for (int x = 0; x < wing.width; x++)
            *pixel_at(layer, mirrored ? wing.width - 1 - x : x, y) = *pixel_at(&wing, x, y);
    stamp(canvas, layer, INK);
}

static void draw_tufts(struct canvas *layer)
{
    static const struct spot tips[] = {{240, 60},  {180, 75},  {125, 120}, {105, 185}, {100, 250},
                                       {120, 320}, {165, 365}, {215, 385}, {265, 385}, {315, 365},
                                       {360, 320}, {380, 250}, {375, 185}, {355, 120}, {300, 75}};
    const struct spot middle = {240, 225};
    for (int i = 0; i < 15; i++)
        paint_rough(layer, limb(middle, 120, tips[i], 4), fur, 3);
    paint_rough(layer, oval(240, 220, 122, 128), fur, 3);
}

static void draw_muzzle(struct canvas *layer)
{
    static const struct spot teeth[] = {{185, 268}, {210, 268}, {197, 300}, {270, 268}, {295, 268},
                                        {282, 300}, {228, 310}, {252, 310}, {240, 285}};
    paint_plain(layer, oval(240, 280, 76, 34), 0x24101fff);
    paint_plain(layer, oval(240, 298, 40, 14), 0xd0485aff);
    for (int i = 0; i < 9; i += 3)
        paint_plain(layer, facet(&teeth[i], 3, (struct lean){0, 0}), 0xfff6dcff);
}

static void draw_stare(struct canvas *layer)
{
    static const int places[] = {190, 290};
    static const struct spot brows[] = {{140, 135}, {236, 205}, {236, 150},
                                        {340, 135}, {244, 205}, {244, 150}};
    for (int i = 0; i < 2; i++) {
        paint_plain(layer, ball(places[i], 200, 40), INK);
        paint_plain(layer, ball(places[i], 202, 32), 0xffd84aff);
        paint_plain(layer, ball(places[i] + (i == 0 ? 8 : -8), 208, 13), INK);
        paint_plain(layer, facet(&brows[3 * i], 3, (struct lean){0, 0}), 0x2f1a45ff);
    }
}

void draw_enemy(struct canvas *canvas)
{
    static const uint32_t horn[] = {0x6e5a48ff, 0x94795aff, 0xbfa277ff, 0xe0cc9eff, 0xfaf0ccff};
    struct canvas layer;
    canvas_clear(&layer, canvas->width, canvas->height);
    draw_wing(canvas, &layer, false);
    draw_wing(canvas, &layer, true);
    paint(&layer, limb(at(175, 110), 26, at(150, 20), 6), horn);
    paint(&layer, limb(at(305, 110), 26, at(330, 20), 6), horn);
    stamp(canvas, &layer, INK);
    draw_tufts(&layer);
    draw_stare(&layer);
    draw_muzzle(&layer);
    stamp(canvas, &layer, INK);
}

/* ---- Shapes with something to get wrong ------------------------------------------------- */

void draw_ring(struct canvas *canvas)
{
    static const uint32_t gold[] = {0x7a4318ff, 0xb06a1eff, 0xe09a2bff, 0xf9c94aff, 0xfff0a0ff};
    paint_rough(canvas, ring(320, 320, 235, 68), gold, 4);
    outline(canvas, INK);
}

/* They cross in the middle without a pixel in common. */
static void draw_diagonals(struct canvas *canvas)
{
    for (int i = 0; i < canvas->width; i++) {
        const uint32_t green = (uint32_t)(90 + i * 150 / canvas->width);
        *pixel_at(canvas, i, i) = color_of(0xff0030ffu | green << 16);
        *pixel_at(canvas, canvas->width - 1 - i, i) = color_of(0x2000ffffu | green << 16);
    }
}

static void draw_nothing(struct canvas *canvas)
{
    draw_standing(canvas);
    for (int i = 0; i < canvas->width * canvas->height; i++)
        canvas->pixels[i].alpha = 0;
}

static void draw_brick(struct canvas *canvas, int x, int y, int width)
{
    static const uint32_t clays[][SHADES] = {
        {0x6e2a20ff, 0x8c3a2aff, 0xa84a34ff, 0xc0604aff, 0xd88064ff},
        {0x66241eff, 0x7d3226ff, 0x98402fff, 0xb25543ff, 0xca745aff},
        {0x743220ff, 0x97452cff, 0xb55a3aff, 0xcb7350ff, 0xe0926cff},
    };
    const uint32_t *clay = clays[noise(x + 5, y) % 3];
    paint(canvas,
          plate(at(x * TENTHS, y * TENTHS), at((x + width) * TENTHS, (y + 7) * TENTHS), 8, 10),
          clay);
    for (int row = y + 1; row < y + 6; row++)
        for (int column = x + 1; column < x + width - 1; column++)
            if (column >= 0 && column < canvas->width && noise(column, row) < 40)
                *pixel_at(canvas, column, row) = color_of(clay[noise(row, column) & 1]);
}

static void draw_bricks(struct canvas *canvas)
{
    paint_plain(canvas, box(0, 0, 640, 640), 0x8e8478ff);
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            if (noise(x, y) < 70)
                *pixel_at(canvas, x, y) = color_of(0x7a7066ff);
    for (int row = 0; row < canvas->height / 8; row++)
        for (int x = row % 2 == 0 ? 0 : -8; x < canvas->width; x += 16)
            draw_brick(canvas, x, row * 8, 15);
}

/* ---- One sprite for every way to be transparent ----------------------------------------- */

static const uint32_t hull[] = {0x3b4a66ff, 0x5a6c8aff, 0x8496b0ff, 0xb4c2d2ff, 0xe6eef2ff};

static void draw_flame(struct canvas *canvas, int x)
{
    paint_plain(canvas, limb(at(x, 430), 34, at(x, 540), 4), 0xe8562aff);
    paint_plain(canvas, limb(at(x, 430), 24, at(x, 505), 4), 0xffa632ff);
    paint_plain(canvas, limb(at(x, 430), 14, at(x, 475), 4), 0xfff2a0ff);
}

static void draw_ship(struct canvas *canvas)
{
    static const struct spot left[] = {{190, 200}, {20, 380}, {20, 450}, {190, 410}};
    static const struct spot right[] = {{290, 200}, {460, 380}, {460, 450}, {290, 410}};
    static const struct spot fin[] = {{230, 300}, {250, 300}, {256, 470}, {224, 470}};
    static const uint32_t wing[] = {0x6a2222ff, 0x982e2aff, 0xc44434ff, 0xe26a48ff, 0xf59a70ff};
    static const uint32_t glass[] = {0x123a5cff, 0x1c6a92ff, 0x3ba2c4ff, 0x84d8e8ff, 0xe8ffffff};
    struct canvas layer;
    canvas_clear(&layer, canvas->width, canvas->height);
    draw_flame(canvas, 190);
    draw_flame(canvas, 290);
    paint(&layer, facet(left, 4, (struct lean){-20, -20}), wing);
    paint(&layer, facet(right, 4, (struct lean){110, 90}), wing);
    paint(&layer, limb(at(40, 330), 14, at(40, 440), 20), hull);
    paint(&layer, limb(at(440, 330), 14, at(440, 440), 20), hull);
    stamp(canvas, &layer, INK);
    paint(&layer, limb(at(190, 400), 36, at(190, 430), 30), hull);
    paint(&layer, limb(at(290, 400), 36, at(290, 430), 30), hull);
    stamp(canvas, &layer, INK);
    paint(&layer, limb(at(240, 60), 22, at(240, 230), 76), hull);
    paint(&layer, limb(at(240, 230), 76, at(240, 410), 52), hull);
    stamp(canvas, &layer, INK);
    paint(&layer, oval(240, 200, 36, 62), glass);
    stamp(canvas, &layer, INK);
    paint(&layer, facet(fin, 4, (struct lean){-10, 60}), wing);
    stamp(canvas, &layer, INK);
}

static void draw_potion(struct canvas *canvas)
{
    static const uint32_t glass[] = {0x9fd8e070, 0x9fd8e070, 0x9fd8e070, 0x9fd8e070, 0x9fd8e070};
    static const uint32_t liquid[] = {0x146a4cff, 0x1d8f56ff, 0x35b862ff, 0x6fdc72ff, 0xb4f59aff};
    static const uint32_t cork[] = {0x6b4428ff, 0x6b4428ff, 0x9a6a3cff, 0xc89a5cff, 0xc89a5cff};
    struct canvas layer;
    canvas_clear(&layer, canvas->width, canvas->height);
    paint_plain(canvas, oval(160, 372, 130, 24), 0x00000060);
    paint(&layer, ball(160, 245, 128), glass);
    paint(&layer, box(120, 70, 200, 150), glass);
    paint_rough(&layer, ball(160, 245, 110), liquid, 3);
    paint_onto(&layer, box(30, 70, 290, 210), glass);
    paint_plain(&layer, limb(at(75, 215), 9, at(110, 160), 9), 0xffffffc0);
    paint_plain(&layer, ball(185, 260, 16), 0xb4f59aff);
    paint_plain(&layer, ball(135, 295, 11), 0xb4f59aff);
    stamp(canvas, &layer, INK);
    paint(&layer, plate(at(130, 20), at(190, 80), 15, 20), cork);
    stamp(canvas, &layer, INK);
}

static void draw_wisp(struct canvas *canvas)
{
    const struct shape body = limb(at(240, 300), 170, at(270, 60), 40);
    struct lean lean;
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++) {
            if (!probe(&body, x * TENTHS + 5, y * TENTHS + 5, &lean))
                continue;
            /* From 0 at the rim to 65535 in the middle, and as fine in between. */
            const int heat = clamp(65536 - lean.x * lean.x - lean.y * lean.y, 0, 65535);
            *pixel_at(canvas, x, y) = (struct color){(uint16_t)(heat / 256 * heat / 256),
                                                     (uint16_t)(20000 + heat / 4 * 2 + heat / 8),
                                                     (uint16_t)(50000 + heat / 5), (uint16_t)heat};
        }
    }
    paint_plain(canvas, oval(195, 300, 18, 30), 0x0a1a40ff);
    paint_plain(canvas, oval(285, 300, 18, 30), 0x0a1a40ff);
}

static void draw_moon(struct canvas *canvas)
{
    static const uint32_t dust[] = {0x4a4a4aff, 0x6e6e6eff, 0x9a9a9aff, 0xc4c4c4ff, 0xe8e8e8ff};
    static const uint32_t pit[] = {0xd8d8d8ff, 0xa8a8a8ff, 0x848484ff, 0x6a6a6aff, 0x525252ff};
    static const struct {
        int x, y, radius;
    } pits[] = {{170, 150, 60}, {310, 190, 42}, {225, 320, 74}, {120, 275, 34},
                {345, 325, 36}, {265, 90, 26},  {90, 190, 20}};
    paint_rough(canvas, ball(240, 240, 225), dust, 6);
    for (size_t i = 0; i < sizeof pits / sizeof *pits; i++)
        paint_rough(canvas, ball(pits[i].x, pits[i].y, pits[i].radius), pit, 3);
    outline(canvas, 0x202020ff);
}

void draw_cloud(struct canvas *canvas)
{
    static const struct {
        int x, y, radius;
    } puffs[] = {
        {110, 200, 100}, {240, 140, 130}, {370, 130, 110}, {490, 200, 110}, {300, 220, 100}};
    struct lean lean;
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++) {
            int thickness = 0;
            for (size_t i = 0; i < sizeof puffs / sizeof *puffs; i++) {
                const struct shape puff = ball(puffs[i].x, puffs[i].y, puffs[i].radius);
                if (probe(&puff, x * TENTHS + 5, y * TENTHS + 5, &lean))
                    thickness += 65536 - lean.x * lean.x - lean.y * lean.y;
            }
            const uint32_t alpha = (uint32_t)clamp(thickness / 128, 0, 255);
            const uint32_t grey = (uint32_t)clamp(270 - y * 3 + thickness / 4096, 150, 255);

            *pixel_at(canvas, x, y) = color_of(grey * 0x01010100u | alpha);
        }
    }
}

static void draw_heart(struct canvas *canvas)
{
    static const uint32_t red[] = {0x6e1030ff, 0xa01838ff, 0xd42a42ff, 0xf2545aff, 0xff8e86ff};
    paint(canvas, limb(at(100, 105), 80, at(160, 265), 14), red);
    paint(canvas, limb(at(220, 105), 80, at(160, 265), 14), red);
    paint_plain(canvas, oval(80, 80, 26, 20), 0xffffffff);
    outline(canvas, INK);
}

static void draw_key(struct canvas *canvas)
{
    static const struct spot bars[][2] = {
        {{180, 100}, {460, 140}}, {{200, 70}, {220, 170}},  {{240, 80}, {250, 160}},
        {{350, 140}, {380, 200}}, {{390, 140}, {410, 180}}, {{430, 140}, {460, 220}},
    };
    static const uint32_t black = 0x000000ff;
    paint_plain(canvas, ring(110, 120, 75, 26), black);
    for (int i = 0; i < 3; i++)
        paint_plain(canvas, ball(i == 0 ? 30 : 110, i == 0 ? 120 : 40 + 160 * (i - 1), 24), black);
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++)
        paint_plain(canvas, plate(bars[i][0], bars[i][1], 0, 0), black);
    erase(canvas, box(260, 110, 430, 120));
}

static void draw_mushroom(struct canvas *canvas)
{
    static const uint32_t cap[] = {0x6b1526ff, 0x9c2030ff, 0xcc3434ff, 0xe65c44ff, 0xf88e64ff};
    static const uint32_t stem[] = {0x9a7f66ff, 0xbfa583ff, 0xdfc9a4ff, 0xf4e6c8ff, 0xfffaecff};
    static const uint32_t gills[] = {0x7a5a48ff, 0x7a5a48ff, 0xa07e62ff, 0xc4a682ff, 0xc4a682ff};
    struct canvas layer;
    canvas_clear(&layer, canvas->width, canvas->height);
    paint_rough(&layer, limb(at(225, 230), 66, at(225, 350), 62), stem, 3);
    stamp(canvas, &layer, INK);
    paint_rough(&layer, oval(225, 215, 212, 196), cap, 3);
    erase(&layer, box(0, 250, 450, 430));
    paint(&layer, oval(225, 250, 196, 26), gills);
    paint_onto(&layer, oval(160, 90, 46, 38), stem);
    paint_onto(&layer, oval(300, 130, 52, 46), stem);
    paint_onto(&layer, oval(80, 190, 34, 36), stem);
    paint_onto(&layer, oval(205, 195, 30, 24), stem);
    paint_onto(&layer, oval(390, 200, 28, 30), stem);
    stamp(canvas, &layer, INK);
}

/* ---- The sprites ------------------------------------------------------------------------ */

static const struct sprite sprites[] = {
    {"ball.png", 32, 32, draw_ball, RGBA},
    {"block.png", 64, 64, draw_block, RGBA},
    {"cloud.png", 60, 32, draw_cloud, GREY_ALPHA},
    {"deep.png", 48, 48, draw_wisp, RGBA_DEEP},
    {"diagonals.png", 64, 64, draw_diagonals, RGBA},
    {"empty.png", 40, 64, draw_nothing, RGBA},
    {"enemy.png", 48, 40, draw_enemy, RGBA},
    {"full.png", 64, 32, draw_bricks, RGB},
    {"grey.png", 48, 48, draw_moon, GREY_HOLES},
    {"heart.png", 32, 30, draw_heart, RGB_HOLES},
    {"interlaced.png", 45, 43, draw_mushroom, RGBA_INTERLACED},
    {"magenta.png", 48, 56, draw_ship, RGB},
    {"onebit.png", 48, 24, draw_key, ONE_BIT_HOLES},
    {"palette.png", 32, 40, draw_potion, PALETTE},
    {"person-walk-1.png", 40, 64, draw_walk_1, RGBA},
    {"person-walk-2.png", 40, 64, draw_walk_2, RGBA},
    {"person-walk-3.png", 40, 64, draw_walk_3, RGBA},
    {"person-walk-4.png", 40, 64, draw_walk_4, RGBA},
    {"person.png", 40, 64, draw_standing, RGBA},
    {"ring.png", 64, 64, draw_ring, RGBA},
};

/* ---- The letters of the games ------------------------------------------------------------ */

enum { LETTERS_A_ROW = 12, LETTER_ROWS = 8, LETTER_WIDTH = 6, LETTER_HEIGHT = 8 };

/* From space to '~', and a box: two digits for each of five columns, the top pixel is the lowest
 * bit. The last column of a letter, which is not here, is empty. */
static const uint64_t letter_columns[LETTER_ROWS * LETTERS_A_ROW] = {
    0x0000000000, 0x00005f0000, 0x0007000700, 0x147f147f14, 0x242a7f2a12, 0x6313086463,
    0x3649552250, 0x0000070000, 0x001c224100, 0x0041221c00, 0x14083e0814, 0x08083e0808,
    0x0080602000, 0x0808080808, 0x0060600000, 0x6010080403, 0x3e5149453e, 0x00427f4000,
    0x4261514946, 0x4149494936, 0x1814127f10, 0x2745454539, 0x3e49494930, 0x0101790503,
    0x3649494936, 0x064949493e, 0x0036360000, 0x00b6760000, 0x0814224100, 0x1414141414,
    0x0041221408, 0x0201510906, 0x3e415d555e, 0x7e0909097e, 0x7f49494936, 0x3e41414122,
    0x7f4141413e, 0x7f49494941, 0x7f09090901, 0x3e4149493a, 0x7f0808087f, 0x00417f4100,
    0x2040413f01, 0x7f08142241, 0x7f40404040, 0x7f020c027f, 0x7f0608307f, 0x3e4141413e,
    0x7f09090906, 0x3e4151215e, 0x7f09192946, 0x4649494931, 0x01017f0101, 0x3f4040403f,
    0x0f3040300f, 0x7f2018207f, 0x6314081463, 0x0304780403, 0x6151494543, 0x007f414100,
    0x0304081060, 0x0041417f00, 0x0402010204, 0x8080808080, 0x0001020000, 0x2054545478,
    0x7f44444438, 0x3844444444, 0x384444447f, 0x3854545418, 0x047e050500, 0x18a4a4a47c,
    0x7f04040478, 0x00447d4000, 0x4080847d00, 0x7f10284400, 0x00417f4000, 0x7c04780478,
    0x7c04040478, 0x3844444438, 0xfc24242418, 0x18242424fc, 0x7c08040400, 0x4854545424,
    0x043f444400, 0x3c4040207c, 0x1c2040201c, 0x3c4038403c, 0x4428102844, 0x1ca0a0a07c,
    0x4464544c44, 0x0008364141, 0x00007f0000, 0x4141360800, 0x180408100c, 0x7f4141417f,
};

static void draw_letters(struct canvas *canvas)
{
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++) {
            const int letter = y / LETTER_HEIGHT * LETTERS_A_ROW + x / LETTER_WIDTH;
            const uint64_t columns = letter_columns[letter] << 8;
            const int column = LETTER_WIDTH - 1 - x % LETTER_WIDTH;
            if ((columns >> (column * 8 + y % LETTER_HEIGHT) & 1) != 0)
                *pixel_at(canvas, x, y) = color_of(INK);
        }
}

static const struct sprite letters[] = {
    {"letters.png", LETTERS_A_ROW *LETTER_WIDTH, LETTER_ROWS *LETTER_HEIGHT, draw_letters,
     ONE_BIT_HOLES},
};

/* Returns NULL, or what went wrong. */
static const char *draw_to(const char *folder, const struct sprite *sprite)
{
    struct canvas canvas;
    char path[PATH_SIZE];
    if (snprintf(path, sizeof path, "%s/%s", folder, sprite->name) >= (int)sizeof path)
        return "the path is too long";
    canvas_clear(&canvas, sprite->width, sprite->height);
    sprite->draw(&canvas);
    return store_canvas(path, sprite->storage, &canvas);
}

static bool make_folder(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    fprintf(stderr, "%s: error: %s\n", path, strerror(errno));
    return false;
}

/* Each set is drawn into the folders named, the one inside the other. */
static bool draw_set(const char *root, const char *const folders[2], const struct sprite *set,
                     size_t count)
{
    char folder[PATH_SIZE];
    bool good = true;
    snprintf(folder, sizeof folder, "%s", root);
    for (int i = 0; i < 2 && folders[i] != NULL && good; i++) {
        const size_t length = strlen(folder);
        good = snprintf(folder + length, sizeof folder - length, "/%s", folders[i]) <
                   (int)(sizeof folder - length) &&
               make_folder(folder);
    }
    for (size_t i = 0; i < count && good; i++) {
        const char *problem = draw_to(folder, &set[i]);
        if (problem != NULL) {
            fprintf(stderr, "%s/%s: error: %s\n", folder, set[i].name, problem);
            good = false;
        }
    }
    return good;
}

int main(int argc, char **argv)
{
    static const char *const folders[2] = {"sprites", NULL}, *const here[2] = {NULL, NULL};
    bool good;
    if (argc != 2) {
        fprintf(stderr, "usage: draw DIR\n");
        return 2;
    }
    good = make_folder(argv[1]) &&
           draw_set(argv[1], folders, sprites, sizeof sprites / sizeof *sprites) &&
           draw_set(argv[1], here, letters, sizeof letters / sizeof *letters);
    for (const struct game_art *art = game_arts; good && art->game != NULL; art++)
        good =
            draw_set(argv[1], (const char *const[2]){art->game, "art"}, art->sprites, art->count);
    return good ? 0 : 1;
}
