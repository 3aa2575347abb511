/*
 * test_cpu.c - a level is taken only where the processor has all that its code is compiled for
 *
 * The question for the level is compiled again here, and a processor made up answers it.
 */
#include "support/cmocka_all.h"

#define hm_cpu_level level_made_up
#include "cpu.h"

#include <string.h>

#if defined(HM_SIMD_X86)

/* The features that each level needs beside those of the level before. */
static const struct {
    const char *name;
    uint32_t level;
} sets[] = {
    {"avx2", CPU_AVX2},         {"bmi", CPU_AVX2},
    {"bmi2", CPU_AVX2},         {"popcnt", CPU_AVX2},
    {"avx512f", CPU_AVX512},    {"avx512dq", CPU_AVX512},
    {"avx512bw", CPU_AVX512},   {"avx512vl", CPU_AVX512},
    {"avx512vbmi", CPU_AVX512}, {"avx512vpopcntdq", CPU_AVX512},
    {"gfni", CPU_AVX512},
};
enum { SETS = sizeof sets / sizeof *sets };

/* Bit i: the processor has set i. */
static uint32_t had;

static int supports(const char *name)
{
    for (uint32_t i = 0; i < SETS; i++)
        if (strcmp(sets[i].name, name) == 0)
            return (int)(had >> i & 1);
    fail_msg("%s is no known set of instructions", name);
    return 0;
}

#define __builtin_cpu_supports(name) supports(name)

/* The level below the first one of which something is missing. */
static uint32_t level_of(uint32_t processor)
{
    uint32_t level = CPU_AVX512;
    for (uint32_t i = 0; i < SETS; i++)
        if (!(processor >> i & 1) && sets[i].level <= level)
            level = sets[i].level - 1;
    return level;
}

#endif

#include "rows.c"

static void a_level_needs_all_of_its_sets(void **state)
{
    (void)state;
#if defined(HM_SIMD_X86)
    for (had = 0; had < 1U << SETS; had++)
        assert_int_equal(hm_cpu_level(), level_of(had));
#elif defined(HM_SIMD_NEON)
    assert_int_equal(hm_cpu_level(), CPU_NEON);
#else
    assert_int_equal(hm_cpu_level(), CPU_PORTABLE);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_needs_all_of_its_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
