/*
 * main.c - build/bench [GROUP|SET...]: runs the groups asked for, or else all, in the table's order
 *
 * A word that names no group keeps to the sets of masks with it in their names: `disc`, `real`.
 *
 * BENCH_QUICK=1 gives each row less time, and makes the sets smaller. BENCH_FORMAT=json prints a
 * JSON object a row; BENCH_LEVEL=portable|sse2|avx2 keeps the library from using more than that.
 */
#include "bench.h"

#include "groups.h"

#include <stdlib.h>
#include <string.h>

struct group {
    const char *name;
    void (*run)(struct report *report);
    bool has_sets; /* of masks, which can be asked for */
    const char *about;
};

/* scale, sheet and bake are first: a child's peak memory shows only as long as this program is
 * smaller. */
static const struct group groups[] = {
    {"scale", bench_scale, false, "whole runs over thousands of files: memory, threads, the cache"},
    {"sheet", bench_sheet, false,
     "one page with many frames against decoding it once; peak memory"},
    {"bake", bench_bake, false, "a whole bake against decoding alone; peak memory"},
    {"stages", bench_stages, false, "where the time of a bake goes"},
    {"tune", bench_tune, false,
     "a page of tune against decoding its art once; its size, its sliders"},
    {"pack", bench_pack, false, "opening, verifying and finding against copying"},
    {"overlap", bench_overlap, true, "do two masks touch, against pygame"},
    {"first", bench_first, true, "where they touch first"},
    {"area", bench_area, true, "in how many pixels"},
    {"flip", bench_flip, true, "mirrored views, beside upright ones"},
    {"motion", bench_motion, false, "moves against stepping"},
    {"contact", bench_contact, false, "what a touch is like"},
    {"many", bench_many, false, "one sprite against a crowd"},
    {"crowd", bench_crowd, false,
     "shapes and turned sprites against a crowd, against one item a turn"},
    {"tiles", bench_tiles, false, "sprites against tile maps, against one sprite of the whole map"},
    {"pairs", bench_pairs, false, "all pairs of a crowd, against pygame in C and in Python"},
    {"shape", bench_shape, false, "boxes, circles, segments and rays, against one pixel a turn"},
    {"points", bench_points, false, "point lists, against one point a turn"},
    {"form", bench_form, true, "pieces, outlines and moments, against pygame; distances"},
    {"shapes", bench_outlines, false, "outlines, polygons and pieces, against decoding"},
    {"export", bench_export, false, "shapes written for engines, against checking their pack"},
    {"affine", bench_affine, false, "turned sprites, against the XNA way"},
    {"canvas", bench_canvas, false, "masks that change, against pygame"},
    {"terrain", bench_terrain, false, "pieces and outlines of terrain, against pygame"},
    {"paint", bench_paint, false, "changes of a canvas, against loops over pixels"},
    {"games", bench_games, false, "the games of samples/, against the ways that were published"},
};

enum { GROUPS = sizeof groups / sizeof *groups };

static bool is_group(const char *name)
{
    for (size_t i = 0; i < GROUPS; i++)
        if (strcmp(groups[i].name, name) == 0)
            return true;
    return false;
}

/* Without a group among the words, those with such sets are asked for. */
static bool is_asked_for(const struct group *group, const char *const *words)
{
    bool any_group = false, any_set = false;
    for (; *words != NULL; words++) {
        if (strcmp(group->name, *words) == 0)
            return true;
        any_group |= is_group(*words);
        any_set |= !is_group(*words);
    }
    return !any_group && (!any_set || group->has_sets);
}

static int print_usage(void)
{
    fprintf(stderr,
            "usage: [BENCH_QUICK=1] [BENCH_FORMAT=json] [BENCH_LEVEL=portable] "
            "bench [GROUP|SET...]\n");
    for (size_t i = 0; i < GROUPS; i++)
        fprintf(stderr, "  %-10s %s\n", groups[i].name, groups[i].about);
    return 2;
}

int main(int argc, char **argv)
{
    const char *const format = getenv("BENCH_FORMAT");
    const char *const *const words = (const char *const *)argv + (argc > 0);
    const char *sets[8];
    size_t set_count = 0;
    for (size_t i = 0; words[i] != NULL; i++) {
        if (is_group(words[i]))
            continue;
        if (set_count == sizeof sets / sizeof *sets || *words[i] == '-')
            return print_usage();
        sets[set_count++] = words[i];
    }
    struct report *const report =
        report_new(format != NULL && strcmp(format, "json") == 0, sets, set_count);
    for (size_t i = 0; i < GROUPS; i++) {
        if (!is_asked_for(&groups[i], words))
            continue;
        report_group(report, groups[i].name);
        groups[i].run(report);
    }
    return report_end(report) > 0 ? 0 : print_usage();
}
