/*
 * answers.h - answers of queries, compared field by field
 */
#ifndef ANSWERS_H
#define ANSWERS_H

#include <hitmask.h>

void assert_point(hm_point is, hm_point expected);
void assert_box(const hm_box *is, const hm_box *expected);
void assert_sweep(const hm_sweep_result *is, const hm_sweep_result *expected);

#endif
