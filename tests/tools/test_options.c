/*
 * test_options.c - command lines, by a table that has one option of every kind
 */

#include "support/cmocka_all.h"

#include "base/text.h"
#include "system/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The values that the setters got. */
struct settings {
    uint64_t prune;
    unsigned border, view, depth;
    struct text log;
};

static bool set_prune(void *target, const char *value, struct error *err)
{
    struct settings *settings = target;

    return option_number(value, 0, 65535, &settings->prune, err);
}

static bool set_border(void *target, const char *value, struct error *err)
{
    static const char *const choices[] = {"keep", "drop", NULL};
    struct settings *settings = target;

    return option_choice(value, choices, &settings->border, err);
}

static bool set_logged(void *target, const char *value, struct error *err)
{
    struct settings *settings = target;

    (void)err;
    text_add_string(&settings->log, value ? value : "flag");
    text_add_string(&settings->log, " ");
    return true;
}

static bool set_never(void *target, const char *value, struct error *err)
{
    (void)target;
    (void)value;
    return fail_at(err, 3, 9, "the file is broken");
}

static const struct option bake_options[] = {
    {"output", 'o', false, 0, "FILE", "Output", "Where the result goes.", .set = set_logged},
    {"alpha-threshold", 0, false, 0, "N", "Pixels",
     "A pixel is solid when its alpha is above this; 0 to 255, and 0 unless something else is said "
     "here or by a preset.",
     .set = set_logged},
    {"color-key", 0, false, 0, "COLOR", "Pixels", "A colour that is not solid.", .set = set_logged},
    {"prune", 0, false, 0, "P", "Points", "Drop deep cells.", .set = set_prune},
    {"prune-border", 0, false, 0, "keep|drop", "Points", "What borders are.", .set = set_border},
    {"preset", 0, false, 1, "NAME", "Points", "The rule of another system.", .set = set_logged},
    {"config", 0, false, 2, "FILE", "Points", "Options from a file.", .set = set_never},
    {"MD", 0, true, 0, NULL, "Builds", "Write a dependency file.", .set = set_logged},
    {"MF", 0, true, 0, "FILE", "Builds", "Its name.", .set = set_logged},
    {0},
};

static const struct option common_options[] = {
    {"quiet", 'q', false, 0, NULL, "Messages", "Errors alone.", .set = set_logged},
    {"verbose", 'v', false, 0, NULL, "Messages", "Notes too.", .set = set_logged},
    {"debug-dump", 0, false, 0, NULL, NULL, NULL, .set = set_logged},
    {"dots", 0, false, 0, NULL, NULL, NULL, .kind = OPTION_VALUE,
     .at = offsetof(struct settings, view), .value = 1},
    {"lines", 0, false, 0, NULL, NULL, NULL, .kind = OPTION_VALUE,
     .at = offsetof(struct settings, view), .value = 2},
    {"deep", 0, true, 0, NULL, NULL, NULL, .kind = OPTION_VALUE,
     .at = offsetof(struct settings, depth), .value = 3},
    {"flat", 0, true, 0, NULL, NULL, NULL, .kind = OPTION_VALUE,
     .at = offsetof(struct settings, depth), .value = 0},
    {0},
};

static const struct option_set set = {
    .usage = "hitmask bake [options] INPUT... -o OUTPUT",
    .about =
        "Turns sprite art into collision data that a game can look up while it runs, without "
        "ever decoding a picture.",
    .footer = "See hitmask(1).\n",
    .tables = (const struct option *const[]){bake_options, common_options, NULL},
};

/* The words of a line, split at single spaces; "''" is an empty word. */
static size_t split(char *line, const char *words[32])
{
    size_t count = 0;

    for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
        words[count++] = strcmp(word, "''") == 0 ? "" : word;
    return count;
}

/* options_parse; `err` is the first of its errors. */
static bool parse(size_t count, const char *const *words, struct arguments *out, struct error *err)
{
    struct diagnostics found = {0};
    const bool ok = options_parse(&set, count, words, out, &found);

    assert_int_equal(ok, found.errors == 0);
    if (!ok) {
        (fail)(err, "%s", found.items[0].text);
        err->status = found.items[0].status;
    }
    diagnostics_free(&found);
    return ok;
}

