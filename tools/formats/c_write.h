/*
 * c_write.h - a pack as C: its bytes as constant data, its names as enumerators
 *
 *     game.c   const uint64_t game_pack[]
 *     game.h   declares it; enum game_sprite, enum game_animation
 *
 * C99 and later, C++11 and later; nothing is included but <stdint.h>. Both files have the digest of
 * the pack's bytes, so that files of different bakes do not compile together, and objects compiled
 * with them do not link.
 */
#ifndef C_WRITE_H
#define C_WRITE_H

#include "base/sink.h"
#include "model/model.h"

/* The name of the header that goes with the file `output`: game.c -> game.h. */
void c_header_name(struct text *out, const char *output);

/* Can a file of that name be included? */
bool c_check_name(const char *output, struct error *err);

/* Writes a sorted model as the two files; `output` names the first. */
bool c_write(const struct model *model, const char *output, struct sink *code, struct sink *header,
             struct error *err);

#endif
