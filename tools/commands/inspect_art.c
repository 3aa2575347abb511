/*
 * inspect_art.c - warnings that do not become ten thousand
 */
#include "commands/inspect_art.h"

#include "base/text.h"

enum { TOLD_MOST = 5 };

void inspect_art_leave_out(struct inspect_art *art, const char *name, const struct error *why)
{
    char quoted[256];
    if (art->missing++ < TOLD_MOST)
        say_warning(art->messages, art->path, "art", "the art '%s' is left out: %s",
                    text_quote(quoted, sizeof quoted, name), why->text);
}

void inspect_art_finish(const struct inspect_art *art)
{
    if (art->missing > TOLD_MOST)
        say_warning(art->messages, art->path, "art", "the art is left out for %zu more name%s",
                    art->missing - TOLD_MOST, art->missing == TOLD_MOST + 1 ? "" : "s");
}
