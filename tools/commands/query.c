/*
 * query.c - `hitmask query`: what the runtime answers about two sprites, with a picture of it
 *
 * The model that was read is written as a pack in memory, and the runtime is asked about that pack:
 * so a document can be asked as a pack can.
 */
#include "commands/command.h"

#include "base/json.h"
#include "base/text.h"
#include "commands/art.h"
#include "commands/select.h"
#include "draw/query_draw.h"
#include "format.h"
#include "formats/pack.h"
#include "formats/written.h"
#include "system/message.h"
#include "system/output_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Options ------------------------------------------------------------------------------ */

struct query_options {
    struct common_options common;
    enum show view;
    const char *png;
    const char *art; /* the folder of the art below the picture; NULL: none */
    bool force;      /* replace a file of another program, too */
    bool at_given;
    int64_t angle, scale; /* 16.16 of a turn and of 1 */
    struct inquiry inquiry;
};

#define OPTIONS(target) ((struct query_options *)(target))

/* Reads a decimal number of at most six decimals as a share of `whole` millionths, in 16.16. */
static bool read_share(const char *value, int64_t limit, int64_t whole, int64_t *out)
{
    struct decimal number;
    const char *const end = decimal_read(value, &number);
    const int64_t millionths = number.billionths / 1000;
    const int64_t half = millionths < 0 ? -whole / 2 : whole / 2;
    if (end == NULL || *end != '\0' || number.decimals > 6 || llabs(millionths) > limit * 1000000)
        return false;
    *out = (millionths * 65536 + half) / whole;
    return true;
}

static bool is_int32(struct decimal number)
{
    const int64_t whole = number.billionths / DECIMAL_ONE;
    return number.decimals == 0 && whole >= INT32_MIN && whole <= INT32_MAX;
}

static bool read_pair(const char *value, int32_t *x, int32_t *y, struct error *err)
{
    struct decimal first, second;
    const char *const comma = decimal_read(value, &first);
    const char *const end =
        comma != NULL && *comma == ',' ? decimal_read(comma + 1, &second) : NULL;
    char shown[80];
    if (end == NULL || *end != 0 || !is_int32(first) || !is_int32(second))
        return fail_usage(err, "'%s' is not a pair of whole numbers such as 12,-3",
                          text_quote(shown, sizeof shown, value));
    *x = (int32_t)(first.billionths / DECIMAL_ONE);
    *y = (int32_t)(second.billionths / DECIMAL_ONE);
    return true;
}

static bool set_at(void *target, const char *value, struct error *err)
{
    struct question *const question = &OPTIONS(target)->inquiry.question;
    OPTIONS(target)->at_given = true;
    return read_pair(value, &question->x, &question->y, err);
}

static bool set_sweep_to(void *target, const char *value, struct error *err)
{
    struct question *const question = &OPTIONS(target)->inquiry.question;
    question->moving = true;
    return read_pair(value, &question->move_x, &question->move_y, err);
}

/* Reads the part of a flip for one sprite: "h", "ah", "bhv". Returns the rest, or NULL. */
static const char *read_flip(const char *p, bool flips[2][2])
{
    const int which = *p != 'a';
    p += *p == 'a' || *p == 'b';
    if (*p != 'h' && *p != 'v')
        return NULL;
    for (; *p == 'h' || *p == 'v'; p++)
        flips[which][*p == 'v'] = true;
    return p;
}

static bool set_flip(void *target, const char *value, struct error *err)
{
    const char *p = value;
    char shown[80];
    do
        p = read_flip(p, OPTIONS(target)->inquiry.flips);
    while (p != NULL && *p != 0);
    if (p != NULL)
        return true;
    return fail_usage(err, "'%s' is not a flip such as h, bv or ahv",
                      text_quote(shown, sizeof shown, value));
}

static bool set_rotate(void *target, const char *value, struct error *err)
{
    char shown[80];
    OPTIONS(target)->inquiry.rotate = value;
    return read_share(value, 1000000, 360000000, &OPTIONS(target)->angle) ||
           fail_usage(err,
                      "'%s' is not an angle in degrees such as 22.5, from -1000000 to 1000000 and "
                      "with at most 6 decimals",
                      text_quote(shown, sizeof shown, value));
}

