/*
 * answers.c - the answers of the library itself to the questions of test_answers.mjs, as one number
 *
 *     answers PACK ROUNDS
 *
 * Both draw the same numbers and ask the same questions in the same order: here in C, there through
 * the classes of the module.
 */
#include <hitmask_canvas.h>
#include <hitmask_world.h>

#include <stdio.h>
#include <stdlib.h>

enum { SPRITES = 64, ITEMS = 40, TURNED = 10 };

static uint32_t hash = 1, state = 1;

static void add(uint32_t number)
{
    hash = (hash ^ number) * UINT32_C(0x9e3779b1);
    hash ^= hash >> 15;
}

static void add_point(bool is, const hm_point *point)
{
    add(is);
    if (is) {
        add((uint32_t)point->x);
        add((uint32_t)point->y);
    }
}

static int32_t between(int32_t low, int32_t high)
{
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return low + (int32_t)((state >> 8) % (uint32_t)(high - low + 1));
}

static hm_sprite sprites[SPRITES];
static int32_t count;

static hm_sprite drawn_sprite(void)
{
    hm_sprite out;
    const int32_t which = between(0, count - 1), turn = between(0, 3);
    hm_sprite_flip(&sprites[which], turn & 1, turn & 2, &out);
    return out;
}

static hm_placement drawn_placement(const hm_sprite *sprite)
{
    hm_placement at;
    at.x = between(-4000000, 4000000);
    at.y = between(-4000000, 4000000);
    at.scale_x = between(20000, 150000);
    at.scale_y = -between(20000, 150000);
    at.angle = (uint32_t)between(0, 65535);
    hm_sprite_pivot(sprite, &at.pivot_x, &at.pivot_y);
    return at;
}

static void ask_upright(void)
{
    const hm_sprite a = drawn_sprite(), b = drawn_sprite();
    const int32_t dx = between(-90, 90), dy = between(-90, 90);
    const int32_t mx = between(-200, 200), my = between(-200, 200);
    hm_point hit = {0, 0}, other = {0, 0};
    hm_sweep_result sweep;
    int64_t nx, ny;
    uint32_t distance = 0;
    uint64_t steps = 0, squared = 0;
    add(hm_overlap(&a, &b, dx, dy));
    add_point(hm_overlap_first(&a, &b, dx, dy, &hit), &hit);
    add((uint32_t)hm_overlap_area(&a, &b, dx, dy));
    add_point(hm_overlap_furthest(&a, &b, dx, dy, HM_DOWN, &hit), &hit);
    if (hm_overlap_normal(&a, &b, dx, dy, &nx, &ny)) {
        add((uint32_t)nx);
        add((uint32_t)ny);
    }
    add(hm_overlap_exit(&a, &b, dx, dy, HM_RIGHT, 60, &distance) ? distance : 12345);
    add(hm_sweep(&a, &b, dx, dy, mx, my, &sweep));
    add_point(true, &sweep.moved);
    add((uint32_t)sweep.step);
    add_point(true, &sweep.hit);
    add((uint32_t)sweep.normal_x);
    add((uint32_t)sweep.normal_y);
    add_point(true, &sweep.contact);
    add_point(hm_overlap_circle(&a, dx, dy, 20, &hit), &hit);
    add_point(hm_overlap_segment(&a, dx, dy, mx, my, &hit), &hit);
    if (hm_overlap_ray(&a, dx, dy, mx, my, &hit, &steps)) {
        add_point(true, &hit);
        add((uint32_t)steps);
    }
    if (hm_gap(&a, &b, dx, dy, 50, &squared, &hit, &other)) {
        add((uint32_t)squared);
        add_point(true, &hit);
        add_point(true, &other);
    }
    add_point(hm_points_overlap(&a, &b, dx, dy, UINT32_MAX, &hit), &hit);
}

static void ask_placed(void)
{
    const hm_sprite a = drawn_sprite(), b = drawn_sprite();
    const hm_placement p = drawn_placement(&a), q = drawn_placement(&b);
    const int32_t mx = between(-3000000, 3000000), my = between(-3000000, 3000000);
    hm_affine_sweep_result sweep;
    hm_point hit = {0, 0};
    hm_box box;
    add(hm_placed_overlap(&a, &p, &b, &q));
    add_point(hm_placed_first(&a, &p, &b, &q, &hit), &hit);
    add((uint32_t)hm_placed_area(&a, &p, &b, &q));
    add(hm_placed_sweep(&a, &p, &b, &q, mx, my, &sweep));
    add((uint32_t)sweep.moved_x);
    add((uint32_t)sweep.moved_y);
    add((uint32_t)sweep.step);
    add_point(true, &sweep.hit);
    add((uint32_t)sweep.normal_x);
    add((uint32_t)sweep.normal_y);
    add((uint32_t)sweep.contact_x);
    add_point(hm_placed_circle(&a, &p, 5, 9, 30, &hit), &hit);
    add_point(hm_placed_pixel(&p, 3, 4, &hit), &hit);
    hm_placed_bounds(&a, &p, &box);
    add((uint32_t)box.x0);
    add((uint32_t)(box.y1 - box.y0));
}

