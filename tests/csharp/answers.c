/*
 * answers.c - the library's answers to many random questions, a number for each part
 *
 *     answers PACK ROUNDS        asks; Answers.cs asks the same questions of Hitmask.cs
 *     answers --open FILE...     says for each file, and for it cut short and changed in many
 * places, what hm_pack_open says, again as one number
 *
 * Needs nothing but the C library.
 */
#include <hitmask_world.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t digest, random_state, questions;

static void add(uint64_t number)
{
    digest = (digest ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    digest ^= digest >> 29;
}

/* The number of an answer: is there one, and where. */
static void add_hit(bool is, const hm_point *hit)
{
    questions++;
    add(is);
    add((uint32_t)(is ? hit->x : 0));
    add((uint32_t)(is ? hit->y : 0));
}

static void add_answer(uint64_t number)
{
    questions++;
    add(number);
}

static void add_text(const char *text)
{
    questions++;
    while (*text != 0)
        add((uint8_t)*text++);
}

static void add_box(const hm_box *box)
{
    questions++;
    add((uint32_t)box->x0);
    add((uint32_t)box->y0);
    add((uint32_t)box->x1);
    add((uint32_t)box->y1);
}

static uint32_t next_random(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33);
}

static int32_t between(int32_t low, int32_t high)
{
    return low + (int32_t)(next_random() % ((uint32_t)high - (uint32_t)low + 1));
}

static hm_point random_point(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    hm_point point;
    point.x = between(x0, x1);
    point.y = between(y0, y1);
    return point;
}

static int32_t far_away(void)
{
    static const int32_t far[] = {INT32_MIN, INT32_MIN + 1, -70000, 70000, INT32_MAX};
    return far[next_random() % 5];
}

/* Few bits are set, so that masks often miss each other. */
static uint8_t sparse_byte(void)
{
    uint32_t bits = next_random() >> 3;
    bits &= next_random() >> 3;
    bits &= next_random() >> 3;
    return (uint8_t)bits;
}

/* ---- The sprites that are asked about ------------------------------------------------------- */

enum { SPRITES_MAX = 256 };

static hm_sprite sprites[SPRITES_MAX];
static uint32_t count;

/* Terrain as a game makes it, noise, and boxes; then those of the pack, and some of all turned. */
static void make_sprites(const hm_pack *pack)
{
    enum { WIDTH = 200, HEIGHT = 90, STRIDE = 25 };
    static uint8_t bits[HEIGHT * STRIDE], buffer[1 << 13], turned[16][1 << 13];
    random_state = 1;
    for (size_t i = 0; i < sizeof bits; i++)
        bits[i] = (uint8_t)(next_random() | 0x11);
    if (!hm_sprite_from_bits(bits, STRIDE, WIDTH, HEIGHT, buffer, sizeof buffer, &sprites[count++]))
        abort();
    /* Masks about as wide as one stripe or two. */
    static uint8_t noise[70 * 24], rooms[24][1 << 12];
    for (int i = 0; i < 24; i++) {
        const int32_t width = i % 3 == 0 ? 118 + i : 54 + i;
        const int32_t height = 9 + (int32_t)(next_random() % 60);
        for (size_t k = 0; k < sizeof noise; k++)
            noise[k] = sparse_byte();
        if (!hm_sprite_from_bits(noise, 24, width, height, rooms[i], sizeof rooms[i],
                                 &sprites[count++]))
            abort();
    }
    hm_sprite_box(90, 40, &sprites[count++]);
    hm_sprite_box(1, 1, &sprites[count++]);
    const uint32_t made = count;
    while (count < SPRITES_MAX - 16 && hm_pack_sprite(pack, count - made, &sprites[count]))
        count++;
    const uint32_t upright = count;
    for (uint32_t i = 0; i < 16; i++) {
        const hm_sprite *const from = &sprites[i * 5 % upright];
        if (hm_sprite_transpose(from, turned[i], sizeof turned[i], &sprites[count]))
            count++;
    }
}

