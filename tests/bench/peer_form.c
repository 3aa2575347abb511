/*
 * peer_form.c - runs peer_form.py on masks in a temporary file
 */
#include "peer_form.h"

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {"components", "outline", "moments"};

static void write_masks(const struct bitmap *masks, size_t count, FILE *file)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t size[] = {masks[i].width, masks[i].height};
        fwrite(size, sizeof size, 1, file);
        for (uint32_t y = 0; y < masks[i].height; y++)
            for (uint32_t x = 0; x < masks[i].width; x++)
                putc(bitmap_get(&masks[i], x, y) ? 255 : 0, file);
    }
}

bool peer_form_ask(const struct bitmap *masks, size_t count, double times[FORM_QUESTIONS])
{
    char path[] = "/tmp/hitmask-bench-XXXXXX", command[128], name[32];
    const int descriptor = mkstemp(path);
    FILE *const file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    int answers = 0;
    if (file == NULL)
        die("cannot make a file in /tmp");
    write_masks(masks, count, file);
    fclose(file);
    snprintf(command, sizeof command, "/usr/bin/python3 %s %s 2>/dev/null", PEER_FORM_SCRIPT, path);
    FILE *const said = access(PEER_FORM_SCRIPT, R_OK) == 0 ? popen(command, "r") : NULL;
    if (said != NULL) {
        while (answers < FORM_QUESTIONS && fscanf(said, "%31s %lf", name, &times[answers]) == 2 &&
               strcmp(name, names[answers]) == 0)
            answers++;
        pclose(said);
    }
    unlink(path);
    return answers == FORM_QUESTIONS;
}
