/*
 * formats.c - all formats of atlases, and the one that an unknown text resembles
 *
 * Each format has a list of paths that its files have. A text that has the first path of several
 * formats resembles the one of which it has the most paths.
 */
#include "atlas/formats.h"

#include "atlas/atlas_json.h"
#include "atlas/xml.h"
#include "base/json.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMEMAKER_TYPE = 40 };
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/* When two recognise a text, the first format reads it: stricter ones come first. */
extern const struct atlas_format atlas_aseprite, atlas_texturepacker, atlas_phaser,
    atlas_crunch_json, atlas_tsj, atlas_tmj;
extern const struct atlas_format atlas_starling, atlas_crunch, atlas_libgdx, atlas_tsx, atlas_tmx;
extern const struct atlas_format atlas_plist, atlas_unity, atlas_tres, atlas_spritesmith,
    atlas_egret, atlas_laya, atlas_dragonbones, atlas_ldtk, atlas_gamemaker;

const struct atlas_format *const atlas_formats[] = {
    &atlas_aseprite,    &atlas_gamemaker,     &atlas_laya,
    &atlas_egret,       &atlas_texturepacker, &atlas_phaser,
    &atlas_crunch_json, &atlas_dragonbones,   &atlas_ldtk,
    &atlas_tsj,         &atlas_tmj,           &atlas_spritesmith,
    &atlas_starling,    &atlas_crunch,        &atlas_plist,
    &atlas_tsx,         &atlas_tmx,           &atlas_unity,
    &atlas_tres,        &atlas_libgdx,        NULL,
};

/* ---- Files that belong to an atlas ---------------------------------------------------------- */

/* Both look for a word anywhere before they look for keys: large atlases have none of them. */
static bool is_spine(const char *text, size_t size)
{
    return strstr(text, "\"bones\"") != NULL &&
           (atlas_json_peek_container(text, size, "skeleton") ||
            (atlas_json_peek_container(text, size, "bones") &&
             atlas_json_peek_container(text, size, "slots")));
}

static bool is_dragonbones(const char *text, size_t size)
{
    return strstr(text, "\"armature\"") != NULL &&
           atlas_json_peek_container(text, size, "armature");
}

/* The type of a resource of GameMaker, such as "GMObject". False for other files. */
static bool find_resource_type(const char *text, size_t size, char out[GAMEMAKER_TYPE])
{
    static const char *const keys[] = {"resourceType", "modelName"}; /* since 2.3, and before */
    bool found = false;
    if (strstr(text, "\"GM") == NULL)
        return false;
    char *const copy = text_copy_n(text, size);
    atlas_json_remove_commas(copy, size);
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !found; i++) {
        const char *const value = atlas_json_peek(copy, size, keys[i]);
        found = value != NULL && strncmp(value, "\"GM", 3) == 0;
        if (found)
            snprintf(out, GAMEMAKER_TYPE, "%.*s", (int)strspn(value + 1, letters), value + 1);
    }
    free(copy);
    return found;
}

bool unknown_is_companion(const char *path, const char *text, size_t size, struct error *err)
{
    static const char skeleton[] = "_ske.json";
    char type[GAMEMAKER_TYPE], quoted[120];
    const char *const name = text_base_name(path);
    const size_t length = strlen(name), end = strlen(skeleton);
    if (is_spine(text, size)) {
        fail(err, "is a Spine skeleton: bake its .atlas");
        return true;
    }
    if (is_dragonbones(text, size)) {
        const bool is_named = length > end && strcmp(name + length - end, skeleton) == 0;
        text_quote(quoted, sizeof quoted, name);
        if (is_named) /* no byte of the ending is escaped */
            quoted[strlen(quoted) - end] = 0;
        fail(err, "is a skeleton of DragonBones: bake %s_tex.json", is_named ? quoted : "its ");
        return true;
    }
    if (!find_resource_type(text, size, type) || strcmp(type, "GMSprite") == 0)
        return false;
    fail(err, "is a %s of GameMaker and not a sprite: bake the .yy of a sprite", type);
    return true;
}

const struct atlas_format *atlas_recognise(const char *text, size_t size)
{
    struct text root = {0};
    const struct atlas_format *const *format = atlas_formats;
    /* A skeleton has what the atlases of others have, too. */
    if (is_spine(text, size) || is_dragonbones(text, size))
        return NULL;
    xml_find_root(text, size, &root);
    while (*format != NULL &&
           !((*format)->root == NULL ? (*format)->recognises(text, size)
                                     : root.length > 0 && strcmp(root.bytes, (*format)->root) == 0))
        format++;
    text_free(&root);
    return *format;
}

/* ---- JSON --------------------------------------------------------------------------------- */

enum { MOST_PATHS = 4 };

static const struct {
    const char *name;
    const char *paths[MOST_PATHS]; /* the first one is the sign */
} known[] = {
    {"TexturePacker JSON", {"frames", "frames/*/frame", "meta", "meta/image"}},
    {"Phaser's multiatlas", {"textures", "textures/*/image", "textures/*/frames"}},
    {"crunch JSON", {"textures", "textures/*/name", "textures/*/images"}},
    {"textures of DragonBones", {"imagePath", "SubTexture"}},
    {"a tileset of Tiled", {"tilewidth", "tileheight", "type"}},
};

