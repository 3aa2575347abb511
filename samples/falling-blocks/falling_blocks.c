/*
 * falling_blocks.c - a person dodges falling blocks: the tutorial of XNA, with hitmask
 *
 *     make sample-falling-blocks
 *
 * The background is red while pixels touch, and blue otherwise. One call of hm_overlap replaces
 * intersect_pixels of the tutorial; xna.c has that function for comparison. The art has no
 * alpha: magenta is transparent, for both methods.
 */
#include "picture.h"
#include "stage.h"
#include "xna.h"

#include <stdio.h>

enum {
    WIDTH = 480,
    HEIGHT = 320,
    GROUND = 24,
    PERSON_SPEED = 5,
    BLOCKS_MAX = 16,
    FRAMES_A_BLOCK = 16,
    BLUE = 0x6495edff,
    RED = (int)0xc8323cff,
};

static const struct stage_about about = {
    .name = "falling-blocks",
    .packs = {"PACK"},
    .keys = "left and right",
    .bake = "hitmask bake --preset xna ART -o PACK",
    .width = WIDTH,
    .height = HEIGHT,
};

struct block {
    int x, y, speed;
};

struct game {
    struct picture person_art, block_art;
    hm_sprite person, block;
    int person_x, person_y;
    struct block blocks[BLOCKS_MAX];
    int block_count, dodged;
    uint32_t random;
    bool ours, published; /* what each way says of this frame */
    bool touching;
    struct duel duel;
};

static bool load(struct game *game, struct stage *stage)
{
    hm_pack pack;
    *game = (struct game){.random = 7};
    if (!picture_load(stage, "person.png", MAGENTA_IS_CLEAR, &game->person_art) ||
        !picture_load(stage, "block.png", MAGENTA_IS_CLEAR, &game->block_art) ||
        !stage_pack(stage, 0, &pack) ||
        !stage_sprite(stage, 0, &pack, "person.png", &game->person_art, 0, &game->person) ||
        !stage_sprite(stage, 0, &pack, "block.png", &game->block_art, 0, &game->block))
        return false;
    game->person_x = (WIDTH - game->person_art.width) / 2;
    game->person_y = HEIGHT - GROUND - game->person_art.height;
    return true;
}

/* ---- The two ways ------------------------------------------------------------------------- */

static void decide_as_published(void *context)
{
    struct game *const game = context;
    const hm_box person = picture_box(&game->person_art, game->person_x, game->person_y);
    game->published = false;
    for (int i = 0; i < game->block_count; i++) {
        const struct block *const block = &game->blocks[i];
        if (intersect_pixels(person, &game->person_art,
                             picture_box(&game->block_art, block->x, block->y), &game->block_art))
            game->published = true;
    }
}

static void decide(void *context)
{
    struct game *const game = context;
    game->ours = false;
    for (int i = 0; i < game->block_count; i++) {
        const struct block *const block = &game->blocks[i];
        if (hm_overlap(&game->person, &game->block, block->x - game->person_x,
                       block->y - game->person_y))
            game->ours = true;
    }
}

static void collide(struct game *game, const struct stage *stage)
{
    const bool before = game->touching;
    duel_fight(&game->duel, decide, decide_as_published, game);
    duel_note(&game->duel, game->ours == game->published);
    game->touching = stage->reference ? game->published : game->ours;
    if (game->touching != before)
        printf("frame %u: %s\n", stage->frame, game->touching ? "hit" : "free");
}

/* ---- A frame ------------------------------------------------------------------------------ */

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static void move_person(struct game *game, uint32_t keys)
{
    const int way = (keys & KEY_RIGHT ? 1 : 0) - (keys & KEY_LEFT ? 1 : 0);
    game->person_x = clamp(game->person_x + way * PERSON_SPEED, 0, WIDTH - game->person_art.width);
}

static void drop_block(struct game *game)
{
    game->blocks[game->block_count++] = (struct block){
        .x = (int)random_below(&game->random, (uint32_t)(WIDTH - game->block_art.width)),
        .y = -game->block_art.height,
        .speed = 2 + (int)random_below(&game->random, 3),
    };
}

