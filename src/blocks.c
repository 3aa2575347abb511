/*
 * blocks.c - the box that two large masks share, only where both have something in their blocks
 *
 *     the box     a's blocks    b's blocks    rows that are met
 *      0              x                                              a block of the box may lie
 *     16              x             x            16 to 48            across two of a mask
 *     32              x             x
 *     48                            x
 */
#include "blocks.h"

static struct block_view open_blocks(const hm_sprite *sprite, uint32_t x, uint32_t y)
{
    const size_t stripes = (size_t)stripe_count((uint32_t)(sprite->bounds.x1 - sprite->bounds.x0));
    return (struct block_view){
        .words = sprite->blocks + (y / BLOCK_SIDE / 64 * stripes * 4 + x / BLOCK_SIDE) * 8,
        .shift = y / BLOCK_SIDE % 64,
        .beside = 0 - (uint64_t)(x % BLOCK_SIDE != 0),
        .below = 0 - (uint64_t)(y % BLOCK_SIDE != 0),
        .last = (uint64_t)(y % BLOCK_SIDE != 0) << (63 - y / BLOCK_SIDE % 64),
    };
}

/* The rows of a stripe in which both masks may have a pixel. */
struct part {
    uint32_t stripe, begin, rows;
};

/* A walk over such parts: up to 64 rows of blocks, stripe by stripe, then the next ones. */
struct walk {
    const struct meeting *meeting;
    const struct stripes *stripes;
    const struct bulk *loops;
    struct block_view a, b; /* of the stripes' a and b */
    uint32_t begin, end;    /* the rows of the box that are looked at now */
    uint64_t left;          /* the blocks that are still to come in a stripe, */
    uint32_t next;          /* and the stripe after it */
};

static void open_rows(struct walk *walk, uint32_t row)
{
    const struct meeting *const m = walk->meeting;
    const struct block_view a = open_blocks(m->a, m->ax, m->ay + row);
    const struct block_view b = open_blocks(m->b, m->bx, m->by + row);
    const uint32_t rows = (64 - (a.shift | b.shift)) * BLOCK_SIDE;
    walk->a = m->ax > 0 ? b : a;
    walk->b = m->ax > 0 ? a : b;
    walk->begin = row;
    walk->end = m->height - row < rows ? m->height : row + rows;
    walk->next = 0;
}

static void open_walk(struct walk *walk, const struct meeting *meeting,
                      const struct stripes *stripes)
{
    walk->meeting = meeting;
    walk->stripes = stripes;
    walk->loops = bulk_for((uint32_t)smaller(meeting->a->cpu, meeting->b->cpu));
    walk->left = 0;
    open_rows(walk, 0);
}

/* Finds the next stripe with blocks left. */
static bool find_left(struct walk *walk)
{
    while (walk->left == 0) {
        walk->left = walk->loops->common(&walk->a, &walk->b, walk->stripes->count, &walk->next);
        if (walk->left != 0)
            break;
        if (walk->end == walk->stripes->rows)
            return false;
        open_rows(walk, walk->end);
    }
    return true;
}

/* Takes the next run of blocks. False when there are no more. */
static bool next_part(struct walk *walk, struct part *out)
{
    while (find_left(walk)) {
        /* The carry runs through the lowest bits that are set, and maybe out of the word. */
        const uint64_t left = walk->left, carried = left + (left & (0 - left));
        const uint32_t begin = walk->begin + lowest_bit(left) * BLOCK_SIDE;
        const uint32_t end =
            carried != 0 ? walk->begin + lowest_bit(carried) * BLOCK_SIDE : walk->end;
        walk->left = left & carried;
        if (begin >= walk->end)
            continue;
        out->stripe = walk->next - 1;
        out->begin = begin;
        out->rows = (end < walk->end ? end : walk->end) - begin;
        return true;
    }
    return false;
}

/* Not inlined into hm_overlap_large, because most pairs need only the first lines of that. */
static NOINLINE bool walk_touches(const struct meeting *meeting, const struct stripes *stripes)
{
    struct part part;
    struct walk walk;
    for (open_walk(&walk, meeting, stripes); next_part(&walk, &part);)
        if (rows_touch(stripes, part.stripe, part.begin, part.rows))
            return true;
    return false;
}

/* The rows in the middle that are tested before the blocks: most sprites that touch do so there. */
enum { PROBE = 16 };

bool hm_overlap_large(const hm_sprite *a, const hm_sprite *b, int32_t dx, int32_t dy)
{
    struct meeting meeting;
    struct stripes stripes;
    if (!find_stripes(a, b, dx, dy, &meeting, &stripes))
        return false;
    const uint32_t rows = (uint32_t)smaller(stripes.rows, PROBE);
    return rows_touch(&stripes, stripes.count / 2, (stripes.rows - rows) / 2, rows) ||
           walk_touches(&meeting, &stripes);
}
