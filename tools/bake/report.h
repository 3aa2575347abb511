/*
 * report.h - the results of a bake: counted, and put into words
 */
#ifndef REPORT_H
#define REPORT_H

#include "bake/animations.h"
#include "base/error.h"
#include "base/kinds.h"
#include "base/sink.h"
#include "model/model.h"

/* The numbers of a model. */
struct report_counts {
    uint64_t sprites, masks;
    uint64_t shared_masks; /* sprites that have theirs from another */
    uint64_t saved;        /* bytes of masks and points that sharing saves */
    uint64_t pixels, solid;
};

struct report {
    const char *output;
    size_t inputs, cached;
    size_t errors, warnings;
    enum status status;
    struct joined joined;        /* animations that names gave */
    size_t partial_layers;       /* layers that only some frames of an animation have */
    size_t soft;                 /* sprites whose edges are soft, where nobody chose a threshold */
    struct kind_counts left_out; /* files in folders that are of other kinds */
    struct report_counts counts;
    uint64_t bytes; /* of the output */
    double seconds;
};

void report_count(struct report_counts *counts, const struct model *model);

/* The lines for people: the summary, then what is worth a remark. */
enum report_line {
    REPORT_SUMMARY,
    REPORT_JOINED,
    REPORT_LAYERS,
    REPORT_SOFT,
    REPORT_LEFT_OUT,
    REPORT_LINES
};
enum { REPORT_LINE_MAX = 512 + KIND_COUNTS_MAX };

/* Puts a line into `out` and returns it; "" when there is nothing to say. */
const char *report_line(const struct report *report, enum report_line line,
                        char out[REPORT_LINE_MAX]);

/* For programs: one JSON object, the last line of --message-format json. */
void report_put_json(const struct report *report, struct sink *sink);

#endif
