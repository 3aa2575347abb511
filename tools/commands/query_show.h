/*
 * query_show.h - what `hitmask query` was asked and was answered: as text and JSON
 */
#ifndef QUERY_SHOW_H
#define QUERY_SHOW_H

#include "base/sink.h"
#include "draw/query_answer.h"

void query_put_text(const struct inquiry *inquiry, struct sink *sink);
void query_put_json(const struct inquiry *inquiry, struct sink *sink);

#endif
