/*
 * message.h - messages for people on standard error: errors, warnings, notes
 *
 *     path: error: text
 *     path:line:column: error: text
 *     path: warning: text [id]
 *
 * Only the commands print messages, through this. It keeps the worst status of all errors.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "base/error.h"
#include "base/sink.h"
#include "system/warnings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Progress: a bar on a terminal ------------------------------------------------------------
 *
 *     [==========>         ]  1,234 of 2,736  890/s  2 s left
 *
 * The bar appears after half a second, and disappears at the end of the run. */

enum progress_choice { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

struct progress {
    bool wanted;
    bool shown; /* there is a bar on the last line */
    size_t done, total;
    uint64_t begun, drawn; /* nanoseconds */
};

/* On standard error if it is a terminal, always, or never. */
bool progress_wanted(enum progress_choice choice);

void progress_begin(struct progress *progress, bool wanted, size_t total);

/* Counts one more thing as done, and draws the bar now and then. */
void progress_step(struct progress *progress);

/* Takes the bar away, for now or for good. */
void progress_hide(struct progress *progress);

/* The time since progress_begin; 0 before it. */
double progress_seconds(const struct progress *progress);

/* Writes the line with the bar after that time, for a terminal of so many columns. */
void progress_line(char *out, size_t size, const struct progress *progress, double seconds,
                   unsigned columns);

/* ---- Messages ------------------------------------------------------------------------------- */

enum message_format { MESSAGE_TEXT, MESSAGE_GCC, MESSAGE_MSVC, MESSAGE_JSON };
enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* The number of ids of warnings, and of warnings of one id that a brief log shows. */
#define WARNING_ONE(id, about) +1
enum { WARNING_IDS = 0 WARNINGS(WARNING_ONE), WARNINGS_SHOWN = 10 };

struct messages {
    enum message_format format;
    bool color;
    bool quiet;               /* errors alone */
    bool verbose;             /* notes too */
    const char *const *fatal; /* ids of warnings that are errors; "all" is all of them */
    size_t fatal_count;
    size_t errors, warnings;
    bool brief;                      /* warnings of a kind after WARNINGS_SHOWN are only counted */
    size_t warnings_of[WARNING_IDS]; /* by id, in the order of warnings.h */
    enum status status;
    struct progress *progress; /* its bar makes room for messages; NULL: none */
};

void messages_init(struct messages *messages, enum message_format format, enum color_choice color,
                   bool quiet, bool verbose);

/* `path` may be NULL: the message is then about the run itself. A broken pipe (STATUS_PIPE) gives
 * no message, only its status. Returns false, so that a failing function can end with it. */
bool say_error(struct messages *messages, const char *path, const struct error *err);
void say_warning(struct messages *messages, const char *path, const char *id, const char *format,
                 ...) PRINTF_LIKE(4, 5);
void say_warning_at(struct messages *messages, const char *path, size_t line, size_t column,
                    const char *id, const char *text);

/* At the end of a brief log: prints how many warnings of each kind were not shown. */
void say_not_shown(struct messages *messages);

void say_note(struct messages *messages, const char *path, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* A sink that writes to standard error, for output that is not a message. */
void message_sink_init(struct sink *sink);

/* True if output to this descriptor should be in colour: by the choice, by NO_COLOR, and by whether
 * it is a terminal. */
bool color_wanted(enum color_choice choice, int fd);

/* ---- Standard output ------------------------------------------------------------------------ */

void console_init(struct sink *sink);

/* Flushes, and prints an error if that fails. */
void console_close(struct sink *sink, struct messages *messages);

/* The columns of standard output if it is a terminal: by COLUMNS, otherwise by the terminal,
 * otherwise 80. 0 if it is none, so that files and pipes get lines of any length. */
uint32_t terminal_columns(void);

#endif
