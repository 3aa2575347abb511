/*
 * options.c - command lines read by tables
 */
#include "system/options.h"

#include "base/array.h"
#include "base/numbers.h"
#include "base/text.h"
#include "base/text_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MAX = 80 }; /* bytes of a wrong word that a message repeats */

/* ---- Lists ------------------------------------------------------------------------------ */

static bool add_value(struct arguments *arguments, const struct option *option, const char *value,
                      struct error *err)
{
    struct option_value *const added =
        array_push(&arguments->values, &arguments->value_count, &arguments->value_capacity);
    if (added == NULL)
        return fail_memory(err);
    *added = (struct option_value){option, value};
    return true;
}

static bool add_operand(struct arguments *arguments, const char *operand, struct error *err)
{
    const char **const added =
        array_push(&arguments->operands, &arguments->operand_count, &arguments->operand_capacity);
    if (added == NULL)
        return fail_memory(err);
    *added = operand;
    return true;
}

void arguments_free(struct arguments *arguments)
{
    free(arguments->values);
    free(arguments->operands);
    *arguments = (struct arguments){0};
}

bool arguments_have(const struct arguments *arguments, const char *name)
{
    for (size_t i = 0; i < arguments->value_count; i++)
        if (strcmp(arguments->values[i].option->name, name) == 0)
            return true;
    return false;
}

/* ---- Look-up and suggestions ------------------------------------------------------------ */

static const char *dashes(const struct option *option)
{
    return option->one_dash ? "-" : "--";
}

/* The next option after `option` in the set, or the first after NULL; NULL at the end. */
static const struct option *next_option(const struct option_set *set, size_t *table,
                                        const struct option *option)
{
    if (option)
        option++;
    else
        option = set->tables[ *table = 0];
    while (option && !option->name)
        option = set->tables[++*table];
    return option;
}

static const struct option *find_long(const struct option_set *set, const char *name, size_t length)
{
    const struct option *option = NULL;
    size_t table;
    while ((option = next_option(set, &table, option)))
        if (!option->one_dash && strncmp(option->name, name, length) == 0 &&
            option->name[length] == '\0')
            return option;
    return NULL;
}

static const struct option *find_letter(const struct option_set *set, char letter)
{
    const struct option *option = NULL;
    size_t table;
    while ((option = next_option(set, &table, option)))
        if (letter && option->letter == letter)
            return option;
    return NULL;
}

/* Finds -MD, -MF and -MFFILE; `rest` becomes what follows the name. */
static const struct option *find_one_dash(const struct option_set *set, const char *word,
                                          const char **rest)
{
    const struct option *option = NULL;
    size_t table;
    while ((option = next_option(set, &table, option))) {
        size_t length = strlen(option->name);
        *rest = word + length;
        if (option->one_dash && strncmp(option->name, word, length) == 0 &&
            (word[length] == '\0' || option->argument))
            return option;
    }
    return NULL;
}

const struct option *options_find(const struct option_set *set, const char *name)
{
    return find_long(set, name, strlen(name));
}

/* How far `word` is from an option: twice the edit distance to its name or, one more, to
 * the name's end from some dash on, or its beginning up to one. What `word` itself begins counts as
 * such a part. */
static unsigned remoteness(const char *word, const char *name)
{
    unsigned limit = (unsigned)strlen(word) / 3;
    unsigned distance = text_distance(word, name);
    unsigned best = distance <= limit ? 2 * distance : UINT32_MAX;
    for (const char *dash = strchr(name, '-'); dash; dash = strchr(dash + 1, '-')) {
        char beginning[SHOWN_MAX];
        unsigned other;
        snprintf(beginning, sizeof beginning, "%.*s", (int)(dash - name), name);
        distance = text_distance(word, dash + 1);
        other = text_distance(word, beginning);
        if (other < distance)
            distance = other;
        if (distance <= limit && 2 * distance + 1 < best)
            best = 2 * distance + 1;
    }
    if (best > 1 && strlen(word) > 1 && strncmp(name, word, strlen(word)) == 0)
        best = 1;
    return best;
}

