/*
 * message.c - messages on standard error, each written in one piece, and the bar below them
 *
 * Nothing is allocated here, so that running out of memory can still be reported.
 */
#include "system/message.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/platform/files.h"
#include "base/platform/process.h"
#include "base/sink.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 4096 };

struct level {
    const char *name, *color;
};

static const struct level level_error = {"error", "\033[31m"};
static const struct level level_warning = {"warning", "\033[35m"};
static const struct level level_note = {"note", ""};

struct message {
    const struct level *level;
    const char *path, *id; /* NULL where there is none */
    size_t line, column;
    const char *text;
};

bool color_wanted(enum color_choice choice, int fd)
{
    const char *const no_color = getenv("NO_COLOR"), *const term = getenv("TERM");
    if (choice != COLOR_AUTO)
        return choice == COLOR_ALWAYS;
    return (no_color == NULL || *no_color == '\0') && (term == NULL || strcmp(term, "dumb") != 0) &&
           terminal_is(fd);
}

void messages_init(struct messages *messages, enum message_format format, enum color_choice color,
                   bool quiet, bool verbose)
{
    if (format == MESSAGE_JSON)
        memory_set_message("{\"level\":\"error\",\"text\":\"out of memory\"}\n");
    *messages = (struct messages){
        .format = format,
        .color =
            format != MESSAGE_JSON && format != MESSAGE_MSVC && color_wanted(color, STREAM_ERROR),
        .quiet = quiet,
        .verbose = verbose,
    };
}

/* ---- As text ---------------------------------------------------------------------------- */

static void put_quoted(struct sink *sink, const char *string)
{
    char quoted[TEXT_MAX];
    sink_put_string(sink, text_quote(quoted, sizeof quoted, string));
}

static void put_place(struct sink *sink, const struct message *message, bool column_always)
{
    const char *const path = message->path != NULL ? message->path : "hitmask";
    const size_t column = column_always && message->column == 0 ? 1 : message->column;
    put_quoted(sink, *path != '\0' ? path : "''");
    sink_put_string(sink, ":");
    if (message->path == NULL || message->line == 0)
        return;
    sink_put_format(sink, "%zu:", message->line);
    if (column > 0)
        sink_put_format(sink, "%zu:", column);
}

static void put_text(struct sink *sink, const struct messages *messages,
                     const struct message *message)
{
    const struct level *const level = message->level;
    const char *const bold = messages->color ? "\033[1m" : "";
    const char *const color = messages->color ? level->color : "";
    const char *const plain = messages->color ? "\033[0m" : "";
    sink_put_string(sink, bold);
    put_place(sink, message, messages->format == MESSAGE_GCC);
    sink_put_format(sink, "%s %s%s:%s ", plain, color, level->name, *color != '\0' ? plain : "");
    put_quoted(sink, message->text);
    if (message->id != NULL)
        sink_put_format(sink, " [%s]", message->id);
    sink_put_string(sink, "\n");
}

/* As compilers for Windows do, which Visual Studio and MSBuild read: `art/a.json(3,7): error id:
 * text`. A message about no place has spaces round the first colon. */
static void put_msvc(struct sink *sink, const struct message *message)
{
    const bool placed = message->path != NULL && message->line > 0;
    put_quoted(sink, message->path != NULL ? message->path : "hitmask");
    if (placed)
        sink_put_format(sink, "(%zu,%zu): ", message->line,
                        message->column > 0 ? message->column : 1);
    else
        sink_put_string(sink, " : ");
    sink_put_string(sink, message->level->name);
    if (message->id != NULL)
        sink_put_format(sink, " %s", message->id);
    sink_put_string(sink, message->id != NULL || placed ? ": " : " : ");
    put_quoted(sink, message->text);
    sink_put_string(sink, "\n");
}

/* ---- As JSON ---------------------------------------------------------------------------- */

static void put_json_member(struct sink *sink, const char *key, const char *string)
{
    if (string == NULL)
        return;
    sink_put_string(sink, key);
    json_put_string(sink, string);
}

