/*
 * test_provenance.c - what sprites were baked with, as a canonical text, and read again
 *
 * cli/merge.bats tests the part that users see.
 */

#include "support/cmocka_all.h"

#include "formats/document.h"
#include "plan/provenance.h"
#include "support/model_support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { WORDS_MAX = 16 };

/* The inputs of all shards, and how they are told. */
static const struct inputs_sum of_all = {6, {0xfedcba9876543210, 0x0123456789abcdef}};
#define OF_ALL "\"inputs\":6,\"names\":\"0123456789abcdeffedcba9876543210\","

/* Reads the words of a command line that are apart by spaces, cut up in place. */
static void read_words(char *line, struct bake_options *options, struct arguments *arguments)
{
    const char *words[WORDS_MAX];
    struct diagnostics found = {0};
    size_t count = 0;

    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " "))
        words[count++] = word;
    assert_true(bake_options_read(&bake_option_set, count, words, options, arguments, &found));
}

static void read_config(struct config *config, const char *text)
{
    char path[] = "/tmp/hitmask-description-XXXXXX";
    struct diagnostics diagnostics = {0};
    const int file = mkstemp(path);

    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    assert_true(config_read(config, path, &diagnostics));
    unlink(path);
    diagnostics_free(&diagnostics);
}

/* The options that a bake with this command line, and this config if not NULL, adds to a model
 * that has `told` from its documents. */
static char *describe(const char *command_line, const char *rules, size_t pictures,
                      size_t documents, const char *told)
{
    char *const line = text_copy(command_line);
    struct bake_options options;
    struct arguments arguments = {0};
    struct config config = {0};
    struct model model = {0};
    struct error err;
    char *text;

    read_words(line, &options, &arguments);
    if (rules != NULL)
        read_config(&config, rules);
    if (documents > 0)
        model_add_options(&model, told);
    const struct provenance description = {&options, &arguments, rules != NULL ? &config : NULL,
                                           of_all};
    assert_true(provenance_tell(&description, pictures, documents, &model, &err));
    text = model.options != NULL ? text_copy(model.options) : NULL;
    model_free(&model);
    config_free(&config);
    arguments_free(&arguments);
    bake_options_free(&options);
    free(line);
    return text;
}

static void assert_text(char *text, const char *expected)
{
    if (expected == NULL) {
        assert_null(text);
        return;
    }
    assert_non_null(text);
    assert_string_equal(text, expected);
    assert_true(document_are_options((const uint8_t *)text, strlen(text)));
    free(text);
}

static void what_decides_about_sprites_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *line, *text;
    } cases[] = {
        {"", NULL},
        {"--alpha-threshold 0 --cell 1 --prune 1 --pivot 50%,50% --color-key none", NULL},
        {"--preset unity", NULL},
        {"-o x.json --root art --exclude *.jpg -j 3 --max-pixels 9 --json-mask none -MD", NULL},
        {"--alpha-threshold 127", "{\"alpha-threshold\":127}"},
        {"--preset pygame", "{\"alpha-threshold\":127}"},
        {"--alpha-threshold 3 --preset pygame", "{\"alpha-threshold\":3}"},
        {"--color-key magenta", "{\"color-key\":\"#ff00ff\"}"},
        {"--cell 4 --map 3x2", "{\"map\":\"3x2\"}"},
        {"--map 3x2 --cell 4", "{\"cell\":4}"},
        {"--preset nearpixel", "{\"alpha-threshold\":200,\"map\":\"24x24\",\"prune\":4}"},
        {"--preset nearpixel --cell 1", "{\"alpha-threshold\":200,\"prune\":4}"},
        {"--mask-suffix _\"m\\ --strip-extension --no-points --solid --pivot 0,50%",
         "{\"solid\":true,\"no-points\":true,\"pivot\":\"0,50%\",\"strip-extension\":true,"
         "\"mask-suffix\":\"_\\\"m\\\\\"}"},
        {"--shard 1/1", NULL},
        {"--shard 2/5", "{" OF_ALL "\"shard\":\"2/5\"}"},
        {"--shard 2/5 --prune 0", "{\"prune\":0," OF_ALL "\"shard\":\"2/5\"}"},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        assert_text(describe(cases[i].line, NULL, 1, 0, NULL), cases[i].text);
}

