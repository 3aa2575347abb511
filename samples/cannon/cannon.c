/*
 * cannon.c - thousands of balls against enemies: each hit kills both and scores once
 *
 *     make sample-cannon
 *
 * The published game asks every ball about every living enemy, and stops at the enemy that the
 * ball has hit. Here every enemy asks once about all balls (hm_overlap_many16). The game then
 * settles the hits in the order of the published loops.
 */
#include "picture.h"
#include "stage.h"
#include "xna.h"

#include <hitmask_world.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 480,
    HEIGHT = 320,
    GROUND = 20,
    BALLS_MAX = 4096,
    BALLS_A_FRAME = 16,
    COLUMNS = 6,
    ROWS = 3,
    ENEMIES = COLUMNS * ROWS,
    HITS_MAX = BALLS_MAX * 4,
    FRAMES_DEAD = 100,
    FRAMES_OF_PUFF = 18,
    FINE = 256, /* of a pixel */
    GRAVITY = 24,
    SPEED = 2000,
    CANNON_X = 44,
    CANNON_Y = HEIGHT - GROUND - 30,
    ANGLE_STEP = 130,
    ANGLE_MIN = 1500,
    ANGLE_MAX = 14500,
};

static const struct stage_about about = {
    .name = "cannon",
    .packs = {"PACK"},
    .keys = "up and down aim, space fires",
    .bake = "hitmask bake --no-points ART -o PACK",
    .width = WIDTH,
    .height = HEIGHT,
};

/* Balls lie in arrays, one for each side of their boxes, as hm_crowd wants them. */
struct balls {
    int32_t x0[BALLS_MAX], y0[BALLS_MAX], x1[BALLS_MAX], y1[BALLS_MAX];
    const hm_sprite *sprites[BALLS_MAX];
    int32_t x[BALLS_MAX], y[BALLS_MAX], speed_x[BALLS_MAX], speed_y[BALLS_MAX]; /* FINE */
    bool dead[BALLS_MAX];
    uint32_t count;
};

struct enemy {
    int x, y;
    bool alive;
    unsigned back_at; /* the frame in which it lives again */
};

/* A ball and an enemy that touch, as ball * ENEMIES + enemy: sorted, hits come in the order in
 * which the published loops, by ball and then by enemy, find them. */
typedef uint32_t hit;

struct kills {
    hit items[ENEMIES];
    uint32_t count;
};

struct game {
    struct picture ball_art, barrel_art, enemy_art, wheel_art;
    hm_sprite ball, enemy;
    struct balls balls;
    struct enemy enemies[ENEMIES];
    hit hits[HITS_MAX];
    struct kills ours, published; /* what each way says of this frame */
    uint32_t angle, random;
    unsigned score, most_balls;
    struct duel duel;
};

static bool load(struct game *game, struct stage *stage)
{
    hm_pack pack;
    game->angle = 7000;
    game->random = 5;
    return picture_load(stage, "ball.png", ALPHA_ONLY, &game->ball_art) &&
           picture_load(stage, "barrel.png", ALPHA_ONLY, &game->barrel_art) &&
           picture_load(stage, "enemy.png", ALPHA_ONLY, &game->enemy_art) &&
           picture_load(stage, "wheel.png", ALPHA_ONLY, &game->wheel_art) &&
           stage_pack(stage, 0, &pack) &&
           stage_sprite(stage, 0, &pack, "ball.png", &game->ball_art, 0, &game->ball) &&
           stage_sprite(stage, 0, &pack, "enemy.png", &game->enemy_art, 0, &game->enemy);
}

/* ---- The published way -------------------------------------------------------------------- */

/* The place of a ball's picture. */
static int ball_x(const struct balls *balls, uint32_t i)
{
    return balls->x[i] / FINE;
}

static int ball_y(const struct balls *balls, uint32_t i)
{
    return balls->y[i] / FINE;
}

static void decide_as_published(void *context)
{
    struct game *const game = context;
    const struct balls *const balls = &game->balls;
    struct kills *const out = &game->published;
    bool killed[ENEMIES] = {false};
    out->count = 0;
    for (uint32_t i = 0; i < balls->count; i++) {
        const hm_box ball = picture_box(&game->ball_art, ball_x(balls, i), ball_y(balls, i));
        for (uint32_t e = 0; e < ENEMIES; e++) {
            const struct enemy *const enemy = &game->enemies[e];
            if (killed[e] || !enemy->alive ||
                !intersect_pixels(ball, &game->ball_art,
                                  picture_box(&game->enemy_art, enemy->x, enemy->y),
                                  &game->enemy_art))
                continue;
            killed[e] = true;
            out->items[out->count++] = i * ENEMIES + e;
            break;
        }
    }
}

