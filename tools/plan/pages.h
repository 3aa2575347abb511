/*
 * pages.h - the pages of an atlas: which pictures they are, and that these are no sprites
 */
#ifndef PAGES_H
#define PAGES_H

#include "plan/operands.h"

/* Finds the size of a page while its atlas is read, as struct atlas_measure wants it; `user` is a
 * struct page_rules. */
struct page_rules {
    const struct input *input;
    const struct operand_rules *rules;
};
bool pages_find_size(void *user, const char *image, uint32_t *width, uint32_t *height);

/* Settles which files the pages of an atlas are that was read, and that it may name them. False
 * when memory runs out. */
bool pages_settle(struct inputs *inputs, struct input *input, const struct operand_rules *rules,
                  struct diagnostics *diagnostics);

/* Drops the inputs that are pages of atlases. False when memory runs out. */
bool pages_drop(struct inputs *inputs);

#endif
