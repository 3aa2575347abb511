/*
 * inflate.c - one stream after the other, in memory that a thread keeps
 *
 * Most pictures are small, and making room for each would take as long as to decompress it.
 */
#include "picture/inflate.h"

#include "base/platform/process.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifdef HITMASK_LIBDEFLATE
#include <libdeflate.h>
enum { HAS_LIBDEFLATE = 1 };
#else
enum { HAS_LIBDEFLATE = 0 };
#endif

enum {
    WINDOW = 128 << 10,     /* of output, when it does not come at once */
    OWN_MOST = 16 << 20,    /* of output that comes at once, for each thread */
    SHARED_MOST = 80 << 20, /* and for one thread at a time */
};

static struct lock shared_lock = LOCK_INIT;

struct block {
    uint8_t *bytes;
    size_t size;
};

/* The memory that a thread keeps. */
static _Thread_local struct {
    struct block input, output;
    z_stream zlib;
    bool zlib_is_open;
#ifdef HITMASK_LIBDEFLATE
    struct libdeflate_decompressor *libdeflate;
#endif
} own;

/* Makes a block at least so large. Its content is lost. */
static bool make_room(struct block *block, size_t size)
{
    if (block->size >= size)
        return true;
    free(block->bytes);
    block->bytes = malloc(size);
    block->size = block->bytes != NULL ? size : 0;
    return block->bytes != NULL;
}

static void free_block(struct block *block)
{
    free(block->bytes);
    *block = (struct block){.bytes = NULL};
}

void inflate_leave(void)
{
    free_block(&own.input);
    free_block(&own.output);
    if (own.zlib_is_open)
        inflateEnd(&own.zlib);
    own.zlib_is_open = false;
#ifdef HITMASK_LIBDEFLATE
    libdeflate_free_decompressor(own.libdeflate);
    own.libdeflate = NULL;
#endif
}

/* ---- At once -------------------------------------------------------------------------------- */

#ifdef HITMASK_LIBDEFLATE

uint32_t crc_add(uint32_t crc, const void *bytes, size_t size)
{
    return libdeflate_crc32(crc, bytes, size);
}

/* Reads the whole stream. It fails when it has `most` bytes or more, which are not worth their
 * memory.
 */
static bool gather_input(struct inflation *inflation, struct block *input, size_t most,
                         size_t *gathered)
{
    const uint8_t *bytes;
    size_t got, used = 0;
    while (inflation->source(inflation->user, most - used, &bytes, &got)) {
        if (got == 0) {
            *gathered = used;
            return used < most;
        }
        if (used + got > input->size) {
            const size_t doubled = 2 * (used + got), size = doubled < most ? doubled : most;
            uint8_t *const bigger = realloc(input->bytes, size);
            if (bigger == NULL)
                return false;
            *input = (struct block){bigger, size};
        }
        memcpy(input->bytes + used, bytes, got);
        used += got;
    }
    return false;
}

/* Deflate makes at most 1032 bytes of one. */
static bool may_give(size_t input, size_t output)
{
    return output / 1032 <= input;
}

static bool inflate_at_once(struct inflation *inflation, size_t size)
{
    const size_t most = size + size / 8 + 1024; /* more than any encoder writes */
    struct block shared_input = {.bytes = NULL};
    struct block *const input = inflation->shared ? &shared_input : &own.input;
    size_t gathered = 0, used = 0;
    if (own.libdeflate == NULL)
        own.libdeflate = libdeflate_alloc_decompressor();
    bool ok = own.libdeflate != NULL && gather_input(inflation, input, most, &gathered) &&
              may_give(gathered, size);
    if (ok && inflation->shared)
        inflation->output = malloc(size);
    else if (ok && make_room(&own.output, size))
        inflation->output = own.output.bytes;
    ok = ok && inflation->output != NULL &&
         libdeflate_zlib_decompress_ex(own.libdeflate, input->bytes, gathered, inflation->output,
                                       size, &used, NULL) == LIBDEFLATE_SUCCESS &&
         used == gathered;
    free_block(&shared_input);
    inflation->end = size;
    return ok;
}

