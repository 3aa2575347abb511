/*
 * shapes_art.c - makes the shapes of real art in every way, and holds each against its mask
 *
 *     make test-shapes ART='/usr/share/games/supertux2 /usr/share/games/pingus'
 *
 * The arguments are packs. Counts the sprites whose shapes are invalid by shape_check, or by
 * shapes_check where that would compare too many edges; none may be.
 */
#include "formats/load.h"
#include "model/model.h"
#include "model/outline.h"
#include "model/shapes_check.h"
#include "support/shape_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An outline of more corners is left to shapes_check: shape_check compares all with all. */
enum { CORNERS_COMPARED = 1500, CORNERS_MOST = 1 << 22 };

static const double tolerances[] = {0, 0.4, 0.5, 1, 2, 4};
enum { TOLERANCES = sizeof tolerances / sizeof *tolerances };

struct counts {
    unsigned long sprites, invalid, corners, pieces, lost;
};

static const char *find_fault(const struct mask *mask, const struct shapes_rule *rule,
                              struct counts *counts)
{
    static struct error err;
    struct shapes shapes;
    if (!shapes_make(mask, rule, CORNERS_MOST, &shapes, &err))
        return err.text;
    const uint32_t first = shapes_first(&shapes, SHAPE_POLYGONS),
                   end = first + shapes.counts[SHAPE_POLYGONS];
    const char *fault = NULL;
    counts->corners += shapes.loops.starts[end] - shapes.loops.starts[first];
    counts->pieces += shapes.counts[SHAPE_PIECES];
    counts->lost += shapes.lost;
    if (shapes.loops.starts[first] <= CORNERS_COMPARED)
        fault = shape_check(mask, rule, &shapes);
    else if (!shapes_are_sound(&shapes) || !shapes_check(&shapes, mask, &err))
        fault = err.text;
    shapes_free(&shapes);
    return fault;
}

static void check_sprites(const struct model *model, const struct shapes_rule *rule,
                          struct counts *counts)
{
    for (size_t i = 0; i < model->mask_count; i++) {
        const char *const fault = find_fault(&model->masks[i], rule, counts);
        counts->sprites++;
        counts->invalid += fault != NULL;
        if (fault != NULL)
            fprintf(stderr, "mask %zu: %s\n", i, fault);
    }
}

int main(int count, char **packs)
{
    struct model model = {0};
    struct diagnostics found = {0};
    unsigned long invalid = 0;
    for (int i = 1; i < count; i++)
        if (!load_model(packs[i], &model, &found)) {
            fprintf(stderr, "%s: cannot be read\n", packs[i]);
            return 1;
        }
    printf("%-8s %9s %8s %8s %12s %11s %9s\n", "fit", "tolerance", "masks", "invalid",
           "corners each", "pieces each", "lost");
    for (uint32_t fit = 0; fit < FIT_COUNT; fit++)
        for (int t = 0; t < TOLERANCES; t++) {
            const struct shapes_rule rule = {.outline = true,
                                             .polygons = true,
                                             .tolerance = (uint32_t)(tolerances[t] * 65536),
                                             .fit = fit,
                                             .min_area = 4,
                                             .pieces = 8,
                                             .hull = 8,
                                             .notch = 32768,
                                             .pixels_per_metre = 32};
            struct counts counts = {0};
            check_sprites(&model, &rule, &counts);
            const double sprites = counts.sprites > 0 ? (double)counts.sprites : 1;
            printf("%-8s %9g %8lu %8lu %12.1f %11.2f %8.4f%%\n", polygon_fit_name(fit),
                   tolerances[t], counts.sprites, counts.invalid, (double)counts.corners / sprites,
                   (double)counts.pieces / sprites, (double)counts.lost / sprites / 10000);
            fflush(stdout);
            invalid += counts.invalid;
        }
    printf("%lu of %zu masks invalid, in any of %d ways\n", invalid, model.mask_count,
           FIT_COUNT * TOLERANCES);
    model_free(&model);
    diagnostics_free(&found);
    return invalid > 0;
}