static const hm_sprite *any_sprite(hm_sprite *room)
{
    const uint32_t i = next_random() % count, turn = next_random() % 8;
    hm_sprite_flip(&sprites[i], turn & 1, turn & 2, room);
    return turn < 4 ? room : &sprites[i];
}

/* ---- Sprites, animations, angles, boxes ----------------------------------------------------- */

static void ask_loops(const hm_sprite *sprite)
{
    static hm_spot corners[1 << 14];
    const hm_placement at = {.x = 700000,
                             .y = -90000,
                             .pivot_x = 9 * 65536,
                             .pivot_y = 333333,
                             .scale_x = 40000,
                             .scale_y = -99999,
                             .angle = 12345};
    hm_shapes shapes;
    hm_sprite_shapes(sprite, &shapes);
    for (int kind = HM_SHAPE_OUTLINE; kind <= HM_SHAPE_HULL; kind++) {
        const uint32_t loops = hm_shapes_count(&shapes, (hm_shape_kind)kind);
        add_answer(loops);
        for (uint32_t i = 0; i <= loops; i++)
            for (int placed = 0; placed < 2; placed++) {
                const uint32_t n =
                    placed
                        ? hm_shapes_placed(&shapes, (hm_shape_kind)kind, i, &at, corners, 1 << 14)
                        : hm_shapes_loop(&shapes, (hm_shape_kind)kind, i, corners, 1 << 14);
                add_answer(n);
                for (uint32_t k = 0; k < n; k++)
                    add((uint64_t)corners[k].x ^ (uint64_t)corners[k].y << 20);
            }
    }
}

static void ask_sprites(uint32_t rounds)
{
    (void)rounds;
    for (uint32_t i = 0; i < 4 * count; i++) {
        hm_sprite sprite;
        hm_box box;
        hm_source source;
        hm_point point;
        int64_t x, y;
        hm_sprite_flip(&sprites[i / 4], i & 1, i & 2, &sprite);
        add_text(hm_sprite_name(&sprite));
        add_answer((uint64_t)hm_sprite_width(&sprite) << 32 | (uint64_t)hm_sprite_height(&sprite));
        hm_sprite_bounds(&sprite, &box);
        add_box(&box);
        add_answer(hm_sprite_area(&sprite));
        hm_sprite_pivot(&sprite, &x, &y);
        add_answer((uint64_t)x);
        add_answer((uint64_t)y);
        hm_sprite_source(&sprite, &source);
        add_text(source.name);
        add_text(source.layer);
        add_box(&source.part);
        add_box(&source.place);
        add_answer(source.turned);
        add_text(hm_sprite_data(&sprite));
        for (uint32_t k = 0; hm_sprite_point(&sprite, k, &point); k++)
            add_hit(true, &point);
        ask_loops(&sprite);
    }
}

static void ask_animations(const hm_pack *pack, uint32_t rounds)
{
    const uint32_t animations = hm_pack_animation_count(pack);
    add_answer(animations);
    for (uint32_t i = 0; i < rounds && animations > 0; i++) {
        hm_animation animation;
        hm_sprite frame;
        hm_pack_animation(pack, i % animations, &animation);
        const uint64_t time = (uint64_t)next_random() << (next_random() % 32);
        const uint32_t index = hm_animation_at(&animation, time, (hm_play)(next_random() % 3));
        add_answer(hm_animation_duration(&animation));
        add_answer(index);
        add_answer(hm_animation_frame_duration(&animation, index));
        hm_pack_frame(pack, &animation, index, &frame);
        add_text(hm_sprite_name(&frame));
    }
}

static void ask_angles(uint32_t rounds)
{
    for (uint32_t i = 0; i < rounds; i++) {
        const uint32_t angle = next_random() * 2 + next_random() % 2;
        int32_t c, s;
        hm_turn(angle, &c, &s);
        add_hit(true, &(hm_point){c, s});
        add_answer(hm_angle(c - 3 * (int64_t)(angle % 65536), s));
        const int64_t x = s * (INT64_C(1) << next_random() % 40);
        const int64_t y = c * (INT64_C(1) << next_random() % 40);
        add_answer(hm_angle(x, y));
    }
}

