/*
 * sprite_collider.c - a sprite collider component for Unity, beside hitmask
 *
 *     make sample-sprite-collider
 *
 * The component has these rules. The boxes must touch. Then in their intersection, in the
 * pixels of each sprite, both must have a pixel whose alpha is not 0. A sprite may have a mask
 * picture (the person: scarf, hair and hands do not count), or be its full box (the crates). The
 * baker does all of this once, with --mask-suffix and --solid, and hm_overlap asks.
 *
 * One answer differs, and the game names it: the boxes of the component are closed. Two full
 * boxes that stand edge to edge, without a common pixel, touch for the component and not for us.
 */
#include "component.h"
#include "picture.h"
#include "stage.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 480, HEIGHT = 320, FLOOR = 236, THINGS = 5, PAIRS = THINGS * (THINGS - 1) / 2 };

static const struct stage_about about = {
    .name = "sprite-collider",
    .packs = {"PACK"},
    .keys = "the arrows move, with space faster; tab takes the next; m shows masks",
    .bake = "hitmask bake --preset unity --mask-suffix _mask --config rules.json ART -o PACK",
    .width = WIDTH,
    .height = HEIGHT,
};

/* The actors on the stage, and their first places. */
static const struct cast {
    const char *label, *file, *mask_file; /* NULL: its own alpha */
    bool is_box;
    int x, y;
} cast[THINGS] = {
    {"person", "person.png", "person_mask.png", false, 40, 100},
    {"ring", "ring.png", NULL, false, 150, 84},
    {"cloud", "cloud.png", NULL, false, 250, 40},
    {"crate 1", "crate.png", NULL, true, 300, 150},
    {"crate 2", "crate.png", NULL, true, 400, 166},
};

struct thing {
    const struct cast *cast;
    struct picture art, mask;
    hm_sprite sprite;
    struct collider body; /* as the component has it */
};

struct game {
    struct thing things[THINGS];
    struct answer published[PAIRS], before[PAIRS];
    bool ours[PAIRS], ours_before[PAIRS];
    int moved;
    bool shows_masks;
    unsigned edge_frames;
    struct duel duel;
};

static bool load_thing(struct stage *stage, const hm_pack *pack, const struct cast *cast_as,
                       struct thing *thing)
{
    const struct picture *solid = &thing->art;
    *thing = (struct thing){.cast = cast_as};
    if (!picture_load(stage, cast_as->file, ALPHA_ONLY, &thing->art))
        return false;
    if (cast_as->mask_file != NULL) {
        solid = &thing->mask;
        if (!picture_load(stage, cast_as->mask_file, ALPHA_ONLY, &thing->mask))
            return false;
        if (solid->width != thing->art.width || solid->height != thing->art.height)
            return stage_fail(stage, NULL, "%s and %s must be of one size", cast_as->file,
                              cast_as->mask_file);
    }
    thing->body = (struct collider){solid, cast_as->is_box, cast_as->x, cast_as->y};
    return stage_sprite(stage, 0, pack, cast_as->file, solid, cast_as->is_box ? -1 : 0,
                        &thing->sprite);
}

static bool load(struct game *game, struct stage *stage)
{
    hm_pack pack;
    if (!stage_pack(stage, 0, &pack))
        return false;
    for (int i = 0; i < THINGS; i++)
        if (!load_thing(stage, &pack, &cast[i], &game->things[i]))
            return false;
    return true;
}

/* ---- Both --------------------------------------------------------------------------------- */

/* Pair k is things a and b, a first. */
static void pair_at(int k, int *a, int *b)
{
    *a = 0;
    while (k >= THINGS - 1 - *a)
        k -= THINGS - 1 - (*a)++;
    *b = *a + 1 + k;
}

static void decide_as_published(void *context)
{
    struct game *const game = context;
    for (int k = 0, a = 0; a < THINGS; a++)
        for (int b = a + 1; b < THINGS; b++, k++)
            game->published[k] = collider_answer(&game->things[a].body, &game->things[b].body);
}

static void decide(void *context)
{
    struct game *const game = context;
    for (int k = 0, a = 0; a < THINGS; a++) {
        for (int b = a + 1; b < THINGS; b++, k++) {
            const struct thing *const p = &game->things[a], *const q = &game->things[b];
            game->ours[k] =
                hm_overlap(&p->sprite, &q->sprite, q->body.x - p->body.x, q->body.y - p->body.y);
        }
    }
}

