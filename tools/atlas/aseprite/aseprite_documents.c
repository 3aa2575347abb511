/*
 * aseprite_documents.c - the documents in a sheet of Aseprite
 *
 * A sheet may be read in two ways: as one document, where the words in names may be those of tags
 * and layers, or by titles, which are all that is neither behind a "#" nor in brackets. Readings
 * that give tags other frames are an error.
 */
#include "atlas/aseprite/aseprite_documents.h"

#include "atlas/aseprite/aseprite_runs.h"
#include "atlas/aseprite/aseprite_tags.h"
#include "base/array.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool fail_apart(struct aseprite_items *items, struct error *err)
{
    items->refused = true;
    return fail(err,
                "the tags of several documents cannot be told apart; please export each "
                "document by itself, or give --filename-format '{title} ({layer}) {frame}' "
                "and --tagname-format '{title}/{tag}'");
}

/* Has each tag frames whose names have it? */
static bool all_are_named(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    bool all = true;
    for (size_t i = 0; i < sheet->tag_count && all; i++) {
        size_t k = 0;
        while (k < items->part_count && strcmp(items->parts[k].tag, sheet->tags[i].name) != 0)
            k++;
        all = k < items->part_count;
    }
    return all;
}

/* "tree20": frame 20 of "tree", or the first one of "tree2"? */
static bool may_have_digits_of_title(const struct aseprite_runs *runs)
{
    bool any = false;
    for (size_t i = 0; i < runs->count; i++) {
        const struct aseprite_name *const name = &runs->items[i].name;
        any = any || (name->begin > 0 && isalpha((unsigned char)name->text[name->begin - 1]) &&
                      name->end - name->begin > 1);
    }
    return any;
}

/* Frames were left out: is it known which ones tags and slices mean? */
static bool check_sparse(const struct aseprite_sheet *sheet, const struct aseprite_runs *runs,
                         struct aseprite_items *items, struct error *err)
{
    bool known = (sheet->tag_count == 0 || sheet->tags_count_all) &&
                 (!items->tagged || items->own_names) && !may_have_digits_of_title(runs);
    for (size_t i = 0; i < items->item_count; i++)
        known = known &&
                (!items->items[i].by_tags ||
                 (items->marked && sheet->tags_count_all && !items->items[i].by_itself)) &&
                !aseprite_is_unknown_tag(items->items[i].title);
    if (items->base_is_unknown && (sheet->tag_count > 0 || sheet->last_number > 0))
        known = false;
    if (!items->sparse || (known && items->document_count == 1))
        return true;
    items->refused = true;
    if (items->document_count > 1)
        return fail(err,
                    "the names of frames leave numbers out, or a title ends in a number, and it "
                    "cannot be told which frames tags and slices mean; please export each document "
                    "by itself, with --filename-format '{title} ({layer}) {frame}'");
    return fail(err,
                "the names of frames leave numbers out, and it cannot be told which frames tags "
                "and slices mean; please export without 'Ignore Empty', and with {frame}");
}

/* ---- The sheet ---------------------------------------------------------------------------- */

static bool needs_position(const struct aseprite_sheet *sheet)
{
    bool any = false;
    for (size_t i = 0; i < sheet->tag_count; i++)
        any = any || sheet->tags[i].to > 0;
    return any && aseprite_count_lists(sheet) == 1;
}

/* Do names tell that frames were left out, or that layers were exported? */
static bool has_items(const struct aseprite_sheet *sheet, const struct aseprite_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++) {
        const struct aseprite_run *const run = &runs->items[i];
        if ((run->before_layer == '(' && sheet->layer_count > 0) ||
            (i > 0 && aseprite_has_number(&run->name) &&
             aseprite_are_alike(&run->name, &runs->items[i - 1].name)))
            return true;
    }
    return false;
}

static bool has_any(const struct aseprite_runs *runs, bool (*is)(const struct aseprite_run *))
{
    bool any = false;
    for (size_t i = 0; i < runs->count; i++)
        any = any || is(&runs->items[i]);
    return any;
}

static bool is_marked(const struct aseprite_run *run)
{
    return run->marked;
}

static bool is_plain(const struct aseprite_run *run)
{
    return run->plain;
}

