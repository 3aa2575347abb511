/*
 * test_affine_points.c - point lists through maps, one by one, and when they are exact
 */

#include "support/cmocka_all.h"

#include "records.h"
#include "runtime/answers.h"
#include "runtime/map_oracle.h"
#include "support/baked_set.h"

#include <hitmask_world.h>

#include <stdlib.h>
#include <string.h>

#ifndef __SIZEOF_INT128__
#include "runtime/left_out.h"
#else

/* ---- Point lists ---------------------------------------------------------------------------- */

/* All scribbled. */
static void scribble(struct baked_set *album, uint32_t count, const struct points_rule *rule)
{
    uint64_t random = 8;
    baked_set_init(album, count);
    for (uint32_t i = 0; i < count; i++) {
        struct subject s;
        subject_scribble(&s, &random, 40);
        baked_set_add(album, &s, rule);
    }
    baked_set_bake(album);
}

/* The first hit of the first `limit` points, one by one. */
static bool find_point(const hm_sprite *a, const struct subject *b, const hm_affine *map,
                       uint32_t limit, hm_point *hit)
{
    hm_point p;
    for (uint32_t i = 0; i < limit && hm_sprite_point(a, i, &p); i++) {
        wide u, v;
        oracle_take(&map->to_b, p.x, p.y, &u, &v);
        if (oracle_lands(b, u, v)) {
            *hit = p;
            return true;
        }
    }
    return false;
}

static const struct subject *any_of(const struct baked_set *album, uint64_t *random)
{
    return &album->pictures[oracle_random(random, (uint32_t)album->count)];
}

static void check_points(const struct points_rule *rule)
{
    static const uint32_t limits[] = {0, 1, 7, 16, UINT32_MAX};
    uint64_t random = 9;
    struct baked_set album;
    scribble(&album, 60, rule);
    for (int round = 0; round < 7000; round++) {
        const struct subject *const s = any_of(&album, &random), *const b = any_of(&album, &random);
        hm_affine map;
        hm_sprite a;
        hm_sprite_flip(&s->sprite, oracle_random(&random, 2), oracle_random(&random, 2), &a);
        random_map(&random, s, b, &map);
        for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
            hm_point expected = {-7, -7}, hit = {-7, -7};
            const bool touches = find_point(&a, b, &map, limits[k], &expected);
            assert_int_equal(hm_affine_points(&a, &b->sprite, &map, limits[k], &hit), touches);
            assert_int_equal(hm_affine_points(&a, &b->sprite, &map, limits[k], NULL), touches);
            assert_point(hit, expected);
        }
    }
    baked_set_free(&album);
}

static void points_are_taken_one_by_one(void **state)
{
    (void)state;
    check_points(&(struct points_rule){.wanted = true, .cell = 1, .prune = 1});
    check_points(&(struct points_rule){.wanted = true, .cell = 3, .prune = 0});
    check_points(&(struct points_rule){.wanted = true, .map_width = 7, .map_height = 5});
}

/* ---- When lists are exact ------------------------------------------------------------------- */

/* Lists fail first where a deep pixel of a small block lands on a dot that is seen from the
 * other side beside the block: blocks with little inside, dots, and blocks with holes. */
static void draw_actor(struct subject *s, uint64_t *random, int32_t prune)
{
    const uint32_t choice = oracle_random(random, 3);
    const int32_t side = 2 * prune + 1;
    if (choice == 0) {
        subject_init(s, random_between(random, side, side + 2),
                     random_between(random, side, side + 2));
        memset(s->pixels, 1, (size_t)(s->width * s->height));
    } else {
        subject_init(s, random_between(random, side, side + 12),
                     random_between(random, side, side + 12));
        const uint32_t one_in = choice == 1 ? 25 : 30;
        for (int32_t i = 0; i < s->width * s->height; i++)
            s->pixels[i] = (oracle_random(random, one_in) == 0) == (choice == 1);
    }
    subject_bake(s);
}

