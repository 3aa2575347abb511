/*
 * atlas_damage.h - atlases that are cut short or damaged: nothing is read past their end, and an
 * error is said unless what was read is right
 */
#ifndef ATLAS_DAMAGE_H
#define ATLAS_DAMAGE_H

/* Reads every beginning of a text, and a hundred copies that are damaged in a few places, always
 * the same ones. */
void assert_damage(const char *text);

/* Lets all readers of atlases read every beginning of a text, and copies with one byte changed,
 * whatever they would be taken for. */
void assert_damage_to_all_readers(const char *text);

#endif
