/*
 * test_exhaust.c - whatever runs out or breaks, at whatever moment, nothing is lost by it
 *
 * Each command runs again and again; in run n the n-th call of a kind fails: an allocation, an
 * open, a read, a write, a rename. Every time
 *
 *   - it ends by itself, with nothing left open and, on success, the very bytes of a run in
 *     which nothing failed;
 *   - or it says what was wrong and ends with status 1, and every output is whole: the old
 *     bytes, or the new ones where what failed came after;
 *   - and a later run, in which nothing fails, finds nothing in its way.
 *
 * Works in a new folder: art in it, outputs in `out`.
 */

#include "support/cmocka_all.h"

#include "commands/command.h"
#include "picture/image.h"
#include "support/ase_file.h"
#include "support/faults.h"
#include "support/files.h"
#include "support/film.h"
#include "support/png.h"
#include "system/output.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The art ------------------------------------------------------------------------------ */

static void write_text(const char *path, const char *text)
{
    write_file(path, text, strlen(text));
}

/* With all that libspng keeps of a file in lists that grow. */
static void draw(const char *path, uint32_t width, uint32_t height, struct png_kind kind,
                 bool interlaced)
{
    static const uint8_t magenta[3] = {255, 0, 255};
    static const char palette[] = "red\0\10\377\0\0\377\0\1";
    static const char *const names[] = {"one", "two", "three"};
    static uint32_t random;
    struct png_image image = {.interlaced = interlaced};
    size_t size;
    png_fill_random(&image, width, height, kind, kind.color_type == 3, magenta, &random);
    image.interlaced = interlaced;
    uint8_t *png = png_encode(&image, &size);
    for (size_t i = 0; i < 3; i++) {
        char text[16] = "", suggested[16];
        strcpy(text, names[i]);
        memcpy(suggested, palette, sizeof palette - 1);
        suggested[0] = (char)('a' + i);
        const size_t at = png_find_chunk(png, size, "IDAT");
        png = png_insert_chunk(png, &size, at, "tEXt", text, sizeof text - 1);
        png = png_insert_chunk(png, &size, at, "sPLT", suggested, sizeof palette - 1);
    }
    write_file(path, png, size);
    free(png);
}

/* Folders beside each other and in each other, one of them also by a link; companions, a name that
 * paths must grow for, and what will be left out. */
