/*
 * art_bake.h - a bake that writes no pack: for pages and tables about art
 */
#ifndef ART_BAKE_H
#define ART_BAKE_H

#include "bake/bake.h"
#include "model/model.h"
#include "plan/plan.h"
#include "system/message.h"
#include "system/response.h"

/* A zeroed one is empty. */
struct art_bake {
    struct response response;
    struct bake_options options;
    struct arguments arguments;
    struct plan plan;
    struct bake_rules rules;
    struct model model; /* sorted; each sprite knows how it was made, unless a document has it */
    struct messages *messages;
    struct arena arena;
    const char **problems; /* errors about inputs, as they were printed */
    size_t problem_count, problem_capacity;
};

/* Reads the words of a command with options of bakes. */
void art_bake_read(struct art_bake *bake, const struct option_set *set, size_t count,
                   const char *const *words, struct diagnostics *found);

/* Bakes all inputs that can be read; errors are printed and kept. */
void art_bake_run(struct art_bake *bake, struct messages *messages);

void art_bake_free(struct art_bake *bake);

#endif
