/*
 * packer_formats.c - what packers write: field order, numbers as strings and all
 */

#include "support/cmocka_all.h"

#include "support/packer.h"
#include "support/packer_file.h"
#include "support/packer_writers.h"

#include <string.h>

static bool is_trimmed(const struct packed_sprite *sprite)
{
    return sprite->width != sprite->image.width || sprite->height != sprite->image.height;
}

/* Stands for every page. */
enum { ALL_PAGES = PACKER_PAGES };

static bool is_on(const struct packed_sprite *sprite, unsigned page)
{
    return page == ALL_PAGES || sprite->page == page;
}

/* The separator between one and the next. */
static const char *comma(bool *first)
{
    const char *const text = *first ? "" : ",";
    *first = false;
    return text;
}

/* ---- TexturePacker's JSON and its relatives --------------------------------------------- */

static void put_members(FILE *file, const struct packed_sprite *sprite)
{
    fprintf(file,
            "\t\"frame\": {\"x\":%u,\"y\":%u,\"w\":%u,\"h\":%u},\n"
            "\t\"rotated\": %s,\n\t\"trimmed\": %s,\n"
            "\t\"spriteSourceSize\": {\"x\":%u,\"y\":%u,\"w\":%u,\"h\":%u},\n"
            "\t\"sourceSize\": {\"w\":%u,\"h\":%u}",
            sprite->x, sprite->y, sprite->width, sprite->height, truth(sprite->turned),
            truth(is_trimmed(sprite)), sprite->left, sprite->top, sprite->width, sprite->height,
            sprite->image.width, sprite->image.height);
}

static void put_part(FILE *file, const char *key, const struct packed_sprite *sprite)
{
    fprintf(file, ",\n\t\"%s\": {\"x\":%g,\"y\":%g}", key, sprite->quarters[0] / 4.0,
            sprite->quarters[1] / 4.0);
}

static void put_hash(FILE *file, const struct pack *pack, const char *pivot)
{
    bool first = true;
    fprintf(file, "{\"frames\": {\r\n\n");
    for (unsigned i = 0; i < pack->count; i++) {
        fprintf(file, "%s\"%s\":\n{\n", comma(&first), pack->sprites[i].name);
        put_members(file, &pack->sprites[i]);
        put_part(file, pivot, &pack->sprites[i]);
        fprintf(file, "\n}");
    }
    fprintf(file, "},\n");
}

static void put_array(FILE *file, const struct pack *pack, unsigned page, const char *pivot)
{
    bool first = true;
    fprintf(file, "\"frames\": [\n\n");
    for (unsigned i = 0; i < pack->count; i++) {
        if (!is_on(&pack->sprites[i], page))
            continue;
        fprintf(file, "%s\n{\n\t\"filename\": \"%s\",\n", comma(&first), pack->sprites[i].name);
        put_members(file, &pack->sprites[i]);
        put_part(file, pivot, &pack->sprites[i]);
        fprintf(file, "\n}");
    }
    fprintf(file, "]");
}

static void put_meta(FILE *file, unsigned page, const char *more)
{
    fprintf(file,
            "\"meta\": {\n\t\"app\": \"https://www.codeandweb.com/texturepacker\",\n"
            "\t\"version\": \"1.1\",\n\t\"image\": \"page%u.png\",\n\t\"format\": \"RGBA8888\",\n"
            "\t\"size\": {\"w\":%d,\"h\":%d},\n\t\"scale\": \"1\",\n%s"
            "\t\"smartupdate\": \"$TexturePacker:SmartUpdate:0:0$\"\n}\n}\n",
            page, PAGE_WIDTH, PAGE_HEIGHT, more);
}

static void write_hash(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    put_hash(file, pack, "pivot");
    put_meta(file, 0, "");
    packer_end(file);
}

static void write_pixi(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    put_hash(file, pack, "anchor");
    fprintf(file, "\"animations\": {\n\t\"walk\": [\"walk1.png\",\"walk2.png\"]\n},\n");
    put_meta(file, 0, "");
    packer_end(file);
}

static void write_array(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file, "\xef\xbb\xbf{");
    put_array(file, pack, ALL_PAGES, "pivot");
    fprintf(file, ",\n");
    put_meta(file, 0, "");
    packer_end(file);
}

