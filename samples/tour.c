/*
 * tour.c - one question of each kind, and its answer
 *
 *     hitmask bake samples/sprites --animate 100 -o samples.hmk
 *     tour samples.hmk
 *
 * The person stands at (0, 0) in all of them. Every query takes the position of the other
 * sprite as the person sees it: its top-left pixel, x to the right and y down.
 */
#include <hitmask_canvas.h>
#include <hitmask_world.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two masks: do they touch, where first, and in how many pixels? hm_overlap answers the first
 * question alone, and is the fastest of the three. */
static void ask_touch(const hm_sprite *person, const hm_sprite *enemy)
{
    hm_point hit;
    if (hm_overlap_first(person, enemy, 20, 10, &hit))
        printf("The enemy touches the person at (%d, %d), with %d pixels.\n", (int)hit.x,
               (int)hit.y, (int)hm_overlap_area(person, enemy, 20, 10));
}

/* Boxes are quick, and not enough. hm_sprite_bounds gives the box round the solid pixels. */
static void ask_boxes(const hm_sprite *person, const hm_sprite *enemy)
{
    hm_box person_box, enemy_box;
    hm_sprite_bounds(person, &person_box);
    hm_sprite_bounds(enemy, &enemy_box);
    hm_box_move(&enemy_box, 30, 10, &enemy_box);
    if (hm_box_overlap(&person_box, &enemy_box) && !hm_overlap(person, enemy, 30, 10))
        printf("10 pixels to the right only their boxes meet.\n");
}

/* The way out: the direction that frees the person fastest, and the shortest move that does. */
static void ask_way_out(const hm_sprite *person, const hm_sprite *enemy)
{
    int64_t x, y;
    hm_point move;
    if (hm_overlap_normal(person, enemy, 20, 10, &x, &y) &&
        hm_overlap_escape(person, enemy, 20, 10, 32, &move))
        printf("The contact normal is (%d, %d); a move of (%d, %d) is enough to get free.\n",
               (int)x, (int)y, (int)move.x, (int)move.y);
}

/* A mirrored sprite is a view of the same data. Every query takes it. */
static void ask_mirrored(const hm_sprite *person, const hm_sprite *enemy)
{
    hm_sprite mirrored;
    hm_sprite_flip(person, true, false, &mirrored);
    printf("Mirrored, the person has %d pixels in the enemy.\n",
           (int)hm_overlap_area(&mirrored, enemy, 20, 10));
}

/* A move: the ball flies 2000 pixels in one frame and still does not pass through the person,
 * who stands at (100, 5) from it. */
static void ask_move(const hm_sprite *ball, const hm_sprite *person)
{
    hm_sweep_result end;
    if (hm_sweep(ball, person, 100, 5, 2000, 40, &end))
        printf("A ball shot at the person stops after (%d, %d).\n", (int)end.moved.x,
               (int)end.moved.y);
}

/* Shapes stand in the pixels of the sprite that is asked. */
static void ask_shapes(const hm_sprite *ring)
{
    const hm_box hole = {24, 24, 40, 40};
    if (!hm_overlap_box(ring, &hole, NULL) && hm_overlap_circle(ring, 32, 32, 20, NULL))
        printf("A box of 16 x 16 fits into the ring, a circle of radius 20 does not.\n");
}

static void ask_ray(const hm_sprite *ring)
{
    hm_point hit;
    if (hm_overlap_ray(ring, 32, 32, 3, -1, &hit, NULL))
        printf("A ray from the middle of the ring hits it at (%d, %d).\n", (int)hit.x, (int)hit.y);
}

/* The connected pieces of a mask, in memory that the caller lends. */
static void ask_pieces(const hm_sprite *enemy)
{
    static unsigned char scratch[1 << 16];
    hm_component pieces[8];
    const uint32_t count = hm_components(enemy, true, scratch, sizeof scratch, pieces, 8);
    if (count > 0)
        printf("The enemy has %d piece%s; the first one has %d pixels.\n", (int)count,
               count == 1 ? "" : "s", (int)pieces[0].area);
}