/* Parses a line and gives what was understood: "output=x quiet [a] [b]", or the error. */
static const char *understood(const char *line, struct error *err)
{
    static char out[512];
    static char copy[512];
    const char *words[32];
    struct arguments arguments;
    size_t used = 0;

    strcpy(copy, line);
    out[0] = '\0';
    *err = (struct error){.status = STATUS_OK};
    if (!parse(split(copy, words), words, &arguments, err)) {
        arguments_free(&arguments);
        return err->text;
    }
    for (size_t i = 0; i < arguments.value_count; i++) {
        const struct option_value *value = &arguments.values[i];

        used += (size_t)snprintf(out + used, sizeof out - used, "%s%s%s ", value->option->name,
                                 value->value ? "=" : "", value->value ? value->value : "");
    }
    for (size_t i = 0; i < arguments.operand_count; i++)
        used += (size_t)snprintf(out + used, sizeof out - used, "[%s] ", arguments.operands[i]);
    arguments_free(&arguments);
    return out;
}

static void lines_are_understood(void **state)
{
    (void)state;
    static const struct {
        const char *line, *meaning;
    } cases[] = {
        {"", ""},
        {"--output x", "output=x "},
        {"--output=x", "output=x "},
        {"-o x", "output=x "},
        {"-ox", "output=x "},
        {"--output=", "output= "},
        {"--output=a=b", "output=a=b "},
        {"-o=x", "output==x "},
        {"-qv", "quiet verbose "},
        {"-qvox", "quiet verbose output=x "},
        {"-qvo x", "quiet verbose output=x "},
        {"-o --quiet", "output=--quiet "},
        {"-o -", "output=- "},
        {"-o --", "output=-- "},
        {"a -q b --output x c", "quiet output=x [a] [b] [c] "},
        {"-", "[-] "},
        {"''", "[] "},
        {"-q -- -v --output --", "quiet [-v] [--output] [--] "},
        {"-MD -MF x.d", "MD MF=x.d "},
        {"-MFx.d", "MF=x.d "},
        {"--prune 1 --prune 2", "prune=1 prune=2 "},
        {"--debug-dump", "debug-dump "},
    };
    struct error err;

    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_string_equal(understood(cases[i].line, &err), cases[i].meaning);
        assert_int_equal(err.status, STATUS_OK);
    }
}

static void wrong_lines_are_usage_errors_that_help(void **state)
{
    (void)state;
    static const struct {
        const char *line, *text;
    } cases[] = {
        {"--treshold=3", "unknown option '--treshold'; did you mean '--alpha-threshold'?"},
        {"--alpha_threshold 3",
         "unknown option '--alpha_threshold'; did you mean '--alpha-threshold'?"},
        {"--colour-key", "unknown option '--colour-key'; did you mean '--color-key'?"},
        {"--border drop", "unknown option '--border'; did you mean '--prune-border'?"},
        {"--aplha=3", "unknown option '--aplha'; did you mean '--alpha-threshold'?"},
        {"--ouptut", "unknown option '--ouptut'; did you mean '--output'?"},
        /* an abbreviation is understood only by people */
        {"--verb", "unknown option '--verb'; did you mean '--verbose'?"},
        {"--MD", "unknown option '--MD'; did you mean '-MD'?"},
        {"-preset", "unknown option '-preset'; did you mean '--preset'?"},
        {"--elephant", "unknown option '--elephant'"},
        {"--\x1b[2J", "unknown option '--\\x1B[2J'"},
        {"-x", "unknown option '-x'"},
        {"-MDx", "unknown option '-MDx'; did you mean '-MD'?"},
        /* what help does not tell of is not suggested */
        {"--debug-dum", "unknown option '--debug-dum'"},
        {"--output", "option '--output' needs an argument (FILE)"},
        {"-qo", "option '--output' needs an argument (FILE)"},
        {"-MF", "option '-MF' needs an argument (FILE)"},
        {"--quiet=yes", "option '--quiet' takes no argument"},
        {"--quiet=", "option '--quiet' takes no argument"},
    };
    struct error err;

    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_string_equal(understood(cases[i].line, &err), cases[i].text);
        assert_int_equal(err.status, STATUS_USAGE);
    }
}

static void a_very_long_wrong_option_is_cut(void **state)
{
    (void)state;
    char line[400] = "--";
    struct error err;

    memset(line + 2, 'x', sizeof line - 3);
    understood(line, &err);
    assert_int_equal(err.status, STATUS_USAGE);
    assert_true(strlen(err.text) < 120);
    assert_non_null(strstr(err.text, "...'"));
}

