/*
 * plan.c - a command line becomes inputs, each with its recipe
 *
 * Reads atlases and the config, but decodes no picture. Nothing is printed: errors and warnings are
 * collected.
 */
#include "plan/plan.h"

#include "atlas/multipack.h"
#include "base/text_names.h"
#include "plan/atlas_inputs.h"
#include "plan/naming.h"
#include "plan/operands.h"
#include "plan/source_names.h"

#include <stdlib.h>
#include <string.h>

static bool add_error(struct plan *plan, const char *path, const struct error *err)
{
    diagnostics_add_error(&plan->diagnostics, path, err);
    return false;
}

static bool add_no_memory(struct plan *plan, const char *path)
{
    diagnostics_add_no_memory(&plan->diagnostics, path);
    return false;
}

static void read_config(struct plan *plan)
{
    if (plan->options->config == NULL)
        return;
    plan->recipes.config = &plan->config;
    plan->misruled = !config_read(&plan->config, plan->options->config, &plan->diagnostics);
}

/* The name that rules match: for standard input, the one that --name gives. */
static const char *name_for_rules(const struct plan *plan, const struct input *input)
{
    const bool is_stdin = strcmp(input->path, "-") == 0;
    return is_stdin && plan->options->name != NULL ? plan->options->name : input->name;
}

/* The type of a pipe is unknown until it is baked; it may be a picture. */
static bool may_have_pictures(const struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++)
        if (!inputs->items[i].is_text)
            return true;
    return false;
}

/* Rules that contradict each other give the default recipe, so that the picture is tried all the
 * same. */
static const struct recipe *find_recipe(struct plan *plan, const char *path, const char *name,
                                        const char *within)
{
    struct error err;
    bool reported;
    const struct recipe *const recipe = recipes_find(&plan->recipes, name, within, &reported, &err);
    if (recipe != NULL)
        return recipe;
    if (!reported)
        add_error(plan, path, &err);
    plan->misruled = true;
    return &recipe_default;
}

/* The rules that match its own name and those that match the atlas' name hold for a frame. */
static bool choose_for_frames(struct plan *plan, struct input *input)
{
    const struct atlas *const atlas = input->atlas;
    const struct naming_rules naming = {plan->options->name, false};
    input->recipes =
        calloc(atlas->frame_count + 1,
               sizeof *input->recipes); /* NOLINT(bugprone-sizeof-expression): they are pointers */
    if (input->recipes == NULL)
        return add_no_memory(plan, input->path);
    for (size_t i = 0; i < atlas->frame_count; i++) {
        char *const name = naming_frame(input, &naming, atlas, atlas->frames[i].name, NULL);
        if (name == NULL)
            return add_no_memory(plan, input->path);
        input->recipes[i] = find_recipe(plan, input->path, name, input->name);
        free(name);
    }
    return true;
}

static char *name_sprite(void *user, const struct multipack_file *file, uint32_t frame)
{
    const struct plan *const plan = user;
    const struct naming_rules naming = {plan->options->name, plan->options->strip_extension};
    const struct input *const input = file->owner;
    return naming_sprite(input, &naming, input->atlas, input->atlas->frames[frame].name,
                         input->recipes[frame]->layer);
}

/* Before the shard is taken, which may have but a part of the files. */
static bool link_multipacks(struct plan *plan)
{
    const struct multipack_naming naming = {name_sprite, plan};
    const struct inputs *const inputs = &plan->inputs;
    struct multipack_file *const files = calloc(inputs->count + 1, sizeof *files);
    size_t count = 0;
    if (files == NULL)
        return add_no_memory(plan, NULL);
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        if (input->atlas != NULL)
            files[count++] = (struct multipack_file){input->atlas, input->path, input->name,
                                                     input->group, input};
    }
    multipack_link(files, count, &naming, &plan->diagnostics);
    free(files);
    return true;
}

static bool choose_recipes(struct plan *plan)
{
    for (size_t i = 0; i < plan->inputs.count; i++) {
        struct input *const input = &plan->inputs.items[i];
        input->recipe = find_recipe(plan, input->path, name_for_rules(plan, input), NULL);
        if (input->atlas != NULL && !choose_for_frames(plan, input))
            return false;
    }
    config_warn_unused(&plan->config, &plan->diagnostics);
    return link_multipacks(plan);
}

/* With a config that is wrong, the inputs are only read, for their errors. */
static void use_default_recipe(struct plan *plan)
{
    for (size_t i = 0; i < plan->inputs.count; i++)
        plan->inputs.items[i].recipe = &recipe_default;
}

/* Operands of the command line, then those of --files0-from; then the files that atlases among them
 * name. */
