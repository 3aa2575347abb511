/*
 * formats.c - all formats of atlases
 *
 * When two guesses accept a text, the first format reads it: stricter guesses come first.
 */
#include "atlas/atlas.h"

#include <stddef.h>

extern const struct atlas_format atlas_aseprite, atlas_texturepacker, atlas_phaser,
    atlas_crunch_json, atlas_tsj, atlas_tmj;
extern const struct atlas_format atlas_starling, atlas_crunch, atlas_libgdx, atlas_tsx, atlas_tmx;
/* In tools/atlas/packers: */
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