/* Parses a line that is right and applies one pass. */
static bool applied(const char *line, unsigned char pass, struct settings *settings,
                    struct error *err)
{
    char copy[512];
    const char *words[32];
    struct arguments arguments;
    bool ok;

    strcpy(copy, line);
    assert_true(parse(split(copy, words), words, &arguments, err));
    ok = arguments_apply(&arguments, pass, settings, err);
    arguments_free(&arguments);
    return ok;
}

static void each_pass_applies_its_options_in_order(void **state)
{
    (void)state;
    static const char line[] = "-o a --preset xna -q -MF b --preset unity -o c";
    struct settings settings = {0};
    struct error err;

    assert_true(applied(line, 1, &settings, &err));
    assert_string_equal(settings.log.bytes, "xna unity ");
    assert_true(applied(line, 0, &settings, &err));
    assert_string_equal(settings.log.bytes, "xna unity a flag b c ");
    text_free(&settings.log);
}

static void the_last_value_stays(void **state)
{
    (void)state;
    struct settings settings = {0};
    struct error err;

    assert_true(applied("--prune 1 --prune-border drop --prune=65535", 0, &settings, &err));
    assert_int_equal(settings.prune, 65535);
    assert_int_equal(settings.border, 1);
}

static void options_that_give_one_member_its_value_exclude_each_other(void **state)
{
    (void)state;
    struct settings settings = {0};
    struct error err;

    assert_true(applied("--lines -deep --lines", 0, &settings, &err));
    assert_int_equal(settings.view, 2);
    assert_int_equal(settings.depth, 3);
    assert_false(applied("--lines -deep --dots", 0, &settings, &err));
    assert_string_equal(err.text, "--lines and --dots cannot be used together");
    assert_int_equal(err.status, STATUS_USAGE);
    assert_false(applied("--lines -deep -flat", 0, &settings, &err));
    assert_string_equal(err.text, "-deep and -flat cannot be used together");
}

static void wrong_values_name_their_option(void **state)
{
    (void)state;
    struct settings settings = {0};
    struct error err;

    assert_false(applied("--prune abc", 0, &settings, &err));
    assert_string_equal(err.text, "--prune: 'abc' is not a number from 0 to 65535");
    assert_int_equal(err.status, STATUS_USAGE);
    assert_false(applied("--prune=65536", 0, &settings, &err));
    assert_false(applied("--prune-border lose", 0, &settings, &err));
    assert_string_equal(err.text, "--prune-border: 'lose' is not one of keep, drop");
    assert_int_equal(err.status, STATUS_USAGE);
}

static void an_error_of_a_setter_keeps_its_status_and_place(void **state)
{
    (void)state;
    struct settings settings = {0};
    struct error err;

    assert_false(applied("--config x", 2, &settings, &err));
    assert_string_equal(err.text, "--config: the file is broken");
    assert_int_equal(err.status, STATUS_FAILED);
    assert_int_equal(err.line, 3);
    assert_int_equal(err.column, 9);
}

static void what_is_right_is_understood_beside_what_is_wrong(void **state)
{
    (void)state;
    static const char *const words[] = {"--nope", "-qx",       "--verbose=1", "a",
                                        "-o",     "x",         "--prune=y",   "--prune-border",
                                        "drop",   "--prune=z", "--output"};
    struct arguments arguments;
    struct settings settings = {0};
    static const char *const texts[] = {
        "unknown option '--nope'",
        "unknown option '-qx'",
        "option '--verbose' takes no argument",
        "option '--output' needs an argument (FILE)",
        "--prune: 'y' is not a number from 0 to 65535",
        "--prune: 'z' is not a number from 0 to 65535",
    };
    struct diagnostics found = {0};

    assert_false(options_parse(&set, COUNT(words), words, &arguments, &found));
    assert_int_equal(arguments.operand_count, 1);
    assert_false(arguments_apply_each(&arguments, 0, &settings, &found));
    assert_int_equal(found.count, COUNT(texts));
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_string_equal(found.items[i].text, texts[i]);
    diagnostics_free(&found);
    assert_string_equal(settings.log.bytes, "flag x ");
    assert_int_equal(settings.border, 1);
    arguments_free(&arguments);
    text_free(&settings.log);
}

