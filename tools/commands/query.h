/*
 * query.h - the options of `hitmask query`, as values
 */
#ifndef QUERY_H
#define QUERY_H

#include "draw/query_answer.h"
#include "system/common_options.h"

struct query_options {
    struct common_options common;
    enum show view;
    const char *png;
    bool at_given;
    int64_t angle, scale; /* 16.16 of a turn and of 1 */
    struct inquiry inquiry;
};

/* Reads a command line. Fills both also when it fails. */
bool query_options_read(size_t count, const char *const *words, struct query_options *options,
                        struct arguments *arguments, struct error *err);

#endif
