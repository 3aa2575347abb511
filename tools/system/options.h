/*
 * options.h - command lines read by tables
 *
 * A table of options drives parsing and the help page alike. Parsing only sorts: it gives
 * the options with their values, in order, and the operands. A second step applies them,
 * one pass at a time, so that presets can give way to what was asked for explicitly,
 * wherever they stand. Knows nothing of what the options mean.
 *
 *     --name VALUE  --name=VALUE  -n VALUE  -nVALUE  -qv  -MF FILE  -MFFILE  --  -
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/error.h"
#include "base/sink.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What most options do needs no code: their value goes to a member of the target. */
enum option_kind {
    OPTION_OWN,    /* what `set` does */
    OPTION_FLAG,   /* a bool becomes true */
    OPTION_VALUE,  /* an unsigned, or an enum, becomes `value`; no two may give it different ones */
    OPTION_STRING, /* a const char * */
    OPTION_NUMBER, /* a uint32_t, from `min` to `max` */
    OPTION_BYTE,   /* a uint8_t */
    OPTION_CHOICE, /* an unsigned, or an enum: which of `choices` it is */
    OPTION_EITHER, /* a bool: is it the second of the two choices? */
};

/* One option. A table ends with one that has no name. */
struct option {
    const char *name;     /* without dashes; spelled in full, abbreviations are not taken */
    char letter;          /* 0: none */
    bool one_dash;        /* the name is spelled with one dash, as -MD is */
    unsigned char pass;   /* when it is applied: see arguments_apply */
    const char *argument; /* what help calls it; NULL for a flag */
    const char *group;    /* the heading that it stands under; neighbours share one */
    const char *help;     /* NULL: not in the help page */
    /* `value` is NULL for a flag, or OPTION_OFF where config files may set it. Errors need not
     * name the option. */
    bool (*set)(void *target, const char *value, struct error *err);
    enum option_kind kind;
    size_t at; /* where the member is in the target */
    unsigned value;
    uint32_t min, max;
    bool numeric; /* what `set` reads is a number; the kinds of numbers need not say so */
    const char *const *choices; /* all that the value may be, ended by NULL; NULL: anything */
};

/* All that a command takes. */
struct option_set {
    const char *usage;                  /* "hitmask bake [options] INPUT... -o OUTPUT" */
    const char *about;                  /* a paragraph or more; NULL: none */
    const char *footer;                 /* printed as it is below the options; NULL: none */
    const struct option *const *tables; /* ended by NULL */
};

struct option_value {
    const struct option *option;
    const char *value;
};

/* What a command line says. The strings are those of argv. A zeroed one is empty. */
struct arguments {
    struct option_value *values;
    size_t value_count, value_capacity;
    const char **operands;
    size_t operand_count, operand_capacity;
};

/* Reads `count` words, the command's own name not among them. `out` is to be freed whether
 * it succeeds or not; when it fails, which tells of the first wrong word, it holds the others. */
bool options_parse(const struct option_set *set, size_t count, const char *const *words,
                   struct arguments *out, struct error *err);

/* Adds an option as if it had stood on the command line: for config files. `value` must
 * live as long as `arguments`. An argument that is missing or too many is an error. For a flag
 * it may be OPTION_OFF, which no command line can say: the flag is taken back. */
extern const char OPTION_OFF[];
bool arguments_add(struct arguments *arguments, const struct option *option, const char *value,
                   struct error *err);
void arguments_free(struct arguments *arguments);

/* Is the option of that long name among them? */
bool arguments_have(const struct arguments *arguments, const char *name);

/* Calls the setters of the options whose `pass` it is, in order, also after one that fails. The
 * caller runs the passes in whatever order its rules need. An error names the first option that is
 * wrong. */
bool arguments_apply(const struct arguments *arguments, unsigned char pass, void *target,
                     struct error *err);

/* Does to the target what the option with that value does. Errors need not name the option. */
bool option_set_value(const struct option *option, void *target, const char *value,
                      struct error *err);

/* The option of that long name, without dashes; NULL when there is none. */
const struct option *options_find(const struct option_set *set, const char *name);

/* The option that `name` may be meant to be; NULL when none is near. */
const struct option *options_nearest(const struct option_set *set, const char *name);

void options_help(const struct option_set *set, struct sink *sink);

/* ---- For setters ------------------------------------------------------------------------ */

bool option_number(const char *value, uint64_t min, uint64_t max, uint64_t *out, struct error *err);

/* Gives the index of `value` among `choices`, which end with NULL. */
bool option_choice(const char *value, const char *const *choices, unsigned *out, struct error *err);

#endif
