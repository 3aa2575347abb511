/*
 * tsx_data.h - the class and the properties of a tile or a shape, in the XML of Tiled
 *
 *     <tile id="3" type="door"> <properties>
 *         <property name="damage" type="int" value="10"/>
 *         <property name="note">of several lines</property>
 *         <property name="stats" type="class"> <properties> <property .../> </properties>
 * </property> <property name="drops" type="list"> <item type="string" value="coin"/> </property>
 *     </properties> ... </tile>
 *
 * They become lines: "class=door", "damage=10", "stats.speed=2", "drops.0=coin".
 */
#ifndef TSX_DATA_H
#define TSX_DATA_H

#include "atlas/tiled.h"
#include "atlas/xml.h"
#include "base/budget.h"

/* A zeroed one is empty. */
struct tsx_data {
    struct text text;               /* the lines */
    struct text path;               /* the name of the property that is being read, "stats.speed" */
    size_t ends[BUDGET_DEPTH + 1];  /* of the path, by the depth of elements in the owner */
    size_t items[BUDGET_DEPTH + 1]; /* how many items an element has had */
    bool open;                      /* the properties are being read */
    bool waits;                     /* for the text of the element, which is the value */
    bool full;                      /* no more is taken */
    struct atlas_place place;
};

/* Begins with the element that has the data. */
void tsx_data_begin(struct tsx_data *data, struct tiled *tiled, const struct xml_element *owner);

/* Reads an element in it; `depth` is 1 for those directly in it. */
void tsx_data_read(struct tsx_data *data, struct tiled *tiled, const struct xml_element *element,
                   size_t depth);

/* An element has ended that has this text. */
void tsx_data_end(struct tsx_data *data, struct tiled *tiled, const char *content);

void tsx_data_free(struct tsx_data *data);

#endif
