/*
 * answers.c - answers of queries are compared; what lies between the fields is not looked at
 */
#include "support/cmocka_all.h"

#include "runtime/answers.h"

void assert_point(hm_point is, hm_point expected)
{
    assert_int_equal(is.x, expected.x);
    assert_int_equal(is.y, expected.y);
}

void assert_box(const hm_box *is, const hm_box *expected)
{
    assert_int_equal(is->x0, expected->x0);
    assert_int_equal(is->y0, expected->y0);
    assert_int_equal(is->x1, expected->x1);
    assert_int_equal(is->y1, expected->y1);
}

void assert_sweep(const hm_sweep_result *is, const hm_sweep_result *expected)
{
    assert_int_equal(is->step, expected->step);
    assert_point(is->moved, expected->moved);
    assert_point(is->hit, expected->hit);
    assert_int_equal(is->normal_x, expected->normal_x);
    assert_int_equal(is->normal_y, expected->normal_y);
    assert_point(is->contact, expected->contact);
}
