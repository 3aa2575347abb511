/*
 * bench_crowd.c - shapes and turned sprites against a crowd of 1000, beside a question for each
 * item
 *
 * The items stand all over a world in which the boxes of 1 % of them meet. Loops compare boxes
 * first, as games do. Both sides must give the same answers.
 */
#include "groups.h"

#include <hitmask_world.h>

#include "art.h"
#include "bench.h"
#include "gallery.h"

#include <stdlib.h>

enum { CROWD = 1000, ASKED = 64, SIDE = 32, WORLD = 640, DRAWN = 64, RADIUS = 16 };
/* A map of tiles for the laser, all but empty, so that it crosses the screen. */
enum { COLUMNS = 120, ROWS = 68, TILE = 16 };

struct scene {
    struct gallery gallery;
    const hm_sprite *sprites[CROWD];
    hm_point at[CROWD];
    hm_box boxes[CROWD];
    int32_t sides[4][CROWD];
    hm_crowd crowd;
    hm_placement placements[CROWD];
    hm_box placed_boxes[CROWD];
    hm_placed_crowd placed;
    hm_tiles tiles;
    uint32_t cells[COLUMNS * ROWS];
    const hm_sprite *tile[2];
    hm_sprite block;
    hm_world world, turned, all;
    struct asked {
        int32_t x, y, to_x, to_y;
        hm_placement at;
    } asked[ASKED];
};

static int32_t anywhere(uint64_t *random)
{
    return (int32_t)random_below(random, WORLD);
}

static hm_placement turned(const hm_sprite *sprite, uint64_t *random)
{
    hm_placement at = {.scale_x = 65536, .scale_y = 65536, .angle = random_below(random, 65536)};
    at.x = (int64_t)anywhere(random) * 65536;
    at.y = (int64_t)anywhere(random) * 65536;
    hm_sprite_pivot(sprite, &at.pivot_x, &at.pivot_y);
    return at;
}

static void scene_make(struct scene *s)
{
    uint64_t random = 9;
    for (uint32_t i = 0; i < DRAWN; i++)
        gallery_add_shape(&s->gallery, (enum shape)(i % SHAPES), SIDE, &random);
    gallery_bake(&s->gallery, false);
    for (uint32_t i = 0; i < CROWD; i++) {
        hm_box *const box = &s->boxes[i];
        s->sprites[i] = &s->gallery.sprites[random_below(&random, DRAWN)];
        s->at[i] = (hm_point){anywhere(&random), anywhere(&random)};
        hm_sprite_bounds(s->sprites[i], box);
        hm_box_move(box, s->at[i].x, s->at[i].y, box);
        const int32_t sides[4] = {box->x0, box->y0, box->x1, box->y1};
        for (int side = 0; side < 4; side++)
            s->sides[side][i] = sides[side];
        s->placements[i] = turned(s->sprites[i], &random);
        hm_placed_bounds(s->sprites[i], &s->placements[i], &s->placed_boxes[i]);
    }
    s->crowd = (hm_crowd){s->sides[0], s->sides[1], s->sides[2], s->sides[3], s->sprites, CROWD};
    s->placed = (hm_placed_crowd){s->placements, s->sprites, s->placed_boxes, CROWD};
    hm_sprite_box(TILE, TILE, &s->block);
    s->tile[1] = &s->block;
    for (uint32_t i = 0; i < ROWS; i++)
        s->cells[i * COLUMNS + COLUMNS - 1] = 1;
    s->tiles = (hm_tiles){COLUMNS, ROWS, TILE, TILE, s->cells, s->tile, NULL, 2};
    s->world = (hm_world){.crowd = &s->crowd};
    s->turned = (hm_world){.placed = &s->placed};
    s->all = (hm_world){.tiles = &s->tiles, .crowd = &s->crowd};
    for (uint32_t i = 0; i < ASKED; i++)
        s->asked[i] = (struct asked){anywhere(&random), anywhere(&random), anywhere(&random),
                                     anywhere(&random), turned(s->sprites[i], &random)};
}

