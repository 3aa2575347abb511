/*
 * picture.c - the pictures of the games, and the check that packs were baked from them
 */
#include "picture.h"

#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 4096 };

/* ---- Pictures ---------------------------------------------------------------------------- */

/* The fault of the PNG, or NULL. */
static const char *decode(const uint8_t *bytes, size_t size, struct picture *out)
{
    struct spng_ihdr header;
    size_t pixels_size;
    const char *problem = NULL;
    spng_ctx *const png = spng_ctx_new(0);
    if (png == NULL)
        return "out of memory";
    int result = spng_set_png_buffer(png, bytes, size);
    if (result == 0)
        result = spng_set_image_limits(png, SIDE_MAX, SIDE_MAX);
    if (result == 0)
        result = spng_get_ihdr(png, &header);
    if (result == 0)
        result = spng_decoded_image_size(png, SPNG_FMT_RGBA8, &pixels_size);
    if (result == 0) {
        out->width = (int)header.width;
        out->height = (int)header.height;
        out->rgba = malloc(pixels_size);
        if (out->rgba == NULL)
            problem = "out of memory";
        else
            result =
                spng_decode_image(png, out->rgba, pixels_size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
    }
    spng_ctx_free(png);
    return result != 0 ? spng_strerror(result) : problem;
}

/* Makes magenta transparent, as a content pipeline does when it loads a picture. */
static void clear_magenta(const struct picture *picture)
{
    for (int i = 0; i < picture->width * picture->height; i++) {
        uint8_t *const pixel = &picture->rgba[i * 4];
        if (pixel[0] == 255 && pixel[1] == 0 && pixel[2] == 255)
            memset(pixel, 0, 4);
    }
}

static bool make_texture(struct stage *stage, struct picture *out)
{
    out->texture = SDL_CreateTexture(stage->renderer, SDL_PIXELFORMAT_RGBA32,
                                     SDL_TEXTUREACCESS_STATIC, out->width, out->height);
    return out->texture != NULL &&
           SDL_UpdateTexture(out->texture, NULL, out->rgba, out->width * 4) == 0 &&
           SDL_SetTextureBlendMode(out->texture, SDL_BLENDMODE_BLEND) == 0;
}

bool picture_load(struct stage *stage, const char *file, enum picture_key key, struct picture *out)
{
    static const char hint[] = "ART is the folder of the game's PNGs, as in samples/";
    char path[4096];
    size_t size;
    *out = (struct picture){0};
    snprintf(out->file, sizeof out->file, "%s", file);
    if (snprintf(path, sizeof path, "%s/%s", stage->art, file) >= (int)sizeof path)
        return stage_fail(stage, stage->art, "the path is too long");
    uint8_t *const bytes = stage_read(stage, path, hint, &size);
    if (bytes == NULL)
        return false;
    const char *const problem = decode(bytes, size, out);
    free(bytes);
    if (problem != NULL)
        return stage_fail(stage, path, "cannot read this PNG: %s; 'make samples' draws it again",
                          problem);
    if (key == MAGENTA_IS_CLEAR)
        clear_magenta(out);
    if (!make_texture(stage, out))
        return stage_fail(stage, path, "cannot be shown: %s", SDL_GetError());
    return true;
}

bool picture_make(struct stage *stage, int width, int height, struct picture *out)
{
    *out = (struct picture){.width = width, .height = height};
    out->rgba = calloc((size_t)width * (size_t)height, 4);
    if (out->rgba == NULL)
        return stage_fail(stage, NULL, "out of memory");
    if (!make_texture(stage, out))
        return stage_fail(stage, NULL, "a picture cannot be shown: %s", SDL_GetError());
    return true;
}

void picture_update(struct picture *picture, hm_box box)
{
    const hm_box all = picture_box(picture, 0, 0);
    if (!hm_box_intersection(&box, &all, &box))
        return;
    const SDL_Rect rect = {box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0};
    SDL_UpdateTexture(picture->texture, &rect,
                      &picture->rgba[(box.y0 * picture->width + box.x0) * 4], picture->width * 4);
}

void picture_free(struct picture *picture)
{
    if (picture->texture != NULL)
        SDL_DestroyTexture(picture->texture);
    free(picture->rgba);
    *picture = (struct picture){0};
}

/* ---- Packs and sprites -------------------------------------------------------------------- */

static const char *remake_hint(const struct stage *stage)
{
    static char hint[160];
    snprintf(hint, sizeof hint, "'make sample-%s' bakes it (%s)", stage->about->name,
             stage->about->bake);
    return hint;
}

bool stage_pack(struct stage *stage, int which, hm_pack *out)
{
    const char *const path = stage->pack_paths[which];
    size_t size;
    stage->pack_bytes[which] = stage_read(stage, path, remake_hint(stage), &size);
    if (stage->pack_bytes[which] == NULL)
        return false;
    const hm_result result = hm_pack_open(out, stage->pack_bytes[which], size);
    if (result != HM_OK)
        return stage_fail(stage, path, "%s; %s", hm_result_text(result), remake_hint(stage));
    return true;
}

static bool has_pixels_of(const hm_sprite *sprite, const struct picture *solid, int threshold)
{
    if (hm_sprite_width(sprite) != solid->width || hm_sprite_height(sprite) != solid->height)
        return false;
    for (int y = 0; y < solid->height; y++)
        for (int x = 0; x < solid->width; x++)
            if (hm_solid(sprite, x, y) != (picture_alpha(solid, x, y) > threshold))
                return false;
    return true;
}

bool stage_sprite(struct stage *stage, int which, const hm_pack *pack, const char *name,
                  const struct picture *solid, int threshold, hm_sprite *out)
{
    const char *const path = stage->pack_paths[which];
    if (!hm_pack_find(pack, name, out))
        return stage_fail(stage, path, "there is no sprite '%s' in it; %s", name,
                          remake_hint(stage));
    if (!has_pixels_of(out, solid, threshold))
        return stage_fail(stage, path, "%s is baked from other art or with other options; %s", name,
                          remake_hint(stage));
    return true;
}

/* ---- Drawing ------------------------------------------------------------------------------ */

static void use_color(struct stage *stage, uint32_t color)
{
    SDL_SetRenderDrawColor(stage->renderer, (Uint8)(color >> 24), (Uint8)(color >> 16),
                           (Uint8)(color >> 8), (Uint8)color);
}

static SDL_Rect rect_of(hm_box box)
{
    return (SDL_Rect){box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0};
}

void stage_clear(struct stage *stage, uint32_t color)
{
    use_color(stage, color);
    SDL_RenderClear(stage->renderer);
}

void stage_fill(struct stage *stage, hm_box box, uint32_t color)
{
    const SDL_Rect rect = rect_of(box);
    use_color(stage, color);
    SDL_RenderFillRect(stage->renderer, &rect);
}

void stage_frame(struct stage *stage, hm_box box, uint32_t color)
{
    const SDL_Rect rect = rect_of(box);
    use_color(stage, color);
    SDL_RenderDrawRect(stage->renderer, &rect);
}

void stage_picture(struct stage *stage, const struct picture *picture, int x, int y)
{
    const SDL_Rect to = {x, y, picture->width, picture->height};
    SDL_RenderCopy(stage->renderer, picture->texture, NULL, &to);
}

void stage_picture_part(struct stage *stage, const struct picture *picture, hm_box part, hm_box to,
                        SDL_RendererFlip flip)
{
    const SDL_Rect from = rect_of(part), into = rect_of(to);
    SDL_RenderCopyEx(stage->renderer, picture->texture, &from, &into, 0, NULL, flip);
}

void stage_picture_turned(struct stage *stage, const struct picture *picture, int x, int y,
                          SDL_Point pivot, uint32_t angle, int32_t scale)
{
    const double zoom = scale / 65536.0;
    const SDL_FPoint centre = {(float)(pivot.x * zoom), (float)(pivot.y * zoom)};
    const SDL_FRect to = {(float)x - centre.x, (float)y - centre.y, (float)(picture->width * zoom),
                          (float)(picture->height * zoom)};
    SDL_RenderCopyExF(stage->renderer, picture->texture, NULL, &to, angle * 360 / 65536.0, &centre,
                      SDL_FLIP_NONE);
}
