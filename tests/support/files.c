/*
 * files.c - folders and files of tests
 */
#include "support/files.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];

int enter_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s/hitmask_test.XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

int leave_empty_folder(void)
{
    return chdir("/") == 0 ? rmdir(folder) : -1;
}

static void remove_all_in(const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        char inner[PATH_MAX];

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (unlink(inner) != 0) {
            remove_all_in(inner);
            rmdir(inner);
        }
    }
    if (dir)
        closedir(dir);
}

int leave_folder(void **state)
{
    (void)state;
    remove_all_in(folder);
    return leave_empty_folder();
}

void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *const file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}
