/*
 * test_point_list.c - points against masks, maps and points, one point and pixel at a time
 */

#include "support/cmocka_all.h"

#include "cpu.h"
#include "runtime/oracle.h"
#include "runtime/small_masks.h"
#include "support/baked_set.h"

#include <hitmask.h>

#include <stdlib.h>
#include <string.h>

/* ---- What must come out ------------------------------------------------------------------- */

/* A sprite as it is stored, and how it is seen. */
struct seen {
    const struct subject *picture;
    hm_sprite stored, view;
    bool flip_x, flip_y;
};

static struct seen see(const struct baked_set *album, size_t index, bool flip_x, bool flip_y)
{
    struct seen s = {.picture = &album->pictures[index], .flip_x = flip_x, .flip_y = flip_y};
    s.stored = album->pictures[index].sprite;
    hm_sprite_flip(&s.stored, flip_x, flip_y, &s.view);
    return s;
}

/* Maps a pixel as seen to a pixel as stored; also the other way, because it is its own inverse. */
static hm_point turned(const struct seen *s, int64_t x, int64_t y)
{
    return (hm_point){(int32_t)(s->flip_x ? s->picture->width - 1 - x : x),
                      (int32_t)(s->flip_y ? s->picture->height - 1 - y : y)};
}

static hm_point point_of(const struct seen *s, uint32_t index)
{
    hm_point p;
    assert_true(hm_sprite_point(&s->stored, index, &p));
    return turned(s, p.x, p.y);
}

static bool is_inside(const struct seen *s, int64_t x, int64_t y)
{
    return x >= 0 && x < s->picture->width && y >= 0 && y < s->picture->height;
}

static bool lies_on_mask(const struct seen *s, int64_t x, int64_t y)
{
    if (!is_inside(s, x, y))
        return false;
    const hm_point p = turned(s, x, y);
    return oracle_solid(s->picture, p.x, p.y);
}

/* True if any pixel is solid in the cell that (x, y) lies in. */
static bool lies_on_map(const struct seen *s, int64_t x, int64_t y)
{
    const int64_t width = s->picture->width, height = s->picture->height;
    const int64_t columns = s->stored.map_width > 0 ? s->stored.map_width : width;
    const int64_t rows = s->stored.map_height > 0 ? s->stored.map_height : height;
    if (!is_inside(s, x, y))
        return false;
    const hm_point p = turned(s, x, y);
    for (int64_t v = 0; v < height; v++)
        for (int64_t u = 0; u < width; u++)
            if (u * columns / width == p.x * columns / width &&
                v * rows / height == p.y * rows / height && oracle_solid(s->picture, u, v))
                return true;
    return false;
}

static uint32_t count_of(const struct seen *s, uint32_t limit)
{
    const uint32_t count = hm_sprite_point_count(&s->stored);
    return limit < count ? limit : count;
}

static bool lies_near(const struct seen *s, int64_t x, int64_t y, uint32_t limit, int64_t distance)
{
    for (uint32_t i = 0; i < count_of(s, limit); i++) {
        const hm_point p = point_of(s, i);
        const int64_t dx = p.x - x, dy = p.y - y;
        if (llabs(dx) <= distance && llabs(dy) <= distance &&
            (uint64_t)dx * (uint64_t)dx <=
                (uint64_t)distance * (uint64_t)distance - (uint64_t)dy * (uint64_t)dy)
            return true;
    }
    return false;
}

/* ---- All three against it ------------------------------------------------------------------- */

struct placement {
    int32_t dx, dy;
    uint32_t limit, distance;
};

struct answers {
    bool mask, map, near;
    hm_point on_mask, on_map, near_to;
};

static const struct answers untouched = {false, false, false, {-7, -7}, {-7, -7}, {-7, -7}};

static void note(bool *answer, hm_point *hit, hm_point p)
{
    if (!*answer)
        *hit = p;
    *answer = true;
}

static struct answers expect(const struct seen *a, const struct seen *b, const struct placement *at)
{
    struct answers answers = untouched;
    for (uint32_t i = 0; i < count_of(a, at->limit); i++) {
        const hm_point p = point_of(a, i);
        const int64_t x = (int64_t)p.x - at->dx, y = (int64_t)p.y - at->dy;
        if (lies_on_mask(b, x, y))
            note(&answers.mask, &answers.on_mask, p);
        if (!answers.map && lies_on_map(b, x, y))
            note(&answers.map, &answers.on_map, p);
        if (!answers.near && lies_near(b, x, y, at->limit, at->distance))
            note(&answers.near, &answers.near_to, p);
    }
    return answers;
}

