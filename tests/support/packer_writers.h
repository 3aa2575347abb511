/*
 * packer_writers.h - what engines and editors write: writers for packer_formats.c
 */
#ifndef PACKER_WRITERS_H
#define PACKER_WRITERS_H

#include "support/packer.h"

void write_plist_0(const struct pack *pack, const char *path);
void write_plist_2(const struct pack *pack, const char *path);
void write_plist_3(const struct pack *pack, const char *path);
void write_tp_xml(const struct pack *pack, const char *path);
void write_spritesmith(const struct pack *pack, const char *path);
void write_egret(const struct pack *pack, const char *path);
void write_laya(const struct pack *pack, const char *path);
void write_dragonbones(const struct pack *pack, const char *path);
void write_unity(const struct pack *pack, const char *path);

#endif
