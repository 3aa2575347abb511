/*
 * box2d.c - convex pieces as a header that Box2D 2.4 (C++) and Box2D 3 (C) take
 *
 *     enum game_sprite -> game_shapes[] -> game_pieces[] -> game_corners[]
 */
#include "formats/c_write.h"
#include "formats/export/engines.h"

#include <inttypes.h>
#include <string.h>

struct header {
    const struct exporter *exporter;
    struct sink *sink;
    const char *lower, *upper; /* what names begin with */
    const char **names, **identifiers;
};

/* A number in metres, as a constant of the type float. */
static void put_metres(const struct header *header, int64_t fixed)
{
    char number[EXPORT_NUMBER_MAX];
    export_number(number, fixed, (int64_t)header->exporter->pixels_per_metre * 65536);
    sink_put_format(header->sink, "%s%sf", number, strchr(number, '.') == NULL ? ".0" : "");
}

static void put_corners(const struct header *header, const struct export_shape *shape)
{
    for (uint32_t loop = 0; loop < shape->count; loop++) {
        sink_put_string(header->sink, "   ");
        for (uint32_t i = 0; i < export_corner_count(shape, loop); i++) {
            const struct export_corner at = export_corner(shape, loop, i);
            sink_put_string(header->sink, " {");
            put_metres(header, at.x);
            sink_put_string(header->sink, ", ");
            put_metres(header, at.y);
            sink_put_string(header->sink, "},");
        }
        sink_put_string(header->sink, "\n");
    }
}

static void put_enum(const struct header *header)
{
    const size_t count = header->exporter->shape_count;
    sink_put_format(header->sink, "enum %s_sprite {\n", header->lower);
    for (size_t i = 0; i < count; i++) {
        sink_put_format(header->sink, "    %s_", header->upper);
        sink_put_string(header->sink, header->identifiers[i]);
        sink_put_format(header->sink, " = %zu, /* ", i);
        c_put_in_comment(header->sink, header->names[i]);
        sink_put_string(header->sink, " */\n");
    }
    sink_put_format(header->sink, "};\n\n#define %s_SPRITES %zu\n", header->upper, count);
}

static void put_top(const struct header *header)
{
    const char *const lower = header->lower, *const upper = header->upper;
    sink_put_format(header->sink,
                    "/* " EXPORT_MARK
                    ": convex pieces for Box2D\n"
                    " *\n"
                    " * Corners are in metres from a sprite's pivot, y up, counterclockwise.\n"
                    " *\n"
                    " *     const struct %s_shape *s = &%s_shapes[i];\n"
                    " *     for (int k = s->first; k < s->first + s->count; k++) {\n"
                    " *         const b2Vec2 *points = &%s_corners[%s_pieces[k].first];\n"
                    " *         int count = %s_pieces[k].count;\n"
                    " *\n"
                    " *     2.4:    b2PolygonShape polygon;\n"
                    " *             polygon.Set(points, count);\n"
                    " *     3:      b2Hull hull = b2ComputeHull(points, count);\n"
                    " *             b2Polygon polygon = b2MakePolygon(&hull, 0.0f);\n"
                    " */\n",
                    lower, lower, lower, lower, lower);
    sink_put_format(header->sink,
                    "#ifndef %s_SHAPES_H\n#define %s_SHAPES_H\n\n#include <box2d/box2d.h>\n\n"
                    "#define %s_PIXELS_PER_METRE %" PRIu32 "\n\n",
                    upper, upper, upper, header->exporter->pixels_per_metre);
}

static void put_arrays(const struct header *header)
{
    const struct exporter *const exporter = header->exporter;
    const char *const lower = header->lower;
    size_t pieces = 0, corners = 0;
    for (size_t i = 0; i < exporter->shape_count; i++) {
        pieces += exporter->shapes[i].count;
        for (uint32_t loop = 0; loop < exporter->shapes[i].count; loop++)
            corners += export_corner_count(&exporter->shapes[i], loop);
    }
    /* C has no empty arrays. */
    sink_put_format(header->sink, "\nstatic const b2Vec2 %s_corners[%zu] = {\n", lower,
                    corners > 0 ? corners : 1);
    for (size_t i = 0; i < exporter->shape_count; i++)
        put_corners(header, &exporter->shapes[i]);
    sink_put_format(header->sink,
                    "};\n\n/* The first of its corners or pieces, and how many. */\n"
                    "struct %s_piece {\n    int first, count;\n};\n"
                    "struct %s_shape {\n    const char *name;\n    int first, count;\n};\n",
                    lower, lower);
    sink_put_format(header->sink, "\nstatic const struct %s_piece %s_pieces[%zu] = {\n", lower,
                    lower, pieces > 0 ? pieces : 1);
    corners = pieces = 0;
    for (size_t i = 0; i < exporter->shape_count; i++)
        for (uint32_t loop = 0; loop < exporter->shapes[i].count; loop++) {
            const uint32_t count = export_corner_count(&exporter->shapes[i], loop);
            sink_put_format(header->sink, "    {%zu, %" PRIu32 "},\n", corners, count);
            corners += count;
        }
    sink_put_format(header->sink, "};\n\nstatic const struct %s_shape %s_shapes[%zu] = {\n", lower,
                    lower, exporter->shape_count);
    for (size_t i = 0; i < exporter->shape_count; i++) {
        sink_put_string(header->sink, "    {");
        c_put_string(header->sink, header->names[i]);
        sink_put_format(header->sink, ", %zu, %" PRIu32 "},\n", pieces, exporter->shapes[i].count);
        pieces += exporter->shapes[i].count;
    }
    sink_put_string(header->sink, "};\n\n#endif\n");
}

void export_box2d(struct exporter *exporter)
{
    struct arena *const arena = &exporter->arena;
    const char *const base = text_base_name(exporter->output);
    const size_t count = exporter->shape_count;
    const struct header header = {exporter,
                                  export_begin(exporter, NULL),
                                  c_prefix(arena, base, false),
                                  c_prefix(arena, base, true),
                                  arena_new(arena, count, sizeof(char *)),
                                  arena_new(arena, count, sizeof(char *))};
    for (size_t i = 0; i < count; i++)
        header.names[i] = exporter->shapes[i].sprite->name;
    c_name_all(header.names, count, arena, header.identifiers);
    put_top(&header);
    put_enum(&header);
    put_arrays(&header);
    export_end(exporter);
}
