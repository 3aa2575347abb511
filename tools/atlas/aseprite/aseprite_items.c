/*
 * aseprite_items.c - which frames of a sheet of Aseprite belong together
 *
 * Runs of the same title and layer are an item, and items of the same title a document.
 *
 * With "Ignore Empty" Aseprite leaves frames out, and numbers the others as if they were there.
 * Tags count all frames, too. Some versions before 1.2.35 moved them, as far as empty frames were
 * found in any layer, which the sheet does not say.
 */
#include "atlas/aseprite/aseprite_items.h"

#include "atlas/aseprite/aseprite_runs.h"
#include "base/array.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void aseprite_items_free(struct aseprite_items *items)
{
    for (size_t i = 0; i < items->item_count; i++) {
        free(items->items[i].title);
        free(items->items[i].layer);
    }
    free(items->items);
    free(items->members);
    free(items->parts);
    *items = (struct aseprite_items){0};
}

/* ---- Items -------------------------------------------------------------------------------- */

static uint32_t find_item(struct aseprite_items *items, const struct aseprite_run *run)
{
    uint32_t i = 0;
    while (i < items->item_count && (strcmp(items->items[i].title, run->title) != 0 ||
                                     strcmp(items->items[i].layer, run->layer) != 0))
        i++;
    return i;
}

/* The first item of the same title, or the item itself. */
static uint32_t find_title(const struct aseprite_items *items, uint32_t item)
{
    uint32_t i = 0;
    while (strcmp(items->items[i].title, items->items[item].title) != 0)
        i++;
    return i;
}

static bool add_item(struct aseprite_items *items, size_t *capacity, struct aseprite_run *run)
{
    struct aseprite_item *const item = array_push(&items->items, &items->item_count, capacity);
    if (item == NULL)
        return false;
    item->title = run->title;
    item->layer = run->layer;
    item->before_layer = run->before_layer;
    run->title = run->layer = NULL;
    const uint32_t index = (uint32_t)(items->item_count - 1), first = find_title(items, index);
    item->document = first == index ? items->document_count++ : items->items[first].document;
    return true;
}

size_t aseprite_count_lists(const struct aseprite_sheet *sheet)
{
    size_t lists = 1;
    for (size_t i = 1; i < sheet->tag_count; i++)
        lists += sheet->tags[i].from < sheet->tags[i - 1].from;
    return lists;
}

static char sign_before_number(const struct aseprite_name *name)
{
    if (!aseprite_has_number(name) || name->begin == 0)
        return '\0';
    const char sign = name->text[name->begin - 1];
    return isalnum((unsigned char)sign) ? 'a' : sign;
}

/* Numbers the frames of a run. A run without a tag must come after where its item ended, because a
 * document is exported in order. */
static bool add_run(struct aseprite_items *items, struct aseprite_run *run, struct error *err)
{
    struct aseprite_item *const item = &items->items[run->item];
    const uint32_t number = (uint32_t)run->name.number;
    /* A document of several frames gives a number to each: "coin" and "coin 2" are two. */
    const bool numbered = aseprite_has_number(&run->name);
    if (items->own_names && run->tag == NULL && item->by_itself && numbered != item->numbered) {
        items->refused = items->unordered = true;
        return fail(err,
                    "'%.80s' may be a document of one frame, or a frame of the document before it; "
                    "please export each document by itself",
                    run->name.text);
    }
    const char sign = sign_before_number(&run->name);
    items->mixed = items->mixed ||
                   (sign != '\0' && item->before_number != '\0' && sign != item->before_number);
    item->before_number = sign != '\0' ? sign : item->before_number;
    items->mixed =
        items->mixed || (run->tag != NULL && item->by_tags && run->before_tag != item->before_tag);
    item->before_tag = run->tag != NULL ? run->before_tag : item->before_tag;
    item->numbered = run->tag == NULL ? numbered : item->numbered;
    item->by_itself = item->by_itself || run->tag == NULL;
    if (run->tag != NULL)
        item->by_tags = true;
    else if (item->count == 0)
        item->base = number;
    else if (number < item->next) {
        items->unordered = items->refused = true;
        return fail(err,
                    "the frames of one sprite do not follow each other: '%.80s' comes after "
                    "others of the same name; please export them in order, and a document whose "
                    "title ends in a number by itself",
                    run->name.text);
    } else
        items->sparse = items->sparse || number > item->next;
    struct aseprite_part *const part = run->tag != NULL ? &items->parts[items->part_count++] : NULL;
    if (part != NULL)
        *part = (struct aseprite_part){
            .tag = run->tag,
            .item = run->item,
            .first = (uint32_t)run->first,
            .count = (uint32_t)run->count,
            .from = run->from,
            .number = run->is_part ? number : 0,
            .is_whole = !run->is_part,
        };
    /* Aseprite itself counts the frames of a tag from 0. */
    items->sparse = items->sparse || run->is_part ||
                    (run->tag != NULL && items->own_names && numbered && number > 0);
    for (uint32_t i = 0; i < run->count; i++)
        items->members[items->member_count++] = (struct aseprite_member){
            .item = run->item,
            .number = (part != NULL ? part->from + part->number : number) + i,
            .frame = (uint32_t)run->first + i,
            .part = part,
        };
    item->count += run->count;
    item->next =
        run->tag != NULL ? item->base + (uint32_t)item->count : number + (uint32_t)run->count;
    return true;
}

/* The runs whose numbers count the frames of their document. */
static bool counts_frames(const struct aseprite_run *run)
{
    return run->tag == NULL && aseprite_has_number(&run->name);
}