static bool set_scale(void *target, const char *value, struct error *err)
{
    int64_t *const scale = &OPTIONS(target)->scale;
    char shown[80];
    OPTIONS(target)->inquiry.scale = value;
    return (read_share(value, 64, 1000000, scale) && *scale != 0) ||
           fail_usage(err,
                      "'%s' is not a factor such as 1.5, from -64 to 64, other than 0 and with at "
                      "most 6 decimals",
                      text_quote(shown, sizeof shown, value));
}

static const char place_group[] = "Positions";
static const char show_group[] = "Output";

static const struct option table[] = {
    {"at", 0, false, PASS_EXPLICIT, "X,Y", place_group,
     "put the top-left corner of B at X,Y, in pixels from the top-left corner of A; required",
     .set = set_at},
    {"flip", 0, false, PASS_EXPLICIT, "[a|b][h][v]", place_group,
     "mirror A or B horizontally, vertically or both, such as h, bv or ahv; without a or b, B is mirrored; may be repeated",
     .set = set_flip},
    {"rotate", 0, false, PASS_EXPLICIT, "DEGREES", place_group,
     "turn B around its pivot, clockwise on the screen", .set = set_rotate},
    {"scale", 0, false, PASS_EXPLICIT, "FACTOR", place_group,
     "scale B around its pivot (1/64 to 64); a negative FACTOR also turns it by a half turn",
     .set = set_scale},
    {"sweep-to", 0, false, PASS_EXPLICIT, "X,Y", place_group,
     "move A by X,Y from where it is and show where B stops it; not with --rotate or --scale",
     .set = set_sweep_to},
    {"json", 0, false, PASS_EXPLICIT, NULL, show_group, "print the answer as JSON",
     .kind = OPTION_VALUE, .at = offsetof(struct query_options, view), .value = VIEW_JSON},
    {"ascii", 0, false, PASS_EXPLICIT, NULL, show_group,
     "print the answer and a drawing: a and b, # for both, X for the first contact, m for A at the end of its move",
     .kind = OPTION_VALUE, .at = offsetof(struct query_options, view), .value = VIEW_ASCII},
    {"png", 0, false, PASS_EXPLICIT, "FILE", show_group, "write a picture of the answer",
     .kind = OPTION_STRING, .at = offsetof(struct query_options, png), .path = OPTION_FILE},
    {"art", 0, false, PASS_EXPLICIT, "DIR", show_group,
     "show the art in DIR below the picture of --png; sources of a pack are opened only inside DIR",
     .kind = OPTION_STRING, .at = offsetof(struct query_options, art), .path = OPTION_FOLDER,
     .needs = "--png"},
    {"force", 0, false, PASS_EXPLICIT, NULL, show_group,
     "replace also packs, and files that hitmask did not write", .kind = OPTION_FLAG,
     .at = offsetof(struct query_options, force)},
    {0},
};

static void check(const void *target, const struct arguments *arguments, struct diagnostics *found)
{
    const struct query_options *const options = target;
    const struct inquiry *const inquiry = &options->inquiry;
    const char *const outputs[] = {options->view != VIEW_DEFAULT ? "-" : NULL, options->png};
    struct error err;
    if (arguments->operand_count != 3)
        diagnostics_fail_usage(found, NULL, "name a pack and two of its sprites");
    else if (!options->at_given)
        diagnostics_fail_usage(found, NULL, "the position of B is missing; add --at X,Y");
    else if (inquiry->question.moving && (inquiry->rotate != NULL || inquiry->scale != NULL))
        diagnostics_fail_usage(found, NULL, "--sweep-to cannot be used with --rotate or --scale");
    else if (!output_names_differ(outputs, sizeof outputs / sizeof *outputs, &err))
        diagnostics_add_error(found, NULL, &err);
}

static const struct option *const tables[] = {table, common_option_table, NULL};

