/*
 * aseprite_documents.c - the documents in a sheet of Aseprite, and which of them each tag is of
 *
 * A sheet may be read in two ways: as one document, where the words in names may be those of tags,
 * or as several, whose titles are all that is not behind a "#". The tags of several stand in a row,
 * those of one document sorted by their first frames. Readings that give tags other frames are an
 * error.
 */
#include "atlas/packers/aseprite_documents.h"

#include "atlas/packers/aseprite_runs.h"
#include "base/array.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- The documents of tags ---------------------------------------------------------------- */

static bool is_of_tag(const struct aseprite_items *items, const struct aseprite_part *part,
                      const struct aseprite_tag *tag, uint32_t document)
{
    return items->items[part->item].document == document &&
           (part->is_whole ? tag->to - tag->from == part->count - 1
                           : tag->to - tag->from >= part->number + part->count - 1) &&
           strcmp(part->tag, tag->name) == 0;
}

/* Has an item of that document the first and the last frame of the tag? */
static bool has_frames(const struct aseprite_items *items, const struct aseprite_tag *tag,
                       uint32_t document)
{
    uint32_t frame;
    for (size_t i = 0; i < items->item_count; i++) {
        const struct aseprite_item *const item = &items->items[i];
        if (item->document == document &&
            aseprite_items_frame(items, item, tag->from, tag->name, &frame) &&
            aseprite_items_frame(items, item, tag->to, tag->name, &frame))
            return true;
    }
    return false;
}

/* Has a name of that document the tag? */
static bool has_part(const struct aseprite_items *items, const struct aseprite_tag *tag,
                     uint32_t document)
{
    for (size_t i = 0; i < items->part_count; i++)
        if (is_of_tag(items, &items->parts[i], tag, document))
            return true;
    return false;
}

/* Does the sheet have the frames of the tag, if it is of that document? Where one document is
 * exported by its tags, all are. */
static bool fits(const struct aseprite_items *items, const struct aseprite_tag *tag,
                 uint32_t document)
{
    if (tag->names_title)
        return tag->document == document;
    return items->part_count > 0 ? has_part(items, tag, document)
                                 : has_frames(items, tag, document);
}

/* A tag may have the title of its document in its name (--tagname-format): "hero/run" or "hero
 * run". "hero attack 3" may be of "hero" or of "hero attack", but "hero/attack 3" is not: true. */
static bool find_title(const struct aseprite_items *items, struct aseprite_tag *tag)
{
    bool several = false, is_sure = false;
    tag->names_title = false;
    for (size_t i = 0; i < items->item_count && !is_sure; i++) {
        const struct aseprite_item *const item = &items->items[i];
        const size_t length = strlen(item->title);
        if (length == 0 || strncmp(tag->name, item->title, length) != 0 ||
            !aseprite_is_separator(tag->name[length]))
            continue;
        is_sure = tag->name[length] == '/';
        several = !is_sure && (several || (tag->names_title && tag->document != item->document));
        tag->names_title = true;
        tag->document = item->document;
    }
    tag->names_title = tag->names_title && !several;
    return is_sure;
}

/* Does each tag seem to have the title of a document? Names that Aseprite itself may have made do
 * not show that somebody gave --tagname-format: then two documents must be named, and no tag be in
 * a name. */
static bool are_titles_meant(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    bool all = sheet->tag_count > 0, several = false;
    for (size_t i = 0; i < sheet->tag_count; i++) {
        all = all && sheet->tags[i].names_title;
        several = several || sheet->tags[i].document != sheet->tags[0].document;
    }
    return all && (!items->own_names || (several && items->part_count == 0));
}

static void find_all_titles(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    bool are_sure = true;
    for (size_t i = 0; i < sheet->tag_count; i++)
        are_sure = find_title(items, &sheet->tags[i]) && are_sure;
    const bool meant = are_sure || are_titles_meant(sheet, items);
    for (size_t i = 0; i < sheet->tag_count; i++)
        sheet->tags[i].names_title = meant;
}

/* Gives each tag the first document that it can be of; false when it can be of none. */
static bool assign_first(const struct aseprite_sheet *sheet, struct aseprite_items *items)
{
    uint32_t document = 0;
    for (size_t i = 0; i < sheet->tag_count; i++) {
        struct aseprite_tag *const tag = &sheet->tags[i];
        if (i > 0 && tag->from < tag[-1].from)
            document++;
        while (document < items->document_count && !fits(items, tag, document))
            document++;
        if (document >= items->document_count)
            return false;
        tag->document = document;
    }
    return true;
}

