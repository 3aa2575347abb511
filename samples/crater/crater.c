/*
 * crater.c - a robot, moles, and ground that is blown up
 *
 *     make sample-crater
 *
 * The land is a canvas of 2048 x 1024 pixels (land.c). Each question of a frame is one call:
 *
 *   - robot and moles walk up and down slopes (hm_slide),
 *   - shells fly nose first, so they are turned (hm_placed_sweep),
 *   - a blast reaches some of them (hm_overlap_circle),
 *   - what no longer hangs together with the ground is found (hm_components), and falls
 *     (hm_world_sweep) until it lies on the land and becomes a part of it again.
 *
 * Plain loops over the pixels of the pictures (reference.c) answer the same questions.
 */
#include "crater.h"
#include "plain.h"
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PARTS_MAX = 64,
    STEP_UP = 4, /* how steep a slope may be */
    STEP_DOWN = 4,
    GRAVITY = ONE / 5,
    SPEED_MAX = 10 * ONE,
    SHELL_SPEED = 8 * ONE,
    SHELL_GRAVITY = ONE / 8,
    MUZZLE = 28, /* how far from the robot's middle shells begin */
    NOSE_TURN = 384,
    RADIUS = 26,
    DROP = 30,
    FRAMES_TO_LOAD = 18,
    FRAMES_DEAD = 150,
    AIM_STEP = 200,
    AIM_MIN = -8000,
    AIM_MAX = 15000,
};

static const struct stage_about about = {
    .name = "crater",
    .packs = {"PACK"},
    .keys = "left and right walk, up and down aim, space fires",
    .bake = "hitmask bake --no-points --exclude soil.png ART -o PACK",
    .width = WIDTH,
    .height = HEIGHT,
};

/* ---- The beginning ------------------------------------------------------------------------ */

/* Lets a walker drop from just above the ground, or from above what lies there. */
static void drop(struct game *game, struct walker *walker, int x)
{
    hm_sweep_result end;
    hm_world_sweep(&game->land.world, walker->sprite, x, -2 * DROP, 0, LAND_HEIGHT, &end, NULL);
    walker->x = x;
    walker->y = end.moved.y - 3 * DROP;
    walker->falling = 0;
    walker->alive = true;
}

static bool load_art(struct game *game, struct stage *stage)
{
    hm_pack pack;
    return picture_load(stage, "mole.png", ALPHA_ONLY, &game->mole_art) &&
           picture_load(stage, "robot.png", ALPHA_ONLY, &game->robot_art) &&
           picture_load(stage, "shell.png", ALPHA_ONLY, &game->shell_art) &&
           picture_load(stage, "soil.png", ALPHA_ONLY, &game->soil) &&
           stage_pack(stage, 0, &pack) &&
           stage_sprite(stage, 0, &pack, "mole.png", &game->mole_art, 0, &game->mole) &&
           stage_sprite(stage, 0, &pack, "robot.png", &game->robot_art, 0, &game->robot) &&
           stage_sprite(stage, 0, &pack, "shell.png", &game->shell_art, 0, &game->shell);
}

static bool load(struct game *game, struct stage *stage)
{
    if (!load_art(game, stage) || !land_make(&game->land, stage, &game->soil))
        return false;
    for (int i = 0; i < WALKERS; i++) {
        struct walker *const walker = &game->walkers[i];
        *walker =
            (struct walker){.art = &game->mole_art, .sprite = &game->mole, .way = i % 2 ? 1 : -1};
        if (i == 0)
            *walker = (struct walker){.art = &game->robot_art, .sprite = &game->robot, .way = 1};
        drop(game, walker, 240 + i * 200 - (i == 1 ? 30 : 0));
    }
    game->aim = 5000;
    game->random = 7;
    game->camera = (hm_point){80, 480};
    return true;
}

/* ---- Questions, to hitmask ---------------------------------------------------------------- */

