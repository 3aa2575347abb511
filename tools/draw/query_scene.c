/*
 * query_scene.c - draws every solid pixel of A and B into the cells of a scene
 *
 * A turned B covers the pixels of A whose centre lies in a solid pixel of B, and those in which the
 * centre of a solid pixel of B lies: the same pixels that the runtime counts.
 */
#include "draw/query_scene.h"

#include "model/scaled_view.h"

/* Half-open, in pixels of A. */
struct area {
    int64_t x0, y0, x1, y1;
};

static void area_add(struct area *area, int64_t x, int64_t y)
{
    area->x0 = x < area->x0 ? x : area->x0;
    area->y0 = y < area->y0 ? y : area->y0;
    area->x1 = x > area->x1 ? x : area->x1;
    area->y1 = y > area->y1 ? y : area->y1;
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Maps a point in half pixels, so that centres are whole numbers, to 16.16. No number here passes
 * 2^60: factors are at most 64, shifts at most 2^32 pixels. */
static void apply(const hm_transform *t, int64_t x, int64_t y, int64_t *out_x, int64_t *out_y)
{
    *out_x = floor_divide(t->xx * x + t->xy * y, 2) + t->x;
    *out_y = floor_divide(t->yx * x + t->yy * y, 2) + t->y;
}

static struct area find_area(const struct question *q, const struct answer *answer,
                             const hm_affine *map)
{
    const int64_t width = hm_sprite_width(&q->a), height = hm_sprite_height(&q->a);
    const int64_t b_width = hm_sprite_width(&q->b), b_height = hm_sprite_height(&q->b);
    struct area area = {0, 0, width, height};
    /* The pixels round the corners of B, rounded both down and up. */
    for (int i = 0; i < 4; i++) {
        int64_t x, y;
        apply(&map->to_a, i & 1 ? 2 * b_width : 0, i & 2 ? 2 * b_height : 0, &x, &y);
        area_add(&area, floor_divide(x + 65535, 65536), floor_divide(y + 65535, 65536));
        area_add(&area, floor_divide(x, 65536), floor_divide(y, 65536));
    }
    if (q->moving) {
        const hm_point moved = answer->sweep.moved;
        area_add(&area, moved.x, moved.y);
        area_add(&area, moved.x + width, moved.y + height);
    }
    return area;
}

int64_t scene_column(const struct scene *scene, int64_t x)
{
    return floor_divide(x - scene->left, scene->scale);
}

int64_t scene_row(const struct scene *scene, int64_t y)
{
    return floor_divide(y - scene->top, scene->scale);
}

static void mark(const struct scene *scene, struct bitmap *bitmap, int64_t x, int64_t y)
{
    const int64_t column = scene_column(scene, x), row = scene_row(scene, y);
    if (column >= 0 && row >= 0 && column < bitmap->width && row < bitmap->height)
        bitmap_set(bitmap, (uint32_t)column, (uint32_t)row);
}

static int32_t clamp(int64_t value)
{
    return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

/* Draws the cells with a solid pixel. A sprite may have far more pixels than a scene has cells. */
static void draw_upright(const struct scene *scene, struct bitmap *bitmap, const hm_sprite *sprite,
                         int64_t dx, int64_t dy)
{
    const int64_t scale = scene->scale;
    for (uint32_t row = 0; row < bitmap->height; row++)
        for (uint32_t column = 0; column < bitmap->width; column++) {
            const int64_t x = scene->left + column * scale - dx, y = scene->top + row * scale - dy;
            const hm_box cell = {clamp(x), clamp(y), clamp(x + scale), clamp(y + scale)};
            if (hm_overlap_box(sprite, &cell, NULL))
                bitmap_set(bitmap, column, row);
        }
}

/* Draws the pixels of A in which the centre of a solid pixel of B lies. */
static void draw_from_b(const struct scene *scene, struct bitmap *bitmap, const hm_sprite *b,
                        const hm_affine *map)
{
    hm_box box;
    hm_sprite_bounds(b, &box);
    for (int32_t v = box.y0; v < box.y1; v++)
        for (int32_t u = box.x0; u < box.x1; u++) {
            int64_t x, y;
            if (!hm_solid(b, u, v))
                continue;
            apply(&map->to_a, 2 * (int64_t)u + 1, 2 * (int64_t)v + 1, &x, &y);
            mark(scene, bitmap, floor_divide(x, 65536), floor_divide(y, 65536));
        }
}

/* Draws the cells whose middle pixel has its centre in a solid pixel of B. */
static void draw_from_a(const struct scene *scene, struct bitmap *bitmap, const hm_sprite *b,
                        const hm_affine *map)
{
    for (uint32_t row = 0; row < bitmap->height; row++)
        for (uint32_t column = 0; column < bitmap->width; column++) {
            const int64_t x = scene->left + (int64_t)column * scene->scale + scene->scale / 2;
            const int64_t y = scene->top + (int64_t)row * scene->scale + scene->scale / 2;
            int64_t u, v;
            apply(&map->to_b, 2 * x + 1, 2 * y + 1, &u, &v);
            u = floor_divide(u, 65536);
            v = floor_divide(v, 65536);
            if (u >= 0 && v >= 0 && u < hm_sprite_width(b) && v < hm_sprite_height(b) &&
                hm_solid(b, (int32_t)u, (int32_t)v))
                bitmap_set(bitmap, column, row);
        }
}

void scene_pixel_of_b(const struct question *q, int64_t x, int64_t y, int64_t *u, int64_t *v)
{
    *u = x - q->x;
    *v = y - q->y;
    if (!q->turned)
        return;
    apply(&q->map.to_b, 2 * x + 1, 2 * y + 1, u, v);
    *u = floor_divide(*u, 65536);
    *v = floor_divide(*v, 65536);
}

bool scene_make(const struct question *q, const struct answer *answer, uint32_t most_width,
                uint32_t most_height, struct scene *out, struct error *err)
{
    hm_affine map = q->map;
    if (!q->turned)
        hm_affine_translation(&map, q->x * INT64_C(65536), q->y * INT64_C(65536));
    const struct area area = find_area(q, answer, &map);
    const uint64_t width = (uint64_t)(area.x1 - area.x0), height = (uint64_t)(area.y1 - area.y0);
    *out = (struct scene){.left = area.x0, .top = area.y0};
    out->scale = scaled_view_scale(width, height, most_width, most_height);
    const uint32_t columns = (uint32_t)((width + out->scale - 1) / out->scale);
    const uint32_t rows = (uint32_t)((height + out->scale - 1) / out->scale);
    if (!bitmap_init(&out->a, columns, rows) || !bitmap_init(&out->b, columns, rows) ||
        !bitmap_init(&out->both, columns, rows) ||
        (q->moving && !bitmap_init(&out->moved, columns, rows)))
        return fail_memory(err);
    draw_upright(out, &out->a, &q->a, 0, 0);
    if (q->turned) {
        draw_from_b(out, &out->b, &q->b, &map);
        draw_from_a(out, &out->b, &q->b, &map);
    } else {
        draw_upright(out, &out->b, &q->b, q->x, q->y);
    }
    for (size_t i = 0; answer->touch && i < rows * out->a.row_words; i++)
        out->both.words[i] = out->a.words[i] & out->b.words[i];
    if (q->moving)
        draw_upright(out, &out->moved, &q->a, answer->sweep.moved.x, answer->sweep.moved.y);
    return true;
}

void scene_free(struct scene *scene)
{
    bitmap_free(&scene->a);
    bitmap_free(&scene->b);
    bitmap_free(&scene->both);
    bitmap_free(&scene->moved);
    *scene = (struct scene){0};
}
