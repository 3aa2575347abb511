/*
 * report.c - what a bake came to
 */
#include "bake/report.h"

#include "base/json_put.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Is this another use of a record that was used before? Counts it. */
static bool is_repeat(size_t *uses, int64_t index)
{
    return index != MODEL_NONE && uses[index]++ > 0;
}

void report_count(struct report_counts *counts, const struct model *model)
{
    size_t *const masks = calloc(model->mask_count + 1, sizeof *masks);
    size_t *const lists = calloc(model->list_count + 1, sizeof *lists);
    counts->sprites = model->sprite_count;
    counts->masks = model->mask_count;
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        counts->pixels += (uint64_t)sprite->width * sprite->height;
        if (sprite->mask != MODEL_NONE)
            counts->solid += model->masks[sprite->mask].area;
        if (masks != NULL && is_repeat(masks, sprite->mask)) {
            counts->shared_masks++;
            counts->saved += model_mask_size(&model->masks[sprite->mask]);
        }
        if (lists != NULL && is_repeat(lists, sprite->list))
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

/* What is said beside the numbers, each in a line; "": nothing. */
enum { LINE_MAX_BYTES = KIND_COUNTS_MAX + 100 };

static const char *soft_line(char out[LINE_MAX_BYTES], const struct report *report)
{
    char soft[TEXT_COUNT_MAX], all[TEXT_COUNT_MAX];
    snprintf(out, LINE_MAX_BYTES,
             "soft edges: %s of %s sprite%s would be more than 20 %% smaller at "
             "--alpha-threshold 127; see 'hitmask help threshold'",
             text_count(soft, report->soft), text_count(all, report->counts.sprites),
             plural(report->counts.sprites));
    return report->soft > 0 ? out : "";
}

static const char *left_out_line(char out[LINE_MAX_BYTES], const struct kind_counts *left_out)
{
    const size_t all = kind_count_all(left_out);
    char count[TEXT_COUNT_MAX], kinds[KIND_COUNTS_MAX];
    snprintf(out, LINE_MAX_BYTES, "%s file%s left out: %s", text_count(count, all),
             all == 1 ? " of another kind was" : "s of other kinds were",
             kind_counts_text(kinds, left_out));
    return all > 0 ? out : "";
}

static void say_line(const char *line)
{
    if (*line != 0)
        fprintf(stderr, "%s\n", line);
}

static void note_line(const char *line, struct messages *messages)
{
    if (*line != 0)
        say_note(messages, NULL, "%s", line);
}

void report_say(const struct report *report, const struct messages *messages)
{
    char output[256], sprites[TEXT_COUNT_MAX], shared[TEXT_COUNT_MAX], saved[TEXT_COUNT_MAX],
        line[LINE_MAX_BYTES], bytes[TEXT_COUNT_MAX], cached[TEXT_COUNT_MAX + 20] = "",
                                                                             count[TEXT_COUNT_MAX];
    if (report->cached > 0)
        snprintf(cached, sizeof cached, ", %s cached", text_count(count, report->cached));
    fprintf(stderr,
            "%s: %s sprite%s%s, %.0f %% solid; %s shared mask%s, %s saved; %s in %.2f s; "
            "%zu warning%s\n",
            text_quote(output, sizeof output, report->output),
            text_count(sprites, report->counts.sprites), plural(report->counts.sprites), cached,
            100 * solid_share(report), text_count(shared, report->counts.shared_masks),
            plural(report->counts.shared_masks), put_bytes(saved, report->counts.saved),
            put_bytes(bytes, report->bytes), report->seconds, messages->warnings,
            plural(messages->warnings));
    say_line(soft_line(line, report));
    say_line(left_out_line(line, &report->left_out));
}

void report_as_notes(const struct report *report, struct messages *messages)
{
    char line[LINE_MAX_BYTES];
    note_line(soft_line(line, report), messages);
    note_line(left_out_line(line, &report->left_out), messages);
}

void report_say_left_out(const struct kind_counts *left_out, const struct messages *messages)
{
    struct messages always = *messages;
    char line[LINE_MAX_BYTES];
    always.verbose = true;
    if (messages->format == MESSAGE_JSON)
        note_line(left_out_line(line, left_out), &always);
    else
        say_line(left_out_line(line, left_out));
}

static void put_member(struct sink *sink, const char *name, uint64_t number)
{
    sink_put_string(sink, ",\"");
    sink_put_string(sink, name);
    sink_put_string(sink, "\":");
    sink_put_number(sink, number);
}

void report_say_json(const struct report *report, const struct messages *messages)
{
    char fractions[80];
    struct sink sink;
    struct error nowhere_to_tell;
    message_sink_init(&sink);
    sink_put_string(&sink, "{\"level\":\"report\",\"output\":");
    json_put_string(&sink, report->output);
    put_member(&sink, "status", (uint64_t)messages->status);
    put_member(&sink, "errors", messages->errors);
    put_member(&sink, "warnings", messages->warnings);
    put_member(&sink, "inputs", report->inputs);
    put_member(&sink, "cached", report->cached);
    put_member(&sink, "sprites", report->counts.sprites);
    put_member(&sink, "masks", report->counts.masks);
    put_member(&sink, "shared_masks", report->counts.shared_masks);
    put_member(&sink, "bytes_saved", report->counts.saved);
    put_member(&sink, "bytes", report->bytes);
    if (report->soft > 0)
        put_member(&sink, "soft", report->soft);
    if (kind_count_all(&report->left_out) > 0)
        put_member(&sink, "left_out", kind_count_all(&report->left_out));
    snprintf(fractions, sizeof fractions, ",\"solid_share\":%.4f,\"seconds\":%.3f}\n",
             solid_share(report), report->seconds);
    sink_put_string(&sink, fractions);
    sink_flush(&sink, &nowhere_to_tell);
}
