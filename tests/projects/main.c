/*
 * main.c - the game of these projects: says which sprites it has, one a line
 *
 * From the pack that it is given, or with EMBEDDED from the one in it, which then must have the
 * sprites hook.png and dot.png.
 */
#include <hitmask.h>

#include <stdio.h>

#if defined(EMBEDDED)
#include "game.h"
#endif

static int list(const void *bytes, size_t size)
{
    hm_pack pack;
    hm_sprite sprite;
    if (hm_pack_open(&pack, bytes, size) != HM_OK)
        return 1;
    for (uint32_t i = 0; hm_pack_sprite(&pack, i, &sprite); i++)
        puts(hm_sprite_name(&sprite));
#if defined(EMBEDDED)
    hm_sprite hook, dot;
    return !hm_pack_sprite(&pack, GAME_SPRITE_HOOK_PNG, &hook) ||
           !hm_pack_sprite(&pack, GAME_SPRITE_DOT_PNG, &dot) || !hm_overlap(&hook, &dot, 0, 2);
#else
    return 0;
#endif
}

int main(int argc, char **argv)
{
#if defined(EMBEDDED)
    (void)argc, (void)argv;
    return list(game_pack, GAME_PACK_SIZE);
#else
    static unsigned char bytes[1 << 16];
    FILE *const file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL)
        fclose(file);
    return list(bytes, size);
#endif
}