static void draw_tree(void)
{
    static const char *const folders[] = {"tree",       "tree/a",      "tree/b",
                                          "tree/b/low", "tree/b/high", "tree/c"};
    static const char *const pictures[] = {
        "tree/a/1.png",
        "tree/a/1_mask.png",
        "tree/b.png",
        "tree/b/high/2.png",
        "tree/b/low/no.png",
        "tree/b/low/a-name-that-is-longer-than-what-a-text-has-room-for-at-first.png",
        "tree/c/4_mask.png",
        "tree/d.png"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        assert_int_equal(mkdir(folders[i], 0777), 0);
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        draw(pictures[i], 3, 3, (struct png_kind){6, 8}, false);
    assert_int_equal(symlink("b", "tree/0"), 0);
}

static void save(const char *path, struct made_file *file)
{
    const struct image_kind *const kind = image_kind_of(file->bytes, file->size);
    if (file->size > 0 && (kind == NULL || kind->missing == NULL))
        write_file(path, file->bytes, file->size);
    made_free(file);
}

/* An animation in every kind of file but WebP, whose library crashes when memory runs out, and an
 * Aseprite file with all that one may have. */
static void draw_films(void)
{
    static const struct film_rules rules = {.depth = 8, .even = true, .colors = 15, .unit = 10};
    static const struct ase_tag tag = {0, 1, 2, 0, "run"};
    static const int32_t keys[1][7] = {{0, 0, 0, 1, 1, 0, 0}};
    static const uint8_t pixels[16] = {1, 2, 3, 255, 4, 5, 6, 7};
    static const uint32_t tiles[1] = {1};
    const struct ase_place body = {1, 0, 0, 255, 0}, hit = {2, 0, 0, 255, 0};
    struct made_file file;
    struct ase_file ase;
    struct film film;
    uint32_t random = 1;
    assert_int_equal(mkdir("films", 0777), 0);
    film_roll(&film, &rules, &random);
    film_gif(&film, false, &file);
    save("films/a.gif", &file);
    film_apng(&film, false, &file);
    save("films/c.png", &file);
    film_qoi(&film, &random, &file);
    save("films/d.qoi", &file);
    film_tga(&film, (struct film_tga){2, 32, 0, 8, 0}, &random, &file);
    save("films/e.tga", &file);
    ase_begin(&ase, 2, 1, 32, 3, 0);
    ase_frame(&ase, 100);
    ase_tileset(&ase, 0, 2 | 4, 2, 2, 1, pixels, sizeof pixels);
    ase_layer(&ase, 1, 1, 0, 0, 200, "group", 0);
    ase_layer(&ase, 1, 0, 1, 0, 255, "body", 0);
    ase_layer(&ase, 1, 2, 0, 0, 255, "hit", 0);
    ase_pixels(&ase, body, 2, 1, pixels, 8);
    ase_tiles(&ase, hit, 1, 1, tiles);
    ase_tags(&ase, &tag, 1);
    ase_slice(&ase, "foot", false, false, keys, 1);
    ase_frame(&ase, 100);
    ase_link(&ase, body, 0);
    ase_end(&ase);
    write_file("films/hero.ase", ase.made.bytes, ase.made.size);
    ase_free(&ase);
}

static void draw_art(void)
{
    const struct png_kind rgba = {6, 8}, palette = {3, 4}, grey = {4, 16};
    assert_int_equal(mkdir("out", 0777), 0);
    assert_int_equal(mkdir("art", 0777), 0);
    assert_int_equal(mkdir("art/deep", 0777), 0);
    draw("art/a.png", 5, 4, rgba, false);
    draw("art/b.png", 7, 3, palette, true);
    draw("art/deep/c.png", 4, 4, grey, false);
    draw("sheet.png", 16, 8, rgba, false);
    draw_tree();
    draw_films();
    write_text("packer.json",
               "{\"frames\": {\"run/1.png\": {\"frame\": {\"x\":2,\"y\":3,\"w\":4,\"h\":2}},"
               "\"run/2.png\": {\"frame\": {\"x\":8,\"y\":3,\"w\":4,\"h\":3}, \"rotated\": true}},"
               "\"meta\": {\"app\": \"https://www.codeandweb.com/texturepacker\","
               "\"image\": \"sheet.png\", \"size\": {\"w\":16,\"h\":8}, \"scale\": \"1\","
               "\"related_multi_packs\": [\"more.json\"]},"
               "\"animations\": {\"run\": [\"run/1.png\", \"run/3.png\"]}}");
    write_text("more.json",
               "{\"frames\": {\"run/3.png\": {\"frame\": {\"x\":2,\"y\":3,\"w\":4,\"h\":2}}},"
               "\"meta\": {\"image\": \"sheet.png\"}}");
    write_text("aseprite.json",
               "{\"frames\": [{\"filename\": \"run 0.ase\", \"frame\": {\"x\":0,\"y\":0,\"w\":8,"
               "\"h\":8}, \"rotated\": false, \"trimmed\": false, \"spriteSourceSize\": {\"x\":0,"
               "\"y\":0,\"w\":8,\"h\":8}, \"sourceSize\": {\"w\":8,\"h\":8}, \"duration\": 90},"
               "{\"filename\": \"run 1.ase\", \"frame\": {\"x\":8,\"y\":0,\"w\":8,\"h\":8},"
               "\"rotated\": false, \"trimmed\": false, \"spriteSourceSize\": {\"x\":0,\"y\":0,"
               "\"w\":8,\"h\":8}, \"sourceSize\": {\"w\":8,\"h\":8}, \"duration\": 90}],"
               "\"meta\": {\"app\": \"https://www.aseprite.org/\", \"image\": \"sheet.png\","
               "\"size\": {\"w\":16,\"h\":8}, \"scale\": \"1\", \"frameTags\": [{\"name\": \"run\","
               "\"from\": 0, \"to\": 1, \"direction\": \"forward\"}]}}");
    write_text("starling.xml",
               "<TextureAtlas imagePath='sheet.png'>"
               "<SubTexture name='hero' x='2' y='1' width='5' height='6'/>"
               "<SubTexture name='rock' x='8' y='1' width='5' height='6'/>"
               "</TextureAtlas>");
    write_text("gdx.atlas",
               "sheet.png\nsize: 16,8\nhero\n  bounds: 1,1,4,5\nrock\n"
               "  bounds: 6,1,4,5\n  rotate: 90\n");
    write_text("rules.json",
               "{\"options\": {\"alpha-threshold\": 28}, \"rules\": ["
               "{\"match\": [\"a*\", \"deep/**\"], \"pivot\": \"1,2\"},"
               "{\"match\": \"deep/*\", \"prune\": 2, \"solid\": true}]}");
    write_text("words", "--cell\n2\nart\n");
}

/* ---- What is run -------------------------------------------------------------------------- */

enum { WORDS_MAX = 12, OUTPUTS_MAX = 4 };

struct task {
    const char *name;
    const char *words[WORDS_MAX];     /* the first is the command */
    const char *outputs[OUTPUTS_MAX]; /* beside standard output; the first is the main one */
    bool keeps_cache;                 /* out/cache is there before */
    bool shows_art;                   /* and says when it cannot */
    bool lone;                        /* for want of threads, one does the work of all */
    bool has_threads; /* whose stacks the C library keeps, so that blocks are not counted */
};

/* Made by the first run of all, for commands that read packs. */
#define PACK  "whole.hmk"
#define OTHER "other.hmk"
#define ONE   "one.hmk"
#define TWO   "two.hmk"

#define TREE                                                                                       \
    "tree", "--root=tree", "--mask-suffix=_mask", "--exclude=no*", "-MD", "-q", "-o", "out/x.hmk"

static const struct task tasks[] = {
    {.name = "bake", .words = {"bake", "-j1", "art", "-o", "out/x.hmk"}, .outputs = {"out/x.hmk"}},
    {.name = "bake with companions",
     .words = {"bake", "-j1", "art", "-o", "out/x.json", "-MD", "--stamp", "out/stamp",
               "--write-if-changed"},
     .outputs = {"out/x.json", "out/x.d", "out/stamp"}},
    {.name = "bake as C",
     .words = {"bake", "-j1", "art", "-o", "out/x.c", "--color-key=magenta"},
     .outputs = {"out/x.c"}},
    {.name = "bake to standard output",
     .words = {"bake", "-j1", "art", "-o", "-", "--format=json", "-v"}},
    {.name = "bake a grid",
     .words = {"bake", "-j1", "sheet.png", "--grid=4x4", "-o", "out/x.hmk"},
     .outputs = {"out/x.hmk"}},
    {.name = "bake a TexturePacker atlas",
     .words = {"bake", "-j1", "packer.json", "--animate=9", "-o", "out/x.hmk"},
     .outputs = {"out/x.hmk"}},
    {.name = "bake an Aseprite sheet",
     .words = {"bake", "-j1", "aseprite.json", "-o", "out/x.hmk"},
     .outputs = {"out/x.hmk"}},
    {.name = "bake a Starling atlas",
     .words = {"bake", "-j1", "starling.xml", "-o", "out/x.hmk"},
     .outputs = {"out/x.hmk"}},
    {.name = "bake a libGDX atlas",
     .words = {"bake", "-j1", "gdx.atlas", "-o", "out/x.hmk"},
     .outputs = {"out/x.hmk"}},
    {.name = "bake animations",
     .words = {"bake", "-j1", "films", "--layer=hit", "-o", "out/x.hmk"},
     .outputs = {"out/x.hmk"}},
    {.name = "bake a document",
     .words = {"bake", "-j1", "whole.json", "-o", "out/x.hmk"},
     .outputs = {"out/x.hmk"}},
    {.name = "bake by rules",
     .words = {"bake", "-j1", "--config=rules.json", "@words", "-o", "out/x.hmk"},
     .outputs = {"out/x.hmk"}},
    {.name = "bake into a new cache",
     .words = {"bake", "-j1", "art", "--cache=out/cache", "-o", "out/x.hmk"},
     .outputs = {"out/x.hmk"}},
    {.name = "bake from a cache",
     .words = {"bake", "-j1", "art", "--cache=out/cache", "-o", "out/x.hmk"},
     .outputs = {"out/x.hmk"},
     .keeps_cache = true},
    {.name = "bake a tree", .words = {"bake", "-j1", TREE}, .outputs = {"out/x.hmk", "out/x.d"}},
    {.name = "bake a tree read ahead",
     .words = {"bake", "-j2", TREE},
     .outputs = {"out/x.hmk", "out/x.d"},
     .lone = true},
    {.name = "bake a tree on threads",
     .words = {"bake", "-j2", TREE},
     .outputs = {"out/x.hmk", "out/x.d"},
     .has_threads = true},
    {.name = "bake on threads",
     .words = {"bake", "art", "sheet.png", "-j4", "-o", "out/x.hmk"},
     .outputs = {"out/x.hmk"},
     .has_threads = true},
    {.name = "merge", .words = {"merge", ONE, TWO, "-o", "out/x.hmk"}, .outputs = {"out/x.hmk"}},
    {.name = "inspect", .words = {"inspect", PACK}},
    {.name = "inspect as JSON", .words = {"inspect", "--json", PACK}},
    {.name = "inspect drawings", .words = {"inspect", "--ascii", PACK, "*.png"}},
    {.name = "inspect a picture",
     .words = {"inspect", PACK, "--art=art", "--png=out/x.png"},
     .outputs = {"out/x.png"},
     .shows_art = true},
    {.name = "inspect a page",
     .words = {"inspect", PACK, "--art=art", "--embed-art", "--html=out/x.html"},
     .outputs = {"out/x.html"},
     .shows_art = true},
    {.name = "query", .words = {"query", PACK, "a.png", "b.png", "--at=1,1"}},
    {.name = "query turned", .words = {"query", PACK, "a.png", "b.png", "--at=1,1", "--rotate=30"}},
    {.name = "diff", .words = {"diff", PACK, OTHER}},
    {.name = "verify", .words = {"verify", PACK, OTHER}},
};

/* A sanitizer finds leaks itself. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = true };
#else
enum { SANITIZED = false };
#endif

enum { TASKS = sizeof tasks / sizeof tasks[0] };

static const char OLD[] = "<svg ><!-- written by hitmask -->was there before</svg>";

/* The present try, for somebody who looks into a crash. */
static char running[128];

/* ---- Running it --------------------------------------------------------------------------- */

static size_t count_words(const struct task *task)
{
    size_t count = 0;
    while (count < WORDS_MAX && task->words[count] != NULL)
        count++;
    return count;
}

/* Sends what goes to `fd` to a new file; returns what restores it. */
static int redirect(int fd, const char *path)
{
    const int saved = dup(fd);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(saved >= 0 && file >= 0);
    assert_true(dup2(file, fd) >= 0);
    close(file);
    return saved;
}

static void restore(int fd, int saved)
{
    assert_true(dup2(saved, fd) >= 0);
    close(saved);
}

/* The failure in a run: call `nth` of that kind, and all later ones if `lasting`. */
struct trouble {
    enum fault kind;
    size_t nth;
    bool lasting;
    bool slow; /* instead: nothing fails, but see faults_begin_slow */
    bool struck;
};

static enum status run_here(const struct task *task, struct trouble *trouble)
{
    const struct command *const command = find_command(task->words[0]);
    const int saved_out = redirect(STDOUT_FILENO, "out/stdout");
    const int saved_err = redirect(STDERR_FILENO, "stderr");
    if (trouble->slow)
        faults_begin_slow();
    else
        faults_begin(trouble->kind, trouble->nth, trouble->lasting);
    faults_allow_threads(!task->lone);
    const enum status status = command_run(command, count_words(task) - 1, task->words + 1);
    trouble->struck = faults_end() > trouble->nth;
    restore(STDOUT_FILENO, saved_out);
    restore(STDERR_FILENO, saved_err);
    return status;
}

/* The process ends when the memory for small things runs out. */
static enum status run_apart(const struct task *task, struct trouble *trouble)
{
    enum { STRUCK = 64 };
    int ended;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        temporary_install_signals();
        const enum status status = run_here(task, trouble);
        _exit(trouble->struck ? (int)status | STRUCK : (int)status);
    }
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFEXITED(ended));
    trouble->struck = WEXITSTATUS(ended) != STATUS_OK;
    return (enum status)(WEXITSTATUS(ended) & ~STRUCK);
}

