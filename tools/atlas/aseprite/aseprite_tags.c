/*
 * aseprite_tags.c - which document of a sheet of Aseprite each tag is of
 *
 * The tags of several documents stand in a row, those of one document sorted by their first frames.
 */
#include "atlas/aseprite/aseprite_tags.h"

#include "atlas/aseprite/aseprite_runs.h"

#include <string.h>

bool aseprite_is_unknown_tag(const char *title)
{
    return strstr(title, " #") != NULL;
}

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

/* Finds the titles in all tags; true when a "/" stands behind each. */
static bool find_all_titles(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    bool are_sure = sheet->tag_count > 0;
    for (size_t i = 0; i < sheet->tag_count; i++)
        are_sure = find_title(items, &sheet->tags[i]) && are_sure;
    const bool meant = are_sure || are_titles_meant(sheet, items);
    for (size_t i = 0; i < sheet->tag_count; i++)
        sheet->tags[i].names_title = meant;
    return are_sure;
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

/* Is that part the first one of its document that has the tag? Others are of other layers. */
static bool is_first_part(const struct aseprite_items *items, size_t part)
{
    const struct aseprite_part *const own = &items->parts[part];
    const uint32_t document = items->items[own->item].document;
    for (size_t i = 0; i < part; i++)
        if (items->items[items->parts[i].item].document == document &&
            strcmp(items->parts[i].tag, own->tag) == 0)
            return false;
    return true;
}

/* Where each document is exported by its tags, these stand in the list in the order of the frames.
 * False when the list is another one. */
static bool assign_by_parts(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    size_t count = 0;
    for (size_t i = 0; i < items->part_count; i++) {
        const struct aseprite_part *const part = &items->parts[i];
        const uint32_t document = items->items[part->item].document;
        if (!is_first_part(items, i))
            continue;
        if (count == sheet->tag_count || !part->is_whole ||
            !is_of_tag(items, part, &sheet->tags[count], document))
            return false;
        sheet->tags[count++].document = document;
    }
    return count == sheet->tag_count;
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

/* Do the names of all tags have the title of their document, which has their frames? */
static bool all_have_titles(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    bool all = sheet->tag_count > 0;
    for (size_t i = 0; i < sheet->tag_count && all; i++)
        all = sheet->tags[i].names_title &&
              has_frames(items, &sheet->tags[i], sheet->tags[i].document);
    return all;
}

static bool has_unknown_tags(const struct aseprite_items *items)
{
    bool any = false;
    for (size_t i = 0; i < items->item_count; i++)
        any = any || aseprite_is_unknown_tag(items->items[i].title);
    return any;
}

/* Have all tags a "/", so that they are of documents that are called otherwise? */
static bool are_of_others(const struct aseprite_sheet *sheet)
{
    bool all = sheet->tag_count > 0;
    for (size_t i = 0; i < sheet->tag_count; i++)
        all = all && strchr(sheet->tags[i].name, '/') != NULL;
    return all;
}

/* Other names than those of Aseprite may be of layers, without titles. A list of tags for each
 * document proves that there are so many. */
static bool are_documents(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    return items->own_names || sheet->tag_count == 0 ||
           aseprite_count_lists(sheet) == items->document_count;
}

enum aseprite_certainty aseprite_tags_share_out(const struct aseprite_sheet *sheet,
                                                struct aseprite_items *items)
{
    if (items->document_count == 1)
        return aseprite_count_lists(sheet) == 1 ? ASEPRITE_ONE_WAY : ASEPRITE_IMPOSSIBLE;
    const bool are_sure = find_all_titles(sheet, items), titled = all_have_titles(sheet, items);
    if (sheet->tag_count > 0 && !(are_sure && titled) &&
        (has_unknown_tags(items) || are_of_others(sheet)))
        return ASEPRITE_IMPOSSIBLE;
    if (titled)
        return ASEPRITE_SURE;
    if (items->part_count > 0 && assign_by_parts(sheet, items))
        return ASEPRITE_ONE_WAY;
    if (!assign_first(sheet, items))
        return ASEPRITE_IMPOSSIBLE;
    return is_only_way(sheet, items) && are_documents(sheet, items) ? ASEPRITE_ONE_WAY
                                                                    : ASEPRITE_SEVERAL_WAYS;
}

/* ---- Two ways of reading a sheet ---------------------------------------------------------- */

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

void aseprite_tags_remember(const struct aseprite_sheet *sheet, const struct aseprite_items *items)
{
    for (size_t i = 0; i < sheet->tag_count; i++)
        sheet->tags[i].frames = sum_frames(items, &sheet->tags[i]);
}

/* Has each tag the frames that it had when its sum was taken? */
bool aseprite_tags_are_as_before(const struct aseprite_sheet *sheet,
                                 const struct aseprite_items *items)
{
    bool all = true;
    for (size_t i = 0; i < sheet->tag_count; i++)
        all = all && sheet->tags[i].frames == sum_frames(items, &sheet->tags[i]);
    return all;
}

/* ---- What frames are called by tags ------------------------------------------------------- */

/* Several documents may have tags of one name: the frames of each get the numbers of its own. */
void aseprite_tags_number(const struct aseprite_sheet *sheet, struct aseprite_items *items)
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
void aseprite_tags_find_offset(const struct aseprite_sheet *sheet, struct aseprite_items *items)
{
    bool alone = sheet->tag_count == 1 && items->document_count == 1 && !items->sparse;
    for (size_t i = 0; i < items->item_count && alone; i++)
        alone = !items->items[i].by_tags &&
                sheet->tags[0].to - sheet->tags[0].from == items->items[i].count - 1;
    if (alone)
        items->offset = sheet->tags[0].from;
}
