/*
 * matter.c - convex pieces as JSON for Matter.js
 *
 *     const { parts, render } = shapes.sprites["hero.png"];
 *     const body = Body.create({ render, parts: parts.map(vertices =>
 *         Body.create({ position: Vertices.centre(vertices), vertices })) });
 *
 * Such a body's position is its centre of mass; `centre` and `pivot` say where both are in the
 * picture. Bodies.fromVertices would put the centres of all convex pieces in one place.
 */
#include "base/json.h"
#include "formats/export/engines.h"

enum { ONE = 65536 };

static void put_ratio(struct sink *sink, int64_t number, int64_t whole)
{
    char text[EXPORT_NUMBER_MAX];
    sink_put_string(sink, export_number(text, number, whole));
}

static void put_point(struct sink *sink, const char *key, int64_t x, int64_t y)
{
    sink_put_format(sink, ",\n      \"%s\": { \"x\": ", key);
    put_ratio(sink, x, ONE);
    sink_put_string(sink, ", \"y\": ");
    put_ratio(sink, y, ONE);
    sink_put_string(sink, " }");
}

/* Matter adds the centre as a part of the bounds. Its renderer wants it as a part of the picture.
 */
static void put_offset(struct sink *sink, int64_t centre, int64_t from, int64_t to, uint32_t size)
{
    enum { WHOLE = 1 << 28 };
    put_ratio(sink, centre * (WHOLE / ONE) / size - (centre - from) * WHOLE / (to - from), WHOLE);
}

static void put_sprite(struct sink *sink, const struct export_shape *shape)
{
    static const struct export_style style = {"{ \"x\": ", ", \"y\": ", " }", ", "};
    const struct model_sprite *const sprite = shape->sprite;
    sink_put_string(sink, "    ");
    json_put_string(sink, sprite->name);
    sink_put_format(sink, ": {\n      \"size\": { \"x\": %u, \"y\": %u }", (unsigned)sprite->width,
                    (unsigned)sprite->height);
    put_point(sink, "pivot", sprite->pivot_x, sprite->pivot_y);
    if (shape->count > 0) {
        const struct export_mass mass = export_mass(shape);
        put_point(sink, "centre", mass.x, mass.y);
        sink_put_string(sink, ",\n      \"render\": { \"sprite\": { \"xOffset\": ");
        put_offset(sink, mass.x, mass.left, mass.right, sprite->width);
        sink_put_string(sink, ", \"yOffset\": ");
        put_offset(sink, mass.y, mass.top, mass.bottom, sprite->height);
        sink_put_string(sink, " } }");
    }
    sink_put_string(sink, ",\n      \"parts\": [");
    for (uint32_t loop = 0; loop < shape->count; loop++) {
        sink_put_string(sink, loop > 0 ? ",\n        [" : "\n        [");
        export_put_loop(sink, shape, loop, &style);
        sink_put_string(sink, "]");
    }
    sink_put_string(sink, shape->count > 0 ? "\n      ]\n    }" : "]\n    }");
}

void export_matter(struct exporter *exporter)
{
    struct sink *const sink = export_begin(exporter, NULL);
    sink_put_string(sink, "{\n  \"generator_info\": \"" EXPORT_MARK "\",\n  \"sprites\": {\n");
    for (size_t i = 0; i < exporter->shape_count; i++) {
        sink_put_string(sink, i > 0 ? ",\n" : "");
        put_sprite(sink, &exporter->shapes[i]);
    }
    sink_put_string(sink, "\n  }\n}\n");
    export_end(exporter);
}
