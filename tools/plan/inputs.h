/*
 * inputs.h - the files that a bake reads, and the names of their sprites
 *
 * A list of files, each with the name that its sprite gets and, if there is one, the companion that
 * decides which pixels are solid; and notes of the files that are skipped. Opens none of them, and
 * does not know how they are found. The caller sets the recipe of each.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include "atlas/atlas.h"
#include "base/digest.h"
#include "base/kinds.h"
#include "plan/recipe.h"
#include "system/diagnostics.h"
#include "system/stamp.h"

#include <stdatomic.h>

struct input {
    char *path;
    char *mask;       /* the companion's path; NULL: none */
    bool mask_unread; /* it is not opened, because the input may not name it: an error already */
    const char *name; /* relative to its root, '/' between, extension and all; lies behind path */
    const struct recipe *recipe;
    struct atlas *atlas;           /* its content when the file is an atlas, else NULL */
    const struct recipe **recipes; /* of the atlas's frames */
    bool stream;                   /* standard input, or a pipe or device that the user named; all
                                      others are regular files */
    bool related;                  /* named by an atlas */
    bool is_page;                  /* of an atlas, and no sprite: it is dropped */
    char *group;                   /* see input_group; NULL: its own name */
    bool is_text;                  /* no PNG and no atlas: a document, if it is anything */
    bool fingerprinted;
    struct fingerprint fingerprint; /* of the atlas, when it was read */
    bool stamped;
    struct stamp stamp; /* of the file, when it was found */
};

/* The most bytes that are read of an input that is a text. The user knows the files that he named;
 * another may be one that never ends. */
static inline size_t input_text_most(const struct input *input)
{
    return (size_t)1 << (input->related ? 26 : 30);
}

/* What the inputs that belong together have in common: of the files of a multipack, the name of the
 * first one. They are in one shard. */
static inline const char *input_group(const struct input *input)
{
    return input->group != NULL ? input->group : input->name;
}

/* A folder that was walked, or a file that was skipped and the reason. */
struct input_note {
    char *path;
    const char *reason;
};

struct input_notes {
    struct input_note *items;
    size_t count, capacity;
};

/* A companion that was met in a folder or on the command line. */
struct companion {
    char *path;
    struct file_id id;
};

struct inputs {
    struct input *items;
    size_t count, capacity;
    struct input_notes folders; /* that were walked: a new file in one is a new input */
    struct input_notes skipped;
    struct kind_counts left_out; /* files in folders that are of other kinds */
    struct input_notes pages;    /* files that were read beside inputs and their companions */
    struct companion *companions;
    size_t companion_count, companion_capacity;
    bool doubled; /* one is given twice, which is an error */
};

/* A pattern of --exclude. */
struct exclusion {
    char *glob;
    atomic_bool matched; /* a name, so far */
};

struct input_rules {
    struct exclusion *exclude;
    size_t exclude_count;
    const char *mask_suffix; /* stands before the extension of companions; NULL: there are none */
    bool stamped;            /* find out the stamps of files */
};

/* Any thread. */
bool inputs_is_excluded(const struct input_rules *rules, const char *name);

/* The following return false when memory runs out. */

/* Adds a file that was found. With it comes the companion beside it, unless that is excluded; a
 * file that is a companion itself is only remembered. `stamp` is NULL when it is not known. */
bool inputs_add(struct inputs *inputs, const char *path, const char *name,
                const struct stamp *stamp, const struct input_rules *rules);
/* Adds a file as it is. */
bool inputs_push(struct inputs *inputs, const char *path, const char *name,
                 const struct stamp *stamp);

/* Drops some, and notes why they are skipped. */
bool inputs_drop(struct inputs *inputs, bool (*which)(const void *, const struct input *),
                 const void *user, const char *reason);

bool inputs_note(struct input_notes *notes, const char *path, const char *reason);
bool inputs_note_excluded(struct inputs *inputs, const char *path);
/* A file that was looked for, and may come or go: notes it or, while it is not there, that it is
 * missing. */
bool inputs_note_sought(struct inputs *inputs, const char *path);

/* A file that is not there: notes the folder in which it may show. Where a link on the way leads to
 * nothing, its target may show, too. */
bool inputs_note_missing(struct inputs *inputs, const char *path);

/* The number of inputs, and a digest of their names and of which of them have a companion. It does
 * not depend on the order or the folders in which they were found. */
struct inputs_sum {
    size_t count;
    struct digest names;
};
struct inputs_sum inputs_sum(const struct inputs *inputs);

/* An error for each input that is named twice, for then its sprites would be, too. */
void inputs_check_doubles(struct inputs *inputs, struct diagnostics *diagnostics);

/* A warning for each input whose path differs from that of one before it in the case of ASCII
 * letters alone. */
void inputs_warn_of_case(const struct inputs *inputs, struct diagnostics *diagnostics);

/* Call it when all operands are added. Notes that companions are skipped, and warns of each that
 * belongs to no input. */
void inputs_skip_companions(struct inputs *inputs, struct diagnostics *diagnostics);

/* An error for each companion that its picture may not have (see root_holds); it is not read. */
void inputs_check_masks(struct inputs *inputs, const char *root, struct diagnostics *diagnostics);
void inputs_free(struct inputs *inputs);

#endif
