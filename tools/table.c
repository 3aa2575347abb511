/*
 * table.c - cells in columns that line up
 */
#include "table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { GAP = 2, QUOTED_MAX = 4096 };

void table_init(struct table *table, const char *columns)
{
    *table = (struct table){.columns = columns};
}

void table_free(struct table *table)
{
    text_free(&table->cells);
    table->count = 0;
}

void table_add(struct table *table, const char *cell)
{
    text_add(&table->cells, cell, strlen(cell) + 1);
    table->count++;
}

void table_add_quoted(struct table *table, const char *name)
{
    char quoted[QUOTED_MAX];

    table_add(table, text_quote(quoted, sizeof quoted, name));
}

void table_add_number(struct table *table, uint64_t number)
{
    char digits[21];

    snprintf(digits, sizeof digits, "%" PRIu64, number);
    table_add(table, digits);
}

/* Characters of valid UTF-8. */
static size_t width_of(const char *cell)
{
    size_t width = 0;

    for (; *cell; cell++)
        width += ((unsigned char)*cell & 0xc0) != 0x80;
    return width;
}

static void put_spaces(struct sink *sink, size_t count)
{
    while (count-- > 0)
        sink_put(sink, " ", 1);
}

static void measure(const struct table *table, size_t columns, size_t *widths)
{
    const char *cell = table->cells.bytes;

    for (size_t i = 0; i < table->count; i++, cell += strlen(cell) + 1) {
        size_t width = width_of(cell);

        if (width > widths[i % columns])
            widths[i % columns] = width;
    }
}

static void put_row(const struct table *table, const char **cell, size_t count,
                    const size_t *widths, struct sink *sink)
{
    size_t owed = 0; /* spaces that are due before the next character */

    for (size_t i = 0; i < count; i++, *cell += strlen(*cell) + 1) {
        size_t padding = widths[i] - width_of(*cell);
        bool right = table->columns[i] == 'r';

        owed += (i > 0 ? GAP : 0) + (right ? padding : 0);
        if (**cell) {
            put_spaces(sink, owed);
            sink_put_string(sink, *cell);
            owed = 0;
        }
        owed += right ? 0 : padding;
    }
    sink_put(sink, "\n", 1);
}

bool table_write(const struct table *table, struct sink *sink, struct error *err)
{
    size_t widths[TABLE_COLUMNS_MAX] = {0};
    size_t columns = strlen(table->columns);
    const char *cell = table->cells.bytes;

    if (table->cells.failed)
        return fail_memory(err);
    measure(table, columns, widths);
    for (size_t i = 0; i < table->count; i += columns) {
        size_t left = table->count - i;

        put_row(table, &cell, left < columns ? left : columns, widths, sink);
    }
    return true;
}