/* Beside rules it matters whether something is said at all, and by whom. */
static void with_rules_all_that_is_given_is_told(void **state)
{
    (void)state;
    static const char rules[] = "{ \"rules\": [ { \"match\": \"a*\",\n \"prune\": 2 } ] }\n";
#define RULES "\"config\":{\"rules\":[{\"match\":\"a*\",\"prune\":2}]}}"
    static const struct {
        const char *line, *text;
    } cases[] = {
        {"", "{" RULES},
        {"--preset unity", "{" RULES},
        {"--alpha-threshold 0", "{\"alpha-threshold\":0," RULES},
        {"--alpha-threshold 127", "{\"alpha-threshold\":127," RULES},
        {"--preset pygame", "{\"preset\":{\"alpha-threshold\":127}," RULES},
        {"--preset pygame --alpha-threshold 127",
         "{\"alpha-threshold\":127,\"preset\":{\"alpha-threshold\":127}," RULES},
        {"--preset xna --color-key none",
         "{\"color-key\":\"none\",\"preset\":{\"color-key\":\"#ff00ff\"}," RULES},
        {"--cell 1", "{\"cell\":1," RULES},
        {"--map 3x2 --cell 1", "{\"cell\":1," RULES},
        {"--cell 1 --map 3x2 --no-points", "{\"map\":\"3x2\",\"no-points\":true," RULES},
        {"--pivot 50%,50% --strip-extension",
         "{\"pivot\":\"50%,50%\",\"strip-extension\":true," RULES},
        {"--prune-border keep", "{\"prune-border\":\"keep\"," RULES},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        assert_text(describe(cases[i].line, rules, 1, 0, NULL), cases[i].text);
    assert_text(
        describe("--prune-border keep --shard 3/3", rules, 1, 0, NULL),
        "{\"prune-border\":\"keep\",\"config\":{\"rules\":[{\"match\":\"a*\",\"prune\":2}]}," OF_ALL
        "\"shard\":\"3/3\"}");
}

static void documents_keep_their_own(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        size_t pictures, documents;
        const char *told, *text;
    } cases[] = {
        {"--prune 0", 0, 1, "{\"prune\":3}", "{\"prune\":3}"},
        {"--prune 0", 0, 1, NULL, NULL},
        {"--prune 0", 1, 1, "{\"prune\":0}", "{\"prune\":0}"},
        {"--prune 0", 1, 1, "{\"prune\":3}", NULL},
        {"--prune 0", 1, 1, NULL, NULL},
        {"--shard 1/2", 0, 1, "{\"prune\":3}",
         "{\"documents\":{\"prune\":3}," OF_ALL "\"shard\":\"1/2\"}"},
        {"--shard 1/2", 0, 1, NULL, "{\"documents\":null," OF_ALL "\"shard\":\"1/2\"}"},
        {"--shard 1/2", 1, 1, "{\"prune\":3}", "{\"documents\":null," OF_ALL "\"shard\":\"1/2\"}"},
        {"--shard 1/2 --prune 3", 1, 1, "{\"prune\":3}",
         "{\"prune\":3,\"documents\":{\"prune\":3}," OF_ALL "\"shard\":\"1/2\"}"},
        /* A shard that nothing fell to. */
        {"--shard 1/2 --prune 3", 0, 0, NULL, "{\"prune\":3," OF_ALL "\"shard\":\"1/2\"}"},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        assert_text(
            describe(cases[i].line, NULL, cases[i].pictures, cases[i].documents, cases[i].told),
            cases[i].text);
}

static void options_too_deep_for_a_shard_are_refused(void **state)
{
    (void)state;
    struct bake_options options = {.shard = {1, 2}};
    struct arguments arguments = {0};
    const struct provenance description = {&options, &arguments, NULL, of_all};
    struct model model = {0};
    struct text deep = {0};
    struct error err;

    text_add_string(&deep, "{\"a\":");
    for (int i = 0; i < 62; i++)
        text_add_string(&deep, "[");
    for (int i = 0; i < 62; i++)
        text_add_string(&deep, "]");
    text_add_string(&deep, "}");
    model_add_options(&model, deep.bytes);
    text_free(&deep);
    assert_false(provenance_tell(&description, 0, 1, &model, &err));
    assert_string_equal(err.text, "the options of the documents are nested too deeply for a shard");
    model_free(&model);
}

/* The animations of a shard that are joined, in the order of their names, if the config has some
 * that may have to join more to them. */
static void joined_animations_are_told_beside_those_of_a_config(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        uint32_t shards;
        const char *text;
    } cases[] = {
        {"{\"animations\":[]}", 2,
         "{\"config\":{\"animations\":[]},\"joined\":[\"a\",\"b\"]," OF_ALL "\"shard\":\"1/2\"}"},
        {"{\"animations\":[]}", 1, "{\"config\":{\"animations\":[]}}"},
        {"{\"rules\":[]}", 2, "{\"config\":{\"rules\":[]}," OF_ALL "\"shard\":\"1/2\"}"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct bake_options options = {.shard = {1, cases[i].shards}};
        const struct arguments arguments = {0};
        struct config config = {0};
        const struct provenance description = {&options, &arguments, &config, of_all};
        struct model model = {0};
        struct error err;

        read_config(&config, cases[i].rules);
        model_animate(&model, "b", "", NULL);
        model_animate(&model, "a", "", NULL);
        model_animate(&model, "c", "", NULL);
        model.animations[0].joined = model.animations[1].joined = true;
        model_order(&model);
        assert_true(provenance_tell(&description, 1, 0, &model, &err));
        assert_string_equal(model.options, cases[i].text);
        model_free(&model);
        config_free(&config);
    }
}

/* ---- Reading ------------------------------------------------------------------------------ */

static void assert_same_text(const char *text, const char *expected)
{
    if (expected == NULL)
        assert_null(text);
    else
        assert_string_equal(text, expected);
}

static void a_text_is_taken_apart(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        struct shard shard;
        const char *own;
        bool has_documents;
        const char *documents, *joined;
    } cases[] = {
        {NULL, {0, 0}, NULL, false, NULL, NULL},
        {"{\"prune\":0}", {0, 0}, "{\"prune\":0}", false, NULL, NULL},
        {"{\"shard\":\"2/5\"}", {2, 5}, NULL, false, NULL, NULL},
        {"{\"prune\":0,\"shard\":\"5/5\"}", {5, 5}, "{\"prune\":0}", false, NULL, NULL},
        {"{\"documents\":null,\"shard\":\"2/5\"}", {2, 5}, NULL, true, NULL, NULL},
        {"{\"prune\":0,\"documents\":{\"a\":{\"documents\":1,\"shard\":\"1/2\"}},\"shard\":\"2/5\"}",
         {2, 5},
         "{\"prune\":0}",
         true,
         "{\"a\":{\"documents\":1,\"shard\":\"1/2\"}}",
         NULL},
        {"{\"joined\":[\"run\"],\"shard\":\"2/5\"}", {2, 5}, NULL, false, NULL, "[\"run\"]"},
        {"{\"prune\":0,\"joined\":[],\"documents\":null,\"shard\":\"2/5\"}",
         {2, 5},
         "{\"prune\":0}",
         true,
         NULL,
         "[]"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct provenance_parts parts = {0};

        provenance_read(cases[i].text, &parts);
        assert_int_equal(parts.shard.index, cases[i].shard.index);
        assert_int_equal(parts.shard.count, cases[i].shard.count);
        assert_same_text(parts.own, cases[i].own);
        assert_int_equal(parts.has_documents, cases[i].has_documents);
        assert_same_text(parts.documents, cases[i].documents);
        assert_same_text(parts.joined, cases[i].joined);
        provenance_parts_free(&parts);
    }
}

static void the_inputs_of_all_shards_are_taken_off(void **state)
{
    (void)state;
    static const struct {
        const char *text, *own, *inputs, *names;
    } cases[] = {
        {"{" OF_ALL "\"shard\":\"2/5\"}", NULL, "6", "\"0123456789abcdeffedcba9876543210\""},
        {"{\"prune\":0,\"joined\":[],\"documents\":null," OF_ALL "\"shard\":\"2/5\"}",
         "{\"prune\":0}", "6", "\"0123456789abcdeffedcba9876543210\""},
        {"{\"prune\":0,\"shard\":\"2/5\"}", "{\"prune\":0}", NULL, NULL},
        {"{\"inputs\":\"6\",\"names\":\"\",\"shard\":\"2/5\"}", "{\"inputs\":\"6\"}", NULL, "\"\""},
        {"{\"inputs\":6,\"names\":7,\"shard\":\"2/5\"}", "{\"inputs\":6,\"names\":7}", NULL, NULL},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct provenance_parts parts = {0};

        provenance_read(cases[i].text, &parts);
        assert_int_equal(parts.shard.index, 2);
        assert_same_text(parts.own, cases[i].own);
        assert_same_text(parts.inputs, cases[i].inputs);
        assert_same_text(parts.names, cases[i].names);
        provenance_parts_free(&parts);
    }
}

/* Options may come from anywhere. */
static void what_bake_did_not_write_is_the_texts_own(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "{}",
        "{\"shard\":5}",
        "{\"shard\":\"5\"}",
        "{\"shard\":\"6/5\"}",
        "{\"shard\":\"0/5\"}",
        "{\"shard\":\"1/1\"}",
        "{\"shard\":\"1/2\",\"prune\":0}",
        "{\"a\":{\"shard\":\"1/2\"}}",
        "{\"a\":\",\\\"shard\\\":\\\"1/2\"}",
        "{\"shard\":\"111111111111111111111111111111111111111/2\"}",
        "{\"documents\":null}",
    };
    static const struct {
        const char *text, *own;
    } shards[] = {
        {"{\"documents\":5,\"shard\":\"1/2\"}", "{\"documents\":5}"},
        {"{\"joined\":5,\"shard\":\"1/2\"}", "{\"joined\":5}"},
        {"{\"documents\":null,\"a\":1,\"shard\":\"1/2\"}", "{\"documents\":null,\"a\":1}"},
        {"{\"d\\u006fcuments\":null,\"shard\":\"1/2\"}", "{\"d\\u006fcuments\":null}"},
        {"{\"a\":{\"documents\":null},\"shard\":\"1/2\"}", "{\"a\":{\"documents\":null}}"},
    };
    struct provenance_parts parts = {0};

    for (size_t i = 0; i < COUNT(cases); i++) {
        provenance_read(cases[i], &parts);
        assert_int_equal(parts.shard.count, 0);
        assert_string_equal(parts.own, cases[i]);
        provenance_parts_free(&parts);
    }
    for (size_t i = 0; i < COUNT(shards); i++) {
        provenance_read(shards[i].text, &parts);
        assert_int_equal(parts.shard.count, 2);
        assert_false(parts.has_documents);
        assert_string_equal(parts.own, shards[i].own);
        provenance_parts_free(&parts);
    }
}