static hm_placement upright_at(int x, int y)
{
    return (hm_placement){
        .x = (int64_t)ONE * x, .y = (int64_t)ONE * y, .scale_x = ONE, .scale_y = ONE};
}

/* Lets a shell fly against one sprite; keeps the first contact of all. */
static void fly_against(const struct game *game, const struct shell *shell, const hm_sprite *other,
                        int x, int y, struct flight *first)
{
    const hm_placement there = upright_at(x, y);
    hm_affine_sweep_result end;
    if (hm_placed_sweep(&game->shell, &shell->at, other, &there, shell->speed_x, shell->speed_y,
                        &end) &&
        (!first->hit || end.step < first->step))
        *first = (struct flight){true, end.step, end.moved_x, end.moved_y};
}

static struct flight fly(const struct game *game, const struct shell *shell)
{
    const struct land *const land = &game->land;
    struct flight first = {.moved_x = shell->speed_x, .moved_y = shell->speed_y};
    fly_against(game, shell, &land->sprite, 0, 0, &first);
    for (uint32_t i = 0; i < land->piece_count; i++)
        fly_against(game, shell, &land->pieces[i].sprite, land->pieces[i].x, land->pieces[i].y,
                    &first);
    for (int i = 0; i < WALKERS; i++)
        if (game->walkers[i].alive)
            fly_against(game, shell, game->walkers[i].sprite, game->walkers[i].x,
                        game->walkers[i].y, &first);
    return first;
}

/* A piece does not land on another one that falls, too. */
static struct fall fall(const struct land *land, uint32_t i)
{
    const struct piece *const piece = &land->pieces[i];
    hm_world world = land->world;
    hm_sweep_result end;
    hm_met met = {HM_NOTHING, 0, {0, 0}};
    world.self_kind = HM_CROWD;
    world.self_index = i;
    hm_world_sweep(&world, &piece->sprite, piece->x, piece->y, 0, piece->speed, &end, &met);
    return (struct fall){end.moved.y, met.kind == HM_TERRAIN};
}

static void decide(void *context)
{
    struct game *const game = context;
    struct answers *const out = &game->ours;
    for (int i = 0; i < WALKERS; i++) {
        const struct walker *const walker = &game->walkers[i];
        if (walker->alive)
            hm_slide(&game->land.world, walker->sprite, walker->x, walker->y, game->moves[i].x,
                     game->moves[i].y, STEP_UP, STEP_DOWN, &out->walks[i]);
    }
    for (int i = 0; i < game->shell_count; i++)
        out->flights[i] = fly(game, &game->shells[i]);
    for (uint32_t i = 0; i < game->land.piece_count; i++)
        out->falls[i] = fall(&game->land, i);
}

/* ---- The same questions, to plain loops --------------------------------------------------- */

static bool touches_something(const struct game *game, const hm_placement *at)
{
    const struct picture *const art = &game->shell_art;
    const struct land *const land = &game->land;
    bool touch = reference_touch_turned(art, at, &land->art, 0, 0);
    for (uint32_t i = 0; i < land->piece_count && !touch; i++)
        touch = reference_touch_turned(art, at, &land->pieces[i].art, land->pieces[i].x,
                                       land->pieces[i].y);
    for (int i = 0; i < WALKERS && !touch; i++)
        touch = game->walkers[i].alive &&
                reference_touch_turned(art, at, game->walkers[i].art, game->walkers[i].x,
                                       game->walkers[i].y);
    return touch;
}

/* Part `i` of `count` of a distance, rounded to the nearest, halves away from zero. */
static int64_t part_of(int64_t distance, int64_t i, int64_t count)
{
    const int64_t part = (llabs(distance) * i * 2 + count) / (count * 2);
    return distance < 0 ? -part : part;
}

