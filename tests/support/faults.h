/*
 * faults.h - what a program asks of the system, made to fail at a chosen moment
 *
 * Stands in for the allocator and for the calls that read and write files, in this program and
 * in every library that it uses. Knows nothing of what is tested.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h>
#include <stddef.h>

enum fault {
    FAULT_MEMORY, /* malloc and its kin give NULL */
    FAULT_OPEN,   /* no descriptor is left for a file or a folder */
    FAULT_READ,   /* a disk error */
    FAULT_WRITE,  /* no space is left */
    FAULT_RENAME, /* a disk error */
    FAULT_LOOK,   /* a disk error, of stat and its kin */
    FAULT_COUNT,
};

extern const char *const fault_names[FAULT_COUNT];

/* From here on, call number `nth` (from 0) of that kind fails, and all later ones if `lasting`. */
void faults_begin(enum fault kind, size_t nth, bool lasting);

/* From here on, all goes well, but every other read and write is interrupted by a signal before
 * it has begun, and the rest handle a byte at a time. */
void faults_begin_slow(void);

/* Allows threads, or lets the system have none left. They are allowed before this is called. */
void faults_allow_threads(bool allowed);

/* Ends it; returns how many calls of that kind there were. */
size_t faults_end(void);

/* The allocations since the first rename of what was begun. */
size_t faults_allocations_since_rename(void);

/* Blocks of memory that are in use; without meaning where a sanitizer keeps count. */
long faults_blocks(void);

#endif
