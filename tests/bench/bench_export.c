/*
 * bench_export.c - shapes of 3,000 real sprites written for engines, against checking their pack
 *
 * The commands run in this process. A folder is new in each run.
 */
#include "groups.h"

#include "art.h"
#include "bench.h"
#include "commands/command.h"
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 3000, QUICK_MOST = 300, OPTIONS = 13 };

struct exports {
    char folder[32], pack[64], output[96];
    const char *engine;
    unsigned runs;
    const char **words; /* of the bake: options, then files */
    size_t count;       /* of the files */
};

static void run(const char *command, size_t count, const char *const *words)
{
    if (command_run(find_command(command), count, words) != STATUS_OK)
        die("hitmask %s failed", command);
}

static void verify(void *context)
{
    struct exports *const exports = context;
    run("verify", 2, (const char *const[]){"--quiet", exports->pack});
}

static void write_shapes(void *context)
{
    struct exports *const exports = context;
    snprintf(exports->output, sizeof exports->output, "%s/%s.%u", exports->folder, exports->engine,
             exports->runs++);
    run("export", 6,
        (const char *const[]){"--quiet", "--for", exports->engine, exports->pack, "-o",
                              exports->output});
}

/* Every n-th of all sprites of at most 256 pixels a side. */
static void choose(struct exports *exports, struct art *arts)
{
    const size_t most = is_quick() ? QUICK_MOST : MOST;
    const struct art_file **chosen[ART_SOURCES];
    size_t counts[ART_SOURCES], all = 0, i = 0;
    for (int source = ART_SUPERTUX; source < ART_SOURCES; source++) {
        art_collect((enum art_source)source, &arts[source]);
        chosen[source] = art_choose(&arts[source], 0, 256, &counts[source]);
        all += counts[source];
    }
    exports->words = must_allocate(NULL, OPTIONS + most, sizeof *exports->words);
    for (int source = ART_SUPERTUX; source < ART_SOURCES; source++) {
        for (size_t k = 0; k < counts[source]; k++)
            if (i++ % (all / most + 1) == 0 && exports->count < most)
                exports->words[OPTIONS + exports->count++] = chosen[source][k]->path;
        free(chosen[source]);
    }
}

static void bake(struct exports *exports)
{
    const char *const options[OPTIONS] = {"--quiet",    "--no-points", "--alpha-threshold",
                                          "127",        "--polygons",  "2",
                                          "--pieces",   "8",           "--root",
                                          "/usr/share", "-j1",         "-o",
                                          exports->pack};
    for (size_t i = 0; i < OPTIONS; i++)
        exports->words[i] = options[i];
    if (command_bake(OPTIONS + exports->count, exports->words) != STATUS_OK)
        die("hitmask bake failed");
}

static void show(struct report *report, struct exports *exports)
{
    static const char *const engines_shown[] = {"box2d", "phaser", "love", "unity", "godot"};
    char title[64];
    snprintf(title, sizeof title, "shapes of %zu sprites for an engine", exports->count);
    report_topic(report, title, "hitmask verify of their pack");
    for (size_t i = 0; i < sizeof engines_shown / sizeof *engines_shown; i++) {
        exports->engine = engines_shown[i];
        const struct times times = measure(&(struct contest){verify, write_shapes, exports, 2});
        report_row(report, &(struct row){.name = exports->engine,
                                         .count = 1,
                                         .peer = times.peer,
                                         .ours = times.ours,
                                         .judged = JUDGE_ALONE,
                                         .reach = 1e9});
    }
}

void bench_export(struct report *report)
{
    struct art arts[ART_SOURCES] = {0};
    struct exports exports = {.folder = "/tmp/hitmask-bench-XXXXXX"};
    report_group(report, "export");
    choose(&exports, arts);
    if (exports.count == 0) {
        report_note(report, "left out: %s is not installed", art_package(ART_SUPERTUX));
    } else {
        if (mkdtemp(exports.folder) == NULL)
            die("cannot make a folder in /tmp");
        snprintf(exports.pack, sizeof exports.pack, "%s/art.hmk", exports.folder);
        bake(&exports);
        show(report, &exports);
        tree_remove(exports.folder);
    }
    free(exports.words);
    for (int source = ART_SUPERTUX; source < ART_SOURCES; source++)
        art_free(&arts[source]);
}
