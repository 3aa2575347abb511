/*
 * sprite_xml.h - the <sprite> of TexturePacker's generic XML, which also stands in <TextureAtlas>
 *
 *     <TextureAtlas imagePath="game.png" width="256" height="128">
 *         <sprite n="hero" x="2" y="2" w="30" h="16" pX="0.5" pY="0.5" oX="3" oY="1" oW="20"
 * oH="32" r="y"/>
 *
 * A turn is clockwise. w and h are those on the page; free-tex-packer writes upright ones, and is
 * known by the scale in its <TextureAtlas>. oX and oY are there when the sprite was trimmed. A
 * pivot is a part of the untrimmed size.
 */
#ifndef SPRITE_XML_H
#define SPRITE_XML_H

#include "atlas/atlas.h"
#include "atlas/xml.h"

/* Adds the frame of an element to the last page. True when fractions of pixels were left out. */
bool sprite_xml_read(struct atlas *atlas, const struct atlas_log *log,
                     const struct xml_element *element, bool upright_sizes);

#endif