static hm_box random_box(void)
{
    const hm_point p = random_point(-50, -50, 50, 50), q = random_point(-5, -5, 50, 50);
    hm_box box = {p.x, p.y, p.x + q.x, p.y + q.y};
    if (next_random() % 16 == 0)
        box.x1 = far_away();
    return box;
}

static void ask_boxes(uint32_t rounds)
{
    for (uint32_t i = 0; i < rounds; i++) {
        const hm_box a = random_box(), b = random_box();
        const hm_point p = random_point(-60, -60, 60, 60);
        hm_box out;
        const int32_t far = far_away();
        add_answer(hm_box_overlap(&a, &b));
        hm_box_intersection(&a, &b, &out);
        add_box(&out);
        hm_box_union(&a, &b, &out);
        add_box(&out);
        add_answer(hm_box_contains(&a, p.x, p.y));
        add_answer(hm_box_contains_box(&a, &b));
        hm_box_to_local(&a, p.x, far, &out);
        add_box(&out);
        hm_box_move(&a, far, p.y, &out);
        add_box(&out);
    }
}

/* ---- Two sprites ---------------------------------------------------------------------------- */

struct question {
    hm_sprite room_a, room_b;
    const hm_sprite *a, *b;
    hm_point at;
};

/* Mostly near enough to touch. */
static void next_question(struct question *q)
{
    q->a = any_sprite(&q->room_a);
    q->b = any_sprite(&q->room_b);
    q->at = random_point(-hm_sprite_width(q->b), -hm_sprite_height(q->b), hm_sprite_width(q->a),
                         hm_sprite_height(q->a));
    if (next_random() % 32 == 0)
        q->at.x = far_away();
}

static void ask_overlap(uint32_t rounds)
{
    for (uint32_t i = 0; i < rounds; i++) {
        struct question q;
        hm_point hit = {0, 0};
        next_question(&q);
        add_answer(hm_overlap(q.a, q.b, q.at.x, q.at.y));
        add_hit(hm_overlap_first(q.a, q.b, q.at.x, q.at.y, &hit), &hit);
        add_answer(hm_overlap_area(q.a, q.b, q.at.x, q.at.y));
        add_answer(hm_solid(q.a, q.at.x, q.at.y));
    }
}

static void ask_contact(uint32_t rounds)
{
    for (uint32_t i = 0; i < rounds; i++) {
        struct question q;
        hm_point hit = {0, 0}, move;
        int64_t x, y;
        uint32_t distance;
        next_question(&q);
        const hm_direction direction = (hm_direction)(next_random() % 4);
        add_hit(hm_overlap_furthest(q.a, q.b, q.at.x, q.at.y, direction, &hit), &hit);
        add_answer(hm_overlap_exit(q.a, q.b, q.at.x, q.at.y, direction, 50, &distance));
        add_answer(distance);
        add_answer(hm_overlap_normal(q.a, q.b, q.at.x, q.at.y, &x, &y));
        add((uint64_t)x);
        add((uint64_t)y);
        if (i % 8 == 0)
            add_hit(hm_overlap_escape(q.a, q.b, q.at.x, q.at.y, 12, &move), &move);
    }
}

static void ask_sweep(uint32_t rounds)
{
    for (uint32_t i = 0; i < rounds; i++) {
        struct question q;
        hm_sweep_result sweep;
        next_question(&q);
        hm_point way = random_point(-60, -60, 60, 60);
        if (next_random() % 32 == 0)
            way.y = far_away();
        add_answer(hm_sweep(q.a, q.b, q.at.x, q.at.y, way.x, way.y, &sweep));
        add_hit(true, &sweep.moved);
        add_hit(true, &sweep.hit);
        add_hit(true, &sweep.contact);
        add_answer(sweep.step);
        add_answer((uint64_t)sweep.normal_x);
        add_answer((uint64_t)sweep.normal_y);
    }
}

