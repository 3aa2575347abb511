/*
 * common_options.c - the options of messages, and --help
 */
#include "system/common_options.h"

static const char *const color_choices[] = {"auto", "always", "never", NULL};

static const char *const message_format_choices[] = {"text", "gcc", "json", NULL};

/* How much is printed: the last option wins. */
static void set_level(void *target, bool quiet, bool no_summary, bool verbose)
{
    struct common_options *const options = target;
    options->quiet = quiet;
    options->no_summary = no_summary;
    options->verbose = verbose;
}

static bool set_quiet(void *target, const char *value, struct error *err)
{
    (void)value;
    (void)err;
    set_level(target, true, false, false);
    return true;
}

static bool set_no_summary(void *target, const char *value, struct error *err)
{
    (void)value;
    (void)err;
    set_level(target, false, true, false);
    return true;
}

static bool set_verbose(void *target, const char *value, struct error *err)
{
    (void)value;
    (void)err;
    set_level(target, false, false, true);
    return true;
}

static const char group[] = "Messages";

const struct option common_option_table[] = {
    {"quiet", 'q', false, PASS_COMMON, NULL, group,
     "print errors only; the last of --quiet, --no-summary and --verbose wins", .set = set_quiet},
    {"no-summary", 0, false, PASS_COMMON, NULL, group,
     "print errors and warnings, but no progress bar and no summary; good for logs of builds",
     .set = set_no_summary},
    {"verbose", 'v', false, PASS_COMMON, NULL, group, "print notes too", .set = set_verbose},
    {"color", 0, false, PASS_COMMON, "WHEN", group,
     "use colours: auto, always or never; auto is the default: on a terminal, unless NO_COLOR is set",
     .kind = OPTION_CHOICE, .at = offsetof(struct common_options, color), .choices = color_choices},
    {"message-format", 0, false, PASS_COMMON, "FORMAT", group,
     "print messages as text, gcc or json; json prints one object per line (default: text)",
     .kind = OPTION_CHOICE, .at = offsetof(struct common_options, message_format),
     .choices = message_format_choices},
    {"help", 'h', false, PASS_COMMON, NULL, group, "print this list of options",
     .kind = OPTION_FLAG, .at = offsetof(struct common_options, help)},
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
