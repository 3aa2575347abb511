/*
 * packer_writers.c - what engines and editors write
 */

#include "support/cmocka_all.h"

#include "support/packer_file.h"
#include "support/packer_writers.h"

#include <string.h>

/* ---- cocos2d ------------------------------------------------------------------------------ */

#define PLIST                                                                                      \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple Computer//DTD " \
    "PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"                        \
    "<plist version=\"1.0\">\n<dict>\n<key>frames</key>\n<dict>\n"

/* Half pixels are written as they are. */
static double offset_x(const struct packed_sprite *sprite)
{
    return sprite->left + sprite->width / 2.0 - sprite->image.width / 2.0;
}

static double offset_y(const struct packed_sprite *sprite)
{
    return sprite->image.height / 2.0 - (sprite->top + sprite->height / 2.0);
}

static void end_plist(FILE *file, int format)
{
    fprintf(file,
            "</dict>\n<key>metadata</key>\n<dict>\n<key>format</key>\n<integer>%d</integer>\n"
            "<key>size</key>\n<string>{%d,%d}</string>\n"
            "<key>textureFileName</key>\n<string>page0.png</string>\n</dict>\n</dict>\n</plist>\n",
            format, PAGE_WIDTH, PAGE_HEIGHT);
    packer_end(file);
}

void write_plist_2(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file, PLIST);
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        fprintf(file,
                "<key>%s</key>\n<dict>\n<key>frame</key>\n<string>{{%u,%u},{%u,%u}}</string>\n"
                "<key>offset</key>\n<string>{%g,%g}</string>\n<key>rotated</key>\n<%s/>\n"
                "<key>sourceColorRect</key>\n<string>{{%u,%u},{%u,%u}}</string>\n"
                "<key>sourceSize</key>\n<string>{%u,%u}</string>\n</dict>\n",
                sprite->name, sprite->x, sprite->y, sprite->width, sprite->height, offset_x(sprite),
                offset_y(sprite), truth(sprite->turned), sprite->left, sprite->top, sprite->width,
                sprite->height, sprite->image.width, sprite->image.height);
    }
    end_plist(file, 2);
}

void write_plist_3(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file, PLIST);
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        fprintf(file,
                "<key>%s</key>\n<dict>\n<key>aliases</key>\n<array/>\n"
                "<key>anchor</key>\n<string>{%g,%g}</string>\n"
                "<key>spriteOffset</key>\n<string>{%g,%g}</string>\n"
                "<key>spriteSize</key>\n<string>{%u,%u}</string>\n"
                "<key>spriteSourceSize</key>\n<string>{%u,%u}</string>\n"
                "<key>textureRect</key>\n<string>{{%u,%u},{%u,%u}}</string>\n"
                "<key>textureRotated</key>\n<%s/>\n</dict>\n",
                sprite->name, sprite->quarters[0] / 4.0, 1 - sprite->quarters[1] / 4.0,
                offset_x(sprite), offset_y(sprite), sprite->width, sprite->height,
                sprite->image.width, sprite->image.height, sprite->x, sprite->y, sprite->width,
                sprite->height, truth(sprite->turned));
    }
    end_plist(file, 3);
}

void write_plist_0(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file, PLIST);
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        fprintf(
            file,
            "<key>%s</key>\n<dict>\n<key>x</key>\n<integer>%u</integer>\n"
            "<key>y</key>\n<integer>%u</integer>\n<key>width</key>\n<integer>%u</integer>\n"
            "<key>height</key>\n<integer>%u</integer>\n<key>offsetX</key>\n<real>%g</real>\n"
            "<key>offsetY</key>\n<real>%g</real>\n<key>originalWidth</key>\n"
            "<integer>%u</integer>\n<key>originalHeight</key>\n<integer>%u</integer>\n</dict>\n",
            sprite->name, sprite->x, sprite->y, sprite->width, sprite->height, offset_x(sprite),
            offset_y(sprite), sprite->image.width, sprite->image.height);
    }
    end_plist(file, 0);
}

/* ---- Unity -------------------------------------------------------------------------------- */

/* y goes up, and an anchor in a corner or at an edge has a number. */
void write_unity(const struct pack *pack, const char *path)
{
    static const int alignments[3][3] = {{1, 4, 6}, {2, 0, 7}, {3, 5, 8}};
    FILE *const file = packer_begin(path);
    fprintf(file,
            "fileFormatVersion: 2\nguid: 0123456789abcdef0123456789abcdef\nTextureImporter:\n"
            "  internalIDToNameTable: []\n  externalObjects: {}\n  serializedVersion: 12\n"
            "  spriteMode: 2\n  alignment: 0\n  spritePivot: {x: 0.5, y: 0.5}\n"
            "  spriteSheet:\n    serializedVersion: 2\n    sprites:\n");
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        const uint32_t *const quarters = sprite->quarters;
        const bool halves =
            quarters[0] % 2 == 0 && quarters[1] % 2 == 0 && quarters[0] <= 4 && quarters[1] <= 4;
        fprintf(file,
                "    - serializedVersion: 2\n      name: %s\n      rect:\n"
                "        serializedVersion: 2\n        x: %u\n        y: %u\n        width: %u\n"
                "        height: %u\n      alignment: %d\n      pivot: {x: %g, y: %g}\n"
                "      border: {x: 0, y: 0, z: 0, w: 0}\n      outline: []\n"
                "      physicsShape:\n      - - {x: -2, y: 1.5}\n        - {x: 2, y: -1.5}\n"
                "      bones: []\n      spriteID: 0\n",
                sprite->name, sprite->x, PAGE_HEIGHT - sprite->y - sprite->height, sprite->width,
                sprite->height, halves ? alignments[quarters[0] / 2][quarters[1] / 2] : 9,
                halves ? 0.1 : quarters[0] / 4.0, halves ? 0.1 : 1 - quarters[1] / 4.0);
    }
    fprintf(file, "    outline: []\n  spritePackingTag: \n  userData: \n");
    packer_end(file);
}

