/*
 * plan_idle.h - warns of options that no input can use
 */
#ifndef PLAN_IDLE_H
#define PLAN_IDLE_H

#include "plan/plan.h"

/* Call it when each input of all shards has its recipe. */
void plan_warn_idle(struct plan *plan);

#endif
