/*
 * aseprite_runs.c - the frames of a sheet of Aseprite in runs, by their names
 *
 * Aseprite counts {frame} from 0 again for each document, layer and tag that it exports, so a name
 * with another text around its number begins another run. The text says what the run is:
 *
 *     {title} ({layer}) #{tag} {frame}.{extension}      as Aseprite names them by itself
 *     any other one                                     with names of listed layers and tags in it
 */
#include "atlas/aseprite/aseprite_runs.h"

#include "base/array.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tags that end in numbers ------------------------------------------------------------- */

/* The next tag, after `last` or from the first one on, that ends a text of that length behind "#";
 * NULL: there is none. */
static const struct aseprite_tag *next_marked(const struct aseprite_sheet *sheet, const char *text,
                                              size_t length, const struct aseprite_tag *last)
{
    for (size_t i = last != NULL ? (size_t)(last - sheet->tags) + 1 : 0;
         i < sheet->tag_count && sheet->tag_count <= ASEPRITE_MOST; i++) {
        const struct aseprite_tag *const tag = &sheet->tags[i];
        const size_t part = strlen(tag->name);
        if (part > 0 && length > part && text[length - part - 1] == '#' &&
            memcmp(text + length - part, tag->name, part) == 0)
            return tag;
    }
    return NULL;
}

/* "hero #pose 1": Aseprite gives a tag of one frame no number. */
static bool ends_with_tag(const struct aseprite_sheet *sheet, const struct aseprite_name *name)
{
    const struct aseprite_tag *tag = NULL;
    do
        tag = next_marked(sheet, name->text, name->length, tag);
    while (tag != NULL && tag->from != tag->to);
    return tag != NULL;
}

/* Whether the number of a name may count the frames of its tag, or those of the document. */
struct meanings {
    bool in_tag, in_document;
};

/* May "hero #pose 1" be the frame 1 of the tag "pose", which is listed? Numbers count from `base`.
 */
static struct meanings meanings_of(const struct aseprite_sheet *sheet,
                                   const struct aseprite_name *name, uint64_t base, bool *listed)
{
    const uint64_t number = name->number - base;
    struct meanings may = {false, false};
    const struct aseprite_tag *tag = NULL;
    *listed = false;
    if (name->begin < 2 || name->text[name->begin - 1] != ' ')
        return may;
    while ((tag = next_marked(sheet, name->text, name->begin - 1, tag)) != NULL) {
        *listed = true;
        if (name->number < base)
            continue;
        may.in_tag = may.in_tag || number <= tag->to - tag->from;
        may.in_document = may.in_document || (number >= tag->from && number <= tag->to);
    }
    return may;
}

/* "hero #pose 1" may be a tag of one frame, or frame 1 of the tag "pose". What numbers count in the
 * other names may tell. */
static bool may_be_either(const struct aseprite_sheet *sheet, struct aseprite_naming naming,
                          uint64_t base)
{
    struct meanings all = {true, true}, doubtful = {false, false};
    for (size_t i = 0; i < sheet->count; i++) {
        const struct aseprite_name name = aseprite_name_split(sheet->names[i], naming);
        bool listed;
        const struct meanings may = meanings_of(sheet, &name, base, &listed);
        if (!listed)
            continue;
        if (ends_with_tag(sheet, &name)) {
            doubtful.in_tag = doubtful.in_tag || may.in_tag;
            doubtful.in_document = doubtful.in_document || may.in_document;
        } else {
            all.in_tag = all.in_tag && may.in_tag;
            all.in_document = all.in_document && may.in_document;
        }
    }
    return (all.in_tag && doubtful.in_tag) || (all.in_document && doubtful.in_document);
}

/* ---- Runs --------------------------------------------------------------------------------- */

/* Takes back what is said of the runs. */
static void clear_descriptions(struct aseprite_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++) {
        struct aseprite_run *const run = &runs->items[i];
        free(run->title);
        free(run->layer);
        free(run->whole);
        *run = (struct aseprite_run){.first = run->first, .count = run->count, .name = run->name};
    }
}

void aseprite_runs_free(struct aseprite_runs *runs)
{
    clear_descriptions(runs);
    free(runs->items);
}

