/*
 * common_options.c - how a command speaks
 */
#include "common_options.h"

static bool set_quiet(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    ((struct common_options *)target)->quiet = true;
    return true;
}

static bool set_verbose(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    ((struct common_options *)target)->verbose = true;
    return true;
}

static bool set_help(void *target, const char *value, struct error *err)
{
    (void)value, (void)err;
    ((struct common_options *)target)->help = true;
    return true;
}

static bool set_color(void *target, const char *value, struct error *err)
{
    static const char *const choices[] = {"auto", "always", "never", NULL};
    unsigned choice = 0;
    if (!option_choice(value, choices, &choice, err))
        return false;
    ((struct common_options *)target)->color = (enum color_choice)choice;
    return true;
}

static bool set_message_format(void *target, const char *value, struct error *err)
{
    static const char *const choices[] = {"text", "gcc", "json", NULL};
    unsigned choice = 0;
    if (!option_choice(value, choices, &choice, err))
        return false;
    ((struct common_options *)target)->message_format = (enum message_format)choice;
    return true;
}

static const char group[] = "Messages";

const struct option common_option_table[] = {
    {"quiet", 'q', false, PASS_COMMON, NULL, group, "errors alone", set_quiet},
    {"verbose", 'v', false, PASS_COMMON, NULL, group, "notes too", set_verbose},
    {"color", 0, false, PASS_COMMON, "auto|always|never", group,
     "auto, the default, is on a terminal, unless NO_COLOR is set", set_color},
    {"message-format", 0, false, PASS_COMMON, "text|gcc|json", group,
     "text is the default; json is one object a line", set_message_format},
    {"help", 'h', false, PASS_COMMON, NULL, group, "this page", set_help},
    {0},
};

bool common_options_read(const struct option_set *set, size_t count, const char *const *words,
                         void *options, struct arguments *arguments, struct error *err)
{
    struct error second;
    const bool parsed = options_parse(set, count, words, arguments, err);
    const bool applied = arguments_apply(arguments, PASS_COMMON, options, parsed ? err : &second);
    return parsed && applied;
}

bool option_json_mask(const char *value, enum json_mask *out, struct error *err)
{
    static const char *const choices[] = {"rows", "base64", "none", NULL};
    unsigned choice = 0;
    if (!option_choice(value, choices, &choice, err))
        return false;
    *out = (enum json_mask)choice;
    return true;
}
