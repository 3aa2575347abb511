/*
 * tiled.c - convex pieces as a tileset of Tiled: of one sheet if the sprites are its cells,
 * otherwise a collection of images
 */
#include "formats/export/engines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- A sheet --------------------------------------------------------------------------------- */

struct sheet {
    uint32_t margin, spacing, columns, width, height; /* of a cell */
};

/* The number behind the last # of a name; false when there is none. */
static bool find_cell(const char *name, uint64_t *cell)
{
    const char *const mark = strrchr(name, '#');
    return mark != NULL && text_to_number(mark + 1, 0, UINT32_MAX, cell);
}

/* The place of a cell in a row or column that begins at the margin. */
static bool find_step(const struct sheet *sheet, uint32_t at, uint32_t size, uint32_t *step)
{
    const uint32_t pitch = size + sheet->spacing;
    *step = at < sheet->margin || pitch == 0 ? 0 : (at - sheet->margin) / pitch;
    return at == sheet->margin + *step * pitch;
}

/* True if each sprite is the cell of its name's number. Columns follow from a cell that is not in
 * the first row. */
static bool fits(const struct exporter *exporter, struct sheet *sheet)
{
    sheet->columns = 0;
    for (int again = 0; again < 2; again++)
        for (size_t i = 0; i < exporter->shape_count; i++) {
            const struct model_sprite *const sprite = exporter->shapes[i].sprite;
            const struct model_sprite *const first = exporter->shapes[0].sprite;
            uint32_t column, row;
            uint64_t cell;
            if (strcmp(sprite->source, first->source) != 0 || sprite->place[2] > 0 ||
                sprite->region[2] != sheet->width || sprite->region[3] != sheet->height ||
                !find_cell(sprite->name, &cell) ||
                !find_step(sheet, sprite->region[0], sheet->width, &column) ||
                !find_step(sheet, sprite->region[1], sheet->height, &row))
                return false;
            const uint64_t before = row > 0 && cell > column ? (cell - column) / row : column + 1;
            if (before > sheet->columns && (row > 0 || again == 0))
                sheet->columns = (uint32_t)before;
            if (again > 0 && cell != (uint64_t)row * sheet->columns + column)
                return false;
        }
    return true;
}

/* The margin is the least distance from the edges, and the spacing the least one between cells. */
static bool find_sheet(const struct exporter *exporter, struct sheet *sheet)
{
    const struct model_sprite *const first = exporter->shapes[0].sprite;
    *sheet = (struct sheet){UINT32_MAX, UINT32_MAX, 0, first->region[2], first->region[3]};
    for (size_t i = 0; i < exporter->shape_count; i++)
        for (unsigned axis = 0; axis < 2; axis++)
            sheet->margin = min_u32(sheet->margin, exporter->shapes[i].sprite->region[axis]);
    for (size_t i = 0; i < exporter->shape_count; i++)
        for (unsigned axis = 0; axis < 2; axis++) {
            const uint32_t *const region = exporter->shapes[i].sprite->region;
            if (region[axis] > sheet->margin && region[axis] - sheet->margin >= region[2 + axis])
                sheet->spacing =
                    min_u32(sheet->spacing, region[axis] - sheet->margin - region[2 + axis]);
        }
    sheet->spacing = sheet->spacing == UINT32_MAX ? 0 : sheet->spacing;
    return fits(exporter, sheet);
}

/* ---- XML ---------------------------------------------------------------------------------------
 */

static void put_attribute(struct sink *sink, const char *text)
{
    for (; *text != 0; text++) {
        const char *const escaped = *text == '&'   ? "&amp;"
                                    : *text == '<' ? "&lt;"
                                    : *text == '"' ? "&quot;"
                                                   : NULL;
        if (escaped != NULL)
            sink_put_string(sink, escaped);
        else
            sink_put(sink, text, 1);
    }
}

static void put_number(struct sink *sink, int64_t fixed)
{
    char number[EXPORT_NUMBER_MAX];
    sink_put_string(sink, export_number(number, fixed, 65536));
}

