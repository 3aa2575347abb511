/*
 * bench_scale.c - whole runs of the tool on thousands of files: memory, threads, the cache
 *
 *     memory      the peak of a bake, less its pack
 *     sizes       packs with more and fewer points, and the cache
 *     decode      reading and decoding the same files with libspng, in this process
 *     two jobs    -j 2 against -j 1
 *     synced      a bake that waits for the disk against --no-sync
 *     pygame      the script below, with the start of its interpreter, against the tool
 *     unchanged   walking the tree and asking for the status of everything in it, in this
 *                 process, against a run of the tool that finds nothing changed
 *
 * Ours are always processes of their own, from start to end.
 */
#include "groups.h"

#include "art.h"
#include "bench.h"
#include "child.h"
#include "rgba_art.h"
#include "tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SPRITES = 20000, QUICK_SPRITES = 1000 };

/* Some hundred sprites of the game. */
static const char quick_folder[] = "/usr/share/games/supertux2/images/objects";

/* A tree of sprites, and what runs over it. */
struct scale {
    const char *name;
    struct art art;
    struct rgba_art rgba;
    char tool[PATH_MAX], output[PATH_MAX], cache[PATH_MAX];
    const char *python;
    bool is_real; /* the sprites of a game */
};

/* ---- Processes ---------------------------------------------------------------------------- */

static void must_run(const char *const *words)
{
    if (!child_run(words))
        die("%s failed", words[0]);
}

static void bake(const struct scale *scale, const char *jobs, const char *cache)
{
    const char *const words[] = {scale->tool,     "bake", "--quiet",     jobs,
                                 scale->art.root, "-o",   scale->output, cache ? "--cache" : NULL,
                                 cache,           NULL};
    must_run(words);
}

static void bake_with(const struct scale *scale, const char *jobs, const char *option,
                      const char *value)
{
    const char *const words[] = {scale->tool, "bake",        "--quiet", jobs,  scale->art.root,
                                 "-o",        scale->output, option,    value, NULL};
    must_run(words);
}

static void bake_without_sync(void *scale)
{
    bake_with(scale, "-j2", "--no-sync", NULL);
}

static void bake_by_reference(void *scale)
{
    bake_with(scale, "-j1", "--decoder", "reference");
}

static void bake_by_zlib(void *scale)
{
    bake_with(scale, "-j1", "--decoder", "zlib");
}

static void bake_with_one_job(void *scale)
{
    bake(scale, "-j1", NULL);
}

static void bake_with_two_jobs(void *scale)
{
    bake(scale, "-j2", NULL);
}

static void bake_with_cache(void *context)
{
    const struct scale *const scale = context;
    bake(scale, "-j2", scale->cache);
}

/* ---- pygame ------------------------------------------------------------------------------- */

static const char script[] =
    "import os, sys\n"
    "os.environ['PYGAME_HIDE_SUPPORT_PROMPT'] = '1'\n"
    "import pygame\n"
    "masks = {}\n"
    "for folder, _, names in os.walk(sys.argv[1]):\n"
    "    for name in names:\n"
    "        if name.endswith('.png'):\n"
    "            path = os.path.join(folder, name)\n"
    "            masks[path] = pygame.mask.from_surface(pygame.image.load(path), 0)\n";

static void run_script(void *context)
{
    const struct scale *const scale = context;
    const char *const words[] = {scale->python, "-c", script, scale->art.root, NULL};
    must_run(words);
}

/* A folder without PNGs shows whether the script runs. */
static const char *find_python(void)
{
    static const char *const candidates[] = {"/usr/bin/python3", "/usr/local/bin/python3"};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        const char *const words[] = {candidates[i], "-c",
                                     "import importlib.util as u, sys\n"
                                     "sys.exit(not u.find_spec('pygame'))",
                                     NULL};
        if (access(candidates[i], X_OK) == 0 && child_run(words))
            return candidates[i];
    }
    return NULL;
}

