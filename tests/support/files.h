/*
 * files.h - a folder of its own for each test, and files in it
 */
#ifndef FILES_H
#define FILES_H

#include "support/cmocka_all.h"

/* Makes a new folder the current one. Thousands of files are replaced: it is in memory, where there
 * is such a place. */
int enter_folder(void **state);

/* Removes it, which must be empty by then: so nothing is left that the test does not know of. */
int leave_empty_folder(void);

/* Removes it with all that is in it. */
int leave_folder(void **state);

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

void write_file(const char *path, const void *bytes, size_t size);

#endif