/* ---- TexturePacker ------------------------------------------------------------------------ */

void write_tp_xml(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Created with TexturePacker -->\n"
            "<!--Format:\nn  => name of the sprite\nr => 'y' only set if sprite is rotated\n-->\n"
            "<TextureAtlas imagePath=\"page0.png\" width=\"%d\" height=\"%d\">\n",
            PAGE_WIDTH, PAGE_HEIGHT);
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        fprintf(file,
                "    <sprite n=\"%s\" x=\"%u\" y=\"%u\" w=\"%u\" h=\"%u\" pX=\"%g\" pY=\"%g\"",
                sprite->name, sprite->x, sprite->y, sprite->turned ? sprite->height : sprite->width,
                sprite->turned ? sprite->width : sprite->height, sprite->quarters[0] / 4.0,
                sprite->quarters[1] / 4.0);
        if (pack->rules.trims)
            fprintf(file, " oX=\"%u\" oY=\"%u\" oW=\"%u\" oH=\"%u\"", sprite->left, sprite->top,
                    sprite->image.width, sprite->image.height);
        fprintf(file, "%s/>\n", sprite->turned ? " r=\"y\"" : "");
    }
    fprintf(file, "</TextureAtlas>\n");
    packer_end(file);
}

/* ---- Engines of the web ------------------------------------------------------------------- */

void write_spritesmith(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        fprintf(file,
                "%s\n    \"%s\": { \"x\": %u, \"y\": %u, \"width\": %u, \"height\": %u, \"image\": "
                "\"page0.png\", \"total_width\": %d, \"total_height\": %d, \"px\": { \"x\": "
                "\"%upx\" } }",
                i > 0 ? "," : "{", sprite->name, sprite->x, sprite->y, sprite->width,
                sprite->height, PAGE_WIDTH, PAGE_HEIGHT, sprite->x);
    }
    fprintf(file, "\n}");
    packer_end(file);
}

void write_egret(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file, "{\"file\":\"page0.png\",\"frames\":");
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        fprintf(file,
                "%s\n\"%s\":{\"x\":%u,\"y\":%u,\"w\":%u,\"h\":%u,\"offX\":%u,\"offY\":%u,"
                "\"sourceW\":%u,\"sourceH\":%u}",
                i > 0 ? "," : "{", sprite->name, sprite->x, sprite->y, sprite->width,
                sprite->height, sprite->left, sprite->top, sprite->image.width,
                sprite->image.height);
    }
    fprintf(file, "}}");
    packer_end(file);
}

void write_laya(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file, "{\"frames\":");
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        fprintf(file,
                "%s\"%s\":{\"frame\":{\"h\":%u,\"idx\":%u,\"w\":%u,\"x\":%u,\"y\":%u},"
                "\"sourceSize\":{\"h\":%u,\"w\":%u},\"spriteSourceSize\":{\"x\":%u,\"y\":%u}}",
                i > 0 ? "," : "{", sprite->name, sprite->height, sprite->page, sprite->width,
                sprite->x, sprite->y, sprite->image.height, sprite->image.width, sprite->left,
                sprite->top);
    }
    fprintf(file, "},\"meta\":{\"image\":\"");
    for (unsigned page = 0; page < pack->page_count; page++)
        fprintf(file, "%spage%u.png", page > 0 ? "," : "", page);
    fprintf(file, "\",\"prefix\":\"\"}}");
    packer_end(file);
}

void write_dragonbones(const struct pack *pack, const char *path)
{
    FILE *const file = packer_begin(path);
    fprintf(file,
            "{\"width\":%d,\"imagePath\":\"page0.png\",\"height\":%d,\"name\":\"dragon\","
            "\"SubTexture\":[",
            PAGE_WIDTH, PAGE_HEIGHT);
    for (unsigned i = 0; i < pack->count; i++) {
        const struct packed_sprite *const sprite = &pack->sprites[i];
        const bool trimmed =
            sprite->width != sprite->image.width || sprite->height != sprite->image.height;
        fprintf(file, "%s{\"width\":%u,\"y\":%u,\"height\":%u,\"name\":\"%s\",\"x\":%u",
                i > 0 ? "," : "", sprite->width, sprite->y, sprite->height, sprite->name,
                sprite->x);
        if (trimmed)
            fprintf(file, ",\"frameX\":%d,\"frameY\":%d,\"frameWidth\":%u,\"frameHeight\":%u",
                    -(int)sprite->left, -(int)sprite->top, sprite->image.width,
                    sprite->image.height);
        fprintf(file, "}");
    }
    fprintf(file, "]}");
    packer_end(file);
}
