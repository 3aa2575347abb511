/*
 * polygons.c - makes polygons, looks for what is wrong with them, and makes them again
 */
#include "model/polygons.h"

#include "bits.h"
#include "model/cover.h"
#include "model/fit.h"
#include "model/tangle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A loop that was made again this often becomes the finest polygon. */
enum { TRIES_MOST = 24 };

struct part {
    const struct outline_corner *corners;
    uint32_t corner_count;
    int64_t area;
    uint32_t parent; /* among the parts, or NO_LOOP */
    struct step *steps;
    uint32_t step_count;
    uint16_t *reach; /* of each corner */
    uint16_t *span;  /* of each step */
    struct vertex *vertices;
    uint32_t vertex_count;
    uint32_t tries;
    bool fitted, loosened; /* with moved corners; no longer, since this round */
    bool blamed;           /* is to be made again */
};

struct polygon_set {
    struct part *parts;
    uint32_t count;
    enum polygon_fit fit;
    uint32_t reach;
    const struct outline *outline;
    struct arena *arena;
    struct arena round; /* of what is needed in a round only */
    struct chords chords;
    struct fitting fitting;
    struct loops loops;
};

/* ---- Parts ---------------------------------------------------------------------------------- */

/* Numbers the loops that are kept. What lies in a loop encloses less, so no parent is dropped. */
static uint32_t choose_loops(const struct outline *outline, uint64_t area_least, uint32_t *numbers)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < outline->loop_count; i++)
        numbers[i] = (uint64_t)llabs(outline->loops[i].area) >= area_least ? count++ : NO_LOOP;
    return count;
}

static void begin_part(struct polygon_set *set, const struct outline_loop *loop, struct part *part)
{
    const struct outline_corner *const corners = set->outline->corners + loop->first;
    const size_t most = chords_most(corners, loop->count);
    *part = (struct part){.corners = corners,
                          .corner_count = loop->count,
                          .area = loop->area,
                          .steps = arena_new(set->arena, most, sizeof *part->steps)};
    part->step_count = chords_divide(part->corners, part->corner_count, part->steps);
    part->reach = arena_new(set->arena, part->corner_count, sizeof *part->reach);
    part->span = arena_new(set->arena, part->step_count, sizeof *part->span);
    part->vertices = arena_new(set->arena, part->step_count, sizeof *part->vertices);
}

static void begin(struct polygon_set *set, uint64_t area_least)
{
    const struct outline *const outline = set->outline;
    uint32_t *const numbers = arena_new(set->arena, outline->loop_count, sizeof *numbers);
    uint32_t most = 0;
    set->count = choose_loops(outline, area_least, numbers);
    set->parts = arena_new(set->arena, set->count, sizeof *set->parts);
    for (uint32_t i = 0; i < outline->loop_count; i++) {
        const struct outline_loop *const loop = &outline->loops[i];
        if (numbers[i] == NO_LOOP)
            continue;
        struct part *const part = &set->parts[numbers[i]];
        begin_part(set, loop, part);
        part->parent = loop->parent == NO_LOOP ? NO_LOOP : numbers[loop->parent];
        most = part->step_count > most ? part->step_count : most;
    }
    set->chords.fit = set->fit;
    chords_reserve(&set->chords, most, set->arena);
    fitting_reserve(&set->fitting, most, set->arena);
}

static struct vertex vertex_at(const struct part *part, uint32_t step)
{
    const struct step *const s = &part->steps[step];
    return (struct vertex){s->x * (CORNER_ONE / 2), s->y * (CORNER_ONE / 2), step};
}

/* Moves the corners back to where they were chosen. */
static void loosen(struct part *part)
{
    for (uint32_t i = 0; i < part->vertex_count; i++)
        part->vertices[i] = vertex_at(part, part->vertices[i].step);
}

static void make_finest(struct part *part)
{
    part->vertex_count = 0;
    for (uint32_t i = 0; i < part->step_count; i++)
        if (part->steps[i].is_fine)
            part->vertices[part->vertex_count++] = vertex_at(part, i);
}