const struct option_set query_option_set = {
    .usage = "hitmask query [options] PACK A B --at X,Y",
    .about =
        "Asks the runtime about two sprites: whether they touch, the first shared pixel (in reading order), the number of shared pixels, the contact normal, and how A gets out of B. With --rotate or --scale it tells only whether and where they touch, and the number of pixels of A that touch B. PACK may be a JSON document. The exit status is 0, whether they touch or not.",
    .tables = tables,
    .paths = 1,
    .size = sizeof(struct query_options),
    .check = check,
};

/* ---- Asking ------------------------------------------------------------------------------- */

/* Opens a pack of the model in `bytes`, which must stay. */
static bool make_pack(const struct model *model, struct text *bytes, hm_pack *pack,
                      struct error *err)
{
    struct sink sink;
    sink_init_text(&sink, bytes);
    pack_write(model, 1, &sink);
    if (!sink_flush(&sink, err))
        return false;
    const hm_result result = hm_pack_open(pack, bytes->bytes, bytes->length);
    return result == HM_OK || fail(err, "%s", hm_result_text(result));
}

/* Through a map, the runtime says of larger sprites that nothing touches. */
static bool may_turn(const hm_sprite *sprite, const char *name, struct error *err)
{
    char shown[80];
    hm_box bounds;
    hm_sprite_bounds(sprite, &bounds);
    const int32_t width = bounds.x1 - bounds.x0, height = bounds.y1 - bounds.y0;
    return (width <= HM_AFFINE_SIDE_MAX && height <= HM_AFFINE_SIDE_MAX) ||
           fail(err,
                "the solid pixels of '%s' are %" PRId32 "x%" PRId32
                "; with --rotate and --scale a side may have %d at most",
                text_quote(shown, sizeof shown, name), width, height, HM_AFFINE_SIDE_MAX);
}

static bool ask(struct query_options *options, const hm_pack *pack, struct error *err)
{
    struct inquiry *const inquiry = &options->inquiry;
    const bool turned = inquiry->rotate != NULL || inquiry->scale != NULL;
    hm_sprite *const sprites[2] = {&inquiry->question.a, &inquiry->question.b};
    for (int i = 0; i < 2; i++) {
        hm_pack_find(pack, inquiry->names[i], sprites[i]);
        hm_sprite_flip(sprites[i], inquiry->flips[i][0], inquiry->flips[i][1], sprites[i]);
        if (turned && !may_turn(sprites[i], inquiry->names[i], err))
            return false;
    }
    const int64_t scale = inquiry->scale != NULL ? options->scale : 65536;
    if (turned && !question_turn(&inquiry->question, (uint32_t)options->angle, (int32_t)scale, err))
        return false;
    answer(&inquiry->question, &inquiry->answer);
    return true;
}

/* ---- The answer as text ----------------------------------------------------------------- */

static void put_name(const struct inquiry *inquiry, int which, struct sink *sink)
{
    const bool *const flips = inquiry->flips[which];
    char name[256];
    sink_put_string(sink, text_quote(name, sizeof name, inquiry->names[which]));
    if (flips[0] || flips[1])
        sink_put_format(sink, " (flipped%s%s)", flips[0] ? " horizontally" : "",
                        flips[1] ? flips[0] ? " and vertically" : " vertically" : "");
}

