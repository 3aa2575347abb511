/*
 * save.h - a file written in one go, whole or not at all
 */
#ifndef SAVE_H
#define SAVE_H

#include "base/sink.h"

/* Opens `path` as output_open does, lets `write` fill it, and puts it in place. */
bool save_file(const char *path, bool binary,
               bool (*write)(void *user, struct sink *sink, struct error *err), void *user,
               struct error *err);

#endif
