/*
 * sprite_table.c - writes a table with a row for each sprite, and one for animations
 */
#include "draw/sprite_table.h"

#include "base/text.h"
#include "draw/table.h"

#include <stdio.h>

static void add_warnings(struct table *out, const struct model_sprite *sprite)
{
    struct text list = {0};
    for (unsigned i = 0; i < WARNING_COUNT; i++) {
        if ((sprite->warnings >> i & 1) == 0)
            continue;
        text_add_string(&list, list.length > 0 ? " " : "");
        text_add_string(&list, model_warning_id(i));
    }
    table_add(out, list.bytes != NULL ? list.bytes : "");
    text_free(&list);
}

static void add_row(struct table *out, const struct model *model, const struct model_sprite *sprite)
{
    const struct mask mask = model_sprite_mask(model, sprite);
    char cell[64];
    table_add_quoted(out, sprite->name);
    snprintf(cell, sizeof cell, "%ux%u", (unsigned)sprite->width, (unsigned)sprite->height);
    table_add(out, cell);
    snprintf(cell, sizeof cell, "%ux%u%+lld%+lld", (unsigned)mask.width, (unsigned)mask.height,
             (long long)sprite->left, (long long)sprite->top);
    table_add(out, cell);
    table_add_number(out, mask.area);
    snprintf(cell, sizeof cell, "%.1f%%",
             100.0 * (double)mask.area / ((double)sprite->width * (double)sprite->height));
    table_add(out, cell);
    if (sprite->list == MODEL_NONE) {
        table_add(out, "-");
        table_add(out, "-");
    } else {
        const struct model_list *const list = &model->lists[sprite->list];
        table_add_number(out, list->count);
        snprintf(cell, sizeof cell, "%ux%u", (unsigned)list->map_width, (unsigned)list->map_height);
        table_add(out, cell);
    }
    add_warnings(out, sprite);
}

/* Writes the table of animations, if any, below the sprites. */
static bool write_animations(const struct model *model, uint32_t columns, struct sink *sink,
                             struct error *err)
{
    struct table out;
    if (model->animation_count == 0)
        return true;
    table_init(&out, "Lrr");
    table_fit(&out, columns, "012");
    table_add(&out, "ANIMATION");
    table_add(&out, "FRAMES");
    table_add(&out, "TIME");
    for (size_t i = 0; i < model->animation_count; i++) {
        const struct model_animation *const animation = &model->animations[i];
        uint64_t duration = 0;
        char cell[32];
        for (uint32_t k = 0; k < animation->count; k++)
            duration += animation->durations[k];
        snprintf(cell, sizeof cell, "%llu ms", (unsigned long long)duration);
        table_add_quoted(&out, animation->name);
        table_add_number(&out, animation->count);
        table_add(&out, cell);
    }
    sink_put_string(sink, "\n");
    const bool ok = table_write(&out, sink, err);
    table_free(&out);
    return ok;
}

bool sprite_table_write(const struct model *model, uint32_t columns, struct sink *sink,
                        struct error *err)
{
    static const char *const heads[] = {"NAME",  "SIZE",   "BOUNDS", "AREA",
                                        "SOLID", "POINTS", "MAP",    "WARNINGS"};
    struct table out;
    table_init(&out, "LrlrrrrL");
    table_fit(&out, columns, "01542360");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        table_add(&out, heads[i]);
    for (size_t i = 0; i < model->sprite_count; i++)
        add_row(&out, model, &model->sprites[i]);
    const bool ok = table_write(&out, sink, err);
    table_free(&out);
    return ok && write_animations(model, columns, sink, err);
}
