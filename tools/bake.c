/*
 * bake.c - `hitmask bake`: inputs become a model, and the model an output
 *
 *     operands -> inputs -> picture -> mask -> points \
 *                       \-> JSON document -------------> model -> pack or document
 *
 * All inputs are tried before anything is given up, and nothing is written unless all of
 * them were good.
 */
#include "command.h"

#include "bake_options.h"
#include "console.h"
#include "decode.h"
#include "document.h"
#include "inputs.h"
#include "model.h"
#include "output.h"
#include "pack.h"
#include "reader.h"
#include "text.h"

#include "format.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

struct bake {
    struct bake_options options;
    struct arguments arguments;
    struct messages messages;
    struct inputs inputs;
    struct model model;
    size_t pictures; /* inputs that were no documents */
};

static bool say(struct bake *bake, const char *path, const struct error *err)
{
    say_error(&bake->messages, path, err);
    return false;
}

/* ---- One picture -------------------------------------------------------------------------- */

/* A percentage is of the size; either way, 16.16. */
static int64_t place_pivot(const struct pivot_rule *rule, int axis, uint32_t size)
{
    if (!rule->given)
        return model_centre(size);
    const int64_t value = rule->axis[axis].value;
    if (!rule->axis[axis].percent)
        return value;
    const int64_t product = value * (int64_t)size;
    return (product + (product < 0 ? -50 : 50)) / 100;
}

static uint32_t find_warnings(const struct picture *picture, const struct mask *mask, bool keyed)
{
    const uint64_t pixels = (uint64_t)picture->solid.width * picture->solid.height;
    uint32_t warnings = 0;
    if (mask->area == 0)
        warnings |= WARNING_EMPTY;
    if (mask->area == pixels && !picture->has_alpha && !keyed)
        warnings |= WARNING_FULL;
    if (keyed && picture->key.matched == 0)
        warnings |= WARNING_KEY_UNMATCHED;
    if (keyed && picture->key.near > 0)
        warnings |= WARNING_KEY_NEAR;
    return warnings;
}

static void say_warnings(struct bake *bake, const char *path, uint32_t warnings,
                         const struct picture *picture)
{
    struct messages *const to = &bake->messages;
    if (warnings & WARNING_EMPTY)
        say_warning(to, path, "empty", "no pixel is solid");
    if (warnings & WARNING_FULL)
        say_warning(to, path, "full",
                    "every pixel is solid: the image has no alpha, and no colour key is given");
    if (warnings & WARNING_KEY_UNMATCHED)
        say_warning(to, path, "key-unmatched", "no pixel has the colour of the key");
    if (warnings & WARNING_KEY_NEAR)
        say_warning(
            to, path, "key-near", "%llu solid pixel%s close to the colour of the key, but not it",
            (unsigned long long)picture->key.near, picture->key.near == 1 ? " is" : "s are");
}

/* hero.png -> hero; what has no extension stays as it is. */
static void strip_extension(char *name)
{
    char *const slash = strrchr(name, '/');
    char *const base = slash != NULL ? slash + 1 : name;
    char *const dot = strrchr(base, '.');
    if (dot != NULL && dot != base)
        *dot = 0;
}

static bool name_sprite(const struct bake *bake, const struct input *input,
                        struct model_sprite *sprite, struct error *err)
{
    const bool is_stdin = strcmp(input->path, "-") == 0;
    const char *const name = bake->options.name != NULL ? bake->options.name : input->name;
    if (is_stdin && bake->options.name == NULL)
        return fail_usage(err, "a picture from standard input needs --name NAME");
    /* Also under --name: the file's own name is the source that is stored. */
    if (!is_stdin && !utf8_is_name((const uint8_t *)input->name, strlen(input->name)))
        return fail(err, "the name is not valid UTF-8, or has control characters; rename the file");
    if (strlen(name) > UINT16_MAX)
        return fail(err, "the name is too long");
    sprite->name = text_copy(name);
    sprite->source = text_copy(is_stdin ? name : input->name);
    sprite->origin = text_copy(input->path);
    if (sprite->name == NULL || sprite->source == NULL || sprite->origin == NULL)
        return fail_memory(err);
    if (bake->options.strip_extension && bake->options.name == NULL)
        strip_extension(sprite->name);
    return true;
}

