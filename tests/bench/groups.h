/*
 * groups.h - the groups of rows, for main.c to list
 */
#ifndef GROUPS_H
#define GROUPS_H

struct report;

void bench_scale(struct report *report);
void bench_bake(struct report *report);
void bench_stages(struct report *report);
void bench_tune(struct report *report);
void bench_sheet(struct report *report);
void bench_pack(struct report *report);
void bench_overlap(struct report *report);
void bench_first(struct report *report);
void bench_area(struct report *report);
void bench_flip(struct report *report);
void bench_motion(struct report *report);
void bench_contact(struct report *report);
void bench_many(struct report *report);
void bench_crowd(struct report *report);
void bench_tiles(struct report *report);
void bench_pairs(struct report *report);
void bench_shape(struct report *report);
void bench_points(struct report *report);
void bench_form(struct report *report);
void bench_affine(struct report *report);
void bench_outlines(struct report *report);
void bench_export(struct report *report);
void bench_canvas(struct report *report);
void bench_terrain(struct report *report);
void bench_paint(struct report *report);
void bench_games(struct report *report);

#endif
