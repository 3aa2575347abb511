/*
 * bench_native.c - the questions of bench_questions.js in portable C: nanoseconds for each, a line
 * a row
 *
 * Both draw the same masks and places.
 */
#define _POSIX_C_SOURCE 200809L
#include <hitmask_canvas.h>
#include <hitmask_world.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MASKS = 8, PLACES = 256, ITEMS = 1000, CROWD_SIDE = 640, ROUNDS = 5 };

static uint32_t state;
static volatile uint64_t sink;

static int32_t between(int32_t low, int32_t high)
{
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return low + (int32_t)((state >> 8) % (uint32_t)(high - low + 1));
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* A disc with a hole, as large as it fits into its square or smaller. */
static void draw(hm_sprite *out, int32_t size)
{
    static uint8_t bits[256 * 32];
    const size_t stride = ((size_t)size + 7) / 8, buffer_size = hm_sprite_buffer_size(size, size);
    const int32_t outer = size * between(60, 95) / 100, inner = outer * between(0, 60) / 100;
    for (size_t i = 0; i < sizeof bits; i++)
        bits[i] = 0;
    for (int32_t y = 0; y < size; y++)
        for (int32_t x = 0; x < size; x++) {
            const int32_t u = 2 * x - size, v = 2 * y - size, far = u * u + v * v;
            if (far < outer * outer && far >= inner * inner)
                bits[(size_t)y * stride + (size_t)x / 8] |= (uint8_t)(1 << x % 8);
        }
    if (!hm_sprite_from_bits(bits, stride, size, size, malloc(buffer_size), buffer_size, out))
        abort();
}

struct place {
    const hm_sprite *a, *b;
    int32_t dx, dy;
};

typedef uint64_t question(const struct place *place);

static uint64_t overlap(const struct place *p)
{
    return hm_overlap(p->a, p->b, p->dx, p->dy);
}

static uint64_t area(const struct place *p)
{
    return hm_overlap_area(p->a, p->b, p->dx, p->dy);
}

static hm_world world;
static hm_sprite asker;

static uint64_t crowd(const struct place *p)
{
    hm_cursor next = {HM_NOTHING, 0};
    hm_met hits[64];
    return hm_world_list(&world, &asker, p->dx, p->dy, &next, hits, 64);
}

static void measure(const char *name, question *ask, const struct place *places, int repeats)
{
    double best = 1e30;
    for (int round = 0; round < ROUNDS; round++) {
        const double begun = now();
        for (int i = 0; i < repeats; i++)
            for (int k = 0; k < PLACES; k++)
                sink += ask(&places[k]);
        const double each = (now() - begun) / repeats / PLACES;
        best = each < best ? each : best;
    }
    printf("%s %.2f\n", name, best);
}

int main(void)
{
    static const int32_t sizes[] = {16, 72, 256};
    static hm_sprite masks[MASKS], members[ITEMS];
    static const hm_sprite *of[ITEMS];
    static int32_t sides[4][ITEMS];
    static struct place places[PLACES];
    for (int s = 0; s < 3; s++) {
        char name[32];
        state = (uint32_t)sizes[s];
        for (int i = 0; i < MASKS; i++)
            draw(&masks[i], sizes[s]);
        for (int i = 0; i < PLACES; i++) {
            places[i].a = &masks[between(0, MASKS - 1)];
            places[i].b = &masks[between(0, MASKS - 1)];
            places[i].dx = between(-sizes[s], sizes[s]);
            places[i].dy = between(-sizes[s], sizes[s]);
        }
        snprintf(name, sizeof name, "overlap %d", sizes[s]);
        measure(name, overlap, places, 400);
        snprintf(name, sizeof name, "area %d", sizes[s]);
        measure(name, area, places, 100);
    }
    state = 1;
    draw(&asker, 32);
    for (int i = 0; i < ITEMS; i++) {
        draw(&members[i], 32);
        of[i] = &members[i];
        const int32_t x = between(0, CROWD_SIDE), y = between(0, CROWD_SIDE);
        hm_box box;
        hm_sprite_bounds(&members[i], &box);
        hm_box_move(&box, x, y, &box);
        const int32_t edges[4] = {box.x0, box.y0, box.x1, box.y1};
        for (int k = 0; k < 4; k++)
            sides[k][i] = edges[k];
    }
    const hm_crowd all = {sides[0], sides[1], sides[2], sides[3], of, ITEMS};
    world = (hm_world){.crowd = &all};
    for (int i = 0; i < PLACES; i++) {
        places[i].dx = between(0, CROWD_SIDE);
        places[i].dy = between(0, CROWD_SIDE);
    }
    measure("crowd", crowd, places, 10);
    return 0;
}
