/*
 * stderr_capture.c - what a test says on standard error
 */
#include "support/stderr_capture.h"

#include "support/cmocka_all.h"

#include <stdio.h>
#include <unistd.h>

static int real_stderr = -1;
static FILE *caught;

void catch_messages(void)
{
    caught = tmpfile();
    assert_non_null(caught);
    real_stderr = dup(STDERR_FILENO);
    dup2(fileno(caught), STDERR_FILENO);
}

void assert_caught(const char *expected)
{
    char text[8192];
    size_t length;

    dup2(real_stderr, STDERR_FILENO);
    close(real_stderr);
    rewind(caught);
    length = fread(text, 1, sizeof text - 1, caught);
    text[length] = '\0';
    fclose(caught);
    assert_string_equal(text, expected);
}
