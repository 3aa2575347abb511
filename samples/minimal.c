/*
 * minimal.c - a program that opens a pack and asks, a few lines for each kind of question
 *
 *     hitmask bake samples/sprites --animate 100 -o samples.hmk
 *     minimal samples.hmk
 *
 * The person stands at the origin, and everything else is seen from there.
 */
#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>

/* Do they touch, and how? */
static void ask_masks(const hm_sprite *person, const hm_sprite *enemy)
{
    hm_point hit, out;
    int64_t x, y;
    if (hm_overlap_first(person, enemy, 20, 10, &hit))
        printf("The enemy touches the person at (%d, %d), with %d pixels.\n", (int)hit.x,
               (int)hit.y, (int)hm_overlap_area(person, enemy, 20, 10));
    if (!hm_overlap(person, enemy, 30, 10))
        printf("A few steps to the right it does not, though their boxes still meet.\n");
    if (hm_overlap_normal(person, enemy, 20, 10, &x, &y))
        printf("To get away, the person leans (%d, %d);", (int)x, (int)y);
    if (hm_overlap_escape(person, enemy, 20, 10, 32, &out))
        printf(" a move of (%d, %d) is enough.\n", (int)out.x, (int)out.y);
}

/* A view that looks the other way asks and answers like any other. */
static void ask_flipped(const hm_sprite *person, const hm_sprite *enemy)
{
    hm_sprite turned;
    hm_sprite_flip(person, true, false, &turned);
    printf("Turned round, the person has %d pixels in the enemy.\n",
           (int)hm_overlap_area(&turned, enemy, 20, 10));
}

/* However fast: nothing is passed through. */
static void ask_motion(const hm_sprite *ball, const hm_sprite *person)
{
    hm_sweep_result end;
    if (hm_sweep(ball, person, 100, 5, 2000, 40, &end))
        printf("A ball shot at the person stops after (%d, %d).\n", (int)end.moved.x,
               (int)end.moved.y);
}

static void ask_shapes(const hm_sprite *ring)
{
    const hm_box hole = {24, 24, 40, 40};
    hm_point hit;
    if (!hm_overlap_box(ring, &hole, NULL) && hm_overlap_circle(ring, 32, 32, 20, NULL))
        printf("A box fits into the ring, a circle of 20 does not.\n");
    if (hm_overlap_ray(ring, 32, 32, 3, -1, &hit, NULL))
        printf("A ray from its middle ends at (%d, %d).\n", (int)hit.x, (int)hit.y);
}

/* The first 16 points are a quick answer: a yes is a yes, a no is probably one. */
static void ask_points(const hm_sprite *person, const hm_sprite *enemy)
{
    if (hm_points_overlap(person, enemy, 20, 10, 16, NULL))
        printf("One of the person's first 16 points lies in the enemy.\n");
}

/* Turned by an eighth and half as large again, round the middle. */
static void ask_turned(const hm_sprite *person, const hm_sprite *block)
{
    hm_placement here = {0, 0, 0, 0, 65536, 65536, 0};
    hm_placement there = {60 << 16, 32 << 16, 0, 0, 98304, 98304, 65536 / 8};
    hm_affine map;
    hm_sprite_pivot(block, &there.pivot_x, &there.pivot_y);
    if (hm_affine_place(&map, &here, &there) && hm_affine_overlap(person, block, &map))
        printf("A block on its corner touches the person in %d pixels.\n",
               (int)hm_affine_area(person, block, &map));
}

/* One against many: the boxes stand in the caller's arrays. */
static void ask_many(const hm_sprite *person, const hm_sprite *ball)
{
    int16_t x0[100], y0[100], x1[100], y1[100];
    const hm_sprite *balls[100];
    uint32_t next = 0, hits[100];
    for (int16_t i = 0; i < 100; i++) {
        balls[i] = ball;
        x0[i] = (int16_t)(i % 10 * 40 - 180);
        y0[i] = (int16_t)(i / 10 * 40 - 180);
        x1[i] = (int16_t)(x0[i] + hm_sprite_width(ball));
        y1[i] = (int16_t)(y0[i] + hm_sprite_height(ball));
    }
    const hm_crowd16 crowd = {x0, y0, x1, y1, balls, 100};
    printf("Of 100 balls, %d touch the person.\n",
           (int)hm_overlap_many16(person, 0, 0, &crowd, &next, hits, 100));
}

/* The frame at a time is a sprite like any other. */
static void ask_animation(const hm_pack *pack, const hm_sprite *enemy)
{
    hm_animation walk;
    hm_sprite frame;
    if (!hm_pack_find_animation(pack, "person-walk", &walk))
        return;
    const uint32_t index = hm_animation_at(&walk, 250, HM_PLAY_LOOP);
    if (hm_pack_frame(pack, &walk, index, &frame) && hm_overlap(&frame, enemy, 30, 30))
        printf("The person walks into an enemy with frame %d of %d.\n", (int)index + 1,
               (int)hm_animation_frame_count(&walk));
}

/* The bytes must stay where they are while the pack is open. */
static bool open_pack(const char *path, hm_pack *pack)
{
    static unsigned char bytes[1 << 20];
    FILE *const file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: error: cannot be opened\n", path);
        return false;
    }
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    const hm_result result = hm_pack_open(pack, bytes, size);
    if (result != HM_OK)
        fprintf(stderr, "%s: error: %s\n", path, hm_result_text(result));
    return result == HM_OK;
}

int main(int argc, char **argv)
{
    hm_pack pack;
    if (argc != 2) {
        fprintf(stderr, "usage: minimal PACK\n");
        return EXIT_FAILURE;
    }
    if (!open_pack(argv[1], &pack))
        return EXIT_FAILURE;

    hm_sprite person, enemy, ball, block, ring;
    if (!hm_pack_find(&pack, "person.png", &person) || !hm_pack_find(&pack, "enemy.png", &enemy) ||
        !hm_pack_find(&pack, "ball.png", &ball) || !hm_pack_find(&pack, "block.png", &block) ||
        !hm_pack_find(&pack, "ring.png", &ring)) {
        fprintf(stderr, "minimal: the pack is not of samples/sprites\n");
        return EXIT_FAILURE;
    }
    ask_masks(&person, &enemy);
    ask_flipped(&person, &enemy);
    ask_motion(&ball, &person);
    ask_shapes(&ring);
    ask_points(&person, &enemy);
    ask_turned(&person, &block);
    ask_many(&person, &ball);
    ask_animation(&pack, &enemy);
    return EXIT_SUCCESS;
}
