/*
 * sweep.c - how far a move can go
 *
 * A way has a step for each pixel, and a test at each step would be slow. So only the steps at
 * which the bounds meet are tested, in spans: one of the sprites is spread over all its places in a
 * span. When this spread sprite does not touch the other one, no step of the span does. Only the
 * spans that are left are tested step by step.
 *
 * For two large sprites their blocks are spread: blocks are masks, too, whose words run down
 * instead of to the right.
 */
#include "sweep.h"

#include "rows.h"
#include "sprite.h"

/* A sprite spread to the left and up: it has all pixels that the sprite has when it is moved by up
 * to `right` to the left and by up to `down` up. */
struct spread {
    hm_sprite sprite;
    uint32_t right, down;
};

/* Words to spread into: enough for 256 x 256 pixels and a span. */
enum { SPREAD_WORDS = 1536 };

/* The steps of a span. Longer spans skip more, but spreading then costs more than it saves. */
enum { SPAN = 8 };

/* When blocks are met, b moves by less than a block, so that a block of it lies in 3 x 3 of a's. */
enum { BLOCK_SPAN = BLOCK_SIDE, BLOCK_REACH = 2 };

struct sweep {
    const hm_sprite *a, *b;
    int64_t dx, dy;
    struct path path; /* of `a` */
    uint32_t span;
    bool spreads_a; /* the smaller one is spread */
    struct spread spread;
    hm_sprite blocks;       /* b's, when a's are spread */
    int64_t grid_x, grid_y; /* where they begin, against those of a, before any move */
    uint64_t words[SPREAD_WORDS];
};

/* ---- Spreading a sprite ------------------------------------------------------------------- */

static uint64_t words_of(const hm_sprite *sprite, uint32_t right, uint32_t down)
{
    const uint32_t width = (uint32_t)(sprite->bounds.x1 - sprite->bounds.x0) + right;
    const uint64_t height = (uint64_t)(sprite->bounds.y1 - sprite->bounds.y0) + down;
    return stripe_count(width) * height;
}

/* A flipped sprite that spreads to the left as it is shown spreads to the right as stored. */
static void spread_bounds(hm_sprite *sprite, uint32_t right, uint32_t down)
{
    if (sprite->flip_x)
        sprite->bounds.x1 += (int32_t)right;
    else
        sprite->bounds.x0 -= (int32_t)right;
    if (sprite->flip_y)
        sprite->bounds.y1 += (int32_t)down;
    else
        sprite->bounds.y0 -= (int32_t)down;
    sprite->plain = hm_sprite_plain(sprite);
}

/* In a stored mask, flipped or not, bits are spread up and rows down from the corner of the bounds.
 */
static void spread_sprite(const hm_sprite *sprite, uint32_t right, uint32_t down, uint64_t *words,
                          hm_sprite *out)
{
    const struct bulk *const bulk = bulk_for(sprite->cpu);
    const uint32_t width = (uint32_t)(sprite->bounds.x1 - sprite->bounds.x0);
    const uint32_t height = (uint32_t)(sprite->bounds.y1 - sprite->bounds.y0);
    const size_t column = (size_t)height * 8;
    const uint64_t stripes = stripe_count(width), wider = stripe_count(width + right);
    *out = *sprite;
    out->changes = 0;
    out->blocks = NULL;
    spread_bounds(out, right, down);
    if (sprite->row_step == 0)
        return;
    out->words = (const uint8_t *)words;
    for (uint64_t i = 0; i < wider; i++) {
        uint8_t *const to = (uint8_t *)words + i * (column + (size_t)down * 8);
        bulk->spread_bits(i < stripes ? sprite->words + i * column : NULL,
                          i > 0 ? sprite->words + (i - 1) * column : NULL, height, right, to);
        memset(to + column, 0, (size_t)down * 8);
        bulk->spread_rows(to, height + down, down);
    }
}

