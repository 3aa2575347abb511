/*
 * oracle.c - each question is asked of each pixel
 */
#include "runtime/oracle.h"

#include <stdlib.h>
#include <string.h>

int oracle_tries(int count)
{
    return getenv("HITMASK_FEWER_PAIRS") != NULL ? (count + 7) / 8 : count;
}

uint32_t oracle_random(uint64_t *state, uint32_t end)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *state;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) % end);
}

int32_t random_between(uint64_t *state, int32_t low, int32_t high)
{
    return low + (int32_t)oracle_random(state, (uint32_t)(high - low) + 1);
}

int32_t random_near(uint64_t *state, int32_t size)
{
    return random_between(state, -size - 2, 2 * size + 1);
}

int32_t random_anywhere(uint64_t *state)
{
    const uint32_t bits = oracle_random(state, 32);
    const uint32_t value = oracle_random(state, UINT32_MAX);
    return (int32_t)(value >> 31 ? ~(value >> bits) : value >> bits);
}

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

void subject_init(struct subject *subject, int32_t width, int32_t height)
{
    memset(subject, 0, sizeof *subject);
    subject->width = width;
    subject->height = height;
    subject->pixels = must(calloc((size_t)width * (size_t)height + 1, 1));
}

void subject_free(struct subject *subject)
{
    free(subject->pixels);
    free(subject->buffer);
    memset(subject, 0, sizeof *subject);
}

void subject_bake(struct subject *subject)
{
    const size_t stride = ((size_t)subject->width + 7) / 8;
    const size_t size = hm_sprite_buffer_size(subject->width, subject->height);
    uint8_t *const bits = must(calloc(stride * (size_t)subject->height + 1, 1));
    for (int32_t y = 0; y < subject->height; y++)
        for (int32_t x = 0; x < subject->width; x++)
            if (subject->pixels[y * subject->width + x])
                bits[(size_t)y * stride + (size_t)x / 8] |= (uint8_t)(1 << x % 8);
    free(subject->buffer);
    subject->buffer = must(malloc(size));
    if (!hm_sprite_from_bits(bits, stride, subject->width, subject->height, subject->buffer, size,
                             &subject->sprite))
        abort();
    free(bits);
}

void subject_draw(struct subject *subject, const char *const *rows, int32_t height)
{
    const int32_t width = (int32_t)strlen(rows[0]);
    subject_init(subject, width, height);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            subject->pixels[y * width + x] = rows[y][x] == '#';
    subject_bake(subject);
}

void subject_from_number(struct subject *subject, int32_t width, int32_t height, uint32_t bits)
{
    subject_init(subject, width, height);
    for (int32_t i = 0; i < width * height; i++)
        subject->pixels[i] = bits >> i & 1;
    subject_bake(subject);
}

/* ---- Scribbles ---------------------------------------------------------------------------- */

static void disc(struct subject *s, uint64_t *state)
{
    const int32_t cx = (int32_t)oracle_random(state, (uint32_t)s->width);
    const int32_t cy = (int32_t)oracle_random(state, (uint32_t)s->height);
    const int32_t r = 1 + (int32_t)oracle_random(state, (uint32_t)(s->width + s->height) / 3 + 1);
    for (int32_t y = 0; y < s->height; y++)
        for (int32_t x = 0; x < s->width; x++)
            if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
                s->pixels[y * s->width + x] = 1;
}

static void line(struct subject *s, uint64_t *state)
{
    const uint32_t w = (uint32_t)s->width, h = (uint32_t)s->height;
    const int32_t x0 = (int32_t)oracle_random(state, w), x1 = (int32_t)oracle_random(state, w);
    const int32_t y0 = (int32_t)oracle_random(state, h), y1 = (int32_t)oracle_random(state, h);
    const int32_t steps = 1 + abs(x1 - x0) + abs(y1 - y0);
    for (int32_t i = 0; i <= steps; i++)
        s->pixels[(y0 + (y1 - y0) * i / steps) * s->width + x0 + (x1 - x0) * i / steps] = 1;
}

static void noise(struct subject *s, uint64_t *state, uint32_t one_in)
{
    for (int32_t i = 0; i < s->width * s->height; i++)
        if (oracle_random(state, one_in) == 0)
            s->pixels[i] = 1;
}

static void hollow(struct subject *s)
{
    struct subject whole;
    subject_copy(s, &whole);
    for (int32_t y = 0; y < s->height; y++)
        for (int32_t x = 0; x < s->width; x++)
            if (oracle_solid(&whole, x - 1, y) && oracle_solid(&whole, x + 1, y) &&
                oracle_solid(&whole, x, y - 1) && oracle_solid(&whole, x, y + 1))
                s->pixels[y * s->width + x] = 0;
    subject_free(&whole);
}

