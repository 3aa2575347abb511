/*
 * save.c - a sink over an output file
 */
#include "system/save.h"

#include "system/output.h"

bool save_file(const char *path, bool binary,
               bool (*write)(void *user, struct sink *sink, struct error *err), void *user,
               struct error *err)
{
    struct output output = {0};
    struct sink sink;
    if (!output_open(&output, path, binary, err))
        return false;
    sink_init(&sink, output_write, &output);
    const bool ok =
        write(user, &sink, err) && sink_flush(&sink, err) && output_commit(&output, err);
    output_abort(&output);
    return ok;
}
