/*
 * views.c - a view mirrors the mirror image of what it must show
 */
#include "runtime/views.h"

struct seen seen(const struct subject *subject)
{
    return (struct seen){subject, subject->sprite};
}

hm_sprite view_of(const struct subject *shown, uint32_t flips, struct subject *stored)
{
    hm_sprite view;
    subject_mirror(shown, flips & 1, flips & 2, stored);
    hm_sprite_flip(&stored->sprite, flips & 1, flips & 2, &view);
    return view;
}

void views_visit(const struct subject *shown, view_visit *visit)
{
    for (uint32_t flips = 0; flips < 4; flips++) {
        struct subject stored;
        const hm_sprite view = view_of(shown, flips, &stored);
        visit(shown, &view);
        subject_free(&stored);
    }
}

void seen_pairs_visit(uint64_t seed, uint32_t count, int32_t a_max, int32_t b_max,
                      seen_pair_visit *visit)
{
    for (uint32_t i = 0; i < count; i++) {
        struct subject a, b, stored_a, stored_b;
        subject_scribble(&a, &seed, a_max);
        subject_scribble(&b, &seed, b_max);
        const struct seen p = {&a, view_of(&a, i, &stored_a)};
        const struct seen q = {&b, view_of(&b, i >> 2, &stored_b)};
        visit(p, q, &seed);
        subject_free(&a);
        subject_free(&b);
        subject_free(&stored_a);
        subject_free(&stored_b);
    }
}
