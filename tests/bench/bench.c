/*
 * bench.c - the clock, and the report as a table or as JSON lines
 */
#include "bench.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 9, QUICK_ROUNDS = 3, QUICK_TIMES = 12 };

bool is_quick(void)
{
    const char *const quick = getenv("BENCH_QUICK");
    return quick != NULL && *quick != '\0';
}

/* ---- Time ------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_runs(void (*run)(void *), void *context, unsigned runs)
{
    const double start = now();
    for (unsigned i = 0; i < runs; i++)
        run(context);
    return (now() - start) / runs;
}

/* How many runs fill a share of the time; the first one warms up. A quick bench has no time for a
 * second one that is as long. */
static unsigned plan_runs(void (*run)(void *), void *context, double slice)
{
    const double first = time_runs(run, context, 1);
    const double once = is_quick() && first > slice ? first : time_runs(run, context, 1);
    const double runs = slice / (once + 1);
    return runs < 1 ? 1 : runs > 1e6 ? 1000000 : (unsigned)runs;
}

static double better_of(double best, double time)
{
    return best == 0 || time < best ? time : best;
}

struct times measure(const struct contest *contest)
{
    const int rounds = is_quick() ? QUICK_ROUNDS : ROUNDS;
    const double seconds = is_quick() ? contest->seconds / QUICK_TIMES : contest->seconds;
    const double slice = seconds * 1e9 / (rounds * (contest->peer != NULL ? 2 : 1));
    void *const context = contest->context;
    struct times best = {0, 0};
    unsigned peer_runs = 0;
    if (contest->peer != NULL)
        peer_runs = plan_runs(contest->peer, context, slice);
    const unsigned our_runs = plan_runs(contest->ours, context, slice);
    for (int round = 0; round < rounds; round++) {
        if (contest->peer != NULL)
            best.peer = better_of(best.peer, time_runs(contest->peer, context, peer_runs));
        best.ours = better_of(best.ours, time_runs(contest->ours, context, our_runs));
    }
    return best;
}

/* ---- The report --------------------------------------------------------------------------- */

struct report {
    bool json;
    const char *group;
    const char *const *sets; /* parts of names; see report_wants */
    size_t set_count;
    char topic[96], peer[96];
    size_t rows, judged, reached;
    char *missed; /* lines for the end */
    size_t missed_size;
    FILE *missed_lines;
};

struct report *report_new(bool json, const char *const *sets, size_t set_count)
{
    struct report *const report = must_allocate(NULL, 1, sizeof *report);
    *report = (struct report){.json = json, .group = "", .sets = sets, .set_count = set_count};
    report->missed_lines = open_memstream(&report->missed, &report->missed_size);
    if (report->missed_lines == NULL)
        die("out of memory");
    return report;
}

bool report_wants(const struct report *report, const char *name)
{
    for (size_t i = 0; i < report->set_count; i++)
        if (strstr(name, report->sets[i]) != NULL)
            return true;
    return report->set_count == 0;
}

void report_group(struct report *report, const char *name)
{
    report->group = name;
}

void report_topic(struct report *report, const char *title, const char *peer)
{
    snprintf(report->topic, sizeof report->topic, "%s", title);
    snprintf(report->peer, sizeof report->peer, "%s", peer != NULL ? peer : "");
    if (report->json)
        return;
    printf("\n%s: %s%s%s\n", report->group, title, peer != NULL ? "; peer: " : "", report->peer);
    printf("  %-24s %7s %5s %9s %9s %6s %9s %8s  %s\n", "", "count", "hits", "peer", "ours",
           "ratio", "reach", "reached", "set");
}

static double judged_value(const struct row *row)
{
    switch (row->judged) {
    case JUDGE_SPEEDUP:
        return row->peer / row->ours;
    case JUDGE_COST:
        return row->ours / row->peer;
    case JUDGE_ALONE:
        return row->ours;
    case JUDGE_NOTHING:
        break;
    }
    return 0;
}

static bool is_reached(const struct row *row)
{
    const double value = judged_value(row);
    return row->judged == JUDGE_SPEEDUP ? value >= row->reach : value <= row->reach;
}

/* Three or four digits and a unit; "" for nothing. */
static const char *amount(char text[24], double value, enum unit unit)
{
    static const struct scale {
        double size;
        const char *name;
    } scales[2][4] = {
        [UNIT_NANOSECONDS] = {{1e9, "s "}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}},
        [UNIT_BYTES] = {{1073741824, "GiB"}, {1048576, "MiB"}, {1024, "KiB"}, {1, "B"}},
    };
    const struct scale *scale = scales[unit];
    text[0] = 0;
    if (value <= 0)
        return text;
    for (int i = 0; i < 3 && value < scale->size; i++)
        scale++;
    const double scaled = value / scale->size;
    snprintf(text, 24, "%.*f %s", scaled < 10 ? 2 : scaled < 100 ? 1 : 0, scaled, scale->name);
    return text;
}

