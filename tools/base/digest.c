/*
 * digest.c - XXH3 in 128 bits, the only use of libxxhash
 */
#include "base/digest.h"

#include "base/memory.h"

#include <xxhash.h>

static struct digest from_xxhash(XXH128_hash_t hash)
{
    return (struct digest){hash.low64, hash.high64};
}

static XXH3_state_t *state_of(struct digester *digester)
{
    return (XXH3_state_t *)digester;
}

struct digest digest_of(const void *bytes, size_t size)
{
    return from_xxhash(XXH3_128bits(bytes, size));
}

struct digester *digester_new(void)
{
    XXH3_state_t *const state = XXH3_createState();
    if (state == NULL)
        memory_run_out();
    XXH3_128bits_reset(state);
    return (struct digester *)state;
}

void digester_free(struct digester *digester)
{
    XXH3_freeState(state_of(digester));
}

void digester_add(struct digester *digester, const void *bytes, size_t size)
{
    XXH3_128bits_update(state_of(digester), bytes, size);
}

void digester_restart(struct digester *digester)
{
    XXH3_128bits_reset(state_of(digester));
}

struct digest digester_end(const struct digester *digester)
{
    return from_xxhash(XXH3_128bits_digest((const XXH3_state_t *)digester));
}