static enum status run_with(const struct task *task, struct trouble *trouble)
{
    const bool apart = trouble->kind == FAULT_MEMORY && trouble->nth != SIZE_MAX && !trouble->slow;
    return (apart ? run_apart : run_here)(task, trouble);
}

static enum status run(const struct task *task)
{
    return run_with(task, &(struct trouble){.nth = SIZE_MAX});
}

/* ---- What is left ------------------------------------------------------------------------- */

/* Bytes that are there, or NULL. */
struct file {
    char *bytes;
    size_t size;
};

static struct file read_file(const char *path)
{
    struct file file = {0};
    struct stat status;
    const int fd = open(path, O_RDONLY);
    if (fd < 0)
        return file;
    assert_int_equal(fstat(fd, &status), 0);
    file.size = (size_t)status.st_size;
    file.bytes = malloc(file.size + 1);
    assert_non_null(file.bytes);
    assert_int_equal(read(fd, file.bytes, file.size), file.size);
    file.bytes[file.size] = '\0';
    close(fd);
    return file;
}

static bool holds(const char *path, const char *bytes, size_t size)
{
    const struct file file = read_file(path);
    const bool same =
        file.bytes != NULL && file.size == size && memcmp(file.bytes, bytes, size) == 0;
    free(file.bytes);
    return same;
}

