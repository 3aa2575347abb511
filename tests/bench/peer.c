/*
 * peer.c - finds pygame's module and the Python that it needs, and tries what it exports
 *
 * The module resolves against libpython and libm, which it does not name itself: they are
 * loaded first, with their symbols open to all. No interpreter is started.
 */
#include "peer.h"

#include "bench.h"

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char *const module_folders[] = {
    "/usr/lib/python3/dist-packages/pygame",
    "/usr/local/lib/python3/dist-packages/pygame",
};

static const struct {
    size_t offset;
    const char *name;
} symbols[] = {
    {offsetof(struct peer, create), "bitmask_create"},
    {offsetof(struct peer, free), "bitmask_free"},
    {offsetof(struct peer, count), "bitmask_count"},
    {offsetof(struct peer, overlap), "bitmask_overlap"},
    {offsetof(struct peer, overlap_pos), "bitmask_overlap_pos"},
    {offsetof(struct peer, overlap_area), "bitmask_overlap_area"},
    {offsetof(struct peer, draw), "bitmask_draw"},
    {offsetof(struct peer, erase), "bitmask_erase"},
};

enum {
    MODULE_FOLDERS = sizeof module_folders / sizeof *module_folders,
    SYMBOLS = sizeof symbols / sizeof *symbols,
};

/* mask.cpython-311-x86_64-linux-gnu.so, or another Python's. */
static bool is_module(const char *name)
{
    const size_t length = strlen(name);
    return strncmp(name, "mask.cpython-3", 14) == 0 && strcmp(name + length - 3, ".so") == 0;
}

static bool find_in_folder(const char *folder, char path[PATH_MAX])
{
    DIR *const entries = opendir(folder);
    const struct dirent *entry;
    bool found = false;
    if (entries == NULL)
        return false;
    while (!found && (entry = readdir(entries)) != NULL) {
        found = is_module(entry->d_name);
        if (found)
            snprintf(path, PATH_MAX, "%s/%s", folder, entry->d_name);
    }
    closedir(entries);
    return found;
}

static bool find_module(char path[PATH_MAX])
{
    for (size_t i = 0; i < MODULE_FOLDERS; i++)
        if (find_in_folder(module_folders[i], path))
            return true;
    return false;
}

/* The module's own name tells its Python: cpython-311 is 3.11. */
static bool load_python(const char *module)
{
    const char *const tag = strstr(module, "cpython-3");
    char library[64];
    unsigned minor;
    if (tag == NULL || sscanf(tag, "cpython-3%u", &minor) != 1)
        return false;
    snprintf(library, sizeof library, "libpython3.%u.so.1.0", minor);
    return dlopen(library, RTLD_LAZY | RTLD_GLOBAL) != NULL;
}

static bool load_symbols(void *module, struct peer *peer)
{
    for (size_t i = 0; i < SYMBOLS; i++) {
        void *const symbol = dlsym(module, symbols[i].name);
        if (symbol == NULL)
            return false;
        memcpy((char *)peer + symbols[i].offset, &symbol, sizeof symbol);
    }
    return true;
}

/* Two pixels in the second stripe of one mask, one pixel of another: everything about them
 * is known. */
static bool answers_as_expected(const struct peer *peer)
{
    struct bitmap two, one;
    if (!bitmap_init(&two, 70, 3) || !bitmap_init(&one, 5, 5))
        die("out of memory");
    bitmap_set(&two, 66, 2);
    bitmap_set(&two, 69, 1);
    bitmap_set(&one, 4, 3);
    struct peer_mask *const a = peer_mask_from(peer, &two);
    struct peer_mask *const b = peer_mask_from(peer, &one);
    int x = -1, y = -1;
    bool right = a->w == 70 && a->h == 3 && peer->count(a) == 2 && peer->count(b) == 1 &&
                 peer->overlap(a, b, 62, -1) != 0 && peer->overlap(a, b, 62, 0) == 0 &&
                 peer->overlap_pos(a, b, 65, -2, &x, &y) != 0 && x == 69 && y == 1 &&
                 peer->overlap_area(a, b, 65, -2) == 1 && peer->overlap_area(a, a, 0, 0) == 2;
    peer->draw(a, b, 62, -1);
    right = right && peer->count(a) == 2;
    peer->draw(a, b, 0, -1);
    right = right && peer->count(a) == 3 && a->bits[2] == 1 << 4;
    peer->erase(a, b, 65, -2);
    right = right && peer->count(a) == 2;
    peer->free(a);
    peer->free(b);
    bitmap_free(&two);
    bitmap_free(&one);
    return right;
}

/* Returns what stands in the way, or NULL. */
static const char *load(struct peer *peer)
{
    char path[PATH_MAX];
    if (!find_module(path))
        return "pygame is not installed (Debian: python3-pygame)";
    if (!load_python(path))
        return "the libpython that pygame needs was not found";
    if (dlopen("libm.so.6", RTLD_LAZY | RTLD_GLOBAL) == NULL)
        return "libm.so.6 was not found";
    void *const module = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (module == NULL)
        return "pygame's mask module does not load";
    if (!load_symbols(module, peer))
        return "pygame's mask module does not export its masks";
    if (!answers_as_expected(peer))
        return "pygame's masks are not laid out as expected";
    return NULL;
}

const struct peer *peer_load(const char **why)
{
    static struct peer peer;
    static const char *problem = "";
    if (problem != NULL && *problem == 0)
        problem = load(&peer);
    *why = problem;
    return problem == NULL ? &peer : NULL;
}

struct peer_mask *peer_mask_from(const struct peer *peer, const struct bitmap *bitmap)
{
    struct peer_mask *const mask = peer->create((int)bitmap->width, (int)bitmap->height);
    if (mask == NULL)
        die("out of memory");
    for (uint32_t y = 0; y < bitmap->height; y++)
        for (uint32_t x = 0; x < bitmap->width; x++)
            if (bitmap_get(bitmap, x, y))
                mask->bits[(size_t)(x / 64) * bitmap->height + y] |= 1UL << (x % 64);
    return mask;
}