/* ---- Ours --------------------------------------------------------------------------------- */

static int compare_hits(const void *a, const void *b)
{
    const hit x = *(const hit *)a, y = *(const hit *)b;
    return (x > y) - (x < y);
}

/* All pairs that touch. */
static uint32_t find_hits(const struct game *game, hit *hits)
{
    const struct balls *const balls = &game->balls;
    const hm_crowd crowd = {balls->x0, balls->y0,      balls->x1,
                            balls->y1, balls->sprites, balls->count};
    const hm_world world = {.crowd = &crowd};
    uint32_t count = 0;
    for (uint32_t e = 0; e < ENEMIES; e++) {
        const struct enemy *const enemy = &game->enemies[e];
        hm_cursor next = {HM_NOTHING, 0};
        hm_met met[HITS_MAX];
        if (!enemy->alive)
            continue;
        const uint32_t found =
            hm_world_list(&world, &game->enemy, enemy->x, enemy->y, &next, met, HITS_MAX - count);
        for (uint32_t i = 0; i < found; i++)
            hits[count++] = met[i].index * ENEMIES + e;
    }
    return count;
}

/* Handles the pairs that touch, if both are still alive. */
static void decide(void *context)
{
    struct game *const game = context;
    struct kills *const out = &game->ours;
    const uint32_t count = find_hits(game, game->hits);
    uint32_t last_ball = UINT32_MAX;
    bool killed[ENEMIES] = {false};
    out->count = 0;
    qsort(game->hits, count, sizeof *game->hits, compare_hits);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t ball = game->hits[i] / ENEMIES, enemy = game->hits[i] % ENEMIES;
        if (killed[enemy] || ball == last_ball)
            continue;
        killed[enemy] = true;
        last_ball = ball;
        out->items[out->count++] = game->hits[i];
    }
}

static bool same_kills(const struct kills *a, const struct kills *b)
{
    return a->count == b->count && memcmp(a->items, b->items, a->count * sizeof *a->items) == 0;
}

static void collide(struct game *game, const struct stage *stage)
{
    const struct kills *const kills = stage->reference ? &game->published : &game->ours;
    duel_fight(&game->duel, decide, decide_as_published, game);
    duel_note(&game->duel, same_kills(&game->ours, &game->published));
    for (uint32_t i = 0; i < kills->count; i++) {
        const uint32_t ball = kills->items[i] / ENEMIES, enemy = kills->items[i] % ENEMIES;
        game->balls.dead[ball] = true;
        game->enemies[enemy].alive = false;
        game->enemies[enemy].back_at = stage->frame + FRAMES_DEAD;
        game->score++;
        printf("frame %u: ball %u hits enemy %u, score %u\n", stage->frame, (unsigned)ball,
               (unsigned)enemy, game->score);
    }
}

/* ---- A frame ------------------------------------------------------------------------------ */

static void fire(struct game *game)
{
    struct balls *const balls = &game->balls;
    for (int n = 0; n < BALLS_A_FRAME && balls->count < BALLS_MAX; n++) {
        const uint32_t i = balls->count++;
        const uint32_t angle = game->angle + random_below(&game->random, 1600) - 800;
        const int32_t speed = SPEED - (int32_t)random_below(&game->random, SPEED / 4);
        int32_t cosine, sine;
        hm_turn(angle, &cosine, &sine);
        balls->speed_x[i] = (int32_t)((int64_t)speed * cosine / 65536);
        balls->speed_y[i] = -(int32_t)((int64_t)speed * sine / 65536);
        balls->x[i] = (CANNON_X - 4) * FINE + cosine * 34 / FINE;
        balls->y[i] = (CANNON_Y - 4) * FINE - sine * 34 / FINE;
        balls->dead[i] = false;
    }
}

static bool is_gone(const struct balls *balls, uint32_t i)
{
    return balls->dead[i] || balls->y[i] > (HEIGHT - GROUND) * FINE || balls->x[i] > WIDTH * FINE ||
           balls->x[i] < -WIDTH * FINE || balls->y[i] < -16 * HEIGHT * FINE;
}

/* Moves the balls, and removes those that are gone; the others keep their order. */
static void move_balls(struct game *game)
{
    struct balls *const balls = &game->balls;
    hm_box box;
    uint32_t left = 0;
    hm_sprite_bounds(&game->ball, &box);
    for (uint32_t i = 0; i < balls->count; i++) {
        if (is_gone(balls, i))
            continue;
        balls->dead[left] = false;
        balls->speed_x[left] = balls->speed_x[i];
        balls->speed_y[left] = balls->speed_y[i] + GRAVITY;
        balls->x[left] = balls->x[i] + balls->speed_x[left];
        balls->y[left] = balls->y[i] + balls->speed_y[left];
        balls->x0[left] = ball_x(balls, left) + box.x0;
        balls->y0[left] = ball_y(balls, left) + box.y0;
        balls->x1[left] = ball_x(balls, left) + box.x1;
        balls->y1[left] = ball_y(balls, left) + box.y1;
        balls->sprites[left++] = &game->ball;
    }
    balls->count = left;
    if (left > game->most_balls)
        game->most_balls = left;
}

