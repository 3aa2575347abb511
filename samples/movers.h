/*
 * movers.h - a scene of what walks, climbs, flies and bounces, and of platforms that carry and push
 *
 * Code to copy into a game and to change: movers.h and movers.c need nothing but hitmask_world.h.
 *
 *     for (uint32_t i = 0; i < platforms; i++)
 *         mover_ride(&scene, i);
 *     for (uint32_t i = platforms; i < scene.count; i++) {
 *         if (!scene.movers[i].on_ground)
 *             scene.movers[i].speed_y += 0.4;
 *         mover_walk(&scene, i, false, 4, 4);
 *     }
 *
 * In each frame the platforms move first (mover_ride), and then all others, the lower ones before
 * those above them, so that these follow in the same frame. Each of them gets gravity if it is
 * neither on the ground nor on a ladder, and then moves by one of mover_walk (mover_shove before
 * it), mover_climb, mover_patrol, mover_fly and mover_bounce.
 *
 * Speeds are in pixels for each frame. Compilers may round double in two ways: for one game on
 * several machines forbid them to (-ffp-contract=off), or count in 1/65536 of a pixel.
 */
#ifndef MOVERS_H
#define MOVERS_H

#include <hitmask_world.h>

/* All that moves, and all platforms, whether they move or not. Movers stop each other, so that they
 * do not overlap: who has met whom is in the result of a move. Platforms stop movers, but not other
 * platforms. What a game does not set begins as 0. Who is gone has an empty sprite (hm_sprite_box
 * of no width). */
struct mover {
    const hm_sprite *sprite;
    int32_t x, y;          /* its top-left pixel */
    double rest_x, rest_y; /* what its speeds have left over, always less than a pixel: to the left
                              it goes as to the right. A move that is blocked leaves nothing. */
    double speed_x, speed_y; /* for each frame */
    bool platform;
    bool one_way; /* a platform that lets through what comes from below and from the side. Its top
                     must be level. */
    /* A mover passes those whose `group`, a bit of its own, is in its `passes`: it neither meets
     * nor pushes them, and they do not carry it. Two that shall pass each other both do: if only
     * one does, the other is stuck while they overlap. */
    uint32_t group, passes;
    bool on_ground;
    int held;      /* of mover_bounce */
    hm_point from; /* of mover_shift: where it was, and its turn to move, or 0 */
    uint32_t turn;
};

/* `still` is what the movers do not move: terrain and tiles, no crowd. The arrays are memory with
 * room for `count` items. `world` and `crowd` are what mover_world has made. */
struct scene {
    hm_world still, world;
    hm_crowd crowd;
    struct mover *movers;
    uint32_t count, turns;
    const hm_sprite **sprites;
    int32_t *x0, *y0, *x1, *y1;
};

/* The world of mover `i`, in which item k is mover k; those that it passes have an empty box, so
 * who asks about everybody, as an explosion does, makes boxes of its own. A platform that lets
 * through is there when the mover is above it, and not when it drops through. It is right until
 * something moves: each function below makes it anew. To find out whether there is room for
 * somebody, put them there and ask hm_world_overlap in this world. If there are hundreds of movers,
 * keep the boxes, and change those that have moved and those of platforms that let through. */
const hm_world *mover_world(struct scene *scene, uint32_t i, bool drops);

/* Somebody who walks, climbs slopes, jumps and falls. The game sets speed_x before. To jump it sets
 * speed_y to less than 0. `step_down` is what a slope falls in a column, 1 where it has 45 degrees,
 * or the height of a stair; `step_up` likewise.
 *
 * To drop through a platform that lets through, if one is below, set speed_y to 1, or to 1 more
 * than the speed, rounded up, of a platform that sinks, and pass `drops` in this frame: the mover
 * is then below its top. It takes no steps meanwhile.
 *
 * A wall stops who walks into it; who flies against one, or lands on a slope, keeps the speed along
 * x. A jump downhill may hit the slope and go on beyond it: it lands then. Who has somebody on the
 * head neither jumps nor climbs, and walks away from below them. Who stands on somebody that falls
 * or goes down a slope is not taken along, but falls whenever they part. The body is best a box: a
 * round one falls past the corner of a platform that lets through, if its side meets it.
 *
 * The result is that of hm_slide: who was bumped, and who is below. `hit_x` is true only in
 * frames that want a whole pixel; to know in each frame whether somebody leans against a wall, ask
 * hm_world_overlap one pixel beside. */