static struct answers ask(const hm_sprite *a, const hm_sprite *b, const struct placement *at)
{
    struct answers got = untouched;
    got.mask = hm_points_overlap(a, b, at->dx, at->dy, at->limit, &got.on_mask);
    got.map = hm_points_overlap_map(a, b, at->dx, at->dy, at->limit, &got.on_map);
    got.near = hm_points_near(a, b, at->dx, at->dy, at->distance, at->limit, &got.near_to);
    assert_int_equal(hm_points_overlap(a, b, at->dx, at->dy, at->limit, NULL), got.mask);
    assert_int_equal(hm_points_overlap_map(a, b, at->dx, at->dy, at->limit, NULL), got.map);
    assert_int_equal(hm_points_near(a, b, at->dx, at->dy, at->distance, at->limit, NULL), got.near);
    return got;
}

static void assert_same_answer(bool got, hm_point hit, bool expected, hm_point at)
{
    assert_int_equal(got, expected);
    assert_int_equal(hit.x, at.x);
    assert_int_equal(hit.y, at.y);
}

static void check(const struct seen *a, const struct seen *b, const struct placement *at)
{
    const struct answers expected = expect(a, b, at);
    for (uint32_t level = 0; level <= hm_cpu_level(); level++) {
        hm_sprite p = a->view, q = b->view;
        p.cpu = level;
        q.cpu = level;
        const struct answers got = ask(&p, &q, at);
        assert_same_answer(got.mask, got.on_mask, expected.mask, expected.on_mask);
        assert_same_answer(got.map, got.on_map, expected.map, expected.on_map);
        assert_same_answer(got.near, got.near_to, expected.near, expected.near_to);
    }
}

static const struct points_rule outline = {.wanted = true, .cell = 1, .prune = 1};

/* ---- Drawn ---------------------------------------------------------------------------------- */

static void add_drawn(struct baked_set *album, const char *const *rows, int32_t height,
                      const struct points_rule *rule)
{
    struct subject picture;
    subject_draw(&picture, rows, height);
    baked_set_add(album, &picture, rule);
}

static void points_drawn(void **state)
{
    (void)state;
    static const char *const square[] = {"#####", "#####", "#####", "#####", "#####"};
    static const char *const dot[] = {"..", ".#"};
    struct baked_set album;
    hm_point hit;
    baked_set_init(&album, 2);
    add_drawn(&album, square, 5, &outline);
    add_drawn(&album, dot, 2, &outline);
    baked_set_bake(&album);
    const hm_sprite a = album.pictures[0].sprite, b = album.pictures[1].sprite;
    /* The dot lies deep inside the square, where that has no points. */
    assert_false(hm_points_overlap(&a, &b, 1, 1, UINT32_MAX, NULL));
    assert_true(hm_points_overlap(&b, &a, -1, -1, UINT32_MAX, &hit));
    assert_int_equal(hit.x, 1);
    assert_int_equal(hit.y, 1);
    assert_false(hm_points_near(&a, &b, 1, 1, 1, UINT32_MAX, NULL));
    assert_true(hm_points_near(&a, &b, 1, 1, 2, UINT32_MAX, NULL));
    assert_false(hm_points_near(&a, &b, 4, 4, 1, UINT32_MAX, NULL));
    assert_true(hm_points_near(&a, &b, 4, 4, 2, UINT32_MAX, &hit));
    assert_int_equal(hit.x, 4);
    assert_int_equal(hit.y, 4);
    assert_false(hm_points_overlap(&b, &a, -1, -1, 0, NULL));
    baked_set_free(&album);
}