static void set_chosen(struct part *part, const uint32_t *chosen, uint32_t count)
{
    part->vertex_count = count;
    for (uint32_t k = 0; k < count; k++)
        part->vertices[k] = vertex_at(part, chosen[k]);
}

static bool runs_with_loop(const struct part *part)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < part->vertex_count; i++) {
        const struct vertex a = part->vertices[i],
                            b = part->vertices[i + 1 < part->vertex_count ? i + 1 : 0];
        sum += (int64_t)a.x * b.y - (int64_t)b.x * a.y;
    }
    return sum != 0 && (sum > 0) == (part->area > 0);
}

static void fit_part(struct polygon_set *set, struct part *part)
{
    struct fitting *const fitting = &set->fitting;
    fitting->corners = part->corners;
    fitting->corner_count = part->corner_count;
    fitting->steps = part->steps;
    fitting->step_count = part->step_count;
    fitting->reach = part->reach;
    fit_polygon(fitting, part->vertices, part->vertex_count);
}

static void make_part(struct polygon_set *set, struct part *part)
{
    struct chords *const chords = &set->chords;
    uint32_t count = 0;
    part->blamed = false;
    if (part->loosened) {
        part->loosened = false;
        loosen(part);
        return;
    }
    if (part->tries <= TRIES_MOST) {
        chords->steps = part->steps;
        chords->count = part->step_count;
        chords->reach = part->reach;
        memcpy(chords->span, part->span, part->step_count * sizeof *part->span);
        count = chords_find(chords, part->area);
    }
    if (count < 3) {
        make_finest(part);
        return;
    }
    set_chosen(part, chords->chosen, count);
    if (!part->fitted)
        return;
    fit_part(set, part);
    /* A thin one may have turned over. */
    if (!runs_with_loop(part)) {
        part->fitted = false;
        loosen(part);
    }
}

/* ---- Blame ---------------------------------------------------------------------------------- */

static uint32_t next_step(const struct part *part, uint32_t step)
{
    return step + 1 < part->step_count ? step + 1 : 0;
}

/* Shortens the reach of the corners from step to step. False when it is the least already. */
static bool shorten_reach(struct part *part, uint32_t from, uint32_t to)
{
    bool any = false;
    for (uint32_t i = from;; i = next_step(part, i)) {
        uint16_t *const reach = &part->reach[part->steps[i].corner];
        if ((part->steps[i].is_corner || i == from) && *reach > REACH_LEAST) {
            *reach = (uint16_t)(*reach * 7 / 10 > REACH_LEAST ? *reach * 7 / 10 : REACH_LEAST);
            any = true;
        }
        if (i == to)
            return any;
    }
}

/* A chord of a polygon is in the way. A loop gives up its moved corners at first. */
static void blame(struct part *part, uint32_t vertex)
{
    const struct vertex *const from = &part->vertices[vertex];
    const struct vertex *const to =
        &part->vertices[vertex + 1 < part->vertex_count ? vertex + 1 : 0];
    part->blamed = true;
    if (part->fitted) {
        part->fitted = false;
        part->loosened = true;
    }
    if (part->loosened)
        return;
    if (shorten_reach(part, from->step, to->step))
        return;
    for (uint32_t i = from->step;; i = next_step(part, i)) {
        part->span[i] = part->span[i] > 64 ? 16 : part->span[i] > 4 ? part->span[i] / 2 : 2;
        if (i == to->step)
            break;
    }
}

static void blame_edge(struct polygon_set *set, const struct grid *grid, uint32_t edge)
{
    const uint32_t loop = grid->loop_of[edge];
    blame(&set->parts[loop], edge - set->loops.starts[loop]);
}

struct box {
    int32_t left, top, right, bottom;
};

static struct box box_of(const struct part *part)
{
    struct box box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (uint32_t i = 0; i < part->vertex_count; i++) {
        const struct vertex v = part->vertices[i];
        box.left = v.x < box.left ? v.x : box.left;
        box.top = v.y < box.top ? v.y : box.top;
        box.right = v.x > box.right ? v.x : box.right;
        box.bottom = v.y > box.bottom ? v.y : box.bottom;
    }
    return box;
}

