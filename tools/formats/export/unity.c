/*
 * unity.c - polygons as JSON for the editor script of samples/unity
 *
 * Points are in the rectangle of Unity's sprite, y up. The script finds the sprite by its image and
 * its rectangle there, which counts from the top.
 */
#include "base/json.h"
#include "formats/export/engines.h"

static void put_sprite(struct sink *sink, const struct export_shape *shape)
{
    static const struct export_style style = {"{ \"x\": ", ", \"y\": ", " }", ", "};
    const struct model_sprite *const sprite = shape->sprite;
    sink_put_string(sink, "    {\n      \"name\": ");
    json_put_string(sink, sprite->name);
    sink_put_string(sink, ",\n      \"source\": ");
    json_put_string(sink, sprite->source);
    sink_put_format(sink, ",\n      \"x\": %u, \"y\": %u, \"width\": %u, \"height\": %u,\n",
                    (unsigned)sprite->region[0], (unsigned)sprite->region[1],
                    (unsigned)sprite->region[2], (unsigned)sprite->region[3]);
    sink_put_string(sink, "      \"paths\": [");
    for (uint32_t loop = 0; loop < shape->count; loop++) {
        sink_put_string(sink,
                        loop > 0 ? ",\n        { \"points\": [" : "\n        { \"points\": [");
        export_put_loop(sink, shape, loop, &style);
        sink_put_string(sink, "] }");
    }
    sink_put_string(sink, shape->count > 0 ? "\n      ]\n    }" : "]\n    }");
}

void export_unity(struct exporter *exporter)
{
    struct sink *const sink = export_begin(exporter, NULL);
    sink_put_string(sink, "{\n  \"generator_info\": \"" EXPORT_MARK "\",\n  \"sprites\": [\n");
    for (size_t i = 0; i < exporter->shape_count; i++) {
        sink_put_string(sink, i > 0 ? ",\n" : "");
        put_sprite(sink, &exporter->shapes[i]);
    }
    sink_put_string(sink, "\n  ]\n}\n");
    export_end(exporter);
}