/* The most steps along an axis of `size` pixels among `steps` steps of the way. */
static uint32_t share(uint32_t steps, uint64_t size, uint64_t length)
{
    return (uint32_t)((steps * size + length - 1) / length);
}

/* Gets the spread sprite ready. False when it is too large, for the words or for its box. */
static bool make_spread(struct sweep *sweep)
{
    struct spread *const spread = &sweep->spread;
    const hm_sprite *const sprite = sweep->spreads_a ? sweep->a : sweep->b;
    const uint64_t length = path_length(&sweep->path);
    if (sprite->width > INT32_MAX - SPAN || sprite->height > INT32_MAX - SPAN)
        return false;
    spread->right = share(SPAN - 1, sweep->path.width, length);
    spread->down = share(SPAN - 1, sweep->path.height, length);
    if (sprite->row_step != 0 && words_of(sprite, spread->right, spread->down) > SPREAD_WORDS)
        return false;
    sweep->span = SPAN;
    spread_sprite(sprite, spread->right, spread->down, sweep->words, &spread->sprite);
    return true;
}

/* ---- Spreading blocks --------------------------------------------------------------------- */

/* The blocks of a sprite as a sprite with x and y exchanged, in which a pixel is a block. */
static SMALL hm_sprite view_blocks(const hm_sprite *sprite)
{
    const uint32_t width = (uint32_t)(sprite->bounds.x1 - sprite->bounds.x0);
    const uint32_t height = (uint32_t)(sprite->bounds.y1 - sprite->bounds.y0);
    hm_sprite blocks = *sprite;
    blocks.changes = 0;
    blocks.words = sprite->blocks;
    blocks.blocks = NULL;
    blocks.width = (int32_t)((height - 1) / BLOCK_SIDE + 1);
    blocks.height = (int32_t)(stripe_count(width) * 64 / BLOCK_SIDE);
    blocks.bounds = (hm_box){0, 0, blocks.width, blocks.height};
    blocks.flip_x = sprite->flip_y;
    blocks.flip_y = sprite->flip_x;
    blocks.plain = hm_sprite_plain(&blocks);
    return blocks;
}

/* Finds where the blocks begin in the sprite as shown: in a mirrored one the first block is last.
 */
static SMALL void find_grid(const hm_sprite *sprite, const hm_sprite *blocks, int64_t *x,
                            int64_t *y)
{
    const hm_box box = sprite_bounds(sprite);
    *x = sprite->flip_x ? box.x1 - (int64_t)blocks->height * BLOCK_SIDE : box.x0;
    *y = sprite->flip_y ? box.y1 - (int64_t)blocks->width * BLOCK_SIDE : box.y0;
}

/* Gets the spread blocks of a ready. False when there are none, or they are too large. */
static NOINLINE bool make_block_spread(struct sweep *sweep)
{
    int64_t ax, ay, bx, by;
    if (sweep->a->blocks == NULL || sweep->b->blocks == NULL)
        return false;
    const hm_sprite a = view_blocks(sweep->a);
    if (words_of(&a, BLOCK_REACH, BLOCK_REACH) > SPREAD_WORDS)
        return false;
    sweep->blocks = view_blocks(sweep->b);
    find_grid(sweep->a, &a, &ax, &ay);
    find_grid(sweep->b, &sweep->blocks, &bx, &by);
    sweep->grid_x = bx + sweep->dx - ax;
    sweep->grid_y = by + sweep->dy - ay;
    sweep->span = BLOCK_SPAN;
    spread_sprite(&a, BLOCK_REACH, BLOCK_REACH, sweep->words, &sweep->spread.sprite);
    return true;
}

/* ---- Asking ------------------------------------------------------------------------------- */

/* True if a overlaps b at an offset. `beyond` is the answer for offsets outside int32_t. */
static bool overlaps_at(const hm_sprite *a, const hm_sprite *b, int64_t x, int64_t y, bool beyond)
{
    if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX)
        return beyond;
    return hm_overlap(a, b, (int32_t)x, (int32_t)y);
}

