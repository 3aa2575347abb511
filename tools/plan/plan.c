/*
 * plan.c - a command line becomes inputs, each with its recipe
 *
 *     operands -> inputs -> atlases -> recipes -> a shard of them
 *
 * Reads atlases and the config, but decodes no picture. Nothing is printed: errors and warnings are
 * collected.
 */
#include "plan/plan.h"

#include "atlas/multipack.h"
#include "base/memory.h"
#include "base/text.h"
#include "plan/naming.h"
#include "system/fingerprint.h"

#include <stdlib.h>
#include <string.h>

/* ---- Operands -> inputs ---------------------------------------------------------------------- */

/* `name` is the name of the folder below the root. An error about an empty folder names the kinds
 * of art that the folder has instead, if any. */
static bool add_folder(struct plan *plan, const char *path, const char *name, struct error *err)
{
    const struct inputs *const inputs = &plan->inputs;
    const size_t taken = inputs->count + inputs->mask_count, errors = plan->diagnostics.errors;
    const struct kind_counts before = inputs->left_out;
    char kinds[KIND_COUNTS_MAX];
    walk_folder(plan, path, name);
    if (inputs->count + inputs->mask_count > taken || plan->diagnostics.errors > errors)
        return true;
    if (plan->options->exclude.count > 0)
        return fail(err, "--exclude leaves no picture in this folder");
    struct kind_counts left_out = inputs->left_out;
    for (size_t i = 0; i < KIND_ENDINGS; i++)
        left_out.of[i] -= before.of[i];
    if (kind_count_all(&left_out) > 0)
        return fail(err, "no picture in this folder, but %s; export them as PNG",
                    kind_counts_text(kinds, &left_out));
    return fail(err, "no picture in this folder; name an atlas or a document itself");
}

static void add_file(struct plan *plan, const char *path, const char *name,
                     const struct file_facts *facts)
{
    const bool is_regular = facts->kind == FILE_REGULAR;
    if (inputs_exclude(plan, name)) {
        inputs_note(plan, &plan->inputs.skipped, path, "--exclude");
        return;
    }
    struct input *const input = inputs_add(plan, path, name, is_regular ? facts : NULL);
    if (input != NULL)
        input->stream = !is_regular;
}

/* A file, a folder, or "-" for standard input. */
static bool add_operand(struct plan *plan, const char *operand, struct error *err)
{
    const char *const root = plan->options->root;
    struct file_facts facts;
    char *below_root = NULL;
    bool ok = true;
    if (strcmp(operand, "-") == 0) {
        inputs_push(plan, "-", "-")->stream = true;
        return true;
    }
    if (!file_facts_of_path(operand, &facts))
        return fail_errno(err, "open");
    if (root != NULL && (below_root = root_name(root, operand, err)) == NULL)
        return false;
    if (facts.kind == FILE_FOLDER)
        ok = add_folder(plan, operand, below_root != NULL ? below_root : "", err);
    else
        add_file(plan, operand, below_root != NULL ? below_root : text_base_name(operand), &facts);
    free(below_root);
    return ok;
}

/* Files with errors are left out, the others added. */
static void add_operands(struct plan *plan, const char *const *operands, size_t count)
{
    struct error err;
    for (size_t i = 0; i < count; i++)
        if (!add_operand(plan, operands[i], &err))
            diagnostics_add_error(&plan->diagnostics, operands[i], &err);
}

/* A glob holds in each shard or in none, because every shard walks all inputs. */
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

/* Adds the operands of the command line, then the names of --files0-from, then the files that
 * atlases among them name. */
static void gather_inputs(struct plan *plan)
{
    const struct bake_options *const options = plan->options;
    const struct arguments *const arguments = plan->arguments;
    add_operands(plan, arguments->operands, arguments->operand_count);
    if (options->files0 != NULL)
        response_add_names(&plan->names, options->files0, &plan->diagnostics);
    add_operands(plan, plan->names.words, plan->names.count);
    atlases_read(plan);
    inputs_check_paths(&plan->inputs, &plan->diagnostics);
    inputs_skip_masks(plan);
    if (!options->allow_outside)
        inputs_check_masks(&plan->inputs, options->root, &plan->diagnostics);
    inputs_warn_of_images(&plan->inputs, &plan->diagnostics);
    arguments_warn_idle(arguments, &plan->diagnostics);
    warn_of_unused_exclusions(plan);
}

