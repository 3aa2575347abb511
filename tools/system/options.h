/*
 * options.h - command lines read by tables
 *
 * A table of options drives both parsing and the help page. Parsing only gives the options with
 * their values, in order, and the operands. A second step applies the options, one pass at a time,
 * so that a preset gives way to explicit options wherever it is on the line. Nothing here knows
 * what the options mean.
 *
 *     --name VALUE  --name=VALUE  -n VALUE  -nVALUE  -qv  -MF FILE  -MFFILE  --  -
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/error.h"
#include "base/memory.h"
#include "base/sink.h"
#include "system/diagnostics.h"
#include "system/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most options need no code: their value goes to a member of the target. */
enum option_kind {
    OPTION_OWN,    /* `set` is called */
    OPTION_FLAG,   /* a bool becomes true; with a `value` of 1 it becomes false */
    OPTION_VALUE,  /* an unsigned, or an enum, becomes `value`; no two may give it different ones */
    OPTION_STRING, /* a const char * */
    OPTION_NUMBER, /* a uint32_t, from `min` to `max` */
    OPTION_BYTE,   /* a uint8_t */
    OPTION_SIZE,   /* two uint32_t, such as 24x16 */
    OPTION_CHOICE, /* an unsigned, or an enum: the index among `choices` */
    OPTION_EITHER, /* a bool: true for the second of two choices */
};

/* The value of an option that names a file or a folder is spelled as paths are here. */
enum option_path { OPTION_NO_PATH, OPTION_FILE, OPTION_FOLDER };

struct text;

/* A table of options ends with one that has no name. */
struct option {
    const char *name;     /* without dashes; spelled in full, abbreviations are not taken */
    char letter;          /* 0: none */
    bool one_dash;        /* the name is spelled with one dash, as -MD is */
    unsigned char pass;   /* when it is applied: see arguments_apply */
    const char *argument; /* what help calls it; NULL for a flag */
    const char *group;    /* its heading in the help page; neighbours share one */
    const char *help;     /* NULL: not in the help page */
    /* `value` is NULL for a flag, or OPTION_OFF where config files may set it. Errors need not
     * name the option. */
    bool (*set)(void *target, const char *value, struct error *err);
    enum option_kind kind;
    size_t at; /* the offset of the member in the target */
    unsigned value;
    uint32_t min, max;
    bool or_none; /* of numbers and sizes: "none" is 0 */
    /* Change other members of the target before and after the value is there; may be NULL. */
    void (*before)(void *target), (*then)(void *target);
    const char *const *choices; /* all that the value may be, ended by NULL; NULL: anything */
    enum option_path path;
    /* "--grid, --cells or --config": without all of them the option has no effect; NULL: it always
     * has one. */
    const char *needs;
    /* Adds the value in the target as JSON, or nothing; NULL: as its kind tells. For OPTION_OWN
     * where values are written: see recipe_describe. */
    void (*put)(const void *target, struct text *out);
    bool takes_number;   /* of OPTION_OWN: a config may give the value as a number, too */
    bool may_have_value; /* of OPTION_OWN without argument: --NAME=VALUE is taken, too */
};

struct arguments;

/* All options of a command. */
struct option_set {
    const char *usage;  /* "hitmask bake [options] INPUT... -o OUTPUT" */
    const char *about;  /* a paragraph or more; NULL: none */
    const char *footer; /* printed as it is below the options; NULL: none */
    /* A set with many options has lines of examples, and the names of the options that most people
     * need, ended by NULL. Help shows these, and --help=all everything. NULL: help shows all. */
    const char *examples;
    const char *const *most;
    const struct option *const *tables; /* ended by NULL */
    size_t paths;                       /* so many operands, from the first, are paths */
    size_t size;                        /* of the struct that the options are applied to */
    /* Adds an error for each way in which options and operands, each right by itself, do not fit
     * together. NULL: they always do. */
    void (*check)(const void *options, const struct arguments *arguments,
                  struct diagnostics *found);
};

#define ALL_PATHS SIZE_MAX