/* The results of a run when nothing fails: the outputs, then standard output. */
struct results {
    struct file files[OUTPUTS_MAX + 1];
};

static const char *result_path(const struct task *task, size_t i)
{
    return i < OUTPUTS_MAX ? task->outputs[i] : "out/stdout";
}

static void results_take(struct results *results, const struct task *task)
{
    for (size_t i = 0; i <= OUTPUTS_MAX; i++)
        if (result_path(task, i) != NULL)
            results->files[i] = read_file(result_path(task, i));
}

static void results_free(struct results *results)
{
    for (size_t i = 0; i <= OUTPUTS_MAX; i++)
        free(results->files[i].bytes);
}

static void prepare(const struct task *task, const struct file *cache)
{
    for (size_t i = 0; i < OUTPUTS_MAX && task->outputs[i] != NULL; i++)
        write_text(task->outputs[i], OLD);
    unlink("out/cache");
    if (task->keeps_cache)
        write_file("out/cache", cache->bytes, cache->size);
}

static void assert_no_temporary(void)
{
    DIR *const folder = opendir("out");
    const struct dirent *entry;
    assert_non_null(folder);
    while ((entry = readdir(folder)) != NULL)
        assert_null(strstr(entry->d_name, "hitmask-tmp"));
    closedir(folder);
}

