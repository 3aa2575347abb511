/*
 * error.h - an error as a value
 *
 * A function below the commands returns false and fills a struct error. Only the commands know
 * which file the error is about, and only message.c prints it. A text is one line: what is wrong
 * and, if possible, what to do.
 */
#ifndef ERROR_H
#define ERROR_H

#include <stdbool.h>
#include <stddef.h>

/* Exit statuses. When several things went wrong, the worst wins: see status_worse. */
enum status {
    STATUS_OK = 0,
    STATUS_FAILED = 1,  /* an input or output failed */
    STATUS_USAGE = 2,   /* wrong usage */
    STATUS_DIFFERS = 3, /* differences found, or a pack that is not valid */
    STATUS_PIPE = 141,  /* the reader of the output has left: the run ends as SIGPIPE ends it */
};

struct error {
    enum status status;
    size_t line, column; /* from 1; 0 where there is none */
    char text[512];
};

/* The formats of C, also where the system's own printf has others. */
#if defined(__GNUC__) && !defined(__clang__)
#define PRINTF_LIKE(position, first) __attribute__((format(gnu_printf, position, first)))
#elif defined(__GNUC__)
#define PRINTF_LIKE(position, first) __attribute__((format(printf, position, first)))
#else
#define PRINTF_LIKE(position, first)
#endif

/* All of these fill `err` and return false, so that a failing function can end with them. Names and
 * other bytes from outside must go through text_quote (text.h) first. The parentheses are for
 * tests, where `fail` is also a macro of cmocka. Two are inline, so that static analysis sees the
 * false. */
bool(fail)(struct error *err, const char *format, ...) PRINTF_LIKE(2, 3);
bool fail_usage(struct error *err, const char *format, ...) PRINTF_LIKE(2, 3);

/* Fails at a place in a text; line and column count from 1. */
bool fail_at(struct error *err, size_t line, size_t column, const char *format, ...)
    PRINTF_LIKE(4, 5);

static inline bool fail_memory(struct error *err)
{
    (fail)(err, "out of memory");
    return false;
}

/* Adds what is to be known besides, as far as there is room. */
void error_add(struct error *err, const char *format, ...) PRINTF_LIKE(2, 3);

/* "cannot VERB: the reason that errno gives". A broken pipe has a status of its own. */
void error_set_errno(struct error *err, const char *verb);
static inline bool fail_errno(struct error *err, const char *verb)
{
    error_set_errno(err, verb);
    return false;
}

/* The one of two statuses that decides the exit: 2, then 1, then a broken pipe,
 * then 3, then 0. */
enum status status_worse(enum status a, enum status b);

#endif
