/*
 * packer_file.h - the files that packer's writers write
 */
#ifndef PACKER_FILE_H
#define PACKER_FILE_H

#include <stdbool.h>
#include <stdio.h>

FILE *packer_begin(const char *path);
void packer_end(FILE *file);

/* "true" or "false". */
const char *truth(bool value);

#endif
