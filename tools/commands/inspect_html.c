/*
 * inspect_html.c - which art goes into the page, and where the page goes
 */
#include "commands/inspect_html.h"

#include "base/text.h"
#include "commands/art_file.h"
#include "commands/inspect_art.h"
#include "draw/html.h"
#include "system/output.h"

#include <stdlib.h>
#include <string.h>

/* ---- Art ---------------------------------------------------------------------------------- */

/* A sprite by its place in the model. */
struct user {
    const char *source;
    size_t sprite;
};

static int compare_users(const void *a, const void *b)
{
    const struct user *const p = a, *const q = b;
    const int order = strcmp(p->source, q->source);
    return order != 0 ? order : (p->sprite > q->sprite) - (p->sprite < q->sprite);
}

static void find_one(struct inspect_art *art, const char *source, char **found)
{
    struct error err;
    if (!art_find(art->folder, source, found, &err))
        inspect_art_leave_out(art, source, &err);
}

/* Gives the art of each source to the first sprite that has it. */
static bool find_art(struct inspect_art *art, const struct model *model, char **found)
{
    struct user *const users = calloc(model->sprite_count + 1, sizeof *users);
    if (users == NULL)
        return false;
    for (size_t i = 0; i < model->sprite_count; i++)
        users[i] = (struct user){model->sprites[i].source, i};
    qsort(users, model->sprite_count, sizeof *users, compare_users);
    for (size_t i = 0; i < model->sprite_count; i++)
        if (i == 0 || strcmp(users[i].source, users[i - 1].source) != 0)
            find_one(art, users[i].source, &found[users[i].sprite]);
    inspect_art_finish(art);
    free(users);
    return true;
}

/* An item for each sprite, or NULL when memory is out. */
static char **new_art(const struct inspect_html *options, const char *path,
                      const struct model *model, struct messages *messages)
{
    char **const found = calloc(model->sprite_count + 1, sizeof *found);
    struct inspect_art art = {options->art, path, messages, 0};
    if (found == NULL || options->art == NULL || find_art(&art, model, found))
        return found;
    free((void *)found);
    return NULL;
}

static void free_art(char **art, size_t count)
{
    for (size_t i = 0; art != NULL && i < count; i++)
        free(art[i]);
    free((void *)art);
}

/* ---- Output ------------------------------------------------------------------------------- */

static bool write_page(const struct html_page *page, const char *path, struct error *err)
{
    struct output output = {0};
    struct sink sink;
    sink_init(&sink, output_write, &output);
    const bool ok = output_open(&output, path, false, err) && html_write(page, &sink, err) &&
                    sink_flush(&sink, err) && output_commit(&output, err);
    output_abort(&output);
    return ok;
}

static bool make_page(const struct inspect_html *options, const char *path,
                      const struct model *model, struct messages *messages, struct error *err)
{
    char **const art = new_art(options, path, model, messages);
    const struct html_page page = {
        .model = model,
        .title = strcmp(path, "-") == 0 ? "standard input" : text_base_name(path),
        .art = art,
    };
    const bool ok = art != NULL ? write_page(&page, options->output, err) : fail_memory(err);
    free_art(art, model->sprite_count);
    return ok;
}

void inspect_html(const struct inspect_html *options, const char *path, struct model *model,
                  struct messages *messages)
{
    struct error err;
    /* Those that were chosen may stand in another order, and use only some of the masks. */
    if (!model_sort(model, &err) || !make_page(options, path, model, messages, &err))
        say_error(messages, options->output, &err);
}
