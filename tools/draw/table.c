/*
 * table.c - cells in columns that line up
 */
#include "draw/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { GAP = 2, QUOTED_MAX = 4096, SHORTEST = 12 /* of a column that may be shortened */ };

void table_add(struct table *table, const char *format, ...)
{
    char cell[QUOTED_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, sizeof cell, format, arguments);
    va_end(arguments);
    text_add(&table->cells, cell, strlen(cell) + 1);
    table->count++;
}

void table_add_quoted(struct table *table, const char *name)
{
    char quoted[QUOTED_MAX];
    table_add(table, "%s", text_quote(quoted, sizeof quoted, name));
}

/* How a column is laid out. */
struct column {
    char kind;
    char rank;
    bool dropped;
    size_t width;
};

/* The width of all columns that are there, those that may be shortened as short as can be. */
static size_t least_width(const struct column *columns, size_t count, size_t shortest)
{
    size_t width = 0, there = 0;
    for (size_t i = 0; i < count; i++) {
        const bool is_short = columns[i].kind == 'L' && columns[i].width > shortest;
        if (columns[i].dropped)
            continue;
        width += is_short ? shortest : columns[i].width;
        there++;
    }
    return width + (there > 0 ? (there - 1) * GAP : 0);
}

static struct column *least_important(struct column *columns, size_t count)
{
    struct column *found = NULL;
    for (size_t i = 0; i < count; i++)
        if (!columns[i].dropped && columns[i].rank > (found ? found->rank : '0'))
            found = &columns[i];
    return found;
}

static struct column *widest_flexible(struct column *columns, size_t count)
{
    struct column *found = NULL;
    for (size_t i = 0; i < count; i++)
        if (columns[i].kind == 'L' && columns[i].width > (found ? found->width : 1))
            found = &columns[i];
    return found;
}

static void put_row(const char **cell, size_t count, const struct column *columns,
                    struct sink *sink)
{
    size_t owed = 0; /* spaces that are due before the next character */

    for (size_t i = 0; i < count; i++, *cell += strlen(*cell) + 1) {
        const struct column *column = &columns[i];
        const bool right = column->kind == 'r';
        char shown[QUOTED_MAX];
        if (column->dropped)
            continue;
        text_shorten(shown, sizeof shown, *cell, column->width);
        const size_t padding = column->width - text_width(shown);
        owed += right ? padding : 0;
        if (*shown) {
            sink_put_spaces(sink, owed);
            sink_put_string(sink, shown);
            owed = 0;
        }
        owed += (right ? 0 : padding) + GAP;
    }
    sink_put(sink, "\n", 1);
}

void table_write(struct table *table, struct sink *sink)
{
    struct column columns[TABLE_COLUMNS_MAX] = {0}, *column;
    const size_t count = strlen(table->columns);
    const char *cell = table->cells.bytes;
    if (count == 0)
        return;
    for (size_t i = 0; i < count; i++)
        columns[i] = (struct column){.kind = table->columns[i],
                                     .rank = table->width > 0 ? table->ranks[i] : '0'};
    for (size_t i = 0; i < table->count; i++, cell += strlen(cell) + 1)
        if (text_width(cell) > columns[i % count].width)
            columns[i % count].width = text_width(cell);
    const size_t most = table->width > 0 ? table->width : SIZE_MAX;
    while (least_width(columns, count, SHORTEST) > most &&
           (column = least_important(columns, count)) != NULL)
        column->dropped = true;
    while (least_width(columns, count, SIZE_MAX) > most &&
           (column = widest_flexible(columns, count)) != NULL)
        column->width--;
    cell = table->cells.bytes;
    for (size_t i = 0; i < table->count; i += count)
        put_row(&cell, table->count - i < count ? table->count - i : count, columns, sink);
    text_free(&table->cells);
    table->count = 0;
}