static void assert_all_new(const struct task *task, const struct results *results)
{
    for (size_t i = 0; i <= OUTPUTS_MAX; i++)
        if (result_path(task, i) != NULL)
            assert_true(
                holds(result_path(task, i), results->files[i].bytes, results->files[i].size));
}

/* A depfile that asks for another bake stands in its place until the other outputs are there. */
static bool is_unfinished_depfile(const char *path)
{
    const struct file file = read_file(path);
    const bool is = strstr(file.bytes, "\nan-unfinished-bake:\n") != NULL;
    free(file.bytes);
    return is;
}

/* All outputs are old; or they are new, and a message says so. The output of a bake is also new
 * when only its cache failed. */
static void assert_all_whole(const struct task *task, const struct results *results)
{
    const struct file said = read_file("stderr");
    const char *const stay = strstr(said.bytes, "new and stay:");
    const bool is_cache = strstr(said.bytes, "; the output is new and stays") != NULL;
    for (size_t i = 0; i < OUTPUTS_MAX && task->outputs[i] != NULL; i++) {
        const struct file *const new = &results->files[i];
        if (holds(task->outputs[i], OLD, sizeof OLD - 1))
            continue;
        assert_true(holds(task->outputs[i], new->bytes, new->size) ||
                    is_unfinished_depfile(task->outputs[i]));
        assert_true(is_cache || (stay != NULL && strstr(stay, task->outputs[i]) != NULL));
    }
    free(said.bytes);
}

/* ---- Failing ------------------------------------------------------------------------------ */

/* The words of a message about each kind. */
static const char *const reasons[FAULT_COUNT] = {
    [FAULT_MEMORY] = "memory",
    [FAULT_OPEN] = "Too many open files",
    [FAULT_READ] = "Input/output error",
    [FAULT_WRITE] = "No space left on device",
    [FAULT_RENAME] = "Input/output error",
    [FAULT_LOOK] = "Input/output error",
};

static bool says(const char *text)
{
    const struct file said = read_file("stderr");
    const bool found = strstr(said.bytes, text) != NULL;
    free(said.bytes);
    return found;
}

static int lowest_free_descriptor(void)
{
    const int fd = dup(STDERR_FILENO);
    close(fd);
    return fd;
}

/* One run with trouble, and one without. */
static void assert_survives(const struct task *task, const struct results *results,
                            const struct file *cache, struct trouble *trouble)
{
    const int descriptor = lowest_free_descriptor();
    const long blocks = faults_blocks();
    prepare(task, cache);
    const enum status status = run_with(task, trouble);

    assert_int_equal(lowest_free_descriptor(), descriptor);
    if (!task->has_threads && !SANITIZED)
        assert_int_equal(faults_blocks(), blocks);
    assert_no_temporary();
    if (status == STATUS_OK) {
        if (!task->shows_art || !says("left out"))
            assert_all_new(task, results);
    } else {
        assert_true(trouble->struck);
        assert_int_equal(status, STATUS_FAILED);
        if (!(says(": error: ") && says(reasons[trouble->kind]))) {
            struct file f = read_file("stderr");
            print_error("%s: %s: %s", running, task->name, f.bytes);
            free(f.bytes);
        }
        assert_all_whole(task, results);
    }
    assert_int_equal(run(task), STATUS_OK);
    assert_all_new(task, results);
}

