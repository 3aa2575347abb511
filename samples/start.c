/*
 * start.c - a file to begin a game with: copy it, then change it
 *
 *     hitmask bake --mask-suffix _mask --config rules.json art/ art/map.tmx -o game.hmk
 *     start game.hmk art/
 *
 * Arrows walk and jump, space throws a gem, a click lets a slime hop. It needs SDL2 and libspng.
 */
#include <SDL.h>
#include <hitmask_world.h>
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 480, HEIGHT = 320, TILE = 32, COLS = 40, ROWS = 6, TOP = HEIGHT - ROWS * TILE };
enum { GEM = 8, SLIME, TILES = 13, SLIMES = 5, HERO = SLIMES, MOVERS };
static const char *const map[ROWS] = {
    "X                                      X", //
    "X            ---       f  s            X", //
    "X                    /=======)   ---   X", //
    "X    f  /===)   fX  /#########)  f    wX", //
    "========#####=======###########=========", //
    "########################################", //
};
static const uint32_t tile_of[128] = {
    ['#'] = 1,  ['='] = 2,  ['/'] = 3, [')'] = 3 | HM_TILE_FLIP_X, ['-'] = 6, ['X'] = 7,
    ['s'] = 10, ['f'] = 11, ['w'] = 12};
enum { STANDS = 4, CLOUD, ARTS }; /* after the frames of the walk */
static const char *const names[ARTS] = {"hero-walk-1.png", "hero-walk-2.png", "hero-walk-3.png",
                                        "hero-walk-4.png", "hero.png",        "cloud.png"};

/* A sprite, and the picture that it was baked from. */
struct art {
    hm_sprite sprite;
    hm_source source;
    SDL_Texture *texture;
};

/* A thing that walks and falls; its top-left pixel lies at (x, y). */
struct mover {
    const struct art *art;
    int32_t x, y;
    float speed_x, speed_y, rest_x, rest_y; /* what is left of a pixel is for the next frame */
    bool on_ground;
};

static SDL_Renderer *renderer;
static const char *folder;
static int32_t camera;

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "start: %s: %s\n", what, why);
    exit(1);
}

/* A sprite knows its picture. With many sprites of one picture, keep textures by source.name. */
static void load_art(const hm_pack *pack, const char *name, struct art *out)
{
    static uint8_t rgba[1 << 20];
    struct spng_ihdr header;
    char path[512];
    size_t size;
    if (!hm_pack_find(pack, name, &out->sprite) || !hm_sprite_source(&out->sprite, &out->source))
        fail(name, "is not in the pack");
    snprintf(path, sizeof path, "%s/%s", folder, out->source.name);
    void *const bytes = SDL_LoadFile(path, &size);
    spng_ctx *const png = spng_ctx_new(0);
    if (bytes == NULL || spng_set_png_buffer(png, bytes, size) || spng_get_ihdr(png, &header) ||
        spng_decode_image(png, rgba, sizeof rgba, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS))
        fail(path, "cannot load this picture");
    const int width = (int)header.width, height = (int)header.height;
    out->texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC,
                                     width, height);
    SDL_UpdateTexture(out->texture, NULL, rgba, width * 4);
    SDL_SetTextureBlendMode(out->texture, SDL_BLENDMODE_BLEND);
    spng_ctx_free(png);
    SDL_free(bytes);
}

/* Draws a sprite with its top-left pixel at (x, y) of the world. */
static void draw(const struct art *art, int32_t x, int32_t y, bool mirrored)
{
    const hm_box part = art->source.part, place = art->source.place;
    const int32_t left = mirrored ? hm_sprite_width(&art->sprite) - place.x1 : place.x0;
    const SDL_Rect from = {part.x0, part.y0, part.x1 - part.x0, part.y1 - part.y0};
    const SDL_Rect to = {x + left - camera, y + place.y0, place.x1 - place.x0, place.y1 - place.y0};
    SDL_RenderCopyEx(renderer, art->texture, &from, &to, 0, NULL, mirrored);
}

/* Moves by whole pixels along the ground, up and down slopes, or through the air. */
static void walk(const hm_world *world, struct mover *m)
{
    const bool walks = m->on_ground && m->speed_y >= 0;
    hm_slide_result result;
    m->speed_y = walks ? 0 : m->speed_y + 0.3f;
    m->rest_x += m->speed_x;
    m->rest_y += m->speed_y;
    const int32_t x = (int32_t)m->rest_x, y = (int32_t)m->rest_y;
    hm_slide(world, &m->art->sprite, m->x, m->y, x, y, walks ? 2 : 0, walks ? 2 : 0, &result);
    m->x += result.moved.x;
    m->y += result.moved.y;
    m->rest_x = result.hit_x ? 0 : m->rest_x - (float)x;
    m->rest_y -= (float)y;
    m->on_ground = result.on_ground && m->speed_y >= 0;
    if (result.hit_y || m->on_ground)
        m->speed_y = m->rest_y = 0;
    m->speed_x *= result.hit_x && walks ? -1 : 1; /* the keys set that of the hero again */
}