/* Each file names all the others, so that they go round in circles. */
static void write_multipack(const struct pack *pack, const char *path)
{
    for (unsigned page = 0; page < pack->page_count; page++) {
        char name[40], related[300] = "\t\"related_multi_packs\": [";
        snprintf(name, sizeof name, page == 0 ? "%s" : "pack-%.0s%u.json", path, page);
        for (unsigned other = 0; other < pack->page_count; other++) {
            char quoted[60];
            snprintf(quoted, sizeof quoted, "%s\"pack-%u.json\"", other > 0 ? ", " : "", other);
            strcat(related, quoted);
        }
        strcat(related, "],\n");
        FILE *const file = packer_begin(name);
        fprintf(file, "{");
        put_array(file, pack, page, "pivot");
        fprintf(file, ",\n");
        put_meta(file, page, related);
        packer_end(file);
    }
}

static void write_phaser(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file, "{\n\t\"textures\": [");
    for (unsigned page = 0; page < pack->page_count; page++) {
        fprintf(file,
                "%s\n{\"image\": \"page%u.png\", \"format\": \"RGBA8888\", "
                "\"size\": {\"w\": %d, \"h\": %d}, \"scale\": 1, ",
                page > 0 ? "," : "", page, PAGE_WIDTH, PAGE_HEIGHT);
        put_array(file, pack, page, "pivot");
        fprintf(file, "}");
    }
    fprintf(file,
            "],\n\t\"meta\": {\"app\": \"https://www.codeandweb.com/texturepacker\", "
            "\"version\": \"3.0\"}\n}\n");
    packer_end(file);
}

/* ---- Aseprite ----------------------------------------------------------------------------- */

static void put_ase_members(FILE *file, const struct pack *pack, const struct packed_sprite *sprite)
{
    const uint32_t inner = pack->rules.inner;
    fprintf(file,
            "    \"frame\": { \"x\": %u, \"y\": %u, \"w\": %u, \"h\": %u },\n"
            "    \"rotated\": false,\n    \"trimmed\": %s,\n"
            "    \"spriteSourceSize\": { \"x\": %u, \"y\": %u, \"w\": %u, \"h\": %u },\n"
            "    \"sourceSize\": { \"w\": %u, \"h\": %u },\n    \"duration\": 100\n   }",
            sprite->x - inner, sprite->y - inner, sprite->width + 2 * inner,
            sprite->height + 2 * inner, truth(is_trimmed(sprite)), sprite->left, sprite->top,
            sprite->width, sprite->height, sprite->image.width, sprite->image.height);
}

static void put_ase_meta(FILE *file)
{
    fprintf(file,
            " \"meta\": {\n  \"app\": \"https://www.aseprite.org/\",\n  \"version\": "
            "\"1.3.2-x64\",\n  \"image\": \"page0.png\",\n  \"format\": \"RGBA8888\",\n"
            "  \"size\": { \"w\": %d, \"h\": %d },\n  \"scale\": \"1\",\n"
            "  \"frameTags\": [\n  ],\n  \"slices\": [\n  ]\n }\n}\n",
            PAGE_WIDTH, PAGE_HEIGHT);
}

static void write_ase_hash(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    bool first = true;
    fprintf(file, "{ \"frames\": {\n");
    for (unsigned i = 0; i < pack->count; i++) {
        fprintf(file, "%s   \"%s\": {\n", comma(&first), pack->sprites[i].name);
        put_ase_members(file, pack, &pack->sprites[i]);
    }
    fprintf(file, "\n },\n");
    put_ase_meta(file);
    packer_end(file);
}

static void write_ase_array(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    bool first = true;
    fprintf(file, "{ \"frames\": [\n");
    for (unsigned i = 0; i < pack->count; i++) {
        fprintf(file, "%s   {\n    \"filename\": \"%s\",\n", comma(&first), pack->sprites[i].name);
        put_ase_members(file, pack, &pack->sprites[i]);
    }
    fprintf(file, "\n ],\n");
    put_ase_meta(file);
    packer_end(file);
}

/* ---- crunch ------------------------------------------------------------------------------- */

