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