/* False when there is no key. */
static bool put_keys(const char *text, size_t size, char out[UNKNOWN_TEXT])
{
    enum { MOST = 8 };
    struct error err;
    struct scan scan;
    size_t count = 0, used = 0;
    scan_begin(&scan, text, size, &err);
    scan_space(&scan);
    if (!scan_is_at(&scan, '{'))
        return false;
    scan.at++;
    used = (size_t)snprintf(out, UNKNOWN_TEXT, "an unknown kind of atlas: its keys are ");
    for (scan_space(&scan); scan_is_at(&scan, '"'); scan_space(&scan)) {
        const char *const begin = scan.at;
        char key[24], quoted[40];
        scan_value(&scan);
        snprintf(key, sizeof key, "%.*s", (int)(scan.at - begin - 2), begin + 1);
        if (count < MOST)
            used += (size_t)snprintf(out + used, UNKNOWN_TEXT - used, "%s\"%s\"",
                                     count > 0 ? ", " : "", text_quote(quoted, 24, key));
        count++;
        scan_space(&scan);
        scan.at++; /* the colon */
        scan_space(&scan);
        scan_value(&scan);
        scan_space(&scan);
        if (scan_is_at(&scan, ','))
            scan.at++;
    }
    if (count > MOST)
        snprintf(out + used, UNKNOWN_TEXT - used, " and %zu more", count - MOST);
    return count > 0;
}

bool unknown_json(const char *text, size_t size, char out[UNKNOWN_TEXT])
{
    struct error err;
    struct scan scan;
    /* The format of which the text has most paths, and a path that it misses. */
    const char *name = NULL, *path = NULL;
    int most = 0;
    scan_begin(&scan, text, size, &err);
    if (!scan_text(&scan))
        return false;
    if (atlas_json_peek(text, size, "textures/*/sprites") != NULL) {
        snprintf(out, UNKNOWN_TEXT,
                 "it is TexturePacker's .tpsheet for Godot, which hitmask does not read; export as "
                 "\"JSON (Hash)\" instead");
        return true;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *const *const paths = known[i].paths, *missing = NULL;
        int count = 0;
        for (int k = 0; k < MOST_PATHS && paths[k] != NULL; k++) {
            if (atlas_json_peek(text, size, paths[k]) != NULL)
                count++;
            else if (missing == NULL)
                missing = paths[k];
        }
        if (count > most && missing != NULL && missing != paths[0]) {
            name = known[i].name;
            path = missing;
            most = count;
        }
    }
    if (path == NULL)
        return put_keys(text, size, out);
    const char *const slash = strrchr(path, '/');
    const int used = snprintf(out, UNKNOWN_TEXT, "it resembles %s, but \"%s\" is missing", name,
                              slash != NULL ? slash + 1 : path);
    if (slash != NULL)
        snprintf(out + used, UNKNOWN_TEXT - (size_t)used, " in %s\"%.*s\"",
                 strchr(path, '*') != NULL ? "what comes first in " : "", (int)strcspn(path, "/"),
                 path);
    return true;
}

/* ---- Texts of any kind -------------------------------------------------------------------- */

static const char nothing[] =
    "is not a picture, a hitmask JSON document or an atlas that hitmask knows";

/* Endings of atlases, and of files that belong to one. */
static const char *const endings[] = {".json",  ".xml",  ".atlas", ".tsx",  ".tsj",
                                      ".plist", ".tres", ".tscn",  ".tmx",  ".tmj",
                                      ".meta",  ".ldtk", ".yy",    ".tpset"};

/* Endings of formats that hitmask does not read. */
static const struct {
    const char *ending, *wrong;
} foreign[] = {
    {".tpsheet",
     "is TexturePacker's .tpsheet for Unity, which hitmask does not read; export as "
     "\"JSON (Hash)\" instead"},
    {".skel", "is a Spine skeleton: bake its .atlas"},
    {".bin",
     "is a .bin file, and hitmask does not read the .bin of crunch; let crunch write JSON "
     "(--json) instead"},
};

static bool fail_xml(const char *text, size_t size, struct error *err)
{
    struct text root = {0};
    char quoted[80];
    xml_find_root(text, size, &root);
    if (xml_parse(text, size, NULL, NULL, NULL, NULL, err))
        fail_at(err, 1, 1, "an unknown kind of atlas: its root is <%s>",
                text_quote(quoted, sizeof quoted, root.bytes));
    text_free(&root);
    return false;
}

/* NULL: no atlas has such a name. */
static const char *wrong_with(const char *path)
{
    const char *const dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++)
        if (text_same_in_any_case(dot, endings[i]))
            return nothing;
    for (size_t i = 0; dot != NULL && i < sizeof foreign / sizeof *foreign; i++)
        if (text_same_in_any_case(dot, foreign[i].ending))
            return foreign[i].wrong;
    return NULL;
}

bool unknown_fail(const char *path, const char *text, size_t size, struct error *err)
{
    const char *const wrong = wrong_with(path);
    if (wrong == NULL)
        return fail(err, "%s", size == 0 ? "is empty" : nothing);
    const size_t bom = text_bom(text, size);
    size_t at = bom, line = 1, column = 1;
    while (at < size && text[at] != '\0' && strchr(" \t\r\n", text[at]) != NULL)
        at++;
    scan_advance_place(text + bom, text + at, &line, &column);
    if (at == size)
        return fail_at(err, 1, 1,
                       size == 0 ? "is empty" : "is empty: there is only white space in it");
    if (size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0))
        return fail_at(err, 1, 1, "is UTF-16; please save it as UTF-8");
    if (text[at] == '<')
        return fail_xml(text, size, err);
    if (text[at] == '/' && at + 1 < size && (text[at + 1] == '/' || text[at + 1] == '*'))
        return fail_at(err, line, column, "begins with a comment; JSON has none, so remove it");
    return fail_at(err, line, column, "%s", wrong);
}
