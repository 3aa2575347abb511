/*
 * progress.c - how far a long run has come
 */
#include "system/progress.h"

#include "base/numbers.h"
#include "base/platform/files.h"
#include "base/platform/process.h"

#include <stdio.h>
#include <string.h>

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
