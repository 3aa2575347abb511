/*
 * thresholds.c - a table of the share of solid pixels at some thresholds, and of plateaus
 *
 *     inputs -> sprites -> pixels of their pictures -> counts of alphas -> areas
 *
 * The area at a threshold is the number of pixels with an alpha above it, without those of the key.
 * A plateau is the widest range of thresholds below 255 over which the area changes by less than 2
 * %: the first of several. The page of `hitmask tune` has the same numbers.
 */
#include "commands/command.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "commands/art_bake.h"
#include "draw/sprite_draw.h"
#include "picture/image.h"
#include "system/output.h"
#include "system/reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ALPHAS = 256 };

/* The thresholds of the table. */
static const unsigned shown[] = {0, 16, 32, 64, 96, 127, 160, 200, 240};
enum { SHOWN = sizeof shown / sizeof *shown };

struct row {
    const struct model_sprite *sprite;
    uint64_t areas[ALPHAS]; /* by threshold */
    unsigned from, to;      /* the plateau, where anything is visible */
};

/* ---- Areas -------------------------------------------------------------------------------- */

static bool is_keyed(const struct solid_rule *rule, const uint8_t *pixel)
{
    bool keyed = rule->keyed;
    for (unsigned c = 0; c < 3; c++)
        keyed = keyed && abs(pixel[c] - rule->key[c]) <= rule->tolerance;
    return keyed;
}

/* False if the picture is too small for the sprite. */
static bool count_areas(struct row *row, const struct rgba *picture)
{
    const struct model_sprite *const sprite = row->sprite;
    const uint32_t *const region = sprite->region;
    const uint32_t whole[4] = {0, 0, sprite->width, sprite->height};
    const uint32_t *const place = sprite->place[2] > 0 ? sprite->place : whole;
    uint64_t counts[ALPHAS] = {0};
    uint32_t at[2];
    if ((uint64_t)region[0] + region[2] > picture->width ||
        (uint64_t)region[1] + region[3] > picture->height)
        return false;
    for (uint32_t y = place[1]; y < place[1] + place[3]; y++)
        for (uint32_t x = place[0]; x < place[0] + place[2]; x++) {
            if (!model_find_source(sprite, x, y, at))
                continue;
            const uint8_t *const pixel =
                picture->pixels + ((size_t)at[1] * picture->width + at[0]) * 4;
            counts[is_keyed(&sprite->made->solid, pixel) ? 0 : pixel[3]]++;
        }
    row->areas[ALPHAS - 1] = 0;
    for (unsigned t = ALPHAS - 1; t-- > 0;)
        row->areas[t] = row->areas[t + 1] + counts[t + 1];
    return true;
}

static bool leaves_enough(const struct row *row, unsigned threshold)
{
    return row->areas[threshold] > 0 && row->areas[threshold] * 20 >= row->areas[0];
}

static void find_plateau(struct row *row)
{
    for (unsigned from = 0, to = 0; from < ALPHAS - 1 && leaves_enough(row, from); from++) {
        to = to > from ? to : from;
        while (to + 1 < ALPHAS - 1 && leaves_enough(row, to + 1) &&
               (row->areas[from] - row->areas[to + 1]) * 50 < row->areas[from])
            to++;
        if (from == 0 || to - from > row->to - row->from) {
            row->from = from;
            row->to = to;
        }
    }
}

/* ---- Rows --------------------------------------------------------------------------------- */

static int compare_paths(const void *a, const void *b)
{
    const struct row *const p = a, *const q = b;
    const int order = strcmp(p->sprite->made->path, q->sprite->made->path);
    return order != 0 ? order : (p->sprite > q->sprite) - (p->sprite < q->sprite);
}

/* The share of the visible pixels that are not opaque: whether they are solid depends on the
 * threshold. */
static double soft_share(const struct row *row)
{
    return row->areas[0] > 0
               ? (double)(row->areas[0] - row->areas[ALPHAS - 2]) / (double)row->areas[0]
               : 0;
}

/* Sprites that depend most on the threshold come first. */
static int compare_rows(const void *a, const void *b)
{
    const struct row *const p = a, *const q = b;
    const double left = soft_share(p), right = soft_share(q);
    return left != right ? (left < right) - (left > right)
                         : text_natural(p->sprite->name, q->sprite->name);
}

static bool read_picture(const char *path, struct rgba *out, struct error *err)
{
    struct reader reader;
    if (!reader_open_regular(&reader, path, err))
        return false;
    const bool ok = image_read_rgba(&reader, out, err);
    reader_close(&reader);
    return ok;
}

