/*
 * plan_idle.c - compares the options with what the recipes and inputs can use
 */
#include "plan/plan_idle.h"

#include "system/idle.h"

#include <string.h>

/* The features that some input or frame uses. */
struct uses {
    bool grid, keyed, points, animated, straddle, specks; /* by the recipes */
    bool atlas, mask;                                     /* by the inputs */
};

static void note_recipe(const struct recipe *recipe, struct uses *uses)
{
    uses->grid = uses->grid || recipe->grid.width > 0;
    uses->keyed = uses->keyed || recipe->solid.keyed;
    uses->points = uses->points || recipe->points.wanted;
    uses->animated = uses->animated || recipe->animate > 0;
    uses->straddle = uses->straddle || recipe->warn_straddle > 0;
    uses->specks = uses->specks || recipe->warn_specks > 0;
}

static void note_input(const struct input *input, struct uses *uses)
{
    const struct atlas *const atlas = input->atlas;
    note_recipe(input->recipe, uses);
    uses->mask = uses->mask || input->mask != NULL;
    if (atlas == NULL)
        return;
    uses->atlas = true;
    uses->animated = uses->animated || atlas->animation_count > 0;
    for (size_t i = 0; i < atlas->frame_count; i++)
        note_recipe(input->recipes[i], uses);
    for (size_t i = 0; i < atlas->page_count; i++)
        uses->keyed = uses->keyed || atlas->pages[i].keyed;
}

static bool is_fatal(const struct bake_options *options, const char *id)
{
    for (size_t i = 0; i < options->error_on.count; i++)
        if (strcmp(options->error_on.items[i], id) == 0)
            return true;
    return false;
}

void plan_warn_idle(struct plan *plan)
{
    static const char no_points[] = "together with --no-points";
    const struct inputs *const inputs = &plan->inputs;
    /* --exclude may have removed the companions. */
    struct uses uses = {.animated = config_has_animations(&plan->config),
                        .mask = inputs->companion_count > 0 || plan->options->exclude.count > 0};
    for (size_t i = 0; i < inputs->count; i++)
        note_input(&inputs->items[i], &uses);
    const struct idle table[] = {
        {"key-tolerance", !uses.keyed, "without --color-key"},
        {"mask-suffix", !uses.mask, "on these inputs: no picture has a mask with this suffix"},
        {"map", !uses.points, no_points},
        {"cell", !uses.points, no_points},
        {"prune", !uses.points, no_points},
        {"prune-border", !uses.points, no_points},
        {"margin", !uses.grid, "without --grid"},
        {"spacing", !uses.grid, "without --grid"},
        {"skip-empty", !uses.grid && !uses.atlas, "without --grid or an atlas"},
        {"space", !uses.atlas, "without an atlas"},
        {"union", !uses.animated,
         "without animations, which come from --animate, a config or an atlas"},
        {"error-on", is_fatal(plan->options, "straddle") && !uses.straddle,
         "on straddle without --warn-straddle"},
        {"error-on", is_fatal(plan->options, "specks") && !uses.specks,
         "on specks without --warn-specks"},
    };
    idle_warn(table, sizeof table / sizeof *table, plan->arguments, &plan->diagnostics);
}