static struct flight fly_plainly(const struct game *game, const struct shell *shell)
{
    const int64_t x = llabs(shell->speed_x), y = llabs(shell->speed_y);
    const int64_t steps = ((x > y ? x : y) + ONE - 1) / ONE;
    struct flight out = {0};
    for (int64_t i = 0; i <= steps; i++) {
        hm_placement at = shell->at;
        const int64_t moved_x = steps > 0 ? part_of(shell->speed_x, i, steps) : 0;
        const int64_t moved_y = steps > 0 ? part_of(shell->speed_y, i, steps) : 0;
        at.x += moved_x;
        at.y += moved_y;
        out.hit = touches_something(game, &at);
        if (out.hit) {
            out.step = (uint64_t)i;
            return out;
        }
        out.moved_x = moved_x;
        out.moved_y = moved_y;
    }
    return out;
}

static struct fall fall_plainly(const struct land *land, uint32_t i)
{
    const struct piece *const piece = &land->pieces[i];
    const struct mover mover = {&piece->art, land, piece};
    const int moved =
        plain_fall(reference_touch, &mover, (hm_point){piece->x, piece->y}, piece->speed);
    return (struct fall){moved, moved < piece->speed &&
                                    reference_touch_land(&mover, piece->x, piece->y + moved + 1)};
}

static void decide_plainly(void *context)
{
    struct game *const game = context;
    struct answers *const out = &game->plain;
    for (int i = 0; i < WALKERS; i++) {
        const struct walker *const walker = &game->walkers[i];
        const struct mover mover = {walker->art, &game->land, NULL};
        if (walker->alive)
            plain_slide(reference_touch, &mover, (hm_point){walker->x, walker->y}, game->moves[i],
                        STEP_UP, STEP_DOWN, &out->walks[i]);
    }
    for (int i = 0; i < game->shell_count; i++)
        out->flights[i] = fly_plainly(game, &game->shells[i]);
    for (uint32_t i = 0; i < game->land.piece_count; i++)
        out->falls[i] = fall_plainly(&game->land, i);
}

static bool same_flight(const struct flight *a, const struct flight *b)
{
    return a->hit == b->hit && a->step == b->step && a->moved_x == b->moved_x &&
           a->moved_y == b->moved_y;
}

static bool same_answers(const struct game *game)
{
    const struct answers *const a = &game->ours, *const b = &game->plain;
    bool same = true;
    for (int i = 0; i < WALKERS; i++)
        same &= !game->walkers[i].alive || plain_same(&a->walks[i], &b->walks[i]);
    for (int i = 0; i < game->shell_count; i++)
        same &= same_flight(&a->flights[i], &b->flights[i]);
    for (uint32_t i = 0; i < game->land.piece_count; i++)
        same &= a->falls[i].moved == b->falls[i].moved && a->falls[i].lands == b->falls[i].lands;
    return same;
}

/* ---- Walkers ------------------------------------------------------------------------------ */

static void kill_walker(struct game *game, int i, unsigned frame, const char *how)
{
    struct walker *const walker = &game->walkers[i];
    walker->alive = false;
    walker->back_at = frame + FRAMES_DEAD;
    game->score += i > 0;
    if (i == 0)
        printf("frame %u: the robot is %s\n", frame, how);
    else
        printf("frame %u: mole %d is %s, score %u\n", frame, i, how, game->score);
}

/* Chooses a direction for each: moles walk on and on, the robot follows the keys. */
static void want_moves(struct game *game, const struct stage *stage)
{
    for (int i = 0; i < WALKERS; i++) {
        struct walker *const walker = &game->walkers[i];
        if (!walker->alive && stage->frame >= walker->back_at)
            drop(game, walker, 60 + (int)random_below(&game->random, LAND_WIDTH - 120));
        int x = stage->frame % 2 == 0 ? walker->way : 0;
        if (i == 0)
            x = 2 * ((stage->keys & KEY_RIGHT ? 1 : 0) - (stage->keys & KEY_LEFT ? 1 : 0));
        if (i == 0 && x != 0)
            walker->way = x < 0 ? -1 : 1;
        if (walker->x + x < 0 || walker->x + x > LAND_WIDTH - walker->art->width) {
            walker->way = i == 0 ? walker->way : -walker->way;
            x = 0;
        }
        walker->falling += walker->falling < SPEED_MAX ? GRAVITY : 0;
        game->moves[i] = (hm_point){x, walker->falling / ONE};
    }
}

