/*
 * kinds.c - files of art that hitmask does not read: tables of their signatures and endings
 */
#include "base/kinds.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

static const char convert[] = "convert it to PNG", export[] = "export it as PNG",
                  unpack[] = "unpack it, and name the files in it";

/* ---- By bytes ----------------------------------------------------------------------------- */

/* The first line that matches decides. A kind may have several lines. */
static const struct {
    struct kind kind;
    struct {
        size_t at, size;
        const char *bytes;
    } parts[2]; /* a size of 0: no second part */
} signatures[] = {
    {{"a JPEG", convert}, {{0, 3, "\xff\xd8\xff"}}},
    {{"a GIF", convert}, {{0, 4, "GIF8"}, {5, 1, "a"}}},
    {{"a WebP", convert}, {{0, 4, "RIFF"}, {8, 4, "WEBP"}}},
    {{"a BMP", convert}, {{0, 2, "BM"}, {6, 4, "\0\0\0\0"}}},
    {{"a QOI", convert}, {{0, 4, "qoif"}}},
    {{"a TIFF", convert}, {{0, 4, "II*\0"}}},
    {{"a TIFF", convert}, {{0, 4, "MM\0*"}}},
    {{"an AVIF", convert}, {{4, 8, "ftypavif"}}},
    {{"an AVIF", convert}, {{4, 8, "ftypavis"}}},
    {{"a HEIC", convert}, {{4, 8, "ftypheic"}}},
    {{"a HEIF", convert}, {{4, 8, "ftypmif1"}}},
    {{"a JPEG XL", convert}, {{0, 12, "\0\0\0\x0cJXL \r\n\x87\n"}}},
    {{"a JPEG 2000", convert}, {{0, 12, "\0\0\0\x0cjP  \r\n\x87\n"}}},
    {{"an MNG", convert}, {{0, 8, "\x8aMNG\r\n\x1a\n"}}},
    {{"an OpenEXR image", convert}, {{0, 4, "\x76\x2f\x31\x01"}}},
    {{"an icon (ICO)", convert}, {{0, 4, "\0\0\1\0"}, {5, 1, "\0"}}},
    {{"a DDS texture", convert}, {{0, 8, "DDS \x7c\0\0\0"}}},
    {{"a KTX texture", convert}, {{0, 5, "\xabKTX "}, {8, 4, "\r\n\x1a\n"}}},
    {{"a PVR texture", convert}, {{0, 4, "PVR\3"}}},
    {{"a PVR texture", convert}, {{0, 4, "\3RVP"}}},
    {{"a PVR texture", convert}, {{44, 4, "PVR!"}}},
    {{"a compressed texture (CCZ)", convert}, {{0, 4, "CCZ!"}}},
    {{"a compressed texture (CCZ)", convert}, {{0, 4, "CCZp"}}},
    {{"an Aseprite file", "export a sprite sheet and its JSON data from it, or PNGs"},
     {{4, 2, "\xe0\xa5"}, {13, 1, "\0"}}},
    {{"a palette (ASE) of Adobe, not a picture", "--exclude leaves it out"}, {{0, 4, "ASEF"}}},
    {{"a Photoshop file", export}, {{0, 4, "8BPS"}}},
    {{"a GIMP file (XCF)", export}, {{0, 9, "gimp xcf "}}},
    {{"a Krita file", export}, {{0, 4, "PK\3\4"}, {30, 27, "mimetypeapplication/x-krita"}}},
    {{"an OpenRaster file", export}, {{0, 4, "PK\3\4"}, {30, 24, "mimetypeimage/openraster"}}},
    {{"a PDF", export}, {{0, 5, "%PDF-"}}},
    {{"a ZIP archive", unpack}, {{0, 4, "PK\3\4"}}},
    {{"a binary property list", "convert it to XML, for example by 'plutil -convert xml1'"},
     {{0, 6, "bplist"}}},
    {{"compressed by gzip", unpack}, {{0, 3, "\x1f\x8b\x08"}}},
    {{"a Git LFS pointer and not the file itself", "'git lfs pull' fetches the file"},
     {{0, 42, "version https://git-lfs.github.com/spec/v1"}}},
};

static bool has_part(const uint8_t *bytes, size_t size, size_t at, const char *part, size_t length)
{
    /* A kind with one part has no second one: there is nothing to compare. */
    return part == NULL ||
           (at <= size && length <= size - at && memcmp(bytes + at, part, length) == 0);
}

static const struct kind svg = {"an SVG", export};

