/*
 * tsx_data.c - the class and the properties of a tile or a shape, in the XML of Tiled
 */
#include "atlas/tsx_data.h"

#include <string.h>

void tsx_data_begin(struct tsx_data *data, struct tiled *tiled, const struct xml_element *owner)
{
    /* Tiled 1.9 called a type a class. */
    static const char *const names[] = {"type", "class"};
    data->place = xml_place(owner);
    for (int i = 0; i < 2; i++)
        tiled_add_class(tiled, &data->text, xml_find(owner, names[i]), data->place);
}

static void add_line(struct tsx_data *data, struct tiled *tiled, const char *value)
{
    data->full =
        data->full || !tiled_add_property(tiled, &data->text, data->path.bytes, value, data->place);
}

/* Adds the name of a property to the path, or the number of an item. False for other elements. */
static bool add_name(struct tsx_data *data, const struct xml_element *element, size_t depth)
{
    const bool is_item = strcmp(element->name, "item") == 0;
    const char *const name = xml_find(element, "name");
    if (!is_item && (strcmp(element->name, "property") != 0 || name == NULL))
        return false;
    text_add_string(&data->path, data->path.length > 0 ? "." : "");
    if (is_item)
        text_add_number(&data->path, data->items[depth - 1]++);
    else
        text_add_string(&data->path, name);
    return true;
}

void tsx_data_read(struct tsx_data *data, struct tiled *tiled, const struct xml_element *element,
                   size_t depth)
{
    data->waits = false;
    if (depth == 1)
        data->open = strcmp(element->name, "properties") == 0;
    if (!data->open || data->full)
        return;
    data->path.length = data->ends[depth - 1];
    data->items[depth] = 0;
    if (add_name(data, element, depth)) {
        const char *const value = xml_find(element, "value");
        const char *const type = xml_find(element, "type");
        const bool is_whole =
            type != NULL && (strcmp(type, "class") == 0 || strcmp(type, "list") == 0);
        data->waits = value == NULL && !is_whole;
        if (value != NULL)
            add_line(data, tiled, value);
    }
    data->ends[depth] = data->path.length;
}

void tsx_data_end(struct tsx_data *data, struct tiled *tiled, const char *content)
{
    if (data->waits)
        add_line(data, tiled, content);
    data->waits = false;
}

void tsx_data_free(struct tsx_data *data)
{
    text_free(&data->text);
    text_free(&data->path);
    *data = (struct tsx_data){.open = false};
}
