/*
 * diff_show.c - differences as lines, and as JSON
 */
#include "commands/show.h"

#include "base/json.h"
#include "base/text.h"

#include <inttypes.h>

static const char *const change_names[CHANGE_COUNT] = {"added", "removed", "renamed", "changed"};

static const struct model_sprite *sprite_of(const struct difference *difference)
{
    return (difference->after.sprite != NULL ? difference->after : difference->before).sprite;
}

/* ---- Text --------------------------------------------------------------------------------- */

static void put_name(const struct model_sprite *sprite, struct sink *sink)
{
    char name[1024];
    sink_put_string(sink, text_quote(name, sizeof name, sprite->name));
}

/* "size 3x4 -> 5x4, mask +12 -3, pivot" */
static void put_aspects(const struct difference *difference, struct sink *sink)
{
    const struct model_sprite *const a = difference->before.sprite, *const b =
                                                                        difference->after.sprite;
    const char *before = ": ";
    for (unsigned i = 0; i < ASPECT_COUNT; i++) {
        if ((difference->aspects >> i & 1) == 0)
            continue;
        sink_put_format(sink, "%s%s", before, aspect_name(i));
        if (1u << i == ASPECT_SIZE)
            sink_put_format(sink, " %" PRIu32 "x%" PRIu32 " -> %" PRIu32 "x%" PRIu32, a->width,
                            a->height, b->width, b->height);
        if (1u << i == ASPECT_MASK)
            sink_put_format(sink, " +%" PRIu64 " -%" PRIu64, difference->gained, difference->lost);
        before = ", ";
    }
}

static void put_difference(const struct difference *difference, struct sink *sink)
{
    sink_put_format(sink, "%-7s  ", change_names[difference->change]);
    if (difference->change == RENAMED) {
        put_name(difference->before.sprite, sink);
        sink_put_string(sink, " -> ");
    }
    put_name(sprite_of(difference), sink);
    if (difference->change == ADDED || difference->change == REMOVED)
        sink_put_format(sink, ": %" PRIu32 "x%" PRIu32 ", %" PRIu64 " solid",
                        sprite_of(difference)->width, sprite_of(difference)->height,
                        difference->gained + difference->lost);
    else
        put_aspects(difference, sink);
    sink_put_string(sink, "\n");
}

static void put_animation(const struct animation_difference *difference, struct sink *sink)
{
    char name[1024];
    sink_put_format(sink, "%-7s  animation %s", change_names[difference->change],
                    text_quote(name, 400, difference->name));
    sink_put_format(sink, "%s%s%s\n", difference->frames ? ": frames" : "",
                    difference->durations ? difference->frames ? ", " : ": " : "",
                    difference->durations ? "durations" : "");
}

void diff_put_text(const struct comparison *comparison, struct sink *sink)
{
    for (size_t i = 0; i < comparison->count; i++)
        put_difference(&comparison->items[i], sink);
    for (size_t i = 0; i < comparison->animation_count; i++)
        put_animation(&comparison->animations[i], sink);
    for (int i = 0; i < CHANGE_COUNT; i++)
        sink_put_format(sink, "%zu %s, ", comparison->counts[i], change_names[i]);
    sink_put_format(sink, "%zu the same\n", comparison->same);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static void put_string_member(const char *key, const char *value, struct sink *sink)
{
    sink_put_format(sink, "\"%s\": ", key);
    json_put_string(sink, value);
}

static void put_changes(unsigned aspects, struct sink *sink)
{
    const char *before = "";
    sink_put_string(sink, ", \"changes\": [");
    for (unsigned i = 0; i < ASPECT_COUNT; i++) {
        if ((aspects >> i & 1) == 0)
            continue;
        sink_put_format(sink, "%s\"%s\"", before, aspect_name(i));
        before = ", ";
    }
    sink_put_string(sink, "]");
}

static void put_object(const struct difference *difference, struct sink *sink)
{
    const struct model_sprite *const sprite = sprite_of(difference);
    const bool single = difference->change == ADDED || difference->change == REMOVED;
    sink_put_string(sink, "    { ");
    put_string_member("name", sprite->name, sink);
    if (difference->change == RENAMED) {
        sink_put_string(sink, ", ");
        put_string_member("from", difference->before.sprite->name, sink);
    }
    if (single)
        sink_put_format(sink, ", \"size\": [%" PRIu32 ", %" PRIu32 "], \"area\": %" PRIu64,
                        sprite->width, sprite->height, difference->gained + difference->lost);
    if (difference->change == CHANGED)
        sink_put_format(sink, ", \"gained\": %" PRIu64 ", \"lost\": %" PRIu64, difference->gained,
                        difference->lost);
    if (!single)
        put_changes(difference->aspects, sink);
    sink_put_string(sink, " }");
}

static void put_json_animation(const struct animation_difference *difference, struct sink *sink)
{
    const bool both = difference->frames && difference->durations;
    sink_put_string(sink, "    { ");
    put_string_member("name", difference->name, sink);
    sink_put_format(sink, ", \"change\": \"%s\"", change_names[difference->change]);
    if (difference->change == CHANGED)
        sink_put_format(sink, ", \"changes\": [%s%s%s]", difference->frames ? "\"frames\"" : "",
                        both ? ", " : "", difference->durations ? "\"durations\"" : "");
    sink_put_string(sink, " }");
}

void diff_put_json(const struct comparison *comparison, struct sink *sink)
{
    sink_put_string(sink, "{\n");
    for (int change = 0; change < CHANGE_COUNT; change++) {
        const char *before = "\n";
        sink_put_format(sink, "  \"%s\": [", change_names[change]);
        for (size_t i = 0; i < comparison->count; i++) {
            if ((int)comparison->items[i].change != change)
                continue;
            sink_put_string(sink, before);
            put_object(&comparison->items[i], sink);
            before = ",\n";
        }
        sink_put_string(sink, comparison->counts[change] > 0 ? "\n  ],\n" : "],\n");
    }
    sink_put_string(sink, "  \"animations\": [");
    for (size_t i = 0; i < comparison->animation_count; i++) {
        sink_put_string(sink, i == 0 ? "\n" : ",\n");
        put_json_animation(&comparison->animations[i], sink);
    }
    sink_put_string(sink, comparison->animation_count > 0 ? "\n  ],\n" : "],\n");
    sink_put_format(sink, "  \"same\": %zu\n}\n", comparison->same);
}