/* Blames the chords of a polygon that come near a box, all of them without one. When none does, all
 * are blamed: in each round, a polygon in the way becomes finer. */
static void blame_near(struct part *part, const struct box *box, int32_t margin)
{
    bool any = false;
    for (uint32_t i = 0; i < part->vertex_count; i++) {
        const struct vertex a = part->vertices[i],
                            b = part->vertices[i + 1 < part->vertex_count ? i + 1 : 0];
        if (box == NULL || ((a.x < b.x ? a.x : b.x) <= box->right + margin &&
                            (a.x > b.x ? a.x : b.x) >= box->left - margin &&
                            (a.y < b.y ? a.y : b.y) <= box->bottom + margin &&
                            (a.y > b.y ? a.y : b.y) >= box->top - margin)) {
            blame(part, i);
            any = true;
        }
    }
    if (!any)
        blame_near(part, NULL, 0);
}

/* ---- What is wrong ------------------------------------------------------------------------- */

/* Puts the polygons one after the other. */
static void collect(struct polygon_set *set, struct arena *arena)
{
    size_t count = 0;
    for (uint32_t i = 0; i < set->count; i++)
        count += set->parts[i].vertex_count;
    set->loops = (struct loops){
        .corners = arena_new(arena, count, sizeof *set->loops.corners),
        .starts = arena_new(arena, set->count + (size_t)1, sizeof *set->loops.starts),
        .count = set->count,
    };
    struct spot *corner = set->loops.corners;
    for (uint32_t i = 0; i < set->count; i++) {
        const struct part *const part = &set->parts[i];
        for (uint32_t k = 0; k < part->vertex_count; k++)
            *corner++ = (struct spot){part->vertices[k].x, part->vertices[k].y};
        set->loops.starts[i + 1] = (uint32_t)(corner - set->loops.corners);
    }
}

static bool find_tangled(struct polygon_set *set, const struct grid *grid)
{
    struct tangled *found;
    const uint32_t count = grid_find_tangled(grid, &set->round, &found);
    for (uint32_t i = 0; i < count; i++) {
        blame_edge(set, grid, found[i].edges[0]);
        blame_edge(set, grid, found[i].edges[1]);
    }
    return count > 0;
}

/* A polygon may have jumped over a small one without crossing it. */
static bool find_misplaced(struct polygon_set *set, const struct grid *grid)
{
    uint32_t *const parents = arena_new(&set->round, set->count, sizeof *parents);
    /* A chord may be as far from its loop as the reach, and its loop from the other one. */
    const int32_t margin = (int32_t)(2 * set->reach / (REACH_ONE / CORNER_ONE)) + 2 * CORNER_ONE;
    bool found = false;
    if (set->count > 1)
        grid_find_parents(grid, parents, &set->round);
    for (uint32_t i = 0; i < set->count && set->count > 1; i++) {
        struct part *const part = &set->parts[i];
        if (parents[i] == part->parent)
            continue;
        const struct box box = box_of(part);
        found = true;
        blame_near(part, NULL, 0);
        if (parents[i] != NO_LOOP)
            blame_near(&set->parts[parents[i]], &box, margin);
        if (part->parent != NO_LOOP)
            blame_near(&set->parts[part->parent], &box, margin);
    }
    return found;
}

/* A polygon that must contain all solid pixels comes through one, or one that must be inside comes
 * through an empty one. */
static bool find_cutting(struct polygon_set *set, const struct cover *cover)
{
    bool found = false;
    for (uint32_t i = 0; i < set->count; i++) {
        struct part *const part = &set->parts[i];
        for (uint32_t k = 0; k < part->vertex_count; k++) {
            const struct vertex a = part->vertices[k],
                                b = part->vertices[k + 1 < part->vertex_count ? k + 1 : 0];
            if (!cover_is_crossed(cover, (struct spot){a.x, a.y}, (struct spot){b.x, b.y},
                                  set->fit == FIT_CONTAIN))
                continue;
            blame(part, k);
            found = true;
        }
    }
    if (!found && !cover_holds(cover, &set->loops, set->fit == FIT_CONTAIN, &set->round)) {
        for (uint32_t i = 0; i < set->count; i++)
            blame_near(&set->parts[i], NULL, 0);
        found = true;
    }
    return found;
}