static void options_may_be_added_by_name(void **state)
{
    (void)state;
    struct arguments arguments = {0};
    struct settings settings = {0};
    struct error err;

    assert_null(options_find(&set, "prun"));
    assert_null(options_find(&set, "MD"));
    assert_true(arguments_add(&arguments, options_find(&set, "prune"), "7", &err));
    assert_false(arguments_add(&arguments, options_find(&set, "prune"), NULL, &err));
    assert_false(arguments_add(&arguments, options_find(&set, "quiet"), "7", &err));
    assert_true(arguments_apply(&arguments, 0, &settings, &err));
    assert_int_equal(settings.prune, 7);
    arguments_free(&arguments);
}

static void a_line_may_be_long(void **state)
{
    (void)state;
    enum { WORDS = 10000 };
    const char **words = calloc(WORDS, sizeof *words);
    struct arguments arguments;
    struct error err;

    for (size_t i = 0; i < WORDS; i++)
        words[i] = i % 2 ? "a.png" : "-qv";
    assert_true(parse(WORDS, words, &arguments, &err));
    assert_int_equal(arguments.value_count, WORDS);
    assert_int_equal(arguments.operand_count, WORDS / 2);
    arguments_free(&arguments);
    free(words);
}

static bool write_to_text(void *user, const void *bytes, size_t size)
{
    text_add(user, bytes, size);
    return true;
}

static void help_is_made_of_the_table(void **state)
{
    (void)state;
    static const char expected[] =
        "Usage: hitmask bake [options] INPUT... -o OUTPUT\n"
        "\n"
        "Turns sprite art into collision data that a game can look up while it runs,\n"
        "without ever decoding a picture.\n"
        "\n"
        "Output:\n"
        "  -o, --output FILE             Where the result goes.\n"
        "\n"
        "Pixels:\n"
        "      --alpha-threshold N       A pixel is solid when its alpha is above this;\n"
        "                                0 to 255, and 0 unless something else is said\n"
        "                                here or by a preset.\n"
        "      --color-key COLOR         A colour that is not solid.\n"
        "\n"
        "Points:\n"
        "      --prune P                 Drop deep cells.\n"
        "      --prune-border keep|drop  What borders are.\n"
        "      --preset NAME             The rule of another system.\n"
        "      --config FILE             Options from a file.\n"
        "\n"
        "Builds:\n"
        "  -MD                           Write a dependency file.\n"
        "  -MF FILE                      Its name.\n"
        "\n"
        "Messages:\n"
        "  -q, --quiet                   Errors alone.\n"
        "  -v, --verbose                 Notes too.\n"
        "\n"
        "See hitmask(1).\n";
    struct text text = {0};
    struct sink sink;
    struct error err;

    sink_init(&sink, write_to_text, &text);
    options_help(&set, HELP_MOST, &sink);
    assert_true(sink_flush(&sink, &err));
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

static void a_very_long_option_has_its_help_below(void **state)
{
    (void)state;
    static const struct option table[] = {
        {"the-name-of-this-one-is-long", 0, false, 0, "ARGUMENT", NULL, "Help.", .set = set_logged},
        {"short", 's', false, 0, NULL, NULL, "More help.", .set = set_logged},
        {0},
    };
    const struct option_set odd = {.usage = "odd",
                                   .tables = (const struct option *const[]){table, NULL}};
    struct text text = {0};
    struct sink sink;
    struct error err;

    sink_init(&sink, write_to_text, &text);
    options_help(&odd, HELP_MOST, &sink);
    assert_true(sink_flush(&sink, &err));
    assert_string_equal(text.bytes,
                        "Usage: odd\n"
                        "      --the-name-of-this-one-is-long ARGUMENT\n"
                        "               Help.\n"
                        "  -s, --short  More help.\n");
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_understood),
        cmocka_unit_test(wrong_lines_are_usage_errors_that_help),
        cmocka_unit_test(a_very_long_wrong_option_is_cut),
        cmocka_unit_test(each_pass_applies_its_options_in_order),
        cmocka_unit_test(the_last_value_stays),
        cmocka_unit_test(options_that_give_one_member_its_value_exclude_each_other),
        cmocka_unit_test(wrong_values_name_their_option),
        cmocka_unit_test(an_error_of_a_setter_keeps_its_status_and_place),
        cmocka_unit_test(what_is_right_is_understood_beside_what_is_wrong),
        cmocka_unit_test(options_may_be_added_by_name),
        cmocka_unit_test(a_line_may_be_long),
        cmocka_unit_test(help_is_made_of_the_table),
        cmocka_unit_test(a_very_long_option_has_its_help_below),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