const struct option *options_nearest(const struct option_set *set, const char *word)
{
    const struct option *option = NULL, *found = NULL;
    unsigned best = UINT32_MAX;
    size_t table;
    if (strlen(word) > SHOWN_MAX)
        return NULL;
    while ((option = next_option(set, &table, option))) {
        unsigned distance = remoteness(word, option->name);
        if (option->help && distance < best) {
            best = distance;
            found = option;
        }
    }
    return found;
}

/* With the nearest right option if one is near. `word` is what was written, dashes included;
 * `name` is the part of it to compare. */
static bool fail_unknown_option(const struct option_set *set, const char *word, const char *name,
                                struct error *err)
{
    const struct option *near = options_nearest(set, name);
    char shown[SHOWN_MAX];
    text_quote(shown, sizeof shown, word);
    if (!near)
        return fail_usage(err, "unknown option '%s'", shown);
    return fail_usage(err, "unknown option '%s'; did you mean '%s%s'?", shown, dashes(near),
                      near->name);
}

/* ---- Parsing ---------------------------------------------------------------------------- */

struct words {
    const struct option_set *set;
    const char *const *next;
    size_t left;
    struct arguments *out;
};

static const char *take_word(struct words *words)
{
    words->left--;
    return *words->next++;
}

const char OPTION_OFF[] = "off";

bool arguments_add(struct arguments *arguments, const struct option *option, const char *value,
                   struct error *err)
{
    if (option->argument && !value)
        return fail_usage(err, "option '%s%s' needs an argument (%s)", dashes(option), option->name,
                          option->argument);
    if (!option->argument && value && value != OPTION_OFF)
        return fail_usage(err, "option '%s%s' takes no argument", dashes(option), option->name);
    return add_value(arguments, option, value, err);
}

/* Adds an option whose value, if it wants one and `value` is NULL, is the next word. */
static bool add_option(struct words *words, const struct option *option, const char *value,
                       struct error *err)
{
    if (option->argument && !value && words->left > 0)
        value = take_word(words);
    return arguments_add(words->out, option, value, err);
}

static bool parse_long(struct words *words, const char *word, struct error *err)
{
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    const struct option *option = find_long(words->set, name, length);
    char wrong[SHOWN_MAX + 4];
    if (option)
        return add_option(words, option, name[length] ? name + length + 1 : NULL, err);
    option = find_long(words->set, name, strcspn(name, " "));
    if (option && option->argument)
        return fail_usage(err,
                          "'%s' is one argument; write the option and its value as two, or as two "
                          "lines of an @FILE",
                          text_quote(wrong, sizeof wrong, word));
    snprintf(wrong, sizeof wrong, "%.*s", (int)(length < SHOWN_MAX ? length + 2 : SHOWN_MAX + 2),
             word);
    return fail_unknown_option(words->set, wrong, wrong + 2, err);
}

static bool parse_letters(struct words *words, const char *word, struct error *err)
{
    for (const char *at = word + 1; *at; at++) {
        const struct option *option = find_letter(words->set, *at);
        if (!option)
            return fail_unknown_option(words->set, word, word + 1, err);
        if (option->argument)
            return add_option(words, option, at[1] ? at + 1 : NULL, err);
        if (!add_option(words, option, NULL, err))
            return false;
    }
    return true;
}

static bool parse_short(struct words *words, const char *word, struct error *err)
{
    const char *rest;
    const struct option *option = find_one_dash(words->set, word + 1, &rest);
    if (option)
        return add_option(words, option, *rest ? rest : NULL, err);
    return parse_letters(words, word, err);
}

static bool parse_word(struct words *words, const char *word, bool is_operand, struct error *err)
{
    if (is_operand || word[0] != '-' || word[1] == '\0')
        return add_operand(words->out, word, err);
    return word[1] == '-' ? parse_long(words, word, err) : parse_short(words, word, err);
}

