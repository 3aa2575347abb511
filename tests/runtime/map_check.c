/*
 * map_check.c - sprites are asked through maps
 */
#include "support/cmocka_all.h"

#include "runtime/map_check.h"

#ifdef __SIZEOF_INT128__

#include "runtime/answers.h"

void check_through(struct subject *a, const hm_sprite *view_a, const struct subject *b,
                   const hm_sprite *view_b, const hm_affine *map)
{
    hm_point expected = {-7, -7}, hit = {-7, -7};
    const uint64_t area = oracle_map_area(a, b, map, &expected);

    assert_int_equal(hm_affine_overlap(view_a, view_b, map), area > 0);
    assert_int_equal(hm_affine_first(view_a, view_b, map, NULL), area > 0);
    assert_int_equal(hm_affine_first(view_a, view_b, map, &hit), area > 0);
    assert_point(hit, expected);
    assert_int_equal(hm_affine_area(view_a, view_b, map), area);
}

void assert_apart(const hm_sprite *a, const hm_sprite *b, const hm_affine *map)
{
    assert_false(hm_affine_overlap(a, b, map));
    assert_false(hm_affine_first(a, b, map, NULL));
    assert_int_equal(hm_affine_area(a, b, map), 0);
    assert_false(hm_affine_points(a, b, map, UINT32_MAX, NULL));
}

void check_maps_out_of_range(apart_check *check)
{
    const int64_t far = INT64_C(1) << 48;
    const int64_t shifts[] = {far + 1, -far - 1, INT64_MIN, INT64_MAX};
    static const int32_t factors[] = {HM_AFFINE_FACTOR_MAX + 1, -HM_AFFINE_FACTOR_MAX - 1,
                                      INT32_MIN, INT32_MAX};
    struct subject box;
    subject_from_number(&box, 2, 2, 0xf);
    for (int i = 0; i < 2 * 6 * 4; i++) {
        hm_affine map;
        hm_affine_identity(&map);
        hm_transform *const t = i % 2 == 0 ? &map.to_a : &map.to_b;
        int64_t *const by[] = {&t->x, &t->y};
        int32_t *const along[] = {&t->xx, &t->xy, &t->yx, &t->yy};
        if (i / 8 < 2)
            *by[i / 8] = shifts[i / 2 % 4];
        else
            *along[i / 8 - 2] = factors[i / 2 % 4];
        check(&box.sprite, &box.sprite, &map);
    }
    subject_free(&box);
}

void check_empty_pairs(apart_check *check)
{
    static const hm_sprite zero;
    struct subject box, empty;
    hm_affine map;
    subject_from_number(&box, 2, 2, 0xf);
    subject_from_number(&empty, 3, 3, 0);
    hm_affine_identity(&map);
    check(&box.sprite, &zero, &map);
    check(&zero, &box.sprite, &map);
    check(&zero, &zero, &map);
    check(&box.sprite, &empty.sprite, &map);
    check(&empty.sprite, &box.sprite, &map);
    subject_free(&box);
    subject_free(&empty);
}

#endif