static void add_met(bool is, const hm_met *met)
{
    add(is);
    if (is) {
        add(met->kind);
        add(met->index);
        add_point(true, &met->hit);
    }
}

static void ask_world(const hm_world *world)
{
    const hm_sprite a = drawn_sprite();
    const int32_t x = between(-300, 300), y = between(-300, 300);
    const int32_t mx = between(-90, 90), my = between(-90, 90);
    hm_met met, hits[8];
    hm_slide_result slide;
    hm_sweep_result sweep;
    hm_cursor next = {HM_NOTHING, 0};
    uint64_t steps = 0;
    uint32_t found;
    add_met(hm_world_overlap(world, &a, x, y, &met), &met);
    add((uint32_t)hm_world_area(world, &a, x, y));
    add_met(hm_world_point(world, x, y, &met), &met);
    add_met(hm_world_circle(world, x, y, 25, &met), &met);
    if (hm_world_ray(world, x, y, mx, my, &met, &steps)) {
        add_met(true, &met);
        add((uint32_t)steps);
    }
    const bool swept = hm_world_sweep(world, &a, x, y, mx, my, &sweep, &met);
    add_met(swept, &met);
    add_point(true, &sweep.moved);
    add((uint32_t)sweep.step);
    hm_slide(world, &a, x, y, mx, my, 2, 3, &slide);
    add_point(true, &slide.moved);
    add((uint32_t)slide.hit_x | (uint32_t)slide.hit_y << 1 | (uint32_t)slide.on_ground << 2 |
        (uint32_t)slide.stuck << 3);
    add(slide.kind);
    add(slide.index);
    add_point(true, &slide.hit);
    add((uint32_t)slide.normal_x);
    add((uint32_t)slide.normal_y);
    add_point(true, &slide.contact);
    add(slide.ground_kind);
    add(slide.ground_index);
    add(slide.rise);
    do {
        found = hm_world_list(world, &a, x, y, &next, hits, 8);
        for (uint32_t i = 0; i < found; i++)
            add_met(true, &hits[i]);
    } while (found == 8);
}

int main(int argc, char **argv)
{
    static uint8_t bytes[1 << 20];
    static hm_sprite members[ITEMS], turned[TURNED];
    static const hm_sprite *crowd_of[ITEMS], *placed_of[TURNED];
    static int32_t sides[4][ITEMS];
    static hm_placement places[TURNED];
    static hm_box boxes[TURNED];
    hm_pack pack;
    FILE *const file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (hm_pack_open(&pack, bytes, size) != HM_OK)
        return 2;
    while (count < SPRITES && hm_pack_sprite(&pack, (uint32_t)count, &sprites[count]))
        count++;
    for (int i = 0; i < ITEMS; i++) {
        members[i] = drawn_sprite();
        crowd_of[i] = &members[i];
        const int32_t x = between(-300, 300), y = between(-300, 300);
        hm_box box;
        hm_sprite_bounds(&members[i], &box);
        hm_box_move(&box, x, y, &box);
        const int32_t edges[4] = {box.x0, box.y0, box.x1, box.y1};
        for (int k = 0; k < 4; k++)
            sides[k][i] = edges[k];
    }
    for (int i = 0; i < TURNED; i++) {
        turned[i] = drawn_sprite();
        placed_of[i] = &turned[i];
        places[i] = drawn_placement(&turned[i]);
        hm_placed_bounds(&turned[i], &places[i], &boxes[i]);
    }
    const hm_crowd crowd = {sides[0], sides[1], sides[2], sides[3], crowd_of, ITEMS};
    const hm_placed_crowd placed = {places, placed_of, boxes, TURNED};
    const hm_world world = {
        .terrain = &sprites[0], .crowd = &crowd, .placed = &placed, .terrain_at = {40, 60}};
    const long rounds = strtol(argv[2], NULL, 10);
    for (long i = 0; i < rounds; i++) {
        ask_upright();
        if (i % 4 == 0)
            ask_placed();
        if (i % 2 == 0)
            ask_world(&world);
    }
    printf("%u\n", hash);
    return 0;
}
