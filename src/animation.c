/*
 * animation.c - animations of a pack: found, and the frame at a time
 *
 * An animation is a run of frame records. A view of one knows how long they last together, so
 * that asking for the frame at a time is a remainder and one walk, whatever the time.
 */
#include "records.h"

_Static_assert(sizeof(hm_animation) == 64, "hm_animation has the same size everywhere");

static const uint8_t *frame_of(const hm_animation *animation, uint32_t index)
{
    return animation->frames + (size_t)index * animation->frame_stride;
}

static uint32_t duration_of(const hm_animation *animation, uint32_t index)
{
    return get_u32(frame_of(animation, index) + FRAME_DURATION);
}

/* ---- Look-up ------------------------------------------------------------------------------- */

uint32_t hm_pack_animation_count(const hm_pack *pack)
{
    return pack->animations.count;
}

bool hm_pack_animation(const hm_pack *pack, uint32_t index, hm_animation *out)
{
    memset(out, 0, sizeof *out);
    if (index >= pack->animations.count)
        return false;
    const struct animation_record record = read_animation(pack, index);
    out->name = (const char *)pack->strings + record.name;
    out->frame_count = record.count;
    out->frame_stride = pack->frames.stride;
    if (record.count == 0)
        return true;
    out->frames = frame_at(pack, record.first);
    for (uint32_t i = 0; i < record.count; i++)
        out->duration += duration_of(out, i);
    return true;
}

bool hm_pack_find_animation_n(const hm_pack *pack, const char *name, size_t length,
                              hm_animation *out)
{
    return hm_pack_animation(pack, hm_find_name(pack, &pack->animations, name, length), out);
}

bool hm_pack_find_animation(const hm_pack *pack, const char *name, hm_animation *out)
{
    return hm_pack_find_animation_n(pack, name, hm_name_length(pack, name), out);
}

bool hm_pack_frame(const hm_pack *pack, const hm_animation *animation, uint32_t index,
                   hm_sprite *out)
{
    const bool there = index < animation->frame_count;
    return hm_pack_sprite(
        pack, there ? get_u32(frame_of(animation, index) + FRAME_SPRITE) : NO_INDEX, out);
}

/* ---- What an animation tells --------------------------------------------------------------- */

const char *hm_animation_name(const hm_animation *animation)
{
    return animation->name != NULL ? animation->name : "";
}

uint32_t hm_animation_frame_count(const hm_animation *animation)
{
    return animation->frame_count;
}

uint64_t hm_animation_duration(const hm_animation *animation)
{
    return animation->duration;
}

uint32_t hm_animation_frame_duration(const hm_animation *animation, uint32_t index)
{
    return index < animation->frame_count ? duration_of(animation, index) : 0;
}

/* ---- The frame at a time ------------------------------------------------------------------- */

/* The time in a single showing from the first frame to the last, at which the same frame is shown.
 * On the way back, which leaves out both ends, time runs backwards from the start of the last
 * frame. */
static uint64_t fold_ping_pong(const hm_animation *animation, uint64_t time)
{
    const uint64_t once = animation->duration;
    const uint64_t last = duration_of(animation, animation->frame_count - 1);
    const uint64_t back = once - last - duration_of(animation, 0);
    const uint64_t period = once + back;
    /* A period of 2^64 and more is longer than any time. That of a single frame is 0, and any time
     * shows it. */
    if (period >= once)
        time %= period;
    return time < once ? time : once - last - 1 - (time - once);
}

uint32_t hm_animation_at(const hm_animation *animation, uint64_t time, hm_play play)
{
    const uint32_t end = animation->frame_count;
    if (end == 0)
        return 0;
    if (play == HM_PLAY_ONCE && time >= animation->duration)
        return end - 1;
    if (animation->duration == 0)
        return 0;
    time = play == HM_PLAY_PING_PONG ? fold_ping_pong(animation, time) : time % animation->duration;
    uint32_t i = 0;
    for (uint32_t shown; i < end - 1 && time >= (shown = duration_of(animation, i)); i++)
        time -= shown;
    return i;
}
