/*
 * options.c - command lines read by tables
 */
#include "system/options.h"

#include "base/memory.h"
#include "base/platform/files.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MAX = 80 }; /* bytes of a wrong word that a message repeats */

/* ---- Lists ------------------------------------------------------------------------------ */

/* Makes what was typed a path in our spelling. */
static const char *spell_path(struct arguments *arguments, const char *path)
{
    if (strchr(path, '\\') == NULL)
        return path;
    char *const spelled = arena_text(&arguments->arena, path);
    path_from_typed(spelled);
    return spelled;
}

static void add_operand(const struct option_set *set, struct arguments *arguments,
                        const char *operand)
{
    const bool is_path = arguments->operand_count < set->paths;
    const char **const added =
        array_push(&arguments->operands, &arguments->operand_count, &arguments->operand_capacity);
    *added = is_path ? spell_path(arguments, operand) : operand;
}

void arguments_free(struct arguments *arguments)
{
    arena_free(&arguments->arena);
    free(arguments->values);
    free(arguments->operands);
    *arguments = (struct arguments){0};
}

bool arguments_have(const struct arguments *arguments, const char *name)
{
    const size_t length = strcspn(name, ", ");
    for (size_t i = 0; i < arguments->value_count; i++) {
        const char *const other = arguments->values[i].option->name;
        if (strncmp(other, name, length) == 0 && other[length] == '\0')
            return true;
    }
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
    if (option == NULL)
        *table = 0;
    option = option != NULL ? option + 1 : set->tables[0];
    while (option != NULL && option->name == NULL)
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

/* How far `word` is from an option: twice the edit distance to its name; or that plus one to a part
 * of the name, from a dash on or up to a dash. If `word` is the beginning of the name, the distance
 * is that of a part, too. */
static unsigned remoteness(const char *word, const char *name)
{
    const size_t length = strlen(word);
    const unsigned limit = (unsigned)length / 3, whole = text_distance(word, name);
    unsigned best = whole <= limit ? 2 * whole : UINT32_MAX;
    for (const char *dash = strchr(name, '-'); dash; dash = strchr(dash + 1, '-')) {
        char beginning[SHOWN_MAX];
        snprintf(beginning, sizeof beginning, "%.*s", (int)(dash - name), name);
        const unsigned a = text_distance(word, dash + 1), b = text_distance(word, beginning);
        const unsigned part = a < b ? a : b;
        if (part <= limit && 2 * part + 1 < best)
            best = 2 * part + 1;
    }
    return best > 1 && length > 1 && strncmp(name, word, length) == 0 ? 1 : best;
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

const struct option *options_find(const struct option_set *set, const char *name)
{
    return find_long(set, name, strlen(name));
}

/* The error names the nearest option, if there is one. `word` is the whole word with its dashes;
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
    if (!option->argument && value && value != OPTION_OFF && !option->may_have_value)
        return fail_usage(err, "option '%s%s' takes no argument", dashes(option), option->name);
    struct option_value *const added =
        array_push(&arguments->values, &arguments->value_count, &arguments->value_capacity);
    *added = (struct option_value){option, value};
    return true;
}

/* Adds an option whose value, if it wants one and `value` is NULL, is the next word. */
static bool add_option(struct words *words, const struct option *option, const char *value,
                       struct error *err)
{
    if (option->argument && !value && words->left > 0)
        value = take_word(words);
    if (value && option->path != OPTION_NO_PATH)
        value = spell_path(words->out, value);
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

/* A name with one dash, or letters, of which the last may be followed by its value. */
static bool parse_short(struct words *words, const char *word, struct error *err)
{
    const char *rest;
    const struct option *option = find_one_dash(words->set, word + 1, &rest);
    if (option != NULL)
        return add_option(words, option, *rest != '\0' ? rest : NULL, err);
    for (const char *at = word + 1; *at != '\0'; at++) {
        size_t table;
        option = next_option(words->set, &table, NULL);
        while (option != NULL && option->letter != *at)
            option = next_option(words->set, &table, option);
        if (option == NULL)
            return fail_unknown_option(words->set, word, word + 1, err);
        if (option->argument != NULL)
            return add_option(words, option, at[1] != '\0' ? at + 1 : NULL, err);
        if (!add_option(words, option, NULL, err))
            return false;
    }
    return true;
}

bool options_parse(const struct option_set *set, size_t count, const char *const *words,
                   struct arguments *out, struct diagnostics *found)
{
    struct words rest = {set, words, count, out};
    const size_t errors = found->errors;
    bool only_operands = false;
    *out = (struct arguments){0};
    while (rest.left > 0) {
        const char *const word = take_word(&rest);
        struct error err;
        bool ok = true;
        if (only_operands || word[0] != '-' || word[1] == '\0')
            add_operand(set, out, word);
        else if (strcmp(word, "--") == 0)
            only_operands = true;
        else if (word[1] == '-')
            ok = parse_long(&rest, word, &err);
        else
            ok = parse_short(&rest, word, &err);
        if (!ok)
            diagnostics_add_error(found, NULL, &err);
    }
    return found->errors == errors;
}

/* Reads "24x16". */
static bool read_size(const char *value, uint32_t out[2], struct error *err)
{
    const char *const cross = strchr(value, 'x');
    const size_t length = cross != NULL ? (size_t)(cross - value) : 0;
    char digits[16] = "";
    uint64_t width, height;
    if (length < sizeof digits)
        memcpy(digits, value, length);
    if (cross == NULL || !text_to_number(digits, 1, INT32_MAX, &width) ||
        !text_to_number(cross + 1, 1, INT32_MAX, &height))
        return fail_usage(err, "'%.40s' is not a size such as 24x24", value);
    out[0] = (uint32_t)width;
    out[1] = (uint32_t)height;
    return true;
}

/* Adds to the error about a value that it might have been "none". */
static bool add_none(const struct option *option, struct error *err)
{
    if (option->or_none)
        error_add(err, ", or none");
    return false;
}

bool option_set_value(const struct option *option, void *target, const char *value,
                      struct error *err)
{
    void *const member = (char *)target + option->at;
    const bool is_none = option->or_none && strcmp(value, "none") == 0;
    unsigned choice = option->value;
    uint64_t number = 0;
    uint32_t size[2] = {0};
    if (option->choices != NULL && !option_choice(value, option->choices, &choice, err))
        return false;
    if (option->before != NULL)
        option->before(target);
    switch (option->kind) {
    case OPTION_OWN:
        return option->set(target, value, err);
    case OPTION_FLAG:
        *(bool *)member = (value != OPTION_OFF) != (option->value == 1);
        break;
    case OPTION_STRING:
        *(const char **)member = value;
        break;
    case OPTION_NUMBER:
        if (!is_none && !option_number(value, option->min, option->max, &number, err))
            return add_none(option, err);
        *(uint32_t *)member = (uint32_t)number;
        break;
    case OPTION_SIZE:
        if (!is_none && !read_size(value, size, err))
            return add_none(option, err);
        memcpy(member, size, sizeof size);
        break;
    case OPTION_BYTE:
        if (!option_number(value, 0, UINT8_MAX, &number, err))
            return false;
        *(uint8_t *)member = (uint8_t)number;
        break;
    case OPTION_EITHER:
        *(bool *)member = choice == 1;
        break;
    case OPTION_VALUE:
    case OPTION_CHOICE:
        /* An enum of small numbers is an unsigned in memory, but not in name. */
        memcpy(member, &choice, sizeof choice);
        break;
    }
    if (option->then != NULL)
        option->then(target);
    return true;
}

/* The first option before that one which gives another value to the same member; NULL if there is
 * none, or if the option itself was there before. */
static const struct option *find_rival(const struct arguments *arguments, size_t index)
{
    const struct option *const option = arguments->values[index].option, *rival = NULL;
    for (size_t i = 0; option->kind == OPTION_VALUE && i < index; i++) {
        const struct option *const other = arguments->values[i].option;
        if (other == option)
            return NULL;
        if (rival == NULL && other->kind == OPTION_VALUE && other->pass == option->pass &&
            other->at == option->at && other->value != option->value)
            rival = other;
    }
    return rival;
}

static bool apply(const struct arguments *arguments, size_t index, void *target, struct error *err)
{
    const struct option_value *const value = &arguments->values[index];
    const struct option *const option = value->option, *const rival = find_rival(arguments, index);
    struct error wrong = {.status = STATUS_OK};
    if (rival != NULL)
        return fail_usage(err, "%s%s and %s%s cannot be used together", dashes(rival), rival->name,
                          dashes(option), option->name);
    if (option_set_value(option, target, value->value, &wrong))
        return true;
    fail_at(err, wrong.line, wrong.column, "%s%s: %s", dashes(option), option->name, wrong.text);
    err->status = wrong.status;
    return false;
}

bool arguments_apply(const struct arguments *arguments, unsigned char pass, void *target,
                     struct error *err)
{
    for (size_t i = 0; i < arguments->value_count; i++)
        if (arguments->values[i].option->pass == pass && !apply(arguments, i, target, err))
            return false;
    return true;
}

bool arguments_apply_each(const struct arguments *arguments, unsigned char pass, void *target,
                          struct diagnostics *found)
{
    const size_t errors = found->errors;
    struct error err;
    for (size_t i = 0; i < arguments->value_count; i++)
        if (arguments->values[i].option->pass == pass && !apply(arguments, i, target, &err))
            diagnostics_add_error(found, NULL, &err);
    return found->errors == errors;
}

void arguments_warn_idle(const struct arguments *arguments, struct diagnostics *found)
{
    for (size_t i = 0; i < arguments->value_count; i++) {
        const struct option *const option = arguments->values[i].option;
        const char *need = option->needs;
        while (need != NULL && (need = strstr(need, "--")) != NULL &&
               !arguments_have(arguments, need + 2))
            need += 2;
        if (need == NULL && option->needs != NULL)
            diagnostics_add_warning(found, NULL, "no-effect", "%s%s has no effect without %s",
                                    dashes(option), option->name, option->needs);
    }
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
    char shown[SHOWN_MAX], list[384] = "";
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

/* Puts words from `column` on, in lines that begin at `indent`; keeps line breaks. */
static void put_wrapped(struct sink *sink, const char *text, size_t column, size_t indent)
{
    size_t start = column;
    while (*text) {
        size_t length = strcspn(text, " \n");
        bool first = column == start;
        if (!first && column + 1 + length >= HELP_WIDTH) {
            sink_put(sink, "\n", 1);
            sink_put_spaces(sink, indent);
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
                sink_put_spaces(sink, indent);
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

/* The column of the help: behind the longest option that is not too long. */
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

static void put_option(struct sink *sink, const struct option *option, const char *help,
                       size_t column)
{
    char left[HELP_WIDTH];
    const size_t length = left_column(left, sizeof left, option);
    const bool fits = length + 2 <= column;
    sink_put_string(sink, left);
    sink_put_string(sink, fits ? "" : "\n");
    sink_put_spaces(sink, fits ? column - length : column);
    put_wrapped(sink, help, column, column);
}

/* Examples, and the options that most people need, with the first clause of their help. */
static void put_most(const struct option_set *set, struct sink *sink, size_t column)
{
    sink_put_string(sink, "\nExamples:\n");
    sink_put_string(sink, set->examples);
    sink_put_string(sink, "\nMost used options:\n");
    for (const char *const *name = set->most; *name != NULL; name++) {
        const struct option *const option = options_find(set, *name);
        char clause[512];
        snprintf(clause, sizeof clause, "%s", option->help);
        clause[strcspn(clause, ";")] = '\0';
        char *const stop = strstr(clause, ". ");
        if (stop != NULL)
            *stop = '\0';
        put_option(sink, option, clause, column);
    }
    sink_put_string(sink, "\n--help=all lists all options, by topic.\n");
}

void options_help(const struct option_set *set, enum help_page page, struct sink *sink)
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
    if (set->most != NULL && page != HELP_ALL) {
        put_most(set, sink, column);
        return;
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
        put_option(sink, option, option->help, column);
    }
    if (set->footer) {
        sink_put(sink, "\n", 1);
        sink_put_string(sink, set->footer);
    }
}

enum status options_print_help(const struct option_set *set, enum help_page page)
{
    struct messages messages;
    struct sink sink;
    messages_init(&messages, MESSAGE_TEXT, COLOR_AUTO, false, false);
    console_init(&sink);
    options_help(set, page, &sink);
    console_close(&sink, &messages);
    return messages.status;
}

/* ---- The options that every command has ----------------------------------------------------- */

static const char *const color_choices[] = {"auto", "always", "never", NULL};

static const char *const message_format_choices[] = {"text", "gcc", "msvc", "json", NULL};

/* The last option that says how much is printed wins. */
static void clear_level(void *target)
{
    struct common_options *const options = target;
    options->quiet = options->no_summary = options->verbose = false;
}

static bool set_help(void *target, const char *value, struct error *err)
{
    struct common_options *const options = target;
    static const char *const choices[] = {"all", NULL};
    unsigned choice;
    options->help = value != NULL ? HELP_ALL : HELP_MOST;
    return value == NULL || option_choice(value, choices, &choice, err);
}

static const char group[] = "Messages";

const struct option common_option_table[] = {
    {"quiet", 'q', false, PASS_COMMON, NULL, group,
     "print errors only; the last of --quiet, --no-summary and --verbose wins", .kind = OPTION_FLAG,
     .at = offsetof(struct common_options, quiet), .before = clear_level},
    {"no-summary", 0, false, PASS_COMMON, NULL, group,
     "print errors and warnings, but no progress bar and no summary; good for logs of builds",
     .kind = OPTION_FLAG, .at = offsetof(struct common_options, no_summary), .before = clear_level},
    {"verbose", 'v', false, PASS_COMMON, NULL, group, "print notes too", .kind = OPTION_FLAG,
     .at = offsetof(struct common_options, verbose), .before = clear_level},
    {"color", 0, false, PASS_COMMON, "WHEN", group,
     "use colours: auto, always or never; auto is the default: on a terminal, unless NO_COLOR is set",
     .kind = OPTION_CHOICE, .at = offsetof(struct common_options, color), .choices = color_choices},
    {"message-format", 0, false, PASS_COMMON, "FORMAT", group,
     "print messages as text, gcc, msvc or json; json prints one object per line (default: text)",
     .kind = OPTION_CHOICE, .at = offsetof(struct common_options, message_format),
     .choices = message_format_choices},
    {"help", 'h', false, PASS_COMMON, NULL, group,
     "print a page about the command; --help=all lists all of its options", .set = set_help,
     .may_have_value = true},
    {0},
};

bool common_options_read(const struct option_set *set, size_t count, const char *const *words,
                         void *options, struct arguments *arguments, struct diagnostics *found)
{
    const bool parsed = options_parse(set, count, words, arguments, found);
    const bool common = arguments_apply_each(arguments, PASS_COMMON, options, found);
    return arguments_apply_each(arguments, PASS_EXPLICIT, options, found) && common && parsed;
}

const char *const json_mask_choices[] = {"rows", "base64", "none", NULL};