/* The centre of gravity, and the direction in which a shape is spread most. */
static void ask_form(const hm_sprite *person)
{
    hm_moments form;
    if (hm_sprite_moments(person, &form))
        printf("The person's centre of gravity is at (%d, %d), the main axis at %d degrees.\n",
               (int)(form.x / 65536), (int)(form.y / 65536), (int)(form.angle * 360 / 65536));
}

/* The nearest pixel to a point, at most 100 pixels away. */
static void ask_nearest(const hm_sprite *person)
{
    hm_point near;
    if (hm_nearest(person, 100, 20, 100, &near))
        printf("The person's pixel nearest to (100, 20) is (%d, %d).\n", (int)near.x, (int)near.y);
}

/* The gap between two masks, as the square of the distance: here, it is less than 31 pixels. */
static void ask_gap(const hm_sprite *person, const hm_sprite *enemy)
{
    hm_point here, there;
    uint64_t squared;
    if (hm_gap(person, enemy, 60, 10, 100, &squared, &here, &there) && squared < 31 * 31)
        printf("From (%d, %d) of the person to (%d, %d) of the enemy it is less than 31 pixels.\n",
               (int)here.x, (int)here.y, (int)there.x, (int)there.y);
}

/* On a canvas masks are changed: here, the outline of the ring. */
static void ask_outline(const hm_sprite *ring)
{
    static unsigned char buffer[1 << 14], scratch[1 << 14];
    hm_canvas canvas;
    hm_sprite outline;
    if (!hm_canvas_init(&canvas, buffer, sizeof buffer, hm_sprite_width(ring),
                        hm_sprite_height(ring)) ||
        !hm_canvas_stamp(&canvas, ring, 0, 0, HM_ADD) ||
        !hm_canvas_outline(&canvas, 1, scratch, sizeof scratch))
        return;
    hm_canvas_sprite(&canvas, &outline);
    printf("The outline of the ring has %d of its %d pixels.\n", (int)hm_sprite_area(&outline),
           (int)hm_sprite_area(ring));
}

/* The picture that a sprite was baked from, for the renderer. */
static void ask_source(const hm_sprite *person)
{
    hm_source source;
    if (hm_sprite_source(person, &source))
        printf("The person comes from %s, pixels (%d, %d) to (%d, %d).\n", source.name,
               (int)source.part.x0, (int)source.part.y0, (int)source.part.x1, (int)source.part.y1);
}

/* Near-pixel points: the first 16 are spread over the whole outline and give a quick answer. If
 * it is yes, the masks touch. If it is no, they probably do not. */
static void ask_points(const hm_sprite *person, const hm_sprite *enemy)
{
    if (hm_points_overlap(person, enemy, 20, 10, 16, NULL))
        printf("One of the person's first 16 points lies in the enemy.\n");
}

/* The block is turned by an eighth and scaled to 3/2, round its pivot, which stands at (60, 32).
 * Positions and scales are 16.16 fixed point: 65536 is 1. An angle of 65536 is a full turn. */
static void ask_turned(const hm_sprite *person, const hm_sprite *block)
{
    hm_placement here = {0, 0, 0, 0, 65536, 65536, 0};
    hm_placement there = {60 * 65536, 32 * 65536, 0, 0, 98304, 98304, 65536 / 8};
    hm_affine map;
    hm_sprite_pivot(block, &there.pivot_x, &there.pivot_y);
    if (hm_affine_place(&map, &here, &there) && hm_affine_overlap(person, block, &map))
        printf("A block on its corner touches the person in %d pixels.\n",
               (int)hm_affine_area(person, block, &map));
}

/* A turned sprite moves and bounces: the block, on its corner, flies 400 pixels to the left and
 * stops at the person. The normal is in 16.16. */
static void ask_bounce(const hm_sprite *person, const hm_sprite *block)
{
    const hm_placement here = {0, 0, 0, 0, 65536, 65536, 0};
    hm_placement there = {300 * 65536, 40 * 65536, 0, 0, 98304, 98304, 65536 / 8};
    hm_affine_sweep_result end;
    hm_sprite_pivot(block, &there.pivot_x, &there.pivot_y);
    if (hm_placed_sweep(block, &there, person, &here, -400 * 65536, 0, &end))
        printf("The block stops after %d pixels; its contact normal is (%d, %d).\n",
               (int)(end.moved_x / 65536), (int)(end.normal_x / 65536),
               (int)(end.normal_y / 65536));
}