static void draw_actors(struct baked_set *album, uint32_t count, uint32_t prune)
{
    const struct points_rule rule = {.wanted = true, .cell = 1, .prune = prune};
    uint64_t random = 10 + prune;
    baked_set_init(album, count);
    for (uint32_t i = 0; i < count; i++) {
        struct subject s;
        draw_actor(&s, &random, (int32_t)prune);
        baked_set_add(album, &s, &rule);
    }
    baked_set_bake(album);
}

/* Factors with a row sum that the condition for lists pruned by P just allows, give or take a
 * few units, or that it just does not allow: 2P + 1 and `more`. Either way may be the long one. */
static bool edge_factors(uint64_t *random, uint32_t prune, int32_t more, hm_affine *out)
{
    const int64_t sum = (int64_t)(2 * prune + 1) * ONE + more;
    int32_t c, s;
    hm_turn(oracle_random(random, ONE), &c, &s);
    const int64_t scale = sum * ONE / (abs(c) + abs(s));
    const int32_t sc = (int32_t)(c * scale / ONE), ss = (int32_t)(s * scale / ONE);
    const int32_t shear = (int32_t)sum - ONE;
    bool made = false;
    switch (oracle_random(random, 4)) {
    case 0:
        made = hm_affine_make(out, sc, -ss, ss, sc, 0, 0);
        break;
    case 1:
        made = hm_affine_make(out, -sc, ss, ss, sc, 0, 0);
        break;
    case 2:
        made = hm_affine_make(out, ONE, oracle_random(random, 2) ? shear : -shear, 0, ONE, 0, 0);
        break;
    default:
        made = hm_affine_make(out, (int32_t)sum - ONE, ONE, -ONE / 2, ONE, 0, 0);
        break;
    }
    if (made && oracle_random(random, 2))
        hm_affine_inverse(out, out);
    return made;
}

/* Deep pixels are in the middle. */
static int32_t near_middle(uint64_t *random, int32_t side)
{
    return (random_between(random, 0, side - 1) + random_between(random, 0, side - 1)) / 2;
}

/* Moves a map so that a solid pixel of `a` lands in a solid one of `b`: a hit, for certain. */
static bool aim_at_solid(const hm_sprite *a, const hm_sprite *b, uint64_t *random, hm_affine *map)
{
    const int32_t px = near_middle(random, a->width), py = near_middle(random, a->height);
    const int32_t qx = near_middle(random, b->width), qy = near_middle(random, b->height);
    if (!hm_solid(a, px, py) || !hm_solid(b, qx, qy))
        return false;
    const hm_transform t = map->to_b;
    const int64_t x = qx * (int64_t)ONE + random_between(random, 1, ONE - 2) -
                      ((int64_t)t.xx * (2 * px + 1) + (int64_t)t.xy * (2 * py + 1)) / 2;
    const int64_t y = qy * (int64_t)ONE + random_between(random, 1, ONE - 2) -
                      ((int64_t)t.yx * (2 * px + 1) + (int64_t)t.yy * (2 * py + 1)) / 2;
    return hm_affine_make(map, t.xx, t.xy, t.yx, t.yy, x, y);
}

struct search {
    uint32_t hits, exact, missed;
};

/* Aims at random until there were so many hits; `more` is how far the row sums are beyond the
 * bound. Lists that are said to be exact must be. */
static struct search search_hits(uint32_t prune, int32_t more, uint32_t hits)
{
    struct search found = {0};
    uint64_t random = 11 + prune;
    struct baked_set album;
    draw_actors(&album, 64, prune);
    while (found.hits < hits) {
        hm_sprite a, b;
        hm_affine map, back;
        a = any_of(&album, &random)->sprite;
        b = any_of(&album, &random)->sprite;
        if (!edge_factors(&random, prune, more - (int32_t)oracle_random(&random, 40), &map))
            continue;
        for (int i = 0; i < 16; i++) {
            if (!aim_at_solid(&a, &b, &random, &map))
                continue;
            hm_affine_inverse(&map, &back);
            const bool exact = hm_affine_points_exact(&a, &b, &map);
            const bool listed = hm_affine_points(&a, &b, &map, UINT32_MAX, NULL) ||
                                hm_affine_points(&b, &a, &back, UINT32_MAX, NULL);
            assert_true(hm_affine_overlap(&a, &b, &map));
            assert_true(listed || !exact);
            found.hits++;
            found.exact += exact;
            found.missed += !listed;
        }
    }
    baked_set_free(&album);
    return found;
}

