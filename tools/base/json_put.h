/*
 * json_put.h - strings as JSON has them, and members, for writers
 */
#ifndef JSON_PUT_H
#define JSON_PUT_H

#include "base/sink.h"
#include "base/text.h"

/* In quotes. Controls, quotes and backslashes are escaped, everything else stays as it is;
 * a byte that is not UTF-8 becomes U+FFFD. */
void json_put_string(struct sink *sink, const char *string);
void json_add_string(struct text *out, const char *string);

/* Adds a member, after a comma if there is one before; `value` is JSON. The braces are the
 * caller's. */
void json_add_member(struct text *out, const char *name, const char *value);

#endif