static void whatever_fails_nothing_is_lost(void **state)
{
    const struct task *const task = *state;
    struct results results = {0};
    unlink("out/cache");
    assert_int_equal(run(task), STATUS_OK);
    const struct file cache = read_file("out/cache");
    prepare(task, &cache);
    assert_int_equal(run(task), STATUS_OK);
    results_take(&results, task);
    for (size_t i = 0; i < 2 * FAULT_COUNT; i++) {
        struct trouble trouble = {.kind = (enum fault)(i / 2), .lasting = i % 2 != 0};
        do {
            snprintf(running, sizeof running, "%s %zu%s", fault_names[trouble.kind], trouble.nth,
                     trouble.lasting ? " and all later" : "");
            assert_survives(task, &results, &cache, &trouble);
            /* Most allocations are alike. */
            trouble.nth += trouble.kind == FAULT_MEMORY ? 1 + trouble.nth / 8 : 1;
        } while (trouble.struck);
    }
    results_free(&results);
    free(cache.bytes);
    *running = '\0';
}

/* A run that finds no memory ends at once: it must not do so between two files. */
static void nothing_is_allocated_once_the_first_file_is_in_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < TASKS; i++) {
        const struct task *const task = &tasks[i];
        const struct file cache = read_file("out/cache");
        if (strcmp(task->words[0], "bake") != 0 && strcmp(task->words[0], "merge") != 0)
            continue;
        snprintf(running, sizeof running, "%s", task->name);
        prepare(task, &cache);
        assert_int_equal(run(task), STATUS_OK);
        assert_int_equal(faults_allocations_since_rename(), 0);
        free(cache.bytes);
    }
    *running = '\0';
}

/* Reads and writes that are interrupted, or handle a byte at a time, change nothing. */
static void a_slow_system_changes_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < TASKS; i++) {
        const struct task *const task = &tasks[i];
        struct results results = {0};
        const struct file cache = read_file("out/cache");
        struct trouble slow = {.slow = true};
        snprintf(running, sizeof running, "%s", task->name);
        prepare(task, &cache);
        assert_int_equal(run(task), STATUS_OK);
        results_take(&results, task);
        prepare(task, &cache);
        assert_int_equal(run_with(task, &slow), STATUS_OK);
        assert_all_new(task, &results);
        results_free(&results);
        free(cache.bytes);
    }
    *running = '\0';
}

/* A failing test says in which run. */
static int tell_run(void **state)
{
    (void)state;
    if (*running != '\0')
        print_error("when this failed: %s\n", running);
    return 0;
}

/* ---- In a folder of its own --------------------------------------------------------------- */

static void make(const char *const *words, size_t count)
{
    assert_int_equal(command_run(find_command("bake"), count, words), STATUS_OK);
}

#define MAKE(...)                                                                                  \
    make((const char *const[]){__VA_ARGS__}, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))

static int enter_and_bake(void **state)
{
    if (enter_folder(state) != 0)
        return -1;
    draw_art();
    MAKE("art", "-o", PACK, "-q");
    MAKE("art", "-o", OTHER, "-q");
    MAKE("art", "-o", "whole.json", "-q");
    MAKE("art", "--shard=1/2", "-o", ONE, "-q");
    MAKE("art", "--shard=2/2", "-o", TWO, "-q");
    return 0;
}

int main(void)
{
    static struct CMUnitTest tests[TASKS + 2];
    for (size_t i = 0; i < TASKS; i++)
        tests[i] = (struct CMUnitTest){tasks[i].name, whatever_fails_nothing_is_lost, NULL,
                                       tell_run, (void *)(uintptr_t)&tasks[i]};
    tests[TASKS] =
        (struct CMUnitTest)cmocka_unit_test_teardown(a_slow_system_changes_nothing, tell_run);
    tests[TASKS + 1] = (struct CMUnitTest)cmocka_unit_test_teardown(
        nothing_is_allocated_once_the_first_file_is_in_place, tell_run);
    return cmocka_run_group_tests(tests, enter_and_bake, leave_folder);
}
