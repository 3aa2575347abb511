/*
 * sprite_xml.c - the <sprite> of TexturePacker's generic XML
 */
#include "atlas/sprite_xml.h"

#include "base/numbers.h"

#include <stdlib.h>
#include <string.h>

struct sprite {
    const struct atlas_log *log;
    const struct xml_element *element;
    const char *name;
    bool ok;
    bool rounded; /* a fraction was left out */
};

static void wrong(struct sprite *sprite, const struct error *err)
{
    const struct atlas_place place = {sprite->element->line, sprite->element->column};
    sprite->ok = false;
    atlas_found(sprite->log, "frame", sprite->name, place, "%s", err->text);
}

static uint32_t number(struct sprite *sprite, const char *attribute)
{
    struct error err;
    int64_t out = 0;
    if (!xml_get_pixels(sprite->element, attribute, 0, INT32_MAX, &out, &sprite->rounded, &err))
        wrong(sprite, &err);
    return (uint32_t)out;
}

/* r="y", and perhaps r="n". */
static bool is_turned(struct sprite *sprite)
{
    const char *const value = xml_find(sprite->element, "r");
    struct error err;
    if (value == NULL || strcmp(value, "n") == 0)
        return false;
    if (strcmp(value, "y") == 0)
        return true;
    xml_fail(sprite->element, &err, "has an r that is neither y nor n");
    wrong(sprite, &err);
    return false;
}

/* With any of the four, all must be there. */
static void read_trim(struct sprite *sprite, struct atlas_frame *frame)
{
    static const char *const attributes[] = {"oX", "oY", "oW", "oH"};
    uint32_t *const out[] = {&frame->left, &frame->top, &frame->source_width,
                             &frame->source_height};
    bool any = false;
    frame->source_width = frame->width;
    frame->source_height = frame->height;
    for (size_t i = 0; i < 4; i++)
        any = any || xml_find(sprite->element, attributes[i]) != NULL;
    for (size_t i = 0; any && i < 4; i++)
        *out[i] = number(sprite, attributes[i]);
}

static int64_t pivot(struct sprite *sprite, const char *attribute, uint32_t size)
{
    struct error err;
    struct decimal part = {0, 0};
    if (!xml_get_decimal(sprite->element, attribute, &part, &err))
        wrong(sprite, &err);
    int64_t pixels;
    if (fixed_from_part(part, size, &pixels))
        return pixels;
    xml_fail(sprite->element, &err, "has %s=\"%s\", which is too far away", attribute,
             xml_find(sprite->element, attribute));
    wrong(sprite, &err);
    return 0;
}

bool sprite_xml_read(struct atlas *atlas, const struct atlas_log *log,
                     const struct xml_element *element, bool upright_sizes)
{
    struct sprite sprite = {log, element, NULL, true, false};
    struct error err;
    if (!xml_get_string(element, "n", &sprite.name, &err)) {
        wrong(&sprite, &err);
        return false;
    }
    struct atlas_frame frame = {
        .page = (uint32_t)(atlas->page_count - 1),
        .x = number(&sprite, "x"),
        .y = number(&sprite, "y"),
        .width = number(&sprite, "w"),
        .height = number(&sprite, "h"),
        .place = {element->line, element->column},
    };
    if (is_turned(&sprite)) {
        const uint32_t width = frame.width;
        frame.turn = ATLAS_CLOCKWISE;
        frame.width = upright_sizes ? width : frame.height;
        frame.height = upright_sizes ? frame.height : width;
    }
    read_trim(&sprite, &frame);
    frame.has_pivot = xml_find(element, "pX") != NULL || xml_find(element, "pY") != NULL;
    if (frame.has_pivot) {
        frame.pivot_x = pivot(&sprite, "pX", frame.source_width);
        frame.pivot_y = pivot(&sprite, "pY", frame.source_height);
    }
    if (sprite.ok) {
        frame.name = text_copy(sprite.name);
        atlas_add_frame(atlas, &frame, log);
    }
    return sprite.rounded;
}
