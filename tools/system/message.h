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
#include "system/warnings.h"

#include <stdbool.h>
#include <stddef.h>

enum message_format { MESSAGE_TEXT, MESSAGE_GCC, MESSAGE_JSON };
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

struct sink;

/* A sink that writes to standard error, for output that is no message. */
void message_sink_init(struct sink *sink);

/* Should output to this descriptor be in colour? That depends on the choice, on NO_COLOR, and on
 * whether it is a terminal. */
bool color_wanted(enum color_choice choice, int fd);

#endif