/* True if <svg is the first element. Declarations and comments may stand before it. */
static bool is_svg(const char *text)
{
    for (const char *at = text; (at = strchr(at, '<')) != NULL; at++) {
        if (strncmp(at, "<svg", 4) == 0)
            return true;
        if (strncmp(at, "<!--", 4) == 0)
            at = strstr(at, "-->");
        else if (at[1] != '?' && at[1] != '!')
            return false;
        if (at == NULL)
            return false;
    }
    return false;
}

/* A copy as text drops the byte above ASCII that a PNG begins with, or changes the ends of lines.
 */
static const struct kind png_as_text = {"a PNG that was damaged when it was copied as text",
                                        "copy it again, as a binary file"};

static bool is_png_as_text(const uint8_t *bytes, size_t size)
{
    static const char *const beginnings[] = {
        "\x89PNG\n", "\x89PNG\r\r", "\x89PNG\r\x1a",   "\tPNG\r",     "\tPNG\n",
        "?PNG\r",    "?PNG\n",      "\xef\xbf\xbdPNG", "\xc2\x89PNG",
    };
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (has_part(bytes, size, 0, beginnings[i], strlen(beginnings[i])))
            return true;
    return false;
}

const struct kind *kind_by_beginning(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        bool same = true;
        for (int k = 0; k < 2; k++)
            same = same && has_part(bytes, size, signatures[i].parts[k].at,
                                    signatures[i].parts[k].bytes, signatures[i].parts[k].size);
        if (same)
            return &signatures[i].kind;
    }
    if (is_png_as_text(bytes, size))
        return &png_as_text;
    char text[KIND_BYTES + 1];
    const size_t length = size < KIND_BYTES ? size : KIND_BYTES;
    memcpy(text, bytes, length);
    text[length] = 0;
    return is_svg(text) ? &svg : NULL;
}

const struct kind *kind_by_all(const char *text, size_t size)
{
    static const struct kind tga = {"a TGA", convert};
    static const char footer[18] = "TRUEVISION-XFILE.";
    if (size >= sizeof footer &&
        has_part((const uint8_t *)text, size, size - sizeof footer, footer, sizeof footer))
        return &tga;
    return is_svg(text) ? &svg : NULL;
}

bool fail_kind(struct error *err, const struct kind *kind, const char *path)
{
    return fail(err, "is %s%s: %s", kind->name,
                text_is_picture_name(path) && kind != &png_as_text ? ", whatever its name says"
                                                                   : "",
                kind->advice);
}

bool fail_kind_of_page(struct error *err, const struct kind *kind)
{
    return fail(err, "is %s%s: %s", kind->name, kind != &png_as_text ? ", not a PNG" : "",
                kind->advice);
}

/* ---- By endings --------------------------------------------------------------------------- */

static const char *const endings[KIND_ENDINGS] = {
    ".avif", ".bmp", ".clip", ".dds", ".exr",  ".heic", ".heif", ".ico", ".jpeg",
    ".jpg",  ".jxl", ".kra",  ".ktx", ".ktx2", ".ora",  ".pcx",  ".pdn", ".ppm",
    ".psb",  ".psd", ".pvr",  ".svg", ".tif",  ".tiff", ".xcf",  ".xpm",
};

/* KIND_ENDINGS: none of them. */
static size_t find_ending(const char *name)
{
    const char *const dot = strrchr(name, '.');
    size_t i = 0;
    while (i < KIND_ENDINGS &&
           (dot == NULL || dot == name || !text_same_in_any_case(dot, endings[i])))
        i++;
    return i;
}

bool kind_has_ending(const char *name)
{
    return find_ending(name) < KIND_ENDINGS;
}

void kind_count(struct kind_counts *counts, const char *name)
{
    const size_t ending = find_ending(name);
    if (ending < KIND_ENDINGS)
        counts->of[ending]++;
}

size_t kind_count_all(const struct kind_counts *counts)
{
    size_t all = 0;
    for (size_t i = 0; i < KIND_ENDINGS; i++)
        all += counts->of[i];
    return all;
}

const char *kind_counts_text(char out[KIND_COUNTS_MAX], const struct kind_counts *counts)
{
    struct kind_counts left = *counts;
    char number[TEXT_COUNT_MAX];
    size_t used = 0;
    out[0] = 0;
    while (kind_count_all(&left) > 0) {
        size_t most = 0;
        for (size_t i = 1; i < KIND_ENDINGS; i++)
            if (left.of[i] > left.of[most])
                most = i;
        used +=
            (size_t)snprintf(out + used, KIND_COUNTS_MAX - used, "%s%s %s", used > 0 ? ", " : "",
                             text_count(number, left.of[most]), endings[most]);
        left.of[most] = 0;
    }
    return out;
}