/* Points count from the object, which is at the first of them. */
static void put_object(struct sink *sink, const struct export_shape *shape, uint32_t loop)
{
    const struct export_corner from = export_corner(shape, loop, 0);
    sink_put_format(sink, "   <object id=\"%" PRIu32 "\" x=\"", loop + 1);
    put_number(sink, from.x);
    sink_put_string(sink, "\" y=\"");
    put_number(sink, from.y);
    sink_put_string(sink, "\">\n    <polygon points=\"");
    for (uint32_t i = 0; i < export_corner_count(shape, loop); i++) {
        const struct export_corner at = export_corner(shape, loop, i);
        sink_put_string(sink, i > 0 ? " " : "");
        put_number(sink, at.x - from.x);
        sink_put_string(sink, ",");
        put_number(sink, at.y - from.y);
    }
    sink_put_string(sink, "\"/>\n   </object>\n");
}

static void put_objects(struct sink *sink, const struct export_shape *shape)
{
    if (shape->count == 0)
        return;
    sink_put_string(sink, "  <objectgroup draworder=\"index\">\n");
    for (uint32_t loop = 0; loop < shape->count; loop++)
        put_object(sink, shape, loop);
    sink_put_string(sink, "  </objectgroup>\n");
}

static void put_image(struct sink *sink, const char *source)
{
    sink_put_string(sink, "<image source=\"");
    put_attribute(sink, source);
    sink_put_string(sink, "\"/>\n");
}

static void put_tileset(struct sink *sink, const struct exporter *exporter, uint32_t width,
                        uint32_t height)
{
    struct text name = {0};
    text_add_stem(&name, text_base_name(exporter->output));
    sink_put_string(sink, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- " EXPORT_MARK
                          " -->\n"
                          "<tileset version=\"1.8\" name=\"");
    put_attribute(sink, name.length > 0 ? name.bytes : "");
    sink_put_format(sink, "\" tilewidth=\"%" PRIu32 "\" tileheight=\"%" PRIu32 "\"", width, height);
    text_free(&name);
}

static void put_cells(struct sink *sink, const struct exporter *exporter, const struct sheet *sheet)
{
    put_tileset(sink, exporter, sheet->width, sheet->height);
    sink_put_format(sink,
                    " spacing=\"%" PRIu32 "\" margin=\"%" PRIu32 "\" columns=\"%" PRIu32 "\">\n ",
                    sheet->spacing, sheet->margin, sheet->columns);
    put_image(sink, exporter->shapes[0].sprite->source);
    for (size_t i = 0; i < exporter->shape_count; i++) {
        const struct export_shape *const shape = &exporter->shapes[i];
        uint64_t cell = 0;
        find_cell(shape->sprite->name, &cell);
        if (shape->count == 0)
            continue;
        sink_put_format(sink, " <tile id=\"%" PRIu64 "\">\n", cell);
        put_objects(sink, shape);
        sink_put_string(sink, " </tile>\n");
    }
}

static void put_collection(struct sink *sink, const struct exporter *exporter)
{
    uint32_t width = 0, height = 0;
    for (size_t i = 0; i < exporter->shape_count; i++) {
        width = max_u32(width, exporter->shapes[i].sprite->region[2]);
        height = max_u32(height, exporter->shapes[i].sprite->region[3]);
    }
    put_tileset(sink, exporter, width, height);
    sink_put_format(sink, " tilecount=\"%zu\" columns=\"0\">\n", exporter->shape_count);
    for (size_t i = 0; i < exporter->shape_count; i++) {
        const struct export_shape *const shape = &exporter->shapes[i];
        const uint32_t *const region = shape->sprite->region;
        sink_put_format(sink,
                        " <tile id=\"%zu\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\" width=\"%" PRIu32
                        "\" height=\"%" PRIu32 "\">\n  ",
                        i, region[0], region[1], region[2], region[3]);
        put_image(sink, shape->sprite->source);
        put_objects(sink, shape);
        sink_put_string(sink, " </tile>\n");
    }
}

void export_tiled(struct exporter *exporter)
{
    struct sink *const sink = export_begin(exporter, NULL);
    struct sheet sheet;
    if (find_sheet(exporter, &sheet))
        put_cells(sink, exporter, &sheet);
    else
        put_collection(sink, exporter);
    sink_put_string(sink, "</tileset>\n");
    export_end(exporter);
}