static void put_json(struct sink *sink, const struct message *message)
{
    put_json_member(sink, "{\"level\":", message->level->name);
    put_json_member(sink, ",\"path\":", message->path);
    if (message->line > 0)
        sink_put_format(sink, ",\"line\":%zu", message->line);
    if (message->column > 0)
        sink_put_format(sink, ",\"column\":%zu", message->column);
    put_json_member(sink, ",\"id\":", message->id);
    put_json_member(sink, ",\"text\":", message->text);
    sink_put_string(sink, "}\n");
}

/* ---- Written ---------------------------------------------------------------------------- */

static bool write_stderr(void *user, const void *bytes, size_t size)
{
    (void)user;
    return fwrite(bytes, 1, size, stderr) == size;
}

void message_sink_init(struct sink *sink)
{
    sink_init(sink, write_stderr, NULL);
}

static void say(const struct messages *messages, const struct message *message)
{
    struct sink sink;
    struct error ignored; /* an error of standard error can be reported nowhere */
    if (messages->progress != NULL)
        progress_hide(messages->progress);
    message_sink_init(&sink);
    if (messages->format == MESSAGE_JSON)
        put_json(&sink, message);
    else if (messages->format == MESSAGE_MSVC)
        put_msvc(&sink, message);
    else
        put_text(&sink, messages, message);
    sink_flush(&sink, &ignored);
}

bool say_error(struct messages *messages, const char *path, const struct error *err)
{
    const struct message message = {&level_error, path, NULL, err->line, err->column, err->text};
    messages->status = status_worse(messages->status, err->status ? err->status : STATUS_FAILED);
    if (err->status == STATUS_PIPE)
        return false;
    messages->errors++;
    say(messages, &message);
    return false;
}