bool aseprite_runs_find(const struct aseprite_sheet *sheet, struct aseprite_runs *runs)
{
    struct aseprite_name last = {0};
    uint64_t next = 0;
    const struct aseprite_naming naming = aseprite_naming_find(sheet);
    runs->ambiguous = may_be_either(sheet, naming, 0) || may_be_either(sheet, naming, 1);
    runs->numbered_through = runs->ascending = true;
    for (size_t i = 0; i < sheet->count; i++) {
        struct aseprite_name name = aseprite_name_split(sheet->names[i], naming);
        bool counts_on = i > 0 && aseprite_has_number(&name) && name.number == last.number + 1;
        if (ends_with_tag(sheet, &name)) {
            name.begin = name.end = name.length;
            name.number = 0;
            counts_on = false;
        }
        runs->numbered_through =
            runs->numbered_through && aseprite_has_number(&name) && (i == 0 || counts_on);
        if (aseprite_has_number(&name)) {
            runs->ascending = runs->ascending && name.number >= next;
            next = name.number + 1;
        }
        if (!counts_on || !aseprite_are_alike(&name, &last)) {
            struct aseprite_run *const run =
                array_push(&runs->items, &runs->count, &runs->capacity);
            if (run == NULL)
                return false;
            *run = (struct aseprite_run){.first = i, .name = name};
        }
        runs->items[runs->count - 1].count++;
        last = name;
    }
    return true;
}

/* ---- What a run is ------------------------------------------------------------------------ */

bool aseprite_is_separator(char c)
{
    return c != '\0' && strchr(" -_./#:|,", c) != NULL;
}

static void trim(char *text)
{
    size_t begin = 0, length = strlen(text);
    while (length > 0 && aseprite_is_separator(text[length - 1]))
        length--;
    while (begin < length && aseprite_is_separator(text[begin]))
        begin++;
    memmove(text, text + begin, length - begin);
    text[length - begin] = '\0';
}

static bool is_in_brackets(const char *text, const char *at)
{
    int depth = 0;
    for (; text < at; text++)
        depth += (*text == '(') - (*text == ')' && depth > 0);
    return depth > 0;
}

/* Finds `word` in a text, by itself: no letter and no digit of the text next to it, and not
 * in brackets, which have the name of a layer. Behind a "#" rather than elsewhere. */
static char *find_word(char *text, const char *word)
{
    const size_t length = strlen(word);
    char *found = NULL;
    if (length == 0)
        return NULL;
    for (char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
        const char before = at > text ? at[-1] : ' ', after = at[length];
        if (isalnum((unsigned char)before) || isalnum((unsigned char)after) ||
            is_in_brackets(text, at))
            continue;
        if (before == '#')
            return at;
        found = found != NULL ? found : at;
    }
    return found;
}

static void cut_out(char *at, size_t length)
{
    memmove(at, at + length, strlen(at + length) + 1);
}

/* Takes "(layer)" off the end of a text; NULL when there is none. */
static char *take_bracket(const struct aseprite_sheet *sheet, char *text)
{
    size_t at = strlen(text);
    int depth = 0;
    if (at == 0 || text[at - 1] != ')')
        return NULL;
    do {
        at--;
        depth += (text[at] == ')') - (text[at] == '(');
    } while (at > 0 && depth > 0);
    if (depth > 0)
        return NULL;
    char *const layer = text_copy_n(text + at + 1, strlen(text) - at - 2);
    if (layer != NULL && *layer != '\0' && sheet->layer_count > 0 &&
        aseprite_find_layer(sheet, layer, strlen(layer)) == NULL) {
        free(layer);
        return NULL; /* it belongs to the title */
    }
    text[at] = '\0';
    return layer;
}

/* Takes the longest name of a listed layer out of a text. What a "#" marks is none. */
static char *take_listed_layer(const struct aseprite_sheet *sheet, char *text, char *before)
{
    const char *found = NULL;
    char *found_at = NULL;
    for (size_t i = 0; i < sheet->layer_count; i++) {
        char *const at = find_word(text, sheet->layers[i]);
        if (at == NULL || (at > text && at[-1] == '#') ||
            (found != NULL && strlen(sheet->layers[i]) <= strlen(found)))
            continue;
        found = sheet->layers[i];
        found_at = at;
    }
    if (found == NULL)
        return NULL;
    *before = found_at > text ? found_at[-1] : '\0';
    cut_out(found_at, strlen(found));
    return text_copy(found);
}

/* What "Ignore Empty" leaves of a tag: names of Aseprite itself count from 0 in it. */
static bool may_be_part_of(const struct aseprite_sheet *sheet, const struct aseprite_run *run,
                           const struct aseprite_tag *tag, bool marked)
{
    return sheet->tags_count_all && marked && aseprite_has_number(&run->name) &&
           aseprite_is_extension_own(&run->name) &&
           run->name.number + run->count - 1 <= tag->to - tag->from;
}

/* May the run be that tag, or be frames of it? */
static bool may_be_of(const struct aseprite_sheet *sheet, const struct aseprite_run *run,
                      const struct aseprite_tag *tag, bool marked, uint32_t base,
                      enum aseprite_counting counting)
{
    const uint64_t first = run->name.number, last = first + run->count - 1;
    if (counting != ASEPRITE_BY_DOCUMENT)
        return tag->to - tag->from == run->count - 1 || may_be_part_of(sheet, run, tag, marked);
    return first >= (uint64_t)base + tag->from && last <= (uint64_t)base + tag->to;
}

