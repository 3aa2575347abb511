/*
 * defold.c - a .convexshape of Defold for each piece, in the text format of protocol buffers
 */
#include "formats/export/engines.h"

void export_defold(struct exporter *exporter)
{
    static const struct export_style style = {"data: ", "\ndata: ", "\ndata: 0\n", ""};
    for (size_t i = 0; i < exporter->shape_count; i++) {
        const struct export_shape *const shape = &exporter->shapes[i];
        for (uint32_t loop = 0; loop < shape->count; loop++) {
            struct sink *const sink =
                export_begin(exporter, export_piece_name(exporter, shape, loop));
            sink_put_string(sink, "# " EXPORT_MARK "\nshape_type: TYPE_HULL\n");
            export_put_loop(sink, shape, loop, &style);
            export_end(exporter);
        }
    }
}