/* A point on each pixel of a mask of four stripes, and just beside it. */
static void a_point_is_on_the_pixel_where_it_lies(void **state)
{
    (void)state;
    uint64_t random = 5;
    struct baked_set album;
    struct subject noise;
    subject_init(&noise, 200, 3);
    for (int i = 0; i < 600; i++)
        noise.pixels[i] = oracle_random(&random, 2) != 0;
    noise.pixels[0] = noise.pixels[599] = 1;
    subject_bake(&noise);
    baked_set_init(&album, 2);
    add_drawn(&album, (const char *const[]){"#"}, 1, &outline);
    baked_set_add(&album, &noise, &outline);
    baked_set_bake(&album);
    const hm_sprite dot = album.pictures[0].sprite, mask = album.pictures[1].sprite;
    for (int32_t y = -1; y <= 3; y++)
        for (int32_t x = -1; x <= 200; x++)
            assert_int_equal(hm_points_overlap(&dot, &mask, -x, -y, UINT32_MAX, NULL),
                             oracle_solid(&album.pictures[1], x, y));
    baked_set_free(&album);
}

/* One solid pixel makes the whole cell solid, also where its middle is not. */
static void cells_drawn(void **state)
{
    (void)state;
    static const char *const coarse[] = {"......", "......", "......",
                                         "...#..", "......", "......"};
    static const char *const dot[] = {"#"};
    const struct points_rule cells = {.wanted = true, .cell = 3, .prune = 1};
    struct baked_set album;
    baked_set_init(&album, 2);
    add_drawn(&album, coarse, 6, &cells);
    add_drawn(&album, dot, 1, &outline);
    baked_set_bake(&album);
    const hm_sprite map = album.pictures[0].sprite, point = album.pictures[1].sprite;
    for (int32_t y = -1; y < 7; y++)
        for (int32_t x = -1; x < 7; x++) {
            assert_int_equal(hm_points_overlap_map(&point, &map, -x, -y, UINT32_MAX, NULL),
                             x >= 3 && x < 6 && y >= 3 && y < 6);
            assert_int_equal(hm_points_overlap(&map, &point, x, y, UINT32_MAX, NULL),
                             x == 4 && y == 4);
        }
    baked_set_free(&album);
}

/* ---- Points at integer offsets -------------------------------------------------------------- */

/* True if the pixel is listed: solid, with an empty pixel or the border beside it. */
static bool is_listed(const struct subject *s, int32_t x, int32_t y)
{
    int solid = 0;
    for (int32_t v = y - 1; v <= y + 1; v++)
        for (int32_t u = x - 1; u <= x + 1; u++)
            solid += oracle_solid(s, u, v);
    return oracle_solid(s, x, y) && solid < 9;
}

/* The lists that were baked are those of the definition. */
static void assert_listed(const struct subject *s)
{
    uint32_t listed = 0, given = 0;
    for (int32_t i = 0; i < s->width * s->height; i++)
        listed |= (uint32_t)is_listed(s, i % s->width, i / s->width) << i;
    for (uint32_t i = 0; i < hm_sprite_point_count(&s->sprite); i++) {
        hm_point p;
        assert_true(hm_sprite_point(&s->sprite, i, &p));
        given |= UINT32_C(1) << (p.y * s->width + p.x);
    }
    assert_int_equal(given, listed);
}

/* Overlap, if and only if a point of one lies on the other. */
static void check_fact(const struct pair *pair, int32_t dx, int32_t dy)
{
    const hm_sprite *const a = &pair->a->sprite, *const b = &pair->b->sprite;
    const bool listed = hm_points_overlap(a, b, dx, dy, UINT32_MAX, NULL) ||
                        hm_points_overlap(b, a, -dx, -dy, UINT32_MAX, NULL);
    if (listed != (pair_common(pair, dx, dy) != 0))
        pair_fail(pair, "points and pixels", dx, dy);
}

static void small_masks_overlap_where_their_points_do(void **state)
{
    (void)state;
    struct baked_set album;
    baked_set_of_small_masks(&album, &outline);
    masks_visit(album.pictures, 1, assert_listed);
    placements_visit(album.pictures, 1, check_fact);
    baked_set_free(&album);
}

/* ---- All small cases ------------------------------------------------------------------------ */

static struct seen seen(const struct subject *picture)
{
    return (struct seen){.picture = picture, .stored = picture->sprite, .view = picture->sprite};
}

/* Both ways, each time with another distance and limit. */
static void check_pair(const struct pair *pair, int32_t dx, int32_t dy)
{
    static const uint32_t distances[] = {0, 1, 2, 3, 5}, limits[] = {UINT32_MAX, 1, 3};
    static size_t next;
    const struct seen a = seen(pair->a), b = seen(pair->b);
    const uint32_t distance = distances[next % 5], limit = limits[next % 3];
    check(&a, &b, &(struct placement){dx, dy, limit, distance});
    check(&b, &a, &(struct placement){-dx, -dy, limit, distance});
    next++;
}

