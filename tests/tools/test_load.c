/*
 * test_load.c - packs from files: what the tools check that the runtime leaves to them
 */

#include "support/cmocka_all.h"

#include "formats/load.h"
#include "formats/pack.h"
#include "support/model_support.h"
#include "support/pack_support.h"

#include <stdlib.h>
#include <unistd.h>

/* Writes a pack with these options to a new file. */
static void write_pack(const char *options, char *path)
{
    struct model model = {0};
    const int file = mkstemp(path);

    model_draw(&model, "a", "#\n", NULL);
    model_add_options(&model, options);
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

/* ---- Packs that the runtime can use and the tools did not write ----------------------------- */

/* The example with one field of its first sprite changed: what comes of reading it. */
static bool read_example_with(const struct fault *change, struct product *product,
                              struct error *err)
{
    struct bytes bytes = example_with(change);
    hm_pack pack;

    assert_int_equal(hm_pack_open(&pack, bytes.at, bytes.size), HM_OK);
    assert_int_equal(hm_pack_verify(&pack), HM_OK);
    const bool ok = pack_read(&pack, "x.hmk", product, err);
    free(bytes.at);
    return ok;
}

static void warnings_of_a_later_version_are_left_out(void **state)
{
    (void)state;
    static const struct fault later = {
        "", HM_OK, {{IN_DETAIL(0, WARNINGS), 4, UINT32_C(1) << 28 | WARNING_FULL}}};
    struct product product = {0};
    struct error err;

    assert_true(read_example_with(&later, &product, &err));
    assert_int_equal(product.content.sprites[0].warnings, WARNING_FULL);
    product_free(&product);
}

/* A hundred bytes may claim that, and drawing it would take for ever. */
static void a_sprite_larger_than_any_that_is_baked_is_refused(void **state)
{
    (void)state;
    static const struct fault fits = {"", HM_OK, {{IN_SPRITE(0, WIDTH), 4, UINT32_MAX / 2}}};
    static const struct fault large = {
        "", HM_OK, {{IN_SPRITE(0, WIDTH), 4, INT32_MAX}, {IN_SPRITE(0, HEIGHT), 4, 3}}};
    struct product product = {0};
    struct error err;

    assert_true(read_example_with(&fits, &product, &err));
    product_free(&product);
    assert_false(read_example_with(&large, &product, &err));
    assert_string_equal(err.text,
                        "sprite 'box': 2147483647x3 is more than 4294967295 pixels, "
                        "the most that can be drawn, compared or written");
    product_free(&product);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warnings_of_a_later_version_are_left_out),
        cmocka_unit_test(a_sprite_larger_than_any_that_is_baked_is_refused),
        cmocka_unit_test(options_are_a_minified_json_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
