/*
 * c_write.c - a pack as C: its bytes as constant data, its names as enumerators or strings
 *
 * Bytes are written in words of 64 bits: a compiler reads an eighth as many numbers, and aligns
 * them. It would read strings even faster, but C99 does not promise strings of that length.
 */
#include "formats/c_write.h"

#include "base/text.h"
#include "format.h"
#include "formats/pack.h"
#include "system/fingerprint.h"
#include "utf8.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGEST_TEXT = 33, WORDS_A_LINE = 4 };

/* One enumeration: of sprites or of animations. */
struct c_enum {
    const char *type, *kind;
    size_t count;
    const char **names, **identifiers;
};

struct c_file {
    struct arena arena;
    const char *output, *header; /* names of files, without folders */
    const char *lower, *upper;   /* what variables and types begin with; macros and enumerators */
    struct text pack;
    struct c_enum sprites, animations;
    char digest[DIGEST_TEXT];
};

/* ---- Identifiers -------------------------------------------------------------------------- */

void c_name_add(struct text *out, const char *name, size_t length, bool upper)
{
    const size_t start = out->length;
    bool inside = false; /* a word that goes on with a letter or digit */
    for (size_t i = 0; i < length;) {
        const unsigned char c = (unsigned char)name[i];
        const bool kept = isalnum(c) != 0;
        uint32_t code = 0;
        const unsigned step = utf8_decode((const uint8_t *)name + i, length - i, &code);
        char piece[16] = "";
        if (kept)
            piece[0] = (char)(upper ? toupper(c) : c);
        else if (step > 1)
            snprintf(piece, sizeof piece, "U%04X", (unsigned)code);
        if (*piece != '\0' && out->length > start && !(kept && inside))
            text_add_string(out, "_");
        text_add_string(out, piece);
        inside = kept;
        i += step > 0 ? step : 1;
    }
}

struct c_words {
    const char *words;
    size_t index; /* of the name */
};

static int compare_words(const void *a, const void *b)
{
    const struct c_words *const left = a, *const right = b;
    const int order = strcmp(left->words, right->words);
    return order != 0 ? order : (left->index > right->index) - (left->index < right->index);
}

static int compare_key(const void *key, const void *item)
{
    return strcmp(key, ((const struct c_words *)item)->words);
}

void c_name_all(const char *const *names, size_t count, struct arena *arena, const char **out)
{
    struct c_words *const sorted = memory_new(count, sizeof *sorted);
    struct text words = {0};
    uint32_t number = 2;
    for (size_t i = 0; i < count; i++) {
        words.length = 0;
        c_name_add(&words, names[i], strlen(names[i]), true);
        out[i] = words.length > 0 ? arena_text_n(arena, words.bytes, words.length) : "UNNAMED";
        sorted[i] = (struct c_words){out[i], i};
    }
    qsort(sorted, count, sizeof *sorted, compare_words);
    for (size_t i = 1; i < count; i++) {
        const char *const same = sorted[i].words;
        if (strcmp(same, sorted[i - 1].words) != 0) {
            number = 2;
            continue;
        }
        /* No other numbered name can be the same: the words before the last underscore would be
         * the same too. */
        const char *numbered;
        do
            numbered = arena_format(arena, "%s_%u", same, (unsigned)number++);
        while (bsearch(numbered, sorted, count, sizeof *sorted, compare_key) != NULL);
        out[sorted[i].index] = numbered;
    }
    text_free(&words);
    free(sorted);
}

/* ---- Names of files ----------------------------------------------------------------------- */

void c_header_name(struct text *out, const char *output)
{
    text_add_stem(out, output);
    text_add_string(out, ".h");
}

bool c_check_name(const char *output, struct error *err)
{
    for (const char *c = text_base_name(output); *c != '\0'; c++)
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ' || strncmp(c, "??", 2) == 0)
            return fail_usage(
                err,
                "the name of a C file must not have a quote, a backslash, a control character or "
                "?? (a trigraph), because no #include can name such a file");
    return true;
}

const char *c_prefix(struct arena *arena, const char *output, bool upper)
{
    struct text stem = {0}, word = {0}, prefix = {0};
    text_add_stem(&stem, output);
    c_name_add(&word, stem.bytes != NULL ? stem.bytes : "", stem.length, false);
    const char *const name = word.length > 0 ? word.bytes : "";
    if (*name == '\0' || isdigit((unsigned char)*name) || strcmp(name, "hm") == 0) {
        text_add_string(&prefix, upper ? "PACK" : "pack");
        if (*name != '\0')
            text_add_string(&prefix, "_");
    }
    c_name_add(&prefix, name, word.length, upper);
    const char *const copy = arena_text(arena, prefix.bytes);
    text_free(&stem);
    text_free(&word);
    text_free(&prefix);
    return copy;
}

