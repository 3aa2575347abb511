/*
 * test_message.c - what comes out on standard error
 */

#include "support/cmocka_all.h"

#include "support/stderr_capture.h"
#include "system/message.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct error at_place = {STATUS_FAILED, 3, 14, "a comma is missing"};
static const struct error at_line = {STATUS_FAILED, 3, 0, "a comma is missing"};
static const struct error plain = {STATUS_FAILED, 0, 0, "is a folder"};

static void text_names_file_place_and_level(void **state)
{
    (void)state;
    struct messages messages;

    catch_messages();
    messages_init(&messages, MESSAGE_TEXT, COLOR_NEVER, false, true);
    say_error(&messages, "x.json", &at_place);
    say_error(&messages, "x.json", &at_line);
    say_error(&messages, "x.json", &plain);
    say_error(&messages, NULL, &plain);
    say_warning(&messages, "hero.png", "key-near", "%d pixels are near the key", 7);
    say_note(&messages, "hero.png", "baked in %d ms", 3);
    assert_caught(
        "x.json:3:14: error: a comma is missing\n"
        "x.json:3: error: a comma is missing\n"
        "x.json: error: is a folder\n"
        "hitmask: error: is a folder\n"
        "hero.png: warning: 7 pixels are near the key [key-near]\n"
        "hero.png: note: baked in 3 ms\n");
    assert_int_equal(messages.errors, 4);
    assert_int_equal(messages.warnings, 1);
}

static void gcc_format_always_has_a_column(void **state)
{
    (void)state;
    struct messages messages;

    catch_messages();
    messages_init(&messages, MESSAGE_GCC, COLOR_NEVER, false, false);
    say_error(&messages, "x.json", &at_place);
    say_error(&messages, "x.json", &at_line);
    say_error(&messages, "x.json", &plain);
    say_error(&messages, NULL, &plain);
    assert_caught(
        "x.json:3:14: error: a comma is missing\n"
        "x.json:3:1: error: a comma is missing\n"
        "x.json: error: is a folder\n"
        "hitmask: error: is a folder\n");
}

static void json_is_an_object_a_line_without_absent_keys(void **state)
{
    (void)state;
    struct messages messages;

    catch_messages();
    messages_init(&messages, MESSAGE_JSON, COLOR_ALWAYS, false, true);
    say_error(&messages, "x.json", &at_place);
    say_error(&messages, NULL, &plain);
    say_warning(&messages, "hero.png", "empty", "no solid pixel");
    say_note(&messages, NULL, "done");
    assert_caught(
        "{\"level\":\"error\",\"path\":\"x.json\",\"line\":3,\"column\":14,"
        "\"text\":\"a comma is missing\"}\n"
        "{\"level\":\"error\",\"text\":\"is a folder\"}\n"
        "{\"level\":\"warning\",\"path\":\"hero.png\",\"id\":\"empty\","
        "\"text\":\"no solid pixel\"}\n"
        "{\"level\":\"note\",\"text\":\"done\"}\n");
}

static void names_from_outside_cannot_command_a_terminal(void **state)
{
    (void)state;
    struct messages messages;

    catch_messages();
    messages_init(&messages, MESSAGE_TEXT, COLOR_NEVER, false, false);
    say_error(&messages, "\x1b[2Ja\nb\xff.png", &plain);
    say_warning(&messages, "h\xc3\xa9.png", "empty", "a\rb");
    assert_caught(
        "\\x1B[2Ja\\x0Ab\\xFF.png: error: is a folder\n"
        "h\xc3\xa9.png: warning: a\\x0Db [empty]\n");
}

static void json_escapes_what_json_must(void **state)
{
    (void)state;
    struct messages messages;

    catch_messages();
    messages_init(&messages, MESSAGE_JSON, COLOR_NEVER, false, false);
    say_error(&messages, "\"\\\x1b\n\x7fh\xc3\xa9\xff\xc3", &plain);
    assert_caught(
        "{\"level\":\"error\",\"path\":\"\\\"\\\\\\u001b\\u000a\\u007fh\xc3\xa9\\ufffd"
        "\\ufffd\",\"text\":\"is a folder\"}\n");
}