static void write_crunch_json(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file, "{\n\t\"textures\":[\n");
    for (unsigned page = 0; page < pack->page_count; page++) {
        bool first = true;
        fprintf(file, "%s\t\t{\n\t\t\t\"name\":\"page%u\",\n\t\t\t\"images\":[\n",
                page > 0 ? ",\n" : "", page);
        for (unsigned i = 0; i < pack->count; i++) {
            const struct packed_sprite *const sprite = &pack->sprites[i];
            if (!is_on(sprite, page))
                continue;
            fprintf(file,
                    "%s\t\t\t\t{ \"n\":\"%s\", \"x\":%u, \"y\":%u, \"w\":%u, \"h\":%u, "
                    "\"fx\":%d, \"fy\":%d, \"fw\":%u, \"fh\":%u, \"r\":%s }\n",
                    comma(&first), sprite->name, sprite->x, sprite->y, sprite->width,
                    sprite->height, -(int)sprite->left, -(int)sprite->top, sprite->image.width,
                    sprite->image.height, truth(sprite->turned));
        }
        fprintf(file, "\t\t\t]\n\t\t}");
    }
    fprintf(file, "\n\t]\n}\n");
    packer_end(file);
}

static void write_crunch_xml(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file, "<atlas>\n");
    for (unsigned page = 0; page < pack->page_count; page++) {
        fprintf(file, "\t<tex n=\"page%u\">\n", page);
        for (unsigned i = 0; i < pack->count; i++) {
            const struct packed_sprite *const sprite = &pack->sprites[i];
            if (is_on(sprite, page))
                fprintf(file,
                        "\t\t<img n=\"%s\" x=\"%u\" y=\"%u\" w=\"%u\" h=\"%u\" fx=\"%d\" "
                        "fy=\"%d\" fw=\"%u\" fh=\"%u\" r=\"%d\" />\n",
                        sprite->name, sprite->x, sprite->y, sprite->width, sprite->height,
                        -(int)sprite->left, -(int)sprite->top, sprite->image.width,
                        sprite->image.height, sprite->turned);
        }
        fprintf(file, "\t</tex>\n");
    }
    fprintf(file, "</atlas>\n");
    packer_end(file);
}

/* ---- Starling ----------------------------------------------------------------------------- */

/* Sizes are those on the page, pivots pixels. */
static void write_starling(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n"
            "<!-- Created with TexturePacker -->\r\n"
            "<TextureAtlas imagePath=\"page0.png\" width=\"%d\" height=\"%d\">\r\n",
            PAGE_WIDTH, PAGE_HEIGHT);
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        fprintf(file, "    <SubTexture name=\"%s\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"",
                sprite->name, sprite->x, sprite->y, sprite->turned ? sprite->height : sprite->width,
                sprite->turned ? sprite->width : sprite->height);
        if (sprite->turned)
            fprintf(file, " rotated=\"true\"");
        if (is_trimmed(sprite))
            fprintf(file, " frameX=\"%d\" frameY=\"%d\" frameWidth=\"%u\" frameHeight=\"%u\"",
                    -(int)sprite->left, -(int)sprite->top, sprite->image.width,
                    sprite->image.height);
        fprintf(file, " pivotX=\"%g\" pivotY=\"%g\"/>\r\n",
                sprite->quarters[0] * sprite->image.width / 4.0,
                sprite->quarters[1] * sprite->image.height / 4.0);
    }
    fprintf(file, "</TextureAtlas>\r\n");
    packer_end(file);
}

/* ---- libGDX ------------------------------------------------------------------------------- */

static uint32_t bottom_of(const struct packed_sprite *sprite)
{
    return sprite->image.height - sprite->top - sprite->height;
}

static void write_libgdx_legacy(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    for (unsigned page = 0; page < pack->page_count; page++) {
        fprintf(file,
                "\npage%u.png\nsize: %d,%d\nformat: RGBA8888\nfilter: Nearest,Nearest\n"
                "repeat: none\n",
                page, PAGE_WIDTH, PAGE_HEIGHT);
        for (unsigned i = 0; i < pack->count; i++) {
            const struct packed_sprite *const sprite = &pack->sprites[i];
            if (is_on(sprite, page))
                fprintf(file,
                        "%s\n  rotate: %s\n  xy: %u, %u\n  size: %u, %u\n  orig: %u, %u\n"
                        "  offset: %u, %u\n  index: -1\n",
                        sprite->name, truth(sprite->turned), sprite->x, sprite->y, sprite->width,
                        sprite->height, sprite->image.width, sprite->image.height, sprite->left,
                        bottom_of(sprite));
        }
    }
    packer_end(file);
}

