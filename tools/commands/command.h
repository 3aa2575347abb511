/*
 * command.h - the commands of the tool: each takes the words after its name
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "base/error.h"
#include "system/options.h"

#include <stddef.h>

struct command {
    const char *name;
    const char *help; /* NULL: not in the list of commands */
    const struct option_set *options;
    enum status (*run)(size_t count, const char *const *words);
};

/* In the order in which they are listed, ended by one without a name. */
extern const struct command commands[];

const struct command *find_command(const char *name);

/* The command that `word` may be meant to be: fewer than `changes` characters changed, which become
 * as many as there are. NULL when none is so near. */
enum { NEAR_CHANGES = 3 };
const char *nearest_command(const char *word, unsigned *changes);

/* Fails, with the nearest command if one is near. */
bool fail_unknown_command(const char *word, struct error *err);

enum status command_bake(size_t count, const char *const *words);
enum status command_diff(size_t count, const char *const *words);
enum status command_generate(size_t count, const char *const *words);
enum status command_help(size_t count, const char *const *words);
enum status command_inspect(size_t count, const char *const *words);
enum status command_merge(size_t count, const char *const *words);
enum status command_query(size_t count, const char *const *words);
enum status command_verify(size_t count, const char *const *words);

extern const struct option_set diff_option_set;
extern const struct option_set generate_option_set;
extern const struct option_set inspect_option_set;
extern const struct option_set merge_option_set;
extern const struct option_set query_option_set;
extern const struct option_set verify_option_set;

#endif
