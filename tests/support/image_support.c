/*
 * image_support.c - pictures in tests
 */
#include "support/cmocka_all.h"

#include "support/image_support.h"

#include "support/fuzz_seed.h"

#include <stdlib.h>
#include <string.h>

/* The fuzzer's first byte says how a file is read. */
static void seed(const uint8_t *bytes, size_t size)
{
    uint8_t *const all = malloc(size + 1);
    assert_non_null(all);
    all[0] = 1;
    memcpy(all + 1, bytes, size);
    fuzz_seed("image", all, size + 1);
    free(all);
}

static bool take(void *user, const struct image *image, uint32_t frame, const uint8_t *pixels,
                 struct error *err)
{
    struct seen_image *const seen = user;
    uint8_t **const all = image->apart ? &seen->apart : &seen->pixels;
    const size_t size = (size_t)image->width * image->height * 4;
    (void)err;
    assert_true(frame < image->frame_count);
    assert_true((*all == NULL) == (frame == 0));
    if (frame == 0)
        *all = malloc(size * image->frame_count);
    assert_non_null(*all);
    memcpy(*all + size * frame, pixels, size);
    return true;
}

bool read_image(const uint8_t *bytes, size_t size, const struct seen_rules *rules,
                struct seen_image *out, struct error *err)
{
    uint8_t *const copy = malloc(size + (size == 0));
    struct budget budget = {.most = rules->max_pixels};
    const struct image_rules taken = {
        .budget = &budget, .layer = rules->layer, .first = rules->first, .take = take, .user = out};
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    seed(bytes, size);
    const bool is_png = size > 0 && memcmp(copy, "\x89PNG", size < 4 ? size : 4) == 0;
    const struct image_kind *const kind = is_png ? &image_apng : image_kind_of(copy, size);
    *out = (struct seen_image){0};
    if (kind == NULL)
        strcpy(err->text, "no kind");
    const bool ok = kind != NULL && image_read_bytes(kind, copy, size, &taken, &out->about, err);
    free(copy);
    return ok;
}

void seen_image_free(struct seen_image *seen)
{
    image_free(&seen->about);
    free(seen->pixels);
    free(seen->apart);
}
