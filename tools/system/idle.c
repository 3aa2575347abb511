/*
 * idle.c - warns about options that have no effect
 */
#include "system/idle.h"

void idle_warn(const struct idle *table, size_t count, const struct arguments *arguments,
               struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].is_idle && arguments_have(arguments, table[i].option))
            diagnostics_add_warning(diagnostics, NULL, "no-effect", "--%s has no effect %s",
                                    table[i].option, table[i].why);
}
