/*
 * provenance.h - the options of a bake, as a pack stores them: written by bake, read by merge
 *
 *     {"alpha-threshold":127,"strip-extension":true,"mask-suffix":"_mask","shard":"2/5"}
 *
 * The text has everything that decides which sprites come from an input, and nothing else: no
 * paths, no threads, no format of the output. Two bakes with the same text make the same sprites
 * from the same inputs. Options that are as by default are left out; without any option there is no
 * text (NULL).
 *
 * - "config" is the whole file of rules. Beside it, options of the command line are there whatever
 *   their value, because they win over rules; "preset" has the options of presets, because rules
 *   win over them.
 *
 * The text of a shard ends with facts about it, in this order:
 *
 * - "joined", if the config has animations: the names of the animations whose frames got one mask.
 *   The merge may have to join more frames to them.
 * - "documents", if there are documents among the shard's inputs: the options that the shard would
 *   have as a whole bake, or null. Documents keep the options that they came with, so without this
 *   a merge would not know the options of one bake of all.
 * - "inputs" and "names": the number of inputs of all shards together, and a digest of their names
 *   and of which have masks. These are equal in all shards of one bake, in whatever folders the
 *   inputs are, and differ when --root, --exclude or the operands do.
 * - "shard": which part of the bake this is.
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

/* Adds the members that depend on the command line and its config only, not on the inputs. */
bool provenance_add(const struct provenance *description, struct text *out, struct error *err);

/* Makes the text of the whole bake, without the facts of a shard; NULL when all is as by default.
 */
bool provenance_text(const struct provenance *description, char **out, struct error *err);

/* Sets the options of a model in order, after those of its documents were added to it. `pictures`
 * and `documents` are the numbers of such inputs. */
bool provenance_tell(const struct provenance *description, size_t pictures, size_t documents,
                     struct model *model, struct error *err);

/* An options text taken apart. A zeroed one is empty. */
struct provenance_parts {
    struct shard shard; /* zeroed: the text is of no shard */
    const char *own;    /* the rest of it, without what follows; NULL: all by default */
    const char *inputs; /* the values of facts; NULL: it is not there */
    const char *names;
    const char *joined;
    const char *documents; /* NULL also where it is null */
    bool has_documents;    /* it is there */
    struct arena arena;
};

/* `options` is a minified JSON object, or NULL. `out` is to be freed. */
void provenance_read(const char *options, struct provenance_parts *out);
void provenance_parts_free(struct provenance_parts *parts);

/* Adds how `options` differ from `others`: "prune is 2, not 1; cell is 1, not 4". Either may be
 * NULL, and no text be added where only the order or the spelling differs. */
bool provenance_compare(const char *options, const char *others, struct text *out,
                        struct error *err);

#endif
