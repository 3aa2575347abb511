/*
 * bench_sheet.c - one large page with many frames, against decoding it once
 *
 * The command `hitmask bake`, in this process, into /dev/null, beside libspng alone, which decodes
 * the page to RGBA8. Every second frame is turned.
 */
#include "groups.h"

#include "art.h"
#include "bench.h"
#include "child.h"
#include "commands/command.h"
#include "rgba_art.h"
#include "tree.h"

#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    PAGE = 4096,
    FRAME = 80, /* a side of one */
    COLUMNS = 50,
    ROWS = 40,
    ACROSS = PAGE / COLUMNS, /* from one to the next */
    DOWN = PAGE / ROWS,
    BORDER = 8 /* that was trimmed */
};

struct sheet {
    char folder[40], page[64], atlas[64], output[64];
    struct rgba_art rgba;
};

/* ---- The page ----------------------------------------------------------------------------- */

/* In the band of the page that is as high as a row of frames. */
static void draw_frame(uint8_t *band, int index, uint64_t *random)
{
    const size_t left = (size_t)(index % COLUMNS) * ACROSS;
    struct bitmap bitmap;
    shape_draw((enum shape)(index % SHAPES), FRAME, random, &bitmap);
    for (uint32_t y = 0; y < bitmap.height && y < FRAME; y++)
        for (uint32_t x = 0; x < bitmap.width && x < FRAME; x++) {
            uint8_t *const pixel = band + (y * PAGE + left + x) * 4;
            if (!bitmap_get(&bitmap, x, y))
                continue;
            pixel[0] = (uint8_t)(x * 3 + random_below(random, 4));
            pixel[1] = (uint8_t)(y * 3);
            pixel[2] = (uint8_t)((uint32_t)index + random_below(random, 8));
            pixel[3] = 255;
        }
    bitmap_free(&bitmap);
}

/* A band at a time, so that this program stays small, and the peak of another shows. */
static int write_rows(spng_ctx *png)
{
    const size_t stride = (size_t)PAGE * 4;
    uint8_t *const band = must_allocate(NULL, DOWN, stride);
    uint64_t random = 1;
    int code = 0;
    for (int y = 0; y < PAGE && code == 0; y++) {
        if (y % DOWN == 0)
            memset(band, 0, DOWN * stride);
        for (int i = 0; y % DOWN == 0 && y / DOWN < ROWS && i < COLUMNS; i++)
            draw_frame(band, y / DOWN * COLUMNS + i, &random);
        code = spng_encode_row(png, band + (size_t)(y % DOWN) * stride, stride);
    }
    free(band);
    return code;
}

static void write_page(const char *path)
{
    struct spng_ihdr header = {.width = PAGE, .height = PAGE, .bit_depth = 8, .color_type = 6};
    FILE *const file = fopen(path, "wb");
    spng_ctx *const png = spng_ctx_new(SPNG_CTX_ENCODER);
    if (file == NULL || png == NULL || spng_set_png_file(png, file) != 0 ||
        spng_set_ihdr(png, &header) != 0 ||
        spng_set_option(png, SPNG_IMG_COMPRESSION_LEVEL, 3) != 0 ||
        spng_encode_image(png, NULL, 0, SPNG_FMT_PNG,
                          SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE) != 0 ||
        write_rows(png) != SPNG_EOI)
        die("cannot write %s", path);
    spng_ctx_free(png);
    if (fclose(file) != 0)
        die("cannot write %s", path);
}

static void write_atlas(const char *path)
{
    FILE *const file = fopen(path, "w");
    if (file == NULL)
        die("cannot write %s", path);
    fprintf(file, "{\"frames\": {\n");
    for (int i = 0; i < COLUMNS * ROWS; i++)
        fprintf(file,
                "%s\"frame%04d.png\": {\"frame\": {\"x\":%d,\"y\":%d,\"w\":%d,\"h\":%d}, "
                "\"rotated\": %s, \"trimmed\": true,\n"
                "\"spriteSourceSize\": {\"x\":%d,\"y\":%d,\"w\":%d,\"h\":%d}, "
                "\"sourceSize\": {\"w\":%d,\"h\":%d}}",
                i > 0 ? ",\n" : "", i, i % COLUMNS * ACROSS, i / COLUMNS * DOWN, FRAME, FRAME,
                i % 2 ? "true" : "false", BORDER, BORDER, FRAME, FRAME, FRAME + 2 * BORDER,
                FRAME + 2 * BORDER);
    fprintf(file, "},\n\"meta\": {\"image\": \"page.png\", \"size\": {\"w\":%d,\"h\":%d}}}\n", PAGE,
            PAGE);
    if (fclose(file) != 0)
        die("cannot write %s", path);
}

/* ---- Rows ------------------------------------------------------------------------------- */

static void decode_page(void *context)
{
    struct sheet *const sheet = context;
    rgba_art_decode_file(&sheet->rgba, sheet->page);
}

static void bake_sheet(void *context)
{
    const struct sheet *const sheet = context;
    const char *const words[] = {"--quiet", "-j1", sheet->atlas, "-o", "/dev/null"};
    if (command_bake(sizeof words / sizeof *words, words) != STATUS_OK)
        die("hitmask bake failed");
}

static void show_time(struct report *report, struct sheet *sheet)
{
    report_topic(report, "a page of 4096x4096 pixels", "read, libspng decodes to RGBA8 once");
    const struct times times = measure(&(struct contest){decode_page, bake_sheet, sheet, 2});
    report_row(report, &(struct row){.name = "2000 frames, half of them turned",
                                     .count = 1,
                                     .peer = times.peer,
                                     .ours = times.ours,
                                     .judged = JUDGE_SPEEDUP,
                                     .reach = 1.8});
    rgba_art_free(&sheet->rgba);
}

static void show_memory(struct report *report, const struct sheet *sheet)
{
    char tool[PATH_MAX];
    struct stat status;
    uint64_t peak = 0;
    const char *const words[] = {tool, "bake", "--quiet", sheet->atlas, "-o", sheet->output, NULL};
    report_topic(report, "peak memory of its bake, less the pack", NULL);
    if (!child_find_tool(tool)) {
        report_note(report, "left out: the hitmask tool is not beside this program");
        return;
    }
    if (!child_run_measured(words, &peak) || stat(sheet->output, &status) != 0)
        die("cannot bake %s", sheet->atlas);
    if (peak <= (uint64_t)status.st_size) {
        report_note(report, "left out: the memory of a bake could not be told");
        return;
    }
    report_row(report, &(struct row){.name = "2000 frames, half of them turned",
                                     .count = 1,
                                     .unit = UNIT_BYTES,
                                     .ours = (double)(peak - (uint64_t)status.st_size),
                                     .judged = JUDGE_ALONE,
                                     .reach = 96.0 * 1024 * 1024});
}

void bench_sheet(struct report *report)
{
    struct sheet sheet = {.folder = "/tmp/hitmask-bench-XXXXXX"};
    if (mkdtemp(sheet.folder) == NULL)
        die("cannot make a folder in /tmp");
    snprintf(sheet.page, sizeof sheet.page, "%s/page.png", sheet.folder);
    snprintf(sheet.atlas, sizeof sheet.atlas, "%s/game.json", sheet.folder);
    snprintf(sheet.output, sizeof sheet.output, "%s/game.hmk", sheet.folder);
    write_page(sheet.page);
    write_atlas(sheet.atlas);
    show_memory(report, &sheet);
    show_time(report, &sheet);
    tree_remove(sheet.folder);
}