bool options_parse(const struct option_set *set, size_t count, const char *const *words,
                   struct arguments *out, struct error *err)
{
    struct words rest = {set, words, count, out};
    struct error second;
    bool only_operands = false;
    bool ok = true;
    *out = (struct arguments){0};
    while (rest.left > 0) {
        const char *word = take_word(&rest);
        if (!only_operands && strcmp(word, "--") == 0)
            only_operands = true;
        else
            ok = parse_word(&rest, word, only_operands, ok ? err : &second) && ok;
    }
    return ok;
}

static bool set_number(const struct option *option, void *member, const char *value,
                       struct error *err)
{
    uint64_t number = 0;
    if (!option_number(value, option->min, option->max, &number, err))
        return false;
    *(uint32_t *)member = (uint32_t)number;
    return true;
}

static bool set_byte(void *member, const char *value, struct error *err)
{
    uint64_t number = 0;
    if (!option_number(value, 0, UINT8_MAX, &number, err))
        return false;
    *(uint8_t *)member = (uint8_t)number;
    return true;
}

/* An enum of small numbers is an unsigned in memory, but not in name. */
static void set_enum(void *member, unsigned value)
{
    memcpy(member, &value, sizeof value);
}

bool option_set_value(const struct option *option, void *target, const char *value,
                      struct error *err)
{
    void *const member = (char *)target + option->at;
    unsigned choice = option->value;
    if (option->choices && !option_choice(value, option->choices, &choice, err))
        return false;
    switch (option->kind) {
    case OPTION_OWN:
        return option->set(target, value, err);
    case OPTION_FLAG:
        *(bool *)member = value != OPTION_OFF;
        return true;
    case OPTION_STRING:
        *(const char **)member = value;
        return true;
    case OPTION_NUMBER:
        return set_number(option, member, value, err);
    case OPTION_BYTE:
        return set_byte(member, value, err);
    case OPTION_EITHER:
        *(bool *)member = choice == 1;
        return true;
    case OPTION_VALUE:
    case OPTION_CHOICE:
        set_enum(member, choice);
        return true;
    }
    return false;
}

/* One member cannot have the values of two options. */
static bool exclude(const struct option *a, const struct option *b)
{
    return a->kind == OPTION_VALUE && b->kind == OPTION_VALUE && a->pass == b->pass &&
           a->at == b->at && a->value != b->value;
}

static bool check_alone(const struct arguments *arguments, size_t index, struct error *err)
{
    const struct option *const b = arguments->values[index].option;
    for (size_t i = 0; b->kind == OPTION_VALUE && i < index; i++) {
        const struct option *const a = arguments->values[i].option;
        if (exclude(a, b))
            return fail_usage(err, "%s%s and %s%s cannot be used together", dashes(a), a->name,
                              dashes(b), b->name);
    }
    return true;
}

static bool apply(const struct arguments *arguments, size_t index, void *target, struct error *err)
{
    const struct option_value *const value = &arguments->values[index];
    const struct option *const option = value->option;
    struct error wrong = {.status = STATUS_OK};
    if (!check_alone(arguments, index, err))
        return false;
    if (option_set_value(option, target, value->value, &wrong))
        return true;
    fail_at(err, wrong.line, wrong.column, "%s%s: %s", dashes(option), option->name, wrong.text);
    err->status = wrong.status;
    return false;
}

bool arguments_apply(const struct arguments *arguments, unsigned char pass, void *target,
                     struct error *err)
{
    struct error second;
    bool ok = true;
    for (size_t i = 0; i < arguments->value_count; i++)
        if (arguments->values[i].option->pass == pass)
            ok = apply(arguments, i, target, ok ? err : &second) && ok;
    return ok;
}

/* ---- For setters ------------------------------------------------------------------------ */

bool option_number(const char *value, uint64_t min, uint64_t max, uint64_t *out, struct error *err)
{
    char shown[SHOWN_MAX];
    if (text_to_number(value, min, max, out))
        return true;
    text_quote(shown, sizeof shown, value);
    if (max == UINT64_MAX)
        return fail_usage(err, "'%s' is not a number of %" PRIu64 " or more", shown, min);
    return fail_usage(err, "'%s' is not a number from %" PRIu64 " to %" PRIu64, shown, min, max);
}

