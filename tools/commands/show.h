/*
 * show.h - results of `hitmask diff` and `hitmask query` as text and JSON
 */
#ifndef SHOW_H
#define SHOW_H

#include "base/sink.h"
#include "draw/query_draw.h"
#include "model/compare.h"

void diff_put_text(const struct comparison *comparison, struct sink *sink);
void diff_put_json(const struct comparison *comparison, struct sink *sink);

void query_put_text(const struct inquiry *inquiry, struct sink *sink);
void query_put_json(const struct inquiry *inquiry, struct sink *sink);

#endif
