/*
 * page.h - the files of tools/draw/page/, as the build puts them into the program
 */
#ifndef PAGE_H
#define PAGE_H

#include <stddef.h>

struct page_part {
    const unsigned char *bytes;
    size_t size;
};

/* The page with places to fill in, its style sheet, and its scripts one after the other. */
extern const struct page_part page_template, page_style, page_script;

#endif