static void write_libgdx(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    for (unsigned page = 0; page < pack->page_count; page++) {
        fprintf(file, "%spage%u.png\r\nsize:%d,%d\r\nrepeat:none\r\n", page > 0 ? "\r\n" : "", page,
                PAGE_WIDTH, PAGE_HEIGHT);
        for (unsigned i = 0; i < pack->count; i++) {
            const struct packed_sprite *const sprite = &pack->sprites[i];
            if (!is_on(sprite, page))
                continue;
            fprintf(file, "%s\r\nbounds:%u,%u,%u,%u\r\n", sprite->name, sprite->x, sprite->y,
                    sprite->width, sprite->height);
            if (is_trimmed(sprite))
                fprintf(file, "offsets:%u,%u,%u,%u\r\n", sprite->left, bottom_of(sprite),
                        sprite->image.width, sprite->image.height);
            if (sprite->turned)
                fprintf(file, "rotate:90\r\n");
        }
    }
    packer_end(file);
}

/* ---- Tiled -------------------------------------------------------------------------------- */

static void write_tsx_grid(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    const struct packed_sprite *const cell = &pack->sprites[0];
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tileset version=\"1.10\" "
            "tiledversion=\"1.10.2\" name=\"tiles\" tilewidth=\"%u\" tileheight=\"%u\" "
            "spacing=\"%u\" margin=\"%u\" tilecount=\"%u\" columns=\"%u\">\n"
            " <image source=\"page0.png\" width=\"%u\" height=\"%u\"/>\n</tileset>\n",
            cell->width, cell->height, pack->rules.padding, pack->rules.margin, pack->count,
            pack->rules.columns, pack->pages[0].width, pack->pages[0].height);
    packer_end(file);
}

static void write_tsj_grid(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    const struct packed_sprite *const cell = &pack->sprites[0];
    fprintf(file,
            "{ \"columns\":%u,\n \"image\":\"page0.png\",\n \"imageheight\":%u,\n "
            "\"imagewidth\":%u,\n \"margin\":%u,\n \"name\":\"tiles\",\n \"spacing\":%u,\n "
            "\"tilecount\":%u,\n \"tiledversion\":\"1.10.2\",\n \"tileheight\":%u,\n "
            "\"tilewidth\":%u,\n \"type\":\"tileset\",\n \"version\":\"1.10\"\n}",
            pack->rules.columns, pack->pages[0].height, pack->pages[0].width, pack->rules.margin,
            pack->rules.padding, pack->count, cell->height, cell->width);
    packer_end(file);
}

static void write_tsx_images(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tileset version=\"1.10\" name=\"parts\" "
            "tilewidth=\"90\" tileheight=\"80\" tilecount=\"%u\" columns=\"0\">\n"
            " <grid orientation=\"orthogonal\" width=\"1\" height=\"1\"/>\n",
            pack->count);
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        fprintf(file,
                " <tile id=\"%u\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\">\n"
                "  <image width=\"%d\" height=\"%d\" source=\"page%u.png\"/>\n </tile>\n",
                i, sprite->x, sprite->y, sprite->width, sprite->height, PAGE_WIDTH, PAGE_HEIGHT,
                sprite->page);
    }
    fprintf(file, "</tileset>\n");
    packer_end(file);
}

static void write_tsj_images(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    bool first = true;
    fprintf(file,
            "{ \"columns\":0,\n \"grid\":{\"height\":1,\"orientation\":\"orthogonal\",\"width\":1},"
            "\n \"margin\":0,\n \"name\":\"parts\",\n \"spacing\":0,\n \"tilecount\":%u,\n"
            " \"tileheight\":80,\n \"tilewidth\":90,\n \"tiles\":[",
            pack->count);
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        fprintf(file,
                "%s\n {\"id\":%u, \"image\":\"page%u.png\", \"imageheight\":%d, "
                "\"imagewidth\":%d, \"x\":%u, \"y\":%u, \"width\":%u, \"height\":%u}",
                comma(&first), i, sprite->page, PAGE_HEIGHT, PAGE_WIDTH, sprite->x, sprite->y,
                sprite->width, sprite->height);
    }
    fprintf(file, "],\n \"type\":\"tileset\",\n \"version\":\"1.10\"\n}\n");
    packer_end(file);
}

/* ---- All ---------------------------------------------------------------------------------- */