/* At an offset outside int32_t no two sprites touch. */
static bool touches(const struct sweep *sweep)
{
    const hm_point at = path_moved(&sweep->path);
    return overlaps_at(sweep->a, sweep->b, sweep->dx - at.x, sweep->dy - at.y, false);
}

/* An offset in whole blocks, rounded down. The constant only makes the dividend positive. */
static int64_t whole_blocks(int64_t offset)
{
    const int64_t far = INT64_C(1) << 40;
    return (int64_t)((uint64_t)(offset + far) / BLOCK_SIDE) - far / BLOCK_SIDE;
}

/* True if blocks could touch in a span that begins at the present step of the path. b is nearest
 * to the corner at the end that the way leads to. */
static NOINLINE bool blocks_touch(const struct sweep *sweep)
{
    const hm_point at = path_moved(&sweep->path);
    const int64_t x = sweep->grid_x - at.x - (sweep->path.right > 0 ? BLOCK_SPAN - 1 : 0);
    const int64_t y = sweep->grid_y - at.y - (sweep->path.down > 0 ? BLOCK_SPAN - 1 : 0);
    return overlaps_at(&sweep->spread.sprite, &sweep->blocks, whole_blocks(y), whole_blocks(x),
                       false);
}

/* True if a step of the span that begins at the present step of the path could touch. The spread
 * sprite reaches to the left and up; for a way to the other side it is moved there, which may be
 * outside int32_t when the sprite itself is not. */
static bool span_touches(const struct sweep *sweep)
{
    if (sweep->span == BLOCK_SPAN)
        return blocks_touch(sweep);
    const struct spread *const spread = &sweep->spread;
    const hm_point at = path_moved(&sweep->path);
    const int64_t x = sweep->dx - at.x, y = sweep->dy - at.y;
    const bool right = sweep->path.right > 0, down = sweep->path.down > 0;
    if (sweep->spreads_a)
        return overlaps_at(&spread->sprite, sweep->b, x - (right ? spread->right : 0),
                           y - (down ? spread->down : 0), true);
    return overlaps_at(sweep->a, &spread->sprite, x + (right ? 0 : spread->right),
                       y + (down ? 0 : spread->down), true);
}

/* ---- The steps at which the bounds meet --------------------------------------------------- */

/* The first step after which the axis has come so far. */
static uint64_t step_at(const struct path *path, bool along_x, uint64_t far)
{
    struct path there = *path;
    if (far == 0)
        return 0;
    if (along_x)
        path_seek_x(&there, far);
    else
        path_seek_y(&there, far);
    return path_taken(&there);
}

/* The steps during which [a0, a1), on its way along one axis, meets [b0, b1). */
static struct range meeting_steps(const struct path *path, bool along_x, int64_t a0, int64_t a1,
                                  int64_t b0, int64_t b1)
{
    const struct range always = {0, path_length(path) + 1}, never = {0, 0};
    const int32_t direction = along_x ? path->right : path->down;
    const int64_t size = (int64_t)(along_x ? path->width : path->height);
    if (direction == 0)
        return a0 < b1 && b0 < a1 ? always : never;
    /* How far it must go to meet, and to have passed. */
    const int64_t enter = direction > 0 ? b0 - a1 + 1 : a0 - b1 + 1;
    const int64_t leave = direction > 0 ? b1 - a0 : a1 - b0;
    if (enter > size || leave <= 0)
        return never;
    return (struct range){
        enter <= 0 ? 0 : step_at(path, along_x, (uint64_t)enter),
        leave > size ? always.end : step_at(path, along_x, (uint64_t)leave),
    };
}