void c_put_in_comment(struct sink *sink, const char *name)
{
    char quoted[200];
    text_quote(quoted, sizeof quoted, name);
    for (const char *c = quoted; *c != '\0'; c++) {
        if (*c == '*' || *c == '?')
            sink_put_format(sink, "\\x%02X", (unsigned)*c);
        else
            sink_put(sink, c, 1);
    }
}

/* ---- The header --------------------------------------------------------------------------- */

/* C has no enum without enumerators. */
static void put_enum(struct sink *sink, const struct c_file *file, const struct c_enum *list)
{
    if (list->count == 0)
        return;
    sink_put_format(sink, "\nenum %s%s {\n", file->lower, list->type);
    for (size_t i = 0; i < list->count; i++) {
        sink_put_format(sink, "    %s%s", file->upper, list->kind);
        sink_put_string(sink, list->identifiers[i]);
        sink_put_format(sink, " = %zu%s /* ", i, i + 1 < list->count ? "," : "");
        c_put_in_comment(sink, list->names[i]);
        sink_put_string(sink, " */\n");
    }
    sink_put_string(sink, "};\n");
}

static uint64_t word_count(const struct c_file *file)
{
    return ((uint64_t)file->pack.length + 7) / 8;
}

static void write_header(const struct c_file *file, struct sink *sink)
{
    const char *const upper = file->upper, *const lower = file->lower;
    sink_put_string(sink, "/*\n * ");
    c_put_in_comment(sink, file->header);
    sink_put_format(sink,
                    " - a pack of collision masks; written by hitmask, not by hand\n"
                    " *\n *     hm_pack pack;\n"
                    " *     hm_pack_open(&pack, %s_pack, %s_PACK_SIZE);\n",
                    lower, upper);
    if (file->sprites.count > 0) {
        sink_put_format(sink, " *     hm_pack_sprite(&pack, %s_SPRITE_", upper);
        sink_put_string(sink, file->sprites.identifiers[0]);
        sink_put_string(sink, ", &sprite);\n");
    }
    sink_put_format(sink,
                    " */\n#ifndef %s_PACK_H\n#define %s_PACK_H\n\n#include <stdint.h>\n\n"
                    "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
                    upper, upper);
    /* The digest is part of a macro's name, and of the name that a linker sees. */
    sink_put_format(sink,
                    "/* The pack's digest: both files have it, and the data's real name. */\n"
                    "#define %s_PACK_%s 1\n#define %s_pack %s_pack_%s\n\n",
                    upper, file->digest, lower, lower, file->digest);
    sink_put_format(sink, "#define %s_PACK_SIZE %zu\n", upper, file->pack.length);
    sink_put_format(sink, "#define %s_SPRITES %zu\n", upper, file->sprites.count);
    sink_put_format(sink, "#define %s_ANIMATIONS %zu\n\n", upper, file->animations.count);
    sink_put_format(sink, "extern const uint64_t %s_pack[%" PRIu64 "];\n", lower, word_count(file));
    put_enum(sink, file, &file->sprites);
    put_enum(sink, file, &file->animations);
    sink_put_string(sink, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

/* ---- The data ----------------------------------------------------------------------------- */

static void write_code(const struct c_file *file, struct sink *sink)
{
    const uint8_t *const bytes = (const uint8_t *)file->pack.bytes;
    sink_put_string(sink, "/*\n * ");
    c_put_in_comment(sink, file->output);
    sink_put_format(sink,
                    " - a pack of collision masks; written by hitmask, not by hand\n */\n"
                    "#include \"%s\"\n\n#ifndef %s_PACK_%s\n"
                    "#error \"this file and its header are of different bakes; bake again\"\n"
                    "#endif\n\n",
                    file->header, file->upper, file->digest);
    sink_put_string(sink,
                    "/* Words as they lie in memory. */\n"
                    "#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__\n"
                    "#define BYTE(x, n) ((x##ull >> 8 * (n) & 255) << 8 * (7 - (n)))\n"
                    "#define H(x) (BYTE(x, 0) | BYTE(x, 1) | BYTE(x, 2) | BYTE(x, 3) | \\\n"
                    "              BYTE(x, 4) | BYTE(x, 5) | BYTE(x, 6) | BYTE(x, 7))\n"
                    "#else\n"
                    "#define H(x) x##ull\n"
                    "#endif\n\n");
    sink_put_format(sink, "const uint64_t %s_pack[%" PRIu64 "] = {", file->lower, word_count(file));
    for (size_t at = 0; at < file->pack.length; at += 8) {
        const size_t left = file->pack.length - at;
        uint8_t word[8] = {0};
        memcpy(word, bytes + at, left < 8 ? left : 8);
        sink_put_format(sink, "%sH(0x%" PRIx64 "),", at / 8 % WORDS_A_LINE == 0 ? "\n" : "",
                        get_u64(word));
    }
    sink_put_string(sink, "\n};\n");
}

/* ---- Both --------------------------------------------------------------------------------- */

static struct c_enum begin_enum(struct arena *arena, const char *type, const char *kind,
                                size_t count)
{
    return (struct c_enum){type, kind, count, arena_new(arena, count, sizeof(char *)),
                           arena_new(arena, count, sizeof(char *))};
}

static void make_names(struct c_file *file, const struct model *model)
{
    struct arena *const arena = &file->arena;
    struct c_enum *const sprites = &file->sprites, *const animations = &file->animations;
    *sprites = begin_enum(arena, "_sprite", "_SPRITE_", model->sprite_count);
    *animations = begin_enum(arena, "_animation", "_ANIMATION_", model->animation_count);
    for (size_t i = 0; i < sprites->count; i++)
        sprites->names[i] = model->sprites[i].name;
    for (size_t i = 0; i < animations->count; i++)
        animations->names[i] = model->animations[i].name;
    c_name_all(sprites->names, sprites->count, arena, sprites->identifiers);
    c_name_all(animations->names, animations->count, arena, animations->identifiers);
}

void c_write(const struct model *model, const char *output, struct sink *code, struct sink *header)
{
    struct c_file file = {.output = text_base_name(output)};
    struct text header_name = {0};
    struct sink sink;
    struct error never;
    sink_init_text(&sink, &file.pack);
    pack_write(model, 1, &sink);
    sink_flush(&sink, &never);
    const struct digest digest = digest_of(file.pack.bytes, file.pack.length);
    snprintf(file.digest, sizeof file.digest, "%016" PRIx64 "%016" PRIx64, digest.high, digest.low);
    c_header_name(&header_name, file.output);
    file.header = header_name.bytes;
    file.lower = c_prefix(&file.arena, file.output, false);
    file.upper = c_prefix(&file.arena, file.output, true);
    make_names(&file, model);
    write_code(&file, code);
    write_header(&file, header);
    text_free(&header_name);
    text_free(&file.pack);
    arena_free(&file.arena);
}

/* ---- Names alone -------------------------------------------------------------------------- */

void c_put_string(struct sink *sink, const char *string)
{
    sink_put_string(sink, "\"");
    for (const char *c = string; *c != '\0'; c++) {
        const bool escaped = *c == '"' || *c == '\\' || *c == '?';
        if ((unsigned char)*c >= 0x80)
            sink_put_format(sink, "\\%03o", (unsigned)(unsigned char)*c);
        else
            sink_put_format(sink, "%s%c", escaped ? "\\" : "", *c);
    }
    sink_put_string(sink, "\"");
}

static void put_names(struct sink *sink, const struct c_file *file, const struct c_enum *list)
{
    sink_put_format(sink, "\n#define %s%sS %zu\n", file->upper, list->kind, list->count);
    for (size_t i = 0; i < list->count; i++) {
        sink_put_format(sink, "#define %s%s_", file->upper, list->kind);
        sink_put_string(sink, list->identifiers[i]);
        sink_put_string(sink, " ");
        c_put_string(sink, list->names[i]);
        sink_put_string(sink, "\n");
    }
}

void c_write_names(const struct model *model, const char *output, struct sink *sink)
{
    struct c_file file = {.output = text_base_name(output)};
    file.upper = c_prefix(&file.arena, file.output, true);
    make_names(&file, model);
    file.sprites.kind = "_SPRITE";
    file.animations.kind = "_ANIMATION";
    sink_put_string(sink, "/*\n * ");
    c_put_in_comment(sink, file.output);
    sink_put_format(sink,
                    " - a pack of collision masks; written by hitmask, not by hand: its names\n"
                    " */\n#ifndef %s_NAMES_H\n#define %s_NAMES_H\n",
                    file.upper, file.upper);
    put_names(sink, &file, &file.sprites);
    put_names(sink, &file, &file.animations);
    sink_put_string(sink, "\n#endif\n");
    arena_free(&file.arena);
}
