/*
 * multipacks.h - animations whose frames lie in several files of an atlas
 */
#ifndef MULTIPACKS_H
#define MULTIPACKS_H

#include "plan/inputs.h"
#include "plan/naming.h"
#include "system/diagnostics.h"

/* Call it when each frame has its recipe, and before inputs are left to other shards.
 *
 * Animations of one name in files that belong together (input_group) become one, in the first file,
 * if they are the same, or if each has its frames in the order of their numbers: so have all then.
 * Others stay, and are told as two of one name later.
 *
 * Steps whose frame is in another file (see atlas_step_elsewhere) get the name of its sprite. A
 * frame that no input has is an error, but not after others: it may be in a file that was not
 * read. */
void multipacks_link(const struct inputs *inputs, const struct naming_rules *rules,
                     struct diagnostics *diagnostics);

#endif
