/*
 * crates.c - sprites fall and pile up in Box2D: on the left by their pieces, on the right by their
 * boxes
 *
 *     crates crates.hmk samples/sprites
 *
 * `hitmask export --for box2d` has written the pieces, which are compiled in: see pile.cpp.
 */
#include "picture.h"
#include "pile.h"

#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 480, HEIGHT = 300, PIT = 232, FLOOR = 284, DROP_Y = 20, SPRITES = 6, STEP = 3 };

static const char *const names[SPRITES] = {"heart.png",  "ring.png", "cloud.png",
                                           "person.png", "ball.png", "enemy.png"};

static const struct stage_about about = {
    .name = "crates",
    .packs = {"CRATES.hmk"},
    .keys = "left and right: move; space: let a sprite go; m: show the shapes",
    .bake = "--polygons 1 --pieces 8",
    .width = WIDTH,
    .height = HEIGHT,
};

struct kind {
    struct picture picture;
    hm_sprite sprite;
    struct pile_box box; /* of the solid pixels, from the pivot */
    int pivot_x, pivot_y;
    int shape;
};

struct game {
    struct kind kinds[SPRITES];
    struct pile *piles[2]; /* by pieces, and by boxes */
    int x;                 /* of the next one, in its pit */
    unsigned dropped;
    unsigned rest_at[2]; /* since when a pile rests; 0: it moves */
    bool shows_shapes;
};

/* ---- Loaded ---------------------------------------------------------------------------------- */

static bool load_kind(struct stage *stage, const hm_pack *pack, const char *name, struct kind *kind)
{
    hm_box box;
    if (!picture_load(stage, name, ALPHA_ONLY, &kind->picture) ||
        !stage_sprite(stage, 0, pack, name, &kind->picture, 0, &kind->sprite))
        return false;
    kind->shape = pile_find(name);
    if (kind->shape < 0)
        return stage_fail(stage, name, "has no exported shape");
    hm_sprite_bounds(&kind->sprite, &box);
    kind->pivot_x = kind->picture.width / 2;
    kind->pivot_y = kind->picture.height / 2;
    kind->box = (struct pile_box){box.x0 - kind->pivot_x, box.y0 - kind->pivot_y,
                                  box.x1 - kind->pivot_x, box.y1 - kind->pivot_y};
    return true;
}

static bool load(struct game *game, struct stage *stage)
{
    hm_pack pack;
    if (!stage_pack(stage, 0, &pack))
        return false;
    for (int i = 0; i < SPRITES; i++)
        if (!load_kind(stage, &pack, names[i], &game->kinds[i]))
            return false;
    for (int i = 0; i < 2; i++)
        game->piles[i] = pile_new(PIT, FLOOR, i == 1);
    game->x = PIT / 2;
    return true;
}

/* ---- A frame --------------------------------------------------------------------------------- */

static const struct kind *next_kind(const struct game *game)
{
    return &game->kinds[game->dropped % SPRITES];
}

static void move(struct game *game, const struct stage *stage)
{
    const struct kind *const kind = next_kind(game);
    const int least = kind->pivot_x, most = PIT - kind->pivot_x;
    game->x += (stage->keys & KEY_RIGHT) != 0 ? STEP : 0;
    game->x -= (stage->keys & KEY_LEFT) != 0 ? STEP : 0;
    game->x = game->x < least ? least : game->x > most ? most : game->x;
    game->shows_shapes ^= (stage->pressed & KEY_M) != 0;
    if ((stage->pressed & KEY_SPACE) == 0)
        return;
    for (int i = 0; i < 2; i++)
        pile_drop(game->piles[i], kind->shape, game->x, DROP_Y, kind->box);
    game->dropped++;
}

static void step(struct game *game, const struct stage *stage)
{
    for (int i = 0; i < 2; i++) {
        pile_step(game->piles[i]);
        if (!pile_rests(game->piles[i]))
            game->rest_at[i] = 0;
        else if (game->rest_at[i] == 0)
            game->rest_at[i] = stage->frame;
    }
}

/* ---- Drawn ----------------------------------------------------------------------------------- */

struct pen {
    const struct stage *stage;
    int left;
};

static void draw_edge(void *user, float x0, float y0, float x1, float y1)
{
    const struct pen *const pen = user;
    SDL_RenderDrawLineF(pen->stage->renderer, x0 + (float)pen->left, y0, x1 + (float)pen->left, y1);
}

static const struct kind *kind_of(const struct game *game, int shape)
{
    int i = 0;
    while (game->kinds[i].shape != shape)
        i++;
    return &game->kinds[i];
}

static void draw_pile(const struct game *game, struct stage *stage, int which)
{
    struct pen pen = {stage, which * (WIDTH - PIT)};
    const struct kind *const next = next_kind(game);
    for (int i = 0; i < pile_count(game->piles[which]); i++) {
        const struct pile_item item = pile_item(game->piles[which], i);
        const struct kind *const kind = kind_of(game, item.sprite);
        stage_picture_turned(stage, &kind->picture, pen.left + (int)SDL_lroundf(item.x),
                             (int)SDL_lroundf(item.y), (SDL_Point){kind->pivot_x, kind->pivot_y},
                             item.angle, 65536);
    }
    stage_picture(stage, &next->picture, pen.left + game->x - next->pivot_x,
                  DROP_Y - next->pivot_y);
    SDL_SetRenderDrawColor(stage->renderer, 255, 255, 255, 160);
    if (game->shows_shapes)
        pile_edges(game->piles[which], draw_edge, &pen);
    stage_text(stage, pen.left + 6, HEIGHT - 11, 0xffffffff, "%s",
               which == 0 ? "by pieces" : "by boxes");
}

static void draw(const struct game *game, struct stage *stage)
{
    stage_clear(stage, 0x24304eff);
    stage_fill(stage, (hm_box){0, FLOOR, WIDTH, HEIGHT}, 0x141b2eff);
    stage_fill(stage, (hm_box){PIT, 60, WIDTH - PIT, HEIGHT}, 0x141b2eff);
    for (int i = 0; i < 2; i++)
        draw_pile(game, stage, i);
}

/* ---- The end --------------------------------------------------------------------------------- */

static void tell(const struct game *game, const char *how, int which)
{
    const struct pile *const pile = game->piles[which];
    float top = FLOOR;
    for (int i = 0; i < pile_count(pile); i++)
        top = pile_item(pile, i).y < top ? pile_item(pile, i).y : top;
    printf("%s: %d sprites, the highest at %.0f, at rest since frame %u\n", how, pile_count(pile),
           (double)top, game->rest_at[which]);
}

int main(int argc, char **argv)
{
    static struct game game;
    struct stage stage;
    if (stage_open(&stage, &about, argc, argv) && load(&game, &stage)) {
        while (stage_step(&stage)) {
            move(&game, &stage);
            step(&game, &stage);
            if (stage.seen) {
                draw(&game, &stage);
                stage_show(&stage);
            }
        }
        tell(&game, "by pieces", 0);
        tell(&game, "by boxes", 1);
    }
    for (int i = 0; i < 2; i++)
        if (game.piles[i] != NULL)
            pile_free(game.piles[i]);
    for (int i = 0; i < SPRITES; i++)
        picture_free(&game.kinds[i].picture);
    return stage_close(&stage);
}