struct range hm_box_steps(const struct path *path, const hm_box *p, const hm_box *q, int64_t dx,
                          int64_t dy)
{
    const struct range x = meeting_steps(path, true, p->x0, p->x1, q->x0 + dx, q->x1 + dx);
    const struct range y = meeting_steps(path, false, p->y0, p->y1, q->y0 + dy, q->y1 + dy);
    return (struct range){x.begin > y.begin ? x.begin : y.begin, x.end < y.end ? x.end : y.end};
}

static struct range bounds_steps(const struct sweep *sweep)
{
    const hm_box p = sprite_bounds(sweep->a), q = sprite_bounds(sweep->b);
    return hm_box_steps(&sweep->path, &p, &q, sweep->dx, sweep->dy);
}

/* ---- The search --------------------------------------------------------------------------- */

/* Goes on to the first step of the range that touches. False when none does. */
static NOINLINE bool search_steps(struct sweep *sweep, struct range range)
{
    path_seek(&sweep->path, range.begin);
    for (; path_taken(&sweep->path) < range.end; path_step(&sweep->path))
        if (touches(sweep))
            return true;
    return false;
}

static bool search(struct sweep *sweep, struct range range)
{
    sweep->spreads_a = words_of(sweep->a, 0, 0) < words_of(sweep->b, 0, 0);
    if (range.end - range.begin <= SPAN || !(make_block_spread(sweep) || make_spread(sweep)))
        return search_steps(sweep, range);
    for (uint64_t step = range.begin; step < range.end; step += sweep->span) {
        const uint64_t end = step + sweep->span < range.end ? step + sweep->span : range.end;
        path_seek(&sweep->path, step);
        if (span_touches(sweep) && search_steps(sweep, (struct range){step, end}))
            return true;
    }
    return false;
}

static NOINLINE void describe(struct sweep *sweep, hm_sweep_result *out)
{
    const hm_point at = path_moved(&sweep->path);
    const int32_t dx = (int32_t)(sweep->dx - at.x);
    const int32_t dy = (int32_t)(sweep->dy - at.y);
    out->step = path_taken(&sweep->path);
    out->contact = at;
    hm_overlap_first(sweep->a, sweep->b, dx, dy, &out->hit);
    hm_overlap_normal(sweep->a, sweep->b, dx, dy, &out->normal_x, &out->normal_y);
    if (out->step > 0) {
        path_seek(&sweep->path, out->step - 1);
        out->moved = path_moved(&sweep->path);
    }
}

bool hm_sweep(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy, int32_t move_x,
              int32_t move_y, hm_sweep_result *out)
{
    struct sweep sweep;
    *out = (hm_sweep_result){{0, 0}, 0, {0, 0}, 0, 0, {0, 0}};
    sweep.a = a;
    sweep.b = b;
    sweep.dx = dx;
    sweep.dy = dy;
    path_init(&sweep.path, move_x, move_y);
    if (touches(&sweep)) {
        describe(&sweep, out);
        return true;
    }
    const uint64_t length = path_length(&sweep.path);
    if (length > 0 && a->area > 0 && b->area > 0) {
        const struct range range = bounds_steps(&sweep);
        if (range.begin < range.end && search(&sweep, range)) {
            describe(&sweep, out);
            return true;
        }
    }
    out->moved = (hm_point){move_x, move_y};
    out->step = length;
    return false;
}

SMALL bool hm_sweep_range(const hm_sprite *a, const hm_sprite *b, int64_t dx, int64_t dy,
                          const struct path *path, struct range range, uint64_t *step)
{
    struct sweep sweep;
    sweep.a = a;
    sweep.b = b;
    sweep.dx = dx;
    sweep.dy = dy;
    sweep.path = *path;
    if (a->area == 0 || b->area == 0)
        return false;
    const struct range near = bounds_steps(&sweep);
    range.begin = near.begin > range.begin ? near.begin : range.begin;
    range.end = near.end < range.end ? near.end : range.end;
    if (range.begin >= range.end || !search(&sweep, range))
        return false;
    *step = path_taken(&sweep.path);
    return true;
}