int main(int argc, char **argv)
{
    static struct art tiles[TILES], art[ARTS];
    static struct mover movers[MOVERS];
    static const hm_sprite *solid[TILES];
    const hm_sprite *const s = &tiles[SLIME].sprite, *const bodies[SLIMES] = {s, s, s, s, s};
    static int32_t x0[SLIMES], y0[SLIMES], x1[SLIMES], y1[SLIMES];
    static uint32_t cells[COLS * ROWS];
    const hm_tiles ground = {COLS, ROWS, TILE, TILE, cells, solid, NULL, TILES};
    const hm_crowd slimes = {x0, y0, x1, y1, bodies, SLIMES};
    const hm_world land = {.tiles = &ground, .tiles_at = {0, TOP}};
    const hm_world all = {.tiles = &ground, .tiles_at = {0, TOP}, .crowd = &slimes};
    struct mover *const h = &movers[HERO];
    hm_point gem = {0, 0};
    hm_pack pack;
    hm_box box;
    SDL_Window *window;
    size_t size = 0;
    char name[32];
    int32_t left = 0, flies = 0; /* the speed of the gem */
    if (argc != 3)
        fail("usage", "start PACK ART");
    void *const bytes = SDL_LoadFile(argv[1], &size); /* it stays while its sprites are in use */
    if (bytes == NULL || hm_pack_open(&pack, bytes, size) != HM_OK)
        fail(argv[1], "cannot open this pack");
    folder = argv[2];
    if (SDL_Init(SDL_INIT_VIDEO) != 0 ||
        SDL_CreateWindowAndRenderer(2 * WIDTH, 2 * HEIGHT, 0, &window, &renderer) != 0)
        fail("SDL", SDL_GetError());
    SDL_RenderSetLogicalSize(renderer, WIDTH, HEIGHT);
    for (int i = 1; i < TILES; i++) {
        snprintf(name, sizeof name, "map.tmx#%d", i);
        load_art(&pack, name, &tiles[i]);
        solid[i] = i < GEM ? &tiles[i].sprite : NULL;
    }
    for (int i = 0; i < ARTS; i++)
        load_art(&pack, names[i], &art[i]);
    for (int i = 0; i < MOVERS; i++)
        movers[i] = (struct mover){.art = &tiles[SLIME], .x = 230 * (i + 1), .speed_x = 0.6f};
    hm_sprite_bounds(s, &box);
    *h = (struct mover){.art = &art[STANDS], .x = 40, .y = 80};
    for (int i = 0; i < COLS * ROWS; i++)
        cells[i] = tile_of[map[i / COLS][i % COLS] & 127];
    for (uint32_t frame = 0;; frame++) {
        const uint8_t *const keys = SDL_GetKeyboardState(NULL);
        hm_sweep_result flight;
        hm_met met;
        for (SDL_Event event; SDL_PollEvent(&event);) {
            if (event.type == SDL_QUIT)
                return 0;
            if (event.type == SDL_MOUSEBUTTONDOWN &&
                hm_world_point(&all, event.button.x + camera, event.button.y, &met) &&
                met.kind == HM_CROWD)
                movers[met.index].speed_y = -5;
        }
        h->speed_x = 2.2f * (float)(keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT]);
        left = h->speed_x != 0 ? h->speed_x < 0 : left;
        h->speed_y = h->on_ground && keys[SDL_SCANCODE_UP] ? -7 : h->speed_y;
        if (flies == 0 && keys[SDL_SCANCODE_SPACE])
            gem = (hm_point){h->x + 4, h->y + 16}, flies = left ? -7 : 7;
        for (int i = 0; i < MOVERS; i++)
            walk(&land, &movers[i]);
        for (int i = 0; i < SLIMES; i++)
            x0[i] = movers[i].x + box.x0, y0[i] = movers[i].y + box.y0,
            x1[i] = movers[i].x + box.x1, y1[i] = movers[i].y + box.y1;
        if (flies != 0 &&
            hm_world_sweep(&all, &tiles[GEM].sprite, gem.x, gem.y, flies, 0, &flight, &met)) {
            flies = 0;
            if (met.kind == HM_CROWD)
                movers[met.index].y = -300; /* another one falls from the sky */
        }
        gem.x += flies;
        camera = SDL_clamp(h->x - WIDTH / 2, 0, COLS * TILE - WIDTH);
        SDL_SetRenderDrawColor(renderer, 120, 190, 240, 255);
        SDL_RenderClear(renderer);
        for (int i = 0; i < 6; i++) /* far away, they move half as fast */
            draw(&art[CLOUD], i * 190 + camera / 2, 15 + i * 67 % 90, false);
        for (int i = 0; i < COLS * ROWS; i++)
            if (cells[i] != 0)
                draw(&tiles[cells[i] & 15], i % COLS * TILE, TOP + i / COLS * TILE, cells[i] >> 31);
        for (int i = 0; i < SLIMES; i++)
            draw(movers[i].art, movers[i].x, movers[i].y, movers[i].speed_x < 0);
        draw(h->speed_x != 0 ? &art[frame / 6 % STANDS] : &art[STANDS], h->x, h->y, left);
        if (flies != 0)
            draw(&tiles[GEM], gem.x, gem.y, false);
        SDL_RenderPresent(renderer);
        SDL_Delay(16);
    }
}
