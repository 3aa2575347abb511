/*
 * table.h - cells in columns that line up, for people
 */
#ifndef TABLE_H
#define TABLE_H

#include "base/sink.h"
#include "base/text.h"

enum { TABLE_COLUMNS_MAX = 16 };

/* Cells are added from left to right, row by row. */
struct table {
    const char *columns;
    const char *ranks; /* with `width`, see table_fit */
    size_t width;
    struct text cells; /* each with its NUL */
    size_t count;
};

/* `columns` has a letter for each column: 'l' its cells stand on the left, 'r' on the right; 'L'
 * is an 'l' that may be shortened. It must live as long as the table. */
void table_init(struct table *table, const char *columns);

/* Makes the table no wider than `width`; 0 is any width. `ranks` has a digit for each column, and
 * must live as long: those with the highest are left out first, those with '0' never. */
void table_fit(struct table *table, size_t width, const char *ranks);

void table_add(struct table *table, const char *cell);
/* For names from outside: as text_quote writes them. */
void table_add_quoted(struct table *table, const char *name);
void table_add_number(struct table *table, uint64_t number);

/* Writes the rows, as wide as they need to be or may be. The table is empty then. */
void table_write(struct table *table, struct sink *sink);

#endif
