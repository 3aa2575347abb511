/*
 * love.c - convex pieces as a module of Lua for love.physics: flat lists of coordinates
 */
#include "formats/export/engines.h"

static void put_string(struct sink *sink, const char *text)
{
    sink_put_string(sink, "\"");
    for (; *text != 0; text++) {
        sink_put_string(sink, *text == '"' || *text == '\\' ? "\\" : "");
        sink_put(sink, text, 1);
    }
    sink_put_string(sink, "\"");
}

/* LuaJIT has room for 65536 tables in one function, so that each sprite has a function. */
void export_love(struct exporter *exporter)
{
    static const struct export_style style = {"", ", ", "", ", "};
    struct sink *const sink = export_begin(exporter, NULL);
    sink_put_string(
        sink, "-- " EXPORT_MARK
              ": convex pieces for love.physics\n"
              "--\n"
              "-- Coordinates are in pixels from a sprite's pivot, y down.\n"
              "--\n"
              "--     for _, piece in ipairs(require(\"shapes\")[\"hero.png\"]) do\n"
              "--         love.physics.newFixture(body, love.physics.newPolygonShape(piece))\n"
              "--     end\n"
              "return {\n");
    for (size_t i = 0; i < exporter->shape_count; i++) {
        const struct export_shape *const shape = &exporter->shapes[i];
        sink_put_string(sink, "  [");
        put_string(sink, shape->sprite->name);
        sink_put_string(sink, "] = (function() return {\n");
        for (uint32_t loop = 0; loop < shape->count; loop++) {
            sink_put_string(sink, "    {");
            export_put_loop(sink, shape, loop, &style);
            sink_put_string(sink, "},\n");
        }
        sink_put_string(sink, "  } end)(),\n");
    }
    sink_put_string(sink, "}\n");
    export_end(exporter);
}