static const char *reach_text(char text[24], const struct row *row)
{
    char limit[24];
    text[0] = 0;
    if (row->reach <= 0)
        return text;
    if (row->judged == JUDGE_ALONE)
        snprintf(text, 24, "%s", amount(limit, row->reach, row->unit));
    else
        snprintf(text, 24, "%s %.2f", row->judged == JUDGE_SPEEDUP ? ">=" : "<=", row->reach);
    return text;
}

static const char *ratio_text(char text[24], const struct row *row)
{
    text[0] = 0;
    if (row->judged == JUDGE_SPEEDUP || row->judged == JUDGE_COST)
        snprintf(text, 24, "%.2f", judged_value(row));
    return text;
}

static void print_row(const struct row *row)
{
    char hits[24] = "", peer[24], ours[24], ratio[24], reach[24];
    const char *const reached = row->reach <= 0 ? "-" : is_reached(row) ? "yes" : "NO";
    if (row->has_hits)
        snprintf(hits, sizeof hits, "%.0f %%", row->hits * 100);
    printf("  %-24s %7" PRIu64 " %5s %9s %9s %6s %9s %8s  %s\n", row->name, row->count, hits,
           amount(peer, row->peer, row->unit), amount(ours, row->ours, row->unit),
           ratio_text(ratio, row), reach_text(reach, row), reached,
           row->instructions != NULL ? row->instructions : "");
}

static void print_json_string(const char *key, const char *text)
{
    printf("\"%s\":\"", key);
    for (; *text != 0; text++)
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else
            putchar((unsigned char)*text < ' ' ? ' ' : *text);
    printf("\"");
}

static void print_json_row(const struct report *report, const struct row *row)
{
    const char *const unit = row->unit == UNIT_BYTES ? "bytes" : "ns";
    printf("{");
    print_json_string("group", report->group);
    printf(",");
    print_json_string("topic", report->topic);
    printf(",");
    if (report->peer[0] != 0) {
        print_json_string("peer", report->peer);
        printf(",");
    }
    print_json_string("name", row->name);
    printf(",\"count\":%" PRIu64, row->count);
    if (row->has_hits)
        printf(",\"hits\":%.4f", row->hits);
    if (row->peer > 0)
        printf(",\"peer_%s\":%.3f", unit, row->peer);
    printf(",\"ours_%s\":%.3f", unit, row->ours);
    if (row->judged == JUDGE_SPEEDUP || row->judged == JUDGE_COST)
        printf(",\"ratio\":%.4f", judged_value(row));
    if (row->reach > 0)
        printf(",\"better\":\"%s\",\"reach\":%.2f,\"reached\":%s",
               row->judged == JUDGE_SPEEDUP ? "higher" : "lower", row->reach,
               is_reached(row) ? "true" : "false");
    if (row->instructions != NULL) {
        printf(",");
        print_json_string("instructions", row->instructions);
    }
    printf("}\n");
}

static void remember_miss(struct report *report, const struct row *row)
{
    char value[24], reach[24];
    if (row->judged == JUDGE_ALONE)
        amount(value, row->ours, row->unit);
    else
        ratio_text(value, row);
    fprintf(report->missed_lines, "  %8s %9s  %s: %s: %s\n", value, reach_text(reach, row),
            report->group, report->topic, row->name);
}

void report_row(struct report *report, const struct row *row)
{
    report->rows++;
    if (row->reach > 0) {
        report->judged++;
        report->reached += is_reached(row);
        if (!is_reached(row))
            remember_miss(report, row);
    }
    if (report->json)
        print_json_row(report, row);
    else
        print_row(row);
    fflush(stdout);
}

void report_note(struct report *report, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!report->json) {
        printf("  note: %s\n", text);
        return;
    }
    printf("{");
    print_json_string("group", report->group);
    printf(",");
    print_json_string("note", text);
    printf("}\n");
}

size_t report_end(struct report *report)
{
    const size_t rows = report->rows;
    fclose(report->missed_lines);
    if (!report->json) {
        printf("\n%zu rows; %zu of %zu reach what they should\n", report->rows, report->reached,
               report->judged);
        if (report->missed_size > 0)
            printf("missed:\n%s", report->missed);
        if (is_quick())
            printf(
                "quick: each row in a moment and of smaller sets, so the figures are rough; no row is left out\n");
    }
    free(report->missed);
    free(report);
    return rows;
}

/* ---- The rest ----------------------------------------------------------------------------- */

void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "bench: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(1);
}

void *must_allocate(void *old, size_t count, size_t size)
{
    void *const bytes = count < SIZE_MAX / size ? realloc(old, count * size + 1) : NULL;
    if (bytes == NULL)
        die("out of memory");
    return bytes;
}

uint32_t random_below(uint64_t *state, uint32_t limit)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 32) * limit >> 32);
}