/* The component and we may differ only here: full boxes with nothing but an edge in common. */
static bool is_touching_edge(const struct game *game, int k)
{
    return game->published[k].edges && game->published[k].touch && !game->ours[k];
}

static const char *word_for(bool touch)
{
    return touch ? "touch" : "free";
}

static void print_change(const struct game *game, int k, unsigned frame)
{
    const struct answer *const answer = &game->published[k];
    int a, b;
    pair_at(k, &a, &b);
    printf("frame %u: %s and %s: ", frame, cast[a].label, cast[b].label);
    if (!answer->boxes)
        printf("apart;");
    else if (answer->edges)
        printf("edge to edge;");
    else {
        const hm_box local = collider_to_local(answer->shared, &game->things[a].body);
        printf("share %dx%d at %d,%d of the %s;", local.x1 - local.x0, local.y1 - local.y0,
               local.x0, local.y0, cast[a].label);
    }
    printf(" component %s, hitmask %s%s\n", word_for(answer->touch), word_for(game->ours[k]),
           is_touching_edge(game, k) ? ": closed boxes touch at an edge, half-open ones do not"
                                     : "");
}

static void collide(struct game *game, const struct stage *stage)
{
    bool same = true, edge = false;
    duel_fight(&game->duel, decide, decide_as_published, game);
    for (int k = 0; k < PAIRS; k++) {
        const struct answer *const now = &game->published[k], *const before = &game->before[k];
        edge |= is_touching_edge(game, k);
        same &= now->touch == game->ours[k] || is_touching_edge(game, k);
        if (now->boxes != before->boxes || now->touch != before->touch ||
            game->ours[k] != game->ours_before[k])
            print_change(game, k, stage->frame);
        game->before[k] = *now;
        game->ours_before[k] = game->ours[k];
    }
    game->edge_frames += edge;
    duel_note(&game->duel, same);
}

/* ---- A frame ------------------------------------------------------------------------------ */

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static void move(struct game *game, const struct stage *stage)
{
    if (stage->pressed & KEY_TAB)
        game->moved = (game->moved + 1) % THINGS;
    if (stage->pressed & KEY_M)
        game->shows_masks = !game->shows_masks;
    struct thing *const thing = &game->things[game->moved];
    const uint32_t keys = stage->keys;
    const int step = keys & KEY_SPACE ? 4 : 1;
    const int way_x = (keys & KEY_RIGHT ? 1 : 0) - (keys & KEY_LEFT ? 1 : 0);
    const int way_y = (keys & KEY_DOWN ? 1 : 0) - (keys & KEY_UP ? 1 : 0);
    thing->body.x = clamp(thing->body.x + way_x * step, 0, WIDTH - thing->art.width);
    thing->body.y = clamp(thing->body.y + way_y * step, 0, FLOOR - thing->art.height);
}

static void draw_mask(struct stage *stage, const struct thing *thing)
{
    for (int y = 0; y < thing->art.height; y++) {
        for (int x = 0, end; x < thing->art.width; x = end + 1) {
            for (end = x; hm_solid(&thing->sprite, end, y);)
                end++;
            if (end > x)
                stage_fill(stage,
                           (hm_box){thing->body.x + x, thing->body.y + y, thing->body.x + end,
                                    thing->body.y + y + 1},
                           0xff70a0a0);
        }
    }
}

/* The left ends of the columns of the table. */
enum { SHARE_X = 130, COMPONENT_X = 200, HITMASK_X = 330 };

static void draw_line(const struct game *game, struct stage *stage, int k, int line)
{
    const struct answer *const answer = &game->published[k];
    const int y = FLOOR + 24 + line * 11;
    int a, b;
    pair_at(k, &a, &b);
    stage_text(stage, 10, y, 0xffffffff, "%s, %s", cast[a].label, cast[b].label);
    if (answer->edges)
        stage_text(stage, SHARE_X, y, 0xc8ccd8ff, "an edge");
    else
        stage_text(stage, SHARE_X, y, 0xc8ccd8ff, "%d x %d", answer->shared.x1 - answer->shared.x0,
                   answer->shared.y1 - answer->shared.y0);
    stage_text(stage, COMPONENT_X, y, answer->touch ? 0xff8a6aff : 0x8ad08aff, "%s",
               word_for(answer->touch));
    stage_text(stage, HITMASK_X, y, game->ours[k] ? 0xff8a6aff : 0x8ad08aff, "%s%s",
               word_for(game->ours[k]), is_touching_edge(game, k) ? ": half-open boxes" : "");
}