/* ---- Recipes --------------------------------------------------------------------------------- */

/* Rules that contradict each other give the default recipe, so that the picture is tried
 * nevertheless. */
static const struct recipe *find_recipe(struct plan *plan, const char *path, const char *name,
                                        const char *const *others)
{
    struct error err;
    bool reported;
    const struct recipe *const recipe = recipes_find(&plan->recipes, name, others, &reported, &err);
    if (recipe != NULL)
        return recipe;
    if (!reported)
        diagnostics_add_error(&plan->diagnostics, path, &err);
    plan->misruled = true;
    return &recipe_default;
}

/* Rules know a sprite by the name that it has in the pack before a rule makes it a layer, and by
 * the name of its file, which has an extension. A frame has its own name with and without
 * extension, and that of its atlas. */
static void choose_for_frames(struct plan *plan, struct input *input)
{
    const struct atlas *const atlas = input->atlas;
    const struct naming_rules whole = {plan->options->name, false};
    const struct naming_rules naming = {plan->options->name, plan->options->strip_extension};
    input->recipes = arena_new(&plan->arena, atlas->frame_count, sizeof(const struct recipe *));
    for (size_t i = 0; i < atlas->frame_count; i++) {
        char *const name = naming_frame(input, &naming, atlas, atlas->frames[i].name, NULL);
        char *const file = naming_frame(input, &whole, atlas, atlas->frames[i].name, NULL);
        input->recipes[i] =
            find_recipe(plan, input->path, name, (const char *const[]){file, input->name, NULL});
        free(name);
        free(file);
    }
}

/* The names of inputs as rules know them, for messages. */
static const char **names_of(struct plan *plan)
{
    const struct naming_rules naming = {plan->options->name, plan->options->strip_extension};
    const char **const names = arena_new(&plan->arena, plan->inputs.count + 1, sizeof *names);
    for (size_t i = 0; i < plan->inputs.count; i++) {
        char *const name = naming_picture(&plan->inputs.items[i], &naming, NULL);
        names[i] = arena_text(&plan->arena, name);
        free(name);
    }
    return names;
}

static void choose_recipes(struct plan *plan)
{
    const bool has_rules = plan->config.rule_count > 0;
    const char **const names = has_rules ? names_of(plan) : NULL;
    struct error ignored;
    if (has_rules && plan->config.rules[0].glob_count == 0)
        arguments_apply(&plan->config.rules[0].options, PASS_RECIPE, &plan->of_run, &ignored);
    for (size_t i = 0; i < plan->inputs.count; i++) {
        struct input *const input = &plan->inputs.items[i];
        input->recipe = find_recipe(plan, input->path, has_rules ? names[i] : input->name,
                                    (const char *const[]){input->name, NULL});
        if (input->atlas != NULL)
            choose_for_frames(plan, input);
    }
    config_warn_unused(&plan->config, names, plan->inputs.count, &plan->diagnostics);
}

/* ---- Multipacks ------------------------------------------------------------------------------ */

static char *name_sprite(void *user, const struct multipack_file *file, uint32_t frame)
{
    const struct plan *const plan = user;
    const struct naming_rules naming = {plan->options->name, plan->options->strip_extension};
    const struct input *const input = file->owner;
    return naming_sprite(input, &naming, input->atlas, input->atlas->frames[frame].name,
                         input->recipes[frame]->layer);
}

/* Links multipacks before the shard is taken, which may have only a part of the files. */
static void link_multipacks(struct plan *plan)
{
    const struct multipack_naming naming = {name_sprite, plan};
    const struct inputs *const inputs = &plan->inputs;
    struct multipack_file *files = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input *const input = &inputs->items[i];
        if (input->atlas == NULL)
            continue;
        struct multipack_file *const added = array_push(&files, &count, &capacity);
        *added =
            (struct multipack_file){input->atlas, input->path, input->name, input->group, input};
    }
    multipack_link(files, count, &naming, &plan->diagnostics);
    free(files);
}

/* ---- Warnings that are meant ----------------------------------------------------------------- */

struct meaning {
    const struct plan *plan;
    struct index index; /* of the inputs by their paths */
};