/* Each row goes its own way, and comes in again on the other side. */
static void move_enemies(struct game *game, unsigned frame)
{
    const int period = WIDTH + 60;
    for (int e = 0; e < ENEMIES; e++) {
        const int row = e / COLUMNS, column = e % COLUMNS;
        const int way = (int)(frame % (unsigned)period) * (row % 2 ? -1 : 1);
        const int bob = abs((int)((frame / 4 + (unsigned)(column * 9)) % 16) - 8);
        game->enemies[e].alive = frame >= game->enemies[e].back_at;
        game->enemies[e].x = (column * 90 + row * 30 + way + 2 * period) % period - 54;
        game->enemies[e].y = 8 + row * 48 + bob;
    }
}

static void aim(struct game *game, uint32_t keys)
{
    if (keys & KEY_UP && game->angle < ANGLE_MAX)
        game->angle += ANGLE_STEP;
    if (keys & KEY_DOWN && game->angle > ANGLE_MIN)
        game->angle -= ANGLE_STEP;
    if (keys & KEY_SPACE)
        fire(game);
}

static void draw_puff(struct stage *stage, const struct enemy *enemy, int age)
{
    for (int i = 0; i < 12; i++) {
        int32_t cosine, sine;
        hm_turn((uint32_t)(i * 5461 + enemy->x), &cosine, &sine);
        const int away = 6 + age * (i % 3 + 2) / 2, size = (FRAMES_OF_PUFF - age) / 4 + 1;
        const int x = enemy->x + 24 + cosine * away / 65536;
        const int y = enemy->y + 20 + sine * away / 65536;
        stage_fill(stage, (hm_box){x - size, y - size, x + size, y + size},
                   i % 2 ? 0xffd84ac0 : 0xe8562ac0);
    }
}

static void draw_enemies(const struct game *game, struct stage *stage)
{
    for (int e = 0; e < ENEMIES; e++) {
        const struct enemy *const enemy = &game->enemies[e];
        const int age = (int)stage->frame - ((int)enemy->back_at - FRAMES_DEAD);
        if (enemy->alive)
            stage_picture(stage, &game->enemy_art, enemy->x, enemy->y);
        else if (age < FRAMES_OF_PUFF)
            draw_puff(stage, enemy, age);
    }
}

static void draw(const struct game *game, struct stage *stage)
{
    stage_clear(stage, 0x2b2f5aff);
    for (int i = 0; i < 6; i++)
        stage_fill(stage, (hm_box){0, HEIGHT - GROUND - 30 * i, WIDTH, HEIGHT}, 0xf0805018);
    stage_fill(stage, (hm_box){0, HEIGHT - GROUND, WIDTH, HEIGHT}, 0x1e2238ff);
    draw_enemies(game, stage);
    for (uint32_t i = 0; i < game->balls.count; i++)
        if (!game->balls.dead[i])
            stage_picture(stage, &game->ball_art, ball_x(&game->balls, i), ball_y(&game->balls, i));
    stage_picture_turned(stage, &game->barrel_art, CANNON_X, CANNON_Y, (SDL_Point){16, 16},
                         65536 - game->angle, 65536);
    stage_picture(stage, &game->wheel_art, CANNON_X - 18, CANNON_Y - 2);
    stage_text(stage, 8, HEIGHT - 13, 0xffffffff, "score %u   balls %u   decided by %s",
               game->score, (unsigned)game->balls.count,
               stage->reference ? "every pixel" : "hitmask");
}

int main(int argc, char **argv)
{
    static struct game game;
    struct stage stage;
    if (stage_open(&stage, &about, argc, argv) && load(&game, &stage)) {
        while (stage_step(&stage)) {
            aim(&game, stage.keys);
            move_balls(&game);
            move_enemies(&game, stage.frame);
            collide(&game, &stage);
            if (stage.seen)
                draw(&game, &stage);
            stage_show(&stage);
        }
        printf("score %u, at most %u balls at once\n", game.score, game.most_balls);
        duel_print(&game.duel);
    }
    picture_free(&game.ball_art);
    picture_free(&game.barrel_art);
    picture_free(&game.enemy_art);
    picture_free(&game.wheel_art);
    return stage_close(&stage);
}
