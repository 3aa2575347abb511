/*
 * baked_set.c - pictures are gathered, drawn as text, and baked into a pack
 */

#include "support/cmocka_all.h"

#include "runtime/small_masks.h"
#include "support/baked_set.h"

#include <stdio.h>
#include <stdlib.h>

void baked_set_init(struct baked_set *album, size_t most)
{
    *album = (struct baked_set){.pictures = calloc(most, sizeof *album->pictures)};
    assert_non_null(album->pictures);
}

void baked_set_free(struct baked_set *album)
{
    for (size_t i = 0; i < album->count; i++)
        subject_free(&album->pictures[i]);
    free(album->pictures);
    free(album->bytes.at);
}

static char *draw_picture(const struct subject *s)
{
    char *const picture = malloc((size_t)((s->width + 1) * s->height) + 1), *p = picture;
    assert_non_null(picture);
    for (int32_t y = 0; y < s->height; y++) {
        for (int32_t x = 0; x < s->width; x++)
            *p++ = oracle_solid(s, x, y) ? '#' : '.';
        *p++ = '\n';
    }
    *p = 0;
    return picture;
}

void baked_set_add(struct baked_set *album, const struct subject *picture,
                   const struct points_rule *rule)
{
    char *const drawn = draw_picture(picture);
    char name[16];
    snprintf(name, sizeof name, "%08u", (unsigned)album->count); /* so that they stay in order */
    model_draw(&album->model, name, drawn, rule);
    free(drawn);
    album->pictures[album->count++] = *picture;
}

void baked_set_bake(struct baked_set *album)
{
    album->bytes = pack_bytes(&album->model);
    model_free(&album->model);
    assert_int_equal(hm_pack_open(&album->pack, album->bytes.at, album->bytes.size), HM_OK);
    assert_int_equal(hm_pack_count(&album->pack), album->count);
    for (size_t i = 0; i < album->count; i++)
        assert_true(hm_pack_sprite(&album->pack, (uint32_t)i, &album->pictures[i].sprite));
}

void baked_set_of_small_masks(struct baked_set *album, const struct points_rule *rule)
{
    struct subject *const masks = malloc(SMALL_MASKS * sizeof *masks);
    assert_non_null(masks);
    small_masks_draw(masks);
    baked_set_init(album, SMALL_MASKS);
    for (uint32_t i = 0; i < SMALL_MASKS; i++)
        baked_set_add(album, &masks[i], rule);
    baked_set_bake(album);
    free(masks);
}
