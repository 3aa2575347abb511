/*
 * report.h - what a bake came to, in a line
 */
#ifndef REPORT_H
#define REPORT_H

#include "message.h"
#include "model.h"

struct report {
    const char *output;
    size_t inputs, cached;
    size_t sprites, masks;
    size_t shared_masks; /* sprites that have theirs from another */
    uint64_t saved;      /* bytes of masks and points that would have stood again */
    uint64_t pixels, solid;
    uint64_t bytes; /* of the output */
    double seconds;
};

/* Counts what is in a model. */
void report_count(struct report *report, const struct model *model);

/* For people: one line, not a message. */
void report_say(const struct report *report, const struct messages *messages);

/* For programs: one JSON object, the last line of --message-format json. */
void report_say_json(const struct report *report, const struct messages *messages);

#endif
