/*
 * paint.h - a small canvas and a few shaded shapes, in integers
 *
 * Positions and radii are in tenths of a pixel, so that 205 is the middle of pixel 20. A
 * shape says for the centre of a pixel whether it is inside, and how the surface leans there.
 * Light from the upper left turns the lean into one of a few shades. Floating point would give
 * other pixels on other machines, so there is none.
 *
 * Colours are 0xRRGGBBAA. Painting replaces, it does not blend. Nothing here knows of PNG.
 */
#ifndef PAINT_H
#define PAINT_H

#include <stdbool.h>
#include <stdint.h>

enum { CANVAS_MAX = 128, TENTHS = 10, SHADES = 5, LEAN_ONE = 256 };

/* 16 bits a channel. */
struct color {
    uint16_t red, green, blue, alpha;
};

struct canvas {
    int width, height;
    struct color pixels[CANVAS_MAX * CANVAS_MAX];
};

struct spot {
    int x, y;
};

/* How far a surface leans to the right and down: LEAN_ONE is edge-on. */
struct lean {
    int x, y;
};

enum shape_kind { LIMB, OVAL, PLATE, RING, FACET };

struct shape {
    enum shape_kind kind;
    struct spot from, to; /* LIMB: its ends; PLATE: its corners; else `from` is the centre */
    int radius, end_radius;
    struct lean lean; /* FACET */
    const struct spot *corners;
    int corner_count;
};

/* ---- Shapes ----------------------------------------------------------------------------- */

static inline struct spot at(int x, int y)
{
    return (struct spot){x, y};
}

static inline struct shape ball(int x, int y, int radius)
{
    return (struct shape){OVAL, {x, y}, {0, 0}, radius, radius, {0, 0}, 0, 0};
}

static inline struct shape oval(int x, int y, int radius_x, int radius_y)
{
    return (struct shape){OVAL, {x, y}, {0, 0}, radius_x, radius_y, {0, 0}, 0, 0};
}

/* A thick line with round ends, which may taper. */
static inline struct shape limb(struct spot from, int radius, struct spot to, int end_radius)
{
    return (struct shape){LIMB, from, to, radius, end_radius, {0, 0}, 0, 0};
}

/* A rectangle with round corners whose border leans outwards over `bevel`. */
static inline struct shape plate(struct spot from, struct spot to, int radius, int bevel)
{
    return (struct shape){PLATE, from, to, radius, bevel, {0, 0}, 0, 0};
}

static inline struct shape box(int x0, int y0, int x1, int y1)
{
    return plate(at(x0, y0), at(x1, y1), 0, 0);
}

static inline struct shape ring(int x, int y, int radius, int thickness)
{
    return (struct shape){RING, {x, y}, {0, 0}, radius, thickness, {0, 0}, 0, 0};
}

/* A flat polygon. The corners must outlive the shape. */
static inline struct shape facet(const struct spot *corners, int count, struct lean lean)
{
    return (struct shape){FACET, {0, 0}, {0, 0}, 0, 0, lean, corners, count};
}

static inline int square_root(int value)
{
    int root = 0;
    for (int bit = 1 << 15; bit > 0; bit >>= 1)
        if ((int64_t)(root + bit) * (root + bit) <= value)
            root += bit;
    return root;
}

static inline int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static inline int absolute(int value)
{
    return value < 0 ? -value : value;
}

static inline bool lean_is_inside(struct lean lean)
{
    return (int64_t)lean.x * lean.x + (int64_t)lean.y * lean.y <= LEAN_ONE * LEAN_ONE;
}

static inline bool limb_probe(const struct shape *shape, int x, int y, struct lean *lean)
{
    const int run_x = shape->to.x - shape->from.x, run_y = shape->to.y - shape->from.y;
    const int length2 = run_x * run_x + run_y * run_y;
    const int along = (x - shape->from.x) * run_x + (y - shape->from.y) * run_y;
    const int part = length2 > 0 ? clamp(along, 0, length2) * 64 / length2 : 0;
    const int radius = shape->radius + (shape->end_radius - shape->radius) * part / 64;
    if (radius <= 0)
        return false;
    lean->x = (x - shape->from.x - run_x * part / 64) * LEAN_ONE / radius;
    lean->y = (y - shape->from.y - run_y * part / 64) * LEAN_ONE / radius;
    return lean_is_inside(*lean);
}

static inline bool oval_probe(const struct shape *shape, int x, int y, struct lean *lean)
{
    lean->x = (x - shape->from.x) * LEAN_ONE / shape->radius;
    lean->y = (y - shape->from.y) * LEAN_ONE / shape->end_radius;
    return lean_is_inside(*lean);
}

static inline bool plate_probe(const struct shape *shape, int x, int y, struct lean *lean)
{
    const int left = x - shape->from.x, right = shape->to.x - x;
    const int top = y - shape->from.y, bottom = shape->to.y - y;
    const int near_x = left < right ? left : right, near_y = top < bottom ? top : bottom;
    const int round_x = shape->radius - near_x, round_y = shape->radius - near_y;
    if (near_x < 0 || near_y < 0)
        return false;
    if (round_x > 0 && round_y > 0 &&
        round_x * round_x + round_y * round_y > shape->radius * shape->radius)
        return false;
    *lean = (struct lean){0, 0};
    if (near_x <= near_y && near_x < shape->end_radius)
        lean->x = left < right ? -200 : 200;
    else if (near_y < shape->end_radius)
        lean->y = top < bottom ? -200 : 200;
    return true;
}