void say_warning(struct messages *messages, const char *path, const char *id, const char *format,
                 ...)
{
    char text[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    say_warning_at(messages, path, 0, 0, id, text);
}

static bool is_fatal(const struct messages *messages, const char *id)
{
    for (size_t i = 0; i < messages->fatal_count; i++)
        if (strcmp(messages->fatal[i], id) == 0 || strcmp(messages->fatal[i], "all") == 0)
            return true;
    return false;
}

static const char *const warning_ids[] = {WARNINGS(WARNING_ID)};

/* The first of the ids are those that packs keep. */
enum { IDS_IN_PACKS = 0 SPRITE_WARNINGS(WARNING_ONE) };

/* Counts a warning. True if it is one too many of its kind, which never happens with --verbose, and
 * for programs. */
static bool is_too_many(struct messages *messages, const char *id)
{
    if (!messages->brief || messages->verbose || messages->format != MESSAGE_TEXT)
        return false;
    for (size_t i = 0; id != NULL && i < WARNING_IDS; i++)
        if (strcmp(warning_ids[i], id) == 0)
            return ++messages->warnings_of[i] > WARNINGS_SHOWN;
    return false;
}

void say_not_shown(struct messages *messages)
{
    char text[200];
    struct message message = {&level_warning, NULL, NULL, 0, 0, text};
    for (size_t i = 0; i < WARNING_IDS && !messages->quiet; i++) {
        if (messages->warnings_of[i] <= WARNINGS_SHOWN)
            continue;
        message.id = warning_ids[i];
        snprintf(text, sizeof text, "and %zu more of this kind; --verbose shows them%s",
                 messages->warnings_of[i] - WARNINGS_SHOWN,
                 i < IDS_IN_PACKS ? ", and so does 'hitmask inspect --warnings'" : "");
        say(messages, &message);
    }
}

void say_warning_at(struct messages *messages, const char *path, size_t line, size_t column,
                    const char *id, const char *text)
{
    const bool fatal = is_fatal(messages, id);
    struct message message = {fatal ? &level_error : &level_warning, path, id, line, column, text};
    if (fatal) {
        messages->errors++;
        messages->status = status_worse(messages->status, STATUS_FAILED);
    } else {
        messages->warnings++;
    }
    if (fatal || !(messages->quiet || is_too_many(messages, id)))
        say(messages, &message);
}

void say_note(struct messages *messages, const char *path, const char *format, ...)
{
    char text[TEXT_MAX];
    struct message message = {&level_note, path, NULL, 0, 0, text};
    va_list arguments;
    if (!messages->verbose || messages->quiet)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    say(messages, &message);
}

/* ---- Progress ------------------------------------------------------------------------------- */

enum { SECOND = 1000000000, FIRST_AFTER = SECOND / 2, NEXT_AFTER = SECOND / 20, BAR_MAX = 40 };

bool progress_wanted(enum progress_choice choice)
{
    return choice == PROGRESS_ALWAYS || (choice == PROGRESS_AUTO && terminal_is(STREAM_ERROR));
}

void progress_begin(struct progress *progress, bool wanted, size_t total)
{
    *progress = (struct progress){.wanted = wanted, .total = total, .begun = clock_elapsed()};
}

double progress_seconds(const struct progress *progress)
{
    return progress->begun > 0 ? (double)(clock_elapsed() - progress->begun) / SECOND : 0;
}

/* ---- The line ----------------------------------------------------------------------------- */

static void put_time_left(char *out, size_t size, double seconds)
{
    if (seconds < 59.5)
        snprintf(out, size, "%.0f s", seconds);
    else if (seconds < 3570)
        snprintf(out, size, "%.0f min", seconds / 60);
    else
        snprintf(out, size, "%.1f h", seconds / 3600);
}

void progress_line(char *out, size_t size, const struct progress *progress, double seconds,
                   unsigned columns)
{
    char done[TEXT_COUNT_MAX], total[TEXT_COUNT_MAX], rate[TEXT_COUNT_MAX], left[32];
    char figures[160], bar[BAR_MAX + 1] = "";
    const double a_second = seconds > 0 ? (double)progress->done / seconds : 0;
    const size_t rest = progress->total - progress->done;
    if (progress->done > 0)
        put_time_left(left, sizeof left, (double)rest / a_second);
    else
        snprintf(left, sizeof left, "?");
    snprintf(figures, sizeof figures, "%s of %s  %s/s  %s left", text_count(done, progress->done),
             text_count(total, progress->total), text_count(rate, (uint64_t)a_second), left);
    const size_t length = strlen(figures);
    const unsigned room = columns > length + 6 ? columns - (unsigned)length - 6 : 0;
    const double share = progress->total > 0 ? (double)progress->done / (double)progress->total : 1;
    if (room >= 8) {
        const unsigned width = room < BAR_MAX ? room : BAR_MAX, filled = (unsigned)(share * width);
        for (unsigned i = 0; i < width; i++)
            bar[i] = i < filled ? '=' : i == filled ? '>' : ' ';
        snprintf(out, size, "[%s]  %s", bar, figures);
    } else {
        snprintf(out, size, "%.*s", columns > 1 ? (int)columns - 1 : 0, figures);
    }
}

/* ---- The terminal ------------------------------------------------------------------------- */

static void draw(struct progress *progress)
{
    char line[512];
    const unsigned width = terminal_width(STREAM_ERROR);
    progress_line(line, sizeof line, progress, progress_seconds(progress), width > 0 ? width : 80);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    progress->shown = true;
}

void progress_step(struct progress *progress)
{
    progress->done++;
    if (!progress->wanted)
        return;
    const uint64_t time = clock_elapsed();
    if (time - progress->begun < FIRST_AFTER || time - progress->drawn < NEXT_AFTER)
        return;
    progress->drawn = time;
    draw(progress);
}

void progress_hide(struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
    fflush(stderr);
}

/* ---- Standard output ------------------------------------------------------------------------ */

static bool write_out(void *user, const void *bytes, size_t size)
{
    (void)user;
    return file_write(STREAM_OUT, bytes, size);
}

void console_init(struct sink *sink)
{
    sink_init(sink, write_out, NULL);
}

void console_close(struct sink *sink, struct messages *messages)
{
    struct error err;
    if (!sink_flush(sink, &err))
        say_error(messages, "<stdout>", &err);
}

enum { USUAL_COLUMNS = 80, COLUMNS_MAX = 100000 };

uint32_t terminal_columns(void)
{
    const char *const wanted = getenv("COLUMNS");
    uint64_t columns = 0;
    if (!terminal_is(STREAM_OUT))
        return 0;
    if (wanted != NULL && text_to_number(wanted, 1, COLUMNS_MAX, &columns))
        return (uint32_t)columns;
    const unsigned width = terminal_width(STREAM_OUT);
    return width > 0 ? width : USUAL_COLUMNS;
}