/* Is that also the last document that each can be of? Then there is no other way. */
static bool is_only_way(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    uint32_t document = items->document_count - 1;
    for (size_t i = sheet->tag_count; i > 0; i--) {
        const struct aseprite_tag *const tag = &sheet->tags[i - 1];
        if (i < sheet->tag_count && tag->from > tag[1].from)
            document--; /* the first way has room, so this has it too */
        while (document > tag->document && !fits(items, tag, document))
            document--;
        if (document != tag->document)
            return false;
    }
    return true;
}

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

/* "hero #run" where no tag "run" is listed: --tagname-format, which changes the list alone. */
static bool is_unknown_tag(const char *title)
{
    return strstr(title, " #") != NULL;
}

/* Frames were left out: is it known which ones tags and slices mean? */
static bool check_sparse(const struct aseprite_sheet *sheet, struct aseprite_items *items,
                         struct error *err)
{
    bool known = sheet->tag_count == 0 || sheet->tags_count_all;
    for (size_t i = 0; i < sheet->tag_count && items->item_count == 1; i++)
        known = known || (*items->items[0].layer == '\0' && sheet->tags[i].to >= sheet->count);
    for (size_t i = 0; i < items->item_count; i++)
        known = known &&
                (!items->items[i].by_tags ||
                 (items->marked && sheet->tags_count_all && !items->items[i].by_itself)) &&
                !is_unknown_tag(items->items[i].title);
    if (items->base_is_unknown && (sheet->tag_count > 0 || sheet->last_number > 0))
        known = false;
    if (!items->sparse || (known && items->document_count == 1))
        return true;
    items->refused = true;
    if (items->document_count > 1)
        return fail(err,
                    "the names of frames leave numbers out, or a title ends in a number, and it "
                    "cannot be told which frames tags and slices mean; please export each document "
                    "by itself");
    return fail(err,
                "the names of frames leave numbers out, and it cannot be told which frames tags "
                "and slices mean; please export without 'Ignore Empty', and with {frame}");
}

/* Several documents may have tags of one name: the frames of each get the numbers of its own. */
static void number_by_own_tags(const struct aseprite_sheet *sheet, struct aseprite_items *items)
{
    for (size_t i = 0; i < items->part_count; i++) {
        struct aseprite_part *const part = &items->parts[i];
        const uint32_t document = items->items[part->item].document;
        size_t k = 0;
        while (k < sheet->tag_count && (sheet->tags[k].document != document ||
                                        !is_of_tag(items, part, &sheet->tags[k], document)))
            k++;
        part->from = k < sheet->tag_count ? sheet->tags[k].from : part->from;
    }
    for (size_t i = 0; i < items->member_count; i++) {
        struct aseprite_member *const member = &items->members[i];
        if (member->part != NULL)
            member->number =
                member->part->from + member->part->number + member->frame - member->part->first;
    }
    aseprite_items_sort(items);
}

/* A tag that was exported alone still counts the frames of the whole document. */
static void find_offset(const struct aseprite_sheet *sheet, struct aseprite_items *items)
{
    bool alone = sheet->tag_count == 1 && items->document_count == 1 && !items->sparse;
    for (size_t i = 0; i < items->item_count && alone; i++)
        alone = !items->items[i].by_tags &&
                sheet->tags[0].to - sheet->tags[0].from == items->items[i].count - 1;
    if (alone)
        items->offset = sheet->tags[0].from;
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

static bool has_unknown_tag(const struct aseprite_run *run)
{
    return run->title != NULL && is_unknown_tag(run->title);
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
             (!aseprite_runs_are_own(runs) || !has_any(runs, lacks_number)) &&
             !has_any(runs, has_unknown_tag) && needs_position(sheet)));
}

/* "foe1", "foe2": frames of one document, or two documents of one frame? Aseprite itself writes
 * "foe 0", "foe 1" for frames, and a number after the first one is none of a document of one. */
static bool may_be_titles(const struct aseprite_sheet *sheet, const struct aseprite_runs *runs)
{
    const struct aseprite_name *const first = &runs->items[0].name;
    return runs->numbered_through && sheet->count > 1 && sheet->last_number == 0 &&
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
            (!items->doubled || all_are_named(sheet, items)) &&
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
           check_sparse(sheet, items, err) && check_one(sheet, runs, items, err);
}

/* Do the names of all tags have the title of their document, which has their frames? */
static bool all_have_titles(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    bool all = sheet->tag_count > 0;
    for (size_t i = 0; i < sheet->tag_count && all; i++)
        all = sheet->tags[i].names_title &&
              has_frames(items, &sheet->tags[i], sheet->tags[i].document);
    return all;
}

