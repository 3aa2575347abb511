/*
 * rows_portable.c - the loops over single words, in plain C
 */
#include "rows.h"

typedef uint64_t vec;
enum { LANES = 1 };
#define ROWS(name)             hm_rows_##name##_portable
#define hm_rows_loops_portable hm_rows_portable
#define hm_rows_bulk_portable  hm_bulk_portable

#define vec_store       put_u64
#define vec_load        get_u64
#define vec_zero()      UINT64_C(0)
#define vec_fill(word)  (word)
#define vec_and(v, w)   ((v) & (w))
#define vec_add(v, w)   ((v) + (w))
#define vec_or(v, w)    ((v) | (w))
#define vec_right(v, n) ((v) >> (n))
#define vec_left(v, n)  ((v) << (n))
#define vec_mirror      reverse_bits
#define vec_turn(v)     (v)
#define vec_last(v, n)  ((void)(n), (v))
#define vec_fold(v)     (v)
#define vec_lanes(v)    ((uint32_t)((v) != 0))
#define vec_some(v)     ((v) != 0)
#define vec_count(s, v) ((s) + count_bits(v))
#define vec_total(s)    (s)

#include "rows_template.h"
