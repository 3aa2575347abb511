/*
 * test_product.c - what is equal is made, kept and counted once, within an input and between them
 */

#include "support/cmocka_all.h"

#include "model/product.h"
#include "support/model_support.h"

#include <string.h>

static const struct points_rule EDGE = {.wanted = true, .cell = 1, .prune = 1};
static const struct points_rule ALL = {.wanted = true, .cell = 1};
static const struct points_rule NONE = {.wanted = false};

#define RING  "###\n#.#\n###\n"
#define MOVED "....\n.###\n.#.#\n.###\n"
#define BLOCK "###\n###\n###\n"

static bool try_to_add(struct product *product, const char *name, const char *picture,
                       const struct points_rule *rule, struct budget *room)
{
    struct mask mask;
    struct points points;
    struct error err;
    struct model_sprite sprite = sprite_draw(name, picture, NULL, &mask, &points);
    return product_add_baked(product, &sprite, &mask, rule, room, &err);
}

static const struct model_sprite *add(struct product *product, const char *name,
                                      const char *picture, const struct points_rule *rule)
{
    struct budget room = {.most = 100};
    assert_true(try_to_add(product, name, picture, rule, &room));
    return &product->content.sprites[product->content.sprite_count - 1];
}

/* The sprites' own points are those that are made from their own masks. */
static void assert_right(const struct model *model, const char *name, const char *picture,
                         const struct points_rule *rule)
{
    const struct model_sprite *const sprite = find_sprite(model, name);
    struct model alone = {0};
    const struct model_sprite *const wanted = model_draw(&alone, name, picture, rule);
    assert_int_equal(sprite->left, wanted->left);
    assert_int_equal(sprite->top, wanted->top);
    assert_true(model_same_mask(&model->masks[sprite->mask], &alone.masks[wanted->mask]));
    assert_int_equal(sprite->list == MODEL_NONE, wanted->list == MODEL_NONE);
    if (sprite->list != MODEL_NONE)
        assert_true(model_same_list(&model->lists[sprite->list], &alone.lists[wanted->list]));
    model_free(&alone);
}

static void equal_sprites_have_one_mask_and_one_list(void **state)
{
    (void)state;
    struct product product = {0};
    const int64_t list = add(&product, "a", RING, &EDGE)->list;
    assert_int_equal(add(&product, "b", RING, &EDGE)->list, list);
    assert_int_equal(add(&product, "c", RING, &EDGE)->mask, 0);
    assert_int_equal(product.content.mask_count, 1);
    assert_int_equal(product.content.list_count, 1);
    product_free(&product);
}

static void another_rule_place_or_mask_gives_another_list(void **state)
{
    (void)state;
    struct product product = {0};
    struct model model = {0};
    for (int i = 0; i < 2; i++) {
        add(&product, i == 0 ? "a" : "A", RING, &EDGE);
        add(&product, i == 0 ? "b" : "B", RING, &ALL);
        add(&product, i == 0 ? "c" : "C", MOVED, &EDGE);
        add(&product, i == 0 ? "d" : "D", RING, &NONE);
        add(&product, i == 0 ? "e" : "E", BLOCK, &EDGE);
        assert_int_equal(product.content.mask_count, 2);
        /* The edge of the block is the ring. */
        assert_int_equal(product.content.list_count, 3);
    }
    product_pour(&product, &model);
    assert_int_equal(product.content.sprite_count, 0);
    model_sort(&model);
    assert_right(&model, "A", RING, &EDGE);
    assert_right(&model, "b", RING, &ALL);
    assert_right(&model, "C", MOVED, &EDGE);
    assert_right(&model, "d", RING, &NONE);
    assert_right(&model, "E", BLOCK, &EDGE);
    model_free(&model);
    product_free(&product);
}

static void products_share_in_the_model(void **state)
{
    (void)state;
    struct product products[3] = {0};
    struct model model = {0};
    add(&products[0], "a", RING, &EDGE);
    add(&products[1], "b", BLOCK, &EDGE);
    add(&products[1], "c", RING, &EDGE);
    add(&products[1], "d", "...\n", &EDGE);
    add(&products[2], "e", BLOCK, &ALL);
    for (size_t i = 0; i < 3; i++)
        product_pour(&products[i], &model);
    assert_int_equal(model.sprite_count, 5);
    assert_int_equal(model.mask_count, 2);
    model_sort(&model);
    assert_int_equal(find_sprite(&model, "d")->mask, MODEL_NONE);
    assert_right(&model, "a", RING, &EDGE);
    assert_right(&model, "b", BLOCK, &EDGE);
    assert_right(&model, "c", RING, &EDGE);
    assert_right(&model, "e", BLOCK, &ALL);
    model_free(&model);
    for (size_t i = 0; i < 3; i++)
        product_free(&products[i]);
}