static uint64_t hash_path(const char *path)
{
    return digest_of(path, strlen(path)).low;
}

static bool is_meant(const void *user, const struct diagnostic *warning)
{
    const struct meaning *const meaning = user;
    const struct input *const inputs = meaning->plan->inputs.items;
    const struct recipe *recipe = &meaning->plan->of_run;
    size_t step = 0;
    if (warning->path != NULL) {
        const uint64_t hash = hash_path(warning->path);
        for (uint32_t i; (i = index_next(&meaning->index, hash, &step)) != INDEX_END;)
            if (strcmp(inputs[i].path, warning->path) == 0)
                recipe = inputs[i].recipe;
    }
    return recipe_allows(recipe, warning->id);
}

void plan_drop_meant(const struct plan *plan, struct diagnostics *diagnostics)
{
    struct meaning meaning = {.plan = plan};
    if (plan->config.rule_count == 0 || diagnostics->count == diagnostics->errors)
        return;
    for (size_t i = 0; i < plan->inputs.count; i++)
        index_add(&meaning.index, hash_path(plan->inputs.items[i].path), (uint32_t)i);
    diagnostics_drop(diagnostics, is_meant, &meaning);
    index_free(&meaning.index);
}

/* ---- A shard --------------------------------------------------------------------------------- */

/* Masks of all shards are in the sum by which merge finds that shards are of one bake. */
static void take_shard(struct plan *plan)
{
    const struct shard *const shard = &plan->options->shard;
    if (shard->count <= 1)
        return;
    plan->of_all = inputs_sum(&plan->inputs);
    for (size_t i = 0; i < plan->inputs.count; i++) {
        struct input *const input = &plan->inputs.items[i];
        /* The type of a pipe is unknown until it is baked; it may be a picture. */
        plan->may_have_pictures = plan->may_have_pictures || !input->is_text;
        input->dropped = !shard_has(shard, input_group(input));
        /* A file without the name of a picture was opened, and may become an atlas or something
         * else. */
        if (input->dropped && !text_is_picture_name(input->path) && !input->stream)
            inputs_note(plan, &plan->inputs.pages, input->path, NULL);
        if (input->dropped && input->mask != NULL)
            inputs_note(plan, &plan->inputs.pages, input->mask, NULL);
    }
    inputs_drop(plan, "another shard");
}

/* ---- The plan -------------------------------------------------------------------------------- */

static bool has_inputs(struct plan *plan)
{
    const char *const left_out = plan->options->exclude.count > 0 ? "--exclude leaves no input"
                                 : plan->inputs.mask_count > 0    ? "--mask-suffix leaves no input"
                                                                  : "no input";
    if (plan->inputs.count == 0 && plan->diagnostics.errors == 0)
        diagnostics_fail(&plan->diagnostics, NULL, "%s", left_out);
    return plan->inputs.count > 0;
}

void plan_read_config(struct plan *plan, struct bake_options *options,
                      const struct arguments *arguments)
{
    if (options->config == NULL)
        return;
    plan->misruled = !config_read(&plan->config, options->config, &plan->diagnostics);
    config_apply(&plan->config, arguments, options, &plan->diagnostics);
}

bool plan_make(struct plan *plan, const struct bake_options *options,
               const struct arguments *arguments)
{
    plan->options = options;
    plan->arguments = arguments;
    plan->recipes.arguments = arguments;
    if (options->config != NULL)
        plan->recipes.config = &plan->config;
    gather_inputs(plan);
    if (!has_inputs(plan))
        return false;
    /* With a config that is wrong, the inputs are only read, for their errors. */
    for (size_t i = 0; plan->misruled && i < plan->inputs.count; i++)
        plan->inputs.items[i].recipe = &recipe_default;
    /* These warnings come before the shard is taken, because a rule may be meant for the sprites of
     * another shard. */
    if (!plan->misruled) {
        choose_recipes(plan);
        link_multipacks(plan);
        plan_drop_meant(plan, &plan->diagnostics);
    }
    take_shard(plan);
    return true;
}

void plan_free(struct plan *plan)
{
    recipes_free(&plan->recipes);
    config_free(&plan->config);
    inputs_free(&plan->inputs);
    response_free(&plan->names);
    diagnostics_free(&plan->diagnostics);
    arena_free(&plan->arena);
    *plan = (struct plan){0};
}