static void colours_mark_path_and_level(void **state)
{
    (void)state;
    struct messages messages;

    catch_messages();
    messages_init(&messages, MESSAGE_TEXT, COLOR_ALWAYS, false, true);
    say_error(&messages, "a", &plain);
    say_warning(&messages, "a", "full", "b");
    say_note(&messages, "a", "b");
    assert_caught(
        "\033[1ma:\033[0m \033[31merror:\033[0m is a folder\n"
        "\033[1ma:\033[0m \033[35mwarning:\033[0m b [full]\n"
        "\033[1ma:\033[0m note: b\n");
}

static void quiet_leaves_errors_and_counts_the_rest(void **state)
{
    (void)state;
    struct messages messages;

    catch_messages();
    messages_init(&messages, MESSAGE_TEXT, COLOR_NEVER, true, true);
    say_warning(&messages, "a", "full", "b");
    say_note(&messages, "a", "b");
    say_error(&messages, "a", &plain);
    assert_caught("a: error: is a folder\n");
    assert_int_equal(messages.warnings, 1);
}

static void notes_are_for_the_verbose(void **state)
{
    (void)state;
    struct messages messages;

    catch_messages();
    messages_init(&messages, MESSAGE_TEXT, COLOR_NEVER, false, false);
    say_note(&messages, "a", "b");
    assert_caught("");
}

static void the_worst_status_is_remembered(void **state)
{
    (void)state;
    static const struct error differs = {STATUS_DIFFERS, 0, 0, "differs"};
    static const struct error usage = {STATUS_USAGE, 0, 0, "usage"};
    struct messages messages;

    catch_messages();
    messages_init(&messages, MESSAGE_TEXT, COLOR_NEVER, false, false);
    say_warning(&messages, "a", "full", "b");
    assert_int_equal(messages.status, STATUS_OK);
    say_error(&messages, "a", &differs);
    assert_int_equal(messages.status, STATUS_DIFFERS);
    say_error(&messages, "a", &plain);
    assert_int_equal(messages.status, STATUS_FAILED);
    say_error(&messages, "a", &usage);
    say_error(&messages, "a", &differs);
    assert_int_equal(messages.status, STATUS_USAGE);
    assert_caught(
        "a: warning: b [full]\n"
        "a: error: differs\na: error: is a folder\na: error: usage\na: error: differs\n");
}

static void colour_is_for_terminals_that_want_it(void **state)
{
    (void)state;
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0) {
        print_message("no terminal can be made here\n");
        skip();
    }
    int file = open("/dev/null", O_WRONLY);

    assert_true(isatty(terminal));
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    assert_true(color_wanted(COLOR_AUTO, terminal));
    assert_false(color_wanted(COLOR_NEVER, terminal));
    assert_false(color_wanted(COLOR_AUTO, file));
    assert_true(color_wanted(COLOR_ALWAYS, file));
    setenv("NO_COLOR", "", 1);
    assert_true(color_wanted(COLOR_AUTO, terminal));
    setenv("NO_COLOR", "1", 1);
    assert_false(color_wanted(COLOR_AUTO, terminal));
    assert_true(color_wanted(COLOR_ALWAYS, terminal));
    unsetenv("NO_COLOR");
    setenv("TERM", "dumb", 1);
    assert_false(color_wanted(COLOR_AUTO, terminal));
    close(terminal);
    close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_names_file_place_and_level),
        cmocka_unit_test(gcc_format_always_has_a_column),
        cmocka_unit_test(json_is_an_object_a_line_without_absent_keys),
        cmocka_unit_test(names_from_outside_cannot_command_a_terminal),
        cmocka_unit_test(json_escapes_what_json_must),
        cmocka_unit_test(colours_mark_path_and_level),
        cmocka_unit_test(quiet_leaves_errors_and_counts_the_rest),
        cmocka_unit_test(notes_are_for_the_verbose),
        cmocka_unit_test(the_worst_status_is_remembered),
        cmocka_unit_test(colour_is_for_terminals_that_want_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
