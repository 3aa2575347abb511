/*
 * ask_everything.h - a pack, whatever is in it, is asked everything there is to ask
 */
#ifndef ASK_EVERYTHING_H
#define ASK_EVERYTHING_H

#include <hitmask.h>

/* How far the answers can be trusted: those of a pack that opens are in range; those of one that
 * is verified also agree with each other. */
enum trust { TRUST_OPENED, TRUST_VERIFIED };

/* Every query about every sprite and animation, and about each sprite with the one after it,
 * at `offset` and at others that are always tried. Ends the program when an answer is not in
 * range. Takes a time that the pack's size bounds. */
void ask_everything(const hm_pack *pack, enum trust trust, hm_point offset);

#endif
