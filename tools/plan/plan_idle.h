/*
 * plan_idle.h - options of a bake that no input makes use of
 */
#ifndef PLAN_IDLE_H
#define PLAN_IDLE_H

#include "plan/plan.h"

/* Warns of them, once each input of all shards has its recipe. */
void plan_warn_idle(struct plan *plan);

#endif
