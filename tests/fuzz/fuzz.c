/*
 * fuzz.c - what fuzz targets stand on
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In memory where there is such a folder, and without a name, so that nothing is left behind. */
static int open_nameless(void)
{
    char path[] = "/dev/shm/fuzz.XXXXXX", other[] = "/tmp/fuzz.XXXXXX";
    char *const name = access("/dev/shm", W_OK) == 0 ? path : other;
    const int fd = mkstemp(name);
    REQUIRE(fd >= 0);
    unlink(name);
    return fd;
}

const char *fuzz_file(const uint8_t *data, size_t size)
{
    static char path[32];
    static int fd = -1;
    if (fd < 0) {
        fd = open_nameless();
        snprintf(path, sizeof path, "/dev/fd/%d", fd);
    }
    REQUIRE(ftruncate(fd, 0) == 0);
    REQUIRE(size == 0 || pwrite(fd, data, size, 0) == (ssize_t)size);
    REQUIRE(lseek(fd, 0, SEEK_SET) == 0);
    return path;
}

char *fuzz_string(const uint8_t *data, size_t size)
{
    char *const string = malloc(size + 1);
    REQUIRE(string != NULL);
    if (size > 0)
        memcpy(string, data, size);
    string[size] = '\0';
    return string;
}

uint8_t dice_byte(struct dice *dice)
{
    if (dice->left == 0)
        return 0;
    dice->left--;
    return *dice->next++;
}

uint32_t dice_number(struct dice *dice)
{
    uint32_t number = 0;
    for (int i = 0; i < 4; i++)
        number = number << 8 | dice_byte(dice);
    return number;
}

uint32_t dice_below(struct dice *dice, uint32_t end)
{
    return (uint32_t)((uint64_t)dice_number(dice) * end >> 32);
}
