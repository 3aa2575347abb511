/*
 * whole.h - a product through all the forms that it can take
 */
#ifndef WHOLE_H
#define WHOLE_H

#include "model/product.h"

/* The source of a product. The point list of a pack need not be that of its mask, and a
 * document with such a list is refused. */
enum maker { MADE_BY_US, MADE_BY_ANYBODY };

/* product -> model -> pack -> open -> verify -> document -> model -> the same pack. Nothing may
 * fail but what no pack can hold: names that stand twice, frames that are no sprites. Empties the
 * product. */
void must_survive(struct product *product, enum maker maker);

#endif
