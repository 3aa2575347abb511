/*
 * runs.c - finds the runs of solid pixels in a row
 */
#include "runs.h"

#include "bits.h"
#include "sprite.h"

uint32_t hm_find_runs(const hm_sprite *sprite, uint32_t row, uint32_t *from, struct stretch *out)
{
    const hm_box *const tight = stored_tight(sprite);
    const uint32_t end = (uint32_t)(tight->x1 - sprite->bounds.x0), last = (end - 1) / 64;
    const uint64_t columns = low_bits((end - 1) % 64 + 1);
    const uint32_t begin = (uint32_t)(tight->x0 - sprite->bounds.x0);
    const uint32_t first = *from > begin ? *from : begin;
    const size_t step = (size_t)(sprite->bounds.y1 - sprite->bounds.y0) * sprite->row_step;
    const uint8_t *at = sprite_row(sprite, first / 64, row);
    uint32_t stripe = first / 64, count = 0;
    if (first >= end)
        return 0;
    uint64_t word = get_u64(at) & ~low_bits(first % 64);
    for (;;) {
        /* The padding of a damaged pack may hold anything. */
        word &= stripe == last ? columns : UINT64_MAX;
        if (word == 0) {
            if (stripe == last)
                break;
            stripe++;
            at += step;
            word = get_u64(at);
            continue;
        }
        out->begin = stripe * 64 + lowest_bit(word);
        word |= word - 1;
        while (word == UINT64_MAX && stripe < last) {
            stripe++;
            at += step;
            word = get_u64(at) & (stripe == last ? columns : UINT64_MAX);
        }
        out->end = stripe * 64 + (word == UINT64_MAX ? 64 : lowest_bit(~word));
        *from = out->end;
        out++;
        if (++count == STRETCHES)
            break;
        word &= word + 1;
    }
    return count;
}
