/*
 * main.c - build/bench [GROUP...]: runs the groups asked for, else all, in the table's order
 *
 * BENCH_FORMAT=json prints a JSON object a row; BENCH_LEVEL=portable|sse2|avx2 keeps the
 * library from using more than that; BENCH_ONLY=disc keeps to the sets of masks of such names.
 */
#include "bench.h"

#include "groups.h"

#include <stdlib.h>
#include <string.h>

struct group {
    const char *name;
    void (*run)(struct report *report);
    const char *about;
};

/* scale, sheet and bake are first: a child's peak memory shows only as long as this program is
 * smaller. */
static const struct group groups[] = {
    {"scale", bench_scale, "whole runs over thousands of files: memory, threads, the cache"},
    {"sheet", bench_sheet, "one page with many frames against decoding it once; peak memory"},
    {"bake", bench_bake, "a whole bake against decoding alone; peak memory"},
    {"stages", bench_stages, "where the time of a bake goes"},
    {"pack", bench_pack, "opening, verifying and finding against copying"},
    {"overlap", bench_overlap, "do two masks touch, against pygame"},
    {"first", bench_first, "where they touch first"},
    {"area", bench_area, "in how many pixels"},
    {"flip", bench_flip, "mirrored views, beside upright ones"},
    {"motion", bench_motion, "moves against stepping"},
    {"contact", bench_contact, "what a touch is like"},
    {"many", bench_many, "one sprite against a crowd"},
    {"crowd", bench_crowd, "shapes and turned sprites against a crowd, against one item a turn"},
    {"tiles", bench_tiles, "sprites against tile maps, against one sprite of the whole map"},
    {"pairs", bench_pairs, "all pairs of a crowd, against pygame in C and in Python"},
    {"shape", bench_shape, "boxes, circles, segments and rays, against one pixel a turn"},
    {"points", bench_points, "point lists, against one point a turn"},
    {"form", bench_form, "pieces, outlines and moments, against pygame; distances"},
    {"affine", bench_affine, "turned sprites, against the XNA way"},
    {"canvas", bench_canvas, "masks that change, against pygame"},
    {"paint", bench_paint, "changes of a canvas, against loops over pixels"},
    {"games", bench_games, "the games of samples/, against the ways that were published"},
};

enum { GROUPS = sizeof groups / sizeof *groups };

static bool is_asked_for(const char *name, int count, char **asked)
{
    for (int i = 0; i < count; i++)
        if (strcmp(asked[i], name) == 0)
            return true;
    return count == 0;
}

static bool is_group(const char *name)
{
    for (size_t i = 0; i < GROUPS; i++)
        if (strcmp(groups[i].name, name) == 0)
            return true;
    return false;
}

static void print_usage(void)
{
    fprintf(stderr,
            "usage: [BENCH_FORMAT=json] [BENCH_LEVEL=portable] [BENCH_ONLY=disc] "
            "bench [GROUP...]\n");
    for (size_t i = 0; i < GROUPS; i++)
        fprintf(stderr, "  %-10s %s\n", groups[i].name, groups[i].about);
}

int main(int argc, char **argv)
{
    const char *const format = getenv("BENCH_FORMAT");
    for (int i = 1; i < argc; i++) {
        if (!is_group(argv[i])) {
            print_usage();
            return 2;
        }
    }
    struct report *const report = report_new(format != NULL && strcmp(format, "json") == 0);
    for (size_t i = 0; i < GROUPS; i++) {
        if (!is_asked_for(groups[i].name, argc - 1, argv + 1))
            continue;
        report_group(report, groups[i].name);
        groups[i].run(report);
    }
    report_end(report);
    return 0;
}
