/*
 * process.h - this run among others: how it begins and is ended, its terminal, its clocks
 */
#ifndef PLATFORM_PROCESS_H
#define PLATFORM_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* To be called first, with what main got; it makes the words UTF-8. A standard stream that is
 * closed must not become the next file that is opened: that would get messages, or be read as
 * input. What takes its place fails as it would. */
void process_begin(int *count, char ***words);

uint64_t process_id(void);

/* The system's words for a number of errno. */
void process_error_text(int number, char *out, size_t size);

/* ---- Its end --------------------------------------------------------------------------------- */

/* From here on a run that is interrupted calls this first, at any moment, and a broken pipe or a
 * file that grows too large is an error instead of an end. */
void process_clear_up_by(void (*clear_up)(void));

/* Calls it now. */
void process_clear_up(void);

/* Between these no signal begins to clear up on this thread. */
void process_hold_signals(void);
void process_release_signals(void);

/* Another thread has begun to end this run; this one waits for it. */
_Noreturn void process_wait_for_end(void);

/* About a millisecond. May be called while clearing up. */
void process_wait_a_moment(void);

/* Ends as a program ends whose reader has left a pipe; returns where that is blocked or unknown. */
void process_end_by_pipe(void);

/* ---- Its terminal and its clocks ------------------------------------------------------------- */

bool terminal_is(int fd);
unsigned terminal_width(int fd); /* 0: it is none, or does not say */

/* Nanoseconds since 1970, and by a clock that nobody sets. */
int64_t clock_now(void);
uint64_t clock_elapsed(void);

#endif