static bool add_picture(struct bake *bake, const struct input *input, const struct picture *picture,
                        struct error *err)
{
    const uint32_t width = picture->solid.width, height = picture->solid.height;
    const struct bake_options *const options = &bake->options;
    struct model_sprite sprite = {
        .region = {0, 0, width, height},
        .width = width,
        .height = height,
        .pivot_x = place_pivot(&options->pivot, 0, width),
        .pivot_y = place_pivot(&options->pivot, 1, height),
    };
    struct mask mask = {0};
    struct points points = {0};
    if (!name_sprite(bake, input, &sprite, err) || !mask_from_bitmap(&picture->solid, &mask, err) ||
        !points_make(&options->points, &mask, width, height, &points, err)) {
        model_sprite_free(&sprite);
        mask_free(&mask);
        return false;
    }
    sprite.warnings = find_warnings(picture, &mask, options->solid.keyed);
    say_warnings(bake, input->path, sprite.warnings, picture);
    return model_add(&bake->model, &sprite, &mask, &points, err);
}

/* ---- One input ---------------------------------------------------------------------------- */

static bool bake_picture(struct bake *bake, const struct input *input, struct reader *reader,
                         struct error *err)
{
    struct picture picture;
    bake->pictures++;
    if (!decode_png(reader, &bake->options.solid, bake->options.max_pixels, &picture, err))
        return false;
    const bool ok = add_picture(bake, input, &picture, err);
    picture_free(&picture);
    return ok;
}

static bool bake_document(struct bake *bake, const struct input *input, struct reader *reader,
                          struct error *err)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (!reader_read_all(reader, SIZE_MAX / 2, &bytes, &size, err))
        return false;
    const bool ok = document_read((const char *)bytes, size, input->path, bake->options.max_pixels,
                                  &bake->model, err);
    free(bytes);
    return ok;
}

static bool bake_opened(struct bake *bake, const struct input *input, struct reader *reader,
                        struct error *err)
{
    const uint8_t *bytes = NULL;
    size_t size = 0;
    if (!reader_peek(reader, 64, &bytes, &size, err))
        return false;
    if (decode_is_png(bytes, size))
        return bake_picture(bake, input, reader, err);
    if (size >= 8 && memcmp(bytes, PACK_MAGIC, 8) == 0)
        return fail(err,
                    "is a pack already; 'hitmask inspect --json' makes a document of it, "
                    "which can be baked");
    if (document_is_json(bytes, size))
        return bake_document(bake, input, reader, err);
    return fail(err, size == 0 ? "is empty" : "is not a PNG, nor a hitmask JSON document");
}

static void bake_input(struct bake *bake, const struct input *input)
{
    struct reader reader;
    struct error err;
    if (!reader_open(&reader, input->path, &err)) {
        say(bake, input->path, &err);
        return;
    }
    if (!bake_opened(bake, input, &reader, &err))
        say(bake, input->path, &err);
    reader_close(&reader);
}

/* ---- All of them -------------------------------------------------------------------------- */

static void gather_inputs(struct bake *bake)
{
    const struct input_rules rules = {bake->options.root, bake->options.exclude,
                                      bake->options.exclude_count};
    for (size_t i = 0; i < bake->arguments.operand_count; i++)
        inputs_add(&bake->inputs, bake->arguments.operands[i], &rules, &bake->messages);
}

static bool check_usage(struct bake *bake)
{
    const struct points_rule *const points = &bake->options.points;
    struct error err;
    if (bake->options.output == NULL) {
        fail_usage(&err, "no output; add -o FILE");
        return say(bake, NULL, &err);
    }
    if (bake->arguments.operand_count == 0) {
        fail_usage(&err, "no input; name PNGs, folders or JSON documents");
        return say(bake, NULL, &err);
    }
    if (points->drop_border && points->map_width != points->map_height) {
        fail_usage(&err, "--prune-border drop needs a square map, and --map %ux%u is not",
                   (unsigned)points->map_width, (unsigned)points->map_height);
        return say(bake, NULL, &err);
    }
    return true;
}

