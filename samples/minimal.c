/*
 * minimal.c - opens a pack and asks whether two of its sprites touch
 *
 *     hitmask bake samples/sprites -o samples.hmk
 *     minimal samples.hmk
 */
#include <hitmask.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    static unsigned char bytes[16 << 20]; /* room for most packs; they stay here while in use */
    FILE *const file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    hm_pack pack;
    hm_sprite person, enemy;
    hm_point hit;
    const hm_result result = hm_pack_open(&pack, bytes, size);
    if (result != HM_OK || !hm_pack_find(&pack, "person.png", &person) ||
        !hm_pack_find(&pack, "enemy.png", &enemy)) {
        fprintf(stderr, "usage: minimal PACK, baked from samples/sprites (%s)\n",
                file == NULL ? "there is no such file" : hm_result_text(result));
        return 1;
    }
    if (hm_overlap_first(&person, &enemy, 20, 10, &hit))
        printf("The enemy touches the person at (%d, %d), with %d pixels.\n", (int)hit.x,
               (int)hit.y, (int)hm_overlap_area(&person, &enemy, 20, 10));
    return 0;
}
