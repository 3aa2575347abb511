/*
 * markup.h - writes a model as vector paths, for documents and editors, and as an HTML page that
 * needs no other file and no network
 */
#ifndef MARKUP_H
#define MARKUP_H

#include "base/sink.h"
#include "draw/sprite_draw.h"
#include "model/model.h"

/* ---- SVG ------------------------------------------------------------------------------------ */

/* Draws the sprites of a model: outline with holes, bounds, points and pivot, one unit for each
 * pixel, and below them the art, embedded as PNGs, unless `art` is NULL. A sprite with a side of
 * more than 4096 pixels is scaled down by a whole number. */
bool svg_write(const struct model *model, const struct sprite_art *art, struct sink *sink,
               struct error *err);

/* ---- The page ------------------------------------------------------------------------------- */

/* The files of tools/draw/page/, as the build puts them into the program: the page with places to
 * fill in, its style sheet, and its scripts one after the other. */
struct page_part {
    const unsigned char *bytes;
    size_t size;
};
extern const struct page_part page_template, page_style, page_script;

/* The command line of a page on which masks are chosen. */
struct tune_page {
    const char *const
        *words; /* of a bake with these options, without those that the page chooses */
    size_t word_count;
    bool is_pack;                /* the page is of a pack: nobody knows the words */
    bool has_config;             /* there is a config */
    const char *const *explicit; /* the options that the command line had, and the page chooses */
    size_t explicit_count;
    const char *const *problems; /* what could not be read, as messages */
    size_t problem_count;
};

/* `art` is NULL, or has an item for each sprite: the path of the PNG to embed with it, or NULL. The
 * first sprite of a source has the path, for all sprites of that source. */
struct html_page {
    const struct model *model; /* sorted */
    const char *title;
    char *const *art;
    const struct tune_page *tune; /* NULL: no masks are chosen on it */
};

bool html_write(const struct html_page *page, struct sink *sink, struct error *err);

#endif
