/*
 * full_box.c - a box is its bounds
 */
#include "runtime/full_box.h"

#include "sprite.h"

hm_sprite full_box(int32_t left, int32_t top, int32_t width, int32_t height)
{
    hm_sprite box = {.width = left + width, .height = top + height};
    box.bounds = (hm_box){left, top, box.width, box.height};
    box.area = (uint64_t)width * (uint64_t)height;
    hm_sprite_view_full(&box);
    return box;
}
