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

/* The blocks of one mask, from where some row of the box begins: the words for the first stripe, of
 * which bit `shift` stands for the first row of blocks. */
struct blocks {
    const uint8_t *words;
    unsigned shift;
    /* All ones where a block of the box lies across two of the mask, beside or below each other. */
    uint64_t beside, below;
};

static struct blocks open_blocks(const hm_sprite *sprite, uint32_t x, uint32_t y)
{
    const size_t stripes = (size_t)stripe_count((uint32_t)(sprite->bounds.x1 - sprite->bounds.x0));
    return (struct blocks){
        .words = sprite->blocks + (y / BLOCK_SIDE / 64 * stripes * 4 + x / BLOCK_SIDE) * 8,
        .shift = y / BLOCK_SIDE % 64,
        .beside = 0 - (uint64_t)(x % BLOCK_SIDE != 0),
        .below = 0 - (uint64_t)(y % BLOCK_SIDE != 0),
    };
}

/* What blocks of the box may hold, from a word of the mask's. Below the last one there may be
 * anything. */
static inline uint64_t move_to_box(const struct blocks *blocks, uint64_t word)
{
    const uint64_t bits = word >> blocks->shift;
    const uint64_t next = bits >> 1 | UINT64_C(1) << (63 - blocks->shift);
    return bits | (next & blocks->below);
}

/* The blocks of a stripe in which both may have something. The words that are read past the last
 * stripe's are there: others of the mask, or what follows all masks. */
static uint64_t find_common(const struct blocks *a, const struct blocks *b, uint32_t stripe)
{
    const uint8_t *const in_a = a->words + (size_t)stripe * 32;
    const uint8_t *const in_b = b->words + (size_t)stripe * 32;
    uint64_t common = 0, here = get_u64(in_b);
    for (int i = 0; i < 4; i++) {
        const uint64_t next = get_u64(in_b + 8 * i + 8);
        common |= move_to_box(a, get_u64(in_a + 8 * i)) & move_to_box(b, here | (next & b->beside));
        here = next;
    }
    return common;
}

/* Rows of a stripe in which both may have something. */
struct part {
    uint32_t stripe, begin, rows;
};

/* A walk over such parts: up to 64 rows of blocks, stripe by stripe, then those below. */
struct walk {
    const struct meeting *meeting;
    const struct stripes *stripes;
    struct blocks a, b;  /* of the stripes' a and b */
    uint32_t begin, end; /* the rows of the box that are looked at now */
    uint64_t left;       /* the blocks that are still to come in a stripe, */
    uint32_t next;       /* and the stripe after it */
};

static void open_rows(struct walk *walk, uint32_t row)
{
    const struct meeting *const m = walk->meeting;
    const struct blocks a = open_blocks(m->a, m->ax, m->ay + row);
    const struct blocks b = open_blocks(m->b, m->bx, m->by + row);
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
    walk->left = 0;
    open_rows(walk, 0);
}

/* Goes on to where there are blocks left. */
static bool find_left(struct walk *walk)
{
    while (walk->left == 0) {
        if (walk->next < walk->stripes->count)
            walk->left = find_common(&walk->a, &walk->b, walk->next++);
        else if (walk->end < walk->stripes->rows)
            open_rows(walk, walk->end);
        else
            return false;
    }
    return true;
}

/* Takes blocks that follow each other. False when there are no more. */
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

/* Apart from hm_overlap_large, of which most pairs need no more than the beginning. */
static NOINLINE bool walk_touches(const struct meeting *meeting, const struct stripes *stripes)
{
    struct part part;
    struct walk walk;
    for (open_walk(&walk, meeting, stripes); next_part(&walk, &part);)
        if (rows_touch(stripes, part.stripe, part.begin, part.rows))
            return true;
    return false;
}

/* Rows that are met before blocks are looked at: in the middle, for most that touch do so there. */
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