/* ---- libspng ------------------------------------------------------------------------------ */

static void decode_all(void *context)
{
    struct scale *const scale = context;
    for (size_t i = 0; i < scale->art.count; i++)
        rgba_art_decode_file(&scale->rgba, scale->art.files[i].path);
}

/* ---- A walk ------------------------------------------------------------------------------- */

static size_t walk(int parent, const char *name)
{
    const int descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *const folder = descriptor >= 0 ? fdopendir(descriptor) : NULL;
    const struct dirent *entry;
    size_t files = 0;
    if (folder == NULL)
        die("cannot open %s", name);
    while ((entry = readdir(folder)) != NULL) {
        struct stat status;
        if (entry->d_name[0] == '.' || fstatat(descriptor, entry->d_name, &status, 0) != 0)
            continue;
        files += S_ISDIR(status.st_mode) ? walk(descriptor, entry->d_name) : 1;
    }
    closedir(folder);
    return files;
}

static void walk_tree(void *context)
{
    const struct scale *const scale = context;
    if (walk(AT_FDCWD, scale->art.root) < scale->art.count)
        die("files have gone from %s", scale->art.root);
}

/* ---- Rows ------------------------------------------------------------------------------- */

static const struct pair {
    const char *title, *peer_name;
    void (*peer)(void *scale);
    void (*ours)(void *scale);
    bool needs_python;
    enum judged judged;
    double reach, reach_of_real; /* of drawn sprites, which are tiny; of a game's */
} pairs[] = {
    {"a whole bake on one thread", "libspng decodes the same files to RGBA8", decode_all,
     bake_with_one_job, false, JUDGE_SPEEDUP, 1.6, 3.3},
    {"a whole bake on two threads", "libspng decodes the same files to RGBA8", decode_all,
     bake_with_two_jobs, false, JUDGE_SPEEDUP, 2.9, 5.8},
    {"a whole bake with --decoder zlib, on one thread", "with --decoder reference",
     bake_by_reference, bake_by_zlib, false, JUDGE_SPEEDUP, 1.5, 1.5},
    {"a whole bake on two threads", "on one", bake_with_one_job, bake_with_two_jobs, false,
     JUDGE_SPEEDUP, 1.7, 1.8},
    {"a bake that replaces its pack, on two threads", "with --no-sync", bake_without_sync,
     bake_with_two_jobs, false, JUDGE_COST, 1.5, 1.5},
    {"a whole bake on one thread", "a script with pygame.mask.from_surface", run_script,
     bake_with_one_job, true, JUDGE_SPEEDUP, 3.2, 4.8},
    {"a whole bake on two threads", "a script with pygame.mask.from_surface", run_script,
     bake_with_two_jobs, true, JUDGE_SPEEDUP, 5.5, 8.5},
    {"a bake with --cache, nothing changed", "a walk that asks for each file's status", walk_tree,
     bake_with_cache, false, JUDGE_COST, 3, 3},
};

static void show_row(struct report *report, struct scale *scale, const struct pair *pair)
{
    if (pair->needs_python && scale->python == NULL) {
        report_note(report, "left out: pygame is not installed (Debian: python3-pygame)");
        return;
    }
    const struct times times = measure(&(struct contest){pair->peer, pair->ours, scale, 1});
    report_row(report, &(struct row){.name = scale->name,
                                     .count = scale->art.count,
                                     .peer = times.peer / (double)scale->art.count,
                                     .ours = times.ours / (double)scale->art.count,
                                     .judged = pair->judged,
                                     .reach = scale->is_real ? pair->reach_of_real : pair->reach});
}