static void lists_are_exact_up_to_the_bound(void **state)
{
    (void)state;
    uint32_t exact = 0;
    for (uint32_t prune = 1; prune <= 4; prune++) {
        exact += search_hits(prune, 2, 600000).exact;
        exact += search_hits(prune, -ONE / 3, 100000).exact;
    }
    assert_true(exact >= 1500000);
}

/* So the search above does find what it looks for. */
static void lists_beyond_the_bound_miss_some(void **state)
{
    (void)state;
    for (uint32_t prune = 1; prune <= 4; prune++) {
        const struct search found = search_hits(prune, 2 * ONE, 300000);
        assert_int_equal(found.exact, 0);
        assert_true(found.missed > 0);
    }
}

static void the_bound_is_where_it_is_said_to_be(void **state)
{
    (void)state;
    /* One side pruned by 1 stretches to a row sum of 3, exclusive. */
    static const struct {
        int32_t xx, xy, yx, yy;
        bool exact;
    } cases[] = {
        {ONE, 0, 0, ONE, true},
        {3 * ONE - 1, 0, 0, ONE, false}, /* the way back is rounded: an error of its own */
        {3 * ONE, 0, 0, ONE, false},
        {2 * ONE, 0, 0, 2 * ONE, true},
        {ONE / 2, 0, 0, ONE / 2, true},
        {ONE, 2 * ONE - 1, 0, ONE, true},
        {ONE, 2 * ONE, 0, ONE, false},
    };
    struct baked_set album;
    draw_actors(&album, 2, 1);
    const hm_sprite a = album.pictures[0].sprite, b = album.pictures[1].sprite;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hm_affine map;
        assert_true(hm_affine_make(&map, cases[i].xx, cases[i].xy, cases[i].yx, cases[i].yy, 0, 0));
        assert_int_equal(hm_affine_points_exact(&a, &b, &map), cases[i].exact);
        hm_affine_inverse(&map, &map);
        assert_int_equal(hm_affine_points_exact(&b, &a, &map), cases[i].exact);
    }
    baked_set_free(&album);
}

/* Both ways stretch, which no map and its inverse do: round trips of these small sprites still
 * come back near enough, but from deep to deep no step is short on either side. */
static void two_ways_that_both_stretch_are_not_exact(void **state)
{
    (void)state;
    const struct points_rule rule = {.wanted = true, .cell = 1, .prune = 1};
    const hm_transform longer = {ONE * 6 / 5, 0, 0, ONE * 6 / 5, -ONE * 3 / 10, -ONE * 3 / 10};
    const hm_transform equal = {ONE, 0, 0, ONE, 0, 0};
    struct model model = {0};
    hm_pack pack;
    hm_sprite a;
    model_draw(&model, "a", "###\n###\n###\n", &rule);
    struct bytes bytes = pack_bytes(&model);
    model_free(&model);
    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_true(hm_pack_find(&pack, "a", &a));
    assert_true(hm_affine_points_exact(&a, &a, &(hm_affine){equal, equal}));
    assert_true(hm_affine_points_exact(&a, &a, &(hm_affine){longer, equal}));
    assert_true(hm_affine_points_exact(&a, &a, &(hm_affine){equal, longer}));
    assert_false(hm_affine_points_exact(&a, &a, &(hm_affine){longer, longer}));
    free(bytes.at);
}

/* ---- The condition for exact lists, as it is defined ----------------------------------------- */

static wide absolute_of(wide value)
{
    return value < 0 ? -value : value;
}

static wide larger_of(wide a, wide b)
{
    return a > b ? a : b;
}

