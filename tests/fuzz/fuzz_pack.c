/*
 * fuzz_pack.c - any bytes as a pack: opened, asked everything, verified, read
 *
 * First as they are, then signed: hardly a change would get past the checksum otherwise.
 */
#include "format.h"
#include "formats/load.h"
#include "formats/pack.h"
#include "fuzz.h"
#include "support/ask_everything.h"
#include "whole.h"

#include <stdlib.h>

/* The last bytes also say where sprites stand. */
static hm_point choose_offset(const uint8_t *data, size_t size)
{
    struct dice dice = {data, size};
    if (size >= 2)
        dice = (struct dice){data + size - 2, 2};
    const int32_t x = dice_byte(&dice) - 128, y = dice_byte(&dice) - 128;
    return (hm_point){x, y};
}

/* The tools can read a valid pack, write it, and find the same in it again, unless it is too large.
 */
static void read_whole(const struct pack_file *file)
{
    struct product product = {0};
    struct error err;
    if (pack_file_verify(file, STATUS_FAILED, &err) &&
        pack_read(&file->pack, "x.hmk", &product, &err))
        must_survive(&product, MADE_BY_ANYBODY);
    product_free(&product);
}

static void sign(struct pack_file *file)
{
    const uint64_t body = file->pack.size - HEADER_SIZE;
    struct checksum sum;
    checksum_init(&sum, file->bytes);
    checksum_blocks(&sum, file->bytes + HEADER_SIZE, body / 64);
    put_u64(file->bytes + HEADER_CHECKSUM,
            checksum_end(&sum, file->bytes + HEADER_SIZE + body / 64 * 64, body % 64));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const hm_point offset = choose_offset(data, size);
    struct pack_file file = {.bytes = NULL};
    if (hm_pack_open(&file.pack, data, size) != HM_OK) {
        REQUIRE(hm_pack_count(&file.pack) == 0 && hm_pack_animation_count(&file.pack) == 0);
        return 0;
    }
    const bool right = hm_pack_verify(&file.pack) == HM_OK;
    file.size = (size_t)file.pack.size;
    file.bytes = malloc(file.size);
    REQUIRE(file.bytes != NULL);
    memcpy(file.bytes, data, file.size);
    sign(&file);
    REQUIRE(hm_pack_open(&file.pack, file.bytes, file.size) == HM_OK);
    const bool signed_right = hm_pack_verify(&file.pack) == HM_OK;
    REQUIRE(signed_right || !right);
    ask_everything(&file.pack, signed_right ? TRUST_VERIFIED : TRUST_OPENED, offset);
    read_whole(&file);
    pack_file_free(&file);
    return 0;
}
