/*
 * godot.c - for Godot 4: a scene of each sprite, a body with its pieces, and a resource of each
 * piece
 */
#include "formats/export/engines.h"

#include <inttypes.h>

#define MARK "; " EXPORT_MARK "\n"

static void put_points(struct sink *sink, const char *property, const struct export_shape *shape,
                       uint32_t loop)
{
    static const struct export_style style = {"", ", ", "", ", "};
    sink_put_format(sink, "%s = PackedVector2Array(", property);
    export_put_loop(sink, shape, loop, &style);
    sink_put_string(sink, ")\n");
}

static void put_scene(struct exporter *exporter, const struct export_shape *shape)
{
    struct sink *const sink =
        export_begin(exporter, arena_format(&exporter->arena, "%s.tscn", shape->stem));
    sink_put_string(sink, MARK
                    "[gd_scene format=3]\n\n"
                    "[node name=\"Shapes\" type=\"StaticBody2D\"]\n");
    for (uint32_t loop = 0; loop < shape->count; loop++) {
        sink_put_format(
            sink, "\n[node name=\"Piece%" PRIu32 "\" type=\"CollisionPolygon2D\" parent=\".\"]\n",
            loop);
        put_points(sink, "polygon", shape, loop);
    }
    export_end(exporter);
}

void export_godot(struct exporter *exporter)
{
    for (size_t i = 0; i < exporter->shape_count; i++) {
        const struct export_shape *const shape = &exporter->shapes[i];
        put_scene(exporter, shape);
        for (uint32_t loop = 0; loop < shape->count; loop++) {
            struct sink *const sink =
                export_begin(exporter, export_piece_name(exporter, shape, loop));
            sink_put_string(sink, MARK
                            "[gd_resource type=\"ConvexPolygonShape2D\" format=3]\n\n"
                            "[resource]\n");
            put_points(sink, "points", shape, loop);
            export_end(exporter);
        }
    }
}
