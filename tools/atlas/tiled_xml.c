/*
 * tiled_xml.c - makes of Tiled's XML the tree that tiled_read.c reads, as of its JSON
 *
 *     <tileset tilewidth="16">                   { "tilewidth":"16",
 *         <image source="tiles.png"/>              "image": { "source":"tiles.png" },
 *         <tile id="3">                            "tiles": [ { "id":"3",
 *             <properties>                             "properties": [
 *                 <property name="a" value="1"/>           { "name":"a", "value":"1" } ],
 *             <animation> <frame .../>                 "animation": [ { ... } ],
 *             <objectgroup> <object>                   "objectgroup": { "objects": [ {
 *                 <ellipse/>                               "ellipse": {} } ] } } ] }
 *
 * All values are strings. Elements that the table does not have, such as the layers of a map, are
 * left out with everything in them.
 */
#include "atlas/atlas_json.h"
#include "atlas/tiled.h"
#include "atlas/xml.h"
#include "base/budget.h"
#include "base/memory.h"

#include <string.h>

/* An element becomes a member of its parent, or one more item of a list: of that member or, without
 * a key, of the parent itself. */
enum form { FORM_OBJECT, FORM_LIST, FORM_ITEM };

static const struct rule {
    const char *parent, *name, *key; /* a name of NULL is that of all others */
    enum form form;
} rules[] = {
    {"map", "tileset", "tilesets", FORM_ITEM},
    {"tileset", "image", "image", FORM_OBJECT},
    {"tileset", "grid", "grid", FORM_OBJECT},
    {"tileset", "tile", "tiles", FORM_ITEM},
    {"tile", "image", "image", FORM_OBJECT},
    {"tile", "animation", "animation", FORM_LIST},
    {"animation", "frame", NULL, FORM_ITEM},
    {"tile", "properties", "properties", FORM_LIST},
    {"tile", "objectgroup", "objectgroup", FORM_OBJECT},
    {"objectgroup", "object", "objects", FORM_ITEM},
    {"object", "properties", "properties", FORM_LIST},
    {"object", "polygon", "polygon", FORM_OBJECT},
    {"object", "ellipse", "ellipse", FORM_OBJECT},
    {"object", "capsule", "capsule", FORM_OBJECT},
    {"object", NULL, "text", FORM_OBJECT}, /* it has no area */
    {"properties", "property", NULL, FORM_ITEM},
    {"property", "properties", "value", FORM_LIST},
    {"property", "item", "value", FORM_ITEM},
    {"item", "properties", "value", FORM_LIST},
    {"item", "item", "value", FORM_ITEM},
};

struct tree {
    cJSON *root;
    struct node {
        const char *name;
        cJSON *value; /* NULL: left out */
    } open[BUDGET_DEPTH + 1];
    size_t depth;
};

static cJSON *placed(cJSON *value, const struct xml_element *element)
{
    if (value == NULL)
        memory_run_out();
    atlas_json_set_place(value, xml_place(element));
    return value;
}

/* The member of that key, which is made if it is not there. */
static cJSON *member_of(cJSON *object, const char *key, bool is_list,
                        const struct xml_element *element)
{
    cJSON *member = cJSON_GetObjectItemCaseSensitive(object, key);
    if (member == NULL) {
        member = placed(is_list ? cJSON_CreateArray() : cJSON_CreateObject(), element);
        cJSON_AddItemToObject(object, key, member);
    }
    return member;
}

static cJSON *add(const struct node *parent, const struct rule *rule,
                  const struct xml_element *element)
{
    if (rule->form != FORM_ITEM)
        return member_of(parent->value, rule->key, rule->form == FORM_LIST, element);
    cJSON *const list =
        rule->key == NULL ? parent->value : member_of(parent->value, rule->key, true, element);
    cJSON *const item = placed(cJSON_CreateObject(), element);
    cJSON_AddItemToArray(list, item);
    return item;
}

static void begin(void *user, const struct xml_element *element)
{
    struct tree *const tree = user;
    struct node *const node = &tree->open[tree->depth++];
    const struct node *const parent = element->depth > 0 ? node - 1 : NULL;
    *node = (struct node){.value = NULL};
    if (parent == NULL) {
        node->name = strcmp(element->name, "map") == 0 ? "map" : "tileset";
        node->value = tree->root = placed(cJSON_CreateObject(), element);
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules && node->value == NULL; i++) {
        const struct rule *const rule = &rules[i];
        if (parent == NULL || parent->value == NULL || strcmp(rule->parent, parent->name) != 0 ||
            (rule->name != NULL && strcmp(rule->name, element->name) != 0))
            continue;
        node->name = rule->name != NULL ? rule->name : "";
        node->value = add(parent, rule, element);
    }
    if (!cJSON_IsObject(node->value) || node->value->child != NULL)
        return;
    for (const char *const *name = element->attributes; *name != NULL; name += 2)
        cJSON_AddItemToObject(node->value, name[0], placed(cJSON_CreateString(name[1]), element));
}

/* The value of a property is an attribute, elements or, with several lines, text. */
static void end(void *user, const char *name, const char *content)
{
    struct tree *const tree = user;
    cJSON *const value = tree->open[--tree->depth].value;
    const cJSON *const type = json_find(value, "type");
    const bool is_property = strcmp(name, "property") == 0 || strcmp(name, "item") == 0;
    if (!cJSON_IsObject(value) || !is_property || json_find(value, "value") != NULL ||
        (type != NULL &&
         (strcmp(type->valuestring, "class") == 0 || strcmp(type->valuestring, "list") == 0)))
        return;
    cJSON *const text = cJSON_CreateString(content);
    if (text == NULL)
        memory_run_out();
    cJSON_AddItemToObject(value, "value", text);
}

static void read(const char *text, size_t size, struct atlas *atlas, const struct atlas_log *log,
                 void (*read_tree)(struct atlas_json *reader))
{
    struct tree tree = {.root = NULL};
    struct error err;
    if (xml_parse(text, size, begin, end, &tree, log, &err)) {
        atlas_json_read_tree(tree.root, atlas, log, read_tree);
    } else {
        atlas_found_error(log, NULL, NULL, &err);
        cJSON_Delete(tree.root);
    }
}

static void read_file(const char *text, size_t size, struct atlas *atlas,
                      const struct atlas_log *log)
{
    read(text, size, atlas, log, tiled_read_file);
}

static void read_map(const char *text, size_t size, struct atlas *atlas,
                     const struct atlas_log *log)
{
    read(text, size, atlas, log, tiled_read_map);
}

const struct atlas_format atlas_tsx = {
    .name = "Tiled tileset (.tsx)", .root = "tileset", .read = read_file};
const struct atlas_format atlas_tmx = {.name = "Tiled map (.tmx)", .root = "map", .read = read_map};
