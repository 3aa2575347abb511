/*
 * engines.h - the writers of all engines, one a file
 */
#ifndef ENGINES_H
#define ENGINES_H

#include "formats/export/export.h"

void export_box2d(struct exporter *exporter);
void export_defold(struct exporter *exporter);
void export_godot(struct exporter *exporter);
void export_love(struct exporter *exporter);
void export_matter(struct exporter *exporter);
void export_phaser(struct exporter *exporter);
void export_tiled(struct exporter *exporter);
void export_unity(struct exporter *exporter);

#endif
