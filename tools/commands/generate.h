/*
 * generate.h - the manual and the shells' completions, written from the tables of options
 */
#ifndef GENERATE_H
#define GENERATE_H

#include "base/sink.h"

void generate_man(struct sink *sink);
void generate_bash(struct sink *sink);
void generate_zsh(struct sink *sink);
void generate_fish(struct sink *sink);

#endif
