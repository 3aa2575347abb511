/*
 * report.c - what a bake came to
 */
#include "report.h"

#include "json_put.h"
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Is this another use of a record that was used before? Counts it. */
static bool is_repeat(size_t *uses, int64_t index)
{
    return index != MODEL_NONE && uses[index]++ > 0;
}

void report_count(struct report *report, const struct model *model)
{
    size_t *const masks = calloc(model->mask_count + 1, sizeof *masks);
    size_t *const lists = calloc(model->list_count + 1, sizeof *lists);
    report->sprites = model->sprite_count;
    report->masks = model->mask_count;
    for (size_t i = 0; i < model->sprite_count; i++) {
        const struct model_sprite *const sprite = &model->sprites[i];
        report->pixels += (uint64_t)sprite->width * sprite->height;
        if (sprite->mask != MODEL_NONE)
            report->solid += model->masks[sprite->mask].area;
        if (masks != NULL && is_repeat(masks, sprite->mask)) {
            report->shared_masks++;
            report->saved += model_mask_size(&model->masks[sprite->mask]);
        }
        if (lists != NULL && is_repeat(lists, sprite->list))
            report->saved += model_list_size(&model->lists[sprite->list]);
    }
    free(masks);
    free(lists);
}

/* "1.2 MB" */
static const char *put_bytes(char out[TEXT_COUNT_MAX], uint64_t bytes)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    double number = (double)bytes / 1000;
    unsigned unit = 0;
    if (bytes < 1000) {
        snprintf(out, TEXT_COUNT_MAX, "%" PRIu64 " bytes", bytes);
        return out;
    }
    while (number >= 999.5 && unit < 3) {
        number /= 1000;
        unit++;
    }
    snprintf(out, TEXT_COUNT_MAX, number < 10 ? "%.1f %s" : "%.0f %s", number, units[unit]);
    return out;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static double solid_share(const struct report *report)
{
    return report->pixels > 0 ? (double)report->solid / (double)report->pixels : 0;
}

void report_say(const struct report *report, const struct messages *messages)
{
    char output[256], sprites[TEXT_COUNT_MAX], shared[TEXT_COUNT_MAX], saved[TEXT_COUNT_MAX],
        bytes[TEXT_COUNT_MAX], cached[TEXT_COUNT_MAX + 20] = "", count[TEXT_COUNT_MAX];
    if (report->cached > 0)
        snprintf(cached, sizeof cached, ", %s cached", text_count(count, report->cached));
    fprintf(stderr,
            "%s: %s sprite%s%s, %.0f %% solid; %s shared mask%s, %s saved; %s in %.2f s; "
            "%zu warning%s\n",
            text_quote(output, sizeof output, report->output), text_count(sprites, report->sprites),
            plural(report->sprites), cached, 100 * solid_share(report),
            text_count(shared, report->shared_masks), plural(report->shared_masks),
            put_bytes(saved, report->saved), put_bytes(bytes, report->bytes), report->seconds,
            messages->warnings, plural(messages->warnings));
}

static bool write_stderr(void *user, const void *bytes, size_t size)
{
    (void)user;
    return fwrite(bytes, 1, size, stderr) == size;
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
    sink_init(&sink, write_stderr, NULL);
    sink_put_string(&sink, "{\"level\":\"report\",\"output\":");
    json_put_string(&sink, report->output);
    put_member(&sink, "status", (uint64_t)messages->status);
    put_member(&sink, "errors", messages->errors);
    put_member(&sink, "warnings", messages->warnings);
    put_member(&sink, "inputs", report->inputs);
    put_member(&sink, "cached", report->cached);
    put_member(&sink, "sprites", report->sprites);
    put_member(&sink, "masks", report->masks);
    put_member(&sink, "shared_masks", report->shared_masks);
    put_member(&sink, "bytes_saved", report->saved);
    put_member(&sink, "bytes", report->bytes);
    snprintf(fractions, sizeof fractions, ",\"solid_share\":%.4f,\"seconds\":%.3f}\n",
             solid_share(report), report->seconds);
    sink_put_string(&sink, fractions);
    sink_flush(&sink, &nowhere_to_tell);
}
