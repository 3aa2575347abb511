/*
 * bench_bake.c - a whole bake against decoding alone, and how much memory a big one takes
 *
 *     in memory    files held open in the page cache: rewind, read, decode -> pack bytes;
 *                  the peer: rewind, read, decode to RGBA8
 *     from files   the command `hitmask bake`, in this process, into /dev/null;
 *                  the peer: open, read, decode to RGBA8, close
 *
 * The peer is libspng alone. It keeps its two buffers, so that it pays for no allocation
 * but libspng's own.
 */
#include "groups.h"

#include "art.h"
#include "base/sink.h"
#include "base/text.h"
#include "bench.h"
#include "child.h"
#include "commands/command.h"
#include "formats/pack.h"
#include "model/mask.h"
#include "model/model.h"
#include "model/points.h"
#include "rgba_art.h"
#include "support/planes.h"
#include "system/reader.h"

#include <fcntl.h>
#include <limits.h>
#include <spng.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

struct files {
    const char *root;
    const struct art_file **items;
    int *descriptors; /* of each */
    size_t count;
    const char **words; /* of the command */
    size_t word_count;
    struct rgba_art rgba; /* the peer's */
    uint64_t packed;      /* bytes of the last pack */
};

/* ---- The peer ----------------------------------------------------------------------------- */

static void decode_in_memory(void *context)
{
    struct files *const files = context;
    for (size_t i = 0; i < files->count; i++) {
        lseek(files->descriptors[i], 0, SEEK_SET);
        rgba_art_decode(&files->rgba, files->descriptors[i]);
    }
}

static void decode_from_files(void *context)
{
    struct files *const files = context;
    for (size_t i = 0; i < files->count; i++)
        rgba_art_decode_file(&files->rgba, files->items[i]->path);
}

/* ---- Ours ------------------------------------------------------------------------------- */

static bool count_bytes(void *user, const void *bytes, size_t size)
{
    uint64_t *const total = user;
    (void)bytes;
    *total += size;
    return true;
}

static void bake_one(struct model *model, const struct art_file *file, int descriptor)
{
    const struct solid_rule solid = {.threshold = 0};
    const struct points_rule rule = {.wanted = true, .cell = 1, .prune = 1};
    struct reader reader;
    struct decoded picture;
    struct mask mask = {0};
    struct points points = {0};
    struct error err;
    /* Not zeroed in full: that would clear the buffer. */
    reader.fd = descriptor;
    reader.is_stdin = false;
    reader.digester = NULL;
    reader.next = reader.end = 0;
    if (!decode_alone(&reader, &solid, (struct planes_limits){.max_pixels = UINT32_MAX}, &picture,
                      &err))
        die("%s: %s", file->path, err.text);
    struct model_sprite sprite = {
        .name = file->path,
        .source = file->path,
        .origin = file->path,
        .region = {0, 0, file->width, file->height},
        .width = file->width,
        .height = file->height,
        .pivot_x = model_centre(file->width),
        .pivot_y = model_centre(file->height),
    };
    if (!mask_from_bitmap(&picture.solid, &mask, &err) ||
        !points_make(&rule, &mask, file->width, file->height, &points, &err))
        die("%s: %s", file->path, err.text);
    model_add(model, &sprite, &mask, &points);
    decoded_free(&picture);
}

static void bake_in_memory(void *context)
{
    struct files *const files = context;
    struct model model = {0};
    struct sink sink;
    struct error err;
    files->packed = 0;
    for (size_t i = 0; i < files->count; i++) {
        lseek(files->descriptors[i], 0, SEEK_SET);
        bake_one(&model, files->items[i], files->descriptors[i]);
    }
    sink_init(&sink, count_bytes, &files->packed);
    model_sort(&model);
    pack_write(&model, 1, &sink);
    if (!sink_flush(&sink, &err))
        die("cannot bake: %s", err.text);
    model_free(&model);
}

static void bake_from_files(void *context)
{
    struct files *const files = context;
    if (command_bake(files->word_count, files->words) != STATUS_OK)
        die("hitmask bake failed");
}

/* ---- Sets of files ------------------------------------------------------------------------ */

static void open_files(struct files *files)
{
    static const char *const options[] = {"--quiet", "-j1", "-o", "/dev/null", "--root"};
    const size_t fixed = sizeof options / sizeof *options;
    files->descriptors = must_allocate(NULL, files->count, sizeof *files->descriptors);
    files->words = must_allocate(NULL, files->count + fixed + 1, sizeof *files->words);
    memcpy(files->words, options, sizeof options);
    files->words[fixed] = files->root;
    files->word_count = fixed + 1;
    for (size_t i = 0; i < files->count; i++) {
        files->descriptors[i] = open(files->items[i]->path, O_RDONLY | O_CLOEXEC);
        if (files->descriptors[i] < 0)
            die("cannot hold %zu files open", files->count);
        files->words[files->word_count++] = files->items[i]->path;
    }
}

static void free_files(struct files *files)
{
    for (size_t i = 0; i < files->count; i++)
        close(files->descriptors[i]);
    free(files->descriptors);
    free(files->words);
    free(files->items);
    rgba_art_free(&files->rgba);
}

static void allow_many_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* ---- Rows ------------------------------------------------------------------------------- */

static const struct size_class {
    const char *name;
    uint32_t above, most;
    double reach;
} size_classes[] = {
    {"<= 32 px", 0, 32, 1.6},
    {"33..128 px", 32, 128, 3},
    {"> 128 px", 128, UINT32_MAX, 3},
};

enum { SIZE_CLASSES = sizeof size_classes / sizeof *size_classes };