static void ask_shapes(uint32_t rounds)
{
    for (uint32_t i = 0; i < rounds; i++) {
        hm_sprite room;
        const hm_sprite *const a = any_sprite(&room);
        const int32_t w = hm_sprite_width(a), h = hm_sprite_height(a);
        const hm_point p = random_point(-8, -8, w + 8, h + 8),
                       q = random_point(-8, -8, w + 8, h + 8);
        const hm_point way = random_point(-9, -9, 9, 9);
        const hm_box box = {p.x, p.y, q.x, q.y};
        hm_point hit = {0, 0};
        uint64_t steps = 0;
        add_hit(hm_overlap_box(a, &box, &hit), &hit);
        add_hit(hm_overlap_circle(a, p.x, p.y, next_random() % 30, &hit), &hit);
        add_hit(hm_overlap_segment(a, p.x, p.y, q.x, q.y, &hit), &hit);
        bool is = hm_overlap_ray(a, p.x, p.y, way.x, way.y, &hit, &steps);
        add_hit(is, &hit);
        add(is ? steps : 0);
        is = hm_overlap_ray(a, INT32_MIN, p.y, INT32_MAX, way.y, &hit, &steps);
        add_hit(is, &hit);
        add(is ? steps : 0);
        const int32_t far = far_away();
        add_hit(hm_overlap_circle(a, far, p.y, INT32_MAX - next_random() % 100, &hit), &hit);
    }
}

static void ask_points(uint32_t rounds)
{
    static const uint32_t limits[] = {1, 16, INT32_MAX};
    for (uint32_t i = 0; i < rounds; i++) {
        struct question q;
        hm_point hit = {0, 0};
        next_question(&q);
        const uint32_t limit = limits[next_random() % 3];
        add_hit(hm_points_overlap(q.a, q.b, q.at.x, q.at.y, limit, &hit), &hit);
        add_hit(hm_points_overlap_map(q.a, q.b, q.at.x, q.at.y, limit, &hit), &hit);
        add_hit(hm_points_near(q.a, q.b, q.at.x, q.at.y, next_random() % 9, limit, &hit), &hit);
    }
}

/* ---- Placements ----------------------------------------------------------------------------- */

static hm_placement place_of(const hm_sprite *sprite, int32_t x, int32_t y)
{
    hm_placement place = {.scale_x = 65536, .scale_y = 65536};
    place.x = (int64_t)x * 65536 + between(0, 65535);
    place.y = (int64_t)y * 65536 + between(0, 65535);
    place.angle = next_random();
    if (next_random() % 2 == 0) {
        place.scale_x = between(20000, 150000);
        place.scale_y = between(-150000, 150000);
    }
    hm_sprite_pivot(sprite, &place.pivot_x, &place.pivot_y);
    return place;
}

static void add_placed_sweep(bool is, const hm_affine_sweep_result *sweep)
{
    add_answer(is);
    add_answer((uint64_t)sweep->moved_x);
    add_answer((uint64_t)sweep->moved_y);
    add_answer((uint64_t)sweep->contact_x);
    add_answer((uint64_t)sweep->contact_y);
    add_answer(sweep->step);
    add_hit(true, &sweep->hit);
    add_answer((uint64_t)sweep->normal_x);
    add_answer((uint64_t)sweep->normal_y);
}