bool option_choice(const char *value, const char *const *choices, unsigned *out, struct error *err)
{
    char shown[SHOWN_MAX], list[256] = "";
    size_t used = 0;
    for (unsigned i = 0; choices[i]; i++) {
        if (strcmp(value, choices[i]) == 0) {
            *out = i;
            return true;
        }
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                                     choices[i]);
    }
    return fail_usage(err, "'%s' is not one of %s", text_quote(shown, sizeof shown, value), list);
}

/* ---- Help ------------------------------------------------------------------------------- */

enum {
    HELP_WIDTH = 80,
    HELP_LEFT_MAX = 32, /* an option that is longer has its help on the next line */
};

static void put_spaces(struct sink *sink, size_t count)
{
    while (count-- > 0)
        sink_put(sink, " ", 1);
}

/* Puts words from `column` on, in lines that begin at `indent`; keeps line breaks. */
static void put_wrapped(struct sink *sink, const char *text, size_t column, size_t indent)
{
    size_t start = column;
    while (*text) {
        size_t length = strcspn(text, " \n");
        bool first = column == start;
        if (!first && column + 1 + length >= HELP_WIDTH) {
            sink_put(sink, "\n", 1);
            put_spaces(sink, indent);
            column = start = indent;
            first = true;
        }
        if (!first)
            sink_put(sink, " ", 1);
        sink_put(sink, text, length);
        column += length + !first;
        text += length;
        if (*text == '\n') {
            sink_put(sink, "\n", 1);
            if (text[1] && text[1] != '\n')
                put_spaces(sink, indent);
            column = start = indent;
        }
        text += *text != '\0';
    }
    sink_put(sink, "\n", 1);
}

/* Writes "  -o, --output FILE" and gives its length, which may exceed what was written. */
static size_t left_column(char *out, size_t size, const struct option *option)
{
    char letter[] = "    ";
    if (option->one_dash)
        letter[0] = '\0';
    else if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    return (size_t)snprintf(out, size, "  %s%s%s%s%s", letter, dashes(option), option->name,
                            option->argument ? " " : "", option->argument ? option->argument : "");
}

static size_t help_column(const struct option_set *set)
{
    const struct option *option = NULL;
    size_t table, widest = 0;
    while ((option = next_option(set, &table, option))) {
        char left[HELP_WIDTH];
        size_t length = option->help ? left_column(left, sizeof left, option) : 0;
        if (length > widest && length <= HELP_LEFT_MAX)
            widest = length;
    }
    return widest + 2;
}

static void put_option(struct sink *sink, const struct option *option, size_t column)
{
    char left[HELP_WIDTH];
    size_t length = left_column(left, sizeof left, option);
    sink_put_string(sink, left);
    if (length + 2 > column) {
        sink_put(sink, "\n", 1);
        length = 0;
    }
    put_spaces(sink, column - length);
    put_wrapped(sink, option->help, column, column);
}

void options_help(const struct option_set *set, struct sink *sink)
{
    static const char usage[] = "Usage: ";
    const struct option *option = NULL;
    const char *group = "";
    size_t table, column = help_column(set);
    sink_put_string(sink, usage);
    put_wrapped(sink, set->usage, sizeof usage - 1, sizeof usage - 1);
    if (set->about) {
        sink_put(sink, "\n", 1);
        put_wrapped(sink, set->about, 0, 0);
    }
    while ((option = next_option(set, &table, option))) {
        if (!option->help)
            continue;
        if (option->group && strcmp(option->group, group) != 0) {
            group = option->group;
            sink_put(sink, "\n", 1);
            sink_put_string(sink, group);
            sink_put_string(sink, ":\n");
        }
        put_option(sink, option, column);
    }
    if (set->footer) {
        sink_put(sink, "\n", 1);
        sink_put_string(sink, set->footer);
    }
}
