/*
 * minimal.c - the shortest program that opens a pack and asks
 *
 *     hitmask bake samples/sprites -o samples.hmk
 *     minimal samples.hmk
 */
#include <hitmask.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static unsigned char bytes[1 << 20];
    FILE *const file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL)
        fclose(file);

    hm_pack pack;
    const hm_result result = hm_pack_open(&pack, bytes, size);
    if (result != HM_OK) {
        fprintf(stderr, "usage: minimal PACK (%s)\n", hm_result_text(result));
        return EXIT_FAILURE;
    }

    hm_sprite person, enemy;
    hm_point hit;
    if (!hm_pack_find(&pack, "person.png", &person) || !hm_pack_find(&pack, "enemy.png", &enemy))
        return EXIT_FAILURE;
    if (hm_overlap_first(&person, &enemy, 20, 10, &hit))
        printf("The enemy touches the person at (%d, %d), with %d pixels.\n", (int)hit.x,
               (int)hit.y, (int)hm_overlap_area(&person, &enemy, 20, 10));
    if (!hm_overlap(&person, &enemy, 30, 10))
        printf("A few steps to the right it does not, though their boxes still meet.\n");
    return EXIT_SUCCESS;
}
