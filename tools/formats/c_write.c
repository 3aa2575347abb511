/*
 * c_write.c - a pack as C: its bytes as constant data, its names as enumerators
 *
 * Bytes are written in words of 64 bits: a compiler reads an eighth as many numbers, and aligns
 * them. It would read strings even faster, but C99 does not promise strings of that length.
 */
#include "formats/c_write.h"

#include "base/digest.h"
#include "base/text_names.h"
#include "format.h"
#include "formats/c_names.h"
#include "formats/pack.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { DIGEST_TEXT = 33, WORDS_A_LINE = 4 };

struct c_file {
    const char *output;
    struct text header; /* the file's name */
    struct text lower;  /* what variables and types begin with */
    struct text upper;  /* what macros and enumerators begin with */
    struct text pack;
    struct c_names sprites, animations;
    char digest[DIGEST_TEXT];
};

/* ---- Names -------------------------------------------------------------------------------- */

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

/* Adds the prefix of the names in game.c: "game", unless no identifier can begin with that, or the
 * library's do. */
static void add_prefix(struct text *out, const char *output, bool upper)
{
    const char *const base = text_base_name(output);
    struct text stem = {0}, word = {0};
    text_add_stem(&stem, base);
    c_name_add(&word, stem.bytes != NULL ? stem.bytes : "", stem.length, false);
    const char *const name = word.length > 0 ? word.bytes : "";
    if (*name == '\0' || (*name >= '0' && *name <= '9') || strcmp(name, "hm") == 0) {
        text_add_string(out, upper ? "PACK" : "pack");
        if (*name != '\0')
            text_add_string(out, "_");
    }
    c_name_add(out, name, word.length, upper);
    out->failed = out->failed || stem.failed || word.failed;
    text_free(&stem);
    text_free(&word);
}

/* Writes a name into a comment, where it can neither end nor begin one, nor be a trigraph. */
static void put_in_comment(struct sink *sink, const char *name)
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

static void put_identifier(struct sink *sink, const struct c_file *file, const char *kind,
                           const struct c_name *name)
{
    sink_put_format(sink, "%s%s", file->upper.bytes, kind);
    sink_put_string(sink, name->words);
    if (name->number != 0)
        sink_put_format(sink, "_%" PRIu32, name->number);
}

/* One enumeration: of sprites or of animations. */
struct c_enum {
    const char *type, *kind;
    const struct c_names *names;
    const char *(*name)(const struct model *model, size_t index);
};

static const char *sprite_name(const struct model *model, size_t index)
{
    return model->sprites[index].name;
}

static const char *animation_name(const struct model *model, size_t index)
{
    return model->animations[index].name;
}

/* C has no enum without enumerators. */
static void put_enum(struct sink *sink, const struct c_file *file, const struct model *model,
                     const struct c_enum *list)
{
    if (list->names->count == 0)
        return;
    sink_put_format(sink, "\nenum %s%s {\n", file->lower.bytes, list->type);
    for (size_t i = 0; i < list->names->count; i++) {
        sink_put_string(sink, "    ");
        put_identifier(sink, file, list->kind, &list->names->items[i]);
        sink_put_format(sink, " = %zu%s /* ", i, i + 1 < list->names->count ? "," : "");
        put_in_comment(sink, list->name(model, i));
        sink_put_string(sink, " */\n");
    }
    sink_put_string(sink, "};\n");
}

static uint64_t word_count(const struct c_file *file)
{
    return ((uint64_t)file->pack.length + 7) / 8;
}

static void write_header(const struct c_file *file, const struct model *model, struct sink *sink)
{
    const struct c_enum sprites = {"_sprite", "_SPRITE_", &file->sprites, sprite_name};
    const struct c_enum animations = {"_animation", "_ANIMATION_", &file->animations,
                                      animation_name};
    const char *const upper = file->upper.bytes, *const lower = file->lower.bytes;
    sink_put_string(sink, "/*\n * ");
    put_in_comment(sink, file->header.bytes);
    sink_put_format(sink,
                    " - a pack of collision masks; written by hitmask, not by hand\n"
                    " *\n *     hm_pack pack;\n"
                    " *     hm_pack_open(&pack, %s_pack, %s_PACK_SIZE);\n",
                    lower, upper);
    if (file->sprites.count > 0) {
        sink_put_string(sink, " *     hm_pack_sprite(&pack, ");
        put_identifier(sink, file, "_SPRITE_", &file->sprites.items[0]);
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
    put_enum(sink, file, model, &sprites);
    put_enum(sink, file, model, &animations);
    sink_put_string(sink, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

/* ---- The data ----------------------------------------------------------------------------- */

static void write_code(const struct c_file *file, struct sink *sink)
{
    const uint8_t *const bytes = (const uint8_t *)file->pack.bytes;
    sink_put_string(sink, "/*\n * ");
    put_in_comment(sink, text_base_name(file->output));
    sink_put_format(sink,
                    " - a pack of collision masks; written by hitmask, not by hand\n */\n"
                    "#include \"%s\"\n\n#ifndef %s_PACK_%s\n"
                    "#error \"this file and its header are of different bakes; bake again\"\n"
                    "#endif\n\n",
                    file->header.bytes, file->upper.bytes, file->digest);
    sink_put_string(sink,
                    "/* Words as they lie in memory. */\n"
                    "#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__\n"
                    "#define BYTE(x, n) ((x##ull >> 8 * (n) & 255) << 8 * (7 - (n)))\n"
                    "#define H(x) (BYTE(x, 0) | BYTE(x, 1) | BYTE(x, 2) | BYTE(x, 3) | \\\n"
                    "              BYTE(x, 4) | BYTE(x, 5) | BYTE(x, 6) | BYTE(x, 7))\n"
                    "#else\n"
                    "#define H(x) x##ull\n"
                    "#endif\n\n");
    sink_put_format(sink, "const uint64_t %s_pack[%" PRIu64 "] = {", file->lower.bytes,
                    word_count(file));
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

static bool make_pack(struct c_file *file, const struct model *model, struct error *err)
{
    struct sink sink;
    sink_init_text(&sink, &file->pack);
    if (!pack_write(model, 1, &sink, err) || !sink_flush(&sink, err))
        return false;
    const struct digest digest = digest_of(file->pack.bytes, file->pack.length);
    snprintf(file->digest, sizeof file->digest, "%016" PRIx64 "%016" PRIx64, digest.high,
             digest.low);
    return true;
}

static bool make_names(struct c_file *file, const struct model *model, struct error *err)
{
    c_header_name(&file->header, text_base_name(file->output));
    add_prefix(&file->lower, file->output, false);
    add_prefix(&file->upper, file->output, true);
    for (size_t i = 0; i < model->sprite_count; i++)
        c_names_add(&file->sprites, model->sprites[i].name);
    for (size_t i = 0; i < model->animation_count; i++)
        c_names_add(&file->animations, model->animations[i].name);
    if (file->header.failed || file->lower.failed || file->upper.failed)
        return fail_memory(err);
    return c_names_finish(&file->sprites, err) && c_names_finish(&file->animations, err);
}

bool c_write(const struct model *model, const char *output, struct sink *code, struct sink *header,
             struct error *err)
{
    struct c_file file = {.output = output};
    const bool ok = make_pack(&file, model, err) && make_names(&file, model, err);
    if (ok) {
        write_code(&file, code);
        write_header(&file, model, header);
    }
    text_free(&file.header);
    text_free(&file.lower);
    text_free(&file.upper);
    text_free(&file.pack);
    c_names_free(&file.sprites);
    c_names_free(&file.animations);
    return ok;
}