static bool names_tag(const struct aseprite_run *run)
{
    return run->names_tag;
}

static bool has_word_of_tag(const struct aseprite_run *run)
{
    return run->names_tag && !run->marked;
}

/* Aseprite gives all frames of a document of several a number, and none to a single one. */
static bool lacks_number(const struct aseprite_run *run)
{
    return !aseprite_has_number(&run->name);
}

/* "hero 0 (hat)", "hero [0].aseprite": what is no number in names of Aseprite itself may be one in
 * a pattern that we do not know. */
static bool may_hide_number(const struct aseprite_run *run)
{
    return lacks_number(run) && (run->before_layer == '(' || aseprite_is_extension_own(&run->name));
}

static bool has_unknown_tag(const struct aseprite_run *run)
{
    return run->title != NULL && aseprite_is_unknown_tag(run->title);
}

/* And one layer. */
static bool have_one_title(const struct aseprite_runs *runs)
{
    bool same = runs->items[0].title != NULL; /* not of too many */
    for (size_t i = 1; i < runs->count; i++)
        same = same && strcmp(runs->items[i].title, runs->items[0].title) == 0 &&
               strcmp(runs->items[i].layer, runs->items[0].layer) == 0;
    return same;
}

/* All frames are of one document. A single frame is its first one, if nothing counts further,
 * whatever number its name has. Aseprite numbers the frames of several ones from 0 each; where no
 * frame counts on, each would have but one, and no tag goes further. */
static bool is_one(const struct aseprite_sheet *sheet, const struct aseprite_runs *runs)
{
    if (sheet->count == 1)
        return sheet->last_number == 0;
    return runs->count > 1 && !has_items(sheet, runs) &&
           ((runs->numbered_through && aseprite_runs_are_explained(runs) &&
             (!aseprite_runs_are_own(runs) || have_one_title(runs))) ||
            (runs->count == sheet->count && runs->ascending && !has_any(runs, is_marked) &&
             (runs->numbered_through ||
              (has_any(runs, lacks_number) && !has_any(runs, may_hide_number) &&
               !aseprite_runs_are_own(runs))) &&
             !has_any(runs, has_unknown_tag) && needs_position(sheet)));
}

/* "foe1", "foe2": frames of one document, or two documents of one frame? Aseprite itself writes
 * "foe 0", "foe 1" for frames, and a number after the first one is none of a document of one. */
static bool may_be_titles(const struct aseprite_sheet *sheet, const struct aseprite_runs *runs)
{
    const struct aseprite_name *const first = &runs->items[0].name;
    return runs->numbered_through && sheet->count > 1 && sheet->last_number == 0 &&
           aseprite_is_extension_own(first) &&
           (first->number != 0 ||
            (first->begin > 0 && isalpha((unsigned char)first->text[first->begin - 1])));
}

static bool make_one(const struct aseprite_sheet *sheet, struct aseprite_items *items)
{
    size_t capacity = 0;
    struct aseprite_item *const item = array_push(&items->items, &items->item_count, &capacity);
    if (item == NULL)
        return false;
    *item = (struct aseprite_item){
        .title = text_copy(""), .layer = text_copy(""), .count = sheet->count};
    for (uint32_t i = 0; i < sheet->count; i++)
        items->members[i] = (struct aseprite_member){.number = i, .frame = i};
    items->member_count = sheet->count;
    items->document_count = 1;
    return item->title != NULL && item->layer != NULL;
}

/* Do names with tags count the frames of documents, also where tags lie in each other: "hero walk
 * 0", "hero step 1", "hero walk 2"? */
static bool may_count_documents(const struct aseprite_runs *runs)
{
    return has_any(runs, names_tag) && !has_any(runs, lacks_number) &&
           aseprite_runs_are_explained(runs);
}

/* Are there frames up to the ends of all tags? A tag that was not exported may go further. */
static bool reach_all_tags(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    bool all = true;
    for (size_t i = 0; i < sheet->tag_count; i++)
        all = all && sheet->tags[i].to <= items->last;
    return all;
}

/* False when names do not count the frames of documents after all, or without memory, which `err`
 * says. */