struct option_value {
    const struct option *option;
    const char *value;
};

/* A parsed command line. The strings are those of argv, but for paths in another spelling. A zeroed
 * one is empty. */
struct arguments {
    struct option_value *values;
    size_t value_count, value_capacity;
    const char **operands;
    size_t operand_count, operand_capacity;
    struct arena arena; /* for paths that were typed in another spelling */
};

/* Reads `count` words, without the command's own name. `out` must be freed whether it succeeds or
 * not. Each wrong word is an error; `out` then holds the right words. */
bool options_parse(const struct option_set *set, size_t count, const char *const *words,
                   struct arguments *out, struct diagnostics *found);

/* Adds an option as if it were on the command line: for config files. `value` must live as long as
 * `arguments`. A missing or superfluous argument is an error. For a flag `value` may be OPTION_OFF,
 * which no command line has: the flag becomes false. */
extern const char OPTION_OFF[];
bool arguments_add(struct arguments *arguments, const struct option *option, const char *value,
                   struct error *err);
void arguments_free(struct arguments *arguments);

/* True if the option of that long name was given. The name ends at a comma, a space or a NUL. */
bool arguments_have(const struct arguments *arguments, const char *name);

/* Warns of each option that needs others of which none is there. */
void arguments_warn_idle(const struct arguments *arguments, struct diagnostics *found);

/* Applies the options of that pass, in order, up to one that fails. The caller chooses the order of
 * the passes. */
bool arguments_apply(const struct arguments *arguments, unsigned char pass, void *target,
                     struct error *err);

/* Applies options of that pass that may be wrong: goes on after one that fails, and adds an error
 * for each of them. */
bool arguments_apply_each(const struct arguments *arguments, unsigned char pass, void *target,
                          struct diagnostics *found);

/* Applies one option with that value to the target. Errors need not name the option. */
bool option_set_value(const struct option *option, void *target, const char *value,
                      struct error *err);

/* The option of that long name, without dashes; NULL when there is none. */
const struct option *options_find(const struct option_set *set, const char *name);

/* The option that `name` may be a wrong spelling of; NULL: none is near. */
const struct option *options_nearest(const struct option_set *set, const char *name);

/* How much of the options --help lists. */
enum help_page { HELP_NONE, HELP_MOST, HELP_ALL };

/* Prints the help page, or puts it into a sink. */
enum status options_print_help(const struct option_set *set, enum help_page page);
void options_help(const struct option_set *set, enum help_page page, struct sink *sink);

/* ---- For setters ------------------------------------------------------------------------ */

bool option_number(const char *value, uint64_t min, uint64_t max, uint64_t *out, struct error *err);

/* Gives the index of `value` among `choices`, which end with NULL. */
bool option_choice(const char *value, const char *const *choices, unsigned *out, struct error *err);

/* ---- The options that every command has ----------------------------------------------------- */

/* The order in which options are applied. Options about messages come first, so that errors in the
 * others are printed as wanted. A preset gives way to explicit options. Options that may differ
 * between sprites are applied to each recipe. */
enum { PASS_COMMON, PASS_PRESET, PASS_RECIPE, PASS_EXPLICIT };

/* The first member of every command's options, so that one table serves them all. */
struct common_options {
    enum message_format message_format;
    enum color_choice color;
    bool quiet, no_summary, verbose; /* at most one of them: the last one given */
    enum help_page help;
};

extern const struct option common_option_table[];

/* Calls options_parse, then applies PASS_COMMON and PASS_EXPLICIT even if a word is wrong.
 * `options` begins with a struct common_options. */
bool common_options_read(const struct option_set *set, size_t count, const char *const *words,
                         void *options, struct arguments *arguments, struct diagnostics *found);

/* The form in which a command shows its result on standard output. */
enum show { VIEW_DEFAULT, VIEW_JSON, VIEW_ASCII, VIEW_BLOCKS };

/* The choices of --json-mask, an option of more than one command. */
extern const char *const json_mask_choices[];

#endif
