/*
 * left_out.h - a test program whose oracle needs integers of 128 bits, where there are none
 */
#include "support/cmocka_all.h"

static void without_integers_of_128_bits(void **state)
{
    (void)state;
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_integers_of_128_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
