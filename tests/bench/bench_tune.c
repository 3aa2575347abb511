/*
 * bench_tune.c - the page of `hitmask tune`, against decoding its art once, and its sliders
 *
 * The command runs in this process and writes a file, beside libspng alone, which decodes the same
 * files to RGBA8. The sliders move in Chromium, where it is installed.
 */
/* For popen. */
#define _POSIX_C_SOURCE 200809L

#include "groups.h"

#include "art.h"
#include "bench.h"
#include "commands/command.h"
#include "rgba_art.h"
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STEP_SCRIPT "tests/bench/tune_step.py"

enum { SPRITES = 1000, OPTIONS = 6 };

struct tuning {
    const char *words[OPTIONS + SPRITES]; /* options, then files */
    size_t count;                         /* of the files */
    struct rgba_art rgba;
};

static void decode_files(void *context)
{
    struct tuning *const tuning = context;
    for (size_t i = 0; i < tuning->count; i++)
        rgba_art_decode_file(&tuning->rgba, tuning->words[OPTIONS + i]);
}

static void make_page(void *context)
{
    struct tuning *const tuning = context;
    if (command_tune(OPTIONS + tuning->count, tuning->words) != STATUS_OK)
        die("hitmask tune failed");
}

static uint64_t size_of_file(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        die("cannot find %s", path);
    return (uint64_t)status.st_size;
}

/* Sprites of all folders: every n-th one. */
static void choose_files(struct tuning *tuning, const struct art *art)
{
    tuning->count = art->count < SPRITES ? art->count : SPRITES;
    for (size_t i = 0; i < tuning->count; i++)
        tuning->words[OPTIONS + i] = art->files[i * art->count / tuning->count].path;
}

static void show(struct report *report, struct tuning *tuning, const char *page)
{
    char name[64];
    snprintf(name, sizeof name, "%zu sprites of supertux", tuning->count);
    report_topic(report, "a page of hitmask tune", "read, libspng decodes to RGBA8 once");
    const struct times times = measure(&(struct contest){decode_files, make_page, tuning, 4});
    report_row(report, &(struct row){.name = name,
                                     .count = 1,
                                     .peer = times.peer,
                                     .ours = times.ours,
                                     .judged = JUDGE_ALONE,
                                     .reach = 1e9});
    uint64_t art = 0;
    for (size_t i = 0; i < tuning->count; i++)
        art += size_of_file(tuning->words[OPTIONS + i]);
    report_topic(report, "the size of the page", "the files of its art");
    report_row(report, &(struct row){.name = name,
                                     .count = 1,
                                     .unit = UNIT_BYTES,
                                     .peer = (double)art,
                                     .ours = (double)size_of_file(page),
                                     .judged = JUDGE_COST,
                                     .reach = 1.5});
}

/* A step of each slider, with all that is in sight. */
static void show_steps(struct report *report, const char *page)
{
    char command[128], name[64];
    double time;
    size_t rows = 0;
    snprintf(command, sizeof command, "python3 " STEP_SCRIPT " '%s' 2>/dev/null", page);
    FILE *const said = access(STEP_SCRIPT, R_OK) == 0 ? popen(command, "r") : NULL;
    while (said != NULL && fscanf(said, "%lf %63[^\n]", &time, name) == 2) {
        if (rows++ == 0) {
            char title[64];
            snprintf(title, sizeof title, "a step of a slider, %.0f cards in sight", time);
            report_topic(report, title, NULL);
            continue;
        }
        report_row(
            report,
            &(struct row){
                .name = name, .count = 1, .ours = time, .judged = JUDGE_ALONE, .reach = 16e6});
    }
    if (said != NULL)
        pclose(said);
    if (rows == 0)
        report_note(report, "steps of sliders are left out: no python3, or no chromium");
}

void bench_tune(struct report *report)
{
    struct art art;
    if (!art_collect(ART_SUPERTUX, &art)) {
        report_note(report, "left out: %s is not installed", art_package(ART_SUPERTUX));
        art_free(&art);
        return;
    }
    char folder[] = "/tmp/hitmask-bench-XXXXXX", page[64];
    if (mkdtemp(folder) == NULL)
        die("cannot make a folder in /tmp");
    snprintf(page, sizeof page, "%s/tune.html", folder);
    struct tuning tuning = {.words = {"--quiet", "-j1", "--root", art.root, "-o", page}};
    choose_files(&tuning, &art);
    show(report, &tuning, page);
    show_steps(report, page);
    rgba_art_free(&tuning.rgba);
    tree_remove(folder);
    art_free(&art);
}
