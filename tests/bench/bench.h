/*
 * bench.h - one way of doing something timed beside another, and the rows that show it
 *
 * A group (one bench_*.c, listed in main.c) measures contests and hands rows to the report,
 * under the topic that it opened last:
 *
 *     report_topic(report, "a whole pack", "memcpy of it");
 *     const struct times t = measure(&(struct contest){...});
 *     report_row(report, &(struct row){.name = "open", .peer = t.peer, .ours = t.ours, ...});
 *
 * The report prints a table for people, or a JSON object a line (BENCH_FORMAT=json). What
 * cannot be measured here is left out with a note; what must not be ends the program.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__GNUC__)
#define BENCH_PRINTF(position, first) __attribute__((format(printf, position, first)))
#define BENCH_NORETURN                __attribute__((noreturn))
#else
#define BENCH_PRINTF(position, first)
#define BENCH_NORETURN
#endif

/* ---- Time ------------------------------------------------------------------------------- */

/* Both do the same work on the same context, often enough to be seen by the clock or not. */
struct contest {
    void (*peer)(void *context); /* NULL: ours is measured alone */
    void (*ours)(void *context);
    void *context;
    double seconds; /* what all rounds may take; each side runs once a round at least */
};

/* Nanoseconds of one run. */
struct times {
    double peer, ours;
};

/* Runs both sides in turns, several rounds, after one run of each to warm up. The best round
 * of each side counts: whatever disturbs a run makes it slower, never faster. */
struct times measure(const struct contest *contest);

/* A quick bench (BENCH_QUICK=1) has all rows, but less time for each, and smaller sets. */
bool is_quick(void);

/* ---- Rows ------------------------------------------------------------------------------- */

/* The measure of a goal, and its better direction. */
enum judged {
    JUDGE_NOTHING,
    JUDGE_SPEEDUP, /* peer / ours: at least the reach */
    JUDGE_COST,    /* ours / peer: at most the reach */
    JUDGE_ALONE,   /* ours, in its unit: at most the reach */
};

enum unit { UNIT_NANOSECONDS, UNIT_BYTES };

struct row {
    const char *name;
    uint64_t count; /* cases, files, sprites */
    bool has_hits;
    double hits; /* share of the cases, 0..1 */
    enum unit unit;
    double peer, ours; /* of one of them; peer is 0 where there is none */
    enum judged judged;
    double reach;             /* 0: none */
    const char *instructions; /* NULL where it does not matter */
};

struct report;

/* `sets` are lent: parts of the names of the sets of masks that are asked for, or none for all. */
struct report *report_new(bool json, const char *const *sets, size_t set_count);

/* True if the set of masks of that name is asked for. */
bool report_wants(const struct report *report, const char *name);

void report_group(struct report *report, const char *name);
/* `peer` says what the others are measured against; NULL where there is none. */
void report_topic(struct report *report, const char *title, const char *peer);
void report_row(struct report *report, const struct row *row);
void report_note(struct report *report, const char *format, ...) BENCH_PRINTF(2, 3);

/* Ends with the rows that missed their reach. Returns how many rows there were. */
size_t report_end(struct report *report);

/* ---- The rest ----------------------------------------------------------------------------- */

/* A result that is wrong or memory that is missing: there is nothing to measure. */
void die(const char *format, ...) BENCH_PRINTF(1, 2) BENCH_NORETURN;
void *must_allocate(void *old, size_t count, size_t size);

/* The next of a fixed sequence of numbers, below `limit`. */
uint32_t random_below(uint64_t *state, uint32_t limit);

#endif
