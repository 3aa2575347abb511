/*
 * freestanding.c - a program without a C library that opens a pack and asks
 *
 * library.bats bakes the pack from two drawings, links this file with the runtime and nothing
 * but the compiler's own support routines, and runs it. The exit status is 0, or the number of
 * the first answer that is wrong.
 *
 *     hook  ####   dot  #
 *           #...
 *           #...
 */
#include "game.h"

#include <hitmask_canvas.h>

#if defined(__x86_64__)
__asm__(
    ".globl _start\n"
    "_start: call first_wrong_answer\n"
    "mov %eax, %edi\n"
    "mov $60, %eax\n"
    "syscall\n");
#elif defined(__aarch64__)
__asm__(
    ".globl _start\n"
    "_start: bl first_wrong_answer\n"
    "mov x8, #93\n"
    "svc #0\n");
#else
#error no start for this machine
#endif

/* All that the runtime may ask of its surroundings. Bytes are volatile, for a compiler would
 * make these loops calls of what they are. */
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    volatile uint8_t *const target = to;
    const uint8_t *const source = from;
    for (size_t i = 0; i < size; i++)
        target[i] = source[i];
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    volatile uint8_t *const target = to;
    const uint8_t *const source = from;
    for (size_t i = 0; i < size; i++) {
        const size_t at = (uintptr_t)to < (uintptr_t)from ? i : size - 1 - i;
        target[at] = source[at];
    }
    return to;
}

void *memset(void *to, int value, size_t size)
{
    volatile uint8_t *const target = to;
    for (size_t i = 0; i < size; i++)
        target[i] = (uint8_t)value;
    return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const volatile uint8_t *const left = a, *const right = b;
    for (size_t i = 0; i < size; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

int first_wrong_answer(void);

__attribute__((used)) int first_wrong_answer(void)
{
    hm_pack pack;
    hm_sprite hook, dot;
    hm_point hit;
    hm_canvas canvas;
    static unsigned char buffer[200];

    if (hm_pack_open(&pack, game_pack, GAME_PACK_SIZE) != HM_OK)
        return 1;
    if (hm_pack_verify(&pack) != HM_OK)
        return 2;
    if (!hm_pack_find(&pack, "hook.png", &hook) || !hm_pack_find(&pack, "dot.png", &dot))
        return 3;
    if (hm_pack_find(&pack, "line.png", &dot) || !hm_pack_find(&pack, "dot.png", &dot))
        return 4;
    if (!hm_overlap(&hook, &dot, 0, 2) || hm_overlap(&hook, &dot, 1, 1))
        return 5;
    if (!hm_overlap_first(&hook, &hook, 0, 1, &hit) || hit.x != 0 || hit.y != 1)
        return 6;
    if (hm_overlap_area(&hook, &hook, 0, 1) != 2 || hm_overlap_area(&hook, &dot, 4, 0) != 0)
        return 7;
    if (!hm_canvas_init(&canvas, buffer, sizeof buffer, 70, 3))
        return 8;
    hm_canvas_circle(&canvas, 64, 1, 1, HM_ADD);
    hm_canvas_stamp(&canvas, &dot, 64, 1, HM_ERASE);
    hm_canvas_sprite(&canvas, &hook);
    if (hm_sprite_area(&hook) != 4 || hm_solid(&hook, 64, 1) || !hm_solid(&hook, 63, 1))
        return 9;
    return 0;
}
