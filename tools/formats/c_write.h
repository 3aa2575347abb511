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

#include "base/memory.h"
#include "base/sink.h"
#include "model/model.h"

/* The name of the header that goes with the file `output`: game.c -> game.h. */
void c_header_name(struct text *out, const char *output);

/* Fails if no #include can name such a file. */
bool c_check_name(const char *output, struct error *err);

/* Writes a sorted model as the two files; `output` names the first. */
void c_write(const struct model *model, const char *output, struct sink *code, struct sink *header);

/* Writes the names of a sorted model as string constants; `output` names the header. They do not
 * depend on the rank of a name, which changes with every bake.
 *
 *     #define NAMES_SPRITE_HERO_PNG "hero.png"
 */
void c_write_names(const struct model *model, const char *output, struct sink *sink);

/* ---- Names as identifiers ----------------------------------------------------------------- */

/*     hero/run-1.png -> HERO_RUN_1_PNG
 *
 * Letters and digits stay; other ASCII becomes one underscore between words; any other character
 * becomes U and its code in hex. There is no underscore at either end and never two in a row, so
 * that C++ takes the identifiers too. They may begin with a digit: a prefix goes before. */

/* Adds the words of `name`, of which `length` bytes count; nothing when it has none. */
void c_name_add(struct text *out, const char *name, size_t length, bool upper);

/* Gives each name an identifier in upper case, no two alike, in the arena. The first of several
 * names with the same words keeps them as they are. The others are numbered from 2 on, without
 * numbers that would make them equal to another name. */
void c_name_all(const char *const *names, size_t count, struct arena *arena, const char **out);

/* The prefix of the names in game.c: "game", unless no identifier can begin with that, or names of
 * the library begin with it. */
const char *c_prefix(struct arena *arena, const char *output, bool upper);

/* ---- Names as text ------------------------------------------------------------------------ */

/* Writes a string literal. Bytes beyond ASCII are written by their numbers, so that no compiler
 * needs to know their encoding. */
void c_put_string(struct sink *sink, const char *string);

/* Writes a name into a comment, where it can neither end nor begin one, nor be a trigraph. */
void c_put_in_comment(struct sink *sink, const char *name);

#endif
