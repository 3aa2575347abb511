/*
 * provenance.h - what sprites were baked with, as the options of a pack: written by bake, read
 * by merge
 *
 *     {"alpha-threshold":127,"strip-extension":true,"mask-suffix":"_mask","shard":"2/5"}
 *
 * Everything that decides what sprites come from an input, and nothing else: no paths, and not
 * how it was run or written. Two bakes of one text give the same sprites from the same inputs.
 * What is as by default is left out, and when all is, there is no text (NULL).
 *
 * - "config" is the whole of the file of rules. Beside it options of the command line are named
 *   whatever their value, as they win over rules; "preset" has what presets say, as they give
 *   way to them.
 * - "shard" is which part of the bake this is, and the last of all.
 * - "inputs" and "names", before it, are how many inputs all shards have together, and a digest of
 *   what those are called and which have companions. Shards of one bake see the same, in whatever
 *   folders they are; what --root, --exclude and operands make different shows here.
 * - "joined", before these, is in shards whose config has animations: the names of those animations
 *   whose frames got one mask, as the merge may have to join more to them.
 * - "documents", before "inputs", is in shards with documents among their inputs: the options that
 *   this part would have as a whole, or null. Documents keep those that they came with, so a merge
 *   could not tell otherwise what one bake of all would have.
 */
#ifndef PROVENANCE_H
#define PROVENANCE_H

#include "model/model.h"
#include "plan/bake_options.h"
#include "plan/config.h"
#include "plan/inputs.h"

struct provenance {
    const struct bake_options *options;
    const struct arguments *arguments;
    const struct config *config; /* NULL: none */
    struct inputs_sum of_all;    /* of a shard: the inputs of all of them */
};

/* Adds all of it that the command line and its rules decide, as members of an object. */
bool provenance_add(const struct provenance *description, struct text *out, struct error *err);

/* Makes the text of the whole that this is, or is a shard of; NULL when all is as by default. */
bool provenance_text(const struct provenance *description, char **out, struct error *err);

/* Tells a model in order what it was baked with, after its documents have told it of themselves:
 * last of all. `pictures` and `documents` are how many inputs there were of each. */
bool provenance_tell(const struct provenance *description, size_t pictures, size_t documents,
                     struct model *model, struct error *err);

/* An options text taken apart. A zeroed one is empty. */
struct provenance_parts {
    struct shard shard; /* zeroed: the text is of no shard */
    char *own;          /* the rest of it, without what follows; NULL: all by default */
    char *inputs;       /* the value of "inputs"; NULL: it is not there */
    char *names;        /* the same of "names" */
    char *joined;       /* the value of "joined"; NULL: it is not there */
    bool has_documents; /* "documents" is there */
    char *documents;    /* and this is its value; NULL: null */
};

/* `options` is a minified JSON object, or NULL. `out` is to be freed whatever happens. */
bool provenance_read(const char *options, struct provenance_parts *out, struct error *err);
void provenance_parts_free(struct provenance_parts *parts);

/* Adds how `options` differ from `others`: "prune is 2, not 1; cell is 1, not 4". Either may be
 * NULL, and no text be added where only the order or the spelling differs. */
bool provenance_compare(const char *options, const char *others, struct text *out,
                        struct error *err);

#endif
