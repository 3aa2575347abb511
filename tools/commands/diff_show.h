/*
 * diff_show.h - a comparison as text and JSON
 */
#ifndef DIFF_SHOW_H
#define DIFF_SHOW_H

#include "base/sink.h"
#include "model/compare.h"

void diff_put_text(const struct comparison *comparison, struct sink *sink);
void diff_put_json(const struct comparison *comparison, struct sink *sink);

#endif
