/*
 * fence.c - pages that cannot be read, from the system
 */
#include "support/fence.h"

#include "support/cmocka_all.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

void fence_init(struct fence *fence, size_t room)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t between = (room + page - 1) / page * page;
    const int zeros = open("/dev/zero", O_RDWR);

    fence->size = between + 2 * page;
    fence->pages = mmap(NULL, fence->size, PROT_READ | PROT_WRITE, MAP_PRIVATE, zeros, 0);
    assert_true(fence->pages != MAP_FAILED);
    fence->begin = fence->pages + page;
    fence->end = fence->begin + between;
    assert_int_equal(mprotect(fence->pages, page, PROT_NONE), 0);
    assert_int_equal(mprotect(fence->end, page, PROT_NONE), 0);
    close(zeros);
}

void fence_free(struct fence *fence)
{
    munmap(fence->pages, fence->size);
}
