/*
 * report.h - what a bake came to, in a line
 */
#ifndef REPORT_H
#define REPORT_H

#include "base/kinds.h"
#include "model/model.h"
#include "system/message.h"

/* What is in a model. */
struct report_counts {
    uint64_t sprites, masks;
    uint64_t shared_masks; /* sprites that have theirs from another */
    uint64_t saved;        /* bytes of masks and points that would have stood again */
    uint64_t pixels, solid;
};

struct report {
    const char *output;
    size_t inputs, cached;
    size_t soft;                 /* sprites whose edges are soft, where nobody chose a threshold */
    struct kind_counts left_out; /* files in folders that are of other kinds */
    struct report_counts counts;
    uint64_t bytes; /* of the output */
    double seconds;
};

void report_count(struct report_counts *counts, const struct model *model);

/* For people: lines, not messages. */
void report_say(const struct report *report, const struct messages *messages);

/* For people without a summary: the lines about soft edges and files of other kinds, as notes. */
void report_as_notes(const struct report *report, struct messages *messages);

/* For a run that makes nothing: the line about files of other kinds, if there are any. */
void report_say_left_out(const struct kind_counts *left_out, const struct messages *messages);

/* For programs: one JSON object, the last line of --message-format json. */
void report_say_json(const struct report *report, const struct messages *messages);

#endif