static inline bool ring_probe(const struct shape *shape, int x, int y, struct lean *lean)
{
    const int away_x = x - shape->from.x, away_y = y - shape->from.y;
    const int distance = square_root(away_x * away_x + away_y * away_y);
    const int across = distance - shape->radius;
    if (absolute(across) > shape->end_radius || distance == 0)
        return false;
    lean->x = away_x * across * LEAN_ONE / (distance * shape->end_radius);
    lean->y = away_y * across * LEAN_ONE / (distance * shape->end_radius);
    return true;
}

static inline bool facet_probe(const struct shape *shape, int x, int y, struct lean *lean)
{
    bool inside = false;
    for (int i = 0; i < shape->corner_count; i++) {
        const struct spot a = shape->corners[i];
        const struct spot b = shape->corners[(i + 1) % shape->corner_count];
        const int side = (b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y);
        if ((a.y <= y) != (b.y <= y) && (side > 0) == (b.y > a.y))
            inside = !inside;
    }
    *lean = shape->lean;
    return inside;
}

/* True if the point is inside; also says how the surface leans there. */
static inline bool probe(const struct shape *shape, int x, int y, struct lean *lean)
{
    static bool (*const probes[])(const struct shape *, int, int, struct lean *) = {
        [LIMB] = limb_probe, [OVAL] = oval_probe,   [PLATE] = plate_probe,
        [RING] = ring_probe, [FACET] = facet_probe,
    };
    return probes[shape->kind](shape, x, y, lean);
}

/* ---- Colour and light ------------------------------------------------------------------- */

static inline struct color color_of(uint32_t rgba)
{
    return (struct color){
        (uint16_t)((rgba >> 24) * 257),
        (uint16_t)((rgba >> 16 & 255) * 257),
        (uint16_t)((rgba >> 8 & 255) * 257),
        (uint16_t)((rgba & 255) * 257),
    };
}

/* A number from 0 to 255 that looks random but always is the same for the same place. */
static inline int noise(int x, int y)
{
    uint32_t mixed = (uint32_t)x * 2654435769u ^ (uint32_t)y * 2246822519u;
    mixed = (mixed ^ mixed >> 15) * 739982445u;
    mixed = (mixed ^ mixed >> 12) * 695872825u;
    return (int)(mixed >> 24);
}

/* How much of the light a surface with that lean catches: -LEAN_ONE to LEAN_ONE. */
static inline int light_on(struct lean lean)
{
    const int up = square_root(
        clamp(LEAN_ONE * LEAN_ONE - lean.x * lean.x - lean.y * lean.y, 0, LEAN_ONE * LEAN_ONE));
    return (-120 * lean.x - 150 * lean.y + 168 * up) / LEAN_ONE;
}

/* `grain` roughens the steps between the shades, which go from dark to light. */
static inline uint32_t shade(const uint32_t shades[SHADES], int grain, struct lean lean, int x,
                             int y)
{
    /* A threshold pattern that repeats every two pixels. */
    static const int pattern[2][2] = {{-3, 1}, {3, -1}};
    const int light = light_on(lean) + pattern[y & 1][x & 1] * grain;
    return shades[clamp((light + 60) * SHADES / 300, 0, SHADES - 1)];
}

/* ---- Canvas ----------------------------------------------------------------------------- */

static inline void canvas_clear(struct canvas *canvas, int width, int height)
{
    *canvas = (struct canvas){.width = width, .height = height};
}

static inline struct color *pixel_at(struct canvas *canvas, int x, int y)
{
    return &canvas->pixels[y * canvas->width + x];
}

static inline bool is_painted(const struct canvas *canvas, int x, int y)
{
    return x >= 0 && y >= 0 && x < canvas->width && y < canvas->height &&
           canvas->pixels[y * canvas->width + x].alpha > 0;
}

/* Paints where the shape is, or only where something is painted already. */
static inline void paint_where(struct canvas *canvas, struct shape shape,
                               const uint32_t shades[SHADES], int grain, bool only_onto)
{
    struct lean lean;
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            if ((!only_onto || is_painted(canvas, x, y)) &&
                probe(&shape, x * TENTHS + 5, y * TENTHS + 5, &lean))
                *pixel_at(canvas, x, y) = color_of(shade(shades, grain, lean, x, y));
}

static inline void paint(struct canvas *canvas, struct shape shape, const uint32_t shades[SHADES])
{
    paint_where(canvas, shape, shades, 0, false);
}

static inline void paint_rough(struct canvas *canvas, struct shape shape,
                               const uint32_t shades[SHADES], int grain)
{
    paint_where(canvas, shape, shades, grain, false);
}

static inline void paint_onto(struct canvas *canvas, struct shape shape,
                              const uint32_t shades[SHADES])
{
    paint_where(canvas, shape, shades, 0, true);
}

static inline void paint_plain(struct canvas *canvas, struct shape shape, uint32_t rgba)
{
    const uint32_t shades[SHADES] = {rgba, rgba, rgba, rgba, rgba};
    paint(canvas, shape, shades);
}

static inline void erase(struct canvas *canvas, struct shape shape)
{
    paint_plain(canvas, shape, 0);
}

/* Puts a line of one pixel round everything painted so far. */
static inline void outline(struct canvas *canvas, uint32_t rgba)
{
    const struct canvas before = *canvas;
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            if (!is_painted(&before, x, y) &&
                (is_painted(&before, x - 1, y) || is_painted(&before, x + 1, y) ||
                 is_painted(&before, x, y - 1) || is_painted(&before, x, y + 1)))
                *pixel_at(canvas, x, y) = color_of(rgba);
}

/* Outlines a layer of the same size, lays it on the canvas and leaves it empty. */
static inline void stamp(struct canvas *canvas, struct canvas *layer, uint32_t rgba)
{
    outline(layer, rgba);
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            if (is_painted(layer, x, y))
                *pixel_at(canvas, x, y) = *pixel_at(layer, x, y);
    canvas_clear(layer, canvas->width, canvas->height);
}

#endif