static bool make_counted(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                         struct aseprite_items *items, struct error *err)
{
    err->status = STATUS_OK;
    if (aseprite_items_make(sheet, runs, items, err))
        return reach_all_tags(sheet, items);
    if (items->unordered)
        err->status = STATUS_OK;
    return false;
}

/* Does a tag have the title of the only document, "hero/run", and another one not? Then there are
 * more of them. */
static bool is_titled_in_part(const struct aseprite_sheet *sheet,
                              const struct aseprite_items *items)
{
    const char *const title = items->items[0].title;
    const size_t length = strlen(title);
    size_t titled = 0;
    for (size_t i = 0; i < sheet->tag_count && length > 0; i++)
        titled +=
            strncmp(sheet->tags[i].name, title, length) == 0 && sheet->tags[i].name[length] == '/';
    return titled > 0 && titled < sheet->tag_count;
}

/* Where a pattern puts tags in names, it puts numbers in all of them or in none. */
static bool are_numbered_alike(const struct aseprite_runs *runs)
{
    size_t numbered = 0;
    for (size_t i = 0; i < runs->count; i++)
        numbered += aseprite_has_number(&runs->items[i].name);
    return numbered == 0 || numbered == runs->count;
}

/* Are all frames of one document, and so are the tags? */
static bool check_one(const struct aseprite_sheet *sheet, const struct aseprite_runs *runs,
                      struct aseprite_items *items, struct error *err)
{
    const bool listed_once = items->item_count == 1 || aseprite_count_lists(sheet) == 1;
    return (items->document_count == 1 && listed_once && aseprite_items_are_alike(items) &&
            (!items->doubled || all_are_named(sheet, items)) && !is_titled_in_part(sheet, items) &&
            (!has_any(runs, is_plain) || are_numbered_alike(runs))) ||
           fail_apart(items, err);
}

static bool make_by_tags(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                         struct aseprite_items *items, struct error *err)
{
    if (!aseprite_runs_describe(sheet, runs, ASEPRITE_BY_DOCUMENT))
        return fail_memory(err);
    const bool counted = may_count_documents(runs);
    const bool made = counted && make_counted(sheet, runs, items, err);
    if (counted && !made) {
        if (err->status != STATUS_OK)
            return false;
        aseprite_items_free(items);
        if (!aseprite_items_start(sheet, runs, items))
            return fail_memory(err);
    }
    if (!made && !aseprite_runs_describe(sheet, runs, ASEPRITE_BY_TAG))
        return fail_memory(err);
    if (!aseprite_runs_are_explained(runs))
        return fail_apart(items, err);
    return (made || aseprite_items_make(sheet, runs, items, err)) &&
           check_sparse(sheet, runs, items, err) && check_one(sheet, runs, items, err);
}

/* False without memory. */
static bool make_by_titles(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                           struct aseprite_items *items, enum aseprite_certainty *certainty,
                           struct error *err)
{
    *certainty = ASEPRITE_IMPOSSIBLE;
    if (!aseprite_items_start(sheet, runs, items) ||
        !aseprite_runs_describe(sheet, runs, ASEPRITE_BY_TITLES))
        return fail_memory(err);
    if (!aseprite_items_make(sheet, runs, items, err))
        return items->unordered;
    if ((items->document_count > 1 || items->own_names) && !items->doubled &&
        aseprite_items_are_alike(items) && aseprite_runs_are_explained(runs) &&
        check_sparse(sheet, runs, items, err))
        *certainty = aseprite_tags_share_out(sheet, items);
    return true;
}

/* May Aseprite have named the frames itself? Then what was taken for a tag without a "#", or for a
 * layer without brackets, may be of a title. Where names are tags and nothing else, they are both:
 * "walk 0", "run 0". */
static bool may_be_own(const struct aseprite_runs *runs, const struct aseprite_items *items)
{
    bool words = has_any(runs, is_plain), more = false;
    for (size_t i = 0; i < items->item_count; i++) {
        const struct aseprite_item *const item = &items->items[i];
        more = more || *item->title != '\0' || *item->layer != '\0';
        words = words || (*item->layer != '\0' && item->before_layer != '(');
    }
    return aseprite_runs_are_own(runs) && words && more;
}