/* ---- Comparing ---------------------------------------------------------------------------- */

#define TEN  "0123456789"
#define LONG TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
static void differences_are_told_by_option(void **state)
{
    (void)state;
    static const struct {
        const char *options, *others, *text;
    } cases[] = {
        {"{\"alpha-threshold\":127}", NULL, "alpha-threshold is 127, not 0"},
        {NULL, "{\"alpha-threshold\":127}", "alpha-threshold is 0, not 127"},
        {"{\"color-key\":\"#ff00ff\",\"cell\":4}", "{\"prune\":2}",
         "color-key is \"#ff00ff\", not \"none\"; cell is 4, not 1; prune is 1, not 2"},
        {"{\"map\":\"2x2\"}", NULL, "map is \"2x2\", not absent"},
        {"{\"strip-extension\":true}", NULL, "strip-extension is true, not false"},
        {"{\"mask-suffix\":\"_m\"}", "{\"mask-suffix\":\"-m\"}",
         "mask-suffix is \"_m\", not \"-m\""},
        {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", ""},
        /* Beside rules, what is not said is not known. */
        {"{\"prune\":1,\"config\":{}}", "{\"config\":{}}", "prune is 1, not absent"},
        {"{\"config\":{}}", "{\"prune\":1}", "config is {}, not absent; prune is absent, not 1"},
        {"{\"\\u001b\":\"\\u001b\"}", NULL, "\\x1B is \"\\u001b\", not absent"},
        /* Two values that begin alike, as far as a message has room for them. */
        {"{\"a\":\"" LONG "1\"}", "{\"a\":\"" LONG "2\"}", "a differs"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct text text = {0};
        struct error err;

        assert_true(provenance_compare(cases[i].options, cases[i].others, &text, &err));
        assert_string_equal(text.length > 0 ? text.bytes : "", cases[i].text);
        text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_decides_about_sprites_is_told),
        cmocka_unit_test(with_rules_all_that_is_given_is_told),
        cmocka_unit_test(documents_keep_their_own),
        cmocka_unit_test(joined_animations_are_told_beside_those_of_a_config),
        cmocka_unit_test(options_too_deep_for_a_shard_are_refused),
        cmocka_unit_test(a_text_is_taken_apart),
        cmocka_unit_test(the_inputs_of_all_shards_are_taken_off),
        cmocka_unit_test(what_bake_did_not_write_is_the_texts_own),
        cmocka_unit_test(differences_are_told_by_option),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