/* The first is moved as a whole, the second copied. */
static void strings_outlive_the_products(void **state)
{
    (void)state;
    const struct model_animation animation = {.name = "run",
                                              .origin = "a test",
                                              .frames = (const char *[]){"a", "b"},
                                              .durations = (uint32_t[]){1, 2},
                                              .count = 2};
    struct model model = {0};
    for (int i = 0; i < 2; i++) {
        struct product product = {.is_document = true};
        add(&product, i == 0 ? "a" : "b", RING, &EDGE);
        product_add_animation(&product, &animation);
        product_set_options(&product, "{}");
        product_pour(&product, &model);
        product_free(&product);
    }
    model_sort(&model);
    assert_string_equal(model.options, "{}");
    assert_int_equal(model.frame_count, 4);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(model.sprites[i].name, i == 0 ? "a" : "b");
        assert_string_equal(model.sprites[i].source, "art.png");
        assert_string_equal(model.animations[i].frames[1], "b");
        assert_int_equal(model.animations[i].sprites[1], 1);
    }
    model_free(&model);
}

static void sprites_that_differ_take_room(void **state)
{
    (void)state;
    struct product product = {0};
    struct budget room = {.most = 28};
    assert_true(try_to_add(&product, "a", RING, &EDGE, &room));
    assert_int_equal(room.kept, 9);
    assert_true(try_to_add(&product, "b", RING, &EDGE, &room));
    assert_true(try_to_add(&product, "c", RING, &NONE, &room));
    assert_true(try_to_add(&product, "d", "...\n", &EDGE, &room));
    assert_int_equal(room.kept, 9);
    assert_true(try_to_add(&product, "e", MOVED, &EDGE, &room));
    assert_true(try_to_add(&product, "f", BLOCK, &NONE, &room));
    assert_int_equal(room.kept, 27);
    assert_true(try_to_add(&product, "g", "#\n", &NONE, &room));
    assert_false(room.full);
    assert_false(try_to_add(&product, "h", "#.\n.#\n", &NONE, &room));
    assert_true(room.full);
    product_free(&product);
}

/* Sprites of one mask share the shapes of a rule; each field of the rule makes a difference. */
static void another_rule_gives_other_shapes(void **state)
{
    (void)state;
    static const struct shapes_rule base = {
        .polygons = true, .tolerance = 1 << 15, .min_area = 1, .pieces = 8, .pixels_per_metre = 32};
    struct shapes_rule rules[12];
    for (size_t i = 0; i < 12; i++)
        rules[i] = base;
    rules[1].outline = true;
    rules[2].polygons = false, rules[2].pieces = 0, rules[2].hull = 4;
    rules[3].tolerance = 0;
    rules[4].fit = FIT_CONTAIN;
    rules[5].polygon_vertices = 12;
    rules[6].connect = 4;
    rules[7].min_area = 4;
    rules[8].pieces = 3;
    rules[9].hull = 4;
    rules[10].notch = 1 << 17;
    rules[11].pixels_per_metre = 1;
    struct product product = {0};
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < 12; i++) {
            struct shapes wanted;
            struct error err;
            const struct model_sprite *const sprite =
                add(&product, "a", "#.......\n.#####..\n.#...#..\n.##..#..\n.#####.#\n", &NONE);
            const struct mask mask = model_sprite_mask(&product.content, sprite);
            assert_true(product_add_shapes(&product, &rules[i], 1000, &err));
            assert_true(shapes_make(&mask, &rules[i], 1000, &wanted, &err));
            shapes_hash(&wanted);
            assert_true(shapes_are_equal(model_sprite_shapes(&product.content, sprite), &wanted));
            assert_int_equal(sprite->shapes, i + 1);
            shapes_free(&wanted);
        }
    assert_int_equal(product.content.shapes_count, 12);
    product_free(&product);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_sprites_have_one_mask_and_one_list),
        cmocka_unit_test(another_rule_place_or_mask_gives_another_list),
        cmocka_unit_test(products_share_in_the_model),
        cmocka_unit_test(strings_outlive_the_products),
        cmocka_unit_test(sprites_that_differ_take_room),
        cmocka_unit_test(another_rule_gives_other_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
