/*
 * path_oracle.c - crossings of the line with half-integer numbers, in order
 */
#include "runtime/path_oracle.h"

/* Whole parts first, then what is left, turned over: never a product that might not fit. */
int fraction_compare(struct fraction p, struct fraction q)
{
    if (p.under == 0 || q.under == 0)
        return (p.under == 0) - (q.under == 0);
    const uint64_t p_whole = p.over / p.under, q_whole = q.over / q.under;
    if (p_whole != q_whole)
        return p_whole < q_whole ? -1 : 1;
    return fraction_compare((struct fraction){q.under, q.over % q.under},
                            (struct fraction){p.under, p.over % p.under});
}

/* The place on the way where the line crosses its half-integer number `index`, counted from 1: at
 * (index - 1/2) / length. Doubled, because only the order matters. */
static struct fraction crossing(uint64_t index, uint64_t length)
{
    return (struct fraction){2 * index - 1, length};
}

/* All crossings taken come before all that are not; at a tie, x comes before y. */
bool path_visits(uint64_t width, uint64_t height, uint64_t x, uint64_t y)
{
    if ((x > 0 && width == 0) || (y > 0 && height == 0))
        return false;
    if (x > 0 && fraction_compare(crossing(x, width), crossing(y + 1, height)) > 0)
        return false;
    return y == 0 || fraction_compare(crossing(y, height), crossing(x + 1, width)) < 0;
}
