/*
 * plan.c - what a bake is to do
 */
#include "plan.h"

#include <string.h>

static bool say(struct plan *plan, const char *path, const struct error *err)
{
    say_error(plan->messages, path, err);
    return false;
}

/* Says what a reader of one file found, and frees it. */
static void say_findings(struct plan *plan, struct findings *findings)
{
    findings_say(findings, plan->messages);
    findings_free(findings);
}

static bool read_config(struct plan *plan)
{
    struct findings findings = {0};
    if (plan->options->config == NULL)
        return true;
    const bool ok = config_read(&plan->config, plan->options->config, &findings);
    say_findings(plan, &findings);
    plan->book.config = &plan->config;
    return ok;
}

/* What rules know a sprite by: from standard input, it is called what the user says. */
static const char *name_for_rules(const struct plan *plan, const struct input *input)
{
    const bool is_stdin = strcmp(input->path, "-") == 0;
    return is_stdin && plan->options->name != NULL ? plan->options->name : input->name;
}

static bool choose_recipes(struct plan *plan)
{
    struct findings findings = {0};
    struct error err;
    bool ok = true, told;
    for (size_t i = 0; i < plan->inputs.count; i++) {
        struct input *const input = &plan->inputs.items[i];
        input->recipe = recipe_book_find(&plan->book, name_for_rules(plan, input), &told, &err);
        if (input->recipe == NULL && !told)
            say(plan, input->path, &err);
        ok = ok && input->recipe != NULL;
    }
    config_warn_unused(&plan->config, &findings);
    say_findings(plan, &findings);
    return ok;
}

/* Operands of the command line, then those of --files0-from. */
static void gather_inputs(struct plan *plan)
{
    const struct bake_options *const options = plan->options;
    const struct input_rules rules = {options->root, options->exclude.items, options->exclude.count,
                                      options->mask_suffix};
    struct error err;
    for (size_t i = 0; i < plan->arguments->operand_count; i++)
        inputs_add(&plan->inputs, plan->arguments->operands[i], &rules, plan->messages);
    if (options->files0 != NULL && !response_add_names(&plan->names, options->files0, &err))
        say(plan, NULL, &err);
    for (size_t i = 0; i < plan->names.count; i++)
        inputs_add(&plan->inputs, plan->names.words[i], &rules, plan->messages);
    inputs_warn_unused(&plan->inputs, plan->messages);
}

static bool check_that_any(struct plan *plan)
{
    const char *left_out = plan->options->exclude.count > 0   ? "--exclude leaves no input"
                           : plan->inputs.companion_count > 0 ? "--mask-suffix leaves no input"
                                                              : "no input";
    struct error err;
    if (plan->inputs.count > 0)
        return true;
    if (plan->messages->errors > 0)
        return false;
    fail(&err, "%s", left_out);
    return say(plan, NULL, &err);
}

bool plan_make(struct plan *plan, const struct bake_options *options,
               const struct arguments *arguments, struct messages *messages)
{
    struct error err;
    plan->options = options;
    plan->arguments = arguments;
    plan->messages = messages;
    plan->book.arguments = arguments;
    if (!read_config(plan))
        return false;
    gather_inputs(plan);
    if (!check_that_any(plan))
        return false;
    /* Before the shard is taken: a rule for the others is no mistake. */
    if (!choose_recipes(plan))
        return false;
    if (inputs_keep_shard(&plan->inputs, &options->shard))
        return true;
    fail_memory(&err);
    return say(plan, NULL, &err);
}

void plan_free(struct plan *plan)
{
    recipe_book_free(&plan->book);
    config_free(&plan->config);
    inputs_free(&plan->inputs);
    response_free(&plan->names);
    *plan = (struct plan){0};
}
