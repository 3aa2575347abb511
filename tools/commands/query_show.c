/*
 * query_show.c - answers as text and JSON
 */
#include "commands/show.h"

#include "base/json.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* ---- Text --------------------------------------------------------------------------------- */

static void put_name(const struct inquiry *inquiry, int which, struct sink *sink)
{
    const bool *const flips = inquiry->flips[which];
    char name[256];
    sink_put_string(sink, text_quote(name, sizeof name, inquiry->names[which]));
    if (flips[0] || flips[1])
        sink_put_format(sink, " (flipped%s%s)", flips[0] ? " horizontally" : "",
                        flips[1] ? flips[0] ? " and vertically" : " vertically" : "");
}

static void put_verdict(const struct inquiry *inquiry, struct sink *sink)
{
    const struct question *const q = &inquiry->question;
    put_name(inquiry, 0, sink);
    sink_put_string(sink, inquiry->answer.touch ? " touches " : " does not touch ");
    put_name(inquiry, 1, sink);
    sink_put_format(sink, " at %" PRId32 ",%" PRId32, q->x, q->y);
    if (inquiry->rotate != NULL)
        sink_put_format(sink, ", turned by %s", inquiry->rotate);
    if (inquiry->scale != NULL)
        sink_put_format(sink, ", scaled by %s", inquiry->scale);
    sink_put_string(sink, "\n");
}

static void put_ways_out(const struct answer *answer, struct sink *sink)
{
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

static void put_move(const struct question *q, const struct answer *answer, struct sink *sink)
{
    const hm_sweep_result *const sweep = &answer->sweep;
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

void query_put_text(const struct inquiry *inquiry, struct sink *sink)
{
    const struct answer *const answer = &inquiry->answer;
    put_verdict(inquiry, sink);
    if (answer->touch) {
        sink_put_format(sink, "  first contact  %" PRId32 ",%" PRId32 "\n", answer->first.x,
                        answer->first.y);
        sink_put_format(sink, "  area           %" PRIu64 "\n", answer->area);
        if (!inquiry->question.turned)
            put_ways_out(answer, sink);
    }
    if (inquiry->question.moving)
        put_move(&inquiry->question, answer, sink);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static void put_json_sprite(const struct inquiry *inquiry, int which, struct sink *sink)
{
    const bool *const flips = inquiry->flips[which];
    sink_put_format(sink, "  \"%c\": { \"name\": ", "ab"[which]);
    json_put_string(sink, inquiry->names[which]);
    sink_put_format(sink, ", \"flip\": \"%s%s\" },\n", flips[0] ? "h" : "", flips[1] ? "v" : "");
}

static void put_json_contact(const struct answer *answer, bool turned, struct sink *sink)
{
    sink_put_format(sink, "  \"touch\": %s", answer->touch ? "true" : "false");
    if (answer->touch)
        sink_put_format(sink, ",\n  \"first\": [%" PRId32 ", %" PRId32 "]", answer->first.x,
                        answer->first.y);
    sink_put_format(sink, ",\n  \"area\": %" PRIu64, answer->area);
    if (!answer->touch || turned)
        return;
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

static void put_json_move(const struct question *q, const struct answer *answer, struct sink *sink)
{
    const hm_sweep_result *const sweep = &answer->sweep;
    sink_put_format(sink,
                    ",\n  \"sweep\": { \"to\": [%" PRId32 ", %" PRId32
                    "], \"contact\": %s"
                    ", \"moved\": [%" PRId32 ", %" PRId32 "], \"step\": %" PRIu64,
                    q->move_x, q->move_y, answer->stopped ? "true" : "false", sweep->moved.x,
                    sweep->moved.y, sweep->step);
    if (answer->stopped)
        sink_put_format(
            sink, ", \"first\": [%" PRId32 ", %" PRId32 "], \"normal\": [%" PRId64 ", %" PRId64 "]",
            sweep->hit.x, sweep->hit.y, sweep->normal_x, sweep->normal_y);
    sink_put_string(sink, " }");
}

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

void query_put_json(const struct inquiry *inquiry, struct sink *sink)
{
    const struct question *const q = &inquiry->question;
    sink_put_string(sink, "{\n");
    put_json_sprite(inquiry, 0, sink);
    put_json_sprite(inquiry, 1, sink);
    sink_put_format(sink, "  \"at\": [%" PRId32 ", %" PRId32 "],\n", q->x, q->y);
    put_json_number("rotate", inquiry->rotate, sink);
    put_json_number("scale", inquiry->scale, sink);
    put_json_contact(&inquiry->answer, q->turned, sink);
    if (q->moving)
        put_json_move(q, &inquiry->answer, sink);
    sink_put_string(sink, "\n}\n");
}
