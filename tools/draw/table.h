/*
 * table.h - cells in columns that line up, for people
 */
#ifndef TABLE_H
#define TABLE_H

#include "base/sink.h"
#include "base/text.h"

enum { TABLE_COLUMNS_MAX = 16 };

/* Cells are added from left to right, row by row. Begins with what is known of its columns; all of
 * that must live as long as the table. */
struct table {
    /* A letter for each column: 'l' its cells stand on the left, 'r' on the right; 'L' is an 'l'
     * that may be shortened. */
    const char *columns;
    size_t width; /* the table is no wider; 0 is any width */
    /* With `width` a digit for each column: those with the highest are left out first, those with
     * '0' never. */
    const char *ranks;
    struct text cells; /* each with its NUL */
    size_t count;
};

/* Adds a cell as printf would write it. */
void table_add(struct table *table, const char *format, ...) PRINTF_LIKE(2, 3);
/* Adds a name from outside, as text_quote writes it. */
void table_add_quoted(struct table *table, const char *name);

/* Writes the rows, as wide as they need to be or may be. The table is empty then. */
void table_write(struct table *table, struct sink *sink);

#endif
