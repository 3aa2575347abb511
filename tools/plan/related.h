/*
 * related.h - the files that atlases name beside their pages: other files of a multipack, tilesets
 *
 * They become inputs. A file that is one already is not added again, by whatever path it is named.
 */
#ifndef RELATED_H
#define RELATED_H

#include "base/index.h"
#include "plan/operands.h"

/* The files of all inputs, found out when the first related file is met. Those that belong together
 * are a tree: each has a parent, and the root is its own. */
struct related_family {
    struct related_member {
        struct file_id file;
        const char *path; /* lent */
        uint32_t input;   /* or RELATED_NO_INPUT: it is excluded */
        uint32_t parent;
    } * items;
    size_t count, capacity;
    struct index by_file;
};

#define RELATED_NO_INPUT UINT32_MAX

/* Files that atlases name, and where these stand in the family. */
struct related_mentions {
    struct related_mention {
        char *path, *name;
        struct file_id file;
        uint32_t by; /* or RELATED_NO_INPUT: they do not belong together */
    } * items;
    size_t count, capacity;
};

/* A zeroed one is empty. */
struct related {
    struct related_family family;
    struct related_mentions mentions;
};

void related_free(struct related *related);

/* The following return false when memory runs out. */

/* Finds the files that an atlas among the inputs names. */
bool related_find(struct related *related, const struct inputs *inputs, size_t index,
                  const struct operand_rules *rules, struct diagnostics *diagnostics);

/* Adds those that were found to the end of the inputs. A file that several atlases name gets the
 * first of its names, in whatever order they were read. */
bool related_add(struct related *related, struct inputs *inputs, const struct input_rules *rules);

/* Gives the files that belong together the name of the first one. */
bool related_name_groups(struct related *related, const struct inputs *inputs);

#endif