static void put_text(const struct inquiry *inquiry, struct sink *sink)
{
    const struct question *const q = &inquiry->question;
    const struct answer *const answer = &inquiry->answer;
    const hm_sweep_result *const sweep = &answer->sweep;
    put_name(inquiry, 0, sink);
    sink_put_string(sink, answer->touch ? " touches " : " does not touch ");
    put_name(inquiry, 1, sink);
    sink_put_format(sink, " at %" PRId32 ",%" PRId32, q->x, q->y);
    if (inquiry->rotate != NULL)
        sink_put_format(sink, ", turned by %s", inquiry->rotate);
    if (inquiry->scale != NULL)
        sink_put_format(sink, ", scaled by %s", inquiry->scale);
    sink_put_string(sink, "\n");
    if (answer->touch)
        sink_put_format(sink,
                        "  first contact  %" PRId32 ",%" PRId32
                        "\n"
                        "  area           %" PRIu64 "\n",
                        answer->first.x, answer->first.y, answer->area);
    if (answer->touch && !q->turned) {
        sink_put_format(sink, "  normal         %" PRId64 ",%" PRId64 "\n", answer->normal_x,
                        answer->normal_y);
        if (answer->escapes)
            sink_put_format(sink, "  shortest way   %" PRId32 ",%" PRId32 "\n", answer->escape.x,
                            answer->escape.y);
        else
            sink_put_format(sink, "  shortest way   more than %d\n", ESCAPE_MAX);
        sink_put_format(sink,
                        "  ways out       left %" PRIu32 ", right %" PRIu32 ", up %" PRIu32
                        ", down %" PRIu32 "\n",
                        answer->exits[HM_LEFT], answer->exits[HM_RIGHT], answer->exits[HM_UP],
                        answer->exits[HM_DOWN]);
    }
    if (!q->moving)
        return;
    sink_put_format(sink, "  move %" PRId32 ",%" PRId32, q->move_x, q->move_y);
    if (!answer->stopped)
        sink_put_format(sink, ": no contact in %" PRIu64 " step%s\n", sweep->step,
                        sweep->step == 1 ? "" : "s");
    else if (sweep->step == 0)
        sink_put_string(sink, ": in contact from the start\n");
    else
        sink_put_format(sink,
                        ": stops at %" PRId32 ",%" PRId32 "; step %" PRIu64
                        " makes contact at %" PRId32 ",%" PRId32 ", normal %" PRId64 ",%" PRId64
                        "\n",
                        sweep->moved.x, sweep->moved.y, sweep->step, sweep->hit.x, sweep->hit.y,
                        sweep->normal_x, sweep->normal_y);
}

/* ---- The answer as JSON ----------------------------------------------------------------- */

/* A number as it was given, but without zeros before it, which JSON does not allow. */
static void put_json_number(const char *key, const char *number, struct sink *sink)
{
    if (number == NULL)
        return;
    const char *const sign = *number == '-' ? "-" : "";
    number += strlen(sign);
    while (number[0] == '0' && number[1] >= '0' && number[1] <= '9')
        number++;
    sink_put_format(sink, "  \"%s\": %s%s,\n", key, sign, number);
}

static void put_json(const struct inquiry *inquiry, struct sink *sink)
{
    const struct question *const q = &inquiry->question;
    const struct answer *const answer = &inquiry->answer;
    const hm_sweep_result *const sweep = &answer->sweep;
    sink_put_string(sink, "{\n");
    for (int i = 0; i < 2; i++) {
        sink_put_format(sink, "  \"%c\": { \"name\": ", "ab"[i]);
        json_put_string(sink, inquiry->names[i]);
        sink_put_format(sink, ", \"flip\": \"%s%s\" },\n", inquiry->flips[i][0] ? "h" : "",
                        inquiry->flips[i][1] ? "v" : "");
    }
    sink_put_format(sink, "  \"at\": [%" PRId32 ", %" PRId32 "],\n", q->x, q->y);
    put_json_number("rotate", inquiry->rotate, sink);
    put_json_number("scale", inquiry->scale, sink);
    sink_put_format(sink, "  \"touch\": %s", answer->touch ? "true" : "false");
    if (answer->touch)
        sink_put_format(sink, ",\n  \"first\": [%" PRId32 ", %" PRId32 "]", answer->first.x,
                        answer->first.y);
    sink_put_format(sink, ",\n  \"area\": %" PRIu64, answer->area);
    if (answer->touch && !q->turned) {
        sink_put_format(sink, ",\n  \"normal\": [%" PRId64 ", %" PRId64 "]", answer->normal_x,
                        answer->normal_y);
        if (answer->escapes)
            sink_put_format(sink, ",\n  \"escape\": [%" PRId32 ", %" PRId32 "]", answer->escape.x,
                            answer->escape.y);
        sink_put_format(sink,
                        ",\n  \"exit\": { \"left\": %" PRIu32 ", \"right\": %" PRIu32
                        ", \"up\": %" PRIu32 ", \"down\": %" PRIu32 " }",
                        answer->exits[HM_LEFT], answer->exits[HM_RIGHT], answer->exits[HM_UP],
                        answer->exits[HM_DOWN]);
    }
    if (q->moving) {
        sink_put_format(sink,
                        ",\n  \"sweep\": { \"to\": [%" PRId32 ", %" PRId32
                        "], \"contact\": %s"
                        ", \"moved\": [%" PRId32 ", %" PRId32 "], \"step\": %" PRIu64,
                        q->move_x, q->move_y, answer->stopped ? "true" : "false", sweep->moved.x,
                        sweep->moved.y, sweep->step);
        if (answer->stopped)
            sink_put_format(sink,
                            ", \"first\": [%" PRId32 ", %" PRId32 "], \"normal\": [%" PRId64
                            ", %" PRId64 "]",
                            sweep->hit.x, sweep->hit.y, sweep->normal_x, sweep->normal_y);
        sink_put_string(sink, " }");
    }
    sink_put_string(sink, "\n}\n");
}