/* ---- Questions ---------------------------------------------------------------------------- */

/* Both return a number that tells their answers apart. */
struct question {
    const char *name;
    uint64_t (*peer)(const struct scene *scene, const struct asked *asked);
    uint64_t (*ours)(const struct scene *scene, const struct asked *asked);
    double reach;
};

static hm_box box_around(const struct asked *asked, int32_t reach)
{
    return (hm_box){asked->x - reach, asked->y - reach, asked->x + reach + 1, asked->y + reach + 1};
}

static uint64_t sum_of_met(const hm_met *met, uint32_t count)
{
    uint64_t sum = count;
    for (uint32_t i = 0; i < count; i++)
        sum = sum * 31 + met[i].index;
    return sum;
}

static uint64_t sum_of(const uint32_t *hits, uint32_t count)
{
    uint64_t sum = count;
    for (uint32_t i = 0; i < count; i++)
        sum = sum * 31 + hits[i];
    return sum;
}

static uint64_t loop_box(const struct scene *s, const struct asked *asked)
{
    const hm_box box = box_around(asked, RADIUS);
    uint32_t hits[CROWD], count = 0;
    for (uint32_t i = 0; i < CROWD; i++) {
        hm_box local;
        if (!hm_box_overlap(&box, &s->boxes[i]))
            continue;
        hm_box_move(&box, -s->at[i].x, -s->at[i].y, &local);
        if (hm_overlap_box(s->sprites[i], &local, NULL))
            hits[count++] = i;
    }
    return sum_of(hits, count);
}

static uint64_t many_box(const struct scene *s, const struct asked *asked)
{
    const hm_box box = box_around(asked, RADIUS);
    hm_cursor next = {HM_NOTHING, 0};
    hm_met hits[CROWD];
    return sum_of_met(hits, hm_world_list_box(&s->world, &box, &next, hits, CROWD));
}

static uint64_t loop_circle(const struct scene *s, const struct asked *asked)
{
    const hm_box box = box_around(asked, RADIUS);
    uint32_t hits[CROWD], count = 0;
    for (uint32_t i = 0; i < CROWD; i++)
        if (hm_box_overlap(&box, &s->boxes[i]) &&
            hm_overlap_circle(s->sprites[i], asked->x - s->at[i].x, asked->y - s->at[i].y, RADIUS,
                              NULL))
            hits[count++] = i;
    return sum_of(hits, count);
}

static uint64_t many_circle(const struct scene *s, const struct asked *asked)
{
    hm_cursor next = {HM_NOTHING, 0};
    hm_met hits[CROWD];
    return sum_of_met(
        hits, hm_world_list_circle(&s->world, asked->x, asked->y, RADIUS, &next, hits, CROWD));
}

static uint64_t loop_point(const struct scene *s, const struct asked *asked)
{
    const hm_box box = box_around(asked, 0);
    uint32_t hits[CROWD], count = 0;
    for (uint32_t i = 0; i < CROWD; i++)
        if (hm_box_overlap(&box, &s->boxes[i]) &&
            hm_solid(s->sprites[i], asked->x - s->at[i].x, asked->y - s->at[i].y))
            hits[count++] = i;
    return sum_of(hits, count);
}

static uint64_t many_point(const struct scene *s, const struct asked *asked)
{
    hm_cursor next = {HM_NOTHING, 0};
    hm_met hits[CROWD];
    return sum_of_met(hits, hm_world_list_point(&s->world, asked->x, asked->y, &next, hits, CROWD));
}

/* The nearest of all that a ray hits. */
static uint64_t loop_ray(const struct scene *s, const struct asked *asked)
{
    uint64_t least = UINT64_MAX, steps;
    for (uint32_t i = 0; i < CROWD; i++)
        if (hm_overlap_ray(s->sprites[i], asked->x - s->at[i].x, asked->y - s->at[i].y,
                           asked->to_x - asked->x, asked->to_y - asked->y, NULL, &steps) &&
            steps < least)
            least = steps;
    return least;
}