const struct packer_format packer_formats[] = {
    {.name = "TexturePacker, hash",
     .file = "hash.json",
     .turn = TURN_CLOCKWISE,
     .trims = true,
     .has_pivots = true,
     .write = write_hash},
    {.name = "TexturePacker, array",
     .file = "array.json",
     .turn = TURN_CLOCKWISE,
     .trims = true,
     .has_pivots = true,
     .write = write_array},
    {.name = "TexturePacker, multipack",
     .file = "pack-0.json",
     .turn = TURN_CLOCKWISE,
     .trims = true,
     .has_pivots = true,
     .has_pages = true,
     .write = write_multipack},
    {.name = "Pixi",
     .file = "pixi.json",
     .turn = TURN_CLOCKWISE,
     .trims = true,
     .has_pivots = true,
     .write = write_pixi},
    {.name = "Phaser 3 multiatlas",
     .file = "phaser.json",
     .turn = TURN_CLOCKWISE,
     .trims = true,
     .has_pivots = true,
     .has_pages = true,
     .write = write_phaser},
    {.name = "Aseprite, hash",
     .file = "hero.json",
     .trims = true,
     .inner = true,
     .write = write_ase_hash},
    {.name = "Aseprite, array",
     .file = "hero.json",
     .trims = true,
     .inner = true,
     .write = write_ase_array},
    {.name = "crunch JSON",
     .file = "crunch.json",
     .turn = TURN_CLOCKWISE,
     .trims = true,
     .has_pages = true,
     .write = write_crunch_json},
    {.name = "crunch XML",
     .file = "crunch.xml",
     .turn = TURN_CLOCKWISE,
     .trims = true,
     .has_pages = true,
     .write = write_crunch_xml},
    {.name = "Starling",
     .file = "starling.xml",
     .turn = TURN_CLOCKWISE,
     .trims = true,
     .has_pivots = true,
     .write = write_starling},
    {.name = "cocos2d, format 0", .file = "game.plist", .trims = true, .write = write_plist_0},
    {.name = "cocos2d, format 2",
     .file = "game.plist",
     .turn = TURN_CLOCKWISE,
     .trims = true,
     .write = write_plist_2},
    {.name = "cocos2d, format 3",
     .file = "game.plist",
     .turn = TURN_CLOCKWISE,
     .trims = true,
     .has_pivots = true,
     .write = write_plist_3},
    {.name = "TexturePacker, generic XML",
     .file = "game.xml",
     .turn = TURN_CLOCKWISE,
     .trims = true,
     .has_pivots = true,
     .write = write_tp_xml},
    {.name = "spritesmith", .file = "smith.json", .write = write_spritesmith},
    {.name = "Egret", .file = "egret.json", .trims = true, .write = write_egret},
    {.name = "LayaBox",
     .file = "laya.atlas",
     .trims = true,
     .has_pages = true,
     .write = write_laya},
    {.name = "DragonBones", .file = "dragon_tex.json", .trims = true, .write = write_dragonbones},
#ifdef HITMASK_LIBYAML
    {.name = "Unity", .file = "page0.png.meta", .has_pivots = true, .write = write_unity},
#endif
    {.name = "libGDX, legacy",
     .file = "game.atlas",
     .turn = TURN_COUNTER_CLOCKWISE,
     .trims = true,
     .has_pages = true,
     .write = write_libgdx_legacy},
    {.name = "libGDX",
     .file = "game.atlas",
     .turn = TURN_COUNTER_CLOCKWISE,
     .trims = true,
     .has_pages = true,
     .write = write_libgdx},
    {.name = "Tiled, XML, a grid",
     .file = "tiles.tsx",
     .is_grid = true,
     .cell = "tiles.tsx#%u",
     .write = write_tsx_grid},
    {.name = "Tiled, JSON, a grid",
     .file = "tiles.tsj",
     .is_grid = true,
     .cell = "tiles.tsj#%u",
     .write = write_tsj_grid},
    {.name = "Tiled, XML, images",
     .file = "parts.tsx",
     .has_pages = true,
     .cell = "parts.tsx#%u",
     .write = write_tsx_images},
    {.name = "Tiled, JSON, images",
     .file = "parts.tsj",
     .has_pages = true,
     .cell = "parts.tsj#%u",
     .write = write_tsj_images},
    {.name = "a plain grid", .file = "page0.png", .is_grid = true, .cell = "page0.png#%u"},
    {0},
};