/* A shape in the world and a turned sprite. */
static void ask_blast(const hm_sprite *block)
{
    hm_placement there = {60 * 65536, 32 * 65536, 0, 0, 98304, 98304, 65536 / 8};
    hm_point hit;
    hm_sprite_pivot(block, &there.pivot_x, &there.pivot_y);
    if (hm_placed_circle(block, &there, 10, 32, 8, &hit))
        printf("A blast at (10, 32) reaches pixel (%d, %d) of the block.\n", (int)hit.x,
               (int)hit.y);
}

/* One sprite against many: they are the crowd of a world. Box i is the solid bounds of sprite i,
 * moved to its position: not the whole picture, because art may have empty margins. */
static void ask_crowd(const hm_sprite *person, const hm_sprite *heart)
{
    enum { HEARTS = 100 };
    int32_t x0[HEARTS], y0[HEARTS], x1[HEARTS], y1[HEARTS];
    const hm_sprite *sprites[HEARTS];
    hm_cursor next = {HM_NOTHING, 0};
    hm_met hits[HEARTS];
    hm_world world;
    hm_box bounds;
    hm_sprite_bounds(heart, &bounds);
    for (int i = 0; i < HEARTS; i++) {
        const int x = i % 10 * 20 - 90, y = i / 10 * 20 - 70;
        x0[i] = x + bounds.x0;
        y0[i] = y + bounds.y0;
        x1[i] = x + bounds.x1;
        y1[i] = y + bounds.y1;
        sprites[i] = heart;
    }
    const hm_crowd crowd = {x0, y0, x1, y1, sprites, HEARTS};
    memset(&world, 0, sizeof world);
    world.crowd = &crowd;
    printf("Of %d hearts, the person touches %d.\n", HEARTS,
           (int)hm_world_list(&world, person, 0, 0, &next, hits, HEARTS));
}

/* A map of tiles: cells with the indices of sprites, as editors write them. Index 0 is no tile. */
static hm_tiles make_map(const hm_sprite *const *sprites)
{
    static const uint32_t cells[] = {
        0, 0, 0, 0, 1, /* a wall at the right, */
        0, 0, 0, 0, 1, /* and a floor */
        1, 1, 1, 1, 1,
    };
    hm_tiles map = {5, 3, 0, 0, cells, sprites, NULL, 2};
    map.tile_width = hm_sprite_width(sprites[1]);
    map.tile_height = hm_sprite_height(sprites[1]);
    return map;
}

static void ask_tiles(const hm_sprite *person, const hm_sprite *block)
{
    const hm_sprite *const sprites[] = {NULL, block};
    const hm_tiles map = make_map(sprites);
    hm_world world;
    memset(&world, 0, sizeof world);
    world.tiles = &map;
    printf("At (20, 90) of the map, the person has %d pixels in its tiles.\n",
           (int)hm_world_area(&world, person, 20, 90));
}

/* A laser: a world may have anything else in it. */
static void ask_laser(const hm_sprite *block)
{
    const hm_sprite *const sprites[] = {NULL, block};
    const hm_tiles map = make_map(sprites);
    hm_world world;
    hm_met met;
    memset(&world, 0, sizeof world);
    world.tiles = &map;
    if (hm_world_ray(&world, 5, 5, 1, 0, &met, NULL))
        printf("A laser to the right hits the wall at (%d, %d), in cell %d.\n", (int)met.hit.x,
               (int)met.hit.y, (int)met.index);
}

/* A step of a platformer: gravity pulls down, and the walk goes on along the floor. */
static void ask_slide(const hm_sprite *person, const hm_sprite *block)
{
    const hm_sprite *const sprites[] = {NULL, block};
    const hm_tiles map = make_map(sprites);
    hm_world world;
    hm_slide_result end;
    memset(&world, 0, sizeof world);
    world.tiles = &map;
    hm_slide(&world, person, 20, 0, 400, 90, 4, 4, &end);
    if (end.hit_x && end.on_ground)
        printf("The person falls to the floor and walks to the wall: by (%d, %d).\n",
               (int)end.moved.x, (int)end.moved.y);
}