/* How sure it is that a sheet has several documents, of whose titles some may look like tags. */
enum certainty {
    IMPOSSIBLE,
    SEVERAL_WAYS, /* to share the tags out */
    ONE_WAY,
    SURE, /* the tags have the titles of their documents */
};

static bool has_unknown_tags(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    bool any = false;
    for (size_t i = 0; i < items->item_count; i++)
        any = any || is_unknown_tag(items->items[i].title);
    return any && sheet->tag_count > 0 && items->document_count > 1;
}

/* Shares the tags out by the titles of documents. */
static enum certainty share_out(const struct aseprite_sheet *sheet, struct aseprite_items *items)
{
    find_all_titles(sheet, items);
    if (has_unknown_tags(sheet, items))
        return IMPOSSIBLE;
    if (all_have_titles(sheet, items))
        return SURE;
    if (!assign_first(sheet, items))
        return IMPOSSIBLE;
    return is_only_way(sheet, items) ? ONE_WAY : SEVERAL_WAYS;
}

/* False without memory. */
static bool make_by_titles(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                           struct aseprite_items *items, enum certainty *certainty,
                           struct error *err)
{
    *certainty = IMPOSSIBLE;
    if (!aseprite_items_start(sheet, runs, items) ||
        !aseprite_runs_describe(sheet, runs, ASEPRITE_WITHOUT_TAGS))
        return fail_memory(err);
    if (!aseprite_items_make(sheet, runs, items, err))
        return items->unordered;
    if (items->document_count > 1 && !items->doubled && aseprite_items_are_alike(items) &&
        aseprite_runs_are_explained(runs) && check_sparse(sheet, items, err))
        *certainty = share_out(sheet, items);
    return true;
}

/* A number that tells the frames of a tag from others, in whatever order. */
static uint64_t sum_frames(const struct aseprite_items *items, const struct aseprite_tag *tag)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < items->member_count; i++) {
        const struct aseprite_member *const member = &items->members[i];
        const struct aseprite_item *const item = &items->items[member->item];
        const bool is_first = i == item->first || member[-1].number != member->number;
        uint32_t frame;
        if (is_first && item->document == tag->document && member->number >= tag->from &&
            member->number <= tag->to &&
            aseprite_items_frame(items, item, member->number, tag->name, &frame))
            sum += (frame + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15) ^ frame;
    }
    return sum;
}

/* May Aseprite have named the frames itself? Then what was taken for a tag without a "#" is a part
 * of a title, unless all names are tags and nothing else. */
static bool may_be_own(const struct aseprite_runs *runs, const struct aseprite_items *items)
{
    bool titled = false;
    for (size_t i = 0; i < items->item_count; i++)
        titled = titled || *items->items[i].title != '\0';
    return aseprite_runs_are_own(runs) && has_any(runs, is_plain) && titled;
}

/* Has each tag the frames that it had when its sum was taken? */
static bool are_as_before(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    bool all = true;
    for (size_t i = 0; i < sheet->tag_count; i++)
        all = all && sheet->tags[i].frames == sum_frames(items, &sheet->tags[i]);
    return all;
}

/* The frames are of one document, if that can be and titles cannot say something else; or else of
 * several, as in `titled`. */
static bool choose_reading(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                           enum certainty certainty, struct aseprite_items *titled,
                           struct aseprite_items *items, struct error *err)
{
    for (size_t i = 0; i < sheet->tag_count; i++) {
        struct aseprite_tag *const tag = &sheet->tags[i];
        tag->frames = certainty != IMPOSSIBLE ? sum_frames(titled, tag) : 0;
        tag->names_title = false;
        tag->document = 0;
    }
    if (make_by_tags(sheet, runs, items, err))
        return certainty == IMPOSSIBLE || are_as_before(sheet, items) ||
               (certainty == SEVERAL_WAYS && !may_be_own(runs, items)) || fail_apart(items, err);
    if (!items->refused || certainty == IMPOSSIBLE)
        return false;
    if (certainty != ONE_WAY || (has_any(runs, has_word_of_tag) && !aseprite_runs_are_own(runs)))
        return fail_apart(items, err);
    share_out(sheet, titled);
    aseprite_items_free(items);
    *items = *titled;
    *titled = (struct aseprite_items){0};
    return true;
}

static bool make_several(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                         struct aseprite_items *items, struct error *err)
{
    struct aseprite_items titled = {0};
    enum certainty certainty;
    bool ok = make_by_titles(sheet, runs, &titled, &certainty, err);
    if (ok && certainty == SURE) {
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
        number_by_own_tags(sheet, out);
        find_offset(sheet, out);
    } else
        aseprite_items_free(out);
    aseprite_runs_free(&runs);
    return ok;
}