hm_slide_result mover_walk(struct scene *scene, uint32_t i, bool drops, uint32_t step_up,
                           uint32_t step_down);

/* Somebody on a ladder, in place of gravity and mover_walk: with a speed_y of less than 0 to climb
 * up, 0 to stay and more to climb down. speed_x has its effect as well. A ladder is a layer of
 * tiles of its own. The game remembers who climbs: from a frame in which the mover overlaps the
 * ladder (hm_world_overlap) and the player wants up or down, until it overlaps it no more, jumps
 * off, or is `on_ground` after this call and the player wants to walk. At the end of the ladder the
 * mover falls, or stands on what is there. A platform at the top that lets through is level with
 * the first row of the ladder; who stands on it drops through first, and then climbs down. Who
 * climbs down passes all platforms that let through. */
hm_slide_result mover_climb(struct scene *scene, uint32_t i, double speed_y);

/* Somebody who turns round at walls and before edges. Ground is what lies below the middle, also up
 * to half the width further down, because slopes go down by up to a pixel for each column; a stair
 * that is lower than that is an edge. A move that ends without ground is taken back, and in the
 * result nothing has happened, so a move has to be shorter than the ledge. Who lands with the
 * middle beyond an edge goes on. */
hm_slide_result mover_patrol(struct scene *scene, uint32_t i);

/* A shot, or what else flies until it meets something; returns whether it has. Platforms that let
 * through do not stop it when it `drops`. The result and `met` are those of hm_world_sweep from the
 * place before. A shot is a mover of a group that all others pass,
 * platforms as well, and it passes who shoots; if shots shall pass each other, it passes its own
 * group, too. Right above a platform that moves, it is taken along, as all are, and then pushes who
 * is beside it. */
bool mover_fly(struct scene *scene, uint32_t i, bool drops, hm_sweep_result *result, hm_met *met);

/* A ball that bounces and keeps a part of its speed (`kept`, from 0 to 1); returns whether it has
 * met something. `disc` has the centre of the ball and is larger by `more` pixels on each side,
 * such as 4: its normal is smoother, and all that is within `more` pixels of the ball counts, so
 * that it bounces off both sides of a corner. This is a frame of one with friction:
 *
 *     if (!mover_rests(&scene, i, gravity)) {
 *         ball->speed_y += gravity;
 *         if (mover_bounce(&scene, i, &disc, 4, 0.6))
 *             ball->speed_x *= 0.9, ball->speed_y *= 0.9;
 *     }
 *
 * With a `kept` of nearly 1 it may bounce for ever. A ball that something has walked into has to
 * get out first (hm_world_escape). */
bool mover_bounce(struct scene *scene, uint32_t i, const hm_sprite *disc, int32_t more,
                  double kept);

/* A ball is at rest when something is one pixel below it, and it is slower than some frames of
 * gravity make it. Then its speeds become 0, and it must be left alone. `gravity` is added to its
 * speed_y in each frame. */
bool mover_rests(struct scene *scene, uint32_t i, double gravity);

/* Moves any mover by one pixel, and all that stands on it or is in its way; else returns false, and
 * nobody has moved. It takes along who is right above it, and who is on those; it pushes who is in
 * its way, and those push others. Who is taken along stays behind where something holds them: a
 * wall, another platform, a stair. A platform that lets through pushes nobody; it takes along who
 * is above its top, and they may push others. Nobody lands or bumps by this: `on_ground` stays as
 * mover_walk has left it. */
bool mover_shift(struct scene *scene, uint32_t i, int32_t dx, int32_t dy);

/* A platform that moves at its speed, pixel by pixel: along x and, once it is there, along y. When
 * somebody in its way has no room it waits until they have, and false is returned. Only movers stop
 * a platform, not terrain and not other platforms, so the game knows its way. Make a long platform
 * one mover: who stands on two goes twice as far. */
bool mover_ride(struct scene *scene, uint32_t i);

/* Somebody who pushes crates, which are movers of the groups `crates`: before mover_walk, in frames
 * without a jump, all that is beside is shifted, pixel by pixel of the move that is wanted. A crate
 * that has no room stops who pushes, and so does what is no crate: also a slope or a stair, for
 * nothing is pushed up. Crates fall by mover_walk, as all do. */
void mover_shove(struct scene *scene, uint32_t i, uint32_t crates);

#endif