/* Mostly small, now and then up to the most that is allowed. */
static int32_t side(uint64_t *state, int32_t most)
{
    const uint32_t choice = oracle_random(state, 4);
    const int32_t end = choice == 0 ? 8 : choice == 1 ? 70 : most;
    return 1 + (int32_t)oracle_random(state, (uint32_t)(end < most ? end : most));
}

void subject_scribble(struct subject *subject, uint64_t *state, int32_t side_max)
{
    /* One after the other: arguments are evaluated in any order. */
    const int32_t width = side(state, side_max), height = side(state, side_max);
    subject_init(subject, width, height);
    switch (oracle_random(state, 8)) {
    case 0:
        break;
    case 1:
        memset(subject->pixels, 1, (size_t)(subject->width * subject->height));
        break;
    case 2:
        noise(subject, state, 2);
        break;
    case 3:
        noise(subject, state, 40);
        break;
    case 4:
        line(subject, state);
        break;
    case 5:
        disc(subject, state);
        hollow(subject);
        break;
    default:
        disc(subject, state);
        disc(subject, state);
        break;
    }
    subject_bake(subject);
}

void subject_scatter(struct subject *subject, uint64_t *state, int32_t width, int32_t height)
{
    subject_init(subject, width, height);
    for (uint32_t count = 1 + oracle_random(state, 12); count > 0; count--) {
        const int32_t side = 1 + (int32_t)oracle_random(state, 40);
        const int32_t left = (int32_t)oracle_random(state, (uint32_t)(width - side));
        const int32_t top = (int32_t)oracle_random(state, (uint32_t)(height - side));
        for (int32_t y = top; y < top + side; y++)
            memset(subject->pixels + (size_t)y * (size_t)width + left, 1, (size_t)side);
    }
    subject->pixels[0] = 1;
    subject->pixels[(size_t)width * (size_t)height - 1] = 1;
    subject_bake(subject);
}

/* Tries pixels at random; if few are solid, takes the next solid one. */
hm_point subject_solid(const struct subject *subject, uint64_t *state)
{
    const uint32_t size = (uint32_t)subject->width * (uint32_t)subject->height;
    uint32_t at = oracle_random(state, size);
    for (int tries = 0; tries < 40 && !subject->pixels[at]; tries++)
        at = oracle_random(state, size);
    while (!subject->pixels[at])
        at = at + 1 < size ? at + 1 : 0;
    return (hm_point){(int32_t)at % subject->width, (int32_t)at / subject->width};
}

void subject_copy(const struct subject *subject, struct subject *out)
{
    subject_init(out, subject->width, subject->height);
    memcpy(out->pixels, subject->pixels, (size_t)subject->width * (size_t)subject->height);
}

void subject_mirror(const struct subject *subject, bool horizontal, bool vertical,
                    struct subject *out)
{
    const int32_t width = subject->width, height = subject->height;
    subject_init(out, width, height);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            out->pixels[y * width + x] = subject->pixels[(vertical ? height - 1 - y : y) * width +
                                                         (horizontal ? width - 1 - x : x)];
    subject_bake(out);
}

void scribbles_visit(uint64_t seed, uint32_t count, int32_t side_max, subject_visit *visit)
{
    for (uint32_t i = 0; i < count; i++) {
        struct subject subject;
        subject_scribble(&subject, &seed, side_max);
        visit(&subject);
        subject_free(&subject);
    }
}

void scribbled_pairs_visit(uint64_t seed, uint32_t count, int32_t a_max, int32_t b_max,
                           subjects_visit *visit)
{
    for (uint32_t i = 0; i < count; i++) {
        struct subject a, b;
        subject_scribble(&a, &seed, a_max);
        subject_scribble(&b, &seed, b_max);
        visit(&a, &b, &seed);
        subject_free(&a);
        subject_free(&b);
    }
}

/* ---- Answers ------------------------------------------------------------------------------ */

bool oracle_solid(const struct subject *subject, int64_t x, int64_t y)
{
    return x >= 0 && x < subject->width && y >= 0 && y < subject->height &&
           subject->pixels[y * subject->width + x] != 0;
}

bool oracle_overlap(const struct subject *a, const struct subject *b, int64_t dx, int64_t dy,
                    hm_point *hit, uint64_t *area)
{
    uint64_t count = 0;
    for (int32_t y = 0; y < a->height; y++) {
        for (int32_t x = 0; x < a->width; x++) {
            if (!oracle_solid(a, x, y) || !oracle_solid(b, x - dx, y - dy))
                continue;
            if (count++ == 0 && hit != NULL)
                *hit = (hm_point){x, y};
        }
    }
    if (area != NULL)
        *area = count;
    return count > 0;
}