static void move_blocks(struct game *game, const struct stage *stage)
{
    int left = 0;
    for (int i = 0; i < game->block_count; i++) {
        struct block block = game->blocks[i];
        block.y += block.speed;
        if (block.y < HEIGHT)
            game->blocks[left++] = block;
        else
            game->dodged++;
    }
    game->block_count = left;
    if (stage->frame % FRAMES_A_BLOCK == 1 && game->block_count < BLOCKS_MAX)
        drop_block(game);
}

static void draw_cross(struct stage *stage, int x, int y)
{
    stage_fill(stage, (hm_box){x - 8, y - 1, x + 9, y + 2}, 0x000000ff);
    stage_fill(stage, (hm_box){x - 1, y - 8, x + 2, y + 9}, 0x000000ff);
    stage_fill(stage, (hm_box){x - 7, y, x + 8, y + 1}, 0xffff66ff);
    stage_fill(stage, (hm_box){x, y - 7, x + 1, y + 8}, 0xffff66ff);
}

/* Boxes that meet though no pixel does are what this is all about: they are shown. */
static void draw_block(const struct game *game, struct stage *stage, const struct block *block)
{
    const hm_box box = picture_box(&game->block_art, block->x, block->y);
    const hm_box person = picture_box(&game->person_art, game->person_x, game->person_y);
    hm_box shared;
    hm_point hit;
    stage_picture(stage, &game->block_art, block->x, block->y);
    if (!hm_box_intersection(&person, &box, &shared))
        return;
    stage_fill(stage, shared, 0xffffff40);
    stage_frame(stage, box, 0xffffff80);
    stage_frame(stage, person, 0xffffff80);
    if (!hm_overlap_first(&game->person, &game->block, block->x - game->person_x,
                          block->y - game->person_y, &hit))
        return;
    draw_cross(stage, game->person_x + hit.x, game->person_y + hit.y);
}

static bool boxes_meet(const struct game *game)
{
    const hm_box person = picture_box(&game->person_art, game->person_x, game->person_y);
    bool meet = false;
    for (int i = 0; i < game->block_count; i++) {
        const hm_box box = picture_box(&game->block_art, game->blocks[i].x, game->blocks[i].y);
        meet |= hm_box_overlap(&person, &box);
    }
    return meet;
}

static void draw_sky(struct stage *stage, bool touching)
{
    const uint32_t sky = touching ? (uint32_t)RED : (uint32_t)BLUE;
    stage_clear(stage, sky);
    for (int i = 0; i < 5; i++)
        stage_fill(stage, (hm_box){0, 0, WIDTH, (5 - i) * 44}, 0x00000012);
    stage_fill(stage, (hm_box){0, HEIGHT - GROUND, WIDTH, HEIGHT}, 0x2a3c34ff);
    stage_fill(stage, (hm_box){0, HEIGHT - GROUND, WIDTH, HEIGHT - GROUND + 4}, 0x5d8a4cff);
}

static void draw(const struct game *game, struct stage *stage)
{
    draw_sky(stage, game->touching);
    stage_picture(stage, &game->person_art, game->person_x, game->person_y);
    for (int i = 0; i < game->block_count; i++)
        draw_block(game, stage, &game->blocks[i]);
    stage_text(stage, 8, HEIGHT - 14, 0xffffffff, "%s",
               game->touching     ? "HIT: pixels touch"
               : boxes_meet(game) ? "free: boxes meet, pixels do not"
                                  : "free");
    stage_text(stage, 240, HEIGHT - 14, 0xffffffff, "dodged %d", game->dodged);
    stage_text(stage, 340, HEIGHT - 14, 0xffffffff, "decided by %s",
               stage->reference ? "every pixel" : "hitmask");
}

int main(int argc, char **argv)
{
    struct stage stage;
    struct game game = {0};
    if (stage_open(&stage, &about, argc, argv) && load(&game, &stage)) {
        while (stage_step(&stage)) {
            move_person(&game, stage.keys);
            move_blocks(&game, &stage);
            collide(&game, &stage);
            if (stage.seen)
                draw(&game, &stage);
            stage_show(&stage);
        }
        duel_print(&game.duel);
    }
    picture_free(&game.person_art);
    picture_free(&game.block_art);
    return stage_close(&stage);
}
