/*
 * bench.c - the library's side of Bench.cs: the same questions in a loop of C, and one at a time
 */
#include <hitmask.h>

static hm_pack pack;
static hm_sprite found[64];
static int count;

HM_API intptr_t bench_open(const void *bytes, intptr_t size)
{
    static uint8_t copy[1 << 25];
    static intptr_t copied;
    if (copied == 0) {
        for (intptr_t i = 0; i < size; i++)
            copy[i] = ((const uint8_t *)bytes)[i];
        copied = size;
    }
    return hm_pack_open(&pack, copy, (size_t)copied) == HM_OK ? (intptr_t)hm_pack_count(&pack) : -1;
}

HM_API int bench_find(const char *name)
{
    return hm_pack_find(&pack, name, &found[count]) ? count++ : -1;
}

HM_API void bench_sprite(int index, hm_sprite *out)
{
    *out = found[index];
}

HM_API int bench_overlaps(int a, int b, const int32_t *places, int places_count)
{
    int hits = 0;
    for (int i = 0; i < 2 * places_count; i += 2)
        hits += hm_overlap(&found[a], &found[b], places[i], places[i + 1]);
    return hits;
}

HM_API int bench_areas(int a, int b, const int32_t *places, int places_count)
{
    uint64_t area = 0;
    for (int i = 0; i < 2 * places_count; i += 2)
        area += hm_overlap_area(&found[a], &found[b], places[i], places[i + 1]);
    return (int)area;
}