/* One that is marked is better than a word, a longer name than a shorter one, and a tag of as many
 * frames than one of the same name of which some were left out. */
static bool is_better(const struct aseprite_run *run, const struct aseprite_tag *tag, bool marked,
                      const struct aseprite_tag *found)
{
    const size_t length = strlen(tag->name), before = strlen(found->name);
    if (marked != run->marked)
        return marked;
    return length > before || (length == before && tag->to - tag->from == run->count - 1 &&
                               found->to - found->from != run->count - 1);
}

/* Takes the name of a tag that the run may be of out of its title: one behind a "#" rather than a
 * word of the title. */
static void take_tag(const struct aseprite_sheet *sheet, struct aseprite_run *run, uint32_t base,
                     enum aseprite_counting counting)
{
    const struct aseprite_tag *found = NULL;
    char *at = NULL;
    for (size_t i = 0; i < sheet->tag_count; i++) {
        const struct aseprite_tag *const tag = &sheet->tags[i];
        char *const place = find_word(run->title, tag->name);
        const bool marked = place != NULL && place > run->title && place[-1] == '#';
        if (counting == ASEPRITE_BY_TITLES && !marked)
            continue;
        if (place != NULL) {
            run->names_tag = true;
            /* A document may be called like a tag that is shorter. */
            run->unexplained = run->unexplained || counting == ASEPRITE_BY_DOCUMENT ||
                               tag->to - tag->from >= run->count;
        }
        if (place == NULL || !may_be_of(sheet, run, tag, marked, base, counting) ||
            (found != NULL && !is_better(run, tag, marked, found)))
            continue;
        found = tag;
        at = place;
        run->marked = marked;
    }
    if (found == NULL)
        return;
    run->unexplained = false;
    run->plain = !run->marked;
    run->before_tag = at > run->title ? at[-1] : '\0';
    cut_out(at, strlen(found->name));
    if (counting != ASEPRITE_BY_DOCUMENT) {
        run->tag = found->name;
        run->from = found->from;
        run->is_part = found->to - found->from != run->count - 1;
    }
}

static bool describe_run(const struct aseprite_sheet *sheet, struct aseprite_run *run,
                         uint32_t base, enum aseprite_counting counting)
{
    const struct aseprite_name *const name = &run->name;
    run->title = text_format("%.*s%.*s", (int)name->begin, name->text,
                             (int)(name->length - name->end), name->text + name->end);
    if (run->title == NULL)
        return false;
    take_tag(sheet, run, base, counting);
    trim(run->title);
    run->whole = text_copy(run->title);
    run->layer = take_bracket(sheet, run->title);
    if (run->layer != NULL)
        run->before_layer = '(';
    if (run->layer == NULL && counting != ASEPRITE_BY_TITLES)
        run->layer = take_listed_layer(sheet, run->title, &run->before_layer);
    if (run->layer == NULL)
        run->layer = text_copy("");
    trim(run->title);
    return run->layer != NULL && run->whole != NULL;
}

/* Where one name has no layer, what others have in brackets belongs to their titles: "hero (old)"
 * beside "hero" or "foe". Where layers are exported, all are. */
static void mend_titles(struct aseprite_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++) {
        struct aseprite_run *const run = &runs->items[i];
        bool all = *run->layer != '\0';
        for (size_t k = 0; k < runs->count && all; k++) {
            const struct aseprite_run *const other = &runs->items[k];
            all = *other->layer != '\0' || other->before_layer == '(' ||
                  (run->before_layer != '(' && strcmp(other->title, run->title) != 0);
        }
        if (*run->layer == '\0' || all)
            continue;
        free(run->title);
        run->title = run->whole;
        run->whole = NULL;
        *run->layer = run->before_layer = '\0';
    }
}

bool aseprite_runs_describe(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                            enum aseprite_counting counting)
{
    uint64_t lowest = UINT64_MAX;
    clear_descriptions(runs);
    for (size_t i = 0; i < runs->count; i++)
        if (aseprite_has_number(&runs->items[i].name) && runs->items[i].name.number < lowest)
            lowest = runs->items[i].name.number;
    for (size_t i = 0; i < runs->count; i++)
        if (!describe_run(sheet, &runs->items[i], lowest == 1, counting))
            return false;
    mend_titles(runs);
    return true;
}

bool aseprite_runs_are_explained(const struct aseprite_runs *runs)
{
    bool all = true;
    for (size_t i = 0; i < runs->count; i++)
        all = all && !runs->items[i].unexplained;
    return all;
}

bool aseprite_runs_are_own(const struct aseprite_runs *runs)
{
    bool all = true;
    for (size_t i = 0; i < runs->count; i++)
        all = all && aseprite_is_own_name(&runs->items[i].name);
    return all;
}
