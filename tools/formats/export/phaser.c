/*
 * phaser.c - convex pieces as the JSON of PhysicsEditor, which Phaser reads for Matter
 *
 * Phaser makes the sprite's origin from the centre of mass, but takes the middle of the picture
 * when that is also the middle of the body's bounds. Then offsets of the picture say where the
 * centre is.
 */
#include "base/json.h"
#include "formats/export/engines.h"

#include <stdlib.h>
#include <string.h>

#define GENERATOR "generator_info"

/* Within 1/10000 of the size, the precision with which Phaser compares. */
static bool is_middle(int64_t centre, int64_t from, int64_t to)
{
    return llabs(2 * centre - from - to) * 5000 < to - from;
}

/* The distance of a centre from the middle of the picture, as a part of the picture's size. */
static void put_offset(struct sink *sink, int64_t centre, uint32_t size)
{
    char number[EXPORT_NUMBER_MAX];
    const int64_t whole = (int64_t)size * 65536;
    sink_put_string(sink, export_number(number, 2 * centre - whole, 2 * whole));
}

static void put_offsets(struct sink *sink, const struct export_shape *shape)
{
    const struct export_mass mass = export_mass(shape);
    if (!is_middle(mass.x, mass.left, mass.right) || !is_middle(mass.y, mass.top, mass.bottom))
        return;
    sink_put_string(sink, "    \"render\": { \"sprite\": { \"xOffset\": ");
    put_offset(sink, mass.x, shape->sprite->width);
    sink_put_string(sink, ", \"yOffset\": ");
    put_offset(sink, mass.y, shape->sprite->height);
    sink_put_string(sink, " } },\n");
}

static void put_body(struct sink *sink, const struct export_shape *shape)
{
    static const struct export_style style = {"{ \"x\": ", ", \"y\": ", " }", ", "};
    sink_put_string(sink, ",\n  ");
    json_put_string(sink, shape->sprite->name);
    sink_put_string(sink, ": {\n    \"type\": \"fromPhysicsEditor\",\n");
    put_offsets(sink, shape);
    sink_put_string(sink, "    \"fixtures\": [{ \"vertices\": [");
    for (uint32_t loop = 0; loop < shape->count; loop++) {
        sink_put_string(sink, loop > 0 ? ",\n      [" : "\n      [");
        export_put_loop(sink, shape, loop, &style);
        sink_put_string(sink, "]");
    }
    sink_put_string(sink, "\n    ] }]\n  }");
}

/* A body without a piece would become a box of 40 x 40 pixels, so that empty sprites are left out.
 */
void export_phaser(struct exporter *exporter)
{
    struct sink *const sink = export_begin(exporter, NULL);
    sink_put_string(sink, "{\n  \"" GENERATOR "\": \"" EXPORT_MARK "\"");
    for (size_t i = 0; i < exporter->shape_count; i++) {
        const struct export_shape *const shape = &exporter->shapes[i];
        if (strcmp(shape->sprite->name, GENERATOR) == 0)
            diagnostics_fail(exporter->found, exporter->pack,
                             "a sprite is named " GENERATOR
                             ", which phaser does not take for a sprite; give it another name");
        else if (shape->count > 0)
            put_body(sink, shape);
    }
    sink_put_string(sink, "\n}\n");
    export_end(exporter);
}