static void every_small_pair(void **state)
{
    (void)state;
    /* The outline; all pixels; cells of four, of which some at the edges are less. */
    static const struct points_rule rules[] = {
        {.wanted = true, .cell = 1, .prune = 1},
        {.wanted = true, .cell = 1},
        {.wanted = true, .cell = 2},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct baked_set album;
        baked_set_of_small_masks(&album, &rules[i]);
        placements_visit(album.pictures, 251, check_pair);
        baked_set_free(&album);
    }
}

/* ---- Random ------------------------------------------------------------------------------- */

/* Maps of every kind, also those whose cells differ in size, and none at all. */
static struct points_rule random_rule(uint64_t *random)
{
    struct points_rule rule = {.wanted = true, .cell = 1, .prune = oracle_random(random, 3)};
    switch (oracle_random(random, 8)) {
    case 0:
        rule.wanted = false;
        break;
    case 1:
        rule.map_width = rule.map_height = 1 + oracle_random(random, 30);
        rule.drop_border = true;
        break;
    case 2:
        rule.map_width = 1 + oracle_random(random, 30);
        rule.map_height = 1 + oracle_random(random, 30);
        break;
    case 3:
    case 4:
        rule.cell = 1 + oracle_random(random, 9);
        break;
    default:
        rule.prune = 1;
        break;
    }
    return rule;
}

static void add_scribbles(struct baked_set *album, uint64_t *random, int count, int32_t side)
{
    for (int i = 0; i < count; i++) {
        const struct points_rule rule = random_rule(random);
        struct subject picture;
        subject_scribble(&picture, random, side);
        baked_set_add(album, &picture, &rule);
    }
}

static uint32_t random_limit(uint64_t *random)
{
    return oracle_random(random, 2) ? UINT32_MAX : oracle_random(random, 40);
}

static uint32_t random_distance(uint64_t *random)
{
    return oracle_random(random, 30) == 0 ? UINT32_MAX : oracle_random(random, 12);
}

static int32_t random_offset(uint64_t *random, int32_t a, int32_t b)
{
    return (int32_t)oracle_random(random, (uint32_t)(a + b + 6)) - b - 3;
}

static struct seen see_any(const struct baked_set *album, uint64_t *random)
{
    return see(album, oracle_random(random, (uint32_t)album->count), oracle_random(random, 2),
               oracle_random(random, 2));
}

static void check_random(uint64_t seed, int sprites, int32_t side, int pairs, int placements)
{
    struct baked_set album;
    uint64_t random = seed;
    baked_set_init(&album, (size_t)sprites);
    add_scribbles(&album, &random, sprites, side);
    baked_set_bake(&album);
    for (int i = 0; i < pairs; i++) {
        const struct seen a = see_any(&album, &random), b = see_any(&album, &random);
        for (int k = 0; k < placements; k++) {
            const struct placement at = {
                .dx = random_offset(&random, a.picture->width, b.picture->width),
                .dy = random_offset(&random, a.picture->height, b.picture->height),
                .limit = random_limit(&random),
                .distance = random_distance(&random),
            };
            check(&a, &b, &at);
        }
    }
    baked_set_free(&album);
}

static void random_points(void **state)
{
    (void)state;
    check_random(1, 200, 20, 20000, 5);
    check_random(2, 40, 300, 100, 10);
}

/* ---- Ends --------------------------------------------------------------------------------- */

static void any_offset_and_distance_is_safe(void **state)
{
    (void)state;
    static const int32_t ends[] = {INT32_MIN, INT32_MIN + 1, -1, 0, INT32_MAX - 1, INT32_MAX};
    static const uint32_t distances[] = {0, 1, INT32_MAX, 3037000499u, 3037000500, UINT32_MAX};
    struct baked_set album;
    uint64_t random = 3;
    baked_set_init(&album, 20);
    add_scribbles(&album, &random, 20, 30);
    baked_set_bake(&album);
    for (int n = 0; n < 6 * 6 * 6 * 10; n++) {
        const struct seen a = see_any(&album, &random), b = see_any(&album, &random);
        const struct placement at = {ends[n % 6], ends[n / 6 % 6], UINT32_MAX,
                                     distances[n / 36 % 6]};
        check(&a, &b, &at);
    }
    baked_set_free(&album);
}

