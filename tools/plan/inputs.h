/*
 * inputs.h - the files that a bake reads, and the names of their sprites
 *
 * A list of files, each with the name that its sprite gets and, if there is one, the mask that
 * decides which of its pixels are solid (--mask-suffix); and notes of the files that are skipped.
 * Opens none of them, and does not know how they are found.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include "atlas/atlas.h"
#include "base/kinds.h"
#include "plan/recipe.h"
#include "system/diagnostics.h"
#include "system/fingerprint.h"

struct input {
    const char *path;
    const char *name; /* relative to its root, '/' between, extension and all */
    const char *mask; /* the path of its mask; NULL: none */
    const struct recipe *recipe;
    struct atlas *atlas;           /* the content of an atlas; NULL: the file is not an atlas */
    const struct recipe **recipes; /* of the atlas's frames */
    const char *group;             /* see input_group; NULL: its own name */
    const struct fingerprint *fingerprint; /* of an atlas, when it was read; NULL: not known */
    struct file_facts facts;               /* of the file, when it was found */
    bool has_facts;
    bool stream; /* standard input, or a pipe or device that the user named; all others are regular
                    files */
    bool mask_unread; /* it is not opened, because the input may not name it, which is already
                         reported */
    bool related;     /* named by an atlas */
    bool is_text;     /* not a picture, not an atlas: only a document is valid then */
    bool doubled;     /* it is given again */
    bool dropped;     /* it goes with the next inputs_drop */
};

/* The most bytes that are read of an input that is a text. The user knows the files of the command
 * line; any other may never end. */
static inline size_t input_text_most(const struct input *input)
{
    return (size_t)1 << (input->related ? 26 : 30);
}

/* The name that all inputs that belong together share: of the files of a multipack, the name of the
 * first one. They are in one shard. */
static inline const char *input_group(const struct input *input)
{
    return input->group != NULL ? input->group : input->name;
}

/* A folder that was walked, or a file that was skipped and the reason. */
struct input_note {
    const char *path;
    const char *reason;
};

struct input_notes {
    struct input_note *items;
    size_t count, capacity;
};

/* A mask that was met in a folder or on the command line. */
struct input_mask {
    const char *path;
    struct file_id id;
};

/* The strings are in the arena of the plan. */
struct inputs {
    struct input *items;
    size_t count, capacity;
    struct input_notes folders; /* that were walked: a new file in one is a new input */
    struct input_notes skipped;
    struct kind_counts left_out; /* files in folders that are of other kinds */
    struct input_notes pages;    /* files that were read beside inputs and their masks */
    struct input_mask *masks;
    size_t mask_count, mask_capacity;
    bool doubled; /* one is given twice, which is an error */
};

void inputs_free(struct inputs *inputs);

/* ---- Gathering ------------------------------------------------------------------------------- */

struct plan;

/* True if --exclude leaves the file or folder of that name out. */
bool inputs_exclude(const struct plan *plan, const char *name);

/* Adds a file that was found, unless it is a mask: that is only remembered. With a picture comes
 * the mask beside it, unless that is excluded. `facts` is NULL when they are not known. Returns the
 * input; NULL: it is a mask. */
struct input *inputs_add(struct plan *plan, const char *path, const char *name,
                         const struct file_facts *facts);
/* Adds a file as it is. */
struct input *inputs_push(struct plan *plan, const char *path, const char *name);

/* Adds a note; `reason` is lent, and may be NULL. */
void inputs_note(struct plan *plan, struct input_notes *notes, const char *path,
                 const char *reason);
/* Notes a file that was looked for and may come or go. Notes that it is missing while it is not
 * there. */
void inputs_note_sought(struct plan *plan, const char *path);
/* Notes the folder in which a missing file may show. Where a link on the way leads to nothing, its
 * target may show, too. */
void inputs_note_missing(struct plan *plan, const char *path);

/* Drops the inputs that are marked, and notes why they are skipped. */
void inputs_drop(struct plan *plan, const char *reason);

/* ---- When all are there ---------------------------------------------------------------------- */

/* The number of inputs, and a digest of their names and of which of them have a mask. It does not
 * depend on the order or the folders in which they were found. */
struct inputs_sum {
    size_t count;
    struct digest names;
};
struct inputs_sum inputs_sum(const struct inputs *inputs);

/* Adds an error for each input that is given twice, because its sprites would be, too; and a
 * warning for each whose path equals an earlier one but for the case of ASCII letters. */
void inputs_check_paths(struct inputs *inputs, struct diagnostics *diagnostics);

/* Adds a warning for each image that has the name of another in the pack. A sprite names its image,
 * so a program would cut it out of the wrong one. */
void inputs_warn_of_images(const struct inputs *inputs, struct diagnostics *diagnostics);

/* Notes that masks are skipped, and warns of each that belongs to no input. */
void inputs_skip_masks(struct plan *plan);

/* Adds an error for each mask that its picture may not have (see root_holds); the mask is not
 * read. */
void inputs_check_masks(struct inputs *inputs, const char *root, struct diagnostics *diagnostics);

#endif