#else

uint32_t crc_add(uint32_t crc, const void *bytes, size_t size)
{
    return (uint32_t)crc32_z(crc, bytes, size);
}

static bool inflate_at_once(struct inflation *inflation, size_t size)
{
    (void)inflation, (void)size;
    return false;
}

#endif

static bool fits_at_once(struct inflation *inflation, uint64_t size)
{
    if (size <= OWN_MOST)
        return true;
    inflation->shared = size <= SHARED_MOST && lock_try(&shared_lock);
    return inflation->shared;
}

/* ---- By windows ------------------------------------------------------------------------------ */

static bool open_zlib(void)
{
    own.zlib.next_in = NULL;
    own.zlib.avail_in = 0;
    if (own.zlib_is_open)
        return inflateReset(&own.zlib) == Z_OK;
    own.zlib_is_open = inflateInit(&own.zlib) == Z_OK;
    return own.zlib_is_open;
}

static bool begin_windows(struct inflation *inflation, size_t piece)
{
    const size_t most = piece > WINDOW ? piece : WINDOW / piece * piece;
    inflation->room = inflation->left < most ? (size_t)inflation->left : most;
    if (inflation->room > UINT_MAX || !open_zlib() || !make_room(&own.output, inflation->room))
        return false;
    inflation->output = own.output.bytes;
    return true;
}

static bool refill(struct inflation *inflation)
{
    const uint8_t *bytes;
    size_t got;
    if (!inflation->source(inflation->user, UINT_MAX, &bytes, &got) || got == 0)
        return false;
    own.zlib.next_in = (Bytef *)bytes;
    own.zlib.avail_in = (uInt)got;
    return true;
}

/* Makes the next `size` bytes of output. With 0 it makes none, and goes on to the end of the
 * stream. */
static bool run_zlib(struct inflation *inflation, size_t size)
{
    z_stream *const zlib = &own.zlib;
    zlib->next_out = inflation->output;
    zlib->avail_out = (uInt)size;
    while (!inflation->ended && (size == 0 || zlib->avail_out > 0)) {
        if (zlib->avail_in == 0 && !refill(inflation))
            return false;
        const int code = inflate(zlib, Z_NO_FLUSH);
        inflation->ended = code == Z_STREAM_END;
        if (code != Z_OK && code != Z_STREAM_END && (code != Z_BUF_ERROR || zlib->avail_in > 0))
            return false;
    }
    return zlib->avail_out == 0;
}

static bool fill_window(struct inflation *inflation)
{
    const size_t size =
        inflation->left < inflation->room ? (size_t)inflation->left : inflation->room;
    if (size == 0 || !run_zlib(inflation, size))
        return false;
    inflation->left -= size;
    inflation->next = 0;
    inflation->end = size;
    return true;
}

/* ---- Either ---------------------------------------------------------------------------------- */

bool inflate_begin(struct inflation *inflation, uint64_t size, size_t piece, bool by_zlib,
                   inflate_source *source, void *user)
{
    *inflation = (struct inflation){.source = source, .user = user, .left = size};
    inflation->at_once = HAS_LIBDEFLATE && !by_zlib && fits_at_once(inflation, size);
    return inflation->at_once ? inflate_at_once(inflation, (size_t)size)
                              : begin_windows(inflation, piece);
}

const uint8_t *inflate_next(struct inflation *inflation, size_t piece)
{
    if (inflation->next == inflation->end && (inflation->at_once || !fill_window(inflation)))
        return NULL;
    const uint8_t *const bytes = inflation->output + inflation->next;
    inflation->next += piece;
    return bytes;
}

bool inflate_is_whole(struct inflation *inflation)
{
    const uint8_t *bytes;
    size_t got;
    return inflation->at_once || (run_zlib(inflation, 0) && own.zlib.avail_in == 0 &&
                                  inflation->source(inflation->user, 1, &bytes, &got) && got == 0);
}

void inflate_end(struct inflation *inflation)
{
    if (inflation->shared) {
        free(inflation->output);
        lock_release(&shared_lock);
    }
    inflation->shared = false;
}