/* The frames are of one document, if that can be and titles cannot say something else; or else of
 * several, as in `titled`. */
static bool choose_reading(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                           enum aseprite_certainty certainty, struct aseprite_items *titled,
                           struct aseprite_items *items, struct error *err)
{
    if (certainty != ASEPRITE_IMPOSSIBLE)
        aseprite_tags_remember(sheet, titled);
    for (size_t i = 0; i < sheet->tag_count; i++) {
        sheet->tags[i].names_title = false;
        sheet->tags[i].document = 0;
    }
    if (make_by_tags(sheet, runs, items, err)) {
        const bool doubtful = certainty != ASEPRITE_IMPOSSIBLE && titled->document_count > 1 &&
                              may_be_own(runs, items);
        items->doubled = items->doubled || doubtful;
        const bool agrees =
            certainty == ASEPRITE_IMPOSSIBLE ||
            (certainty == ASEPRITE_SEVERAL_WAYS ? !doubtful
                                                : aseprite_tags_are_as_before(sheet, items));
        return agrees || fail_apart(items, err);
    }
    if (!items->refused || certainty == ASEPRITE_IMPOSSIBLE)
        return false;
    if (certainty != ASEPRITE_ONE_WAY ||
        (has_any(runs, has_word_of_tag) && !aseprite_runs_are_own(runs)))
        return fail_apart(items, err);
    aseprite_tags_share_out(sheet, titled);
    aseprite_items_free(items);
    *items = *titled;
    *titled = (struct aseprite_items){0};
    return true;
}

static bool make_several(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                         struct aseprite_items *items, struct error *err)
{
    struct aseprite_items titled = {0};
    enum aseprite_certainty certainty;
    bool ok = make_by_titles(sheet, runs, &titled, &certainty, err);
    if (ok && certainty == ASEPRITE_SURE) {
        aseprite_items_free(items);
        *items = titled;
        return true;
    }
    ok = ok && choose_reading(sheet, runs, certainty, &titled, items, err);
    aseprite_items_free(&titled);
    return ok;
}

static bool are_too_many(const struct aseprite_sheet *sheet, const struct aseprite_runs *runs)
{
    return runs->count > 1 && (runs->count > ASEPRITE_MOST || sheet->tag_count > ASEPRITE_MOST ||
                               sheet->layer_count > ASEPRITE_MOST);
}

/* Describes the runs, as is_one needs it. */
static bool describe(const struct aseprite_sheet *sheet, struct aseprite_runs *runs)
{
    return aseprite_runs_describe(sheet, runs, ASEPRITE_BY_DOCUMENT) &&
           (may_count_documents(runs) || aseprite_runs_describe(sheet, runs, ASEPRITE_BY_TAG));
}

static bool make(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                 struct aseprite_items *items, struct error *err)
{
    const bool many = are_too_many(sheet, runs);
    if (runs->ambiguous)
        return fail(err,
                    "names of frames end like a tag of one frame, but may also be frames of a "
                    "tag with a shorter name; please rename that tag, or export with "
                    "--filename-format '{title} ({layer}) {frame}'");
    if (may_be_titles(sheet, runs))
        return fail_apart(items, err);
    if (!many && !describe(sheet, runs))
        return fail_memory(err);
    if (is_one(sheet, runs))
        return make_one(sheet, items) || fail_memory(err);
    if (many)
        return fail(err,
                    "it has more than %d tags, or documents and layers; please export them "
                    "into several sheets",
                    ASEPRITE_MOST);
    return make_several(sheet, runs, items, err);
}

bool aseprite_documents_find(const struct aseprite_sheet *sheet, struct aseprite_items *out,
                             struct error *err)
{
    struct aseprite_runs runs = {0};
    *out = (struct aseprite_items){0};
    const bool ok =
        ((aseprite_runs_find(sheet, &runs) && aseprite_items_start(sheet, &runs, out)) ||
         fail_memory(err)) &&
        make(sheet, &runs, out, err);
    if (ok) {
        aseprite_tags_number(sheet, out);
        aseprite_tags_find_offset(sheet, out);
    } else
        aseprite_items_free(out);
    aseprite_runs_free(&runs);
    return ok;
}
