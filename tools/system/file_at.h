/*
 * file_at.h - bytes read and written at a place in a file, whole or not at all
 *
 * A signal is never an error. The place that the descriptor itself is at does not move.
 */
#ifndef FILE_AT_H
#define FILE_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False when it failed, or when the file ends before. */
bool file_read_at(int fd, uint64_t offset, void *bytes, size_t size);

/* False when it failed, with errno set. */
bool file_write_at(int fd, uint64_t offset, const void *bytes, size_t size);

#endif