/* Fills the rows of all sprites whose masks follow from settings; each picture is read once.
 * Returns how many there are. */
static size_t fill_rows(const struct model *model, struct row *rows, struct messages *messages)
{
    struct rgba picture = {0};
    const char *path = NULL;
    bool readable = false;
    size_t count = 0, kept = 0;
    struct error err;
    for (size_t i = 0; i < model->sprite_count; i++)
        if (model->sprites[i].made != NULL && model->sprites[i].made->fixed == NULL)
            rows[count++].sprite = &model->sprites[i];
    qsort(rows, count, sizeof *rows, compare_paths);
    for (size_t i = 0; i < count; i++) {
        const char *const own = rows[i].sprite->made->path;
        if (path == NULL || strcmp(path, own) != 0) {
            path = own;
            rgba_free(&picture);
            readable = read_picture(path, &picture, &err) || say_error(messages, path, &err);
        }
        if (!readable || !count_areas(&rows[i], &picture))
            continue;
        find_plateau(&rows[i]);
        if (kept != i)
            rows[kept] = rows[i];
        kept++;
    }
    rgba_free(&picture);
    qsort(rows, kept, sizeof *rows, compare_rows);
    return kept;
}

/* ---- Shown -------------------------------------------------------------------------------- */

static void put_table(const struct row *rows, size_t count, struct sink *sink)
{
    struct table table = {"Lrrrrrrrrrr", terminal_columns(), "01111111112", {0}, 0};
    table_add(&table, "NAME");
    for (unsigned k = 0; k < SHOWN; k++)
        table_add(&table, "%u", shown[k]);
    table_add(&table, "PLATEAU");
    for (size_t i = 0; i < count; i++) {
        const struct row *const row = &rows[i];
        table_add_quoted(&table, row->sprite->name);
        for (unsigned k = 0; k < SHOWN; k++) {
            if (row->areas[0] == 0)
                table_add(&table, "-");
            else
                table_add(&table, "%.1f%%",
                          100 * (double)row->areas[shown[k]] / (double)row->areas[0]);
        }
        if (row->areas[0] == 0)
            table_add(&table, "-");
        else
            table_add(&table, "%u-%u", row->from, row->to);
    }
    table_write(&table, sink);
}

static void put_json(const struct row *rows, size_t count, struct sink *sink)
{
    sink_put_string(sink, "{\n  \"thresholds\": [");
    for (unsigned k = 0; k < SHOWN; k++)
        sink_put_format(sink, "%s%u", k > 0 ? ", " : "", shown[k]);
    sink_put_string(sink, "],\n  \"sprites\": [");
    for (size_t i = 0; i < count; i++) {
        sink_put_string(sink, i > 0 ? ",\n    { \"name\": " : "\n    { \"name\": ");
        json_put_string(sink, rows[i].sprite->name);
        sink_put_format(sink, ", \"visible\": %" PRIu64 ", \"solid\": [", rows[i].areas[0]);
        for (unsigned k = 0; k < SHOWN; k++)
            sink_put_format(sink, "%s%" PRIu64, k > 0 ? ", " : "", rows[i].areas[shown[k]]);
        sink_put_string(sink, "], \"plateau\": ");
        if (rows[i].areas[0] > 0)
            sink_put_format(sink, "[%u, %u] }", rows[i].from, rows[i].to);
        else
            sink_put_string(sink, "null }");
    }
    sink_put_string(sink, count > 0 ? "\n  ]\n}\n" : "]\n}\n");
}

void show_thresholds(const char *config, const char *const *inputs, size_t count, bool as_json,
                     struct messages *messages)
{
    struct art_bake bake = {.problem_count = 0};
    struct diagnostics found = {0};
    struct sink sink;
    const char **const words = memory_new(count + 3, sizeof *words);
    size_t used = 0;
    if (config != NULL) {
        words[used++] = "--config";
        words[used++] = config;
    }
    words[used++] = "--";
    for (size_t i = 0; i < count; i++)
        words[used++] = inputs[i];
    art_bake_read(&bake, &tune_option_set, used, words, &found);
    if (say_found(messages, &found)) {
        art_bake_run(&bake, messages);
        struct row *const rows = memory_new(bake.model.sprite_count + 1, sizeof *rows);
        const size_t kept = fill_rows(&bake.model, rows, messages);
        if (kept > 0 || messages->errors == 0) {
            console_init(&sink);
            if (as_json)
                put_json(rows, kept, &sink);
            else
                put_table(rows, kept, &sink);
            console_close(&sink, messages);
        }
        free(rows);
    }
    art_bake_free(&bake);
    free((void *)words);
}