static bool find_faults(struct polygon_set *set, const struct cover *cover)
{
    struct grid grid;
    arena_empty(&set->round);
    collect(set, &set->round);
    grid_make(&grid, &set->loops, &set->round);
    return find_tangled(set, &grid) || find_misplaced(set, &grid) ||
           (cover != NULL && find_cutting(set, cover));
}

/* ---- The polygons ---------------------------------------------------------------------------- */

static uint32_t make_all(struct polygon_set *set, uint32_t reach, const struct cover *cover)
{
    set->reach = reach;
    chords_expect(reach);
    for (uint32_t i = 0; i < set->count; i++) {
        struct part *const part = &set->parts[i];
        for (uint32_t k = 0; k < part->corner_count; k++)
            part->reach[k] = (uint16_t)reach;
        for (uint32_t k = 0; k < part->step_count; k++)
            part->span[k] = SPAN_MOST;
        part->fitted = set->fit == FIT_NEAR;
        part->blamed = true;
        part->tries = 0;
    }
    do {
        for (uint32_t i = 0; i < set->count; i++)
            if (set->parts[i].blamed) {
                make_part(set, &set->parts[i]);
                set->parts[i].tries++;
            }
    } while (find_faults(set, cover));
    return loops_corner_count(&set->loops);
}

/* The least reach of at most `most` corners: one less has more. */
static bool search_reach(struct polygon_set *set, uint32_t most, const struct cover *cover,
                         uint32_t *reach, struct error *err)
{
    uint32_t too_small = *reach, enough = REACH_MOST;
    if (make_all(set, *reach, cover) <= most)
        return true;
    const uint32_t fewest = make_all(set, enough, cover);
    if (fewest > most)
        return fail(err,
                    "its %" PRIu32 " loops need %" PRIu32
                    " corners even at a tolerance of 64 pixels, more than the %" PRIu32
                    " of --polygon-vertices; --min-area drops small loops",
                    set->count, fewest, most);
    while (enough - too_small > 1) {
        const uint32_t middle = too_small + (enough - too_small) / 2;
        if (make_all(set, middle, cover) <= most)
            enough = middle;
        else
            too_small = middle;
    }
    *reach = enough;
    make_all(set, enough, cover);
    return true;
}

bool polygons_make(const struct outline *outline, const struct mask *mask,
                   const struct polygons_rule *rule, struct arena *arena, struct loops *out,
                   uint32_t *reach, struct error *err)
{
    *reach = rule->reach;
    outline_get_loops(outline, rule->area_least, arena, out);
    if (rule->reach == 0 || out->count == 0)
        return true;
    struct polygon_set set = {.outline = outline, .fit = rule->fit, .arena = arena};
    struct cover cover;
    if (rule->fit != FIT_NEAR)
        cover_make(&cover, out, mask->width, mask->height, arena);
    const struct cover *const kept = rule->fit != FIT_NEAR ? &cover : NULL;
    begin(&set, rule->area_least);
    bool ok = true;
    if (rule->corners_most > 0)
        ok = search_reach(&set, rule->corners_most, kept, reach, err);
    else
        make_all(&set, rule->reach, kept);
    if (ok) {
        *out = (struct loops){
            .corners = arena_new(arena, loops_corner_count(&set.loops), sizeof *out->corners),
            .starts = arena_new(arena, set.count + (size_t)1, sizeof *out->starts)};
        for (uint32_t i = 0; i < set.count; i++)
            loops_add(out, set.loops.corners + set.loops.starts[i], set.parts[i].vertex_count);
    }
    arena_free(&set.round);
    return ok;
}