/* Has a layer fewer frames at its end than another one of its document? */
static bool differ_in_length(const struct aseprite_items *items)
{
    for (size_t i = 0; i < items->item_count; i++) {
        const struct aseprite_item *const item = &items->items[i];
        if (!item->by_tags && item->next != items->items[find_title(items, (uint32_t)i)].next)
            return true;
    }
    return false;
}

/* Finds what the names count from: 0, or 1 where {frame1} made them. If they do not begin there,
 * the first frames were left out. */
static void find_base(const struct aseprite_sheet *sheet, const struct aseprite_runs *runs,
                      struct aseprite_items *items)
{
    uint32_t lowest = UINT32_MAX, end = 0;
    bool gaps = items->sparse || (aseprite_count_lists(sheet) == 1 && differ_in_length(items));
    for (size_t i = 0; i < runs->count; i++) {
        const struct aseprite_run *const run = &runs->items[i];
        const struct aseprite_item *const item = &items->items[run->item];
        if (!counts_frames(run))
            continue;
        gaps = gaps || (end > 0 && item->base != lowest);
        lowest = item->base < lowest ? item->base : lowest;
        end = item->next > end ? item->next : end;
    }
    if (end == 0) {
        items->last = sheet->last_number;
        return;
    }
    /* A tag or a slice that goes to the last number may go on to a frame that was left out. One
     * that does shows that names like those of Aseprite itself count from 0. If all of them end
     * before the first frame, its number is another one. */
    const bool from_0 = lowest == 0 || items->own_names;
    const uint32_t base = from_0 ? 0 : 1;
    items->base_is_unknown =
        from_0 ? lowest > sheet->last_number || (lowest == 1 && sheet->last_number < end - 1)
               : gaps || lowest > 1 || sheet->last_number == end - 1;
    items->sparse = gaps || lowest > base || items->base_is_unknown;
    items->last = end - 1 - base;
    for (size_t i = 0; i < items->member_count; i++)
        if (items->members[i].part == NULL && items->members[i].number >= base)
            items->members[i].number -= base;
}

bool aseprite_items_are_alike(const struct aseprite_items *items)
{
    bool alike = !items->mixed;
    for (uint32_t i = 0; i < items->item_count && alike; i++) {
        const struct aseprite_item *const item = &items->items[i];
        const struct aseprite_item *const first = &items->items[find_title(items, i)];
        const bool by_itself = item->by_itself && first->by_itself;
        alike = (*item->title == '\0') == (*items->items[0].title == '\0') &&
                item->before_layer == first->before_layer &&
                (*item->layer == '\0') == (*first->layer == '\0') &&
                item->by_tags == first->by_tags &&
                (!items->own_names || !by_itself || item->numbered == first->numbered);
    }
    return alike;
}

static int compare_members(const void *a, const void *b)
{
    const struct aseprite_member *const x = a, *const y = b;
    if (x->item != y->item)
        return x->item < y->item ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

void aseprite_items_sort(struct aseprite_items *items)
{
    qsort(items->members, items->member_count, sizeof *items->members, compare_members);
}

static void sort_members(struct aseprite_items *items)
{
    size_t first = 0;
    aseprite_items_sort(items);
    for (size_t i = 0; i < items->item_count; i++) {
        items->items[i].first = first;
        first += items->items[i].count;
    }
    for (size_t i = 1; i < items->member_count && !items->marked; i++)
        items->doubled =
            items->doubled || (items->members[i].item == items->members[i - 1].item &&
                               items->members[i].number == items->members[i - 1].number);
}

bool aseprite_items_start(const struct aseprite_sheet *sheet, const struct aseprite_runs *runs,
                          struct aseprite_items *out)
{
    *out = (struct aseprite_items){
        .members = calloc(sheet->count, sizeof *out->members),
        .parts = calloc(runs->count, sizeof *out->parts),
    };
    return out->members != NULL && out->parts != NULL;
}

bool aseprite_items_make(const struct aseprite_sheet *sheet, struct aseprite_runs *runs,
                         struct aseprite_items *items, struct error *err)
{
    size_t capacity = 0;
    items->marked = true;
    items->own_names = aseprite_runs_are_own(runs);
    for (size_t i = 0; i < runs->count; i++) {
        struct aseprite_run *const run = &runs->items[i];
        items->marked = items->marked && (run->tag == NULL || run->marked);
        items->tagged = items->tagged || run->names_tag;
        run->item = find_item(items, run);
        if (run->item == items->item_count && !add_item(items, &capacity, run))
            return fail_memory(err);
        if (!add_run(items, run, err))
            return false;
    }
    find_base(sheet, runs, items);
    sort_members(items);
    return true;
}

/* The first member of an item that has the number or a higher one; may be its end. */
static size_t find_member(const struct aseprite_items *items, const struct aseprite_item *item,
                          uint32_t number)
{
    size_t low = item->first, high = item->first + item->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (items->members[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool aseprite_items_any(const struct aseprite_items *items, const struct aseprite_item *item,
                        uint32_t from, uint32_t to)
{
    const size_t found = find_member(items, item, from);
    return found < item->first + item->count && items->members[found].number <= to;
}

bool aseprite_items_frame(const struct aseprite_items *items, const struct aseprite_item *item,
                          uint32_t number, const char *tag, uint32_t *frame)
{
    const size_t low = find_member(items, item, number), end = item->first + item->count;
    if (low == end || items->members[low].number != number)
        return false;
    *frame = items->members[low].frame;
    for (size_t i = low; i < end && items->members[i].number == number; i++)
        if (items->members[i].part != NULL && strcmp(items->members[i].part->tag, tag) == 0) {
            *frame = items->members[i].frame;
            break;
        }
    return true;
}
