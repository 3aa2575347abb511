/*
 * query.h - the options of `hitmask query`, as values
 */
#ifndef QUERY_H
#define QUERY_H

#include "draw/query_draw.h"
#include "system/common_options.h"

struct query_options {
    struct common_options common;
    enum show view;
    const char *png;
    const char *art; /* the folder of the art below the picture; NULL: none */
    bool force;      /* replace a file of another program, too */
    bool at_given;
    int64_t angle, scale; /* 16.16 of a turn and of 1 */
    struct inquiry inquiry;
};

/* Do the options fit together, and the operands to them? */
bool query_check(const struct query_options *options, const struct arguments *arguments,
                 struct error *err);

#endif
