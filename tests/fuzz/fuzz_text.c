/*
 * fuzz_text.c - the small readers of text: globs, shards, numbers, colours, names, base64
 *
 * The input is two strings, apart by a line's end.
 */
#include "base/glob.h"
#include "base/text.h"
#include "fuzz.h"
#include "plan/bake_options.h"
#include "plan/naming.h"

#include <stdlib.h>
#include <string.h>

static bool has_control(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            return true;
    return false;
}

static void try_names(const char *name)
{
    char shown[40], cut[40];
    uint8_t color[3];
    uint64_t number;
    struct shard shard;
    char atlas_path[] = "art/ui/atlas.json";
    const struct input atlas = {.path = atlas_path, .name = "ui/atlas.json"};
    struct arena arena = {0};
    naming_source(&arena, &atlas, name);
    REQUIRE(!has_control(text_quote(shown, sizeof shown, name)));
    REQUIRE(strlen(text_quote(cut, 8, name)) < 8);
    text_shorten(cut, sizeof cut, shown, 12);
    REQUIRE(text_width(cut) <= 12);
    if (strlen(name) == 6)
        text_to_color(name, color);
    if (text_to_number(name, 10, 99, &number))
        REQUIRE(number >= 10 && number <= 99);
    if (shard_read(name, &shard))
        REQUIRE(shard.index >= 1 && shard.index <= shard.count);
    arena_free(&arena);
}

/* True if it is in just one of all parts. */
static void must_have_a_shard(const char *name)
{
    enum { PARTS = 5 };
    int parts = 0;
    for (uint32_t i = 1; i <= PARTS; i++)
        parts += shard_has(&(struct shard){i, PARTS}, name);
    REQUIRE(parts == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const a = fuzz_string(data, size);
    char *const end = strchr(a, '\n');
    const char *const b = end != NULL ? end + 1 : "";
    struct error err;
    if (end != NULL)
        *end = '\0';
    glob_check(a, &err);
    glob_match(a, b);
    REQUIRE(text_distance(a, b) == text_distance(b, a));
    REQUIRE(text_distance(a, a) == 0 || strlen(a) > 63);
    try_names(a);
    must_have_a_shard(b);
    free(a);
    return 0;
}