static void draw_table(const struct game *game, struct stage *stage)
{
    int line = 0;
    stage_fill(stage, (hm_box){0, FLOOR, WIDTH, HEIGHT}, 0x1d2030ff);
    stage_text(stage, 10, FLOOR + 8, 0x8a90a8ff, "boxes that meet");
    stage_text(stage, SHARE_X, FLOOR + 8, 0x8a90a8ff, "share");
    stage_text(stage, COMPONENT_X, FLOOR + 8, 0x8a90a8ff, "component%s",
               stage->reference ? ", decides" : "");
    stage_text(stage, HITMASK_X, FLOOR + 8, 0x8a90a8ff, "hitmask%s",
               stage->reference ? "" : ", decides");
    for (int k = 0; k < PAIRS; k++)
        if (game->published[k].boxes)
            draw_line(game, stage, k, line++);
}

/* Above what has a shape, and on the box of what has none. */
static void draw_label(struct stage *stage, const struct thing *thing, bool moved)
{
    const hm_box box = collider_box(&thing->body);
    const int width = (int)strlen(thing->cast->label) * 6 + 3;
    const int x = (box.x0 + box.x1 - width) / 2;
    const int y = thing->cast->is_box ? box.y1 - 11 : box.y0 - 12;
    stage_fill(stage, (hm_box){x, y, x + width, y + 10}, 0x1d2030b0);
    stage_text(stage, x + 2, y + 1, moved ? 0xffe27aff : 0xffffffff, "%s", thing->cast->label);
}

/* The area that the boxes share: red when that is a touch, and green otherwise. An edge is drawn
 * two pixels wide. */
static void draw_shared(const struct game *game, struct stage *stage, int k)
{
    const struct answer *const answer = &game->published[k];
    const bool touch = stage->reference ? answer->touch : game->ours[k];
    const int wide = answer->edges ? 1 : 0;
    const hm_box box = {answer->shared.x0 - wide, answer->shared.y0 - wide,
                        answer->shared.x1 + wide, answer->shared.y1 + wide};
    if (answer->boxes)
        stage_fill(stage, box, touch ? 0xff5a3c90 : 0x5aff8c70);
}

static void draw(const struct game *game, struct stage *stage)
{
    stage_clear(stage, 0x3f4a6bff);
    for (int y = 0; y < FLOOR; y += 16)
        for (int x = y % 32; x < WIDTH; x += 32)
            stage_fill(stage, (hm_box){x, y, x + 16, y + 16}, 0xffffff08);
    for (int i = 0; i < THINGS; i++) {
        const struct thing *const thing = &game->things[i];
        stage_picture(stage, &thing->art, thing->body.x, thing->body.y);
        if (game->shows_masks)
            draw_mask(stage, thing);
        stage_frame(stage, collider_box(&thing->body), i == game->moved ? 0xffe27ac0 : 0xffffff40);
    }
    for (int k = 0; k < PAIRS; k++)
        draw_shared(game, stage, k);
    for (int i = 0; i < THINGS; i++)
        draw_label(stage, &game->things[i], i == game->moved);
    draw_table(game, stage);
}

int main(int argc, char **argv)
{
    static struct game game;
    struct stage stage;
    if (stage_open(&stage, &about, argc, argv) && load(&game, &stage)) {
        while (stage_step(&stage)) {
            move(&game, &stage);
            collide(&game, &stage);
            if (stage.seen)
                draw(&game, &stage);
            stage_show(&stage);
        }
        printf("a touching edge in %u frames, where closed boxes touch and ours do not\n",
               game.edge_frames);
        duel_print(&game.duel);
    }
    for (int i = 0; i < THINGS; i++) {
        picture_free(&game.things[i].art);
        picture_free(&game.things[i].mask);
    }
    return stage_close(&stage);
}