static void walk(struct game *game, const hm_slide_result *walks, unsigned frame)
{
    for (int i = 0; i < WALKERS; i++) {
        struct walker *const walker = &game->walkers[i];
        if (!walker->alive)
            continue;
        walker->x += walks[i].moved.x;
        walker->y += walks[i].moved.y;
        if (walks[i].on_ground)
            walker->falling = 0;
        if (walks[i].hit_x && i > 0)
            walker->way = -walker->way;
        if (walks[i].stuck)
            kill_walker(game, i, frame, "crushed");
    }
}

/* ---- Shells ------------------------------------------------------------------------------- */

uint32_t aimed_angle(const struct game *game)
{
    return (uint32_t)(game->walkers[0].way > 0 ? -game->aim : ONE / 2 + game->aim);
}

hm_point middle_of(const struct walker *walker)
{
    return (hm_point){walker->x + walker->art->width / 2, walker->y + walker->art->height / 2};
}

static void fire(struct game *game)
{
    const hm_point from = middle_of(&game->walkers[0]);
    int32_t cosine, sine;
    struct shell *const shell = &game->shells[game->shell_count++];
    hm_turn(aimed_angle(game), &cosine, &sine);
    *shell = (struct shell){.at = upright_at(from.x, from.y)};
    shell->at.x += (int64_t)cosine * MUZZLE;
    shell->at.y += (int64_t)sine * MUZZLE;
    shell->at.angle = aimed_angle(game);
    hm_sprite_pivot(&game->shell, &shell->at.pivot_x, &shell->at.pivot_y);
    shell->speed_x = (int64_t)cosine * SHELL_SPEED / ONE;
    shell->speed_y = (int64_t)sine * SHELL_SPEED / ONE;
}

static void aim(struct game *game, const struct stage *stage)
{
    if (stage->keys & KEY_UP && game->aim < AIM_MAX)
        game->aim += AIM_STEP;
    if (stage->keys & KEY_DOWN && game->aim > AIM_MIN)
        game->aim -= AIM_STEP;
    if (stage->keys & KEY_SPACE && game->walkers[0].alive && game->shell_count < SHELLS_MAX &&
        stage->frame >= game->loaded_at) {
        fire(game);
        game->loaded_at = stage->frame + FRAMES_TO_LOAD;
    }
}

/* The nose turns to where the shell flies. */
static void steer(struct shell *shell)
{
    int32_t cosine, sine;
    hm_turn(shell->at.angle, &cosine, &sine);
    const bool clockwise = cosine * shell->speed_y > sine * shell->speed_x;
    shell->at.angle += clockwise ? NOSE_TURN : (uint32_t)-NOSE_TURN;
    shell->speed_y += SHELL_GRAVITY;
}

static void hurt(struct game *game, const struct blast *blast)
{
    for (int i = 0; i < WALKERS; i++) {
        const struct walker *const walker = &game->walkers[i];
        const int x = blast->x - walker->x, y = blast->y - walker->y;
        if (!walker->alive)
            continue;
        const bool hit = hm_overlap_circle(walker->sprite, x, y, RADIUS, NULL);
        game->same &= hit == reference_in_circle(walker->art, x, y, RADIUS);
        if (hit)
            kill_walker(game, i, blast->frame, "hit");
    }
}

static void explode(struct game *game, const struct shell *shell, unsigned frame)
{
    const struct blast blast = {(int)(shell->at.x / ONE), (int)(shell->at.y / ONE), frame};
    game->blasts[game->craters++ % BLASTS_SEEN] = blast;
    printf("frame %u: crater at (%d, %d)\n", frame, blast.x, blast.y);
    land_blast(&game->land, blast.x, blast.y, RADIUS);
    hurt(game, &blast);
}

