/*
 * test_spread.c - words are spread as far as was asked, by every level
 *
 * A sweep would still be right with pixels too many, and only slower. So the loops are asked for
 * themselves, and what lies around their words must stay as it was.
 */
#include "support/cmocka_all.h"

#include "rows.h"
#include "runtime/oracle.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 21 };

static uint32_t levels;

/* Few bits, so that one too many is seen. */
static uint64_t random_word(uint64_t *random)
{
    const uint64_t one = UINT64_C(1) << oracle_random(random, 64);
    return one | UINT64_C(1) << oracle_random(random, 64);
}

/* Bits by 0 to `by` places further, one place at a time; those of `before` come over. */
static uint64_t spread_word(uint64_t word, uint64_t before, unsigned by)
{
    uint64_t out = word;
    for (unsigned place = 1; place <= by; place++)
        out |= word << place | before >> (64 - place);
    return out;
}

/* As many words as are told, so that a sanitizer sees a read past them. */
static uint8_t *words_of(const uint64_t *words, uint32_t count)
{
    uint8_t *const bytes = malloc((size_t)count * 8 + !count);
    assert_non_null(bytes);
    for (uint32_t i = 0; i < count; i++)
        put_u64(bytes + (size_t)i * 8, words[i]);
    return bytes;
}

static void check_bits(uint32_t rows, unsigned by, bool has_from, bool has_before, uint64_t *random)
{
    uint64_t from[ROWS_MAX], before[ROWS_MAX];
    uint8_t out[(ROWS_MAX + 1) * 8];
    for (uint32_t y = 0; y < rows; y++) {
        from[y] = random_word(random);
        before[y] = random_word(random);
    }
    uint8_t *const a = words_of(from, rows), *const b = words_of(before, rows);
    for (uint32_t level = 0; level <= levels; level++) {
        memset(out, 0xa5, sizeof out);
        bulk_for(level)->spread_bits(has_from ? a : NULL, has_before ? b : NULL, rows, by, out);
        for (uint32_t y = 0; y < rows; y++)
            assert_true(get_u64(out + (size_t)y * 8) ==
                        spread_word(has_from ? from[y] : 0, has_before ? before[y] : 0, by));
        assert_true(get_u64(out + (size_t)rows * 8) == UINT64_C(0xa5a5a5a5a5a5a5a5));
    }
    free(a);
    free(b);
}

static void bits_are_spread_by_so_many_places(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (uint32_t rows = 0; rows <= ROWS_MAX; rows++)
        for (unsigned by = 0; by < 64; by++)
            for (int which = 0; which < 4; which++)
                check_bits(rows, by, which & 1, which & 2, &random);
}

static void check_rows(uint32_t rows, uint32_t by, uint64_t *random)
{
    uint64_t words[ROWS_MAX];
    uint8_t out[(ROWS_MAX + 2) * 8], *const first = out + 8;
    for (uint32_t y = 0; y < rows; y++)
        words[y] = random_word(random);
    for (uint32_t level = 0; level <= levels; level++) {
        memset(out, 0xff, sizeof out);
        for (uint32_t y = 0; y < rows; y++)
            put_u64(first + (size_t)y * 8, words[y]);
        bulk_for(level)->spread_rows(first, rows, by);
        for (uint32_t y = 0; y < rows; y++) {
            uint64_t right = 0;
            for (uint32_t above = 0; above <= by && above <= y; above++)
                right |= words[y - above];
            assert_true(get_u64(first + (size_t)y * 8) == right);
        }
        assert_true(get_u64(out) == UINT64_MAX);
        assert_true(get_u64(first + (size_t)rows * 8) == UINT64_MAX);
    }
}

static void rows_are_spread_into_so_many_rows(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (uint32_t rows = 0; rows <= ROWS_MAX; rows++)
        for (uint32_t by = 0; by <= rows; by++)
            for (int round = 0; round < 8; round++)
                check_rows(rows, by, &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_spread_by_so_many_places),
        cmocka_unit_test(rows_are_spread_into_so_many_rows),
    };
    levels = hm_cpu_level();
    return cmocka_run_group_tests_name("spread", tests, NULL, NULL);
}
