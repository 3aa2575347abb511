/*
 * error.h - what went wrong, in a value
 *
 * Everything below the commands returns false and fills one of these; only the commands
 * know which file it was about, and only message.c prints. A text is one line that says
 * what is wrong and, where it can, what to do.
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
    STATUS_PIPE = 141,  /* nobody reads the output any more: the run ends as SIGPIPE ends it */
};

struct error {
    enum status status;
    size_t line, column; /* from 1; 0 where there is none */
    char text[512];
};

#if defined(__GNUC__)
#define PRINTF_LIKE(position, first) __attribute__((format(printf, position, first)))
#else
#define PRINTF_LIKE(position, first)
#endif

/* Both fill `err` and return false, so that a failing function can end with them. Names
 * and other bytes from outside go through text_quote (text.h) first. The parentheses keep
 * cmocka's macro of the same name out, which a test has before this. */
bool(fail)(struct error *err, const char *format, ...) PRINTF_LIKE(2, 3);
bool fail_usage(struct error *err, const char *format, ...) PRINTF_LIKE(2, 3);

/* fail at a place in a text; line and column count from 1. */
bool fail_at(struct error *err, size_t line, size_t column, const char *format, ...)
    PRINTF_LIKE(4, 5);

bool fail_memory(struct error *err);

/* "cannot VERB: the reason that errno gives". A broken pipe has a status of its own. */
bool fail_errno(struct error *err, const char *verb);

/* The one of two statuses that decides the exit: 2, then 1, then a broken pipe,
 * then 3, then 0. */
enum status status_worse(enum status a, enum status b);

#endif