static uint64_t many_ray(const struct scene *s, const struct asked *asked)
{
    uint64_t steps = UINT64_MAX;
    hm_world_ray(&s->world, asked->x, asked->y, asked->to_x - asked->x, asked->to_y - asked->y,
                 NULL, &steps);
    return steps;
}

/* The pixels of a segment before the one that it hits: each step goes along one axis. */
static uint64_t steps_to(const struct asked *asked, hm_point hit)
{
    return (uint64_t)(abs(hit.x - asked->x) + abs(hit.y - asked->y));
}

static uint64_t loop_segment(const struct scene *s, const struct asked *asked)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < CROWD; i++) {
        const hm_point at = s->at[i];
        hm_point hit;
        if (!hm_overlap_segment(s->sprites[i], asked->x - at.x, asked->y - at.y, asked->to_x - at.x,
                                asked->to_y - at.y, &hit))
            continue;
        const uint64_t steps = steps_to(asked, (hm_point){hit.x + at.x, hit.y + at.y});
        least = steps < least ? steps : least;
    }
    return least;
}

static uint64_t many_segment(const struct scene *s, const struct asked *asked)
{
    hm_met met;
    return hm_world_segment(&s->world, asked->x, asked->y, asked->to_x, asked->to_y, &met)
               ? steps_to(asked, met.hit)
               : UINT64_MAX;
}

static const hm_sprite *asking(const struct scene *s, const struct asked *asked)
{
    return s->sprites[asked - s->asked];
}

static uint64_t loop_placed(const struct scene *s, const struct asked *asked)
{
    const hm_sprite *const a = asking(s, asked);
    uint32_t hits[CROWD], count = 0;
    hm_box box;
    hm_placed_bounds(a, &asked->at, &box);
    for (uint32_t i = 0; i < CROWD; i++)
        if (hm_box_overlap(&box, &s->placed_boxes[i]) &&
            hm_placed_overlap(a, &asked->at, s->sprites[i], &s->placements[i]))
            hits[count++] = i;
    return sum_of(hits, count);
}

static uint64_t many_placed(const struct scene *s, const struct asked *asked)
{
    hm_cursor next = {HM_NOTHING, 0};
    hm_met hits[CROWD];
    return sum_of_met(
        hits, hm_world_list_placed(&s->turned, asking(s, asked), &asked->at, &next, hits, CROWD));
}

/* Asks for the thing under the mouse, and for a laser from left to right, and downwards, over a
 * screen. */
static uint64_t pick(const struct scene *s, const struct asked *asked)
{
    hm_met met = {HM_NOTHING, 0, {0, 0}};
    hm_world_point(&s->all, asked->x, asked->y, &met);
    return met.index;
}

static uint64_t laser(const struct scene *s, const struct asked *asked)
{
    hm_met met = {HM_NOTHING, 0, {0, 0}};
    hm_world_ray(&s->all, 0, asked->y + WORLD, 1, 0, &met, NULL);
    return met.index;
}

static uint64_t slanting_laser(const struct scene *s, const struct asked *asked)
{
    hm_met met = {HM_NOTHING, 0, {0, 0}};
    hm_world_ray(&s->all, 0, WORLD + asked->y / 4, 16, 1 + asked->x % 3, &met, NULL);
    return met.index;
}

static const struct question questions[] = {
    {"box of 33 px", loop_box, many_box, 2},    {"circle of 33 px", loop_circle, many_circle, 2},
    {"pixel", loop_point, many_point, 2},       {"ray", loop_ray, many_ray, 2},
    {"segment", loop_segment, many_segment, 2}, {"turned sprite", loop_placed, many_placed, 0},
};

/* How much of a sprite lies on the items, and moves of 60 px through them: upright, and turned. */
static uint64_t area_in(const struct scene *s, const struct asked *asked)
{
    return hm_world_area(&s->all, asking(s, asked), asked->x, asked->y);
}

static uint64_t sweep_in(const struct scene *s, const struct asked *asked)
{
    hm_sweep_result out;
    hm_world_sweep(&s->all, asking(s, asked), asked->x, asked->y, 40, -20, &out, NULL);
    return out.step;
}