/* ---- The command -------------------------------------------------------------------------- */

static void show(const struct query_options *options, const char *path, const struct model *model,
                 struct messages *messages)
{
    const struct inquiry *const inquiry = &options->inquiry;
    const char *const folder = options->png != NULL ? options->art : NULL;
    struct art_search searches[2] = {{folder, path, .messages = messages},
                                     {folder, path, .messages = messages}};
    struct query_art art[2];
    /* A picture on standard output is there alone. */
    const bool alone = options->png != NULL && strcmp(options->png, "-") == 0;
    struct rgba picture = {0};
    struct sink sink;
    struct error err;
    console_init(&sink);
    if (!alone && options->view == VIEW_JSON)
        put_json(inquiry, &sink);
    else if (!alone)
        put_text(inquiry, &sink);
    if (!alone && options->view == VIEW_ASCII &&
        !query_put_ascii(inquiry, terminal_columns(), &sink, &err))
        say_error(messages, path, &err);
    console_close(&sink, messages);
    for (int i = 0; i < 2; i++) {
        art[i].sprite = &model->sprites[model_find(model, inquiry->names[i])];
        art[i].image = art_of_sprite(&searches[i], art[i].sprite);
    }
    if (options->png != NULL && !(query_picture(inquiry, art, &picture, &err) &&
                                  save_picture(options->png, &picture, &err)))
        say_error(messages, options->png, &err);
    rgba_free(&picture);
    rgba_free(&searches[0].image);
    rgba_free(&searches[1].image);
}

/* Reports each sprite that the model does not have. */
static bool have_both(const struct model *model, const char *path, const char *const names[2],
                      struct messages *messages)
{
    struct error err;
    bool found = true;
    for (int i = 0; i < 2; i++)
        if (model_find(model, names[i]) == NO_INDEX)
            found = fail_no_sprite(model, names[i], &err) || say_error(messages, path, &err);
    return found;
}

void command_query(void *given, const struct arguments *arguments, struct messages *messages)
{
    struct query_options *const options = given;
    const char *const path = arguments->operands[0], **const names = options->inquiry.names;
    struct model model = {0};
    struct text bytes = {0};
    struct error err;
    hm_pack pack;
    names[0] = arguments->operands[1];
    names[1] = arguments->operands[2];
    if (!output_name_spares(path, options->png, "picture", &err) ||
        !written_check(options->png, WRITTEN_AS_AID, options->force, &err)) {
        say_error(messages, options->png, &err);
    } else if (options->art != NULL && !art_folder_check(options->art, &err)) {
        say_error(messages, options->art, &err);
    } else if (command_load(path, &model, messages) && have_both(&model, path, names, messages)) {
        if (options->art != NULL && !art_spares(options->art, &model, options->png, &err))
            say_error(messages, options->png, &err);
        else if (make_pack(&model, &bytes, &pack, &err) && ask(options, &pack, &err))
            show(options, path, &model, messages);
        else
            say_error(messages, path, &err);
    }
    text_free(&bytes);
    model_free(&model);
}
