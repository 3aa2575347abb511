/*
 * console.h - standard output as a sink, for what a command shows
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include "base/sink.h"
#include "system/message.h"
#include "system/options.h"

void console_init(struct sink *sink);

/* Flushes; what fails is said. */
void console_close(struct sink *sink, struct messages *messages);

/* Prints a command's help page. */
enum status console_help(const struct option_set *set);

#endif