static void gather_inputs(struct plan *plan)
{
    const struct bake_options *const options = plan->options;
    const struct operand_rules rules = {
        .inputs = {options->exclude.items, options->exclude.count, options->mask_suffix,
                   options->cache != NULL},
        .root = options->root,
        .allow_outside = options->allow_outside,
        .max_pixels = options->max_pixels,
        .jobs = options->jobs,
    };
    for (size_t i = 0; i < plan->arguments->operand_count; i++)
        operands_add(&plan->inputs, plan->arguments->operands[i], &rules, &plan->diagnostics);
    if (options->files0 != NULL)
        response_add_names(&plan->names, options->files0, &plan->diagnostics);
    for (size_t i = 0; i < plan->names.count; i++)
        operands_add(&plan->inputs, plan->names.words[i], &rules, &plan->diagnostics);
    atlas_inputs_plan(&plan->inputs, &rules, &plan->diagnostics);
    inputs_warn_of_case(&plan->inputs, &plan->diagnostics);
    inputs_skip_companions(&plan->inputs, &plan->diagnostics);
    if (!options->allow_outside)
        inputs_check_masks(&plan->inputs, options->root, &plan->diagnostics);
    /* A single operand never gives a file twice. */
    if (plan->arguments->operand_count + plan->names.count > 1)
        inputs_check_doubles(&plan->inputs, &plan->diagnostics);
    source_names_warn(&plan->inputs, &plan->diagnostics);
}

static bool check_that_any(struct plan *plan)
{
    const char *left_out = plan->options->exclude.count > 0   ? "--exclude leaves no input"
                           : plan->inputs.companion_count > 0 ? "--mask-suffix leaves no input"
                                                              : "no input";
    struct error err;
    if (plan->inputs.count > 0)
        return true;
    if (plan->diagnostics.errors > 0)
        return false;
    fail(&err, "%s", left_out);
    return add_error(plan, NULL, &err);
}

/* Holds in each shard, because every shard walks all inputs. */
static void warn_of_unused_exclusions(struct plan *plan)
{
    char glob[200];
    for (size_t i = 0; i < plan->options->exclude.count; i++)
        if (!plan->options->exclude.items[i].matched)
            diagnostics_add_warning(
                &plan->diagnostics, NULL, "no-effect",
                "--exclude '%s' has no effect: no name of a file or folder matches it; see "
                "'hitmask help names'",
                text_quote(glob, sizeof glob, plan->options->exclude.items[i].glob));
}

static bool is_of_another(const void *user, const struct input *input)
{
    return !shard_has(user, input_group(input));
}

/* What is no picture by its name was opened, and may become an atlas or another one. Masks of all
 * shards are in the sum by which merge finds that shards are of one bake. */
static bool note_opened(struct inputs *inputs, const struct shard *shard)
{
    bool ok = true;
    for (size_t i = 0; ok && i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        if (!is_of_another(shard, input))
            continue;
        if (!text_is_picture_name(input->path) && !input->stream)
            ok = inputs_note(&inputs->pages, input->path, NULL);
        if (input->mask != NULL)
            ok = ok && inputs_note(&inputs->pages, input->mask, NULL);
    }
    return ok;
}

static bool take_shard(struct plan *plan)
{
    const struct shard *const shard = &plan->options->shard;
    if (shard->count <= 1)
        return true;
    plan->of_all = inputs_sum(&plan->inputs);
    plan->may_have_pictures = may_have_pictures(&plan->inputs);
    return (note_opened(&plan->inputs, shard) &&
            inputs_drop(&plan->inputs, is_of_another, shard, "another shard")) ||
           add_no_memory(plan, NULL);
}

/* ---- The plan ------------------------------------------------------------------------------- */

bool plan_make(struct plan *plan, const struct bake_options *options,
               const struct arguments *arguments)
{
    plan->options = options;
    plan->arguments = arguments;
    plan->recipes.arguments = arguments;
    read_config(plan);
    gather_inputs(plan);
    arguments_warn_idle(arguments, &plan->diagnostics);
    warn_of_unused_exclusions(plan);
    if (!check_that_any(plan))
        return false;
    /* Before the shard is taken, for a rule may be meant for the sprites of another shard. */
    if (plan->misruled)
        use_default_recipe(plan);
    else if (!choose_recipes(plan))
        return false;
    return take_shard(plan);
}

void plan_free(struct plan *plan)
{
    recipes_free(&plan->recipes);
    config_free(&plan->config);
    inputs_free(&plan->inputs);
    response_free(&plan->names);
    diagnostics_free(&plan->diagnostics);
    *plan = (struct plan){0};
}
