/*
 * test_memory.c - arenas keep what they are given; without memory the run ends with one message
 */
#include "support/cmocka_all.h"

#include "base/memory.h"
#include "base/text.h"
#include "support/files.h"
#include "system/output.h"
#include "system/reader.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void an_arena_keeps_what_it_is_given(void **state)
{
    (void)state;
    enum { COUNT = 2000 };
    struct arena arena = {0};
    char *texts[COUNT];
    uint64_t *numbers[COUNT];
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < COUNT; i++) {
            texts[i] = arena_format(&arena, "text %zu", i);
            numbers[i] = arena_new(&arena, i % 100, sizeof **numbers);
            assert_int_equal((uintptr_t)numbers[i] % _Alignof(max_align_t), 0);
            for (size_t k = 0; k < i % 100; k++) {
                assert_int_equal(numbers[i][k], 0);
                numbers[i][k] = i;
            }
        }
        for (size_t i = 0; i < COUNT; i++) {
            assert_int_equal(strtoul(texts[i] + 5, NULL, 10), i);
            for (size_t k = 0; k < i % 100; k++)
                assert_int_equal(numbers[i][k], i);
        }
        arena_empty(&arena);
    }
    arena_free(&arena);
    arena_free(&arena);
}

static void arrays_grow_in_an_arena(void **state)
{
    (void)state;
    struct arena arena = {0};
    size_t *items = NULL, count = 0, capacity = 0;
    for (size_t i = 0; i < 1000; i++) {
        size_t *const added = arena_array_push(&arena, &items, &count, &capacity);
        assert_int_equal(*added, 0);
        *added = i;
        arena_text(&arena, "between");
    }
    for (size_t i = 0; i < count; i++)
        assert_int_equal(items[i], i);
    assert_int_equal(count, 1000);
    arena_free(&arena);
}

static void text_of_an_arena_may_be_cut_and_empty(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_string_equal(arena_text_n(&arena, "abc", 2), "ab");
    assert_string_equal(arena_text_n(&arena, NULL, 0), "");
    arena_free(&arena);
}

/* ---- No memory ------------------------------------------------------------------------------ */

static void too_much_at_once(void)
{
    memory_resize(NULL, SIZE_MAX / 2, 3);
}

static void too_much_in_an_arena(void)
{
    struct arena arena = {0};
    arena_new(&arena, SIZE_MAX / 2, 3);
}

static void too_large_an_array(void)
{
    size_t capacity = 0;
    array_reserve(NULL, SIZE_MAX / 8, &capacity, 16);
}

/* Runs out in a process of its own, with an output that is open; gets what it says. */
static void run_out(void (*how)(void), char *said, size_t size)
{
    int pipes[2], ended;
    assert_int_equal(pipe(pipes), 0);
    const pid_t child = fork();
    if (child == 0) {
        struct output output;
        struct error err;
        dup2(pipes[1], STDERR_FILENO);
        temporary_install_signals();
        if (output_open(&output, "x.hmk", false, &err) && output_write(&output, "new", 3))
            how();
        _exit(0);
    }
    close(pipes[1]);
    const ssize_t got = read(pipes[0], said, size - 1);
    said[got > 0 ? got : 0] = 0;
    assert_int_equal(read(pipes[0], said, 1), 0);
    close(pipes[0]);
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFEXITED(ended));
    assert_int_equal(WEXITSTATUS(ended), STATUS_FAILED);
}

static void without_memory_a_run_says_so_and_leaves_nothing(void **state)
{
    static void (*const ways[])(void) = {too_much_at_once, too_much_in_an_arena,
                                         too_large_an_array};
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char said[100];
        write_file("x.hmk", "old", 3);
        run_out(ways[i], said, sizeof said);
        assert_string_equal(said, "hitmask: error: out of memory\n");
        /* Nothing but the old file is there: it can be removed, and then the folder is empty. */
        struct reader reader;
        struct error err;
        uint8_t *bytes;
        size_t size;
        assert_true(reader_open_regular(&reader, "x.hmk", &err));
        assert_true(reader_read_all(&reader, 100, &bytes, &size, &err));
        reader_close(&reader);
        assert_int_equal(size, 3);
        assert_memory_equal(bytes, "old", 3);
        free(bytes);
        assert_int_equal(unlink("x.hmk"), 0);
    }
}

static int leave_empty(void **state)
{
    (void)state;
    return leave_empty_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_arena_keeps_what_it_is_given),
        cmocka_unit_test(arrays_grow_in_an_arena),
        cmocka_unit_test(text_of_an_arena_may_be_cut_and_empty),
        cmocka_unit_test_setup_teardown(without_memory_a_run_says_so_and_leaves_nothing,
                                        enter_folder, leave_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