/* Moves the shells. Those that hit something or leave the land are gone. */
static void move_shells(struct game *game, const struct flight *flights, unsigned frame)
{
    int left = 0;
    for (int i = 0; i < game->shell_count; i++) {
        struct shell shell = game->shells[i];
        shell.at.x += flights[i].moved_x;
        shell.at.y += flights[i].moved_y;
        steer(&shell);
        if (flights[i].hit)
            explode(game, &shell, frame);
        else if (shell.at.x > 0 && shell.at.x < (int64_t)LAND_WIDTH * ONE)
            game->shells[left++] = shell;
    }
    game->shell_count = left;
}

/* ---- Pieces ------------------------------------------------------------------------------- */

static void move_pieces(struct game *game, const struct fall *falls, unsigned frame)
{
    struct land *const land = &game->land;
    for (uint32_t i = land->piece_count; i-- > 0;) {
        struct piece *const piece = &land->pieces[i];
        piece->y += falls[i].moved;
        piece->speed = falls[i].moved + (frame % 3 == 0 && piece->speed < SPEED_MAX / ONE);
        if (falls[i].lands)
            printf("frame %u: a piece of %u pixels lands at (%d, %d)\n", frame,
                   (unsigned)hm_sprite_area(&piece->sprite), piece->x, piece->y);
        if (falls[i].lands || hm_sprite_area(&piece->sprite) == 0)
            land_settle(land, i);
    }
}

static bool same_parts(const hm_component *a, const hm_component *b)
{
    return a->area == b->area && a->first.x == b->first.x && a->first.y == b->first.y &&
           hm_box_contains_box(&a->bounds, &b->bounds) &&
           hm_box_contains_box(&b->bounds, &a->bounds);
}

/* Ground that does not reach down to the bottom falls off. */
static void loosen(struct game *game, struct stage *stage)
{
    static hm_component parts[PARTS_MAX], plain[PARTS_MAX];
    uint32_t count;
    if (!land_parts(&game->land, stage, parts, PARTS_MAX, &count))
        return;
    game->same &=
        reference_same(&game->land) && reference_parts(&game->land.art, plain, PARTS_MAX) == count;
    for (uint32_t i = 0; i < count && game->same; i++)
        game->same = same_parts(&parts[i], &plain[i]);
    for (uint32_t i = 0; i < count; i++)
        if (parts[i].bounds.y1 < LAND_HEIGHT && land_loosen(&game->land, stage, &parts[i])) {
            game->pieces++;
            printf("frame %u: a piece of %u pixels falls off\n", stage->frame,
                   (unsigned)parts[i].area);
        }
}

/* ---- A frame ------------------------------------------------------------------------------ */

static void play(struct game *game, struct stage *stage)
{
    const struct answers *const answers = stage->reference ? &game->plain : &game->ours;
    const unsigned craters = game->craters;
    game->same = true;
    aim(game, stage);
    want_moves(game, stage);
    duel_fight(&game->duel, decide, decide_plainly, game);
    game->same = same_answers(game);
    walk(game, answers->walks, stage->frame);
    move_pieces(game, answers->falls, stage->frame);
    move_shells(game, answers->flights, stage->frame);
    if (game->craters > craters)
        loosen(game, stage);
    land_refresh(&game->land);
    duel_note(&game->duel, game->same);
}

int main(int argc, char **argv)
{
    static struct game game;
    struct stage stage;
    if (stage_open(&stage, &about, argc, argv) && load(&game, &stage)) {
        while (stage_step(&stage)) {
            play(&game, &stage);
            scene_follow(&game);
            if (stage.seen)
                scene_draw(&game, &stage);
            stage_show(&stage);
        }
        printf("score %u, %u craters, %u pieces fell off\n", game.score, game.craters, game.pieces);
        duel_print(&game.duel);
    }
    land_free(&game.land);
    picture_free(&game.mole_art);
    picture_free(&game.robot_art);
    picture_free(&game.shell_art);
    picture_free(&game.soil);
    return stage_close(&stage);
}