static void show_memory(struct report *report, const struct scale *scale)
{
    const char *const words[] = {scale->tool, "bake",        "--quiet", scale->art.root,
                                 "-o",        scale->output, NULL};
    struct stat status;
    uint64_t peak;
    if (!child_run_measured(words, &peak) || stat(scale->output, &status) != 0)
        die("cannot bake %s", scale->art.root);
    const uint64_t size = (uint64_t)status.st_size;
    if (peak <= size) {
        report_note(report, "left out: the memory of a bake could not be told");
        return;
    }
    report_row(report, &(struct row){.name = scale->name,
                                     .count = scale->art.count,
                                     .unit = UNIT_BYTES,
                                     .ours = (double)(peak - size),
                                     .judged = JUDGE_ALONE,
                                     .reach = 40.0 * 1024 * 1024});
}

static void show_size(struct report *report, const struct scale *scale, const char *name,
                      const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        die("%s is missing", path);
    report_row(report, &(struct row){.name = name,
                                     .count = scale->art.count,
                                     .unit = UNIT_BYTES,
                                     .ours = (double)status.st_size});
}

static void show_sizes(struct report *report, const struct scale *scale)
{
    static const struct {
        const char *name, *option, *value;
    } points[] = {{"--prune 1, the default", "--prune", "1"},
                  {"--prune 2", "--prune", "2"},
                  {"--cell 4", "--cell", "4"},
                  {"--no-points", "--no-points", NULL}};
    char title[64];
    snprintf(title, sizeof title, "the size of a pack, and of the cache: %s", scale->name);
    report_topic(report, title, NULL);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        bake_with(scale, "-j2", points[i].option, points[i].value);
        show_size(report, scale, points[i].name, scale->output);
    }
    bake(scale, "-j2", scale->cache);
    show_size(report, scale, "the cache of the default", scale->cache);
}

/* ---- Trees ------------------------------------------------------------------------------ */

static void set_up(struct scale *scale, const char *folder, const char *name)
{
    scale->name = name;
    scale->python = find_python();
    snprintf(scale->output, sizeof scale->output, "%s/%s.hmk", folder, name);
    snprintf(scale->cache, sizeof scale->cache, "%s/%s.cache", folder, name);
}

static void show_all(struct report *report, struct scale *scales, size_t count)
{
    report_topic(report, "peak memory of a bake, less its pack", NULL);
    for (size_t i = 0; i < count; i++)
        show_memory(report, &scales[i]);
    show_sizes(report, &scales[count - 1]);
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        report_topic(report, pairs[k].title, pairs[k].peer_name);
        for (size_t i = 0; i < count; i++)
            show_row(report, &scales[i], &pairs[k]);
    }
}

static void free_all(struct scale *scales, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        art_free(&scales[i].art);
        rgba_art_free(&scales[i].rgba);
    }
}

void bench_scale(struct report *report)
{
    static struct scale scales[2];
    char folder[] = "/tmp/hitmask-bench-XXXXXX", tree[64];
    size_t count = 1;
    if (!child_find_tool(scales[0].tool)) {
        report_note(report, "left out: the hitmask tool is not beside this program");
        return;
    }
    if (mkdtemp(folder) == NULL)
        die("cannot make a folder in /tmp");
    snprintf(tree, sizeof tree, "%s/art", folder);
    if (mkdir(tree, 0777) != 0)
        die("cannot make %s", tree);
    tree_make(tree, is_quick() ? QUICK_SPRITES : SPRITES);
    scales[1] = scales[0];
    set_up(&scales[0], folder, "drawn");
    art_collect_below(tree, &scales[0].art);
    set_up(&scales[1], folder, "supertux");
    scales[1].is_real = true;
    if (is_quick() ? art_collect_below(quick_folder, &scales[1].art)
                   : art_collect(ART_SUPERTUX, &scales[1].art))
        count++;
    else
        report_note(report, "supertux left out: supertux-data is not installed");
    /* Until then files may have changed without showing it, and are hashed. */
    sleep(3);
    show_all(report, scales, count);
    free_all(scales, count);
    tree_remove(folder);
}