/* All pairs that touch in a crowd: here three boxes, without masks. */
static void ask_pairs(void)
{
    static const int32_t x0[] = {0, 30, 8}, y0[] = {0, 0, 8}, x1[] = {10, 40, 32},
                         y1[] = {10, 9, 9};
    const hm_crowd crowd = {x0, y0, x1, y1, NULL, 3};
    unsigned char scratch[256];
    hm_pairs pairs;
    hm_pair found[3];
    if (hm_pairs_begin(&pairs, &crowd, scratch, sizeof scratch))
        printf("Of three boxes, %d pairs meet.\n", (int)hm_pairs_next(&pairs, found, 3));
}

/* A canvas is a mask that the game changes. Here it is ground on which the ball lies, until a
 * crater is in its place. The buffer is the game's own. */
static void ask_ground(const hm_sprite *ball)
{
    enum { WIDTH = 320, HEIGHT = 200 };
    static unsigned char buffer[16 << 10];
    const hm_box below = {0, 100, WIDTH, HEIGHT};
    hm_canvas canvas;
    hm_sprite ground;
    if (!hm_canvas_init(&canvas, buffer, sizeof buffer, WIDTH, HEIGHT))
        return;
    hm_canvas_fill(&canvas, &below, HM_ADD);
    hm_canvas_sprite(&canvas, &ground);
    const int before = (int)hm_overlap_area(&ground, ball, 150, 90);
    hm_canvas_circle(&canvas, 166, 106, 24, HM_ERASE);
    hm_canvas_sprite(&canvas, &ground); /* after a change, get the view again */
    printf("The ball lies in the ground with %d pixels, and after the crater with %d.\n", before,
           (int)hm_overlap_area(&ground, ball, 150, 90));
}

/* An animation: the frame at a time is a sprite like any other. */
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

/* The bytes must stay where they are while the pack or a sprite of it is in use. */
static bool open_pack(const char *path, hm_pack *pack)
{
    static unsigned char bytes[16 << 20];
    FILE *const file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: error: cannot be opened\n", path);
        return false;
    }
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (size == sizeof bytes) {
        fprintf(stderr, "%s: error: is larger than this program reads\n", path);
        return false;
    }
    const hm_result result = hm_pack_open(pack, bytes, size);
    if (result != HM_OK)
        fprintf(stderr, "%s: error: %s\n", path, hm_result_text(result));
    return result == HM_OK;
}

int main(int argc, char **argv)
{
    hm_pack pack;
    if (argc != 2) {
        fprintf(stderr, "usage: tour PACK\n");
        return EXIT_FAILURE;
    }
    if (!open_pack(argv[1], &pack))
        return EXIT_FAILURE;

    hm_sprite person, enemy, ball, block, ring, heart;
    if (!hm_pack_find(&pack, "person.png", &person) || !hm_pack_find(&pack, "enemy.png", &enemy) ||
        !hm_pack_find(&pack, "ball.png", &ball) || !hm_pack_find(&pack, "block.png", &block) ||
        !hm_pack_find(&pack, "ring.png", &ring) || !hm_pack_find(&pack, "heart.png", &heart)) {
        fprintf(stderr, "%s: error: not baked from samples/sprites\n", argv[1]);
        return EXIT_FAILURE;
    }
    ask_touch(&person, &enemy);
    ask_boxes(&person, &enemy);
    ask_way_out(&person, &enemy);
    ask_mirrored(&person, &enemy);
    ask_move(&ball, &person);
    ask_shapes(&ring);
    ask_ray(&ring);
    ask_pieces(&enemy);
    ask_form(&person);
    ask_nearest(&person);
    ask_gap(&person, &enemy);
    ask_outline(&ring);
    ask_source(&person);
    ask_points(&person, &enemy);
    ask_turned(&person, &block);
    ask_bounce(&person, &block);
    ask_blast(&block);
    ask_crowd(&person, &heart);
    ask_tiles(&person, &block);
    ask_laser(&block);
    ask_slide(&person, &block);
    ask_pairs();
    ask_ground(&ball);
    ask_animation(&pack, &enemy);
    return EXIT_SUCCESS;
}
