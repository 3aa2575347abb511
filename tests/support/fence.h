/*
 * fence.h - memory between two pages that cannot be read, so that a read outside of it ends the
 * test
 */
#ifndef FENCE_H
#define FENCE_H

#include <stddef.h>
#include <stdint.h>

struct fence {
    uint8_t *pages;
    size_t size;
    uint8_t *begin, *end; /* what lies between */
};

/* Room for at least so many bytes, all 0. */
void fence_init(struct fence *fence, size_t room);
void fence_free(struct fence *fence);

#endif
