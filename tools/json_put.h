/*
 * json_put.h - strings as JSON has them, for writers
 */
#ifndef JSON_PUT_H
#define JSON_PUT_H

#include "sink.h"

/* In quotes. Controls, quotes and backslashes are escaped, everything else stays as it is;
 * a byte that is not UTF-8 becomes U+FFFD. */
void json_put_string(struct sink *sink, const char *string);

#endif
