/*
 * test_utf8.c - which bytes are characters, and which characters make a name
 */

#include "support/cmocka_all.h"

#include "utf8.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Encodes by the definition: the number of bits decides the number of bytes. */
static size_t encode(uint32_t code, size_t length, uint8_t *out)
{
    static const unsigned char lead[] = {0, 0x00, 0xc0, 0xe0, 0xf0};

    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (uint8_t)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    out[0] = (uint8_t)(lead[length] | code);
    return length;
}

static void the_shortest_form_of_each_character_alone_is_taken(void **state)
{
    (void)state;
    static const uint32_t beyond[] = {0, 0x80, 0x800, 0x10000, 0x200000};
    uint8_t bytes[4];
    uint32_t read;

    for (size_t length = 1; length <= 4; length++) {
        for (uint32_t code = 0; code < beyond[length]; code++) {
            bool valid = code >= beyond[length - 1] && code <= 0x10ffff &&
                         !(code >= 0xd800 && code <= 0xdfff);

            if (length == 1)
                valid = true;
            encode(code, length, bytes);
            read = UINT32_MAX;
            if (utf8_decode(bytes, 4, &read) != (valid ? length : 0) ||
                read != (valid ? code : UINT32_MAX))
                fail_msg("U+%04X in %zu bytes", (unsigned)code, length);
        }
    }
}

static unsigned length_of(const char *bytes, size_t left)
{
    uint32_t code;

    return utf8_decode((const uint8_t *)bytes, left, &code);
}

static void what_is_cut_or_out_of_step_is_refused(void **state)
{
    (void)state;

    assert_int_equal(length_of("", 0), 0);
    assert_int_equal(length_of("\xc3\xa9", 1), 0);
    assert_int_equal(length_of("\xe2\x82\xac", 2), 0);
    assert_int_equal(length_of("\xf0\x9f\x98\x80", 3), 0);
    assert_int_equal(length_of("\xc3z", 2), 0);
    assert_int_equal(length_of("\xe2\x82z", 3), 0);
    assert_int_equal(length_of("\xf0\x9f\x98z", 4), 0);
    assert_int_equal(length_of("\x80", 1), 0);
    assert_int_equal(length_of("\xff", 1), 0);
    assert_int_equal(length_of("\xf5\x80\x80\x80", 4), 0);
    assert_int_equal(length_of("\xf8\x90\x80\x80", 4), 0); /* without its fifth byte */
    assert_int_equal(length_of("\xfc\x90\x80\x80", 4), 0);
}

static bool is_name(const char *bytes, size_t length)
{
    return utf8_is_name((const uint8_t *)bytes, length);
}

static void a_name_has_no_control_characters(void **state)
{
    (void)state;
    static const char *const names[] = {"hero/run.png#0", "h\xc3\xa9ros", "a b", "\xc2\xa0",
                                        "\xf0\x9f\x98\x80"};
    static const char *const others[] = {"a\nb",     "\x1b[2J",      "\x7f",       "\xc2\x80",
                                         "\xc2\x9f", "\xc3",         "a\xff",      "\xc0\xaf",
                                         "\x1f",     "\xed\xa0\x80", "run\x01.png"};

    for (size_t i = 0; i < COUNT(names); i++)
        assert_true(is_name(names[i], strlen(names[i])));
    for (size_t i = 0; i < COUNT(others); i++)
        assert_false(is_name(others[i], strlen(others[i])));
    assert_false(is_name("a\0b", 3));
    assert_false(is_name("", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shortest_form_of_each_character_alone_is_taken),
        cmocka_unit_test(what_is_cut_or_out_of_step_is_refused),
        cmocka_unit_test(a_name_has_no_control_characters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
