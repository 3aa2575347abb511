/*
 * scene.c - how crater is shown: sky, land, walkers, shells, blasts, and a map of all the land
 */
#include "crater.h"

enum {
    FRAMES_OF_BLAST = 20,
    MAP_SCALE = 16,
    MAP_LEFT = WIDTH - LAND_WIDTH / MAP_SCALE - 8,
    MAP_TOP = 8,
};

static int within(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

void scene_follow(struct game *game)
{
    hm_point to = middle_of(&game->walkers[0]);
    if (game->shell_count > 0) {
        const hm_placement *const at = &game->shells[game->shell_count - 1].at;
        to = (hm_point){(int)(at->x / ONE), (int)(at->y / ONE)};
    }
    const int x = within(to.x - WIDTH / 2, 0, LAND_WIDTH - WIDTH);
    const int y = within(to.y - HEIGHT * 3 / 5, 0, LAND_HEIGHT - HEIGHT);
    game->camera.x += (x - game->camera.x) / 8;
    game->camera.y += (y - game->camera.y) / 8;
}

static void draw_sky(const struct game *game, struct stage *stage)
{
    stage_clear(stage, 0x3d5a9eff);
    for (int i = 1; i < 8; i++)
        stage_fill(stage, (hm_box){0, i * HEIGHT / 8, WIDTH, HEIGHT}, 0xf7b08a24);
    for (int x = 0; x < WIDTH; x++) {
        int32_t wide, narrow, unused;
        hm_turn((uint32_t)((x + game->camera.x / 4) * 170), &unused, &wide);
        hm_turn((uint32_t)((x + game->camera.x / 4) * 610), &unused, &narrow);
        const int top = 330 + wide / 1800 + narrow / 6000 - game->camera.y / 4;
        stage_fill(stage, (hm_box){x, top, x + 1, HEIGHT}, 0x4b5a8eb0);
    }
}

static void draw_walkers(const struct game *game, struct stage *stage)
{
    for (int i = 0; i < WALKERS; i++) {
        const struct walker *const walker = &game->walkers[i];
        if (walker->alive)
            stage_picture(stage, walker->art, walker->x - game->camera.x,
                          walker->y - game->camera.y);
    }
}

/* Dots that show where the next shell goes. */
static void draw_aim(const struct game *game, struct stage *stage)
{
    const hm_point from = middle_of(&game->walkers[0]);
    int32_t cosine, sine;
    hm_turn(aimed_angle(game), &cosine, &sine);
    for (int away = 20; away < 60 && game->walkers[0].alive; away += 8) {
        const int x = from.x + cosine * away / ONE - game->camera.x;
        const int y = from.y + sine * away / ONE - game->camera.y;
        stage_fill(stage, (hm_box){x - 1, y - 1, x + 1, y + 1}, 0xffffffd0);
    }
}

static void draw_shells(const struct game *game, struct stage *stage)
{
    for (int i = 0; i < game->shell_count; i++) {
        const struct shell *const shell = &game->shells[i];
        const int x = (int)(shell->at.x / ONE) - game->camera.x;
        const int y = (int)(shell->at.y / ONE) - game->camera.y;
        for (int age = 2; age < 9; age++) {
            const int px = x - (int)(shell->speed_x * age / ONE);
            const int py = y - (int)(shell->speed_y * age / ONE) + age * age / 16;
            const int size = 1 + age / 3;
            stage_fill(stage, (hm_box){px - size, py - size, px + size, py + size},
                       0xffffff00 | (uint32_t)(110 - age * 10));
        }
        stage_picture_turned(stage, &game->shell_art, x, y,
                             (SDL_Point){game->shell_art.width / 2, game->shell_art.height / 2},
                             shell->at.angle, ONE);
    }
}

static void draw_blasts(const struct game *game, struct stage *stage)
{
    for (int k = 0; k < BLASTS_SEEN; k++) {
        const struct blast *const blast = &game->blasts[k];
        const int age = (int)(stage->frame - blast->frame);
        for (int i = 0; i < 24 && blast->frame > 0 && age < FRAMES_OF_BLAST; i++) {
            int32_t cosine, sine;
            hm_turn((uint32_t)(i * 2731 + blast->x * 99), &cosine, &sine);
            const int away = (4 + age * 2) * (i % 4 + 2) / 4;
            const int size = (FRAMES_OF_BLAST - age) * (i % 3 + 1) / 8 + 1;
            const int x = blast->x + cosine * away / ONE - game->camera.x;
            const int y = blast->y + sine * away / ONE - game->camera.y;
            static const uint32_t colors[] = {0xfff0b0d0, 0xffd84ac0, 0xe8562ac0, 0x4a3b35a0};
            stage_fill(stage, (hm_box){x - size, y - size, x + size, y + size}, colors[i % 4]);
        }
    }
}

/* A dot for a place of the world, on a map of all the land in the corner. */
static void draw_dot(struct stage *stage, int x, int y, int size, uint32_t color)
{
    const int left = MAP_LEFT + x / MAP_SCALE, top = MAP_TOP + y / MAP_SCALE;
    stage_fill(stage, (hm_box){left, top, left + size, top + size}, color);
}

/* All of the land, and the part of it that is seen. */
static void draw_map(const struct game *game, struct stage *stage)
{
    const int x = MAP_LEFT + game->camera.x / MAP_SCALE, y = MAP_TOP + game->camera.y / MAP_SCALE;
    stage_fill(stage,
               (hm_box){MAP_LEFT, MAP_TOP, MAP_LEFT + LAND_WIDTH / MAP_SCALE,
                        MAP_TOP + LAND_HEIGHT / MAP_SCALE},
               0x1b162690);
    for (int py = 0; py < LAND_HEIGHT; py += MAP_SCALE)
        for (int px = 0; px < LAND_WIDTH; px += MAP_SCALE)
            if (hm_solid(&game->land.sprite, px, py))
                draw_dot(stage, px, py, 1, 0xb98a66ff);
    for (int i = 0; i < WALKERS; i++)
        if (game->walkers[i].alive)
            draw_dot(stage, game->walkers[i].x, game->walkers[i].y, 2,
                     i == 0 ? 0x6cf0e0ff : 0xff8a9aff);
    stage_frame(stage, (hm_box){x, y, x + WIDTH / MAP_SCALE, y + HEIGHT / MAP_SCALE}, 0xffffffff);
}

void scene_draw(const struct game *game, struct stage *stage)
{
    const struct land *const land = &game->land;
    draw_sky(game, stage);
    stage_picture(stage, &land->art, -game->camera.x, -game->camera.y);
    for (uint32_t i = 0; i < land->piece_count; i++)
        stage_picture(stage, &land->pieces[i].art, land->pieces[i].x - game->camera.x,
                      land->pieces[i].y - game->camera.y);
    draw_walkers(game, stage);
    draw_aim(game, stage);
    draw_shells(game, stage);
    draw_blasts(game, stage);
    draw_map(game, stage);
    stage_fill(stage, (hm_box){0, HEIGHT - 18, WIDTH, HEIGHT}, 0x1b1626c0);
    stage_text(stage, 8, HEIGHT - 13, 0xffffffff,
               "score %u   craters %u   pieces that fell %u   decided by %s", game->score,
               game->craters, game->pieces, stage->reference ? "every pixel" : "hitmask");
}