static uint64_t sweep_past_turned(const struct scene *s, const struct asked *asked)
{
    hm_sweep_result out;
    hm_world_sweep(&s->turned, asking(s, asked), asked->x, asked->y, 40, -20, &out, NULL);
    return out.step;
}

static uint64_t turned_sweep(const struct scene *s, const struct asked *asked)
{
    hm_affine_sweep_result out;
    hm_world_placed_sweep(&s->all, asking(s, asked), &asked->at, 40 * 65536, -20 * 65536, &out,
                          NULL);
    return out.step;
}

static uint64_t slide_past_turned(const struct scene *s, const struct asked *asked)
{
    hm_slide_result out;
    hm_slide(&s->turned, asking(s, asked), asked->x, asked->y, 4, -2, 2, 2, &out);
    return (uint64_t)out.moved.x;
}

/* ---- Rows --------------------------------------------------------------------------------- */

struct asking_all {
    const struct scene *scene;
    const struct question *question;
    uint64_t sum; /* of answers, so that none can be left out */
};

static void all_peer(void *context)
{
    struct asking_all *const all = context;
    for (int i = 0; i < ASKED; i++)
        all->sum += all->question->peer(all->scene, &all->scene->asked[i]);
}

static void all_ours(void *context)
{
    struct asking_all *const all = context;
    for (int i = 0; i < ASKED; i++)
        all->sum += all->question->ours(all->scene, &all->scene->asked[i]);
}

static void check(const struct scene *scene, const struct question *question)
{
    for (int i = 0; i < ASKED; i++)
        if (question->peer(scene, &scene->asked[i]) != question->ours(scene, &scene->asked[i]))
            die("crowd, %s: no agreement", question->name);
}

/* By itself, in nanoseconds. */
static void show_alone(struct report *report, const struct scene *scene,
                       const struct question *question)
{
    struct asking_all all = {scene, question, 0};
    const struct times times = measure(&(struct contest){all_peer, all_ours, &all, 0.2});
    report_row(report, &(struct row){.name = question->name,
                                     .count = CROWD,
                                     .ours = times.ours / ASKED,
                                     .judged = question->reach > 0 ? JUDGE_ALONE : JUDGE_NOTHING,
                                     .reach = question->reach,
                                     .instructions = gallery_instructions(&scene->gallery)});
}

void bench_crowd(struct report *report)
{
    static const struct question alone[] = {
        {"the mouse", pick, pick, 300},
        {"a laser over 1920 px", laser, laser, 3000},
        {"a slanting laser", slanting_laser, slanting_laser, 3000},
        {"the area of a sprite", area_in, area_in, 0},
        {"a sweep of 60 px", sweep_in, sweep_in, 0},
        {"a turned sweep of 40 px", turned_sweep, turned_sweep, 0},
        {"a sweep past turned ones", sweep_past_turned, sweep_past_turned, 0},
        {"a slide past turned ones", slide_past_turned, slide_past_turned, 0},
    };
    static struct scene scene;
    scene_make(&scene);
    report_topic(report, "against 1000, 1 % of the boxes meet", "boxes, then a question for each");
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct asking_all all = {&scene, &questions[i], 0};
        check(&scene, &questions[i]);
        const struct times times = measure(&(struct contest){all_peer, all_ours, &all, 0.2});
        report_row(report,
                   &(struct row){.name = questions[i].name,
                                 .count = CROWD,
                                 .peer = times.peer / ASKED,
                                 .ours = times.ours / ASKED,
                                 .judged = questions[i].reach > 0 ? JUDGE_SPEEDUP : JUDGE_NOTHING,
                                 .reach = questions[i].reach,
                                 .instructions = gallery_instructions(&scene.gallery)});
    }
    report_topic(report, "in 1000 items and 120 x 68 tiles, of which the last column is full", "");
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        show_alone(report, &scene, &alone[i]);
    gallery_free(&scene.gallery);
}
