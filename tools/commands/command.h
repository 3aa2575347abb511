/*
 * command.h - the commands of the tool, and how each begins; this floor alone prints
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "base/error.h"
#include "system/options.h"

#include <stddef.h>

struct command {
    const char *name;
    const char *help; /* NULL: not listed */
    const struct option_set *options;
    /* `options` are those that the words set, in a struct of the set's size that began as zeroes.
     */
    void (*work)(void *options, const struct arguments *arguments, struct messages *messages);
    /* In place of `work`: the command reads the words itself, and returns the exit status. */
    enum status (*run)(size_t count, const char *const *words);
};

/* First the listed commands, in their order, then the others. Ended by one without a name. */
extern const struct command commands[];

const struct command *find_command(const char *name);

/* Fails because no command, or no topic either, has that name; names the nearest if one is near. */
bool fail_unknown(const char *word, bool may_be_topic, struct error *err);

/* Runs a command with the words after its name. */
enum status command_run(const struct command *command, size_t count, const char *const *words);

/* Reports that the first word is not a command, or that there is none. */
enum status command_unknown(size_t count, const char *const *words);

enum status command_bake(size_t count, const char *const *words);
enum status command_merge(size_t count, const char *const *words);
enum status command_tune(size_t count, const char *const *words);
void command_diff(void *options, const struct arguments *arguments, struct messages *messages);
void command_export(void *options, const struct arguments *arguments, struct messages *messages);
void command_generate(void *options, const struct arguments *arguments, struct messages *messages);
void command_help(void *options, const struct arguments *arguments, struct messages *messages);
void command_inspect(void *options, const struct arguments *arguments, struct messages *messages);
void command_query(void *options, const struct arguments *arguments, struct messages *messages);
void command_verify(void *options, const struct arguments *arguments, struct messages *messages);

/* `hitmask inspect --thresholds`: prints a table, or JSON, of the sprites that a bake of these
 * inputs would have, with that config unless it is NULL. */
void show_thresholds(const char *config, const char *const *inputs, size_t count, bool as_json,
                     struct messages *messages);

extern const struct option_set diff_option_set;
extern const struct option_set export_option_set;
extern const struct option_set generate_option_set;
extern const struct option_set help_option_set;
extern const struct option_set inspect_option_set;
extern const struct option_set merge_option_set;
extern const struct option_set query_option_set;
extern const struct option_set verify_option_set;

/* The texts of `hitmask help TOPIC`, which are in the manual page too. topics.txt has them, and
 * says which form they have. */
struct topic {
    const char *name;
    const char *about; /* a line */
    const char *text;
};

/* Ended by one without a name. */
extern const struct topic topics[];

/* ---- How a command begins and ends ----------------------------------------------------------- */

/* Reads the words into `options`. When each is right by itself, and help is not asked for, warns of
 * those without effect and checks that they fit together. */
void command_read(const struct option_set *set, size_t count, const char *const *words,
                  void *options, struct arguments *arguments, struct diagnostics *found);

/* Prepares `messages`, and prints what was found about the command line. True when the command is
 * to run. Otherwise the work is done: there were errors, or the help page was printed. Frees
 * `found`. */
bool command_begin(const struct option_set *set, const struct common_options *common,
                   struct diagnostics *found, struct messages *messages);

/* Prints and forgets the diagnostics. False if one of them is an error. */
bool say_found(struct messages *messages, struct diagnostics *found);

/* Gives the sorted model of a pack or a document, or prints its errors. `model` must be zeroed, and
 * freed in any case. */
struct model;
bool command_load(const char *path, struct model *model, struct messages *messages);

/* Writes a PNG to `path`, or to standard output for "-". */
struct rgba;
bool save_picture(const char *path, struct rgba *picture, struct error *err);

/* Writes a page to `path`, or to standard output for "-". */
struct html_page;
bool save_page(const char *path, struct html_page *page, struct error *err);

/* The options that a page chooses, ended by NULL. */
extern const char *const page_options[];

#endif