/* What only shows once the inputs are known. */
static bool check_inputs(struct bake *bake)
{
    const char *const about_pixels = bake_options_about_pixels(&bake->arguments);
    struct error err;
    if (bake->options.name != NULL && (bake->pictures != 1 || bake->inputs.count != 1)) {
        fail_usage(&err, "--name is for one picture, and there %s %zu input%s",
                   bake->inputs.count == 1 ? "is" : "are", bake->inputs.count,
                   bake->inputs.count == 1 ? ", a document" : "s");
        return say(bake, NULL, &err);
    }
    if (about_pixels != NULL && bake->pictures == 0) {
        fail_usage(&err, "--%s decides about pictures, and all inputs are JSON documents",
                   about_pixels);
        return say(bake, NULL, &err);
    }
    if (bake->model.sprite_count == 0 && bake->pictures == 0 && bake->arguments.operand_count > 0 &&
        bake->inputs.count == 0) {
        fail(&err, "--exclude leaves no input");
        return say(bake, NULL, &err);
    }
    return true;
}

static bool sort_model(struct bake *bake)
{
    struct error err;
    struct model_cursor cursor = {0};
    if (!model_sort(&bake->model, &err))
        return say(bake, NULL, &err);
    while (model_next_fault(&bake->model, &cursor, &err))
        say(bake, NULL, &err);
    return true;
}

static enum output_format choose_format(const struct bake_options *options)
{
    const size_t length = strlen(options->output);
    if (options->format != FORMAT_BY_NAME)
        return options->format;
    return length > 5 && strcmp(options->output + length - 5, ".json") == 0 ? FORMAT_JSON
                                                                            : FORMAT_HMK;
}

static bool write_model(const struct bake *bake, struct output *output, struct error *err)
{
    struct sink sink;
    sink_init(&sink, output_write, output);
    if (choose_format(&bake->options) == FORMAT_JSON)
        document_write(&bake->model, bake->options.json_mask, &sink);
    else if (!pack_write(&bake->model, &sink, err))
        return false;
    return sink_flush(&sink, err) && output_commit(output, err);
}

static void run(struct bake *bake)
{
    struct output output = {0};
    struct error err;
    const bool binary = choose_format(&bake->options) == FORMAT_HMK;
    if (!output_open(&output, bake->options.output, binary, &err)) {
        say(bake, bake->options.output, &err);
        return;
    }
    gather_inputs(bake);
    for (size_t i = 0; i < bake->inputs.count; i++)
        bake_input(bake, &bake->inputs.items[i]);
    if (bake->messages.errors == 0)
        check_inputs(bake);
    if (bake->messages.errors == 0)
        sort_model(bake);
    if (bake->messages.errors == 0) {
        if (write_model(bake, &output, &err))
            say_note(&bake->messages, bake->options.output, "%zu sprite%s, %zu mask%s",
                     bake->model.sprite_count, bake->model.sprite_count == 1 ? "" : "s",
                     bake->model.mask_count, bake->model.mask_count == 1 ? "" : "s");
        else
            say(bake, bake->options.output, &err);
    }
    output_abort(&output);
}

enum status command_bake(size_t count, const char *const *words)
{
    struct bake bake = {.pictures = 0};
    struct error err;
    const bool understood = bake_options_read(count, words, &bake.options, &bake.arguments, &err);
    const struct common_options *const common = &bake.options.common;
    enum status status = STATUS_OK;
    messages_init(&bake.messages, common->message_format, common->color, common->quiet,
                  common->verbose);
    if (!understood)
        say(&bake, NULL, &err);
    else if (common->help)
        status = console_help(&bake_option_set);
    else if (check_usage(&bake))
        run(&bake);
    status = status_worse(status, bake.messages.status);
    model_free(&bake.model);
    inputs_free(&bake.inputs);
    arguments_free(&bake.arguments);
    bake_options_free(&bake.options);
    return status;
}
