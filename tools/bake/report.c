/*
 * report.c - the results of a bake as lines for people and as JSON for programs
 *
 * Prints nothing itself.
 */
#include "bake/report.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Counts a use of a record. True when it was used before. */
static bool is_repeat(size_t *uses, int64_t index)
{
    return index != MODEL_NONE && uses[index]++ > 0;
}

void report_count(struct report_counts *counts, const struct model *model)
{
    size_t *const masks = memory_new(model->mask_count, sizeof *masks);
    size_t *const lists = memory_new(model->list_count, sizeof *lists);
    counts->sprites = model->sprite_count;
    counts->masks = model->mask_count;
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        counts->pixels += (uint64_t)sprite->width * sprite->height;
        if (sprite->mask != MODEL_NONE)
            counts->solid += model->masks[sprite->mask].area;
        if (is_repeat(masks, sprite->mask)) {
            counts->shared_masks++;
            counts->saved += model_mask_size(&model->masks[sprite->mask]);
        }
        if (is_repeat(lists, sprite->list))
            counts->saved += model_list_size(&model->lists[sprite->list]);
    }
    free(masks);
    free(lists);
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* "1.2 MB" */
static const char *put_bytes(char out[TEXT_COUNT_MAX], uint64_t bytes)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    uint64_t one = 1000; /* of the unit */
    unsigned unit = 0;
    if (bytes < 1000) {
        snprintf(out, TEXT_COUNT_MAX, "%" PRIu64 " byte%s", bytes, plural(bytes));
        return out;
    }
    for (; bytes >= one * 999 + one / 2 && unit < 3; unit++)
        one *= 1000;
    /* In integers, for not every machine rounds the same. */
    const uint64_t tenths = bytes / (one / 10) + (bytes % (one / 10) >= one / 20);
    if (tenths < 100)
        snprintf(out, TEXT_COUNT_MAX, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10, tenths % 10,
                 units[unit]);
    else
        snprintf(out, TEXT_COUNT_MAX, "%" PRIu64 " %s", bytes / one + (bytes % one >= one / 2),
                 units[unit]);
    return out;
}

static double solid_share(const struct report *report)
{
    return report->counts.pixels > 0 ? (double)report->counts.solid / (double)report->counts.pixels
                                     : 0;
}

/* ---- For people ---------------------------------------------------------------------------- */

static void put_summary(const struct report *report, char out[REPORT_LINE_MAX])
{
    char output[256], sprites[TEXT_COUNT_MAX], shared[TEXT_COUNT_MAX], saved[TEXT_COUNT_MAX],
        bytes[TEXT_COUNT_MAX], cached[TEXT_COUNT_MAX + 20] = "", count[TEXT_COUNT_MAX];
    if (report->cached > 0)
        snprintf(cached, sizeof cached, ", %s cached", text_count(count, report->cached));
    snprintf(out, REPORT_LINE_MAX,
             "%s: %s sprite%s%s, %.0f %% solid; %s shared mask%s, %s saved; %s in %.2f s; "
             "%zu warning%s",
             text_quote(output, sizeof output, report->output),
             text_count(sprites, report->counts.sprites), plural(report->counts.sprites), cached,
             100 * solid_share(report), text_count(shared, report->counts.shared_masks),
             plural(report->counts.shared_masks), put_bytes(saved, report->counts.saved),
             put_bytes(bytes, report->bytes), report->seconds, report->warnings,
             plural(report->warnings));
}

const char *report_line(const struct report *report, enum report_line line,
                        char out[REPORT_LINE_MAX])
{
    const size_t left_out = kind_count_all(&report->left_out);
    char count[TEXT_COUNT_MAX], all[TEXT_COUNT_MAX], kinds[KIND_COUNTS_MAX];
    *out = 0;
    if (line == REPORT_SUMMARY)
        put_summary(report, out);
    else if (line == REPORT_JOINED && report->joined.animations > 0)
        snprintf(out, REPORT_LINE_MAX, "--animate: %s frames are %s animation%s: %s%s",
                 text_count(count, report->joined.frames),
                 text_count(all, report->joined.animations), plural(report->joined.animations),
                 report->joined.names,
                 report->joined.named == report->joined.animations ? "" : " and others");
    else if (line == REPORT_LAYERS && report->partial_layers > 0)
        snprintf(out, REPORT_LINE_MAX,
                 "layers: %s animation%s of a layer %s missing, because not all frames have the "
                 "layer; --verbose names %s",
                 text_count(count, report->partial_layers), plural(report->partial_layers),
                 report->partial_layers == 1 ? "is" : "are",
                 report->partial_layers == 1 ? "it" : "them");
    else if (line == REPORT_SOFT && report->soft > 0)
        snprintf(out, REPORT_LINE_MAX,
                 "soft edges: %s of %s sprite%s would be more than 20 %% smaller at "
                 "--alpha-threshold 127; see 'hitmask help threshold'",
                 text_count(count, report->soft), text_count(all, report->counts.sprites),
                 plural(report->counts.sprites));
    else if (line == REPORT_LEFT_OUT && left_out > 0)
        snprintf(out, REPORT_LINE_MAX, "%s file%s left out: %s", text_count(count, left_out),
                 left_out == 1 ? " of another kind was" : "s of other kinds were",
                 kind_counts_text(kinds, &report->left_out));
    return out;
}

/* ---- For programs -------------------------------------------------------------------------- */

void report_put_json(const struct report *report, struct sink *sink)
{
    const struct report_counts *const counts = &report->counts;
    const size_t left_out = kind_count_all(&report->left_out);
    const struct {
        const char *name;
        uint64_t number;
        bool unless_0;
    } members[] = {
        {"status", (uint64_t)report->status, false},
        {"errors", report->errors, false},
        {"warnings", report->warnings, false},
        {"inputs", report->inputs, false},
        {"cached", report->cached, false},
        {"sprites", counts->sprites, false},
        {"masks", counts->masks, false},
        {"shared_masks", counts->shared_masks, false},
        {"bytes_saved", counts->saved, false},
        {"bytes", report->bytes, false},
        {"soft", report->soft, true},
        {"partial_layers", report->partial_layers, true},
        {"left_out", left_out, true},
    };
    sink_put_string(sink, "{\"level\":\"report\",\"output\":");
    json_put_string(sink, report->output);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!members[i].unless_0 || members[i].number > 0)
            sink_put_format(sink, ",\"%s\":%" PRIu64, members[i].name, members[i].number);
    sink_put_format(sink, ",\"solid_share\":%.4f,\"seconds\":%.3f}\n", solid_share(report),
                    report->seconds);
}