static const struct way {
    const char *title, *peer_name;
    void (*peer)(void *files);
    void (*ours)(void *files);
} ways[] = {
    {"a whole bake, in memory", "libspng decodes to RGBA8", decode_in_memory, bake_in_memory},
    {"a whole bake, from files", "read, libspng decodes to RGBA8", decode_from_files,
     bake_from_files},
};

static void show_row(struct report *report, const char *source, const char *class, size_t count,
                     const struct times *total, double reach)
{
    char name[48];
    snprintf(name, sizeof name, "%s %s", source, class);
    report_row(report, &(struct row){.name = name,
                                     .count = count,
                                     .peer = total->peer / (double)count,
                                     .ours = total->ours / (double)count,
                                     .judged = JUDGE_SPEEDUP,
                                     .reach = reach});
}

/* The row of all is the sum of what was measured in its parts. */
static void show_source(struct report *report, enum art_source source, const struct way *way)
{
    struct art art;
    struct times all = {0, 0};
    size_t count = 0, shown = 0;
    if (!art_collect(source, &art)) {
        if (art_package(source) != NULL)
            report_note(report, "%s left out: %s is not installed", art_name(source),
                        art_package(source));
        else
            report_note(report, "%s left out: run it from the top folder", art_name(source));
    }
    for (size_t i = 0; i < SIZE_CLASSES && art.count > 0; i++) {
        struct files files = {0};
        files.root = art.root;
        files.items = art_choose(&art, size_classes[i].above, size_classes[i].most, &files.count);
        if (files.count > 0) {
            open_files(&files);
            const struct times times = measure(&(struct contest){way->peer, way->ours, &files, 1});
            show_row(report, art_name(source), size_classes[i].name, files.count, &times,
                     size_classes[i].reach);
            all.peer += times.peer;
            all.ours += times.ours;
            count += files.count;
            shown++;
        }
        free_files(&files);
    }
    if (shown > 1)
        show_row(report, art_name(source), "all of these", count, &all, 3);
    art_free(&art);
}

/* ---- Memory ----------------------------------------------------------------------------- */

enum { BIG = 8000, MASK_BYTES = BIG / 64 * 8 * BIG };

/* A row of soft noise with a round hole, so that it neither packs to nothing nor takes long. */
static void draw_row(uint8_t *row, int y, uint64_t *random)
{
    for (int x = 0; x < BIG; x++, row += 4) {
        const int dx = x - BIG / 2, dy = y - BIG / 2;
        const uint32_t noise = x % 16 == 0 ? random_below(random, 256) : 0;
        row[0] = (uint8_t)(x / 32);
        row[1] = (uint8_t)(y / 32);
        row[2] = (uint8_t)noise;
        row[3] = dx * dx + dy * dy > BIG / 4 * (BIG / 4) ? 255 : 0;
    }
}

static int write_rows(spng_ctx *png)
{
    uint8_t *const row = must_allocate(NULL, BIG, 4);
    uint64_t random = 1;
    int code = 0;
    for (int y = 0; y < BIG && code == 0; y++) {
        draw_row(row, y, &random);
        code = spng_encode_row(png, row, (size_t)BIG * 4);
    }
    free(row);
    return code;
}

/* One row at a time, so that this program stays small. */
static bool write_big_png(FILE *file)
{
    struct spng_ihdr header = {.width = BIG, .height = BIG, .bit_depth = 8, .color_type = 6};
    spng_ctx *const png = spng_ctx_new(SPNG_CTX_ENCODER);
    const bool ok = png != NULL && spng_set_png_file(png, file) == 0 &&
                    spng_set_ihdr(png, &header) == 0 &&
                    spng_set_option(png, SPNG_IMG_COMPRESSION_LEVEL, 1) == 0 &&
                    spng_set_option(png, SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_SUB) == 0 &&
                    spng_encode_image(png, NULL, 0, SPNG_FMT_PNG,
                                      SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE) == 0 &&
                    write_rows(png) == SPNG_EOI;
    spng_ctx_free(png);
    return ok;
}

static void show_peak(struct report *report, const char *tool, const char *png)
{
    const char *const words[] = {tool, "bake", "--no-points", "-o", "/dev/null", png, NULL};
    uint64_t peak;
    if (!child_run_measured(words, &peak) || peak <= MASK_BYTES) {
        report_note(report, "left out: the memory of a bake could not be told");
        return;
    }
    report_row(report, &(struct row){.name = "8000x8000, no points",
                                     .count = 1,
                                     .unit = UNIT_BYTES,
                                     .ours = (double)(peak - MASK_BYTES),
                                     .judged = JUDGE_ALONE,
                                     .reach = 50.0 * 1024 * 1024});
}

static void bench_memory(struct report *report)
{
    char tool[PATH_MAX], png[] = "/tmp/hitmask-bench-XXXXXX";
    report_topic(report, "peak memory, beside the mask of 8 MB itself", NULL);
    if (!child_find_tool(tool)) {
        report_note(report, "left out: the hitmask tool is not beside this program");
        return;
    }
    const int descriptor = mkstemp(png);
    FILE *const file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    const bool written = file != NULL && write_big_png(file);
    if (file != NULL && fclose(file) == 0 && written)
        show_peak(report, tool, png);
    else
        report_note(report, "left out: cannot write %s", png);
    unlink(png);
}

void bench_bake(struct report *report)
{
    bench_memory(report);
    allow_many_files();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        report_topic(report, ways[i].title, ways[i].peer_name);
        for (enum art_source source = 0; source < ART_SOURCES; source++)
            show_source(report, source, &ways[i]);
    }
}