/* The largest |S(T(p)) - p| over the corners of a box, with 32 binary places. */
static wide trip_error(const hm_transform *t, const hm_transform *s, const hm_box *box)
{
    wide error = 0;
    for (int i = 0; i < 4; i++) {
        const wide x = i & 1 ? box->x1 : box->x0, y = i & 2 ? box->y1 : box->y0;
        const wide u = t->xx * x + t->xy * y + t->x, v = t->yx * x + t->yy * y + t->y;
        error = larger_of(error, absolute_of(s->xx * u + s->xy * v + ((wide)s->x - x * ONE) * ONE));
        error = larger_of(error, absolute_of(s->yx * u + s->yy * v + ((wide)s->y - y * ONE) * ONE));
    }
    return error;
}

/* P >= max(1, floor(1/2 + R/2 + error)), with R the largest row sum of the way back. */
static bool is_pruned_enough(const hm_sprite *sprite, const hm_transform *there,
                             const hm_transform *back)
{
    hm_box box;
    hm_sprite_bounds(sprite, &box);
    const wide stretch = larger_of(absolute_of(back->xx) + absolute_of(back->xy),
                                   absolute_of(back->yx) + absolute_of(back->yy));
    const wide needed = (((wide)1 << 32) + stretch * ONE + 2 * trip_error(there, back, &box)) >> 33;
    return sprite->prune >= larger_of(1, needed);
}

/* True if one of (1, 0), (0, 1), (1, 1), (1, -1) is at most `prune` pixels long through t, on
 * either axis. */
static bool has_short_step(const hm_transform *t, uint32_t prune)
{
    static const int32_t steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        const wide x = t->xx * (wide)steps[i][0] + t->xy * (wide)steps[i][1];
        const wide y = t->yx * (wide)steps[i][0] + t->yy * (wide)steps[i][1];
        if (larger_of(absolute_of(x), absolute_of(y)) <= (wide)prune * ONE)
            return true;
    }
    return false;
}

/* 0, 1 or -1, or two or three times that, and a few units more or less. */
static int32_t near_whole(uint64_t *random)
{
    const int32_t most = oracle_random(random, 4) == 0 ? 3 : 1;
    return random_between(random, -most, most) * ONE +
           (oracle_random(random, 2) ? random_between(random, -2, 2) : 0);
}

/* Two ways that nearly undo each other, about the middle of a sprite of 3 x 3 pixels, or two that
 * each have a step of a whole number of pixels. */
static bool bounding_map(uint64_t *random, hm_affine *out)
{
    const int64_t shift = random_between(random, -2, 2) * ONE + random_between(random, -1, 1);
    if (!hm_affine_make(out, near_whole(random), near_whole(random), near_whole(random),
                        near_whole(random), shift, random_between(random, -3 * ONE, 3 * ONE)))
        return false;
    hm_transform *const t = oracle_random(random, 2) ? &out->to_a : &out->to_b;
    t->xx += random_between(random, -2, 2);
    t->yy += random_between(random, -2, 2);
    t->xy += random_between(random, -2, 2);
    t->yx += random_between(random, -2, 2);
    t->x += random_between(random, -ONE / 4, ONE / 4);
    return true;
}

/* Stretches both ways about the middle of 3 x 3 pixels, so that the round trip is a short one. */
static void stretch_both(uint64_t *random, hm_affine *out)
{
    for (int i = 0; i < 2; i++) {
        hm_transform *const t = i == 0 ? &out->to_b : &out->to_a;
        t->xx = t->yy = ONE + random_between(random, -2, 2);
        t->xy = random_between(random, -2, 2);
        t->yx = random_between(random, -2, 2);
        t->x = t->y = 0;
    }
}

