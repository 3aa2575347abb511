/*
 * plan.c - what a bake is to do
 */
#include "plan/plan.h"

#include "base/glob.h"
#include "plan/atlas_inputs.h"
#include "plan/naming.h"
#include "plan/operands.h"
#include "plan/plan_idle.h"

#include <stdlib.h>
#include <string.h>

static bool say(struct plan *plan, const char *path, const struct error *err)
{
    say_error(plan->messages, path, err);
    return false;
}

/* Says what a reader of one file found, and frees it. */
static void say_findings(struct plan *plan, struct diagnostics *diagnostics)
{
    diagnostics_say(diagnostics, plan->messages);
    diagnostics_free(diagnostics);
}

static bool read_config(struct plan *plan)
{
    struct diagnostics diagnostics = {0};
    if (plan->options->config == NULL)
        return true;
    const bool ok = config_read(&plan->config, plan->options->config, &diagnostics);
    say_findings(plan, &diagnostics);
    plan->recipes.config = &plan->config;
    return ok;
}

/* What rules know a sprite by: from standard input, it is called what the user says. */
static const char *name_for_rules(const struct plan *plan, const struct input *input)
{
    const bool is_stdin = strcmp(input->path, "-") == 0;
    return is_stdin && plan->options->name != NULL ? plan->options->name : input->name;
}

/* What can be read but once may be a picture, too. */
static bool may_have_pictures(const struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++)
        if (!inputs->items[i].is_text)
            return true;
    return false;
}

static const struct recipe *find_recipe(struct plan *plan, const char *path, const char *name,
                                        const char *within)
{
    struct error err;
    bool told;
    const struct recipe *const recipe = recipes_find(&plan->recipes, name, within, &told, &err);
    if (recipe == NULL && !told)
        say(plan, path, &err);
    return recipe;
}

/* A frame has the rules of its own name, and those of its atlas. */
static bool choose_for_frames(struct plan *plan, struct input *input)
{
    const struct atlas *const atlas = input->atlas;
    const struct naming_rules naming = {plan->options->name, false};
    struct error err;
    bool ok = true;
    input->recipes =
        calloc(atlas->frame_count + 1,
               sizeof *input->recipes); /* NOLINT(bugprone-sizeof-expression): they are pointers */
    for (size_t i = 0; input->recipes != NULL && i < atlas->frame_count; i++) {
        char *const name = naming_frame(input, &naming, atlas, atlas->frames[i].name, NULL);
        if (name == NULL) {
            fail_memory(&err);
            return say(plan, input->path, &err);
        }
        input->recipes[i] = find_recipe(plan, input->path, name, input->name);
        ok = ok && input->recipes[i] != NULL;
        free(name);
    }
    if (input->recipes != NULL)
        return ok;
    fail_memory(&err);
    return say(plan, input->path, &err);
}

static bool any_name_matches(const void *user, const char *glob)
{
    const struct plan *const plan = user;
    for (size_t i = 0; i < plan->inputs.count; i++) {
        const struct input *const input = &plan->inputs.items[i];
        if (glob_match(glob, name_for_rules(plan, input)))
            return true;
        for (size_t k = 0; input->atlas != NULL && k < input->atlas->frame_count; k++)
            if (glob_match(glob, input->atlas->frames[k].name))
                return true;
    }
    return false;
}

static bool choose_recipes(struct plan *plan)
{
    const struct config_names names = {any_name_matches, plan};
    struct diagnostics diagnostics = {0};
    bool ok = true;
    for (size_t i = 0; i < plan->inputs.count; i++) {
        struct input *const input = &plan->inputs.items[i];
        input->recipe = find_recipe(plan, input->path, name_for_rules(plan, input), NULL);
        ok = ok && input->recipe != NULL;
        if (input->atlas != NULL)
            ok = choose_for_frames(plan, input) && ok;
    }
    config_warn_unused(&plan->config, &names, &diagnostics);
    say_findings(plan, &diagnostics);
    return ok;
}

/* Operands of the command line, then those of --files0-from, and what atlases make of them. */
static void gather_inputs(struct plan *plan)
{
    const struct bake_options *const options = plan->options;
    const struct operand_rules rules = {
        .inputs = {options->exclude.items, options->exclude.count, options->mask_suffix,
                   options->cache != NULL},
        .root = options->root,
        .jobs = options->jobs,
    };
    struct error err;
    for (size_t i = 0; i < plan->arguments->operand_count; i++)
        operands_add(&plan->inputs, plan->arguments->operands[i], &rules, plan->messages);
    if (options->files0 != NULL && !response_add_names(&plan->names, options->files0, &err))
        say(plan, plan->names.about, &err);
    for (size_t i = 0; i < plan->names.count; i++)
        operands_add(&plan->inputs, plan->names.words[i], &rules, plan->messages);
    atlas_inputs_plan(&plan->inputs, &rules, plan->messages);
    inputs_skip_companions(&plan->inputs, plan->messages);
    /* One operand has no file twice. */
    if (plan->arguments->operand_count + plan->names.count > 1)
        inputs_say_doubles(&plan->inputs, plan->messages);
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

/* Every shard walks all inputs, so each knows. */
static void warn_of_idle_exclusions(struct plan *plan)
{
    char glob[200];
    for (size_t i = 0; i < plan->options->exclude.count; i++)
        if (!plan->options->exclude.items[i].matched)
            say_warning(plan->messages, NULL, "no-effect",
                        "--exclude '%s' has no effect: no name of a file or folder matches it; see "
                        "'hitmask help names'",
                        text_quote(glob, sizeof glob, plan->options->exclude.items[i].glob));
}

static bool is_of_another(const void *user, const struct input *input)
{
    return !shard_has(user, input->name);
}

static bool take_shard(struct plan *plan)
{
    const struct shard *const shard = &plan->options->shard;
    struct error err;
    if (shard->count <= 1)
        return true;
    plan->of_all = inputs_sum(&plan->inputs);
    plan->may_have_pictures = may_have_pictures(&plan->inputs);
    if (inputs_drop(&plan->inputs, is_of_another, shard, "another shard"))
        return true;
    fail_memory(&err);
    return say(plan, NULL, &err);
}

bool plan_make(struct plan *plan, const struct bake_options *options,
               const struct arguments *arguments, struct messages *messages)
{
    plan->options = options;
    plan->arguments = arguments;
    plan->messages = messages;
    plan->recipes.arguments = arguments;
    /* What is wrong with the inputs is said whether the config can be read or not. */
    const bool configured = read_config(plan);
    gather_inputs(plan);
    warn_of_idle_exclusions(plan);
    if (!check_that_any(plan) || !configured)
        return false;
    /* Before the shard is taken: a rule for the others is no mistake. */
    if (!choose_recipes(plan))
        return false;
    if (may_have_pictures(&plan->inputs))
        plan_idle_say(plan);
    return take_shard(plan);
}

void plan_free(struct plan *plan)
{
    recipes_free(&plan->recipes);
    config_free(&plan->config);
    inputs_free(&plan->inputs);
    response_free(&plan->names);
    *plan = (struct plan){0};
}