static void ask_placed(uint32_t rounds)
{
    for (uint32_t i = 0; i < rounds; i++) {
        struct question q;
        hm_point hit = {0, 0};
        hm_box box;
        int64_t x, y;
        next_question(&q);
        const hm_placement p = place_of(q.a, 0, 0), r = place_of(q.b, q.at.x / 2, q.at.y / 2);
        add_answer(hm_placed_overlap(q.a, &p, q.b, &r));
        add_hit(hm_placed_first(q.a, &p, q.b, &r, &hit), &hit);
        add_answer(hm_placed_area(q.a, &p, q.b, &r));
        add_answer(hm_placed_normal(q.a, &p, q.b, &r, &x, &y));
        add((uint64_t)x);
        add((uint64_t)y);
        hm_placed_bounds(q.a, &p, &box);
        add_box(&box);
        hm_placed_pixel(&r, q.at.x, q.at.y, &hit);
        add_hit(true, &hit);
        if (i % 4 == 0) {
            hm_affine_sweep_result sweep;
            const hm_point way = random_point(-3000000, -3000000, 3000000, 3000000);
            const bool is = hm_placed_sweep(q.a, &p, q.b, &r, way.x, way.y, &sweep);
            add_placed_sweep(is, &sweep);
        }
    }
}

/* ---- Worlds --------------------------------------------------------------------------------- */

static void add_met(bool is, const hm_met *met)
{
    add_hit(is, &met->hit);
    add(is ? (uint64_t)met->kind << 32 | met->index : 0);
}

/* Goes through a list, in pages of three. */
#define ADD_LIST(...)                                                                              \
    do {                                                                                           \
        hm_cursor next = {HM_NOTHING, 0};                                                          \
        hm_met hits[3];                                                                            \
        uint32_t found;                                                                            \
        do {                                                                                       \
            found = __VA_ARGS__;                                                                   \
            for (uint32_t k = 0; k < found; k++)                                                   \
                add_met(true, &hits[k]);                                                           \
        } while (found == 3);                                                                      \
    } while (0)

static void ask_shapes_in(const hm_world *world)
{
    const hm_point p = random_point(-150, -150, 300, 200), q = random_point(-60, -60, 60, 60);
    const hm_box box = {p.x, p.y, p.x + q.x, p.y + 30};
    const uint32_t radius = next_random() % 40;
    hm_met met = {HM_NOTHING, 0, {0, 0}};
    uint64_t steps = 0;
    add_met(hm_world_point(world, p.x, p.y, &met), &met);
    add_met(hm_world_box(world, &box, &met), &met);
    add_met(hm_world_circle(world, p.x, p.y, radius, &met), &met);
    add_met(hm_world_segment(world, p.x, p.y, q.x, q.y, &met), &met);
    const bool is = hm_world_ray(world, p.x, p.y, q.x, q.y, &met, &steps);
    add_met(is, &met);
    add(is ? steps : 0);
    ADD_LIST(hm_world_list_point(world, p.x, p.y, &next, hits, 3));
    ADD_LIST(hm_world_list_box(world, &box, &next, hits, 3));
    ADD_LIST(hm_world_list_circle(world, p.x, p.y, radius, &next, hits, 3));
}

static void ask_sprite_in(const hm_world *world, const hm_sprite *sprite)
{
    const hm_point p = random_point(-150, -150, 300, 200), way = random_point(-60, -60, 60, 60);
    hm_met met = {HM_NOTHING, 0, {0, 0}};
    hm_sweep_result sweep;
    hm_point move;
    int64_t x, y;
    uint32_t distance;
    add_met(hm_world_overlap(world, sprite, p.x, p.y, &met), &met);
    add_answer(hm_world_area(world, sprite, p.x, p.y));
    add_answer(hm_world_normal(world, sprite, p.x, p.y, &x, &y));
    add((uint64_t)x);
    add((uint64_t)y);
    const bool is = hm_world_sweep(world, sprite, p.x, p.y, way.x, way.y, &sweep, &met);
    add_met(is, &met);
    add_hit(true, &sweep.moved);
    add_hit(true, &sweep.hit);
    add_hit(true, &sweep.contact);
    add_answer(sweep.step);
    add_answer((uint64_t)sweep.normal_x);
    add_answer((uint64_t)sweep.normal_y);
    ADD_LIST(hm_world_list(world, sprite, p.x, p.y, &next, hits, 3));
    add_answer(hm_world_exit(world, sprite, p.x, p.y, HM_UP, 30, &distance));
    add_answer(distance);
    add_hit(hm_world_escape(world, sprite, p.x, p.y, 6, &move), &move);
}

