/*
 * shard.c - which part of a bake an input belongs to
 */
#include "plan/shard.h"

#include "base/numbers.h"
#include "base/text_names.h"

#include <string.h>

bool shard_read(const char *text, struct shard *out)
{
    const char *const slash = strchr(text, '/');
    char first[16];
    uint64_t index = 0, count = 0;
    const size_t length = slash != NULL ? (size_t)(slash - text) : sizeof first;
    if (length >= sizeof first)
        return false;
    memcpy(first, text, length);
    first[length] = 0;
    if (!text_to_number(slash + 1, 1, UINT32_MAX, &count) ||
        !text_to_number(first, 1, count, &index))
        return false;
    *out = (struct shard){(uint32_t)index, (uint32_t)count};
    return true;
}

/* Does this character of a name, whose last part begins at `last`, decide about the shard? */
static bool counts(const char *p, const char *last)
{
    return p < last || *p < '0' || *p > '9';
}

/* FNV-1a, 64 bits, folded: it is simple, and spreads short names well. */
static uint32_t hash_name(const char *name)
{
    const char *const last = text_base_name(name);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *p = name; *p != 0; p++)
        if (counts(p, last))
            hash = (hash ^ (uint8_t)*p) * UINT64_C(0x100000001b3);
    return (uint32_t)(hash ^ hash >> 32);
}

int shard_compare(const char *name, const char *other)
{
    const char *const last = text_base_name(name), *const other_last = text_base_name(other);
    for (;; name++, other++) {
        while (!counts(name, last))
            name++;
        while (!counts(other, other_last))
            other++;
        if (*name != *other || *name == 0)
            return (uint8_t)*name - (uint8_t)*other;
    }
}

bool shard_has(const struct shard *shard, const char *name)
{
    return shard->count <= 1 || hash_name(name) % shard->count == shard->index - 1;
}