static void the_condition_is_the_one_that_is_defined(void **state)
{
    (void)state;
    uint64_t random = 13;
    uint32_t exact = 0, only_steps = 0;
    struct baked_set album;
    draw_actors(&album, 64, 1);
    for (int round = 0; round < 300000; round++) {
        hm_sprite a = any_of(&album, &random)->sprite, b = any_of(&album, &random)->sprite;
        hm_affine map;
        a.prune = (uint16_t)oracle_random(&random, 4);
        b.prune = (uint16_t)oracle_random(&random, 4);
        hm_sprite_flip(&a, oracle_random(&random, 2), oracle_random(&random, 2), &a);
        if (oracle_random(&random, 3) == 0)
            stretch_both(&random, &map);
        else if (!bounding_map(&random, &map))
            continue;
        const bool pruned = is_pruned_enough(&a, &map.to_b, &map.to_a) &&
                            is_pruned_enough(&b, &map.to_a, &map.to_b);
        const bool steps = has_short_step(&map.to_a, a.prune) || has_short_step(&map.to_b, b.prune);
        assert_int_equal(hm_affine_points_exact(&a, &b, &map), pruned && steps);
        exact += pruned && steps;
        only_steps += pruned && !steps;
    }
    assert_true(exact > 1000 && only_steps > 100);
    baked_set_free(&album);
}

/* A list counts as one of the outline only when it has all of it. */
static void coarse_or_dropped_lists_are_never_exact(void **state)
{
    (void)state;
    static const struct points_rule rules[] = {
        {.wanted = false},
        {.wanted = true, .cell = 2},
        {.wanted = true, .map_width = 12, .map_height = 12, .prune = 1, .drop_border = true},
    };
    static const char *const picture =
        "############\n############\n############\n############\n"
        "############\n############\n############\n############\n"
        "############\n############\n############\n############\n";
    hm_affine map;
    hm_affine_identity(&map);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct model model = {0};
        hm_pack pack;
        hm_sprite a, b;
        const struct points_rule good = {.wanted = true, .cell = 1, .prune = 1};
        model_draw(&model, "a", picture, &rules[i]);
        model_draw(&model, "b", picture, &good);
        struct bytes bytes = pack_bytes(&model);
        model_free(&model);
        assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
        assert_true(hm_pack_find(&pack, "a", &a) && hm_pack_find(&pack, "b", &b));
        assert_true(hm_affine_points_exact(&b, &b, &map));
        assert_false(hm_affine_points_exact(&a, &b, &map));
        assert_false(hm_affine_points_exact(&b, &a, &map));
        free(bytes.at);
    }
}

/* As the header says: at scales from 0.5 to 2, less than 1000 pixels apart. */
static void a_prune_of_1_is_enough_for_every_rotation(void **state)
{
    (void)state;
    static const int32_t scales[] = {ONE / 2, ONE / 2 + 1, ONE - 1, ONE, 2 * ONE - 1, 2 * ONE};
    static const int32_t far[] = {-999, 0, 707, 999};
    const struct points_rule good = {.wanted = true, .cell = 1, .prune = 1};
    struct model model = {0};
    hm_pack pack;
    hm_sprite a;
    model_draw(&model, "a", "####\n####\n####\n####\n", &good);
    struct bytes bytes = pack_bytes(&model);
    model_free(&model);
    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_true(hm_pack_find(&pack, "a", &a));
    for (uint32_t angle = 0; angle < ONE; angle += 7)
        for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
            for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
                const int64_t distance = (int64_t)far[k] * ONE;
                const hm_placement at = {distance,  k % 2 == 0 ? -distance : distance,
                                         2 * ONE,   ONE,
                                         scales[i], -scales[i],
                                         angle};
                const hm_placement there = {0, 0, ONE, ONE, ONE, ONE, 0};
                hm_affine map;
                assert_true(hm_affine_place(&map, &at, &there) &&
                            hm_affine_points_exact(&a, &a, &map));
            }
    free(bytes.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_taken_one_by_one),
        cmocka_unit_test(lists_are_exact_up_to_the_bound),
        cmocka_unit_test(lists_beyond_the_bound_miss_some),
        cmocka_unit_test(the_bound_is_where_it_is_said_to_be),
        cmocka_unit_test(two_ways_that_both_stretch_are_not_exact),
        cmocka_unit_test(the_condition_is_the_one_that_is_defined),
        cmocka_unit_test(coarse_or_dropped_lists_are_never_exact),
        cmocka_unit_test(a_prune_of_1_is_enough_for_every_rotation),
    };
    return cmocka_run_group_tests_name("affine_points", tests, NULL, NULL);
}

#endif