static void ask_slide(const hm_world *world, const hm_sprite *sprite)
{
    const hm_point p = random_point(-240, -240, 400, 200);
    const hm_point way = random_point(-80, -80, 80, 80);
    const uint32_t up = next_random() % 4, down = next_random() % 4;
    hm_slide_result slide;
    add_answer(hm_slide(world, sprite, p.x, p.y, way.x, way.y, up, down, &slide));
    add_hit(slide.on_ground, &slide.moved);
    add_hit(true, &slide.moved);
    add_hit(true, &slide.hit);
    add_hit(true, &slide.contact);
    add_answer((uint64_t)slide.hit_x << 2 | (uint64_t)slide.hit_y << 1 | slide.stuck);
    add_answer((uint64_t)slide.kind << 32 | slide.index);
    add_answer((uint64_t)slide.ground_kind << 32 | slide.ground_index);
    add_answer((uint64_t)slide.normal_x);
    add_answer((uint64_t)slide.normal_y);
    add_answer(slide.rise);
}

static void ask_placed_in(const hm_world *world, const hm_sprite *sprite)
{
    const hm_point p = random_point(-150, -150, 300, 200), way = random_point(-60, -60, 60, 60);
    const hm_placement at = place_of(sprite, p.x, p.y);
    hm_met met = {HM_NOTHING, 0, {0, 0}};
    hm_affine_sweep_result turned;
    add_met(hm_world_placed_overlap(world, sprite, &at, &met), &met);
    ADD_LIST(hm_world_list_placed(world, sprite, &at, &next, hits, 3));
    const bool is = hm_world_placed_sweep(world, sprite, &at, way.x * INT64_C(65536),
                                          way.y * INT64_C(65536), &turned, &met);
    add_placed_sweep(is, &turned);
    add_met(is, &met);
}

enum { ITEMS = 40, TURNED = 12, COLUMNS = 20, ROWS = 12 };

/* Arrays of a world. Items 5, 10, ... are left out. */
static struct parts {
    int32_t sides[4][ITEMS];
    const hm_sprite *members[ITEMS], *turned[TURNED], *tiles_of[SPRITES_MAX], *across[SPRITES_MAX];
    hm_sprite room[ITEMS], turned_room[TURNED];
    hm_placement places[TURNED];
    hm_box boxes[TURNED];
    uint32_t cells[COLUMNS * ROWS];
    hm_crowd crowd;
    hm_placed_crowd placed;
    hm_tiles tiles;
} parts;

