/*
 * test_load.c - packs from files: what the tools check that the runtime leaves to them
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include "load.h"
#include "model_support.h"
#include "pack_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Writes a pack with these options to a new file. */
static void write_pack(const char *options, char *path)
{
    struct model model = {0};
    const int file = mkstemp(path);

    model_draw(&model, "a", "#\n", NULL);
    model_add_options(&model, text_copy(options));
    struct bytes bytes = pack_bytes(&model);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes.at, bytes.size), bytes.size);
    close(file);
    free(bytes.at);
    model_free(&model);
}

static void assert_options(const char *options, bool right)
{
    char path[] = "/tmp/hitmask-test-XXXXXX";
    struct pack_file pack;
    struct error err = {0};

    write_pack(options, path);
    assert_true(pack_file_open(&pack, path, STATUS_DIFFERS, &err));
    assert_int_equal(hm_pack_verify(&pack.pack), HM_OK);
    assert_int_equal(pack_file_verify(&pack, STATUS_DIFFERS, &err), right);
    if (!right) {
        assert_string_equal(err.text, "the options are not a JSON object, or not minified");
        assert_int_equal(err.status, STATUS_DIFFERS);
    }
    pack_file_free(&pack);
    unlink(path);
}

static void options_are_a_minified_json_object(void **state)
{
    (void)state;
    assert_options("{}", true);
    assert_options("{\"a\":[1,\"b c\",{\"d\":null}]}", true);
    assert_options("{a}", false);
    assert_options("{\"a\": 1}", false);
    assert_options("{\"a\":1,\"a\":1}", false);
    assert_options("{},\"b\":{}", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_a_minified_json_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