/* A pack that opens may hold any cells and sizes: answers may be wrong, but every hit is a pixel
 * of its sprite, and an address sanitizer sees that no read leaves the bytes. */
static void check_damaged(const hm_pack *pack, uint64_t *random)
{
    hm_sprite a, b;
    hm_pack_sprite(pack, oracle_random(random, hm_pack_count(pack)), &a);
    hm_pack_sprite(pack, oracle_random(random, hm_pack_count(pack)), &b);
    hm_sprite_flip(&b, oracle_random(random, 2), oracle_random(random, 2), &b);
    for (uint32_t level = 0; level <= hm_cpu_level(); level++) {
        a.cpu = b.cpu = level;
        const int32_t dx = random_offset(random, 30, 30), dy = random_offset(random, 30, 30);
        const struct placement at = {dx, dy, UINT32_MAX, random_distance(random)};
        const struct answers got = ask(&a, &b, &at);
        const hm_box all = {0, 0, a.width, a.height};
        assert_true(!got.mask || hm_box_contains(&all, got.on_mask.x, got.on_mask.y));
        assert_true(!got.map || hm_box_contains(&all, got.on_map.x, got.on_map.y));
        assert_true(!got.near || hm_box_contains(&all, got.near_to.x, got.near_to.y));
    }
}

static void damaged_packs_give_answers_in_range(void **state)
{
    (void)state;
    struct baked_set album;
    uint64_t random = 4;
    size_t opened = 0;
    baked_set_init(&album, 12);
    add_scribbles(&album, &random, 12, 30);
    baked_set_bake(&album);
    for (int round = 0; round < 20000; round++) {
        struct bytes bytes = bytes_copy(&album.bytes);
        hm_pack pack;
        for (int i = 0; i < 3; i++)
            bytes.at[oracle_random(&random, (uint32_t)bytes.size)] =
                (uint8_t)oracle_random(&random, 256);
        if (hm_pack_open(&pack, bytes.at, bytes.size) == HM_OK) {
            check_damaged(&pack, &random);
            opened++;
        }
        free(bytes.at);
    }
    assert_true(opened > 1000);
    baked_set_free(&album);
}

static void sprites_without_points_find_nothing(void **state)
{
    (void)state;
    struct baked_set album;
    struct subject box;
    hm_sprite zero;
    baked_set_init(&album, 2);
    add_drawn(&album, (const char *const[]){"##", "##"}, 2, &outline);
    add_drawn(&album, (const char *const[]){"..", ".."}, 2, &outline);
    baked_set_bake(&album);
    subject_from_number(&box, 2, 2, 15);
    memset(&zero, 0, sizeof zero);
    const hm_sprite with = album.pictures[0].sprite, empty = album.pictures[1].sprite;
    const hm_sprite *const without[] = {&empty, &box.sprite, &zero};
    for (int i = 0; i < 3; i++) {
        assert_false(hm_points_overlap(without[i], &with, 0, 0, UINT32_MAX, NULL));
        assert_false(hm_points_overlap_map(without[i], &with, 0, 0, UINT32_MAX, NULL));
        assert_false(hm_points_near(without[i], &with, 0, 0, UINT32_MAX, UINT32_MAX, NULL));
        assert_false(hm_points_near(&with, without[i], 0, 0, UINT32_MAX, UINT32_MAX, NULL));
        assert_int_equal(hm_points_overlap(&with, without[i], 0, 0, UINT32_MAX, NULL), i == 1);
        assert_int_equal(hm_points_overlap_map(&with, without[i], 0, 0, UINT32_MAX, NULL), i == 1);
    }
    subject_free(&box);
    baked_set_free(&album);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_drawn),
        cmocka_unit_test(a_point_is_on_the_pixel_where_it_lies),
        cmocka_unit_test(cells_drawn),
        cmocka_unit_test(small_masks_overlap_where_their_points_do),
        cmocka_unit_test(every_small_pair),
        cmocka_unit_test(random_points),
        cmocka_unit_test(any_offset_and_distance_is_safe),
        cmocka_unit_test(damaged_packs_give_answers_in_range),
        cmocka_unit_test(sprites_without_points_find_nothing),
    };
    return cmocka_run_group_tests_name("point_list", tests, NULL, NULL);
}