static void make_world(hm_world *world)
{
    for (size_t i = 0; i < ITEMS; i++) {
        hm_box box;
        parts.members[i] = any_sprite(&parts.room[i]);
        hm_sprite_bounds(parts.members[i], &box);
        const hm_point at = random_point(-150, -150, 300, 200);
        hm_box_move(&box, at.x, at.y, &box);
        if (i % 5 == 0)
            box = (hm_box){0, 0, 0, 0};
        const int32_t edges[4] = {box.x0, box.y0, box.x1, box.y1};
        for (int k = 0; k < 4; k++)
            parts.sides[k][i] = edges[k];
    }
    for (size_t i = 0; i < TURNED; i++) {
        parts.turned[i] = any_sprite(&parts.turned_room[i]);
        const hm_point at = random_point(-150, -150, 300, 200);
        if (i % 2 == 0) {
            const uint32_t angle = next_random();
            hm_place(parts.turned[i], at.x, at.y, angle, &parts.places[i]);
        } else {
            parts.places[i] = place_of(parts.turned[i], at.x, at.y);
        }
        hm_placed_bounds(parts.turned[i], &parts.places[i], &parts.boxes[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        parts.tiles_of[i] = &sprites[i];
        parts.across[i] = &sprites[count - 1 - i];
    }
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        parts.cells[i] = next_random() % (count * 3);
        parts.cells[i] |= next_random() % 16 << 28;
    }
    parts.crowd = (hm_crowd){parts.sides[0], parts.sides[1], parts.sides[2],
                             parts.sides[3], parts.members,  ITEMS};
    parts.placed = (hm_placed_crowd){parts.places, parts.turned, parts.boxes, TURNED};
    parts.tiles =
        (hm_tiles){COLUMNS, ROWS, 32, 32, parts.cells, parts.tiles_of, parts.across, count};
    *world = (hm_world){.terrain = &sprites[next_random() % count],
                        .tiles = &parts.tiles,
                        .crowd = &parts.crowd,
                        .placed = &parts.placed,
                        .terrain_at = {30, 120},
                        .tiles_at = {-100, -90}};
    world->self_kind = next_random() % 2 ? HM_PLACED : HM_CROWD;
    world->self_index = 2;
}

typedef void ask_in(const hm_world *world, const hm_sprite *sprite);

static void ask_shapes_of(const hm_world *world, const hm_sprite *sprite)
{
    (void)sprite;
    ask_shapes_in(world);
}

/* Worlds of all parts, and of each of these alone. */
static void ask_worlds(uint32_t rounds, ask_in *ask)
{
    hm_world all;
    for (uint32_t i = 0; i < rounds; i++) {
        hm_sprite room;
        if (i % 40 == 0)
            make_world(&all);
        const uint32_t part = i / 8 % 5;
        hm_world world = all;
        world.terrain = part == 0 || part == 1 ? all.terrain : NULL;
        world.tiles = part == 0 || part == 2 ? all.tiles : NULL;
        world.crowd = part == 0 || part == 3 ? all.crowd : NULL;
        world.placed = part == 0 || part == 4 ? all.placed : NULL;
        ask(&world, any_sprite(&room));
    }
}

/* ---- Damaged packs -------------------------------------------------------------------------- */

/* Too large for questions that grow with pixels. */
static bool is_huge(const hm_sprite *sprite)
{
    hm_box box;
    hm_sprite_bounds(sprite, &box);
    return (int64_t)box.x1 - box.x0 > 500 || (int64_t)box.y1 - box.y0 > 500;
}

/* Some sprites of a pack that has been opened, whatever it holds. */
static void ask_opened(const hm_pack *pack)
{
    const uint32_t sprites_count = hm_pack_count(pack), step = sprites_count / 5 + 1;
    for (uint32_t i = 0; i < sprites_count; i += step) {
        hm_sprite a, b;
        hm_box box;
        hm_point hit = {0, 0};
        int64_t x, y;
        hm_pack_sprite(pack, i, &a);
        hm_pack_sprite(pack, (i + 1) % sprites_count, &b);
        hm_sprite_flip(&a, i & 1, i & 2, &a);
        hm_sprite_bounds(&a, &box);
        add_box(&box);
        add_answer(hm_sprite_area(&a));
        hm_sprite_pivot(&a, &x, &y);
        add_answer((uint64_t)x ^ (uint64_t)y);
        for (uint32_t k = 0; k < 9 && hm_sprite_point(&a, k, &hit); k++)
            add_hit(true, &hit);
        add_answer(hm_overlap(&a, &b, 5, -3));
        if (is_huge(&a) || is_huge(&b))
            continue;
        add_hit(hm_overlap_first(&a, &b, 5, -3, &hit), &hit);
        add_answer(hm_overlap_area(&a, &b, -7, 2));
        add_hit(hm_points_overlap(&a, &b, 3, 3, 50, &hit), &hit);
        add_hit(hm_points_overlap_map(&a, &b, 3, 3, 50, &hit), &hit);
        add_hit(hm_overlap_circle(&a, 20, 20, 9, &hit), &hit);
        hm_placement p, q;
        hm_place(&a, 0, 0, 5000, &p);
        hm_place(&b, 9, 9, 300, &q);
        add_hit(hm_placed_first(&a, &p, &b, &q, &hit), &hit);
    }
    for (uint32_t i = 0; i < hm_pack_animation_count(pack); i++) {
        hm_animation animation;
        hm_pack_animation(pack, i, &animation);
        add_answer(hm_animation_duration(&animation));
        add_answer(hm_animation_at(&animation, 12345, HM_PLAY_PING_PONG));
    }
}

static void add_verdict(const uint8_t *bytes, size_t size)
{
    hm_pack pack;
    add_answer((uint64_t)hm_pack_open(&pack, bytes, size));
    add(hm_pack_count(&pack));
    ask_opened(&pack);
}

/* Every length up to 4096, then some; and single bytes changed, the first ones in many ways. */
static void ask_damaged(uint8_t *bytes, size_t size)
{
    add_verdict(bytes, size);
    for (size_t length = 0; length < size; length += length < 4096 ? 1 : 997)
        add_verdict(bytes, length);
    for (uint32_t i = 0; i < 20000 && size > 0; i++) {
        const size_t at = next_random() % (i % 2 ? size : size < 700 ? size : 700);
        const uint8_t was = bytes[at];
        const uint32_t draw = next_random();
        bytes[at] = (uint8_t)(i % 3 == 0 ? draw : i % 3 == 1 ? was ^ 1u << draw % 8 : 0xff);
        add_verdict(bytes, size);
        bytes[at] = was;
    }
}

static size_t read_file(const char *path, uint8_t *bytes, size_t size)
{
    FILE *const file = fopen(path, "rb");
    const size_t got = file != NULL ? fread(bytes, 1, size, file) : 0;
    if (file != NULL)
        fclose(file);
    return got;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static uint64_t all_questions;

static void begin(void)
{
    digest = random_state = 1;
    questions = 0;
}

static void end(const char *name)
{
    printf("%s %016" PRIx64 " %" PRIu64 "\n", name, digest, questions);
    all_questions += questions;
}

#define ASK(name, call)                                                                            \
    do {                                                                                           \
        begin();                                                                                   \
        call;                                                                                      \
        end(name);                                                                                 \
    } while (0)

int main(int argc, char **argv)
{
    static uint8_t bytes[1 << 22];
    if (argc >= 3 && strcmp(argv[1], "--open") == 0) {
        for (int i = 2; i < argc; i++) {
            const size_t size = read_file(argv[i], bytes, sizeof bytes);
            hm_pack pack;
            printf("%s: %s\n", argv[i], hm_result_text(hm_pack_open(&pack, bytes, size)));
            ASK("damaged", ask_damaged(bytes, size));
        }
        return 0;
    }
    hm_pack pack;
    const size_t size = argc == 3 ? read_file(argv[1], bytes, sizeof bytes) : 0;
    if (hm_pack_open(&pack, bytes, size) != HM_OK) {
        fprintf(stderr, "answers: no pack\n");
        return 2;
    }
    const uint32_t rounds = (uint32_t)strtoul(argv[2], NULL, 10);
    make_sprites(&pack);
    ASK("sprites", ask_sprites(rounds));
    ASK("animations", ask_animations(&pack, rounds));
    ASK("angles", ask_angles(rounds));
    ASK("boxes", ask_boxes(rounds));
    ASK("overlap", ask_overlap(rounds * 4));
    ASK("contact", ask_contact(rounds));
    ASK("sweep", ask_sweep(rounds));
    ASK("shapes", ask_shapes(rounds * 2));
    ASK("points", ask_points(rounds));
    ASK("placed", ask_placed(rounds / 2));
    ASK("world-shapes", ask_worlds(rounds / 2, ask_shapes_of));
    ASK("world-sprites", ask_worlds(rounds / 4, ask_sprite_in));
    ASK("world-slides", ask_worlds(rounds / 4, ask_slide));
    ASK("world-placed", ask_worlds(rounds / 8, ask_placed_in));
    printf("%" PRIu64 " questions\n", all_questions);
    return 0;
}
