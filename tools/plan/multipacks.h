/*
 * multipacks.h - animations whose frames lie in several files of an atlas
 */
#ifndef MULTIPACKS_H
#define MULTIPACKS_H

#include "plan/inputs.h"
#include "plan/naming.h"
#include "system/diagnostics.h"

/* Call it when each frame has its recipe, and before inputs are left to other shards. Gives the
 * steps whose frame is in another file (see atlas_step_elsewhere) the name of its sprite. A frame
 * that no input has is an error, but not after others, for it may be in a file that was not read.
 */
void multipacks_link(const struct inputs *inputs, const struct naming_rules *rules,
                     struct diagnostics *diagnostics);

#endif
